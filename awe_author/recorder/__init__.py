"""Browser + door + upstream client -> exchanges and page facts -> recording (`awe-author record`)."""

"""awe-author: record a web app into WACZ, replay it at its real URLs, author tasks on it."""

__version__ = "0.1.0"

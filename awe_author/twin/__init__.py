"""Drives the live app and its mock through the same steps, and tells every difference."""

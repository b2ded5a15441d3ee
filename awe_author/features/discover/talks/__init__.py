"""Features of what was said over sockets and event streams."""

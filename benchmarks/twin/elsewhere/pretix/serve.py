"""Serves pretix with its static files: `serve.py PORT`."""

import mimetypes
import sys
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from django.conf import settings
from django.utils._os import safe_join
from pretix.wsgi import application


class Server(ThreadingMixIn, WSGIServer):
    """One thread for each request."""

    daemon_threads = True


class Quiet(WSGIRequestHandler):
    """Logs nothing."""

    def log_message(self, format, *told):
        """Nothing."""


def served(environ, start):
    """A file below /static/, or what the app says."""
    path = environ["PATH_INFO"]
    if not path.startswith("/static/"):
        return application(environ, start)
    try:
        with open(safe_join(settings.STATIC_ROOT, path.removeprefix("/static/")), "rb") as file:
            content = file.read()
    except OSError:
        start("404 Not Found", [("Content-Type", "text/plain")])
        return [b"not found"]
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    start("200 OK", [("Content-Type", kind), ("Content-Length", str(len(content))), ("Cache-Control", "max-age=3600")])
    return [content]


make_server("127.0.0.1", int(sys.argv[1]), served, Server, Quiet).serve_forever()

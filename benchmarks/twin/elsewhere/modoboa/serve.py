"""Modoboa on loopback alone: the API by its WSGI application, all else is the single page and its files."""

import mimetypes
import os
import sys
from pathlib import Path

import waitress

SITE = Path.cwd()
sys.path.insert(0, str(SITE))
os.environ["DJANGO_SETTINGS_MODULE"] = "hosting.settings"
API = ("/api/", "/accounts/", "/reset/", "/media/")


def served(api):
    """A WSGI application: the API, and files of the page."""

    def application(environ, start_response):
        path = environ["PATH_INFO"]
        if path.startswith(API):
            return api(environ, start_response)
        file = SITE / path.lstrip("/") if path.startswith("/sitestatic/") else SITE / "frontend" / path.lstrip("/")
        if ".." in path or not file.is_file():
            file = SITE / "frontend/index.html"
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        start_response("200 OK", [("Content-Type", kind), ("Cache-Control", "no-cache")])
        return [file.read_bytes()]

    return application


if __name__ == "__main__":
    from django.core.wsgi import get_wsgi_application

    place = {"host": "127.0.0.1", "port": int(os.environ["PORT"]), "threads": 8}
    waitress.serve(served(get_wsgi_application()), **place, clear_untrusted_proxy_headers=False)

"""Serves the site and its static files on loopback."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings")

from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.wsgi import get_wsgi_application
from waitress import serve

serve(StaticFilesHandler(get_wsgi_application()), host="127.0.0.1", port=int(os.environ["PORT"]), threads=6)

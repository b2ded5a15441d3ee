"""Lino Noi with its React front end, in a folder of its own."""

import os

from lino_noi.lib.noi.settings import *  # noqa: F403


class Site(Site):  # noqa: F405
    title = "Harbour Desk"
    default_ui = "lino_react.react"
    is_demo_site = True
    languages = "en"


SITE = Site(globals())
DEBUG = True
SECRET_KEY = "acme"
ALLOWED_HOSTS = ["*"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
CSRF_TRUSTED_ORIGINS = ["https://desk.acme.test"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.path.join(os.getcwd(), "desk.db")}}
CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

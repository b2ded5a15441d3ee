"""Settings of the test management."""

import os
from pathlib import Path

from tcms.settings.common import *  # noqa: F403

DATA = Path(os.environ.get("DATA", "."))
PUBLIC = os.environ.get("PUBLIC", "http://127.0.0.1:47141")
SECRET_KEY = "made-up-for-recordings"
DEBUG = False
ALLOWED_HOSTS = ["*"]
CSRF_TRUSTED_ORIGINS = [PUBLIC]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": str(DATA / "kiwi.sqlite3")}}
MEDIA_ROOT = str(DATA / "uploads")
STATIC_ROOT = str(DATA / "static")
SECURE_SSL_REDIRECT = False
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
LOGGING = {"version": 1, "disable_existing_loggers": False}

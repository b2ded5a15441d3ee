"""Settings of the firm's CRM: those of the package, on sqlite, under one language."""

import os
from pathlib import Path

from webcrm.settings import *  # noqa: F403

DATA = Path(os.environ.get("DATA", "."))
SECRET_KEY = "made-up-for-recordings"
DEBUG = False
ALLOWED_HOSTS = ["*"]
CSRF_TRUSTED_ORIGINS = [os.environ.get("PUBLIC", "http://127.0.0.1:8366")]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
MIDDLEWARE = ["whitenoise.middleware.WhiteNoiseMiddleware", *MIDDLEWARE]  # noqa: F405
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATA / "firm.sqlite",
        "OPTIONS": {"timeout": 20, "transaction_mode": "IMMEDIATE", "init_command": "PRAGMA journal_mode=WAL;"},
    }
}
STATIC_URL = "/static/"
STATIC_ROOT = DATA / "static"
MEDIA_ROOT = DATA / "media"
MEDIA_URL = "/media/"
LANGUAGES = [("en", "English")]
SECRET_CRM_PREFIX, SECRET_ADMIN_PREFIX, SECRET_LOGIN_PREFIX = "crm/", "manage/", "enter/"
LOGIN_URL = "/en/crm/enter/"
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "loggers": {"django.request": {"handlers": ["console"], "level": "ERROR", "propagate": False}},
}

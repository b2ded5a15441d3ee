"""Settings of the office's site."""

import os
from pathlib import Path

DATA = Path(os.environ.get("DATA", "."))
HERE = Path(__file__).parent
SECRET_KEY = "made-up-for-recordings"
DEBUG = False
ALLOWED_HOSTS = ["*"]
CSRF_TRUSTED_ORIGINS = [os.environ.get("PUBLIC", "http://127.0.0.1:8364")]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.sites",
    "dal",
    "dal_select2",
    "todo",
]
MIDDLEWARE = [
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]
ROOT_URLCONF = "office_urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [HERE / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": DATA / "office.sqlite"}}
SITE_ID = 1
STATIC_URL = "/static/"
STATIC_ROOT = DATA / "static"
STATICFILES_DIRS = [
    ("bootstrap", "/usr/share/javascript/bootstrap5"),
    ("jquery", "/usr/share/javascript/jquery"),
]
MEDIA_ROOT = DATA / "media"
MEDIA_URL = "/media/"
TIME_ZONE = "UTC"
USE_TZ = False
LANGUAGE_CODE = "en"
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
LOGIN_URL = "/login/"
LOGIN_REDIRECT_URL = "/todo/"
LOGOUT_REDIRECT_URL = "/login/"
TODO_STAFF_ONLY = False

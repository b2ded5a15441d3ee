"""Nautobot on the loopback, behind a proxy that speaks for network.acme.test."""

import os

from nautobot.core.settings import *  # noqa: F403

REDIS = f"redis://127.0.0.1:{os.environ['REDIS_PORT']}"
SECRET_KEY = "made-up-for-recordings-made-up-for-recordings-made-up"
ALLOWED_HOSTS = ["*"]
CSRF_TRUSTED_ORIGINS = ["https://network.acme.test"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "network",
        "USER": "postgres",
        "HOST": "127.0.0.1",
        "PORT": os.environ["PG_PORT"],
        "CONN_MAX_AGE": 300,
    }
}
CACHES = {
    "default": {
        "BACKEND": "django_redis.cache.RedisCache",
        "LOCATION": f"{REDIS}/1",
        "OPTIONS": {"CLIENT_CLASS": "django_redis.client.DefaultClient"},
    }
}
CELERY_BROKER_URL = f"{REDIS}/0"
CELERY_TASK_ALWAYS_EAGER = True
INSTALLATION_METRICS_ENABLED = False
METRICS_ENABLED = False

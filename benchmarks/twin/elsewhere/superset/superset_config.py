"""Superset on loopback with everything in one folder."""

import os

SECRET_KEY = "awe-demo-secret-0001-0001-0001"
SQLALCHEMY_DATABASE_URI = f"sqlite:///{os.environ['SUPERSET_HOME']}/superset.db?check_same_thread=false"
PREVENT_UNSAFE_DB_CONNECTIONS = False
ENABLE_PROXY_FIX = True
TALISMAN_ENABLED = False
RATELIMIT_ENABLED = False

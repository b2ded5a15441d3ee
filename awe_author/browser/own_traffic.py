"""Where Chromium itself calls: updates, field trials, push messages. Never forwarded, never recorded, never compared.

Our own launches switch these off (`launch.QUIET`); a browser that the user started, or a new release, may still call.
"""

from __future__ import annotations

from urllib.parse import urlsplit

HOSTS = frozenset(
    {
        "android.clients.google.com",
        "clients1.google.com",
        "clients2.google.com",
        "clients2.googleusercontent.com",
        "clients4.google.com",
        "clientservices.googleapis.com",
        "content-autofill.googleapis.com",
        "edgedl.me.gvt1.com",
        "mtalk.google.com",
        "optimizationguide-pa.googleapis.com",
        "redirector.gvt1.com",
        "safebrowsing.googleapis.com",
        "safebrowsingohttpgateway.googleapis.com",
        "update.googleapis.com",
    }
)


def is_browsers_own(url: str) -> bool:
    """Is this a call of the browser itself, not of a page?"""
    try:
        return urlsplit(url).hostname in HOSTS
    except ValueError:
        return False

"""Addresses under which a navigation may have been recorded instead: as servers redirect, and archivers forget it.

A user types `example.com`, the recording holds `https://www.example.com/`. The browser is redirected there, as it would
have been; the content is never served under another address.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit, urlunsplit

from awe_author.archive.canonical import request_form
from awe_author.archive.model import Index


def recorded_variant(url: str, index: Index) -> str | None:
    """The first variant of `url` that was recorded as a page of its own, else None."""
    for variant in variants(url):
        form = request_form("GET", variant, [], b"")
        entries = index.by_exact(form.exact) or index.by_canonical(form.canonical)
        if any(200 <= entry.status < 300 for entry in entries):
            return variant
    return None


def variants(url: str) -> Iterator[str]:
    """Other scheme, trailing slash, with or without www., and their combinations; nearest first."""
    parts = urlsplit(url)
    host = parts.netloc
    hosts = [host, host[4:] if host.startswith("www.") else "www." + host]
    slashed = parts.path[:-1] if parts.path.endswith("/") and parts.path != "/" else parts.path + "/"
    paths = [parts.path, slashed] if parts.path not in ("", "/") else ["/"]
    schemes = [parts.scheme, "http" if parts.scheme == "https" else "https"]
    for scheme in schemes:
        for netloc in hosts:
            for path in paths:
                variant = urlunsplit((scheme, netloc, path, parts.query, ""))
                if variant != url:
                    yield variant

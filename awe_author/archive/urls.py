"""URLs in the one form that the rest of the project uses (see `door.Request.url`)."""

from __future__ import annotations

import re

_SPLIT = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://([^/?#]*)([^#]*)")
_DEFAULT = {"http": "80", "https": "443", "ws": "80", "wss": "443"}
_NORMAL = re.compile(r"(?:https?|wss?)://[a-z0-9._-]+(?::(?!80/|443/)[1-9][0-9]*)?/[\x21\x24-\x3b\x3d\x3f-\x7e]*")
_UNSAFE = re.compile(r'[^\x21\x23-\x3b\x3d\x3f-\x7e]|["<>]')


def _escape(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace"))


def normal_url(raw: str) -> str | None:
    """`raw` with lower-case scheme and host, no default port, user or fragment, a path, and no raw spaces or non-ASCII.

    None when it is not a URL of http, https, ws or wss.
    """
    if _NORMAL.fullmatch(raw):
        return raw
    match = _SPLIT.match(raw.strip().strip("<>"))
    if match is None:
        return None
    scheme = match[1].lower()
    default = _DEFAULT.get(scheme)
    if default is None:
        return None
    host = match[2].rpartition("@")[2].lower()
    name, colon, port = host.rpartition(":")
    if colon and (port == default or not port) and "]" not in port:
        host = name
    if not host:
        return None
    if not host.isascii():
        try:
            host = host.encode("idna").decode("ascii")
        except UnicodeError:
            return None
    rest = match[3]
    if not rest.startswith("/"):
        rest = "/" + rest
    if _UNSAFE.search(rest):
        rest = _UNSAFE.sub(_escape, rest)
    return f"{scheme}://{host}{rest}"


def host_of(url: str) -> str:
    """host or host:port of a normal URL."""
    start = url.find("://") + 3
    end = url.find("/", start)
    return url[start:end] if end >= 0 else url[start:]


def socket_url(url: str) -> str:
    """The ws(s) form of an http(s) URL."""
    return "ws" + url[4:] if url.startswith("http") else url

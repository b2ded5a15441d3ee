"""Request targets and authorities (RFC 9112 3.2, RFC 3986 3.2): turns what a browser sends into absolute URLs."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
_HOST = r"(\[[0-9A-Fa-f:.]+(?:%25[\w.~-]+)?\]|[^\s/?#@:\[\]\\<>\"^`{|}\x00-\x20\x7f]+)"
_AUTHORITY = re.compile(_HOST + r"(?::([0-9]{0,5}))?")
_ABSOLUTE = re.compile(r"(https?)://([^/?#]*)([^#]*)", re.IGNORECASE)


class Origin(NamedTuple):
    """Where a tunnel leads."""

    scheme: str
    host: str
    """Lower case; IPv6 with brackets."""
    port: int

    @property
    def authority(self) -> str:
        """host[:port], the port left out when it is the scheme's own."""
        return self.host if _DEFAULT_PORTS.get(self.scheme) == self.port else f"{self.host}:{self.port}"


class BadTarget(ValueError):
    """Not a request target that a proxy can serve."""


@lru_cache(maxsize=4096)
def parse_authority(text: str, scheme: str) -> Origin:
    """`host[:port]` as an Origin of `scheme`. Raises BadTarget."""
    match = _AUTHORITY.fullmatch(text)
    if match is None:
        raise BadTarget(f"bad authority {text[:200]!r}")
    port = int(match[2]) if match[2] else _DEFAULT_PORTS[scheme]
    if not 0 < port < 65536:
        raise BadTarget(f"bad port {port}")
    return Origin(scheme, match[1].lower(), port)


def parse_connect(text: str) -> Origin:
    """The target of CONNECT, whose port is not optional (RFC 9110 9.3.6); the scheme is known only later."""
    if not re.search(r":[0-9]+$", text):
        raise BadTarget("CONNECT without a port")
    return parse_authority(text, "https")


def absolute_url(target: str) -> str:
    """An absolute-form target in normal form: scheme and host lower case, no default port, path and query as sent."""
    match = _ABSOLUTE.fullmatch(target)
    if match is None:
        raise BadTarget("not an absolute http(s) URL")
    scheme = match[1].lower()
    return f"{scheme}://{parse_authority(match[2], scheme).authority}{_path(match[3])}"


def origin_url(scheme: str, authority: str, target: str) -> str:
    """The URL of an origin-form `target` on `authority` (the Host field or :authority)."""
    if not target.startswith("/"):
        raise BadTarget("not an origin-form target")
    return f"{scheme}://{parse_authority(authority, scheme).authority}{target.partition('#')[0]}"


def _path(rest: str) -> str:
    return rest if rest.startswith("/") else f"/{rest}"

"""Where a public origin really stands: `--origin https://crm.acme.test=http://127.0.0.1:8105`.

The app is asked at the place behind the name, with the name in its Host header, so that it answers as if it lived there
and nothing in its pages needs rewriting.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from awe_author.errors import InputError

_DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
_PLAIN = {"ws": "http", "wss": "https"}


@dataclass(frozen=True, slots=True)
class Route:
    """Where to send one request."""

    scheme: str
    """http or https: how the place is spoken to."""
    host: str
    port: int
    target: str
    """Path and query, byte for byte as in the URL."""
    authority: str
    """The public name, for the Host header: host[:port]."""
    public_scheme: str
    """http or https: how the browser believes to speak."""
    mapped: bool
    """True when the place is not what the URL says."""


@dataclass(frozen=True, slots=True)
class _Place:
    scheme: str
    host: str
    port: int


class Origins:
    """The public origins of one recording and the places behind them."""

    def __init__(self, mapping: Mapping[str, str] | None = None) -> None:
        self.mapping = dict(mapping or {})
        self._places = {_key(public): _place(behind) for public, behind in self.mapping.items()}

    def route(self, url: str) -> Route:
        """Where a request for `url` (absolute; http, https, ws or wss) goes."""
        scheme, _, rest = url.partition("://")
        authority, target = _split(rest)
        public = _PLAIN.get(scheme, scheme)
        host, port = _host_port(authority, public)
        place = self._places.get((public, host, port))
        if place is None:
            return Route(public, host, port, target, authority, public, False)
        return Route(place.scheme, place.host, place.port, target, authority, public, True)


def _split(rest: str) -> tuple[str, str]:
    for place, character in enumerate(rest):
        if character in "/?#":
            target = rest[place:].partition("#")[0]
            return rest[:place], target if target.startswith("/") else "/" + target
    return rest, "/"


def _host_port(authority: str, scheme: str) -> tuple[str, int]:
    parts = urlsplit(f"//{authority}")
    return (parts.hostname or "").lower(), parts.port or _DEFAULT_PORTS[scheme]


def _key(origin: str) -> tuple[str, str, int]:
    parts = urlsplit(origin)
    return parts.scheme, (parts.hostname or "").lower(), parts.port or _DEFAULT_PORTS[parts.scheme]


def _place(origin: str) -> _Place:
    scheme, host, port = _key(origin)
    return _Place(scheme, host, port)


def parse_origins(pairs: Iterable[str]) -> dict[str, str]:
    """`PUBLIC=BEHIND` pairs as given on the command line. Raises InputError."""
    found: dict[str, str] = {}
    for pair in pairs:
        public, sign, behind = pair.partition("=")
        if not sign:
            raise InputError(f'"{pair}" has no =', where="--origin", hint=EXAMPLE)
        found[check_origin(public, "--origin")] = check_origin(behind, "--origin")
    return found


EXAMPLE = "Write it like this: --origin https://crm.acme.test=http://127.0.0.1:8105"


def check_origin(text: str, where: str) -> str:
    """An origin in its usual form (lower case, no path, no default port). Raises InputError."""
    try:
        parts = urlsplit(text.strip())
        port = parts.port
    except ValueError as error:
        raise InputError(f'"{text}" is not an origin: {error}', where=where, hint=EXAMPLE) from None
    more = parts.path.strip("/") or parts.query or "@" in text
    if parts.scheme not in ("http", "https") or not parts.hostname or more:
        raise InputError(
            f'"{text}" is not an origin (http or https, a host, maybe a port, nothing more)', where=where, hint=EXAMPLE
        )
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}" + (f":{port}" if port and port != _DEFAULT_PORTS[parts.scheme] else "")

"""Header fields on their way out and in: which ones belong to the connection, and how each is written.

Responses are sent again and again with the same fields, so the bytes of one field are cached, not computed. Values that
would break the framing (CR, LF, NUL from a damaged archive) are repaired, names that are no token are left out.
"""

from __future__ import annotations

import re
from functools import lru_cache
from http import HTTPStatus

from awe_author.door.hpack import pack_literal, pack_string
from awe_author.door.messages import Headers, Response, header

_CONNECTION = frozenset({"connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade", "te"})
"""Hop-by-hop (RFC 9110 7.6.1): never forwarded, either way."""
_INCOMING = _CONNECTION | {"proxy-authorization", "expect"}
_OUTGOING = _CONNECTION | {"content-length"}
_HANDSHAKE = frozenset({"sec-websocket-accept", "sec-websocket-extensions", "sec-websocket-protocol"})
_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_BREAKING = re.compile(r"[\r\n\x00]+")
_CACHED_LENGTH = 1024
_REASONS = {status.value: status.phrase for status in HTTPStatus}


def end_to_end(headers: Headers, names: set[str]) -> Headers:
    """Request fields (whose lower-case names are `names`) less those that concern only the connection."""
    if names.isdisjoint(_INCOMING):
        return headers
    named = header(headers, "connection") if "connection" in names else None
    gone = _INCOMING
    if named is not None and named.lower() not in ("keep-alive", "close"):
        gone = gone | {token.strip().lower() for token in named.split(",")} - {"host", "content-length"}
    gone = gone & names
    return [field for field in headers if field[0].lower() not in gone]


def bodiless(status: int) -> bool:
    """Statuses that never have a body (RFC 9110 6.4.1)."""
    return status in (204, 304) or 100 <= status < 200


def kept_length(response: Response) -> int | None:
    """The Content-Length given with a response that has no body of its own (HEAD, 304), when it is a number."""
    value = header(response.headers, "content-length")
    return int(value) if value is not None and value.isascii() and value.isdigit() and len(value) < 19 else None


def announced_length(response: Response, method: str) -> int | None:
    """The Content-Length to send (RFC 9110 8.6); None for none."""
    if bodiless(response.status):
        return kept_length(response) if response.status == 304 else None
    known = len(response.body) if isinstance(response.body, bytes) else response.length
    if method == "HEAD":
        given = kept_length(response)
        return given if given is not None else known or None
    return known


def status_line(status: int, reason: str) -> bytes:
    """The first line of an HTTP/1.1 response."""
    phrase = _BREAKING.sub(" ", reason) if reason else _REASONS.get(status, "")
    return b"HTTP/1.1 %d %s\r\n" % (status, phrase.encode("latin-1", "replace"))


def line(name: str, value: str) -> bytes:
    """One field of an HTTP/1.1 response; empty when the door does not send it."""
    return _cached_line(name, value) if len(value) < _CACHED_LENGTH else _line(name, value)


def _line(name: str, value: str) -> bytes:
    if name.lower() in _OUTGOING or not _TOKEN.fullmatch(name):
        return b""
    return f"{name}: {_clean(value)}\r\n".encode("latin-1", "replace")


_cached_line = lru_cache(maxsize=8192)(_line)


def trailer_line(name: str, value: str) -> bytes:
    """One trailer field; empty for what may not stand in a trailer."""
    return _line(name, value)


def handshake_line(name: str, value: str) -> bytes:
    """One extra field of a 101 response; empty for those that the door itself writes."""
    return b"" if name.lower() in _HANDSHAKE else _line(name, value)


def literal(name: str, value: str) -> bytes:
    """One field as an HPACK literal without indexing (RFC 7541 6.2.2): needs no state, so it can be cached."""
    return _cached_literal(name, value) if len(value) < _CACHED_LENGTH else _literal(name, value)


def _literal(name: str, value: str) -> bytes:
    lower = name.lower()
    if lower in _OUTGOING or not _TOKEN.fullmatch(name):
        return b""
    return pack_literal(lower.encode("ascii"), _clean(value).encode("latin-1", "replace"))


_cached_literal = lru_cache(maxsize=8192)(_literal)


@lru_cache(maxsize=1024)
def status_literal(status: int) -> bytes:
    """The :status pseudo field; the frequent ones are indexed in the static table (RFC 7541 appendix A)."""
    index = {200: 8, 204: 9, 206: 10, 304: 11, 400: 12, 404: 13, 500: 14}.get(status)
    return bytes([0x80 | index]) if index else b"\x08" + pack_string(str(status).encode("ascii"))


@lru_cache(maxsize=8192)
def length_literal(length: int) -> bytes:
    """Content-Length, by its name's place in the static table (28)."""
    return b"\x0f\x0d" + pack_string(b"%d" % length)


def _clean(value: str) -> str:
    return _BREAKING.sub(" ", value).strip(" \t")

"""Heads of HTTP/2 requests and responses (RFC 9113 8.2 and 8.3): pseudo fields in, header blocks out."""

from __future__ import annotations

import re

from awe_author.door.fields import announced_length, bodiless, length_literal, literal, status_literal
from awe_author.door.hpack import Field
from awe_author.door.messages import Headers, Response
from awe_author.door.target import BadTarget, Origin, origin_url

_PSEUDO = frozenset({":method", ":scheme", ":authority", ":path"})
_FORBIDDEN = frozenset({"connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"})
_DROPPED = frozenset({"te", "proxy-authorization"})
_METHOD = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")


class BadHead(ValueError):
    """A malformed request (RFC 9113 8.1.1)."""


def request_head(fields: list[Field], origin: Origin) -> tuple[str, str, Headers, int | None]:
    """(method, URL, fields, content-length) of a decoded header block. Raises BadHead.

    Cookie fields that were split are joined (RFC 9113 8.2.3); a Host field is made from :authority.
    """
    pseudo: dict[str, str] = {}
    headers: Headers = []
    cookies: list[str] = []
    length: int | None = None
    for name, value, fine in fields:
        if not fine or name in _FORBIDDEN:
            raise BadHead(f"bad field {name!r}")
        if name[0] == ":":
            if name not in _PSEUDO or name in pseudo or headers or cookies:
                raise BadHead(f"bad pseudo field {name!r}")
            pseudo[name] = value
        elif name == "cookie":
            cookies.append(value)
        elif name == "content-length":
            if length is not None or not re.fullmatch("[0-9]{1,18}", value):
                raise BadHead("bad content-length")
            length = int(value)
            headers.append((name, value))
        elif name not in _DROPPED:
            headers.append((name, value))
    if cookies:
        headers.append(("cookie", "; ".join(cookies)))
    return *_target(pseudo, headers, origin), headers, length


def _target(pseudo: dict[str, str], headers: Headers, origin: Origin) -> tuple[str, str]:
    method, path = pseudo.get(":method", ""), pseudo.get(":path", "")
    if not _METHOD.fullmatch(method) or method == "CONNECT" or ":scheme" not in pseudo:
        raise BadHead("bad method or no scheme")
    hosts = [value for name, value in headers if name == "host"]
    authority = pseudo.get(":authority") or (hosts[0] if hosts else origin.authority)
    if len(hosts) > 1 or (hosts and hosts[0].lower() != authority.lower()):
        raise BadHead("host differs from :authority")
    if re.search(r"[\x00-\x20\x7f]", path):
        raise BadHead("bad path")
    try:
        url = origin_url("https", authority, path)
    except BadTarget as error:
        raise BadHead(str(error)) from error
    if not hosts:
        headers.insert(0, ("host", authority))
    return method, url


def response_block(response: Response, method: str) -> tuple[bytes, bool]:
    """The header block of a response, and whether it has no body. Raises ValueError for a status that is not final."""
    status = response.status
    if not 200 <= status <= 999:
        raise ValueError(f"{status} is no status of a final response")
    parts = [status_literal(status)]
    parts += [literal(name, value) for name, value in response.headers]
    length = announced_length(response, method)
    if length is not None:
        parts.append(length_literal(length))
    return b"".join(parts), method == "HEAD" or bodiless(status)


def trailer_block(trailers: Headers) -> bytes:
    return b"".join(literal(name, value) for name, value in trailers)

"""HTTP message heads as archives hold them: lenient, never raising, bounded by the caller.

Grammar: RFC 9112 sections 3 to 5, and what is found in the wild: missing status texts, bare line feeds, folded lines,
pseudo headers of HTTP/2, names with spaces before the colon.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

Headers = list[tuple[str, str]]

MAX_HEAD = 1 << 20
"""Bytes of a head that are looked at; what comes after is taken for body."""

_STATUS = re.compile(rb"HTTP/?([0-9.]*)[ \t]+([0-9]{3})(?:[ \t]+([^\r\n]*))?")
_REQUEST = re.compile(rb"([A-Za-z!#$%&'*+.^_`|~0-9-]{1,64})[ \t]+([^\r\n]*?)(?:[ \t]+HTTP/?([0-9.]+))?[ \t]*\r?$")
_NAME = re.compile(rb"[!-9;-~]+")
_END = re.compile(rb"\r*\n\r*\n")


@dataclass(slots=True)
class ResponseHead:
    """Status line and header fields of a response, in their order."""

    status: int
    reason: str
    headers: Headers
    size: int
    """Bytes of the head, with the empty line."""


@dataclass(slots=True)
class RequestHead:
    """Request line and header fields, in their order."""

    method: str
    target: str
    headers: Headers = field(default_factory=list)
    size: int = 0
    """Bytes of the head, with the empty line."""


def header(headers: Iterable[tuple[str, str]], name: str) -> str:
    """The first value of the header `name` (lower case), "" when there is none."""
    return next((value for key, value in headers if key.lower() == name), "")


def head_end(data: bytes) -> int:
    """Offset just after the empty line that ends the head, or -1."""
    found = _END.search(data)
    return found.end() if found else -1


def parse_headers(lines: list[bytes]) -> Headers:
    """Header fields in order; lines that are none are left out, folded ones joined."""
    headers: Headers = []
    for line in lines:
        if line[:1] in (b" ", b"\t") and headers:
            name, value = headers[-1]
            headers[-1] = (name, f"{value} {line.strip().decode('latin-1')}".strip())
            continue
        raw, colon, rest = line.partition(b":")
        raw = raw.strip()
        if colon and _NAME.fullmatch(raw):
            headers.append((raw.decode("latin-1"), _clean(rest)))
    return headers


def _clean(value: bytes) -> str:
    return value.strip(b" \t\r\0").replace(b"\0", b"").decode("latin-1")


def _split(data: bytes) -> tuple[list[bytes], int]:
    end = head_end(data)
    size = end if end >= 0 else len(data)
    return [line.rstrip(b"\r") for line in data[:size].split(b"\n") if line.strip(b"\r")], size


def parse_response(data: bytes) -> ResponseHead | None:
    """The head at the start of `data`, or None when this is no HTTP response."""
    match = _STATUS.match(data)
    if match is None:
        return None
    lines, size = _split(data)
    reason = (match[3] or b"").strip().decode("latin-1")
    return ResponseHead(int(match[2]), reason, parse_headers(lines[1:]), size)


def parse_request(data: bytes) -> RequestHead | None:
    """The head at the start of `data`, or None when this is no HTTP request."""
    lines, size = _split(data)
    match = _REQUEST.match(lines[0]) if lines else None
    if match is None:
        return None
    headers = parse_headers(lines[1:])
    return RequestHead(match[1].decode("latin-1"), match[2].decode("latin-1"), headers, size)


def value(headers: Headers, name: str) -> str:
    """The first value of `name` (lower case), else ""."""
    for key, found in headers:
        if key.lower() == name:
            return found
    return ""


def media_type(headers: Headers) -> str:
    """Media type without parameters, lower case, "" when none."""
    return value(headers, "content-type").partition(";")[0].strip().lower()

"""Conditional requests and byte ranges, answered from a complete recorded answer (RFC 9110, sections 13 and 14)."""

from __future__ import annotations

import re
from collections.abc import AsyncIterable, AsyncIterator

from awe_author.door.messages import Headers, Request, Response, header, without
from awe_author.replay.headers import moment

_RANGE = re.compile(r"\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*", re.I)
_CONTENT_RANGE = re.compile(r"bytes\s+(\d+)-(\d+)/(\d+|\*)", re.I)
_KEPT_IN_304 = frozenset(
    {"cache-control", "content-location", "date", "etag", "expires", "vary", "last-modified", "set-cookie"}
)


def not_modified(request: Request, headers: Headers) -> bool:
    """Does the browser hold what these headers describe?"""
    wanted = request.header("if-none-match")
    if wanted is not None:
        tag = header(headers, "etag")
        return tag is not None and (wanted.strip() == "*" or _weak(tag) in {_weak(one) for one in wanted.split(",")})
    since, changed = request.header("if-modified-since"), header(headers, "last-modified")
    if since is None or changed is None:
        return False
    held, recorded = moment(since), moment(changed)
    return since == changed or (held is not None and recorded is not None and held >= recorded)


def _weak(tag: str) -> str:
    return tag.strip().removeprefix("W/")


def answer_304(headers: Headers) -> Response:
    kept = [
        pair for pair in headers if pair[0].lower() in _KEPT_IN_304 or pair[0].lower().startswith("access-control-")
    ]
    return Response(304, kept, b"", "Not Modified")


def complete(status: int, headers: Headers, length: int | None) -> bool:
    """Is this the whole thing: a 200, or a 206 that holds every byte?"""
    if status == 200:
        return True
    found = _CONTENT_RANGE.fullmatch((header(headers, "content-range") or "").strip())
    if status != 206 or found is None or int(found.group(1)) != 0:
        return False
    last, total = int(found.group(2)), found.group(3)
    return total.isdigit() and int(total) == last + 1 and (length is None or length == last + 1)


def requested(request: Request, headers: Headers, length: int) -> tuple[int, int] | bool | None:
    """The range (first, last) asked for; None when everything is to be sent; False when it cannot be satisfied.

    Several ranges at once are answered with everything, which RFC 9110 14.2 allows.
    """
    asked = request.header("range")
    found = _RANGE.fullmatch(asked) if asked is not None else None
    if found is None or request.method != "GET" or found.group(1) == found.group(2) == "":
        return None
    condition = request.header("if-range")
    if condition is not None and condition not in (header(headers, "etag"), header(headers, "last-modified")):
        return None
    first, last = found.groups()
    if first == "":
        start, end = max(0, length - int(last)), length - 1
    else:
        start, end = int(first), min(int(last), length - 1) if last else length - 1
    if last and first and int(last) < start:
        return None
    return (start, end) if start <= end and start < length else False


def partial(response: Response, span: tuple[int, int], length: int) -> Response:
    """The bytes first..last of a complete answer."""
    first, last = span
    headers = without(response.headers, "content-range")
    headers.append(("Content-Range", f"bytes {first}-{last}/{length}"))
    body = response.body
    part: bytes | AsyncIterable[bytes]
    part = body[first : last + 1] if isinstance(body, bytes) else _slice(body, first, last)
    return Response(206, headers, part, "Partial Content")


def unsatisfiable(length: int) -> Response:
    return Response(416, [("Content-Range", f"bytes */{length}")], b"", "Range Not Satisfiable")


async def _slice(body: AsyncIterable[bytes], first: int, last: int) -> AsyncIterator[bytes]:
    position = 0
    async for chunk in body:
        start, end = max(first - position, 0), last + 1 - position
        if start < len(chunk):
            yield chunk[start:end]
        position += len(chunk)
        if position > last:
            return

"""A stored HTTP body as it can be sent again: transfer coding undone, header fields made true of the bytes.

Archives hold bodies that are not what their headers say: chunked without chunks, "br" that was decoded long ago, types
that belong to a redirect before. What the bytes are is decided by looking at their beginning; nothing is decoded.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from urllib.parse import urljoin

import brotli
import zstandard

from awe_author.archive.codings import coding_names
from awe_author.archive.httphead import Headers, value
from awe_author.archive.sniffing import better_type

SAMPLE = 65536
"""Bytes of a body that are looked at to tell how it is encoded."""
_SIZE_LINE = re.compile(rb"[ \t]*([0-9a-fA-F]{1,15})[ \t]*(?:;[^\r\n]{0,4096})?\r?\n")
_ADDED = ("x-orig-", "x-wabac-")
"""Prefixes of fields that archiving tools add."""
_COOKIE_JOINT = re.compile(r",[ \t]*(?=[!#$%&'*+.^_`|~0-9A-Za-z-]+=)")
_MERGED = frozenset({"cache-control", "connection", "content-length", "date", "etag", "expires", "server", "vary"})


def dechunked(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """The data of a chunked body (RFC 9112 7.1); trailers are dropped, what is no chunk after some passes as it is."""
    buffer = b""
    while True:
        match = _SIZE_LINE.match(buffer)
        while match is None and len(buffer) < 8192:
            more = next(chunks, b"")
            if not more:
                break
            buffer += more
            match = _SIZE_LINE.match(buffer)
        if match is None:
            if buffer.strip(b"\r\n"):
                yield buffer
                yield from chunks
            return
        left, buffer = int(match[1], 16), buffer[match.end() :]
        if left == 0:
            return
        while left > 0:
            if not buffer:
                buffer = next(chunks, b"")
                if not buffer:
                    return
            piece, buffer = buffer[:left], buffer[left:]
            left -= len(piece)
            yield piece
        while len(buffer) < 2 and (more := next(chunks, b"")):
            buffer += more
        buffer = buffer.removeprefix(b"\r").removeprefix(b"\n")


def is_chunked(sample: bytes) -> bool:
    """Does a body that begins so look chunked: a size, and a line end after so many bytes (as far as can be seen)?"""
    match = _SIZE_LINE.match(sample)
    if match is None:
        return False
    end = match.end() + int(match[1], 16)
    if len(sample) < end + 2:
        return match[0].endswith(b"\r\n")
    return sample[end : end + 1] in (b"\r", b"\n")


def is_encoded(name: str, sample: bytes, whole: bool) -> bool:
    """Is a body that begins with `sample` (all of it if `whole`) really in content coding `name`?"""
    if not sample:
        return True
    try:
        if name in ("gzip", "x-gzip"):
            return sample.startswith(b"\x1f\x8b")
        if name == "deflate":
            zlib_wrapped = len(sample) > 1 and sample[0] & 15 == 8 and (sample[0] * 256 + sample[1]) % 31 == 0
            zlib.decompressobj(15 if zlib_wrapped else -15).decompress(sample, 4096)
            return True
        if name == "zstd":
            zstandard.get_frame_parameters(sample)
            return sample[:4] == b"\x28\xb5\x2f\xfd" or sample[1:4] == b"\x2a\x4d\x18"
        if name == "br":
            return _is_brotli(sample, whole)
    except (zlib.error, zstandard.ZstdError, brotli.error):
        return False
    return True


def _is_brotli(sample: bytes, whole: bool) -> bool:
    decoder = brotli.Decompressor()
    decoder.process(sample[:1024], output_buffer_limit=1 << 16)
    if not whole or len(sample) > 1024:
        return True
    while not decoder.is_finished() and not decoder.can_accept_more_data():
        decoder.process(b"", output_buffer_limit=1 << 16)
    return bool(decoder.is_finished())


def true_codings(stored: Headers, sample: bytes, whole: bool) -> list[str]:
    """The content codings that a stored body really has, by its own record's headers and a look at it."""
    codings = coding_names(", ".join(v for k, v in stored if k.lower() == "content-encoding"))
    return codings if codings and is_encoded(codings[-1], sample, whole) else []


def repaired(headers: Headers, url: str, status: int, dest: str, codings: list[str], sample: bytes) -> Headers:
    """`headers` made true: of the body's codings, without what archiving tools or a merged redirect put there.

    `dest` is the request's Sec-Fetch-Dest, "" when unknown. Content-Length is left out: the caller knows it.
    """
    dropped = {"transfer-encoding", "content-length", "content-encoding", "trailer"}
    location = value(headers, "location")
    stray = bool(location) and 200 <= status < 300 and status != 201
    if stray:
        dropped.add("location")
    merged = stray and _same(urljoin(url, location), url)
    result: Headers = []
    seen: set[str] = set()
    for name, text in headers:
        lower = name.lower()
        if lower in dropped or lower.startswith(_ADDED) or (merged and lower in _MERGED and lower in seen):
            continue
        seen.add(lower)
        if lower == "set-cookie" and "," in text:
            result += [(name, part.strip()) for part in _COOKIE_JOINT.split(text)]
        else:
            result.append((name, text))
    if codings:
        result.append(("Content-Encoding", ", ".join(codings)))
    return _typed(result, url, status, dest, b"" if codings else sample, merged)


def _same(left: str, right: str) -> bool:
    return left.partition("#")[0] == right.partition("#")[0]


def _typed(headers: Headers, url: str, status: int, dest: str, sample: bytes, merged: bool) -> Headers:
    types = [v for k, v in headers if k.lower() == "content-type"]
    if (types and not merged) or status in (204, 304) or not 200 <= status < 300:
        return headers
    mime = better_type(types, url, dest, sample)
    if not mime or types == [mime]:
        return headers
    return [(k, v) for k, v in headers if k.lower() != "content-type"] + [("Content-Type", mime)]

"""HTTP content codings (RFC 9110 8.4.1; br: RFC 7932; zstd: RFC 8878): undo and redo what Content-Encoding names.

Redaction has to look inside compressed bodies, canonical request forms are made of decoded ones. Both fail soft: a body
that is not what its header says comes back as None, and the caller goes on with the bytes as they are.
"""

from __future__ import annotations

import gzip
import zlib

import brotli
import zstandard

MAX_DECODED = 1 << 30
"""A body that grows beyond this when decoded is taken for a bomb and counts as not decodable."""


def coding_names(value: str | None) -> list[str]:
    """The codings of a Content-Encoding header in the order they were applied; `identity` is left out."""
    names = [name.strip().lower() for name in (value or "").split(",")]
    return [name for name in names if name and name != "identity"]


def decode_body(data: bytes, encoding: str | None, *, partial: bool = False, most: int = MAX_DECODED) -> bytes | None:
    """`data` with the codings of the Content-Encoding value `encoding` undone; None when that cannot be done.

    `partial`: the body broke off; decode as much of it as there is. `most`: bytes that it may have when decoded.
    """
    for name in reversed(coding_names(encoding)):
        try:
            undone = _decode_one(data, name, partial, most)
        except (OSError, EOFError, ValueError, zlib.error, brotli.error, zstandard.ZstdError):
            return None
        if undone is None or len(undone) > most:
            return None
        data = undone
    return data


def encode_body(data: bytes, encoding: str | None) -> bytes | None:
    """`data` with the codings applied anew (the same input gives the same bytes); None for a coding we cannot write."""
    for name in coding_names(encoding):
        if name in ("gzip", "x-gzip"):
            data = gzip.compress(data, 6, mtime=0)
        elif name == "deflate":
            data = zlib.compress(data, 6)
        elif name == "br":
            data = brotli.compress(data, quality=5)
        elif name == "zstd":
            data = zstandard.ZstdCompressor(level=3).compress(data)
        else:
            return None
    return data


def _decode_one(data: bytes, name: str, partial: bool, most: int) -> bytes | None:
    if not data:
        return b""
    if name in ("gzip", "x-gzip"):
        return _inflate(data, zlib.MAX_WBITS | 16, partial, most)
    if name == "deflate":
        zlib_wrapped = data[0] & 0x0F == 8 and len(data) > 1 and (data[0] * 256 + data[1]) % 31 == 0
        return _inflate(data, zlib.MAX_WBITS if zlib_wrapped else -zlib.MAX_WBITS, partial, most)
    if name == "br":
        return _unbrotli(data, partial, most)
    if name == "zstd":
        reader = zstandard.ZstdDecompressor().stream_reader(data, read_across_frames=True)
        return bytes(reader.read(most + 1))
    return None


def _unbrotli(data: bytes, partial: bool, most: int) -> bytes:
    """About `most` bytes of it at most. Raises brotli.error when it is broken, or cut off and not `partial`."""
    stream = brotli.Decompressor()
    parts = [stream.process(data, output_buffer_limit=most + 1)]
    while not stream.is_finished() and parts[-1] and sum(map(len, parts)) <= most:
        parts.append(stream.process(b"", output_buffer_limit=most + 1))
    if not stream.is_finished() and not partial and sum(map(len, parts)) <= most:
        raise brotli.error("the compressed body is cut off")
    return b"".join(parts)


def _inflate(data: bytes, wbits: int, partial: bool, most: int) -> bytes:
    """Every member of a (multi-member) stream; what follows the last one is ignored, as browsers do."""
    parts: list[bytes] = []
    budget = most + 1
    while data:
        stream = zlib.decompressobj(wbits)
        try:
            parts.append(stream.decompress(data, budget))
        except zlib.error:
            if not parts:
                raise
            break
        if not stream.eof and not stream.unconsumed_tail and not partial:
            raise EOFError("the compressed body is cut off")
        budget -= len(parts[-1])
        if budget <= 0 or stream.unconsumed_tail:
            break
        data = stream.unused_data if wbits & 16 else b""
    return b"".join(parts)

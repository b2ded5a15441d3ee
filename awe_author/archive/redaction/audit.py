"""Looks through a finished WACZ for secrets: every WARC record and every other member, decompressed, bodies decoded.

It reads what was written instead of trusting what should have been, so that a place which redaction forgot is a
failed run, not a leaked password.
"""

from __future__ import annotations

import gzip
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from awe_author.archive.codings import decode_body

_CHUNK = 1 << 18


def find_leaks(path: Path, leaks: Callable[[bytes], bool]) -> list[str]:
    """Where (member, or member and the URL of the record) `leaks` says yes, at most ten places."""
    found: list[str] = []
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if name.endswith(".warc.gz"):
                with archive.open(name) as stream:
                    found += [f"{name} {_target(record)}" for record in _records(stream) if _leaks(record, leaks)]
                continue
            data = archive.read(name)
            if leaks(gzip.decompress(data) if name.endswith(".gz") else data):
                found.append(name)
    return found[:10]


def _records(stream: IO[bytes]) -> Iterator[bytes]:
    """Each gzip member, decompressed: one record."""
    parts: list[bytes] = []
    member = zlib.decompressobj(zlib.MAX_WBITS | 16)
    while chunk := stream.read(_CHUNK):
        while chunk:
            parts.append(member.decompress(chunk))
            chunk = member.unused_data
            if member.eof:
                yield b"".join(parts)
                parts.clear()
                member = zlib.decompressobj(zlib.MAX_WBITS | 16)


def _leaks(record: bytes, leaks: Callable[[bytes], bool]) -> bool:
    if leaks(record):
        return True
    _, _, block = record.partition(b"\r\n\r\n")
    head, _, body = block.removesuffix(b"\r\n\r\n").partition(b"\r\n\r\n")
    encoding = _field(head, b"content-encoding")
    if encoding and body:
        decoded = decode_body(body, encoding, partial=True)
        return decoded is not None and leaks(decoded)
    return False


def _field(head: bytes, name: bytes) -> str:
    for line in head.split(b"\r\n")[1:]:
        key, _, value = line.partition(b":")
        if key.strip().lower() == name:
            return value.decode("latin-1").strip()
    return ""


def _target(record: bytes) -> str:
    """Number of the record's exchange; never its URL, which might be what leaks."""
    head = record.partition(b"\r\n\r\n")[0]
    return f"{_field(head, b'warc-type')} record of exchange {_field(head, b'awe-seq') or '-'}"

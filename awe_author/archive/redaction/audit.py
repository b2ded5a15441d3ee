"""Looks through a finished WACZ for secrets: every WARC record and every other member, decompressed, bodies decoded.

It reads what was written instead of trusting what should have been, so that a place which redaction forgot is a
failed run, not a leaked password.
"""

from __future__ import annotations

import gzip
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from awe_author.archive.codings import decode_body

_CHUNK = 1 << 18


@dataclass(frozen=True, slots=True)
class Leak:
    """A place with a secret in it. It never says the record's URL, which might be what leaks."""

    place: str
    """In words."""
    exchange: int | None = None
    """The seq of the exchange that a record belongs to."""
    resource: int | None = None
    """Which resource record it is, counted from 0."""


def find_leaks(path: Path, leaks: Callable[[bytes], bool]) -> list[Leak]:
    """Where `leaks` says yes: WARC records, and other members of the file."""
    found: list[Leak] = []
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if name.endswith(".warc.gz"):
                with archive.open(name) as stream:
                    found += _leaking_records(stream, leaks)
                continue
            data = archive.read(name)
            if leaks(gzip.decompress(data) if name.endswith(".gz") else data):
                found.append(Leak(name))
    return found


def _leaking_records(stream: IO[bytes], leaks: Callable[[bytes], bool]) -> Iterator[Leak]:
    resources = 0
    for record in _records(stream):
        head = record.partition(b"\r\n\r\n")[0]
        kind, seq = _field(head, b"warc-type"), _field(head, b"awe-seq")
        if _leaks(record, leaks):
            exchange = int(seq) if seq.isdecimal() else None
            resource = resources if kind == "resource" else None
            number = f"of exchange {exchange}" if exchange is not None else f"number {resources}" if kind else ""
            yield Leak(f"{kind} record {number}".strip(), exchange, resource)
        resources += kind == "resource"


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

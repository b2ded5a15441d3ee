"""The body of a recorded answer without its compression, within bounds: a small recording can unpack to a large one."""

from __future__ import annotations

from awe_author.archive.codings import decode_body
from awe_author.archive.model import RecordedResponse
from awe_author.door.messages import header

LARGEST = 8 << 20
"""Bytes of a recorded body, as it was sent, that is looked into."""
LARGEST_PLAIN = 4 * LARGEST
"""The same without its compression."""


def plain_body(response: RecordedResponse) -> bytes | None:
    """The body; None when it is larger than the bounds or cannot be decoded. Reads no more than the bounds."""
    if response.length is not None and response.length > LARGEST:
        return None
    body = bytearray()
    for piece in response.body:
        body += piece
        if len(body) > LARGEST:
            return None
    return decode_body(bytes(body), header(response.headers, "content-encoding"), most=LARGEST_PLAIN)

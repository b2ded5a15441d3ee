"""Recorded answers made ready to be sent: read from the archive, headers repaired, small bodies kept at hand.

A bounded number of bytes is kept, so that memory does not grow with the archive; larger bodies are read by offset and
streamed every time.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass

from awe_author.archive.codings import decode_body
from awe_author.archive.model import Entry
from awe_author.door.messages import Headers, Response, header, without
from awe_author.replay.headers import depends_on_time, fitted_type, repaired
from awe_author.replay.session import ReplaySession

KEPT_BYTES = 48 << 20
LARGEST_KEPT = 6 << 20
"""Bodies up to this size are read whole."""
FRESH_SECONDS = 30.0
"""How long headers that count from real time are used again."""


@dataclass(slots=True)
class Prepared:
    """An answer as it goes to any browser, less what depends on the request."""

    entry: Entry
    status: int
    reason: str
    headers: Headers
    body: bytes | None
    """None: too large, to be streamed."""
    length: int | None
    until: float
    """Real time after which it has to be made again."""
    problem: str = ""
    names_origin: bool = False
    """Allows one origin by name (CORS)."""

    def response(self, session: ReplaySession) -> Response:
        if self.body is not None:
            return Response(self.status, self.headers, self.body, self.reason)
        body = chunks(session.archive.response(self.entry).body)
        return Response(self.status, self.headers, body, self.reason, length=self.length)

    def decoded(self, session: ReplaySession) -> tuple[Headers, bytes]:
        """Headers and the whole body without content coding."""
        body = self.body if self.body is not None else b"".join(session.archive.response(self.entry).body)
        plain = decode_body(body, header(self.headers, "content-encoding"))
        return (self.headers, body) if plain is None else (without(self.headers, "content-encoding"), plain)


class AnswerStore:
    """The prepared answers of one session."""

    def __init__(self, session: ReplaySession) -> None:
        self._session = session
        self._kept: OrderedDict[tuple[int, str], Prepared] = OrderedDict()
        self._bytes = 0

    def prepare(self, entry: Entry, destination: str) -> Prepared:
        """The answer of `entry` for a request with this Sec-Fetch-Dest."""
        key = (entry.seq, destination)
        now = self._session.wall()
        kept = self._kept.get(key)
        if kept is not None and now < kept.until:
            self._kept.move_to_end(key)
            return kept
        made = self._read(entry, destination, now)
        if made.body is not None:
            self._keep(key, made)
        return made

    def _read(self, entry: Entry, destination: str, now: float) -> Prepared:
        recorded = self._session.archive.response(entry)
        foreign = self._session.recording is None
        headers = fitted_type(repaired(recorded.headers, recorded.status, now - entry.time), destination, foreign)
        until = now + FRESH_SECONDS if depends_on_time(recorded.headers) else float("inf")
        body, length = _whole(recorded.body, recorded.length)
        reason, problem = recorded.reason, recorded.problem
        names_origin = (header(headers, "access-control-allow-origin") or "*").strip() != "*"
        return Prepared(entry, recorded.status, reason, headers, body, length, until, problem, names_origin)

    def _keep(self, key: tuple[int, str], made: Prepared) -> None:
        earlier = self._kept.pop(key, None)
        self._bytes += len(made.body or b"") + 1024 - (len(earlier.body or b"") + 1024 if earlier else 0)
        self._kept[key] = made
        while self._bytes > KEPT_BYTES and len(self._kept) > 1:
            _, dropped = self._kept.popitem(last=False)
            self._bytes -= len(dropped.body or b"") + 1024


def _whole(body: Iterable[bytes], length: int | None) -> tuple[bytes | None, int | None]:
    """(the body, its size); (None, its size if known) when it is large."""
    if length is not None and length > LARGEST_KEPT:
        return None, length
    parts: list[bytes] = []
    size = 0
    for chunk in body:
        parts.append(chunk)
        size += len(chunk)
        if size > LARGEST_KEPT:
            return None, length
    return b"".join(parts), size


async def chunks(body: Iterable[bytes]) -> AsyncIterator[bytes]:
    """A body read by offset, giving way to others between its pieces."""
    for chunk in body:
        yield chunk
        await asyncio.sleep(0)

"""What a replay session tells about itself: misses, ways out that were refused, and other facts, in order.

A miss is data, not an error: it is kept with what came nearest, so that an author can decide on a rule. Each event is
a JSON object {"n", "time", "kind", ...}; the same line goes to a file when one is given, at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from awe_author.errors import InputError

MOST_EVENTS = 50_000
"""Kept in memory; the file gets all."""


class SessionLog:
    """Append-only. `events` holds the latest ones, `total` counts all."""

    def __init__(self, path: Path | None = None, wall: Callable[[], float] = time.time) -> None:
        self.events: list[dict[str, Any]] = []
        self.total = 0
        self._wall = wall
        self._file: BinaryIO | None = None
        if path is not None:
            try:
                self._file = path.open("ab", buffering=0)
            except OSError as error:
                raise InputError(f"cannot write the log: {error.strerror}", where=str(path)) from error

    def add(self, kind: str, **facts: Any) -> dict[str, Any]:
        """Keep one event; returns it."""
        event = {"n": self.total, "time": round(self._wall(), 6), "kind": kind, **facts}
        self.total += 1
        self.events.append(event)
        if len(self.events) > MOST_EVENTS:
            del self.events[: MOST_EVENTS // 10]
        if self._file is not None:
            self._file.write(orjson.dumps(event, default=str) + b"\n")
        return event

    def of(self, *kinds: str) -> list[dict[str, Any]]:
        """The events of these kinds (all when none is named)."""
        return [event for event in self.events if not kinds or event["kind"] in kinds]

    def clear(self) -> None:
        """Forget what is in memory; numbering goes on, and the file keeps all."""
        self.events.clear()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

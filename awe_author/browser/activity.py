"""Counts what is under way at the door, so that settling knows when a page has stopped asking.

The recorder's responder and the replayer's chain both report to one `Traffic`. What never ends does not count: event
streams, WebSockets, and requests that have waited for their answer longer than their patience. A long poll looks like a
slow request when it is seen first; a path that was once that slow gets less patience from then on.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

FIRST_PATIENCE = 6.0
"""Seconds an exchange counts when its path was never slow before."""
PATIENCE = 3.0
"""Seconds an exchange counts whose path is known to be slow."""


class Activity(Protocol):
    """What settling needs to know of the door."""

    def in_flight(self) -> int:
        """Exchanges under way that count."""
        ...

    @property
    def last_change(self) -> float:
        """Monotonic seconds when an exchange last began or ended."""
        ...

    @property
    def last_message(self) -> float:
        """Monotonic seconds of the last WebSocket message or event-stream chunk."""
        ...


@dataclass(slots=True)
class _Flight:
    path: str
    began: float


@dataclass(slots=True)
class Traffic:
    """An `Activity` that is told of every exchange: `began` gives a token, `ended` or `streams` takes it back."""

    monotonic: Callable[[], float] = time.monotonic
    last_change: float = field(default=0.0)
    last_message: float = field(default=0.0)
    total: int = 0
    """Exchanges that began."""
    held: int = 0
    """Answers that wait for their turn (`browser.turns`): a page that has not got them yet is not at rest."""
    _flights: dict[int, _Flight] = field(default_factory=dict)
    _slow: set[str] = field(default_factory=set)

    def began(self, url: str) -> int:
        self.total += 1
        self.last_change = self.monotonic()
        self._flights[self.total] = _Flight(url.partition("?")[0], self.last_change)
        return self.total

    def ended(self, token: int) -> None:
        """The exchange is over. Telling it twice does no harm."""
        flight = self._flights.pop(token, None)
        if flight is None:
            return
        now = self.monotonic()
        if now - flight.began > PATIENCE:
            self._slow.add(flight.path)
        if now - flight.began <= FIRST_PATIENCE:
            self.last_change = now

    def streams(self, token: int) -> None:
        """The exchange turned out to be an event stream or a WebSocket: it goes on, but does not count."""
        self.ended(token)

    def message(self) -> None:
        self.last_message = self.monotonic()

    def in_flight(self) -> int:
        now = self.monotonic()
        count = self.held
        for flight in self._flights.values():
            age = now - flight.began
            if age > FIRST_PATIENCE:
                self._slow.add(flight.path)
            count += age <= (PATIENCE if flight.path in self._slow else FIRST_PATIENCE)
        return count


class Valve:
    """Holds back what the server pushes (WebSocket messages, event streams) while a picture is taken.

    So it is certain which messages the picture shows: those recorded before the moment of the page's frozen clock, and
    no other. `passage` lets through again by itself after `longest` seconds.
    """

    def __init__(self, longest: float = 12.0) -> None:
        self._longest = longest
        self._passable = asyncio.Event()
        self._passable.set()

    def close(self) -> None:
        self._passable.clear()

    def open(self) -> None:
        self._passable.set()

    async def passage(self) -> None:
        """Return when a message may pass."""
        if not self._passable.is_set():
            try:
                await asyncio.wait_for(self._passable.wait(), self._longest)
            except TimeoutError:
                self.open()


@dataclass(slots=True)
class NoActivity:
    """The door of a browser that has none: nothing is ever under way."""

    last_change: float = 0.0
    last_message: float = 0.0

    def in_flight(self) -> int:
        return 0

"""Clocks that are passed in, so that tests never sleep and a session's time never comes from the machine."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

Monotonic = Callable[[], float]
"""Seconds from an arbitrary origin, never going back."""


@dataclass(slots=True)
class VirtualClock:
    """A session's wall clock: starts at a recorded moment and runs with `monotonic`, or stands still when frozen.

    `now()` and every argument are seconds since the Unix epoch.
    """

    start: float
    monotonic: Monotonic = time.monotonic
    _origin: float = field(init=False)
    _frozen_at: float | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self._origin = self.monotonic()

    def now(self) -> float:
        """The session's present moment."""
        if self._frozen_at is not None:
            return self._frozen_at
        return self.start + (self.monotonic() - self._origin)

    def set(self, moment: float) -> None:
        """Jump to `moment` and run on from there."""
        self.start, self._origin, self._frozen_at = moment, self.monotonic(), None

    def freeze(self, moment: float | None = None) -> float:
        """Stand still at `moment` (default: now); returns it."""
        self._frozen_at = self.now() if moment is None else moment
        return self._frozen_at

    def thaw(self) -> None:
        """Run on from where `freeze` stopped."""
        if self._frozen_at is not None:
            self.set(self._frozen_at)

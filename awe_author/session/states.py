"""States kept in memory sparsely: a bounded number of them, those that are costly to rebuild the longest.

States share all that is equal, so one more costs about what changed since the last one kept. Every 32nd event of a
path, and whatever was asked for, goes into one LRU; every 1024th into another, so that a place in a history of millions
of events is never more than about a thousand patches away.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from awe_author.state.world_state import WorldState

FINE, COARSE = 32, 1024
"""Depths at which a state is kept: the cost of a rebuild is at most so many patches."""

Place: TypeAlias = "tuple[str, int]"
"""Timeline and node."""


class StateCache:
    """A bounded memory of states, shared by all timelines of a process. Thread-safe."""

    def __init__(self, size: int = 4096) -> None:
        self.size = size
        """States in each of the two LRUs."""
        self._lock = threading.Lock()
        self._fine: OrderedDict[Place, WorldState] = OrderedDict()
        self._coarse: OrderedDict[Place, WorldState] = OrderedDict()

    def get(self, timeline: str, node: int) -> WorldState | None:
        """The state at a node, if it is still here."""
        place = (timeline, node)
        with self._lock:
            for kept in (self._fine, self._coarse):
                if place in kept:
                    kept.move_to_end(place)
                    return kept[place]
        return None

    def put(self, timeline: str, node: int, depth: int, state: WorldState) -> None:
        """Keep a state, for as long as there is room."""
        with self._lock:
            kept = self._coarse if depth % COARSE == 0 else self._fine
            kept[(timeline, node)] = state.with_parts({})  # without what expressions have made of it
            kept.move_to_end((timeline, node))
            if len(kept) > self.size:
                kept.popitem(last=False)

    def passed(self, timeline: str, node: int, depth: int, state: WorldState) -> None:
        """Keep a state if its depth is one of those that are kept."""
        if depth % FINE == 0:
            self.put(timeline, node, depth, state)

    def forget(self, timeline: str) -> None:
        """Drop all states of a timeline."""
        with self._lock:
            for kept in (self._fine, self._coarse):
                for place in [place for place in kept if place[0] == timeline]:
                    del kept[place]

    def __len__(self) -> int:
        with self._lock:
            return len(self._fine) + len(self._coarse)

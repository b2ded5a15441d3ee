"""The tree of one timeline: its shape in memory, its events in a store, its states rebuilt where they are needed.

The shape is one parent and one depth for each node, in arrays: 16 bytes an event. Rows are checked when the timeline is
loaded, in order of append: a row whose chained digest does not fit, and all that follow it on its path, are cut - left
where they are, reported, never read.
"""

from __future__ import annotations

import logging
import threading
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import orjson

from awe_author.errors import InputError
from awe_author.json_types import JsonObject
from awe_author.session.diff import Diff, diff_states
from awe_author.session.errors import StoreDamaged
from awe_author.session.events import NO_PARENT, ROOT_DIGEST, Event, decode, digest
from awe_author.session.states import StateCache
from awe_author.session.store import LOST, Row, Store, Unreadable

if TYPE_CHECKING:
    from awe_author.state.world_state import WorldState

_log = logging.getLogger(__name__)
ROOT = 0
_CUT = -2
"""In the array of parents: no node here, or none that may be read."""


@dataclass(frozen=True, slots=True)
class Damage:
    """A row that was cut when a timeline was loaded."""

    timeline: str
    node: int
    reason: str

    def to_json(self) -> JsonObject:
        """Plain form."""
        return {"timeline": self.timeline, "node": self.node, "reason": self.reason}


class Timeline:
    """One tree. Whoever changes it, or moves a head in it, holds `lock`."""

    def __init__(self, name: str, store: Store, cache: StateCache) -> None:
        self.name, self._store, self._cache = name, store, cache
        self.lock = threading.RLock()
        self.damage: list[Damage] = []
        self._root: Event | None = None
        self._root_state: WorldState | None = None
        self._parents = array("q")
        self._depths = array("q")
        self._claims: dict[int, int] = {}
        """Of cut rows: the parent that they name."""

    # ---- shape ---------------------------------------------------------------------------

    def load(self) -> None:
        """Read and check the rows that are not known yet: those of other processes, or all."""
        digests: dict[int, bytes] = {NO_PARENT: ROOT_DIGEST}
        for row in self._store.rows(self.name, after=len(self._parents) - 1):
            if isinstance(row, Unreadable):
                self._cut(row.node, row.reason)
            elif (reason := self._flaw(row, digests)) is not None:
                self._claims[row.node] = _claimed_parent(row)
                self._cut(row.node, reason)
            else:
                digests[row.node] = row.digest
                self._grow(row.node, row.parent)
        if self._root is None and self.has(ROOT):
            self._root = self.event(ROOT)
        if self._root is None or self._root.timeline != self.name:
            raise StoreDamaged(
                f"the root of timeline {self.name} can't be read",
                hint="nothing of this timeline can be trusted; take an export or a copy of the store",
            )

    def _flaw(self, row: Row, digests: dict[int, bytes]) -> str | None:
        if row.parent not in digests:
            known = self.row(row.parent) if self.has(row.parent) else None
            if known is None:
                return f"follows node {row.parent}, which was cut"
            digests[row.parent] = known.digest
        if digest(digests[row.parent], row.node, row.parent, row.body) != row.digest:
            return "its digest does not fit what it holds or what it follows"
        return None

    def _grow(self, node: int, parent: int) -> None:
        while len(self._parents) < node:
            self._parents.append(_CUT)
            self._depths.append(0)
        self._parents.append(parent)
        self._depths.append(self._depths[parent] + 1 if parent >= 0 else 0)

    def _cut(self, node: int, reason: str) -> None:
        self.report(node, reason)
        self._grow(node, NO_PARENT)
        self._parents[node] = _CUT

    def report(self, node: int, reason: str) -> None:
        """Damage that was found: kept in `damage`, and logged."""
        self.damage.append(Damage(self.name, node, reason))
        _log.warning("timeline %s, node %s: %s", self.name, node, reason)

    def appended(self, row: Row, state: WorldState) -> None:
        """Take in a row that this process just wrote."""
        if row.node == len(self._parents):
            self._grow(row.node, row.parent)
        else:
            self.load()
        self._cache.passed(self.name, row.node, self._depths[row.node], state)

    def has(self, node: int) -> bool:
        """Is this a node that may be read?"""
        return 0 <= node < len(self._parents) and self._parents[node] != _CUT

    @property
    def root(self) -> Event:
        """Its first event, which says how the timeline was opened. Only after `load`."""
        assert self._root is not None
        return self._root

    def nodes(self) -> list[int]:
        """All nodes that may be read, in order of append."""
        return [node for node, parent in enumerate(self._parents) if parent != _CUT]

    def last_good(self, node: int, session: str) -> int:
        """`node`, or when it was cut the last node before it on its path that was not.

        When the path cannot be followed (a row is not there at all, or the head is `LOST`), the last good event that
        the same session appended.
        """
        while not self.has(node) and self._claims.get(node, node) < node:
            node = self._claims[node]
        if self.has(node):
            return node
        bound = len(self._parents) if node == LOST else min(node, len(self._parents))
        before = (at for at in range(bound - 1, ROOT, -1) if self.has(at))
        return next((at for at in before if self.event(at).session == session), ROOT)

    def path(self, after: int, to: int) -> list[int]:
        """Nodes from `after` (left out) to `to`, in order; `after` is on the path of `to`."""
        found = []
        while to != after:
            found.append(to)
            to = self._parents[to]
        return found[::-1]

    def common(self, one: int, other: int) -> int:
        """The last node that the paths of both share."""
        while one != other:
            if self._depths[one] >= self._depths[other]:
                one = self._parents[one]
            else:
                other = self._parents[other]
        return one

    # ---- events and states ---------------------------------------------------------------

    def row(self, node: int) -> Row:
        """The stored row of a node; `StoreDamaged` when the store has lost it since it was loaded."""
        row = self._store.row(self.name, node)
        if row is None:
            raise StoreDamaged(f"node {node} of timeline {self.name} can't be read any more")
        return row

    def event(self, node: int) -> Event:
        """The event of a node, whose digest is checked against its own parent's."""
        return self.read([node])[0]

    def read(self, nodes: Sequence[int]) -> list[Event]:
        """Events of nodes; each is checked (again) against its parent."""
        known: dict[int, bytes] = {NO_PARENT: ROOT_DIGEST}
        events = []
        for node in nodes:
            row = self.row(node)
            above = known.get(row.parent) or self.row(row.parent).digest
            if digest(above, row.node, row.parent, row.body) != row.digest:
                raise StoreDamaged(f"node {node} of timeline {self.name} is not what was written")
            known[node] = row.digest
            events.append(decode(row.body))
        return events

    def start(self, root_state: WorldState) -> None:
        """Give the root its state."""
        self._root_state = root_state

    def state(self, node: int) -> WorldState:
        """The state after a node: the nearest one kept above it, and the patches from there on."""
        with self.lock:
            base, state = node, self._kept(node)
            while state is None:
                base = self._parents[base]
                state = self._kept(base)
            nodes = self.path(base, node)
            for event in self.read(nodes):
                state = state.patched(event.patch)
                self._cache.passed(self.name, event.node, self._depths[event.node], state)
                if event.node == node:
                    _check(state, event)
            if nodes:
                self._cache.put(self.name, node, self._depths[node], state)
            return state

    def _kept(self, node: int) -> WorldState | None:
        if node == ROOT:
            return self._root_state
        return self._cache.get(self.name, node)

    def diff(self, before: int, after: int) -> Diff:
        """What differs between two nodes, wherever they are in the tree."""
        with self.lock:
            common = self.common(before, after)
            between = self.path(common, before) + self.path(common, after)
            paths = [change.path for event in self.read(between) for change in event.patch]
            return diff_states(self.state(before), self.state(after), paths)


def _claimed_parent(row: Row) -> int:
    """The parent that a cut row names: in its body when that can be read, else in its column."""
    try:
        return int(orjson.loads(row.body)["parent"])
    except (ValueError, TypeError, KeyError):
        return row.parent


def _check(state: WorldState, event: Event) -> None:
    if state.hash != event.state_hash:
        raise InputError(
            f"node {event.node} of timeline {event.timeline}: the rebuilt state has hash {state.hash[:12]}, "
            f"and {event.state_hash[:12]} was recorded",
            hint="the store was written with other models, or by another version of awe-author",
        )

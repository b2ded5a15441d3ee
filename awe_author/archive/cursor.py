"""How far a session has come in a recording, and which of several recorded answers to one request is due.

A cursor is a value: advancing makes a new one, so reset, rewind and branch are assignments. It holds the `position`
(the seq of the last replayed write, so that a read shows what had been written by then and nothing later) and which
entries were served (so that repeats come in recorded order).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from awe_author.archive.model import Entry, Index

_BLOCK = 2048
MOST_DONE = 200
"""Writes about something else that are kept."""


class Writes(Protocol):
    """Where the recorded writes are; an index is one."""

    def next_write(self, seq: int) -> int | None:
        """The seq of the first write after `seq`."""
        ...


@dataclass(frozen=True, slots=True)
class Done:
    """A write that was done as a recorded one was, but about something else."""

    write: int
    """The seq of the recorded one."""
    names: tuple[tuple[str, str], ...]
    """(name in the recorded one or in what it was answered, name now)."""

    def names_now(self) -> dict[str, str]:
        return dict(self.names)

    def names_then(self) -> dict[str, str]:
        return {now: then for then, now in self.names}

    def place(self, cursor: Cursor) -> Cursor:
        """The place right after the recorded one, with what it led to."""
        return replace(cursor, position=self.write, settled=self.write)


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place in a recording."""

    position: int = 0
    """Writes with a smaller or equal seq have happened."""
    step: int | None = None
    """When pinned (verify), answers recorded during this step are preferred and later ones avoided."""
    served: Mapping[int, int] = field(default_factory=dict)
    """seq // 2048 -> bits of the entries served. Never changed in place."""
    settled: int | None = None
    """A position: what the write there led to by and by is so at once, and of reads after it the last answer is due."""
    done: tuple[Done, ...] = ()
    """Writes like recorded ones about something else, in the order in which they were done."""

    def was_served(self, seq: int) -> bool:
        return bool(self.served.get(seq // _BLOCK, 0) >> (seq % _BLOCK) & 1)

    def at_step(self, step: int | None) -> Cursor:
        """The same place, pinned to `step`."""
        return replace(self, step=step)

    def after(self, entry: Entry, index: Index, *, document: bool = False) -> Cursor:
        """The place once `entry` was served; `document`: as a top-level document."""
        block = entry.seq // _BLOCK
        bits = self.served.get(block, 0) | 1 << entry.seq % _BLOCK
        position = self.position
        if entry.writes:
            position = max(position, entry.seq)
        elif document and entry.seq > position:
            position = max(position, last_write_before(index, entry.seq) or 0)
        return Cursor(position, self.step, {**self.served, block: bits}, self.settled, self.done)

    def given(self, entry: Entry) -> Cursor:
        """The same place, `entry` having been served for a part of what it answered."""
        block = entry.seq // _BLOCK
        bits = self.served.get(block, 0) | 1 << entry.seq % _BLOCK
        return replace(self, served={**self.served, block: bits})

    def having(self, done: Done) -> Cursor:
        """The same place, once this was done as well."""
        return replace(self, done=(*self.done[-MOST_DONE:], done))

    def at_the_end(self) -> Cursor:
        """The same place, with what the last write led to."""
        return replace(self, settled=self.position)


def last_write_before(index: Index, seq: int) -> int | None:
    """The seq of the last recorded write before `seq`."""
    reach = 1
    while True:
        found = index.next_write(seq - 1 - reach)
        if found is not None and found < seq:
            break
        if reach > seq + 1:
            return None
        reach *= 4
    last = found
    while (following := index.next_write(last)) is not None and following < seq:
        last = following
    return last


def next_unserved_write(index: Writes, cursor: Cursor) -> int | None:
    """Where the window of readable answers ends: the first write after the position that was not replayed yet."""
    seq = index.next_write(cursor.position)
    while seq is not None and cursor.was_served(seq):
        seq = index.next_write(seq)
    return seq


def choose(candidates: Sequence[Entry], cursor: Cursor, index: Writes, *, write: bool) -> Entry:
    """The candidate that is due. `candidates`: at least one, in recorded order, all answers to the same request."""
    if len(candidates) == 1:
        return candidates[0]
    if cursor.step is not None:
        of_step = [entry for entry in candidates if entry.step == cursor.step]
        if of_step:
            return _first_unserved(of_step, cursor) or of_step[-1]
        step = cursor.step
        candidates = [entry for entry in candidates if entry.step is None or entry.step <= step] or candidates
    if write:
        later = [entry for entry in candidates if entry.seq > cursor.position]
        return _first_unserved(later, cursor) or _last_unserved(candidates, cursor) or candidates[-1]
    end = next_unserved_write(index, cursor)
    window = [e for e in candidates if cursor.position <= e.seq and (end is None or e.seq < end)]
    if window:
        ended = cursor.settled == cursor.position and window[-1].kind != "websocket"
        return (None if ended else _first_unserved(window, cursor)) or window[-1]
    before = [entry for entry in candidates if entry.seq < cursor.position]
    return before[-1] if before else candidates[0]


def _first_unserved(entries: Sequence[Entry], cursor: Cursor) -> Entry | None:
    return next((entry for entry in entries if not cursor.was_served(entry.seq)), None)


def _last_unserved(entries: Sequence[Entry], cursor: Cursor) -> Entry | None:
    return _first_unserved(entries[::-1], cursor)

"""What the runtime is told to show: ready operations, and how one plan becomes the next.

Written as the runtime reads them (features/runtime/50_plan.js):

    {"k": "set", "s": selector, "b": [[binding, value], ...]}
    {"k": "list", "n": name, "i": container, "r": [[row to copy, any row], ...], "c": [[selector, binding], ...],
     "m": [HTML of a row or null, ...], "x": [[key, kind of row, [value, ...]], ...]}

where "m" is there only where there are samples.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import compress, count
from operator import is_not, ne
from typing import TypeAlias

from awe_author.features.dom.values import Shown
from awe_author.json_types import Json, JsonObject

Record: TypeAlias = tuple[int, tuple[Shown, ...]]
"""Kind of row, and a value for each column."""


@dataclass(frozen=True, slots=True)
class SetOperation:
    """Elements that show values."""

    select: str
    values: tuple[tuple[str, Shown], ...]

    def to_json(self) -> JsonObject:
        """As the runtime reads it."""
        return {"k": "set", "s": self.select, "b": [list(pair) for pair in self.values]}


@dataclass(frozen=True, slots=True)
class ListOperation:
    """A list of the page: its records in order."""

    name: str
    into: str
    rows: tuple[tuple[str, str], ...]
    columns: tuple[tuple[str, str], ...]
    keys: Sequence[str]
    """Of its records, in the order in which they are shown; each is there once."""

    records: Sequence[Record]
    """Beside `keys`."""

    samples: tuple[str | None, ...] = ()
    """Of each of `rows`: one as HTML, to be copied where the page has none; empty for none at all."""

    def frame(self) -> tuple[object, ...]:
        """All but the records."""
        return self.name, self.into, self.rows, self.columns, self.samples

    def to_json(self) -> JsonObject:
        """As the runtime reads it."""
        return {**self.to_short_json(), "x": list(map(_record, self.keys, self.records))}

    def to_short_json(self) -> JsonObject:
        """The same without the records."""
        return {
            "k": "list",
            "n": self.name,
            "i": self.into,
            "r": [list(pair) for pair in self.rows],
            "c": [list(pair) for pair in self.columns],
            **({"m": [*self.samples]} if any(self.samples) else {}),
        }


Operation: TypeAlias = SetOperation | ListOperation


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What one open page shows, and which events of it are features."""

    version: str
    """Equal versions of one address and view are equal plans."""

    url: str
    view: JsonObject = field(default_factory=dict)
    operations: tuple[Operation, ...] = ()
    events: tuple[tuple[str, str, str, str], ...] = ()
    """(feature, event, selector, key); an empty selector is the whole page, an empty key any."""

    applied: tuple[str, ...] = ()
    """Ids of the features that apply to the page."""

    by_fragment: bool = False
    """Does the fragment of an address decide about features?"""

    def event_types(self) -> set[str]:
        """The types of events that may be features."""
        return {kind for _, kind, _, _ in self.events}

    def to_json(self) -> JsonObject:
        """The whole, as the runtime reads it."""
        return self._json([one.to_json() for one in self.operations])

    def to_short_json(self) -> JsonObject:
        """The same without the records of lists: for a document that shows them."""
        short = [one.to_short_json() if isinstance(one, ListOperation) else one.to_json() for one in self.operations]
        return {**self._json(short), "q": True}

    def _json(self, operations: list[JsonObject]) -> JsonObject:
        return {
            "v": self.version,
            "u": self.url,
            "w": self.view,
            "o": [*operations],
            "e": [list(event) for event in self.events],
        }


def change(old: Plan, new: Plan) -> JsonObject | None:
    """What leads from one plan to the next: {} where nothing changes, None where only the whole does."""
    same = (old.url, old.applied, old.events) == (new.url, new.applied, new.events) and len(old.operations) == len(
        new.operations
    )
    if not same:
        return None
    changes: list[Json] = []
    for index, (before, after) in enumerate(zip(old.operations, new.operations, strict=True)):
        if before is after:
            continue
        if isinstance(before, SetOperation) and isinstance(after, SetOperation):
            if before != after:
                changes.append([index, after.to_json()])
        elif isinstance(before, ListOperation) and isinstance(after, ListOperation) and before.frame() == after.frame():
            changed = _list_change(before, after)
            if changed:
                changes.append([index, changed])
        else:
            return None
    moved = changes or old.view != new.view or old.version != new.version
    return {"from": old.version, "v": new.version, "w": new.view, "d": changes} if moved else {}


def _list_change(before: ListOperation, after: ListOperation) -> JsonObject:
    """Records that did not change are the same objects, as a rule: of a long list, little is looked at."""
    if before.keys is after.keys or before.keys == after.keys:
        places = compress(count(), map(is_not, before.records, after.records))
        differing = [at for at in places if before.records[at] != after.records[at]]
        return {"set": [_record(after.keys[at], after.records[at]) for at in differing]} if differing else {}
    known = dict(zip(before.keys, before.records, strict=True))
    changed = [
        _record(key, record)
        for key, record in zip(after.keys, after.records, strict=True)
        if (old := known.get(key)) is not record and old != record
    ]
    return {"set": changed, "order": list(_splice(before.keys, after.keys))}


def _splice(old: Sequence[str], new: Sequence[str]) -> tuple[int, int, list[Json]]:
    """(start, how many go, which come): the one place in which two orders differ."""
    start, end = common_ends(old, new, ne)
    return start, len(old) - start - end, list(new[start : len(new) - end])


def common_ends(
    old: Sequence[object], new: Sequence[object], differ: Callable[[object, object], bool]
) -> tuple[int, int]:
    """How many items two sequences have in common at the start, and how many of the others at the end."""
    most = min(len(old), len(new))
    start = next(compress(count(), map(differ, old, new)), most)
    end = next(compress(count(), map(differ, reversed(old), reversed(new))), most)
    return start, min(end, most - start)


def _record(key: str, record: Record) -> Json:
    return [key, record[0], list(record[1])]

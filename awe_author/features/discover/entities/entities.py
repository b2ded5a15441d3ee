"""The entities of one kind, as `starts` works them out and other modules complete them; and the records inside them.

A field that is a plain value from one endpoint and an object from another is kept in the form that most endpoints show.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.discover.common.names import IDS
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.json_types import JsonObject

DEEPEST = 5


class ToldText(ABC):
    """A text that is not kept with its entity, but told anew wherever that is shown, also in records of others."""

    __slots__ = ()

    @abstractmethod
    def text(self, item: str, key: str, values: Sequence[Any]) -> str:
        """The expression for the field of `item`, whose key's name is `key`."""


@dataclass(slots=True)
class Entities:
    """The entities of one kind."""

    kind: Kind
    seed: dict[str, JsonObject] = field(default_factory=dict)
    """Key -> entity at the start."""
    made: dict[str, JsonObject] = field(default_factory=dict)
    """Key -> entity as it was first shown, of those that the recording created."""
    forms: dict[str, str] = field(default_factory=dict)
    """Field -> "plain", "object" or "list": how it is kept."""
    written: set[str] = field(default_factory=set)
    """Fields that recorded writes sent."""
    sent: dict[str, list[Any]] = field(default_factory=dict)
    """Field -> values that recorded writes sent."""
    paired: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Field -> what requests put there and take away is called (`common.put_and_taken`)."""
    sent_new: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Key of a created entity -> what the request sent that made it."""
    ordered: bool = False
    """Is their order kept: that in which requests send all of them, or one that nothing else tells (`kept_order`)?"""
    order: list[str] = field(default_factory=list)
    """The keys of the start in that order; empty for that of `seed`."""
    newest_first: bool = False
    """Does a new one come first in it?"""
    settled: dict[str, set[str]] = field(default_factory=dict)
    """Key of a created entity -> fields that became something else by themselves: a run's status."""
    joined: dict[str, str] = field(default_factory=dict)
    """Field that requests send as a list and that is kept as a text -> what stands between its items, if known."""
    flattened: list[str] = field(default_factory=list)
    """Fields that requests send as objects whose members are the entity's own."""
    within: dict[str, str] = field(default_factory=dict)
    """Field that requests send and that stands in a record of the entity -> the field with that record."""
    retyped: dict[str, Any] = field(default_factory=dict)
    """Field that requests send as a text and that is kept as something else -> what becomes of it (`retyped`)."""
    lone: list[str] = field(default_factory=list)
    """Fields that requests send as a list of one and that are kept as its number (`scalars`)."""
    blanks_within: list[tuple[str, str]] = field(default_factory=list)
    """Members of records that are nothing where an empty text is sent."""
    left_empty: list[tuple[str, ...]] = field(default_factory=list)
    """Places of members that are not kept while they are empty."""
    masked: dict[tuple[str, ...], str] = field(default_factory=dict)
    """Place of a text that requests send -> the text that is shown there instead, always the same."""
    raised: dict[str, int] = field(default_factory=dict)
    """Field that goes up by one with each write -> what it is in the beginning."""
    defaults: dict[str, Any] = field(default_factory=dict)
    """Field -> what some endpoints show of entities that do not have it."""
    ragged: bool = False
    """Is what an entity has no value for left out where whole entities are shown?"""
    total: int | None = None
    """How many there were at the start, as the app says; None when it does not."""

    choices: dict[str, dict[str, str]] = field(default_factory=dict)
    """Field that forms send -> its value -> what users choose from."""
    value_words: dict[tuple[str, Any], str] = field(default_factory=dict)
    """(field, value) -> what requests call it: `open` for what is not `done`."""
    children: dict[str, Entities] = field(default_factory=dict)
    """Field with a list that creates send -> the kind of what they make of it."""
    joins: dict[str, Any] = field(default_factory=dict)
    """Field -> how its records come from another kind (`joins.Join`)."""
    takes_along: list[Any] = field(default_factory=list)
    """What is deleted with one of them (`child_links.Link`)."""
    wrapper: dict[str, Any] = field(default_factory=dict)
    """What wrappers say around them, as expressions (`wrappers`)."""

    @property
    def number(self) -> bool:
        """Are the keys numbers for the app? The model keeps a field `id` as text, like the collection's key."""
        return self.kind.key == "id" and self.kind.key_is_number()

    @property
    def counted(self) -> bool:
        """Are the keys compared as numbers? Also texts of digits, such as GraphQL's `ID`."""
        return self.number or ((self.kind.key == "id" or not self.kind.key_is_number()) and self.kind.key_counts())

    @property
    def unseen(self) -> int:
        """How many of them the recording does not show."""
        return max(0, (self.total or 0) - len(self.seed))

    def values(self, name: str) -> list[Any]:
        """All values of a field, of entities at the start and created ones."""
        return [one[name] for one in [*self.seed.values(), *self.made.values()] if name in one]

    def fields(self) -> list[str]:
        """Names of the fields, in order of appearance."""
        return list(dict.fromkeys(name for one in [*self.seed.values(), *self.made.values()] for name in one))

    def tells_apart(self, name: str) -> bool:
        """Is it a number that each entity has, and no two the same?"""
        values = [str(value) for value in self.values(name)]
        there = len(self.seed) + len(self.made)
        return len(values) == len(set(values)) == there > 2 and all(value.isdigit() for value in values)

    def always(self) -> list[str]:
        """Fields that every entity has, and never null."""
        all_of = [*self.seed.values(), *self.made.values()]
        return [name for name in self.fields() if all(one.get(name) is not None for one in all_of)]

    def certain(self) -> list[str]:
        """Those of them that no request can take away: one that sends JSON may say null for what writes send."""
        cleared = self.written - {self.kind.key} if self.kind.source == "json" else set()
        return [name for name in self.always() if name not in cleared]


def completed(known: Any, more: Any, depth: int = 0) -> Any:
    """`known` with the members of records in it that `more` shows beyond: another endpoint tells more of them."""
    if depth > DEEPEST:
        return known
    if isinstance(known, dict) and isinstance(more, dict) and same_record(known, more):
        made = {
            name: completed(value, more[name], depth + 1) if name in more else value for name, value in known.items()
        }
        return made | {name: value for name, value in more.items() if name not in known}
    if isinstance(known, list) and isinstance(more, list):
        others = {str(one.get(name)): one for one in more if isinstance(one, dict) for name in IDS if one.get(name)}
        return [
            completed(one, others.get(str(record_key(one))), depth + 1) if record_key(one) is not None else one
            for one in known
        ]
    return known


def same_record(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Do both show one record: the same id, or without ids mostly the same members?"""
    key, others = record_key(one), record_key(other)
    if key is not None or others is not None:
        return bool(key == others)
    return bool(one) and bool(other) and len(one.keys() & other.keys()) >= 0.7 * min(len(one), len(other))


def record_key(value: Any) -> Any:
    """The id of a record inside an entity; None when it has none."""
    return next((value[name] for name in IDS if value.get(name)), None) if isinstance(value, dict) else None


def form_of(value: Any) -> str:
    """ "plain", "object", "list", or "count": no more than how many records there are, `{"count": 3}`."""
    if isinstance(value, dict) and value.keys() == {"count"} and isinstance(value["count"], int):
        return "count"
    return "object" if isinstance(value, dict) else "list" if isinstance(value, list) else "plain"

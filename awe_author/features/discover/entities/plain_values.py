"""What the model of a draft keeps beside its entities: next ids and keys, the order of lists, how many are unseen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from awe_author.features.discover.common.keys import first_number
from awe_author.features.discover.common.numbered import numbered_among
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.json_types import JsonObject

NAMES = ("next_ids", "next_keys", "unseen", "order")
NEXT_ID = "The number that the next created entity gets."


@dataclass(slots=True)
class PlainValues:
    """The values at the start, each by kind."""

    next_ids: JsonObject = field(default_factory=dict)
    next_keys: dict[str, list[str]] = field(default_factory=dict)
    unseen: JsonObject = field(default_factory=dict)
    order: dict[str, list[str]] = field(default_factory=dict)
    """Of kinds that are replaced as a whole, or whose order nothing tells."""

    def used(self, one: Operation, part: Entities, what: str) -> None:
        """An operation that creates entities uses up `what` (`NewKey.used`)."""
        if what == "next_keys":
            self.next_keys.setdefault(part.kind.name, []).extend(one.made)
        elif what:
            known = self.next_ids.get(part.kind.name)
            first = _first_number(one, part)
            self.next_ids[part.kind.name] = min(first, known) if isinstance(known, int) else first

    def add_to(self, properties: JsonObject, seed: JsonObject) -> None:
        """Put those that there are into the model and its seed."""
        add_keys(properties, seed, "order", self.order, "Keys in the order of the app's list.")
        add_counts(properties, seed, "next_ids", self.next_ids, NEXT_ID)
        says = "Keys of the next created entities: those of the recording's, then others are made up."
        keys = {name: [*dict.fromkeys(made)] for name, made in self.next_keys.items()}
        add_keys(properties, seed, "next_keys", keys, says)
        says = "How many entities the app has beyond those the recording shows."
        add_counts(properties, seed, "unseen", self.unseen, says)


def _first_number(one: Operation, part: Entities) -> int:
    """Where the counter of a kind's keys starts."""
    made = [part.made[key].get(part.kind.key) for key in one.made if key in part.made]
    how = None if part.number else numbered_among([*part.seed, *map(str, made)], made)
    if how is None:
        return first_number(made, list(part.seed))
    return first_number([number for key in made if (number := how.number(str(key))) is not None], [])


def add_counts(properties: JsonObject, seed: JsonObject, name: str, values: JsonObject, says: str) -> None:
    """A plain value that has a number for each kind; nothing without values."""
    if values:
        properties[name] = {
            "type": "object",
            "description": says,
            "additionalProperties": False,
            "required": [*values],
            "properties": {one: {"type": "integer", "minimum": 0} for one in values},
        }
        seed[name] = values


def add_counter(document: JsonObject, seed: JsonObject, counter: str, first: int) -> None:
    """One more of the counters in `next_ids` of a model that is there already, with its first number."""
    known, properties, required = seed.get("next_ids", {}), document["properties"], document["required"]
    assert isinstance(known, dict)
    assert isinstance(properties, dict)
    assert isinstance(required, list)
    add_counts(properties, seed, "next_ids", {**known, counter: first}, NEXT_ID)
    if "next_ids" not in required:
        required.append("next_ids")


def add_keys(
    properties: JsonObject, seed: JsonObject, name: str, values: Mapping[str, Sequence[str]], says: str
) -> None:
    """A plain value that has a list of keys for each kind; nothing without values."""
    if values:
        properties[name] = {
            "type": "object",
            "description": says,
            "required": [*values],
            "properties": {one: {"type": "array", "items": {"type": "string"}} for one in values},
        }
        seed[name] = {one: [*keys] for one, keys in values.items()}

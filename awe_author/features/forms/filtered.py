"""Filters and orders that say what each part of them is: conditions in objects called after their kind, fields in
objects of their own, the comparison in a member called after the type of the field.

    {"test": {"field": {"path": "town"}, "op": "EQUAL", "value": "Oslo"}}
    {"and": [{"property": "Town", "text": {"equals": "Oslo"}}, ...]}
    {"several": {"op": "OR", "filters": [{"test": {...}}, ...]}}

Features see a tree: `{"and": [{"town": {"EQUAL": "Oslo"}}]}`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.forms.model import Asking, Sent
from awe_author.json_types import Json, JsonObject

AND, OR = "and", "or"
JOINS = {"and": AND, "all": AND, "or": OR, "any": OR}
DEEPEST = 6
Place = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Filtered(Asking):
    """The form of such requests."""

    on: str
    places: tuple[Place, ...]
    """Where in a body the filter stands."""
    field: str = ""
    """The member of a condition that says the field."""
    operator: str = ""
    """That which says how to compare; "" where that is said in the only other member, with the value."""
    value: str = ""
    orders: tuple[Place, ...] = ()
    """Where an order stands, each part of which says its field in an object."""

    def asked(self, sent: Sent) -> Sent:
        if sent.is_form or sent.body is None:
            return sent
        body: Json = sent.body
        for place in self.places:
            body = changed(body, place, self._tree)
        for place in self.orders:
            body = changed(body, place, plain_order)
        return sent if body == sent.body else sent.saying(body)

    def _tree(self, value: Json) -> Json:
        found = self.tree(value)
        if found is None:
            return value
        return found if found.keys() <= {AND, OR} else {AND: [found]}

    def tree(self, value: Any, depth: int = 0) -> JsonObject | None:
        """The filter as a tree; None when it cannot be read."""
        if not isinstance(value, dict) or not value or depth > DEEPEST:
            return None
        if self.field in value:
            return self._leaf(value)
        joined = joined_of(value)
        if joined is not None:
            parts = [self.tree(one, depth + 1) for one in joined[1]]
            return {joined[0]: [one for one in parts if one is not None]} if None not in parts else None
        return self.tree(next(iter(value.values())), depth + 1) if len(value) == 1 else None

    def _leaf(self, value: JsonObject) -> JsonObject | None:
        name = sole_text(value[self.field])
        if name is None:
            return None
        if self.operator:
            how = value.get(self.operator)
            return {name: {how: value.get(self.value, True)}} if isinstance(how, str) else None
        inner: Any = [one for other, one in value.items() if other != self.field]
        inner = inner[0] if len(inner) == 1 else None
        while isinstance(inner, dict) and len(inner) == 1 and isinstance(under := next(iter(inner.values())), dict):
            if not under:
                break
            inner = under
        return {name: inner} if isinstance(inner, dict) and len(inner) == 1 else None

    def document(self) -> JsonObject:
        made: JsonObject = {"on": self.on, "filtered": [[*place] for place in self.places], "name": self.field}
        made |= {"operator": self.operator, "value": self.value} if self.operator else {}
        return made | ({"orders": [[*place] for place in self.orders]} if self.orders else {})


def joined_of(value: JsonObject) -> tuple[str, list[Any]] | None:
    """(and or or, the parts) of an object that joins conditions; None for any other."""
    lists = [(name, one) for name, one in value.items() if isinstance(one, list)]
    if len(lists) != 1 or not all(isinstance(one, dict) for one in lists[0][1]):
        return None
    word = JOINS.get(lists[0][0].strip("$_").lower()) if len(value) == 1 else None
    said = [JOINS[one.lower()] for one in value.values() if isinstance(one, str) and one.lower() in JOINS]
    word = word or (said[0] if len(said) == 1 and len(value) == 2 else None)
    return (word, lists[0][1]) if word else None


def sole_text(value: Any) -> str | None:
    """A text, or that in the only member of an object."""
    inner = next(iter(value.values())) if isinstance(value, dict) and len(value) == 1 else value
    return inner if isinstance(inner, str) else None


def plain_order(value: Json) -> Json:
    """An order whose parts say texts where they said objects with one text."""
    if not isinstance(value, list):
        return value
    return [
        {name: said if (said := sole_text(one)) is not None else one for name, one in each.items()}
        if isinstance(each, dict) else each
        for each in value
    ]  # fmt: skip


def changed(value: Any, place: Sequence[str], made: Callable[[Json], Json]) -> Any:
    """A document with what stands at a place made anew; as it is where nothing stands there."""
    if not place:
        return made(value)
    if not isinstance(value, dict) or place[0] not in value:
        return value
    return {**value, place[0]: changed(value[place[0]], place[1:], made)}


def filtered_of(document: Mapping[str, Any]) -> Filtered:
    """From a feature file."""
    places, orders = (tuple(map(tuple, document.get(name, ()))) for name in ("filtered", "orders"))
    names = (document.get("name", ""), document.get("operator", ""), document.get("value", ""))
    return Filtered(document["on"], places, *names, orders)

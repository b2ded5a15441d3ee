"""Expressions for what stands in messages: places, literals, the members of things, and lists of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from awe_author.features.discover.common.keys import literal, text
from awe_author.features.discover.common.names import is_plain, safe, singular
from awe_author.features.discover.talks.things import Spot, Thing
from awe_author.features.turns import Said, at, name_place
from awe_author.json_types import Json, JsonObject

POSITION = "position"
PLACES = ("index", "position", "order", "pos", "rank")
"""Members that say where among others a thing stands."""
BOUND = ("message", "text", "url", "path", "query", "segments", "found", "one", "warehouse", "last", "result")
"""Names that expressions of sockets have already."""


def place_text(place: Iterable[str | int], of: str = "message") -> str:
    """`message.args[0].text`."""
    made = of
    for step in place:
        made += f"[{step}]" if isinstance(step, int) else f".{step}" if is_plain(step) else f"[{text(step)}]"
    return made


def named(said: Said) -> str:
    """The condition that a message has this name."""
    place = name_place(said.value)
    return f"{place_text(place)} == {text(str(at(said.value, place)))}" if place else "false"


def key_text(kind: Thing, item: str) -> str:
    """The key of an item as the collection has it: always a text."""
    return f"{item}.id" if kind.weak or kind.key == "id" else place_text((kind.key,), item)


def own_key(kind: Thing, key: str) -> str:
    """A key (an expression for the text) as the app has it."""
    return f"int({key})" if kind.number and not kind.weak else key


def item_name(kind: Thing) -> str:
    """What an item of the kind is called."""
    name = safe(singular(kind.name))
    return f"{name}_" if name in BOUND else name


def children(kind: Thing, owner: str) -> str:
    """The items of one parent (of all, when they have none), in order."""
    base = (
        f"state.{kind.name}.values()"
        if kind.parent is None
        else f"state.{kind.name}.by({text(kind.field_of_parent)}, {owner})"
    )
    return base + in_order(kind)


def in_order(kind: Thing) -> str:
    """Puts a list into the app's order."""
    if kind.placed or kind.weak:
        return f".sortBy(one, one.{POSITION})"
    return ".sortBy(one, int(one.id))" if kind.number and kind.key == "id" else ""


def last(found: str, count: int) -> str:
    """The last items of a list."""
    return f"{found}.reverse().slice(0, math.least({count}, {found}.size())).reverse()"


def hidden(kind: Thing) -> list[str]:
    """Members of the state that the app does not know."""
    found = [kind.field_of_parent] if kind.parent is not None else []
    found += [POSITION] if kind.placed or kind.weak else []
    found += ["id"] if kind.weak else []
    return [*found, *sorted(kind.beside)]


def shown(kind: Thing, spot: Spot | None, item: str, inner: JsonObject | None = None) -> JsonObject:
    """The object that the app shows of an item. `inner`: templates of the members that are lists of children."""
    made: JsonObject = {
        "...": f"{item}.without([{', '.join(text(name) for name in hidden(kind))}])" if hidden(kind) else item
    }
    if kind.key == "id" and kind.number and not kind.weak:
        made["id"] = f"int({item}.id)"
    there = spot.fields() if spot is not None else set()
    for name, child in kind.counts.items():
        if name in there:
            made[name] = f"{children(child, key_text(kind, item))}.size()"
    for name in kind.inner:
        if name in there:
            made[name] = (inner or {}).get(name, [])
    return made


def literal_of(value: Any) -> Json:
    """A template that gives a value."""
    made: Json = literal(value)
    return made


def same(values: Sequence[Any]) -> bool:
    """Are all equal (and none is a boolean where another is a number)?"""
    return all(one == values[0] and type(one) is type(values[0]) for one in values)


def ordered(kind: Thing, keys: Sequence[str]) -> list[str]:
    """The keys in the app's order."""
    if kind.number and not kind.placed and not kind.weak:
        return sorted(keys, key=int)
    return sorted(keys, key=lambda key: kind.ranks.get(key, 0)) if kind.placed else list(keys)


def order_of(kind: Thing, item: str) -> str:
    """What an item is ordered by."""
    if kind.placed or kind.weak:
        return f"{item}.position"
    return f"int({item}.id)" if kind.number and kind.key == "id" else key_text(kind, item)

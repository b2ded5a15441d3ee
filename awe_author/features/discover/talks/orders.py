"""Where among the others a new thing is put, told by the place that its message names (`index`, `position`).

The rule that explains most of the new things is taken: sorted by a field, all of them or those alone that are alike in
another (channels by their names, and people by theirs).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.talks.forms import PLACES, item_name
from awe_author.features.discover.talks.things import Sight, Thing
from awe_author.features.turns import scalars
from awe_author.json_types import JsonObject

Rule = tuple[str, str]
"""Field that the things are sorted by; field that those are alike in which are sorted among themselves, or ''."""


def sorting(kind: Thing) -> Rule | None:
    """Are new things put between the others? Says so in the kind, and their order. By which rule, if one is found."""
    explained: Counter[Rule] = Counter()
    orders: dict[str | None, list[str]] = defaultdict(list)
    for key in (one for one in kind.first if one not in kind.made):
        orders[kind.owners.get(key)].append(key)
    for key in sorted(kind.made, key=lambda one: kind.made[one].at):
        others, sight = orders[kind.owners.get(key)], kind.first[key]
        index = _told(sight)
        if index is None or not 0 <= index <= len(others):
            others.append(key)
            continue
        kind.placed = True
        for rule in _rules(sight.value):
            explained[rule] += _place(kind, sight.value, others, rule) == index
        others.insert(index, key)
    kind.ranks = {key: place for keys in orders.values() for place, key in enumerate(keys)}
    best = max(explained.values(), default=0)
    return next((rule for rule, count in explained.items() if count == best), None) if best else None


def _told(sight: Sight) -> int | None:
    """The place that the message of a new thing names beside it."""
    beside = {place[-1]: value for place, value in scalars(sight.said.value)
              if place and place[: len(sight.place)] != sight.place}  # fmt: skip
    return next((value for name, value in beside.items() if name in PLACES and isinstance(value, int)), None)


def _rules(value: dict[str, Any]) -> list[Rule]:
    names = list(dict.fromkeys(("name", "title", "label", *value)))
    return [(name, group) for name in names for group in ("", *(one for one in value if one != name))]


def _place(kind: Thing, value: dict[str, Any], others: Sequence[str], rule: Rule) -> int | None:
    """Before the first of the others that sorts after it, else at the end."""
    name, group = rule
    mine = value.get(name)
    if not isinstance(mine, str) or not mine or (group and not isinstance(value.get(group), str)):
        return None
    for place, key in enumerate(others):
        other = kind.first[key].value
        if group and other.get(group) != value.get(group):
            continue
        if isinstance(other.get(name), str) and other[name].lower() > mine.lower():
            return place
    return len(others)


def position(kind: Thing, rule: Rule | None, value: JsonObject, owner: str, let: str, lets: JsonObject) -> str:
    """The expression of a new thing's position: before the first that sorts after it, else at the end. What it needs
    is put into `lets`."""
    item = item_name(kind)
    there = f"state.{kind.name}.values()"
    if kind.parent is not None:
        there += f".filter({item}, {item}.{kind.field_of_parent} == {owner})"
    lets[f"{let}_beside"] = there
    last = f"({let}_beside.size() > 0 ? math.greatest({let}_beside.map({item}, {item}.position)) + 1.0 : 1.0)"
    if rule is None:
        return last
    name, group = rule
    conditions = [f"{item}.get({text(group)}, '') == {value[group]}"] if group else []
    conditions.append(f"string({item}.get({text(name)}, '')).lowerAscii() > string({value[name]}).lowerAscii()")
    lets[f"{let}_after"] = f"{let}_beside.filter({item}, {' && '.join(conditions)}).map({item}, {item}.position)"
    lets[f"{let}_before"] = (
        f"{let}_after.size() == 0 ? [] : {let}_beside.map({item}, {item}.position)"
        f".filter(position, position < math.least({let}_after))"
    )
    least = f"math.least({let}_after)"
    between = f"({let}_before.size() == 0 ? {least} - 1.0 : ({least} + math.greatest({let}_before)) / 2.0)"
    return f"{let}_after.size() == 0 ? {last} : {between}"

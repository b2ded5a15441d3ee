"""Found things: lists that show things under other keys, by what the question says of their parent and of a text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.talks.forms import (
    in_order,
    item_name,
    key_text,
    literal_of,
    order_of,
    ordered,
    own_key,
    place_text,
    shown,
)
from awe_author.features.discover.talks.things import TRIVIAL, Spot, Thing
from awe_author.features.turns import Said, Turn, at, params_of
from awe_author.json_types import JsonObject


def found_of(
    kind: Thing,
    spot: Spot,
    values: Sequence[tuple[Turn, Said, Any]],
    lets: JsonObject,
    said_by: Callable[..., str | None],
) -> Any:
    """A list of found things: by what the question says of the parent and of a text, and by what all share."""
    cases = []
    for turn, said, _ in values:
        mine = [one for one in spot.sights if one.said is said]
        keys = [_behind(kind, one.value, spot.key, said.at) for one in mine]
        if turn.asked is None or None in keys:
            return None
        cases.append((turn, said, [str(key) for key in keys]))
    conditions = [*_of_parent(kind, cases), *_of_text(kind, cases), *_in_common(kind, cases)]
    source = f"state.{kind.name}.values()"
    if conditions:
        source += f".filter(one, {' && '.join(conditions)})"
    source += in_order(kind)
    ups = all(keys == ordered(kind, keys) for _, _, keys in cases)
    lets["found"] = source if ups else f"{source}.reverse()"
    item = item_name(kind)
    made = shown(kind, None, item)
    made[spot.key] = f"found.filter(one, {order_of(kind, 'one')} < {order_of(kind, item)}).size()"
    known = {name for sight in kind.sights() for name in sight.value}
    for name in sorted(spot.fields() - known):
        place = said_by([(turn, one.value.get(name)) for turn, said, _ in values
                                    for one in spot.sights if one.said is said])  # fmt: skip
        made[name] = place if place is not None else literal_of(spot.sights[0].value.get(name))
    return {"each": "found", "as": item, "set": made}


def _behind(kind: Thing, value: dict[str, Any], key: str, moment: int) -> str | None:
    """The key of the thing that a found object shows."""
    for one in kind.sights():
        shared = [name for name in value if name in one.value and name != key]
        if one.said.at <= moment and len(shared) >= 3 and all(value[name] == one.value[name] for name in shared):
            return one.key
    return None


def _of_parent(kind: Thing, cases: Sequence[tuple[Turn, Said, list[str]]]) -> list[str]:
    parent = kind.parent
    if parent is None or not any(keys for _, _, keys in cases):
        return []
    for place, value in params_of(cases[0][0].asked.value if cases[0][0].asked else None):
        if not isinstance(value, str | int) or value in TRIVIAL:
            continue
        for name in {part for one in parent.first.values() for part in one.value} - {
            *parent.inner,
            *parent.counts,
        }:
            told = [(turn, kind.owners.get(key, "")) for turn, _, keys in cases for key in keys]
            if told and all(
                turn.asked is not None
                and owner in parent.first
                and at(turn.asked.value, place) == parent.first[owner].value.get(name)
                for turn, owner in told
            ):
                owner = f"state.{parent.name}[one.{kind.field_of_parent}]"
                key = key_text(parent, owner) if name == parent.key else place_text((name,), owner)
                return [f"{own_key(parent, key) if name == parent.key else key} == {place_text(place)}"]
    return []


def _of_text(kind: Thing, cases: Sequence[tuple[Turn, Said, list[str]]]) -> list[str]:
    for place, value in params_of(cases[0][0].asked.value if cases[0][0].asked else None):
        if not isinstance(value, str) or len(value) < 2:
            continue
        for name in dict.fromkeys(part for one in kind.first.values() for part in one.value):
            told = [
                (str(at(turn.asked.value, place)).lower() if turn.asked else "", kind.first[key].value.get(name))
                for turn, _, keys in cases
                for key in keys
            ]
            if (
                told
                and all(isinstance(own, str) and part in own.lower() for part, own in told)
                and not all(own == at(cases[0][0].asked.value if cases[0][0].asked else None, place) for _, own in told)
            ):
                return [f"string(one.get({text(name)}, '')).lowerAscii().contains({place_text(place)}.lowerAscii())"]
    return []


def _in_common(kind: Thing, cases: Sequence[tuple[Turn, Said, list[str]]]) -> list[str]:
    """A field of few values that all found ones share, and others of the same parents do not."""
    found = {key for _, _, keys in cases for key in keys}
    owners = {kind.owners.get(key) for key in found}
    others = [kind.first[key].value for key in kind.first if key not in found and kind.owners.get(key) in owners]
    for name in dict.fromkeys(part for key in found for part in kind.first[key].value):
        mine = {kind.first[key].value.get(name) for key in found
                if not isinstance(kind.first[key].value.get(name), dict | list)}  # fmt: skip
        if len(mine) == 1 and name != kind.key and isinstance(value := next(iter(mine)), str) and value:
            often = sum(one.value.get(name) == value for one in kind.first.values())
            if often > len(found) and any(one.get(name) != value for one in others):
                return [f"one.get({text(name)}, '') == {text(value)}"]
    return []

"""What the server tells every open page: of new things, changed members, and things that are gone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.keys import literal_text, text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.features.discover.talks.forms import (
    PLACES,
    POSITION,
    in_order,
    item_name,
    key_text,
    literal_of,
    own_key,
    shown,
)
from awe_author.features.discover.talks.things import Spot, Thing
from awe_author.features.discover.talks.variants import Changed, Made, Variant
from awe_author.features.turns import Line, Pattern, at
from awe_author.json_types import Json, JsonObject


def pushes(line: Line, kinds: Sequence[Thing], variants: Sequence[Variant]) -> list[Feature]:
    """New things first, in the order in which they came together; then changed members, then what is gone."""
    found: list[Feature] = []
    made = [(variant, turn, one) for variant in variants for turn in variant.turns for one in variant.made[id(turn)]]
    for kind in kinds:
        for spot in kind.spots:
            mine = [one for variant, turn, one in made if one.kind is kind and one.spot is spot
                    and not variant.direct(turn, one.sight.said)]  # fmt: skip
            if mine:
                found.append(_added(line, kind, spot, mine))
    changes: dict[tuple[str, str], list[Changed]] = {}
    for variant in variants:
        for turn in variant.turns:
            for one in (one for one in variant.changed[id(turn)] if not variant.direct(turn, one.said)):
                changes.setdefault((one.kind.name, one.said.name), []).append(one)
    for (name, said), ones in changes.items():
        kind = next(one for one in kinds if one.name == name)
        found.append(_changed(line, kind, said, ones))
    return found


def _on(line: Line, kind: Thing, event: str) -> JsonObject:
    item = item_name(kind)
    watched: JsonObject = {"stream" if line.stream else "socket": line.address, "event": event}
    return {**watched, "each": f"state.{kind.name}.values(){in_order(kind)}", "as": item, "key": key_text(kind, item)}


def _added(line: Line, kind: Thing, spot: Spot, made: Sequence[Made]) -> Feature:
    item = item_name(kind)
    first = made[0].sight

    def part(value: Any, pattern: Pattern) -> Json:
        if pattern == spot.pattern:
            whole = shown(kind, spot, item)
            return whole | {name: literal_of(value[name]) for name in (*kind.inner, *kind.counts) if name in value}
        if isinstance(value, dict):
            return {name: part(inner, (*pattern, name)) for name, inner in value.items()}
        if isinstance(value, list):
            return [part(inner, (*pattern, number)) for number, inner in enumerate(value)]
        return _beside(kind, spot, made, pattern, item, value)

    document: JsonObject = {
        "id": f"{kind.name}.added",
        "title": f"Tell of new {kind.name}",
        "on": _on(line, kind, "added"),
        "reply": {"json": part(first.said.value, ())},
    }
    seqs = ", ".join(str(one.sight.said.seq) for one in made[:8])
    sure = min(0.95, 0.6 + 0.1 * len(made))
    return Feature(document, [f"seen: message {spot.name}, seq {seqs}", f"sure: {sure:.2f}"], sure)


def _beside(kind: Thing, spot: Spot, made: Sequence[Made], place: Pattern, item: str, value: Any) -> Json:
    """A member beside the new thing: its parent's key, its place among the others, or what it was."""
    values = [(one, at(one.sight.said.value, place)) for one in made]
    parent = kind.parent
    if parent is not None and all(str(inner) == kind.owners.get(one.key) for one, inner in values):
        return own_key(parent, f"{item}.{kind.field_of_parent}")
    if kind.placed and place[-1] in PLACES and isinstance(value, int):
        others = f"state.{kind.name}.values()"
        if parent is not None:
            others = f"state.{kind.name}.by({text(kind.field_of_parent)}, {item}.{kind.field_of_parent})"
        return f"{others}.filter(one, one.{POSITION} < {item}.{POSITION}).size()"
    chosen = _by_field([(one.sight.value, inner) for one, inner in values], item)
    return literal_of(value) if chosen is None else chosen


def _by_field(values: Sequence[tuple[Mapping[str, Any], Any]], item: str) -> str | None:
    """The expression of a plain value that differs, and goes with what a text of the new things says (their sort, their
    state): one that two of them have alike."""
    plain = {type(value) for _, value in values}
    if len({repr(value) for _, value in values}) < 2 or len(plain) > 1 or plain & {dict, list}:
        return None
    for name in values[0][0]:
        if not all(isinstance(shown.get(name), str) for shown, _ in values):
            continue
        told = {shown[name]: value for shown, value in values}
        if len(told) < len(values) and all(told[shown[name]] == value for shown, value in values):
            *cases, (_, usual) = told.items()
            chosen = [f"{item}.get({text(name)}, '') == {text(said)} ? {literal_text(value)}" for said, value in cases]
            return " : ".join([*chosen, literal_text(usual)])
    return None


def _changed(line: Line, kind: Thing, name: str, ones: Sequence[Changed]) -> Feature:
    item, one = item_name(kind), ones[0]
    event = "removed" if one.gone else "changed"

    def part(value: Any, place: Pattern) -> Json:
        if isinstance(value, dict):
            if place == one.place:
                return {member: _member(kind, one, member, inner, item) for member, inner in value.items()}
            return {member: part(inner, (*place, member)) for member, inner in value.items()}
        if isinstance(value, list):
            return [part(inner, (*place, number)) for number, inner in enumerate(value)]
        return literal_of(value)

    document: JsonObject = {
        "id": f"{kind.name}.{event}.{snake(name)}",
        "title": f"Tell of {event} {kind.name}",
        "on": _on(line, kind, event),
        "reply": {"json": part(one.said.value, ())},
    }
    seqs = ", ".join(str(each.said.seq) for each in ones[:8])
    return Feature(document, [f"seen: message {name}, seq {seqs}", "sure: 0.70"], 0.7)


def _member(kind: Thing, one: Changed, member: str, value: Any, item: str) -> Json:
    if member == one.member:
        return own_key(kind, key_text(kind, item))
    if member in one.values:
        return (
            f"{item}.get({text(member)}, {literal_of(value)})" if isinstance(value, str) else f"{item}[{text(member)}]"
        )
    return literal_of(value)

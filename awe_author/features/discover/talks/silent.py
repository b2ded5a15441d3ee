"""What a message changes without a word: members that are otherwise when the thing is shown again.

A member that, whenever a thing is shown after a message named it, is the same value, or the key of its newest child at
that moment, is set by such messages; when they explain a change that was seen, and more of them than other messages do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.talks.forms import children, key_text, ordered, own_key, place_text
from awe_author.features.discover.talks.things import Sight, Thing
from awe_author.features.discover.talks.variants import Variant
from awe_author.features.turns import Pattern, at, params_of
from awe_author.json_types import Json, JsonObject

NEWEST: Any = object()
"""The key of the newest child."""


@dataclass(frozen=True, slots=True)
class Silent:
    """A message sets a member of the thing that it names."""

    variant: Variant
    kind: Thing
    place: Pattern
    """Where the message names the thing."""
    member: str
    value: Any
    child: Thing | None = None
    explained: int = 0


def silent_of(kinds: Sequence[Thing], variants: Sequence[Variant]) -> list[Silent]:
    """For each member that changes without a word the message that does it."""
    best: dict[tuple[str, str], Silent] = {}
    told = {(one.kind.name, name) for variant in variants for turn in variant.turns
            for one in variant.changed[id(turn)] for name in one.values}  # fmt: skip
    for kind in kinds:
        for variant in variants:
            for one in _tries(kind, variant):
                mark = (kind.name, one.member)
                if mark not in told and (mark not in best or one.explained > best[mark].explained):
                    best[mark] = one
    return list(best.values())


def _tries(kind: Thing, variant: Variant) -> Iterator[Silent]:
    asked = variant.turns[0].asked
    if kind.weak or asked is None or variant.command:
        return
    members = {name for one in kind.sights() for name in one.value} - {kind.key, *kind.inner, *kind.counts}
    for place, _ in params_of(asked.value):
        named = [(turn.asked.at, str(at(turn.asked.value, place))) for turn in variant.turns if turn.asked]
        if not all(key in kind.first for _, key in named):
            continue
        for name in sorted(members):
            cases = list(_cases(kind, named, name))
            changed = [one for one, before, _ in cases if one.value[name] != before]
            if not changed:
                continue
            values = [one.value[name] for one, _, _ in cases]
            if any(isinstance(value, dict | list) for value in values):
                continue
            child = next((inner for inner in kind.inner.values() if _newest(inner, cases, name)), None)
            if child is not None:
                yield Silent(variant, kind, place, name, NEWEST, child, len(changed))
            elif all(value == values[0] for value in values) and len(values) > 1:
                yield Silent(variant, kind, place, name, values[0], None, len(changed))


def _cases(kind: Thing, named: Sequence[tuple[int, str]], name: str) -> Iterator[tuple[Sight, Any, int]]:
    """Sightings after a message named the thing: with what the member was before, and when it was named last."""
    for sight in kind.sights():
        before = [moment for moment, key in named if key == sight.key and moment < sight.said.at]
        if before and name in sight.value:
            yield sight, kind.first[sight.key].value.get(name), before[-1]


def _newest(child: Thing, cases: Sequence[tuple[Sight, Any, int]], name: str) -> bool:
    """Is it the key of the newest child when the thing was named?"""
    told = []
    for sight, _, moment in cases:
        keys = ordered(child, child.there(moment, sight.key))
        told.append(bool(keys) and str(sight.value[name]) == keys[-1])
    return len(told) > 1 and all(told)


def effects_of(ones: Sequence[Silent], params: dict[Pattern, str]) -> list[Json]:
    """The effects. `params`: name of the action's parameter for each place."""
    effects: list[Json] = []
    for kind in dict.fromkeys(one.kind.name for one in ones):
        mine = [one for one in ones if one.kind.name == kind]
        key = f"string(params.{params[mine[0].place]})"
        value: JsonObject = {}
        for one in mine:
            value[one.member] = one.value if one.child is None else _newest_text(one.child, key)
            if isinstance(value[one.member], str) and one.child is None:
                value[one.member] = repr(one.value)
        effects.append({"op": "merge", "path": f"/{kind}/{{{key}}}", "value": value, "if": f"{key} in state.{kind}"})
    return effects


def _newest_text(child: Thing, key: str) -> str:
    there = children(child, key)
    newest = own_key(child, key_text(child, f"{there}.reverse()[0]"))
    return f"{there}.size() == 0 ? 0 : {newest}"


def call_of(place: Pattern) -> str:
    """The parameter as the feature gives it."""
    return place_text(place)

"""How an app tells a value in full (`features.forms.full`): told by what was seen of it, each value always alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import orjson

from awe_author.features.forms.full import Full, Slot, Way, as_json, dug, filled, plain_leaves

NAMES = ("name", "text", "content", "label", "title", "start", "value", "plain_text", "email", "id")
"""What the member is called by which a value goes, where requests do not say: the first that tells all."""
MOST = 300
"""Values of which more is known than the example says."""


def full_for(told: Sequence[Any], sent: Sequence[Any]) -> Full | None:
    """How these values are told; None where they are plain, or cannot be told by one value each. `sent`: what requests
    say of them."""
    listed = any(isinstance(one, list) for one in told)
    if listed and not all(isinstance(one, list) or one is None for one in told):
        return None
    several = [one if isinstance(one, list) else [] for one in told] if listed else []
    records = [one for each in several for one in each] if listed else [one for one in told if one is not None]
    asked = [one for each in sent for one in (each if isinstance(each, list) else [each])]
    if not records or not all(isinstance(one, dict) for one in records) or any(one is None for one in told if listed):
        return None
    single = listed and all(len(one) < 2 for one in several)
    for way in _ways(records, asked):
        made = _by(way, records)
        if made is not None:
            return Full(way, made.like, made.slots, made.known, listed, single)
    return None


def _ways(records: Sequence[Any], sent: Sequence[Any]) -> Iterator[Way]:
    """Places that may say the value: those that requests say, then those called so, at any depth."""
    plain = [way for way, value in plain_leaves(records[0]) if not isinstance(value, dict | list)]
    there = [way for way in plain if way and all(dug(one, way)[0] for one in records)]
    said = [way for way in there if any(dug(one, way)[0] for one in sent)]
    yield from said
    yield from (way for name in NAMES for way in there if way[-1] == name and way not in said)


def _by(way: Way, records: Sequence[Any]) -> Full | None:
    """How all of these are told by what stands at a place; None where one value is told in two ways."""
    known: dict[str, Any] = {}
    for record in records:
        value = dug(record, way)[1]
        if isinstance(value, dict | list) or known.setdefault(as_json(value), record) != record:
            return None
    pairs = [(dug(one, way)[1], one) for one in records]
    there = [(value, one) for value, one in pairs if value not in (None, "")]
    if not there:
        return None
    value, like = there[0]
    slots = [slot for at, said in plain_leaves(like) if (slot := _slot(at, said, value, there)) is not None]
    taken = {slot.at for slot in slots}
    like = _without(like, [at for at, said in plain_leaves(like) if at not in taken
                           and any(dug(one, at) != (True, said) for _, one in there)])  # fmt: skip
    beyond = {
        name: one for name, one in known.items() if _value(name) is None or filled(like, slots, _value(name)) != one
    }
    return Full(way, like, tuple(slots), beyond) if len(beyond) <= MOST else None


def _value(name: str) -> Any:
    return orjson.loads(name)


def _slot(at: Way, said: Any, value: Any, there: Sequence[tuple[Any, Any]]) -> Slot | None:
    """How a place says the value, in all records; None when it does not."""
    own = str(value)
    tries = [Slot(at)] if said == value and type(said) is type(value) else []
    if isinstance(said, str) and own and own in said:
        before, _, after = said.partition(own)
        tries.append(Slot(at, before, after))
    for slot in tries:
        found = [(one, dug(record, at)) for one, record in there]
        if all(has and type(shown) is type(said) and shown == slot.text(one, said) for one, (has, shown) in found):
            return slot
    return None


def _without(like: Any, ways: Sequence[Way]) -> Any:
    """The example with nothing where what is told does not go by it."""
    if not isinstance(like, dict):
        return like
    made = dict(like)
    for name in like:
        inner = [way[1:] for way in ways if way[:1] == (name,)]
        if () in inner:
            made[name] = None
        elif inner:
            made[name] = _without(like[name], inner)
    return made

"""Which kind of things is the parent of another, and which thing is whose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from awe_author.features.discover.common.names import safe, singular, snake
from awe_author.features.discover.common.shapes import is_integer
from awe_author.features.turns import Pattern, at, scalars

if TYPE_CHECKING:
    from awe_author.features.discover.talks.things import Sight, Spot, Thing


def find_parents(kinds: Sequence[Thing]) -> None:
    """Note at each kind which other one its things belong to, and where messages say so."""
    keys = {id(kind): {one.key for spot in kind.spots for one in spot.sights} for kind in kinds}
    for kind in kinds:
        for spot in kind.spots:
            outer = [(other, one) for other in kinds if other is not kind for one in other.spots
                     if one.name == spot.name and one.pattern == spot.pattern[: len(one.pattern)]]  # fmt: skip
            if outer:
                parent, within = max(outer, key=lambda pair: len(pair[1].pattern))
                if (kind.parent is None and not _leads_to(parent, kind)) or kind.parent is parent:
                    kind.parent, spot.within = parent, within
    for kind in kinds:
        if kind.parent is None:
            kind.parent = _named_parent(kind, kinds, keys)
    for kind in kinds:
        if kind.parent is not None:
            kind.field_of_parent = _field(kind)
            _owners(kind, keys[id(kind.parent)])


def _named_parent(kind: Thing, kinds: Sequence[Thing], keys: dict[int, set[str]]) -> Thing | None:
    """The kind that all messages about it name, by the most telling keys."""
    best, share = None, 0.0
    for other in kinds:
        if other is kind or other.weak or _leads_to(other, kind):
            continue
        for spot in kind.spots:
            for name in spot.sights[0].value:
                told_by = {str(one.value.get(name)) for one in spot.sights}
                if name != kind.key and fits((name,), other) and told_by <= keys[id(other)] and share < 1:
                    best, share = other, 1.0
            for place in _naming(spot, keys[id(other)]):
                values = {str(at(one.said.value, place)) for one in spot.sights}
                told = len(values) / max(1, len(keys[id(other)])) + (0.3 if fits(place, other) else 0.0)
                if told > share and (len(values) > 1 or fits(place, other)):
                    best, share = other, told
    return best


def _leads_to(kind: Thing, wanted: Thing) -> bool:
    one: Thing | None = kind
    while one is not None:
        if one is wanted:
            return True
        one = one.parent
    return False


def _naming(spot: Spot, keys: set[str]) -> Iterator[Pattern]:
    """Places outside of the objects at which all of the spot's messages name one of these keys."""
    first = spot.sights[0].said.value
    for place, value in scalars(first):
        if place[: len(spot.pattern)] == spot.pattern or not keylike(value) or str(value) not in keys:
            continue
        if all(str(at(one.said.value, place)) in keys for one in spot.sights):
            yield place


def fits(place: Pattern, kind: Thing) -> bool:
    """Does the name of the place say the kind?"""
    return fits_name(next((part for part in reversed(place) if isinstance(part, str)), ""), kind.name)


def fits_name(name: str, kind: str) -> bool:
    """Does a member's name say the kind: `chan`, `channel_id`, `channelId` for `channels`?"""
    base = snake(name).removesuffix("_id").removesuffix("_uuid")
    whole = kind.rstrip("s")
    return len(base) >= 3 and (whole.startswith(base) or base.startswith(whole))


def _field(kind: Thing) -> str:
    assert kind.parent is not None
    name = safe(singular(kind.parent.name))
    return name if name not in {field for spot in kind.spots for field in spot.fields()} else f"{name}_key"


def _owners(kind: Thing, keys: set[str]) -> None:
    for spot in kind.spots:
        if spot.within is not None:
            holders = {(one.said.at, one.place): one.key for one in spot.within.sights}
            size = len(spot.within.pattern)
            for sight in spot.sights:
                holder = holders.get((sight.said.at, sight.place[:size]))
                if holder is not None:
                    kind.owners.setdefault(_own(kind, sight, holder), holder)
    for spot in kind.spots:
        if spot.within is not None:
            continue
        if kind.parent is not None and (own := _own_naming(kind, spot, keys)) is not None:
            for sight in spot.sights:
                kind.owners.setdefault(_own(kind, sight, str(sight.value[own])), str(sight.value[own]))
            continue
        places = [place for place in _naming(spot, keys) if _agrees(kind, spot, place)]
        fitting = [place for place in places if kind.parent is not None and fits(place, kind.parent)] or places
        if fitting:
            spot.parent_at = fitting[0]
            for sight in spot.sights:
                holder = str(at(sight.said.value, fitting[0]))
                kind.owners.setdefault(_own(kind, sight, holder), holder)


def _own_naming(kind: Thing, spot: Spot, keys: set[str]) -> str | None:
    """The member by which the things themselves name their parent."""
    for name in spot.sights[0].value:
        told = [str(one.value.get(name)) for one in spot.sights]
        known = [kind.owners.get(one.key) for one in spot.sights]
        agree = kind.weak or all(one in (None, key) for one, key in zip(known, told, strict=True))
        named = name != kind.key and kind.parent is not None and fits((name,), kind.parent)
        if named and agree and set(told) <= keys:
            return name
    return None


def _own(kind: Thing, sight: Sight, holder: str) -> str:
    return f"{holder}:{sight.key}" if kind.weak else sight.key


def _agrees(kind: Thing, spot: Spot, place: Pattern) -> bool:
    return all(kind.weak or kind.owners.get(one.key) in (None, str(at(one.said.value, place))) for one in spot.sights)


def keylike(value: Any) -> bool:
    """May it be a key: a whole number, or a short text?"""
    return is_integer(value) or (isinstance(value, str) and 0 < len(value) < 200)

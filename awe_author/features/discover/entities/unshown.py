"""What no answer showed of an entity, because it was never opened: what is alike for all that were.

Alike are lists and records (those that writes send: in all that were there from the start), plain values that no write
sends otherwise, and a plain value that is the same as another one (the moment of the last change as that of the first,
where nothing was changed). Values of lists and records may differ in keys and times, and in what is the entity's own
(`{"login": "ann@app.test"}` beside `"email": "ann@app.test"`), also as addresses say it (`"path": "hooks/old-tea"`
beside `"name": "Old tea"`). An entity that was shown without the field does not have it. Of large records that are the
same but for a text or two (what a flow is made of, with a remark of its own), the entity gets all but those texts,
which stay empty. Of a field that lists always leave blank (`blanks`), one record without anything in it is enough
(`{"labels": null, "settings": {}}`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from typing import Any

from awe_author.features.discover.entities.entities import DEEPEST, Entities
from awe_author.features.discover.exchanges.places import at, has
from awe_author.features.discover.markup.wording import slugged
from awe_author.json_types import Json, JsonObject, sorted_text

ENOUGH = 2
"""Entities of which the field must be known."""
SURE = 3
"""The same of a plain field."""
MANY = 8
"""Plain values that are told alike for each text that is not."""
LONGEST = 4000
"""Characters of its value."""
_KEY = re.compile(r"(^|_)(id|uuid|key)$|[a-z](Id|Uuid|Key)$")
_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d")
_SECOND = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d")
SHORTEST = 4
"""Characters of a text that is hardly an entity's own by chance."""
DEPTH = 2 * DEEPEST
"""How deep a value is looked into."""
Place = tuple[str | int, ...]


def _part(said: str) -> str:
    """The pattern of a part of an address, with the slash before it."""
    return rf"(?<=\w){re.escape(said)}(?=[/?]|\Z)"


_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")


def fill_unshown(part: Entities) -> None:
    """Give the entities of the start what all others have that were shown with it."""
    for name, form in part.forms.items() if part.kind.source == "json" else ():
        if form == "plain":
            _fill_plain(part, name)
        if form not in ("list", "object"):
            continue
        _fill(part, (name,))
        records: list[Any] = [one.get(name) for one in part.seed.values()] if form == "object" else []
        inner = dict.fromkeys(str(member) for record in records if isinstance(record, dict) for member in record)
        for member in inner:
            _fill(part, (name, member))


def _fill(part: Entities, way: tuple[str, ...]) -> None:
    """Fill in one field, or one member of the records in it."""
    made = [] if way[0] in part.written else part.made.values()
    known = [one for one in [*part.seed.values(), *made] if has(one, way)]
    every = _in_all([at(one, way) for one in known])
    told = [_mapped(at(one, way), way[-1], _own(one, way[0], every, part.kind.key)) for one in known]
    hollow = len(known) == 1 and any(way in group.blank for group in part.kind.groups) and _hollow(at(known[0], way))
    if (len(known) < ENOUGH and not hollow) or told[0] == "*" or len(sorted_text(told[0])) > LONGEST:
        return
    apart = _apart(told)
    if apart is None or (apart and (len(_leaves(told[0])) - len(apart) < MANY * len(apart))):
        return
    shown, own = _shown(part, way), _own(known[0], way[0], every, part.kind.key)
    for key, entity in part.seed.items():
        if key in shown or has(entity, way):
            continue
        value, holder = _fitted(at(known[0], way), own, entity), entity.get(way[0])
        for place in apart:
            at(value, place[:-1])[place[-1]] = ""
        if len(way) == 1:
            entity[way[0]] = value
        elif isinstance(holder, dict):
            entity[way[0]] = {**holder, way[-1]: value}


def _fill_plain(part: Entities, name: str) -> None:
    """Fill in a plain field: what all others have (two, of one moment), or what another field of theirs says. What
    writes send is only filled in where it is empty in all."""
    known = [one for one in part.seed.values() if name in one]
    if not known and _begun_blank(part, name):
        for entity in part.seed.values():
            entity[name] = ""
    values = [one[name] for one in known]
    begun = [one[name] for one in part.made.values() if name in one] if ENOUGH <= len(known) < SURE else []
    enough = ENOUGH if _one_moment(values) else SURE
    if len(known) + len(begun) < enough or name == part.kind.key or len(known) == len(part.seed):
        return
    told = values if enough < SURE else [*values, *begun]
    alike = all(value == values[0] and type(value) is type(values[0]) for value in told)
    fixed = name not in part.written or (
        len(known) >= SURE and all(one == values[0] for one in part.sent.get(name, ()))
    )
    if alike and (values[0] == "" or (fixed and values[0] is not None)):
        other = ""
    elif name not in part.written and len({*map(str, values)}) == len(values):
        others = (one for one in part.fields() if one not in (name, part.kind.key))
        other = next((one for one in others if all(e.get(one) == e[name] for e in known)), "")
        if not other:
            return
    else:
        return
    shown = _shown(part, (name,))
    for key, entity in part.seed.items():
        if key not in shown and name not in entity and (not other or other in entity):
            entity[name] = entity[other] if other else values[0]


def _begun_blank(part: Entities, name: str) -> bool:
    """Was every new entity shown with nothing in that text, where none of the start was opened?"""
    begun = [one[name] for one in part.made.values() if name in one]
    return len(begun) >= ENOUGH and all(value == "" for value in begun) and not _shown(part, (name,)) & part.seed.keys()


def _one_moment(values: Sequence[Any]) -> bool:
    """Were all made at once? Hardly two things are of the same second by chance."""
    return (
        len(values) >= ENOUGH
        and isinstance(values[0], str)
        and len({*map(str, values)}) == 1
        and (_SECOND.match(values[0]) is not None)
    )


def _apart(told: Sequence[Any]) -> list[Place] | None:
    """Where values of one shape have different texts; None when they differ in more."""
    first = told[0]
    if all(one == first for one in told):
        return []
    if all(isinstance(one, str) for one in told):
        return [()]
    steps: list[str | int] = []
    if all(isinstance(one, dict) and one.keys() == first.keys() for one in told):
        steps = list(first)
    elif all(isinstance(one, list) and len(one) == len(first) for one in told):
        steps = list(range(len(first)))
    else:
        return None
    found: list[Place] = []
    for step in steps:
        inner = _apart([one[step] for one in told])
        if inner is None:
            return None
        found += [(step, *place) for place in inner]
    return found


def _leaves(value: Any) -> list[Any]:
    """The plain values in it that are told alike, without keys and times."""
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        return [leaf for one in inner for leaf in _leaves(one)]
    return [] if value == "*" else [value]


def _hollow(value: Any) -> bool:
    """Is there nothing in a record?"""
    if isinstance(value, dict):
        return all(map(_hollow, value.values()))
    return not value


def _shown(part: Entities, way: tuple[str, ...]) -> set[str]:
    """The keys of what was shown by an endpoint that shows the field of some."""
    telling = [group for group in part.kind.groups if way not in group.blank]
    groups = [group for group in telling if any(has(one.value, way) for one in group.sightings)]
    return {str(one.value[part.kind.key]) for group in groups for one in group.sightings}


def _in_all(values: Sequence[Any]) -> set[str]:
    """The texts that stand in all of several values: no entity's own."""
    texts = [{leaf for leaf in _leaves(value) if isinstance(leaf, str)} for value in values]
    return set.intersection(*texts) if len(texts) >= SURE else set()


def _own(entity: Mapping[str, Any], name: str, every: Set[str], key: str) -> dict[str, str]:
    """Text -> the field that has it. `every`: texts that are no entity's own. `key`: the field of the key, which stands
    behind a slash in addresses."""
    placed = {f"/{entity[key]}": key} if isinstance(entity.get(key), str | int) else {}
    return placed | {
        value: field
        for field, value in reversed(list(entity.items()))
        if field != name and isinstance(value, str) and len(value) >= SHORTEST and value not in every
    }


def _mapped(value: Any, called: str, own: Mapping[str, str], depth: int = 0) -> Json:
    """The value without keys, times and what is the entity's own."""
    if depth > DEPTH:
        return sorted_text(value)
    if isinstance(value, dict):
        return {name: _mapped(inner, name, own, depth + 1) for name, inner in value.items()}
    if isinstance(value, list):
        return [_mapped(inner, called, own, depth + 1) for inner in value]
    if _KEY.search(called) or (isinstance(value, str) and _TIME.match(value)):
        return "*"
    if not isinstance(value, str):
        made: Json = value
        return made
    told = f"*{own[value]}" if value in own else _SLUG.sub(lambda one: _named(one, own), value)
    return next((re.sub(_part(said), "/*", told) for said in own if said[:1] == "/"), told)


def _named(slug: re.Match[str], own: Mapping[str, str]) -> str:
    """The field that a part of a text says as addresses do; the part itself when none does."""
    found = slug.group()
    return next((found.replace(said, f"*{field}") for said, field in _slugs(own) if _ends(found, said)), found)


def _fitted(value: Any, own: Mapping[str, str], entity: JsonObject) -> Json:
    """The value for another entity, with its own texts."""
    if isinstance(value, dict):
        return {name: _fitted(inner, own, entity) for name, inner in value.items()}
    if isinstance(value, list):
        return [_fitted(inner, own, entity) for inner in value]
    if not isinstance(value, str):
        made: Json = value
        return made
    if value in own:
        return entity.get(own[value], value)
    told = _SLUG.sub(lambda one: _renamed(one, own, entity), value)
    for said, field in own.items():
        mine = f"/{entity.get(field)}" if said[:1] == "/" and field in entity else said
        told = "".join(mine if part == said else part for part in re.split(f"({_part(said)})", told))
    return told


def _renamed(slug: re.Match[str], own: Mapping[str, str], entity: JsonObject) -> str:
    """A part of a text that says a field as addresses do, with that of another entity."""
    found = slug.group()
    for said, field in _slugs(own):
        mine = entity.get(field)
        if _ends(found, said) and isinstance(mine, str):
            return found.replace(said, slugged(mine))
    return found


def _slugs(own: Mapping[str, str]) -> list[tuple[str, str]]:
    """(a text of several words as addresses say it, its field)."""
    return [
        (said, field) for value, field in own.items() if len(value) < 80 and _SLUG.fullmatch(said := slugged(value))
    ]


def _ends(found: str, said: str) -> bool:
    """Is it all of a text with hyphens, or the end of it (`hook-old-tea`)?"""
    return found == said or found.endswith(f"-{said}")

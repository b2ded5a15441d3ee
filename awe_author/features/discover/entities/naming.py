"""Entities that requests name by something else than their id: `/variables/name/tea`, `/pools/tea`, `/users/ann`.

A part of an address names an entity when the answer shows one entity with that very text in a field that names things,
or when the list at the address before it shows such an entity. All requests of the same form name one at that place,
also those that are answered that there is none.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from awe_author.features.discover.common.names import is_star, looks_like_id, snake, words
from awe_author.features.discover.exchanges.calls import ASKING, Call
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.places import Where
from awe_author.features.discover.exchanges.sightings import Endpoint, Sighting, objects

NAMING = words("name slug key code login username handle identifier title email tag alias nickname")
"""Fields that may name an entity in an address."""
GONE = (404, 410)
Template = tuple[str, tuple[str, ...]]
"""(origin, parts of the path with one `*`)."""


def named_parts(calls: Sequence[Call], known: frozenset[str]) -> frozenset[str]:
    """Parts of addresses that name entities, beyond the ids in `known`."""
    listed = _listed(calls)
    templates: set[Template] = set()
    opened: set[tuple[str, str]] = set()
    texts = {value for values in listed.values() for value in values}
    for call in calls:
        shown = _shown(call)
        texts.update(str(value) for name, value in shown.items() if snake(name) in NAMING)
        for place, part in enumerate(call.segments):
            if not place or _is_no_name(part, known):
                continue
            before = call.segments[:place]
            last = place == len(call.segments) - 1 and call.method == "GET"
            if last and _field(shown, part, before[-1]):
                opened.add((before[-1], part))
            if part in listed.get((call.origin, tuple(before)), ()) or (before[-1], part) in opened:
                templates.add((call.origin, _template(call, place)))
    stems = _stems(calls, opened)
    found: set[str] = set()
    for call in calls:
        for place, part in enumerate(call.segments):
            told = call.status in GONE or part in texts
            if place and told and not _is_no_name(part, known) and (call.origin, _template(call, place)) in templates:
                found.add(part)
    return frozenset(found - stems)


def _stems(calls: Sequence[Call], opened: Collection[tuple[str, str]]) -> set[str]:
    """Parts that others follow in addresses. None that names, wherever it stands, what was opened behind the same word
    (`flags/gift-cards`, `flags/gift-cards/tags`)."""
    behind: dict[str, set[str]] = {}
    for call in calls:
        for before, part in pairwise(["", *call.segments[:-1]]) if call.answer is not None else ():
            behind.setdefault(part, set()).add(before)
    return {part for part, words in behind.items() if not all((word, part) in opened for word in words)}


def _is_no_name(part: str, known: frozenset[str]) -> bool:
    return looks_like_id(part) or part in known or len(part) < 2


def _template(call: Call, place: int) -> tuple[str, ...]:
    return (*call.segments[:place], "*", *call.segments[place + 1 :])


_IDENTIFIES = re.compile(r"ident|slug|handle|login|user_?name|e_?mail", re.IGNORECASE)


def _listed(calls: Sequence[Call]) -> Mapping[tuple[str, tuple[str, ...]], set[str]]:
    """Address of a list -> texts that name what it shows."""
    found: dict[tuple[str, tuple[str, ...]], set[str]] = {}
    for call in calls:
        if call.answer is None or call.mutation or call.status >= 300:
            continue
        path = ASKING.sub("", call.path)
        parts = tuple(call.segments[: len([part for part in path.split("/") if part])])
        for pattern, _, value in objects(call.answer, 3):
            if pattern and pattern[-1] == "*":
                names = (str(one) for name, one in value.items() if snake(name) in NAMING and isinstance(one, str))
                found.setdefault((call.origin, parts), set()).update(names)
    return found


def _shown(call: Call) -> Mapping[str, Any]:
    """The one entity that an answer shows, alone or in an envelope; nothing without one."""
    answer = call.answer
    if call.mutation or call.status >= 300 or not isinstance(answer, dict):
        return {}
    if len(answer) < 4 and (inner := [one for one in answer.values() if isinstance(one, dict)]):
        return answer if len(inner) > 1 else inner[0]
    return answer


def _field(entity: Mapping[str, Any], part: str, before: str) -> str:
    """The field of an entity by which a part of an address names it: the one that the address says, else any."""
    names = [name for name, value in entity.items() if isinstance(value, str) and value == part and len(entity) > 2]
    said = snake(before).removeprefix("by_").removeprefix("get_by_")
    sure = [name for name in names if snake(name) == said or (snake(name).endswith(f"_{said}") and said in NAMING)]
    return next(iter(sure), next((name for name in names if snake(name) in NAMING), ""))


def where_named(
    call: Call, endpoint: Endpoint, entity: Mapping[str, Any], kind: Kind, *, alone: bool = True
) -> Where | None:
    """Where a request names this entity by another field than its key, and by which. `alone`: is it no list of one?
    In that only a parameter that is called so, `memberIdentity=ben-okafor`, names it."""
    for name, value in call.query:
        same = [one for one, inner in entity.items() if inner == value and one != kind.key and _IDENTIFIES.search(one)]
        if not alone and same and len(value) > 3 and _IDENTIFIES.search(name) and tells_apart(kind, same[0]):
            return Where("query", (name,), same[0])
    if not alone:
        return None
    for number, part, before in reversed([*_stars(call, endpoint)]):
        name = _field(entity, part, before)
        if name and name != kind.key and tells_apart(kind, name):
            return Where("segments", (number,), name)
    for name, value in call.query:
        field = re.sub(rf"^{re.escape(kind.name.rstrip('s'))}_", "", snake(name))
        own = next((one for one in entity if snake(one) == field and one != kind.key), "")
        if own and field in NAMING and entity[own] == value and tells_apart(kind, own):
            return Where("query", (name,), own)
    return None


def _stars(call: Call, endpoint: Endpoint) -> Iterator[tuple[int, str, str]]:
    """(number of the `*`, what is there, the part before it)."""
    number = 0
    parts = call.segments
    for place, (part, shape) in enumerate(zip(parts, endpoint.path.strip("/").split("/"), strict=False)):
        if is_star(shape):
            yield number, part, parts[place - 1] if place else ""
            number += 1


def tells_apart(kind: Kind, name: str) -> bool:
    """Does a field never have the same value in two entities?"""
    keys: dict[str, str] = {}
    for one in kind.sightings():
        value = one.value.get(name)
        if isinstance(value, str) and keys.setdefault(value, str(one.value[kind.key])) != str(one.value[kind.key]):
            return False
    return bool(keys)


class Texts:
    """Which entities were shown with a text in a field, looked up once for each kind."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self.kinds = kinds
        self._shown: dict[str, list[tuple[Kind, Sighting]]] | None = None
        self._apart: dict[tuple[int, str], bool] = {}

    def shown(self, part: str) -> Sequence[tuple[Kind, Sighting]]:
        """Sightings with this text, those of the first kind first, of each kind the latest first."""
        if self._shown is None:
            self._shown = {}
            for kind in self.kinds:
                for one in reversed(kind.sightings()):
                    for value in {value for value in one.value.values() if isinstance(value, str)}:
                        self._shown.setdefault(value, []).append((kind, one))
        return self._shown.get(part, ())

    def tells_apart(self, kind: Kind, name: str) -> bool:
        """As the function of that name."""
        if (id(kind), name) not in self._apart:
            self._apart[id(kind), name] = tells_apart(kind, name)
        return self._apart[id(kind), name]


def named_before(call: Call, endpoint: Endpoint, texts: Texts) -> tuple[Kind, str, Where] | None:
    """(kind, key, where) of the entity that a write names by such a field, as it was shown before."""
    for number, part, before in reversed([*_stars(call, endpoint)]):
        for kind, one in texts.shown(part):
            name = _field(one.value, part, before) if one.call.seq < call.seq else ""
            if name and name != kind.key and _alike(one.endpoint, endpoint) and texts.tells_apart(kind, name):
                return kind, str(one.value[kind.key]), Where("segments", (number,), name)
    return None


def _alike(shown: Endpoint, asked: Endpoint) -> bool:
    """Does an entity come from the address that names it, or from one above?"""
    path = asked.path.rpartition("/*")[0]
    base = ASKING.sub("", shown.path).rstrip("/")
    return shown.origin == asked.origin and base in (asked.path, path, path.rpartition("/")[0])

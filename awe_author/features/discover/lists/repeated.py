"""Values beside a list that repeat what the request asked for: `"sortBy": "title"`, with what is said when it asked for
nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from awe_author.features.discover.common.names import snake
from awe_author.features.discover.common.shapes import is_integer
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.params import Param
from awe_author.features.discover.exchanges.sightings import Pattern
from awe_author.features.discover.lists.envelopes import scalars


def repeated_of(
    calls: Sequence[Call], params: Sequence[Param], taken: Iterable[Pattern], pattern: Pattern | None
) -> dict[Pattern, tuple[Param, str | None]]:
    """Place -> (parameter, what stands there without it). The place of the only text of a list ends in `*`."""
    known, wrapped = set(taken), (pattern or ())[:-1]
    places: dict[Pattern, list[tuple[Call, str | None]]] = {}
    for call in calls:
        for way, value in [*scalars(call.answer), *_alone(call.answer)]:
            if isinstance(value, str | None) and way not in known and not (wrapped and way[: len(wrapped)] == wrapped):
                places.setdefault(way, []).append((call, value))
    found: dict[Pattern, tuple[Param, str | None]] = {}
    for way, told in places.items():
        if len(told) < len(calls) or len({value for _, value in told}) < 2:
            continue
        for param in params:
            said = [(param.said(call), value) for call, value in told]
            without = {value for asked, value in said if asked is None}
            named = None not in without or _alike(way[-1], param.name)
            if len(without) < 2 and named and all(asked in (None, value) for asked, value in said):
                found[way] = (param, next(iter(without), ""))
                break
    return found


def _alone(value: object, way: Pattern = ()) -> Iterator[tuple[Pattern, str]]:
    """(place, text) of the lists beside others that have one text and nothing else: `"sortBy": ["name"]`."""
    for name, inner in value.items() if isinstance(value, dict) and len(way) < 4 else ():
        if isinstance(inner, list) and len(inner) == 1 and isinstance(inner[0], str):
            yield (*way, name, "*"), inner[0]
        yield from _alone(inner, (*way, name))


def numbers_of(
    calls: Sequence[Call], params: Sequence[Param], taken: Iterable[Pattern], pattern: Pattern | None
) -> dict[Pattern, tuple[Param, int | None]]:
    """Place -> the parameter that all answers repeat there as a number, and the one that stands there without it. One
    of unknown use is that of the question, `draw=3`: it says nothing of what answers show."""
    known, wrapped = set(taken), (pattern or ())[:-1]
    places: dict[Pattern, list[tuple[Call, int]]] = {}
    for call in calls:
        for way, value in scalars(call.answer):
            inside = wrapped and way[: len(wrapped)] == wrapped
            if is_integer(value) and way not in known and not inside:
                places.setdefault(way, []).append((call, value))
    found: dict[Pattern, tuple[Param, int | None]] = {}
    for way, told in places.items():
        several = len(told) == len(calls) and len({value for _, value in told}) > 1
        for param in params if several else ():
            unknown = param.role == "unknown" and param.part == "query"
            if unknown and all(param.said(call) == str(value) for call, value in told):
                found[way], param.role = (param, None), "shape"
                break
            asked = [(param.said(call), value) for call, value in told]
            without = {value for said, value in asked if said is None}
            alike = param.part == "query" and all(said in (None, str(value)) for said, value in asked)
            if alike and len(without) == 1 and _alike(way[-1], param.name):
                found[way] = param, without.pop()
                break
    return found


def _alike(name: str, param: str) -> bool:
    """Is it called as the parameter is?"""
    return snake(name) == snake(re.split(r"[.\[\]]", param.rstrip("]"))[-1])

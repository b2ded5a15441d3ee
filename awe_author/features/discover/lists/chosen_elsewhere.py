"""Lists that leave out what the entity that a parameter names has chosen already: `GET /firms?id=7`, as the picker of
person 7 asks, shows all firms but person 7's; `GET /people?id=3` all people but those of firm 3.

Told when every answer that nothing else narrows says (or shows) as many as there were without those, for two entities
that had some, and none of those was shown to any request that named the one that has them. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.comparing import value_at
from awe_author.features.discover.common.keys import member, text
from awe_author.features.discover.common.names import IDS, snake
from awe_author.features.discover.entities.joins import by_text
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.params import Param
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.lists.queries import Listing, shown_by

FEWEST = 2
"""Entities that had something."""
_INCLUDES = re.compile(r"(^|_)(include|included|including|keep)(_|\Z)")
_NUMBERED = re.compile(r"\[\d+\]\Z")
There = Callable[[Operation, Call, Seen], Iterator[tuple[str, dict[str, Any]]]]
Narrows = Callable[[Param, Call, Operation], bool]
Has = Callable[[str, str, Mapping[str, Any], int], bool]
"""Does (the entity that is named, a key, what was known of that one, number of the call) belong together?"""


def chosen_elsewhere(
    one: Operation, listing: Listing, operations: Sequence[Operation], seen: Seen, item: str, there: There,
    narrows: Narrows,
) -> dict[str, str]:  # fmt: skip
    """Name of a parameter -> the condition of an item. `there`: what was there when a call was made; `narrows`: does a
    parameter leave something out?"""
    found: dict[str, str] = {}
    kinds = {other.kind.name: other.kind for other in operations if other.kind.source == "json"}
    for param in listing.params:
        named = {said for call in one.calls if (said := param.said(call))}
        if param.role != "unknown" or param.part != "query" or len(named) < FEWEST:
            continue
        key = f"query[{text(param.name)}]"
        for parent in kinds.values():
            ways = _ways(one.kind, parent, seen, key, item) if named <= seen.values[parent.name].keys() else ()
            told = next((how for how, has in ways if _explains(one, listing, param, has, seen, there, narrows)), "")
            if told:
                found[param.name] = (
                    f"(!({text(param.name)} in query && {key} != '' && {told}){_unless(one, listing, item)})"
                )
                break
    return found


def _unless(one: Operation, listing: Listing, item: str) -> str:
    """What comes after it, for those that numbered parameters name: `idsToInclude[0]=3`, of what was just taken out."""
    heads = {_NUMBERED.sub("[", param.name): param for param in listing.params if _NUMBERED.search(param.name)
             and _INCLUDES.search(snake(_NUMBERED.sub("", param.name)))}  # fmt: skip
    names = [name for name in (one.kind.key, one.kind.own_id) if name]
    own = ", ".join(f"string({member(item, name)})" for name in names)
    return "".join(f" || query.exists(q, q.startsWith({text(head)}) && query[q] in [{own}])" for head in heads)


def _ways(kind: Kind, parent: Kind, seen: Seen, key: str, item: str) -> Iterator[tuple[str, Has]]:
    """(the condition that an item belongs to the one that is named, the same of what was recorded)."""
    own = f"state.{parent.name}[{key}]"
    for way in _fields(parent, kind, seen):

        def holds(named: str, other: str, _: Mapping[str, Any], seq: int, way: str = way) -> bool:
            return str(value_at(seen.around(parent, named, seq), way)) == other

        yield f"{key} in state.{parent.name} && string({by_text(own, way)}) == string({member(item, kind.key)})", holds
    for way in _fields(kind, parent, seen):

        def names(named: str, _: str, value: Mapping[str, Any], __: int, way: str = way) -> bool:
            return str(value_at(value, way)) == named

        yield f"string({by_text(item, way)}) == {key}", names


def _fields(kind: Kind, other: Kind, seen: Seen) -> list[str]:
    """The fields of a kind, and members of records in them, that name entities of another one."""
    if kind is other:
        return []
    found: dict[str, bool] = {}
    keys = seen.values[other.name].keys()
    for history in seen.values[kind.name].values():
        for _, value in history:
            for name, inner in value.items():
                for way, said in _said(name, inner, other.key) if name != kind.key else ():
                    found[way] = found.get(way, True) and str(said) in keys
    return [way for way, fits in found.items() if fits]


def _said(name: str, value: Any, key: str) -> Iterator[tuple[str, Any]]:
    """What may name something: a plain value, members of a record called as keys are."""
    if isinstance(value, dict):
        yield from ((f"{name}.{inner}", value[inner]) for inner in (key, *IDS) if value.get(inner) is not None)
    elif isinstance(value, str | int) and not isinstance(value, bool):
        yield name, value


def _explains(
    one: Operation, listing: Listing, param: Param, has: Has, seen: Seen, there: There, narrows: Narrows
) -> bool:
    had: set[str] = set()
    for call in one.calls:
        named = param.said(call)
        known = {key: seen.around(one.kind, key, call.seq) for key, _ in there(one, call, seen)}
        those = {key for key, value in known.items() if named and has(named, key, value, call.seq)}
        shown = {str(value[one.kind.key]): value for value in shown_by(one, call)}
        again = {name: value for name, value in call.query if _INCLUDES.search(snake(_NUMBERED.sub("", name)))}
        if any(not _names(shown[key], one.kind, again.values()) for key in shown.keys() & those):
            return False
        if named is None or any(narrows(other, call, one) for other in listing.params if other is not param):
            continue
        number = _number(one, listing, call, len(shown))
        if number is None:
            continue
        if number != len(known) - len(those):
            return False
        had |= {named} if those else set()
    return len(had) >= FEWEST


def _names(value: Mapping[str, Any], kind: Kind, said: Iterable[str]) -> bool:
    """Is an entity named, by its key or the app's own number?"""
    return not {str(value.get(name)) for name in (kind.key, kind.own_id) if name}.isdisjoint(said)


def _number(one: Operation, listing: Listing, call: Call, shown: int) -> int | None:
    """How many there were, as an answer says, or shows when it shows less than was asked for."""
    told = [number for way in listing.totals if isinstance(number := at(call.answer, way), int)]
    limit = listing.by_role("limit")
    said = limit.said(call) if limit is not None else None
    whole = limit is None or (said is not None and re.fullmatch(r"\d{1,9}", said) is not None and shown < int(said))
    return told[0] if told else shown if whole and listing.by_role("page") is None else None

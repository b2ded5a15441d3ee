"""Kinds in which the recording did nothing: what it did in a kind of the same addresses is evidence for them.

`GET /api/tables/shelf/` shows shelves as `GET /api/tables/plant/` shows plants, in the same envelope: one piece of the
app answers both, so that a shelf is made, changed and deleted as a plant was. The envelopes tell it, which may be
called after the kinds (`{"shelves": [...]}`, `{"plants": [...]}`), and a path that is long enough. Less sure than what
was recorded, and told so in the draft. Kinds that nothing writes are left to the recording when it shows them at other
addresses, too: these may leave out fields, or show more of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from types import MappingProxyType
from typing import Any

from awe_author.features.discover.common.keys import own_literal, text
from awe_author.features.discover.common.names import is_star, singular
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.sightings import Pattern
from awe_author.json_types import Json

SURE = 0.25
ROLES = ("create", "update", "replace", "delete", "read")
SAME = 2
"""Parts of a path that have to be the same, beside the one that differs: `/users` and `/presets` are no siblings."""


def by_siblings(operations: Sequence[Operation], kinds: Sequence[Kind], calls: Sequence[Call]) -> list[Operation]:
    """What can be done to kinds of which the recording shows no more than lists. `calls`: all that were recorded; what
    does something else is nothing that makes or changes them."""
    recorded = [one for one in operations if not one.guessed and _plain(one)]
    others = {(call.verb, call.origin, call.path) for call in calls if call.mutation}
    found: list[Operation] = []
    for kind in kinds if any(one.role == "create" for one in recorded) else ():
        lists = [one for one in recorded if one.kind is kind and one.role == "list"]
        pairs = [(own, other, place) for own in lists for other in recorded
                 if (place := _differs(own, other)) is not None]  # fmt: skip
        if not pairs or kind.source != "json" or not _at_home(kind, operations, lists):
            continue
        own, other, place = max(pairs, key=lambda pair: len(_done(pair[1].kind, recorded)))
        there = {one.role for one in operations if one.kind is kind}
        there |= {"update", "replace"} if there & {"update", "replace", "replace_all"} else set()
        more = [made for one in _done(other.kind, recorded) if one.role not in there
                for made in _like(one, own, other, place)]  # fmt: skip
        asked = {(made.endpoint.verb, made.endpoint.origin, made.endpoint.path) for made in more}
        found += more if asked.isdisjoint(others) else []
    return found


def with_siblings(
    operations: Sequence[Operation], kinds: Sequence[Kind], calls: Sequence[Call], parts: Iterable[Entities]
) -> list[Operation]:
    """`by_siblings`; the fields of what such requests would make count as written."""
    found = by_siblings(operations, kinds, calls)
    by_kind = {id(part.kind): part for part in parts}
    for one in found:
        if one.writes and one.imagined is not None:
            by_kind[id(one.kind)].written |= set(one.imagined)
    return found


def sibling_places(operations: Sequence[Operation]) -> Iterator[tuple[str, list[str], str, str]]:
    """(origin, parts of a path, what stands behind them for one kind, and for another) of lists that are alike."""
    lists = [one for one in operations if one.role == "list" and not one.guessed and _plain(one)]
    for own, other in permutations(lists, 2):
        place = _differs(own, other)
        if place is not None:
            parts = own.endpoint.path.split("/")
            yield own.endpoint.origin, parts[:place], parts[place], other.endpoint.path.split("/")[place]


def _plain(one: Operation) -> bool:
    """Does its address alone say what it is about?"""
    call = one.calls[0]
    keyed = one.key_at is None or (one.key_at.part == "segments" and not one.key_at.by)
    return call.kind in ("", "json") and not call.html and not one.endpoint.operation and keyed and not one.several


def _at_home(kind: Kind, operations: Sequence[Operation], lists: Sequence[Operation]) -> bool:
    """Is a kind written, or shown nowhere but in its lists and at the addresses of single ones below?"""
    mine = [one for one in operations if one.kind is kind]
    paths = [one.endpoint.path.rstrip("/") for one in lists]
    homes = {*paths, *(f"{path}/*" for path in paths)}
    return any(one.writes for one in mine) or all(one.endpoint.path.rstrip("/") in homes for one in mine)


def _done(kind: Kind, recorded: Sequence[Operation]) -> list[Operation]:
    """What was done to single entities of a kind."""
    mine = [one for one in recorded if one.kind is kind and one.role in ROLES and not one.verb]
    return [one for one in mine if one.role == "create" or one.key_at is not None]


def _differs(own: Operation, other: Operation) -> int | None:
    """The one part of the path in which two lists of other kinds differ; None where they are not alike."""
    if other.role != "list" or other.kind is own.kind or other.pattern is None:
        return None
    if own.endpoint.origin != other.endpoint.origin or own.endpoint.verb != other.endpoint.verb:
        return None
    mine, theirs = own.endpoint.path.split("/"), other.endpoint.path.split("/")
    places = [place for place, pair in enumerate(zip(mine, theirs, strict=False)) if pair[0] != pair[1]]
    if len(mine) != len(theirs) or len(places) != 1 or is_star(mine[places[0]]) or is_star(theirs[places[0]]):
        return None
    same = sum(bool(part) and not is_star(part) for part in mine) - 1
    names = _names(theirs[places[0]], mine[places[0]])
    told = same >= SAME and _called(other.pattern, names) == own.pattern and _envelope(own) == _envelope(other, names)
    return places[0] if own.kind.key == other.kind.key and told else None


def _names(theirs: str, mine: str) -> dict[str, str]:
    """What envelopes that are called after the kinds are called for the one -> for the other."""
    return {theirs: mine, singular(theirs): singular(mine)}


def _called(way: tuple[Any, ...] | None, names: Mapping[str, str]) -> tuple[Any, ...] | None:
    return None if way is None else tuple(names.get(part, part) for part in way)


def _envelope(one: Operation, names: Mapping[str, str] = MappingProxyType({})) -> list[str]:
    """The names beside the list."""
    answers = [call.answer for call in one.calls if isinstance(call.answer, dict)]
    return sorted({names.get(name, name) for answer in answers for name in answer})


def _like(one: Operation, own: Operation, other: Operation, place: int) -> Iterator[Operation]:
    """An operation of the sibling, done to the kind: the same address but for one part, the same envelope."""
    parts, theirs = one.endpoint.path.split("/"), other.endpoint.path.split("/")
    if parts[: place + 1] != theirs[: place + 1] or one.endpoint.origin != own.endpoint.origin or _keyless(one):
        return
    word = own.endpoint.path.split("/")[place]
    path = "/".join([*parts[:place], word, *parts[place + 1 :]])
    example = own.kind.groups[0].sightings[-1].value
    example = next((each.value for group in own.kind.groups if group.endpoint == own.endpoint
                    for each in reversed(group.sightings)), example)  # fmt: skip
    sent, shown = _sent(one, example, own.kind.key), _shown(one, example)
    names = _names(parts[place], word)
    body = _recalled(_with(one.calls[0].body, one.body_at, sent), one.body_at or (), names)
    call = replace(one.calls[0], answer=None, location="", body=body)
    made = replace(one, kind=own.kind, endpoint=replace(one.endpoint, path=path), calls=[call])
    made.body_at = _called(one.body_at, names)
    made.called_after = own.pattern != other.pattern
    made.guessed, made.imagined, made.added, made.linked = own.endpoint, shown, None, ()
    made.made = [str(example[own.kind.key])]
    made.sure, made.proof = SURE, f"as for {one.kind.name}, which have addresses of this form"
    made.key_alone = one.told() == {one.kind.key}
    made.beside = _beside(one, parts[place], word)
    made.pattern = None if one.role == "delete" else _called(one.pattern, names)
    yield made


def _keyless(one: Operation) -> bool:
    """Does an answer show something of the entity without its key? What it would show of another is not known."""
    answer = one.calls[0].answer
    fields = one.kind.fields()
    return one.role != "delete" and one.pattern is None and isinstance(answer, dict) and bool(fields & answer.keys())


def _own_fields(one: Operation) -> set[str]:
    """Fields that no request of the sibling sends: keys and times, which the server sets."""
    shown = {*one.kind.fields()}
    return shown - one.names_sent() if one.body_at is not None else shown


def _sent(one: Operation, example: Mapping[str, Any], key: str) -> dict[str, Any]:
    """What a request would send to make such an entity."""
    own = _own_fields(one)
    return {name: value for name, value in example.items() if name not in own or (name == key and key not in own)}


def _shown(one: Operation, example: Mapping[str, Any]) -> dict[str, Any]:
    """What an answer would show of it: what the server sets is as new as it was in the sibling's."""
    fresh = {name: each.value[name] for group in one.kind.groups for each in group.sightings
             if each.call is one.calls[0] for name in _own_fields(one) & each.value.keys()}  # fmt: skip
    return {name: _new(value, fresh.get(name, value)) for name, value in example.items()}


def _new(own: Any, others: Any) -> Any:
    """What the server sets, as in the sibling's; of a record with other members what it counts is nothing yet."""
    if not isinstance(own, dict) or not isinstance(others, dict) or own.keys() == others.keys():
        return others
    return {name: 0 if type(value) is int else value for name, value in own.items()}


def _with(body: Any, way: tuple[str | int, ...] | None, sent: Mapping[str, Any]) -> Any:
    """A request's body with other fields of the entity."""
    if way is None:
        return body
    if not way:
        return {**sent}
    if isinstance(body, dict) and isinstance(way[0], str):
        return {**body, way[0]: _with(body.get(way[0]), way[1:], sent)}
    return body


def _recalled(body: Any, way: tuple[str | int, ...], names: Mapping[str, str]) -> Any:
    """A request's body in which the envelope around the entity is called after another kind."""
    if not way or not isinstance(body, dict):
        return body
    return {names.get(name, name) if name == way[0] else name: inner for name, inner in body.items()}


def _beside(one: Operation, word: str, own: str) -> Json:
    """What stands beside the entity in the sibling's answer, with the key, the moment and the kind's own name."""
    call = one.calls[0]
    answer = _without(call.answer, one.pattern) if one.role != "delete" else call.answer
    if not isinstance(answer, dict):
        return None
    key = f"segments[{one.key_at.way[0]}]" if one.key_at is not None else "result.id"
    known = {one.made[0]: key} if one.made else {}
    made: Json = own_literal(answer, {**known, word: text(own)}, lambda value: call.now(value))
    return made


def _without(answer: Any, pattern: Pattern | None) -> Any:
    """An answer without the entity in it."""
    if pattern and pattern[0] == "*" and isinstance(answer, list):
        return None
    if not pattern or not isinstance(answer, dict):
        return None if pattern == () else answer
    rest = {name: value for name, value in answer.items() if name != pattern[0]}
    inner = _without(answer.get(pattern[0]), pattern[1:]) if len(pattern) > 1 else None
    return rest | ({pattern[0]: inner} if inner else {})

"""What else is asked about an entity: its columns, its members, its settings page. Nothing of that is in the state.

For entities of the recording the recording answers. For others, such as one that was created a moment ago, the answer
is the one that the recording has for an entity it created itself, else the nearest, with this entity's key in it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.discover.common.keys import literal, member, text
from awe_author.features.discover.common.names import is_moment, is_star, looks_like_id, singular, snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation, logs_in
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.places import Where, at, leaves, where_key
from awe_author.features.discover.exchanges.sightings import Endpoint, endpoint_of
from awe_author.features.discover.replies.said_within import said_params, said_within, same_but_for
from awe_author.json_types import Json, JsonObject, sorted_text

RECORDED = "recorded"
"""Plain value of the model: the keys that the recording shows, by kind."""
MEANT = frozenset(("item", "id", "key", "object", "record", "parent", "entity", "target"))
"""Words in a parameter's name by which an entity is meant."""
BROKEN = 500
"""Status of a read that the server failed at: told of new entities by new ones alone."""
MOST = 6000
"""Characters of an answer that is written out."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A number in answers about an entity that says how often it was written (`times_written`)."""

    way: tuple[str | int, ...]
    first: int
    """What it is for a new entity."""
    member: str
    """Of the state: kind -> key -> how often it was changed."""
    of_all: bool
    """Do the recorded entities begin with it, too?"""


@dataclass(slots=True)
class Echo:
    """One request about an entity that is none of its operations."""

    part: Entities
    endpoint: Endpoint
    key_at: Where
    calls: list[tuple[Call, str]] = field(default_factory=list)
    """(call, key of the entity that it names)."""
    asked: set[str] = field(default_factory=set)
    """What all recorded calls have at that place, but for entities that became what they are by themselves."""
    last: tuple[Call, str] | None = None
    """What was said of such an entity in the end."""
    new: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Key -> a new entity, with what was sent of it."""
    counted: Counted | None = None


def echoes_of(
    calls: Sequence[Call], parts: Sequence[Entities], operations: Sequence[Operation], known: frozenset[str]
) -> list[Echo]:
    """The requests that name an entity of a kind that is created, and that no operation answers."""
    made = {one.kind.name for one in operations if one.role in ("create", "replace_all")}
    sent = _sent(operations)
    answered = {call.seq for one in operations if one.writes or one.key_at is not None for call in one.calls}
    answered |= {call.seq for one in operations if one.role == "list" for call in one.calls}
    found: dict[tuple[str, Endpoint], Echo] = {}
    all_of: dict[Endpoint, list[Call]] = {}
    for call in calls:
        all_of.setdefault(endpoint_of(call, known), []).append(call)
        broken = call.method == "GET" and call.status >= BROKEN
        if call.seq in answered or (call.status >= 300 and not broken) or logs_in(call):
            continue
        if call.answer is None and not call.html:
            continue
        if call.mutation and call.answer is None:
            continue
        endpoint = endpoint_of(call, known)
        for part in parts:
            if part.kind.name not in made:
                continue
            key, where = _key(call, endpoint, part, sent.get(part.kind.name, ()))
            if where is not None and (not broken or key in part.made):
                one = found.setdefault((part.kind.name, endpoint), Echo(part, endpoint, where))
                if one.key_at == where:
                    one.calls.append((call, key))
                break
    new = {part.kind.name: _new(part, operations) for part in parts}
    for one in found.values():
        one.new = new[one.part.kind.name]
        if not _at_moments(all_of[one.endpoint]):
            one.asked = {value for call in all_of[one.endpoint] if (value := _value(call, one)) is not None}
        if any(call.status >= BROKEN for call, _ in one.calls):
            one.asked |= {*one.part.seed}
        _settle(one, [call.seq for call in calls if call.mutation])
        _show_own(one)
        _say_of_all(one)
    return list(found.values())


def _at_moments(calls: Sequence[Call]) -> bool:
    """Do all addresses have a moment in them, and all answers say the same? What was recorded is of its own moment
    only: at others, and of all entities, the same is said."""
    timed = all(any(map(is_moment, call.segments)) for call in calls)
    return timed and len({sorted_text(call.answer) for call in calls}) == 1


def _new(part: Entities, operations: Sequence[Operation]) -> dict[str, Mapping[str, Any]]:
    """Key -> what was sent of a new entity, and what was shown of it first."""
    sent: dict[str, Any] = {}
    for one in operations:
        if one.role == "create" and one.kind is part.kind and one.body_at is not None:
            sent |= {key: at(call.body, one.body_at) for call, key in zip(one.calls, one.made, strict=False)}
    told = {key: value for key, value in sent.items() if isinstance(value, dict)}
    return {key: {**told.get(key, {}), **entity} for key, entity in part.made.items()}


def _show_own(one: Echo) -> None:
    """An answer that shows more of a new entity than its key is no answer about another one that gets the same key."""
    made = next((pair for pair in one.calls if pair[1] in one.part.made and pair[0].answer is not None), None)
    if one.last is not None or made is None or len(str(made[0].answer)) >= MOST:
        return
    call, key = made
    known = _Known(key, "", "", "it", one.new[key])
    if any(_own(known, way, value) for way, value in leaves(call.answer)):
        one.last = made
        one.asked.discard(key)


def _say_of_all(one: Echo) -> None:
    """Where new entities were asked about in several ways, and all answers say the same but for the key and what the
    request says, what is said of one is said of others in any other way, too."""
    mine = [(call, key) for call, key in one.calls if key in one.part.made and call.answer is not None]
    ways = {tuple(sorted(call.query)) for call, _ in mine}
    if len(mine) > 1 and len(ways) == len(mine) and same_but_for(mine, said_params([call for call, _ in one.calls])):
        one.asked -= {key for _, key in mine}


def _own(known: _Known, way: tuple[str | int, ...], value: Any) -> bool:
    """Is it a text of the entity's own, of some length?"""
    name = str(next((one for one in reversed(way) if isinstance(one, str)), ""))
    return isinstance(value, str) and len(value) > 3 and (known.said(value, name) or "").startswith("it.")


def _settle(one: Echo, writes: Sequence[int]) -> None:
    """Of a new entity whose answers changed while nothing was written, what was said last is what is so: as with its
    own fields, what it became took no more than time."""
    for key in one.part.settled:
        mine = [call for call, about in one.calls if about == key and len(str(call.answer)) < MOST]
        if len({str(call.answer) for call in mine}) < 2 or any(mine[0].seq < seq < mine[-1].seq for seq in writes):
            continue
        if mine[-1].answer is not None:
            one.last = mine[-1], key
            one.asked.discard(key)


def _value(call: Call, one: Echo) -> str | None:
    """What a call has where others name the entity."""
    if one.key_at.part == "query":
        return call.params.get(str(one.key_at.way[0]))
    if one.key_at.part == "body":
        value = at(call.body, one.key_at.way)
        return None if value is None else str(value)
    stars = [place for place, piece in enumerate(one.endpoint.path.strip("/").split("/")) if is_star(piece)]
    return call.segments[stars[int(one.key_at.way[0])]]


def _sent(operations: Sequence[Operation]) -> dict[str, list[str]]:
    """Kind -> the keys that pages sent with whole lists of it."""
    found: dict[str, list[str]] = {}
    for one in operations:
        for call in one.calls if one.role == "replace_all" and one.body_at is not None else ():
            items = one.body(call)
            records = [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []
            keys = [str(item[one.kind.key]) for item in records if one.kind.key in item]
            found.setdefault(one.kind.name, []).extend(keys)
    return {kind: list(dict.fromkeys(keys)) for kind, keys in found.items()}


def _plain(key: str) -> bool:
    """May a key be found by chance: short, and no name with a number, such as `crew1`?"""
    return len(key) < 6 and not re.search(r"[A-Za-z]\d|\d[A-Za-z]", key)


def _key(call: Call, endpoint: Endpoint, part: Entities, sent: Sequence[str]) -> tuple[str, Where | None]:
    noun = singular(part.kind.name)
    for key in dict.fromkeys([*part.made, *part.seed, *sent]):
        where = where_key(call, endpoint, key, part.kind) or _asked(call, key)
        if where is None:
            continue
        if where.part == "segments":
            stars = [at for at, piece in enumerate(endpoint.path.strip("/").split("/")) if is_star(piece)]
            before = call.segments[stars[int(where.way[0])] - 1] if stars[int(where.way[0])] else ""
            if _plain(key) and singular(snake(before)) != noun:
                continue
        elif _plain(key):
            said = set(snake(str(next((one for one in reversed(where.way) if isinstance(one, str)), ""))).split("_"))
            if not said & (MEANT | {noun, part.kind.name}):
                continue
        return key, where
    return "", None


def _asked(call: Call, key: str) -> Where | None:
    """A parameter that filters by the key of something: `filter[item][_eq]=6`."""
    for name, value in call.query:
        if value == key and set(snake(name).split("_")) & MEANT:
            return Where("query", (name,))
    return None


def echo_documents(one: Echo, place: str, said: Sequence[str]) -> JsonObject:
    """The feature. `place`: the expression of the key in the request; `said`: what tells the operation."""
    kind = one.part.kind.name
    stars = one.endpoint.path.count("*")
    where = [*said, *([f"!segments[{stars - 1}].contains('/')"] if stars else [])]
    where += [f"{place} in state.{kind}", *([] if _all_alike(one) else [_unrecorded(one, place)])]
    made = (about for about in one.calls if about[1] in one.part.made)
    call, key = one.last or next(made, one.calls[0])
    last = (
        snake([piece for piece in one.endpoint.path.split("/") if piece not in ("", "*")][-1:][0])
        if one.endpoint.path.strip("/*")
        else "page"
    )
    document: JsonObject = {
        "id": f"{kind}.about.{last or 'page'}",
        "title": f"What {one.endpoint.path} says of a new {singular(kind).replace('_', ' ')}",
        "on": {"request": f"{call.method} {one.endpoint.origin}{one.endpoint.path}", "where": " && ".join(where)},
    }
    own = f"int({place})" if one.part.number else place
    if call.answer is None:
        document["reply"] = {"status": call.status, "like": "recorded"}
    elif key in one.part.made and len(str(call.answer)) < MOST:
        parts = {call.segments[piece]: f"segments[{number}]" for number, piece in _beside(one)}
        said_back = said_params([call for call, _ in one.calls])
        parts |= {call.params[name]: member("query", name, sure=False, other="''") for name in said_back}
        known = _Known(key, place, own, f"state.{kind}[{place}]", one.new.get(key, {}), parts)
        told = _written(call.answer, known)
        if one.counted is not None:
            told = _with(told, one.counted.way, f"{_times(one.counted, kind, place)} + {one.counted.first}")
        document["reply"] = {"status": call.status, "json": told}
    else:
        changed = _changed(call.answer, key, place, own)
        document["reply"] = {
            "status": call.status,
            "like": "recorded",
            **({"json": changed} if changed is not None else {}),
        }
    return document


def _all_alike(one: Echo) -> bool:
    """Is the same said of all, below a key of something else? Then it is below any other, too."""
    answers = {sorted_text(call.answer) for call, _ in one.calls}
    keys = {key for _, key in one.calls}
    below = one.endpoint.path.count("*") > 1 and one.key_at.part == "segments"
    return below and len(keys) > 1 and len(answers) == 1 and all(call.answer is not None for call, _ in one.calls)


def _unrecorded(one: Echo, place: str) -> str:
    """The test of whether the recording does not answer: it knows nothing of the entity, or not any more."""
    test = f"{place} in state.{RECORDED}.{mark_of(one)}"
    for number, piece in _beside(one):
        texts = sorted({call.segments[piece] for call, _ in one.calls})
        test += f" && segments[{number}] in [{', '.join(map(text, texts))}]"
    test = f"!({test})"
    if one.counted is None or not one.counted.of_all:
        return test
    return f"({test} || {_times(one.counted, one.part.kind.name, place)} > 0)"


def _beside(echo: Echo) -> list[tuple[int, int]]:
    """(number of the star, place in the address) of the parts beside the entity's key that all answers say back."""
    stars = [at for at, piece in enumerate(echo.endpoint.path.strip("/").split("/")) if is_star(piece)]
    own = int(echo.key_at.way[0]) if echo.key_at.part == "segments" else -1
    others = [(number, piece) for number, piece in enumerate(stars) if number != own]
    return [one for one in others if all(_says(call, call.segments[one[1]]) for call, _ in echo.calls)]


def _says(call: Call, part: str) -> bool:
    return len(part) > 3 and not looks_like_id(part) and any(value == part for _, value in leaves(call.answer))


def _times(counted: Counted, kind: str, place: str) -> str:
    """The expression of how often an entity was changed."""
    return f"int(dyn(state.{counted.member}.{kind}).get({place}, 0))"


def _with(value: Json, way: Sequence[str | int], said: str) -> Json:
    """An answer with an expression at one place in it."""
    if not way:
        return said
    if isinstance(value, dict):
        return {name: _with(one, way[1:], said) if name == way[0] else one for name, one in value.items()}
    if isinstance(value, list):
        return [_with(one, way[1:], said) if place == way[0] else one for place, one in enumerate(value)]
    return value


@dataclass(frozen=True, slots=True)
class _Known:
    """What an answer about an entity may say of it."""

    key: str
    place: str
    """The expression of the key in the request."""
    own: str
    """The same as the app writes it."""
    item: str
    """The expression of the entity."""
    entity: Mapping[str, Any]
    parts: Mapping[str, str] = field(default_factory=dict)
    """What else the address says -> its expression."""

    def said(self, value: Any, name: str) -> str | None:
        """The expression when a value is the key, or what the entity has in the member of that name."""
        key = _said(value, self.key, self.place, self.own, name)
        if key is not None or isinstance(value, bool | dict | list) or value in (None, ""):
            return key
        for field_name, inner in self.entity.items():
            same = snake(field_name) == snake(name) and name[:2] != "__" and not isinstance(inner, bool | dict | list)
            if same and str(inner) == str(value):
                made = member(self.item, field_name, sure=False)
                return made if isinstance(inner, str) or not isinstance(value, str) else f"string({made})"
        return self.parts.get(value) if isinstance(value, str) else None

    def held(self, value: list[Any], name: str) -> str | None:
        """The expression when a list with something in it is what the entity has under that name."""
        return member(self.item, name, sure=False, other="[]") if value and self.entity.get(name) == value else None


def _written(value: Any, known: _Known, name: str = "") -> Json:
    """The whole answer, with the entity's key and values put in."""
    if isinstance(value, dict):
        return {inner: _written(one, known, inner) for inner, one in value.items()}
    if isinstance(value, list):
        return known.held(value, name) or [_written(one, known, name) for one in value]
    said = known.said(value, name)
    if said is None and isinstance(value, str):
        said = said_within(value, known.key, f"string({known.place})", known.item, known.entity, known.parts)
    made: Json = literal(value) if said is None else said
    return made


def _said(value: Any, key: str, place: str, own: str, name: str) -> str | None:
    """The expression when a value is the key; short keys only where the name says so."""
    if isinstance(value, bool) or str(value) != key:
        return None
    if len(key) < 6 and not re.search(r"(^|_)(id|parent|owner|project|item|ref|key)$", snake(name)):
        return None
    return own if isinstance(value, int) else place


def _changed(value: Any, key: str, place: str, own: str, name: str = "") -> Json | None:
    """Only the places where the key stands; None without one."""
    if isinstance(value, dict):
        made = {inner: _changed(one, key, place, own, inner) for inner, one in value.items()}
        return {inner: one for inner, one in made.items() if one is not None} or None
    if isinstance(value, list):
        return None
    return _said(value, key, place, own, name)


def recorded_keys(echoes: Sequence[Echo]) -> Mapping[str, list[str]]:
    """The keys for which the recording answers."""
    return {mark_of(one): sorted(one.asked) for one in echoes}


def mark_of(one: Echo) -> str:
    """What such requests are called in the state."""
    path = one.endpoint.path.replace("*", "one")
    return snake(f"{one.part.kind.name} {one.endpoint.verb} {path} {one.endpoint.operation}")

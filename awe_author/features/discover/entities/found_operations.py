"""What the calls do to the kinds: which lists, reads, counts, creates, updates, replaces and deletes.

Reads are told by what they show. Writes are told by method, path and body, and by comparing what was seen before and
after: a key that was never seen and now is was created, one that lists stop showing was deleted. What a later answer
confirms is surer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from awe_author.features.discover.common.names import plural, snake
from awe_author.features.discover.entities.below_parents import below_parent
from awe_author.features.discover.entities.made_later import LATER, listed_next, shown_as_sent, tried_before
from awe_author.features.discover.entities.made_twice import drop_twice
from awe_author.features.discover.entities.naming import Texts, where_named
from awe_author.features.discover.entities.operations import Operation, logs_in
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.entities.targets import DELETES, listed_keys, named_by, role_of_several
from awe_author.features.discover.entities.unchanged import body_at, without_unchanged
from awe_author.features.discover.entities.write_signs import (
    ENDS,
    into,
    listed_later,
    marks,
    only_names,
    put_away,
    puts_on,
)
from awe_author.features.discover.exchanges.calls import ASKING, Call, custom_method, without_method
from awe_author.features.discover.exchanges.graphql_text import root_fields
from awe_author.features.discover.exchanges.grouped import groups_of
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.places import Where, at, leaves, stars_of, where_key
from awe_author.features.discover.exchanges.sightings import Endpoint, Group, endpoint_of, objects

_COUNTING = re.compile(r"/(count|total|size|length)(\.json)?/?$")
_COUNTER = re.compile(r"[_-]count\Z|(?<=[a-z])Count\Z")
"""The end of what is called to count what is listed by the same name without it: `get_count` beside `get`."""
_COUNTED = re.compile(r"count|aggregat|total", re.IGNORECASE)
_FROM = re.compile(r"\sFROM\s+(\w+)", re.IGNORECASE)
_COUNTS = re.compile(r"\^\s*SELECT\s+COUNT\s*\(", re.IGNORECASE)
"""A statement that asks how many there are."""
EDITS = re.compile(r"(edit|update|save|change|modify|patch)\Z", re.IGNORECASE)
"""Last parts of addresses that say no more than that something is changed."""
MANY = 3
"""Fields that are sent with a change which an address calls otherwise, too."""


def operations_of(
    calls: Sequence[Call], kinds: Sequence[Kind], known: frozenset[str]
) -> tuple[list[Operation], list[tuple[Call, str]]]:
    """The operations, and the writes that were left out with the reason."""
    seen, texts = Seen(kinds), Texts(kinds)
    found: dict[tuple[Any, ...], Operation] = {}
    left: list[tuple[Call, str]] = []
    for call in calls:
        endpoint = endpoint_of(call, known)
        if call.mutation:
            one, reason = _write(call, endpoint, texts, seen)
            if one is None:
                left.append((call, reason))
                continue
            ones = [one]
        else:
            ones = list(_reads(call, endpoint, seen))
        for one in ones:
            mark = (one.role, one.kind.name, endpoint, one.pattern if not one.writes else None, one.verb, one.several)
            if mark in found:
                found[mark].calls += one.calls
                found[mark].made += one.made
                found[mark].sure = max(found[mark].sure, one.sure)
                found[mark].key_at = found[mark].key_at or one.key_at
                found[mark].pattern = found[mark].pattern or one.pattern
            else:
                found[mark] = one
    operations = list(found.values())
    operations, unchanged = without_unchanged(operations, seen)
    left += [*unchanged, *tried_before(operations)]
    drop_twice(operations)
    _add_empty(calls, operations, known)
    return operations + _counts(calls, operations, known), left


def _add_empty(calls: Sequence[Call], operations: Sequence[Operation], known: frozenset[str]) -> None:
    """Calls to which a list showed nothing belong to it as well, when nothing else tells what they are."""
    taken = {call.seq for one in operations for call in one.calls}
    lists: dict[Endpoint, list[Operation]] = {}
    for one in operations:
        if one.role == "list" and one.pattern is not None and one.pattern[-1:] == ("*",):
            lists.setdefault(one.endpoint, []).append(one)
    for call in calls:
        mine = lists.get(endpoint_of(call, known), ()) if not call.mutation and call.seq not in taken else ()
        for one in mine:
            way = [0 if part == "*" else part for part in (one.pattern or ())[:-1]]
            if at(call.answer, way) == [] and call.status < 400:
                one.calls.append(call)
                one.calls.sort(key=lambda call: call.seq)


def _reads(call: Call, endpoint: Endpoint, seen: Seen) -> Iterator[Operation]:
    """What a call shows, outermost groups only."""
    shown = {(kind.name, group.pattern): (kind, group) for kind, group, _ in seen.of_call.get(call.seq, ())}
    for kind, group in shown.values():
        if any(
            len(other.outer) < len(group.outer) and group.outer[: len(other.outer)] == other.outer
            for _, other in shown.values()
        ):
            continue
        keys = [key for one, at, key in seen.of_call[call.seq] if one is kind and at.pattern == group.pattern]
        key_at = where_key(call, endpoint, keys[0], kind) if len(set(keys)) == 1 else None
        if key_at is None and len(set(keys)) == 1:
            value = next(one.value for one in group.sightings if one.call is call)
            key_at = where_named(call, endpoint, value, kind, alone=not group.listed)
        if not group.listed or (key_at is not None and not key_at.cut):
            yield Operation("read", kind, endpoint, [call], group.pattern, key_at, sure=0.95 if key_at else 0.6)
        else:
            yield Operation("list", kind, endpoint, [call], group.pattern, sure=group.sure)


def _write(call: Call, endpoint: Endpoint, texts: Texts, seen: Seen) -> tuple[Operation | None, str]:
    """The write that a call is, or None and why that cannot be told."""
    if call.status >= 400:
        return None, f"it failed ({call.status})"
    if logs_in(call):
        return None, "logs in or keeps a session"
    shown = outer_shown(call, seen)
    new = [(kind, group, key) for kind, group, key in shown if seen.first(kind, key) == call.seq]
    several = listed_keys(call, endpoint, texts.kinds, seen)
    if several is not None:
        return _several(call, endpoint, *several, seen=seen), ""
    named = named_by(call, endpoint, texts, seen)
    whole = _whole_list(call, texts.kinds, seen)
    if whole is not None:
        kind, way = whole
        return Operation(
            "replace_all", kind, endpoint, [call], None, None, way, sure=0.8, proof="the body lists its keys"
        ), ""
    if named is not None and not (new and below_parent(call, endpoint, named, new[0], shown)):
        return _change(call, endpoint, *named, seen=seen, shown=shown), ""
    if new and call.verb in ("POST", "PUT"):
        kind, group, key = new[0]
        one = Operation("create", kind, endpoint, [call], group.pattern, None, body_at(call, kind), [key], sure=0.85)
        if seen.after(kind, key, call.seq + 1) is not None:
            one.sure, one.proof = 0.97, f"{key} is shown afterwards"
        return one, ""
    return _unnamed(call, endpoint, texts.kinds, seen, shown)


def _several(call: Call, endpoint: Endpoint, kind: Kind, keys: list[str], where: Where, *, seen: Seen) -> Operation:
    """A write about several known entities; its answer may show them."""
    way = None if (role := role_of_several(call)) == "delete" else body_at(call, kind)
    shown = [(group, key) for one, group, key in outer_shown(call, seen) if one is kind and group.listed]
    pattern = shown[0][0].pattern if shown and sorted(key for _, key in shown) == sorted(keys) else None
    made = Operation(role, kind, endpoint, [call] * len(keys), pattern, where, way, keys, sure=0.85)
    made.several = str(next((part for part in reversed(where.way) if isinstance(part, str)), "body"))
    return made


def outer_shown(call: Call, seen: Seen) -> list[tuple[Kind, Group, str]]:
    """The outermost entities of an answer."""
    shown = seen.of_call.get(call.seq, [])
    return [
        one
        for one in shown
        if not any(
            len(other[1].outer) < len(one[1].outer) and one[1].outer[: len(other[1].outer)] == other[1].outer
            for other in shown
        )
    ]


def _unnamed(
    call: Call, endpoint: Endpoint, kinds: Sequence[Kind], seen: Seen, shown: list[tuple[Kind, Group, str]]
) -> tuple[Operation | None, str]:
    """A write that names no entity: the body may be one, or one may appear in the lists that follow."""
    for kind in kinds:
        for _, place, value in objects(call.body, 3) if isinstance(call.body, dict | list) else ():
            key = str(value.get(kind.key, ""))
            fields = kind.fields()
            if key and len(fields & value.keys()) >= max(2, 0.4 * len(value)) and named_alike(endpoint, kind):
                if call.verb == "PUT" and call.segments[-1:] == [key]:
                    continue  # `puts` tells what it does
                first = seen.first(kind, key)
                role = "replace" if first is not None and first < call.seq else "create"
                where = Where("body", (*place, kind.key))
                return Operation(role, kind, endpoint, [call], None, where, place, [key], sure=0.8), ""
    if shown and shown[0][2] in seen.values[shown[0][0].name] and call.verb in ("PUT", "PATCH"):
        kind, group, key = shown[0]
        return Operation(
            "update", kind, endpoint, [call], group.pattern, None, body_at(call, kind), [key], sure=0.5
        ), ""
    for kind in kinds:
        appeared = listed_next(kind, call, seen)
        told = len(appeared) == 1 and any(str(value) == appeared[0] for _, value in leaves(call.answer))
        if call.verb == "POST" and len(appeared) == 1 and (told or named_alike(endpoint, kind)):
            way = body_at(call, kind)
            return Operation(
                "create", kind, endpoint, [call], None, None, way, appeared, sure=0.75, proof="listed next"
            ), ""
    for kind in kinds:
        made = shown_as_sent(kind, call, seen) if call.verb == "POST" and named_alike(endpoint, kind) else []
        if made:
            way = body_at(call, kind)
            return Operation("create", kind, endpoint, [call], None, None, way, made, sure=0.75, proof=LATER), ""
    return None, "no entity of the recording is in its path, body or answer"


def named_alike(endpoint: Endpoint, kind: Kind) -> bool:
    """Is a part of the path, or of the operation's name, the kind's?"""
    words = {plural(snake(part)) for part in re.split(r"[/.]", endpoint.path) if part and part != "*"}
    last = kind.name.rpartition("_")[2]
    operation = snake(endpoint.operation)
    return kind.name in words or any(word.endswith(last) for word in words) or last.rstrip("s") in operation


def _change(
    call: Call,
    endpoint: Endpoint,
    kind: Kind,
    key: str,
    where: Where,
    *,
    seen: Seen,
    shown: list[tuple[Kind, Group, str]],
) -> Operation:
    """A write about one known entity."""
    pattern = next((group.pattern for one, group, shown_key in shown if one is kind and shown_key == key), None)
    token = stars_of(call, endpoint)[int(where.way[0])] if where.by and where.part == "segments" else key
    tail = call.segments[call.segments.index(token) + 1 :] if token in call.segments else []
    one = Operation("update", kind, endpoint, [call], pattern, where, body_at(call, kind), [key], sure=0.85)
    one.into = into(call, kind, tail)
    if one.into:
        one.calls = [replace(call, body={one.into: call.body})]
        one.body_at = ()
        return one
    _tell_role(one, key, tail, _asks(call, token, tail), seen)
    return one


def _asks(call: Call, token: str, tail: Sequence[str]) -> str:
    """The words that say what is asked for. `tail`: of the path, after what is named."""
    query = (f"{name}={value}" for name, value in call.query)
    asked = [call.operation, *root_fields(call.text, call.operation), *query]
    return " ".join([*tail, *asked, *([] if token in call.segments else [call.action])])


def _tell_role(one: Operation, key: str, tail: Sequence[str], said: str, seen: Seen) -> None:
    """Note whether a write about an entity deletes it, does something with it, or changes it."""
    call, kind = one.calls[0], one.kind
    later = seen.after(kind, key, call.seq + 1)
    if call.verb == "DELETE" and not tail and put_away(kind, key, call, seen):
        one.role, one.verb, one.sure, one.proof = "act", "delete", 0.9, f"{key} says so afterwards"
    elif (call.verb == "DELETE" and not tail) or (DELETES.search(said) and not (tail and marks(kind, key, call, seen))):
        one.role = "delete"
        one.sure, one.proof = (0.97, f"{key} is not shown afterwards") if later is None else (0.6, "")
    elif later is None and ENDS.search(f"{said} {snake(said)}") and listed_later(kind, call):
        one.role, one.sure, one.proof = "delete", 0.8, f"{key} is not shown afterwards"
    elif (
        (call.verb in ("POST", "DELETE") or not call.body)
        and tail
        and not _edits(call, kind, tail)
        and not puts_on(call, kind, one.body_at)
    ):
        one.role, one.verb = "act", snake("_".join(part for part in tail if part != "*")) or "act"
        one.sure = 0.6
    elif call.verb == "POST" and only_names(call, key) and not EDITS.search(_said(call)):
        one.role, one.verb, one.body_at, one.sure = "act", snake(_said(call).rpartition(".")[2]), None, 0.7
    elif later is not None and _kept(call, one.body_at, later):
        one.sure, one.proof = 0.97, "what was sent is shown afterwards"


def _said(call: Call) -> str:
    """What says what is done: the last part of the address, or the method."""
    return call.operation if call.kind == "jsonrpc" else call.action


def _edits(call: Call, kind: Kind, tail: Sequence[str]) -> bool:
    """Is it a change that the address calls so, `/books/7/edit`, of fields that it sends? `/books/7/saveAsBook` is,
    when it sends several."""
    fields = kind.fields()
    sent = at(call.body, body_at(call, kind) or ())
    if not isinstance(sent, dict) or len(fields & sent.keys()) * 2 <= len(sent):
        return False
    begins = EDITS.match(snake(tail[-1]).partition("_")[0]) and len(fields & sent.keys()) >= MANY
    return bool(EDITS.match(tail[-1]) or begins)


def _kept(call: Call, way: tuple[str | int, ...] | None, later: dict[str, Any]) -> bool:
    sent = at(call.body, way or ())
    return isinstance(sent, dict) and any(name in later and later[name] == value for name, value in sent.items())


def _whole_list(call: Call, kinds: Sequence[Kind], seen: Seen) -> tuple[Kind, tuple[str | int, ...]] | None:
    """The body lists most entities of a kind: it replaces them all."""
    if call.kind != "json" or call.verb not in ("POST", "PUT") or not isinstance(call.body, dict | list):
        return None
    lists = (
        [((), call.body)] if isinstance(call.body, list) else [((name,), inner) for name, inner in call.body.items()]
    )
    for way, inner in lists:
        if isinstance(inner, list) and len(inner) > 2 and all(isinstance(one, dict) for one in inner):
            for kind in kinds:
                sent = {str(one.get(kind.key)) for one in inner}
                before = {key for key in seen.values[kind.name] if (seen.first(kind, key) or 0) < call.seq}
                if len(sent & before) >= max(2, 0.6 * len(before)) and all(len(one) > 1 for one in inner):
                    return kind, way
    return None


def _counted(endpoint: Endpoint, way: Sequence[Any]) -> bool:
    """Does an address say behind a colon that it counts, or a place in its answer that a number is a count?"""
    return any(_COUNTED.search(str(one)) for one in (custom_method(endpoint.path), *way[-1:]))


def _from(endpoint: Endpoint) -> str:
    """What a statement selects from; "" without one."""
    said = _FROM.search(endpoint.operation)
    return said[1].lower() if said is not None else ""


def _counts(calls: Sequence[Call], operations: Sequence[Operation], known: frozenset[str]) -> list[Operation]:
    """Answers that are nothing but one number, beside a list of the same path, or one below (`/filter`); and the number
    called so at an address that asks for it, `/count`, whatever else stands there."""
    every = [(one.endpoint.origin, one.endpoint.path, one) for one in operations if one.role == "list"]
    every.sort(key=lambda each: f"/{each[2].kind.name}" in each[1])  # of several in one answer that of the address
    lists = {(origin, ASKING.sub("", path)): one for origin, path, one in every}
    lists |= {(origin, path.rstrip("/").removesuffix(".json")): one for origin, path, one in every}
    beside = {(origin, without_method(path)): one for origin, path, one in every if custom_method(path)}
    found: dict[Endpoint, Operation] = {}
    for call in calls:
        if call.mutation or call.answer is None or call.kind in ("graphql", "jsonrpc") or call.status >= 400:
            continue
        endpoint = endpoint_of(call, known)
        path = _COUNTING.sub("", endpoint.path).rstrip("/")
        home = lists.get((endpoint.origin, path)) or lists.get((endpoint.origin, _COUNTER.sub("", path)))
        if of := _from(endpoint):
            home = next(
                (one for *_, one in every if one.endpoint.path == endpoint.path and _from(one.endpoint) == of), home
            )
        numbers = [(way, value) for way, value in leaves(call.answer)]
        if len(numbers) > 1 and _COUNTING.search(endpoint.path):
            told = [(way, value) for way, value in numbers if any(_COUNTING.search(f"/{part}") for part in way)]
            numbers = [(way, value) for way, value in told if isinstance(value, int)]
        if (groups := groups_of(call)) is not None:
            numbers = [((groups.total,), call.answer[groups.total])]
        if home is None and custom_method(endpoint.path):
            home = beside.get((endpoint.origin, without_method(endpoint.path)))
            numbers = [(way, value) for way, value in numbers if type(value) is int and _counted(endpoint, way)]
        if _COUNTS.search(endpoint.operation):
            numbers = [(way, value) for way, value in numbers if type(value) is int]
        if home is None or len(numbers) != 1 or not isinstance(numbers[0][1], int) or isinstance(numbers[0][1], bool):
            continue
        pattern = tuple("*" if isinstance(part, int) else part for part in numbers[0][0])
        if endpoint in found:
            found[endpoint].calls.append(call)
        else:
            found[endpoint] = Operation("count", home.kind, endpoint, [call], pattern, sure=0.9)
    return list(found.values())

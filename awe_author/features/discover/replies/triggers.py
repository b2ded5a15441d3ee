"""Which requests a feature of an operation is for, and what they say: the key of the entity, what is sent of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from awe_author.features.discover.common.keys import member, text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.puts import telling
from awe_author.features.discover.entities.several import body_of, sent_text, several_keys
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.graphql_text import asks_test
from awe_author.features.discover.exchanges.places import Where, at
from awe_author.features.discover.exchanges.sightings import Endpoint
from awe_author.features.discover.exchanges.statements import SELECTS
from awe_author.features.discover.writes.below import parent_texts
from awe_author.features.discover.writes.grown_records import above_text
from awe_author.features.discover.writes.linked import linked_with
from awe_author.features.discover.writes.parent_records import parent_record_texts
from awe_author.features.discover.writes.said_changes import SAID, said_at, tells
from awe_author.json_types import Json, JsonObject


def on_of(one: Operation, part: Entities, operations: Sequence[Operation], more: Sequence[str] = ()) -> JsonObject:
    """The request, and the conditions by which it is told from others. `more`: further ones."""
    call = one.calls[0]
    on: JsonObject = {"request": f"{call.method} {one.endpoint.origin}{one.endpoint.path}"}
    tests = [
        *said_tests(call, one.endpoint),
        *_alone(one, operations),
        *_variant(one, operations),
        *_made_or_changed(one, operations),
        *_not_deleting(one, operations),
        *more,
    ]
    stars = one.endpoint.path.count("*")
    tests += _not_words(one, operations)
    if stars:
        slash = any("/" in key for key in (*part.seed, *part.made))
        parts = len(one.endpoint.path.split("/"))
        tests.append(f"path.split('/').size() == {parts}" if slash else f"!segments[{stars - 1}].contains('/')")
    if one.key_at is not None:
        tests += telling(one, operations, key_text(one, part), part.kind.name)
        if part.unseen and one.several:
            tests.append(f"{several_keys(one)}.exists(k, k in state.{part.kind.name})")
        elif part.unseen and one.role != "create":
            tests.append(f"{key_text(one, part)} in state.{part.kind.name}")
    if tests:
        on["where"] = " && ".join(dict.fromkeys(tests))
    return on


def said_tests(call: Call, endpoint: Endpoint) -> list[str]:
    """What tells the operation where the path does not."""
    if call.kind == "graphql":
        return [asks_test(call.operation, call.text, said=call.named or call.text.startswith("stored:"))]
    if call.kind == "jsonrpc":
        return [f"body.method == {text(call.operation)}"]
    tests: list[str] = []
    name, selects, head = endpoint.operation.partition(SELECTS)
    if selects:
        said = f"({member('query', name, sure=False, other=text(''))} + ' ')"
        return [f"{said}.startsWith({text(head + ' ')})"]
    for pair in endpoint.operation.split("&") if endpoint.operation else []:
        name, _, value = pair.partition("=")
        of = "query" if name in call.params else "body"
        tests.append(f"{member(of, name, sure=False, other=text(''))} == {text(value)}")
    if call.verb != call.method and isinstance(call.body, dict):
        named = next((name for name in ("_method",) if name in call.body), "")
        tests += (
            [f"{member('body', named, sure=False, other=text(''))} == {text(str(call.body[named]))}"] if named else []
        )
    return tests


def _alone(one: Operation, operations: Sequence[Operation]) -> list[str]:
    """Where requests to one address are about one entity or have a list of them (`forms.each`): it is not of a list."""
    where = one.endpoint.origin, one.endpoint.path, one.calls[0].method
    mine = [other.calls[0] for other in operations
            if (other.endpoint.origin, other.endpoint.path, other.calls[0].method) == where]  # fmt: skip
    both = one.calls[0].kind != "jsonrpc" and any(call.kind == "jsonrpc" for call in mine)
    return ["!(type(body) == map && 'jsonrpc' in dyn(body))"] if both else []


def _not_deleting(one: Operation, operations: Sequence[Operation]) -> list[str]:
    """Where a GET to the same address deletes, or asks at that of one whether it shall: it is none."""
    if one.endpoint.operation or one.calls[0].method != "GET":
        return []
    mine = [other.endpoint for other in operations if other.calls[0].method == "GET" != other.endpoint.verb]
    places = (one.endpoint.path, one.endpoint.path.removesuffix("/*"))
    said = [other.operation for other in mine if other.origin == one.endpoint.origin and other.path in places]
    tests = (pair.partition("=") for pair in said if pair)
    return [f"{member('query', name, sure=False, other=text(''))} != {text(value)}" for name, _, value in tests]


def _not_words(one: Operation, operations: Sequence[Operation]) -> list[str]:
    """Where a word stands at another address in the place of the key (`/books/count`): it is none."""
    parts, method = one.endpoint.path.split("/"), one.calls[0].method
    if one.endpoint.path.count("*") != 1:
        return []
    place = next(at for at, part in enumerate(parts) if "*" in part)
    before, _, after = parts[place].partition("*")
    words = set()
    for other in operations:
        others = other.endpoint.path.split("/")
        near = other.endpoint.origin == one.endpoint.origin and other.calls[0].method == method
        alike = len(others) == len(parts) and [*others[:place], *others[place + 1 :]] == [
            *parts[:place],
            *parts[place + 1 :],
        ]
        if near and alike:
            word = others[place]
            if "*" not in word and word.startswith(before) and word.endswith(after):
                words.add(word[len(before) : len(word) - len(after)])
    return [f"!(segments[0] in [{', '.join(map(text, sorted(words)))}])"] if words else []


def _variant(one: Operation, operations: Sequence[Operation]) -> list[str]:
    """Parameters by which operations of one endpoint are told apart: a list and its count."""
    others = [other for other in operations if other.endpoint == one.endpoint and other is not one and not other.writes]
    if one.writes or not others:
        return []
    mine = {name for call in one.calls for name in call.params}
    theirs = {name for other in others for call in other.calls for name in call.params}
    own, not_own = sorted(mine - theirs), sorted(theirs - mine)
    if one.role != "count" and all(
        any(name in call.params for name in not_own) for other in others for call in other.calls
    ):
        return [f"!({text(name)} in query)" for name in not_own[:4]]
    if own and all(any(name in call.params for name in own) for call in one.calls):
        named = " || ".join(f"{text(name)} in query" for name in own[:4])
        return [f"({named})" if len(own) > 1 else named]
    return []


def _made_or_changed(one: Operation, operations: Sequence[Operation]) -> list[str]:
    """Where one address makes what the body names nobody of, and changes what it names: `save` with and without id."""
    named = named_in_body(one, operations)
    if named is None or (one is not named and one.key_at is not None):
        return []
    return [names_test(one, named, operations)]


def named_in_body(one: Operation, operations: Sequence[Operation]) -> Operation | None:
    """Where one address makes and changes: the operation that changes what the body names."""
    mine = [other for other in operations if other.endpoint == one.endpoint and other.kind is one.kind and other.writes]
    named = next((other for other in mine if other.key_at is not None and other.key_at.part == "body"), None)
    both = {"create", "update"} <= {other.role for other in mine}
    return named if one.role in ("create", "update") and both and named is not None and not named.several else None


def makes_by_other_key(named: Operation, operations: Sequence[Operation]) -> bool:
    """Do requests that make something say a key there, too, which is not that which it gets: a page's own mark?"""
    way = named.key_at.way if named.key_at is not None else ()
    creates = [one for one in operations if one.role == "create" and one.endpoint == named.endpoint]
    said = [(at(call.body, way), one.made) for one in creates if one.kind is named.kind for call in one.calls]
    return any(key not in (None, "", 0, "0") and str(key) not in made for key, made in said)


def names_test(one: Operation, named: Operation, operations: Sequence[Operation]) -> str:
    """The condition that a request is one to change something, or that it is one to make something."""
    of, tests = body_of(named.calls[0]), list[str]()
    for step in named.key_at.way if named.key_at is not None else ():
        if isinstance(step, int):
            tests.append(f"type({of}) == list && size(dyn({of})) > {step}")
            of = f"dyn({of})[{step}]"
        else:
            tests.append(f"type({of}) == map && {text(step)} in dyn({of})")
            of = f"dyn({of})[{text(step)}]"
    known = [f"string({of}) in state.{named.kind.name}"] if makes_by_other_key(named, operations) else []
    there = " && ".join([*tests, f"{of} != null", f"!(string({of}) in ['', '0'])", *known])
    return f"!({there})" if one.role == "create" else there


def place_text(where: Where, call: Call) -> str:
    """The expression for where a request says something."""
    if where.part == "segments":
        return f"segments[{where.way[0]}]"
    of = "query" if where.part == "query" else body_of(call)
    for part in where.way:
        of = f"{of}[{part}]" if isinstance(part, int) else member(of, part)
    return f"{of}.substring({len(where.cut)})" if where.cut else of


def key_text(one: Operation, part: Entities) -> str:
    """The key of the entity that a request is about, as text."""
    if one.key_at is None:
        only = next(iter(one.made), next(iter(part.seed), ""))
        shown = [
            sighting.value
            for group in part.kind.groups
            if group.endpoint == one.endpoint
            for sighting in group.sightings
        ]
        return text(str(shown[0][part.kind.key]) if shown else only)
    place = place_text(one.key_at, one.calls[0])
    place = place if one.key_at.part in ("segments", "query") else f"string({place})"
    return named_key(part, one.key_at.by, place) if one.key_at.by else place


def keys_text(one: Operation) -> str | None:
    """The list of the keys that a request is about, of a read whose body names the first of several."""
    where = one.key_at
    if where is None or where.part != "body" or where.by or where.cut or not where.way or where.way[-1] != 0:
        return None
    return place_text(replace(where, way=where.way[:-1]), one.calls[0])


def named_key(part: Entities, by: str, named: str) -> str:
    """The key of the entity whose field `by` is what the request says; that itself when there is none."""
    own = f"string({member('one', by, sure=by in part.certain(), other=text(''))}) == {named}"
    key = f"string({member('one', part.kind.key)})"
    return f"(state.{part.kind.name}.values().filter(one, {own}).map(one, {key}) + [{named}])[0]"


def with_of(one: Operation, part: Entities, parts: Iterable[Entities]) -> Json:
    """What a request hands to its action. `parts`: of all kinds."""
    call = one.calls[0]
    body = sent_text(one)
    if one.role == "create":
        below: JsonObject = {
            **parent_texts(one, part, parts),
            **parent_record_texts(one, part, parts),
            **one.copied,
            **above_text(one),
        }
        if not below:
            return body if one.body_at is not None else {}
        if one.key_at is not None and one.key_at.part == "segments":
            below = {part.kind.key: key_text(one, part), **below}
        return {"...": body, **below} if one.body_at is not None else below
    if one.role == "replace_all":
        return {"items": body}
    key = key_text(one, part) if one.key_at else text(one.made[0])
    if one.linked:
        return {"id": key, **linked_with(one.linked[0])}
    if (way := said_at(one)) is not None:
        return {"id": key, SAID: place_text(Where("body", way), call)}
    if one.role in ("delete", "act"):
        return {"id": key, "changes": "type(body) == map ? body : {}"} if tells(one) else {"id": key}
    if one.into:
        return {"id": key, "changes": {one.into: body}}
    return {"id": key, "changes": body if one.body_at is not None else {}}

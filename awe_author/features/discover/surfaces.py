"""API surfaces: for each operation a feature that answers its request from the state, in the recorded shape."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from awe_author.features.discover.calls import Call
from awe_author.features.discover.constants import Constant, constant_document
from awe_author.features.discover.cursors import beside_items
from awe_author.features.discover.echoes import Echo, echo_documents
from awe_author.features.discover.entities import Entities, form_of
from awe_author.features.discover.expressions import Selection, beside_lets, selection_of, total_of, understood
from awe_author.features.discover.frames import frame_json
from awe_author.features.discover.graphql_text import asks_test
from awe_author.features.discover.headers import header_texts
from awe_author.features.discover.keys import member, own_key, scalar, text
from awe_author.features.discover.last_looks import WAS, last_fields
from awe_author.features.discover.listings import how_listed
from awe_author.features.discover.names import safe, singular
from awe_author.features.discover.nesting import joined, nest
from awe_author.features.discover.operations import Operation
from awe_author.features.discover.places import Where, leaves
from awe_author.features.discover.puts import telling
from awe_author.features.discover.queries import Listing
from awe_author.features.discover.seen import Seen
from awe_author.features.discover.several import body_of, with_several
from awe_author.features.discover.stored import Stored, stored_documents
from awe_author.features.discover.whole import as_they_are, not_told, otherwise
from awe_author.json_types import Json, JsonObject

TITLES = {
    "list": "The list of {many}",
    "read": "One {one}",
    "count": "How many {many} there are",
    "create": "Create a {one}",
    "update": "Change a {one}",
    "replace": "Replace a {one}",
    "delete": "Delete a {one}",
    "replace_all": "Replace all {many}",
}


KEYED = re.compile(r"(^|_)(id|key|uid|uuid|deleted|removed|number)$|Id$|ID$|Key$")
"""Names of members that may say a key."""


@dataclass(slots=True)
class Feature:
    """One feature of the draft with what speaks for it."""

    document: JsonObject
    seen: list[str] = field(default_factory=list)
    """Lines of evidence."""
    sure: float = 0.5
    listing: Listing | None = None
    operation: Operation | None = None
    """What it answers."""


def api_features(
    parts: Mapping[str, Entities], operations: Sequence[Operation], actions: Mapping[int, str], seen: Seen
) -> list[Feature]:
    """The features of all operations on kinds that are kept."""
    found: list[Feature] = []
    for one in operations:
        part = parts.get(one.kind.name)
        if part is None or not _worth(one, part, operations):
            continue
        feature = _feature(one, part, operations, actions, seen)
        feature.operation = one
        found.append(feature)
    return found


def distinct(features: Sequence[Feature]) -> None:
    """Features of one name get numbers."""
    taken: set[str] = set()
    for feature in features:
        name, number = str(feature.document["id"]), 2
        while feature.document["id"] in taken:
            feature.document["id"] = f"{name}-{number}"
            number += 1
        taken.add(str(feature.document["id"]))


def echo_feature(one: Echo) -> Feature:
    """A request about an entity that is answered as for another one."""
    call = one.calls[0][0]
    place = _place(one.key_at, call)
    place = place if one.key_at.part in ("segments", "query") else f"string({place})"
    seqs = ", ".join(str(call.seq) for call, _ in one.calls[:8])
    like = Operation("read", one.part.kind, one.endpoint, [call])
    return Feature(
        echo_documents(one, place, said_tests(call, like)), [f"seen: {one.endpoint}, seq {seqs}", "sure: 0.50"], 0.5
    )


def constant_feature(one: Constant) -> Feature:
    """Requests that are always answered alike."""
    seqs = ", ".join(str(call.seq) for call in one.calls[:8])
    return Feature(constant_document(one), [f"seen: {one.endpoint}, seq {seqs}", "sure: 0.50"], 0.5)


def stored_features(found: Sequence[Stored]) -> list[Feature]:
    """Reads and writes of documents of which there is one."""
    return [
        Feature(document, [seen, f"sure: {one.sure:.2f}, {one.proof}"], one.sure)
        for one in found
        for document, seen in stored_documents(one)
    ]


def _worth(one: Operation, part: Entities, operations: Sequence[Operation]) -> bool:
    """Reads of a kind that nothing writes are left to the recording, which answers them to the letter."""
    return any(other.writes and other.kind is part.kind for other in operations)


def _feature(
    one: Operation, part: Entities, operations: Sequence[Operation], actions: Mapping[int, str], seen: Seen
) -> Feature:
    noun = singular(part.kind.name).replace("_", " ")
    title = TITLES.get(one.role, "{verb} a {one}").format(
        one=noun, many=part.kind.name.replace("_", " "), verb=one.verb.replace("_", " ").capitalize()
    )
    call = one.calls[0]
    document: JsonObject = {
        "id": f"{part.kind.name}.{one.verb or one.role}.api",
        "title": title,
        "on": _on(one, part, operations),
    }
    feature = Feature(document, _evidence(one), one.sure)
    if one.role in ("list", "count"):
        listing = how_listed(one, part, operations, seen)
        feature.listing = listing
        document["on"] = _on(one, part, operations, understood(part, listing))
        selection = selection_of(part, listing)
        json = (
            _list_json(one, part, listing, selection)
            if one.role == "list"
            else _one_json(one, total_of(part, selection))
        )
        headers = header_texts(listing.headers, selection.shown, paged="limit" in selection.let)
        said: JsonObject = {"headers": {**headers}} if headers and one.role == "list" else {}
        used = _used(selection, str(json) + str(said))
        document |= {"let": used} if used else {}
        document["reply"] = {"like": "recorded", **said, _body_of(one): json}
        return feature
    if one.role == "read":
        document |= {
            "let": _entity(part, _key(one, part)),
            "reply": {**({} if one.guessed else {"like": "recorded"}), _body_of(one): _entity_json(one, part)},
        }
        return feature
    document |= {"do": actions[id(one)], "with": with_several(one) if one.several else _with(one, part)}
    reply: JsonObject = {"status": call.status, **({} if one.guessed else {"like": "recorded"})}
    if one.pattern is not None and one.role != "delete":
        document["let"] = _entity(part, "result.id")
        reply["json"] = _entity_json(one, part)
    last = set() if one.several else last_fields(one, part, seen)
    told = (
        _key_told(one, part) if not last and not one.several and (one.pattern is None or one.role == "delete") else None
    )
    if told is not None:
        reply["json"] = told
    if last:
        document["let"] = {safe(singular(part.kind.name)): f"result.{WAS}"}
        reply["json"] = _entity_json(one, part, last)
    document["reply"] = reply
    return feature


def _body_of(one: Operation) -> str:
    """What the reply is called: JSON, or JSON inside a document."""
    return "embedded" if one.calls[0].html and not one.writes else "json"


def _key_told(one: Operation, part: Entities) -> Json:
    """The places where answers to a write say the key that the request names, or that was made; None without one."""
    made_anew = one.role == "create" and one.key_at is None
    if (one.key_at is None and not made_anew) or len(one.calls) != len(one.made) or one.guessed:
        return None
    said = [dict(leaves(call.answer)) for call in one.calls]
    made: Json = None
    for way, value in said[0].items():
        own = all(str(told.get(way)) == key for told, key in zip(said, one.made, strict=True))
        named = way and KEYED.search(str(way[-1])) and all(isinstance(step, str) for step in way)
        if own and named and not isinstance(value, bool):
            key = "result.id" if made_anew else _key(one, part)
            inner = nest(tuple(map(str, way)), f"int({key})" if isinstance(value, int) else key, "", "")
            made = inner if made is None else joined(made, inner)
    return made


def _used(selection: Selection, json: str) -> JsonObject:
    """The `let` names that the reply needs."""
    wanted = [name for name in selection.let if name in json]
    for name in reversed(list(selection.let)):
        if any(name in selection.let[other] for other in wanted) and name not in wanted:
            wanted.append(name)
    return {name: value for name, value in selection.let.items() if name in wanted}


def _evidence(one: Operation) -> list[str]:
    pages = list(dict.fromkeys(call.page for call in one.calls if call.page))
    seqs = ", ".join(str(call.seq) for call in one.calls[:8]) + (" ..." if len(one.calls) > 8 else "")
    lines = [f"seen: {one.endpoint}, seq {seqs}" + (f", on {pages[0]}" if pages else "")]
    return [*lines, f"sure: {one.sure:.2f}" + (f", {one.proof}" if one.proof else "")]


def _on(one: Operation, part: Entities, operations: Sequence[Operation], more: Sequence[str] = ()) -> JsonObject:
    call = one.calls[0]
    on: JsonObject = {"request": f"{call.method} {one.endpoint.origin}{one.endpoint.path}"}
    tests = [*said_tests(call, one), *_variant(one, operations), *more]
    stars = one.endpoint.path.count("*")
    if stars:
        slash = any("/" in key for key in (*part.seed, *part.made))
        parts = len(one.endpoint.path.split("/"))
        tests.append(f"path.split('/').size() == {parts}" if slash else f"!segments[{stars - 1}].contains('/')")
    if one.key_at is not None:
        tests += telling(one, operations, _key(one, part), part.kind.name)
        if part.unseen and one.role != "create":
            tests.append(f"{_key(one, part)} in state.{part.kind.name}")
    if tests:
        on["where"] = " && ".join(dict.fromkeys(tests))
    return on


def said_tests(call: Call, one: Operation) -> list[str]:
    """What tells the operation where the path does not."""
    if call.kind == "graphql":
        return [asks_test(call.operation, call.text, said=call.named or call.text.startswith("stored:"))]
    if call.kind == "jsonrpc":
        return [f"body.method == {text(call.operation)}"]
    tests: list[str] = []
    for pair in one.endpoint.operation.split("&") if one.endpoint.operation else []:
        name, _, value = pair.partition("=")
        of = "query" if name in call.params else "body"
        tests.append(f"{member(of, name, sure=False, other=text(''))} == {text(value)}")
    if call.verb != call.method and isinstance(call.body, dict):
        named = next((name for name in ("_method",) if name in call.body), "")
        tests += (
            [f"{member('body', named, sure=False, other=text(''))} == {text(str(call.body[named]))}"] if named else []
        )
    return tests


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


def _place(where: Where, call: Call) -> str:
    """The expression for where a request says something."""
    if where.part == "segments":
        return f"segments[{where.way[0]}]"
    of = "query" if where.part == "query" else body_of(call)
    for part in where.way:
        of = f"{of}[{part}]" if isinstance(part, int) else member(of, part)
    return f"{of}.substring({len(where.cut)})" if where.cut else of


def _key(one: Operation, part: Entities) -> str:
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
    place = _place(one.key_at, one.calls[0])
    place = place if one.key_at.part in ("segments", "query") else f"string({place})"
    return named_key(part, one.key_at.by, place) if one.key_at.by else place


def named_key(part: Entities, by: str, named: str) -> str:
    """The key of the entity whose field `by` is what the request says; that itself when there is none."""
    own = f"string({member('one', by, sure=by in part.always(), other=text(''))}) == {named}"
    key = f"string({member('one', part.kind.key)})"
    return f"(state.{part.kind.name}.values().filter(one, {own}).map(one, {key}) + [{named}])[0]"


def _with(one: Operation, part: Entities) -> Json:
    call = one.calls[0]
    body = body_of(call)
    for step in one.body_at or ():
        body = f"{body}[{step}]" if isinstance(step, int) else member(body, step)
    if one.role == "create":
        return body if one.body_at is not None else {}
    if one.role == "replace_all":
        return {"items": body}
    key = _key(one, part) if one.key_at else text(one.made[0])
    if one.role in ("delete", "act"):
        return {"id": key}
    return {"id": key, "changes": body if one.body_at is not None else {}}


def _fields(one: Operation, part: Entities, item: str) -> Json:
    """Which fields of the recorded objects of this endpoint come from the state. What is the same in all entities and
    never written is left as recorded; so is what the answer to a create does not tell yet. Where entities differ in
    which fields they have, and all of them are shown, they are shown as they are."""
    values = [
        sighting.value
        for group in part.kind.groups
        if group.endpoint == (one.guessed or one.endpoint) and group.pattern == one.pattern
        for sighting in group.sightings
    ]
    if as_they_are(one, part, values):
        other = any(otherwise(part, name, value[name]) for value in values for name in value)
        return {"...": item, part.kind.key: own_key(item, part.kind.key, number=False)} if other else item
    always, many = set(part.always()), len(part.seed) + len(part.made) > 1
    unsettled = {name for key in one.made for name in part.settled.get(key, ())} if one.role == "create" else set()
    made: dict[str, Json] = {}
    for name in dict.fromkeys(name for value in values for name in value):
        forms = {form_of(value[name]) for value in values if value.get(name) is not None}
        if name not in part.forms or (forms and forms != {part.forms[name]}) or name == "__typename":
            continue
        if name in unsettled:
            continue
        if name in part.joins:
            told = [value[name] for value in values if value.get(name) is not None]
            made[name] = part.joins[name].text(item, part.kind.key, told)
            continue
        if name not in part.written and not_told(name, values, part):
            continue
        known = part.values(name)
        same = many and not one.guessed and len(known) > 1 and all(value == known[0] for value in known)
        same = same and all(value[name] == known[0] for value in values if name in value)
        if same and name not in part.written:
            continue
        own = own_key(item, name, number=part.number and name == part.kind.key)
        shown = "id" if name == part.kind.own_id else name
        made[shown] = (
            own
            if name == part.kind.key
            else member(item, name, sure=name in always, other=scalar(part.defaults.get(name)))
        )
    return made


def _entity(part: Entities, key: str) -> JsonObject:
    """`let` of the one entity that a reply shows."""
    return {safe(singular(part.kind.name)): f"state.{part.kind.name}[{key}]"}


def _entity_json(one: Operation, part: Entities, only: set[str] | None = None) -> Json:
    item = safe(singular(part.kind.name))
    fields = _fields(one, part, item)
    if only is not None and isinstance(fields, dict):
        fields = {name: value for name, value in fields.items() if name in only}
    made = nest(one.pattern or (), fields, f"[{item}]", item, like=not one.guessed)
    return framed(made, one, part, f"[{item}]")


def framed(made: Json, one: Operation, part: Entities, each: str) -> Json:
    """With what wrappers say around the entities."""
    frame = frame_json(one, part)
    if frame is None:
        return made
    around = nest(frame[0], frame[1], each, safe(singular(part.kind.name)), like=not one.guessed)
    both: Json = joined(made, around)
    return both


def _list_json(one: Operation, part: Entities, listing: Listing, selection: Selection) -> Json:
    item = safe(singular(part.kind.name))
    made = nest(one.pattern or ("*",), _fields(one, part, item), selection.shown, item)
    made = framed(made, one, part, selection.shown)
    pattern = one.pattern or ("*",)
    for name, cursor in beside_items(one.calls, pattern, part.kind.key).items():
        own = cursor.text(f"string({member(item, part.kind.key)})")
        made = joined(made, nest((*pattern[:-1], name), own, selection.shown, item))
    for way, value in beside_lets(selection, part, listing).items():
        made = joined(made, nest(way, value, "", ""))
    return made


def _one_json(one: Operation, value: str) -> Json:
    return nest(one.pattern or (), value, "[1]", "one")

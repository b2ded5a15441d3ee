"""Settings told as names and values (`entities.named_values`) in the model, the requests that read and write them, and
what other answers and pages show of them: `{"site": {"title": ...}}` where the setting `title` always says the same,
also after a write, and pages with the text that a write changed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from awe_author.features.api.swapping import has
from awe_author.features.discover.common.beside import add_beside, free_name
from awe_author.features.discover.common.keys import literal_text, member, text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.entities.named_values import NamedValues, Place
from awe_author.features.discover.entities.operations import logs_in
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.nesting import joined, nest
from awe_author.features.discover.exchanges.places import at, leaves
from awe_author.features.discover.exchanges.sightings import Endpoint, endpoint_of
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json, JsonObject

SURE, FOLLOWING = 0.9, 0.6
HTML = "text/html"
SHORTEST = 8
"""Characters of a value that pages are searched for."""
MOST_WORDS = 12


def add_settings(found: Sequence[NamedValues], model: JsonObject, seed: JsonObject, taken: set[str]) -> dict[int, str]:
    """Put them and the actions that write them into the model, and what they said first into the seed; id() of each ->
    what it is called. `taken`: names that the model has."""
    names: dict[int, str] = {}
    for one in found:
        name = names[id(one)] = free_name(snake(str([*one.sent_at, "settings"][0])) or "settings", taken)
        schema: JsonObject = {
            "type": "object",
            "description": f"Name -> value, written by {one.endpoint}. Sure: {SURE:.2f}, what was sent is shown later.",
            "properties": {},
            "additionalProperties": True,
        }
        seqs = ", ".join(str(call.seq) for call in one.writes[:5])
        own, value = member("dyn(one)", one.form[0]), member("dyn(one)", one.form[1])
        stores: JsonObject = {
            "title": f"Store {name.replace('_', ' ')}",
            "$comment": f"Seen: {one.endpoint}, seq {seqs}. Sure: {SURE:.2f}.",
            "params": {"type": "object", "required": ["items"], "properties": {"items": {"type": "array"}}},
            "effects": [
                {"op": "add", "path": f"/{name}/{{string({own})}}", "value": value, "each": "params.items", "as": "one"}
            ],
        }
        add_beside(model, seed, name, schema, one.seed, {_action(name): stores})
    return names


def _action(name: str) -> str:
    return f"store_{name}"


def settings_features(one: NamedValues, name: str) -> list[Feature]:
    """The requests that read and write them."""
    reads: dict[Endpoint, list[tuple[Call, Place]]] = {}
    written: dict[Place, list[str]] = {}
    for endpoint, call, place in one.shown:
        if call.mutation:
            written[place] = [*one.listed(call, place)]
        else:
            reads.setdefault(endpoint, []).append((call, place))
    made: Json = None
    for place, names in written.items():
        made = joined(made or {}, _list(one, name, place, names, [*one.sent(one.writes[-1])]))
    of = "body"
    for step in one.sent_at:
        of = member(of, step)
    call = one.writes[0]
    seqs = ", ".join(str(each.seq) for each in one.writes[:8])
    document: JsonObject = {
        "id": f"{name}.store.api",
        "title": f"Store {name.replace('_', ' ')}",
        "on": {"request": f"{call.method} {one.endpoint.origin}{one.endpoint.path}"},
        "do": _action(name),
        "with": {"items": of},
        "reply": {"status": call.status, "like": "recorded", **({"json": made} if made is not None else {})},
    }
    features = [Feature(document, [f"seen: {one.endpoint}, seq {seqs}", f"sure: {SURE:.2f}"], SURE)]
    for endpoint, shown in reads.items():
        features += _reads(one, name, endpoint, shown)
    return features


def _list(one: NamedValues, name: str, place: Place, names: Sequence[str], sent: Sequence[str] = ()) -> Json:
    """The template of a list with these names; with the names that are sent, where a write's answer has no others."""
    own, value = one.form
    each = f"[{', '.join(map(text, names))}]"
    if sent and [*names] == [*sent]:
        of = "body"
        for step in one.sent_at:
            of = member(of, step)
        each = f"{of}.map(one, string({member('dyn(one)', own)}))"
    item = "name_"
    made: JsonObject = {own: item, value: f"dyn(state.{name}).get({item}, null)"}
    return nest((*place, "*"), made, each, item)


def _reads(one: NamedValues, name: str, endpoint: Endpoint, shown: Sequence[tuple[Call, Place]]) -> Iterator[Feature]:
    """Reads of one address; those that asked for other names are told apart by their parameters."""
    lists: dict[tuple[Place, tuple[str, ...]], list[Call]] = {}
    for call, place in shown:
        lists.setdefault((place, tuple(one.listed(call, place))), []).append(call)
    ordered = sorted(lists.items(), key=lambda pair: len({_asked(call) for call in pair[1]}))
    for number, ((place, names), calls) in enumerate(ordered, 1):
        where: JsonObject = {"where": _tests(calls)} if number < len(ordered) else {}
        seqs = ", ".join(str(call.seq) for call in calls[:8])
        document: JsonObject = {
            "id": f"{name}.show.api",
            "title": f"{name.replace('_', ' ').capitalize()} as stored",
            "on": {"request": f"GET {endpoint.origin}{endpoint.path}", **where},
            "reply": {"like": "recorded", "json": _list(one, name, place, names)},
        }
        yield Feature(document, [f"seen: {endpoint}, seq {seqs}", f"sure: {SURE:.2f}"], SURE)


def _asked(call: Call) -> str:
    return json.dumps(sorted(call.query))


def _tests(calls: Sequence[Call]) -> str:
    """The condition that a request has the parameters of one of these."""
    asked = {_asked(call): call for call in calls}
    each = [
        " && ".join([f"query.size() == {len(call.params)}",
                     *(f"query.get({text(name)}, '') == {text(value)}" for name, value in call.params.items())])
        for call in asked.values()
    ]  # fmt: skip
    return " || ".join(f"({tests})" if len(each) > 1 else tests for tests in each)


# ---- what follows them -----------------------------------------------------------------------------------------------


def following(
    one: NamedValues, name: str, calls: Sequence[Call], answered: set[int], known: frozenset[str]
) -> list[tuple[Feature, list[Call]]]:
    """(feature, the calls that it answers) of reads and pages that show settings, of those that no feature answers."""
    taken = {endpoint_of(call, known) for call in calls if call.seq in answered}
    asked: dict[Endpoint, list[Call]] = {}
    for call in calls:
        endpoint = endpoint_of(call, known)
        plain = call.method == "GET" and call.status == 200 and "*" not in endpoint.path and not endpoint.operation
        if plain and endpoint not in taken and call.origin == one.endpoint.origin and not logs_in(call):
            asked.setdefault(endpoint, []).append(call)
    found: list[tuple[Feature, list[Call]]] = []
    for endpoint, mine in asked.items():
        page = any(call.html for call in mine)
        reply = _of_page(one, name, mine) if page else _of_answer(one, name, mine)
        if reply is not None:
            found.append((_feature(name, endpoint, mine, reply, _changed(one, name) if page else ""), mine))
    return found


def _changed(one: NamedValues, name: str) -> str:
    """The condition that a setting that recorded writes changed is no longer as it was: till then the recording has
    the page."""
    asked = [f"{_value(name, own)} != {literal_text(one.seed.get(own))}" for own in one.written()]
    return " || ".join(asked)


def _feature(name: str, endpoint: Endpoint, calls: Sequence[Call], reply: JsonObject, changed: str) -> Feature:
    only: JsonObject = {"where": changed, "like": [calls[-1].seq]} if changed else {}
    last = next((snake(part) for part in reversed(endpoint.path.split("/")) if snake(part)), "home")
    document: JsonObject = {
        "id": f"{name}.{last}.shown",
        "title": f"What {endpoint.path} shows of {name.replace('_', ' ')}",
        "on": {"request": f"GET {endpoint.origin}{endpoint.path}", **only},
        "reply": {"like": "recorded", **reply},
    }
    seqs = ", ".join(str(call.seq) for call in calls[:8])
    return Feature(document, [f"seen: {endpoint}, seq {seqs}", f"sure: {FOLLOWING:.2f}"], FOLLOWING)


def _of_answer(one: NamedValues, name: str, calls: Sequence[Call]) -> JsonObject | None:
    """The reply when a member always says what the setting of its name does, and changed with it; so do others then."""
    if not all(isinstance(call.answer, dict) for call in calls):
        return None
    made: Json = None
    moved = False
    for way, value in leaves(calls[0].answer):
        own = str(way[-1])
        if not isinstance(value, str) or not all(isinstance(step, str) for step in way) or own not in one.seed:
            continue
        told = [at(call.answer, way) for call in calls]
        if told == [one.now(call.seq).get(own) for call in calls]:
            moved = moved or len({*map(str, told)}) > 1
            made = joined(made or {}, nest(tuple(map(str, way)), _value(name, own), "", ""))
    return {"json": made} if moved else None


def _of_page(one: NamedValues, name: str, calls: Sequence[Call]) -> JsonObject | None:
    """The reply when the page has the texts of a setting that writes changed, each while it was so; others that stand
    in it are told by their settings, too."""
    last = calls[-1]
    now = one.now(last.seq)
    words: dict[str, Json] = {}
    for own in one.written():
        shown = all(_stands(one.now(call.seq).get(own), call) for call in calls)
        if shown and now.get(own) != one.seed.get(own):
            words[str(now[own])] = _value(name, own)
    if not words:
        return None
    for own, value in now.items():
        alone = sum(value == other for other in now.values()) == 1
        if alone and str(value) not in words and len(words) < MOST_WORDS and _stands(value, last):
            words[str(value)] = _value(name, own)
    return {"swap": words}


def _stands(value: Any, page: Call) -> bool:
    """Does a page have a text that it hardly has for another reason?"""
    long = isinstance(value, str) and len(value) >= SHORTEST and " " in value.strip()
    return long and has(page.html, HTML, value)


def _value(name: str, own: str) -> str:
    return f"dyn(state.{name}).get({text(own)}, null)"

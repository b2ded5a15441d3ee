"""Lists that come as calls of scripts in a text of JSON: `this.add_row(12,{"subject":"Tea"},false);`.

A function is a list's when its calls name, by their first argument, entities of a kind that pages show, and tell of
them in an object. Its calls are made anew for the entities there are; what else such an answer counts is counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from awe_author.features.discover.common.keys import own_key, text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import OPERATION_PARAMS, Call, says_what
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.lists.roles import searches
from awe_author.features.discover.markup.wording import KEY, agreed, own_text, values_of, wordings
from awe_author.features.discover.pages.about_pages import entity_at, fields_of
from awe_author.features.discover.pages.pages import PageKind
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.features.scripts import Call as Scripted
from awe_author.features.scripts import calls_in
from awe_author.json_types import Json, JsonObject

Way = tuple[str, ...]
DEEPEST = 3


@dataclass(slots=True)
class Answers:
    """The answers of one sort of request."""

    asked: dict[str, str]
    """The parameters that say which list it is."""
    search: str
    """The parameter that says what is searched for; "" without one."""
    way: Way
    """Where the text stands in them."""
    name: str
    """Of the function."""
    calls: list[tuple[Call, list[Scripted]]] = field(default_factory=list)


def script_features(one: PageKind, part: Entities, calls: Sequence[Call], seen: Seen) -> tuple[list[Feature], set[int]]:
    """The features of one kind's scripted lists, and the numbers of the requests that they answer."""
    found: dict[tuple[object, ...], Answers] = {}
    known = {*part.seed, *part.made}
    for call in calls:
        asked = _asked(one, call)
        if asked is None or call.mutation or not isinstance(call.answer, dict) or call.origin != one.origin:
            continue
        search = next((name for name, value in call.query if searches(name) and value), "")
        for way, said in _texts(call.answer):
            scripted = calls_in(said)
            for name in dict.fromkeys(each.name for each in scripted):
                rows = [each for each in scripted if each.name == name]
                if all(_tells(row, known) for row in rows):
                    mark = (call.path, tuple(asked.items()), search, way, name)
                    found.setdefault(mark, Answers(asked, search, way, name)).calls.append((call, scripted))
    sure: JsonObject = {}
    for answers in found.values():
        sure |= _counts(answers, {}) if len(set(_numbers(answers))) > 1 else {}
    down = any(map(_falling, found.values()))
    made = [(_feature(one, part, answers, seen, sure, down=down), answers) for answers in found.values()]
    kept = [(feature, answers) for feature, answers in made if feature is not None]
    return [feature for feature, _ in kept], {call.seq for _, answers in kept for call, _ in answers.calls}


def _asked(one: PageKind, call: Call) -> dict[str, str] | None:
    """The parameters of a request that make it one about this kind; None when another value says that it is not."""
    fixed = {name: value for name, value in parse_qsl(one.template.partition("?")[2]) if value != "*"}
    theirs = call.params
    named = {name: value for name, value in fixed.items() if not says_what(name)}
    if any(theirs.get(name) != value for name, value in named.items()):
        return None
    return {name: theirs[name] for name in (*OPERATION_PARAMS, *named) if name in theirs}


def _texts(value: Any, way: Way = ()) -> Iterator[tuple[Way, str]]:
    for name, inner in value.items() if isinstance(value, dict) and len(way) < DEEPEST else ():
        if isinstance(inner, str) and "(" in inner:
            yield (*way, str(name)), inner
        else:
            yield from _texts(inner, (*way, str(name)))


def _tells(row: Scripted, known: set[str]) -> bool:
    values = [*row.arguments.values()]
    return len(values) > 1 and str(values[0]) in known and any(isinstance(value, dict) for value in values[1:])


def _falling(answers: Answers) -> bool:
    """Are the rows of an answer in falling order?"""
    orders = [[str(row.arguments["0"]) for row in rows if row.name == answers.name] for _, rows in answers.calls]
    return any(len(keys) > 1 and keys == sorted(keys, key=_sortable, reverse=True) for keys in orders)


def _feature(
    one: PageKind, part: Entities, answers: Answers, seen: Seen, sure: JsonObject, *, down: bool
) -> Feature | None:
    told = []
    for call, scripted in answers.calls:
        for row in (each for each in scripted if each.name == answers.name):
            entity = entity_at(one, part, str(row.arguments["0"]), call.seq, seen) or {}
            told.append((row, values_of({**entity, KEY: str(row.arguments["0"])})))
    shown = _shown(one, part, told)
    if not shown:
        return None
    number = isinstance(told[0][0].arguments["0"], int)
    key = own_key("item", KEY, number=number)
    each = f"state.{part.kind.name}.values()"
    if answers.search:
        names = [name for name in dict.fromkeys(one.sent.values()) if own_text("item", name) in str(shown)] or [KEY]
        texts = " + ' ' + ".join(own_text("item", name) for name in names)
        each += f".filter(item, ({texts}).lowerAscii().contains(query[{text(answers.search)}].lowerAscii()))"
    each += f".sortBy(item, {key})" + (".reverse()" if down else "")
    rows: JsonObject = {"each": "found", "as": "item", "like": "first", "set": {"0": key, **shown}}
    script: JsonObject = {"calls": {answers.name: rows, **_counts(answers, sure)}}
    json: JsonObject = {answers.way[-1]: script}
    for step in reversed(answers.way[:-1]):
        json = {step: json}
    call = answers.calls[0][0]
    tests = [f"query.get({text(name)}, '') == {text(value)}" for name, value in answers.asked.items()]
    if answers.search:
        tests.append(f"{text(answers.search)} in query")
    document: JsonObject = {
        "id": f"{part.kind.name}.list.script",
        "title": f"The list of {part.kind.name.replace('_', ' ')} as calls of {answers.name}",
        "on": {"request": f"{call.method} {call.origin}{call.path}", "where": " && ".join(tests)},
        "let": {"found": each},
        "reply": {"like": "recorded", "json": _with_counts(answers, json)},
    }
    seqs = ", ".join(str(call.seq) for call, _ in answers.calls)
    return Feature(document, [f"seen: {call.method} {call.path}, seq {seqs}, on {call.page}", "sure: 0.60"], 0.6)


def _sortable(key: str) -> tuple[int, str]:
    return (int(key), "") if key.isdecimal() else (0, key)


def _shown(one: PageKind, part: Entities, told: Sequence[tuple[Scripted, Mapping[str, str]]]) -> JsonObject:
    """Which texts in the arguments are the entity's, by number of the argument and member."""
    names, found = fields_of(one, part), dict[str, dict[str, str]]()
    for row, values in told[-3:]:
        for number, argument in row.arguments.items():
            for name, value in argument.items() if isinstance(argument, dict) else ():
                if not isinstance(value, str) or name in found.get(number, {}):
                    continue
                at = [
                    (str(inner[name]), those) for other, those in told
                    if isinstance(inner := other.arguments.get(number), dict) and name in inner
                ]  # fmt: skip
                tries = wordings(value, values, names, one.sent.values())
                wording = agreed(tries, at, sent=one.sent.values(), about=name)
                if wording is not None:
                    found.setdefault(number, {})[name] = wording.text(lambda field_name: own_text("item", field_name))
    return {number: {**members} for number, members in found.items()}


def _numbers(answers: Answers) -> list[int]:
    """How many rows each answer has."""
    return [sum(each.name == answers.name for each in scripted) for _, scripted in answers.calls]


def _counts(answers: Answers, sure: Mapping[str, Json]) -> JsonObject:
    """Other calls that tell how many rows there are; `sure`: those of answers with several numbers of rows."""
    counts, found = _numbers(answers), dict[str, Json]()
    best = max(range(len(counts)), key=lambda place: counts[place])
    others = [[each for each in scripted if each.name != answers.name] for _, scripted in answers.calls]
    for call in others[best]:
        alike = [[each for each in calls if each.name == call.name] for calls in others]
        if call.name in found or any(len(each) != 1 for each in alike) or (len(counts) > 1 and len(set(counts)) < 2):
            continue
        if call.name in sure:
            found[call.name] = sure[call.name]
            continue
        for number, value in call.arguments.items():
            said = [str(each[0].arguments.get(number, "")) for each in alike]
            tries = wordings(str(value), {"count": str(counts[best])}, ["count"])
            at = [(one, {"count": str(count)}) for one, count in zip(said, counts, strict=True)]
            told = isinstance(value, str) and (len(set(counts)) > 1 or len(re.findall(r"\d+", value)) == 1)
            wording = agreed(tries, at, share=1.0) if told else None
            if wording is not None and "count" in wording.fields():
                found[call.name] = [{number: wording.text(lambda _: "string(size(found))")}]
    return found


def _with_counts(answers: Answers, json: JsonObject) -> JsonObject:
    """Numbers beside the text that are the number of rows in all answers, which differ in it."""
    counts = _numbers(answers)
    if len(set(counts)) < 2:
        return json
    made: JsonObject = {}
    first = answers.calls[0][0].answer
    for name, value in first.items():
        within = [(name, inner) for inner in value] if isinstance(value, dict) else [(name,)]
        for place in within:
            said = [at(call.answer, place) for call, _ in answers.calls]
            if all(type(one) is int and one == count for one, count in zip(said, counts, strict=True)):
                here = made if len(place) == 1 else made.setdefault(place[0], {})
                if isinstance(here, dict):
                    here[place[-1]] = "size(found)"
    return {**made, **json}

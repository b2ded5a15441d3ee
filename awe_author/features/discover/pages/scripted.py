"""Lists that come as calls of scripts in a text of JSON: `this.add_row(12,{"subject":"Tea"},false);`.

A function is a list's when its calls name, by their first argument, entities of a kind that pages show, and tell of
them in an object. Its calls are made anew for the entities there are; what else such an answer counts is counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.keys import framed, own_key, text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import OPERATION_PARAMS, Call, says_what
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.lists.roles import searches
from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.markup.wording import KEY, agreed, own_text, squeezed, values_of, wordings
from awe_author.features.discover.pages.about_pages import entity_at, fields_of
from awe_author.features.discover.pages.called_marks import count_features, marks_of
from awe_author.features.discover.pages.called_texts import texts_of_calls
from awe_author.features.discover.pages.pages import PageKind
from awe_author.features.discover.pages.posts import TOLD
from awe_author.features.discover.pages.scripted_counts import (
    Answers,
    counted_calls,
    none_left,
    pooled,
    told_after,
    with_counts,
)
from awe_author.features.discover.pages.scripted_orders import Look, order_of
from awe_author.features.discover.pages.scripted_places import place_features
from awe_author.features.discover.pages.scripted_rows import (
    SAID,
    becomes_other,
    rows_set,
    said_before,
    said_text,
    searched,
)
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.features.scripts import Call as Scripted
from awe_author.features.scripts import calls_in
from awe_author.json_types import JsonObject
from awe_author.queries import parse_qsl


def script_features(one: PageKind, part: Entities, calls: Sequence[Call], seen: Seen) -> tuple[list[Feature], set[int]]:
    """The features of one kind's scripted lists, and the numbers of the requests that they answer."""
    found: dict[tuple[object, ...], Answers] = {}
    known = {*part.seed, *part.made}
    for call in calls:
        asked = _asked(one, call, known=call.seq in one.called)
        if asked is None or call.mutation or not isinstance(call.answer, dict) or call.origin != one.origin:
            continue
        search = next((name for name, value in call.query if searches(name) and value), "")
        for way, said in texts_of_calls(call.answer):
            scripted = calls_in(said)
            for name in dict.fromkeys(each.name for each in scripted):
                rows = [each for each in scripted if each.name == name]
                around = one.called.get(call.seq, ("", ""))
                mine = call.seq in one.called or _says_so(one, part, call, rows, seen)
                if mine and all(_tells(row, known, around) for row in rows):
                    mark = (call.path, tuple(asked.items()), search, way, name)
                    answers = found.setdefault(mark, Answers(asked, search, way, name, around))
                    answers.calls += [(call, scripted)] if answers.around == around else []
    for answers in found.values():
        answers.calls = sorted([*answers.calls, *_empty(one, calls, answers)], key=lambda pair: pair[0].seq)
    sure: JsonObject = {}
    for answers in found.values():
        sure |= counted_calls(answers, {}) if len(set(answers.numbers())) > 1 else {}
    pools = {(answers.way, answers.name): pooled(answers, calls) for answers in found.values()}
    for pool in pools.values():
        sure = {**counted_calls(pool, {}), **sure} if len(set(pool.numbers())) > 1 else sure
    looks = [look for answers in found.values() for look in _looks(one, part, answers, seen)]
    none_left(one, [*found.values()], sure)
    if not any(len(look) > 1 for look in looks):  # as other lists of the same function are, by their keys
        looks = [look for pool in pools.values() for look in _keys(pool)]
    before = said_before(one, part, [*found.values()])
    one.marks = marks_of(one, part, [*found.values()], calls)
    made = [
        (_feature(one, part, answers, seen, sure, looks, before, pools[answers.way, answers.name]), answers)
        for answers in found.values()
    ]
    one.told_after = told_after(one, part, [*found.values()], sure, [*pools.values()])
    kept = [(feature, answers) for feature, answers in made if feature is not None]
    seqs = {call.seq for _, answers in kept for call, _ in answers.calls}
    more, beside = _beside(one, part, calls, kept, seqs)
    if not one.operations:  # the recording has its own looks at what changes by itself, as when it was read
        kept = [(feature, answers) for feature, answers in kept if answers.search or not becomes_other(answers)]
        seqs = {call.seq for _, answers in kept for call, _ in answers.calls}
    if one.marks is not None:
        counts, told = count_features(one.marks, part.kind.name, calls, seqs | beside)
        return [*(feature for feature, _ in kept), *more, *counts], seqs | beside | told
    return [*(feature for feature, _ in kept), *more], seqs | beside


def _beside(
    one: PageKind, part: Entities, calls: Sequence[Call], kept: Sequence[tuple[Feature, Answers]], seqs: set[int]
) -> tuple[list[Feature], set[int]]:
    """What is asked about one entity, by the list that is not searched."""
    for feature, answers in kept:
        lets = feature.document["let"]
        if not answers.search and isinstance(lets, dict):
            looks = [(call.seq, [bare_key(row, answers.around) for row in scripted if row.name == answers.name])
                     for call, scripted in answers.calls]  # fmt: skip
            return place_features(one, part, calls, seqs, str(lets["found"]), looks)
    return [], set()


def _empty(one: PageKind, calls: Sequence[Call], answers: Answers) -> list[tuple[Call, list[Scripted]]]:
    """Answers of the same sort of request that list nothing."""
    path, found = answers.calls[0][0].path, list[tuple[Call, list[Scripted]]]()
    for call in calls:
        said = at(call.answer, answers.way) if call.seq in one.called and call.path == path else None
        if not isinstance(said, str) or _asked(one, call, known=True) != answers.asked:
            continue
        scripted = calls_in(said) if bool(call.params.get(answers.search)) == bool(answers.search) else []
        if scripted and not any(each.name == answers.name for each in scripted):
            found.append((call, scripted))
    return found


def _asked(one: PageKind, call: Call, *, known: bool = False) -> dict[str, str] | None:
    """The parameters of a request that make it one about this kind; None when another value says that it is not.
    `known`: it is one; documents of its entities may say more in their addresses."""
    fixed = {name: value for name, value in parse_qsl(one.template.partition("?")[2]) if value != "*"}
    theirs = call.params
    named = {name: value for name, value in fixed.items() if not says_what(name)}
    if any(theirs.get(name, value if known else None) != value for name, value in named.items()):
        return None
    return {name: theirs[name] for name in (*OPERATION_PARAMS, *named) if name in theirs}


def bare_key(row: Scripted, around: tuple[str, str]) -> str:
    """The key that a row is about."""
    return str(row.arguments["0"]).removeprefix(around[0]).removesuffix(around[1])


def _tells(row: Scripted, known: set[str], around: tuple[str, str]) -> bool:
    values = [*row.arguments.values()]
    return len(values) > 1 and bare_key(row, around) in known and any(isinstance(value, dict) for value in values[1:])


def _says_so(one: PageKind, part: Entities, call: Call, rows: Sequence[Scripted], seen: Seen) -> bool:
    """Does a row say a text of its entity? Short numbers are the keys of other kinds as well."""
    for row in rows:
        entity = entity_at(one, part, str(row.arguments.get("0")), call.seq, seen) or {}
        known = {squeezed(value) for name, value in entity.items() if isinstance(value, str) and name != KEY}
        told = (value for said in row.arguments.values() if isinstance(said, dict) for value in said.values())
        if any(len(said := squeezed(parse(str(value)).get_text())) >= TOLD and said in known for value in told):
            return True
    return False


def _looks(one: PageKind, part: Entities, answers: Answers, seen: Seen) -> Iterator[list[dict[str, str]]]:
    """What was known of the entities of each answer, in its order."""
    for call, scripted in answers.filled():
        keys = [bare_key(row, answers.around) for row in scripted if row.name == answers.name]
        yield [values_of({**(entity_at(one, part, key, call.seq, seen) or {}), KEY: key}) for key in keys]


def _keys(pool: Answers) -> Iterator[list[dict[str, str]]]:
    """The keys of each answer, in its order."""
    for _, scripted in pool.calls:
        yield [{KEY: str(row.arguments["0"])} for row in scripted if row.name == pool.name]


def _feature(
    one: PageKind,
    part: Entities,
    answers: Answers,
    seen: Seen,
    sure: JsonObject,
    looks: Sequence[Look],
    before: Mapping[str, Mapping[str, Any]],
    pool: Answers,
) -> Feature | None:
    told = []
    for call, scripted in answers.calls:
        for row in (each for each in scripted if each.name == answers.name):
            key = bare_key(row, answers.around)
            entity = entity_at(one, part, key, call.seq, seen) or {}
            told.append((row, values_of({**entity, KEY: key})))
    fresh = [(row, values) for row, values in told if values[KEY] not in before]
    shown = _shown(one, part, fresh) if fresh else {}
    if not shown and (fresh or not before):
        return None
    number = isinstance(told[0][0].arguments["0"], int)
    key = own_key("item", KEY, number=number)
    each = f"state.{part.kind.name}.values()"
    if answers.search:
        names = [name for name in dict.fromkeys(one.sent.values()) if own_text("item", name) in str(shown)]
        names = names or (searched(answers, part, fields_of(one, part)) if before else []) or [KEY]
        texts = " + ' ' + ".join(own_text("item", name) for name in names)
        each += f".filter(item, ({texts}).lowerAscii().contains(query[{text(answers.search)}].lowerAscii()))"
    fields = [name for name in dict.fromkeys(one.sent.values()) if own_text("item", name) in str(shown)]
    digits = all(known.isdecimal() for known in {*part.seed, *part.made})
    each = order_of(each, looks, fields, own_key("item", KEY, number=number or digits))
    first = framed(answers.around[0], key, answers.around[1]) if any(answers.around) else key
    lets: JsonObject = {SAID: said_text(before)} if before else {}
    if before:
        shown = rows_set(before, fresh[-1][0] if fresh else None, shown)
    rows: JsonObject = {"each": "found", "as": "item", "like": "first", "set": {"0": first, **shown}}
    script: JsonObject = {"calls": {answers.name: rows, **counted_calls(answers, sure)}}
    if one.marks is not None:
        one.marks.put_in(script, answers.name, counted=not answers.search)
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
        "let": {**lets, "found": each},
        "reply": {"like": "recorded", "json": with_counts(answers, json, pool)},
    }
    seqs = ", ".join(str(call.seq) for call, _ in answers.calls)
    return Feature(document, [f"seen: {call.method} {call.path}, seq {seqs}, on {call.page}", "sure: 0.60"], 0.6)


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

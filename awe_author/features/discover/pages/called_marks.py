"""Marks of rows that come as calls (`this.add_row(7, {...}, {"seen": 1})`): members that say 1 or true, or are missing.

A post about a row puts one on or takes it off by a word that it sends (`flag=unread`): the next list shows it, or a
call in its answer that counts one more or one less, and beside lists always counts the rows without the mark
(`this.set_unread("In", 11)`). Where the word begins with `un`, the word without it does the opposite, and the other way
round. What scripts are told by such calls elsewhere is counted as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field as made_by
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.calls import Call, says_what
from awe_author.features.discover.markup.wording import own_text
from awe_author.features.discover.pages.called_texts import Way, texts_of_calls
from awe_author.features.discover.pages.pages import PageKind
from awe_author.features.discover.pages.posts import parameter_of
from awe_author.features.discover.pages.scripted_counts import Answers
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.features.scripts import Call as Scripted
from awe_author.features.scripts import calls_in
from awe_author.json_types import JsonObject

_WORD = re.compile(r"[a-z]{3,20}")
Row = dict[str, str]
"""Mark -> the number of the argument that has it."""


@dataclass(slots=True)
class Marks:
    """The marks of a kind's rows that posts change."""

    places: dict[str, str] = made_by(default_factory=dict)
    """Mark -> the number of the argument."""
    field: str = ""
    """The form field with the word."""
    words: dict[str, tuple[str, bool]] = made_by(default_factory=dict)
    """Word -> (mark, does it put it on?)."""
    counts: dict[str, tuple[str, str]] = made_by(default_factory=dict)
    """Function -> (number of the argument, mark that the rows which it counts lack)."""
    order: dict[str, list[str]] = made_by(default_factory=dict)
    """Number of an argument -> its members, in their order."""
    said: dict[str, Any] = made_by(default_factory=dict)
    """Function -> its first argument, which is the same each time."""

    def put_in(self, script: JsonObject, name: str, *, counted: bool) -> None:
        """Have the rows of a list (calls of `name`) say their marks, and calls beside them count."""
        calls = script["calls"]
        assert isinstance(calls, dict)
        rows = calls[name]
        told = rows["set"] if isinstance(rows, dict) else {}
        assert isinstance(told, dict)
        own = {mark: f"{_own(mark)} != '' ? dyn(1) : dyn(null)" for mark, _ in self.words.values()}
        for number in sorted({self.places[mark] for mark in own}):
            members = told.get(number, {})
            assert isinstance(members, dict)
            marks = {mark: own[mark] for mark in own if self.places[mark] == number}
            order = [name for name in self.order.get(number, []) if name in {**members, **marks}]
            told[number] = {f"{name}?": marks.get(name) or members[name] for name in order}
        calls |= self.counted("found") if counted else {}

    def counted(self, those: str) -> JsonObject:
        """Calls that count the rows `those` without a mark."""
        return {
            name: [{number: f"size({those}.filter(item, {_own(mark)} == ''))"}]
            for name, (number, mark) in self.counts.items()
        }

    def changes(self, item: str) -> dict[str, str]:
        """Field -> what a post makes of it. `item`: the expression of the entity."""
        said, made = f"body.get({text(self.field)}, '')", dict[str, str]()
        for mark in sorted({mark for mark, _ in self.words.values()}):
            ways = " : ".join(f"{said} == {text(word)} ? dyn({text('1' if on else '')})"
                              for word, (of, on) in sorted(self.words.items()) if of == mark)  # fmt: skip
            made[snake(mark)] = f"{ways} : dyn(dyn({item}).get({text(snake(mark))}, ''))"
        return made


def marks_of(one: PageKind, part: Entities, every: Sequence[Answers], calls: Sequence[Call]) -> Marks | None:
    """The marks of a kind's rows, which entities begin with as they were listed first; None where posts change none."""
    lists = sorted(((call, scripted, answers.name) for answers in every if not answers.search
                    for call, scripted in answers.calls), key=lambda look: look[0].seq)  # fmt: skip
    looks = [(call.seq, _rows(scripted, name), scripted) for call, scripted, name in lists]
    every_row = [row for _, rows, _ in looks for row in rows.values()]
    made = Marks(places={mark: number for row in every_row for mark, number in row.items()})
    made.places = {mark: number for mark, number in made.places.items() if not all(mark in row for row in every_row)}
    for call in (call for _, scripted, name in lists for call in scripted if call.name == name):
        for number, value in call.arguments.items():
            known = made.order.setdefault(number, [])
            if isinstance(value, dict) and not {*value} <= {*known}:
                made.order[number] = [*value, *(one for one in known if one not in value)]
    for name in {call.name for _, _, scripted in looks for call in scripted}:
        _count(made, name, looks)
    for operation in one.operations if made.places else ():
        for name in _fields(one, operation) if operation.role == "update" and not made.words else ():
            made.field, made.words = name, _words(one, operation, name, made, looks, calls)
    for mark in {mark for mark, _ in made.words.values()}:
        first = {key: row for _, rows, _ in reversed(looks) for key, row in rows.items()}
        for key, entity in part.seed.items():
            if key in first and mark not in first[key]:
                entity.pop(snake(mark), None)
            elif key in first:
                entity[snake(mark)] = "1"
    return made if made.words else None


def _rows(scripted: Sequence[Scripted], name: str) -> dict[str, Row]:
    """Key -> the marks of its row."""
    found: dict[str, Row] = {}
    for call in (call for call in scripted if call.name == name):
        said = {number: value for number, value in call.arguments.items() if isinstance(value, dict)}
        found[str(call.arguments["0"])] = {
            mark: number for number, members in said.items() for mark, value in members.items() if value in (1, True)
        }
    return found


def _count(made: Marks, name: str, looks: Sequence[tuple[int, dict[str, Row], Sequence[Scripted]]]) -> None:
    """Take down a function that counts the rows without a mark, at all lists, and not always the same."""
    told = [(call.arguments, rows) for _, rows, scripted in looks for call in scripted if call.name == name]
    if len({id(rows) for _, rows in told}) != len(told) or len({str(said.get("0")) for said, _ in told}) != 1:
        return
    for number in [number for number, value in told[0][0].items() if type(value) is int]:
        said = [arguments.get(number) for arguments, _ in told]
        fits = [mark for mark in made.places
                if said == [sum(mark not in row for row in rows.values()) for _, rows in told]]  # fmt: skip
        if len(fits) == 1 and len({*map(str, said)}) > 1:
            made.counts[name], made.said[name] = (number, fits[0]), told[0][0].get("0")


def _fields(one: PageKind, operation: Operation) -> list[str]:
    """Form fields in which posts say different words, and nothing else."""
    bodies = [body for call in operation.calls if isinstance(body := one.bodies.get(call.seq), dict)]
    names = [name for name in (bodies[0] if len(bodies) == len(operation.calls) else ()) if not says_what(name)]
    said = {name: [str(body.get(name, "")) for body in bodies] for name in names}
    return [name for name, words in said.items() if len({*words}) > 1 and all(map(_WORD.fullmatch, words))]


def _words(
    one: PageKind,
    operation: Operation,
    name: str,
    made: Marks,
    looks: Sequence[tuple[int, dict[str, Row], Sequence[Scripted]]],
    calls: Sequence[Call],
) -> dict[str, tuple[str, bool]]:
    """What each word did, and the opposite one."""
    found: dict[str, tuple[str, bool]] = {}
    star = parameter_of(one.template)
    for call, key in zip(operation.calls, operation.made, strict=False):
        before = next((look for look in reversed(looks) if look[0] < call.seq and key in look[1]), None)
        after = next((look for look in looks if look[0] > call.seq and key in look[1]), None)
        if before is None:
            continue
        was, word = before[1][key], str(one.bodies[call.seq][name])
        other = after is None or any(
            before[0] < each.seq < after[0] and each.seq != call.seq and _about(each, star, key) for each in calls
        )
        now = after[1][key] if after is not None and not other else was
        differs = [(mark, mark in now) for mark in made.places if (mark in now) != (mark in was)]
        differs = differs or _by_answer(made, call, before[2], was)
        if len(differs) == 1:
            found[word] = differs[0]
    opposite = {
        word[2:] if word.startswith("un") else f"un{word}": (mark, not on) for word, (mark, on) in found.items()
    }
    return {**opposite, **found}


def _about(call: Call, star: str, key: str) -> bool:
    body = call.body if isinstance(call.body, dict) else {}
    return call.params.get(star) == key or str(body.get(star, "")) == key


def _by_answer(made: Marks, call: Call, before: Sequence[Scripted], was: Row) -> list[tuple[str, bool]]:
    """The mark of which the answer to a post counts one more without it, or one less."""
    said = [one for _, one in _calls_of(call)]
    for name, (number, mark) in made.counts.items():
        then = [one.arguments.get(number) for one in before if one.name == name]
        now = [one.arguments.get(number) for one in said if one.name == name]
        if len(then) == len(now) == 1 and _more(then[0], now[0]) == (1 if mark in was else -1):
            return [(mark, mark not in was)]
    return []


def _more(then: object, now: object) -> int:
    return now - then if isinstance(then, int) and isinstance(now, int) else 0


def _calls_of(call: Call) -> list[tuple[Way, Scripted]]:
    return [(way, one) for way, said in texts_of_calls(call.answer) for one in calls_in(said)]


def count_features(made: Marks, kind: str, calls: Sequence[Call], answered: set[int]) -> tuple[list[Feature], set[int]]:
    """What other reads tell scripts by such calls, and the numbers of these reads."""
    found: dict[tuple[str, ...], Feature] = {}
    seqs = set[int]()
    for call in calls:
        plain = (
            call.method == "GET" and call.status == 200 and isinstance(call.answer, dict) and call.seq not in answered
        )
        for way, said in _calls_of(call) if plain else ():
            own = {name: made.said[name] for name in made.counts}
            if said.name not in own or said.arguments.get("0") != own[said.name]:
                continue
            seqs.add(call.seq)
            mark = (call.path, *(f"{name}={value}" for name, value in call.query if says_what(name)))
            found.setdefault(mark, _feature(made, kind, call, way, said.name))
    return [*found.values()], seqs


def _feature(made: Marks, kind: str, call: Call, way: Way, name: str) -> Feature:
    counted = made.counted(f"state.{kind}.values()")[name]
    json: JsonObject = {way[-1]: {"calls": {name: counted}}}
    for step in reversed(way[:-1]):
        json = {step: json}
    tests = [f"query.get({text(of)}, '') == {text(value)}" for of, value in call.query if says_what(of)]
    document: JsonObject = {
        "id": f"{kind}.count.script",
        "title": f"How many {kind.replace('_', ' ')} there are, as calls of {name}",
        "on": {"request": f"GET {call.origin}{call.path}", "where": " && ".join(tests)},
        "reply": {"like": "recorded", "json": json},
    }
    return Feature(document, [f"seen: GET {call.path}, seq {call.seq}, on {call.page}", "sure: 0.50"], 0.5)


def _own(mark: str) -> str:
    return own_text("item", snake(mark))

"""How many rows lists have that come as calls of scripts (`scripted`): in other calls, and beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.replaced import replaced
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.lists.roles import searches
from awe_author.features.discover.markup.wording import agreed, wordings
from awe_author.features.discover.pages.called_texts import Way, texts_of_calls
from awe_author.features.discover.pages.pages import PageKind
from awe_author.features.scripts import Call as Scripted
from awe_author.features.scripts import calls_in
from awe_author.json_types import Json, JsonObject


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
    around: tuple[str, str] = ("", "")
    """What the rows say before and behind the key."""
    calls: list[tuple[Call, list[Scripted]]] = field(default_factory=list)

    def filled(self) -> list[tuple[Call, list[Scripted]]]:
        """Those that list something."""
        return [pair for pair in self.calls if any(each.name == self.name for each in pair[1])]

    def empty(self) -> list[list[Scripted]]:
        """The calls of those that list nothing."""
        return [calls for _, calls in self.calls if not any(each.name == self.name for each in calls)]

    def taken(self, calls: Sequence[Scripted]) -> tuple[int, list[Scripted]]:
        """How many rows there are among the calls of one, and the other calls."""
        others = [one for one in calls if one.name != self.name]
        return len(calls) - len(others), others

    def numbers(self) -> list[int]:
        """How many rows each that lists something has."""
        return [sum(each.name == self.name for each in scripted) for _, scripted in self.filled()]


def counted_calls(answers: Answers, sure: Mapping[str, Json]) -> JsonObject:
    """Other calls that tell how many rows there are; `sure`: those of answers with several numbers of rows."""
    counts, found = answers.numbers(), dict[str, Json]()
    best = max(range(len(counts)), key=lambda place: counts[place])
    others = [[each for each in scripted if each.name != answers.name] for _, scripted in answers.filled()]
    for call in others[best]:
        alike = [[each for each in calls if each.name == call.name] for calls in others]
        if call.name in found or any(len(each) != 1 for each in alike):
            continue
        if call.name in sure:
            found[call.name] = sure[call.name]
            continue
        if len(counts) > 1 and len(set(counts)) < 2:
            continue
        for number, value in call.arguments.items():
            said = [str(each[0].arguments.get(number, "")) for each in alike]
            tries = wordings(str(value), {"count": str(counts[best])}, ["count"])
            at = [(one, {"count": str(count)}) for one, count in zip(said, counts, strict=True)]
            told = isinstance(value, str) and (len(set(counts)) > 1 or len(re.findall(r"\d+", value)) == 1)
            wording = agreed(tries, at, share=1.0) if told else None
            if wording is not None and "count" in wording.fields():
                own = wording.text(lambda _: "string(size(found))")
                found[call.name] = [{number: _or_none(answers, call.name, number, own)}]
    return found


def pooled(answers: Answers, calls: Sequence[Call]) -> Answers:
    """All recorded lists made by the same function, whatever they list: how what stands beside them counts is the
    same. Lists of a search are none, since these may count otherwise."""
    path, every = answers.calls[0][0].path, Answers({}, "", answers.way, answers.name)
    for call in calls:
        said = at(call.answer, answers.way) if call.path == path and not call.mutation else None
        scripted = calls_in(said) if isinstance(said, str) and not any(map(searches, call.params)) else []
        every.calls += [(call, scripted)] if any(each.name == answers.name for each in scripted) else []
    return every


def told_after(
    one: PageKind, part: Entities, every: Sequence[Answers], sure: Mapping[str, Json], pools: Sequence[Answers]
) -> dict[int, JsonObject]:
    """Number of a write answered in JSON -> what calls in its answer say of how many there are then: what a list of as
    many says, as many as the next list has; and numbers beside them that count as beside lists."""
    found: dict[int, JsonObject] = {}
    looks = _looks(every)
    said = {(call.name, count, str(call.arguments)) for _, count, calls in looks for call in calls if call.name in sure}
    all_of_it = {"size(found)": f"state.{part.kind.name}.size()"}
    for operation, write in _answered(one):
        count = _then(operation, write, looks)
        for way, told in texts_of_calls(write.answer):
            calls = [call for call in calls_in(told) if call.name in sure]
            mine = [one for one in calls if (one.name, count, str(one.arguments)) in said or _says_none(one, sure)]
            if mine:
                json: JsonObject = {way[-1]: {"calls": {one.name: replaced(sure[one.name], all_of_it) for one in mine}}}
                for step in reversed(way[:-1]):
                    json = {step: json}
                pool = next((pool for pool in pools if pool.way == way), None)
                numbers = _numbers_of(write.answer, [*(pool.calls if pool else ()), (write, [])], pool, last=count)
                found[write.seq] = {**replaced(numbers, all_of_it), **json}
    return found


def none_left(one: PageKind, every: Sequence[Answers], sure: JsonObject) -> None:
    """Have calls that tell how many there are say what they said when the last one was deleted, where no list showed
    that there was none."""
    looks = _looks(every)
    for operation, write in _answered(one):
        if _then(operation, write, looks) != 0 or any(not count for _, count, _ in looks):
            continue
        for call in (call for _, told in texts_of_calls(write.answer) for call in calls_in(told)):
            for number, own in _told(call.name, sure).items():
                words = call.arguments.get(number)
                if isinstance(words, str) and isinstance(own, str) and not own.startswith(_NONE):
                    sure[call.name] = [{**_told(call.name, sure), number: f"{_NONE}{text(words)} : {own}"}]


_NONE = "size(found) == 0 ? "


def _says_none(call: Scripted, sure: Mapping[str, Json]) -> bool:
    words = [f"{_NONE}{text(value)} : " for value in call.arguments.values() if isinstance(value, str)]
    return any(str(own).startswith(one) for own in _told(call.name, sure).values() for one in words)


def _told(name: str, sure: Mapping[str, Json]) -> JsonObject:
    """Number of an argument -> its expression, of calls of a function."""
    made = sure.get(name)
    first = made[0] if isinstance(made, list) and made else None
    return first if isinstance(first, dict) else {}


def _looks(every: Sequence[Answers]) -> list[tuple[int, int, list[Scripted]]]:
    """(number of the request, how many it listed, other calls) of lists that were not searched."""
    lists = [answers for answers in every if not answers.search]
    return [(call.seq, *answers.taken(calls)) for answers in lists for call, calls in answers.calls]


def _answered(one: PageKind) -> Iterator[tuple[Operation, Call]]:
    """Writes that are answered in JSON."""
    for operation in one.operations:
        yield from ((operation, call) for call in operation.calls if isinstance(call.answer, dict))


def _then(operation: Operation, write: Call, looks: Sequence[tuple[int, int, list[Scripted]]]) -> int:
    """How many there were after a write: as the next list has; else one less than before, when it deleted one that was
    listed. -1 when that is not known."""
    later = [look for look in looks if look[0] > write.seq]
    if later:
        return min(later, key=lambda look: look[0])[1]
    before = [look for look in looks if look[0] < write.seq]
    between = [call for call in operation.calls if before and max(before)[0] < call.seq < write.seq]
    return max(before)[1] - 1 if before and operation.role == "delete" and not between else -1


def _or_none(answers: Answers, name: str, number: str, own: str) -> str:
    """The expression of an argument, which says something of its own where nothing is listed."""
    empty = answers.empty()
    said = {str(each.arguments.get(number)) for scripted in empty for each in scripted if each.name == name}
    every = all(sum(each.name == name for each in scripted) == 1 for scripted in empty)
    return f"size(found) == 0 ? {text(said.pop())} : {own}" if len(said) == 1 and every else own


def with_counts(answers: Answers, json: JsonObject, pool: Answers) -> JsonObject:
    """Numbers beside the text that are the number of rows in all answers, which differ in it (else in those of the
    `pool`, too); or that are another one where nothing is listed."""
    first, calls = answers.calls[0][0].answer, answers.calls
    counts = [sum(each.name == answers.name for each in scripted) for _, scripted in calls]
    if len(set(counts)) == 1:
        calls = [*calls, *pool.calls]
        counts = [sum(each.name == answers.name for each in scripted) for _, scripted in calls]
    return {**_numbers_of(first, calls, answers), **json} if len(set(counts)) > 1 else json


def _numbers_of(
    first: Any, calls: Sequence[tuple[Call, list[Scripted]]], answers: Answers | None, *, last: int = -1
) -> JsonObject:
    """The numbers in `first` that count rows in the answers of all these calls. `last`: how many there were at the last
    of them, which lists none."""
    made: JsonObject = {}
    counts = [sum(answers is not None and each.name == answers.name for each in scripted) for _, scripted in calls]
    counts = [*counts[:-1], last] if last >= 0 else counts
    for name, value in first.items() if len(set(counts)) > 1 else ():
        within = [(name, inner) for inner in value] if isinstance(value, dict) else [(name,)]
        for place in within:
            said = [at(call.answer, place) for call, _ in calls]
            own = _number(said, counts) if all(type(one) is int for one in said) else None
            here = made if len(place) == 1 else made.setdefault(place[0], {}) if own is not None else None
            if own is not None and isinstance(here, dict):
                here[place[-1]] = own
    return made


def _number(said: Sequence[int], counts: Sequence[int]) -> str | None:
    """The expression of a number that goes by how many rows there are."""
    if all(one == count for one, count in zip(said, counts, strict=True)):
        return "size(found)"
    none = {one for one, count in zip(said, counts, strict=True) if not count}
    some = {one for one, count in zip(said, counts, strict=True) if count}
    plain = len(none) == len(some) == 1 and none != some
    return f"size(found) == 0 ? {none.pop()} : {some.pop()}" if plain else None

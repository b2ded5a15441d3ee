"""Numbers in answers that count entities, or add up what they say: `{"open_tasks": 4, "won_value": 4500}` of a
dashboard, also in the rows of a list that is always the same (`[{"stage": "new", "count": 3}, ...]`).

Believed when every recorded number is what is counted in that way at its time, and the place is called after what is
counted, or the numbers of several rows agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import member, scalar
from awe_author.features.discover.common.names import safe, singular, snake
from awe_author.features.discover.common.shapes import is_integer
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.joins import Times
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.nesting import joined, nest
from awe_author.features.discover.exchanges.places import at, has, leaves
from awe_author.features.discover.exchanges.sightings import Pattern
from awe_author.features.discover.replies.in_columns import say_alike
from awe_author.json_types import Json

MOST_VALUES = 8
"""Different values of a field that may tell what is counted."""
MOST_ROWS = 40
LEAST = 2
"""Different numbers that were shown, or rows with something in them."""
_SUMS = re.compile(r"(^|_)(sum|total|value|amount|revenue|worth|points|hours)(_|$)")
"""What sums are called, in small letters."""
MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d")
There = list[list[dict[str, Any]]]
"""Of each call the entities that were there."""


@dataclass(frozen=True, slots=True)
class Figure:
    """What a number says."""

    part: Entities
    field: str = ""
    """Of those that are counted, the field that says..."""
    value: str | bool | int | None = None
    """...this."""
    summed: str = ""
    """The field that is added up; "" where they are counted."""

    def of(self, there: Iterable[Mapping[str, Any]]) -> int | None:
        """The number; None where it cannot be told."""
        found = []
        for one in there:
            if (self.field and self.field not in one) or (self.summed and not is_integer(one.get(self.summed))):
                return None
            if not self.field or _same(one[self.field], self.value):
                found.append(one)
        return sum(one[self.summed] for one in found) if self.summed else len(found)

    def text(self) -> str:
        """The expression of it."""
        name = self.part.kind.name
        item = f"{safe(singular(name))}_"
        made = f"state.{name}.values()"
        if self.field:
            made += f".filter({item}, {member(item, self.field, sure=False)} == {scalar(self.value)})"
        if not self.summed:
            return f"{made}.size()"
        own = member(item, self.summed, sure=False)
        return f"{made}.map({item}, {own} == null ? 0 : int({own})).sum()"

    def words(self) -> set[str]:
        """What it may be called after."""
        said = [singular(self.part.kind.name), self.field if isinstance(self.value, bool) else "", self.summed]
        said.append(self.value if isinstance(self.value, str) else "")
        return {singular(word) for one in said for word in snake(one).split("_") if word}


def figures_json(calls: Sequence[Call], parts: Iterable[Entities], times: Times, taken: Json = None) -> Json:
    """The template of all numbers in the answers of one request that are told; None without any. `taken`: what is made
    already."""
    if not calls or not all(isinstance(call.answer, dict) for call in calls):
        return None
    known = {part.kind.name: (part, _there(part, calls, times)) for part in parts if not part.unseen}
    made: Json = None
    for way in _places(calls):
        numbers = [at(call.answer, way) for call in calls]
        figure = None if _is_made(taken, way) else _figure(way, numbers, known.values())
        if figure is not None:
            made = joined(made or {}, nest(way, figure.text(), "", ""))
    for way in _lists(calls):
        rows = None if _is_made(taken, way) else _rows(calls, way, known.values())
        if rows is not None:
            made = joined(made or {}, nest(way, rows, "", ""))
    for way in _lists(calls, 1):
        row = None if _is_made(taken, way) else _one_row(calls, way, [*known.values()])
        if row is not None:
            made = joined(made or {}, nest(way, [row], "", ""))
    return made


def _one_row(calls: Sequence[Call], way: Pattern, known: Sequence[tuple[Entities, There]]) -> Json:
    """The template of the only record of a list, which always says the same texts (moments do not count): its numbers
    that changed, of what is counted."""
    lists: list[list[dict[str, Any]]] = [at(call.answer, way) for call in calls]
    made: Json = None
    texts = [
        {name: value for name, value in one[0].items() if isinstance(value, str) and not MOMENT.match(value)}
        for one in lists
    ]
    for place in _row_places(lists) if all(one == texts[0] for one in texts) else ():
        numbers = [at(one[0], place) for one in lists]
        figure = _figure((*way, *place), numbers, known) if len({*numbers}) >= LEAST else None
        made = joined(made or {}, nest(place, figure.text(), "", "")) if figure is not None else made
    return made


def _there(part: Entities, calls: Sequence[Call], times: Times) -> There:
    keys = {*part.seed, *part.made}
    return [[times.value(part, key, call.seq) for key in keys if times.there(part, key, call.seq)] for call in calls]


def _places(calls: Sequence[Call]) -> Iterator[Pattern]:
    """Places outside of lists with whole numbers in all answers."""
    for way, value in leaves(calls[0].answer):
        plain = way and all(isinstance(step, str) for step in way) and is_integer(value)
        if plain and all(is_integer(at(call.answer, way)) for call in calls):
            yield tuple(map(str, way))


def _is_made(taken: Json, way: Pattern) -> bool:
    """Does a template say anything at a place, or above it?"""
    return not isinstance(taken, dict | None) or any(
        has(taken, way[:size]) and (size == len(way) or not isinstance(at(taken, way[:size]), dict))
        for size in range(1, len(way) + 1)
    )


def _figure(way: Pattern, numbers: Sequence[int], known: Iterable[tuple[Entities, There]]) -> Figure | None:
    """The only way that explains all numbers, of those that the place is called after by most words."""
    called = {singular(word) for step in way for word in snake(step).split("_")}
    found: list[tuple[int, int, Figure]] = []
    for part, there in known:
        for one in _ways(part, there, _added(part, there, way)):
            words = len(one.words() & called)
            if words and [one.of(each) for each in there] == [*numbers]:
                found.append((words, -bool(one.field) - bool(one.summed), one))
    best = max((one[:2] for one in found), default=None)
    alike = [one for *rank, one in found if (rank[0], rank[1]) == best]
    moving = len({*numbers}) >= LEAST
    named = bool(alike) and not alike[0].field and not alike[0].summed and max(numbers) > LEAST
    return alike[0] if len(alike) == 1 and (moving or named) else None


def _ways(part: Entities, there: There, added: Sequence[str]) -> Iterator[Figure]:
    """All ways to count a kind. `added`: fields that may be added up."""
    for field, value in [("", None), *_values(part, there)]:
        for summed in ("", *added):
            yield Figure(part, field, value, summed)


def _added(part: Entities, there: There, way: Pattern) -> list[str]:
    """Fields of numbers that may be added up at a place, as it is called."""
    called = {word for step in way for word in snake(step).split("_")}
    sums = bool(_SUMS.search("_".join(map(snake, way))))
    plain = [name for name in part.fields() if part.forms.get(name) == "plain" and name != part.kind.key]
    told = [name for name in plain if sums or called & {*snake(name).split("_")}]
    return [name for name in told if all(is_integer(one.get(name)) for each in there for one in each)]


def _values(part: Entities, there: There) -> Iterator[tuple[str, Any]]:
    """Fields of few values, with each."""
    for name in part.fields():
        values = {_hashed(one.get(name)) for each in there for one in each}
        plain = part.forms.get(name) == "plain" and name != part.kind.key
        if plain and len(values) <= MOST_VALUES and all(isinstance(one, str | bool) for one in values - {None}):
            yield from ((name, one) for one in sorted(values - {None}, key=str))


def _hashed(value: Any) -> Any:
    return value if isinstance(value, str | bool | int | None) else str(value)


def _same(own: Any, value: Any) -> bool:
    return type(own) is type(value) and bool(own == value)


def _lists(calls: Sequence[Call], least: int = LEAST) -> Iterator[Pattern]:
    """Places of lists of as many records in all answers, that are in no list: of several, or of one (`least`)."""
    for way in _list_ways(calls[0].answer):
        lists = [at(call.answer, way) for call in calls]
        alike = all(isinstance(one, list) and len(one) == len(lists[0]) for one in lists)
        fits = alike and (len(lists[0]) == 1 if least == 1 else least <= len(lists[0]) <= MOST_ROWS)
        if fits and all(isinstance(row, dict) for one in lists for row in one):
            yield way


def _list_ways(value: Any, way: Pattern = ()) -> Iterator[Pattern]:
    if isinstance(value, list) and way:
        yield way
    elif isinstance(value, dict) and len(way) < 5:
        for name, inner in value.items():
            yield from _list_ways(inner, (*way, name))


def _rows(calls: Sequence[Call], way: Pattern, known: Iterable[tuple[Entities, There]]) -> list[Json] | None:
    """The template of a list whose rows always say the same texts, and numbers that count what each is about."""
    lists: list[list[dict[str, Any]]] = [at(call.answer, way) for call in calls]
    if not say_alike(lists):
        return None
    made: list[Json] = [{} for _ in lists[0]]
    parts = [*known]
    for place in _row_places(lists):
        numbers = [[at(row, place) for row in one] for one in lists]
        named = next((found for part, there in parts if (found := _by_row(place, lists, numbers, part, there))), {})
        for number, figure in named.items():
            made[number] = joined(made[number], nest(place, figure.text(), "", ""))
    return made if any(made) else None


def _row_places(lists: Sequence[Sequence[dict[str, Any]]]) -> Iterator[Pattern]:
    for place, value in leaves(lists[0][0]):
        strings = bool(place) and all(isinstance(step, str) for step in place)
        if strings and is_integer(value) and all(is_integer(at(row, place)) for one in lists for row in one):
            yield tuple(map(str, place))


def _by_row(
    place: Pattern,
    lists: Sequence[Sequence[dict[str, Any]]],
    numbers: Sequence[Sequence[int]],
    part: Entities,
    there: There,
) -> dict[int, Figure] | None:
    """Row -> what its number says: those of which a field says what a member of the row does."""
    for column in [name for name, value in lists[0][0].items() if isinstance(value, str | int) and place != (name,)]:
        for field in [name for name in part.fields() if part.forms.get(name) == "plain" and name != part.kind.key]:
            for added in ("", *_added(part, there, place)):
                rows = {number: Figure(part, field, row.get(column), added) for number, row in enumerate(lists[0])}
                told = [[rows[number].of(each) for number in rows] for each in there]
                some = {number for one in numbers for number, value in enumerate(one) if value}
                if len(some) >= LEAST and told == [[*one] for one in numbers]:
                    return rows
    return None

"""Numbers in answers that count entities, or add up what they say: `{"open_tasks": 4, "won_value": 4500}` of a
dashboard, also in the rows of a list that is always the same (`[{"stage": "new", "count": 3}, ...]`).

Believed when every recorded number is what is counted in that way at its time, and the place is called after what is
counted, or the numbers of several rows agree. Where one counts those of which a field says false (what is not
archived), the others of the same answer may be about these alone. Large numbers that went with how many there were
need no name.
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
from awe_author.features.discover.lists.envelopes import TOLD
from awe_author.features.discover.replies.in_columns import say_alike
from awe_author.json_types import Json

MOST_VALUES = 8
"""Different values of a field that may tell what is counted."""
MOST_ROWS = 40
LEAST = 2
"""Different numbers that were shown, or rows with something in them."""
_SUMS = re.compile(r"(^|_)(sum|total|value|amount|revenue|worth|points|hours)(_|$)")
"""What sums are called, in small letters."""
LARGE = 10
"""Numbers from which on it is no chance that they go with how many there are."""
_NO_COUNT = re.compile(r"(^|_)(id|version|revision|rev|seq|sequence|page|limit|offset|size|number|time|year|day)\Z")
"""What numbers are called that count nothing."""
MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d")
There = list[list[dict[str, Any]]]
"""Of each call the entities that were there."""
Known = tuple[Entities, There, str]
"""(of a kind, what was there, a field that says false of all that count; "" where any do)."""


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
    without: str = ""
    """A field that says false of all that are counted."""
    unseen: int = 0
    """How many more there are than are known."""

    def of(self, there: Iterable[Mapping[str, Any]]) -> int | None:
        """The number; None where it cannot be told."""
        found = []
        for one in there:
            if (self.field and self.field not in one) or (self.summed and not is_integer(one.get(self.summed))):
                return None
            if not self.field or _same(one[self.field], self.value):
                found.append(one)
        return sum(one[self.summed] for one in found) if self.summed else len(found) + self.unseen

    def text(self, among: str = "") -> str:
        """The expression of it. `among`: that of those that count; "" for all."""
        name = self.part.kind.name
        item = f"{safe(singular(name))}_"
        made = among or f"state.{name}.values()"
        tests = [f"{self._own(self.without, item)} == false"] if self.without else []
        tests += [f"{self._own(self.field, item)} == {scalar(self.value)}"] if self.field else []
        if tests:
            made += f".filter({item}, {' && '.join(tests)})"
        if not self.summed:
            return f"{made}.size()" + (f" + state.unseen.{name}" if self.unseen else "")
        own = self._own(self.summed, item)
        return f"{made}.map({item}, [dyn({own})].map(n, n == null ? 0 : int(n))[0]).sum()"

    def _own(self, name: str, item: str) -> str:
        """The expression of a field, also of one that comes from another kind."""
        join = self.part.joins.get(name)
        return f"({join.text(item, self.part.kind.key, ())})" if join is not None else member(item, name, sure=False)

    def words(self) -> set[str]:
        """What it may be called after."""
        said = [singular(self.part.kind.name), self.field if isinstance(self.value, bool) else "", self.summed]
        said.append(self.value if isinstance(self.value, str) else "")
        said.append(self.part.value_words.get((self.field, self.value), ""))
        said += [f"un{self.field}", f"in{self.field}"] if self.value is False else []
        return _words(said)

    def told_by(self, called: set[str]) -> bool:
        """Is a place called after both the kind and what its field says: `openTasks`?"""
        value = self.part.value_words.get((self.field, self.value), self.value)
        value = self.field if value is True else value
        return singular(self.part.kind.name) in called and isinstance(value, str) and singular(snake(value)) in called


Proven = dict[Pattern, Figure]
"""Place -> what a number there was seen to say as it changed."""


def figures_json(
    calls: Sequence[Call],
    parts: Iterable[Entities],
    times: Times,
    taken: Json = None,
    proven: Proven | None = None,
) -> Json:
    """The template of all numbers in the answers of one request that are told; None without any. `taken`: what is made
    already; `proven`: what other requests to the same address told, gets what these tell."""
    if not calls or not all(isinstance(call.answer, dict) for call in calls):
        return None
    known: list[Known] = [(part, _there(part, calls, times), "") for part in parts]
    search = _Search(calls, {} if proven is None else proven)
    made: Json = None
    without: list[Known] = []
    for way in _places(calls):
        figure = None if is_made(taken, way) else search.figure(way, _numbers(calls, way), known)
        if figure is not None:
            made = joined(made or {}, nest(way, figure.text(), "", ""))
            without += _without(figure, known)
    return _more(search, [known, without] if without else [known], taken, made)


class _Search:
    """What numbers in the answers of some calls say."""

    def __init__(self, calls: Sequence[Call], proven: Proven) -> None:
        self.calls, self.proven = calls, proven
        self.path = _words(calls[0].parts)

    def figure(self, way: Pattern, numbers: Sequence[int], known: Sequence[Known]) -> Figure | None:
        """What numbers at one place say: by what the place is called, by the address, or by nothing but that they are
        large and went with what there was; or as another request told it."""
        found = _figure(way, numbers, known)
        if len({*numbers}) < LEAST:
            return found or self._as_proven(way, numbers, known)
        if found is not None:
            self.proven[way] = found
            return found
        counts = [(Figure(part, without=without), there) for part, there, without in known if not part.unseen]
        fitting = [one for one, there in counts if [one.of(each) for each in there] == [*numbers]]
        called = [one for one in fitting if TOLD.search(way[-1]) and one.words() & self.path]
        large = min(numbers) >= LARGE and not _NO_COUNT.search(snake(way[-1]))
        if len(called) == 1 or (len(fitting) == 1 and large):
            self.proven[way] = called[0] if len(called) == 1 else fitting[0]
            return self.proven[way]
        return None

    def _as_proven(self, way: Pattern, numbers: Sequence[int], known: Sequence[Known]) -> Figure | None:
        one = self.proven.get(way)
        mine = (there for part, there, without in known if one and (part, without) == (one.part, one.without))
        return one if one and [one.of(each) for each in next(mine, [])] == [*numbers] else None


def _words(parts: Iterable[str]) -> set[str]:
    return {singular(word) for part in parts for word in snake(part).split("_") if word}


def _numbers(calls: Sequence[Call], way: Pattern) -> list[int]:
    return [at(call.answer, way) for call in calls]


def _without(figure: Figure, known: Iterable[Known]) -> list[Known]:
    """What a number counts where its field says false."""
    if figure.value is not False or figure.summed:
        return []
    there = next(one for part, one, _ in known if part is figure.part)
    kept = [[one for one in each if one.get(figure.field) is False] for each in there]
    return [(figure.part, kept, figure.field)]


def _more(search: _Search, every: Sequence[Sequence[Known]], taken: Json, made: Json) -> Json:
    """The template with all numbers that it does not tell yet. `every`: what may be counted, the likeliest first."""
    calls = search.calls

    def free(way: Pattern) -> bool:
        return not is_made(taken, way) and (made is None or not is_made(made, way))

    def columns(way: Pattern) -> list[Any]:
        """The templates of the rows, where lists in them are told."""
        there = at(taken, way) if isinstance(taken, dict) and has(taken, way) else []
        rows = [row for row in there if isinstance(row, dict)] if isinstance(there, list) else []
        return rows if len(rows) == len(at(calls[0].answer, way)) else []

    for way in _places(calls):
        for known in every if free(way) else ():
            figure = search.figure(way, _numbers(calls, way), known)
            if figure is not None:
                made = joined(made or {}, nest(way, figure.text(), "", ""))
                break
    for way in _lists(calls):
        tries = (told for one in (_rows, _each_row) for known in every if (told := one(search, way, known)))
        beside = columns(way)
        rows = next(tries, None) if free(way) or beside else None
        if rows is not None and beside:
            rows = [joined(row, own) for row, own in zip(rows, beside, strict=True)]
        if rows is not None:
            made = joined(made or {}, nest(way, rows, "", ""))
    return made


def _each_row(search: _Search, way: Pattern, known: Sequence[Known]) -> list[Json] | None:
    """The template of a list whose rows always say the same texts (moments do not count), such as the last days: the
    numbers of each that changed, of what is counted."""
    lists: list[list[dict[str, Any]]] = [at(call.answer, way) for call in search.calls]
    texts = [
        [[value for value in row.values() if isinstance(value, str) and not MOMENT.match(value)] for row in one]
        for one in lists
    ]
    if any(one != texts[0] for one in texts):
        return None
    made: list[Json] = [{} for _ in lists[0]]
    for place in _row_places(lists):
        for index in range(len(made)):
            numbers = [at(one[index], place) for one in lists]
            there = (*way, str(index), *place)
            moved = len({*numbers}) >= LEAST or there in search.proven
            figure = search.figure(there, numbers, known) if moved else None
            if figure is not None:
                made[index] = joined(made[index], nest(place, figure.text(), "", ""))
    return made if any(made) else None


def _there(part: Entities, calls: Sequence[Call], times: Times) -> There:
    keys = {*part.seed, *part.made}
    return [[times.value(part, key, call.seq) for key in keys if times.there(part, key, call.seq)] for call in calls]


def _places(calls: Sequence[Call]) -> Iterator[Pattern]:
    """Places outside of lists with whole numbers in all answers."""
    for way, value in leaves(calls[0].answer):
        plain = way and all(isinstance(step, str) for step in way) and is_integer(value)
        if plain and all(is_integer(at(call.answer, way)) for call in calls):
            yield tuple(map(str, way))


def is_made(taken: Json, way: Pattern) -> bool:
    """Does a template say anything at a place, or above it?"""
    return not isinstance(taken, dict | None) or any(
        has(taken, way[:size]) and (size == len(way) or not isinstance(at(taken, way[:size]), dict))
        for size in range(1, len(way) + 1)
    )


def figure_of(way: Pattern, numbers: Sequence[int], part: Entities, there: There) -> Figure | None:
    """What numbers at one place say of the entities of a kind that were there at each look."""
    return _figure(way, numbers, [(part, there, "")])


def _figure(way: Pattern, numbers: Sequence[int], known: Iterable[Known]) -> Figure | None:
    """The only way that explains all numbers, of those that the place is called after by most words."""
    called = _words(way)
    found: list[tuple[int, int, Figure]] = []
    for part, there, without in known:
        for one in _ways(part, there, _added(part, there, way), without):
            words = len(one.words() & called)
            if words and [one.of(each) for each in there] == [*numbers]:
                found.append((words, -bool(one.field) - bool(one.summed), one))
    best = max((one[:2] for one in found), default=None)
    alike = [one for *rank, one in found if (rank[0], rank[1]) == best]
    moving = len({*numbers}) >= LEAST
    named = bool(alike) and not alike[0].summed and max(numbers) > LEAST
    named = named and (not alike[0].field or alike[0].told_by(called))
    return alike[0] if len(alike) == 1 and (moving or named) else None


def _ways(part: Entities, there: There, added: Sequence[str], without: str = "") -> Iterator[Figure]:
    """All ways to count a kind. `added`: fields that may be added up. Of those that nobody saw nothing is known but how
    many they are."""
    if part.unseen:
        yield Figure(part, unseen=part.unseen)
        return
    for field, value in [("", None), *_values(part, there)]:
        for summed in ("", *added) if field != without or not field else ():
            yield Figure(part, field, value, summed, without)


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


def _lists(calls: Sequence[Call]) -> Iterator[Pattern]:
    """Places of lists of as many records in all answers, that are in no list."""
    for way in _list_ways(calls[0].answer):
        lists = [at(call.answer, way) for call in calls]
        alike = all(isinstance(one, list) and len(one) == len(lists[0]) for one in lists)
        if alike and 1 <= len(lists[0]) <= MOST_ROWS and all(isinstance(row, dict) for one in lists for row in one):
            yield way


def _list_ways(value: Any, way: Pattern = ()) -> Iterator[Pattern]:
    if isinstance(value, list) and way:
        yield way
    elif isinstance(value, dict) and len(way) < 5:
        for name, inner in value.items():
            yield from _list_ways(inner, (*way, name))


def _rows(search: _Search, way: Pattern, known: Iterable[Known]) -> list[Json] | None:
    """The template of a list whose rows always say the same texts, and numbers that count what each is about."""
    lists: list[list[dict[str, Any]]] = [at(call.answer, way) for call in search.calls]
    if not say_alike(lists):
        return None
    made: list[Json] = [{} for _ in lists[0]]
    parts = [*known]
    for place in _row_places(lists):
        numbers = [[at(row, place) for row in one] for one in lists]
        named = next((found for one in parts if (found := _by_row(place, lists, numbers, one))), {})
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
    known: Known,
) -> dict[int, Figure] | None:
    """Row -> what its number says: those of which a field says what a member of the row does."""
    part, there, without = known
    for column in [name for name, value in lists[0][0].items() if isinstance(value, str | int) and place != (name,)]:
        for field in [name for name in part.fields() if part.forms.get(name) == "plain" and name != part.kind.key]:
            for added in ("", *_added(part, there, place)):
                rows = {
                    number: Figure(part, field, row.get(column), added, without) for number, row in enumerate(lists[0])
                }
                told = [[rows[number].of(each) for number in rows] for each in there]
                some = {number for one in numbers for number, value in enumerate(one) if value}
                if len(some) >= LEAST and told == [[*one] for one in numbers]:
                    return rows
    return None

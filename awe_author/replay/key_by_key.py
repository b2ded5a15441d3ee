"""Reads by a list of keys, answered key by key: a page asks for five things at once that were recorded otherwise.

Pages put together what they need next (one row that comes into sight, thirty that are there), so the batches of another
visit were never asked for as such. Where the recording shows that an operation answers element by element, the answer
to any of its keys is known. It shows that when at least two of its requests differ in nothing but one list of keys, and
every answer is the same but for lists (or objects) in which each element names one key of its request: in the order of
the request, or of the keys, or in none, when two answers show two elements in either order; where each was asked for
one key only, other requests of the operation tell the order. For each key the recorded answer counts that is due to the
session. With any key that was never asked for it is a miss; so it is where
elements have two members that could name their keys, or where a number beside them may be how many were asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Literal
from urllib.parse import urlsplit

import orjson

from awe_author.archive.canonical import RequestForm
from awe_author.archive.codings import decode_body
from awe_author.archive.cursor import Done, choose
from awe_author.archive.model import Entry
from awe_author.archive.request_body import NotJson, parse_json
from awe_author.door.messages import header, without
from awe_author.features.forms.calls import within
from awe_author.queries import parse_qsl
from awe_author.replay.answers import AnswerStore, Prepared
from awe_author.replay.known_things import KnownThings
from awe_author.replay.listed_up import listed_up
from awe_author.replay.names import with_names
from awe_author.replay.own_parts import with_own
from awe_author.replay.session import ReplaySession

RULE = "key by key"
MOST = 300
"""Recorded requests of one operation that are compared."""
MOST_READ = 5000
"""Recorded requests that are looked through for lists elsewhere."""
LARGEST = 8 << 20
"""Bytes of their answers."""
DEEPEST = 6
LONGEST = 30
"""Digits of a key that is a number."""
ENOUGH = 2
"""Different lists of keys that tell how an operation answers."""
OF_THE_BODY = ("content-length", "content-encoding", "etag", "last-modified", "digest", "content-md5")
"""Headers that tell of the recorded body."""
TYPE = "__typename"
Way = tuple[str, ...]
Order = Literal["asked", "up", "down", "none"]
"""In which order elements are: of the request, by their keys, or in none."""
ORDERS: tuple[Order, ...] = ("asked", "up", "down")


@dataclass(frozen=True, slots=True)
class Asked:
    """A recorded request and its answer."""

    entry: Entry
    asked: Any
    answer: Any
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Place:
    """Where answers have an element for each key."""

    way: Way
    member: str
    """The member of an element that names its key; "" where an object has them by their keys."""
    order: Order = "asked"

    def elements(self, answer: Any) -> dict[str, Any] | None:
        """Key -> element, in their order; None where it is no such list."""
        value = within(answer, self.way)
        if not self.member:
            return {_key(name): one for name, one in value.items()} if isinstance(value, dict) else None
        if not isinstance(value, list) or not all(isinstance(one, dict) and self.member in one for one in value):
            return None
        found = {_key(one[self.member]): one for one in value}
        return found if len(found) == len(value) else None


class KeyByKey:
    """Answers of one session. What requests of an operation said and were told is read once."""

    def __init__(self, session: ReplaySession, answers: AnswerStore) -> None:
        self._session, self._answers = session, answers
        self._told: dict[str, list[Asked]] = {}
        self._elsewhere: list[Asked] | None = None
        self._things: KnownThings | None = None

    def prepared(
        self, form: RequestForm, url: str, body: bytes, purpose: str, *, after: bool = False
    ) -> Prepared | None:
        """The answer to a read that was never recorded as such; None where it cannot be put together. `after`: only
        where writes like recorded ones about something else (`Cursor.done`) tell of some of the keys."""
        asked = None if form.writes else said(url, body)
        for way, keys in _lists(asked):
            others = self._asking(form.operation, way) if len(set(keys)) == len(keys) else []
            rest = _text(_with(asked, {way: None}))
            group = [one for one in others if _text(_with(one.asked, {way: None})) == rest]
            followed = self._followed(keys, group)
            known = {key for one in group for key in one.keys} | followed.keys()
            if len({one.keys for one in group}) < ENOUGH or not set(keys) <= known or (after and not followed):
                continue
            places = _places(group, others, self._listed_up)
            if places:
                return self._made(keys, group, places, purpose, followed)
        return None

    def _followed(self, keys: Sequence[str], group: Sequence[Asked]) -> dict[str, tuple[Done, str]]:
        """Key -> (the last write about it that was recorded about another one, the key of that one), where the group
        was asked about that one afterwards."""
        found: dict[str, tuple[Done, str]] = {}
        for key, done in ((key, done) for done in self._session.cursor.done for key in keys):
            then = _text(with_names(orjson.loads(key), done.names_then()))
            if then != key and any(then in one.keys and one.entry.seq > done.write for one in group):
                found[key] = done, then
        return found

    def everything(self) -> Sequence[Asked]:
        """All recorded requests that were answered with JSON."""
        if self._elsewhere is None:
            self._elsewhere = self._read_all([*self._session.archive.entries()], most=MOST_READ)
        return self._elsewhere

    @property
    def things(self) -> KnownThings:
        """What the recording tells of things in whatever was asked."""
        if self._things is None:
            self._things = KnownThings(one.answer for one in self.everything())
        return self._things

    def _listed_up(self, keys: Collection[str]) -> bool:
        """Are several of the things with these keys listed in the order of the keys where no keys are asked for?"""
        free = [one for one in self.everything() if not any({*told} & {*keys} for _, told in _lists(one.asked))]
        return listed_up(keys, [one.answer for one in free], _key)

    def _asking(self, operation: str, way: Way) -> list[Asked]:
        """The recorded requests of an operation that have a list of keys at `way`."""
        lists = [(one, dict(_lists(one.asked)).get(way)) for one in self.asked(operation)]
        return [replace(one, keys=keys) for one, keys in lists if keys is not None]

    def asked(self, operation: str) -> Sequence[Asked]:
        """The recorded requests of an operation, with their answers."""
        entries = self._session.archive.by_operation(operation)
        if entries and operation not in self._told:
            self._told[operation] = self._read_all(entries)
        return self._told.get(operation, ())

    def _read_all(self, entries: Sequence[Entry], most: int = MOST) -> list[Asked]:
        """All of an operation; none when they are too many or too large."""
        found: list[Asked] = []
        left = LARGEST
        for entry in entries if len(entries) <= most else ():
            if entry.status != 200 or "json" not in entry.mime:
                continue
            prepared = self._answers.prepare(entry, "")
            coding = header(prepared.headers, "content-encoding")
            plain = None if prepared.body is None else decode_body(prepared.body, coding, most=left)
            asked = self._session.archive.request_body(entry)
            left -= len(asked) + (left if plain is None else len(plain))
            if plain is None or left <= 0:
                return []
            try:
                found.append(Asked(entry, said(entry.url, asked), _document(plain)))
            except NotJson:
                continue
        return found

    def _made(
        self,
        keys: Sequence[str],
        group: Sequence[Asked],
        places: Sequence[_Place],
        purpose: str,
        followed: Mapping[str, tuple[Done, str]],
    ) -> Prepared | None:
        session = self._session
        due = {key: self._due(key, group, followed.get(key)) for key in keys}
        lists: dict[Way, Any] = {}
        for place in places:
            shown = {key: self._shown(key, place, group, due[key], followed) for key in _ordered(keys, place.order)}
            found = {key: element for key, element in shown.items() if element is not None}
            named = {str(orjson.loads(key)): one for key, one in found.items()}
            lists[place.way] = [*found.values()] if place.member else named
        first = due[keys[0]]
        if _may_count(first.answer, keys, group, places):
            return None
        for one in due.values():
            session.cursor = session.cursor.given(one.entry)
        return self.like(first, _with(first.answer, lists), purpose)

    def _due(self, key: str, group: Sequence[Asked], followed: tuple[Done, str] | None) -> Asked:
        """The recorded answer that tells of a key: of another one after a write where that tells of it."""
        session, cursor = self._session, self._session.cursor
        asked = [one for one in group if key in one.keys]
        if followed is not None:
            done, then = followed
            asked, cursor = (
                [one for one in group if then in one.keys and one.entry.seq > done.write],
                done.place(cursor),
            )
        seq = choose([one.entry for one in asked], cursor, session.archive, write=False).seq
        return next(one for one in asked if one.entry.seq == seq)

    def _shown(
        self,
        key: str,
        place: _Place,
        group: Sequence[Asked],
        due: Asked,
        followed: Mapping[str, tuple[Done, str]],
    ) -> Any:
        """The element for a key; None where there is none."""
        elements = place.elements(due.answer) or {}
        if key not in followed:
            return elements.get(key)
        done, then = followed[key]
        now = done.names_now()
        own = [one for one in group if key in one.keys]
        before = [one for one in group if then in one.keys and one.entry.seq < done.write]
        mine = (place.elements(self._due(key, own, None).answer) or {}).get(key) if own else None
        earlier = (place.elements(before[-1].answer) or {}).get(then) if before else None
        return with_own(mine, with_names(earlier, now), with_names(elements.get(then), now))

    def like(self, asked: Asked, answer: Any, purpose: str) -> Prepared:
        """A recorded answer with another document as its body."""
        prepared, body = self._answers.prepare(asked.entry, purpose), orjson.dumps(answer)
        return replace(prepared, headers=without(prepared.headers, *OF_THE_BODY), body=body, length=len(body))


def said(url: str, body: bytes) -> Any:
    """What a request says, as one document: its query as lists of values, and its body; None when that is no JSON."""
    pairs = parse_qsl(urlsplit(url).query, keep_blank_values=True)
    query: dict[str, list[str]] = {}
    for name, value in pairs:
        query.setdefault(name, []).append(value)
    split = {name: values[0].split(",") if len(values) == 1 else values for name, values in query.items()}
    try:
        return {"query": split, "body": _document(body) if body else None}
    except NotJson:
        return None


def _document(body: bytes) -> Any:
    """The JSON of a body. Raises NotJson, too, where it could not be written again: numbers or depths beyond all."""
    value = parse_json(body)
    try:
        orjson.dumps([[value]])
    except TypeError as error:
        raise NotJson(str(error)) from error
    return value


def _lists(asked: Any, way: Way = ()) -> Iterator[tuple[Way, tuple[str, ...]]]:
    """(way, keys) of the lists of plain values, or of small objects of such, in a request."""
    if isinstance(asked, list) and asked and all(_plain(one, 2) for one in asked):
        yield way, tuple(map(_key, asked))
    for name, inner in asked.items() if isinstance(asked, dict) and len(way) < DEEPEST else ():
        yield from _lists(inner, (*way, name))


def _plain(value: Any, depth: int) -> bool:
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        return depth > 0 and 0 < len(value) < 4 and all(_plain(one, depth - 1) for one in inner)
    return isinstance(value, str | int) and not isinstance(value, bool)


def _places(
    group: Sequence[Asked], others: Sequence[Asked], listed_up: Callable[[Collection[str]], bool]
) -> list[_Place]:
    """Where all answers of a group have elements by key, if these are all that they differ in; else none. `others`:
    requests of the operation, which tell the order where none of the group was answered with two elements; where both
    that of the requests and that of the keys explains them, `listed_up` tells which."""
    most = max(group, key=lambda one: len(one.keys))
    found: list[_Place] = []
    unsure: set[Way] = set()
    for place in _tries(most.answer, set(most.keys)):
        told = _told(group, place)
        several = [one for one in _told(others, place) if len(one[1]) > 1]
        of_group = any(len(elements) > 1 for _, elements in told)
        telling = told if of_group else several
        order = None if len(told) < len(group) else _order(telling) if place.member else "asked"
        keys = {key for _, elements in telling for key in elements}
        if order == "asked" and place.member and _explains("up", telling) and listed_up(keys):
            order = "up"
        if order is None or any(place.way[: len(one.way)] == one.way != place.way for one in found):
            continue
        other = next((one for one in found if one.way == place.way), None)
        if other is None:
            found.append(replace(place, order=order))
        elif any(other.elements(one.answer) != place.elements(one.answer) for one in group):
            unsure.add(place.way)
    found = [place for place in found if place.way not in unsure]
    free: Mapping[Way, Any] = {place.way: None for place in found}
    rests = {_text(_with(one.answer, free)) for one in group}
    return found if len(rests) == 1 else []


def _told(group: Sequence[Asked], place: _Place) -> list[tuple[Sequence[str], list[str]]]:
    """(keys asked for, keys of the elements) of the answers that have no others there."""
    shown = [(one.keys, place.elements(one.answer)) for one in group]
    return [(keys, [*elements]) for keys, elements in shown if elements is not None and elements.keys() <= {*keys}]


def _may_count(answer: Any, keys: Sequence[str], group: Sequence[Asked], places: Sequence[_Place]) -> bool:
    """Were always as many keys asked for, not as many as now, and may a number beside the elements say how many?"""
    sizes = {len(one.keys) for one in group}
    rest = _with(answer, {place.way: None for place in places})
    return len(sizes) == 1 and len(keys) not in sizes and bool(sizes & set(_numbers(rest)))


def _numbers(value: Any) -> Iterator[int]:
    """The whole numbers in objects."""
    if isinstance(value, int) and not isinstance(value, bool):
        yield value
    for inner in value.values() if isinstance(value, dict) else ():
        yield from _numbers(inner)


def _order(told: Sequence[tuple[Sequence[str], Sequence[str]]]) -> Order | None:
    """The order of all answers, by (keys asked for, keys of the elements); None when there is one that is not known."""
    for order in ORDERS:
        if _explains(order, told):
            return order
    pairs = {pair for _, elements in told for pair in combinations(elements, 2)}
    return "none" if any((later, first) in pairs for first, later in pairs) else None


def _explains(order: Order, told: Sequence[tuple[Sequence[str], Sequence[str]]]) -> bool:
    return all([*elements] == _ordered([key for key in keys if key in elements], order) for keys, elements in told)


def _ordered(keys: Sequence[str], order: Order) -> list[str]:
    if order not in ("up", "down"):
        return [*keys]
    plain = [orjson.loads(key) for key in keys]
    digits = all(isinstance(one, str) and one.isdecimal() and len(one) <= LONGEST for one in plain)
    return sorted(keys, key=lambda key: int(orjson.loads(key)) if digits else key, reverse=order == "down")


def _tries(answer: Any, keys: set[str], way: Way = ()) -> Iterator[_Place]:
    """Lists of objects of which some member is always one of the keys; objects with these as names."""
    if isinstance(answer, list) and answer and all(isinstance(one, dict) for one in answer):
        for member in answer[0]:
            if all(_key(one.get(member)) in keys for one in answer):
                yield _Place(way, member)
    if isinstance(answer, dict) and len(way) < DEEPEST:
        if answer and all(_key(name) in keys for name in answer):
            yield _Place(way, "")
        for name, inner in answer.items():
            yield from _tries(inner, keys, (*way, name))


def _key(value: Any) -> str:
    """A key as text: a plain value however it is written, an object without what only says its type."""
    if isinstance(value, dict):
        value = {name: inner for name, inner in value.items() if name != TYPE}
        return _text(value)
    return _text(str(value) if isinstance(value, int) and not isinstance(value, bool) else value)


def _text(value: Any) -> str:
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()


def _with(value: Any, places: Mapping[Way, Any], way: Way = ()) -> Any:
    """A document with other values at some places."""
    if way in places:
        return places[way]
    if not isinstance(value, dict) or not any(place[: len(way)] == way for place in places):
        return value
    return {name: _with(inner, places, (*way, name)) for name, inner in value.items()}

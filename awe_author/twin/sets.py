"""Lists of the live app whose order means nothing, told by its own answers. Pure.

Two answers to one question that list the same two elements, alike in every member, in opposite orders, show that the
order follows from nothing that can be seen: a server that collects things in a set. That holds unless something was
written in between, or the two requests asked for these two in opposite orders themselves. Requests that differ in more
than which elements they ask for are other questions, of which nothing is shown. The live app's own answers are also
those that it gave when it was recorded: from another start of it, before anything was written, as long as nothing has
been written now either. What a page says over a socket is a write, too (`messages.write_moments`).
"""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from awe_author.archive.model import Entry, SocketMessage
from awe_author.json_types import sorted_text
from awe_author.state.pointer import escaped
from awe_author.twin.exchanges import Exchange
from awe_author.twin.likeness import general
from awe_author.twin.messages import is_write, write_moments
from awe_author.twin.questions import Question, named, question_of

KEYS = ("id", "uuid", "_id", "pk", "key", "uid")
MOST_ELEMENTS = 400
MOST_ANSWERS = 12
"""Different answers to one question that are compared for one list."""
DEEPEST = 14


@dataclass(frozen=True, slots=True)
class _Shown:
    """One list in one answer."""

    writes: int
    """How many writes came before."""
    asked: tuple[str, ...]
    """What the lists among the request's parameters hold, in order."""
    elements: tuple[tuple[str, str], ...]
    """(key, all of it) in order."""


class Recorded(Protocol):
    """A recording, as far as it tells when something was written."""

    def next_write(self, seq: int) -> int | None: ...

    def entries(self) -> Iterator[Entry]: ...

    def messages(self, entry: Entry) -> list[SocketMessage]: ...


def sets_of(live: Sequence[Exchange], before: Iterable[Exchange] = ()) -> dict[Question, set[str]]:
    """Question -> general paths of lists that are sets in its answers. `live`: all that the live app was asked, in
    order, with its WebSockets; `before`: its answers from before anything was written (`recorded_before`)."""
    kept: dict[tuple[Question, str], list[_Shown]] = {}
    found: dict[Question, set[str]] = {}
    moments = write_moments(live)
    told = itertools.chain(
        ((0, one) for one in before), ((bisect.bisect_left(moments, one.moment), one) for one in live)
    )
    for writes, exchange in told:
        if exchange.kind != "api" or exchange.writes or exchange.status != 200 or exchange.content[0] != "json":
            continue
        question, asked = question_of(exchange), named(exchange)
        for path, elements in _lists(exchange.content[1]):
            shown = _Shown(writes, asked, elements)
            others = kept.setdefault((question, path), [])
            if path in found.get(question, ()) or shown in others or len(others) >= MOST_ANSWERS:
                continue
            if any(_contradict(shown, other) for other in others):
                found.setdefault(question, set()).add(path)
            others.append(shown)
    return found


def recorded_before(mock: Sequence[Exchange], first_write: int | None) -> Iterator[Exchange]:
    """The answers of the live app that a mock gave as they were recorded, before anything was written in either.
    `mock`: all that the mock was asked, in order, with its WebSockets; `first_write`: see `first_written`."""
    written = min(write_moments(mock), default=None)
    for exchange in mock:
        if written is not None and exchange.moment >= written:
            continue
        if exchange.mark is not None and (first_write is None or exchange.mark < first_write):
            yield exchange


def first_written(recorded: Recorded) -> int | None:
    """The place in a recording of its first write, over a socket or by a request; None when there is none."""
    found = recorded.next_write(-1)
    places = [] if found is None else [found]
    for entry in recorded.entries():
        if entry.kind == "websocket":
            socket = Exchange(0, 0, "GET", entry.url, [])
            said = (one for one in recorded.messages(entry) if one.outgoing and is_write(socket, one.data))
            places += [one.seq for one in itertools.islice(said, 1)]
    return min(places, default=None)


def _lists(value: Any, path: str = "", depth: int = 0) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    """(general path, elements) of all lists whose elements can be told apart."""
    if depth > DEEPEST:
        return
    if isinstance(value, dict):
        for name, inner in value.items():
            if isinstance(inner, dict | list):
                yield from _lists(inner, f"{path}/{escaped(name)}", depth + 1)
    elif isinstance(value, list):
        if 1 < len(value) <= MOST_ELEMENTS and (elements := _elements(value)):
            yield general(path), elements
        for place, inner in enumerate(value[:MOST_ELEMENTS]):
            if isinstance(inner, dict | list):
                yield from _lists(inner, f"{path}/{place}", depth + 1)


def _elements(value: Sequence[Any]) -> tuple[tuple[str, str], ...]:
    """Elements without a key of their own are told apart by all that they are."""
    whole = [sorted_text(one) for one in value]
    for name in KEYS if all(isinstance(one, dict) for one in value) else ():
        keys = [one.get(name) for one in value]
        if all(isinstance(key, str | int) for key in keys) and len({str(key) for key in keys}) == len(keys):
            return tuple(zip(map(str, keys), whole, strict=True))
    return tuple(zip(whole, whole, strict=True)) if len(set(whole)) == len(whole) else ()


def _contradict(one: _Shown, other: _Shown) -> bool:
    """Do two answers to one question give two equal elements in opposite orders, and no request says why?"""
    if one.writes != other.writes:
        return False
    places = {element: place for place, element in enumerate(other.elements)}
    common = [(key, places[key, whole]) for key, whole in one.elements if (key, whole) in places]
    for (first, before), (second, after) in itertools.pairwise(common):
        if before > after and (one.asked == other.asked or _alike(one.asked, other.asked, first, second)):
            return True
    return False


def _alike(one: Sequence[str], other: Sequence[str], first: str, second: str) -> bool:
    """Do both requests name two elements, in the same order?"""
    if not all(key in asked for key in (first, second) for asked in (one, other)):
        return False
    return (one.index(first) < one.index(second)) == (other.index(first) < other.index(second))

"""Lists of the live app whose order means nothing, told by its own answers. Pure.

Two answers to one operation that list the same two elements, alike in every member, in opposite orders, show that the
order follows from nothing that can be seen: a server that collects things in a set. That holds unless something was
written in between, or the two requests differ in more than which elements they asked for, or asked for these two in
opposite orders themselves. The live app's own answers are also those that it gave when it was recorded: from another
start of it, before anything was written, as long as nothing has been written now either.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.twin.exchanges import Exchange
from awe_author.twin.likeness import general
from awe_author.twin.pairing import operation_of
from awe_author.twin.trees import escaped

KEYS = ("id", "uuid", "_id", "pk", "key", "uid")
MOST_ELEMENTS = 400
MOST_ANSWERS = 12
"""Different answers of one operation that are compared for one list."""
DEEPEST = 14


@dataclass(frozen=True, slots=True)
class _Shown:
    """One list in one answer."""

    writes: int
    """How many requests that change something came before."""
    plain: frozenset[tuple[str, str]]
    """Parameters of the request that are no lists."""
    asked: tuple[str, ...]
    """What the lists among its parameters hold, in order."""
    elements: tuple[tuple[str, str], ...]
    """(key, all of it) in order."""


def sets_of(exchanges: Iterable[Exchange]) -> dict[str, set[str]]:
    """Operation -> general paths of lists that are sets. `exchanges`: of the live app, in order."""
    kept: dict[tuple[str, str], list[_Shown]] = {}
    found: dict[str, set[str]] = {}
    writes = 0
    for exchange in exchanges:
        writes += exchange.writes
        if exchange.kind != "api" or exchange.writes or exchange.status != 200 or exchange.content[0] != "json":
            continue
        operation, (plain, asked) = operation_of(exchange), _asked(exchange)
        for path, elements in _lists(exchange.content[1]):
            shown = _Shown(writes, plain, asked, elements)
            before = kept.setdefault((operation, path), [])
            if path in found.get(operation, ()) or shown in before or len(before) >= MOST_ANSWERS:
                continue
            if any(_contradict(shown, other) for other in before):
                found.setdefault(operation, set()).add(path)
            before.append(shown)
    return found


def recorded_before(mock: Iterable[Exchange], first_write: int | None) -> Iterator[Exchange]:
    """The answers of the live app that a mock gave as they were recorded, before anything was written in either.
    `first_write`: the place in the recording of its first write; None when there is none."""
    for exchange in mock:
        if exchange.writes:
            return
        if exchange.mark is not None and (first_write is None or exchange.mark < first_write):
            yield exchange


def _asked(exchange: Exchange) -> tuple[frozenset[tuple[str, str]], tuple[str, ...]]:
    plain: set[tuple[str, str]] = set()
    listed: list[tuple[list[tuple[int, str]], str]] = []
    for name, value in exchange.form.params:
        if re.search(r"/\d+(/|$)", name):
            way = [(int(part), "") if part.isdecimal() else (-1, part) for part in name.split("/")]
            listed.append((way, value[1:-1] if value[:1] == value[-1:] == '"' else value))
        else:
            plain.add((name, value))
    return frozenset(plain), tuple(value for _, value in sorted(listed))


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
    whole = [json.dumps(one, sort_keys=True) for one in value]
    for name in KEYS if all(isinstance(one, dict) for one in value) else ():
        keys = [one.get(name) for one in value]
        if all(isinstance(key, str | int) for key in keys) and len({str(key) for key in keys}) == len(keys):
            return tuple(zip(map(str, keys), whole, strict=True))
    return tuple(zip(whole, whole, strict=True)) if len(set(whole)) == len(whole) else ()


def _contradict(one: _Shown, other: _Shown) -> bool:
    """Do two answers give two equal elements in opposite orders, for no reason that the requests tell?"""
    if one.writes != other.writes or one.plain != other.plain:
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

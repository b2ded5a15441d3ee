"""Rows in the order of their keys beside the list of these in the order that was asked for (`features.forms.led`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from awe_author.features.discover.exchanges.sightings import ENOUGH, KEY_NAMES
from awe_author.features.discover.exchanges.wire_messages import Message
from awe_author.features.forms.led import Led
from awe_author.features.forms.tabled import at

LEAST = 3
"""Rows of a list that tells of an order."""
DEEPEST = 3


def led_forms(messages: Sequence[Message]) -> Iterable[Led]:
    """One for each address: of answers all of which have the keys of just the rows beside these, in another order at
    least once."""
    for on in dict.fromkeys(f"{one.sent.method} {one.path}" for one in messages):
        answers = [one.answer for one in messages if f"{one.sent.method} {one.path}" == on and one.status < 400]
        for rows, key in dict.fromkeys(found for answer in answers for found in _rows(answer)):
            for keys in dict.fromkeys(found for answer in answers for found in _lists(answer)):
                pairs = [(_texts(at(answer, keys)), _keys(at(answer, rows), key)) for answer in answers]
                same = all(sorted(led) == own and len({*own}) == len(own) for led, own in pairs)
                if same and any(led != own and len(own) >= LEAST for led, own in pairs):
                    yield Led(on, keys, rows, key)


def _rows(value: Any, place: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Where lists of records stand, with the names of what may be their keys."""
    if isinstance(value, dict) and len(place) < DEEPEST:
        for name, inner in value.items():
            yield from _rows(inner, (*place, name))
    elif isinstance(value, list) and len(value) >= LEAST and all(isinstance(row, dict) for row in value):
        yield from ((place, name) for name in value[0] if KEY_NAMES.get(name.lower(), 0) >= ENOUGH)


def _lists(value: Any, place: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Where lists of texts and numbers stand."""
    if isinstance(value, dict) and len(place) < DEEPEST:
        for name, inner in value.items():
            yield from _lists(inner, (*place, name))
    elif isinstance(value, list) and len(value) >= LEAST and all(isinstance(one, str | int) for one in value):
        yield place


def _texts(value: Any) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else [""]


def _keys(rows: Any, key: str) -> list[str]:
    return [str(row.get(key)) if isinstance(row, dict) else "" for row in rows] if isinstance(rows, list) else []

"""What the name of a number says: which kind it counts, and which of it (see `child_numbers`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.names import singular, snake
from awe_author.features.discover.entities.entities import Entities

NOTHING = frozenset({"total", "count", "counts", "number", "numbers", "num", "all", "of", "n", "sum", "stat", "stats"})
"""Words that say no more than that it is a number."""
MOST_VALUES = 9
SHORT = 3
"""Characters by which a word and a value have to begin alike, where one goes on: `med` and `medium`."""
Test = tuple[str, str, frozenset[Any], frozenset[Any]]
"""(field, the word, the values that it stands for by itself, all values of the field)."""


@dataclass(frozen=True, slots=True)
class Words:
    """What was found in a name."""

    tests: tuple[Test, ...]
    named: bool
    """Is it called after the kind?"""
    passed_over: bool
    """Are there words that nothing explains?"""


def words_in(name: str, other: Entities, holders: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, Words]]:
    """(the field of which different values are counted or "", what the words say), in the ways in which a name may be
    of numbers of `other`. `holders`: what a third kind is called -> the fields of `other` that name one of it."""
    words = [word for word in snake(name).split("_") if word not in NOTHING]
    rest = [word for word in words if not _is_kind(word, other)]
    yield "", _read(rest, other, named=len(rest) < len(words))
    for noun, fields in holders.items():
        tail = [word for word in rest if singular(word) != noun]
        if len(tail) < len(rest):
            yield from ((field, _read(tail, other, named=True)) for field in fields)


def _is_kind(word: str, other: Entities) -> bool:
    """Is a word what the kind is called, in short perhaps: `vuln` for vulnerabilities?"""
    noun, one = singular(other.kind.name), singular(word)
    return one == noun or (len(one) > SHORT and (noun.startswith(one) or one.startswith(noun)))


def _read(words: Sequence[str], other: Entities, *, named: bool) -> Words:
    tests: list[Test] = []
    passed_over, place = False, 0
    while place < len(words):
        for end in range(len(words), place, -1):
            test = _test("".join(words[place:end]), other, several=end > place + 1)
            if test is not None:
                tests.append(test)
                place = end
                break
        else:
            passed_over, place = True, place + 1
    return Words(tuple(tests), named, passed_over)


def _test(word: str, other: Entities, *, several: bool) -> Test | None:
    """What a word says of one field. `several`: it is made of several, and has to be just what is said."""
    for turned, said in ((False, word), (True, word[3:] if word.startswith("not") else "")):
        for field in other.fields() if said else ():
            if other.forms.get(field) != "plain" or field == other.kind.key:
                continue
            values = frozenset(value for value in other.values(field) if isinstance(value, str | bool))
            fit = _fitting(said, field, values, several=several)
            if fit and len(values) <= MOST_VALUES:
                return field, word, values - fit if turned else fit, values
    return None


def _fitting(said: str, field: str, values: frozenset[Any], *, several: bool) -> frozenset[Any]:
    if values and values <= {True, False}:
        alike = said == _plain(field) if several else _alike(said, _plain(field))
        return frozenset({True} if alike else ())
    exact = frozenset(value for value in values if isinstance(value, str) and _plain(value) == said)
    if exact or several:
        return exact
    return frozenset(value for value in values if isinstance(value, str) and _alike(said, _plain(value)))


def _alike(one: str, other: str) -> bool:
    return min(len(one), len(other)) >= SHORT and (one.startswith(other) or other.startswith(one))


def _plain(value: str) -> str:
    return re.sub(r"[\W_]", "", value.lower())

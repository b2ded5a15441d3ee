"""In which order a server shows things of its own accord: told by lists that were not asked for by keys."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

LEAST = 4
"""Things that a list shows, of those with the keys."""
DEEPEST = 6


def listed_up(keys: Collection[str], answers: Sequence[Any], key_of: Callable[[Any], str]) -> bool:
    """Do lists in answers show several of the things with these keys, and always in the order of the keys?"""
    found = [shown for answer in answers for shown in _lists(answer, keys, key_of)]
    return bool(found) and all(shown == sorted(shown) for shown in found)


def _lists(answer: Any, keys: Collection[str], key_of: Callable[[Any], str], depth: int = 0) -> Iterator[list[str]]:
    """The keys of each list of objects that name enough of them by one member."""
    if isinstance(answer, list) and len(answer) >= LEAST and all(isinstance(one, dict) for one in answer):
        for member in answer[0]:
            named = [key_of(one[member]) for one in answer if member in one]
            shown = [key for key in named if key in keys]
            if len(shown) >= LEAST and len({*shown}) == len(shown):
                yield shown
    for inner in answer.values() if isinstance(answer, dict) and depth < DEEPEST else ():
        yield from _lists(inner, keys, key_of, depth + 1)

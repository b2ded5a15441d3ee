"""Logs of which a page shows a part: the rows that have room, of those that it was told. Pure.

How high the rows are and which came last decides what a page shows of a long log, so two pages that were told the same
rows in another order show other ones. A row that only one screen shows is let go when the other page was told of it,
too: in one object of a reply or a message, which says what the row is about, its kind and its text, and which came
before all or after all objects whose rows that page shows.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from awe_author.twin.exchanges import Exchange
from awe_author.twin.measured import bare
from awe_author.twin.messages import pushed
from awe_author.twin.moments import MARK
from awe_author.twin.rows import rows_of

KEYS = 3
"""Lines of a row, below its moment, that an object has to say."""
MOST_OBJECTS = 20_000


@dataclass(slots=True)
class ToldRows:
    """What one page was told, object by object, in order."""

    _objects: list[frozenset[str]] = field(default_factory=list)

    @classmethod
    def of(cls, exchanges: Sequence[Exchange], last: int, translated: Callable[[str], str]) -> ToldRows:
        """`exchanges`: of one side, up to the step `last`; `translated`: gives a text the mock's ids."""
        told = [
            (one.moment, one) for one in exchanges
            if one.kind == "api" and one.step <= last and not one.writes and one.content[0] == "json"
        ]  # fmt: skip
        for step in range(last + 1):
            told += [(one.moment, one) for one in pushed(exchanges, step)]
        found = cls()
        for _, one in sorted(told, key=lambda pair: pair[0]):
            for each in _objects(one.content[1]):
                if len(found._objects) < MOST_OBJECTS:
                    found._objects.append(frozenset(bare(translated(text)) for text in each))
        return found

    def places(self, row: Sequence[str]) -> list[int]:
        """Of the objects that say the first lines of a row; its moment is none of them."""
        keys = {bare(line) for line in row[1 : KEYS + 1] if len(line) > 1}
        if row[:1] != (MARK,) or len(keys) < 2:
            return []
        return [place for place, each in enumerate(self._objects) if keys <= each]


def _objects(value: Any) -> Iterator[list[str]]:
    """The texts of each object that stands in a list."""
    if isinstance(value, list):
        for one in value:
            if isinstance(one, dict):
                yield list(_texts(one))
            yield from _objects(one)
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _objects(inner)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield " ".join(value.split())
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)


def without_others(
    lines: tuple[Sequence[str], Sequence[str]], told: tuple[ToldRows, ToldRows]
) -> tuple[list[bool], list[bool]] | None:
    """Of the rows (`rows.rows_of`) of both screens, which are shown by both; None when a row that only one shows was
    not told to the other page, or belongs to what that shows, or when rows about one thing come in another order than
    that page was told them."""
    rows = [rows_of(each) for each in lines]
    counts = [Counter(each) for each in rows]
    kept: list[list[bool]] = []
    for mine, other in ((0, 1), (1, 0)):
        window = _window(rows[other], told[other])
        alone = counts[mine] - counts[other]
        if not _in_order(rows[mine], told[other]):
            return None
        both: list[bool] = []
        for row in rows[mine]:
            if not alone[row]:
                both.append(True)
                continue
            alone[row] -= 1
            if window is None or not any(place < window[0] or place > window[1] for place in told[other].places(row)):
                return None
            both.append(False)
        kept.append(both)
    return kept[0], kept[1]


def _in_order(rows: Iterable[Sequence[str]], told: ToldRows) -> bool:
    """Do the rows about each thing come in the order in which they were told, or all of them in the opposite one?"""
    places: dict[str, list[int]] = defaultdict(list)
    for row in rows:
        if len(found := told.places(row)) == 1:
            places[row[1]].append(found[0])
    return any(all(each == sorted(each, reverse=back) for each in places.values()) for back in (False, True))


def _window(rows: Iterable[Sequence[str]], told: ToldRows) -> tuple[int, int] | None:
    """The first and the last object whose rows are shown, by rows that one object alone says."""
    places = [found[0] for row in rows if len(found := told.places(row)) == 1]
    return (min(places), max(places)) if places else None

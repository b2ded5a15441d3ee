"""Posts that only ask for a list, though no word of their address says so: `POST /harbours/personal/view {"sort":
"name"}`. What they are answered with tells it: the same list of several records to the same words, twice in a row; and
never anything but such a list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from awe_author.features.discover.common.names import IDS
from awe_author.features.discover.exchanges.calls import Call

LEAST = 2
"""Records of the list that is shown twice."""
DEEPEST = 3


def without_asking(calls: Sequence[Call]) -> list[Call]:
    """The calls, with those posts as reads."""
    asked: dict[tuple[str, str], list[Call]] = {}
    for call in calls:
        if call.mutation and call.verb == "POST" and call.kind == "json":
            asked.setdefault((call.origin, call.path), []).append(call)
    reads = {one.seq for mine in asked.values() if _only_ask(mine) for one in mine}
    return [replace(call, mutation=False) if call.seq in reads else call for call in calls]


def _only_ask(mine: Sequence[Call]) -> bool:
    """Do all posts to one address ask?"""
    if not all(one.status == 200 and isinstance(one.body, dict) and _is_plain(one.body) for one in mine):
        return False
    lists = [dict(_lists(one.answer)) for one in mine]
    places = [place for place in lists[0] if all(place in told for told in lists)]
    return any(
        one.body == then.body and one.answer == then.answer and any(len(told[place]) >= LEAST for place in places)
        for (one, told), then in zip(zip(mine, lists, strict=True), mine[1:], strict=False)
    )


def _is_plain(body: dict[str, Any]) -> bool:
    """Does it send nothing but values, and lists of them?"""
    inner = [one for value in body.values() for one in (value if isinstance(value, list) else [value])]
    return not any(isinstance(one, dict | list) for one in inner)


def _lists(value: Any, place: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], list[Any]]]:
    """The lists of records with keys in an answer, with their places; empty ones, too."""
    if isinstance(value, dict) and len(place) < DEEPEST:
        for name, inner in value.items():
            yield from _lists(inner, (*place, name))
    elif isinstance(value, list) and all(isinstance(one, dict) and any(key in one for key in IDS) for one in value):
        yield place, value

"""What requests put into a field and take out of it: `"firm": {"connect": [{"id": 3}], "disconnect": []}`, as clients
of Prisma and of content systems send it. What is put there is named; nothing in either: the field stays as it is.
"""

from __future__ import annotations

from typing import Any

from awe_author.features.discover.common.names import IDS

PAIRS = (("connect", "disconnect"), ("attach", "detach"), ("link", "unlink"), ("add", "remove"))
"""What such members are called: what is put there, what is taken away."""
COUNTS = frozenset({"count", "total", "_count", "totalCount", "total_count"})


def pair_of(value: Any) -> tuple[str, str] | None:
    """What the two are called in a record that has nothing else, each with a list; one alone where all on its list are
    records with a key, as forms of what is new have nothing to take away."""
    if not isinstance(value, dict) or not value or not all(isinstance(one, list) for one in value.values()):
        return None
    alone = len(value) == 1 and all(map(_all_named, value.values()))
    return next((pair for pair in PAIRS if set(value) == set(pair) or (alone and set(value) <= set(pair))), None)


def _all_named(listed: list[Any]) -> bool:
    return bool(listed) and all(isinstance(one, dict) and any(key in one for key in IDS) for one in listed)


def put_there(value: Any) -> list[Any]:
    """What a value that is sent says of its field: itself, or what is put there."""
    pair = pair_of(value)
    return [value] if pair is None else value.get(pair[0], [])[-1:]


def only_counted(value: Any) -> bool:
    """Is a record nothing but how many there are: `{"count": 2}`?"""
    told = isinstance(value, dict) and bool(value) and value.keys() <= COUNTS
    return told and all(type(one) is int for one in value.values())

"""What requests put into a field and take out of it: `"firm": {"connect": [{"id": 3}], "disconnect": []}`, as clients
of Prisma and of content systems send it. What is put there is named; nothing in either: the field stays as it is.
"""

from __future__ import annotations

from typing import Any

PAIRS = (("connect", "disconnect"), ("attach", "detach"), ("link", "unlink"), ("add", "remove"))
"""What such members are called: what is put there, what is taken away."""
COUNTS = frozenset({"count", "total", "_count", "totalCount", "total_count"})


def pair_of(value: Any) -> tuple[str, str] | None:
    """What the two are called in a record that has nothing else, each with a list."""
    if not isinstance(value, dict) or not value or not all(isinstance(one, list) for one in value.values()):
        return None
    return next((pair for pair in PAIRS if set(value) == set(pair)), None)


def put_there(value: Any) -> list[Any]:
    """What a value that is sent says of its field: itself, or what is put there."""
    pair = pair_of(value)
    return [value] if pair is None else value[pair[0]][-1:]


def only_counted(value: Any) -> bool:
    """Is a record nothing but how many there are: `{"count": 2}`?"""
    told = isinstance(value, dict) and bool(value) and value.keys() <= COUNTS
    return told and all(type(one) is int for one in value.values())

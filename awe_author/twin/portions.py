"""Puts the answers to a subscription together: in how many messages a server sends a list depends on the moment. Pure.

Over GraphQL a page that subscribes to a log is told of it in one message when it comes late, in many while the log goes
on. Messages of one subscription that hold a list at the same place become one, with all elements in order; beside the
list, what was said last holds. What was said before a write and what was said after it stay apart.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Sequence
from typing import Any

import orjson

from awe_author.twin.exchanges import Exchange

_DATA = ("data", "next")
DEEPEST = 6

Place = tuple[str, ...]


def together(messages: Sequence[Exchange], writes: Sequence[int] = ()) -> list[Exchange]:
    """The messages (`seq`: that of their socket), those of one subscription as one where they hold a list. `writes`:
    the moments, in order, at which the side wrote something."""
    groups: dict[tuple[int, str, int], list[Exchange]] = {}
    for one in messages:
        named = _subscription(one)
        if named is not None:
            groups.setdefault((one.seq, named, bisect.bisect_left(writes, one.moment)), []).append(one)
    for mine in groups.values():
        place = _common(mine)
        if len(mine) > 1 and place is not None:
            _join(mine, place)
    return [one for one in messages if one.reply]


def _subscription(message: Exchange) -> str | None:
    value = message.content[1]
    if isinstance(value, dict) and value.get("type") in _DATA and "id" in value and "payload" in value:
        return str(value["id"])
    return None


def _common(messages: Sequence[Exchange]) -> Place | None:
    """Where all of them have a list: the outermost such place; None when it is not one."""
    each = [dict(lists_in(one.content[1]["payload"])) for one in messages]
    found = [place for place in each[0] if all(place in other for other in each)]
    return found[0] if len(found) == 1 else None


def lists_in(value: Any, place: Place = ()) -> Iterator[tuple[Place, list[Any]]]:
    """The lists of a document that stand in no other, with their places."""
    if isinstance(value, list):
        yield place, value
    elif isinstance(value, dict) and len(place) < DEEPEST:
        for name, inner in value.items():
            yield from lists_in(inner, (*place, name))


def _join(messages: Sequence[Exchange], place: Place) -> None:
    """The first one gets it all; the others are left empty."""
    elements = [element for one in messages for element in dict(lists_in(one.content[1]["payload"]))[place]]
    whole = messages[-1].content[1]
    inner = whole["payload"]
    for name in place[:-1]:
        inner = inner[name]
    if place:
        inner[place[-1]] = elements
    else:
        whole["payload"] = elements
    for one in messages[1:]:
        one.reply_is(b"")
    messages[0].reply_is(orjson.dumps(whole))

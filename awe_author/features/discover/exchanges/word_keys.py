"""Keys that are words: `DELETE /connections/archive` where a list of connections has `"connection_id": "archive"`, and
names that do for keys: `POST /pools {"name": "imports"}` where the list at that address has nothing else to tell its
records apart.

Other addresses may have the same word in them, so that it is a key only behind the name of what lists show with it
(`connections/archive`), unless nobody would call a part of an address so (`mail_bounces`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.names import ENVELOPE, singular, snake, words
from awe_author.features.discover.exchanges.calls import Call

NAMES = words("name key slug code title label")
"""Fields besides an id of its own by which something may be named where it is made."""
DOES = words(
    "new add create edit update delete remove search filter query list find count all bulk batch export import"
)
"""What stands below a list and names nothing in it."""
_MADE_UP = re.compile(r"(?=.{5})\w+([_.-]\w+)+\Z")
DEEPEST = 4
Address = tuple[str, str]
"""(origin, path)."""


def word_keys(calls: Sequence[Call]) -> frozenset[str]:
    """`connections/archive` for each part of an address that names what a list shows with it as its own id; the word
    itself where it is put together of several."""
    behind: dict[str, set[str]] = {}
    for call in calls:
        for before, part in zip(call.segments, call.segments[1:], strict=False):
            behind.setdefault(before, set()).add(part)
    first = {call.segments[0] for call in calls if call.segments}
    found: set[str] = set()
    for call in calls if behind else ():
        for holder, value in _listed(call):
            own = f"{singular(snake(holder))}_id"
            texts = (text for name, text in value.items() if snake(name) == own and isinstance(text, str))
            named = {text for text in texts if text in behind.get(holder, ()) and text.lower() not in DOES}
            found |= {f"{holder}/{text}" for text in named}
            found |= {text for text in named if _MADE_UP.match(text) and text not in first}
    return frozenset(found)


def said_alone(calls: Sequence[Call]) -> frozenset[str]:
    """`names/lake-house` for each part of an address that is all that the answer says, where two different ones at
    least were asked for at that place and all were answered so: `GET /free/names/lake-house` with
    `{"names": [{"name": "lake-house"}]}`."""
    places: dict[tuple[str, ...], dict[str, bool]] = {}
    for call in calls:
        if call.mutation or call.answer is None or call.html:
            continue
        told = _only(call.answer)
        for place in range(1, len(call.segments)):
            part = call.segments[place]
            there = places.setdefault((call.origin, *call.segments[:place]), {})
            there[part] = there.get(part, True) and told == part
    found = (before[-1] + "/" + part for before, told in places.items() if len(told) > 1 and all(told.values())
             for part in told)  # fmt: skip
    return frozenset(found)


def _only(value: Any) -> Any:
    """The only value in an answer; None where there are several."""
    while isinstance(value, dict | list) and len(value) == 1:
        value = value[0] if isinstance(value, list) else next(iter(value.values()))
    return value if isinstance(value, str) else None


def made_by_name(calls: Sequence[Call]) -> Mapping[Address, frozenset[str]]:
    """Address -> the fields that name what a list there shows: sent with a post to it, shown by the next list and not
    by the one before."""
    lists: dict[Address, list[tuple[int, list[dict[str, Any]]]]] = {}
    for call in calls:
        if not call.mutation and call.status < 300:
            shown = [value for _, value in _listed(call)]
            lists.setdefault((call.origin, call.path), []).append((call.seq, shown))
    found: dict[Address, frozenset[str]] = {}
    for call in calls:
        mine = lists.get((call.origin, call.path), []) if call.verb == "POST" and call.status < 300 else []
        earlier = [shown for seq, shown in mine if seq < call.seq and shown]
        later = [shown for seq, shown in mine if seq > call.seq and shown]
        if not (isinstance(call.body, dict) and earlier and later):
            continue
        sent = {name: value for name, value in call.body.items() if snake(name) in NAMES and isinstance(value, str)}
        new = {
            name for name, value in sent.items()
            if value and any(one.get(name) == value for one in later[0])
            and not any(one.get(name) == value for one in earlier[-1])
        }  # fmt: skip
        address = (call.origin, call.path)
        found[address] = found.get(address, frozenset()) | new
    return found


def _listed(call: Call) -> Iterator[tuple[str, dict[str, Any]]]:
    """(what holds it, each object in a list of an answer): `connections` of `{"connections": [...]}`, else the last
    part of the address."""
    if call.answer is None or call.html or call.status >= 300:
        return
    last = call.segments[-1] if call.segments else ""
    waiting: list[tuple[str, Any, int]] = [(last, call.answer, 0)]
    while waiting:
        holder, one, depth = waiting.pop()
        if isinstance(one, list):
            yield from ((holder, value) for value in one if isinstance(value, dict))
        elif isinstance(one, dict) and depth < DEEPEST:
            waiting += [(holder if name.lower() in ENVELOPE else name, inner, depth + 1) for name, inner in one.items()]

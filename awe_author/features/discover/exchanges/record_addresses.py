"""Addresses that are called as if they were about the user's own session, and hold records all the same.

    GET  /api/auth/classroom/     lists records with keys: `auth` is the part of the app that they belong to
    POST /sessions                of a conference, when two of them are listed there

What is written at such an address, or below it, writes records. A password sent to an address that is itself
called so logs in, whatever is listed there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from awe_author.features.discover.common.names import IDS, is_star, looks_like_id
from awe_author.features.discover.exchanges.calls import Call

AUTH = re.compile(
    r"(^|[/_.?&=-])(log-?in|log-?out|sign-?in|sign-?out|auth|oauth\d?|session|sessions|token|refresh)($|[/_.?&=-])",
    re.I,
)
DEEPEST = 4
"""Objects around a list, at most."""
Address = tuple[str, str]


def with_records(calls: Sequence[Call]) -> list[Call]:
    """The calls; those whose address holds records are marked as such (`Call.records`)."""
    listed = {_address(call) for call in calls if AUTH.search(call.path) and _lists_records(call)}
    return [
        replace(call, records=True) if listed and _at(call, listed) and not _logs_in(call) else call for call in calls
    ]


def _address(call: Call) -> Address:
    return call.origin, call.path.rstrip("/")


def _at(call: Call, listed: set[Address]) -> bool:
    origin, path = _address(call)
    above, _, last = path.rpartition("/")
    named = (origin, above) in listed and (looks_like_id(last) or is_star(last))
    return (origin, path) in listed or named or any(_below(path, one) for place, one in listed if place == origin)


def _below(path: str, listed: str) -> bool:
    """Is it about what is listed at another address, and says no more of a session: `/token/enable/K7` of `/token`?"""
    return path.startswith(f"{listed}/") and bool(AUTH.search(_name(listed))) and not AUTH.search(path[len(listed) :])


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _lists_records(call: Call) -> bool:
    """Does a read show a list of records with ids: two at least where the address itself is called after sessions?"""
    if call.mutation or call.html or call.status >= 300:
        return False
    least = 2 if AUTH.search(_last(call)) else 1
    return any(
        len(one) >= least and all(isinstance(each, dict) and any(each.get(name) for name in IDS) for each in one)
        for one in _lists(call.answer)
    )


def _lists(answer: Any, depth: int = 0) -> Iterator[list[Any]]:
    """The lists in an answer, within its envelope."""
    if isinstance(answer, list):
        yield answer
    elif isinstance(answer, dict) and depth < DEEPEST:
        for inner in answer.values():
            yield from _lists(inner, depth + 1)


def _logs_in(call: Call) -> bool:
    secret = isinstance(call.body, dict) and any("passw" in str(name).lower() for name in call.body)
    return secret and bool(AUTH.search(_last(call)))


def _last(call: Call) -> str:
    return next((part for part in reversed(call.segments) if not looks_like_id(part)), "")

"""Posts that ask whether a write would be accepted before it is sent: `POST /tags/validate {"name": "team"}`, then
`POST /tags`. They change nothing, and what they answer is no entity.

Their addresses say so by a word, and what they send is sent again by a write to another address. What is known of one
holds for all posts to its address.
"""

from __future__ import annotations

from collections.abc import Sequence

from awe_author.features.discover.common.names import looks_like_id, snake, words
from awe_author.features.discover.entities.operations import logs_in
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.places import leaves

ASKS_FIRST = "it asks whether a write would be accepted"
VALIDATES = words("validate validation validator prevalidate precheck dryrun")
CHECKS = words("check verify test preview available availability exists unique lint")
"""Words that may mean something else, too: a task is checked, a mail address is verified."""
NEXT = 12
"""Writes after it, among them the one that is meant."""
TOLD = 3
"""Characters of a text that is hardly sent twice by chance."""


def rehearsed(calls: Sequence[Call]) -> list[Call]:
    """Those posts, in their order."""
    writes = [call for call in calls if call.mutation and call.status < 400]
    asking = [call for call in writes if call.verb == "POST" and _words(call) & (VALIDATES | CHECKS)]
    sure = {_address(call) for call in asking if _is_asked_first(call, writes)}
    return [call for call in asking if _address(call) in sure]


def _is_asked_first(call: Call, writes: Sequence[Call]) -> bool:
    """Does one of the next writes send, to another address, all that this one sends?"""
    sent = _values(call)
    if not sent or logs_in(call) or not isinstance(call.body, dict):
        return False
    named = _words(call) & VALIDATES
    if not named and not any(len(value) >= TOLD and not value.isdigit() for value in sent):
        return False
    later = [one for one in writes if one.seq > call.seq and _address(one) != _address(call)][:NEXT]
    return any(
        one.origin == call.origin and sent <= (_values(one) | (set(one.segments) if named else set())) for one in later
    )


def _words(call: Call) -> set[str]:
    """The words of the last part of an address."""
    return set(snake(call.segments[-1]).split("_")) if call.segments else set()


def _values(call: Call) -> set[str]:
    told = (value for _, value in leaves(call.body))
    return {
        str(value) for value in told if isinstance(value, str | int) and not isinstance(value, bool) and value != ""
    }


def _address(call: Call) -> tuple[str, ...]:
    return (call.origin, *("*" if looks_like_id(part) else part for part in call.segments))

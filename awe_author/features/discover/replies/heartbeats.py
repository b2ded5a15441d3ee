"""What scripts post again and again from many pages, to hear the time and whether anything is new: `action=heartbeat`.

Each answer says when it was made. What else it says depends on what was sent along: a member is there when a field is,
and says the same each time but for moments. Such posts are about no entity, though they may name one, and are answered
as recorded, with the moment of the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.keys import text, time_now
from awe_author.features.discover.exchanges.calls import Call, says_what
from awe_author.features.discover.exchanges.sightings import Endpoint, endpoint_of
from awe_author.features.discover.replies.constants import SENT, Constant
from awe_author.json_types import Json, sorted_text

LEAST = 4
"""Posts."""
PAGES = 3
"""Pages that they were made from."""
_DIGITS = re.compile(r"\d+( [ap]m\b)?", re.IGNORECASE)
_SECONDS = re.compile(r"(1\d{9})(\D.*)?\Z", re.DOTALL)


def heartbeats(calls: Sequence[Call], known: frozenset[str]) -> list[Constant]:
    """Those of each address and operation, apart by what their answers have."""
    groups: dict[tuple[Endpoint, str], list[Call]] = {}
    for call in calls:
        fits = call.mutation and call.kind in SENT and isinstance(call.body, dict)
        if fits and call.status == 200 and isinstance(call.answer, dict):
            endpoint = endpoint_of(call, known)
            groups.setdefault((endpoint, "" if endpoint.operation else _does(call.body)), []).append(call)
    return [made for (to, does), mine in groups.items() if _beats(mine) for made in _apart(mine, to, does)]


def _does(body: Mapping[str, Any]) -> str:
    """The condition of what a body says is to be done, where its call is not told apart by that already."""
    said = next((name for name in body if says_what(name) and isinstance(body[name], str)), "")
    return f"body.get({text(said)}, '') == {text(body[said])}" if said else ""


def _beats(calls: Sequence[Call]) -> bool:
    if len(calls) < LEAST or len({call.page for call in calls}) < PAGES:
        return False
    said: dict[str, set[str]] = {}
    for call in calls:
        for name, value in call.answer.items():
            said.setdefault(name, set()).add(_DIGITS.sub("0", sorted_text(value)))
    tells = any(all(name in call.answer and call.now(call.answer[name]) for call in calls) for name in said)
    return tells and all(len(values) == 1 for values in said.values())


def _apart(calls: Sequence[Call], endpoint: Endpoint, does: str) -> Iterator[Constant]:
    """One for each set of members; nothing where what is sent does not tell which there are."""
    groups: dict[frozenset[str], list[Call]] = {}
    for call in calls:
        groups.setdefault(frozenset(call.answer), []).append(call)
    told = {name: _telling(name, calls) for name in frozenset().union(*groups) - frozenset.intersection(*groups)}
    for members, mine in groups.items() if all(told.values()) else ():
        has = frozenset(sent for name, sent in told.items() if name in members)
        lacks = frozenset(sent for name, sent in told.items() if name not in members)
        told_by = (does,) if does else ()
        yield Constant(endpoint, mine, _moments(mine[0], mine[0].answer), said=told_by, has=has, lacks=lacks)


def _telling(member: str, calls: Sequence[Call]) -> str:
    """The field that is sent when answers have a member, and not otherwise; "" where none is."""
    sent = sorted(frozenset().union(*(call.body for call in calls)))
    return next((name for name in sent if all((name in call.body) == (member in call.answer) for call in calls)), "")


def _moments(call: Call, value: Any) -> Json | None:
    """The places of an answer that say when it was made; None without one."""
    if isinstance(value, dict):
        made: dict[str, Json] = {
            name: told for name, inner in value.items() if (told := _moments(call, inner)) is not None
        }
        return made or None
    if isinstance(value, str) and (found := _SECONDS.match(value)) and time_now(int(found[1]), call.date):
        return f"string(int(now)) + {text(found[2] or '')}"
    return call.now(value)

"""Signs of what a write does, in its request and in what was shown before and after."""

from __future__ import annotations

import re
from collections.abc import Sequence

from awe_author.features.discover.common.names import snake
from awe_author.features.discover.entities.put_names import puts_named
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.places import at, leaves

ENDS = re.compile(
    r"(^|[^a-z])(disconnect|withdraw|unfollow|revoke|dismiss|unsubscribe|cancel|leave|archive)", re.IGNORECASE
)
"""What ends something, when it is not shown any more."""
PUT_AWAY = re.compile(r"delet|archiv|trash|remov|discard|(^|_)bin(_|$)", re.IGNORECASE)
"""What says of an entity that it was put away."""


def listed_later(kind: Kind, call: Call) -> bool:
    """Does a list show others of a kind after a call?"""
    return any(one.call.seq > call.seq for group in kind.groups if group.listed for one in group.sightings)


def into(call: Call, kind: Kind, tail: Sequence[str]) -> str:
    """The field of an entity that an address names behind its key, `PUT /issues/7/assignee`, where the request sends
    some members of the record in it; "" for any other."""
    sent = call.body
    if call.kind != "json" or len(tail) != 1 or not isinstance(sent, dict) or not sent or call.verb == "DELETE":
        return ""
    records = [(name, value) for group in kind.groups for each in group.sightings for name, value in each.value.items()
               if snake(name) == snake(tail[0]) and isinstance(value, dict)]  # fmt: skip
    plain = all(value is None or isinstance(value, str | int | float) for value in sent.values())
    return next((name for name, value in records if plain and sent.keys() < value.keys()), "")


def puts_on(call: Call, kind: Kind, way: tuple[str | int, ...] | None) -> bool:
    """Does a request say what comes on a list of the entity, or off it?"""
    sent = at(call.body, way or ())
    values = [(name, value) for group in kind.groups for each in group.sightings for name, value in each.value.items()]
    lists = {name for name, value in values if isinstance(value, list)}
    return isinstance(sent, dict) and bool(puts_named(sent, lists, {name for name, _ in values}))


def marks(kind: Kind, key: str, call: Call, seen: Seen) -> bool:
    """Is an entity shown with something else in a list of its own texts after a write: put into the bin, not gone?"""
    before, after = seen.before(kind, key, call.seq), seen.after(kind, key, call.seq)
    texts = [name for name, value in (after or {}).items()
             if isinstance(value, list) and value and all(isinstance(one, str) for one in value)]  # fmt: skip
    return any((before or {}).get(name, (after or {})[name]) != (after or {})[name] for name in texts)


def put_away(kind: Kind, key: str, call: Call, seen: Seen) -> bool:
    """Does an entity that was deleted say so from then on, in a field of its own, `deleted_at` or `status: trashed`? It
    is still there for who asks."""
    before, after = seen.before(kind, key, call.seq) or {}, seen.after(kind, key, call.seq + 1) or {}
    for name, value in after.items():
        said = name if value is True or (isinstance(value, str) and not before.get(name)) else value
        changed = name in before and value and before[name] != value
        if changed and isinstance(said, str) and PUT_AWAY.search(said):
            return True
    return False


def only_names(call: Call, key: str) -> bool:
    """Does a request send nothing but a key: `POST /books.archive {"id": 7}`?"""
    said = [*leaves(call.body)] if call.kind in ("json", "jsonrpc") else []
    return len(said) == 1 and str(said[0][1]) == key

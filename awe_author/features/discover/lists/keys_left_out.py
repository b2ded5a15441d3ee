"""Parameters that name what a list shall leave out: `idsToOmit[0]=3`, `exclude=4,7`, as pickers send them that already
have something.

Believed by their name, when they only ever say keys of such entities (or the app's own numbers beside the keys), two at
least, each was there, and none was shown to the request that named it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from awe_author.features.discover.common.keys import member, text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.params import Param
from awe_author.features.discover.lists.queries import Listing, shown_by

FEWEST = 2
"""Entities that were named so."""
There = Callable[[Operation, Call, Seen], Iterator[tuple[str, dict[str, Any]]]]
_LEAVES_OUT = re.compile(r"(^|_)(omit|omitted|exclude|excluded|excluding|except|without)(_|\Z)")
_NUMBERED = re.compile(r"\[\d+\]\Z")


def keys_left_out(one: Operation, listing: Listing, seen: Seen, item: str, there: There) -> dict[str, str]:
    """Name of a parameter -> the condition of an item. `there`: what was there when a call was made."""
    asking = [param for param in listing.params if param.role == "unknown" and param.part == "query"]
    called = [param for param in asking if _LEAVES_OUT.search(snake(_NUMBERED.sub("", param.name)))]
    named = ((param, _named_by(one, param, seen, there)) for param in called)
    return {param.name: _text(param, member(item, name)) for param, name in named if name}


def _named_by(one: Operation, param: Param, seen: Seen, there: There) -> str:
    """The field that is named: the key, or the app's own number; "" where what is said is neither, or was shown."""
    for name in filter(None, (one.kind.key, one.kind.own_id)):
        told: set[str] = set()
        for call in one.calls:
            said = {value for value in (param.said(call) or "").split(",") if value}
            known = {str(value.get(name)) for _, value in there(one, call, seen)} if said else set()
            if not said <= known or any(str(each.get(name)) in said for each in shown_by(one, call)):
                break
            told |= said
        else:
            if len(told) >= FEWEST:
                return name
    return ""


def _text(param: Param, own: str) -> str:
    """Nothing that the request says names it; of numbered parameters, none of them."""
    if not _NUMBERED.search(param.name):
        return f"!({text(param.name)} in query && string({own}) in query[{text(param.name)}].split(','))"
    head = text(_NUMBERED.sub("[", param.name))
    return f"!query.exists(q, q.startsWith({head}) && query[q] == string({own}))"

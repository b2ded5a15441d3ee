"""What lists leave out whatever else is asked: what is archived, or in the bin, unless a filter names the bin.

Told by entities that were there, fit all that was asked and were not shown: all of them have a text on a list of theirs
(`labels` with `BIN`), or something in a field (`archived`), that none of those has that were shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from awe_author.features.discover.common.keys import member, text
from awe_author.features.discover.common.names import safe, singular
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.params import Param
from awe_author.features.discover.lists.asked_values import is_said, value_of
from awe_author.features.discover.lists.queries import Listing, shown_by

_UNTOLD = ("search", "worded", "contains", "cursor", "unknown", "page", "offset")
"""Roles beside which an absence proves nothing, except that of the first page."""
_LOOKS_FOR = ("search", "contains")
"""Those of them that leave something out also where all requests say the same."""
Told = tuple[Call, list[dict[str, Any]], list[dict[str, Any]]]
"""(call, what was known of those shown, of those left out)."""


def left_out_unless(one: Operation, listing: Listing, part: Entities, seen: Seen, answers: Sequence[Told]) -> str:
    """The condition of what is shown, "" when nothing is left out, or that cannot be told."""
    absent = [value for _, _, others in answers for value in others]
    if not absent:
        return ""
    item = safe(singular(part.kind.name))
    for name in sorted({name for value in absent for name in value} - {part.kind.key}):
        own = member(item, name, sure=False)
        if _only_there(name, answers):
            return f"({' || '.join([*_asking(one, listing, name), f'{own} == null'])})"
        param = next((param for param in listing.params if param.role == "filter" and param.of == name), None)
        plain = any(not isinstance(each.get(name) or [], list) for _, shown, _ in answers for each in shown)
        for value in _marks(name, absent) if not plain else ():
            if all(value not in (each.get(name) or []) or _names(param, call, value)
                   for call, shown, _ in answers for each in shown):  # fmt: skip
                asked = (
                    f"{is_said(param)} && string({value_of(param)}) == {text(value)}" if param is not None else "false"
                )
                return f"(({asked}) || {own} == null || !({text(value)} in {own}))"
    return ""


def answers_with_absent(
    one: Operation, listing: Listing, seen: Seen, there: Any, fits: Any, apart: Param | None = None
) -> Iterator[Told]:
    """The answers that would have shown more. `there`: of a call, the entities that were there; `fits`: does one fit a
    parameter of a call? `apart`: a parameter that may say anything."""
    alike = [param for param in listing.params
             if param.role not in _LOOKS_FOR and len({param.said(call) for call in one.calls}) == 1]  # fmt: skip
    for call in one.calls:
        items = shown_by(one, call)
        said = [param for param in listing.params if (param.said(call) or "") != ""]
        later = [param for param in said if param.role in _UNTOLD and param is not apart and param not in alike
                 and not (param.role in ("page", "offset") and param.said(call) == str(_first(param)))]  # fmt: skip
        limit = listing.by_role("limit")
        most = limit.said(call) if limit is not None else None
        if later or listing.parent or (most is not None and (not most.isdecimal() or len(items) >= int(most))):
            continue
        keys = {str(item[one.kind.key]) for item in items}
        shown = [{**seen.around(one.kind, str(item[one.kind.key]), call.seq), **item} for item in items]
        others = [value for key, value in there(one, call, seen)
                  if key not in keys and all(fits(param, call, value) for param in said)]  # fmt: skip
        yield call, shown, others


def _first(param: Param) -> int:
    return param.base if param.role == "page" else 0


def _only_there(name: str, answers: Sequence[Told]) -> bool:
    """Have all that were left out something in a field in which all that were shown have nothing?"""
    shown = [value for _, values, _ in answers for value in values]
    absent = [value for _, _, values in answers for value in values]
    empty = bool(shown) and all(name in value and value[name] is None for value in shown)
    return empty and all(isinstance(value.get(name), str | int) and value[name] is not False for value in absent)


def _asking(one: Operation, listing: Listing, name: str) -> Iterator[str]:
    """The conditions of requests that were shown some that have something in a field, by a parameter that nothing else
    explains."""
    for param in listing.params:
        for said in param.values if param.role == "unknown" else ():
            calls = [call for call in one.calls if param.said(call) == said]
            if said and any(item.get(name) is not None for call in calls for item in shown_by(one, call)):
                yield f"({is_said(param)} && string({value_of(param)}) == {text(said)})"


def _marks(name: str, absent: Sequence[dict[str, Any]]) -> list[str]:
    """The texts that are on this list of all that were left out."""
    lists = [value.get(name) for value in absent]
    if not all(isinstance(one, list) for one in lists):
        return []
    first = lists[0] or []
    return [text for text in first if isinstance(text, str) and all(text in (one or []) for one in lists)]


def _names(param: Param | None, call: Call, value: str) -> bool:
    return param is not None and param.said(call) == value

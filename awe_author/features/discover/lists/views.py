"""Lists by a name that stands for a filter: `view=open`, `listViewApiName: "OpenLeads"`.

A parameter that nothing else explains is one when for each of its values what was shown and what was left out are told
apart by one field, or nothing was left out, and something was for one of them at least. Where these names are the
values of that field, others are as well: `status=won` beside `status=open` and `status=all_not_deleted`.

One value is enough where the field says true or false and something was shown or left out as it turned: `status=open`
of tasks that are not `done`. Where one word stands for the one, other words stand for the other (`status=done`), but
for words for all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.keys import member, text
from awe_author.features.discover.common.names import safe, singular
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.filters import left_out
from awe_author.features.discover.exchanges.params import Param
from awe_author.features.discover.lists.asked_values import is_said, lets_of, value_of
from awe_author.features.discover.lists.queries import Listing
from awe_author.features.discover.lists.roles import ANY
from awe_author.features.discover.lists.unless_asked import Told

MOST = 12
"""Values of such a parameter."""


def add_views(
    one: Operation, listing: Listing, part: Entities, told: Callable[[Param], Sequence[Told]]
) -> dict[str, str]:
    """Put the conditions into the listing; the `let` names that they need. `told`: the answers that would have shown
    more, a parameter apart."""
    lets: dict[str, str] = {}
    for param in listing.params:
        if param.role != "unknown" or param.part not in ("query", "body") or not 1 <= len(param.values) <= MOST:
            continue
        answers = told(param)
        kept = _views(param, one.kind.key, answers)
        if len(param.values) == 1 and not (_word_of_two(kept) and _turned(param, one.kind.key, answers)):
            continue
        if kept:
            item = safe(singular(part.kind.name))
            listing.also.append(f"(!({is_said(param)}) || ({_test(param, kept, item)}))")
            lets |= lets_of(param)
            param.role = "view"
            free = ", ".join(text(value) for value in param.values if value not in kept)
            every = f" && !(string({value_of(param)}) in [{free}])" if free else ""
            listing.viewed.append(f"({is_said(param)}{every})")
            if _word_of_two(kept):
                word, (field, value) = next(iter(kept.items()))
                part.value_words[field, value == "true"] = word
    return lets


def _word_of_two(kept: Mapping[str, tuple[str, str]]) -> bool:
    """Is there one value, which stands for true or for false?"""
    return [values in ("true", "false") for _, values in kept.values()] == [True]


def _turned(param: Param, key: str, told: Sequence[Told]) -> bool:
    """Was an entity shown for the values at one time and left out at another?"""
    asked = [(shown, absent) for call, shown, absent in told if param.said(call) is not None]
    shown, absent = ({str(item.get(key)) for one in asked for item in one[side]} for side in (0, 1))
    return bool(shown & absent)


def _test(param: Param, kept: Mapping[str, tuple[str, str]], item: str) -> str:
    said = f"string({value_of(param)})"
    fields = {field for field, _ in kept.values()}
    if _word_of_two(kept):
        word, (field, value) = next(iter(kept.items()))
        free = ", ".join(text(one) for one in dict.fromkeys([*ANY, *(one for one in param.values if one not in kept)]))
        other = "false" if value == "true" else "true"
        wanted = f"({said} == {text(word)} ? {value} : {other})"
        return f"{said} in [{free}] || {member(item, field, sure=False)} == {wanted}"
    if len(fields) == 1 and all(values == text(value) for value, (_, values) in kept.items()):
        free = ", ".join(text(value) for value in param.values if value not in kept)
        return f"{said} in [{free}] || {member(item, fields.pop(), sure=False)} == {said}"
    tests = [
        f"{said} == {text(value)} ? {member(item, field, sure=False)} in [{values}]"
        for value, (field, values) in kept.items()
    ]
    return " : ".join([*tests, "true"])


def _views(param: Param, key: str, told: Sequence[Told]) -> dict[str, tuple[str, str]]:
    """Value -> (field, its values as an expression) where something is left out; nothing when that cannot be told."""
    found: dict[str, tuple[str, str]] = {}
    for value in param.values:
        mine = [(shown, absent) for call, shown, absent in told if param.said(call) == value]
        shown: list[dict[str, Any]] = [item for items, _ in mine for item in items]
        absent: list[dict[str, Any]] = [item for _, items in mine for item in items]
        if not absent:
            continue
        explained = left_out(shown, absent, key)
        if explained is None:
            return {}
        values = (str(one).lower() if isinstance(one, bool) else text(one) for one in explained[1])
        found[value] = (explained[0], ", ".join(values))
    return found

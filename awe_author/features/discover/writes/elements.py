"""Objects in a list that a request sends, and that a server keeps with further members, the same in all. Pure.

GraphQL servers add the name of a type, others a status or a kind. What is kept of each object is what was sent, and the
further members as they were recorded.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.writes.own_changes import bare
from awe_author.json_types import sorted_text


def same_in_all(sent: Any, kept: Any) -> dict[str, Any]:
    """The members that `kept` has in all its objects, with one plain value, beyond those of `sent`; empty when they are
    not two lists of the same objects."""
    if not (isinstance(sent, list) and isinstance(kept, list)) or not sent or len(sent) != len(kept):
        return {}
    if not all(isinstance(one, dict) for one in (*sent, *kept)):
        return {}
    names = set(sent[0])
    if not names or any(set(one) != names for one in sent) or not all(names < set(one) for one in kept):
        return {}
    if sorted(map(sorted_text, sent)) != sorted(sorted_text({name: one[name] for name in names}) for one in kept):
        return {}
    more = {name: value for name, value in kept[0].items() if name not in names}
    same = all({name: one.get(name) for name in one if name not in names} == more for one in kept)
    return more if same and not any(isinstance(value, dict | list) for value in more.values()) else {}


def with_more(one: Operation, kind: Kind, seen: Seen) -> list[tuple[str, str]]:
    """Field and expression of each list that something is made with, and that is shown with further members then."""
    found: dict[str, str] = {}
    for call, key in zip(one.calls, one.made, strict=False):
        sent = one.body(call)
        later = [value for seq, value in seen.values[kind.name].get(key, ()) if seq >= call.seq]
        for name, value in sent.items() if isinstance(sent, dict) else ():
            kept = next((shown[name] for shown in later if name in shown), None)
            if more := same_in_all(value, kept):
                found.setdefault(name, elements(f"params[{text(name)}]", value[0], more))
    return list(found.items())


def elements(source: str, example: Mapping[str, Any], more: Mapping[str, Any]) -> str:
    """An expression for the list at `source`, whose objects are like `example`, with these members in each."""
    own = [f"{text(name)}: dyn(one.get({text(name)}, null))" for name in example]
    added = [f"{text(name)}: dyn({_plain(value)})" for name, value in more.items()]
    return f"dyn({source}) == null ? null : dyn({source}).map(one, {{{', '.join([*own, *added])}}})"


def _plain(value: str | float | bool | None) -> str:
    return text(value) if isinstance(value, str) else "null" if value is None else bare(value)

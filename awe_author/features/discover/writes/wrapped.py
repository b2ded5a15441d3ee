"""Texts that the server keeps with something around them: `Wants tea` was sent, `<p>Wants tea</p>` is shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.json_types import JsonObject

SHORTEST = 4
"""Characters of a text that is found in another."""


def wrapped_texts(one: Operation, part: Entities, seen: Seen) -> dict[str, tuple[str, str]]:
    """Field -> (what stands before, behind) of texts that were shown so after all writes that sent them, and that none
    sent so: markup, or the same around two."""
    pairs: dict[str, list[tuple[str, str]]] = {}
    for call, key in zip(one.calls, one.made, strict=False) if part.kind.source == "json" else ():
        sent, shown = one.body(call), seen.after(part.kind, key, call.seq) or {}
        for name, value in sent.items() if isinstance(sent, dict) else ():
            if isinstance(value, str) and len(value) >= SHORTEST and isinstance(shown.get(name), str):
                pairs.setdefault(name, []).append((value, shown[name]))
    found: dict[str, tuple[str, str]] = {}
    for name, told in pairs.items():
        ways = {around(value, kept) for value, kept in told}
        before, after = ways.pop() or ("", "")
        sure = (before.startswith("<") and after.endswith(">")) or len({value for value, _ in told}) > 1
        if not ways and before + after and sure:
            found[name] = (before, after)
    return found


def wrapped_effects(one: Operation, part: Entities, seen: Seen, params: str, path: str) -> Iterator[JsonObject]:
    """The effects. `params`: the expression of what is sent; `path`: of the entity."""
    for name, (before, after) in wrapped_texts(one, part, seen).items():
        own = f"dyn({params}).get({text(name)}, null)"
        made: Any = f"{text(before)} + string({own}) + {text(after)}"
        yield {"op": "merge", "path": path, "value": {name: made}, "if": f"type({own}) == string && {own} != ''"}


def around(value: str, kept: str) -> tuple[str, str] | None:
    """What stands around the text, where it stands in the other once; None when it does not, or is the same."""
    before, found, after = kept.partition(value)
    return (before, after) if found and before + after and value not in after else None

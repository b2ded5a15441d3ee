"""What an entity takes over from itself when a switch is turned: `PATCH {"active": true}` makes `activeVersion` what
`version` says, a publication what the draft is.

    before  {"active": false, "version": "d63d...", "activeVersion": null}
    after   {"active": true,  "version": "d63d...", "activeVersion": "d63d..."}

Believed of unguessable texts, which are the same by no chance, when a switch was turned that way in each change that
filled the field, and in no other. It is emptied again when the switch is turned back, where all that were there from
the start have nothing in it with the switch off, and something with it on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.opaque import opaque
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.exchanges.calls import Call
from awe_author.json_types import JsonObject

LEAST = 2
"""Entities of the start with the switch off."""
Change = tuple[Call, dict[str, Any], dict[str, Any], dict[str, Any]]
"""(call, what it sent, the entity before, after)."""


def taken_over(changes: Sequence[Change], part: Entities, path: str) -> list[JsonObject]:
    """Effects that fill such fields, and empty them again."""
    found: list[JsonObject] = []
    for name in part.fields():
        filled = [one for one in changes if _fills(name, one)]
        others = {other for other in part.fields() if filled and all(_same(name, other, one) for one in filled)}
        switch = _switch(filled, [one for one in changes if one not in filled]) if len(others) == 1 else ""
        if not switch or name in part.written:
            continue
        was = f"dyn(state.{part.kind.name}[params.id])"
        said = f"dyn(params.changes.get({text(switch)}, null))"
        turned = f"{was}.get({text(switch)}, null) != {said}"
        value = f"{was}.get({text(others.pop())}, null)"
        found.append({"op": "merge", "path": path, "value": {name: value}, "if": f"{said} == true && {turned}"})
        if _empty_when_off(name, switch, part):
            found.append({"op": "merge", "path": path, "value": {name: None}, "if": f"{said} == false"})
    return found


def _fills(name: str, change: Change) -> bool:
    _, sent, before, after = change
    was, now = before.get(name, ""), after.get(name)
    return was is None and name not in sent and isinstance(now, str) and opaque([now])


def _same(name: str, other: str, change: Change) -> bool:
    """Is the field what another one was and is?"""
    *_, before, after = change
    return other != name and before.get(other) == after.get(other) == after[name]


def _switch(filled: Sequence[Change], others: Sequence[Change]) -> str:
    """The field that was turned on in all that filled, and in none of the others."""

    def turned_on(name: str, change: Change) -> bool:
        _, sent, before, _ = change
        return sent.get(name) is True and before.get(name) is False

    for name in filled[0][1]:
        if all(turned_on(name, one) for one in filled) and not any(turned_on(name, one) for one in others):
            return name
    return ""


def _empty_when_off(name: str, switch: str, part: Entities) -> bool:
    told = [(one[switch], one[name]) for one in part.seed.values() if switch in one and name in one]
    off = [value for on, value in told if on is False]
    return len(off) >= LEAST and not any(off) and all(value for on, value in told if on is True)

"""Random marks of what an entity says that are new after some changes and stay after others: a revision that a rename
makes, but not a tag or a switch. Pages send the one that they read.

Which fields make no new one is told by the changes that left the mark as it was. A change of any other makes one.
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
"""Changes that made a new one."""
UUID = 36
"""Characters."""
Change = tuple[Call, dict[str, Any], dict[str, Any], dict[str, Any]]
"""(call, what it sent, the entity before, after)."""


def revisions(changes: Sequence[Change], part: Entities, path: str) -> list[JsonObject]:
    """Effects that make new ones, of marks that some recorded changes renewed and others did not."""
    return [effect for name in part.fields() if (effect := _revision(name, changes, part, path))]


def _revision(name: str, changes: Sequence[Change], part: Entities, path: str) -> JsonObject | None:
    told = [one for one in changes if name in one[2] and name in one[3]]
    new = [one for one in told if one[2][name] != one[3][name]]
    kept = [one for one in told if one[2][name] == one[3][name]]
    if name == part.kind.key or len(new) < LEAST or not kept:
        return None
    if any(sent.get(name, before[name]) != before[name] for _, sent, before, _ in told):
        return None  # it is written
    marks = [after[name] for *_, after in new]
    uuids = opaque(marks) and {len(str(one)) for one in marks} == {UUID} and len(set(marks)) == len(marks)
    aside = {field for one in kept for field in _changed(one)}
    if not uuids or not all(_changed(one) - aside - {name} for one in new):
        return None
    fields = [one for one in part.fields() if one in part.written and one not in {*aside, name, part.kind.key}]
    was = f"dyn(state.{part.kind.name}[params.id])"
    listed = ", ".join(map(text, fields))
    differs = f"f in dyn(params.changes) && f in {was} && dyn(params.changes)[f] != {was}[f]"
    made = f"[{listed}].exists(f, {differs}) ? uuid() : string({was}[{text(name)}])"
    return {"op": "merge", "path": path, "value": {name: made}, "if": f"{text(name)} in {was}"}


def _changed(one: Change) -> set[str]:
    """Fields of which a request sent something else than there was."""
    _, sent, before, _ = one
    return {name for name, value in sent.items() if name in before and value != before[name]}

"""Records that a request adds to a list inside an entity: `POST /models/set-tag` with `{"name": "tea", "key": "stage",
"value": "draft"}` makes `tags` of that model one longer, by `{"key": "stage", "value": "draft"}`.

Told by what was shown before and after: one record more, whose members are all that the request sent beside the
entity's key. A record that says the same key, name or id is replaced.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import member, text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.json_types import JsonObject

TELLING = ("id", "key", "name", "slug", "code")
"""Members that tell records of one list apart."""


@dataclass(frozen=True, slots=True)
class Added:
    """What a request adds."""

    field: str
    """The list."""
    members: tuple[str, ...]
    """Of the record, as the request calls them."""

    @property
    def told(self) -> str:
        """The member that tells it from others; "" without one."""
        return next((name for name in TELLING if name in self.members), "")


def with_added(operations: Sequence[Operation], parts: Sequence[Entities], seen: Seen) -> None:
    """Find the operations that add records."""
    by_name = {part.kind.name: part for part in parts if part.kind.source == "json"}
    for one in operations:
        part = by_name.get(one.kind.name)
        added = _added(one, part, seen) if part is not None and one.role in ("update", "act") else None
        if added is not None and part is not None:
            one.added, one.role, one.verb = added, "update", ""
            for name in added.members:
                if name not in part.fields():
                    part.written.discard(name)
                    part.sent.pop(name, None)


def _added(one: Operation, part: Entities, seen: Seen) -> Added | None:
    found: set[Added | None] = set()
    for call, key in zip(one.calls, one.made, strict=False):
        sent = one.body(call)
        before, after = seen.before(part.kind, key, call.seq), seen.after(part.kind, key, call.seq)
        if not isinstance(sent, dict) or before is None or after is None:
            continue
        own = {name: value for name, value in sent.items() if name != part.kind.key}
        fields = [name for name, value in after.items() if _one_more(before.get(name), value) == own]
        found.add(Added(fields[0], tuple(own)) if own and len(fields) == 1 else None)
    return found.pop() if len(found) == 1 else None


def _one_more(before: Any, after: Any) -> dict[str, Any] | None:
    """The record that a list has beyond what it had."""
    if not isinstance(after, list) or not isinstance(before, list | None):
        return None
    new = [one for one in after if one not in (before or [])]
    longer = len(after) == len(before or []) + 1
    return new[0] if longer and len(new) == 1 and isinstance(new[0], dict) else None


def added_effects(added: Added, kind: str, path: str) -> list[JsonObject]:
    """The effect. `path`: the entity's."""
    sent = "dyn(params.changes)"
    there = f"dyn(state.{kind}[params.id]).get({text(added.field)}, null)"
    kept = f"(({there}) == null ? dyn([]) : {there})"
    if added.told:
        own = member("one", added.told, sure=False)
        kept += f".filter(one, {own} != {sent}.get({text(added.told)}, null))"
    record = ", ".join(f"{text(name)}: {sent}.get({text(name)}, null)" for name in added.members)
    return [{"op": "merge", "path": path, "value": {added.field: f"{kept} + [{{{record}}}]"}}]

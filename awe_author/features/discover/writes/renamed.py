"""Fields that requests call otherwise than answers do: `new_title` for what is shown as `title`."""

from __future__ import annotations

from collections.abc import Sequence

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.json_types import JsonObject


def renamed_fields(one: Operation, part: Entities, seen: Seen) -> dict[str, str]:
    """Name in requests -> field: of those that no answer shows, whose value another field of a like name has afterwards
    in each case that was recorded, and did not have before in one."""
    found: dict[str, str] = {}
    fields = [name for name in part.fields() if name != part.kind.key]
    sent = [(call, key, one.body(call)) for call, key in zip(one.calls, one.made, strict=False)]
    names = dict.fromkeys(name for _, _, body in sent if isinstance(body, dict) for name in body if name not in fields)
    for name in names:
        cases = [(call, key, body[name]) for call, key, body in sent if isinstance(body, dict) and name in body]
        for field in fields:
            if not snake(name).endswith(f"_{snake(field)}"):
                continue
            after = [(seen.after(part.kind, key, call.seq) or {}).get(field) for call, key, _ in cases]
            before = [(seen.before(part.kind, key, call.seq) or {}).get(field) for call, key, _ in cases]
            values = [value for _, _, value in cases]
            if after == values and before != values:
                found[name] = field
                break
    return found


def renamed_effects(one: Operation, part: Entities, seen: Seen, params: str, path: str) -> Sequence[JsonObject]:
    """Effects that keep such fields under their own name. `params`: the expression of what is sent; `path`: the
    entity's."""
    return [
        {
            "op": "merge",
            "path": path,
            "value": {field: f"dyn({params})[{text(name)}]", name: None},
            "if": f"{text(name)} in {params}",
        }
        for name, field in renamed_fields(one, part, seen).items()
    ]

"""Fields that show one of a list beside them: `primary_tag` is the first of `tags`, `last_stop` the last of `stops`.

No request sends them; they follow the list that requests send. Believed when every look at an entity with both shows
the same there, two different ones at least, and nothing where the list is empty. Of lists that never had more than one
it is the first, unless the field is called after the last.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import IDS, snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.records import Records, record_text
from awe_author.features.discover.entities.seen import Seen
from awe_author.json_types import JsonObject

ENOUGH = 2
"""Different ones that must have been shown."""
LAST = re.compile(r"(^|_)(last|latest|newest|final)(_|\Z)")


def first_fields(part: Entities, seen: Seen) -> dict[str, tuple[str, bool]]:
    """Field -> (the list that it shows one of, whether that is the last)."""
    looks = [value for history in seen.values[part.kind.name].values() for _, value in history]
    lists = [name for name in sorted(part.written) if part.forms.get(name) == "list" and name not in part.joins]
    found: dict[str, tuple[str, bool]] = {}
    for name in part.fields():
        if name in part.written or name in (part.kind.key, *IDS) or part.forms.get(name) == "list":
            continue
        ways = ((source, last) for source in lists for last in _ends(name) if _shows(name, source, looks, last=last))
        way = next(ways, None)
        if way is not None:
            found[name] = way
    return found


def _ends(name: str) -> Iterator[bool]:
    last = bool(LAST.search(snake(name)))
    yield from (last, not last)


def _shows(name: str, source: str, looks: list[dict[str, Any]], *, last: bool) -> bool:
    told = [(look[source], look[name]) for look in looks if isinstance(look.get(source), list) and name in look]
    filled = [(items[-1 if last else 0], shown) for items, shown in told if items]
    different = {str(_key(shown)) for _, shown in filled}
    empty = [shown for items, shown in told if not items]
    return (
        len(different) >= ENOUGH
        and bool(empty)
        and all(shown in (None, "") for shown in empty)
        and all(shown is not None and _key(shown) == _key(item) for item, shown in filled)
    )


def _key(value: Any) -> Any:
    """What tells a record from others."""
    return next((value[name] for name in IDS if name in value), value) if isinstance(value, dict) else value


def first_effects(
    part: Entities, seen: Seen, records: Mapping[str, Records], params: str, path: str
) -> list[JsonObject]:
    """Effects of a write. `params`: what is sent; `path`: the entity's."""
    found: list[JsonObject] = []
    for name, (source, last) in first_fields(part, seen).items():
        own = f"dyn({params})[{text(source)}]"
        full = record_text(records[source], own) if source in records else own
        place = f"size({own}) - 1" if last else "0"
        there = f"{text(source)} in {params} && type({own}) == list"
        one: JsonObject = {
            "op": "add",
            "path": f"{path}/{name}",
            "value": f"dyn({full})[{place}]",
            "if": f"{there} && {own} != []",
        }
        found += [one, {**one, "value": None, "if": f"{there} && {own} == []"}]
    return found

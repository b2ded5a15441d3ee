"""Lists whose rows are of two parts, such as `dt` and `dd`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import Rows
from awe_author.features.discover.pages.cells import cells_of
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.json_types import JsonObject


def companion_rows(
    rows: Rows,
    cells: JsonObject,
    one: PageKind,
    part: Entities,
    alike: Sequence[tuple[Page, Rows, Shown]],
    seen: Seen,
) -> JsonObject:
    """A list whose rows are of two parts, `dt` and `dd`: each item gives both, one behind the other."""
    behind = cells_of(one, part, [(where, listed) for where, listed, _ in alike], seen, lambda row: row.companion)
    listed = [row for _, lists, _ in alike for row in lists.rows]
    parts = [(cells, [row.companion for row in listed]), (behind, [row.tag for row in listed])]
    found: JsonObject = {}
    for number, (settings, others) in enumerate(parts):
        for selector, bindings in settings.items():
            shared = selector == ":scope" or any(other is not None and other.select(selector) for other in others)
            if isinstance(bindings, dict) and not shared:
                found[selector] = {
                    name: f"part.part == {number} ? dyn({of_part(str(value))}) : dyn('')"
                    for name, value in bindings.items()
                }
    return {
        "as": "part",
        "into": rows.container,
        "row": {rows.row: "part.part == 0", rows.companion: "part.part == 1"},
        "key": "part.of.id + '/' + string(part.part)",
        "set": found,
    }


def of_part(expression: str) -> str:
    """An expression about `item`, about `part.of`."""
    return re.sub(r"(?<![\w.'])item\.", "part.of.", expression)

"""Parts of rows that only some have: a moment where there was one, a link to a parent, a sign.

Such a part is there exactly when a field of the entity says something, in all rows that were recorded. A row that gets
the field is made of a recorded one that has the part, and the other way round.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.markup.documents import Rows
from awe_author.features.discover.markup.wording import own_text
from awe_author.features.discover.pages.cells import Told
from awe_author.json_types import Json, JsonObject

LARGEST = 20_000
"""Characters of a row that is kept as a sample."""
_BLANK = re.compile(r"\s+")
MOST_FIELDS = 2
"""Fields whose parts a row may have or lack."""


def samples_of(kinds: Json, looks: Sequence[Rows]) -> JsonObject:
    """One row of each kind, as HTML, of those that some page of the list has none of."""
    found: JsonObject = {}
    for kind in kinds if isinstance(kinds, dict) else ():
        there = [rows.parent.select_one(kind) if rows.parent is not None else None for rows in looks]
        sample = next((tag for tag in there if tag is not None), None)
        if sample is not None and any(tag is None for tag in there):
            markup = str(sample) if sample.find(["pre", "textarea"]) else _BLANK.sub(" ", str(sample))
            if len(markup) <= LARGEST:
                found[kind] = markup
    return found


def row_kinds(row: str, cells: Mapping[str, Json], told: Sequence[Told], fields: Sequence[str]) -> Json:
    """The selector of a row, or those of several kinds of rows with the condition of each (about `item`).

    `cells`: selector inside a row -> what it shows; `told`: the rows that were recorded; `fields`: of the entity.
    """
    parts: dict[str, str] = {}
    for selector, shown in cells.items():
        if selector == ":scope":
            continue
        there = [bool(tag.select(selector, limit=1)) for _, tag, _ in told]
        if all(there) or not any(there):
            continue
        named = [name for name in fields if [bool(values.get(name)) for _, _, values in told] == there]
        named.sort(key=lambda name: f".get({text(name)}, " not in str(shown))
        if named and named[0] not in parts.values():
            parts[selector] = named[0]
    parts = dict([*parts.items()][:MOST_FIELDS])
    if not parts:
        return row
    seen = {tuple(bool(values.get(name)) for name in parts.values()) for _, _, values in told}
    kinds: JsonObject = {}
    for have in sorted(seen, reverse=True):
        pairs = [*zip(parts.items(), have, strict=True)]
        selects = "".join(f":has({part})" if has else f":not(:has({part}))" for (part, _), has in pairs)
        tests = [f"{own_text('item', name)} {'!=' if has else '=='} ''" for (_, name), has in pairs]
        kinds[row + selects] = " && ".join(tests)
    last = [*kinds][-1]
    return {**kinds, last: "true"}

"""Lists in groups: a row that says `critical`, below it the rows of which a field says so, then the next group.

The field has to be one that forms send, so that what is made gets into its group. Groups are in the order of the form's
choices, by their texts, or as they were recorded; those that nothing is in are not shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from bs4 import Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.markup.documents import GROUP
from awe_author.features.discover.markup.wording import own_text
from awe_author.features.discover.pages.page_lists import Look
from awe_author.features.discover.pages.pages import PageKind
from awe_author.features.discover.pages.usual_orders import choices_of
from awe_author.json_types import Json, JsonObject

OWN = own_text("item", GROUP)
_CELL = re.compile(r"(td|th)[^ >]*\Z")


def in_groups(one: PageKind, looks: Sequence[Look]) -> bool:
    """Is each sight of the list in groups, by what a form sends?"""
    rows = [row for look in looks for row in look.rows.rows]
    return bool(rows) and GROUP in one.sent.values() and all(look.rows.heads for look in looks if look.rows.rows)


def group_looks(looks: Sequence[Look]) -> list[Look]:
    """The groups of all sights of a list, each as a sight of its own."""
    found = []
    for look in looks:
        for said in dict.fromkeys(row.values[GROUP] for row in look.rows.rows):
            mine = [row for row in look.rows.rows if row.values[GROUP] == said]
            found.append(replace(look, rows=replace(look.rows, rows=mine)))
    return found


def grouped(one: PageKind, looks: Sequence[Look], base: str, ordered: Callable[[str], str]) -> str:
    """The expression of the parts: heads (`part` 0) and rows (`part` 1). `ordered`: the expression of a list in the
    order that the rows of one group are in."""
    known = f"[{', '.join(map(text, _known(one, looks)))}]"
    said = f"{base}.map(item, {OWN}).distinct()"
    groups = f"({known}.filter(group, group in {said}) + {said}.filter(group, !(group in {known})).sort())"
    mine = f"{base}.filter(item, {OWN} == group)"
    rows = f"{ordered(mine)}.map(item, {{'of': item, 'head': group, 'part': 1}})"
    return f"{groups}.map(group, [{{'of': {mine}[0], 'head': group, 'part': 0}}] + {rows}).flatten()"


def _known(one: PageKind, looks: Sequence[Look]) -> list[str]:
    """The groups in their order: that of choices where it explains all looks, up or down; of texts; as recorded."""
    seen = [list(dict.fromkeys(row.values[GROUP] for row in look.rows.rows)) for look in looks]
    choices = choices_of(one).get(GROUP, [])
    every = list(dict.fromkeys(said for groups in seen for said in groups))
    if all(said in choices for said in every):
        for order in (choices, choices[::-1]):
            if all(groups == [said for said in order if said in groups] for groups in seen):
                return order
    if all(groups == sorted(groups) for groups in seen):
        return []
    return sorted(every, reverse=True) if all(groups == sorted(groups, reverse=True) for groups in seen) else every


def group_rows(looks: Sequence[Look], kinds: Json, cells: JsonObject, of: Callable[[str], str]) -> JsonObject:
    """What is set in heads and rows, and which row is of which kind. `kinds`: the rows of entities; `of`: an expression
    about `item`, about `part.of`."""
    look = next(look for look in looks if look.rows.rows)
    heads = look.rows.parent.select(f":scope > {look.rows.heads}") if look.rows.parent is not None else []
    cell = heads[0].find(["td", "th"]) if heads else None
    found: JsonObject = {f"{cell.name}[colspan]": {"text": "part.head"}} if isinstance(cell, Tag) else {}
    for selector, settings in cells.items():
        shared = any(head.select(selector) for head in heads if selector != ":scope")
        own = f"{selector}:not([colspan])" if shared and _CELL.search(selector) else selector
        if isinstance(settings, dict) and (own != selector or not shared) and selector != ":scope":
            found[own] = {name: of(str(value)) for name, value in settings.items()}
    mine: JsonObject = {kind: f"part.part == 1 && ({of(str(test))})" for kind, test in kinds.items()} if isinstance(
        kinds, dict) else {str(kinds): "part.part == 1"}  # fmt: skip
    return {
        "as": "part",
        "into": look.rows.container,
        "row": {look.rows.heads: "part.part == 0", **mine},
        "key": "part.part == 0 ? 'group ' + part.head : part.of.id",
        "set": found,
    }

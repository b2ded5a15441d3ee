"""Addresses in rows that have a code in them (`row_codes`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from bs4 import Tag

from awe_author.features.discover.common.keys import framed
from awe_author.features.discover.markup.rows import attributes_in
from awe_author.features.discover.markup.wording import own_text
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.posts import key_in
from awe_author.json_types import JsonObject

if TYPE_CHECKING:
    from awe_author.features.discover.pages.cells import Told


def codes_of(one: PageKind) -> dict[str, str]:
    """Field of a kind that is a code -> the template of the pages that it names."""
    return {name: template for _, rows in one.lists for name, template in rows.codes.items()}


def has_code(one: PageKind, page: Shown) -> bool:
    """Does the address of a page name an entity by a code?"""
    return any(key_in(page.page.url, template) is not None for template in codes_of(one).values())


def code_cells(
    cells: JsonObject, one: PageKind, told: Sequence[Told], inside: Callable[[Tag, Tag], str | None]
) -> JsonObject:
    """The cells of rows, with the addresses that have a code in them. `inside`: the selector of an element."""
    made: JsonObject = dict(cells)
    for name in codes_of(one):
        for row, top, _ in told[:2]:
            code = row.values.get(name, "")
            for tag, attribute, value in attributes_in(top) if code else ():
                before, there, behind = value.partition(code)
                select = inside(top, tag) if there else None
                at = [(other.values.get(name, ""), str(it.get(attribute) or ""))
                      for other, its, _ in told for it in its.select(select, limit=1)] if select else []  # fmt: skip
                if select is None or not at or any(f"{before}{own}{behind}" != said for own, said in at):
                    continue
                settings = made.setdefault(select, {})
                if isinstance(settings, dict):
                    settings.setdefault(attribute, framed(before, own_text("item", name), behind))
    return made

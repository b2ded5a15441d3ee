"""Lists of one kind on the pages about another: the people of a firm on the firm's page.

Told when the rows on each such page were those, and all those, of which one field says what the entity of the page is
called, or its key. Pages of entities that were never opened, and what is made since, go by the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.markup.documents import Rows
from awe_author.features.discover.markup.wording import KEY, own_text
from awe_author.features.discover.pages.about_pages import entity_at, own_addresses
from awe_author.features.discover.pages.cells import cells_of
from awe_author.features.discover.pages.page_lists import Look, looks_at
from awe_author.features.discover.pages.pages import LISTED_ON, PageKind, Shown, place_of
from awe_author.features.discover.pages.posts import key_in
from awe_author.features.discover.pages.usual_orders import choices_of, usual_order
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import JsonObject

LEAST = 2
"""Rows that have to tell, on all pages together."""
MOST = 20
"""Looks at such a list."""
SURE = 0.6
Other = tuple[PageKind, Entities]


@dataclass(frozen=True, slots=True)
class Below:
    """One list on the pages of one address."""

    template: str
    """Of the address."""
    of: str
    """The collection of what the pages are about."""
    field: str
    """Of the rows: what it says is..."""
    called: str
    """...this field of what the page is about."""
    looks: tuple[Look, ...]

    @property
    def places(self) -> set[str]:
        """The lists, as entities remember them."""
        return {place_of(look.page, look.rows) for look in self.looks}

    def tags(self) -> set[int]:
        """id() of the rows, which say nothing of what the page is about."""
        return {id(row.tag) for look in self.looks for row in look.rows.rows}


def lists_below(
    one: PageKind, part: Entities, others: Sequence[Other], shown: Sequence[Shown], seen: Seen
) -> list[Below]:
    """All such lists of a kind."""
    found: list[Below] = []
    for kind, other in others if not one.scripted else ():
        for template in sorted({kind.template, *own_addresses(kind)}) if kind is not one else ():
            groups: dict[str, list[tuple[Shown, Rows, str]]] = {}
            for page, rows, key in _on_pages(one, template, shown):
                groups.setdefault(rows.container, []).append((page, rows, key))
            for alike in groups.values():
                keys = [key for _, _, key in alike[:MOST]]
                looks = looks_at(one, part, [(page.page, rows, page) for page, rows, _ in alike[:MOST]], seen)
                told = _told(looks, [entity_at(kind, other, key, look.page.seq, seen) or {}
                                     for key, look in zip(keys, looks, strict=True)], part, other)  # fmt: skip
                if told is not None:
                    found.append(Below(template, other.kind.name, *told, tuple(looks)))
    return found


def _on_pages(one: PageKind, template: str, shown: Sequence[Shown]) -> Iterator[tuple[Shown, Rows, str]]:
    """Lists of a kind on pages of an address, with the key that the address has."""
    for page in shown if "*" in template.partition("?")[0] else ():
        key = key_in(page.page.url.partition("#")[0].partition("?")[0], template)
        for rows in page.lists if key is not None else ():
            if rows.template == one.template and len(page.document.select(rows.container, limit=2)) == 1:
                yield page, rows, key or ""


def _told(looks: Sequence[Look], about: Sequence[object], part: Entities, other: Entities) -> tuple[str, str] | None:
    """(field of the rows, field of what the page is about) that explain all looks."""
    if sum(len(look.keys) for look in looks) < LEAST:
        return None
    for called in (KEY, *(name for name in other.fields() if name not in (KEY, LISTED_ON))):
        wanted = [entity.get(called) if isinstance(entity, dict) else None for entity in about]
        if not all(isinstance(value, str) and value for value in wanted):
            continue
        for field in part.fields():
            if field in (KEY, LISTED_ON):
                continue
            fits = [{key for key, values in look.there.items() if values.get(field) == value}
                    for look, value in zip(looks, wanted, strict=True)]  # fmt: skip
            others = any(look.there.keys() - fit for look, fit in zip(looks, fits, strict=True))
            if others and all({*look.keys} == fit for look, fit in zip(looks, fits, strict=True)):
                return field, called
    return None


def below_features(one: PageKind, part: Entities, found: Sequence[Below], seen: Seen) -> list[Feature]:
    """What these pages list."""
    made = []
    for below in found:
        rows, page = below.looks[-1].rows, below.looks[-1].page
        cells = cells_of(one, part, [(look.page, look.rows) for look in below.looks], seen, lambda row: row.tag)
        if not cells:
            continue
        about = f"state.{below.of}[segments[0]]"
        called = own_text(about, below.called) if below.called != KEY else "segments[0]"
        base = f"state.{part.kind.name}.values().filter(item, {own_text('item', below.field)} == {called})"
        each = usual_order(base, below.looks, None, choices_of(one))
        show: JsonObject = {"each": each, "into": rows.container, "row": rows.row, "key": "item.id", "set": cells}
        document: JsonObject = {
            "id": f"{part.kind.name}.below.page",
            "title": f"The {part.kind.name.replace('_', ' ')} of one of {below.of.replace('_', ' ')}",
            "on": {"page": one.origin + below.template, "where": f"segments[0] in state.{below.of}"},
            "show": [show],
        }
        lines = [f"seen: page {page.name or page.url}, before seq {page.seq}", f"sure: {SURE:.2f}"]
        made.append(Feature(document, lines, SURE))
    return made

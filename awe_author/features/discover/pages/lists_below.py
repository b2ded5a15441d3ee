"""Lists of one kind on the pages about another: the people of a firm on the firm's page.

Told when the rows on each such page were those, and all those, of which one field says what the entity of the page is
called, or its key. Pages of entities that were never opened, and what is made since, go by the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as field_of

from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.markup.addresses import below_words
from awe_author.features.discover.markup.documents import Rows
from awe_author.features.discover.markup.rows import texts_in
from awe_author.features.discover.markup.wording import KEY
from awe_author.features.discover.pages.about_pages import entity_at, own_addresses
from awe_author.features.discover.pages.page_lists import Look, looks_at
from awe_author.features.discover.pages.pages import LISTED_ON, PageKind, Shown, place_of
from awe_author.features.discover.pages.posts import key_in

LEAST = 2
"""Rows that have to tell, on all pages together."""
MOST = 20
"""Looks at such a list."""
Other = tuple[PageKind, Entities]


@dataclass(frozen=True, slots=True)
class Below:
    """One list on the pages of one address."""

    template: str
    """Of the address."""
    above: PageKind
    """What the pages are about..."""
    of: str
    """...and its collection."""
    field: str
    """Of the rows: what it says is..."""
    called: str
    """...this field of what the page is about."""
    looks: tuple[Look, ...]
    said: tuple[str, ...] = ()
    """Of each look: what that field says."""
    names: Mapping[str, str] = field_of(default_factory=dict)
    """The same of what such pages may be about, by its key."""

    @property
    def places(self) -> set[str]:
        """The lists, as entities remember them."""
        return {place_of(look.page, look.rows) for look in self.looks}

    def tags(self) -> set[int]:
        """id() of the rows, which say nothing of what the page is about, and of texts that say how many it has."""
        counts = {
            id(tag) for look, name in zip(self.looks, self.said, strict=True)
            for tag, said in texts_in(look.shown.document.body or look.shown.document)
            if name and name in said and re.search(rf"\b{len(look.keys)}\b", said.replace(name, ""))
        }  # fmt: skip
        return counts | {id(row.tag) for look in self.looks for row in look.rows.rows}


def lists_below(
    one: PageKind, part: Entities, others: Sequence[Other], shown: Sequence[Shown], seen: Seen
) -> list[Below]:
    """All such lists of a kind."""
    found: list[Below] = []
    for kind, other in others if not one.scripted else ():
        for template in sorted(_addresses(kind, one, shown)) if kind is not one else ():
            groups: dict[str, list[tuple[Shown, Rows, str]]] = {}
            for page, rows, key in _on_pages(one, template, shown):
                groups.setdefault(rows.container, []).append((page, rows, key))
            for alike in groups.values():
                keys = [key for _, _, key in alike[:MOST]]
                looks = looks_at(one, part, [(page.page, rows, page) for page, rows, _ in alike[:MOST]], seen)
                about = [entity_at(kind, other, key, look.page.seq, seen) or {}
                         for key, look in zip(keys, looks, strict=True)]  # fmt: skip
                told = _told(looks, about, part, other)
                if told is not None:
                    said = tuple(str(entity.get(told[1], "")) for entity in about)
                    every = {**other.made, **other.seed}
                    names = {key: str(entity.get(told[1], key)) for key, entity in every.items()}
                    found.append(Below(template, kind, other.kind.name, *told, tuple(looks), said, names))
    return found


def _addresses(kind: PageKind, one: PageKind, shown: Sequence[Shown]) -> set[str]:
    """Those of pages about entities of a kind; where they have words behind the key also those that go on behind them
    and list others (`/lists/4/crane/done/`)."""
    urls = [page.page.url for page in shown if any(rows.template == one.template for rows in page.lists)]
    further = {address.template for url in urls for address in below_words(url, kind.template)}
    return {kind.template, *own_addresses(kind)} | further


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
            fits = [{key for key, values in look.there.items() if values.get(field) == value and is_in(look, values)}
                    for look, value in zip(looks, wanted, strict=True)]  # fmt: skip
            others = any(look.there.keys() - fit for look, fit in zip(looks, fits, strict=True))
            if others and all({*look.keys} == fit for look, fit in zip(looks, fits, strict=True)):
                return field, called
    return None


def is_in(look: Look, values: Mapping[str, str]) -> bool:
    """May an entity be in a list that has those of which a field says one thing (`put_away`)?"""
    return all(values.get(name) == value for name, value in look.rows.fixed.items())

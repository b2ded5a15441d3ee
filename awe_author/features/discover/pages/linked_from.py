"""Lists of what links to an entity in a long text: `[[office:keys]]` or `[[office:keys|The keys]]` of a page on that
of the keys.

    /wiki?id=office:keys&do=links        <ul><li><a href="/wiki?id=travel:parking">travel:parking</a></li></ul>

Told by pages about three entities at least, two of which have rows, others than each other, where each lists just what
had such a link to its entity by then, in the order of the keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.markup.addresses import joined
from awe_author.features.discover.markup.rows import alone
from awe_author.features.discover.pages.about_pages import entity_at
from awe_author.features.discover.pages.key_markup import markup_of_keys
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.posts import key_among, key_in
from awe_author.features.discover.pages.told_by_parameters import Said, said_of
from awe_author.features.discover.pages.visited import leave_alone
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import JsonObject

SURE = 0.6
LEAST, LEAST_ROWS = 3, 2
"""Entities whose pages were looked at; of these with rows, each others."""
_LINK = re.compile(r"\[\[\s*([^\]|\[]+?)\s*(?:\|[^\]]*)?\]\]")
Rows = list[tuple[str, Tag]]
"""(key, row)."""


@dataclass(slots=True)
class _Look:
    key: str
    document: BeautifulSoup
    tag: Tag | None
    """The list; None on a page without."""
    rows: Rows
    texts: Mapping[str, Mapping[str, str]]
    """What was there by then: key -> its texts by field."""


def add_linked_from(features: list[Feature], one: PageKind, part: Entities, shown: Sequence[Shown], seen: Seen) -> None:
    """Put such lists on their pages, and leave nothing else about them to other features."""
    groups: dict[Said, list[tuple[str, Shown]]] = {}
    for page in shown:
        url = page.page.url.partition("#")[0]
        key, said = key_among(url, one.template), said_of(url, one.template)
        if key and said:
            groups.setdefault(said, []).append((key, page))
    for said, pages in groups.items():
        for selector in dict.fromkeys(found for _, page in pages for found in _selectors(one, page)):
            looks = [_look(one, part, key, page, selector, seen) for key, page in pages]
            row = _row(part, looks)
            field = next((name for name in part.fields() if row and _explained(looks, name)), "")
            if row is None or not field:
                continue
            holds = [(look.document, look.tag) for look in looks if look.tag is not None]
            leave_alone(features, holds)
            features.append(_feature(one, part, said, selector, _text(part, field, row)))


def _selectors(one: PageKind, page: Shown) -> Iterator[str]:
    for tag in page.document.find_all(["ul", "ol"]):
        if _rows(one, page, tag) and (selector := alone(page.document, tag, "")) is not None:
            yield selector


def _rows(one: PageKind, page: Shown, tag: Tag) -> Rows:
    """The rows of a list all of which are links to entities."""
    found: Rows = []
    for row in tag.find_all("li", recursive=False):
        links = row.find_all("a", href=True)
        key = key_in(joined(page.page.url, str(links[0]["href"])), one.template) if len(links) == 1 else None
        if key is None:
            return []
        found.append((key, row))
    return found


def _look(one: PageKind, part: Entities, key: str, page: Shown, selector: str, seen: Seen) -> _Look:
    there = {other: entity for other in [*part.seed, *part.made]
             if (entity := entity_at(one, part, other, page.page.seq, seen)) is not None}  # fmt: skip
    texts = {other: {name: value for name, value in entity.items() if isinstance(value, str)}
             for other, entity in there.items()}  # fmt: skip
    tag = page.document.select_one(selector)
    return _Look(key, page.document, tag, _rows(one, page, tag) if tag is not None else [], texts)


def _explained(looks: Sequence[_Look], name: str) -> bool:
    """Does each list what links to its entity in a field?"""
    told = {tuple(key for key, _ in look.rows) for look in looks if look.rows}
    return len({look.key for look in looks}) >= LEAST and len(told) >= LEAST_ROWS and all(
        [key for key, _ in look.rows] == sorted(key for key, of in look.texts.items() if _links(of, name, look.key))
        for look in looks
    )  # fmt: skip


def _links(of: Mapping[str, str], name: str, key: str) -> bool:
    return key in [found.replace(" ", "_") for found in _LINK.findall(of.get(name, ""))]


def _row(part: Entities, looks: Sequence[_Look]) -> str | None:
    rows = [(str(row), key) for look in looks for key, row in look.rows]
    return markup_of_keys(part, rows) if rows else None


def _text(part: Entities, field: str, row: str) -> str:
    """The expression of the rows."""
    own = f"string(item.get({text(field)}, ''))"
    named = "one.split(']]')[0].split('|')[0].trim().replace(' ', '_')"
    links = f"{own}.split('[[').exists(one, one.contains(']]') && {named} == segments[0])"
    every = f"state.{part.kind.name}.values().filter(item, {links}).map(item, item.id).sort()"
    return f"{every}.map(k, {row}).join('')"


def _feature(one: PageKind, part: Entities, said: Said, selector: str, html: str) -> Feature:
    name = part.kind.name
    tests = [f"page.query.get({text(param)}, '') == {text(value)}" for param, value in said]
    document: JsonObject = {
        "id": f"{name}.links.page",
        "title": f"What links to one of the {name.replace('_', ' ')}",
        "on": {"page": f"{one.origin}{one.template}", "where": " && ".join(tests)},
        "show": [{"select": selector, "set": {"html": html}}],
    }
    return Feature(document, [f"sure: {SURE:.2f}"], SURE)

"""Parts of an entity's page that are there only while a field says something: a phone number with its heading.

Told from the recorded pages of one address: all of entities that have the field show it in a named element that none of
those without it has. Pages with such a part stand for entities with the field, those without it for the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bs4 import BeautifulSoup

from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.markup.rows import alone, texts_in
from awe_author.features.discover.markup.situations import mark_in_page
from awe_author.features.discover.markup.wording import own_text, squeezed
from awe_author.features.discover.pages.about_pages import About, AboutPage
from awe_author.features.discover.pages.pages import PageKind
from awe_author.json_types import JsonObject

MOST = 4
"""Fields that parts of pages go by."""
LABEL = 40
"""Characters that such a part says beside the field."""
SHORTEST = 3
"""Characters of what such a field says."""


def by_parts(one: PageKind, part: Entities, about: About) -> list[About]:
    """The pages of one address, apart by the parts that they have or lack."""
    names = [*optional_parts(one, part, about.pages)] if about.there else []
    groups: dict[tuple[bool, ...], list[AboutPage]] = {}
    for page in about.pages if names else ():
        groups.setdefault(tuple(bool(page[2].get(name)) for name in names), []).append(page)
    if len(groups) < 2:
        return [about]
    item, found = f"state.{part.kind.name}[segments[0]]", list[About]()
    usual = max(groups, key=lambda have: (sum(have), len(groups[have])))
    tests = {have: " && ".join(_says(item, name, there) for name, there in zip(names, have, strict=True))
             for have in groups}  # fmt: skip
    for have, pages in groups.items():
        others = [f"!({tests[other]})" for other in groups if other != usual]
        mine = [tests[have]] if have != usual else others
        rest = [page for page in about.pages if page not in pages]
        found.append(replace(about, pages=pages, others=[*rest, *about.others], tests=[*about.tests, *mine]))
    return found


def _says(item: str, name: str, there: bool) -> str:
    return f"{own_text(item, name)} {'!=' if there else '=='} ''"


def optional_parts(one: PageKind, part: Entities, pages: Sequence[AboutPage]) -> dict[str, list[str]]:
    """Field that forms send -> the marks of the elements that come and go with it. Unknown is not empty."""
    found: dict[str, list[str]] = {}
    fields = [name for name in dict.fromkeys(one.sent.values()) if name in part.fields()]
    known = [page for page in pages if not page[0].document.find("form", method="post")]  # a form has all of them
    parts: list[dict[str, str]] = [_shown(page.document) for page, _, _ in known]
    for name in fields if known else ():
        have = [squeezed(values.get(name, "")) for _, _, values in known]
        told = all(name in part.made.get(key, ()) or name in part.seed.get(key, ()) for _, key, _ in known)
        if not told or all(have) or not any(have) or len(found) == MOST:
            continue
        there = [marks for marks, said in zip(parts, have, strict=True) if said]
        without = set[str]().union(*(marks for marks, said in zip(parts, have, strict=True) if not said))
        own = set.intersection(*(set(marks) for marks in there)) - without
        pairs = [(marks, said) for marks, said in zip(parts, have, strict=True) if said]
        mine = [mark for mark in there[0] if mark in own and all(_is_of(marks[mark], said) for marks, said in pairs)]
        if mine and min(len(said) for said in have if said) >= SHORTEST:
            found[name] = mine
    return found


def _is_of(shown: str, said: str) -> bool:
    """Does a part say this, and beside it no more than a label?"""
    return said in shown and len(shown) - len(said) <= LABEL


def _shown(document: BeautifulSoup) -> dict[str, str]:
    """Mark of each named element around a text -> what these show."""
    found: dict[str, str] = {}
    around: dict[int, str] = {}
    for tag, _ in texts_in(document.body or document):
        for one in [tag, *tag.parents]:
            if one.name in ("body", "html", "[document]") or id(one) in around:
                break
            around[id(one)] = mark = mark_in_page(one)
            if mark:
                found[mark] = f"{found.get(mark, '')} {squeezed(one.get_text(' '))}".strip()
    return found


def hidden_parts(
    one: PageKind, part: Entities, known: Sequence[AboutPage], answers: Sequence[BeautifulSoup], item: str
) -> list[JsonObject]:
    """What hides such parts in other documents that have them, where the field says nothing. `known`: the entity's own
    pages; `item`: the expression of the entity."""
    found: list[JsonObject] = []
    for name, marks in optional_parts(one, part, known).items():
        for document in answers:
            tag = next((tag for tag in document.find_all(True) if mark_in_page(tag) in marks), None)
            selector = alone(document, tag, "") if tag is not None else None
            if selector is not None and not any(one["select"] == selector for one in found):
                found.append({"select": selector, "set": {"hidden": f"{own_text(item, name)} == ''"}})
    return found

"""Texts of a recorded page that are particular to its entity, and that nothing explains: who made it, when it changed.

A page of an entity that was never opened is served as that of another one, whose texts these are; they are left empty
there. A text is particular when one entity's page showed it, then another's something else there, and then the first
one's the same again: what differs from look to look, or with what was done meanwhile, is no such text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.markup.rows import alone, texts_in
from awe_author.features.discover.markup.wording import BEFORE, squeezed
from awe_author.features.discover.pages.about_pages import About, AboutPage
from awe_author.features.discover.pages.filled import first_looks, quoted
from awe_author.features.discover.pages.text_places import said_at, set_at
from awe_author.features.dom.rendering import runs_of
from awe_author.json_types import Json, JsonObject

MOST_KEYS = 300
"""Entities that were never opened."""
MOST = 40
"""Texts of one page."""
MOST_LOOKS = 40
_CLOCK = re.compile(r"(?<![\d:])\d{1,2}:\d{2}(?!\d)")
FIELDS = ("text", "email", "url", "tel", "number", "date")
CONTROLS = ("button", "option", "select", "textarea", "label", "a")


def particular_texts(
    about: About, part: Entities, found: Mapping[str, JsonObject], held: frozenset[int]
) -> Iterator[Json]:
    """The surfaces that leave them empty. `found`: what is shown of the entity, by selector; `held`: id() of elements
    that are records of the entity."""
    every = [*about.pages, *about.others]
    unopened = sorted(part.seed.keys() - {key for _, key, _ in every})
    first = {id(page) for page in first_looks(every)}
    looks = sorted((one for one in every if id(one[0]) in first), key=lambda one: one[0].page.seq)[:MOST_LOOKS]
    if not unopened or len(unopened) > MOST_KEYS or not _came_back([key for _, key, _ in looks]):
        return
    only = f"segments[0] in [{', '.join(map(text, unopened))}]"
    usual = [_said_in(page.document) for page, _, _ in looks]
    mine = (
        [_said_in(page.document) for page, _, _ in about.pages] if len({key for _, key, _ in about.pages}) > 1 else []
    )
    told: set[tuple[str, str]] = set()
    written = all(any(name.startswith(BEFORE) for name in values) for _, _, values in about.pages)
    for page, key, _ in [one for one in looks if one in about.pages]:
        others = [other.document for other, _, _ in about.pages if other is not page]
        for tag, place, shown in _texts(page.document, held):
            if len(told) >= MOST or all(shown in one for one in usual) or (mine and all(shown in one for one in mine)):
                continue
            selector = alone(page.document, tag, key, others)
            known = any(place.partition(".")[0] in found.get(one, {}) for one in (selector or "", _by_name(tag)))
            if selector is None or (selector, place) in told or known or (written and _CLOCK.search(shown)):
                continue  # the moment of a write is no other one's
            if _is_particular(looks, selector, place):
                told.add((selector, place))
                set_to = set_at(selector, place, "''")
                yield {"select": selector, "when": only, "set": set_to["set"]}


def _by_name(tag: Tag) -> str:
    """The selector by which fields of forms are filled."""
    return f"[name={quoted(str(tag.get('name') or ''))}]:not([type=hidden])"


def _came_back(keys: Sequence[str]) -> bool:
    """Was an entity opened again after another one?"""
    return any(one == last != other for one, other, last in combinations(keys, 3))


def _is_particular(looks: Sequence[AboutPage], selector: str, place: str) -> bool:
    shown = [
        (key, squeezed(said)) for page, key, _ in looks if (said := said_at(page.document, selector, place)) is not None
    ]
    return any(
        one == last and other[0] != one[0] and other[1] != one[1] and one[1]
        for one, other, last in combinations(shown, 3)
    )


def _texts(document: BeautifulSoup, held: frozenset[int]) -> Iterator[tuple[Tag, str, str]]:
    """(element, place, text): elements with nothing but text, runs of text of others, and what is in fields."""
    top = document.body or document
    for tag in top.find_all("input", attrs={"name": True, "value": True}):
        if str(tag.get("type") or "text") in FIELDS and tag["value"]:
            yield tag, "value", squeezed(str(tag["value"]))
    for tag, shown in texts_in(top):
        if not _apart(tag, held):
            yield tag, "text", squeezed(shown)
    for tag in top.find_all(["p", "div", "td", "h1", "h2", "h3", "li", "span", "dd"]):
        if tag.find(True) and not _apart(tag, held):
            for number, run in enumerate(runs_of(tag)):
                if said := squeezed("".join(run)):
                    yield tag, f"text.{number}", said


def _apart(tag: Tag, held: frozenset[int]) -> bool:
    """Is it a record, or a part of a control?"""
    return any(id(one) in held or one.name in CONTROLS for one in [tag, *tag.parents])


def _said_in(document: BeautifulSoup) -> set[str]:
    return {shown for _, _, shown in _texts(document, frozenset())}

"""Looks at the pages about entities: which elements may say something, and what all pages say in one place."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.markup.rows import texts_in
from awe_author.features.discover.markup.wording import KEY, Wording, squeezed
from awe_author.features.discover.pages.about_pages import About, AboutPage
from awe_author.features.dom.rendering import runs_of

MIXED = ["p", "div", "td", "th", "h1", "h2", "h3", "h4", "li", "span", "a", "b", "strong", "dd", "dt", "footer",
         "header", "small", "em", "i", "address", "figcaption"]  # fmt: skip
"""Elements whose texts stand among others."""
LEAST_TOLD = 3
"""Entities whose pages in other situations have to say the same way what is told of this one."""


def candidates(document: BeautifulSoup, shortest: int) -> list[tuple[Tag, str, str]]:
    """(element, place, text): elements with nothing but text, whole texts of others, and runs of text of these."""
    found = [(tag, "text", shown) for tag, shown in texts_in(document)]
    plain = {id(tag) for tag, _, _ in found}
    for tag in document.find_all(MIXED):
        if id(tag) in plain or not tag.find(True):
            continue
        shown = squeezed(tag.get_text()) if len(tag.find_all(True)) < 12 else ""
        if len(shown) >= 8:
            found.append((tag, "text", shown))
        runs = [squeezed("".join(run)) for run in runs_of(tag)]
        found += [(tag, f"text.{number}", run) for number, run in enumerate(runs) if len(run) >= shortest]
    return found


def holds_all(tag: Tag, shown: str) -> bool:
    """Is all that an element says in one that it holds?"""
    return squeezed(shown) in [squeezed(one.get_text()) for one in tag.find_all(True)]


def looks_at(pages: Sequence[AboutPage], selector: str, place: str) -> list[tuple[str, Mapping[str, str]]]:
    """What recorded pages show there (text, a run of text, an attribute), with the entity that each is about."""
    found: list[tuple[str, Mapping[str, str]]] = []
    for page, _, values in pages:
        tag = page.document.select_one(selector)
        if tag is None:
            continue
        if place.startswith("text."):
            runs = runs_of(tag)
            number = int(place[5:])
            found.append(("".join(runs[number]) if number < len(runs) else "", values))
        else:
            whole = place == "text" or (place == "value" and tag.name == "textarea")
            found.append((tag.get_text() if whole else str(tag.get(place) or ""), values))
    return found


def remember_odd(about: About, selector: str, wording: Wording, place: str) -> None:
    """Remember the entities of which recorded pages show something else there. Pages in other situations count where
    one of them says the same way: a notice is worded otherwise on all of them."""

    def fits(one: AboutPage) -> bool | None:
        said = [shown for shown, _ in looks_at([one], selector, place)]
        if not said or not all(one[2].get(name) for name in wording.fields()):
            return None
        return wording.of(one[2]) == squeezed(said[0])

    others = [(one[1], fits(one)) for one in about.others]
    told = [*((one[1], fits(one)) for one in about.pages), *(others if any(fit for _, fit in others) else ())]
    for key, fit in told:
        if fit is False:
            about.odd.setdefault(selector, set()).add(key)


def told_by_others(wording: Wording, about: About, selector: str, place: str) -> bool:
    """Do pages of several entities in other situations word a text so, while all of this one are texts of that kind?"""
    fits = {values[KEY] for shown, values in looks_at(about.others, selector, place)
            if wording.of(values) == squeezed(shown) and all(map(values.get, wording.fields()))}  # fmt: skip
    mine = [squeezed(shown) for shown, _ in looks_at(about.pages, selector, place)]
    kind = "".join(".+" if part.field else re.escape(re.sub(r"\s+", " ", part.literal)) for part in wording.parts)
    return (
        len(fits) >= LEAST_TOLD and len(mine) == len(about.pages) and all(re.fullmatch(kind, shown) for shown in mine)
    )

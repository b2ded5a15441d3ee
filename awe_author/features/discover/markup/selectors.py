"""Selectors of elements that a document shows."""

from __future__ import annotations

import re

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.markup.row_selectors import stable_classes


def mark_of(tag: Tag) -> str:
    """Its name and first classes: what alike elements have in common."""
    return tag.name + "".join(f".{name}" for name in stable_classes(tag)[:2])


def selector_of(document: BeautifulSoup, tag: Tag) -> str:
    """A short CSS selector that matches this element alone (or first)."""
    steps: list[str] = []
    for one in [tag, *tag.parents]:
        if one.name in ("[document]", "html"):
            break
        name = str(one.get("id") or "")
        if name and re.match(r"[A-Za-z][\w-]*\Z", name) and not re.search(r"\d{3}", name):
            steps.insert(0, f"{one.name}#{name}")
            break
        steps.insert(0, mark_of(one))
        if len(steps) > 1 or stable_classes(one):
            made = " > ".join(steps)
            if document.select_one(made) is tag and len(document.select(made)) == 1:
                return made
    return _numbered(document, " > ".join(steps), tag)


def _numbered(document: BeautifulSoup, made: str, tag: Tag) -> str:
    """With the element's place among its siblings, where that makes it the only one."""
    if len(document.select(made, limit=2)) < 2:
        return made
    place = sum(1 for _ in tag.find_previous_siblings(tag.name)) + 1
    numbered = f"{made}:nth-of-type({place})"
    found = document.select(numbered, limit=2)
    return numbered if len(found) == 1 and found[0] is tag else made

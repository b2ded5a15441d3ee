"""Numbers that belong to links: in them (`<a href="/tasks?status=open">Open (7)</a>`), or right behind them."""

from __future__ import annotations

import re

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.markup.addresses import joined
from awe_author.features.discover.markup.rows import texts_in
from awe_author.features.discover.markup.wording import squeezed

ONE = re.compile(r"(\D*?)(\d{1,5})(\D*)")
"""A text with one number in it."""
LONGEST = 120
"""Characters of such a text."""


def link_of(tag: Tag) -> Tag | None:
    """The link that a text belongs to: around it, or right before it."""
    if tag.name == "a" and tag.has_attr("href"):
        return tag
    before = tag.find_parent("a", href=True) or tag.find_previous_sibling()
    return before if isinstance(before, Tag) and before.name == "a" and before.has_attr("href") else None


def link_numbers(document: BeautifulSoup, url: str) -> dict[str, int]:
    """Address -> the number that belongs to the links to it; of those with one."""
    found: dict[str, set[int]] = {}
    for tag, said in texts_in(document.body or document):
        match = ONE.fullmatch(squeezed(said)) if len(said) < LONGEST else None
        link = link_of(tag) if match is not None else None
        if match is not None and link is not None:
            found.setdefault(joined(url, str(link["href"])), set()).add(int(match[2]))
    return {address: numbers.pop() for address, numbers in found.items() if len(numbers) == 1}

"""What pages that name nothing of a kind have in their fields and addresses."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from bs4 import Tag

from awe_author.features.discover.markup.rows import attributes_in
from awe_author.features.discover.markup.wording import SHORTEST
from awe_author.features.discover.pages.about_pages import About
from awe_author.features.discover.pages.pages import Shown
from awe_author.features.discover.pages.posts import key_among

MOST_OTHERS = 80
"""Pages about other things that are looked at."""
Attribute = tuple[str, str, str, str, str]


def attributes_around(about: About, shown: Sequence[Shown]) -> frozenset[Attribute]:
    """What pages that name nothing of the kind have in their fields and addresses, where pages of one entity alone were
    seen, whose short number may stand anywhere by chance."""
    keys = {key for _, key, _ in [*about.pages, *about.others]}
    if len(keys) != 1 or not all(key.isdigit() and len(key) < SHORTEST for key in keys):
        return frozenset()
    mine = {id(page) for page, _, _ in [*about.pages, *about.others]}
    path = urlsplit(about.pages[0][0].page.url).path if about.pages else ""
    others = [one for one in shown if id(one) not in mine and urlsplit(one.page.url).path == path
              and key_among(one.page.url, about.template) is None]  # fmt: skip
    return frozenset(
        attribute_of(tag, name, value)
        for one in others[:MOST_OTHERS]
        for tag, name, value in attributes_in(one.document)
    )


def attribute_of(tag: Tag, name: str, value: str) -> Attribute:
    """An attribute, as it is known again on other pages."""
    return (tag.name, str(tag.get("name") or ""), " ".join(tag.get("class") or []), name, value)

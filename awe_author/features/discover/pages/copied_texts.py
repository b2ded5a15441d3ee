"""Texts that scripts copy from a list of their page: the heading that says what the menu calls the page that is open.

The element comes empty, and later says what the row of the page's own entity says. The list is made of what there is,
and scripts go on copying from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bs4 import BeautifulSoup

from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.markup.wording import squeezed
from awe_author.features.discover.pages.about_pages import AboutPage
from awe_author.features.discover.pages.pages import Shown
from awe_author.json_types import JsonObject


def copied_texts(found: Mapping[str, JsonObject], pages: Sequence[AboutPage], template: str) -> list[str]:
    """The selectors of such elements, among those that were `found` to say something of the entity."""
    looks = [(page, said) for page, key, _ in pages if page.load is not None and (said := _said(page, key, template))]
    texts = [selector for selector, settings in found.items() if isinstance(settings.get("text"), str)]
    served: dict[int, BeautifulSoup] = {}
    for page, _ in looks if texts else ():
        if page.load is not None and page.load.seq not in served:
            served[page.load.seq] = parse(page.load.body.decode("utf-8", "replace"))
    return [one for one in texts if looks and all(_copied(one, page, said, served) for page, said in looks)]


def _said(page: Shown, key: str, template: str) -> set[str]:
    """What rows of lists on a page say of its own entity."""
    rows = [row for rows in page.lists if rows.template == template for row in rows.rows if row.key == key]
    return {squeezed(value) for row in rows for value in row.values.values()}


def _copied(selector: str, page: Shown, said: set[str], served: Mapping[int, BeautifulSoup]) -> bool:
    """Did an element come empty, and does it say what a row does, or still nothing?"""
    there, came = page.document.select_one(selector), None
    if page.load is not None:
        came = served[page.load.seq].select_one(selector)
    if there is None or came is None or came.get_text(strip=True):
        return False
    return squeezed(there.get_text()) in {*said, ""}

"""When pages linked to things first, in a list or not: what was linked before a post is nothing that it made."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from awe_author.features.discover.markup.addresses import addresses, joined

if TYPE_CHECKING:
    from awe_author.features.discover.pages.pages import Shown


def first_links(shown: Sequence[Shown], templates: Collection[str]) -> dict[str, dict[str, int]]:
    """Template -> key -> the number of the first page that links to it."""
    found: dict[str, dict[str, int]] = {template: {} for template in templates}
    seen: set[str] = set()
    for one in sorted(shown, key=lambda one: one.page.seq):
        for link in {joined(one.page.url, str(tag["href"])) for tag in one.document.find_all("a", href=True)} - seen:
            seen.add(link)
            for address in addresses(link, one.page.url):
                if address.template in found:
                    found[address.template].setdefault(address.key, one.page.seq)
    return found

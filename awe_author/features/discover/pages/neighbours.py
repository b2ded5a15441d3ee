"""Pages about one entity that say its place in the list that was looked at last: `3 of 12` between links to the ones
before and behind it.

Believed when the pages of two entities at different places say what the list showed at the last look before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.keys import framed, text
from awe_author.features.discover.markup.addresses import addresses, joined
from awe_author.features.discover.markup.rows import alone
from awe_author.features.discover.pages.about_pages import About, AboutPage
from awe_author.features.discover.pages.pages import PageKind, Shown, place_of
from awe_author.json_types import Json, JsonObject

PLACE = re.compile(r"\s*(\d+)( of | / |/)(\d+)\s*")
LEVELS = 3
"""Elements between the place and what holds the links as well."""
LEAST = 2
OWN = "segments[0]"
Neighbours = tuple[Tag, re.Match[str], list[tuple[Tag, str]], list[tuple[Tag, str]]]
"""(element of the place, what it says, links to what is before, links to what is behind) with the keys of these."""


def neighbours(one: PageKind, about: About, shown: Sequence[Shown]) -> tuple[JsonObject, list[Json]]:
    """(what the feature names, its surfaces); nothing where pages say no such place."""
    for place, each in one.orders.items():
        looks = [(other.page.seq, [row.key for row in rows.rows]) for other in shown for rows in other.lists
                 if rows.template == one.template and place_of(other.page, rows) == place]  # fmt: skip
        if about.there and _proved(one, [*about.pages, *about.others], looks):
            found: dict[str, Json] = {}
            for page in about.pages:
                others = [other.document for other, _, _ in about.pages if other is not page[0]]
                found = {**_surfaces(one, page, others), **found}
            return ({"places": f"{each}.map(one, one.id)"}, [*found.values()]) if found else ({}, [])
    return {}, []


def _proved(one: PageKind, pages: Sequence[AboutPage], looks: Sequence[tuple[int, list[str]]]) -> bool:
    """Do pages say what lists showed before, in as many rows?"""
    places = set[int]()
    for page, key, _ in pages:
        last = max((look for look in looks if look[0] <= page.page.seq), key=lambda look: look[0], default=(0, []))[1]
        for _, said, before, behind in _in(one, page, key):
            if key not in last or len(last) != int(said[3]):
                continue
            at = last.index(key)
            near = [(before, last[at - 1 : at] if at else []), (behind, last[at + 1 : at + 2])]
            if at + 1 != int(said[1]) or any({of for _, of in links} != {*keys} for links, keys in near):
                return False
            places.add(at)
    return len(places) >= LEAST


def _in(one: PageKind, page: Shown, key: str) -> Iterator[Neighbours]:
    """The places that a page says."""
    for tag in page.document.find_all(True):
        said = PLACE.fullmatch(tag.get_text()) if tag.string is not None else None
        links = _around(one, page, tag, key) if said is not None else []
        if said is not None and links:
            order = {id(each): number for number, each in enumerate(page.document.find_all(True))}
            before = [link for link in links if order[id(link[0])] < order[id(tag)]]
            yield tag, said, before, [link for link in links if link not in before]


def _around(one: PageKind, page: Shown, tag: Tag, key: str) -> list[tuple[Tag, str]]:
    """The links to others of the kind that stand around an element."""
    for above in [*tag.parents][:LEVELS]:
        found = [
            (link, address.key) for link in above.find_all("a", href=True)
            for address in addresses(joined(page.page.url, str(link["href"])), page.page.url)
            if address.template == one.template and address.key != key
        ]  # fmt: skip
        if found:
            return found
    return []


def _surfaces(one: PageKind, page: AboutPage, others: Sequence[BeautifulSoup]) -> dict[str, Json]:
    """Selector -> what is set there, of the place and the links that a page has."""
    found: dict[str, Json] = {}
    shown, key, _ = page
    at = f"places.indexOf({OWN})"
    for tag, said, before, behind in _in(one, shown, key):
        if selector := alone(shown.document, tag, key, others):
            told = f"string({at} + 1) + {text(said[2])} + string(places.size())"
            found[selector] = {"select": selector, "when": f"{OWN} in places", "set": {"text": told}}
        for links, test, near in (
            (before, f"{at} > 0", f"{at} - 1"), (behind, f"{at} + 1 < places.size()", f"{at} + 1"),
        ):  # fmt: skip
            for link, of in links:
                settings = _settings(link, of, f"places[{near}]")
                selector = alone(shown.document, link, key, others)
                if selector and settings:
                    found[selector] = {
                        "select": selector, "when": f"{OWN} in places && {test}", "set": settings,
                    }  # fmt: skip
    return found


def _settings(link: Tag, key: str, own: str) -> JsonObject:
    """The attributes of a link that name its entity."""
    found: JsonObject = {}
    for name in ("href", "title"):
        parts = re.split(rf"(?<![\w-]){re.escape(key)}(?![\w-])", str(link.get(name) or ""))
        if len(parts) == 2:
            found[name] = framed(parts[0], own, parts[1])
    return found

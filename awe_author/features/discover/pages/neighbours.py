"""Pages about one entity that say its place in the list that was looked at last: `3 of 12` between links to the ones
before and behind it.

Believed when pages say what the list showed at the last look before, at two different places, or of lists that had
become longer or shorter in between, with other links then.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from urllib.parse import urlsplit

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.keys import framed, text
from awe_author.features.discover.markup.addresses import addresses, joined
from awe_author.features.discover.markup.rows import alone
from awe_author.features.discover.pages.about_pages import About, AboutPage
from awe_author.features.discover.pages.filled import quoted
from awe_author.features.discover.pages.pages import PageKind, Shown, place_of
from awe_author.json_types import Json, JsonObject
from awe_author.queries import parse_qsl

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
        mine = [(other.page, rows) for other in shown for rows in other.lists
                if rows.template == one.template and place_of(other.page, rows) == place]  # fmt: skip
        looks = [(page.seq, [row.key for row in rows.rows]) for page, rows in mine]
        listed = {page.url.partition("#")[0].partition("?")[0] for page, _ in mine}
        if about.there and _proved(one, [*about.pages, *about.others], looks):
            found: dict[str, Json] = {}
            asked = _asked(one, [*about.pages, *about.others])
            for page in about.pages:
                others = [other.document for other, _, _ in about.pages if other is not page[0]]
                found = {**_surfaces(one, page, others, asked), **_sent_on(page[0], asked), **found}
            told = f"{_elsewhere(each, listed)}.map(one, one.id)"
            return ({"places": told}, [*found.values()]) if found else ({}, [])
    return {}, []


def _elsewhere(each: str, listed: Collection[str]) -> str:
    """A list as its own page shows it, on a page of another address: where the app remembers the order that was asked
    for, by what the list was asked for."""
    if "view.get('asked'" not in each or len(listed) != 1:
        return each
    there = f"view.get('asked_at', {{}}).get({text(next(iter(listed)))}, {{}})"
    return each.replace("view.get('asked', {})", there).replace("page.query.get(", "{}.get(")


def _proved(one: PageKind, pages: Sequence[AboutPage], looks: Sequence[tuple[int, list[str]]]) -> bool:
    """Do pages say what lists showed before, in as many rows?"""
    places = set[tuple[int, str, tuple[str, ...]]]()
    for page, key, _ in pages:
        last = max((look for look in looks if look[0] <= page.page.seq), key=lambda look: look[0], default=(0, []))[1]
        for _, said, before, behind in _in(one, page, key):
            if key not in last or len(last) != int(said[3]):
                continue
            at = last.index(key)
            near = [(before, last[at - 1 : at] if at else []), (behind, last[at + 1 : at + 2])]
            if at + 1 != int(said[1]) or any({of for _, of in links} != {*keys} for links, keys in near):
                return False
            places.add((at, said[3], tuple({of for _, of in [*before, *behind]})))
    different = [len({place[part] for place in places}) for part in range(3)]
    return different[0] >= LEAST or min(different[1:]) >= LEAST


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


def _asked(one: PageKind, pages: Sequence[AboutPage]) -> dict[str, str]:
    """What addresses of such pages say of the place themselves, as the page does each time: `place`, `size`, `before`
    and `behind` -> the parameter; nothing where two parameters may say the same."""
    found: dict[str, set[str]] = {}
    wrong: set[str] = set()
    for page, key, _ in pages:
        query = dict(parse_qsl(urlsplit(page.page.url).query))
        for _, said, before, behind in _in(one, page, key) if query else ():
            told = {"place": {said[1]}, "size": {said[3]}, "before": {of for _, of in before},
                    "behind": {of for _, of in behind}}  # fmt: skip
            for part, values in told.items():
                names = {name for name, value in query.items() if {value} == values}
                wrong |= {part} if part in found and not found[part] & names else set()
                found[part] = found.get(part, names) & names
    asked = {part: min(names) for part, names in found.items() if len(names) == 1 and part not in wrong}
    return asked if {"place", "size"} <= asked.keys() and len({*asked.values()}) == len(asked) else {}


def _query(asked: Mapping[str, str], part: str) -> str:
    return f"page.query.get({text(asked[part])}, '')"


def _told(asked: Mapping[str, str]) -> dict[str, str]:
    """The expressions of all four, "" where there is nothing: by the address where it says them."""
    at = f"places.indexOf({OWN})"
    made = {
        "place": f"string({at} + 1)",
        "size": "string(places.size())",
        "before": f"({at} > 0 ? places[{at} - 1] : '')",
        "behind": f"({at} + 1 < places.size() ? places[{at} + 1] : '')",
    }
    if asked:
        is_said = f"{_query(asked, 'place')} != ''"
        made = {part: f"({is_said} ? {_query(asked, part)} : {made[part]})" if part in asked else made[part]
                for part in made}  # fmt: skip
    return made


def _sent_on(page: Shown, asked: Mapping[str, str]) -> dict[str, Json]:
    """The hidden fields of forms that hand the place on to the next address."""
    found: dict[str, Json] = {}
    told = _told(asked)
    for part, name in asked.items():
        tags = page.document.find_all("input", attrs={"type": "hidden", "name": name})
        selector = f"input[name={quoted(name)}]"
        if len(tags) == 1:
            found[selector] = {"select": selector, "when": f"{OWN} in places", "set": {"value": told[part]}}
    return found


def _surfaces(
    one: PageKind, page: AboutPage, others: Sequence[BeautifulSoup], asked: Mapping[str, str]
) -> dict[str, Json]:
    """Selector -> what is set there, of the place and the links that a page has. `asked`: see `_asked`."""
    found: dict[str, Json] = {}
    shown, key, _ = page
    told = _told(asked)
    for tag, said, before, behind in _in(one, shown, key):
        if selector := alone(shown.document, tag, key, others):
            shows = f"{told['place']} + {text(said[2])} + {told['size']}"
            found[selector] = {"select": selector, "when": f"{OWN} in places", "set": {"text": shows}}
        for links, near in ((before, told["before"]), (behind, told["behind"])):
            for link, of in links:
                settings = _settings(link, of, near)
                selector = alone(shown.document, link, key, others)
                if selector and settings:
                    test = f"{OWN} in places && {near} != ''"
                    found[selector] = {"select": selector, "when": test, "set": settings}
    return found


def _settings(link: Tag, key: str, own: str) -> JsonObject:
    """The attributes of a link that name its entity."""
    found: JsonObject = {}
    for name in ("href", "title"):
        parts = re.split(rf"(?<![\w-]){re.escape(key)}(?![\w-])", str(link.get(name) or ""))
        if len(parts) == 2:
            found[name] = framed(parts[0], own, parts[1])
    return found

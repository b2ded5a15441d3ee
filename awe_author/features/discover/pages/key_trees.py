"""Trees of keys with a sign in them: what stands before it is a branch, which one address has open and others closed.

    /wiki?id=start&branch=office        <li><a href="/wiki?id=start&branch=office">office</a>
                                          <ul><li><a href="/wiki?id=office:printer">printer</a>...</ul>
                                        <li><a href="/wiki?id=start&branch=people">people</a>
                                        <li><a href="/wiki?id=start">start</a>

Told by documents as they were served, where a list has at all looks just the branches of what was there by then, then
what is in none, and below the open branch just what is in it. Open is the branch that a parameter names, or else the
one of the entity that the address names. The tree is made anew when a document is served; then it is left to scripts,
which may open further branches.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.markup.addresses import joined
from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.markup.rows import alone
from awe_author.features.discover.markup.wording import KEY, agreed, squeezed, wordings
from awe_author.features.discover.pages.about_pages import entity_at
from awe_author.features.discover.pages.key_markup import SIGNS, markup_of_keys
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.posts import key_in, parameter_of
from awe_author.features.discover.pages.visited import leave_alone
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import JsonObject
from awe_author.queries import parse_qsl

SURE = 0.6
LEAST_LOOKS = 3
LEAST_OPEN = 2
"""Different branches that were seen open."""
ROWS = "{rows}"
BRANCH = "branch"
PASSING = ("rel", "id")
"""Attributes of rows that are none of their own."""


@dataclass(slots=True)
class _Look:
    """One tree."""

    url: str
    document: BeautifulSoup
    tag: Tag
    leaves: list[tuple[str, Tag]]
    branches: list[tuple[str, Tag, list[tuple[str, Tag]] | None]]
    """(what it is called, its row, what is in it: None where it is closed)."""
    there: list[str]
    """All keys by then."""

    def asked(self) -> dict[str, str]:
        return dict(parse_qsl(urlsplit(self.url).query))

    def opened(self) -> str:
        return next((name for name, _, inside in self.branches if inside is not None), "")


def add_key_trees(features: list[Feature], one: PageKind, part: Entities, shown: Sequence[Shown], seen: Seen) -> None:
    """Put such trees on their pages, and leave nothing else about them to other features."""
    star = parameter_of(one.template)
    looks: dict[str, list[_Look]] = {}
    for page in {page.load.seq: page for page in shown if page.load is not None}.values() if star else ():
        for selector, look in _looks(one, part, page, seen):
            looks.setdefault(selector, []).append(look)
    for selector, mine in looks.items():
        html = next((html for sign in SIGNS if (html := _tree(part, mine, sign, star)) is not None), None)
        if html is None:
            continue
        holds = [(look.document, look.tag) for look in mine]
        leave_alone(features, holds)
        name = part.kind.name
        document: JsonObject = {
            "id": f"{name}.tree.page",
            "title": f"The tree of {name.replace('_', ' ')}",
            "on": {"page": f"{one.origin}{one.template}", "once": True},
            "show": [{"select": selector, "set": {"html": html}}],
        }
        features.append(Feature(document, [f"seen: page {mine[0].url}", f"sure: {SURE:.2f}"], SURE))


def _looks(one: PageKind, part: Entities, page: Shown, seen: Seen) -> Iterator[tuple[str, _Look]]:
    """The trees in the document of a page as it was served, with their selectors."""
    if page.load is None or not page.load.body:
        return
    document, url = parse(page.load.body.decode(errors="replace")), page.load.url
    there: list[str] | None = None
    for tag in document.find_all(["ul", "ol"]):
        rows = _rows(one, url, tag)
        order = [bool(key) for _, key, _ in rows]
        if all(order) or order != sorted(order) or not all(name or key for name, key, _ in rows):
            continue
        selector = alone(document, tag, "")
        if selector is None or any(key and row.find(["ul", "ol"]) for _, key, row in rows):
            continue
        every = [*part.seed, *part.made]
        there = there or [key for key in every if entity_at(one, part, key, page.load.seq, seen) is not None]
        branches = [(name, row, _inside(one, url, row)) for name, key, row in rows if not key]
        yield selector, _Look(url, document, tag, [(key, row) for _, key, row in rows if key], branches, there)


def _rows(one: PageKind, url: str, tag: Tag) -> list[tuple[str, str, Tag]]:
    """(name of a branch, or "", key, or "", row)."""
    found = []
    for row in tag.find_all("li", recursive=False):
        link = row.find("a", href=True)
        inner = row.find(["ul", "ol"])
        if link is None or (inner is not None and inner in link.parents):
            return []
        key = key_in(joined(url, str(link["href"])), one.template) or ""
        found.append(("" if key else squeezed(link.get_text()), key, row))
    return found


def _inside(one: PageKind, url: str, row: Tag) -> list[tuple[str, Tag]] | None:
    inner = row.find(["ul", "ol"])
    return [(key, leaf) for _, key, leaf in _rows(one, url, inner)] if inner is not None else None


def _tree(part: Entities, looks: Sequence[_Look], sign: str, star: str) -> str | None:
    """The expression of a tree; None where it is none of such keys."""
    opened = {look.opened() for look in looks} - {""}
    if len(looks) < LEAST_LOOKS or len(opened) < LEAST_OPEN or not all(_explained(look, sign) for look in looks):
        return None
    param = _param(looks, sign, star)
    own = [(look.asked().get(star, ""), look) for look in looks]
    leaves = _leaves(part, [(key, row) for page, look in own for key, row in look.leaves if key != page])
    inner = _leaves(part, [(key, row) for page, look in own for _, _, inside in look.branches
                           for key, row in inside or () if key != page])  # fmt: skip
    closed, open_ = (_branches([(page, name, row) for page, look in own for name, row, inside in look.branches
                                if (inside is None) == shut], star) for shut in (True, False))  # fmt: skip
    if param is None or leaves is None or inner is None or closed is None or open_ is None:
        return None
    every = f"state.{part.kind.name}.values().map(item, item.id)"
    key, asked = f"page.query.get({text(star)}, '')", f"page.query.get({text(param)}, '')"
    of_key = f"({key}.contains({text(sign)}) ? {key}.substring(0, {key}.lastIndexOf({text(sign)})) : '')"
    shown = f"({asked} != '' ? {asked} : {of_key})" if param else of_key
    begins = f"(branch + {text(sign)})"
    rows = f"keys.filter(k, k.startsWith({begins}) && !k.substring(size({begins})).contains({text(sign)}))"
    made = f"({open_}).replace({text(ROWS)}, {rows}.sort().map(k, {inner}).join(''))"
    above = f"keys.filter(k, k.contains({text(sign)})).map(k, k.split({text(sign)})[0]).distinct().sort()"
    is_open = f"({shown} + {text(sign)}).startsWith({begins})"
    branches = f"{above}.map(branch, {is_open} ? {made} : {closed}).join('')"
    rest = f"keys.filter(k, !k.contains({text(sign)})).sort().map(k, {leaves}).join('')"
    return f"[{every}].map(keys, {branches} + {rest})[0]"


def _explained(look: _Look, sign: str) -> bool:
    """Has a tree just what was there?"""
    branches = sorted({key.partition(sign)[0] for key in look.there if sign in key})
    if [name for name, _, _ in look.branches] != branches or sum(key.count(sign) > 1 for key in look.there):
        return False
    if [key for key, _ in look.leaves] != sorted(key for key in look.there if sign not in key):
        return False
    return all(
        inside is None or [key for key, _ in inside] == _within(look.there, name, sign)
        for name, _, inside in look.branches
    )


def _within(there: Collection[str], branch: str, sign: str) -> list[str]:
    return sorted(key for key in there if key.startswith(branch + sign))


def _param(looks: Sequence[_Look], sign: str, star: str) -> str | None:
    """The parameter that names the open branch, "" where none does; None where something else says it."""
    names = {name for look in looks for name, value in look.asked().items() if name != star and value == look.opened()}
    for name in [*sorted(names), ""]:
        told = [(look.asked().get(name, ""), look.asked().get(star, "").rpartition(sign)[0]) for look in looks]
        if all((asked or own) == look.opened() for (asked, own), look in zip(told, looks, strict=True)):
            return name
    return None


def _leaves(part: Entities, rows: Sequence[tuple[str, Tag]]) -> str | None:
    return markup_of_keys(part, [(_html(row), key) for key, row in rows]) if rows else None


def _branches(rows: Sequence[tuple[str, str, Tag]], star: str) -> str | None:
    """The expression of a row, of `branch`. `rows`: (key of its page, what the branch is called, row)."""
    names = [KEY, BRANCH]
    every: list[tuple[str, Mapping[str, str]]] = [(_html(row), {KEY: key, BRANCH: name}) for key, name, row in rows]
    own = f"page.query.get({text(star)}, '').replace('&', '&amp;').replace('<', '&lt;').replace('\"', '&quot;')"
    for html, values in every[:LEAST_LOOKS]:
        tries = wordings(html, values, names, names)
        made = agreed(tries, every, share=1.0, sent=names, telling=names)
        if made is not None and BRANCH in made.fields():
            return made.text({KEY: own, BRANCH: "branch"}.__getitem__)
    return None


def _html(row: Tag) -> str:
    """A row without what is in it, and what only this look has."""
    made = parse(str(row)).find("li")
    assert isinstance(made, Tag)
    inner = made.find(["ul", "ol"])
    if isinstance(inner, Tag):
        inner.string = ROWS
    for tag in [made, *made.find_all(True)]:
        for name in PASSING:
            del tag[name]
    return str(made)

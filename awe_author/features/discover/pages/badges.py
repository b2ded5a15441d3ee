"""Numbers on pages that say how many entities there are of which a field says something: "3" beside "Comments" in the
menu of every page, for those that wait to be approved.

Told from all recorded pages that have the number: it has to be that count on each of them, at its time, and to have
changed. A number in a link to a list, or right behind it, may be how many that list shows (`linked_counts`); beside one
that changed so, others need not have changed. So it is in a menu with entries like rows, the same on most pages.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from bs4 import Tag

from awe_author.features.discover.common.keys import framed, text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.markup.documents import Rows
from awe_author.features.discover.markup.link_numbers import LONGEST as LONGEST_TEXT
from awe_author.features.discover.markup.link_numbers import ONE, link_of
from awe_author.features.discover.markup.row_selectors import stable_classes
from awe_author.features.discover.markup.rows import alone, texts_in
from awe_author.features.discover.markup.wording import KEY, squeezed
from awe_author.features.discover.pages.address_counts import AddressCounts, choices_in
from awe_author.features.discover.pages.filled import quoted
from awe_author.features.discover.pages.linked_counts import LinkedCounts
from awe_author.features.discover.pages.pages import LISTED_ON, PageKind, Shown
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json, JsonObject
from awe_author.queries import parse_qsl

LONGEST = 60
"""Characters of a value that is a choice."""
MOST_VALUES = 6
"""Values of a field that entities are counted by."""
MOST_ENTITIES = 300
LEAST_LOOKS = 3
LEAST_PAGES = 6
"""Pages that have a menu whose entries look like rows."""
ITEM = 3
"""Elements of an item of a menu: what says the number, a link around it, a line."""
SURE = 0.6
_WORD = re.compile(r"[a-z]+([_-][a-z]+)*", re.IGNORECASE)
Mark = tuple[str, ...]


@dataclass(slots=True)
class _Number:
    """One text with a number, on all pages that have it."""

    looks: list[tuple[Shown, Tag, str, int, str]] = field(default_factory=list)
    """(page, element, what stands before the number, the number, what stands behind it)."""
    menu: Mark = ()
    """What such elements are called, beside other links."""
    entry: bool = False
    """Does it stand in a row of a menu? It tells how many its link leads to, then, or nothing."""

    @property
    def changes(self) -> bool:
        return len({said for _, _, _, said, _ in self.looks}) > 1


def badge_features(one: PageKind, part: Entities, shown: Sequence[Shown], seen: Seen) -> list[Feature]:
    """The features: one for all pages, and one for each path that alone has such numbers."""
    if len(part.seed) + len(part.made) > MOST_ENTITIES:
        return []
    found: dict[str, list[Json]] = {}
    linked = LinkedCounts(one, part, shown, seen)
    names = [name for name in part.fields() if name not in (KEY, LISTED_ON)]
    counts = AddressCounts(one, part, seen, choices_in(part, names, MOST_VALUES, LONGEST))
    menus: set[Mark] = set()
    for number in sorted(_numbers(shown), key=lambda one: not one.changes):
        if len(number.looks) < LEAST_LOOKS or not (number.changes or number.menu in menus):
            continue
        for looks, when in _ways(number):
            at = [(page, tag, said) for page, tag, _, said, _ in looks.looks]
            size = linked.size(at) or counts.size(at, changes=looks.changes)
            menus |= {number.menu} if size else set()
            counted = looks.changes and not number.entry and not when
            size = size or (counts.of_one_value(at) if counted else "")
            if size:
                _add(found, looks, when, _told(looks, size, shown))
                break
    return [_feature(one, part, path, show) for path, show in found.items()]


def _add(found: dict[str, list[Json]], looks: _Number, when: str, made: JsonObject | None) -> None:
    paths = {urlsplit(page.page.url).path for page, *_ in looks.looks}
    if made is not None:
        made |= {"when": when} if when else {}
        show = found.setdefault("/*" if len(paths) > 1 else paths.pop(), [])
        show += [made] if made not in show else []


def _ways(number: _Number) -> Iterator[tuple[_Number, str]]:
    """(looks, condition): all of them, then those that do not ask for one thing that some ask for, since a list of one
    part may count that part."""
    yield number, ""
    asked = [dict(parse_qsl(urlsplit(page.page.url).query)) for page, *_ in number.looks]
    for name in dict.fromkeys(name for one in asked for name in one):
        looks = [look for look, one in zip(number.looks, asked, strict=True) if name not in one]
        if len(looks) >= LEAST_LOOKS and (rest := _Number(looks, number.menu)).changes:
            yield rest, f"page.query.get({text(name)}, '') == ''"


def _menus(shown: Sequence[Shown]) -> set[tuple[str, ...]]:
    """Those lists that have the same entries on most pages, or at most looks at the pages of one path, each called by
    words (the ways in which a list is shown)."""
    lists = [(urlsplit(page.page.url).path, {_entries(rows) for rows in page.lists}) for page in shown]
    every = Counter(entries for _, those in lists for entries in those)
    found = {entries for entries, count in every.items() if count >= LEAST_PAGES and 2 * count > len(shown)}
    looks, here = Counter(path for path, _ in lists), Counter((path, one) for path, those in lists for one in those)
    return found | {
        entries for (path, entries), count in here.items()
        if count >= LEAST_LOOKS and 2 * count > looks[path] and all(_WORD.fullmatch(key) for key in entries[1:])
    }  # fmt: skip


def _entries(rows: Rows) -> tuple[str, ...]:
    return (rows.template, *(row.key for row in rows.rows))


def _numbers(shown: Sequence[Shown]) -> list[_Number]:
    found: dict[Mark, _Number] = {}
    menus = _menus(shown)
    for page in shown:
        rows = {id(row.tag): _entries(rows) in menus for rows in page.lists for row in rows.rows}
        here: dict[Mark, list[tuple[Tag, re.Match[str]]]] = {}
        for tag, said in texts_in(page.document):
            match = ONE.fullmatch(squeezed(said)) if len(said) < LONGEST_TEXT else None
            if match is not None and all(rows.get(id(above), True) for above in [tag, *tag.parents]):
                here.setdefault(_mark(tag), []).append((tag, match))
        for mark, ones in here.items():
            if len(ones) == 1:
                tag, match = ones[0]
                entry = any(id(above) in rows for above in [tag, *tag.parents])
                number = found.setdefault(mark, _Number(menu=_menu(tag), entry=entry))
                number.looks.append((page, tag, match[1], int(match[2]), match[3]))
    return [*found.values()]


def _mark(tag: Tag) -> Mark:
    """What an element is called, and what holds it; with the address of the link that it belongs to."""
    link = link_of(tag)
    return (*_names(tag), *([str(link["href"])] if link is not None else []))


def _menu(tag: Tag) -> Mark:
    """What holds an element beside others like it: each may have a class of its own."""
    names = [*_names(tag)]
    return (*(name.partition(".")[0] for name in names[:ITEM]), *names[ITEM:])


def _names(tag: Tag) -> Iterator[str]:
    for one in [tag, *list(tag.parents)[:4]]:
        yield ".".join([one.name, re.sub(r"\d+", "0", str(one.get("id") or "")), *sorted(stable_classes(one))[:3]])


def _told(number: _Number, size: str, shown: Sequence[Shown]) -> JsonObject | None:
    """What is set there; None when it is worded in several ways. `size`: the expression of the number."""
    worded = [(before, after) for _, _, before, said, after in number.looks if said != 1] or [number.looks[0][2::2]]
    page, tag, *_ = number.looks[0]
    selector = alone(page.document, tag, "", [other.document for other, *_ in number.looks[1:8]])
    selector = _of_link(selector, tag, number, shown) if selector is not None else None
    if selector is None or len(set(worded)) > 1:
        return None
    before, after = worded[0]
    single = next(((first, last) for _, _, first, said, last in number.looks if said == 1), None)
    made = framed(before, f"string({size})", after)
    if single is not None and single != worded[0]:
        made = f"{size} == 1 ? {framed(single[0], text('1'), single[1])} : {made}"
    return {"select": selector, "set": {"text": made}}


def _of_link(selector: str, tag: Tag, number: _Number, shown: Sequence[Shown]) -> str | None:
    """The selector, with the address of the link around the element where other pages have a number of another link
    there."""
    paths = {urlsplit(page.page.url).path for page, *_ in number.looks}
    mine = {id(page) for page, *_ in number.looks}
    others = [one.document for one in shown if urlsplit(one.page.url).path in paths and id(one) not in mine]
    link = tag if tag.name == "a" else tag.find_parent("a", href=True)
    if link is None or not any(_elsewhere(one.select_one(selector), link) for one in others):
        return selector
    own = f"a[href={quoted(str(link['href']))}]"
    within = [""] if link is tag else [f" {tag.name}", f" {selector.rpartition(' > ')[2]}"]
    alike = [page.document for page, *_ in number.looks[:8]]
    return next(
        (own + part for part in within if all(len(one.select(own + part, limit=2)) == 1 for one in alike)), None
    )


def _elsewhere(tag: Tag | None, link: Tag) -> bool:
    """Is an element in a link to another address?"""
    other = link_of(tag) if tag is not None else None
    return other is not None and other.get("href") != link.get("href")


def _feature(one: PageKind, part: Entities, path: str, show: list[Json]) -> Feature:
    document: JsonObject = {
        "id": f"{part.kind.name}.counted.page",
        "title": f"How many {part.kind.name.replace('_', ' ')} there are of a sort",
        "on": {"page": one.origin + path},
        "show": show,
    }
    return Feature(document, [f"sure: {SURE:.2f}"], SURE)

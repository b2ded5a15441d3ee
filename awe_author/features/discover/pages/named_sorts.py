"""Sorts of entities that their keys say: `User:Ada` beside `Tea`, where pages about those of one sort have parts
(menus, links) that no page about another has.

A page of one sort stands for no page of another then, whatever was seen of it only. Where only pages of such a sort
were seen right after they were made, new ones of the others look as those that were written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.markup.situations import Looks

if TYPE_CHECKING:
    from awe_author.features.discover.entities.entities import Entities
    from awe_author.features.discover.pages.about_pages import About, AboutPage

_SORT = re.compile(r"([^\W\d_][\w ]*:)\S")
MOST_KEYS = 100
"""Entities that a condition names."""
LEAST = 2
"""Addresses at which pages of a sort were seen, and others."""


def sorts_of(pages: Iterable[tuple[str, AboutPage]]) -> list[str]:
    """What keys of such sorts begin with. `pages`: about entities, each with the template of its address."""
    parts: dict[str, dict[str, list[set[str]]]] = {}
    for template, (shown, key, _) in pages:
        found = _SORT.match(key)
        own = {str(tag["id"]) for tag in shown.document.find_all(True, id=True)}
        parts.setdefault(found[1] if found else "", {}).setdefault(template, []).append(own)
    return [sort for sort in parts if sort and _apart(sort, parts)]


def _apart(sort: str, parts: Mapping[str, Mapping[str, list[set[str]]]]) -> bool:
    """Have all pages of a sort an element that none of the others has?"""
    mine = [own for every in parts[sort].values() for own in every]
    others = [own for other, found in parts.items() if other != sort for every in found.values() for own in every]
    if len(parts[sort]) < LEAST or len({one for other in parts if other != sort for one in parts[other]}) < LEAST:
        return False
    return bool(set[str].intersection(*mine) - set[str]().union(*others))


def by_sort(about: About, sorts: Iterable[str]) -> list[About]:
    """The pages of one address, those of each sort apart."""
    found, rest, tests = [], about.pages, []
    for sort in sorts:
        mine = [page for page in rest if page[1].startswith(sort)]
        is_one = f"segments[0].startsWith({text(sort)})"
        tests.append(f"!{is_one}")
        if mine:
            rest = [page for page in rest if page not in mine]
            found.append(replace(about, pages=mine, tests=[*about.tests, is_one]))
    return [*found, *([replace(about, pages=rest, tests=[*about.tests, *tests], rest=bool(found))] if rest else [])]


def with_new(about: About, part: Entities, looks: Sequence[Looks], look: Looks, tests: list[str]) -> list[str]:
    """The conditions (`tests`) of one look at pages of the other sorts, so that what is new looks as those that were
    written, where none that the recording made was seen there."""
    written = next((one for one in looks if one.situation.after), None)
    made = any(key in part.made for _, key, _ in about.pages)
    if not about.rest or made or written is None or not 0 < len(part.seed) <= MOST_KEYS:
        return tests
    there = f"segments[0] in [{', '.join(map(text, part.seed))}]"
    return [f"({' && '.join(tests)} || !({there}))"] if look is written else [*tests, there]

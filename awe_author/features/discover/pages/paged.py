"""Lists that are cut into pages look otherwise when all fits on one: no links to other pages.

Which of the recorded documents of a situation is served goes by whether there is more than one page. Where a situation
was recorded in one of these looks only, the other one is another situation's: the page after another action, whose
notice then says what this situation's says.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.markup.rows import alone
from awe_author.features.discover.markup.situations import Looks
from awe_author.features.discover.markup.wording import squeezed
from awe_author.features.discover.pages.page_lists import Look, Pager, outside
from awe_author.features.discover.pages.text_places import Place, places_of, said_at, set_at
from awe_author.json_types import Json

MOST = 6
"""Texts of a notice."""
_WORDS = re.compile(r"\A(?=.*[^\W\d_])[^\d]*\Z", re.DOTALL)
"""A text with letters and without digits."""
LONGEST = 2000
"""Texts of a page that are looked at."""


@dataclass(slots=True)
class Variant:
    """The documents of a situation for one of the two looks."""

    test: str
    numbers: list[int]
    shows: list[Json] = field(default_factory=list)
    """What a document of another situation says instead of its own notice."""


def variants(
    look: Looks, others: Sequence[Looks], looks: Sequence[Look], pager: Pager | None, size: str
) -> list[Variant]:
    """The documents of a situation, by whether there is more than one page; one variant where that makes no difference.

    `others`: the situations of the list; `size`: the expression of how many fit.
    """
    whole = [Variant("", [*look.numbers])]
    if pager is None or not look.numbers:
        return whole
    has = _paged(looks, pager)
    mine: dict[bool, list[int]] = {
        way: [number for number in look.numbers if has.get(number) is way] for way in (True, False)
    }
    found = []
    for way, test in ((True, f"{size} > {pager.length()}"), (False, f"{size} <= {pager.length()}")):
        if mine[way]:
            found.append(Variant(test, mine[way]))
        elif (lent := _lent(look, others, looks, has, way)) is not None:
            found.append(Variant(test, *lent))
    return found if len(found) == 2 else whole


def _paged(looks: Sequence[Look], pager: Pager) -> dict[int, bool]:
    """Number of a document -> has it links to other pages?"""
    found: dict[int, bool] = {}
    for look in looks:
        if look.shown.load is not None:
            there = bool(look.facets.get(pager.param)) or bool(look.asked.get(pager.param))
            found[look.shown.load.seq] = found.get(look.shown.load.seq, False) or there
    return found


def _lent(
    look: Looks, others: Sequence[Looks], looks: Sequence[Look], has: Mapping[int, bool], way: bool
) -> tuple[list[int], list[Json]] | None:
    """Documents of the page after another action, and what they say instead of their own notice."""
    if not look.situation.after:
        return None
    plain = {said for other in others if not other.situation.after for _, _, said in _said(other, looks)}
    mine = [(tag, place, said) for tag, place, said in _said(look, looks)[:LONGEST] if said not in plain]
    usual = [document for other in others if not other.situation.after for _, document in other.documents]
    for other in others:
        numbers = [number for number in other.numbers if has.get(number) is way]
        if not numbers or other is look or not other.situation.after or not 0 < len(mine) <= MOST:
            continue
        there = [document for load, document in other.documents if load in numbers]
        shows: list[Json] = []
        for tag, place, said in mine:
            selector = alone(_top(tag), tag, "")
            if selector is not None and any(one.select(selector, limit=1) for one in usual):
                continue  # what is there in any case tells of no action
            if selector is None or not all(said_at(document, selector, place) is not None for document in there):
                break
            shows.append(set_at(selector, place, text(said)))
        else:
            return numbers, shows
    return None


def _top(tag: Tag) -> BeautifulSoup:
    return next(one for one in tag.parents if isinstance(one, BeautifulSoup))


def _said(look: Looks, looks: Sequence[Look]) -> list[Place]:
    """The texts without numbers outside of the lists, of the first document of a situation."""
    document = next((document for load, document in look.documents if load in look.numbers), None)
    if document is None:
        return []
    shown = next((one.shown for one in looks if one.shown.document is document), None)
    free = outside(document, shown.lists if shown is not None else [])
    return [(tag, place, squeezed(said)) for tag, place, said in places_of(document)
            if free(tag) and _WORDS.search(said) is not None]  # fmt: skip

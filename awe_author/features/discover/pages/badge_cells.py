"""Badges in rows that stand together in one element, each there while a field says something (`Sticky`, `Private`): the
element has those of them that are due, also in combinations that no row was seen with.

Told of boxes to tick (`box_marks`) and of what posts set, where the element has nothing but these in all rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bs4 import Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.markup.documents import Row
from awe_author.features.discover.markup.rows import texts_in
from awe_author.features.discover.markup.wording import own_text, squeezed
from awe_author.features.discover.pages.pages import PageKind
from awe_author.json_types import JsonObject

if TYPE_CHECKING:
    from awe_author.features.discover.pages.cells import Told


@dataclass(slots=True)
class _Badges:
    """The badges of rows."""

    html: dict[str, dict[str, str]] = field(default_factory=dict)
    """Field -> its value -> the badge."""
    holders: set[str] = field(default_factory=set)
    """Selectors of what holds them."""


def badge_cells(
    cells: JsonObject, one: PageKind, told: Sequence[Told], inside: Callable[[Tag, Tag], str | None]
) -> JsonObject:
    """The cells of rows, with such an element. `inside`: the selector of an element in its row."""
    names = [one.sent[name] for name in sorted(one.checks) if name in one.sent] + sorted(one.sets.fields())
    found = _Badges()
    for row, tag, values in told:
        for name in (name for name in names if values.get(name)):
            badge = _badge(row, tag, values[name])
            if badge is not None and badge.parent is not None:
                found.html.setdefault(name, {})[values[name]] = str(badge)
                found.holders.add(inside(tag, badge.parent) or "")
    holder = next(iter(found.holders), "")
    if len(found.holders) != 1 or not holder or holder == ":scope" or not _only_badges(holder, told, [*found.html]):
        return cells
    parts = [f"({own_text('item', name)} in {_map(badges)} ? {_map(badges)}[{own_text('item', name)}] : '')"
             for name, badges in _in_order(found.html, holder, told).items()]  # fmt: skip
    return {**cells, holder: {"html": " + ' ' + ".join(parts)}}


def _badge(row: Row, tag: Tag, value: str) -> Tag | None:
    """The element that says a value: with its word, or the one that is the box's."""
    said = [one for one, shown in texts_in(tag) if squeezed(shown) == value and one.name not in ("a", "td", "button")]
    apart = [one for one, _ in texts_in(tag) if any(one is mine for mine in row.apart)]
    found = said or apart
    return found[0] if len(found) == 1 and found[0] is not tag else None


def _only_badges(holder: str, told: Sequence[Told], names: Sequence[str]) -> bool:
    """Has the element in all rows just as many as there are fields that say something, and nothing else?"""
    for row, tag, values in told:
        there = tag.select(holder, limit=2)
        size = sum(bool(values.get(name)) and _badge(row, tag, values[name]) is not None for name in names)
        if (
            len(there) != 1
            or len(there[0].find_all(True)) != size
            or size != sum(bool(values.get(name)) for name in names)
        ):
            return False
        if any(isinstance(one, str) and not isinstance(one, Tag) and one.strip() for one in there[0].children):
            return False
    return True


def _in_order(html: Mapping[str, dict[str, str]], holder: str, told: Sequence[Told]) -> dict[str, dict[str, str]]:
    """The fields in the order in which rows have their badges, where some has several."""
    places: dict[str, int] = {}
    for row, tag, values in told:
        inner = [inner for top in tag.select(holder, limit=1) for inner in top.find_all(True)]
        for name in (name for name in html if values.get(name)):
            badge = _badge(row, tag, values[name])
            at = next((at for at, one in enumerate(inner) if one is badge), 0)
            places[name] = max(places.get(name, 0), at)
    return {name: html[name] for name in sorted(html, key=lambda name: places.get(name, 0))}


def _map(badges: Mapping[str, str]) -> str:
    return "{" + ", ".join(f"{text(value)}: {text(html)}" for value, html in badges.items()) + "}"

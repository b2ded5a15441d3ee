"""Lists whose address says by which field they are sorted, though no head of theirs is a link that does so.

`/items?sort=title` may come from a menu, a form or a link elsewhere. A value counts when it names a field (`title`,
`-title`, `title:desc`, `title` beside `dir=desc`) and the rows are in that order; other fields are asked for in the
same way then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.lists.ordering import asked, field_of, order_of
from awe_author.features.discover.lists.roles import DIRECTION
from awe_author.features.discover.markup.wording import KEY, own_text
from awe_author.features.discover.pages.page_lists import Look
from awe_author.features.discover.pages.pages import LISTED_ON
from awe_author.features.discover.pages.sorting import by_number, order_param

LEAST = 3
"""Rows that prove an order."""
_FALLING = {"asc": "desc", "ascending": "descending", "0": "1", "false": "true", "up": "down"}


@dataclass(frozen=True, slots=True)
class Named:
    """How addresses ask for an order: of one recorded value."""

    param: str
    up: str
    """What a value is, with NUL for the field."""
    down: str
    turned: tuple[str, str] | None = None
    """(parameter, value) that turns the order round."""
    folded: bool = False
    """Are texts compared without regard to case?"""


def named_orders(part: Entities, looks: Sequence[Look], first: Sequence[Look], each: str, usual: str) -> str:
    """The list in the order that the address names, else in its `usual` one. `first`: the sights of the latter."""
    known = [KEY, *(name for name in part.fields() if name not in (KEY, LISTED_ON))]
    ways = [(look, way) for look in looks if (way := _way(look, known)) is not None]
    if not ways:
        return usual
    way, proven = ways[0][1], {_value(look) for look, _ in ways}
    kept = {_value(look) for look in first} - proven
    made, own = usual, f"page.query.get({text(way.param)}, '')"
    for name in reversed(known):
        up, down = (how.replace("\0", snake(name)) for how in (way.up, way.down))
        there = f"{each}.sortBy(item, {_by(part, name, folded=way.folded)})"
        if way.turned is not None:
            turned = f"page.query.get({text(way.turned[0])}, '') == {text(way.turned[1])}"
            made = f"({own} == {text(up)} ? ({turned} ? {there}.reverse() : {there}) : {made})"
            continue
        for value, ordered in ((down, f"{there}.reverse()"), (up, there)):
            if value not in kept:
                made = f"({own} == {text(value)} ? {ordered} : {made})"
    return made


def _by(part: Entities, name: str, *, folded: bool) -> str:
    own = own_text("item", name)
    made = by_number(own, [str(value) for value in part.values(name)])
    return f"{own}.lowerAscii()" if folded and made == own else made


def _value(look: Look) -> str:
    asked_for = order_param(look.page.url)
    return asked_for[1] if asked_for is not None else ""


def _way(look: Look, known: Sequence[str]) -> Named | None:
    """How the address of a look asks for its order, when its rows are in that."""
    param, value = order_param(look.page.url) or ("", "")
    said = asked(value)
    name = field_of(said[0], known) if said is not None else ""
    turned = next(_turned(look), None)
    if not name or said is None or len(look.keys) < LEAST or snake(said[0]) != snake(name):
        return None
    falling = said[1] or (turned is not None and look.asked[turned[0]] == turned[1])
    number = all(key.isdigit() for key in look.keys)
    rows = [{**look.there.get(key, {}), KEY: int(key) if number else key} for key in look.keys]
    if name != KEY and all(str(row.get(name, "")).isdecimal() for row in rows):
        rows = [{**row, name: int(row[name])} for row in rows]
    order = order_of([rows], KEY, name, falling) if all(name in row for row in rows) else None
    if order is None or len({str(row[name]) for row in rows}) < LEAST:
        return None
    up, down = _style(value, said[0])
    return Named(param, up, down, turned, order.folded)


def _turned(look: Look) -> Iterator[tuple[str, str]]:
    """The parameter of its own that says the direction, with what it says for down."""
    for name, value in look.asked.items():
        if snake(name) in DIRECTION:
            down = _FALLING.get(value.lower(), value)
            yield name, down.upper() if value.isupper() else down


def _style(value: str, name: str) -> tuple[str, str]:
    """What a value is for any field, up and down."""
    found = re.fullmatch(rf"[-+]?{re.escape(name)}([ :.,|_])(asc|desc)", value, re.IGNORECASE)
    if found is None:
        return "\0", "-\0"
    ends = ("ASC", "DESC") if found[2].isupper() else ("asc", "desc")
    return f"\0{found[1]}{ends[0]}", f"\0{found[1]}{ends[1]}"

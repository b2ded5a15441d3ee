"""Tables whose heads are links that sort them: `?ordering=2` in the head of the second column, `-2` the other way."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.lists.roles import DIRECTION
from awe_author.features.discover.markup.addresses import joined
from awe_author.features.discover.markup.documents import Row, Rows
from awe_author.features.discover.markup.rows import alone, inside
from awe_author.features.discover.markup.wording import KEY, own_text, squeezed
from awe_author.json_types import Json

ORDERS = ("ordering", "order", "order_by", "orderby", "sort", "sort_by", "sortby", "o", "s")
"""Parameters that may say by which column a list is sorted."""


MOST_ROWS = 60
"""Rows that are looked at for what a column shows."""
_SORTED = re.compile(r"(^|[ _-])(sorted|asc|desc|ascending|descending)($|[ _-])")
_FALLING = re.compile(r"desc|descending|1|true|down|reverse", re.IGNORECASE)
_DOWN = re.compile(r"(^|[ _-])desc")


@dataclass(frozen=True, slots=True)
class Head:
    """The head of one column."""

    param: str
    value: str
    field: str
    label: str
    tag: Tag


def order_param(url: str) -> tuple[str, str] | None:
    """(parameter, value) of the address of a sorted list."""
    return next(((name, value) for name, value in parse_qsl(urlsplit(url).query) if snake(name) in ORDERS), None)


def heads_of(rows: Rows, url: str) -> list[Head]:
    """The heads that sort a table: links to its own address with another value of one parameter."""
    table = rows.parent if rows.parent is None or rows.parent.name == "table" else rows.parent.find_parent("table")
    top = table.find("tr") if isinstance(table, Tag) else None
    found = []
    for place, cell in enumerate(top.find_all(["th", "td"], recursive=False) if isinstance(top, Tag) else []):
        links = [(link, asked) for link in cell.find_all("a", href=True) if (asked := _asked(link, url)) is not None]
        field = _field(rows.rows, place)
        if links and field:
            link, asked = next((one for one in links if squeezed(one[0].get_text())), links[0])
            label = re.sub(r"[\s\u2190-\u2193\u25b2-\u25c5]+$", "", squeezed(link.get_text()))
            found.append(Head(asked[0], first_of(asked[1]).lstrip("-"), field, label, link))
    return found if len({head.param for head in found}) == 1 else []


def _asked(link: Tag, url: str) -> tuple[str, str] | None:
    to = joined(url, str(link.get("href")))
    return order_param(to) if to and urlsplit(to).path == urlsplit(url).path else None


def sorted_head(heads: Sequence[Head]) -> tuple[str, bool] | None:
    """(field, down) of the one head that says that the list is sorted by it: `aria-sort`, `class="sorted desc"`."""
    found = []
    for head in heads:
        cell = head.tag.find_parent(["th", "td"])
        aria = str(cell.get("aria-sort") or "") if isinstance(cell, Tag) else ""
        classes = " ".join(cell.get("class") or []) if isinstance(cell, Tag) else ""
        if aria in ("ascending", "descending") or _SORTED.search(classes):
            found.append((head.field, _DOWN.search(aria or classes) is not None))
    return found[0] if len(found) == 1 else None


def first_of(value: str) -> str:
    """The first of several columns: of `2.1` and of `-2,name` what comes before the sign between them."""
    return re.split(r"[.,](?=-?\d)|,", value)[0]


def _field(rows: Sequence[Row], place: int) -> str:
    """The field that a column shows; the key where it shows `#7`."""
    for row in rows[:3]:
        cells = row.tag.find_all(["td", "th"], recursive=False) if row.tag is not None else []
        said = squeezed(cells[place].get_text()) if place < len(cells) else ""
        if row.key.isdigit() and re.fullmatch(rf"\W*{row.key}", said):
            return KEY
        named = [name for name, value in row.values.items() if value == said and said]
        if len(named) == 1:
            return named[0]
    return next((name for row in rows[:MOST_ROWS] if (name := _told_in(row, place))), "")


def _told_in(row: Row, place: int) -> str:
    """The field that a cell of a row tells in other words (a date, a span of time): by where it stands."""
    cells = row.tag.find_all(["td", "th"], recursive=False) if row.tag is not None else []
    cell = cells[place] if place < len(cells) else None
    if row.tag is None or cell is None or not squeezed(cell.get_text()):
        return ""
    at = {name: row.tag.select_one(selector) for name, selector in row.selectors.items()}
    named = [name for name, tag in at.items() if tag is not None and (tag is cell or cell in tag.parents)]
    return named[0] if len(named) == 1 else ""


def falling_param(pages: Iterable[tuple[str, Rows]]) -> tuple[str, str] | None:
    """The parameter of its own that heads of a sorted list turn its order by: `&desc=1`, `&dir=desc`."""
    for url, rows in pages:
        for head in heads_of(rows, url):
            to = parse_qsl(urlsplit(joined(url, str(head.tag.get("href")))).query)
            found = next((pair for pair in to if pair[0] != head.param and _FALLING.fullmatch(pair[1])
                          and (snake(pair[0]) in DIRECTION or _FALLING.match(pair[0]))), None)  # fmt: skip
            if found is not None:
                return found
    return None


def sorted_by(
    each: str,
    usual: str,
    heads: Sequence[Head],
    values: Mapping[str, Sequence[str]],
    falling: tuple[str, str] | None = None,
    ranks: Mapping[str, str] | None = None,
) -> str:
    """The list in the order that the address asks for, else in its usual one. `falling`: see `falling_param`; `ranks`:
    field -> what to sort by in its stead."""
    if not heads:
        return usual
    made = usual
    several = next(
        (
            sign
            for sign in ".,"
            for head in heads
            if re.search(rf"[?&]{re.escape(head.param)}=[^&]*[{sign}]", str(head.tag.get("href")))
        ),
        "",
    )
    for head in reversed(heads):
        own = own_text("item", head.field)
        known = values.get(head.field, ())
        key = (ranks or {}).get(head.field) or (
            f"({own} == '' ? 0 : int({own}))"
            if known and all(re.fullmatch(r"-?\d{1,15}", one) for one in known)
            else own
        )
        asked = f"page.query.get({text(head.param)}, '')" + (f".split({text(several)})[0]" if several else "")
        if falling is not None:
            down = f"page.query.get({text(falling[0])}, '') == {text(falling[1])}"
            there = f"{each}.sortBy(item, {key})"
            made = f"({asked} == {text(head.value)} ? ({down} ? {there}.reverse() : {there}) : {made})"
            continue
        made = (
            f"({asked} == {text(head.value)} ? {each}.sortBy(item, {key}) : "
            f"{asked} == {text('-' + head.value)} ? {each}.sortBy(item, {key}).reverse() : {made})"
        )
    return made


def _head_in(tag: Tag, container: str, documents: Sequence[Tag]) -> str | None:
    """A selector of a head's link: from its table down, which is the same on all pages, else from the document."""
    table = tag.find_parent("table")
    within = inside(table, tag) if isinstance(table, Tag) else None
    made = f"{container.removesuffix(' > tbody')} {within}" if within is not None else ""
    if made and all(len(one.select(made, limit=2)) == 1 for one in documents):
        return made
    top = list(tag.parents)[-1]
    return alone(top, tag, "") if isinstance(top, BeautifulSoup) else None


def head_marks(heads: Sequence[Head], pages: Sequence[tuple[str, Rows, Tag]]) -> list[Json]:
    """What the heads of a sorted list show: a sign at the column, and where it leads next. `pages`: (address, rows,
    document) of a list as it was seen sorted and not."""
    found: list[Json] = []
    for url, rows, _ in pages:
        asked = order_param(url)
        there = heads_of(rows, url)
        here = next(
            (head for head in there if asked is not None and head.value == first_of(asked[1]).lstrip("-")), None
        )
        if here is None or asked is None:
            continue
        label = next((head.label for head in heads if head.value == here.value), here.label)
        sign = squeezed(here.tag.get_text()).removeprefix(label).strip()
        turned = order_param(joined(url, str(here.tag.get("href"))))
        for head in heads:
            select = _head_in(head.tag, rows.container, [document for _, _, document in pages])
            test = f"page.query.get({text(head.param)}, '') == {text(head.value)}"
            link = str(head.tag.get("href"))
            if select is None or order_param(joined(url, link)) is None:
                continue
            if sign and not asked[1].startswith("-"):
                settings: dict[str, Json] = {"text": f"{text(head.label)} + ({test} ? {text(sign)} : '')"}
                if turned is not None and turned[1].startswith("-"):
                    plain = re.sub(rf"={re.escape(head.param)}=-?|=-(?=\d)", "=", link)
                    flipped = plain.replace(f"{head.param}={head.value}", f"{head.param}=-{head.value}")
                    settings["href"] = f"{test} ? {text(flipped)} : {text(plain)}"
                found.append({"select": select, "set": settings})
        break
    return found

"""Tables whose heads are links that sort them: `?ordering=2` in the head of the second column, `-2` the other way; in
words `?sort=name desc`, `?sortOrder=name_desc`, `?q[s]=name+asc`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.lists.roles import DIRECTION
from awe_author.features.discover.markup.addresses import joined
from awe_author.features.discover.markup.documents import Row, Rows
from awe_author.features.discover.markup.number_formats import NUMBER
from awe_author.features.discover.markup.rows import alone, inside
from awe_author.features.discover.markup.wording import KEY, own_text, squeezed
from awe_author.json_types import Json
from awe_author.queries import parse_qsl

ORDERS = (
    "ordering", "order", "order_by", "orderby", "sort", "sort_by", "sortby", "sort_order", "sort_column", "sort_field",
    "sort_key", "order_column", "order_field", "sorts", "o", "s",
)  # fmt: skip
"""Parameters that may say by which column a list is sorted; also in brackets, `q[s]`."""


MOST_ROWS = 60
"""Rows that are looked at for what a column shows."""
_SORTED = re.compile(r"(^|[ _-])(sorted|asc|desc|ascending|descending)($|[ _-])")
_FALLING = re.compile(r"desc|descending|1|true|down|reverse", re.IGNORECASE)
_DOWN = re.compile(r"(^|[ _-])desc")
_WAY = re.compile(r"asc|desc|ascending|descending", re.IGNORECASE)
_WORDED = re.compile(rf"(?P<of>.+?)(?P<sign>[ _:.,|-])(?P<way>{_WAY.pattern})", re.IGNORECASE)
"""A column with the direction behind it."""
_COLUMN = re.compile(rf"(?!({_WAY.pattern}|up|down)\Z)\w[\w.]*", re.IGNORECASE)
"""What a head's link may call its column."""


@dataclass(frozen=True, slots=True)
class Head:
    """The head of one column."""

    param: str
    value: str
    field: str
    label: str
    tag: Tag
    first: str
    """The whole value that the link has."""


def order_param(url: str, own: str = "") -> tuple[str, str] | None:
    """(parameter, value) of the address of a sorted list. `own`: a parameter that its heads say (`order_name`)."""
    return next((pair for pair in parse_qsl(urlsplit(url).query) if pair[0] == own or _orders(*pair)), None)


def _orders(name: str, value: str) -> bool:
    """May a parameter say the column? Not one that says only the direction."""
    last = re.fullmatch(r".*\[(\w+)\]", name)
    return snake(last[1] if last else name) in ORDERS and not _WAY.fullmatch(value)


def column_of(value: str) -> str:
    """The column that an order names: `name` of `name desc`, `2` of `-2.1`."""
    first = first_of(value)
    worded = _WORDED.fullmatch(first)
    return worded["of"] if worded else first.lstrip("-")


def falls(value: str) -> bool:
    """Does the value itself ask for the other direction?"""
    worded = _WORDED.fullmatch(first_of(value))
    return worded["way"].lower().startswith("desc") if worded else value.startswith("-")


def order_name(pages: Iterable[tuple[str, Rows]]) -> str:
    """The parameter by which the heads of a table differ, where no name says that it sorts: each links to the list with
    another word in it (`?_oc_books=title`, `?_oc_books=year`). `pages`: (address, rows) of all looks at a list."""
    for url, rows in pages:
        said: dict[str, list[str]] = {}
        links = [(link, _query(link, url)) for cell in _head_cells(rows) for link in cell.find_all("a", href=True)[:1]]
        asked = [query for _, query in links if query]
        for name, value in (pair for query in asked for pair in query.items()):
            said.setdefault(name, []).append(column_of(value))
        if any(_orders(name, value) for query in asked for name, value in query.items()):
            return ""
        telling = [
            name for name, values in said.items()
            if len({*values}) == len(values) == len(asked) > 1 and all(map(_COLUMN.fullmatch, values))
        ]  # fmt: skip
        if len(telling) == 1:
            return telling[0]
    return ""


def _query(link: Tag, url: str) -> dict[str, str]:
    """What a link to the same path asks for."""
    to = joined(url, str(link.get("href")))
    return dict(parse_qsl(urlsplit(to).query)) if to and urlsplit(to).path == urlsplit(url).path else {}


def _head_cells(rows: Rows) -> list[Tag]:
    table = rows.parent if rows.parent is None or rows.parent.name == "table" else rows.parent.find_parent("table")
    top = table.find("tr") if isinstance(table, Tag) else None
    heads = isinstance(top, Tag) and not any(row.tag is top for row in rows.rows)
    return top.find_all(["th", "td"], recursive=False) if isinstance(top, Tag) and heads else []


def heads_of(rows: Rows, url: str) -> list[Head]:
    """The heads that sort a table: links to its own address with another value of one parameter."""
    own, found = order_name([(url, rows)]), []
    for place, cell in enumerate(_head_cells(rows)):
        links = [
            (link, asked) for link in cell.find_all("a", href=True) if (asked := _asked(link, url, own)) is not None
        ]
        field = _field(rows.rows, place)
        if links and field:
            link, asked = next((one for one in links if squeezed(one[0].get_text())), links[0])
            label = re.sub(r"[\s\u2190-\u2193\u25b2-\u25c5]+$", "", squeezed(link.get_text()))
            found.append(Head(asked[0], column_of(asked[1]), field, label, link, asked[1]))
    return found if len({head.param for head in found}) == 1 else []


def _asked(link: Tag, url: str, own: str) -> tuple[str, str] | None:
    to = joined(url, str(link.get("href")))
    return order_param(to, own) if to and urlsplit(to).path == urlsplit(url).path else None


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
    """The first of several columns: of `2.1` and of `-2,name` what comes before the sign between them; `name,desc` is
    one."""
    worded = _WORDED.fullmatch(value)
    one = worded is not None and worded["sign"] == "," and "," not in worded["of"]
    return value if one else re.split(r"[.,](?=-?\d)|,", value)[0]


def _field(rows: Sequence[Row], place: int) -> str:
    """The field that a column shows; the key where it shows `#7`."""
    for row in rows[:3]:
        cells = _cells(row)
        said = squeezed(cells[place].get_text()) if place < len(cells) else ""
        if row.key.isdigit() and re.fullmatch(rf"\W*{row.key}", said):
            return KEY
        named = [name for name, value in row.values.items() if value == said and said]
        if len(named) == 1:
            return named[0]
    return next((name for row in rows[:MOST_ROWS] if (name := _told_in(row, place))), "")


def _cells(row: Row) -> list[Tag]:
    """The cells of a row; of the first of several that are one record."""
    top = row.tag.find("tr") if row.tag is not None and row.tag.name == "tbody" else row.tag
    return top.find_all(["td", "th"], recursive=False) if isinstance(top, Tag) else []


def _told_in(row: Row, place: int) -> str:
    """The field that a cell of a row tells in other words (a date, a span of time): by where it stands."""
    cells = _cells(row)
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
                          and (snake(pair[0]) in DIRECTION or _FALLING.match(pair[0]) or _WAY.fullmatch(pair[1]))),
                         None)  # fmt: skip
            if found is not None:
                return found
    return None


def directions_of(pages: Iterable[tuple[str, Rows]]) -> list[str]:
    """How heads and addresses of a list write directions behind a column: ` desc`, `_asc`."""
    found: dict[str, None] = {}
    for url, rows in pages:
        asked = order_param(url)
        for value in [head.first for head in heads_of(rows, url)] + ([asked[1]] if asked else []):
            worded = _WORDED.fullmatch(value)
            if worded is not None:
                long = worded["way"].lower().endswith("ending")
                found |= dict.fromkeys(
                    worded["sign"] + way for way in (("ascending", "descending") if long else ("asc", "desc"))
                )
    return [*found]


def sorted_by(
    each: str,
    usual: str,
    heads: Sequence[Head],
    values: Mapping[str, Sequence[str]],
    falling: tuple[str, str] | None = None,
    ranks: Mapping[str, str] | None = None,
    directions: Sequence[str] = (),
    *,
    numbered: bool | None = None,
    remembered: bool = False,
) -> str:
    """The list in the order that the address asks for, else in its usual one. `falling`: see `falling_param`; `ranks`:
    field -> what to sort by in its stead; `directions`: see `directions_of`; `numbered`: see `_ties`; `remembered`: the
    app goes on sorting by what was asked for last."""
    if not heads:
        return usual
    made = usual
    several = next((sign for head in heads if (sign := _between(head))), "")
    rise, fall = _ties(each, usual, numbered)
    for head in reversed(heads):
        own = own_text("item", head.field)
        key = (ranks or {}).get(head.field) or by_number(own, values.get(head.field, ()))
        asked = _asked_text(head.param, remembered=remembered) + (f".split({text(several)})[0]" if several else "")
        if falling is not None:
            down = f"{_asked_text(falling[0], remembered=remembered)} == {text(falling[1])}"
            up, there = f"{rise}.sortBy(item, {key})", f"{fall}.sortBy(item, {key}).reverse()"
            made = f"({asked} == {text(head.value)} ? ({down} ? {there} : {up}) : {made})"
            continue
        up, down = asks_for(asked, head, directions, falls=False), asks_for(asked, head, directions, falls=True)
        made = f"({up} ? {rise}.sortBy(item, {key}) : {down} ? {fall}.sortBy(item, {key}).reverse() : {made})"
    return made


def _asked_text(param: str, *, remembered: bool) -> str:
    """The expression of what an address asks for, or its page was asked for before."""
    before = f"string(view.get('asked', {{}}).get({text(param)}, ''))" if remembered else "''"
    return f"page.query.get({text(param)}, {before})"


def _between(head: Head) -> str:
    """The sign between several columns that its link asks for; "" where it asks for one (`title,desc`)."""
    asked = dict(parse_qsl(urlsplit(str(head.tag.get("href"))).query)).get(head.param, "")
    return asked[len(first_of(asked)) :][:1]


def by_number(own: str, known: Sequence[str]) -> str:
    """What to sort by: the number where all known values are numbers."""
    if known and all(re.fullmatch(r"-?\d{1,15}", one) for one in known):
        return f"({own} == '' ? 0 : int({own}))"
    if known and all(NUMBER.match(one) for one in known):
        return f"({own}.matches('^-?[0-9]+([.][0-9]+)?$') ? double({own}) : 0.0)"
    return own


def _ties(each: str, usual: str, numbered: bool | None) -> tuple[str, str]:
    """The list to be sorted up, and down: equal ones come by their number, the lowest first (`numbered`), or the
    highest; None where keys are no numbers: in the usual order then."""
    if numbered is None:
        return usual, f"{usual}.reverse()"
    rise = f"{each}.sortBy(item, int(item.id))"
    fall = f"{rise}.reverse()"
    return (rise, fall) if numbered else (fall, rise)


def asks_for(asked: str, head: Head, directions: Sequence[str], *, falls: bool) -> str:
    """The condition that the address asks for a column, in one direction."""
    if not directions:
        return f"{asked} == {text('-' + head.value if falls else head.value)}"
    ways = [way for way in directions if way[1:].startswith("desc") is falls]
    words = [*([] if falls else [head.value]), *(head.value + way for way in ways)]
    return f"{asked}.lowerAscii() in [{', '.join(text(one.lower()) for one in words)}]"


def head_in(tag: Tag, container: str, documents: Sequence[Tag]) -> str | None:
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
    own = heads[0].param if heads else ""
    for url, rows, _ in pages:
        asked = order_param(url, own)
        there = heads_of(rows, url)
        here = next((head for head in there if asked is not None and head.value == column_of(asked[1])), None)
        if here is None or asked is None:
            continue
        label = next((head.label for head in heads if head.value == here.value), here.label)
        sign = squeezed(here.tag.get_text()).removeprefix(label).strip()
        turned = order_param(joined(url, str(here.tag.get("href"))), own)
        if turned is not None and _WORDED.fullmatch(turned[1]) and falls(turned[1]) != falls(asked[1]):
            return _turning(heads, turned, rows, [document for _, _, document in pages])
        for head in heads:
            select = head_in(head.tag, rows.container, [document for _, _, document in pages])
            test = f"page.query.get({text(head.param)}, '') == {text(head.value)}"
            link = str(head.tag.get("href"))
            if select is None or order_param(joined(url, link), own) is None:
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


def _turning(heads: Sequence[Head], turned: tuple[str, str], rows: Rows, documents: Sequence[Tag]) -> list[Json]:
    """Heads that lead to the other direction when the list is sorted by them, in words. `turned`: such a link."""
    worded = _WORDED.fullmatch(turned[1])
    found: list[Json] = []
    for head in heads if worded is not None else ():
        select, link = head_in(head.tag, rows.container, documents), str(head.tag.get("href"))
        bare = worded is not None and _WORDED.fullmatch(head.first) is None
        other = (
            head.value + (worded["sign"] if worded else "") + _other_way(worded["way"] if worded else "", head.first)
        )
        if select is not None and (bare or falls(other) != falls(head.first)):
            test = f"page.query.get({text(head.param)}, '') == {text(head.first)}"
            found.append(
                {"select": select, "set": {"href": f"{test} ? {text(_with(link, head.param, other))} : {text(link)}"}}
            )
    return found


def _other_way(written: str, first: str) -> str:
    """The direction that a head does not lead to at first, as it is `written`."""
    long, down = written.lower().endswith("ending"), not falls(first)
    made = ("desc" if down else "asc") + ("ending" if long else "")
    return made.upper() if written.isupper() else made


def _with(link: str, name: str, value: str) -> str:
    """An address with another value of a parameter."""
    path, _, query = link.partition("?")
    pairs = [(key, value if key == name else was) for key, was in parse_qsl(query, keep_blank_values=True)]
    return f"{path}?{urlencode(pairs)}"

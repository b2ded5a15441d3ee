"""Rows without links whose boxes to tick have the keys of what another list links to: `<li><a href="#">Tea</a> <input
type="checkbox" value="tea"></li>`.

They are of the kind that this list shows: all of their keys are in it, at some time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bs4 import Tag

from awe_author.features.discover.markup.documents import Rows, parse, row_of
from awe_author.features.discover.markup.row_selectors import row_selector
from awe_author.features.discover.markup.selectors import selector_of
from awe_author.features.discover.pages.keyed_rows import BOX as BY_BOX
from awe_author.features.discover.pages.pages import PageKind, Shown, place_of

LEAST = 3
"""Rows whose keys are hardly those of another list by chance."""
BOX = 'input[type="checkbox"]'
Boxed = tuple[Tag, list[tuple[str, Tag]]]
"""(what holds the rows, (key, row))."""


def add_boxed_rows(shown: Sequence[Shown]) -> None:
    """Give pages such lists."""
    keys: dict[str, set[str]] = {}
    for listed in (rows for one in shown for rows in one.lists):
        keys.setdefault(listed.template, set()).update(row.key for row in listed.rows)
    for one in shown if keys else ():
        for parent, boxed in list(_boxed(one)):
            template = _of(keys, [key for key, _ in boxed])
            if template:
                tags = [tag for _, tag in boxed]
                alike = list(parent.find_all(tags[0].name, recursive=False))
                rows = [row_of(tag, key, parent, one.page.url) for key, tag in boxed]
                every = len(alike) == len(tags)
                container = selector_of(one.document, parent)
                selector = _as_served(one, container, row_selector(alike, tags))
                selector += "" if every else f":has({BOX})"
                one.lists.append(Rows(template, container, selector, rows, parent=parent, drawn=(BY_BOX, "")))


def _boxed(page: Shown) -> Iterator[Boxed]:
    """Elements most of whose parts have a box of their own, and none a link to anything."""
    known = {id(rows.parent) for rows in page.lists}
    for parent in page.document.find_all(["tbody", "ul", "ol"]):
        alike = parent.find_all(["tr", "li"], recursive=False) if id(parent) not in known else []
        boxes = [(row, _box(row)) for row in alike]
        found = [(str(box["value"]), row) for row, box in boxes if box is not None and box.get("value")]
        links = any(str(tag["href"])[:1] not in ("#", "") for row in alike for tag in row.find_all("a", href=True))
        if len(found) >= max(LEAST, len(alike) - 1) and len({key for key, _ in found}) == len(found) and not links:
            yield parent, found


def _box(row: Tag) -> Tag | None:
    """The first box of a row itself, and of none within it."""
    return next((box for box in row.select(BOX) if box.find_parent(row.name) is row), None)


def _of(keys: Mapping[str, set[str]], own: Sequence[str]) -> str:
    """The template of the list that has all of these; "" where none has, or several do."""
    having = [template for template, every in keys.items() if every.issuperset(own)]
    return having[0] if len(having) == 1 and not all(key.isdigit() for key in own) else ""


def _as_served(page: Shown, container: str, selector: str) -> str:
    """The selector of rows without classes that scripts gave them."""
    name, *classes = selector.split(".")
    served = parse(page.load.body.decode("utf-8", "replace")).select_one(container) if page.load is not None else None
    rows = served.find_all(name, recursive=False) if served is not None else []
    kept = [one for one in classes if not rows or any(one in row.get_attribute_list("class") for row in rows)]
    return ".".join([name, *kept])


def order_of_links(one: PageKind, keys: Sequence[str]) -> str:
    """The order of the list with links that has the same rows in the same order at first; "" where none has. Scripts
    may put what is new at the end."""
    same = [place_of(page, rows) for page, rows in one.lists
            if not rows.drawn[0] and [row.key for row in rows.rows] == [*keys]]  # fmt: skip
    return next((one.orders[place] for place in same if place in one.orders), "")

"""Which of the rows of a table are entities: not those that are heads, of the table or of a group of rows in it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bs4 import Tag

from awe_author.features.discover.markup.cell_texts import shown_text

_STATE_CLASS = re.compile(
    r"(odd|even|selected|active|hover|focus|first|last|\d|hascontextmenu|unread|current|open|js-)"
)

_OF_CELLS = ":has(> td)"


def stable_classes(tag: Tag) -> list[str]:
    """Classes that say what an element is rather than in which state."""
    names: list[str] = list(tag.get("class") or [])
    return [name for name in names if re.match(r"[A-Za-z][\w-]*\Z", name) and not _STATE_CLASS.search(name)]


def row_selector(alike: Sequence[Tag], own: Sequence[Tag]) -> str:
    """The CSS selector of the rows of a list in what holds them. `alike`: its elements of their name; `own`: those that
    are entities. Rows of a table that have nothing but heads in them are none of the list."""
    common = [name for name in stable_classes(alike[0]) if all(name in stable_classes(tag) for tag in alike)]
    plain = ".".join([alike[0].name, *common[:2]])
    mine = {id(tag) for tag in own}
    others = [tag for tag in alike if id(tag) not in mine]
    heads = alike[0].name == "tr" and bool(others) and not any(tag.find("td", recursive=False) for tag in others)
    return f"{plain}{_OF_CELLS}" if heads and all(tag.find("td", recursive=False) for tag in own) else plain


def common_selector(selectors: Sequence[str]) -> str:
    """The selector of the rows of all looks at a list, of those of each: a class that only all rows of one look have
    says in which state these were (`tr.issue.overdue`)."""
    names = [selector.removesuffix(_OF_CELLS).split(".") for selector in selectors]
    if len({name for name, *_ in names}) != 1:
        return selectors[0]
    common = [one for one in names[0][1:] if all(one in classes for _, *classes in names)]
    cells = _OF_CELLS if any(selector.endswith(_OF_CELLS) for selector in selectors) else ""
    return ".".join([names[0][0], *common]) + cells


def group_heads(parent: Tag, own: Sequence[Tag]) -> tuple[str, dict[int, str]]:
    """(CSS selector of the rows of a table that are heads of groups, id() of each entity's row -> what the head of its
    group says); nothing where not every row is in a group. A head is one cell that is as wide as several."""
    said: dict[int, str] = {}
    heads: list[Tag] = []
    last: Tag | None = None
    mine = {id(tag) for tag in own}
    for tag in parent.find_all("tr", recursive=False):
        if id(tag) not in mine:
            last = tag if _is_head(tag) else last
            continue
        if last is None:
            return "", {}
        heads += [] if heads and heads[-1] is last else [last]
        said[id(tag)] = shown_text(last)
    if len({shown_text(tag) for tag in heads}) != len(heads) or not heads:
        return "", {}
    for selector in _selectors(heads):
        if [id(one) for one in parent.select(f":scope > {selector}")] == [id(one) for one in heads]:
            return selector, said
    return "", {}


def _is_head(tag: Tag) -> bool:
    cells = tag.find_all(["td", "th"], recursive=False)
    span = str(cells[0].get("colspan") or "1") if len(cells) == 1 else "1"
    wide = span.isdigit() and int(span) > 1
    return wide and not cells[0].find(["table", "form", "input"]) and bool(shown_text(tag))


def _selectors(heads: Sequence[Tag]) -> list[str]:
    """Ways to select such rows: by a class of theirs, by one of their cell, by its being wide."""
    cells = [tag.find(["td", "th"]) for tag in heads]
    found = [f"tr.{name}" for name in stable_classes(heads[0]) if all(name in stable_classes(tag) for tag in heads)]
    for name in stable_classes(cells[0]) if isinstance(cells[0], Tag) else ():
        if all(isinstance(cell, Tag) and name in stable_classes(cell) for cell in cells):
            found.append(f"tr:has(> .{name})")
    return [*found, "tr:has(> [colspan])"]

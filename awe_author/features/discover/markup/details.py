"""What a page says of one thing under labels: rows of two cells, definition lists, `<p><b>City:</b> Oslo</p>`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.names import snake
from awe_author.features.discover.markup.cell_texts import only_for_readers, shown_text
from awe_author.features.discover.markup.dated_texts import LONGEST as LONGEST_DATED
from awe_author.features.discover.markup.dated_texts import MOMENT, dated_texts

LONGEST_LABEL = 40
LONGEST = 2000
"""Characters of what is said under a label."""
MOST = 60
ROWS = 3
"""Of a table that says what one thing is, at least."""
_LABEL = re.compile(r"(?:[%#$€£] ?)?[^\W\d_][\w /&()'.-]*\s*:?")
_LABELS = ["strong", "b", "label", "dt", "th", "em"]
_CALLED = re.compile(r"(^|[-_])(label|term|title|key|name|head(er|ing)?)($|[-_])", re.IGNORECASE)
_CONTROLS = ["input", "select", "textarea", "button", "form", "table", "ul", "ol"]
Detail = tuple[str, str, Tag]
"""(name, what is said, the element that says it)."""


def details_in(document: BeautifulSoup) -> list[Detail]:
    """The labelled texts of a page, each name once, and the moments among other words; what stands in a form, or is
    under a label several times, is left out."""
    found: dict[str, Detail] = {}
    twice: set[str] = set()
    for label, tag in _pairs(document.body or document):
        tag = _without_pictures(_without_buttons(tag))
        words, said = shown_text(label), shown_text(tag)
        if label.parent is tag:  # the text behind the label
            said = said.removeprefix(words).strip()
        name = snake(words.rstrip(" :"))
        if len(words) > LONGEST_LABEL or not _LABEL.fullmatch(words) or len(said) > LONGEST or not name:
            continue
        if _controls(tag) or tag.find_parent("form") is not None or only_for_readers(tag):
            continue
        twice |= {name} if name in found else set()
        moments = MOMENT.findall(said) if len(said) <= LONGEST_DATED else []
        found[name] = (name, moments[0] if len(moments) == 1 else said, tag)
    labelled = {(said, id(tag)) for _, said, tag in found.values()}
    for name, said, tag in dated_texts(document):
        if (said, id(tag)) not in labelled:
            twice |= {name} if name in found else set()
            found.setdefault(name, (name, said, tag))
    return [one for name, one in found.items() if name not in twice][:MOST]


def _without_buttons(tag: Tag) -> Tag:
    """The part of an element that says something beside buttons ("Copy"), where it has no other controls."""
    if _controls(tag) != {"button"}:
        return tag
    beside = [text for text in tag.find_all(string=True) if text.strip() and text.find_parent("button") is None]
    holder = beside[0].parent if beside else None
    while holder is not None and holder is not tag and not all(holder in text.parents for text in beside):
        holder = holder.parent
    return holder if holder is not None and holder.find("button") is None else tag


def _without_pictures(tag: Tag) -> Tag:
    """The element that says all that an element says, where that has tables without words, too: bars of progress."""
    holder = tag
    while any(one.name == "table" for one in holder.find_all(True, recursive=False)):
        saying = [one for one in holder.find_all(True, recursive=False) if shown_text(one)]
        if len(saying) != 1 or shown_text(saying[0]) != shown_text(holder):
            return tag
        holder = saying[0]
    return holder


def _controls(tag: Tag) -> set[str]:
    """The names of controls and lists in an element, and of itself; lists of one item are none."""
    return {
        one.name for one in [tag, *tag.find_all(True)]
        if one.name in _CONTROLS and not (one.name in ("ul", "ol") and len(one.find_all("li")) == 1)
    }  # fmt: skip


def _is_told(table: Tag) -> bool:
    """Is a table no list but what one thing is: rows of two plain cells each, no heads, and another label in each
    first cell?"""
    rows = [row.find_all(["th", "td"], recursive=False) for row in table.find_all("tr")]
    if len(rows) < ROWS or any([one.name for one in cells] != ["td", "td"] for cells in rows):
        return False
    labels = [shown_text(cells[0]) for cells in rows]
    plain = not any(cells[0].find(["a", *_CONTROLS]) for cells in rows)
    return plain and len({*labels}) == len(labels) and all(map(_LABEL.fullmatch, labels))


def _pairs(top: Tag) -> Iterator[tuple[Tag, Tag]]:
    """(label, what holds the text)."""
    told = {id(row) for table in top.find_all("table") if _is_told(table) for row in table.find_all("tr")}
    for row in top.find_all("tr"):
        cells = row.find_all(["th", "td"], recursive=False)
        pairs = [*zip(cells[::2], cells[1::2], strict=False)]
        every = [two.name == "td" and (one.name == "th" or _labels(one)) for one, two in pairs]
        if len(cells) in (2, 4, 6) and (all(every) or id(row) in told):
            yield from pairs
    for term in top.find_all("dt"):
        behind = term.find_next_sibling(["dt", "dd"])
        after = behind.find_next_sibling(["dt", "dd"]) if isinstance(behind, Tag) and behind.name == "dd" else None
        if isinstance(behind, Tag) and behind.name == "dd" and (not isinstance(after, Tag) or after.name == "dt"):
            yield term, behind
    for one in top.find_all(["p", "li", "div", "span"]):
        inner = one.find_all(True, recursive=False)
        if not inner or shown_text(inner[0]) == "" or not shown_text(one).startswith(shown_text(inner[0])):
            continue
        if len(inner) == 1 and inner[0].name in _LABELS and shown_text(inner[0]).endswith(":"):
            yield inner[0], one
        elif (
            len(inner) == 2
            and _labels(inner[0])
            and shown_text(one) == f"{shown_text(inner[0])} {shown_text(inner[1])}"
        ):
            yield inner[0], inner[1]


def _labels(tag: Tag) -> bool:
    """Is an element a label by what it is called, or by its sign?"""
    classes = " ".join(map(snake, tag.get("class") or []))
    bold = tag.find(["b", "strong", "label"])
    whole = isinstance(bold, Tag) and shown_text(bold) == shown_text(tag)
    return tag.name in _LABELS or bool(_CALLED.search(classes)) or whole or shown_text(tag).endswith(":")

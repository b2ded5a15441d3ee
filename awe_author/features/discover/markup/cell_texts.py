"""What single cells of rows say, and what their classes say of their columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from bs4 import Tag

from awe_author.features.discover.common.names import snake

_LOOKS = re.compile(
    r"(num(eric|ber)?|right|left|center(ed)?|middle|nowrap|muted|small|large|bold|strong|mono(space)?|truncate|ellipsis|"
    r"collapsing|narrow|wide|shrink|tight|fit|cell|data|td|last|first|"
    r"(text|align|font|whitespace|bg|border|d|float|pull|hidden|visible|show|hide|w|p[xytrbl]?|m[xytrbl]?)-.+)\Z"
)
LINES = ("small", "div", "p", "span", "em", "i", "code")
"""Elements that may say something of their own beside a link."""
_FOR_READERS = re.compile(
    r"(visually-?hidden|sr-?only|screen-reader(-text)?|assistive-?text|a11y-hidden)\Z", re.IGNORECASE
)
"""Classes of what nobody sees and screen readers say: "activate to sort ascending"."""
_EXPLAINS = re.compile(r"(^|[-_])(muted|help|hint|desc|description|note|optional|required)([-_]|$)", re.IGNORECASE)


def only_looks(name: str) -> bool:
    """Does a class say how a cell looks (`num`, `text-right`) rather than what is in it?"""
    return _LOOKS.match(name.lower()) is not None


def bare_class(name: str) -> str:
    """What a class says beside that it is a column's."""
    return re.sub(r"^(col|column|field|cell|td)_(?=[a-z])", "", name)


def class_prefix(classes: Sequence[str]) -> str:
    """The first word that most classes of a row's cells have in common: `field-` of `field-name`, `field-age`."""
    first = Counter(one.partition("-")[0] for one in classes if one.partition("-")[2])
    word, count = first.most_common(1)[0] if first else ("", 0)
    return f"{snake(word)}_" if count > 2 and 2 * count > len(classes) else ""


def chosen_in(cell: Tag) -> str:
    """What the only choice in a cell stands at."""
    choices = cell.find_all("select")
    chosen = [one for one in choices[0].find_all("option") if one.has_attr("selected")] if len(choices) == 1 else []
    return shown_text(chosen[0]) if len(chosen) == 1 else ""


def pictured_in(cell: Tag) -> str:
    """What the only picture in a cell says: yes, no."""
    said = [str(one["alt"]) for one in cell.find_all("img", alt=True)]
    said = said or [str(one["title"]) for one in cell.find_all(["i", "span", "svg"], title=True)]
    return " ".join(said[0].split()) if len(said) == 1 else ""


_LABELLED = re.compile(r"(\w[\w /-]{0,30}): (\S.{0,40})")
_GLYPH = re.compile(r"([a-z0-9]+([_-][a-z0-9]+)*)?")
"""What is written in a font of icons, or nothing."""


def explained_in(cell: Tag) -> tuple[str, str]:
    """(label, value) that a pointer is told of the picture in a cell, where it has no words: `Priority: Low`."""
    said = [one for one in [cell, *cell.find_all(True)] if one.get("title")]
    match = _LABELLED.fullmatch(" ".join(str(said[0]["title"]).split())) if len(said) == 1 else None
    shown = cell.find(["i", "svg", "img"]) is not None and _GLYPH.fullmatch(shown_text(cell)) is not None
    return (match[1], match[2]) if match is not None and shown else ("", "")


_COLOURED = re.compile(r"\s*background(?:-color)?\s*:\s*(#[0-9a-fA-F]{3,8}|rgba?\([\d., %]+\)|[a-z]{3,20})\s*;?\s*")


def coloured_in(cell: Tag) -> str:
    """The colour of the only element that a cell without words has to show one."""
    told = [_COLOURED.fullmatch(str(one["style"])) for one in cell.find_all(True, style=True)]
    return told[0][1] if len(told) == 1 and told[0] is not None and not shown_text(cell) else ""


def shown_text(tag: Tag) -> str:
    """What an element says, with a blank between its parts; a comma right behind one stays there: `Tea, Rice`."""
    said = " ".join(tag.get_text(" ", strip=True).split())
    return said if " ," not in said or " ," in tag.get_text() else said.replace(" ,", ",")


def head_text(head: Tag) -> str:
    """What a head says, without what only screen readers say of it, where it says anything else."""
    apart = {id(said) for one in head.find_all(True) if for_readers(one) for said in one.strings}
    seen = " ".join(str(said) for said in head.strings if id(said) not in apart) if apart else ""
    return " ".join(seen.split()) or shown_text(head)


def for_readers(tag: Tag) -> bool:
    """Does a class say that nobody sees an element, and screen readers read it?"""
    return any(_FOR_READERS.match(name) for name in tag.get_attribute_list("class") if name)


def only_for_readers(tag: Tag) -> bool:
    """Does nobody see any of an element's text?"""
    said = [one for one in tag.find_all(string=True) if one.strip()]
    return bool(said) and all(any(for_readers(above) for above in one.parents) for one in said)


def beside_link(cell: Tag, link: Tag, key: str) -> list[Tag] | None:
    """The elements of a cell that say something beside the link to its entity: a line below a title. Those that say
    nothing but the key are left out. None where text stands between elements, or the cell is anything but a link and
    such lines."""
    found: list[Tag] = []
    for one in cell.find_all(string=True):
        if not one.strip() or link in one.parents:
            continue
        holder = one.parent
        if holder is None or holder in link.parents or holder.name not in LINES or any(map(shown_text, holder(True))):
            return None
        found.append(holder)
    return [one for one in found if not re.fullmatch(rf"\W*{re.escape(key)}\W*", shown_text(one))]


def label_text(label: Tag) -> str:
    """What a choice is called, without what the label explains of it: `Open <small>for everybody</small>`."""
    apart = {id(text) for one in label.find_all(True) if explains(one) for text in one.find_all(string=True)}
    said = " ".join(str(text) for text in label.find_all(string=True) if id(text) not in apart)
    return " ".join(said.split()) or shown_text(label)


def explains(tag: Tag) -> bool:
    """Does an element in a label say more than what it is called?"""
    return tag.name == "small" or any(_EXPLAINS.search(name) for name in tag.get_attribute_list("class") if name)


def cell_text(cell: Tag) -> str:
    """What a cell says; of one with a form that changes it in place, or a menu that is folded up, what stands beside
    that."""
    forms = [*cell.find_all("form"), *folded_in(cell)]
    inner = {id(said) for form in forms for said in form.strings}
    beside = " ".join(" ".join(said for said in cell.strings if id(said) not in inner).split()) if inner else ""
    if cell.find("select"):
        return beside if beside in map(shown_text, cell.find_all("option")) else chosen_in(cell)
    typed = any(form.find(["textarea", "input"], type=_types_in) for form in forms)
    return beside if beside or typed else shown_text(cell)


def folded_in(tag: Tag) -> list[Tag]:
    """What `details` in an element show only once they are opened."""
    closed = [one for one in tag.find_all("details") if not one.has_attr("open")]
    return [inner for one in closed for inner in one.find_all(True, recursive=False) if inner.name != "summary"]


def _types_in(kind: str | None) -> bool:
    """Is a field of this type filled by typing?"""
    return kind not in ("hidden", "submit", "button", "image", "checkbox", "radio")


def lines_of(row: Tag) -> list[Tag]:
    """The rows of a table of which one record has several (`tbody`); none for what is no such record."""
    return list(row.find_all("tr", recursive=False)) if row.name == "tbody" else [row] if row.name == "tr" else []


def heads_of(parent: Tag, lines: int) -> list[list[str]]:
    """What stands above the columns of a table, for each of the rows that a record has."""
    table = parent if parent.name == "table" else parent.find_parent("table")
    rows = table.find_all("tr") if table is not None else []
    heads = rows[:1] if lines == 1 else [row for row in rows if not row.find("td")][:lines]
    told = [[head_text(one) for one in row.find_all(["th", "td"], recursive=False)] for row in heads]
    return told + [[]] * (lines - len(told))


def unseen_in(row: Tag) -> Iterator[tuple[str, str]]:
    """(field, text) of what a row has for scripts, in parts with a class each that are not shown: what an edit form in
    the row is filled with."""
    for top in row.select(".hidden, [hidden]"):
        for one in top.find_all(True):
            if one.get("class") and not one.find(True) and shown_text(one):
                yield snake(one.get_attribute_list("class")[0]), shown_text(one)


def only_link(cell: Tag) -> str:
    """The selector behind that of a cell for the one link that has all of its text; "" where there is no such link."""
    links = cell.find_all("a")
    return " a" if len(links) == 1 and shown_text(links[0]) == cell_text(cell) else ""

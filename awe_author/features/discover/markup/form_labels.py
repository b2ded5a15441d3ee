"""What forms call their fields: a label for it, around it, or in the cell or element before it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.names import snake
from awe_author.features.discover.markup.cell_texts import explains, shown_text

LONGEST = 40
"""Characters of a label."""
_MARK = re.compile(r"(?<=\S)\s+[(*]?\s*(optional|required)\s*\)?\s*\*?\Z", re.IGNORECASE)
"""Behind a label: whether something has to be filled in."""
_FIELDS = ["input", "select", "textarea"]


def labels_of(documents: Iterable[BeautifulSoup]) -> dict[str, str]:
    """Name of a field -> what it is called, as the name of a column (`annual_revenue`); of those with one label."""
    found: dict[str, set[str]] = {}
    for document in documents:
        mine = {str(one["for"]): one for one in document.select("label[for]")}
        for one in document.select("form input[name], form select[name], form textarea[name]"):
            said = _label(one, mine) if one.get("type") not in ("hidden", "submit", "button") else ""
            if 0 < len(said) <= LONGEST:
                found.setdefault(str(one["name"]), set()).add(snake(_MARK.sub("", said).rstrip(" :*")))
    return {name: next(iter(said)) for name, said in found.items() if len(said) == 1}


def _label(field: Tag, labels: Mapping[str, Tag]) -> str:
    """`labels`: id of a field -> the label for it."""
    around = labels.get(str(field.get("id") or "")) or field.find_parent("label")
    if isinstance(around, Tag):
        pieces = [(piece.strip(), piece.parent) for piece in around.find_all(string=True) if _plain(piece.parent)]
        named = [piece for piece, holder in pieces if holder is None or holder is around or not explains(holder)]
        return " ".join(filter(None, named)) or " ".join(filter(None, (piece for piece, _ in pieces)))
    cell = field.find_parent(["td", "dd"])
    before = cell.find_previous_sibling(["th", "td", "dt"]) if isinstance(cell, Tag) else field.find_previous_sibling()
    if not isinstance(before, Tag) or before.find(_FIELDS) is not None or before.name in _FIELDS:
        return ""
    return shown_text(before)


def _plain(tag: Tag | None) -> bool:
    """Is a text of a label no choice, and no text of the field itself?"""
    return tag is None or tag.name not in ("option", "textarea", "select")

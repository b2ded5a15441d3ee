"""Moments that stand among other words of a page: `Submitted by ada on 2025-01-13 09:30`, `Ines, 2/14/2025 9:30 AM`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.names import snake
from awe_author.features.discover.markup.row_selectors import stable_classes
from awe_author.features.dom.rendering import runs_of

LONGEST = 200
"""Characters of a text that has a moment."""
WORDS = 4
"""Words in front of a moment that name it."""
DAY = (
    r"\d{4}[-/.]\d\d?[-/.]\d\d?|\d\d?[-/.]\d\d?[-/.]\d{4}|[A-Z][a-z]{2,8}\.? \d\d?,? \d{4}"
    r"|\d\d?\.? [A-Z][a-z]{2,8}\.? \d{4}"
)
MOMENT = re.compile(rf"(?<![\w.:/-])(?:{DAY})(?:,| at| -|)[ T]\d\d?:\d\d(?::\d\d)?(?: ?[AaPp]\.?[Mm]\b\.?)?(?![\w:/-])")
NAMELESS = "dated"
"""Name of a moment that stands alone: it is one of the entity only if a write set it."""
SIGN = "_sign"
"""Behind the name of a column of moments: what stands behind these (`pages.dated_signs`)."""
_LAYOUT = re.compile(r"(col|row|container|wrapper|grid|flex|card|pull|float|text|d)(-[\w-]*)?\Z", re.IGNORECASE)
"""Classes that say where an element stands: the moment of the page in its footer is no field."""
_SKIPPED = ("script", "style", "textarea", "option", "title", "button", "time")


def dated_texts(document: BeautifulSoup) -> Iterator[tuple[str, str, Tag]]:
    """(name, moment, element) of the texts with one moment in them; named by the words in front of it, else by the
    element's class; `NAMELESS` for what says nothing else and has no class."""
    for tag in (document.body or document).find_all(True):
        if tag.name in _SKIPPED or tag.find_parent("form") is not None:
            continue
        for run in runs_of(tag):
            said = " ".join("".join(run).split())
            found = MOMENT.findall(said) if len(said) <= LONGEST else []
            if len(found) == 1:
                before = snake(" ".join(re.findall(r"[^\W\d]+", said.partition(found[0])[0])[-WORDS:]))
                name = before or next((snake(one) for one in stable_classes(tag)[:1] if not _LAYOUT.match(one)), "")
                if name or said == found[0]:
                    yield name or NAMELESS, found[0], tag

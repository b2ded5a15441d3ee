"""Notices that the address of a page carries: `/jobs/7?note=The+job+was+saved` shows "The job was saved".

A parameter counts when its value is several words and the page shows it, as a whole or line by line, wherever a look
has both, and no look without it shows the same. Other words in the address are shown in their place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from bs4 import Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.markup.rows import alone
from awe_author.features.discover.markup.wording import SURE, squeezed
from awe_author.features.discover.pages.pages import Shown
from awe_author.features.discover.pages.text_places import places_of, said_at, set_at
from awe_author.json_types import Json
from awe_author.queries import parse_qsl

MOST = 6
"""Places of one page."""
CONTROLS = ("a", "button", "label", "option", "nav")
WHOLE = -1
"""In place of the number of a line."""


def echoed(pages: Sequence[Shown]) -> list[Json]:
    """The surfaces of such notices on pages of one address."""
    found: dict[tuple[str, str], tuple[str, int]] = {}
    for shown in pages:
        for name, value in _sentences(shown):
            for tag, place, said in places_of(shown.document):
                line = _line(squeezed(said), value) if not _leads(tag) else None
                selector = alone(shown.document, tag, "") if line is not None and place.startswith("text") else None
                if selector is None or line is None or (selector, place) in found or len(found) >= MOST:
                    continue
                looks = [(other, value) for other in pages for one, value in _sentences(other) if one == name]
                silent = [other for other in pages if not any(one is other for one, _ in looks)]
                usual = any(
                    squeezed(said_at(other.document, selector, place) or "") == squeezed(said) for other in silent
                )
                if not usual and all(_says(other, selector, place, value, line) for other, value in looks):
                    found[selector, place] = (name, line)
    return [_surface(selector, place, *told) for (selector, place), told in found.items()]


def _leads(tag: Tag) -> bool:
    """Is it a part of a link or control? These are called so whatever an address says."""
    return any(one.name in CONTROLS for one in [tag, *tag.parents])


def _sentences(shown: Shown) -> Iterator[tuple[str, str]]:
    for name, value in parse_qsl(urlsplit(shown.page.url).query):
        if len(value) >= SURE and " " in value.strip():
            yield name, value


def _lines(value: str) -> list[str]:
    return [squeezed(line) for line in value.split("\n")]


def _line(said: str, value: str) -> int | None:
    """Which line of the value a text is; None for another text."""
    if said == squeezed(value):
        return WHOLE
    lines = _lines(value)
    return lines.index(said) if said and len(said) >= SURE and said in lines else None


def _says(shown: Shown, selector: str, place: str, value: str, line: int) -> bool:
    """Does a page whose address has this value show it there, or has it no such place?"""
    said, lines = said_at(shown.document, selector, place), _lines(value)
    wanted = squeezed(value) if line == WHOLE else lines[line] if line < len(lines) else ""
    return said is None or squeezed(said) == wanted


def _surface(selector: str, place: str, name: str, line: int) -> Json:
    own = f"page.query.get({text(name)}, '')"
    lines = f"{own}.split('\\n')"
    made = own if line == WHOLE else f"({lines}.size() > {line} ? {lines}[{line}] : '')"
    return {**set_at(selector, place, made), "when": f"{text(name)} in page.query"}

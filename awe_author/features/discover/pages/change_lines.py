"""Notices that say line by line what a form changed: `Ticket 7: Subject changed from 'Tea' to 'Cocoa'`.

Told when all lines of such a list, on all pages of a situation, say of one field each what it was and what it is, whole
or by its first word, with the same words around it, and two fields are told of at least. The list is made anew of the
fields that the last change made another, in the order in which they were seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bs4 import Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.markup.rows import alone
from awe_author.features.discover.markup.wording import BEFORE, KEY, squeezed
from awe_author.features.discover.pages.about_pages import About
from awe_author.features.discover.pages.filled import Own, first_looks
from awe_author.json_types import JsonObject

LEAST = 2
"""Fields that lines tell of."""
MOST = 20
"""Lines of a list."""
LISTS = ("ul", "ol", "div", "tbody")
Values = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Line:
    """How a change of one field is worded."""

    field: str
    words: tuple[str, str, str]
    """Before what it was, between that and what it is, and behind; the key stands for itself as NUL."""
    first: bool
    """Does it say the first word of these alone?"""

    def text(self, own: Own, markup: tuple[str, str]) -> str:
        """The expression of the HTML; nothing where the field was not changed."""
        was, now = own(BEFORE + self.field), own(self.field)
        said = [f"{one}.split(' ')[0]" if self.first else one for one in (was, now)]
        before, between, behind = (_keyed(words, own) for words in self.words)
        parts = [text(markup[0]), before, _safe(said[0]), between, _safe(said[1]), behind, text(markup[1])]
        return f"({was} != {now} ? {' + '.join(parts)} : '')"


def change_lines(about: About, names: Sequence[str], own: Own) -> tuple[list[JsonObject], list[Tag]]:
    """The surface, and the lists of all pages; none where there is no such list. `names`: fields that forms send."""
    first = [id(page) for page in first_looks(about.pages)]
    looks = [(page.document, {**values, KEY: key}) for page, key, values in about.pages if id(page) in first]
    for tag in looks[0][0].find_all(LISTS) if looks and about.there else ():
        selector = alone(looks[0][0], tag, "") if _markup(tag) else None
        found = [one for document, _ in looks for one in document.select(selector, limit=1)] if selector else []
        if len(found) < len(looks) or {_markup(one) for one in found} != {_markup(tag)}:
            continue
        told = [[*_told(one, values, names)] for one, (_, values) in zip(found, looks, strict=True)]
        lines = _in_order(told) if all(told) else []
        if selector and len(lines) >= LEAST and _all_changes(told, [values for _, values in looks], lines):
            html = " + ".join(line.text(own, _markup(tag) or ("", "")) for line in lines)
            return [{"select": selector, "set": {"html": html}}], found
    return [], []


def _markup(tag: Tag) -> tuple[str, str] | None:
    """The tags around each line, where all are alike and hold nothing but text."""
    children = tag.find_all(True, recursive=False)
    plain = all(child.string is not None and not child.find(True) and squeezed(child.string) for child in children)
    around = {str(child).partition(str(child.string))[::2] for child in children} if plain else set()
    return around.pop() if len(around) == 1 and len(children) <= MOST else None


def _told(tag: Tag, values: Values, names: Sequence[str]) -> Iterator[_Line]:
    """The lines of a list; nothing where one says something else."""
    found = []
    for child in tag.find_all(True, recursive=False):
        line = next(_ways(squeezed(child.get_text()), values, names), None)
        if line is None:
            return
        found.append(line)
    yield from found


def _ways(shown: str, values: Values, names: Sequence[str]) -> Iterator[_Line]:
    """How a line may be told, whole values first."""
    for first in (False, True):
        for name in names:
            was, now = values.get(BEFORE + name, ""), values.get(name, "")
            was, now = (one.partition(" ")[0] if first else one for one in (was, now))
            if was and now and was != now:
                before, found, rest = shown.partition(was)
                between, also, behind = rest.rpartition(now)
                if found and also and squeezed(before):
                    key = values[KEY]
                    words = tuple(_without_key(one, key) for one in (before, between, behind))
                    yield _Line(name, (words[0], words[1], words[2]), first)


def _without_key(words: str, key: str) -> str:
    return " ".join("\0" + one.removeprefix(key) if one.rstrip(":.,;") == key else one for one in words.split(" "))


def _keyed(words: str, own: Own) -> str:
    return f" + {own(KEY)} + ".join(map(text, words.split("\0")))


def _safe(own: str) -> str:
    return f"{own}.replace('&', '&amp;').replace('<', '&lt;')"


def _in_order(told: Sequence[Sequence[_Line]]) -> list[_Line]:
    """All lines, by where they stood; none where one field is worded in two ways."""
    places: dict[_Line, int] = {}
    for lines in told:
        for place, line in enumerate(lines):
            places[line] = max(place, places.get(line, 0))
    fields = [line.field for line in places]
    return sorted(places, key=lambda line: places[line]) if len({*fields}) == len(fields) else []


def _all_changes(told: Sequence[Sequence[_Line]], looks: Sequence[Values], lines: Sequence[_Line]) -> bool:
    """Has each page a line for every field of these that was changed?"""
    of = {line.field for line in lines}
    return all(
        {name for name in of if BEFORE + name in values} == {line.field for line in mine}
        for mine, values in zip(told, looks, strict=True)
    )

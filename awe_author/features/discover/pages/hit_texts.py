"""What rows of hits say of a long text of their entity: the line in which the words were found, and how long it is.

    <li><a href="/wiki/Soup">Soup</a> <p>* Bring a <b>cup</b>.</p> <small>82 bytes (14 words)</small></li>

A line counts when all looks at hits show the first one that has all words that were asked for, and one of the texts has
other lines. A number is the length of a text where it stands before the word for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from bs4 import Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.lists.roles import searches
from awe_author.features.discover.markup.documents import Row, Rows
from awe_author.features.discover.markup.wording import SURE, own_text, squeezed
from awe_author.json_types import JsonObject

Values = Mapping[str, str]
_LENGTH = re.compile(r"(?<![\w.,-])(\d{1,6})(?= (?:bytes|characters|chars|words)\b)")
_WORD = re.compile(r"[A-Za-z]")
_MEASURES: Mapping[str, tuple[Callable[[str], int], str]] = {
    "bytes": (lambda value: len(value.encode()), "size(bytes({own}))"),
    "char": (len, "size({own})"),
    "words": (
        lambda value: sum(_WORD.search(one) is not None for one in value.split()),
        "{own}.replace('\\n', ' ').split(' ').filter(w, w.matches('[A-Za-z]')).size()",
    ),
}


@dataclass(frozen=True, slots=True)
class Hit:
    """A row that was found: what it was like, and the words that were asked for."""

    tag: Tag
    values: Values
    words: tuple[str, ...]
    param: str


def hits_in(
    alike: Sequence[tuple[Page, Rows]], of: Callable[[Row], Tag | None], values: Callable[[Row, Page], Values]
) -> list[Hit]:
    """The rows of a list, when some looks at it ask for words."""
    found: list[Hit] = []
    for page, rows in alike:
        asked = [(name, said) for name, said in parse_qsl(urlsplit(page.url).query) if searches(name) and said.strip()]
        param, said = asked[0] if len(asked) == 1 else ("", "")
        tags = [(row, tag) for row in rows.rows if (tag := of(row)) is not None]
        found += [Hit(tag, values(row, page), tuple(said.lower().split()), param) for row, tag in tags]
    return found if any(one.param for one in found) else []


def hit_texts(hits: Sequence[Hit], names: Sequence[str], inside: Callable[[Tag, Tag], str | None]) -> JsonObject:
    """Selector in a row -> what it shows. `names`: fields that users type; `inside`: the selector of an element in its
    row."""
    found: JsonObject = {}
    for hit in hits:
        for tag in hit.tag.find_all(True):
            selector = inside(hit.tag, tag) if squeezed(tag.get_text()) else None
            if selector is None or selector in found:
                continue
            tries = (_line(hits, hit, tag, selector, name) or _lengths(hits, tag, selector, name) for name in names)
            made = next((one for one in tries if one is not None), None)
            found |= {selector: made} if made is not None else {}
    return found


def _plain(value: str) -> str:
    return value.replace("\r", "")


def _own(name: str) -> str:
    """The expression of a field as it was typed."""
    return f"{own_text('item', name)}.replace('\\r', '')"


# ---- the line --------------------------------------------------------------------------------------------------------


def _found_line(value: str, words: Sequence[str]) -> str:
    """The first line with all words; "" without one."""
    lines = (squeezed(one) for one in value.splitlines())
    return next((one for one in lines if one and all(word in one.lower() for word in words)), "")


def _line(hits: Sequence[Hit], hit: Hit, tag: Tag, selector: str, name: str) -> JsonObject | None:
    value = hit.values.get(name, "")
    if not all(one.param == hit.param != "" for one in hits) or len(value.strip().split("\n")) < 2:
        return None
    if len(value) < SURE or _found_line(value, hit.words) != squeezed(tag.get_text()):
        return None
    for other in (one for one in hits if one.values.get(name)):
        shown = [squeezed(one.get_text()) for one in other.tag.select(selector, limit=1)]
        if shown != [_found_line(other.values[name], other.words)]:
            return None
    words = f"page.query.get({text(hit.param)}, '').lowerAscii().split(' ').filter(w, w != '')"
    lines = f"{_own(name)}.split('\\n').map(l, l.trim())"
    first = f"({lines}.filter(l, words.all(w, l.lowerAscii().contains(w))) + [''])[0]"
    return {"html": f"[{words}].map(words, [{first}].map(line, {_marked(tag)})[0])[0]"}


def _marked(tag: Tag) -> str:
    """The expression of a line with the first word marked as it was."""
    inner = tag.find(True)
    if not isinstance(inner, Tag):
        return _escaped("line")
    opening = str(inner).partition(">")[0] + ">"
    at, end = "line.lowerAscii().indexOf(words[0])", "line.lowerAscii().indexOf(words[0]) + size(words[0])"
    parts = [
        _escaped(f"line.substring(0, {at})"), text(opening), _escaped(f"line.substring({at}, {end})"),
        text(f"</{inner.name}>"), _escaped(f"line.substring({end})"),
    ]  # fmt: skip
    return f"(size(words) == 0 || {at} < 0 ? {_escaped('line')} : {' + '.join(parts)})"


def _escaped(own: str) -> str:
    return f"{own}.replace('&', '&amp;').replace('<', '&lt;')"


# ---- how long it is --------------------------------------------------------------------------------------------------


def _measured(shown: str, value: str) -> Iterator[tuple[int, int, str]]:
    """(begin, end, measure) of the numbers that say how long a text is."""
    for found in _LENGTH.finditer(shown):
        behind = shown[found.end() + 1 :]
        measure = next(one for one in _MEASURES if behind.startswith(one))
        if _MEASURES[measure][0](_plain(value)) == int(found[1]):
            yield found.start(), found.end(), measure


def _lengths(hits: Sequence[Hit], tag: Tag, selector: str, name: str) -> JsonObject | None:
    shown, at = squeezed(tag.get_text()), 0
    if not _LENGTH.search(shown):
        return None  # before rows are searched: there may be thousands
    told = [(squeezed(there.get_text()), hit.values[name]) for hit in hits if hit.values.get(name)
            for there in hit.tag.select(selector, limit=1)]  # fmt: skip
    every = [(said, value, [*_measured(said, value)]) for said, value in told]
    ways = {tuple(measure for _, _, measure in places) for _, _, places in every}
    full = all(len(places) == len(_LENGTH.findall(said)) for said, _, places in every)
    if len(ways) != 1 or () in ways or not full or max(len(value) for _, value in told) < SURE:
        return None
    parts: list[str] = []
    model = next((places for said, _, places in every if said == shown), [])
    for begin, end, measure in model:
        parts += [text(shown[at:begin]), f"string({_MEASURES[measure][1].format(own=_own(name))})"]
        at = end
    made = " + ".join([*(part for part in parts if part != "''"), text(shown[at:])])
    return {"text": f"({text(name)} in item ? {made} : {text(shown)})"} if model else None

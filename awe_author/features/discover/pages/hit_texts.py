"""What rows of hits say of a long text of their entity: the line in which the words were found, and how long it is.

    <li><a href="/wiki/Soup">Soup</a> <p>* Bring a <b>cup</b>.</p> <small>82 bytes (14 words)</small></li>

A line counts when all looks at hits show the first one that has all words that were asked for, and one of the texts has
other lines. A number is the length of a text where it stands before the word for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from bs4 import Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.lists.roles import searches
from awe_author.features.discover.markup.documents import Row, Rows
from awe_author.features.discover.markup.situations import PREVIOUS
from awe_author.features.discover.markup.wording import SURE, own_text, squeezed
from awe_author.json_types import JsonObject
from awe_author.queries import parse_qsl

Values = Mapping[str, str]
WRITTEN = PREVIOUS
"""Field of an entity that was changed."""
_LENGTH = re.compile(r"(?<![\w.,-])(\d{1,6})(?= (?:bytes|characters|chars|words)\b)")
_WORD = re.compile(r"[A-Za-z]")
_MEASURES: Sequence[tuple[str, Callable[[str], int], str]] = (
    ("bytes", lambda value: len(value.encode()), "size(bytes({own}))"),
    ("char", len, "size({own})"),
    (
        "words",
        lambda value: sum(_WORD.search(one) is not None for one in value.split()),
        "{own}.replace('\\n', ' ').split(' ').filter(w, w.matches('[A-Za-z]')).size()",
    ),
    (
        "words",
        lambda value: len(re.findall(r"\w+", value)),
        "{own}.split('').map(c, c.matches('[\\\\pL\\\\pN_]') ? c : ' ').join('').split(' ').filter(w, w != '').size()",
    ),
)
"""(the word behind the number, what it counts, the expression)."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A row that was found: what it was like, and the words that were asked for."""

    tag: Tag
    values: Values
    words: tuple[str, ...]
    param: str
    written: bool = False
    """Was it made or changed before?"""


def hits_in(
    alike: Sequence[tuple[Page, Rows]],
    of: Callable[[Row], Tag | None],
    values: Callable[[Row, Page], Values],
    written: Callable[[Row, Page], bool] = lambda _row, _page: False,
) -> list[Hit]:
    """The rows of a list, when some looks at it ask for words."""
    found: list[Hit] = []
    for page, rows in alike:
        asked = [(name, said) for name, said in parse_qsl(urlsplit(page.url).query) if searches(name) and said.strip()]
        param, said = asked[0] if len(asked) == 1 else ("", "")
        tags = [(row, tag) for row in rows.rows if (tag := of(row)) is not None]
        words = tuple(said.lower().split())
        found += [Hit(tag, values(row, page), words, param, written(row, page)) for row, tag in tags]
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


def by_words(hits: Sequence[Hit], found: JsonObject, told: JsonObject) -> JsonObject:
    """Of what is shown those lines that are `told` otherwise by words of which some were asked for: they were found in
    the line, and are no words of the list."""
    words = {word for one in hits for word in one.words}
    lines = {selector: made for selector, made in found.items() if isinstance(made, dict) and "html" in made}
    return {selector: made for selector, made in lines.items()
            if any(word in str(told.get(selector, "")).lower() for word in words)}  # fmt: skip


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


def _measured(shown: str, value: str, measures: Sequence[int]) -> list[tuple[int, int, int]] | None:
    """(begin, end, measure) of the numbers that say how long a text is; None where one says something else."""
    made: list[tuple[int, int, int]] = []
    for found in _LENGTH.finditer(shown):
        behind = shown[found.end() + 1 :]
        number = next((one for one in measures if behind.startswith(_MEASURES[one][0])), None)
        if number is None or _MEASURES[number][1](value) != int(found[1]):
            return None
        made.append((found.start(), found.end(), number))
    return made


def _lengths(hits: Sequence[Hit], tag: Tag, selector: str, name: str) -> JsonObject | None:
    if not _LENGTH.search(squeezed(tag.get_text())):
        return None  # before rows are searched: there may be thousands
    told = [(squeezed(there.get_text()), hit.values[name], hit.written) for hit in hits if hit.values.get(name)
            for there in hit.tag.select(selector, limit=1)]  # fmt: skip
    if max((len(value) for _, value, _ in told), default=0) < SURE:
        return None
    for measures in ((0, 1, 2), (0, 1, 3)):
        for trimmed in (False, True):
            every = [
                _measured(said, _plain(value).strip() if trimmed else _plain(value), measures)
                for said, value, _ in told
            ]
            ways = {tuple(one for _, _, one in places) for places in every if places is not None}
            if None not in every and len(ways) == 1 and () not in ways:
                own = _own(name) + (".trim()" if trimmed else "")
                return _length_text(squeezed(tag.get_text()), measures, own, name, _rests(told))
    return None


def _rests(told: Sequence[tuple[str, str, bool]]) -> tuple[str, str]:
    """What stands behind the last number in rows of what was not written, and of what was: when that was."""
    rests = {way: [said[found[-1].end() :] for said, _, written in told if written is way
                   and (found := [*_LENGTH.finditer(said)])] for way in (False, True)}  # fmt: skip
    usual = (rests[False] or rests[True])[0]
    return usual, (rests[True] or [usual])[-1]


def _length_text(shown: str, measures: Sequence[int], own: str, name: str, rests: tuple[str, str]) -> JsonObject:
    """What is set. `rests`: what stands behind the last number of what was there before, and of what was written."""
    parts, at = list[str](), 0
    for found in _LENGTH.finditer(shown):
        behind = shown[found.end() + 1 :]
        number = next(one for one in measures if behind.startswith(_MEASURES[one][0]))
        parts += [text(shown[at : found.start()]), f"string({_MEASURES[number][2].format(own=own)})"]
        at = found.end()
    usual, written = rests
    same = text(usual) if usual == written else f"({text(WRITTEN)} in item ? {text(written)} : {text(usual)})"
    made = " + ".join([*(part for part in parts if part != "''"), same])
    return {"text": f"({text(name)} in item ? {made} : {text(shown)})"}

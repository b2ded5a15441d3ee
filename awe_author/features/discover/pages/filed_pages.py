"""Pages that list what a line of long texts files under their name: `/wiki/Shelf:Kitchen` has what says
`[[Shelf:Kitchen]]` in a line of its own.

Believed when the list showed at all looks just those whose text had such a line by then, and different ones. Under
other names it lists what files itself there: with that name in all places in which the page says its own, with how
many there are, and with heads that are the first letters of names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote, unquote, urlsplit

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.keys import as_word, framed, text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.addresses import joined
from awe_author.features.discover.markup.documents import Row, Rows
from awe_author.features.discover.markup.rows import alone, attributes_in, inside, texts_in
from awe_author.features.discover.markup.wording import SPACED, own_text, squeezed
from awe_author.features.discover.pages.about_pages import entity_at
from awe_author.features.discover.pages.cells import cells_of
from awe_author.features.discover.pages.filed_lines import FILED
from awe_author.features.discover.pages.page_filters import Filter
from awe_author.features.discover.pages.page_lists import Look, Narrowing, Values, looks_at
from awe_author.features.discover.pages.page_texts import count_texts
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.posts import key_in
from awe_author.features.discover.pages.text_places import places_of, said_at, set_at
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json, JsonObject

LETTERS = 3
"""Of what such a page is called."""
MOST = 60
"""Places of a page that say its name."""
OTHERS = 8
"""Pages at other addresses, which say in such a place something else, or nothing."""
ADDRESSES = ("href", "action", "src", "formaction")
WORD = "filed"
"""The name of what the page is called, in expressions."""


@dataclass(frozen=True, slots=True)
class _Filed(Filter):
    """What a page lists."""

    opening: str = ""
    closing: str = ""
    word: str = ""

    def fits(self, asked: Mapping[str, str], values: Values) -> bool:
        """Has what is known of an entity such a line?"""
        return self.opening + self.word + self.closing in values.get(self.field, "")

    def line(self, value: str) -> bool:
        """Has a text such a line?"""
        lines = (FILED.fullmatch(squeezed(one)) for one in value.splitlines())
        return any(
            one is not None and (one[1], one[2], one[3]) == (self.opening, self.word, self.closing) for one in lines
        )

    def text(self) -> str:
        """The condition about `item`."""
        own = f"{own_text('item', self.field)}.split('\\n')"
        return f"{own}.exists(one, one.trim() == {text(self.opening)} + {WORD} + {text(self.closing)})"


def filed_pages(
    one: PageKind, part: Entities, listed: tuple[Page, Rows], shown: Sequence[Shown], seen: Seen
) -> list[Feature]:
    """The feature of such a list; none where it is another one."""
    path = urlsplit(listed[0].url).path
    every = [page for page in shown if urlsplit(page.page.url).path == path and not urlsplit(page.page.url).query]
    alike = [(page.page, rows, page) for page in every if (rows := _rows(one, listed[1], page)) is not None]
    filed = next((made for made in _filings(one, part, path, alike, seen) if _told(made, one, part, alike, seen)), None)
    if filed is None:
        return []
    looks = looks_at(one, part, alike, seen)
    last = max(looks, key=lambda look: (len(look.rows.rows), look.page.seq))
    row = _row(one, part, alike, last, seen)
    size = f"{FIT}.size()"
    sizes = {"matched": size, "shown": size, "all": f"state.{part.kind.name}.size()", "last": size, "first": "1"}
    show: list[Json] = [row, *count_texts([*looks, last], Narrowing(filters=[filed]), sizes)]
    taken = {str(each["select"]) for each in show if isinstance(each, dict) and "select" in each}
    show += [each for each in _words(filed.word, last, shown) if each["select"] not in taken]
    own = f"state.{part.kind.name}.values().filter(item, {filed.text()})"
    loads = [page.load.seq for _, _, page in alike if page.load is not None]
    document: JsonObject = {
        "id": f"{part.kind.name}.filed.page",
        "title": f"The {part.kind.name.replace('_', ' ')} that a line of theirs files under a name",
        "on": {"page": _pattern(listed[0].url, filed.word), "like": list(dict.fromkeys(loads))},
        "let": {WORD: "segments[0].replace('_', ' ')", FIT: f"{own}.sortBy(item, item.id)"},
        "show": show,
    }
    return [Feature(document, [f"seen: page {page.url}, before seq {page.seq}" for page, _, _ in alike[:3]], 0.65)]


FIT = "fit"


def _rows(one: PageKind, rows: Rows, page: Shown) -> Rows | None:
    """The rows of the list on a page, also where there is but one."""
    top = page.document.select_one(rows.container)
    found = [
        Row(keys[0], {}, {}, tag)
        for tag in (top.select(rows.row) if top is not None else ())
        if len(keys := list(_keys(one, tag, page.page.url))) == 1
    ]
    return replace(rows, rows=found) if found else None


def _keys(one: PageKind, tag: Tag, url: str) -> Iterator[str]:
    for link in tag.find_all("a", href=True):
        if (key := key_in(joined(url, str(link["href"])), one.template)) is not None:
            yield key


def _filings(
    one: PageKind, part: Entities, path: str, alike: Sequence[tuple[Page, Rows, Shown]], seen: Seen
) -> Iterator[_Filed]:
    """What lines of those that are listed first may file them under what the address says."""
    said = re.split(r"[:/]", unquote(path))[-1].replace("_", " ")
    for page, rows, _ in alike if sum(map(str.isalpha, said)) >= LETTERS else ():
        for name in dict.fromkeys(one.sent.values()):
            value = str((entity_at(one, part, rows.rows[0].key, page.seq, seen) or {}).get(name) or "")
            for line in value.splitlines():
                found = FILED.fullmatch(squeezed(line))
                if found is not None and found[2] == said:
                    yield _Filed("", name, (), opening=found[1], closing=found[3], word=said)


def _told(filed: _Filed, one: PageKind, part: Entities, alike: Sequence[tuple[Page, Rows, Shown]], seen: Seen) -> bool:
    """Showed all looks just those with such a line, and some others than others?"""
    looks = set[frozenset[str]]()
    for page, rows, _ in alike:
        known = {key: entity_at(one, part, key, page.seq, seen) or {} for key in [*part.seed, *part.made]}
        having = {key for key, of in known.items() if filed.line(str(of.get(filed.field) or ""))}
        looks.add(frozenset(row.key for row in rows.rows))
        if having != {row.key for row in rows.rows}:
            return False
    return len(looks) > 1


def _row(
    one: PageKind, part: Entities, alike: Sequence[tuple[Page, Rows, Shown]], last: Look, seen: Seen
) -> JsonObject:
    """The rows: with what an entity is called, and its first letter above the first one that begins so."""
    cells = cells_of(one, part, [(page, rows) for page, rows, _ in alike], seen, lambda row: row.tag)
    name = own_text("item", SPACED)
    letter = f"{name}.substring(0, 1).upperAscii()"
    tags = [(row.tag, row.key.replace("_", " ")) for _, rows, _ in alike for row in rows.rows if row.tag is not None]
    for tag, _ in texts_in(tags[-1][0]):
        selector = inside(tags[-1][0], tag, [row for row, _ in tags])
        said = [(squeezed(there.get_text()), own) for row, own in tags
                for there in (row.select(selector, limit=1) if selector else ())]  # fmt: skip
        if selector is None or len(said) < len(tags) or selector in cells:
            found = cells.get(selector or "")
            if not isinstance(found, dict) or "text" in found or len(said) < len(tags):
                continue
        if all(shown == own for shown, own in said):
            cells[selector or ""] = {**_settings(cells, selector), "text": name}
        elif all(shown == own[:1].upper() for shown, own in said) and len({shown for shown, _ in said}) > 1:
            same = f"{FIT}.filter(one, {letter.replace('item.', 'one.')} == {letter})[0].id"
            cells[selector or ""] = {**_settings(cells, selector), "text": letter, "hidden": f"{same} != item.id"}
    return {"each": FIT, "into": last.rows.container, "row": last.rows.row, "key": "item.id", "set": cells}


def _settings(cells: JsonObject, selector: str | None) -> JsonObject:
    there = cells.get(selector or "")
    return there if isinstance(there, dict) else {}


def _words(word: str, look: Look, shown: Sequence[Shown]) -> list[JsonObject]:
    """Where the page says its name, and pages at other addresses do not."""
    document = look.shown.document
    path = urlsplit(look.page.url).path
    others = [one.document for one in shown if urlsplit(one.page.url).path != path][:OTHERS]
    held = document.select_one(look.rows.container)
    pattern = as_word(word)
    found: list[JsonObject] = []
    for tag, place, said in _places(document):
        if held is not None and any(one is held for one in [tag, *tag.parents]):
            continue
        plain = said.replace("_", " ") if place in ADDRESSES else said
        selector = alone(document, tag, word) if pattern.search(plain) else None
        if selector is None or len(found) >= MOST:
            continue
        if any(said_at(other, selector, place) == said for other in others):
            continue
        found.append(set_at(selector, place, _worded(said, plain, pattern, place)))
    return found


def _worded(said: str, plain: str, pattern: re.Pattern[str], place: str) -> str:
    """The expression of a text, or an address, with the name that is asked for."""
    own = "segments[0]" if place in ADDRESSES else WORD
    at = pattern.search(plain)
    assert at is not None
    before, rest = said[: at.start()], said[at.end() :]
    more = pattern.search(plain, at.end())
    behind = _worded(rest, plain[at.end() :], pattern, place) if more is not None else text(rest)
    return f"{framed(before, own, '')} + {behind}" if behind != "''" else framed(before, own, "")


def _places(document: BeautifulSoup) -> Iterator[tuple[Tag, str, str]]:
    if document.title is not None:
        yield document.title, "text", document.title.get_text()
    yield from places_of(document)
    for tag, name, value in attributes_in(document.body or document):
        if name in ADDRESSES or name == "title":
            yield tag, name, value


def _pattern(url: str, word: str) -> str:
    """The address with `*` for the name."""
    parts = urlsplit(url)
    before, _, _ = unquote(parts.path).rpartition(word.replace(" ", "_"))
    return f"{parts.scheme}://{parts.netloc}{quote(before, safe='/:%+@~,')}*"

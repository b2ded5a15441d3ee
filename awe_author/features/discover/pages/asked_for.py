"""What a page that was searched for, or narrowed, says of that: in the fields of its form, and in texts."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from urllib.parse import urlsplit

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.keys import framed, text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.lists.roles import searches
from awe_author.features.discover.markup.documents import Rows
from awe_author.features.discover.markup.rows import alone, texts_in
from awe_author.features.discover.markup.wording import Wording, squeezed, wordings
from awe_author.features.discover.pages.filled import quoted
from awe_author.features.discover.pages.pages import Shown
from awe_author.json_types import Json, JsonObject
from awe_author.queries import parse_qsl

FOUND = re.compile(r"(?<![\w.,])(\d{1,5})\s+(?:\w+\s+)?(?:results?|hits?|match(?:es)?|found)\b", re.IGNORECASE)
"""How many were found."""
LEAST_WORDS = 3
"""Characters of words that a text has not by chance."""
MOST = 20
"""Elements of another page that have to fit."""
_TICKED = ("hidden", "checkbox", "radio", "submit", "button")


def fields_with(document: BeautifulSoup, name: str, value: str) -> list[str]:
    """Selectors of the fields that have this value; of all of that name where all of them have it."""
    every = [tag for tag in document.find_all("input") if tag.get("name") == name and tag.get("type") not in _TICKED]
    having = [tag for tag in every if tag.get("value") == value]
    selects = [tag for tag in document.find_all("select") if _is_called(str(tag.get("name", "")), name)]
    choices = [tag for tag in selects if tag.get("name") == name] or selects
    own = quoted(str(choices[0]["name"])) if choices else ""
    found = [f"select[name={own}]"] if len(choices) == 1 and _chosen(choices[0]) == value else []
    if len(having) == len(every):
        return [*found, *([f"input[name={quoted(name)}]:not([type=hidden])"] if every else [])]
    return [*found, *(selector for tag in having if (selector := alone(document, tag, "")) is not None)]


def _is_called(field: str, name: str) -> bool:
    """Is a field called so, or so behind something else: `0_state`, `filter[state]`?"""
    return field == name or f"_{snake(field)}".endswith(f"_{snake(name)}")


def _chosen(select: Tag) -> str | None:
    """The one value that is chosen: the first one if no other is; None when there are several, or none."""
    chosen = select.select("option[selected]") or ([] if select.has_attr("multiple") else select.select("option")[:1])
    return str(chosen[0].get("value", chosen[0].get_text())) if len(chosen) == 1 else None


def asked_texts(
    page: Page,
    rows: Rows,
    shown: Shown,
    filters: Container[str],
    words_of: Container[str],
    others: Sequence[Shown] = (),
    pages: Sequence[Shown] = (),
    size: str = "",
) -> list[Json]:
    """A page that was searched for says for what: fields, and texts with the words of its address. `filters`:
    parameters that narrow the list; `words_of`: those of them that look for words; `others`: pages that texts have to
    fit as well where they have the same element and were asked for words; `pages`: all pages, of which those that were
    not asked for such words say nothing that seems to be made of them (`Calendar` in a menu); `size`: the expression of
    how many were found."""
    found: list[Json] = []
    document = shown.document
    every = [row for one in [*shown.lists, rows] for row in one.rows]
    listed = {id(top) for row in every for top in (row.tag, row.companion) if top is not None}
    for name, value in parse_qsl(urlsplit(page.url).query):
        if (not searches(name) and name not in filters) or not value:
            continue
        own = f"page.query.get({text(name)}, '')"
        found += [{"select": select, "set": {"value": own}} for select in fields_with(document, name, value)]
        words = searches(name) or name in words_of
        for tag, said in texts_in(document) if words and len(value) >= LEAST_WORDS else ():
            shape = {name: value} if value in said else {name: value[:1].upper() + value[1:]}
            tries = wordings(said, shape, [name]) if shape[name] in said and len(said) < 200 else []
            inside_row = any(id(one) in listed for one in [tag, *tag.parents])
            selector = alone(document, tag, "") if tries and not inside_row else None
            fits = selector is not None and _fits(tries[0], selector, name, others, large=shape[name] != value)
            if fits and len(found) < 6 and not _always_said(selector or "", said, value, pages):
                large = f"({own} == '' ? '' : {own}.substring(0, 1).upperAscii() + {own}.substring(1))"
                written = own if shape[name] == value else large
                literals = [_counted(part.literal, len(rows.rows), size) for part in tries[0].parts]
                parts: list[str] = [written if part.field else literal
                                    for part, literal in zip(tries[0].parts, literals, strict=True)]  # fmt: skip
                when: JsonObject = {"when": f"{own} != ''"} if _otherwise(tries[0], str(selector), name, others) else {}
                found.append({"select": selector, **when, "set": {"text": " + ".join(parts)}})
    return found


def _counted(said: str, rows: int, size: str) -> str:
    """The expression of a text beside the words: `3 results for`, with the number of what was found."""
    match = FOUND.search(said) if size else None
    if match is None or int(match[1]) != rows:
        return text(said)
    return framed(said[: match.start(1)], f"string({size})", said[match.end(1) :])


def _otherwise(wording: Wording, selector: str, name: str, others: Iterable[Shown]) -> bool:
    """Do pages that were asked for no words say something else in the same place?"""
    plain = (one.document for one in others if not dict(parse_qsl(urlsplit(one.page.url).query)).get(name))
    return any(squeezed(tag.get_text()) != wording.of({name: ""}) for one in plain for tag in one.select(selector))


def _always_said(selector: str, said: str, value: str, pages: Iterable[Shown]) -> bool:
    """Says a page that was not asked for this value the same in the same place?"""
    plain = (one.document for one in pages if value not in dict(parse_qsl(urlsplit(one.page.url).query)).values())
    return any(squeezed(tag.get_text()) == squeezed(said) for one in plain for tag in one.select(selector, limit=2))


def _fits(wording: Wording, selector: str, name: str, others: Iterable[Shown], *, large: bool) -> bool:
    """Do other pages that were asked for words say so of theirs? `large`: with a capital letter."""
    for other in others:
        asked = dict(parse_qsl(urlsplit(other.page.url).query)).get(name, "").strip()
        said = [squeezed(tag.get_text()) for tag in other.document.select(selector, limit=MOST)] if asked else []
        wanted = wording.of({name: asked[:1].upper() + asked[1:] if large else asked})
        if any(one != wanted for one in said):
            return False
    return True

"""Long texts of entities that only their own pages show, where these are alike but for what each is called.

A form that was opened says the text of one of them (`'''Tea''' is kept here.`). Pages of others that show the same
words in the same places, with their own name in place of this one's, have the same text, with their name in it. Where
all pages that were opened before anything was written are alike, so are those that were never opened.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from bs4 import Tag

from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.markup.rows import alone
from awe_author.features.discover.markup.wording import SURE, squeezed
from awe_author.features.discover.pages.line_signs import lines_of, ways_shown
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.posts import key_in

LEAST = 3
"""Entities whose pages are alike."""
SHOWN = 0.5
"""Of the lines of a text, that a page shows as they are: others may be signs, or rows of a table."""
LETTERS = 3
"""Of what an entity is called."""
APART = ("textarea", "script", "style", "pre")
Sighted = tuple[Call, dict[str, Any]]
"""(when, what was seen of an entity)."""


@dataclass(frozen=True, slots=True)
class _Model:
    """The page of an entity whose text is known."""

    page: Shown
    key: str
    value: str
    container: Tag

    @property
    def said(self) -> list[str]:
        """What it shows where the text stands, piece by piece."""
        return _pieces(self.container)


def alike_texts(
    made: PageKind, shown: Sequence[Shown], sighted: Sequence[Sighted], roles: Sequence[tuple[Call, str, str]]
) -> list[Sighted]:
    """Sightings of such texts: of what was there before anything was written to it."""
    written: dict[str, int] = {}
    for call, _, key in sorted(roles, key=lambda one: one[0].seq):
        written.setdefault(key, call.seq)
    new = {key for _, role, key in roles if role == "create"}
    first = {str(value["id"]): call for call, value in reversed(sighted)}
    pages = {key: page for key, page in _own_pages(made, shown, written).items() if key in first and key not in new}
    found: list[Sighted] = []
    for name in dict.fromkeys(made.sent.values()):
        known = {str(value["id"]): str(value[name]) for call, value in reversed(sighted)
                 if value.get(name) and call.seq < written.get(str(value["id"]), 1 << 62)}  # fmt: skip
        model = next((one for key, value in known.items() for one in _models(pages, key, value)), None)
        places = _places(model, pages) if model is not None else None
        if model is None or places is None:
            continue
        for key, call in first.items():
            value = _with_name(model, places, key) if key not in known and key not in new else None
            if value is not None:
                found.append((call, {"id": key, name: value}))
    return found


def _own_pages(made: PageKind, shown: Sequence[Shown], written: Mapping[str, int]) -> dict[str, Shown]:
    """Key -> the first look at its own page, where nothing was written to it before."""
    found: dict[str, Shown] = {}
    for one in shown:
        key = key_in(one.page.url, made.template)
        if key and one.page.seq <= written.get(key, 1 << 62) and "?" not in one.page.url:
            found.setdefault(key, one)
    return found


def _models(pages: Mapping[str, Shown], key: str, value: str) -> Iterator[_Model]:
    """The page of an entity, where it shows most lines of its text, and says nothing else there."""
    page, lines = pages.get(key), [one for one in lines_of(value) if _letters(one)]
    if page is None or len(lines) < LEAST or len(value) < SURE:
        return
    best, holding = 0, page.document.body or page.document
    for tag in (page.document.body or page.document).find_all(True):
        if tag.name in APART or tag.find(APART) is not None:
            continue
        said = _letters(tag.get_text())
        count = sum(any(_letters(way) in said for way in ways_shown(line)) for line in lines)
        if count > best or (count == best and any(one is holding for one in tag.parents)):
            best, holding = count, tag
    if best >= SHOWN * len(lines):
        yield _Model(page, key, value, holding)


def _places(model: _Model, pages: Mapping[str, Shown]) -> Set[int] | None:
    """The places on the model's page in which others say their own name, where all of them do so; None where they do
    not, or are too few."""
    selector = alone(model.page.document, model.container, model.key, [one.document for one in pages.values()])
    own, name, told = model.said, _name(model.key), list[frozenset[int]]()
    for key, page in pages.items() if selector is not None else ():
        top = page.document.select_one(selector or "")
        said = _pieces(top) if top is not None else []
        if key == model.key or len(said) != len(own):
            continue
        other = [place for place, (one, two) in enumerate(zip(own, said, strict=True)) if one != two]
        if all(_swapped(own[place], name, _name(key)) == said[place] for place in other):
            told.append(frozenset(other))
    same = len(told) + 1 >= LEAST and len(set(told)) == 1 and len(told) + 1 == len(pages)
    return told[0] if same else None


def _with_name(model: _Model, places: Set[int], key: str) -> str | None:
    """The text with another name where pages show their own; None where it is not known which places these are."""
    name, other = _name(model.key), _name(key)
    turns = [place in places for place, said in enumerate(model.said) for _ in _named(name).finditer(said)]
    found = [*_named(name).finditer(model.value)]
    if len(found) != len(turns) or sum(map(str.isalpha, other)) < LETTERS:
        return None
    made, at = "", 0
    for one, turned in zip(found, turns, strict=True):
        made += model.value[at : one.start()] + (other if turned else one[0])
        at = one.end()
    return made + model.value[at:]


def _swapped(said: str, name: str, other: str) -> str:
    return _named(name).sub(lambda _: other, said)


def _named(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")


def _name(key: str) -> str:
    return key.replace("_", " ").replace("+", " ")


def _letters(value: str) -> str:
    return re.sub(r"[\W_]", "", value)


def _pieces(tag: Tag) -> list[str]:
    return [squeezed(one) for one in tag.stripped_strings]

"""Documents in which plain selectors are looked up by an index: `div#main > ul.rows > li:nth-of-type(2) a`.

soupsieve tries a selector on every element of a document, and thousands of selectors are tried on each recorded page.
Here only the elements with the name, or the id, of a selector's last part are looked at. Selectors with anything else
than names, ids, classes, `:nth-of-type(n)`, `[name="..."]` and the two combinators above are left to soupsieve.

The index is made at the first lookup: such a document is only read from then on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import soupsieve
from bs4 import BeautifulSoup, ResultSet, Tag

_NAME = r"-?[A-Za-z_][\w-]*"
_PART = re.compile(
    rf"(?P<name>[a-z][a-z0-9-]*)?(?:#(?P<id>{_NAME}))?(?P<classes>(?:\.{_NAME})*)"
    r"(?::nth-of-type\((?P<place>[1-9]\d*)\))?(?:\[name=\"(?P<field>[^\"\\]*)\"\])?",
    re.ASCII,
)
_BETWEEN = re.compile(r"\s*>\s*|\s+")


@dataclass(frozen=True, slots=True)
class Part:
    """What one element has to be."""

    name: str
    id: str
    classes: frozenset[str]
    place: int
    """Among the elements of that name beside it; 0 for any."""
    field: str | None
    """Its attribute `name`."""
    child: bool
    """Is it right inside the element of the part before?"""


@lru_cache(maxsize=8192)
def parts_of(selector: str) -> tuple[Part, ...]:
    """The parts of a plain selector; none of another one."""
    found: list[Part] = []
    at, child = 0, False
    while True:
        match = _PART.match(selector, at)
        if match is None or match.end() == at or (match["place"] and not match["name"]):
            return ()
        classes = frozenset(match["classes"].split(".")[1:])
        place = int(match["place"] or 0)
        found.append(Part(match["name"] or "", match["id"] or "", classes, place, match["field"], child))
        at = match.end()
        if at == len(selector):
            return tuple(found)
        between = _BETWEEN.match(selector, at)
        if between is None:
            return ()
        at, child = between.end(), ">" in between[0]


class Index:
    """The elements of a document, by name and by id."""

    def __init__(self, document: BeautifulSoup) -> None:
        self.every: list[Tag] = list(soupsieve.select("*", document))  # not what is in templates
        self.by_name: dict[str, list[Tag]] = {}
        self.by_id: dict[str, list[Tag]] = {}
        self.place: dict[int, int] = {}
        """id() of an element -> its place among those of its name beside it."""
        counts: dict[tuple[int, str], int] = {}
        for tag in self.every:
            self.by_name.setdefault(tag.name, []).append(tag)
            if identity := tag.get("id"):
                self.by_id.setdefault(str(identity), []).append(tag)
            beside = id(tag.parent), tag.name
            counts[beside] = self.place[id(tag)] = counts.get(beside, 0) + 1

    def select(self, parts: tuple[Part, ...]) -> Iterator[Tag]:
        """The elements, in the order of the document."""
        last = parts[-1]
        tried: Iterable[Tag] = self.every
        if last.id:
            tried = self.by_id.get(last.id, ())
        elif last.name:
            tried = self.by_name.get(last.name, ())
        return (tag for tag in tried if self._fits(tag, parts, len(parts) - 1))

    def _fits(self, tag: Tag, parts: tuple[Part, ...], number: int) -> bool:
        part = parts[number]
        if not self._is(tag, part):
            return False
        if number == 0:
            return True
        for one in tag.parents:
            if not isinstance(one, Tag) or isinstance(one, BeautifulSoup):
                return False
            if self._fits(one, parts, number - 1):
                return True
            if part.child:
                return False
        return False

    def _is(self, tag: Tag, part: Part) -> bool:
        if (part.name and tag.name != part.name) or (part.id and tag.get("id") != part.id):
            return False
        if part.classes:
            said = tag.get("class") or ""
            if not part.classes.issubset(said.split() if isinstance(said, str) else said):
                return False
        if part.place and self.place[id(tag)] != part.place:
            return False
        return part.field is None or tag.get("name") == part.field


class Document(BeautifulSoup):
    """A document that is only read."""

    _index: Index | None = None

    def select(self, selector: str, namespaces: Any = None, limit: int = 0, **others: Any) -> ResultSet[Tag]:
        """As of any element."""
        parts = parts_of(selector) if not namespaces and not others else ()
        if not parts:
            return super().select(selector, namespaces, limit, **others)
        found = ResultSet[Tag](None, [])
        for tag in self.indexed().select(parts):
            found.append(tag)
            if len(found) == limit:
                break
        return found

    def select_one(self, selector: str, namespaces: Any = None, **others: Any) -> Tag | None:
        """As of any element."""
        parts = parts_of(selector) if not namespaces and not others else ()
        if not parts:
            return super().select_one(selector, namespaces, **others)
        return next(self.indexed().select(parts), None)

    def indexed(self) -> Index:
        """The index of the document as it was when it was first asked for."""
        if self._index is None:
            self._index = Index(self)
        return self._index


def document_of(html: str) -> Document:
    """The document."""
    return Document(html, "lxml")

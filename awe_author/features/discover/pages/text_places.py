"""Places of a document that say something: texts of elements, runs of text between others, numbers in attributes."""

from __future__ import annotations

from collections.abc import Iterator

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.markup.rows import attributes_in, texts_in
from awe_author.features.discover.markup.wording import squeezed
from awe_author.features.dom.rendering import runs_of
from awe_author.json_types import JsonObject

Place = tuple[Tag, str, str]
"""(element, "text", "text.N" for a run of it or an attribute, what is shown there)."""


def places_of(document: BeautifulSoup) -> Iterator[Place]:
    """The texts of a document, and runs of text, and numbers in its attributes."""
    yield from [(document.title, "text", squeezed(document.title.get_text()))] if document.title is not None else []
    yield from ((tag, "text", shown) for tag, shown in texts_in(document.body or document))
    for tag in (document.body or document).find_all(["p", "div", "span", "td", "li", "h1", "h2", "h3"]):
        runs = runs_of(tag) if tag.find(True) else []
        yield from ((tag, f"text.{number}", "".join(run)) for number, run in enumerate(runs) if squeezed("".join(run)))
    for tag, name, value in attributes_in(document.body or document):
        if name.startswith("data-") and value.isdigit():
            yield tag, name, value


def said_at(document: BeautifulSoup, selector: str, place: str) -> str | None:
    """What a document shows there; None when it has no such place."""
    tag = document.select_one(selector)
    if tag is None:
        return None
    if place.startswith("text."):
        runs, number = runs_of(tag), int(place[5:])
        return "".join(runs[number]) if number < len(runs) else None
    if place == "text":
        return tag.get_text() if not tag.find(True) else None
    return str(tag.get(place)) if tag.has_attr(place) else None


def set_at(selector: str, place: str, value: str) -> JsonObject:
    """The surface of a text at such a place."""
    if place.startswith("text."):
        return {"select": selector, "set": {"text": {place[5:]: value}}}
    return {"select": selector, "set": {place: value}}

"""Texts of an entity's page that go by a field of few values: "Completed" or "Not completed", "Close" or "Reopen".

Believed when the text is the same for each value on all recorded pages of the address, another one for another value,
and one entity was seen with two values, or several with each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bs4 import Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.markup.rows import alone, placed, texts_in
from awe_author.features.discover.markup.wording import KEY, squeezed
from awe_author.features.discover.pages.about_pages import About, AboutPage
from awe_author.features.discover.pages.filled import Own
from awe_author.features.discover.pages.pages import LISTED_ON
from awe_author.features.discover.pages.text_places import said_at
from awe_author.json_types import JsonObject

MOST_VALUES = 6
"""Values of a field that texts go by."""
LONGEST = 80
"""Characters of such a text."""
MOST = 12
"""Such texts of one page."""
LEAST = 2
_SKIPPED = ("title", "label", "h1")
Told = dict[str, str]
"""Value of a field -> text."""


def chosen_texts(
    about: About, part: Entities, known: Mapping[str, JsonObject], held: frozenset[int], own: Own
) -> Iterator[tuple[str, JsonObject]]:
    """(selector, what is set there). `known`: what is told otherwise, by its selector; `held`: id() of elements that
    are records of the entity."""
    every = [*about.pages, *about.others]
    fields = [name for name in part.fields() if name not in (KEY, LISTED_ON) and _is_choice(name, every)]
    count = 0
    said = [selector for selector, settings in known.items() if "text" in settings or "html" in settings]
    for page, key, _ in about.pages[:2] if fields else ():
        told_of = {id(tag) for selector in said for tag in page.document.select(selector)}
        for tag, shown in texts_in(page.document.body or page.document):
            if count >= MOST or tag.name in _SKIPPED or len(shown) > LONGEST or _apart(tag, held | told_of):
                continue
            for selector in filter(None, (alone(page.document, tag, key), placed(page.document, tag, key))):
                told = None if selector in known else _by_field(selector, fields, every)
                if told is not None:
                    name, texts = told
                    pairs = ", ".join(f"{text(value)}: {text(said)}" for value, said in texts.items())
                    yield selector, {"text": f"{{{pairs}}}.get({own(name)}, {text(squeezed(shown))})"}
                    count += 1
                    break


def _is_choice(name: str, every: Sequence[AboutPage]) -> bool:
    """Has a field few values on these pages, each of several entities or of one that had another one as well?"""
    keys: dict[str, set[str]] = {}
    for _, key, values in every:
        keys.setdefault(values.get(name, ""), set()).add(key)
    others = {value: set[str]().union(*(of for other, of in keys.items() if other != value)) for value in keys}
    sure = all(len(of) >= LEAST or of & others[value] for value, of in keys.items())
    return 1 < len(keys) <= MOST_VALUES and sure


def _by_field(selector: str, fields: Sequence[str], every: Sequence[AboutPage]) -> tuple[str, Told] | None:
    """(field, value -> text) of the only field that explains what pages show there."""
    said = [
        (shown, values) for page, _, values in every if (shown := said_at(page.document, selector, "text")) is not None
    ]
    if len({squeezed(shown) for shown, _ in said}) < LEAST or len(said) < len(every):
        return None
    found = [(name, told) for name in fields if (told := _told(name, said)) is not None]
    return found[0] if len(found) == 1 else None


def _told(name: str, said: Sequence[tuple[str, Mapping[str, str]]]) -> Told | None:
    made: Told = {}
    for shown, values in said:
        if made.setdefault(values.get(name, ""), squeezed(shown)) != squeezed(shown):
            return None
    return made if len(set(made.values())) > 1 and all(map(bool, made.values())) else None


def _apart(tag: Tag, held: frozenset[int]) -> bool:
    return any(id(one) in held or one.name == "option" for one in [tag, *tag.parents])

"""Rows that say the label of a box to tick while it is ticked: `<span class="badge">Private</span>` beside what it is
called, and `<input type="checkbox" name="private"> Private` in its form.

Told by the word: some rows of a list have an element outside of cells and links that says it and nothing else, and
others have none. The column is the box's then, as forms send it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType

from bs4 import Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.markup.documents import Row, Rows
from awe_author.features.discover.markup.form_labels import labels_of
from awe_author.features.discover.markup.rows import texts_in
from awe_author.features.discover.markup.wording import own_text
from awe_author.features.discover.pages.labelled_rows import without_element
from awe_author.features.discover.pages.pages import PageKind, Shown

Having = Mapping[str, tuple[str, str]]
"""Name of what is counted -> field, and its value of those that are."""
NO_MORE: Having = MappingProxyType({})
LEAST = 3
"""Letters of such a word."""


def add_box_marks(shown: Sequence[Shown]) -> None:
    """Give rows the boxes that they say."""
    boxes = {name: on for one in shown for form in one.forms if form.method == "POST"
             for name, (on, off) in form.checks.items() if not off}  # fmt: skip
    filled = [one.document for one in shown if any(boxes.keys() & form.checks.keys() for form in one.forms)]
    words = {name: word for name, word in labels_of(filled).items() if name in boxes and len(word) >= LEAST}
    lists = [(one, listed) for one in shown for listed in one.lists]
    for name, word in words.items():
        templates: dict[str, set[bool]] = {}
        for _, listed in lists:
            said = {_mark(row, word) is not None for row in listed.rows}
            templates.setdefault(listed.template, set()).update(said)
        told = {template for template, said in templates.items() if len(said) > 1}
        part = partial(_part, name, word, boxes[name])
        for one, listed in lists:
            for row in listed.rows if listed.template in told else ():
                part(listed, row, one.page.url)
            listed.parting += [part] if listed.template in told else []


def _part(name: str, word: str, on: str, listed: Rows, row: Row, url: str) -> None:
    mark = _mark(row, word)
    if mark is not None:
        without_element(row, listed, url, mark)
    row.values[name] = on if mark is not None else ""


def _mark(row: Row, word: str) -> Tag | None:
    """The element of a row that says the word."""
    return (
        next((tag for tag, said in texts_in(row.tag) if snake(said) == word and _plain(tag)), None) if row.tag else None
    )


def _plain(tag: Tag) -> bool:
    return tag.name not in ("td", "th", "a", "button", "label") and tag.find_parent(["a", "button", "label"]) is None


def ticked(one: PageKind) -> Having:
    """Name of a count -> the box whose field it counts those that it is ticked of, and what says so."""
    told = {one.sent[name]: next(iter(one.labels[name].values())) for name in sorted(one.checks) if name in one.sent}
    return {f"with {name}": (name, on) for name, on in told.items()}


def ticked_sizes(one: PageKind, part: Entities) -> dict[str, str]:
    """The same names -> the expressions of how many these are."""
    return {
        name: f"state.{part.kind.name}.values().filter(item, {own_text('item', of)} == {text(on)}).size()"
        for name, (of, on) in ticked(one).items()
    }

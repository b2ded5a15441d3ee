"""Parts of an entity's page that are there only while it has something in a field: its description under a heading,
with the links that go with it.

Told from all looks at pages of one address: a part with an id or a class is there, and says what the field has,
wherever the field has something, and is there on no other page; one of these is of an entity of which a form was sent
with nothing in that field. Pages with a form that has the field are looked at as well, unlike in `optional_parts`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.markup.row_selectors import stable_classes
from awe_author.features.discover.markup.rows import alone
from awe_author.features.discover.markup.wording import SHORTEST, own_text, squeezed
from awe_author.features.discover.pages.about_pages import About
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.json_types import Json

NAMES = ("div", "section", "article", "fieldset", "dl", "table", "p", "ul", "aside", "tr", "li", "dd")
LEAST = 2
"""Pages that have such a part."""
SHARE = 0.8
"""Of the words of a value that a part has to have."""
MOST = 12
Mark = tuple[str, str, str]
"""(element, id, class)."""


def field_parts(one: PageKind, part: Entities, about: About, held: frozenset[int]) -> list[Json]:
    """The surfaces that hide them. Documents that have more of them come first then. `held`: id() of elements that
    say something else of the entity."""
    item = f"state.{part.kind.name}[segments[0]]"
    every = [*about.pages, *about.others]
    documents = [page.document for page, _, _ in about.pages]
    found: list[Json] = []
    there: dict[int, int] = {}
    for field in dict.fromkeys(one.sent.values()):
        for mark in _parts_of(one, about, field, held) if len(found) < MOST and _sent_empty(one, field, every) else ():
            selector = _selector(documents, mark)
            if selector is not None:
                test = f"{own_text(item, field)} == ''"
                found.append({"select": selector, "when": f"{text(field)} in {item}", "set": {"hidden": test}})
                for page, _, _ in about.pages:
                    if page.load is not None and _marked(page.document, mark) is not None:
                        there[page.load.seq] = there.get(page.load.seq, 0) + 1
    about.like.sort(key=lambda seq: -there.get(seq, 0))
    return found


def _sent_empty(one: PageKind, field: str, pages: Sequence[tuple[object, str, object]]) -> bool:
    """Was a form about one of these entities sent with nothing in a field?"""
    keys = {key for _, key, _ in pages}
    return any(
        isinstance(call.body, dict) and call.body.get(field) == "" and key in keys
        for operation in one.operations for call, key in zip(operation.calls, operation.made, strict=False)
    )  # fmt: skip


def _parts_of(one: PageKind, about: About, field: str, held: frozenset[int]) -> Iterator[Mark]:
    """The outermost parts that go by a field."""
    every = [*about.pages, *about.others]
    told = [(page.document, squeezed(values.get(field) or _typed(one, page, field))) for page, _, values in every]
    having = [(document, value) for document, value in told if value]
    others = [document for document, value in told if not value]
    if len(having) < LEAST or not others or not all(len(value) >= SHORTEST for _, value in having):
        return
    document, value = having[0]
    outer: list[Tag] = []
    for tag in document.find_all(NAMES):
        mark = _mark(tag)
        if mark is None or any(above in outer for above in tag.parents) or any(id(one) in held for one in tag.parents):
            continue
        if tag.find_parent("form") is not None or tag.find("form") is not None or not _says(tag, value):
            continue
        mine = [(_marked(other, mark), said) for other, said in having]
        says = all(own is not None and _says(own, said) for own, said in mine)
        if (
            says
            and any(own is not None and said in squeezed(own.get_text(" ")) for own, said in mine)
            and not any(_marked(other, mark) is not None for other in others)
        ):
            outer.append(tag)
            yield mark


def _typed(one: PageKind, page: Shown, field: str) -> str:
    """What a form of a page has in the field."""
    names = [name for name, of in one.sent.items() if of == field]
    return next((form.fields[name] for form in page.forms for name in names if form.fields.get(name)), "")


def _says(tag: Tag, value: str) -> bool:
    """Has an element the words of a value, whatever signs stand between them?"""
    words = [word for word in re.findall(r"\w+", value.lower()) if len(word) >= SHORTEST]
    shown = {*re.findall(r"\w+", tag.get_text(" ").lower())}
    return bool(words) and sum(word in shown for word in words) >= SHARE * len(words)


def _mark(tag: Tag) -> Mark | None:
    """How a part is known on all pages."""
    name = str(tag.get("id") or "")
    classes = stable_classes(tag)
    if re.fullmatch(r"[A-Za-z][A-Za-z_-]*", name):
        return tag.name, name, ""
    return (tag.name, "", classes[0]) if classes else None


def _marked(document: BeautifulSoup, mark: Mark) -> Tag | None:
    """The only element of a page that is known so."""
    name, own, of = mark
    found = document.select(f"{name}#{own}" if own else f"{name}.{of}")
    return found[0] if len(found) == 1 else None


def _selector(documents: Sequence[BeautifulSoup], mark: Mark) -> str | None:
    """What selects the part on these pages."""
    for document in documents:
        tag = _marked(document, mark)
        if tag is not None:
            return alone(document, tag, "", [other for other in documents if other is not document])
    return None

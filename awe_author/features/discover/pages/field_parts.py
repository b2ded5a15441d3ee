"""Parts of an entity's page that are there only while it has something in a field: its phone number with a heading, its
description with the links that go with it.

A part with an id or a class, the outermost that is on all pages of entities with something in the field and says it
there, and on no other page. It is told from pages without a form when the field is known of all entities that they are
about, and the part says little beside it: these are two sorts of pages then, one for entities with the field, and one
for those without. On pages with a form, which shows all fields anyway, it is believed only when a form about one of
these entities was sent with nothing in it. There are few such pages, in many situations: there the part is hidden, and
documents that have more such parts stand for others first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.markup.row_selectors import stable_classes
from awe_author.features.discover.markup.rows import alone
from awe_author.features.discover.markup.wording import SHORTEST, own_text, squeezed
from awe_author.features.discover.pages.about_pages import About, AboutPage
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.json_types import JsonObject

NAMES = ("div", "section", "article", "fieldset", "dl", "table", "p", "ul", "aside", "tr", "li", "dd")
LEAST = 2
"""Pages that have such a part, where forms tell it."""
SHARE = 0.8
"""Of the words of a value that a part has to have."""
LABEL = 40
"""Characters that a part says beside the field, where no form was sent with nothing in it."""
MOST = 12
MOST_CLASSES = 3
Mark = tuple[str, str, str]
"""(element, id, classes)."""
Had = Sequence[tuple[BeautifulSoup, str]]
"""(page, what its entity has in a field)."""
Parts = list[tuple[str, Mark, bool]]
"""(field, the part, do only forms tell it?)."""


def parts_by_field(one: PageKind, part: Entities, pages: Sequence[AboutPage], held: frozenset[int]) -> Parts:
    """The parts on pages of one address. `held`: id() of elements that say something else of the entity."""
    plain = [page for page in pages if not page[0].document.find("form", method="post")]  # a form has all fields
    found: Parts = []
    for field in dict.fromkeys(one.sent.values()):
        known = all(field in part.made.get(key, ()) or field in part.seed.get(key, ()) for _, key, _ in plain)
        told = [(page.document, squeezed(values.get(field, ""))) for page, _, values in plain if known]
        marks = [(field, mark, False) for mark in _marks(told, 1, _says_little_else, held)]
        if not marks and _sent_empty(one, field, pages):
            every = [(page.document, squeezed(values.get(field) or _typed(one, page, field)))
                     for page, _, values in pages]  # fmt: skip
            marks = [(field, mark, True) for mark in _marks(every, LEAST, _says, held)]
        found += marks
    return found[:MOST]


def by_parts(one: PageKind, part: Entities, about: About) -> list[About]:
    """The pages of one address, apart by the parts that they have or lack."""
    parts = parts_by_field(one, part, about.pages, frozenset()) if about.there else []
    names = [*dict.fromkeys(field for field, _, by_form in parts if not by_form)]
    groups: dict[tuple[bool, ...], list[AboutPage]] = {}
    for page in about.pages if names else ():
        groups.setdefault(tuple(bool(page[2].get(name)) for name in names), []).append(page)
    if len(groups) < 2:
        return [about]
    item, found = f"state.{part.kind.name}[segments[0]]", list[About]()
    usual = max(groups, key=lambda have: (sum(have), len(groups[have])))
    tests = {have: " && ".join(_test(item, name, there) for name, there in zip(names, have, strict=True))
             for have in groups}  # fmt: skip
    for have, pages in groups.items():
        others = [f"!({tests[other]})" for other in groups if other != usual]
        mine = [tests[have]] if have != usual else others
        rest = [page for page in about.pages if page not in pages]
        found.append(replace(about, pages=pages, others=[*rest, *about.others], tests=[*about.tests, *mine]))
    return found


def _test(item: str, name: str, there: bool) -> str:
    return f"{own_text(item, name)} {'!=' if there else '=='} ''"


def field_parts(one: PageKind, part: Entities, about: About, held: frozenset[int]) -> list[JsonObject]:
    """The surfaces that hide those that forms tell. Documents that have more of them come first then, and those of
    entities that the recording made, which lack some, stand for no others that get the same key."""
    item = f"state.{part.kind.name}[segments[0]]"
    parts = [each for each in parts_by_field(one, part, [*about.pages, *about.others], held) if each[2]]
    there = {page.load.seq: sum(_marked(page.document, mark) is not None for _, mark, _ in parts)
             for page, _, _ in about.pages if page.load is not None}  # fmt: skip
    about.like.sort(key=lambda seq: -there.get(seq, 0))
    own = {page.load.seq for page, key, _ in about.pages if page.load is not None and key in part.seed}
    most = max(there.values(), default=0)
    about.like[:] = [seq for seq in about.like if seq in own or there.get(seq, most) == most]
    return hidden_parts(parts, [page.document for page, _, _ in about.pages], item)


def hidden_parts(parts: Parts, documents: Sequence[BeautifulSoup], item: str) -> list[JsonObject]:
    """The surfaces that hide parts of documents where the field says nothing. `item`: the expression of the entity."""
    found: list[JsonObject] = []
    for field, mark, by_form in parts:
        selector = _selector(documents, mark)
        if selector is not None and not any(one["select"] == selector for one in found):
            when: JsonObject = {"when": f"{text(field)} in {item}"} if by_form else {}
            found.append({"select": selector, **when, "set": {"hidden": f"{own_text(item, field)} == ''"}})
    return found


def _sent_empty(one: PageKind, field: str, pages: Sequence[AboutPage]) -> bool:
    """Was a form about one of these entities sent with nothing in a field?"""
    keys = {key for _, key, _ in pages}
    return any(
        isinstance(call.body, dict) and call.body.get(field) == "" and key in keys
        for operation in one.operations for call, key in zip(operation.calls, operation.made, strict=False)
    )  # fmt: skip


def _marks(told: Had, least: int, says: Callable[[Tag, str], bool], held: frozenset[int]) -> Iterator[Mark]:
    """The outermost parts that all pages have that have something in the field, and say there, and no other page."""
    having = [(document, value) for document, value in told if value]
    others = [document for document, value in told if not value]
    if len(having) < least or not others or not all(len(value) >= SHORTEST for _, value in having):
        return
    document, value = having[0]
    outer: list[Tag] = []
    for tag in document.find_all(NAMES):
        mark = next((one for one in _called(tag) if _marked(document, one) is tag), None)
        if mark is None or any(above in outer for above in tag.parents) or any(id(one) in held for one in tag.parents):
            continue
        if tag.find_parent("form") is not None or tag.find("form") is not None or not says(tag, value):
            continue
        mine = [(_marked(other, mark), said) for other, said in having]
        if (
            all(own is not None and says(own, said) for own, said in mine)
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


def _says_little_else(tag: Tag, value: str) -> bool:
    """Has an element a value, and beside it no more than a label?"""
    shown = squeezed(tag.get_text(" "))
    return value in shown and len(shown) - len(value) <= LABEL


def _called(tag: Tag) -> Iterator[Mark]:
    """How a part may be known on all pages."""
    name = str(tag.get("id") or "")
    classes = stable_classes(tag)
    if re.fullmatch(r"[A-Za-z][A-Za-z_-]*", name):
        yield tag.name, name, ""
    elif classes:
        yield tag.name, "", classes[0]
        yield tag.name, "", ".".join(classes[:MOST_CLASSES])


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

"""Selectors of elements: unique in a document, or inside one row of a list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.markup.row_selectors import stable_classes
from awe_author.features.discover.markup.wording import squeezed

SHOWN_IN = ("href", "id", "value", "title", "action", "alt", "aria-label", "for", "name", "src", "target")
_PLAIN = re.compile(r"[A-Za-z_][\w-]*\Z")
_QUOTABLE = re.compile(r"[^\s\"\\]{1,120}")
"""What may stand in quotation marks in a selector."""


def texts_in(tag: Tag) -> Iterator[tuple[Tag, str]]:
    """Elements below (and the tag itself) that hold nothing but text."""
    for one in [tag, *tag.find_all(True)]:
        if one.name in ("script", "style", "option", "textarea", "noscript", "template", "svg", "path"):
            continue
        held = one.string
        if held is not None and held.strip() and not one.find(True):
            yield one, str(held)


def attributes_in(tag: Tag) -> Iterator[tuple[Tag, str, str]]:
    """(element, attribute, value) below, and of the tag itself."""
    for one in [tag, *tag.find_all(True)]:
        for name, value in one.attrs.items():
            known = name in SHOWN_IN or name.startswith(("data-", "hx-")) or name == "formaction"
            if known and isinstance(value, str) and value and len(value) < 500:
                yield one, name, value


def inside(row: Tag, tag: Tag, others: Sequence[Tag] = ()) -> str | None:
    """A selector of an element inside a row, `:scope` for the row itself; None without a unique one. `others`: rows in
    which it has to select one element at most, or to say the place."""
    if tag is row:
        return ":scope"
    steps: list[str] = []
    for one in [tag, *tag.parents]:
        if one is row:
            break
        classes = [name for name in stable_classes(one) if _PLAIN.match(name)]
        steps.insert(0, one.name + (f".{classes[0]}" if classes else ""))
        made = " > ".join(steps)
        found = row.select(made, limit=2)
        if len(found) == 1 and found[0] is tag:
            if all(len(other.select(made, limit=2)) < 2 for other in others):
                return made
            break
    steps = []
    for one in [tag, *tag.parents]:
        if one is row:
            break
        place = sum(1 for other in one.find_previous_siblings(one.name)) + 1
        steps.insert(0, f"{one.name}:nth-of-type({place})")
    made = " > ".join(steps)
    if len(steps) == 1 and any(len(other.select(made, limit=2)) > 1 for other in others):
        made = f":scope > {made}"  # rows may have others like it within them
    return made if row.select_one(made) is tag else None


def alone(document: BeautifulSoup, tag: Tag, avoid: str, others: Sequence[BeautifulSoup] = ()) -> str | None:
    """A selector that matches this element alone in its document, and no more than one in others like it; `avoid`: a
    text that must not be in it."""
    found = _alone(document, tag, avoid)
    if found is None or all(_copies(found, other.select(found, limit=4)) for other in others):
        return found
    found = placed(document, tag, avoid)
    return found if found and all(len(other.select(found, limit=2)) < 2 for other in others) else None


def placed(document: BeautifulSoup, tag: Tag, avoid: str) -> str | None:
    """From the nearest element with an id down, each step by its place."""
    for one in tag.parents:
        name = str(one.get("id") or "")
        if one.name in ("body", "html", "[document]"):
            break
        if _PLAIN.match(name) and not (avoid and re.search(rf"(?<!\d){re.escape(avoid)}(?!\d)", name)):
            return _nth(document, one, tag, f"{one.name}#{name}")
    return _nth(document, None, tag, "body")


def _alone(document: BeautifulSoup, tag: Tag, avoid: str) -> str | None:
    if tag.name == "title":
        return "title"
    steps: list[str] = []
    for one in [tag, *tag.parents]:
        if one.name in ("[document]", "html", "body"):
            break
        name = str(one.get("id") or "")
        usable = bool(name) and bool(_PLAIN.match(name)) and not re.search(r"\d{3}", name)
        if usable and not (avoid and re.search(rf"(?<!\d){re.escape(avoid)}(?!\d)", name)):
            steps.insert(0, f"{one.name}#{name}")
            made = " > ".join(steps)
            if _only(document, made, tag):
                return made
            return (
                _named(document, tag, avoid)
                or _nth(document, one, tag, f"{one.name}#{name}")
                or _below(document, tag, avoid)
            )
        classes = [name for name in stable_classes(one) if _PLAIN.match(name)][:2]
        steps.insert(0, one.name + "".join(f".{name}" for name in classes))
        if (classes or len(steps) > 1) and _only(document, " > ".join(steps), tag):
            return " > ".join(steps)
    return _named(document, tag, avoid) or _nth(document, None, tag, "body") or _below(document, tag, avoid)


def _named(document: BeautifulSoup, tag: Tag, avoid: str) -> str | None:
    """A field of a form by its name, and the form's address where others have it: what stands before it may come and
    go."""
    name, form = str(tag.get("name") or ""), tag.find_parent("form")
    action = str(form.get("action") or "") if isinstance(form, Tag) else ""
    if tag.name not in ("input", "select", "textarea", "button") or not _QUOTABLE.fullmatch(name):
        return None
    own = f'{tag.name}[name="{name}"]'
    made = [own, *([f'form[action="{action}"] {own}'] if _QUOTABLE.fullmatch(action) else [])]
    return next((one for one in made if not (avoid and avoid in one) and _only(document, one, tag)), None)


def _below(document: BeautifulSoup, tag: Tag, avoid: str) -> str | None:
    """From the nearest element that its classes name alone down, each step by its place: for deep documents."""
    for one in tag.parents:
        if one.name in ("body", "html", "[document]"):
            break
        classes = [name for name in stable_classes(one) if _PLAIN.match(name) and not (avoid and avoid in name)][:3]
        base = one.name + "".join(f".{name}" for name in classes)
        if classes and len(document.select(base, limit=2)) == 1:
            return _nth(document, one, tag, base)
    return None


def _nth(document: BeautifulSoup, top: Tag | None, tag: Tag, base: str) -> str | None:
    steps: list[str] = []
    for one in [tag, *tag.parents]:
        if one is top or one.name in ("body", "html", "[document]"):
            break
        place = sum(1 for _ in one.find_previous_siblings(one.name)) + 1
        steps.insert(0, f"{one.name}:nth-of-type({place})")
    made = " > ".join([base, *steps])
    return made if len(steps) < 9 and _only(document, made, tag) else None


def _only(document: BeautifulSoup, selector: str, tag: Tag) -> bool:
    found = document.select(selector, limit=4)
    return bool(found) and found[0] is tag and (len(found) == 1 or _copies(selector, found))


def _copies(selector: str, found: Sequence[Tag]) -> bool:
    """Scripts put copies of headings elsewhere, with their ids: all of them show the same."""
    named = "#" in selector.rpartition(" ")[2]
    return len(found) < 2 or (named and len({squeezed(one.get_text()) for one in found}) == 1)

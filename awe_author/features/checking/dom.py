"""A recorded document in which selectors are looked up as a browser would, and what is near one without a match.

The recorder writes shadow roots as declarative templates. Each is a tree of its own here: a selector matches inside one
tree, never across its edge, as in a browser. What is in other templates is not shown, so it is left out.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from functools import cached_property

from bs4 import Tag

from awe_author.features.loading.indexed import Document, document_of
from awe_author.features.loading.selectors import compiled

ROW = (":scope", ".")
_NAMES = re.compile(
    r"(?P<sign>[.#]?)(?P<name>-?[A-Za-z_][\w-]*)|(?P<other>\[[^\]]*\]|:{1,2}[\w-]+(?:\([^)]*\))?|\\.|.)"
)
_COMBINATOR = re.compile(r"\s*[>+~]\s*|\s+")


class Dom:
    """One document."""

    def __init__(self, html: str) -> None:
        document = document_of(html)
        self.roots: list[Tag] = [document]
        for template in document.find_all("template"):
            root = template.extract()
            if root.get("shadowrootmode"):
                self.roots.append(root)

    def select(self, selector: str) -> list[Tag]:
        """The elements, tree after tree."""
        of = compiled(selector)
        return [tag for root in self.roots
                for tag in (root.select(selector) if isinstance(root, Document) else of.select(root))]  # fmt: skip

    @cached_property
    def vocabulary(self) -> dict[str, set[str]]:
        """`.` -> classes, `#` -> ids, "" -> tag names, of the whole document."""
        found: dict[str, set[str]] = {".": set(), "#": set(), "": set()}
        for root in self.roots:
            for tag in root.find_all(True):
                found[""].add(tag.name)
                found["."].update(tag.get_attribute_list("class"))
                if identity := tag.get("id"):
                    found["#"].add(str(identity))
        found["."].discard(None)
        return found


def inside(tag: Tag, selector: str) -> list[Tag]:
    """Elements inside `tag`; `:scope` (or `.`) is the tag itself."""
    return [tag] if selector in ROW else compiled(selector).select(tag)


def nearest_selector(selector: str, doms: Sequence[Dom]) -> str:
    """A hint for a selector that matches nothing in these documents."""
    known = {sign: set().union(*(dom.vocabulary[sign] for dom in doms)) for sign in (".", "#", "")}
    missing, repaired = _repaired(selector, known)
    if missing and repaired != selector:
        count = _count(repaired, doms)
        if count:
            return f"Did you mean `{repaired}`? It matches {count}."
    if missing:
        sign, name = missing[0]
        kind = {".": "class", "#": "id", "": "element"}[sign]
        close = difflib.get_close_matches(name, known[sign], n=3, cutoff=0.5)
        near = f" Near it: {', '.join(f'`{sign}{one}`' for one in close)}." if close else ""
        return f"No recorded element there has the {kind} `{name}`.".replace("has the element", "is") + near
    for part in _shorter(selector):
        if count := _count(part, doms):
            return f"`{part}` matches {count}; look what is inside of it."
    return "Every name in it is on the page, but not together."


def _count(selector: str, doms: Iterable[Dom]) -> int:
    try:
        return max((len(dom.select(selector)) for dom in doms), default=0)
    except ValueError:
        return 0


def _repaired(selector: str, known: dict[str, set[str]]) -> tuple[list[tuple[str, str]], str]:
    """Names that are on no page, and the selector with each replaced by the nearest that is on one."""
    missing: list[tuple[str, str]] = []
    made = ""
    for token in _NAMES.finditer(selector):
        sign, name = token["sign"] or "", token["name"]
        if name is None or (name.lower() if not sign else name) in known[sign]:
            made += token[0]
            continue
        missing.append((sign, name))
        close = difflib.get_close_matches(name, known[sign], n=1, cutoff=0.6)
        made += sign + close[0] if close else token[0]
    return missing, made


def _shorter(selector: str) -> list[str]:
    """The selector without its last parts, one after the other."""
    ends = [match.start() for match in _COMBINATOR.finditer(selector)]
    return [selector[:end] for end in reversed(ends) if selector[:end].strip()]

"""A table of contents in front of a text that is shown line by line: links to its headings, in their order.

    <div class=toc><h3>Contents</h3><ul><li><a href="#paper">Paper</a></li><li><a href="#ink">Ink</a></li></ul></div>

Texts with fewer headings than any that has one have none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.markup.wording import squeezed
from awe_author.features.discover.pages.line_sections import HEADING

LEAST = 2
"""Headings that it links to."""
LISTS = ("ul", "ol")
_ITEMS, _ANCHOR, _WORDS = "\x01", "\x02", "\x03"
_ANCHORS: Mapping[str, tuple[Callable[[str], str], str]] = {
    "_": (lambda words: words.lower().replace(" ", "_"), "core.lowerAscii().replace(' ', '_')"),
    "-": (lambda words: words.lower().replace(" ", "-"), "core.lowerAscii().replace(' ', '-')"),
    "": (lambda words: words.replace(" ", "_"), "core.replace(' ', '_')"),
}
"""What an anchor may be made of the words of its heading."""


@dataclass(slots=True)
class Contents:
    """How it is made."""

    around: tuple[str, str] = ("", "")
    """What stands before and behind the list."""
    listed: tuple[str, str] = ("", "")
    """How the list begins and ends."""
    items: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Heading's element -> (HTML of an item with signs for anchor and words, how many lists are around it)."""
    anchor: str = ""
    """The expression of the anchor of a heading's words, `core`."""
    least: int = 0
    """Headings of the shortest text that has one."""
    most: int = 0
    """Headings of the longest that has none."""

    def learn(self, leaves: Sequence[Tag], container: Tag, served: bytes = b"") -> list[Tag] | None:
        """The blocks of a text without it; None where it is not made as on other pages. `served`: the document before
        scripts changed it (added what closes such a table)."""
        left, top = _without(leaves, container)
        headings = [one for one in left if HEADING.fullmatch(one.name)]
        if top is None:
            if self.items and len(headings) >= self.least:
                return None
            self.most = max(self.most, len(headings))
            return left
        made = _read(_as_served(top, served), headings)
        known = not self.items or (made is not None and (made.around, made.listed) == (self.around, self.listed))
        if made is None or not known or len(headings) <= self.most:
            return None
        self.around, self.listed, self.anchor = made.around, made.listed, made.anchor
        self.items |= {name: item for name, item in made.items.items() if name not in self.items}
        self.least = min(self.least or len(headings), len(headings))
        return left

    def text(self, lines: str, heads: Sequence[tuple[str, str, str]]) -> str:
        """The expression of it. `lines`: that of the lines; `heads`: (sign in front of a heading's line, its element,
        the expression of its words)."""
        told = [one for one in heads if one[1] in self.items]
        if not told:
            return ""
        starts = " || ".join(f"line.startsWith({text(sign)})" for sign, _, _ in told)
        each = "''"
        for sign, name, core in sorted(told, key=lambda one: len(one[0])):
            html, depth = self.items[name]
            whole = self.listed[0] * depth + html + self.listed[1] * depth
            each = f"line.startsWith({text(sign)}) ? [{core}].map(core, {self._filled(whole)})[0] : {each}"
        joint = f".replace({text(self.listed[1] + self.listed[0])}, '')"
        items = f"heads.map(line, {each}).join('')" + joint * max(self.items[name][1] for _, name, _ in told)
        made = f"{text(self.around[0])} + {items} + {text(self.around[1])}"
        return f"[{lines}.filter(line, {starts})].map(heads, size(heads) >= {self.least} ? {made} : '')[0]"

    def _filled(self, html: str) -> str:
        parts = [html]
        for sign, own in ((_ANCHOR, self.anchor), (_WORDS, "core")):
            parts = [one for part in parts for one in _between(part, sign, own)]
        return " + ".join(text(one[1:]) if one[0] == "=" else one[1:] for one in _marked(parts))


def _between(part: str, sign: str, own: str) -> list[str]:
    pieces = part.split(sign)
    return [one for piece in pieces for one in (piece, f"\x00{own}")][:-1]


def _marked(parts: Sequence[str]) -> list[str]:
    """Each with what it is in front: `=` for a text, `+` for an expression."""
    return [f"+{one[1:]}" if one.startswith("\x00") else f"={one}" for one in parts if one]


def _without(leaves: Sequence[Tag], container: Tag) -> tuple[list[Tag], Tag | None]:
    """The blocks without those of a table of contents in front, and the element that holds it."""
    headings = [squeezed(one.get_text()) for one in leaves if HEADING.fullmatch(one.name)]
    for tag in container.find_all(LISTS):
        links = tag.find_all("a", href=True)
        if len(links) < LEAST or not all(str(link["href"]).startswith("#") for link in links):
            continue
        said = [squeezed(link.get_text()) for link in links]
        if said != headings[-len(said) :] or squeezed(tag.get_text(" ")) != " ".join(said):
            continue
        top = next((one for one in [tag, *tag.parents] if one.parent is container), tag)
        inside = [leaf for leaf in leaves if leaf is top or top in leaf.parents]
        if inside and [*leaves[: len(inside)]] == inside:
            return [*leaves[len(inside) :]], top
    return [*leaves], None


def _as_served(top: Tag, served: bytes) -> Tag:
    """The same element in the document that was served; itself where that has none."""
    own = top if top.name in LISTS else top.find(LISTS)
    assert isinstance(own, Tag)
    links = [str(link["href"]) for link in own.find_all("a", href=True)]
    steps = 0 if own is top else 1 + next(n for n, one in enumerate(own.parents) if one is top)
    for tag in parse(served.decode("utf-8", "replace")).find_all(LISTS) if served else ():
        if [str(link["href"]) for link in tag.find_all("a", href=True)] == links:
            return [tag, *tag.parents][steps]
    return top


def _read(top: Tag, headings: Sequence[Tag]) -> Contents | None:
    """How a table of contents is made; None where its items are not made alike."""
    outer = top if top.name in LISTS else top.find(LISTS)
    assert isinstance(outer, Tag)
    made = Contents(listed=(_opening(outer), f"</{outer.name}>"))
    for link, heading in zip(outer.find_all("a", href=True), headings, strict=False):
        item = link.find_parent("li")
        words, anchor = squeezed(link.get_text()), str(link["href"])[1:]
        way = next((own for of, own in _ANCHORS.values() if of(words) == anchor), None)
        if item is None or way is None or made.anchor not in ("", way):
            return None
        depth = sum(1 for one in item.parents if one.name in LISTS and (one is outer or outer in one.parents))
        html = (_item(item), depth)
        if made.items.setdefault(heading.name, html) != html:
            return None
        made.anchor = way
    whole = BeautifulSoup(str(top), "html.parser")
    inner = whole.find(LISTS)
    assert isinstance(inner, Tag)
    inner.replace_with(_ITEMS)
    before, _, after = _plain(str(whole)).partition(_ITEMS)
    made.around = before, after
    return made


def _item(item: Tag) -> str:
    """An item without the lists in it, with signs for what its heading says."""
    copy = BeautifulSoup(str(item), "html.parser")
    for one in copy.find_all(LISTS):
        one.decompose()
    link = copy.find("a")
    assert isinstance(link, Tag)
    link["href"] = f"#{_ANCHOR}"
    link.string = _WORDS
    return _plain(str(copy))


def _opening(tag: Tag) -> str:
    copy = BeautifulSoup(str(tag), "html.parser").find(True)
    assert isinstance(copy, Tag)
    copy.clear()
    return str(copy).removesuffix(f"</{tag.name}>")


def _plain(markup: str) -> str:
    return markup.replace("\n", "").strip()

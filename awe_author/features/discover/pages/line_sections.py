"""What stands at the end of each section of a text that is shown line by line: a button to edit just this section.

It is a form whose only words are those of its button, the same at each end: before every heading but the first, and
behind the last line. Texts with one section have none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bs4 import Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.markup.wording import squeezed

HEADINGS = re.compile(r"<h[1-6]\b")
HEADING = re.compile(r"h[1-6]")


def without_closings(leaves: Sequence[Tag], container: Tag) -> tuple[list[Tag], str | None]:
    """The blocks of a text without what ends its sections, and that as HTML: "" where there is none, None where such
    forms stand elsewhere, too."""
    ends = [place for place, leaf in enumerate(leaves) if _button(leaf, container) is not None]
    if not ends:
        return [*leaves], ""
    left = [leaf for place, leaf in enumerate(leaves) if place not in ends]
    said = {squeezed(leaves[place].get_text()) for place in ends}
    behind = [place + 1 for place in ends]
    wanted = [*[place for place, leaf in enumerate(leaves) if HEADING.fullmatch(leaf.name)][1:], len(leaves)]
    if len(said) > 1 or len(ends) < 2 or behind != wanted:
        return left, None
    return left, _plain(_outermost(leaves[ends[0]], container))


def alike(closing: str, other: str) -> bool:
    """Are two of them the same but for what their attributes say, such as which section it is?"""
    one, two = (re.sub(r'="[^"]*"', "", markup) for markup in (closing, other))
    return one == two


def several(leaves: Sequence[Tag]) -> bool:
    """Are there several sections?"""
    return sum(HEADING.fullmatch(leaf.name) is not None for leaf in leaves) > 1


def closed_text(every: str, closing: str, begins: Iterable[str]) -> str:
    """The expression of a text with its sections closed. `begins`: what stands before the words of lines."""
    starts = sorted({one for one in begins if HEADINGS.match(one)})
    if not closing or not starts:
        return every
    mark = "\x01"
    marked = every + "".join(f".replace({text(one)}, {text(mark + one)})" for one in (_fixed(one) for one in starts))
    parts = f"all.split({text(mark)}).filter(one, one != '')"
    made = f"size({parts}) > 1 ? {parts}.join({text(closing)}) + {text(closing)} : {parts}.join('')"
    return f"[{marked}].map(all, {made})[0]"


def _fixed(begin: str) -> str:
    """What a heading begins with, as far as it says nothing of its words."""
    return begin.partition("\x00")[0]


def _button(leaf: Tag, container: Tag) -> Tag | None:
    """The button of a form of which a block says nothing else; None when it is no such form."""
    form = next((one for one in [leaf, *leaf.parents] if one is container or one.name == "form"), None)
    form = form if form is not None and form is not container else leaf.find("form")
    button = form.find("button") if isinstance(form, Tag) else None
    own = isinstance(button, Tag) and squeezed(button.get_text()) == squeezed(leaf.get_text()) != ""
    return button if own and isinstance(button, Tag) else None


def _outermost(leaf: Tag, container: Tag) -> Tag:
    """The element around a block that holds nothing else."""
    found = leaf
    for one in leaf.parents:
        if one is container or squeezed(one.get_text()) != squeezed(leaf.get_text()):
            break
        found = one
    return found


def _plain(tag: Tag) -> str:
    return str(tag).replace("\n", "")

"""Parts of a long text that pages do not show line by line: a table that is written in signs of its own.

    {| class="plain"
    ! Owner !! Cost            becomes one <table>
    |}

What stands between two lines that are understood, in the text as on the page, belongs together: wherever a text has
just these lines, pages show that element.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from bs4 import Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.markup.wording import squeezed
from awe_author.features.discover.pages.line_signs import ways_shown

SIGN = "\x02"
"""Stands for such a part, with its number behind it."""
BESIDE = 24
"""Letters that an element may say beside its line, such as a link to edit it."""
LEAST = 2
"""Lines of such a part."""
Blocks = dict[str, str]
"""What is written -> the element that is shown."""


def marked(value: str, blocks: Mapping[str, str]) -> str:
    """A text with a sign for each of these parts."""
    value = value.replace("\r", "")
    for number, source in enumerate(blocks):
        value = value.replace(source, f"{SIGN}{number}")
    return value


def held_together(leaves: Sequence[Tag], container: Tag, blocks: Mapping[str, str]) -> list[Tag]:
    """The innermost blocks of an element, with those that are one of these parts as one."""
    said = {_letters(parse(html).get_text()) for html in blocks.values()}
    tops = [tag for tag in container.find_all(True) if _letters(tag.get_text()) in said] if said else []
    found: list[Tag] = []
    for leaf in leaves:
        top = next((one for one in tops if one is leaf or one in leaf.parents), leaf)
        found += [top] if not found or found[-1] is not top else []
    return found


def blocks_in(value: str, leaves: Sequence[Tag], container: Tag, served: bytes) -> Blocks:
    """Such parts of a text. `served`: the document before scripts changed it."""
    lines = [
        (found.start(), found.end(), squeezed(found[0])) for found in re.finditer(r"[^\n]+", value) if found[0].strip()
    ]
    pairs, at = [(-1, -1)], 0
    for place, (_, _, line) in enumerate(lines):
        there = next((n for n in range(at, len(leaves)) if _is(line, leaves[n])), None)
        if there is not None:
            pairs.append((place, there))
            at = there + 1
    pairs.append((len(lines), len(leaves)))
    found: Blocks = {}
    for (before, leaf), (behind, leaf_on) in pairwise(pairs):
        mine, shown = lines[before + 1 : behind], leaves[leaf + 1 : leaf_on]
        top = _around(shown, leaves, container) if len(mine) >= LEAST and shown else None
        if top is not None:
            found[value[mine[0][0] : mine[-1][1]].rstrip()] = _as_served(top, served)
    return found


def _is(line: str, leaf: Tag) -> bool:
    """Does an element say a line, and little else?"""
    said = _letters(leaf.get_text())
    return any(
        (own := _letters(way)) and said.startswith(own) and len(said) - len(own) <= BESIDE for way in ways_shown(line)
    )


def _around(shown: Sequence[Tag], leaves: Sequence[Tag], container: Tag) -> Tag | None:
    """The outermost element of these blocks and no others."""
    others, found = [one for one in leaves if not any(one is mine for mine in shown)], None
    for above in shown[0].parents:
        if above is container or any(above in other.parents for other in others):
            break
        found = above if all(above in mine.parents for mine in shown) else found
    return found


def _as_served(top: Tag, served: bytes) -> str:
    """The element in the document that was served; itself where that has none."""
    said = squeezed(top.get_text())
    same = (tag for tag in (parse(served.decode("utf-8", "replace")).find_all(top.name) if served else ())
            if squeezed(tag.get_text()) == said)  # fmt: skip
    return str(next(same, top)).replace("\n", "")


def _letters(value: str) -> str:
    return re.sub(r"[\W_]", "", value)


def marked_text(own: str, blocks: Mapping[str, str]) -> str:
    """The expression of a text with signs for them. `own`: that of the text."""
    made = f"{own}.replace('\\r', '')" if blocks else own
    return made + "".join(
        f".replace({text(source)}, {text(f'{SIGN}{number}')})" for number, source in enumerate(blocks)
    )


def shown_text(line: str, blocks: Mapping[str, str]) -> str:
    """The expression of a line where it may be such a sign; `line`: that of any other."""
    tests = (f"line == {text(f'{SIGN}{number}')} ? {text(html)} : " for number, html in enumerate(blocks.values()))
    return "".join(tests) + line

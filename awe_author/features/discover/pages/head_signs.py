"""Signs in the heads of tables that say by which column they are sorted, and which way: `Title ▲`.

Told from looks at the sorted table: the sign stands at the column that the address asks for, and at no other. One that
was seen for one direction only tells the other one's, where it is an arrow. A table that shows one when nobody asks for
an order is sorted by that column then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from bs4 import Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.markup.documents import Rows
from awe_author.features.discover.markup.wording import squeezed
from awe_author.features.discover.pages.sorting import (
    Head,
    asks_for,
    column_of,
    directions_of,
    falls,
    head_in,
    heads_of,
    order_param,
)
from awe_author.features.dom.rendering import runs_of
from awe_author.json_types import Json
from awe_author.queries import parse_qsl

_PAIRS = ("▲▼", "△▽", "▴▾", "↑↓", "⇑⇓", "⬆⬇")
LONGEST = 3
"""Characters of a sign."""
Pages = Sequence[tuple[str, Rows, Tag]]
"""(address, rows, document) of looks at a table."""


def head_signs(heads: Sequence[Head], pages: Pages) -> list[Json]:
    """The surfaces of signs behind the links in heads of tables that sort in words (`title,desc`)."""
    directions = directions_of([(url, rows) for url, rows, _ in pages])
    if not heads or not directions:
        return []
    own = heads[0].param
    seen: dict[bool, set[str]] = {True: set(), False: set()}
    usual: set[tuple[str, str]] = set()
    for url, rows, _ in pages:
        there = {head.value: _sign(head) for head in heads_of(rows, url)}
        asked = order_param(url, own)
        marked = {value: sign for value, sign in there.items() if sign}
        if asked is None:
            usual |= {*marked.items()} if not _asks_else(url) else set()
        elif {*marked} == {column_of(asked[1])}:
            seen[falls(asked[1])] |= {*marked.values()}
        else:
            return []
    signs = _both(seen)
    if not signs or len(usual) > 1:
        return []
    return _shown(heads, signs, dict(usual), directions, pages)


def _shown(
    heads: Sequence[Head],
    signs: Mapping[bool, str],
    usual: Mapping[str, str],
    directions: Sequence[str],
    pages: Pages,
) -> list[Json]:
    found: list[Json] = []
    container, documents = pages[0][1].container, [document for _, _, document in pages]
    for head in heads:
        link = head_in(head.tag, container, documents)
        if link is None or " > " not in link:
            continue
        asked = f"page.query.get({text(head.param)}, '')"
        none = f"{asked} == '' ? {text(' ' + usual[head.value])} : " if head.value in usual else ""
        ways = "".join(
            f"{asks_for(asked, head, directions, falls=down)} ? {text(' ' + sign)} : " for down, sign in signs.items()
        )
        found.append({"select": link.rpartition(" > ")[0], "set": {"text": {"1": f"{none}{ways}''"}}})
    return found


def _sign(head: Head) -> str:
    """What stands behind the link in its cell."""
    cell = head.tag.parent
    if cell is None or cell.name not in ("th", "td") or len(cell.find_all(True, recursive=False)) > 1:
        return ""
    runs = runs_of(cell)
    said = squeezed("".join(runs[1])) if len(runs) == 2 else ""
    return said if len(said) <= LONGEST and not any(map(str.isalnum, said)) else ""


def _both(seen: Mapping[bool, set[str]]) -> dict[bool, str]:
    """Falls it? -> the sign."""
    if any(len(one) > 1 for one in seen.values()) or seen[True] & seen[False]:
        return {}
    found = {down: next(iter(one)) for down, one in seen.items() if one}
    for down, sign in [*found.items()]:
        other = next((pair.replace(sign, "") for pair in _PAIRS if sign in pair), "")
        if other and (not down) not in found:
            found[not down] = other
    return found


def _asks_else(url: str) -> bool:
    """Does an address ask for anything?"""
    return bool(parse_qsl(urlsplit(url).query))

"""Codes by which rows link to pages of their own, beside the key that forms name: `<a href="/note/Ouxq6Q">` in a row
with `<a href="/edit/13">`.

Told by links of one form, one in each row, with random words as long as each other (a letter and a digit or capital in
most), always the same of an entity and another of each, where a page at such an address was opened.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from bs4 import Tag

from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.addresses import addresses, joined
from awe_author.features.discover.markup.documents import Row, Rows
from awe_author.features.discover.pages.pages import Shown
from awe_author.features.discover.pages.posts import key_in

CODE = re.compile(r"[\w-]{5,40}")
_MIXED = re.compile(r"(?=.*[A-Za-z])(?=.*(\d|[A-Z].*[a-z]|[a-z].*[A-Z])).+")
LEAST = 5
"""Entities with such a code."""
SHARE = 0.8
"""Of the codes that are mixed."""


def add_codes(shown: Sequence[Shown]) -> None:
    """Give rows their codes."""
    lists: dict[str, list[tuple[Page, Rows]]] = {}
    for one in shown:
        for listed in one.lists:
            lists.setdefault(listed.template, []).append((one.page, listed))
    for template, mine in lists.items():
        for other in _linked(mine) - {template}:
            codes = _codes(other, mine)
            opened = any(key_in(one.page.url, other) in codes.values() for one in shown)
            if opened and _are_codes([*codes.values()]):
                part = partial(_part, f"{snake(other.partition('*')[0]) or 'page'}_code", other)
                for page, listed in mine:
                    for row in listed.rows:
                        part(listed, row, page.url)
                    listed.parting.append(part)


def _part(name: str, template: str, listed: Rows, row: Row, url: str) -> None:
    listed.codes[name] = template
    code = _code(row.tag, template, url)
    if code:
        row.values[name] = code


def _linked(lists: Sequence[tuple[Page, Rows]]) -> set[str]:
    """The templates of what the first rows link to by such words at the end of a path."""
    first = [(page, row) for page, listed in lists[:1] for row in listed.rows[:2]]
    return {
        address.template
        for page, row in first if row.tag is not None
        for link in row.tag.find_all("a", href=True)
        for address in addresses(joined(page.url, str(link["href"])), page.url)
        if address.template.endswith("/*") and CODE.fullmatch(address.key) and not address.key.isdigit()
    }  # fmt: skip


def _code(tag: Tag | None, template: str, url: str) -> str:
    """The one code by which a row links to pages of a template."""
    links = tag.find_all("a", href=True) if tag is not None else []
    found = {key for link in links if (key := key_in(joined(url, str(link["href"])), template)) is not None}
    return found.pop() if len(found) == 1 else ""


def _codes(template: str, lists: Sequence[tuple[Page, Rows]]) -> dict[str, str]:
    """Key -> code of all rows; nothing where some row has none, or one has several."""
    found: dict[str, str] = {}
    for page, listed in lists:
        for row in listed.rows:
            code = _code(row.tag, template, page.url)
            if not code or found.setdefault(row.key, code) != code:
                return {}
    return found


def _are_codes(codes: Sequence[str]) -> bool:
    mixed = sum(_MIXED.fullmatch(code) is not None for code in codes)
    return (
        len(codes) >= LEAST
        and len({*codes}) == len(codes)
        and len({*map(len, codes)}) == 1
        and mixed >= SHARE * len(codes)
    )

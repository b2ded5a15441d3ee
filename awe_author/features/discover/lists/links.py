"""Addresses beside a list: of the next page, the one before, the first, the last.

Five ways to make them are known: the request's own parameters with another page (or offset), in its place, behind the
others or sorted, or nothing but the page, alone or behind how many it has; of the first page without the parameter or
with it. A way is believed when it explains every answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from awe_author.features.discover.common.keys import text
from awe_author.queries import parse_qsl

if TYPE_CHECKING:
    from awe_author.features.discover.lists.envelopes import Asked

ROLES = {
    "self_url": re.compile(r"^(self|href|url)$", re.IGNORECASE),
    "current_url": re.compile(r"current", re.IGNORECASE),
    "next_url": re.compile(r"next", re.IGNORECASE),
    "previous_url": re.compile(r"prev", re.IGNORECASE),
    "first_url": re.compile(r"first", re.IGNORECASE),
    "last_url": re.compile(r"last", re.IGNORECASE),
}
KEPT = ("all", "after", "sorted", "page", "limit")
OFFSETS = {
    "current_url": "begin",
    "next_url": "begin + limit",
    "previous_url": "math.greatest([0, begin - limit])",
    "first_url": "0",
    "last_url": "(limit > 0 ? (math.greatest([total, 1]) - 1) / limit * limit : 0)",
}
"""Role -> how many come before the page that an address leads to."""


@dataclass(frozen=True, slots=True)
class Link:
    """How an address is made."""

    name: str
    """The parameter that says the page."""
    kept: str
    """Of the request's parameters: all in their order, all with the page behind them, all sorted, or only the page, or
    that and how many it has."""
    bare: bool
    """Is the first page the one without the parameter?"""
    relative: bool
    """Does it begin with the path?"""
    written: str = ""
    """The parameter as addresses write it."""
    offset: bool = False
    """Does the parameter say how many come before?"""
    limit: str = ""
    """The parameter that says how many a page has."""
    path: tuple[str, str, str] | None = None
    """Where the path is not that of the request: text, the expression of what the request says, text."""
    plain: bool = False
    """Is `$` written as it is, though requests may code it?"""
    start: str = ""
    """What addresses begin with, when that is not where the request went (another scheme)."""


def link_of(way: Sequence[str], found: Sequence[tuple[Any, Asked, Any]]) -> tuple[str, Link] | None:
    """(role, how) of a value beside a list; None when it is no such address. `found`: value, what was asked, total."""
    role = next((role for role, name in ROLES.items() if name.search(way[-1])), "")
    values = [value for value, _, _ in found if value is not None]
    if not role or not values or not all(isinstance(value, str) and "?" in value for value in values):
        return None
    for link in _tries(found, values[0]):
        if all(_holds(role, link, *one) for one in found):
            return role, link
    return None


def _tries(found: Sequence[tuple[Any, Asked, Any]], value: str) -> Iterator[Link]:
    names = dict.fromkeys((one.page_name, False) for _, one, _ in found if one.page_name)
    names |= dict.fromkeys((one.offset_name, True) for _, one, _ in found if one.offset_name)
    begins = {_start(value) for value, _, _ in found if value is not None}
    start = begins.pop() if len(begins) == 1 and not value.startswith("/") else ""
    for name, offset in names:
        for kept in KEPT:
            for bare in (False, True):
                encoded = quote(name, safe="")
                written = encoded if encoded + "=" in value else name
                plain = "$" in value and "%24" not in value
                size = next((one.limit_name for _, one, _ in found if one.limit_name), "")
                path = _path(found) if kept in ("page", "limit") else None
                for begin in ("", start) if start else ("",):
                    yield Link(name, kept, bare, value.startswith("/"), written, offset, size, path, plain, begin)


def _path(found: Sequence[tuple[Any, Asked, Any]]) -> tuple[str, str, str] | None:
    """The path of addresses that do not lead where the request went: the same in all, but for what requests say."""
    paths = [(urlsplit(value).path, one) for value, one, _ in found if value is not None]
    if all(path == one.call.path for path, one in paths):
        return None
    path, first = paths[0]
    for said, own in [*first.words, ("", "")]:
        before, there, after = path.partition(said) if said else (path, "", "")
        if there == said and all(other == before + one.said(own) + after
                                 for other, one in paths):  # fmt: skip
            return before, own, after
    return None


def _start(value: str) -> str:
    parts = urlsplit(value)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""


def _holds(role: str, link: Link, value: Any, one: Asked, total: Any) -> bool:
    if role == "self_url":
        parts = urlsplit(value or "")
        return parts.path == one.call.path and parse_qsl(parts.query) == [*one.call.query]
    if not isinstance(total, int):
        return False
    pages = max(1, -(-total // one.limit)) if one.limit else 1
    last = pages - 1 + one.base
    number = _offset(role, one, total) if link.offset else {
        "current_url": one.page,
        "next_url": one.page + 1 if one.page < last else None,
        "previous_url": one.page - 1 if one.page > one.base else None,
        "first_url": one.base,
        "last_url": last,
    }[role]  # fmt: skip
    if number is None or value is None:
        return number is None and value is None
    parts = urlsplit(value)
    start = "" if link.relative else link.start or one.call.origin
    said = parse_qsl(parts.query, keep_blank_values=True)
    path = one.call.path
    if link.path is not None:
        before, own, after = link.path
        path = before + one.said(own) + after
    return (_start(value), parts.path) == (start, path) and said == _pairs(link, one, number)


def _offset(role: str, one: Asked, total: int) -> int | None:
    """How many come before the first of the page that an address leads to."""
    limit = one.limit or 0
    if limit < 1:
        return None
    match role:
        case "current_url":
            return one.begin
        case "next_url":
            return one.begin + limit if one.begin + limit < total else None
        case "previous_url":
            return max(0, one.begin - limit) if one.begin > 0 else None
        case "first_url":
            return 0
    return (max(total, 1) - 1) // limit * limit


def _pairs(link: Link, one: Asked, page: int) -> list[tuple[str, str]]:
    own = (link.name, str(page))
    alone = link.kept in ("page", "limit")
    rest = [pair for pair in one.call.query if pair[0] != link.name] if not alone else []
    if link.kept == "limit":
        rest = [(link.limit, str(one.limit))]
    if link.bare and page == (0 if link.offset else one.base):
        return sorted(rest) if link.kept == "sorted" else rest
    if link.kept == "sorted":
        return sorted([*rest, own])
    if link.kept == "all" and any(name == link.name for name, _ in one.call.query):
        return [own if name == link.name else (name, value) for name, value in one.call.query]
    return [*rest, own]


def link_text(role: str, link: Link, *, page: str, last: str, base: int) -> str:
    """The expression of such an address; null where there is none. `page`, `last`: expressions of this page's number
    and of the last one's."""
    if role == "self_url":
        return "path + (url.contains('?') ? url.substring(url.indexOf('?')) : '')" if link.relative else "url"
    numbers = {"current_url": page, "next_url": f"{page} + 1", "previous_url": f"{page} - 1", "first_url": str(base)}
    number = {**numbers, "last_url": last}[role]
    more, fewer, first = f"{page} < {last}", f"{page} > {base}", base
    if link.offset:
        number = OFFSETS[role]
        more, fewer, first = "limit > 0 && begin + limit < total", "limit > 0 && begin > 0", 0
    own = f"[{text((link.written or link.name) + '=')} + string({number})]"
    is_own = f"(p.startsWith({text(link.name + '=')}) || p.startsWith({text(quote(link.name, safe='') + '=')}))"
    coded = ".replace('%24', '$')" if link.plain else ""
    asked = f"(url.contains('?') ? url.substring(url.indexOf('?') + 1){coded}.split('&') : [])"
    rest = f"{asked}.filter(p, !{is_own})" if link.kept not in ("page", "limit") else "[]"
    if link.kept == "limit":
        rest = f"[{text(link.limit + '=')} + string(limit)]"
    made = f"({rest} + {own})"
    if link.kept == "sorted":
        made, rest = f"{made}.sortBy(p, p)", f"{rest}.sortBy(p, p)"
    elif link.kept == "all":
        made = f"({asked}.exists(p, {is_own}) ? {asked}.map(p, {is_own} ? {own}[0] : p) : {made})"
    if link.bare:
        made = f"({number} == {first} ? {rest} : {made})"
    start = "path" if link.relative else f"{text(link.start)} + path" if link.start else "url.split('?')[0]"
    if link.path is not None:
        before, said, after = link.path
        begin = text(link.start + before)
        start = f"{begin} + {said} + {text(after)}" if said else begin
    address = f"{start} + ({made}.size() > 0 ? '?' : '') + {made}.join('&')"
    if role == "next_url":
        return f"{more} ? dyn({address}) : null"
    return f"{fewer} ? dyn({address}) : null" if role == "previous_url" else address

"""Addresses beside a list: of the next page, the one before, the first, the last.

Three ways to make them are known: the request's own parameters with another page, in their order or sorted, or nothing
but the page; of the first page without the parameter or with it. A way is believed when it explains every answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote, urlsplit

from awe_author.features.discover.keys import text

if TYPE_CHECKING:
    from awe_author.features.discover.envelopes import Asked

ROLES = {
    "self_url": re.compile(r"^(self|href|url)$", re.IGNORECASE),
    "next_url": re.compile(r"next", re.IGNORECASE),
    "previous_url": re.compile(r"prev", re.IGNORECASE),
    "first_url": re.compile(r"first", re.IGNORECASE),
    "last_url": re.compile(r"last", re.IGNORECASE),
}
KEPT = ("all", "sorted", "page")


@dataclass(frozen=True, slots=True)
class Link:
    """How an address is made."""

    name: str
    """The parameter that says the page."""
    kept: str
    """Of the request's parameters: all in their order, all sorted, or only the page."""
    bare: bool
    """Is the first page the one without the parameter?"""
    relative: bool
    """Does it begin with the path?"""
    written: str = ""
    """The parameter as addresses write it."""


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
    names = dict.fromkeys(one.page_name for _, one, _ in found if one.page_name)
    for name in names:
        for kept in KEPT:
            for bare in (False, True):
                encoded = quote(name, safe="")
                yield Link(name, kept, bare, value.startswith("/"), encoded if encoded + "=" in value else name)


def _holds(role: str, link: Link, value: Any, one: Asked, total: Any) -> bool:
    if role == "self_url":
        parts = urlsplit(value or "")
        return parts.path == one.call.path and parse_qsl(parts.query) == [*one.call.query]
    if not isinstance(total, int):
        return False
    pages = max(1, -(-total // one.limit)) if one.limit else 1
    last = pages - 1 + one.base
    page = {
        "next_url": one.page + 1 if one.page < last else None,
        "previous_url": one.page - 1 if one.page > one.base else None,
        "first_url": one.base,
        "last_url": last,
    }[role]
    if page is None or value is None:
        return page is None and value is None
    parts = urlsplit(value)
    start = "" if link.relative else one.call.origin
    there = f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
    return (there, parts.path) == (start, one.call.path) and parse_qsl(parts.query) == _pairs(link, one, page)


def _pairs(link: Link, one: Asked, page: int) -> list[tuple[str, str]]:
    own = (link.name, str(page))
    rest = [pair for pair in one.call.query if pair[0] != link.name] if link.kept != "page" else []
    if link.bare and page == one.base:
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
    number = {"next_url": f"{page} + 1", "previous_url": f"{page} - 1", "first_url": str(base), "last_url": last}[role]
    own = f"[{text((link.written or link.name) + '=')} + string({number})]"
    is_own = f"(p.startsWith({text(link.name + '=')}) || p.startsWith({text(quote(link.name, safe='') + '=')}))"
    asked = "(url.contains('?') ? url.substring(url.indexOf('?') + 1).split('&') : [])"
    rest = f"{asked}.filter(p, !{is_own})" if link.kept != "page" else "[]"
    made = f"({rest} + {own})"
    if link.kept == "sorted":
        made, rest = f"{made}.sortBy(p, p)", f"{rest}.sortBy(p, p)"
    elif link.kept == "all":
        made = f"({asked}.exists(p, {is_own}) ? {asked}.map(p, {is_own} ? {own}[0] : p) : {made})"
    if link.bare:
        made = f"({number} == {base} ? {rest} : {made})"
    start = "path" if link.relative else "url.split('?')[0]"
    address = f"{start} + ({made}.size() > 0 ? '?' : '') + {made}.join('&')"
    if role == "next_url":
        return f"{page} < {last} ? dyn({address}) : null"
    return f"{page} > {base} ? dyn({address}) : null" if role == "previous_url" else address

"""Pages below that of an entity: `/talks/HDB37K/comments/` where talks are opened at `/talks/HDB37K/`.

A key may be a code or a word that is told as one nowhere else: only the address of its own page tells which part
of a longer one it is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from urllib.parse import unquote, urlsplit

from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.markup.addresses import Address
from awe_author.features.discover.pages.canonical import behind
from awe_author.features.discover.pages.pages import PageKind
from awe_author.features.discover.pages.posts import key_among, key_in


def below_own(url: str, template: str, known: Collection[str]) -> Iterator[Address]:
    """What the address of a page names, if it goes on behind the own page of one of the `known` keys."""
    path, _, query = template.partition("?")
    before, star, behind = path.partition("*")
    said = urlsplit(url).path
    if query or not star or behind.strip("/") or not said.startswith(before):
        return
    key, _, rest = said.removeprefix(before).partition("/")
    if rest and unquote(key) in known:
        yield Address(f"{before}*/{rest}", unquote(key))


def led_to(one: PageKind, operation: Operation, location: str) -> str | None:
    """The key in the address to which writes lead."""
    found = key_among(location, one.template) or key_in(location.partition("?")[0], one.template)
    long = behind(location, one.template) if one.worded and found is None else None
    return found or (long.key if long is not None else _led_below(operation, location))


def _led_below(operation: Operation, location: str) -> str | None:
    """That of writes about an entity, where each led to a path with its own."""
    pairs = [pair for pair in zip(operation.calls, operation.made, strict=False) if operation.role == "update"]
    own = [key for call, key in pairs if unquote(key) in unquote(urlsplit(call.location).path).split("/")]
    there = urlsplit(location).path.split("/")
    return next((key for key in own if key in there), None) if pairs and len(own) == len(pairs) else None

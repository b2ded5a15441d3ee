"""Selectors of features as the runtime uses them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

_PLACE = re.compile(
    r":(?:first|last|only)-(?:child|of-type)\b|:nth-(?:last-)?(?:child|of-type)\((?:[^()]|\([^()]*\))*\)", re.IGNORECASE
)


@lru_cache(4096)
def scoped(selector: str) -> str:
    """A selector for use within an element: one that begins with a combinator counts from the element itself."""
    parts = [part.strip() for part in _alternatives(selector)]
    return ", ".join(":scope " + part if part[:1] in (">", "+", "~") else part for part in parts)


@lru_cache(4096)
def any_row(selector: str) -> str:
    """The selector of all rows, from that of the one to copy: `tr.lead:first-child` -> `tr.lead`. What says where in
    its parent the row stands is taken off; the rest stays."""
    return ", ".join(_without_place(part) for part in _alternatives(scoped(selector)))


def _without_place(selector: str) -> str:
    at = max((place + 1 for place, letter in _outside(selector) if letter in " >+~\t\n"), default=0)
    outside = {place for place, _ in _outside(selector)}
    last = _PLACE.sub(lambda found: "" if at + found.start() in outside else found[0], selector[at:])
    return selector[:at] + (last if last.strip() else "*")


def _alternatives(selector: str) -> list[str]:
    """Split at commas that are not inside brackets or quotes."""
    commas = [at for at, letter in _outside(selector) if letter == ","]
    starts, ends = [0, *(at + 1 for at in commas)], [*commas, len(selector)]
    return [selector[start:end].strip() for start, end in zip(starts, ends, strict=True)]


def _outside(selector: str) -> Iterator[tuple[int, str]]:
    """Letters, with their places, that stand in no brackets and quotes."""
    depth, quote = 0, ""
    for at, letter in enumerate(selector):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        elif letter in "([":
            depth += 1
        elif letter in ")]":
            depth -= 1
        elif depth == 0:
            yield at, letter

"""Selectors of features as the runtime uses them."""

from __future__ import annotations

import re

_PLACE = re.compile(
    r":(?:first|last|only)-(?:child|of-type)\b|:nth-(?:last-)?(?:child|of-type)\((?:[^()]|\([^()]*\))*\)", re.IGNORECASE
)
_COMBINED = re.compile(r"(?:\s*[>+~]\s*|\s+)(?![^\[(]*[\])])")


def scoped(selector: str) -> str:
    """A selector for use within an element: one that begins with a combinator counts from the element itself."""
    parts = [part.strip() for part in _alternatives(selector)]
    return ", ".join(":scope " + part if part[:1] in (">", "+", "~") else part for part in parts)


def any_row(selector: str) -> str:
    """The selector of all rows, from that of the one to copy: `tr.lead:first-child` -> `tr.lead`. What says where in
    its parent the row stands is taken off; the rest stays."""
    return ", ".join(_without_place(part) for part in _alternatives(scoped(selector)))


def _without_place(selector: str) -> str:
    at = 0
    for found in _COMBINED.finditer(selector):
        at = found.end()
    last = _PLACE.sub("", selector[at:])
    return selector[:at] + (last if last.strip() else "*")


def _alternatives(selector: str) -> list[str]:
    """Split at commas that are not inside brackets or quotes."""
    parts, depth, quote, start = [], 0, "", 0
    for at, letter in enumerate(selector):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        elif letter in "([":
            depth += 1
        elif letter in ")]":
            depth -= 1
        elif letter == "," and depth == 0:
            parts.append(selector[start:at].strip())
            start = at + 1
    return [*parts, selector[start:].strip()]

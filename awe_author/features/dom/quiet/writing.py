"""Writes texts of rows into a document that shows all else of a plan already, so that it arrives quiet, too.

What is written is what the runtime would write (features/runtime/20_text.js): the one text of an element, between the
white space around it. Only where that can be told for sure, and where it is sure whose row a row is; the rest is left
to the runtime.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

MOST_ROWS = 64
"""Rows of one list that are written; where more differ, the runtime is quicker than to look for whose row each is."""
_PLAIN = re.compile(r"[^\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]+")
"""What a character reference, or the character itself, stands for in HTML: no control characters."""
_SPACE = "\t\n\v\f\r \u00a0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000\ufeff"
"""White space, as JavaScript has it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the one text of an element is written."""

    start: int
    """In the text of the document, in characters."""

    end: int
    text: str
    """As it is read: without character references."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Something else in the document. `new`: ASCII, as it is written."""

    start: int
    end: int
    new: str


def edit_of(place: Place, want: str) -> Edit | None:
    """What makes a text another one; None where that cannot be written."""
    if not want.strip() or not _PLAIN.fullmatch(want):
        return None
    before = place.text[: len(place.text) - len(place.text.lstrip(_SPACE))]
    after = place.text[len(place.text.rstrip(_SPACE)) :]
    text = escape(before + want + after, quote=False).encode("ascii", "xmlcharrefreplace").decode()
    return Edit(place.start, place.end, text)


def edited(document: Sequence[bytes], edits: Sequence[Edit]) -> list[bytes] | None:
    """The pieces of a document (UTF-8, read as one) with edits in them; None where one of them goes over two pieces."""
    made, at, left = [], 0, sorted(edits, key=lambda edit: edit.start)
    for piece in document:
        text = piece.decode()
        end, done, parts = at + len(text), 0, list[str]()
        while left and left[0].start < end:
            edit = left.pop(0)
            if edit.end > end or edit.start - at < done:
                return None
            parts += [text[done : edit.start - at], edit.new]
            done = edit.end - at
        made.append("".join([*parts, text[done:]]).encode() if parts else piece)
        at = end
    return made

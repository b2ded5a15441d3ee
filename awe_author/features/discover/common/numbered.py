"""Keys that are a number in other words: `TASK-12`, `book_0007`, or base64 of such (`Qm9vazo3` of `Book:7`)."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from awe_author.features.discover.common.keys import NewKey, text

_NUMBERED = re.compile(r"(?P<before>[A-Za-z][\w ./:#-]*?|[\w./:-]*[^\w]|)(?P<number>\d{1,15})\Z")


FAR = 10
"""A step from one new key to the next beyond which it is no chance."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """How such keys are written."""

    before: str
    width: int
    """Digits at least, with zeros before them."""
    coded: bool
    """In base64?"""
    padded: bool = True
    """With `=` at the end?"""

    def number(self, key: str) -> int | None:
        """The number in a key; None when it is none of these."""
        plain = decoded(key) if self.coded else key
        match = _NUMBERED.match(plain or "")
        return int(match["number"]) if match and match["before"] == self.before else None

    def text(self, number: str) -> str:
        """The expression of the key with this number."""
        digits = f"string({number})"
        if self.width > 1:
            zeros = text("0" * self.width)
            digits = f"({digits}.size() < {self.width} ? {zeros}.substring({digits}.size()) + {digits} : {digits})"
        made = f"{text(self.before)} + {digits}"
        if not self.coded:
            return made
        coded = f"base64.encode(bytes({made}))"
        return coded if self.padded else f"{coded}.replace('=', '')"


def decoded(key: str) -> str | None:
    """The text that a key is the base64 of; None when it is not."""
    try:
        plain = base64.b64decode(key + "=" * (-len(key) % 4), validate=True).decode("ascii")
    except ValueError:
        return None
    return plain if plain.isprintable() and len(plain) > 2 else None


def numbered(keys: Iterable[Any], made: Sequence[Any]) -> Numbered | None:
    """How keys are written; None unless all are so, and those that were made go on from the others."""
    known = [str(key) for key in keys]
    if not made or not all(isinstance(key, str) for key in made) or len(known) < 2:
        return None
    for coded in (False, True):
        plain = [(decoded(key) or "") if coded else key for key in known]
        padded = not coded and len({*map(len, plain)}) == 1 and any(key.startswith("0") for key in plain)
        found = [match for key in plain if (match := _NUMBERED.match(key)) and (match["before"] or padded)]
        if len(found) < len(known) or len({match["before"] for match in found}) != 1:
            continue
        digits = [match["number"] for match in found]
        width = max(map(len, digits)) if any(one.startswith("0") and len(one) > 1 for one in digits) else 1
        how = Numbered(found[0]["before"], width, coded, padded=any("=" in key for key in known))
        own = {number for key in made if (number := how.number(str(key))) is not None}
        rest = [number for key in known if (number := how.number(key)) is not None and number not in own]
        if own and (not rest or min(own) > max(rest)):
            return how
    return None


def numbered_among(keys: Sequence[Any], made: Sequence[Any]) -> Numbered | None:
    """The same, where others are the app's own and have no number: `INBOX` beside `Label_3`."""
    begin = re.sub(r"\d+\Z", "", str(made[0])) if made else ""
    alike = [key for key in keys if begin and re.sub(r"\d+\Z", "", str(key)) == begin]
    return numbered(keys, made) or (numbered(alike, made) if len(alike) < len(keys) else None)


def coded_number(key: str) -> tuple[str, int] | None:
    """(what stands before it, the number) in base64 of a number in other words; None in any other key."""
    match = _NUMBERED.match(decoded(key) or "")
    return (match["before"], int(match["number"])) if match and match["before"] else None


def number_text(keys: Iterable[str], own: str) -> str:
    """The expression of the number in such a key, when all keys begin alike; "" otherwise. `own`: that of the key."""
    found = [coded_number(key) for key in keys]
    begin = {one[0] for one in found if one is not None}
    if None in found or len(begin) != 1:
        return ""
    return f"int(string(base64.decode({own})).substring({len(begin.pop())}))"


def numbered_key(kind: str, keys: Sequence[Any], made: Sequence[Any]) -> NewKey | None:
    """The next key that goes on from such keys."""
    how = numbered_among(keys, made)
    counter = f"state.next_ids.{kind}"
    numbers = [number for key in made if how is not None and (number := how.number(str(key))) is not None]
    steps = {later - before for before, later in pairwise(numbers)}
    step = next(iter(steps)) if len(steps) == 1 and min(steps) > FAR else 1
    return None if how is None else NewKey(how.text(counter), "next_ids", f"{counter} + {step}")

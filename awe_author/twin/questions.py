"""What a request asks, apart from which elements of a list it names. Pure.

Pages name the same things in one request or in several, in whatever order; what else a request says (its address, how
to sort, what to look for) makes it another question.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from awe_author.twin.exchanges import Exchange
from awe_author.twin.pairing import operation_of

_PLACE = re.compile(r"(/\d+)(?:/|$)")


@dataclass(frozen=True, slots=True)
class Question:
    """Requests that ask the same but for the elements of lists."""

    operation: str
    path: str
    """As it was asked, ids included."""
    plain: frozenset[tuple[str, str]]
    """Parameters that stand in no list."""


def question_of(exchange: Exchange) -> Question:
    """What a request asks; of a message that was pushed, its operation."""
    plain = frozenset((name, value) for name, value in exchange.form.params if not _in_list(name))
    return Question(operation_of(exchange), urlsplit(exchange.url).path, plain)


def named(exchange: Exchange) -> tuple[str, ...]:
    """What the lists among a request's parameters hold, in order."""
    listed: list[tuple[list[tuple[int, str]], str]] = []
    for name, value in exchange.form.params:
        if _in_list(name):
            way = [(int(part), "") if part.isdecimal() else (-1, part) for part in name.split("/")]
            listed.append((way, value[1:-1] if value[:1] == value[-1:] == '"' else value))
    return tuple(value for _, value in sorted(listed))


def _in_list(name: str) -> bool:
    return _PLACE.search(name) is not None

"""Answers that are made of what their address says: `POST /sessions/ping/task/7/3/` is answered with `{"session": 3,
"ping": "/sessions/ping/task/7/3/"}`.

A page that is open tells its server so, again and again, by addresses that an answer gave. Believed when requests for
several addresses were answered alike but for values in which those parts of the address stand that differ.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import is_star
from awe_author.features.discover.common.shapes import is_integer
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.sightings import Endpoint
from awe_author.json_types import Json

LARGEST = 4000
"""Characters of such an answer."""


_JOINED = re.compile(r"[^\W_]_[^\W_]")
_TITLE = re.compile(r"<title>([^<]*)</title>", re.IGNORECASE)


class _Other(Exception):
    """Something differs that no address explains."""


def said_back(calls: Sequence[Call], endpoint: Endpoint) -> Json:
    """Places of the answer that say parts of the address, as expressions; None where these do not explain every
    answer."""
    pieces = endpoint.path.strip("/").split("/")
    stars = [place for place, piece in enumerate(pieces) if is_star(piece)]
    asked = [tuple(call.segments[place] for place in stars if place < len(call.segments)) for call in calls]
    if not stars or len(set(asked)) < 2 or any(len(one) != len(stars) for one in asked):
        return None
    if len({call.status for call in calls}) > 1 or any(len(str(call.answer)) > LARGEST for call in calls):
        return None
    try:
        made = _made([call.answer for call in calls], asked)
    except _Other:
        return None
    return made or None


def _made(values: Sequence[Any], asked: Sequence[tuple[str, ...]]) -> Json:
    """The template of what differs; None where nothing does."""
    first = values[0]
    if all(value == first and type(value) is type(first) for value in values):
        return None
    if isinstance(first, dict):
        if any(not isinstance(value, dict) or value.keys() != first.keys() for value in values):
            raise _Other
        made = {name: _made([value[name] for value in values], asked) for name in first}
        return {name: inner for name, inner in made.items() if inner is not None}
    if is_integer(first):
        for place in range(len(asked[0])):
            if [str(value) for value in values] == [one[place] for one in asked]:
                return f"int(segments[{place}])"
    if isinstance(first, str) and all(isinstance(value, str) for value in values):
        return _text(values, asked)
    raise _Other


def _text(values: Sequence[str], asked: Sequence[tuple[str, ...]]) -> str:
    """A text in which parts of the address stand as words of their own."""
    own = sorted({piece for piece in asked[0] if piece}, key=lambda piece: (-len(piece), piece))
    found = re.split(rf"(?<![\w-])({'|'.join(map(re.escape, own))})(?![\w-])", values[0]) if own else [values[0]]
    parts: list[str] = []
    rests = [*values]
    for number, piece in enumerate(found):
        places = [place for place, one in enumerate(asked[0]) if one == piece] if number % 2 else []
        fits = [place for place in places
                if all(rest.startswith(one[place]) for rest, one in zip(rests, asked, strict=True))]  # fmt: skip
        if fits and len({one[fits[0]] for one in asked}) > 1:
            parts.append(f"segments[{fits[0]}]")
            rests = [rest[len(one[fits[0]]) :] for rest, one in zip(rests, asked, strict=True)]
        elif all(rest.startswith(piece) for rest in rests):
            parts += [text(piece)] if piece else []
            rests = [rest[len(piece) :] for rest in rests]
        else:
            raise _Other
    if any(rests):
        raise _Other
    return " + ".join(parts)


def says_blanks(calls: Sequence[Call]) -> bool:
    """Do documents show a word of their address with blanks: `/wiki/Black_tea` the title `Black tea`?"""
    for call in calls:
        words = [part for part in [*call.segments[-1:], *(value for _, value in call.query)] if _JOINED.search(part)]
        title = _TITLE.search(call.html) if words and not call.mutation else None
        if title is not None and any(word.replace("_", " ") in title[1] for word in words):
            return True
    return False

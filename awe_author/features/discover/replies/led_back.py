"""Writes that are led back to their form: `POST /boats` leads to `/boats/create`, where all that made a boat lead to
`/boats`, and nothing came of it. The page there says what was wrong.

    POST /boats {"name": ""}       303 /boats/create
    GET /boats/create              {"errors": {"name": "The name is required."}, ...}
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.sightings import endpoint_of

ERRORS = re.compile(r"error|invalid|violation", re.IGNORECASE)
"""What members are called that say what was wrong."""


def led_back(calls: Sequence[Call], operations: Sequence[Operation], known: frozenset[str]) -> Iterator[Call]:
    """Such calls, with what the next page says was wrong for their answer."""
    for one in operations:
        where = {_path(call) for call in one.calls}
        if one.role != "create" or one.guessed or not all(300 <= call.status < 400 for call in one.calls):
            continue
        mine = {call.seq for call in one.calls}
        for place, call in enumerate(calls):
            apart = call.mutation and call.seq not in mine and endpoint_of(call, known) == one.endpoint
            if not apart or call.status != one.calls[0].status or _path(call) in where or not call.location:
                continue
            page = next((other for other in calls[place + 1 :] if other.path == _path(call)), None)
            wrong = [*_errors(page.answer)] if page is not None else []
            if wrong:
                yield replace(call, answer=wrong)


def _path(call: Call) -> str:
    return urlsplit(call.location).path


def _errors(answer: Any, depth: int = 0) -> Iterator[Any]:
    """What stands in members that are called so, and is something."""
    for name, value in answer.items() if isinstance(answer, dict) and depth < 5 else ():
        if ERRORS.search(name) and value:
            yield value
        elif isinstance(value, dict):
            yield from _errors(value, depth + 1)

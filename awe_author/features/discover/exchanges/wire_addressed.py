"""Calls that addresses name (`features.forms.addressed`): told by answers that have, for each name at the end of the
address, an object with a result or an error, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import unquote

from awe_author.features.discover.exchanges.wire_messages import Message
from awe_author.features.forms.addressed import ERROR, RESULT, Addressed, query_of
from awe_author.features.forms.model import Form

LEAST = 3
"""Exchanges that have to be written so."""
_NAMES = re.compile(r"\w+(\.\w+)+(,\w+(\.\w+)+)*\Z")


def addressed_forms(messages: Sequence[Message]) -> Iterable[Form]:
    """The form of each address that names follow."""
    found: dict[str, list[Message]] = {}
    for one in messages:
        base, slash, names = one.path.rpartition("/")
        if _NAMES.match(unquote(names)) and one.sent.method in ("GET", "POST"):
            found.setdefault(base + slash, []).append(one)
    for base, mine in found.items():
        several = [one for one in mine if isinstance(one.answer, list)]
        if len(mine) < LEAST or not several or not all(map(_fits, mine)):
            continue
        batch = next((name for name in query_of(several[0].sent) if _tells(name, mine)), "")
        said = (pair for one in mine for pair in query_of(one.sent).items())
        field = next((name for name, value in said if value[:1] in ("{", "[")), "")
        if batch:
            yield Addressed(f"* {base}*", base, field, batch)


def _fits(one: Message) -> bool:
    names = unquote(one.path.rpartition("/")[2]).split(",")
    answers = one.answer if isinstance(one.answer, list) else [one.answer]
    return len(names) == len(answers) and all(map(_is_answer, answers))


def _is_answer(value: Any) -> bool:
    return isinstance(value, dict) and len(value) == 1 and bool({RESULT, ERROR} & value.keys())


def _tells(name: str, messages: Iterable[Message]) -> bool:
    """Have all answers that are lists the parameter, and no others?"""
    return all((name in query_of(one.sent)) == isinstance(one.answer, list) for one in messages)

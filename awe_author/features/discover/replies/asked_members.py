"""Polls that ask for several things at once: each member of the answer is there when the request asks for it by name.

A page that says "I am here", looks for news and keeps what is being typed does so in one request, with what it has to
say at the moment (`data[lock][id]=7&data[draft][text]=...`); the answer has a member for each (`{"lock": ..., "draft":
...}`). Told from all recorded answers: a member is there exactly when a field of that name is sent. A combination that
was never recorded is answered by its parts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from awe_author.features.discover.common.keys import NEAR, date_of, map_text, scalar, text
from awe_author.features.discover.exchanges.calls import Call
from awe_author.json_types import Json, JsonObject, sorted_text

LARGEST = 4000
"""Characters of an answer."""
_PIECE = re.compile(r"[^\[\].]+")
_EPOCH = re.compile(r"(?<!\d)\d{10}(?!\d)")


def asked_members(calls: Sequence[Call]) -> Json:
    """The members of the answer, each with its condition; None when some are there for no reason that can be told, or
    all always are."""
    answers = [(call, call.answer) for call in calls if isinstance(call.answer, dict)]
    if len(answers) < max(2, len(calls)) or not all(call.mutation and isinstance(call.body, dict) for call in calls):
        return None
    names = dict.fromkeys(name for _, answer in answers for name in answer)
    made: JsonObject = {}
    for name in names:
        having = [call for call, answer in answers if name in answer]
        if len(having) == len(answers):
            continue
        shown = {re.sub(r"\d+", "0", sorted_text(answer[name])) for _, answer in answers if name in answer}
        if (
            len(shown) > 1
            or len(next(iter(shown))) > LARGEST
            or any((name in _asked(call)) != (call in having) for call in calls)
        ):
            return None
        last = having[-1]
        inside = text(f"[{name}]")
        test = f"body.exists(one, one == {text(name)} || one.contains({inside}))"
        made[f"{name}?"] = f"{test} ? dyn({_text(last.answer[name], last)}) : null"
    return made or None


def _asked(call: Call) -> set[str]:
    """What a request asks for: the parts of the names of its fields."""
    return {piece for name in call.body for piece in _PIECE.findall(name)}


def _text(value: Any, call: Call) -> str:
    """A CEL literal of a value; a moment in seconds in it is now."""
    if isinstance(value, dict):
        return map_text({name: _text(inner, call) for name, inner in value.items()})
    if isinstance(value, list):
        return "[" + ", ".join(f"dyn({_text(inner, call)})" for inner in value) + "]"
    date = date_of(call.date)
    found = _EPOCH.search(value) if isinstance(value, str) else None
    if found is None or date is None or abs(int(found[0]) - date) > NEAR:
        return scalar(value)
    return f"{text(value[: found.start()])} + string(int(now)) + {text(value[found.end() :])}"

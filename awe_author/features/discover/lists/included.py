"""Members of entities that are shown when the request asks for them: `?include=company,deals`, `?fields=*variants`.

Told by the answers: each entity that was shown has the member where a parameter's words name it, and none has it where
they do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.calls import Call

_WORDS = re.compile(r"[\s*+]*[\w-]+(\.[\w*-]+)*(\s*,[\s*+]*[\w-]+(\.[\w*-]+)*)*\Z")
"""Names with commas between them; a sign in front of one says that it comes to the others."""
CHOSEN = "??"
"""Ends the name of a member whose expression gives a list: what is in it, or nothing when it is empty."""
Shown = tuple[Call, Mapping[str, Any]]


def included(one: Operation, part: Entities) -> dict[str, str]:
    """Member -> the condition under which it is shown."""
    groups = [group for group in part.kind.groups if group.endpoint == one.endpoint and group.pattern == one.pattern]
    shown: list[Shown] = [(sighting.call, sighting.value) for group in groups for sighting in group.sightings]
    if one.writes or not shown:
        return {}
    found: dict[str, str] = {}
    for name in dict.fromkeys(param for call, _ in shown for param, _ in call.query):
        for member in _members(name, shown):
            found.setdefault(member, asked_text(name, member))
    return found


def _members(param: str, shown: Sequence[Shown]) -> Iterator[str]:
    """The members that go by a parameter."""
    values = {call.params[param] for call, _ in shown if param in call.params}
    if not all(_WORDS.match(value) for value in values):
        return
    for member in dict.fromkeys(word for value in values for word in words_of(value)):
        asked = [value for call, value in shown if member in words_of(call.params.get(param, ""))]
        others = [value for call, value in shown if member not in words_of(call.params.get(param, ""))]
        if asked and others and all(member in one for one in asked) and not any(member in one for one in others):
            yield member


def words_of(value: str) -> list[str]:
    """The names in a parameter, of nested ones the first."""
    return [word.strip(" *+").partition(".")[0] for word in value.split(",")]


def asked_text(param: str, member: str) -> str:
    """The expression of whether a request asks for a member."""
    plain = "w.replace('*', '').replace('+', '').trim().split('.')[0]"
    return f"query.get({text(param)}, '').split(',').exists(w, {plain} == {text(member)})"

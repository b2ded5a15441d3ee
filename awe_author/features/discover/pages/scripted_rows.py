"""Rows of lists that come as calls of scripts (`scripted`), where recorded entities never change: each goes on saying
what it said when it was listed first, in all its arguments; and what lists of a search look into.

Only what was made since has to be told from its entity then, as the recording's own new ones were.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from awe_author.features.discover.common.keys import literal_text, map_text, text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.pages.pages import PageKind
from awe_author.features.discover.pages.scripted_counts import Answers
from awe_author.features.scripts import Call as Scripted
from awe_author.json_types import JsonObject

SAID = "said_before"
"""Name of the value with what the rows said."""
LARGEST = 60_000
"""Characters of what rows said."""
LEAST = 3
"""Letters of a text that is searched, at least."""
Rows = Mapping[str, Mapping[str, Any]]


def said_before(one: PageKind, part: Entities, every: Sequence[Answers]) -> dict[str, dict[str, Any]]:
    """Key -> the arguments of its row, by number, without the key; none where recorded entities change."""
    if any(operation.writes and operation.role != "create" for operation in one.operations):
        return {}
    found: dict[str, dict[str, Any]] = {}
    pairs = [(call.seq, answers, scripted) for answers in every for call, scripted in answers.calls]
    for _, answers, scripted in sorted(pairs, key=lambda pair: pair[0]):
        for row in (each for each in scripted if each.name == answers.name):
            key = str(row.arguments["0"]).removeprefix(answers.around[0]).removesuffix(answers.around[1])
            if key in part.seed:
                found.setdefault(key, {number: value for number, value in row.arguments.items() if number != "0"})
    return found if len(json.dumps(found)) < LARGEST else {}


def becomes_other(answers: Answers) -> bool:
    """Does a row say something else at another look?"""
    said: dict[str, set[str]] = {}
    for row in (row for _, scripted in answers.calls for row in scripted if row.name == answers.name):
        said.setdefault(str(row.arguments["0"]), set()).add(json.dumps(row.arguments))
    return any(len(looks) > 1 for looks in said.values())


def rows_set(said: Rows, fresh: Scripted | None, shown: JsonObject) -> JsonObject:
    """The arguments of a row: what it said, or for a new one as `fresh` with what is `shown` of its entity."""
    numbers = dict.fromkeys(number for arguments in said.values() for number in arguments)
    made: JsonObject = {}
    for number in numbers:
        own = f"dyn(dyn({SAID}[string(item.id)]).get({text(number)}, null))"
        made[number] = f"string(item.id) in {SAID} ? {own} : {_fresh(number, fresh, shown)}"
    return made


def said_text(said: Rows) -> str:
    """The expression of what rows said."""
    return f"dyn(parse_json({text(json.dumps(said, ensure_ascii=False, separators=(',', ':')))}))"


def _fresh(number: str, fresh: Scripted | None, shown: JsonObject) -> str:
    value, told = fresh.arguments.get(number) if fresh is not None else None, shown.get(number)
    if not isinstance(value, dict) or not isinstance(told, dict):
        return f"dyn({literal_text(value)})"
    return f"dyn({map_text({name: str(told.get(name) or literal_text(inner)) for name, inner in value.items()})})"


def searched(answers: Answers, part: Entities, names: Iterable[str]) -> list[str]:
    """The fields in which a list of a search looks, where forms tell none: those in which it found its words, of what
    was listed, and none whose entities had them and were not shown."""
    found: list[str] = []
    for name in names:
        values = {key: str(value.get(name) or "").lower() for key, value in part.seed.items()}
        hits = wrong = 0
        for call, scripted in answers.calls:
            word = call.params.get(answers.search, "").strip().lower()
            keys = {str(row.arguments["0"]).removeprefix(answers.around[0]).removesuffix(answers.around[1])
                    for row in scripted if row.name == answers.name}  # fmt: skip
            with_it = {key for key, value in values.items() if word and word in value}
            hits, wrong = hits + len(with_it & keys), wrong + len(with_it - keys)
        if hits and not wrong:
            found.append(name)
    return found

"""Answers that must not pass: none at all, and those that say everything so that the right one is somewhere in them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from awe_author.evaluation.checkpoints.matching import as_json
from awe_author.evaluation.evidence import Facts
from awe_author.json_types import Json

MOST_WORDS = 50_000
"""Characters of the world's text that an answer quotes."""


def empty_answers(right: Facts) -> Iterator[Facts]:
    """No answer, and answers without content."""
    yield replace(right, answer=None, answered=False)
    empty: tuple[Json, ...] = (None, "", " ", "none", "n/a", [], {}, False, 0)
    for one in empty:
        if one != right.answer:
            yield replace(right, answer=one, answered=True)


def maximal_answers(right: Facts, instruction: str, world: str) -> Iterator[tuple[str, Facts]]:
    """Name and facts of answers in which the right one is only a part, or is denied."""
    answer = right.answer
    text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
    made: list[tuple[str, Json]] = [
        ("everything that the world and the instruction say", f"{instruction}\n{text}\n{world[:MOST_WORDS]}"),
        ("the right answer among others", f"{text} or something else, for example 1, 2, 3 or nobody"),
        ("the right answer denied", f"It is not {text}, I am sure."),
        ("the right answer inside another word", f"un{text}ful"),
    ]
    value = as_json(answer)
    if isinstance(value, list):
        made.append(("the right items and others", [*value, "something else"]))
        made.append(("every item twice", [*value, *value]))
    if isinstance(value, dict):
        made.append(("the right members and others", {**value, "other": "something else"}))
        made.append(("lists of the right values and others", {name: [one, "other"] for name, one in value.items()}))
    for name, one in made:
        yield name, replace(right, answer=one, answered=True)

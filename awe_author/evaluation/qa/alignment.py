"""Does the instruction say what the checkpoints demand, and do the checkpoints look at what it says?

Demanded literals are the strings and numbers of the checkpoints: each has to be said in the instruction, or to be found
in the world at the start (text, ids, words of the schemas). What the instruction quotes, its addresses and its numbers
have to be in a checkpoint, or to be names of what is in the world.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from awe_author.evaluation.checkpoints.matching import normalised
from awe_author.evaluation.checkpoints.reading import walk
from awe_author.evaluation.model import Checkpoint, Task
from awe_author.json_types import Json
from awe_author.state.canonical import fresh
from awe_author.state.cel import CelType
from awe_author.state.cel.nodes import Call, Constant, Index, Node
from awe_author.state.cel.parsing import parse
from awe_author.state.world_state import WorldState

_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?\Z")
_MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
           "november", "december")  # fmt: skip
_RELATIVE = re.compile(
    r"\b(today|tomorrow|yesterday|next|last|in (a|an|one|two|three|\d+) (hour|day|week|month)s?|monday|tuesday"
    r"|wednesday|thursday|friday|saturday|sunday|(hour|day|week|month)s? (later|earlier|before|after)|end of)\b"
)
_QUOTED = re.compile(r'"([^"\n]{2,})"|\u201c([^\u201d\n]{2,})\u201d|\u00ab([^\u00bb\n]{2,})\u00bb')
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_NUMBER = re.compile(r"(?<![\w.,:-])\d[\d,]*(?:\.\d+)?(?![\w:-]|[.,]\d)")
_WORDS = {"2": "two|both|twice|pair", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight",
          "9": "nine", "10": "ten", "12": "twelve|dozen"}  # fmt: skip
_LOOKED_UP = ("by", "get")
"""Functions whose first argument is the name of a field."""

_KEYS_OF_SPECS: Mapping[str, tuple[str, ...]] = {
    "records": ("where", "fields", "related"),
    "message": ("to", "cc", "bcc", "subject", "body", "where"),
    "file": ("text", "json", "row", "cells"),
    "event": ("match", "params", "where", "sequence", "never"),
}


@dataclass(frozen=True, slots=True)
class Literal:
    """A value that a checkpoint demands."""

    checkpoint: str
    value: str | int | float

    id: bool = False
    """It is used to look a record up, and has to be in the world."""


class Words:
    """All that can be read in a world at its start, and the words its schemas know."""

    def __init__(self, state: WorldState | None, *types: CelType) -> None:
        self._state, self._types = state, types

    @cached_property
    def text(self) -> str:
        """Everything, normalised, a value a line."""
        lines = [normalised(one) for kind in self._types for one in _declared(kind, 0)]
        if self._state is not None:
            for app in self._state.shape.roots:
                lines += [normalised(one) for one in _strings(fresh(_plain(self._state.view(app))))]
        return "\n" + "\n".join(dict.fromkeys(lines)) + "\n"

    def has(self, text: str) -> bool:
        """Is `text` there, as whole words?"""
        return contains(self.text, normalised(text))


def _plain(view: Any) -> Any:
    return {name: dict(part.items()) if isinstance(part, Mapping) else part for name, part in view.items()}


def _strings(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, bool) or value is None:
        return
    elif isinstance(value, int | float):
        yield f"{value:g}" if isinstance(value, float) else str(value)
    elif isinstance(value, dict):
        for name, one in value.items():
            yield name
            yield from _strings(one)
    else:
        for one in value:
            yield from _strings(one)


def _declared(kind: CelType, depth: int) -> Iterator[str]:
    """Names of fields and values of enums."""
    yield from (str(one) for one in kind.values)
    if depth < 6:
        for name, one in kind.fields.items():
            yield name
            yield from _declared(one, depth + 1)
        if kind.element is not None:
            yield from _declared(kind.element, depth + 1)


def contains(text: str, phrase: str) -> bool:
    """Is `phrase` in `text` as whole words? Both normalised."""
    if not phrase:
        return True
    at = text.find(phrase)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(phrase) : at + len(phrase) + 1]
        inside = (before.isalnum() and phrase[0].isalnum()) or (after.isalnum() and phrase[-1].isalnum())
        if not inside:
            return True
        at = text.find(phrase, at + 1)
    return False


# ---- what checkpoints demand -----------------------------------------------------------------------------------------


def literals(checkpoint: Checkpoint) -> list[Literal]:
    """The strings and numbers that a checkpoint demands."""
    spec: Any = checkpoint.spec
    found: list[Literal] = []
    if checkpoint.kind in ("state", "diff"):
        source = spec if isinstance(spec, str) else spec.get("value", "")
        found += _of_cel(source, checkpoint.id) if checkpoint.kind == "state" else []
        found += _of_spec({k: v for k, v in spec.items() if k != "value"} if isinstance(spec, dict) else {}, checkpoint)
    elif checkpoint.kind == "answer":
        found += _of_spec(spec, checkpoint)
    elif isinstance(spec, dict):
        for name in _KEYS_OF_SPECS.get(checkpoint.kind, ()):
            if name in spec:
                found += (
                    _of_cel(spec[name], checkpoint.id)
                    if _is_cel(name, spec[name])
                    else _of_spec(spec[name], checkpoint)
                )
    return list(dict.fromkeys(found))


def _is_cel(name: str, value: Any) -> bool:
    return name == "where" and isinstance(value, str)


def _of_spec(spec: Any, checkpoint: Checkpoint, key: str = "") -> list[Literal]:
    if key in (
        "regex",
        "tolerance",
        "relative",
        "expression",
        "in",
        "action",
        "query",
        "feature",
        "kind",
        "count",
        "schema",
    ):
        return []
    if isinstance(spec, dict):
        keys = [Literal(checkpoint.id, name) for name in spec] if key == "json" else []
        if isinstance(spec.get("where"), str):
            keys += _of_cel(spec["where"], checkpoint.id)
        inner = [_of_spec(one, checkpoint, name) for name, one in spec.items() if not _is_cel(name, one)]
        return [*keys, *(one for part in inner for one in part)]
    if isinstance(spec, list):
        return [one for part in spec for one in _of_spec(part, checkpoint)]
    if isinstance(spec, bool) or spec is None or spec == "none":
        return []
    return [Literal(checkpoint.id, spec)]


def _of_cel(source: str, checkpoint: str) -> list[Literal]:
    if not source:
        return []
    found: list[Literal] = []
    root = parse(source)
    names: set[int] = set()
    ids: set[int] = set()
    for node in walk(root):
        if isinstance(node, Index) and isinstance(node.key, Constant):
            ids.add(id(node.key))
        if isinstance(node, Call) and node.arguments and isinstance(node.arguments[0], Constant):
            if node.name in _LOOKED_UP:
                names.add(id(node.arguments[0]))
            if node.name == "matches":
                names.add(id(node.arguments[0]))
    for node in walk(root):
        if isinstance(node, Constant) and id(node) not in names and not _trivial(node):
            found.append(Literal(checkpoint, node.value, id(node) in ids))  # type: ignore[arg-type]
    return found


def _trivial(node: Node) -> bool:
    value = getattr(node, "value", None)
    return isinstance(value, bool) or not isinstance(value, str | int | float) or value in ("", 0, 1)


# ---- is it said? -----------------------------------------------------------------------------------------------------


def unsaid(task: Task, words: Words, made: Words | None = None, given: str = "") -> list[Literal]:
    """What checkpoints demand that is neither said nor to be found in the world.

    `made`: the world at the end of the oracle. What is there, and is no part of what the oracle entered (`given`,
    normalised), the apps made by themselves.
    """
    said = normalised(" \n ".join([task.instruction, task.answer.note, *_told(task), json.dumps(task.answer.schema)]))
    found = []
    for checkpoint in task.checkpoints:
        for one in literals(checkpoint):
            derived = checkpoint.kind == "answer" and isinstance(one.value, int | float)
            if not derived and not _is_said(one, said, words) and not _is_made(one, made, given):
                found.append(one)
    return found


def _is_made(one: Literal, made: Words | None, given: str) -> bool:
    text = normalised(one.value) if isinstance(one.value, str) else f"{one.value:g}"
    return not one.id and made is not None and made.has(text) and not contains(given, text)


def _told(task: Task) -> list[str]:
    return [one.text for one in task.policies]


def _is_said(one: Literal, said: str, words: Words) -> bool:
    if one.id:
        return words.has(str(one.value))
    if isinstance(one.value, int | float):
        return _number_said(one.value, said) or words.has(f"{one.value:g}")
    text = normalised(one.value)
    spaced = text.replace("_", " ").replace("-", " ")
    if contains(said, text) or contains(said, spaced) or words.has(text):
        return True
    day = _DAY.match(one.value)
    return day is not None and _day_said(day, said)


def _number_said(value: float, said: str) -> bool:
    plain = f"{value:g}" if value != int(value) else str(int(value))
    forms = {plain, f"{value:,.0f}" if value == int(value) else f"{value:,}", f"{value:.2f}"}
    if value >= 1000 and value % 1000 == 0:
        forms.add(f"{int(value) // 1000}k")
    named = _WORDS.get(plain)
    return any(contains(said, one) for one in forms) or (
        named is not None and re.search(rf"\b({named})\b", said) is not None
    )


def _day_said(day: re.Match[str], said: str) -> bool:
    number, month = str(int(day[3])), _MONTHS[int(day[2]) - 1]
    named = rf"\b{number}(st|nd|rd|th)?( of)? {month[:3]}|\b{month[:3]}[a-z]* {number}(st|nd|rd|th)?\b"
    if not re.search(named, said) and day[0][:10] not in said and not _RELATIVE.search(said):
        return False
    return day[4] is None or _time_said(int(day[4]), int(day[5]), said)


def _time_said(hour: int, minute: int, said: str) -> bool:
    half = "pm" if hour >= 12 else "am"
    short = hour % 12 or 12
    forms = [f"{hour:02}:{minute:02}", f"{hour}:{minute:02}", f"{short}:{minute:02} ?{half}"]
    forms += [rf"{short} ?{half}", f"{short} o'clock", "noon" if hour == 12 else "midnight"] if not minute else []
    return any(re.search(rf"(?<!\d){one}\b", said) for one in forms) or bool(re.search(r"\b(minutes?|hours?)\b", said))


# ---- is it checked? --------------------------------------------------------------------------------------------------


def unchecked(task: Task, words: Words) -> list[str]:
    """What the instruction quotes, its addresses and numbers: those that no checkpoint has and that name nothing."""
    looked = normalised(json.dumps([[one.spec, one.title] for one in task.checkpoints], ensure_ascii=False))
    looked = looked.replace('\\"', '"').replace("\\n", " ")
    text = task.instruction
    said = [next(filter(None, one)) for one in _QUOTED.findall(text)] + _ADDRESS.findall(text)
    found = [one for one in said if not contains(looked, normalised(one)) and not words.has(one)]
    bare = _ADDRESS.sub(" ", _QUOTED.sub(" ", text))
    numbers = {one.rstrip(",") for one in _NUMBER.findall(bare)}
    return found + sorted(one for one in numbers if len(one) > 1 and not _number_looked(one, looked, words))


def _number_looked(number: str, looked: str, words: Words) -> bool:
    plain = number.replace(",", "")
    value = float(plain)
    forms = {plain, f"{value:g}", f"{value:.1f}", f"{int(value):02}" if value == int(value) else plain}
    return any(contains(looked, one) or words.has(one) for one in forms)

"""Places in YAML: of values, and of single characters inside texts that were quoted, escaped or folded."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, TypeAlias

Where: TypeAlias = tuple[str | int, ...]
"""Path of a value inside a document: keys and list positions."""

LONGEST_PATH = 160
_PLAIN_KEY = re.compile(r"[A-Za-z_][\w-]*\Z")


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in a text."""

    line: int
    """From 1."""

    column: int
    """From 1, in characters."""

    index: int = 0
    """From 0, in characters."""


@dataclass(frozen=True, slots=True)
class YamlProblem:
    """One mistake in the YAML (or JSON) itself."""

    mark: Mark
    where: Where
    what: str
    hint: str


def mark_of(mark: Any) -> Mark:
    """A place as PyYAML has it."""
    return Mark(mark.line + 1, mark.column + 1, mark.index) if mark else Mark(1, 1)


def path_text(where: Where) -> str:
    """A path for people: `features[2].show[0].set["td.name"].text`."""
    made = ""
    for part in where:
        if isinstance(part, int):
            made += f"[{part}]"
        elif _PLAIN_KEY.match(part):
            made += f".{part}" if made else part
        else:
            shown = part if len(part) <= 60 else part[:57] + "..."
            made += '["' + shown.replace("\n", " ") + '"]'
    return made if len(made) <= LONGEST_PATH else made[: LONGEST_PATH - 3] + "..."


def source_index(text: str, span: tuple[int, int, str], value: str, offset: int) -> int:
    """Index in `text` of character `offset` of the value that is written in `span` (first and last index, style)."""
    at, end, style = span
    if style in ("'", '"'):
        at += 1
    elif style in ("|", ">"):
        at = text.find("\n", at, end) + 1 or end
    for position, char in enumerate(value):
        while at < end and text[at] != char and not (style == '"' and text[at] == "\\"):
            if text[at] in " \t\r\n" and char in " \n":
                break
            at += 1
        if position >= offset or at >= end:
            return at
        at = _after(text, at, end, char, style)
    return at


def _after(text: str, at: int, end: int, char: str, style: str) -> int:
    """The index after the one character of a value that is written at `at`."""
    if style == '"' and text[at] == "\\":
        return at + {"x": 4, "u": 6, "U": 10}.get(text[at + 1 : at + 2], 2)
    if style == "'" and char == "'":
        return at + 2
    if text[at] != char or (char == "\n" and style not in ("|",)):
        while at < end and text[at] in " \t\r\n":
            at += 1
        return at
    return at + 1

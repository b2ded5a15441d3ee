"""Reads the YAML and JSON files that authors write, and remembers where every value stands, so that errors can name it.

Plain scalars mean what they mean in JSON: `yes`, `on`, `2024-01-01` and `0123` stay strings, which is what a selector
or a value to type wants (YAML 1.1 would make booleans, dates and octals of them). Keys are always strings. A key that
appears twice is an error, as the later one would silently win.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from awe_author.errors import InputError
from awe_author.json_types import Json

Where = tuple[str | int, ...]
"""Path of a value inside a document: keys and list positions."""

_INT = re.compile(r"-?(0|[1-9][0-9]*)\Z")
_FLOAT = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?\Z")
_WORDS: dict[str, Json] = {"true": True, "false": False, "null": None, "~": None, "": None}
_MOST_NODES = 200_000


@dataclass(slots=True)
class Located:
    """A document and where its parts stand."""

    value: Json
    source: str
    """What to call the file in messages."""
    lines: dict[Where, int] = field(default_factory=dict)
    columns: dict[Where, int] = field(default_factory=dict)
    """Where a value, or its key, begins in its line (from 1)."""

    def place(self, where: Where = ()) -> tuple[int, int]:
        """Line and column (from 1) of the value at `where`, or of the nearest one around it; (0, 0) when unknown."""
        while where and where not in self.lines:
            where = where[:-1]
        return self.lines.get(where, 0), self.columns.get(where, 0)

    def at(self, where: Where = ()) -> str:
        """`file:line` of the value at `where`, or of the nearest one around it."""
        line, _ = self.place(where)
        return f"{self.source}:{line}" if line else self.source


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint that names the known word closest to `word`, or all of them when none is close."""
    names = sorted(known)
    close = difflib.get_close_matches(word, names, n=1, cutoff=0.6)
    return f'Did you mean "{close[0]}"?' if close else "Known: " + ", ".join(names) + "."


def read_located(path: Path) -> Located:
    """Read a .json, .yaml or .yml file. Raises InputError."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise InputError("there is no such file", where=str(path), hint="Check the path.") from None
    except IsADirectoryError:
        raise InputError("this is a folder, not a file", where=str(path), hint="Name the file inside it.") from None
    except UnicodeDecodeError as error:
        raise InputError(
            f"not UTF-8 text ({error.reason} at byte {error.start})", where=str(path), hint="Save the file as UTF-8."
        ) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", where=str(path), hint="Check its permissions.") from None
    return parse_located(text, str(path))


def parse_located(text: str, source: str) -> Located:
    """Parse JSON or YAML text. Raises InputError that names the line."""
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        return _json_only(text, source, error)
    builder = _Builder(source)
    value = builder.build(node, ()) if node is not None else None
    return Located(value, source, builder.lines, builder.columns)


def _json_only(text: str, source: str, error: yaml.YAMLError) -> Located:
    """JSON that YAML cannot read (tabs before a value...) is still good, though without line numbers."""
    try:
        return Located(json.loads(text, object_pairs_hook=lambda pairs: _unique(pairs, source)), source)
    except (json.JSONDecodeError, RecursionError):
        pass
    mark = getattr(error, "problem_mark", None)
    where = f"{source}:{mark.line + 1}" if mark else source
    what = getattr(error, "problem", None) or str(error).splitlines()[0]
    raise InputError(
        f"not valid YAML or JSON: {what}", where=where, hint="Check brackets, quotes and indentation around this line."
    )


def _unique(pairs: list[tuple[str, Json]], source: str) -> Json:
    found: dict[str, Json] = {}
    for key, value in pairs:
        if key in found:
            raise InputError(f'the key "{key}" appears twice', where=source, hint="Keep one of them.")
        found[key] = value
    return found


class _Builder:
    def __init__(self, source: str) -> None:
        self.source = source
        self.lines: dict[Where, int] = {}
        self.columns: dict[Where, int] = {}
        self._count = 0

    def build(self, node: yaml.Node, where: Where, above: tuple[int, ...] = ()) -> Json:
        self._count += 1
        line = node.start_mark.line + 1
        if id(node) in above or self._count > _MOST_NODES or len(above) > 200:
            raise InputError(
                "too deep, too large, or an alias of itself",
                where=f"{self.source}:{line}",
                hint="Write the list out without aliases (& and *).",
            )
        self.lines[where], self.columns[where] = line, node.start_mark.column + 1
        above = (*above, id(node))
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, where, above)
        if isinstance(node, yaml.SequenceNode):
            return [self.build(item, (*where, place), above) for place, item in enumerate(node.value)]
        return _scalar(node)

    def _mapping(self, node: yaml.MappingNode, where: Where, above: tuple[int, ...]) -> Json:
        found: dict[str, Json] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode):
                raise InputError(
                    "a key must be a word",
                    where=f"{self.source}:{line}",
                    hint="Quote the text when it begins with [ or {.",
                )
            key = str(key_node.value)
            if key in found:
                raise InputError(
                    f'the key "{key}" appears twice',
                    where=f"{self.source}:{line}",
                    hint="Keep one of them; in a list each step begins with its own dash.",
                )
            found[key] = self.build(value_node, (*where, key), above)
            self.lines[(*where, key)], self.columns[(*where, key)] = line, key_node.start_mark.column + 1
        return found


def _scalar(node: yaml.Node) -> Json:
    text = str(node.value)
    if getattr(node, "style", None):
        return text
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    if _INT.match(text):
        return int(text)
    return float(text) if _FLOAT.match(text) else text

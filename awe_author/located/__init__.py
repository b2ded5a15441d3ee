"""Reads the YAML and JSON that authors write, or strangers: every value with line and column, all mistakes at once.

    document = read_located(path)          # InputError for the first mistake
    document = parse(text, "leads.yaml")   # document.problems has all of them

Plain scalars mean what they mean in JSON: `yes`, `on`, `2024-01-01` and `0123` are texts, which is what a selector or a
value to type wants (YAML 1.1 would make booleans, dates and octals of them). Keys are always texts. Of YAML's graph
features aliases are read, up to a limit, since they are copies; tags and merge keys are refused, since they are not
what they seem; so is a key that appears twice, as the later one would silently win.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

from awe_author.errors import InputError
from awe_author.json_types import Json
from awe_author.located.building import Builder, Stop
from awe_author.located.document import Located
from awe_author.located.marks import Mark, Where, YamlProblem, path_text
from awe_author.located.syntax import syntax_problem

__all__ = [
    "LARGEST",
    "Located",
    "Mark",
    "Where",
    "YamlProblem",
    "nearest",
    "parse",
    "parse_located",
    "path_text",
    "read_located",
    "read_text",
]

LARGEST = 4 * 1024 * 1024
"""Characters of a file."""

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PAIR = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")
"""One character, as JSON escapes those beyond U+FFFF."""


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint that names the known word closest to `word`, or all of them when none is close."""
    names = sorted(known)
    close = difflib.get_close_matches(word, names, n=1, cutoff=0.6)
    return f'Did you mean "{close[0]}"?' if close else "Known: " + ", ".join(names) + "."


def read_located(path: Path) -> Located:
    """Read a .json, .yaml or .yml file. Raises InputError for the first mistake."""
    return parse_located(read_text(path, LARGEST), str(path))


def read_text(path: Path, largest: int) -> str:
    """A text file of at most `largest` bytes. Raises InputError."""
    where = str(path)
    try:
        if path.is_file() and path.stat().st_size > largest:
            limit = f"{largest // 1024 // 1024} MB"
            raise InputError(f"larger than {limit}", where=where, hint="Keep records in the seed, and the seed small.")
        data = path.read_bytes()
    except FileNotFoundError:
        raise InputError("there is no such file", where=where, hint="Check the path.") from None
    except IsADirectoryError:
        raise InputError("this is a folder, not a file", where=where, hint="Name the file inside it.") from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", where=where, hint="Check its permissions.") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        what = f"not UTF-8 text ({error.reason} at byte {error.start})"
        raise InputError(what, where=f"{where}:{line}", hint="Save the file as UTF-8.") from None


def parse_located(text: str, source: str) -> Located:
    """Parse JSON or YAML text. Raises InputError that names the line of the first mistake."""
    document = parse(text, source)
    for one in document.problems:
        raise InputError(one.what, where=f"{source}:{one.mark.line}:{one.mark.column}", hint=one.hint)
    return document


def parse(text: str, source: str = "") -> Located:
    """The document of a JSON or YAML text, with the problems that were found; its value is None when it cannot be read
    at all."""
    if len(text) > LARGEST:
        what = f"the file has {len(text):,} characters, more than {LARGEST:,}"
        problem = YamlProblem(Mark(1, 1), (), what, "Split it into several files.")
        return Located(None, source, text, problems=[problem])
    document = _built(text, source)
    if text.lstrip()[:1] in ("{", "[") and ("\t" in text or _PAIR.search(text)):
        return _json(text, source) or document
    return document


def _built(text: str, source: str) -> Located:
    document = Located(None, source, text)
    builder = Builder(document)
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            builder.take(event)
    except yaml.YAMLError as error:
        document.problems.append(syntax_problem(text, error))
        return document
    except Stop:
        return document
    if builder.root is not None:
        document.value = builder.root.value
    return document


def _json(text: str, source: str) -> Located | None:
    """JSON that YAML reads otherwise or not at all, for its tabs between values and its surrogate pairs. Its places are
    those of the same text without them."""
    try:
        value: Json = json.loads(text)
    except (ValueError, RecursionError):
        return None
    document = _built(_PAIR.sub("x" * 12, text.replace("\t", " ")), source)
    document.text = text
    if document.value is not None:
        document.value = value
    return document

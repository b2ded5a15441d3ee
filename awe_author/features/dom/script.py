"""The text of the runtime that is put into documents: the modules of `features/runtime`, joined, with a plan.

A module's imports and `export` words are taken off, since all modules share one function; what a module imports has to
come before it or be used only when everything is there (functions may call each other both ways).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources

from awe_author.json_types import JsonObject

_IMPORT = re.compile(r"import \{([^}]*)\} from \"\./([\w.]+)\";")
STARTER = "95_starter.js"
"""The one module that is no part of the runtime: it begins it."""
_EXPORTED = re.compile(r"export (?=const |let |function |async function )")


@cache
def modules() -> dict[str, str]:
    """File name -> text, in the order in which they are joined."""
    folder = resources.files("awe_author.features").joinpath("runtime")
    parts = sorted((part for part in folder.iterdir() if part.name.endswith(".js")), key=lambda part: part.name)
    return {part.name: part.read_text("utf-8") for part in parts}


@cache
def source() -> str:
    """The runtime as one line: `function runtime(C, G) {...}`."""
    return _joined("runtime", [file for file in modules() if file != STARTER])


@cache
def starter_source() -> str:
    """What stands for the runtime in a quiet page: `function starter(C, G) {...}`."""
    return _joined("starter", [file for file in modules() if file == STARTER or file in imports(modules()[STARTER])])


def _joined(name: str, files: Sequence[str]) -> str:
    lines = [line.strip() for file in files for line in modules()[file].splitlines()]
    kept = [_EXPORTED.sub("", line) for line in lines if line and not line.startswith(("//", "import "))]
    return f'function {name}(C, G) {{ "use strict"; ' + " ".join(kept) + " }"


def imports(text: str) -> dict[str, list[str]]:
    """File -> names that a module takes from it."""
    return {file: [name.strip() for name in names.split(",")] for names, file in _IMPORT.findall(text)}


def script_text(first: JsonObject) -> str:
    """A complete statement, ASCII, one line, safe inside a script element: the runtime with a page's first plan."""
    literal = _literal(first)
    if len(literal) > 10_000:  # browsers read JSON faster than a literal
        literal = "JSON.parse('" + literal.replace("\\", "\\\\").replace("'", "\\'") + "')"
    return f"({source()})({literal},globalThis);"


def starter_text(url: str, types: Iterable[str], *, by_fragment: bool = False) -> str:
    """The same of the starter, for a page of this address whose events of these types may be features. The text of its
    runtime stands before it."""
    told: JsonObject = {"u": url, "h": by_fragment, "e": [*sorted(set(types))]}
    return f"({starter_source()})({_literal(told)},globalThis);"


def _literal(value: JsonObject) -> str:
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c").replace(">", "\\u003e")

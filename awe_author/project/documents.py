"""Reads the JSON and YAML files of a project as untrusted input, and finds the line of a JSON pointer again.

JSON is read strictly (RFC 8259): no NaN, no key twice, no number beyond 64 bits, no half of a surrogate pair, UTF-8.
The line of a place is worked out only when a message needs it, by going through the text once more.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from awe_author.errors import InputError
from awe_author.json_types import Json
from awe_author.located import Located, parse_located, read_text
from awe_author.state.schema import pointer_of

LARGEST_MODEL = 16 * 1024 * 1024
LARGEST_SEED = 2 * 1024 * 1024 * 1024
LARGEST_WORLD = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Document:
    """A JSON file that was read."""

    path: Path
    value: Json
    text: str

    def at(self, pointer: str) -> str:
        """`file:line` of the place."""
        return f"{self.path}:{line_of(self.text, pointer)}"


def read_json(path: Path, *, largest: int = LARGEST_MODEL) -> Document:
    """A JSON file. Raises InputError that names the line."""
    return parse_json(read_text(path, largest), path)


def parse_json(text: str, path: Path) -> Document:
    """JSON text; `path` is what it is called in messages. Raises InputError that names the line."""
    where = str(path)
    try:
        orjson.loads(text)
        value = json.loads(text, object_pairs_hook=_unique, parse_int=_integer)
    except orjson.JSONDecodeError as error:
        raise _not_json(error, text, where) from None
    except RecursionError:
        raise InputError("nested too deep", where=where, hint="Put parts of it elsewhere.") from None
    except _Twice as twice:
        line = next((line for key, line in _repeated(text) if key == twice.key), 0)
        raise InputError(
            f'the key "{twice.key}" appears twice in one object', where=f"{where}:{line}", hint="Keep one of them."
        ) from None
    except _TooLarge as large:
        line = text[: text.find(large.digits)].count("\n") + 1
        raise InputError(
            f"the number {large.digits[:24]} has more than 64 bits", where=f"{where}:{line}", hint="Make it a string."
        ) from None
    return Document(path, value, text)


def read_yaml(path: Path, *, largest: int = LARGEST_WORLD) -> Located:
    """A YAML (or JSON) file with the lines of its parts. Raises InputError that names the line."""
    return parse_located(read_text(path, largest), str(path))


def _not_json(error: orjson.JSONDecodeError, text: str, where: str) -> InputError:
    place = f"{where}:{error.lineno}:{error.colno}"
    if "surrogate" in error.msg:
        return InputError("half of a surrogate pair in a string", where=place, hint="Write the character itself.")
    if "depth" in error.msg:
        return InputError("nested too deep", where=where, hint="Put parts of it elsewhere.")
    if "infinity" in error.msg:
        return InputError("a number has more than 64 bits", where=place, hint="Make it a string.")
    if not text.strip():
        return InputError("the file is empty", where=where, hint='It begins {"type": "object", ...}.')
    found = " ".join(text[error.pos : error.pos + 20].split())
    shown = f" at {found!r}" if found else " at the end"
    return InputError(
        f"not valid JSON: {error.msg}{shown}", where=place, hint="Check commas, quotes and brackets around this place."
    )


class _Twice(Exception):
    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class _TooLarge(Exception):
    def __init__(self, digits: str) -> None:
        super().__init__(digits)
        self.digits = digits


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _Twice(key)
            seen.add(key)
    return found


def _integer(digits: str) -> int:
    if len(digits) > 20 or not -(2**63) <= (value := int(digits)) < 2**63:
        raise _TooLarge(digits)
    return value


# ---- lines ---------------------------------------------------------------------------------------------------------

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')


def line_of(text: str, pointer: str) -> int:
    """The line (from 1) of the place in JSON text, or of the nearest one around it."""
    best, length = 0, -1
    for path, offset in _places(text):
        here = pointer_of(path)
        if (here == pointer or pointer.startswith(here + "/")) and len(here) > length:
            best, length = offset, len(here)
            if here == pointer:
                break
    return text.count("\n", 0, best) + 1


def _repeated(text: str) -> Iterator[tuple[str, int]]:
    """Key and line of every member whose key was there before."""
    seen: set[tuple[object, ...]] = set()
    for path, offset in _places(text):
        if path and isinstance(path[-1], str) and path in seen:
            yield path[-1], text.count("\n", 0, offset) + 1
        seen.add(path)


def _places(text: str) -> Iterator[tuple[tuple[str | int, ...], int]]:
    """Path and offset of every value in JSON text that is valid; a member is where its key is."""
    frames: list[tuple[str, str | int | None]] = []
    key_at = 0
    for token in _TOKEN.finditer(text):
        sign = token[0]
        if sign == ":":
            continue
        if sign in ("}", "]"):
            frames.pop()
            continue
        kind, part = frames[-1] if frames else ("", None)
        if sign == ",":
            frames[-1] = (kind, part + 1 if isinstance(part, int) else None)
            continue
        if kind == "{" and part is None:
            frames[-1] = (kind, str(json.loads(sign)))
            key_at = token.start()
            continue
        yield tuple(one for _, one in frames if one is not None), key_at if kind == "{" else token.start()
        if sign in ("{", "["):
            frames.append((sign, 0 if sign == "[" else None))

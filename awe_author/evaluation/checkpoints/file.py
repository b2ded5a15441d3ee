"""`file`: a file that was downloaded, or that the state holds: that it is there, its kind, its text, its tables.

    file: {name: "leads*.csv", rows: {count: 40}, row: {Email: a@b.example, Status: working}}
    file: {name: report.pdf, text: {includes: [Total 1,250.00]}}
    file: {name: plan.xlsx, cells: {"Sheet1!B2": {number: 12.5}}}
    file: {of: "state.drive.files.values()", name: notes.docx, text: {includes: [Arcturus]}}

`of` is CEL that gives objects with `name` and `data` (base64) or `text`; without it downloads are looked at. `count`
(default: at least 1) is of files whose name fits; one of them has to have everything else that is asked.
"""

from __future__ import annotations

import base64
import binascii
import fnmatch
import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias, cast

from awe_author.evaluation.checkpoints.base import Check, Environment, Finding, MissingEvidence
from awe_author.evaluation.checkpoints.event import bounds, counted
from awe_author.evaluation.checkpoints.matching import compile_match, normalised
from awe_author.evaluation.checkpoints.reading import parts_read
from awe_author.evaluation.checkpoints.state import bindings, compile_cel
from awe_author.evaluation.documents import Document, DocumentError, ReaderMissing, read_document
from awe_author.evaluation.evidence import Evidence
from awe_author.evaluation.problems import Spot
from awe_author.json_types import Json
from awe_author.located import nearest
from awe_author.state.cel import to_json

KEYS = ("of", "name", "count", "kind", "sha256", "text", "json", "rows", "row", "cells")
_CELL = re.compile(r"(?:(?P<sheet>.*)!)?(?P<column>[A-Z]{1,3})(?P<row>[1-9][0-9]*)")


@dataclass
class File:
    """A file that is looked at."""

    name: str
    data: bytes
    plain: str | None = None
    """Its text, when the state keeps it so."""

    @cached_property
    def document(self) -> Document:
        """What is in it. Raises DocumentError, ReaderMissing."""
        return Document("text", self.plain) if self.plain is not None else read_document(self.data, self.name)


Wish: TypeAlias = Callable[[File], str]
"""Why a file is not as wanted; empty when it is."""


def compile_file(spec: Any, env: Environment, spot: Spot) -> Check | None:
    """See above."""
    if not isinstance(spec, dict) or not isinstance(spec.get("name", "*"), str):
        spot.problem("file: wants " + ", ".join(KEYS))
        return None
    for name in spec:
        if name not in KEYS:
            spot.at(name).problem(f'there is no key "{name}"', nearest(name, KEYS))
            return None
    program = compile_cel(spec["of"], env, spot.at("of")) if "of" in spec else None
    limits = bounds(spec.get("count", {"at_least": 1}), spot.at("count"))
    wishes = [_WISHES[name](spec[name], spot.at(name)) for name in KEYS if name in spec and name in _WISHES]
    if limits is None or any(one is None for one in wishes) or ("of" in spec and program is None):
        return None
    wanted = cast("list[Wish]", wishes)
    pattern = spec.get("name", "*")

    def at(evidence: Evidence, place: int) -> Finding:
        files = _downloads(evidence) if program is None else _of_state(program.evaluate(bindings(evidence, place)))
        named = [one for one in files if fnmatch.fnmatchcase(one.name, pattern)]
        if not counted(len(named), limits):
            return Finding(False, spec, [one.name for one in files], f"{len(named)} files are called {pattern}")
        if not named and limits[0] == 0:
            return Finding(True, spec, [])
        whys = [_first(one, wanted) for one in named]
        passed = "" in whys
        return Finding(passed, spec, [one.name for one in named], "" if passed else f"{named[-1].name}: {whys[-1]}")

    reads = parts_read(spec["of"], env.shape) if program is not None and env.shape is not None else None
    return Check(at, reads)


def _downloads(evidence: Evidence) -> list[File]:
    if evidence.facts.downloads is None:
        raise MissingEvidence("nobody kept the files that were downloaded", hint="Facts.downloads holds them")
    return [File(one.name, one.data) for one in evidence.facts.downloads]


def _of_state(value: Any) -> list[File]:
    given = to_json(value)
    found = []
    for one in given if isinstance(given, list) else [given]:
        if not isinstance(one, dict):
            continue
        data = one.get("data")
        try:
            raw = base64.b64decode(data, validate=True) if isinstance(data, str) else b""
        except binascii.Error:
            raw = b""
        text = one.get("text")
        plain = text if isinstance(text, str) and not isinstance(data, str) else None
        found.append(File(str(one.get("name", "")), raw if plain is None else plain.encode(), plain))
    return found


def _first(file: File, wishes: list[Wish]) -> str:
    for wish in wishes:
        try:
            why = wish(file)
        except DocumentError as error:
            why = error.what
        except ReaderMissing as error:
            raise MissingEvidence(error.what, where=error.where, hint=error.hint) from error
        if why:
            return why
    return ""


# ---- what can be wished ----------------------------------------------------------------------------------------------


def _kind(given: Any, spot: Spot) -> Wish | None:
    kinds = ("pdf", "docx", "xlsx", "csv", "json", "html", "text")
    if given not in kinds:
        spot.problem("kind is " + ", ".join(kinds), nearest(str(given), kinds))
        return None
    return lambda file: "" if file.document.kind == given else f"it is a {file.document.kind}"


def _sha256(given: Any, spot: Spot) -> Wish | None:
    if not isinstance(given, str) or not re.fullmatch(r"[0-9a-f]{64}", given):
        spot.problem("sha256: wants 64 hexadecimal digits")
        return None
    return lambda file: "" if hashlib.sha256(file.data).hexdigest() == given else "its bytes are others"


def _text(given: Any, spot: Spot) -> Wish | None:
    match = compile_match(given, spot)
    return None if match is None else lambda file: "" if match(file.document.text) else "its text is not as wanted"


def _json(given: Any, spot: Spot) -> Wish | None:
    match = compile_match({"json": given}, spot)

    def wish(file: File) -> str:
        try:
            value = json.loads(file.data)
        except (ValueError, RecursionError):
            return "it is not JSON"
        return "" if match is not None and match(value) else "its JSON is another"

    return None if match is None else wish


def _rows(given: Any, spot: Spot) -> Wish | None:
    """`{count: bounds, sheet: name}`: rows under the header."""
    if not isinstance(given, dict) or given.keys() - {"count", "sheet"}:
        spot.problem("rows: wants count, and sheet when there are several")
        return None
    limits = bounds(given.get("count"), spot.at("count"))
    if limits is None:
        return None

    def wish(file: File) -> str:
        table = _table(file, given.get("sheet"))
        number = max(0, len(table) - 1)
        return "" if counted(number, limits) else f"it has {number} rows under the header"

    return wish


def _row(given: Any, spot: Spot) -> Wish | None:
    """`{column: matcher}`, or a list of these: rows that have to be there."""
    rows = [given] if isinstance(given, dict) else given
    if not isinstance(rows, list) or not all(isinstance(one, dict) and one for one in rows):
        spot.problem("row: wants columns and their values, {Email: a@b.example}")
        return None
    spots = [spot] if isinstance(given, dict) else [spot.at(n) for n in range(len(rows))]
    compiled = [
        {name: compile_match(one, here.at(name)) for name, one in row.items()}
        for row, here in zip(rows, spots, strict=True)
    ]
    if any(match is None for row in compiled for match in row.values()):
        return None

    def wish(file: File) -> str:
        for row in compiled:
            if not any(_has(table, row) for table in file.document.tables.values()):
                return f"it has no row with these {', '.join(row)}"
        return ""

    return wish


def _has(table: list[list[Json]], row: Mapping[str, Any]) -> bool:
    if not table:
        return False
    header = [normalised(str(cell)) for cell in table[0]]
    try:
        columns = {header.index(normalised(name)): match for name, match in row.items()}
    except ValueError:
        return False
    return any(all(match(line[n] if n < len(line) else "") for n, match in columns.items()) for line in table[1:])


def _cells(given: Any, spot: Spot) -> Wish | None:
    if not isinstance(given, dict) or not given:
        spot.problem('cells: wants places and values, {"Sheet1!B2": 12}')
        return None
    wanted = []
    for name, one in given.items():
        place, match = _CELL.fullmatch(name), compile_match(one, spot.at(name))
        if place is None:
            spot.at(name).problem(f"{name} is no cell", "Write B2, or Sheet1!B2.")
        if place is None or match is None:
            return None
        wanted.append((name, place["sheet"], int(place["row"]), _column(place["column"]), match))

    def wish(file: File) -> str:
        for name, sheet, row, column, match in wanted:
            table = _table(file, sheet)
            line = table[row - 1] if row <= len(table) else []
            found = line[column] if column < len(line) else None
            if not match(found):
                return f"{name} is {found!r}"
        return ""

    return wish


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _table(file: File, sheet: str | None) -> list[list[Json]]:
    tables = file.document.tables
    if sheet is None:
        return next(iter(tables.values()), [])
    return tables.get(sheet.strip("'"), [])


_WISHES: Mapping[str, Callable[[Any, Spot], Wish | None]] = {
    "kind": _kind, "sha256": _sha256, "text": _text, "json": _json, "rows": _rows, "row": _row, "cells": _cells,
}  # fmt: skip

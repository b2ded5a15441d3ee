"""Recorded changes applied to a plain world document: what states are compared with."""

from __future__ import annotations

from collections.abc import Iterable

from awe_author.json_types import Json, JsonObject
from awe_author.state.changes import PatchMismatch, patched_value
from awe_author.state.pointer import parse
from awe_author.state.types import Change


def patched_document(document: JsonObject, changes: Iterable[Change]) -> JsonObject:
    """A copy of a whole world document with recorded changes applied. Raises `PatchMismatch`."""
    result: Json = document
    for change in changes:
        result = patched_value(result, parse(change.path), change)
    if not isinstance(result, dict):
        raise PatchMismatch("the changes leave no world document")
    return result

"""Answers that say the address they were asked at: `"url": "/contacts?page=2"`, `"@id": "https://crm.test/contacts/7"`."""

from __future__ import annotations

from collections.abc import Sequence

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.nesting import joined, nest
from awe_author.features.discover.exchanges.places import at, leaves
from awe_author.json_types import Json
from awe_author.queries import parse_qsl


def with_address(made: Json, one: Operation) -> Json:
    """A template with the places in all answers of an operation, of two addresses at least, that say the request's
    address, with or without origin."""
    calls = [call for call in one.calls if isinstance(call.answer, dict)]
    if not isinstance(made, dict) or len({(call.path, call.query) for call in calls}) < 2:
        return made
    for way, value in leaves(calls[0].answer):
        names = tuple(step for step in way if isinstance(step, str))
        if isinstance(value, str) and len(names) == len(way) and (own := _said(way, calls)):
            made = joined(made, nest(names, own, "", ""))
    return made


def _said(way: Sequence[str | int], calls: Sequence[Call]) -> str:
    """What a place says in all answers: the address, or what of it stands behind the origin; "" for anything else."""
    said = [at(call.answer, way) for call in calls]
    for prefix, own in (("", f"url.replace({text(calls[0].origin)}, '')"), (calls[0].origin, "url")):
        if all(_is(value, prefix, call) for value, call in zip(said, calls, strict=True)):
            return own
    return ""


def _is(value: object, prefix: str, call: Call) -> bool:
    if not isinstance(value, str):
        return False
    path, _, query = value.partition("?")
    return path == prefix + call.path and parse_qsl(query, keep_blank_values=True) == [*call.query]

"""What each rule takes, from `policies.schema.json`; asked when a task is read, and again before it is judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any

import jsonschema_rs
import orjson


@cache
def schema() -> dict[str, Any]:
    """The schema of a list of policies."""
    text = resources.files("awe_author.evaluation.policies").joinpath("policies.schema.json").read_bytes()
    loaded: dict[str, Any] = orjson.loads(text)
    return loaded


def mistakes(rule: str, fields: Mapping[str, Any]) -> Iterator[tuple[list[str | int], str]]:
    """Path and message of each mistake in the fields of a rule."""
    for error in _validator(rule).iter_errors(dict(fields)):
        yield list(error.instance_path), error.message if len(error.message) <= 200 else error.message[:197] + "..."


def fields_of(rule: str) -> list[str]:
    """Names of the fields that a rule takes."""
    return list(schema()["$defs"][rule]["properties"])


@cache
def _validator(rule: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator({"$ref": f"#/$defs/{rule}", "$defs": schema()["$defs"]})

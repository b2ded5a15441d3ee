"""Random values fit their schemas, and are the same for the same seed."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from awe_author.state.examples import Examples
from awe_author.state.patterns import matching
from awe_author.state.schema import Schema

SCHEMAS: list[dict[str, Any]] = [
    {"type": "string", "minLength": 3, "maxLength": 5},
    {"type": "string", "minLength": 3.0, "maxLength": 5.0},
    {"type": "array", "minItems": 2.0, "maxItems": 3.0},
    {"type": ["integer", "null"], "minimum": -3, "maximum": 3},
    {"type": "integer", "exclusiveMinimum": 0, "maximum": 2},
    {"type": "number", "minimum": 0.5, "maximum": 0.75},
    {"type": "number", "multipleOf": 0.25, "minimum": 1, "maximum": 3},
    {"type": "integer", "multipleOf": 7, "minimum": 1, "maximum": 30},
    {"enum": ["a", 1, None]},
    {"const": {"a": 1}},
    {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 3, "uniqueItems": True},
    {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "minItems": 2, "items": False},
    {"type": "object", "required": ["a"], "properties": {"a": {"type": "boolean"}, "b": {}}},
    {"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 2},
    {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}, "minProperties": 1},
    {"allOf": [{"type": "object", "required": ["a"]}, {"properties": {"a": {"type": "integer"}}}]},
    {"anyOf": [{"type": "string", "format": "email"}, {"type": "null"}]},
    {"oneOf": [{"type": "integer"}, {"type": "string"}]},
    {"type": "string", "pattern": r"^[A-Z]{2}-\d{4}$"},
    {"$ref": "#/$defs/tree", "$defs": {"tree": {"type": "object", "required": ["name"], "properties": {
        "name": {"type": "string"}, "below": {"type": "array", "items": {"$ref": "#/$defs/tree"}}}}}},
]  # fmt: skip
FORMATS = ["date-time", "date", "time", "duration", "email", "uri", "uri-reference", "hostname", "ipv4", "ipv6", "uuid"]


@pytest.mark.parametrize("document", SCHEMAS, ids=lambda one: str(one)[:50])
def test_values_fit(document: dict[str, Any]) -> None:
    schema = Schema(document)
    examples = Examples(random.Random(1))
    made = [examples.fitting(schema) for _ in range(50)]
    assert all(one is not None and schema.is_valid(one[0]) for one in made)


@pytest.mark.parametrize("name", FORMATS)
def test_formats_are_met_at_the_first_try(name: str) -> None:
    schema = Schema({"type": "string", "format": name})
    examples = Examples(random.Random(1), now=1_700_000_000)
    assert all(schema.is_valid(examples.value(schema.document)) for _ in range(50))


def test_equal_seeds_give_equal_values() -> None:
    schema = Schema({"type": "array", "minItems": 9, "items": {"type": "string"}})
    assert Examples(random.Random(5)).fitting(schema) == Examples(random.Random(5)).fitting(schema)
    assert Examples(random.Random(5)).fitting(schema) != Examples(random.Random(6)).fitting(schema)


@pytest.mark.parametrize(
    "document",
    [
        {"type": "string", "pattern": "^a$", "minLength": 2},
        {"type": "integer", "multipleOf": 7, "minimum": 3, "maximum": 5},
        {"type": "integer", "minimum": 5, "maximum": 1},
        {"type": "number", "minimum": 1e308, "multipleOf": 0.1},
        {"type": "object", "required": ["a"], "properties": {"a": False}},
        {"$ref": "#/$defs/t", "$defs": {"t": {"type": "object", "required": ["a"],
                                              "properties": {"a": {"$ref": "#/$defs/t"}}}}},
    ],
)  # fmt: skip
def test_what_cannot_be_met_is_given_up(document: dict[str, Any]) -> None:
    assert Examples(random.Random(1)).fitting(Schema(document)) is None


def test_references_are_ids_that_are_there() -> None:
    schema = Schema({"type": "string", "x-ref": {"to": "/users"}})
    examples = Examples(random.Random(1), ids={"/users": ["u1", "u2"]}.__getitem__)
    made = [examples.value(schema.document) for _ in range(100)]
    assert {"u1", "u2"} <= set(map(str, made))
    assert sum(one in ("u1", "u2") for one in made) > 80


def test_strings_of_the_state_are_used() -> None:
    examples = Examples(random.Random(1), texts=["Northwind", "a@b.example"])
    assert "Northwind" in [examples.value({"type": "string"}) for _ in range(50)]
    assert "a@b.example" in [examples.value({"type": "string", "format": "email"}) for _ in range(50)]


@pytest.mark.parametrize(
    "pattern",
    [
        r"^[a-z][a-z0-9_-]*$", r"^\d{4}-\d{2}$", r"^(a|bc)+[^/]x?$", r"@example\.com$", r"^\+?[0-9 ()-]{6,}$",
        r"^[^\d\s]{3}$", r"^(?:ab){2,3}.$", r"^\w+\s\w+$", "",
    ],
)  # fmt: skip
def test_strings_match_patterns(pattern: str) -> None:
    rng = random.Random(1)
    assert all(re.search(pattern, matching(pattern, rng)) for _ in range(200))


def test_a_pattern_that_is_none_gives_a_string() -> None:
    assert matching("(", random.Random(1)) == ""

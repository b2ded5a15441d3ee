"""What a JSON Schema says of a value's type; in doubt less, so that nothing is reported that may be right."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.state.cel import DYN, CelProblem, compile_expression, type_of_schema

DEFS: dict[str, Any] = {
    "#/$defs/name": {"type": "string", "minLength": 1},
    "#/$defs/tree": {"type": "object", "properties": {"label": {"type": "string"}, "child": {"$ref": "#/$defs/tree"}}},
    "#/$defs/person": {"type": "object", "properties": {"name": {"$ref": "#/$defs/name"}}, "required": ["name"]},
}


@pytest.mark.parametrize(
    ("schema", "shown"),
    [
        (True, "value of unknown type"),
        ({}, "value of unknown type"),
        ({"type": "integer"}, "integer"),
        ({"type": ["integer", "null"]}, "integer or null"),
        ({"type": ["integer", "number"]}, "number"),
        ({"type": ["integer", "string"]}, "value of unknown type"),
        ({"enum": ["a", "b"]}, "string"),
        ({"enum": ["a", None]}, "string or null"),
        ({"enum": ["a", 1]}, "value of unknown type"),
        ({"const": 5}, "integer"),
        ({"type": "array", "items": {"type": "string"}}, "list<string>"),
        ({"type": "array"}, "list"),
        ({"type": "object"}, "map"),
        ({"type": "object", "additionalProperties": {"type": "boolean"}}, "map<boolean>"),
        ({"properties": {"a": True}}, "object"),
        ({"$ref": "#/$defs/name"}, "string"),
        ({"anyOf": [{"$ref": "#/$defs/name"}, {"type": "null"}]}, "string or null"),
        ({"oneOf": [{"type": "string"}, {"type": "integer"}]}, "value of unknown type"),
        ({"allOf": [{"$ref": "#/$defs/person"}, {"properties": {"age": {"type": "integer"}}}]}, "object"),
    ],
)
def test_type_of(schema: Any, shown: str) -> None:
    assert str(type_of_schema(schema, DEFS.__getitem__)) == shown


@pytest.mark.parametrize(
    ("schema", "source"),
    [
        ({"anyOf": [{"const": ""}, {"type": "string", "format": "email"}]}, "x == 'any@x.example' || x == ''"),
        ({"anyOf": [{"enum": ["a"]}, {"enum": ["b", None]}]}, "x == 'b' || x == null"),
        ({"type": "string", "enum": ["a", "b"], "default": "a"}, "(x == 'a' ? x : 'none') == 'none'"),
        ({"$ref": "#/$defs/tree"}, "x.child.child.child.label == 'deep' || x.child.child.anything"),
        (
            {"allOf": [{"$ref": "#/$defs/person"}, {"properties": {"age": {"type": "integer"}}}]},
            "x.name + string(x.age)",
        ),
        ({"type": "object", "properties": {"a": {}}, "additionalProperties": True}, "x.b"),
        ({"type": "object", "properties": {"a": {}}, "patternProperties": {"^x-": {}}}, "x.b"),
        ({"type": "object", "properties": {"a": {}}}, "x['b']"),
        ({"type": ["string", "null"]}, "x == null ? 'none' : x + '!'"),
        ({"type": "number"}, "x == 5 && x > 4 && [1, 2.5].exists(y, y == x)"),
        ({"type": "string"}, "dyn(x) + 1"),
        ({"type": "array", "items": {"type": ["string", "integer"]}}, "x[0] == 'a' || x[0] == 1"),
    ],
)
def test_lets_pass_what_may_be_right(schema: Any, source: str) -> None:
    compile_expression(source, {"x": type_of_schema(schema, DEFS.__getitem__)})


@pytest.mark.parametrize(
    ("schema", "source"),
    [
        ({"anyOf": [{"enum": ["a"]}, {"enum": ["b", None]}]}, "x == 'c'"),
        ({"$ref": "#/$defs/tree"}, "x.child.label == 1 || x.lable == ''"),
        ({"allOf": [{"$ref": "#/$defs/person"}, {"properties": {"age": {"type": "integer"}}}]}, "x.nam"),
        ({"type": "object", "properties": {"a": {}}}, "x.b"),
        ({"type": "object", "properties": {"a": {}}, "additionalProperties": False}, "x['b']"),
        ({"type": "object", "properties": {"a": {}}, "additionalProperties": {"type": "integer"}}, "x.b + 'text'"),
    ],
)
def test_finds_what_cannot_be_right(schema: Any, source: str) -> None:
    with pytest.raises(CelProblem):
        compile_expression(source, {"x": type_of_schema(schema, DEFS.__getitem__)})


def test_unknown_types_are_not_checked() -> None:
    compile_expression("x.a.b[0].size() + x.q", {"x": DYN})

"""What actions write in another form than was seen loses its type, so that `enrich` takes the draft."""

from __future__ import annotations

from typing import Any

from awe_author.features.discover.common.loosened import loosened


def model(value: Any, path: str = "/books/{params.id}") -> Any:
    size = {"type": "object", "properties": {"pages": {"type": "integer"}}}
    book = {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}, "size": size}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {"books": {"type": "object", "additionalProperties": {"$ref": "#/$defs/book"}}},
        "$defs": {"book": book},
        "x-actions": {
            "measure": {
                "params": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}},
                "effects": [{"op": "merge", "path": path, "value": value}],
            }
        },
    }  # fmt: skip


def pages_of(document: Any) -> Any:
    return document["$defs"]["book"]["properties"]["size"]["properties"]["pages"]


def test_types_that_actions_keep_to_stay() -> None:
    document = model({"size": {"pages": "12"}})
    assert loosened(document) == ""
    assert pages_of(document) == {"type": "integer"}


def test_only_the_member_that_is_written_otherwise_loses_its_type() -> None:
    document = model({"size": {"pages": "string(now)"}})
    assert loosened(document) == ""
    assert pages_of(document) == {}
    assert document["$defs"]["book"]["properties"]["id"] == {"type": "string"}


def test_below_the_entity_too() -> None:
    document = model({"pages": "string(now)"}, "/books/{params.id}/size")
    assert loosened(document) == ""
    assert pages_of(document) == {}


def test_what_does_not_help_is_told() -> None:
    assert "nothing" in loosened(model("state.nothing.pages"))

"""Whether a state is sound, worked out again from the model files: with jsonschema, and by walking every reference.

It shares no code with what keeps states sound, so that the two can disagree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker

from awe_author.state.world import World
from awe_author.state.world_state import WorldState

Step = tuple[str, ...]

FORMATS = FormatChecker(formats=())


@FORMATS.checks("date-time", raises=ValueError)
def is_moment(value: object) -> bool:
    return not isinstance(value, str) or datetime.fromisoformat(value).tzinfo is not None


@FORMATS.checks("date", raises=ValueError)
def is_day(value: object) -> bool:
    return not isinstance(value, str) or bool(date.fromisoformat(value))


def complaints(world: World, state: WorldState) -> list[str]:
    """What is wrong with the state; nothing, if all is well."""
    found: list[str] = []
    ids: dict[str, set[str]] = {}
    for app, model in world.models.items():
        view: Any = state.view(app)
        for name in model.collections:
            ids[f"/{app}/{name}"] = set(view[name])
    for app, model in world.models.items():
        view = state.view(app)
        for name, schema, references in parts(model.file, app, _Frozen(model.document)):
            entities = view[name].items() if name in model.collections else [("", view.get(name))]
            for id, entity in entities:
                where = f"/{app}/{name}/{id}"
                found += [f"{where}: {error.message}" for error in schema.iter_errors(_plain(entity))]
                found += [
                    f"{where}: {to} has no {one}"
                    for steps, to in references
                    for one in walk(entity, steps)
                    if one not in ids[to]
                ]
                if id and isinstance(entity, Mapping) and entity.get("id", id) != id:
                    found.append(f"{where} calls itself {entity['id']}")
    return found


class _Frozen:
    """A document as a key of a cache: itself, by identity."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document

    def __hash__(self) -> int:
        return id(self.document)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Frozen) and other.document is self.document


@cache
def parts(file: str, app: str, frozen: _Frozen) -> list[tuple[str, Draft202012Validator, list[tuple[Step, str]]]]:
    """Top-level property -> validator of its entities (or of itself), and its references."""
    document: Any = frozen.document
    made = []
    for name, schema in document["properties"].items():
        one = (
            schema["additionalProperties"]
            if "additionalProperties" in schema and "properties" not in schema
            else schema
        )
        validator = Draft202012Validator({"$defs": document["$defs"], **one}, format_checker=FORMATS)
        made.append((name, validator, list(references(one, document, app))))
    return made


def references(schema: Any, document: Any, app: str, at: Step = ()) -> Iterator[tuple[Step, str]]:
    """Every `x-ref` below a schema: the way to it, and the collection it names."""
    if not isinstance(schema, dict):
        return
    if "$ref" in schema:
        yield from references(document["$defs"][schema["$ref"].removeprefix("#/$defs/")], document, app, at)
    if "x-ref" in schema:
        to = schema["x-ref"] if isinstance(schema["x-ref"], str) else schema["x-ref"]["to"]
        yield at, to if to.startswith("/warehouse/") else f"/{app}{to}"
    for key, one in schema.get("properties", {}).items():
        yield from references(one, document, app, (*at, key))
    yield from references(schema.get("items"), document, app, (*at, "*"))


def walk(value: Any, steps: Step) -> Iterator[str]:
    """The ids that stand at the end of the way."""
    if value is None:
        return
    if not steps:
        yield value
    elif steps[0] == "*":
        for one in value:
            yield from walk(one, steps[1:])
    elif steps[0] in value:
        yield from walk(value[steps[0]], steps[1:])


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value

"""Is a model file written in the vocabulary of `model.schema.json`? Its errors, in words an author can act upon."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, cast

import jsonschema
import jsonschema_rs

from awe_author.json_types import Json
from awe_author.state.loading.problems import Problems, nearest
from awe_author.state.schema import pointer_of

DEEPEST = 64
"""Levels of nesting that a model may have; deeper ones are a mistake or an attack."""


@cache
def vocabulary() -> dict[str, Any]:
    """The JSON Schema of model files."""
    text = resources.files("awe_author.state").joinpath("model.schema.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


_FORMATS = jsonschema.FormatChecker(formats=())


@_FORMATS.checks("regex", raises=(ValueError, re.error))
def _is_regex(value: object) -> bool:
    """Patterns are those of JSON Schema (ECMA-262: `\\p{L}` is fine), as the validator that runs them sees it."""
    if isinstance(value, str):
        try:
            jsonschema_rs.Draft202012Validator({"pattern": value})
        except ValueError:
            re.compile(value)  # says what is wrong with it, mostly
            raise
    return True


def too_deep(value: Json, most: int = DEEPEST) -> str | None:
    """JSON pointer of a place that is nested deeper than `most`, or None. Never recurses."""
    waiting: list[tuple[Json, tuple[object, ...]]] = [(value, ())]
    while waiting:
        here, where = waiting.pop()
        if len(where) > most:
            return pointer_of(where)
        if isinstance(here, dict):
            waiting += [(below, (*where, key)) for key, below in here.items() if isinstance(below, dict | list)]
        elif isinstance(here, list):
            waiting += [(below, (*where, at)) for at, below in enumerate(here) if isinstance(below, dict | list)]
    return None


def check_vocabulary(document: Json, problems: Problems) -> None:
    """Add what does not fit the vocabulary."""
    validator = jsonschema.Draft202012Validator(vocabulary(), format_checker=_FORMATS)
    for error in sorted(validator.iter_errors(document), key=lambda one: [str(part) for part in one.absolute_path]):
        _say(error, problems)


def _say(error: jsonschema.ValidationError, problems: Problems) -> None:
    where = tuple(error.absolute_path)
    pointer, value = pointer_of(where), cast(Any, error.instance)
    schema: Mapping[str, Any] = error.schema if isinstance(error.schema, dict) else {}
    wanted: Any = error.validator_value
    about = meaning(where) or "See `awe-author schema model`."
    match error.validator:
        case "additionalProperties" if wanted is False:
            for key in (key for key in value if key not in schema.get("properties", {})):
                _unknown(key, where, schema, problems)
        case "additionalProperties":
            problems.add(pointer, f"{_short(value)} is not {_short(wanted)}", about)
        case "required":
            for key in (key for key in wanted if key not in value):
                problems.add(pointer, f'"{key}" is missing', meaning((*where, key)))
        case "dependentRequired":
            for key in (key for first in wanted if first in value for key in wanted[first] if key not in value):
                problems.add(pointer, f'"{key}" is missing', meaning((*where, key)))
        case "type":
            problems.add(pointer, f"{_short(value)} is {kind(value)}, not {_kinds(wanted)}", about)
        case "anyOf":
            _no_type(value, pointer, problems)
        case "enum":
            known = [str(one) for one in wanted]
            hint = nearest(str(value), known)
            hint = hint if hint.startswith("Did") else about
            problems.add(pointer, f"{_short(value)} is not one of {', '.join(known)}", hint)
        case "const":
            problems.add(pointer, f"{_short(value)} is not {_short(wanted)}", about)
        case "pattern" if error.schema_path and "propertyNames" in error.schema_path:
            problems.add(pointer_of((*where, value)), f'"{value}" is no name', "Use letters, digits and _.")
        case "pattern":
            problems.add(pointer, f"{_short(value)} has not the right form", about)
        case "format":
            at = pointer_of((*where, value)) if "propertyNames" in error.schema_path else pointer
            problems.add(at, f"{_short(value)} is no regular expression", _cause(error))
        case "minItems" | "minProperties" | "minLength":
            problems.add(pointer, f"{_short(value)} is empty", about)
        case "uniqueItems":
            problems.add(pointer, "an item is there twice", "Keep one of them.")
        case "not":
            key = wanted["required"][0]
            reason = "`remove` takes none" if key == "value" else "a reducer decides it"
            problems.add(pointer_of((*where, key)), f'"{key}" cannot be here: {reason}', "Leave it out.")
        case "minimum" | "exclusiveMinimum":
            more = "at least" if error.validator == "minimum" else "more than"
            problems.add(pointer, f"{_short(value)} must be {more} {wanted}", about)
        case _:
            problems.add(pointer, str(error.message)[:200], about)


def _unknown(key: str, where: tuple[str | int, ...], schema: Mapping[str, Any], problems: Problems) -> None:
    known = schema.get("properties", {})
    if not where and key in vocabulary()["$defs"]["part"]["properties"]:
        problems.add(
            pointer_of((key,)), f'"{key}" cannot stand at the top of a model', "Say it in the schema of an entity."
        )
        return
    if key == "x-index":
        problems.add(pointer_of((*where, key)), "x-index is only for collections", "Move it beside the collection.")
        return
    if key == "$defs":
        problems.add(pointer_of((*where, key)), "$defs is only at the top of the file", "Move the schemas there.")
        return
    problems.add(pointer_of((*where, key)), f'there is no keyword "{key}"', nearest(key, known))


def meaning(where: tuple[str | int, ...]) -> str:
    """What the vocabulary says about the place `where` of a model."""
    root = vocabulary()
    here: Any = root
    best = ""
    for part in where:
        here = _resolved(here, root)
        if isinstance(part, int):
            here = here.get("items", {})
        else:
            here = here.get("properties", {}).get(part) or here.get("additionalProperties")
        if not isinstance(here, dict):
            break
        best = str(here.get("description") or _resolved(here, root).get("description") or "")
    return best


def _resolved(schema: dict[str, Any], root: dict[str, Any]) -> dict[str, Any]:
    reference = schema.get("$ref")
    return {**root["$defs"][reference.rpartition("/")[2]], **schema} if reference else schema


def _cause(error: jsonschema.ValidationError) -> str:
    return str(error.cause) if isinstance(error.cause, re.error) else "Patterns are those of JSON Schema (ECMA-262)."


def _no_type(value: object, pointer: str, problems: Problems) -> None:
    types = vocabulary()["$defs"]["type"]["enum"]
    wrong = [one for one in value if one not in types] if isinstance(value, list) else [value]
    if wrong:
        problems.add(pointer, f"{_short(wrong[0])} is no type", nearest(str(wrong[0]), types))
    elif value:
        problems.add(pointer, "a type is named twice", "Keep one of them.")
    else:
        problems.add(pointer, "the list of types is empty", nearest("", types))


def kind(value: object) -> str:
    """The JSON type of `value` with its article."""
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case int() | float():
            return "a number"
        case str():
            return "a string"
        case list():
            return "an array"
    return "an object"


def _kinds(wanted: str | list[str]) -> str:
    named = [wanted] if isinstance(wanted, str) else wanted
    return " or ".join("null" if one == "null" else f"a{'n' * (one[0] in 'aeiou')} {one}" for one in named)


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."

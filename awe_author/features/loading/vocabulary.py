"""Is a feature file written in the vocabulary of `features.schema.json`? Its errors, in words to act upon."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any, cast

import jsonschema

from awe_author.features.loading.problems import Collected
from awe_author.json_types import Json
from awe_author.state.loading.problems import nearest
from awe_author.state.schema import pointer_of

_KINDS = {
    "string": "a text", "number": "a number", "integer": "a whole number", "boolean": "true or false",
    "object": "a mapping", "array": "a list", "null": "empty",
}  # fmt: skip
_SURFACES = ("page", "request", "socket", "stream")


@cache
def vocabulary() -> dict[str, Any]:
    """The JSON Schema of feature files."""
    text = resources.files("awe_author.features").joinpath("features.schema.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


@cache
def _validator() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(vocabulary())


MOST = 300
"""Mistakes of the form that are looked for; a file with more is not a feature file."""


def check_vocabulary(document: Json, problems: Collected) -> bool:
    """Add what does not fit the vocabulary. False: there is so much of it that the rest is not worth reading."""
    for error in _validator().iter_errors(document):
        for one in _leaves(error):
            _say(one, problems)
        if len(problems.found) > MOST:
            problems.add("", f"more than {MOST} mistakes; the rest was not read", "Repair these first.")
            return False
    return True


def _leaves(error: jsonschema.ValidationError) -> Iterator[jsonschema.ValidationError]:
    """The errors inside a condition (`then`, `else`), or the error itself."""
    if error.validator == "if" and error.context:
        for one in error.context:
            yield from _leaves(one)
    else:
        yield error


def _say(error: jsonschema.ValidationError, problems: Collected) -> None:
    where = tuple(error.absolute_path)
    pointer, value = pointer_of(where), cast(Any, error.instance)
    if any(one.pointer == pointer for one in problems.found[: problems.unread]):
        return  # the YAML there could not be read
    rule: Mapping[str, Any] = error.schema if isinstance(error.schema, dict) else {}
    wanted: Any = error.validator_value
    about, name = meaning(where), f"`{where[-1]}`" if where and isinstance(where[-1], str) else "this"
    if where[:1] == ("forms",) and _say_form(error, where, problems):
        return
    match error.validator:
        case "additionalProperties":
            for key in (key for key in value if key not in rule["properties"] and not key.startswith("x-")):
                problems.add_key(pointer_of((*where, key)), f'there is no key "{_cut(key)}"', _known(key, where, rule))
        case "required":
            unknown = [key for key in value if key not in rule.get("properties", {})]
            for key in (key for key in wanted if key not in value and not _close(key, unknown)):
                problems.add(pointer, f"`{key}` is missing", meaning((*where, key)))
        case "type":
            problems.add(pointer, f"{name} is {kind(value)}, it has to be {_kinds(wanted)}", about)
        case "enum" if "propertyNames" in error.schema_path:
            problems.add_key(
                pointer_of((*where, value)), f'no refusal has the code "{_cut(value)}"', nearest(value, wanted)
            )
        case "enum":
            problems.add(pointer, f"{name} cannot be {_shown(value)}", nearest(str(value), map(str, wanted)))
        case "pattern" if "propertyNames" in error.schema_path:
            header = bool(where) and where[-1] == "headers"
            hint = "Use letters, digits and -." if header else "Use letters, digits and _."
            problems.add_key(pointer_of((*where, value)), f'"{_cut(value)}" is no name', hint)
        case "pattern":
            hint = "Use letters, digits, and . _ : / - between them." if name == "`id`" else about
            problems.add(pointer, f'"{_cut(value)}" is no name' + (" for an app" if name == "`app`" else ""), hint)
        case "minItems" | "minProperties" | "minLength":
            problems.add(pointer, f"{name} is empty", about)
        case "minimum" | "maximum":
            problems.add(pointer, f"{name} is {value}, there is no such status", about)
        case "oneOf":
            if isinstance(value, dict):
                _surface(value, pointer, problems)
        case _:
            problems.add(pointer, str(error.message)[:200], about)


def _surface(value: Any, pointer: str, problems: Collected) -> None:
    named = [one for one in _SURFACES if one in value]
    if named:
        what = f"`on` has both `{named[0]}` and `{named[1]}`"
        problems.add_key(f"{pointer}/{named[1]}", what, "Make a feature of its own for each.")
    elif not any(_close(one, value) for one in _SURFACES):
        hint = "Such as `page: https://crm.example/leads/*`, or `request: POST https://crm.example/api/leads`."
        problems.add(pointer, "`on` names neither a page nor a request nor a socket", hint)


def _say_form(error: jsonschema.ValidationError, where: tuple[str | int, ...], problems: Collected) -> bool:
    """What is wrong with a form of messages; False when it is nothing particular to these."""
    pointer, value = pointer_of(where), cast(Any, error.instance)
    if error.validator == "pattern":
        problems.add(pointer, f'"{_cut(value)}" is no method and address', meaning(where))
    elif error.validator == "dependentRequired":
        needed = cast(Mapping[str, list[str]], error.validator_value)
        for kind_of_form, name in ((one, name) for one in needed if one in value for name in needed[one]):
            if name not in value:
                problems.add(pointer, f"`{name}` is missing beside `{kind_of_form}`", meaning((*where, name)))
    elif error.validator == "oneOf" and isinstance(value, dict):
        kinds = [str(one["required"][0]) for one in cast(Any, error.validator_value)]
        there = [one for one in kinds if one in value]
        if there:
            what = f"a form has both `{there[0]}` and `{there[1]}`"
            problems.add_key(f"{pointer}/{there[1]}", what, "Make two forms of it.")
        elif not any(_close(one, value) for one in kinds):
            problems.add(pointer, "a form says no way of writing messages", meaning(where))
    else:
        return error.validator == "oneOf"
    return True


def _close(key: str, there: Iterable[str]) -> bool:
    """Is a key there that is this one misspelt?"""
    return bool(difflib.get_close_matches(key, list(there), n=1, cutoff=0.6))


def _known(key: str, where: tuple[str | int, ...], rule: Mapping[str, Any]) -> str:
    elsewhere = _HOMES.get(key) if where else None
    return f"`{key}` belongs {elsewhere}." if elsewhere else nearest(key, rule["properties"])


_HOMES = {
    "select": "under `on`, `show` or `errors`", "event": "under `on`", "where": "under `on`", "page": "under `on`",
    "request": "under `on`", "socket": "under `on`", "status": "under `reply`", "json": "under `reply`",
    "headers": "under `reply`", "like": "under `reply`", "each": "under `show`, or inside `reply: {json: ...}`",
    "set": "under `show`", "into": "under `show`", "row": "under `show`", "go": "under `then` or `reply`",
    "toast": "under `then`", "reload": "under `then`", "open": "under `then`", "close": "under `then`",
    "when": "under `show`", "text": "under `set` or `reply`", "do": "beside `on`", "with": "beside `do`",
    "then": "beside `on`", "reply": "beside `on`", "show": "beside `on`", "let": "beside `on`", "errors": "beside `do`",
}  # fmt: skip


def meaning(where: tuple[str | int, ...]) -> str:
    """What the vocabulary says about the place `where` of a feature file."""
    here: list[dict[str, Any]] = [vocabulary()]
    best = ""
    for part in where:
        below = [one for schema in here for one in _below(schema, part)]
        if not below:
            break
        here = [alternative for one in below for alternative in _alternatives(one)]
        best = next((str(one["description"]) for one in [*below, *here] if "description" in one), best)
    return best


def _below(schema: Mapping[str, Any], part: str | int) -> Iterator[dict[str, Any]]:
    found = schema.get("items") if isinstance(part, int) else schema.get("properties", {}).get(part)
    found = found or (schema.get("additionalProperties") if isinstance(part, str) else None)
    if isinstance(found, dict):
        yield found


def _alternatives(schema: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """A schema with its `$ref` resolved, and what its conditions lead to."""
    reference = schema.get("$ref")
    whole = {**vocabulary()["$defs"][reference.rpartition("/")[2]], **schema} if reference else dict(schema)
    yield whole
    for keyword in ("then", "else"):
        if isinstance(whole.get(keyword), dict):
            yield from _alternatives(whole[keyword])


def kind(value: object) -> str:
    """What a value of YAML is, with its article."""
    match value:
        case None:
            return "empty"
        case bool():
            return str(value).lower()
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case list():
            return "a list"
    return "a mapping"


def _kinds(wanted: str | list[str]) -> str:
    named = [wanted] if isinstance(wanted, str) else wanted
    if named == ["string", "number", "boolean"]:
        return "an expression"
    return " or ".join(_KINDS[one] for one in named)


def _shown(value: object) -> str:
    return _cut(json.dumps(value, ensure_ascii=False, default=str))


def _cut(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."

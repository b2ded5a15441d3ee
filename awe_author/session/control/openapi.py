"""Writes the OpenAPI 3.1 document of the API from the declarations that requests are read by."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from awe_author import __version__
from awe_author.json_types import JsonObject
from awe_author.session.control.declared import LONGEST_BODY, Body, Operation, Parameter
from awe_author.session.control.problems import KINDS, MEDIA_TYPE
from awe_author.session.control.schemas import ID, SCHEMAS, ref

_ABOUT = (
    "Sessions of a world: each is a path in an append-only tree of events and can be reset, rewound and branched. "
    "Every answer that is not 2xx is a problem (RFC 9457) whose `code` says what kind. "
    f"JSON bodies may have up to {LONGEST_BODY >> 20} MB."
)


def document(operations: Sequence[Operation]) -> dict[str, Any]:
    """OpenAPI 3.1.0 of these operations."""
    paths: dict[str, Any] = {}
    for operation in operations:
        item = paths.setdefault(operation.path, _path_item(operation.path))
        item[operation.method.lower()] = _operation(operation)
    return {
        "openapi": "3.1.0",
        "info": {"title": "awe-author serve", "version": __version__, "description": _ABOUT},
        "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "schemas": SCHEMAS,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _path_item(path: str) -> JsonObject:
    names = re.findall(r"\{(\w+)\}", path)
    if not names:
        return {}
    schema: JsonObject = {"type": "string", "pattern": ID}
    return {"parameters": [{"name": name, "in": "path", "required": True, "schema": schema} for name in names]}


def _operation(operation: Operation) -> JsonObject:
    shown: JsonObject = {"operationId": operation.name, "summary": operation.summary}
    if operation.description:
        shown["description"] = operation.description
    if operation.parameters:
        shown["parameters"] = [_parameter(one) for one in operation.parameters]
    if operation.body is not None:
        shown["requestBody"] = _body(operation.body)
    shown["responses"] = _responses(operation)
    if operation.free:
        shown["security"] = []
    return shown


def _parameter(one: Parameter) -> JsonObject:
    return {"name": one.name, "in": one.place, "description": one.description, "schema": one.schema}


def _body(body: Body) -> JsonObject:
    return {
        "required": body.required,
        "content": {body.media_type: {"schema": ref(body.schema)} if body.schema else {}},
    }


def _responses(operation: Operation) -> JsonObject:
    answer = operation.answer
    good: JsonObject = {"description": answer.description}
    if answer.media_type:
        good["content"] = {answer.media_type: {"schema": ref(answer.schema)} if answer.schema else {}}
    by_status: dict[int, list[str]] = {}
    for code in operation.codes:
        by_status.setdefault(KINDS[code].status, []).append(code)
    responses: JsonObject = {str(answer.status): good}
    for status, codes in sorted(by_status.items()):
        told = "; ".join(f"`{code}`: {KINDS[code].title}" for code in codes)
        responses[str(status)] = {"description": told, "content": {MEDIA_TYPE: {"schema": ref("Problem")}}}
    return responses

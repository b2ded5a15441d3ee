"""How an operation of the API is declared, and how a request is read by its declaration.

A declaration is data: path, query parameters, body, answer, problems, and the function that does it. Reading a request
gives a `Call` whose values are what the declaration says, or raises the `Problem` that says what is not.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import orjson
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from awe_author.json_types import JsonObject
from awe_author.session.control.problems import Problem
from awe_author.session.control.schemas import SCHEMAS
from awe_author.state.schema import pointer_of

if TYPE_CHECKING:
    from awe_author.session.control.service import Control

LONGEST_BODY = 8 << 20
"""Bytes of a JSON body; longer ones are refused with 413."""
DRAINED = 32 << 20
"""Bytes beyond the limit that are read and dropped: a client that is cut off while it sends never reads the answer."""
_TRUTH = {"true": True, "1": True, "false": False, "0": False}
_JSON_TYPE = re.compile(r"application/(?:[\w.+-]+\+)?json", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A query parameter or header."""

    name: str
    schema: JsonObject
    """JSON Schema with one `type`: string, integer or boolean."""
    description: str
    place: Literal["query", "header"] = "query"


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """What the operation takes as body."""

    schema: str = ""
    """Name in `SCHEMAS`; empty for bytes."""
    media_type: str = "application/json"
    required: bool = True
    """When not, a missing body is the same as `{}`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What comes back when all went well."""

    description: str
    schema: str = ""
    """Name in `SCHEMAS`; empty for bytes and for no body at all."""
    status: int = 200
    media_type: str = "application/json"
    """Empty: there is no body."""


@dataclass(frozen=True, slots=True)
class Call:
    """A request as its declaration says it is."""

    path: Mapping[str, str]
    query: Mapping[str, Any]
    """Every declared parameter and header that was given, or has a default, in its type."""
    body: JsonObject
    """`{}` for operations without a JSON body."""
    stream: AsyncIterator[bytes]
    """The bytes of a body that is not JSON."""
    headers: Mapping[str, str] = field(default_factory=dict)


Handler: TypeAlias = "Callable[[Control, Call], Awaitable[Response]]"


@dataclass(frozen=True, kw_only=True)
class Operation:
    """One operation: everything that is known of it."""

    method: Literal["GET", "POST", "DELETE"]
    path: str
    name: str
    """operationId; the Python client's method has the same name."""
    summary: str
    handler: Handler
    answer: Answer
    description: str = ""
    parameters: tuple[Parameter, ...] = ()
    body: Body | None = None
    problems: tuple[str, ...] = ()
    """Codes besides those that any operation of this form can give."""
    free: bool = False
    """Answered without a token."""

    @property
    def codes(self) -> tuple[str, ...]:
        """Codes of every problem it can answer with."""
        found = ["host", "origin", "query", "bug", *self.problems]
        if not self.free:
            found += ["unauthorized", "stopping", "store-unavailable"]
        if "{id}" in self.path:
            found += ["unknown-session", "store"]
        if self.body is not None:
            found += ["too-large", "media-type"]
            found += ["json", "body"] if self.body.schema else []
        if any(one.place == "header" for one in self.parameters):
            found.append("header")
        return tuple(dict.fromkeys(found))

    @cached_property
    def validator(self) -> Draft202012Validator:
        """Of the JSON body."""
        assert self.body is not None
        reference = f"#/components/schemas/{self.body.schema}"
        return Draft202012Validator({"$ref": reference, "components": {"schemas": SCHEMAS}})

    async def read(self, request: Request) -> Call:
        """The request as this declaration says it is. Raises `Problem`."""
        values = _query(self, request) | _headers(self, request)
        body: JsonObject = {}
        stream = request.stream()
        if self.body is not None:
            given = _media_type(self.body, request)
            if self.body.schema:
                body = _parsed(self, await _whole(request, given), given)
        return Call(request.path_params, values, body, stream, request.headers)


def _query(operation: Operation, request: Request) -> dict[str, Any]:
    known = {one.name: one for one in operation.parameters if one.place == "query"}
    found = {name: one.schema["default"] for name, one in known.items() if "default" in one.schema}
    seen: set[str] = set()
    for name, text in request.query_params.multi_items():
        if name not in known:
            hint = f"there are: {', '.join(known)}" if known else "it takes none"
            raise Problem("query", f"there is no query parameter {name!r} here", field=name, hint=hint)
        if name in seen:
            raise Problem("query", f"`{name}` is given twice", field=name)
        seen.add(name)
        found[name] = _value(known[name], text)
    return found


def _headers(operation: Operation, request: Request) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for one in operation.parameters:
        if one.place == "header" and one.name in request.headers:
            found[one.name] = _value(one, request.headers[one.name])
    return found


def _value(parameter: Parameter, text: str) -> Any:
    """The text in the parameter's type, checked by its schema."""
    kind, value = parameter.schema.get("type"), text
    converted: Any = value
    if kind == "integer":
        converted = int(text) if re.fullmatch(r"-?[0-9]{1,18}", text) else text
    elif kind == "boolean":
        converted = _TRUTH.get(text.lower(), text)
    error = best_match(Draft202012Validator(parameter.schema).iter_errors(converted))
    if error is not None:
        raise Problem(parameter.place, f"`{parameter.name}`: {error.message}", field=parameter.name)
    return converted


def _media_type(body: Body, request: Request) -> bool:
    """Is there a body? Raises when it says that it is something else than what is taken."""
    length = request.headers.get("content-length", "")
    there = length not in ("", "0") or "transfer-encoding" in request.headers
    given = request.headers.get("content-type", "").partition(";")[0].strip()
    if not there:
        return False
    fits = _JSON_TYPE.fullmatch(given) if body.schema else given.lower() == body.media_type
    if not fits:
        what = f"the body is {given or 'of no known type'}"
        raise Problem("media-type", what, hint=f"send it with `Content-Type: {body.media_type}`")
    return True


async def _whole(request: Request, there: bool) -> bytes:
    if not there:
        return b""
    parts = [part async for part in limited(request.stream(), LONGEST_BODY, request.headers)]
    return b"".join(parts)


async def limited(
    stream: AsyncIterator[bytes], most: int, headers: Mapping[str, str] | None = None
) -> AsyncIterator[bytes]:
    """The parts of a body; raises `Problem` at the end when they were more than `most` bytes."""
    problem = Problem("too-large", f"the body is longer than {most} bytes", headers={"Connection": "close"})
    declared = (headers or {}).get("content-length", "0")
    if declared.isdecimal() and int(declared) > most + DRAINED:
        raise problem
    total = 0
    try:
        async for part in stream:
            total += len(part)
            if total > most + DRAINED:
                break
            if total <= most:
                yield part
    except ClientDisconnect as error:
        raise Problem("json", "the body broke off") from error
    if total > most:
        raise problem


def _parsed(operation: Operation, data: bytes, there: bool) -> JsonObject:
    assert operation.body is not None
    if not there:
        if operation.body.required:
            raise Problem("body", "the body is missing", hint="send a JSON object as application/json")
        return {}
    try:
        document = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        position = {"offset": error.pos, "line": error.lineno, "column": error.colno}
        raise Problem("json", error.msg, position=position) from error
    errors = sorted(operation.validator.iter_errors(document), key=lambda error: error.json_path)
    if errors:
        raise Problem(
            "body",
            errors[0].message[:500],
            pointer=pointer_of(errors[0].absolute_path),
            problems=[{"pointer": pointer_of(one.absolute_path), "detail": one.message[:500]} for one in errors[:20]],
        )
    if not isinstance(document, dict):
        raise Problem("body", "the body is not a JSON object")
    return document

"""The forms under which two requests count as the same one (ladder of architecture section 5, rungs 1 and 2). Pure."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from awe_author.archive import graphql
from awe_author.archive.request_body import (
    NotJson,
    Pairs,
    digest,
    field_pairs,
    form_fields,
    inflate,
    json_pairs,
    multipart_fields,
    multipart_pairs,
    other_pairs,
    parse_json,
    short,
)

VERSION = 1
"""Raised whenever the same request gets other keys: an index that holds keys has to be made anew."""

Params = tuple[tuple[str, str], ...]
"""Pairs of (name, value) sorted by name; values of one name keep their order. Names say where the value stood:
"query:page", "form:email", "json:/filter/0/name", "graphql:query", "graphql:variables:/id" ("graphql:1:variables:/id"
for the second of a batch), "multipart:file" (value "sha256:..." for a file, its name as "multipart:file;filename"),
"body" for anything else ("sha256:..." of it). A query or form value that is itself JSON is taken apart:
"form:message:/id". JSON scalars are in JSON notation. Values over 256 characters are "sha256:..." of them."""

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "REPORT", "SEARCH", "QUERY"})
"""Methods that do not change what the server holds (RFC 9110 9.2.1, RFC 4918, RFC 3253, RFC 5323)."""

OPERATION_HEADERS = frozenset(
    {"x-amz-target", "soapaction", "next-action", "x-http-method-override", "x-http-method", "x-method-override"}
)
"""Request headers that name the operation where URL and body need not; pairs are named "header:soapaction"."""

_TRIPLET = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_GRAPHQL_FIELDS = frozenset({"query", "operationName", "extensions", "variables"})
_BY_NAME = itemgetter(0)


@dataclass(frozen=True, slots=True)
class RequestForm:
    """A request, reduced to what identifies it."""

    exact: str
    """Digest of (method, url without fragment, body bytes), and of the operation headers where there are any."""
    canonical: str
    """Digest of (operation, params)."""
    operation: str
    """METHOD scheme://host[:port]/path, plus " graphql:kind:name" for GraphQL (comma-separated for a batch). Path case
    is kept; percent-encodings are normalised (RFC 3986 6.2.2)."""
    params: Params
    writes: bool
    """May change the app's state: not GET/HEAD/OPTIONS, and not a GraphQL query."""


def request_form(method: str, url: str, headers: Sequence[tuple[str, str]], body: bytes) -> RequestForm:
    """Reduce a request. `url` is absolute as in `door.Request.url`; `body` is the request body less transfer coding."""
    method = method.upper()
    url = url.partition("#")[0]
    address, _, query = url.partition("?")
    operation = f"{method} {_normal_path(address)}"
    pairs: Pairs = []
    if query:
        pairs, operations = _query_pairs(query)
    else:
        operations = []
    if body:
        body_pairs, body_operations = _body_pairs(headers, body)
        pairs += body_pairs
        operations = body_operations or operations
    named = [] if method in SAFE_METHODS else _operation_headers(headers)
    pairs += named
    if operations:
        operation += " graphql:" + ",".join(f"{item.kind}:{item.name}" for item in operations)
    pairs.sort(key=_BY_NAME)
    params = tuple(pairs)
    writes = method not in SAFE_METHODS and not (operations and all(item.kind == "query" for item in operations))
    exact = _exact(method + repr(named) if named else method, url, body)
    return RequestForm(exact, canonical_key(operation, params), operation, params, writes)


def canonical_key(operation: str, params: Params) -> str:
    """The digest that `RequestForm.canonical` holds."""
    return hashlib.blake2b(f"{operation}\n{params!r}".encode("utf-8", "backslashreplace"), digest_size=16).hexdigest()


def _operation_headers(headers: Sequence[tuple[str, str]]) -> Pairs:
    return [("header:" + name.lower(), value) for name, value in headers if name.lower() in OPERATION_HEADERS]


def _exact(method: str, url: str, body: bytes) -> str:
    state = hashlib.blake2b(f"{method} {url}\n".encode("utf-8", "backslashreplace"), digest_size=16)
    if body:
        state.update(body)
    return state.hexdigest()


def _normal_path(address: str) -> str:
    if "%" not in address:
        return address
    return _TRIPLET.sub(_normal_triplet, address)


def _normal_triplet(found: re.Match[str]) -> str:
    character = chr(int(found.group(1), 16))
    return character if character in _UNRESERVED else found.group().upper()


def _query_pairs(query: str) -> tuple[Pairs, list[graphql.Operation]]:
    fields = form_fields(query)
    taken = _graphql_fields(fields)
    if taken is None:
        return field_pairs("query", fields), []
    operation, rest = taken
    return _operation_pairs([operation]) + field_pairs("query", rest), [operation]


def _graphql_fields(fields: Pairs) -> tuple[graphql.Operation, Pairs] | None:
    """GraphQL in a query string or form ({"query": ..., "variables": JSON text...}), and the fields that are not it."""
    named = dict(fields)
    if not (_GRAPHQL_FIELDS & named.keys()):
        return None
    envelope: dict[str, Any] = {}
    for name in _GRAPHQL_FIELDS & named.keys():
        value: Any = named[name]
        if name in ("variables", "extensions"):
            try:
                value = parse_json(value)
            except NotJson:
                return None
        envelope[name] = value
    operation = graphql.operation(envelope)
    if operation is None:
        return None
    return operation, [pair for pair in fields if pair[0] not in _GRAPHQL_FIELDS]


def _operation_pairs(operations: list[graphql.Operation]) -> Pairs:
    pairs: Pairs = []
    for position, item in enumerate(operations):
        prefix = "graphql:" if len(operations) == 1 else f"graphql:{position}:"
        pairs.append((prefix + "query", short(item.query)))
        pairs.append((prefix + "name", item.name))
        if item.variables:
            pairs += json_pairs(prefix + "variables:", item.variables)
        if item.rest:
            pairs += json_pairs(prefix + "rest:", item.rest)
    return pairs


def _body_pairs(headers: Sequence[tuple[str, str]], body: bytes) -> tuple[Pairs, list[graphql.Operation]]:
    content_type = encoding = ""
    for name, value in headers:
        lower = name.lower()
        if lower == "content-type":
            content_type = value
        elif lower == "content-encoding":
            encoding = value.strip().lower()
    body = inflate(body, encoding)
    mime = content_type.partition(";")[0].strip().lower()
    if mime.startswith("multipart/"):
        return _multipart(mime, content_type, body)
    start = body[:64].lstrip()[:1]
    if start in (b"{", b"["):
        return _json_body(body)
    if mime == "application/graphql":
        operation = graphql.operation({"query": body.decode("utf-8", "replace")})
        if operation is not None:
            return _operation_pairs([operation]), [operation]
    if mime == "application/x-www-form-urlencoded":
        fields = form_fields(body.decode("utf-8", "backslashreplace"))
        taken = _graphql_fields(fields)
        if taken is None:
            return field_pairs("form", fields), []
        return _operation_pairs([taken[0]]) + field_pairs("form", taken[1]), [taken[0]]
    return other_pairs(body), []


def _json_body(body: bytes) -> tuple[Pairs, list[graphql.Operation]]:
    try:
        document = parse_json(body)
    except NotJson:
        return other_pairs(body), []
    batch = document if isinstance(document, list) else [document]
    if len(batch) <= 100:
        operations = [operation for item in batch if (operation := graphql.operation(item)) is not None]
        if operations and len(operations) == len(batch):
            return _operation_pairs(operations), operations
    return json_pairs("json:", document), []


def _multipart(mime: str, content_type: str, body: bytes) -> tuple[Pairs, list[graphql.Operation]]:
    fields = multipart_fields(content_type, body)
    if mime == "multipart/form-data" and fields is not None:
        operations = _multipart_graphql(fields)
        if operations:
            rest = [part for part in fields if part[0] != "operations"]
            return _operation_pairs(operations) + multipart_pairs(rest), operations
        return multipart_pairs(fields), []
    # Other kinds (batches of requests, related parts) differ only in their boundary when they are the same.
    first = body[:200].lstrip(b"\r\n").split(b"\r\n", 1)[0]
    if first.startswith(b"--") and len(first) > 6:
        body = body.replace(first[2:], b"boundary")
    return [("body", digest(body))], []


def _multipart_graphql(fields: list[tuple[str, str | None, bytes]]) -> list[graphql.Operation]:
    """The operations of a GraphQL upload ("operations" and "map" parts, GraphQL multipart request specification)."""
    text = next((content for name, file, content in fields if name == "operations" and file is None), b"")
    try:
        document = parse_json(text) if text else None
    except NotJson:
        return []
    batch = document if isinstance(document, list) else [document]
    operations = [operation for item in batch if (operation := graphql.operation(item)) is not None]
    return operations if len(operations) == len(batch) else []

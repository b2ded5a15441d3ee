"""A request as expressions see it: `method, path, query, headers, body, fields, segments`. Pure, and safe on garbage.

`fields` has all values of each name, of the query and of a form.

`body` is the parsed JSON (GraphQL and JSON-RPC: the envelope as sent), or field -> value of a form, in which a file is
a file value (`features.files`), or text; anything else is a file value itself, and `{}` stands for no body. A query or
form name that repeats gives its last value; one that ends in `[]` gives the list of them in a form.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import unquote, urlsplit

import orjson

from awe_author.archive.request_body import NotJson, form_fields, inflate, parse_json
from awe_author.features.files import LARGEST, file_value
from awe_author.json_types import DEEPEST, Json, bounded, too_deep

_LONG = re.compile(rb"\d{18}")
"""`parse_json` reads such numbers in another way, which takes lone surrogates."""
_TYPE = re.compile(rb"(?:^|\r\n)content-type:[ \t]*([^\r\n]+)", re.IGNORECASE)
_FIELD = re.compile(rb'\bname="([^"]*)"')
_FILE = re.compile(rb'\bfilename="([^"]*)"')
_FILE_8187 = re.compile(rb"\bfilename\*=UTF-8''([^;\r\n]+)", re.IGNORECASE)
NAMES = ("method", "path", "url", "query", "headers", "body", "fields", "segments")
"""Bound in every request feature, beside `state`, `now`, `result` and its own `let`."""


class TooLarge(ValueError):
    """A file of the request is larger than the state keeps."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One request, or one part of a batch."""

    method: str
    """Upper case."""
    url: str
    headers: Sequence[tuple[str, str]] = ()
    content: bytes = field(default=b"", repr=False)
    body: Json = None
    batch: tuple[Json, ...] = ()
    """The parts of a JSON-RPC or GraphQL batch; empty for a single request."""
    kind: str = ""
    """"graphql", "jsonrpc", or "" for everything else."""
    _seen: dict[str, object] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(cls, method: str, url: str, headers: Sequence[tuple[str, str]], content: bytes) -> Asked:
        """Parse a request. Raises TooLarge."""
        url = url.partition("#")[0]
        asked = cls(method.upper(), url, headers, content)
        body = _body(asked)
        if isinstance(body, dict) and not body:
            body = _query_envelope(asked.query)
        kind = kind_of(body)
        if isinstance(body, list) and body and len({kind_of(one) for one in body}) == 1 and kind_of(body[0]):
            return replace(asked, body=body, _seen={}, batch=tuple(body), kind=kind_of(body[0]))
        return replace(asked, body=body, kind=kind, _seen={})

    def part(self, body: Json) -> Asked:
        """One request of the batch, as if it were sent alone."""
        dropped = (
            ("content-encoding", "content-type")
            if self.header("content-type").startswith("multipart/")
            else ("content-encoding",)
        )
        headers = [pair for pair in self.headers if pair[0].lower() not in dropped]
        return replace(self, headers=headers, content=json.dumps(body).encode(), body=body, batch=(), _seen={})

    @property
    def query(self) -> dict[str, str]:
        """Name -> value."""
        return dict(form_fields(urlsplit(self.url).query))

    def header(self, name: str) -> str:
        """The first value of a header (lower-case name), "" without it."""
        return next((value for key, value in self.headers if key.lower() == name), "")

    def bindings(self, segments: Sequence[str]) -> dict[str, object]:
        """What `NAMES` stand for."""
        if not self._seen:
            parts = urlsplit(self.url)
            self._seen["method"], self._seen["url"], self._seen["body"] = self.method, self.url, self.body
            self._seen["path"], self._seen["query"] = parts.path or "/", dict(form_fields(parts.query))
            self._seen["fields"] = _several([*form_fields(parts.query), *_pairs(self)])
            self._seen["headers"] = {name.lower(): value for name, value in reversed(self.headers)}
        return {**self._seen, "segments": list(segments)}


def kind_of(body: Json) -> str:
    """What a JSON body asks by."""
    if not isinstance(body, dict):
        return ""
    if "jsonrpc" in body and isinstance(body.get("method"), str):
        return "jsonrpc"
    query = body.get("query")
    if isinstance(query, str) and ("{" in query or "operationName" in body):
        return "graphql"
    stored = body.get("extensions")
    return "graphql" if "operationName" in body and isinstance(stored, dict) else ""


def _query_envelope(query: dict[str, str]) -> Json:
    """GraphQL that is asked in the query string, as the envelope that it would be in a body; else `{}`."""
    envelope: dict[str, Any] = {name: query[name] for name in ("query", "operationName") if name in query}
    if not envelope:
        return {}
    for name in ("variables", "extensions"):
        if name in query:
            try:
                envelope[name] = json_value(query[name])
            except NotJson:
                return {}
    return envelope if kind_of(envelope) else {}


def _body(asked: Asked) -> Json:
    if not asked.content:
        return {}
    content = inflate(asked.content, asked.header("content-encoding").strip().lower())
    sent = asked.header("content-type")
    kind = sent.partition(";")[0].strip().lower()
    if kind == "multipart/form-data":
        fields = multipart(sent, content)
        return _graphql_upload(fields) if fields is not None else {}
    start = content[:64].lstrip()[:1]
    if kind == "application/x-www-form-urlencoded" and start not in (b"{", b"["):
        return fields_of(form_fields(content.decode("utf-8", "replace")))
    if start in (b"{", b"[") or "json" in kind:
        try:
            return json_value(content)
        except NotJson:
            return content.decode("utf-8", "replace")
    if not kind or kind.startswith("text/") or kind.endswith(("xml", "graphql")):
        return content.decode("utf-8", "replace")
    return _file(unquote(urlsplit(asked.url).path.rpartition("/")[2]), kind, content)


def _pairs(asked: Asked) -> list[tuple[str, Json]]:
    """The fields of a form as they were sent; none when the body is no form."""
    content = inflate(asked.content, asked.header("content-encoding").strip().lower()) if asked.content else b""
    sent = asked.header("content-type")
    kind = sent.partition(";")[0].strip().lower()
    if kind == "multipart/form-data":
        return multipart_pairs(sent, content) or []
    if kind == "application/x-www-form-urlencoded" and content[:64].lstrip()[:1] not in (b"{", b"["):
        return [*form_fields(content.decode("utf-8", "replace"))]
    return []


def _several(pairs: Iterable[tuple[str, Json]]) -> dict[str, list[Json]]:
    found: dict[str, list[Json]] = {}
    for name, value in pairs:
        found.setdefault(name, []).append(value)
    return found


def json_value(text: bytes | str) -> Json:
    """JSON, with integers beyond 64 bits as floats, which is what a page's own `JSON.parse` makes of them.

    `orjson` can write it again. Raises NotJson, also for a document deeper than `json_types.DEEPEST` and for lone
    surrogates in its texts."""
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    value: Json = parse_json(raw)
    if raw.count(b"{") + raw.count(b"[") > DEEPEST and too_deep(value):
        raise NotJson(f"more than {DEEPEST} lists and objects in each other")
    if _LONG.search(raw):
        try:
            value = bounded(value)
            orjson.dumps(value)
        except (RecursionError, TypeError) as error:
            raise NotJson(str(error)) from error
    return value


def fields_of(pairs: Iterable[tuple[str, Json]]) -> dict[str, Json]:
    """Field -> value. A name that repeats: a list when it ends in `[]`, else the last (a checkbox after a hidden 0)."""
    found: dict[str, Json] = {}
    for name, value in pairs:
        if name.endswith("[]"):
            listed = found.setdefault(name, [])
            assert isinstance(listed, list)
            listed.append(value)
        else:
            found[name] = value
    return found


def multipart(sent: str, body: bytes) -> dict[str, Json] | None:
    """Field -> text or file value of a form with files; None when it is malformed. Raises TooLarge."""
    pairs = multipart_pairs(sent, body)
    return None if pairs is None else fields_of(pairs)


def multipart_pairs(sent: str, body: bytes) -> list[tuple[str, Json]] | None:
    """The same, as they were sent."""
    boundary = re.search(r'boundary="?([^";]+)', sent, re.IGNORECASE)
    if boundary is None:
        return None
    pieces = (b"\r\n" + body).split(b"\r\n--" + boundary[1].strip().encode("latin-1", "replace"))
    pairs: list[tuple[str, Json]] = []
    for piece in pieces[1:]:
        if piece.startswith(b"--"):
            return pairs
        head, blank, content = piece.partition(b"\r\n\r\n")
        name = _FIELD.search(head)
        if not blank or name is None:
            return None
        pairs.append((_text(name[1]), _part(head, content)))
    return None


def _part(head: bytes, content: bytes) -> Json:
    named, other = _FILE.search(head), _FILE_8187.search(head)
    if named is None and other is None:
        return content.decode("utf-8", "replace")
    file = unquote(other[1].decode("latin-1")) if other else _text(named[1]) if named else ""
    if not file and not content:
        return None  # a file field that was left empty
    kind = _TYPE.search(head)
    return _file(file, kind[1].decode("latin-1").strip() if kind else "", content)


def _file(name: str, kind: str, content: bytes) -> Json:
    if len(content) > LARGEST:
        raise TooLarge(f"{name or 'the body'} has {len(content)} bytes, and a state keeps up to {LARGEST}")
    return file_value(name, kind, content)


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace").replace("%22", '"').replace("%0D%0A", "\r\n")


def _graphql_upload(fields: dict[str, Json]) -> Json:
    """A GraphQL upload (`operations`, `map` and files) as its envelope with the files in their places."""
    try:
        envelope = json_value(str(fields["operations"]))
        places: Any = json_value(str(fields["map"]))
        for name, ways in places.items():
            for way in ways:
                *parents, last = [int(part) if part.isdecimal() else part for part in str(way).split(".")]
                at: Any = envelope
                for part in parents:
                    at = at[part]
                at[last] = fields.get(name)
    except (KeyError, IndexError, TypeError, AttributeError, NotJson):
        return fields
    return envelope

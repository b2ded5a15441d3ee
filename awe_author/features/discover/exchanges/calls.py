"""Exchanges as data: method, path, parameters, body and answer, parsed; and which of them carry data at all.

`Raw` is what a recording holds, `Call` what the rest of discovery looks at. A call is left out, with the reason, when
it is an asset, telemetry, or cannot be read; everything else is judged by what its answers hold, never by its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import unquote, urlsplit

from awe_author.archive import graphql
from awe_author.archive.httphead import header
from awe_author.archive.request_body import NotJson, multipart_fields
from awe_author.features.api.asked import fields_of, json_value
from awe_author.features.api.parts import READS, called_after_many, named_read
from awe_author.features.discover.common.keys import NEAR, date_of, time_now
from awe_author.features.discover.common.names import stem
from awe_author.features.discover.exchanges.batches import PartSeq, parts_of
from awe_author.features.discover.exchanges.graphql_text import root_fields
from awe_author.features.discover.exchanges.moments_seen import BEFORE, first_shown
from awe_author.features.discover.exchanges.query_commands import commanded
from awe_author.features.discover.exchanges.statements import SELECTS, selected
from awe_author.features.embedded import Document
from awe_author.queries import parse_qsl

MAX_BODY = 8 << 20
"""Bodies beyond this many bytes are not looked into."""
_DONE = ("action", "_action", "do", "op", "cmd", "method", "operation", "rpc", "function", "mode", "_task", "subaction")
OPERATION_PARAMS = (*_DONE, *(name.capitalize() for name in _DONE if name.isalpha()))
"""Parameters whose value may say what is done, where the path does not."""
_SIGNS = tuple("@:$!.")
CALLING = ("call", "execute", "execute_kw", "invoke")
"""JSON-RPC methods that say no more than that something is called: the address says what."""
METHOD_FIELDS = ("_method", "x-http-method-override", "x-method-override")
ASKING = re.compile(r"/(filter|search|query|find|list)/?\Z|/\Z")
"""The last part of a path that only says that its list is asked for."""
CHANGES = re.compile(
    r"(^|[^a-z])(update|edit|set|save|change|modify|rename|move|toggle|complete|close|archive|delete|remove|destroy)",
    re.IGNORECASE,
)
"""Actions, as the last part of a path, on what the body names."""
TELEMETRY = re.compile(
    r"(^|[./_-])(analytics|telemetry|beacon|collect|metrics|sentry|pixel|rum|tracking|heartbeat|stats-collector|csp-report)"
    r"([./_-]|$)"
)
_ASSET = re.compile(
    r"^(image|font|audio|video)/|javascript|/css|wasm|octet-stream|x-icon|manifest\+json|source-map|mp2t"
)
_ASSET_PATH = re.compile(r"\.(js|mjs|css|map|png|jpe?g|gif|svg|ico|woff2?|ttf|webmanifest|wasm|ts|txt|xml)$")
COUNTED = re.compile(r"total|(^|[-_])counts?($|[-_])|content-range", re.IGNORECASE)
"""Headers that may say how many there are."""
_CUSTOM = re.compile(r"(?<=[\w)])(?::|%3A)([a-z][A-Za-z]{2,40})/?\Z")
_VERSION = re.compile(r"\d{1,2}(\.\d+)?\Z")
_VERSIONED = ("api", "apis", "rest", "version")
"""What stands before the number of a version."""
_NAME = re.compile(r"[A-Za-z][\w.:-]{0,40}\Z")


@dataclass(frozen=True, slots=True)
class Raw:
    """One exchange as it was recorded; bodies without transfer and content coding."""

    seq: int
    method: str
    url: str
    request_headers: Sequence[tuple[str, str]] = ()
    request_body: bytes = b""
    status: int = 200
    headers: Sequence[tuple[str, str]] = ()
    body: bytes = b""
    step: int | None = None
    page: str = ""
    """URL of the page in front."""
    about: str = ""
    """The collection that a body or query said, now a part of the address (`features.forms.about`)."""


@dataclass(frozen=True, slots=True)
class Call:
    """One exchange that may carry data."""

    seq: int
    verb: str
    """The method meant: `_method` of a form and the override headers count."""
    method: str
    """The method sent."""
    origin: str
    path: str
    query: tuple[tuple[str, str], ...]
    kind: str
    """What the request is: "", "json", "form", "multipart", "graphql", "jsonrpc"."""
    operation: str
    """Its name beyond method and path: GraphQL operation, JSON-RPC method, `action=edit`."""
    mutation: bool
    """May have changed state."""
    body: Any
    """Parsed: JSON, or field -> value (a list when repeated); GraphQL and JSON-RPC: the variables or params."""
    status: int
    answer: Any
    """Parsed JSON, or None. Of a document an object of the JSON in it: its name -> its value."""
    html: str
    """The document, when the answer is one."""
    location: str
    """Where it redirects to."""
    date: str
    """The answer's Date."""
    step: int | None = None
    page: str = ""
    text: str = ""
    """The GraphQL document."""
    named: bool = False
    """Does the request say the operation's name beside the document?"""
    counts: tuple[tuple[str, str], ...] = ()
    """Headers of the answer that may say how many there are; small letters."""
    referer: str = ""
    """The page that the request says it comes from."""
    records: bool = False
    """Does its address hold records, though it is called after sessions (`record_addresses`)?"""
    tabled: frozenset[int] = frozenset()
    """Parts of its address that say of which table records are (`tables`), by their places."""
    table: str = ""
    """What that table is called."""
    moments: Mapping[str, float] = field(default_factory=dict, compare=False, repr=False)
    """Moment that an answer of the recording shows -> when it was first shown (epoch seconds)."""
    kept: dict[str, tuple[str, Mapping[str, Any]]] = field(default_factory=dict, compare=False, repr=False)
    """Parameter that names a record which keeps how a list is shown -> its kind, and what it said (`kept_views`)."""

    def now(self, value: Any, near: float = NEAR) -> str | None:
        """The expression when a value of this answer is the time of it, which no earlier answer shows; else None.

        `near`: seconds between them at most.
        """
        made = time_now(value, self.date, near)
        shown = self.moments.get(str(value)) if made is not None else None
        return made if shown is None or shown > (date_of(self.date) or 0.0) - BEFORE else None

    @property
    def parts(self) -> list[str]:
        """Parts of the path, without empty ones."""
        return [part for part in self.path.split("/") if part]

    @property
    def segments(self) -> list[str]:
        """The same, decoded; identifiers without an ending that says the format. The number of an API's version is
        none: `/rest/api/2/issue` says `v2`."""
        found = [stem(unquote(part)) for part in self.parts]
        return [f"v{part}" if _is_version(found, place) else part for place, part in enumerate(found)]

    @property
    def action(self) -> str:
        """The last part of the path, which may say what is done: `todo.update`, `deleteTicket`."""
        return self.segments[-1] if self.segments else ""

    @property
    def params(self) -> dict[str, str]:
        """Query parameters; the last of a name counts."""
        return dict(self.query)


def _is_version(parts: Sequence[str], place: int) -> bool:
    """Is a part of an address the number of a version, with more behind it?"""
    return 0 < place < len(parts) - 1 and bool(_VERSION.match(parts[place])) and parts[place - 1].lower() in _VERSIONED


def calls_of(raws: Iterable[Raw]) -> tuple[list[Call], dict[str, int]]:
    """The calls in recorded order, and how many exchanges were left out for which reason."""
    calls: list[Call] = []
    left: dict[str, int] = {}
    for raw in raws:
        reason = not_data(raw)
        if reason:
            left[reason] = left.get(reason, 0) + 1
        else:
            calls += map(call_of, apart(raw))
    moments = first_shown(calls)
    return [replace(call, moments=moments) for call in calls], left


def apart(raw: Raw) -> list[Raw]:
    """The parts of a batch, else the exchange itself."""
    parts = parts_of(raw.request_body, raw.body)
    return [
        replace(raw, seq=PartSeq(raw.seq, number), request_body=asked, body=told)
        for number, (asked, told) in enumerate(parts)
    ] or [raw]


def asides_of(raws: Iterable[Raw], calls: Sequence[Call]) -> list[Call]:
    """The calls to the app's own servers that are telemetry and are answered with JSON, as a page may need, or with
    nothing; and beacons to them, whatever the answer."""
    own, answering = {call.origin for call in calls}, {call.origin for call in calls if call.answer is not None}
    found = []
    for raw in raws:
        if not_data(raw) == "telemetry":
            call = call_of(raw)
            if call.origin in (own if _beacon(raw) else answering) and (call.answer is not None or not _is_page(call)):
                found.append(call)
    return found


def _is_page(call: Call) -> bool:
    return "<html" in call.html[:2000].lower()


def not_data(raw: Raw) -> str:
    """Why an exchange carries no data of the app; "" when it may."""
    mime = header(raw.headers, "content-type").lower().partition(";")[0].strip()
    try:
        parts = urlsplit(raw.url)
    except ValueError:
        return "URL that cannot be read"
    if raw.status == 0:
        return "no answer was recorded"
    if raw.method == "OPTIONS":
        return "preflight"
    if raw.method in ("GET", "HEAD") and (
        _ASSET.search(mime) or (_ASSET_PATH.search(parts.path) and "json" not in mime)
    ):
        return "asset"
    asks = raw.method == "GET" and "json" in mime and raw.body  # what an app shows of its metrics
    if TELEMETRY.search(parts.netloc.lower()) or (TELEMETRY.search(parts.path.lower()) and not asks) or _beacon(raw):
        return "telemetry"
    if len(raw.body) > MAX_BODY or len(raw.request_body) > MAX_BODY:
        return "larger than 8 MB"
    if "/socket.io/" in parts.path:
        return "socket transport"
    return ""


_AS_READ = re.compile(r"/(read|viewed)/?\Z")
"""How addresses end that mark something as read, rather than read it."""


def _beacon(raw: Raw) -> bool:
    """Is it sent by a script that cannot read the answer (`navigator.sendBeacon`)?"""
    return raw.method == "POST" and header(raw.request_headers, "sec-fetch-mode").lower() == "no-cors"


def call_of(raw: Raw) -> Call:
    """Parse one exchange; what cannot be parsed is None, never an error."""
    parts = urlsplit(raw.url)
    query = tuple(parse_qsl(parts.query, keep_blank_values=True, max_num_fields=10_000))
    kind, body = _request(raw)
    text, named, operation, mutation = "", False, "", raw.method not in ("GET", "HEAD", "OPTIONS")
    envelope = body if kind == "json" else _query_envelope(query)
    asked = graphql.operation(envelope)
    if asked is not None:
        kind, text, body = "graphql", asked.query, asked.variables or {}
        operation = asked.name or " ".join(dict.fromkeys(root_fields(text)))[:200] or asked.kind
        named = isinstance(envelope, dict) and envelope.get("operationName") == operation
        mutation = asked.kind == "mutation" or (asked.kind == "stored" and raw.method != "GET")
    elif kind == "json" and isinstance(body, dict) and "jsonrpc" in body and isinstance(body.get("method"), str):
        kind, operation, body = "jsonrpc", str(body["method"])[:200], body.get("params")
    fields = dict(query) | (body if kind in ("form", "multipart") and isinstance(body, dict) else {})
    if not operation:
        operation = _named(fields) or _selecting(query) or (_doing(body) if kind == "json" else "")
    if not operation and raw.method not in ("GET", "HEAD"):
        operation = commanded(parts.path, query)
    if raw.method != "GET" and (kind == "jsonrpc" or (raw.method == "POST" and kind in ("json", ""))):
        mutation = not READS.search(operation if kind == "jsonrpc" and operation not in CALLING else parts.path)
        mutation = mutation and not (
            called_after_many(operation) if kind == "jsonrpc" else named_read(operation.partition("=")[2])
        )
        mutation = mutation and not (kind != "jsonrpc" and named_read(custom_method(parts.path)))
    verb = _verb(raw, fields)
    mime = header(raw.headers, "content-type").lower()
    answer, html = _json(raw.body, mime), _html(raw.body, mime)
    mutation = mutation or _marks_as_read(raw, parts.path, body, answer)
    if html and raw.method == "GET" and raw.status == 200:
        answer = _embedded(raw.body, mime)
    return Call(
        seq=raw.seq, verb=verb, method=raw.method, origin=f"{parts.scheme}://{parts.netloc}", path=parts.path or "/",
        query=query, kind=kind, operation=operation, mutation=mutation, body=body, status=raw.status,
        answer=answer, html=html, location=header(raw.headers, "location"),
        date=header(raw.headers, "date"), step=raw.step, page=raw.page, text=text, named=named,
        counts=tuple((name.lower(), value) for name, value in raw.headers if COUNTED.search(name) and len(value) < 60),
        referer=header(raw.request_headers, "referer"), tabled=_about(raw, parts.path), table=raw.about,
    )  # fmt: skip


def _about(raw: Raw, path: str) -> frozenset[int]:
    """The place of the part of an address that a body or query said."""
    segments = [unquote(part) for part in path.split("/") if part]
    return frozenset([len(segments) - 2] if raw.about and segments[-2:-1] == [raw.about] else ())


def custom_method(path: str) -> str:
    """What is done by an address that says so behind a colon: `/documents:runQuery`; "" for any other."""
    found = _CUSTOM.search(path)
    return found[1] if found is not None else ""


def without_method(path: str) -> str:
    """The same address without that."""
    return _CUSTOM.sub("", path)


def _marks_as_read(raw: Raw, path: str, body: Any, answer: Any) -> bool:
    """Is it a post to `/notices/7/read` that sends nothing, and is told nothing but whether it went, or a number?"""
    told = answer.values() if isinstance(answer, dict) else ()
    plain = answer is None or (isinstance(answer, dict) and not any(isinstance(one, dict | list) for one in told))
    return raw.method == "POST" and _AS_READ.search(path) is not None and not body and plain


def _verb(raw: Raw, fields: dict[str, Any]) -> str:
    override = next((fields[name] for name in METHOD_FIELDS if isinstance(fields.get(name), str)), "")
    override = override or next((header(raw.request_headers, name) for name in METHOD_FIELDS[1:]), "")
    return override.upper() if raw.method == "POST" and override and override.isalpha() else raw.method


def _query_envelope(query: tuple[tuple[str, str], ...]) -> dict[str, Any] | None:
    found: dict[str, Any] = dict(query)
    if "query" not in found and "extensions" not in found:
        return None
    for name in ("variables", "extensions"):
        if isinstance(found.get(name), str):
            try:
                found[name] = json_value(found[name])
            except NotJson:
                return None
    return found


def says_what(name: str) -> bool:
    """May a parameter of this name say what is done? Frameworks mark their own ones with a sign: `@action`."""
    return name in OPERATION_PARAMS or (name[:1] in _SIGNS and name[1:] in OPERATION_PARAMS)


def _selecting(query: Iterable[tuple[str, str]]) -> str:
    """The parameter with a statement that selects something, and what it begins with."""
    return next((f"{name}{SELECTS}{head}" for name, value in query if (head := selected(value))), "")


def _named(fields: dict[str, Any]) -> str:
    own = [*OPERATION_PARAMS, *(name for name in fields if name not in OPERATION_PARAMS and says_what(name))]
    said = [f"{name}={fields[name]}" for name in own if isinstance(fields.get(name), str) and _NAME.match(fields[name])]
    return "&".join(said)


def _doing(body: Any) -> str:
    """What is done to the only object in a body, as the word beside it says: `{"action": "Save", "doc": {...}}`."""
    records = [one for one in body.values() if isinstance(one, dict | list)] if isinstance(body, dict) else []
    alone = len(records) == 1 and isinstance(records[0], dict) and len(body) <= len(records) + 1
    return _named({name: body[name] for name in OPERATION_PARAMS[:5] if name in body}) if alone else ""


def _request(raw: Raw) -> tuple[str, Any]:
    """(kind, parsed body)."""
    if not raw.request_body:
        return "", None
    content = header(raw.request_headers, "content-type")
    kind = content.lower()
    if "multipart/form-data" in kind:
        found = multipart_fields(content, raw.request_body) or []
        pairs = [(name, data.decode("utf-8", "replace")) for name, file, data in found if file is None]
        return "multipart", fields_of(pairs)
    if "x-www-form-urlencoded" in kind and raw.request_body[:1] not in (b"{", b"["):
        text = raw.request_body.decode("utf-8", "replace")
        try:
            return "form", fields_of(parse_qsl(text, keep_blank_values=True, max_num_fields=10_000))
        except ValueError:
            return "", None
    try:
        return "json", json_value(raw.request_body)
    except NotJson:
        return "", None


def _json(body: bytes, mime: str) -> Any:
    start = body.lstrip()[:1]
    if not body or ("json" not in mime and not (start in (b"{", b"[") and "html" not in mime)):
        return None
    for prefix in (b")]}',", b")]}'", b"for(;;);", b"while(1);"):
        body = body.lstrip().removeprefix(prefix)
    try:
        return json_value(body)
    except NotJson:
        return None


def _embedded(body: bytes, mime: str) -> dict[str, Any] | None:
    """Name -> value of the JSON in a document; None without any."""
    try:
        return Document(body, mime).values or None
    except UnicodeError:
        return None


def _html(body: bytes, mime: str) -> str:
    return body.decode("utf-8", "replace") if "html" in mime else ""

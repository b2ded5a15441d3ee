"""Collects the secrets of a capture, gives them pseudonyms, and makes a copy of each part without them.

Two walks over the same places (locations.py). The first judges every value: secret everywhere, secret only where it
stands (short or common ones), or none. Then each secret gets its pseudonym and the replacer (replacer.py) learns all the
ways they are written. The second walk hands out redacted copies, one exchange at a time, so that bodies never pile up.
"""

from __future__ import annotations

import base64
import binascii
import dataclasses
import json
import re
import secrets
from collections import Counter
from collections.abc import Iterable
from typing import Any

from awe_author.archive.canonical import request_form
from awe_author.archive.capture import Capture, CapturedExchange, CapturedFact, CapturedPage, Spooled
from awe_author.archive.codings import decode_body, encode_body
from awe_author.archive.model import Headers, Recording, SocketMessage, StepRecord
from awe_author.archive.redaction import judge
from awe_author.archive.redaction.judge import HERE
from awe_author.archive.redaction.locations import (
    COOKIE,
    REQUEST,
    RESPONSE,
    TYPED,
    Locations,
    Place,
    reescape,
)
from awe_author.archive.redaction.names import EXPLICIT, PASSWORD, Names, kind_of
from awe_author.archive.redaction.pseudonyms import Pseudonyms
from awe_author.archive.redaction.replacer import Replacer
from awe_author.archive.redaction.rules import RedactionRules
from awe_author.archive.redaction.values import JWT, is_common, is_word
from awe_author.archive.spool import MemoryBody

_TEXT = ("text/", "application/json", "application/xml", "application/x-www-form-urlencoded", "application/javascript")
_STEP_URLS = frozenset({"url", "screenshot", "dom", "text", "accessibility"})
_DIGEST_HEADERS = frozenset({"content-md5", "digest", "content-digest", "repr-digest"})


def _header(headers: Headers, name: str) -> str:
    return next((value for key, value in headers if key.lower() == name), "")


def _mime(headers: Headers) -> str:
    return _header(headers, "content-type").split(";")[0].strip().lower()


class Redactor:
    """`collect(capture)` once, then `exchange`, `fact`, `page`, `recording` or `apply` give redacted copies."""

    def __init__(self, rules: RedactionRules | None = None, *, key: bytes | None = None) -> None:
        """`key` makes the pseudonyms reproducible, for tests; by default it is random and kept nowhere."""
        rules = rules or RedactionRules()
        self._names = Names(rules)
        self._values = [re.compile(pattern) for pattern in rules.values]
        self._pseudonyms = Pseudonyms(key or secrets.token_bytes(32))
        self._pseudonyms.claims = self._claims
        self._kinds: dict[str, str] = {}
        self._typed: set[str] = set()
        self._local: set[str] = set()
        self._aliases: set[tuple[str, str, str]] = set()
        self._http_only: set[str] = set()
        self._replacer = Replacer(())
        self._collector = Locations(self._collect_place, self._names.secret_header)
        self._writer = Locations(self._replace_place, self._names.secret_header)
        self._places_changed = 0
        self.redacted: list[dict[str, Any]] = []
        """[{operation, param}] of the exchanges handed out so far: parameters typed by hand, so any value matches."""
        self.unread: list[str] = []
        """URLs of bodies that could not be decoded, hence not looked into."""

    @property
    def pseudonyms(self) -> dict[str, int]:
        """Kind -> number of different values with a pseudonym."""
        return dict(Counter(self._kinds.values()))

    # ---- first walk

    def collect(self, capture: Capture) -> None:
        """Find every secret of `capture` and give it a pseudonym."""
        for value, kind in capture.secrets.items():
            if value:
                self._typed.add(value)
                self._kinds.setdefault(value, str(kind))
        for exchange in capture.exchanges:
            self._note_http_only(exchange.response_headers)
        for state in capture.recording.storage:
            self._http_only.update(str(cookie.get("name")) for cookie in state.cookies if cookie.get("httpOnly"))
        self._storage(capture.recording, self._collector)
        for exchange in capture.exchanges:
            self._collect_exchange(exchange)
        for fact in capture.facts:
            if fact.mime.startswith(_TEXT):
                self._collect_body(fact.body.read(), fact.mime.split(";")[0].strip().lower(), RESPONSE)
        for page in capture.pages:
            self._collector.url(page.url)
        self._drop_words(capture)
        self._assign()

    def _note_http_only(self, headers: Headers) -> None:
        for name, value in headers:
            if name.lower() == "set-cookie" and "httponly" in value.lower():
                self._http_only.add(value.partition("=")[0].strip())

    def _collect_exchange(self, exchange: CapturedExchange) -> None:
        self._collector.url(exchange.url)
        self._scan(exchange.url)
        for headers in (exchange.request_headers, exchange.response_headers):
            self._collector.headers(headers)
            for _, value in headers:
                self._scan(value)
        for headers, body, origin in _bodies(exchange):
            data = _decoded(body.read(), headers, partial=not exchange.complete)
            if data is not None:
                self._collect_body(data, _mime(headers), origin)
        for message in exchange.messages:
            if isinstance(message.data, str):
                self._collector.json(message.data, REQUEST if message.outgoing else RESPONSE)
                self._scan(message.data)

    def _collect_body(self, data: bytes, mime: str, origin: str) -> None:
        if not data:
            return
        self._collector.body(data, mime, origin)
        script = "javascript" in mime or mime == "text/css"
        if (b"eyJ" in data and not script) or (self._values and mime.startswith(_TEXT)):
            self._scan(data.decode("utf-8", "surrogateescape"), tokens=not script)

    def _scan(self, text: str, *, tokens: bool = True) -> None:
        """JSON Web Tokens, and what the author's expressions match, wherever they stand."""
        if tokens and "eyJ" in text:
            for found in JWT.finditer(text):
                self._kinds.setdefault(found.group(), "jwt")
        for pattern in self._values:
            for found in pattern.finditer(text):
                value = found.group(1) if pattern.groups else found.group()
                if value and len(value) >= 4:
                    self._kinds.setdefault(value, "custom")

    def _judge(self, place: Place, value: str) -> tuple[str, str]:
        """(EVERYWHERE, HERE or "", class of the name)."""
        kind = self._names.of(place.name)
        if place.origin == COOKIE and not self._names.kept(place.name):
            return judge.cookie(kind, value, place.name in self._http_only), kind
        known = value in self._typed or value in self._kinds
        return judge.value(kind, value, place.origin, known=known), kind

    def _collect_place(self, place: Place) -> None:
        value = _password(place) if place.style == "basic" else place.value
        verdict, kind = self._judge(place, value)
        if not verdict:
            if place.origin == COOKIE and value[:1] in ("{", "["):
                self._collector.json(value, RESPONSE)
            return
        if kind in (PASSWORD, EXPLICIT) and place.origin in (REQUEST, TYPED):
            self._typed.add(value)
        label = place.origin if place.origin in (COOKIE, TYPED) else kind_of(place.name, kind)
        if verdict == HERE:
            self._local.add(value)
            return
        self._kinds.setdefault(value, "jwt" if JWT.fullmatch(value) else label)
        if place.raw != value and place.style != "basic":
            self._aliases.add((place.raw, place.style, value))

    def _storage(self, recording: Recording, walk: Locations) -> None:
        """Cookies and web storage (only looked at; `recording` makes the copies)."""
        for state in recording.storage:
            for cookie in state.cookies:
                walk.cookies(f"{cookie.get('name')}={cookie.get('value')}")
            for areas in state.origins.values():
                for area in ("local", "session"):
                    for key, value in (areas.get(area) or {}).items():
                        self._storage_item(str(key), str(value), walk)
                walk.json(json.dumps(areas.get("indexeddb") or []), RESPONSE)

    def _storage_item(self, key: str, value: str, walk: Locations) -> str:
        self._scan(value)
        text = walk.json(value, RESPONSE) if value[:1] in ("{", "[") else walk.json(json.dumps({key: value}), RESPONSE)
        if value[:1] in ("{", "["):
            return text
        return str(json.loads(text)[key]) if walk is self._writer else value

    def _drop_words(self, capture: Capture) -> None:
        """Common values, and words that the app's own scripts and styles contain, are not replaced everywhere."""
        local = {value for value, kind in self._kinds.items() if kind != "custom" and is_common(value)}
        words = {value for value in self._kinds if is_word(value)} - local
        if words:
            for exchange in capture.exchanges:
                mime = _mime(exchange.response_headers)
                if "javascript" in mime or mime == "text/css":
                    data = _decoded(exchange.response_body.read(), exchange.response_headers, partial=True) or b""
                    local |= {word for word in words if word.encode() in data}
        for value in local:
            del self._kinds[value]
        self._local |= local

    def _assign(self) -> None:
        self._pseudonyms.avoid = set(self._kinds)
        table: dict[str, str] = {}
        for value in sorted(self._kinds, key=len):
            table[value] = self._pseudonyms.of(value)
            for part in self._pseudonyms.parts(value):
                table[part] = self._pseudonyms.of(part)
        aliases = [
            (_utf8(raw), _utf8(reescape(raw, style, value, table[value])))
            for raw, style, value in sorted(self._aliases)
            if value in table
        ]
        self._replacer = Replacer(table.items(), aliases)

    def _claims(self, text: str) -> str:
        """The claims of a JSON Web Token, those that identify the session replaced."""

        def visit(place: Place) -> str | None:
            value = place.value
            if value in self._kinds or (self._names.of(place.name) and len(value) >= 8):
                return reescape(place.raw, place.style, value, self._pseudonyms.of(value))
            return None

        return Locations(visit, lambda name: False).json(text, RESPONSE)

    # ---- second walk

    def _replace_place(self, place: Place) -> str | None:
        value = _password(place) if place.style == "basic" else place.value
        verdict, _ = self._judge(place, value)
        if not verdict:
            return None
        if place.style == "basic":
            user = _basic(place.raw).rpartition(":")[0]
            return base64.b64encode(_utf8(f"{user}:{self._pseudonyms.of(value)}")).decode("ascii")
        return reescape(place.raw, place.style, value, self._pseudonyms.of(value))

    def data(self, data: bytes) -> bytes:
        """Bytes with every secret replaced."""
        return self._replacer.replace(data)

    def text(self, text: str) -> str:
        """Text with every secret replaced."""
        data = _utf8(text)
        replaced = self._replacer.replace(data)
        return text if replaced is data else replaced.decode("utf-8", "surrogatepass")

    def url(self, url: str) -> str:
        return self.text(self._writer.url(url))

    def leaks(self, data: bytes) -> bool:
        """Does `data` hold a secret in any form?"""
        return self._replacer.find(data)

    def headers(self, headers: Headers) -> Headers:
        return [(self.text(name), self._header_value(value)) for name, value in self._writer.headers(headers)]

    def _header_value(self, value: str) -> str:
        data = value.encode("latin-1", "replace")
        replaced = self._replacer.replace(data)
        return value if replaced is data else replaced.decode("latin-1")

    def body(self, body: Spooled, headers: Headers, origin: str, *, complete: bool = True) -> tuple[Spooled, Headers]:
        """A body and its headers (already redacted or not) without secrets; the same body when there were none in it."""
        raw = body.read()
        encoding = _header(headers, "content-encoding")
        plain = _decoded(raw, headers, partial=not complete)
        if plain is None:
            replaced = self._replacer.replace(raw)
            return (body if replaced is raw else MemoryBody(replaced)), headers
        new = self._replacer.replace(self._writer.body(plain, _mime(headers), origin))
        if new == plain:
            return body, headers
        encoded = encode_body(new, encoding) if complete else None
        gone = set(_DIGEST_HEADERS)
        if encoding and encoded is None:
            gone.add("content-encoding")
        new = new if encoded is None else encoded
        kept = [(name, value) for name, value in headers if name.lower() not in gone]
        kept = [(name, str(len(new)) if name.lower() == "content-length" else value) for name, value in kept]
        return MemoryBody(new), kept

    def exchange(self, exchange: CapturedExchange) -> CapturedExchange:
        """A redacted copy."""
        sent, request_headers = self.body(exchange.request_body, self.headers(exchange.request_headers), REQUEST)
        received, response_headers = self.body(
            exchange.response_body, self.headers(exchange.response_headers), RESPONSE, complete=exchange.complete
        )
        copy = dataclasses.replace(
            exchange,
            url=self.url(exchange.url),
            request_headers=request_headers,
            request_body=sent,
            response_headers=response_headers,
            response_body=received,
            reason=self.text(exchange.reason),
            error=self.text(exchange.error),
            messages=[self._message(message) for message in exchange.messages],
            chunk_times=_scaled(exchange.chunk_times, exchange.response_body.size, received.size),
        )
        for headers, body, _ in _bodies(exchange):
            if body.size and _decoded(body.read(), headers, partial=not exchange.complete) is None:
                self.unread.append(copy.url)
        self._note_redacted(exchange, copy)
        return copy

    def _message(self, message: SocketMessage) -> SocketMessage:
        if isinstance(message.data, bytes):
            data: str | bytes = self._replacer.replace(message.data)
        else:
            data = self.text(self._writer.json(message.data, REQUEST if message.outgoing else RESPONSE))
        return message if data == message.data else dataclasses.replace(message, data=data)

    def _note_redacted(self, before: CapturedExchange, after: CapturedExchange) -> None:
        """Remember parameters that the person at the browser typed: a replay may be given another value."""
        body, new_body = before.request_body.read(), after.request_body.read()
        if before.url == after.url and body == new_body:
            return
        old = request_form(before.method, before.url, before.request_headers, body).params
        form = request_form(after.method, after.url, after.request_headers, new_body)
        if len(old) != len(form.params):
            return
        for (name, value), (_, new) in zip(old, form.params, strict=True):
            typed = any(secret in value for secret in self._typed if len(secret) > 3) or value.strip('"') in self._typed
            leaf = re.split(r"[:/;]", name)[-1]
            opaque = name == "body" and bool(self._typed)
            if value != new and (typed or opaque or self._names.of(leaf) in (PASSWORD, EXPLICIT)):
                entry = {"operation": form.operation, "param": name}
                if entry not in self.redacted:
                    self.redacted.append(entry)

    def fact(self, fact: CapturedFact) -> CapturedFact:
        """A redacted copy."""
        body, _ = self.body(fact.body, [("content-type", fact.mime)], RESPONSE)
        extra = {name: self.text(value) for name, value in fact.extra.items()}
        return dataclasses.replace(fact, url=self.url(fact.url), body=body, extra=extra)

    def page(self, page: CapturedPage) -> CapturedPage:
        """A redacted copy."""
        return dataclasses.replace(page, url=self.url(page.url), title=self.text(page.title), text=self.text(page.text))

    def recording(self, recording: Recording) -> Recording:
        """A redacted copy, `redacted` extended by what `exchange` noted."""
        fields = {field.name: getattr(recording, field.name) for field in dataclasses.fields(recording)}
        for name in ("steps", "storage"):
            del fields[name]
        copy = Recording(**{name: self._tree(value) for name, value in fields.items()})
        copy.steps = [self._step(step) for step in recording.steps]
        for state in recording.storage:
            cookies = [self._cookie(cookie) for cookie in state.cookies]
            origins = {self.url(origin): self._areas(areas) for origin, areas in state.origins.items()}
            copy.storage.append(dataclasses.replace(state, cookies=cookies, origins=origins))
        copy.redacted = [*copy.redacted, *(entry for entry in self.redacted if entry not in copy.redacted)]
        return copy

    def _step(self, step: StepRecord) -> StepRecord:
        values: dict[str, Any] = {field.name: getattr(step, field.name) for field in dataclasses.fields(step)}
        args = self._tree(self._exactly(values.pop("args")))
        for name, value in values.items():
            values[name] = self.url(value) if name in _STEP_URLS and value else self._tree(value)
        return StepRecord(args=args, **values)

    def _exactly(self, value: Any) -> Any:
        """Arguments of a step: a short secret counts only when it is all of a text."""
        if isinstance(value, str):
            return self._pseudonyms.of(value) if value in self._typed and value in self._local else value
        if isinstance(value, dict):
            return {key: self._exactly(inner) for key, inner in value.items()}
        return [self._exactly(inner) for inner in value] if isinstance(value, list | tuple) else value

    def _cookie(self, cookie: dict[str, Any]) -> dict[str, Any]:
        pair = self._writer.cookies(f"{cookie.get('name')}={cookie.get('value')}")
        return self._tree(cookie | {"value": pair.partition("=")[2]})  # type: ignore[no-any-return]

    def _areas(self, areas: dict[str, Any]) -> dict[str, Any]:
        copy = dict(areas)
        for area in ("local", "session"):
            items = areas.get(area)
            if items:
                copy[area] = {
                    key: self._storage_item(str(key), str(value), self._writer) for key, value in items.items()
                }
        return self._tree(copy)  # type: ignore[no-any-return]

    def _tree(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {self._tree(key): self._tree(inner) for key, inner in value.items()}
        return [self._tree(inner) for inner in value] if isinstance(value, list | tuple) else value

    def apply(self, capture: Capture) -> Capture:
        """A redacted copy of the whole capture, bodies in memory."""
        exchanges = [self.exchange(exchange) for exchange in capture.exchanges]
        facts, pages = [self.fact(fact) for fact in capture.facts], [self.page(page) for page in capture.pages]
        return Capture(self.recording(capture.recording), exchanges, facts, pages)


def _bodies(exchange: CapturedExchange) -> Iterable[tuple[Headers, Spooled, str]]:
    yield exchange.request_headers, exchange.request_body, REQUEST
    yield exchange.response_headers, exchange.response_body, RESPONSE


def _decoded(data: bytes, headers: Headers, *, partial: bool) -> bytes | None:
    encoding = _header(headers, "content-encoding")
    return decode_body(data, encoding, partial=partial) if encoding else data


def _basic(credentials: str) -> str:
    try:
        return base64.b64decode(credentials.strip() + "=" * (-len(credentials.strip()) % 4)).decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return credentials


def _password(place: Place) -> str:
    return _basic(place.raw).rpartition(":")[2]


def _scaled(times: list[tuple[float, int]], before: int, after: int) -> list[tuple[float, int]]:
    """Chunk ends of a body whose size changed because it was compressed anew."""
    if before == after or not before:
        return times
    return [(time, round(size * after / before)) for time, size in times]


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")

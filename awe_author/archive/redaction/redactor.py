"""Gives the secrets of a capture pseudonyms and makes copies of its parts without them.

Two walks over the same places (locations.py). The first (collector.py) judges every value: secret everywhere, secret
only where it stands (short or common ones), or none. Then each secret gets its pseudonym and the replacer
(replacer.py) learns all the ways it is written. The second walk hands out redacted copies, one exchange at a time, so
that bodies never pile up.
"""

from __future__ import annotations

import base64
import dataclasses
import re
import secrets
from collections import Counter
from typing import Any

from awe_author.archive.canonical import request_form
from awe_author.archive.capture import Capture, CapturedExchange, CapturedFact, CapturedPage, Spooled
from awe_author.archive.codings import encode_body
from awe_author.archive.httphead import header
from awe_author.archive.model import Headers, Recording, SocketMessage, StepRecord, StorageState
from awe_author.archive.redaction.bodies import bodies, decoded, media_type
from awe_author.archive.redaction.collector import Collector
from awe_author.archive.redaction.locations import REQUEST, RESPONSE, Locations, Place, basic_user, reescape
from awe_author.archive.redaction.names import EXPLICIT, PASSWORD
from awe_author.archive.redaction.origin import Origins
from awe_author.archive.redaction.pseudonyms import Pseudonyms
from awe_author.archive.redaction.replacer import Replacer
from awe_author.archive.redaction.rules import RedactionRules
from awe_author.archive.spool import MemoryBody

_STEP_URLS = frozenset({"url", "screenshot", "dom", "text", "accessibility"})
_DIGEST_HEADERS = frozenset({"content-md5", "digest", "content-digest", "repr-digest"})


class Redactor:
    """`collect(capture)` once, then `exchange`, `fact`, `page` and, last, `recording` (or `apply`) give copies."""

    def __init__(self, rules: RedactionRules | None = None, *, key: bytes | None = None) -> None:
        """`key` makes the pseudonyms reproducible, for tests; by default it is random and kept nowhere."""
        self._known = Collector(rules or RedactionRules())
        self._pseudonyms = Pseudonyms(key or secrets.token_bytes(32))
        self._pseudonyms.claims = self._claims
        self._replacer = Replacer(())
        self._walk = Locations(self._replace, self._known.names, self._known.typed)
        self.redacted: list[dict[str, Any]] = []
        """[{operation, param}] of the exchanges handed out so far: typed by hand or made by the page, so any value
        matches."""
        self._origins = Origins()
        self.unread: list[str] = []
        """URLs of bodies that could not be decoded, hence not looked into."""

    @property
    def pseudonyms(self) -> dict[str, int]:
        """Kind -> number of different values that are replaced everywhere."""
        return dict(Counter(self._known.kinds.values()))

    def collect(self, capture: Capture) -> None:
        """Find every secret of `capture` and give it a pseudonym."""
        self._known.collect(capture)
        self._origins = Origins(capture.exchanges)
        self._pseudonyms.avoid = set(self._known.kinds)
        table: dict[str, str] = {}
        for value in sorted(self._known.kinds, key=len):
            table[value] = self._pseudonyms.of(value)
            for part in self._pseudonyms.parts(value):
                table[part] = self._pseudonyms.of(part)
        aliases = [
            (_utf8(raw), _utf8(reescape(raw, style, value, table[value])))
            for raw, style, value in sorted(self._known.aliases)
            if value in table
        ]
        self._replacer = Replacer(table.items(), aliases)

    def _claims(self, text: str) -> str:
        """The claims of a JSON Web Token, those that identify the session replaced."""

        def visit(place: Place) -> str | None:
            value = place.value
            if value in self._known.kinds or len(value) >= 8:
                return reescape(place.raw, place.style, value, self._pseudonyms.of(value))
            return None

        return Locations(visit, self._known.names, frozenset()).json(text, RESPONSE)

    def _replace(self, place: Place) -> str | None:
        if not self._known.judge(place):
            return None
        value = place.value
        made = self._pseudonyms.of(value)
        if place.style == "basic":
            return base64.b64encode(_utf8(f"{basic_user(place.raw)}:{made}")).decode("ascii")
        return reescape(place.raw, place.style, value, made)

    def data(self, data: bytes) -> bytes:
        """Bytes with every secret replaced."""
        return self._replacer.replace(data)

    def text(self, text: str) -> str:
        """Text with every secret replaced."""
        data = _utf8(text)
        replaced = self._replacer.replace(data)
        return text if replaced is data else replaced.decode("utf-8", "surrogatepass")

    def url(self, url: str) -> str:
        """A URL (or a urn: that ends with one) without secrets."""
        return self.text(self._walk.url(url))

    def leaks(self, data: bytes) -> bool:
        """Does `data` hold a secret in any form?"""
        return self._replacer.find(data)

    def headers(self, headers: Headers) -> Headers:
        """Header fields without secrets; names of cookies and their flags stay."""
        return [(self.text(name), self._header_value(value)) for name, value in self._walk.headers(headers)]

    def _header_value(self, value: str) -> str:
        data = value.encode("latin-1", "replace")
        replaced = self._replacer.replace(data)
        return value if replaced is data else replaced.decode("latin-1")

    def body(self, body: Spooled, headers: Headers, origin: str, *, complete: bool = True) -> tuple[Spooled, Headers]:
        """A body and its headers (redacted before) without secrets; the same body when there were none in it.

        A compressed body is compressed anew with the same coding, or stored as identity when that is not possible.
        """
        raw = body.read()
        plain = decoded(raw, headers, complete=complete)
        if plain is None:
            replaced = self._replacer.replace(raw)
            return (body if replaced is raw else MemoryBody(replaced)), headers
        new = self._replacer.replace(self._walk.body(plain, media_type(headers), origin))
        if new == plain:
            return body, headers
        encoding, gone = header(headers, "content-encoding"), set(_DIGEST_HEADERS)
        encoded = encode_body(new, encoding) if complete else None
        if encoding and encoded is None:
            gone.add("content-encoding")
        new = new if encoded is None else encoded
        kept = [(name, value) for name, value in headers if name.lower() not in gone]
        kept = [(name, str(len(new)) if name.lower() == "content-length" else value) for name, value in kept]
        return MemoryBody(new), kept

    def exchange(self, exchange: CapturedExchange) -> CapturedExchange:
        """A redacted copy."""
        parts = []
        url = self.url(exchange.url)
        for headers, body, origin in bodies(exchange):
            complete = exchange.complete or origin == REQUEST
            parts.append(self.body(body, self.headers(headers), origin, complete=complete))
            if body.size and decoded(body.read(), headers, complete=complete) is None:
                self.unread.append(url)
        (sent, request_headers), (received, response_headers) = parts
        copy = dataclasses.replace(
            exchange,
            url=url,
            request_headers=request_headers,
            request_body=sent,
            response_headers=response_headers,
            response_body=received,
            reason=self.text(exchange.reason),
            error=self.text(exchange.error),
            messages=[self._message(message) for message in exchange.messages],
            chunk_times=_scaled(exchange.chunk_times, exchange.response_body.size, received.size),
        )
        self._note_redacted(exchange, copy)
        return copy

    def _message(self, message: SocketMessage) -> SocketMessage:
        if isinstance(message.data, bytes):
            data: str | bytes = self._replacer.replace(message.data)
        else:
            data = self.text(self._walk.json(message.data, REQUEST if message.outgoing else RESPONSE))
        return message if data == message.data else dataclasses.replace(message, data=data)

    def _note_redacted(self, before: CapturedExchange, after: CapturedExchange) -> None:
        """Remember parameters that a replay may be given another value for: those that the person at the browser typed,
        and those that the page made."""
        body, new_body = before.request_body.read(), after.request_body.read()
        if before.url == after.url and body == new_body:
            return
        old = request_form(before.method, before.url, before.request_headers, body).params
        form = request_form(after.method, after.url, after.request_headers, new_body)
        if len(old) != len(form.params):
            return
        for (name, value), (_, new) in zip(old, form.params, strict=True):
            if value == new:
                continue
            named = self._known.names.of(re.split(r"[:/;]", name)[-1]) in (PASSWORD, EXPLICIT)
            entry = {"operation": form.operation, "param": name}
            free = named or self._was_typed(name, value) or self._was_made(value, before.seq)
            if free and entry not in self.redacted:
                self.redacted.append(entry)

    def _was_made(self, value: str, seq: int) -> bool:
        secret = value.strip('"')
        return secret in self._known.kinds and self._origins.made_by_page(secret, seq)

    def _was_typed(self, name: str, value: str) -> bool:
        typed = self._known.typed
        if name == "body" or value.startswith("sha256:"):
            return bool(typed)
        return value.strip('"') in typed or any(len(secret) > 3 and secret in value for secret in typed)

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
        copy.storage = [self._state(state) for state in recording.storage]
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
            here = value in self._known.typed and value in self._known.local
            return self._pseudonyms.of(value) if here else value
        if isinstance(value, dict):
            return {key: self._exactly(inner) for key, inner in value.items()}
        return [self._exactly(inner) for inner in value] if isinstance(value, list | tuple) else value

    def _state(self, state: StorageState) -> StorageState:
        cookies = []
        for cookie in state.cookies:
            pair = self._walk.cookies(f"{cookie.get('name')}={cookie.get('value')}")
            cookies.append(self._tree(cookie | {"value": pair.partition("=")[2]}))
        origins = {}
        for origin, areas in state.origins.items():
            copy = dict(areas)
            for area in ("local", "session"):
                if areas.get(area):
                    copy[area] = {key: self._walk.item(str(key), str(value)) for key, value in areas[area].items()}
            origins[self.url(origin)] = self._tree(copy)
        return dataclasses.replace(state, cookies=cookies, origins=origins)

    def _tree(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {self._tree(key): self._tree(inner) for key, inner in value.items()}
        return [self._tree(inner) for inner in value] if isinstance(value, list | tuple) else value

    def apply(self, capture: Capture) -> Capture:
        """A redacted copy of the whole capture, changed bodies in memory."""
        exchanges = [self.exchange(exchange) for exchange in capture.exchanges]
        facts, pages = [self.fact(fact) for fact in capture.facts], [self.page(page) for page in capture.pages]
        return Capture(self.recording(capture.recording), exchanges, facts, pages)


def _scaled(times: list[tuple[float, int]], before: int, after: int) -> list[tuple[float, int]]:
    """Chunk ends of a body whose size changed because it was compressed anew."""
    if before == after or not before:
        return times
    return [(time, round(size * after / before)) for time, size in times]


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")

"""What the servers of API styles share: requests and replies as values, a clock that ticks, a client that keeps what was
said, and the few things that every one of them does with rows."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Protocol
from urllib.parse import parse_qsl, unquote, urlencode

JSON = "application/json"
HTML = "text/html; charset=utf-8"
FORM = "application/x-www-form-urlencoded"
TICK = 7.0
"""Seconds between two requests."""
Row = dict[str, Any]


class Clock:
    """Moves with each request."""

    def __init__(self, start: float) -> None:
        self.now = start

    def iso(self, form: str = "%Y-%m-%dT%H:%M:%SZ") -> str:
        return datetime.fromtimestamp(self.now, UTC).strftime(form)


@dataclass(frozen=True, slots=True)
class Asked:
    """One request, taken apart."""

    method: str
    path: str
    parts: list[str]
    """Of the path, decoded."""
    query: dict[str, str]
    pairs: list[tuple[str, str]]
    """The query, where names stand more than once."""
    body: Any
    """JSON, or the fields of a form."""
    address: str
    """Path and query as they were sent."""


@dataclass(frozen=True, slots=True)
class Said:
    """One reply."""

    answer: Any = None
    """JSON, or a document (`Html`)."""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    """Beside type and date."""


class Html(str):
    """A document."""

    __slots__ = ()


class Refused(Exception):
    """Ends a request."""

    def __init__(self, status: int, answer: Any) -> None:
        super().__init__(status)
        self.said = Said(answer, status)


class Server(Protocol):
    """One style. `tour` and `other` of its module ask it."""

    def answer(self, asked: Asked) -> Said: ...


@dataclass(slots=True)
class Spoken:
    """One exchange, as bytes."""

    method: str
    url: str
    headers: list[tuple[str, str]]
    body: bytes
    status: int
    reply: bytes
    reply_headers: list[tuple[str, str]]
    moment: float


@dataclass(slots=True)
class Client:
    """Asks one server. Every exchange is kept."""

    server: Server
    host: str
    clock: Clock
    headers: list[tuple[str, str]] = field(default_factory=list)
    """Of every request, beside the usual ones."""
    spoken: list[Spoken] = field(default_factory=list)

    def get(self, path: str, **query: Any) -> Any:
        return self.ask("GET", path, query)

    def post(self, path: str, body: Any = None, **query: Any) -> Any:
        return self.ask("POST", path, query, body)

    def put(self, path: str, body: Any = None, **query: Any) -> Any:
        return self.ask("PUT", path, query, body)

    def patch(self, path: str, body: Any = None, **query: Any) -> Any:
        return self.ask("PATCH", path, query, body)

    def delete(self, path: str, body: Any = None, **query: Any) -> Any:
        return self.ask("DELETE", path, query, body)

    def form(self, path: str, fields: Mapping[str, str], **query: Any) -> Any:
        return self._ask("POST", path, query, urlencode(fields).encode(), FORM)

    def ask(self, method: str, path: str, query: Mapping[str, Any] | None = None, body: Any = None) -> Any:
        """The answer, or None."""
        return self._ask(method, path, query or {}, b"" if body is None else json.dumps(body).encode(), JSON)

    def _ask(self, method: str, path: str, query: Mapping[str, Any], body: bytes, kind: str) -> Any:
        pairs = [
            (name, str(each))
            for name, value in query.items() for each in (value if isinstance(value, list) else [value])
        ]  # fmt: skip
        address = path + (("&" if "?" in path else "?") + urlencode(pairs) if pairs else "")
        self.clock.now += TICK
        try:
            said = self.server.answer(asked_of(method, address, body, kind))
        except Refused as refused:
            said = refused.said
        headers = [("Accept", JSON), *([("Content-Type", kind)] if body else []), *self.headers]
        reply, heads = in_bytes(said)
        url = f"https://{self.host}{address}"
        self.spoken.append(Spoken(method, url, headers, body, said.status, reply, heads, self.clock.now))
        return said.answer


def in_bytes(said: Said) -> tuple[bytes, list[tuple[str, str]]]:
    """Body and headers."""
    if said.answer is None:
        return b"", [*said.headers]
    html = isinstance(said.answer, Html)
    body = said.answer.encode() if html else json.dumps(said.answer).encode()
    return body, [("Content-Type", HTML if html else JSON), *said.headers]


def asked_of(method: str, address: str, body: bytes, kind: str) -> Asked:
    path, _, query = address.partition("?")
    pairs = parse_qsl(query, keep_blank_values=True)
    parts = [unquote(part) for part in path.split("/") if part]
    sent = None if not body else dict(parse_qsl(body.decode())) if kind == FORM else json.loads(body)
    return Asked(method, path, parts, dict(pairs), pairs, sent, address)


def in_order(rows: Iterable[Row], field_of: Callable[[Row], Any], *, down: bool = False) -> list[Row]:
    """Sorted; nothing comes first, equals stay as they are."""

    def place(row: Row) -> tuple[bool, Any]:
        value = field_of(row)
        return (value is not None, value.lower() if isinstance(value, str) else value if value is not None else 0)

    return sorted(rows, key=place, reverse=down)


def has(row: Row, words: str, *fields: str) -> bool:
    """Is the text in one of these fields?"""
    return any(words.lower() in str(row.get(name) or "").lower() for name in fields)


def token(
    chance: random.Random, length: int, letters: str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
) -> str:
    return "".join(chance.choice(letters) for _ in range(length))

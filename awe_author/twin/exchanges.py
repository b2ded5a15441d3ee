"""What one browser asked and what it was told, as values: the same form for the live app and for the mock.

Bodies are kept decoded (content codings undone). `content` reads a reply as what it is: a JSON document, an HTML page,
text, or bytes; that decides how two replies are compared.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Literal

import orjson

from awe_author.archive.canonical import RequestForm, request_form
from awe_author.archive.codings import decode_body
from awe_author.door.messages import Headers, charset, header
from awe_author.features.talks import is_engine_address, packets

Kind = Literal["api", "page", "message", "asset", "stream", "socket"]
Shape = Literal["json", "html", "text", "bytes", "empty"]

_PAGES = frozenset({"document", "iframe", "frame", "embed", "object"})
_STATIC = re.compile(
    r"\.(?:m?js|css|map|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|otf|eot|wasm|mp[34]|m4a|wav|ogg|opus|flac|webm|pdf)$",
    re.IGNORECASE,
)
_STATIC_TYPES = ("text/css", "text/javascript", "application/javascript", "image/", "font/", "audio/", "video/")
_BY_ITSELF = ("/favicon.ico", "/robots.txt")
_GUARDS = (b")]}',", b"for(;;);", b"while(1);", b"for (;;);")
"""What some APIs put before JSON so that it cannot be read as a script."""


@dataclass(slots=True)
class Exchange:
    """One request and its reply, or one WebSocket conversation."""

    seq: int
    """Order in which the browser asked, from 0."""
    step: int
    method: str
    url: str
    headers: Headers
    body: bytes = b""
    status: int = 0
    """0: no answer came (yet)."""
    reply_headers: Headers = field(default_factory=list)
    reply: bytes = b""
    """Less content codings, where they could be undone."""
    complete: bool = False
    broken: bool = False
    """Did the page break it off before the answer was whole?"""
    error: str = ""
    messages: list[tuple[int, bool, str | bytes]] = field(default_factory=list)
    """Of a WebSocket, in order: (step, sent by the page?, data)."""
    moment: int = 0
    """Place of the request among all that passed on its side, messages included."""
    moments: list[int] = field(default_factory=list)
    """Of each of `messages`, the same."""
    event: str = ""
    """Name of the event when this stands for one message that a server pushed."""
    topic: str = ""
    """What such a message is about beside its event's name: the subscription it answers, or which members it has."""
    mark: int | None = None
    """In the mock, the place in the recording of the answer that was given as it was recorded."""
    source: str = ""
    """Who answered in the mock: "feature ID", "recording" or "miss"; empty for the live app."""
    _content: tuple[Shape, Any] | None = None
    _form: RequestForm | None = None

    @property
    def form(self) -> RequestForm:
        """The request reduced to what identifies it."""
        if self._form is None:
            self._form = request_form(self.method, self.url, self.headers, self.body)
        return self._form

    @property
    def writes(self) -> bool:
        return self.form.writes

    @property
    def mime(self) -> str:
        return (header(self.reply_headers, "content-type") or "").partition(";")[0].strip().lower()

    @property
    def location(self) -> str:
        return header(self.reply_headers, "location") or ""

    @property
    def content(self) -> tuple[Shape, Any]:
        """How to read the reply, and what it then is: a JSON value, or text, or bytes. Of a reply under way: what has
        come so far, which is not remembered."""
        if self._content is not None:
            return self._content
        found = _content(self.reply, self.mime, self.reply_headers)
        if self.complete:
            self._content = found
        return found

    def reply_is(self, reply: bytes) -> None:
        """Another reply stands for the one that came."""
        self.reply, self._content = reply, None

    @property
    def heard(self) -> list[tuple[int, str | bytes]]:
        """What the page was told as messages, with the step: over a WebSocket, or in a poll of engine.io."""
        if self.url.startswith("http"):
            return [(self.step, part) for part in packets(self.reply, self.url)] if self.method == "GET" else []
        return [(step, data) for step, outgoing, data in self.messages if not outgoing]

    @property
    def kind(self) -> Kind:
        """What is compared of it: replies of APIs and pages are, assets and streams are not."""
        if self.event:
            return "message"
        if self.url.startswith(("ws:", "wss:")) or is_engine_address(self.url):
            return "socket"
        purpose = (header(self.headers, "sec-fetch-dest") or "").lower()
        path = self.url.partition("?")[0].partition("#")[0]
        if self.mime == "text/event-stream":
            return "stream"
        if purpose in _PAGES:
            return "page"
        if self.method in ("GET", "HEAD") and _static(purpose, path, self.mime):
            return "asset"
        return "asset" if self.method == "OPTIONS" else "api"


def _static(purpose: str, path: str, mime: str) -> bool:
    if purpose not in ("", "empty") or path.endswith(_BY_ITSELF):
        return True
    return bool(_STATIC.search(path)) or mime.startswith(_STATIC_TYPES)


def undone(body: bytes, headers: Headers) -> bytes:
    """The body less its content codings; as it is when they are unknown."""
    decoded = decode_body(body, header(headers, "content-encoding"), partial=True)
    return body if decoded is None else decoded


def _content(body: bytes, mime: str, headers: Headers) -> tuple[Shape, Any]:
    if not body:
        return "empty", None
    start = body[:200].lstrip()
    if mime.endswith(("/json", "+json")) or start[:1] in (b"{", b"[") or start.startswith(_GUARDS):
        value = _json(start, body)
        if value is not None:
            return "json", value
    if "html" in mime or (not mime and start[:1] == b"<"):
        return "html", _text(body, headers)
    if mime.startswith("text/") or mime.endswith(("/xml", "+xml", "javascript", "/x-ndjson")):
        return "text", _text(body, headers)
    return "bytes", body


def _json(start: bytes, body: bytes) -> Any:
    text = body.lstrip()
    for guard in _GUARDS:
        text = text.removeprefix(guard).lstrip() if start.startswith(guard) else text
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return None


def _text(body: bytes, headers: Headers) -> str:
    try:
        return body.decode(charset(header(headers, "content-type")) or "utf-8", "replace")
    except LookupError:
        return body.decode("utf-8", "replace")

"""Recorded conversations: what pages and servers said to each other, whatever carried it.

A WebSocket is one. Of engine.io (socket.io) a connection is: its polls and posts, and the WebSocket that it changed
over to, put together in the order in which things were said, without what only keeps the transport going. An event
stream is one in which only the server speaks; each event is `{event, data}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import orjson

from awe_author.archive.model import Entry, Headers, RecordedResponse, SocketMessage
from awe_author.archive.rules import is_engine
from awe_author.archive.urls import socket_url
from awe_author.features.frames import Frame, frame_of
from awe_author.features.plain import plain_body

EVENTS = "text/event-stream"
_SID = re.compile(r"[?&]sid=([^&#]+)")
_LENGTH = re.compile(r"(\d{1,9}):")


class Source(Protocol):
    """What is needed of an archive."""

    def entries(self) -> Iterator[Entry]: ...

    def response(self, entry: Entry) -> RecordedResponse: ...

    def request_headers(self, entry: Entry) -> Headers: ...

    def request_body(self, entry: Entry) -> bytes: ...

    def messages(self, entry: Entry) -> Sequence[SocketMessage]: ...

    def chunk_times(self, entry: Entry) -> Sequence[tuple[float, int]]: ...


@dataclass(slots=True)
class Talk:
    """One recorded conversation."""

    url: str
    """As a WebSocket of the same place would be addressed; of event streams as it was asked for."""
    entry: Entry
    """The exchange that it began with."""
    messages: list[SocketMessage] = field(default_factory=list)
    frame: Frame = "json"
    opening: dict[str, Any] = field(default_factory=dict)
    """Of engine.io: what its server said of the connection (`sid`, `pingInterval`...)."""
    posts: list[Entry] = field(default_factory=list)
    """Of engine.io: the requests that carried messages of the page."""


def is_engine_address(url: str) -> bool:
    """Is it the address of an engine.io server?"""
    return is_engine(url.partition("?")[0]) and "transport=" in url


def talks_of(source: Source) -> list[Talk]:
    """The recorded conversations, in the order in which they began."""
    found: list[Talk] = []
    engines: dict[str, Talk] = {}
    for entry in source.entries():
        if is_engine_address(entry.url):
            _engine(source, entry, engines, found)
        elif entry.kind == "websocket":
            found.append(Talk(entry.url, entry, list(source.messages(entry))))
        elif entry.mime == EVENTS and entry.status == 200:
            found.append(Talk(entry.url, entry, _events(source, entry)))
    for talk in found:
        talk.frame = frame_of(talk.url, [one.data for one in talk.messages])
    return [talk for talk in found if talk.messages or talk.opening]


def packets(body: bytes, url: str) -> list[str]:
    """The packets of a poll's answer or of a post (engine.io 3 and 4); packets of bytes are left out."""
    text = body.decode("utf-8", "replace")
    if "EIO=3" not in url:
        parts = text.split("\x1e")
    else:
        parts = []
        while (size := _LENGTH.match(text)) is not None:
            end = size.end() + int(size[1])
            parts.append(text[size.end() : end])
            text = text[end:]
    return [part for part in parts if part and part[0] in "0123456"]


def payload(parts: Sequence[str], url: str) -> bytes:
    """The other way."""
    if "EIO=3" not in url:
        return "\x1e".join(parts).encode()
    return "".join(f"{len(part)}:{part}" for part in parts).encode()


def _engine(source: Source, entry: Entry, engines: dict[str, Talk], found: list[Talk]) -> None:
    """Add what one exchange carried to its connection."""
    named = _SID.search(entry.url)
    if entry.kind == "websocket":
        said = [one for one in source.messages(entry) if isinstance(one.data, str)]
        opening = next((one for one in said if not one.outgoing and _text(one).startswith("0{")), None)
        talk = engines.get(named[1]) if named else None
        if talk is None:
            talk = _open(entry, _text(opening)[1:] if opening else "{}", engines, found)
        base = entry.time - talk.entry.time
        moved = [SocketMessage(one.seq, base + one.time, one.outgoing, one.data) for one in said if _says(_text(one))]
        talk.messages = _merged(talk.messages, moved)
        return
    if entry.status != 200:
        return
    body = source.request_body(entry) if entry.method == "POST" else _body(source, entry)
    parts = packets(body, entry.url)
    if named is None:
        opening_text = next((part[1:] for part in parts if part.startswith("0{")), "")
        if opening_text:
            talk = _open(entry, opening_text, engines, found)
            talk.messages += [SocketMessage(entry.seq, 0.0, False, part) for part in parts if _says(part)]
        return
    talk = engines.get(named[1])
    if talk is None:
        return
    outgoing = entry.method == "POST"
    if outgoing:
        talk.posts.append(entry)
    times = source.chunk_times(entry)
    at = entry.time - talk.entry.time + (times[0][0] if times and not outgoing else 0.0)
    said = [SocketMessage(entry.seq, at, outgoing, part) for part in parts if _says(part)]
    talk.messages = _merged(talk.messages, said)


def _open(entry: Entry, text: str, engines: dict[str, Talk], found: list[Talk]) -> Talk:
    try:
        opening = orjson.loads(text)
    except orjson.JSONDecodeError:
        opening = {}
    talk = Talk(socket_url(entry.url), entry, opening=opening if isinstance(opening, dict) else {})
    engines[str(talk.opening.get("sid", ""))] = talk
    found.append(talk)
    return talk


def _merged(there: list[SocketMessage], more: Sequence[SocketMessage]) -> list[SocketMessage]:
    """Both in the order of time; neither's own order is changed."""
    made: list[SocketMessage] = []
    waiting = list(there)
    for one in more:
        while waiting and waiting[0].time <= one.time:
            made.append(waiting.pop(0))
        made.append(one)
    return [*made, *waiting]


def _says(packet: str) -> bool:
    """Is it more than transport: no ping, probe, upgrade, noop, or opening?"""
    return packet[:1] == "4"


def _text(message: SocketMessage) -> str:
    return message.data if isinstance(message.data, str) else ""


def _body(source: Source, entry: Entry) -> bytes:
    return plain_body(source.response(entry)) or b""


def _events(source: Source, entry: Entry) -> list[SocketMessage]:
    """The events of a stream (HTML standard 9.2.6), each when its last byte came."""
    text = _body(source, entry).decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    times = source.chunk_times(entry)
    found: list[SocketMessage] = []
    size = 0
    for block in text.split("\n\n")[:-1]:
        size += len(block.encode()) + 2
        made = event(block)
        if made is not None:
            at = next((time for time, so_far in times if so_far >= size), times[-1][0] if times else 0.0)
            found.append(SocketMessage(entry.seq, at, False, orjson.dumps(made).decode()))
    return found


def event(block: str) -> dict[str, Any] | None:
    """One event of a stream as `{event, data}`; None when it says nothing."""
    name, lines = "message", []
    for line in block.split("\n"):
        key, sign, value = line.partition(":")
        value = value.removeprefix(" ") if sign else ""
        if key == "event":
            name = value or "message"
        elif key == "data":
            lines.append(value)
    if not lines:
        return None
    data = "\n".join(lines)
    try:
        return {"event": name, "data": orjson.loads(data)}
    except orjson.JSONDecodeError:
        return {"event": name, "data": data}

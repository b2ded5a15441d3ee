"""How messages stand on a connection: what one WebSocket message (or packet) holds, and how an answer is put back.

| frame | a message is | an answer |
|---|---|---|
| `json` | one JSON document (else its text) | the same |
| `socket.io` | `42["move",{"id":3}]`, as `{event: "move", args: [{id: 3}]}` | an event; a list acknowledges |
| `graphql` | `{type, id, payload}` of graphql-ws, graphql-transport-ws | `data` or `next`, with the id asked with |
| `jsonrpc` | JSON-RPC 2.0; a batch is several | `result` with the id; what has a `method` is a notification |
| `lines` | JSON documents, each ended by a line feed | the same |
| `records` | JSON documents, each ended by the sign 1E (SignalR) | the same |
| `array` | a JSON array of messages | an array of one |

Pure. socket.io: protocol 5 of socket.io over engine.io 3 and 4; packet types as in its protocol document.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

import orjson

from awe_author.archive.request_body import NotJson
from awe_author.archive.rules import is_engine
from awe_author.features.api.asked import json_value
from awe_author.json_types import Json

Frame: TypeAlias = Literal["json", "socket.io", "graphql", "jsonrpc", "lines", "records", "array"]
FRAMES: tuple[Frame, ...] = get_args(Frame)
WORDS = ("event", "type", "topic", "op", "action", "method", "cmd", "command", "channel", "kind", "name", "subscribe")
"""Members (first the surest) whose value says what a message is for."""
MOST_SAMPLES = 200
_PACKET = re.compile(r"4([2-6])(?:\d+-)?(/[^,\[]*,)?(\d*)(\[.*)?", re.DOTALL)
_GRAPHQL = frozenset({"connection_init", "connection_ack"})
_OPERATION = re.compile(r"\s*(?:#[^\n]*\n\s*)*(query|mutation|subscription|\{)", re.IGNORECASE)
_HEARTBEAT = re.compile(
    r'ping|pong|heartbeat|\s*|\{"(type|op|event|cmd|msg)":"?(ping|pong|heartbeat|ka|connection_keep_alive|hb)"?'
    r'(,"[^"]{0,12}":[^{}\[\]]{0,40})*\}|\{"topic":"hb".{0,60}\}|\{"op":1,"d":\d*(null)?\}|\x1e?\{"type":6\}\x1e?',
    re.I | re.S,
)
SEVERAL: frozenset[Frame] = frozenset({"jsonrpc", "lines", "records", "array"})
"""Frames that may hold several messages."""
_SPLIT = {"lines": "\n", "records": "\x1e"}


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a page or of its server."""

    text: str
    """As it came (of a message with several parts, the part)."""
    value: Json
    """The JSON in it, as expressions see it; what is no JSON is its text."""
    space: str = ""
    """Namespace of socket.io, with its comma."""
    acknowledge: str = ""
    """Number under which socket.io waits for an answer, or that this is an answer to."""
    answer: bool = False
    """Does it acknowledge?"""

    @property
    def name(self) -> str:
        """What the message is for: its event, operation, method or type; "" when it does not say."""
        return name_of(self.value)

    @property
    def id(self) -> str:
        """What tells which question an answer belongs to; "" when nothing does."""
        if self.acknowledge:
            return f"ack {self.space}{self.acknowledge}"
        value = self.value.get("id") if isinstance(self.value, dict) else None
        return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


NOTHING = Message("", None)


def name_of(value: Json) -> str:
    """What a message is for, by its value."""
    if not isinstance(value, dict):
        return ""
    payload = value.get("payload")
    if isinstance(payload, dict) and isinstance(payload.get("operationName"), str):
        return str(payload["operationName"])
    return next((str(value[word]) for word in WORDS if isinstance(value.get(word), str)), "")


def is_heartbeat(data: str | bytes, *, engine: bool = False) -> bool:
    """Does the message only keep the connection open? `engine`: on a connection of engine.io, which says 2 and 3."""
    if engine and data in ("2", "3"):
        return True
    return isinstance(data, str) and len(data) < 120 and bool(_HEARTBEAT.fullmatch(data))


def frame_of(url: str, texts: Iterable[str | bytes]) -> Frame:
    """The frame of a connection, told from some of its messages."""
    if is_engine(url.partition("?")[0]):
        return "socket.io"
    kept = [text for text, _ in zip((one for one in texts if isinstance(one, str)), range(MOST_SAMPLES), strict=False)]
    values = [value for text in kept if (value := _json(text)) is not None]
    records = [value for value in values if isinstance(value, dict)]
    if any(text.endswith("\x1e") for text in kept):
        return "records"
    if any(one.get("type") in _GRAPHQL for one in records if isinstance(one.get("type"), str)):
        return "graphql"
    batches = [part for value in values if isinstance(value, list) for part in value if isinstance(part, dict)]
    if any("jsonrpc" in one for one in [*records, *batches]):
        return "jsonrpc"
    if batches and len(batches) >= len(records):
        return "array"
    several = [text for text in kept if _json(text) is None and len(lines := text.strip().split("\n")) > 1
               and all(_json(line) is not None for line in lines)]  # fmt: skip
    return "lines" if several else "json"


def read(data: str | bytes, frame: Frame) -> list[Message]:
    """The messages in what came at once, in order."""
    text = data if isinstance(data, str) else data.decode("utf-8", "replace")
    if frame == "socket.io":
        return [_packet(text)]
    if frame in _SPLIT:
        return [_one(part) for part in text.split(_SPLIT[frame]) if part.strip()]
    whole = _one(text)
    if frame in ("array", "jsonrpc") and isinstance(whole.value, list):
        return [Message(orjson.dumps(part).decode(), part) for part in whole.value]
    return [whole]


def write(value: Json, frame: Frame, about: Message) -> list[str]:
    """What is sent to say `value` in answer to `about` (`NOTHING`: to nothing)."""
    if frame == "socket.io":
        return [_event(value, about)]
    if frame == "graphql":
        return _graphql(value, about)
    if frame == "jsonrpc":
        return [_text(_jsonrpc(value, about))]
    if frame == "array":
        return [_text([value])]
    return [_text(value) + _SPLIT.get(frame, "")]


def again(message: Message, value: Json, frame: Frame) -> str:
    """A message that came, saying `value` instead: as a part of what came with it (`joined`)."""
    if frame == "socket.io":
        return _event(value, message)
    if frame == "graphql" and isinstance(message.value, dict) and "payload" in message.value:
        return _text({**message.value, "payload": value})
    if frame == "jsonrpc" and isinstance(message.value, dict) and "result" in message.value:
        return _text({**message.value, "result": value})
    return _text(value)


def subscription(message: Message) -> bool:
    """Does it ask for answers that go on until it is told to stop?"""
    value = message.value
    if not isinstance(value, dict) or value.get("type") not in ("subscribe", "start"):
        return False
    return _kind(value) == "subscription"


def ends(message: Message) -> bool:
    """Does it end a subscription?"""
    return isinstance(message.value, dict) and message.value.get("type") in ("complete", "stop")


def _one(text: str) -> Message:
    try:
        return Message(text, json_value(text.encode("utf-8", "surrogatepass")))
    except NotJson:
        return Message(text, text)


def _packet(text: str) -> Message:
    found = _PACKET.fullmatch(text)
    value = _json(found[4]) if found and found[4] else None
    if found is None or not isinstance(value, list):
        return _one(text)
    space, number = found[2] or "", found[3]
    if found[1] in "36":
        return Message(text, value, space, number, answer=True)
    if value:
        return Message(text, {"event": value[0], "args": value[1:]}, space, number)
    return Message(text, value, space, number)


def _event(value: Json, about: Message) -> str:
    if isinstance(value, dict) and isinstance(value.get("event"), str):
        args: Any = value.get("args")
        return f"42{about.space}{_text([value['event'], *(args if isinstance(args, list) else [])])}"
    if isinstance(value, list) and about.acknowledge:
        return f"43{about.space}{about.acknowledge}{_text(value)}"
    return _text(value)


def _graphql(value: Json, about: Message) -> list[str]:
    asked = about.value if isinstance(about.value, dict) else {}
    if (isinstance(value, dict) and isinstance(value.get("type"), str)) or "id" not in asked:
        return [_text(value)]
    kind = "data" if asked.get("type") == "start" else "next"
    said = _text({"id": asked["id"], "type": kind, "payload": value})
    if _kind(asked) == "subscription":
        return [said]
    return [said, _text({"id": asked["id"], "type": "complete"})]


def _kind(asked: dict[str, Json]) -> str:
    payload = asked.get("payload")
    query = payload.get("query") if isinstance(payload, dict) else None
    found = _OPERATION.match(query) if isinstance(query, str) else None
    return "query" if found is None or found[1] == "{" else found[1].lower()


def _jsonrpc(value: Json, about: Message) -> Json:
    if isinstance(value, dict) and ("method" in value or "jsonrpc" in value):
        return {"jsonrpc": "2.0", **value}
    asked = about.value if isinstance(about.value, dict) else {}
    return {"jsonrpc": "2.0", "id": asked.get("id"), "result": value}


def _json(text: str) -> Any:
    """The object or array; None when it is none."""
    value = _one(text).value
    return value if isinstance(value, dict | list) else None


def _text(value: Json) -> str:
    return orjson.dumps(value).decode()


def joined(texts: Sequence[str], frame: Frame) -> str:
    """Messages that came together, put together again."""
    if frame in ("array", "jsonrpc"):
        return "[" + ",".join(texts) + "]"
    return "".join(text + _SPLIT.get(frame, "") for text in texts)


def plain(value: object) -> list[str]:
    """A message that is given as text."""
    return [value if isinstance(value, str) else orjson.dumps(value).decode()]


def as_event(message: str) -> bytes:
    """A message on an event stream (HTML standard 9.2.6): `{event, data}` under its name, all else as data."""
    value = _one(message).value
    name, data = "", message
    if isinstance(value, dict) and isinstance(value.get("event"), str) and "data" in value:
        name = str(value["event"])
        data = value["data"] if isinstance(value["data"], str) else _text(value["data"])
    lines = [f"event: {name}"] if name not in ("", "message") and "\n" not in name else []
    return ("\n".join([*lines, *(f"data: {line}" for line in data.splitlines() or [""])]) + "\n\n").encode()

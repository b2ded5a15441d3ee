"""WebSocket messages compared: which recorded message of the page does this one correspond to?

A message is text or bytes; most are JSON, often behind a short prefix (`42["event",{}]` of socket.io). Two correspond
when they are equal, or equal but for correlation ids and stamps, or at least of the same shape with the same words that
say what they are for. Anything less is not answered, as `deleteTicket` must not be answered by `listTickets`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import orjson

_PREFIXED = re.compile(r"([\w:/,.-]{0,40}?)([\[{].*)", re.S)
_ENDS = re.compile(r"([\n\x1e])")
_ACK = re.compile(r"(4[2356](?:/[^,]*,)?)(\d*)")
IDS = frozenset(
    {"id", "requestid", "request_id", "reqid", "ref", "seq", "sequence", "correlationid", "correlation_id", "messageid"}
) | frozenset({"message_id", "msgid", "uuid", "nonce", "invocationid", "callbackid", "callid", "tag", "token"})
"""Keys (lower case) whose values tell an answer which question it belongs to."""
STAMPS = frozenset({"ts", "time", "timestamp", "t", "now", "date", "sentat", "sent_at", "clientts", "client_ts"})
WORDS = frozenset(
    {"type", "op", "event", "method", "action", "topic", "channel", "name", "cmd", "command", "kind", "target", "msg"}
) | frozenset({"operationname", "query", "path", "url", "collection", "subscribe"})
"""Keys (lower case) whose values say what a message is for."""


def parse(data: str | bytes) -> tuple[str, Any] | None:
    """(prefix, JSON document), or None when the message is not JSON."""
    found = _PREFIXED.fullmatch(data.rstrip("\x1e")) if isinstance(data, str) else None
    if found is None:
        return None
    try:
        return found.group(1), orjson.loads(found.group(2))
    except orjson.JSONDecodeError:
        return None


def alike(one: str | bytes, other: str | bytes) -> int:
    """3 equal, 2 equal but for ids and stamps, 1 same shape and words, 0 unlike."""
    if one == other:
        return 3
    first, second = parse(one), parse(other)
    if first is None or second is None or _without_ack(first[0]) != _without_ack(second[0]):
        return 0
    left, right = _opened(first[1]), _opened(second[1])
    if _stripped(left) == _stripped(right):
        return 2
    return 1 if _shape(left) == _shape(right) else 0


def _opened(value: Any, depth: int = 0) -> Any:
    """A document in which texts that are documents themselves are taken apart: SockJS sends each message as a text in
    an array."""
    if isinstance(value, str) and value[:1] + value[-1:] in ("{}", "[]") and depth < 3:
        try:
            return _opened(orjson.loads(value), depth + 1)
        except orjson.JSONDecodeError:
            return value
    if isinstance(value, dict):
        return {name: _opened(member, depth) for name, member in value.items()}
    return [_opened(item, depth) for item in value] if isinstance(value, list) else value


def _without_ack(prefix: str) -> str:
    """A prefix without the number of its acknowledgement (socket.io: "42/space,17" -> "42/space,")."""
    found = _ACK.fullmatch(prefix)
    return found.group(1) if found else prefix


def _stripped(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _stripped(v) for k, v in value.items() if k.lower() not in IDS and k.lower() not in STAMPS}
    return [_stripped(item) for item in value] if isinstance(value, list) else value


def _shape(value: Any, key: str = "", depth: int = 0) -> Any:
    """Keys and types; the values of words; the first item of an array, which is often the event's name."""
    if isinstance(value, dict) and depth < 20:
        return {name: _shape(member, name.lower(), depth + 1) for name, member in value.items()}
    if isinstance(value, list) and value:
        head = value[0] if isinstance(value[0], str) else _shape(value[0], "", depth + 1)
        return [head, len(value) if len(value) < 5 else 5]
    if key in WORDS and isinstance(value, str | int):
        return value
    return type(value).__name__ if not isinstance(value, int | float) or isinstance(value, bool) else "number"


@dataclass(slots=True)
class Renaming:
    """Ids the page chose, in place of the recorded ones, for all that the server says on one connection."""

    names: dict[str, str] = field(default_factory=dict)
    numbers: dict[tuple[str, Any], Any] = field(default_factory=dict)
    """(key, recorded value) -> value of the page, for ids too short to be replaced as text."""

    def learn(self, recorded: str | bytes, asked: str | bytes) -> None:
        """Note the ids in which two corresponding messages differ."""
        first, second = parse(recorded), parse(asked)
        if first is None or second is None:
            return
        self._learn(_opened(first[1]), _opened(second[1]), "")
        one, other = _ACK.fullmatch(first[0]), _ACK.fullmatch(second[0])
        if one and other and one.group(2) and one.group(2) != other.group(2):
            self.numbers["ack", one.group(2)] = other.group(2)

    def _learn(self, recorded: Any, asked: Any, key: str) -> None:
        if isinstance(recorded, dict) and isinstance(asked, dict):
            for name in recorded.keys() & asked.keys():
                self._learn(recorded[name], asked[name], name)
        elif isinstance(recorded, list) and isinstance(asked, list):
            for one, other in zip(recorded, asked, strict=False):
                self._learn(one, other, key)
        elif recorded != asked and key.lower() in IDS:
            if isinstance(recorded, str) and isinstance(asked, str) and len(recorded) >= 6:
                self.names[recorded] = asked
            elif isinstance(recorded, str | int) and isinstance(asked, str | int):
                self.numbers[key, recorded] = asked

    def apply(self, data: str | bytes) -> str | bytes:
        """A recorded message of the server, with the page's ids."""
        if not isinstance(data, str) or not (self.names or self.numbers):
            return data
        for recorded, asked in self.names.items():
            data = data.replace(recorded, asked)
        return self._numbered(data) if self.numbers else data

    def _numbered(self, data: str) -> str:
        """Of several documents, each ended by a line feed or the sign 1E, every one."""
        parsed = parse(data)
        if parsed is None:
            parts = _ENDS.split(data)
            if len(parts) == 1 or any(parse(part) is None for part in parts if part.strip("\n\x1e ")):
                return data
            return "".join(self._numbered(part) if part.strip("\n\x1e ") else part for part in parts)
        changed, prefix = self._replaced(parsed[1], ""), parsed[0]
        ack = _ACK.fullmatch(prefix)
        if ack and prefix.startswith(("43", "46")):
            prefix = ack.group(1) + str(self.numbers.get(("ack", ack.group(2)), ack.group(2)))
        if changed == parsed[1] and prefix == parsed[0]:
            return data
        return prefix + orjson.dumps(changed).decode() + ("\x1e" if data.endswith("\x1e") else "")

    def _replaced(self, value: Any, key: str) -> Any:
        if isinstance(value, dict):
            return {name: self._replaced(member, name) for name, member in value.items()}
        if isinstance(value, list):
            return [self._replaced(item, key) for item in value]
        return self.numbers.get((key, value), value) if isinstance(value, str | int) else value

"""What servers push: each message of a WebSocket becomes an exchange of its own, named by its event. Pure.

Messages of socket.io and engine.io carry digits before their JSON, those of GraphQL and most others are JSON objects
that name their type. Heartbeats say nothing and are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import orjson

from awe_author.twin.exchanges import Exchange

_PREFIX = re.compile(r"^\d{1,3}(?:/[\w-]+,)?(?:\d+)?(?=[\[{])")
_NAMES = ("type", "event", "topic", "op", "action", "method", "channel")
_HEARTBEATS = frozenset({"ping", "pong", "ka", "hb", "heartbeat", "keepalive"})


def pushed(exchanges: Iterable[Exchange], step: int) -> list[Exchange]:
    """The messages that pages were sent during `step`, in order."""
    return [
        message
        for exchange in exchanges
        if exchange.kind == "socket"
        for at, outgoing, data in exchange.messages
        if at == step and not outgoing
        for message in _parts(exchange, data, step)
    ]


def _parts(socket: Exchange, data: str | bytes, step: int) -> Iterator[Exchange]:
    value = _value(data)
    if isinstance(value, list) and value and isinstance(value[0], str):
        yield from _message(socket, step, value[0], value[1:])
    elif isinstance(value, list):
        for element in value:
            yield from _message(socket, step, _name(element), element)
    elif value is not None:
        yield from _message(socket, step, _name(value), value)


def _message(socket: Exchange, step: int, event: str, payload: Any) -> Iterator[Exchange]:
    if event.lower() in _HEARTBEATS:
        return
    address = socket.url.partition("?")[0]
    made = Exchange(-1, step, "WS", address, [], status=101, complete=True, event=event, source=socket.source)
    made.reply_headers, made.reply = [("content-type", "application/json")], orjson.dumps(payload)
    yield made


def _name(value: Any) -> str:
    if not isinstance(value, dict):
        return type(value).__name__
    return next((str(value[name]) for name in _NAMES if isinstance(value.get(name), str)), "message")


def _value(data: str | bytes) -> Any:
    text = data if isinstance(data, str) else data.decode("utf-8", "replace")
    try:
        value = orjson.loads(_PREFIX.sub("", text, count=1))
    except orjson.JSONDecodeError:
        return None
    return value if isinstance(value, dict | list) else None

"""What servers push: each message of a WebSocket becomes an exchange of its own, named by its event. Pure.

Messages of socket.io and engine.io carry digits before their JSON, those of GraphQL and most others are JSON objects
that name their type. Heartbeats say nothing and are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import orjson

from awe_author.features.talks import as_socket, is_engine_address
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
        for at, data in exchange.heard
        if at == step
        for message in _parts(exchange, data, step)
    ]


def changing(messages: Sequence[Exchange]) -> dict[str, set[str]]:
    """Event -> places in the live app's messages of that name that change by themselves: the mark of a server (a
    message that is nothing but one number of nine or more digits), and what differs from each to each message while
    everything else in them (ten members at least) stays the same."""
    found: dict[str, set[str]] = {}
    for event in dict.fromkeys(one.event for one in messages):
        leaves = [dict(_leaves(one.content[1])) for one in messages if one.event == event]
        if all(len(one) == 1 and _is_mark(next(iter(one.values()))) for one in leaves):
            found[event] = {next(iter(one)) for one in leaves}
            continue
        names = set(leaves[0])
        if len(leaves) < 2 or any(set(one) != names for one in leaves):
            continue
        differ = {path for path in names if any(one[path] != leaves[0][path] for one in leaves)}
        each = all(len({repr(one[path]) for one in leaves}) == len(leaves) for path in differ)
        if differ and each and len(differ) <= MOST_CHANGING and len(names) - len(differ) >= REST:
            found[event] = differ
    return found


MOST_CHANGING, REST = 2, 10


def _is_mark(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**8


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _leaves(inner, f"{path}/{name}")
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _leaves(inner, f"{path}/{number}")
    else:
        yield path, value


def _parts(socket: Exchange, data: str | bytes, step: int) -> Iterator[Exchange]:
    if is_engine_address(socket.url) and not str(data).startswith(("42", "43")):
        return  # of the transport, and of connecting
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
    address = as_socket(socket.url).partition("?")[0]
    made = Exchange(socket.seq, step, "WS", address, [], status=101, complete=True, event=event, source=socket.source)
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

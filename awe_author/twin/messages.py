"""What servers push: each message of a WebSocket becomes an exchange of its own, named by its event. Pure.

Messages of socket.io and engine.io carry digits before their JSON, those of GraphQL and most others are JSON objects
that name their type. Heartbeats say nothing and are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import orjson

from awe_author.archive.urls import socket_url
from awe_author.features.talks import is_engine_address, packets
from awe_author.twin.exchanges import Exchange

_PREFIX = re.compile(r"^\d{1,3}(?:/[\w-]+,)?(?:\d+)?(?=[\[{])")
_NAMES = ("type", "event", "topic", "op", "action", "method", "channel")
_ANSWERS = ("next", "data")
_SUBSCRIBES = ("subscribe", "start")
_CONNECTS = frozenset({"connection_init", "connection_terminate", "complete", "stop"})
_SPARE = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|\b(?=\w*\d)[0-9a-f]{6,}\b|\d+", re.IGNORECASE)
_HEARTBEATS = frozenset({"ping", "pong", "ka", "hb", "heartbeat", "keepalive"})


def pushed(exchanges: Iterable[Exchange], step: int) -> list[Exchange]:
    """The messages that pages were sent during `step`, in order."""
    return [
        message
        for exchange in exchanges
        if exchange.kind == "socket"
        for moment, at, data in _heard(exchange)
        if at == step
        for message in _parts(exchange, data, step, moment)
    ]


def _heard(socket: Exchange) -> Iterator[tuple[int, int, str | bytes]]:
    """(moment, step, data) of what the page was told."""
    if len(socket.moments) != len(socket.messages) or socket.url.startswith("http"):
        yield from ((socket.moment, at, data) for at, data in socket.heard)
        return
    for moment, (at, outgoing, data) in zip(socket.moments, socket.messages, strict=True):
        if not outgoing:
            yield moment, at, data


def write_moments(exchanges: Iterable[Exchange]) -> list[int]:
    """The moments at which one side wrote: requests that change something, and what its page said over WebSockets but
    for heartbeats and what only subscribes. In order."""
    found: list[int] = []
    for one in exchanges:
        if one.kind == "socket":
            said = zip(one.moments, one.messages, strict=False)
            found += [moment for moment, (_, outgoing, data) in said if outgoing and is_write(one, data)]
            if one.writes and any(is_write(one, part) for part in packets(one.body, one.url)):  # a poll of engine.io
                found.append(one.moment)
        elif one.writes:
            found.append(one.moment)
    return sorted(found)


def is_write(socket: Exchange, data: str | bytes) -> bool:
    """May this message of a page change something? Heartbeats, connecting and subscribing do not."""
    if is_engine_address(socket.url) and not str(data).startswith(("42", "43", "45", "46")):
        return False
    value = _value(data)
    if value is None:
        return len(data) > 1 and str(data).lower() not in _HEARTBEATS
    name = _name(value).lower()
    if name in _SUBSCRIBES and isinstance(value, dict) and _query(value) is not None:
        return (_query(value) or "").lstrip().startswith("mutation")
    return name not in _HEARTBEATS and name not in _CONNECTS


def _query(value: dict[str, Any]) -> str | None:
    payload = value.get("payload")
    query = payload.get("query") if isinstance(payload, dict) else None
    return query if isinstance(query, str) else None


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


def _parts(socket: Exchange, data: str | bytes, step: int, moment: int) -> Iterator[Exchange]:
    if is_engine_address(socket.url) and not str(data).startswith(("42", "43")):
        return  # of the transport, and of connecting
    value = _value(data)
    if isinstance(value, list) and value and isinstance(value[0], str):
        yield from _message(socket, (step, moment), value[0], value[1:])
    elif isinstance(value, list):
        for element in value:
            yield from _message(socket, (step, moment), _name(element), element)
    elif value is not None:
        yield from _message(socket, (step, moment), _name(value), value)


def _message(socket: Exchange, when: tuple[int, int], event: str, payload: Any) -> Iterator[Exchange]:
    if event.lower() in _HEARTBEATS:
        return
    address = socket_url(socket.url).partition("?")[0]
    made = Exchange(
        socket.seq, when[0], "WS", address, [], status=101, complete=True, event=event, source=socket.source
    )
    made.moment, made.topic = when[1], _topic(socket, event, payload)
    made.reply_headers, made.reply = [("content-type", "application/json")], orjson.dumps(payload)
    yield made


def _topic(socket: Exchange, event: str, payload: Any) -> str:
    """Of an answer to a GraphQL subscription, what was subscribed to; of a message without a name, its members."""
    if not isinstance(payload, dict):
        return ""
    if event in _ANSWERS and "id" in payload and "payload" in payload:
        return _subscribed(socket, payload["id"]) or _root(payload["payload"])
    return ",".join(sorted(payload)) if event == "message" else ""


def _subscribed(socket: Exchange, named: Any) -> str:
    """The latest query that the page asked under this id, with its variables; ids and numbers in them left out."""
    for _, outgoing, data in reversed(socket.messages):
        value = _value(data) if outgoing else None
        if isinstance(value, dict) and value.get("id") == named and (query := _query(value)) is not None:
            variables = value["payload"].get("variables") or {}
            return f"{' '.join(query.split())} {_SPARE.sub('*', orjson.dumps(variables).decode())}"
    return ""


def _root(payload: Any) -> str:
    data = payload.get("data") if isinstance(payload, dict) else None
    return ",".join(sorted(data)) if isinstance(data, dict) else ""


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

"""How messages stand on a connection: each frame read and written."""

from __future__ import annotations

import json
from typing import Any

import pytest

from awe_author.features.frames import (
    NOTHING,
    Frame,
    Message,
    as_event,
    ends,
    frame_of,
    joined,
    read,
    subscription,
    write,
)

SUBSCRIBE = '{"id":"7","type":"subscribe","payload":{"operationName":"Runs","query":"subscription Runs { runs }"}}'
ASK = '{"id":"8","type":"start","payload":{"query":"{ runs { id } }"}}'


@pytest.mark.parametrize(
    ("url", "texts", "frame"),
    [
        ("wss://a.test/socket.io/?EIO=4", ['42["x"]'], "socket.io"),
        ("wss://a.test/q", ['{"type":"connection_init"}', SUBSCRIBE], "graphql"),
        ("wss://a.test/q", ['{"jsonrpc":"2.0","id":1,"method":"m"}'], "jsonrpc"),
        ("wss://a.test/q", ['{"type":1}\x1e{"type":6}\x1e'], "records"),
        ("wss://a.test/q", ['{"a":1}\n{"a":2}\n'], "lines"),
        ("wss://a.test/q", ['[{"topic":"t","data":1}]', '{"subscribe":"t"}'], "array"),
        ("wss://a.test/q", ['{"type":"hello"}', "ping"], "json"),
        ("wss://a.test/q", [], "json"),
    ],
)
def test_the_frame_is_told_from_address_and_messages(url: str, texts: list[str], frame: Frame) -> None:
    assert frame_of(url, texts) == frame


@pytest.mark.parametrize(
    ("frame", "data", "values"),
    [
        ("json", '{"op":"add"}', [{"op": "add"}]),
        ("json", "no json", ["no json"]),
        ("socket.io", '42/room,17["add",{"n":1}]', [{"event": "add", "args": [{"n": 1}]}]),
        ("socket.io", "40", [40]),
        ("lines", '{"a":1}\n{"a":2}\n', [{"a": 1}, {"a": 2}]),
        ("records", '{"a":1}\x1e{"a":2}\x1e', [{"a": 1}, {"a": 2}]),
        ("array", '[{"topic":"x"},{"topic":"y"}]', [{"topic": "x"}, {"topic": "y"}]),
        (
            "jsonrpc",
            '[{"method":"a","id":1},{"method":"b","id":2}]',
            [{"method": "a", "id": 1}, {"method": "b", "id": 2}],
        ),
    ],
)
def test_what_comes_is_taken_apart(frame: Frame, data: str, values: list[Any]) -> None:
    assert [one.value for one in read(data, frame)] == values


def test_names_and_ids_tell_what_belongs_together() -> None:
    (asked,) = read('421["save",{"x":1}]', "socket.io")
    (answered,) = read('431[{"ok":true}]', "socket.io")
    assert (asked.name, asked.id, answered.answer, answered.id) == ("save", "ack 1", True, "ack 1")
    (one,) = read(SUBSCRIBE, "graphql")
    assert (one.name, one.id, subscription(one)) == ("Runs", "7", True)
    assert not subscription(read(ASK, "graphql")[0])
    assert ends(read('{"id":"7","type":"complete"}', "graphql")[0])


@pytest.mark.parametrize(
    ("frame", "about", "value", "sent"),
    [
        ("json", "{}", {"a": 1}, ['{"a":1}']),
        ("socket.io", '42/room,["x"]', {"event": "y", "args": [1]}, ['42/room,["y",1]']),
        ("socket.io", '42/room,9["x"]', [True], ["43/room,9[true]"]),
        ("lines", "{}", {"a": 1}, ['{"a":1}\n']),
        ("records", "{}", {"a": 1}, ['{"a":1}\x1e']),
        ("array", "[{}]", {"a": 1}, ['[{"a":1}]']),
        ("jsonrpc", '{"jsonrpc":"2.0","id":5,"method":"m"}', {"x": 1}, ['{"jsonrpc":"2.0","id":5,"result":{"x":1}}']),
        ("jsonrpc", "{}", {"method": "told", "params": {}}, ['{"jsonrpc":"2.0","method":"told","params":{}}']),
        ("graphql", SUBSCRIBE, {"data": 1}, ['{"id":"7","type":"next","payload":{"data":1}}']),
        (
            "graphql",
            ASK,
            {"data": 1},
            ['{"id":"8","type":"data","payload":{"data":1}}', '{"id":"8","type":"complete"}'],
        ),
        ("graphql", SUBSCRIBE, {"type": "error", "id": "7"}, ['{"type":"error","id":"7"}']),
    ],
)
def test_an_answer_is_put_as_the_connection_has_it(frame: Frame, about: str, value: Any, sent: list[str]) -> None:
    assert write(value, frame, read(about, frame)[0]) == sent


def test_parts_are_put_together_again_and_events_of_a_stream_written() -> None:
    assert joined(['{"a":1}', '{"a":2}'], "array") == '[{"a":1},{"a":2}]'
    assert joined(['{"a":1}'], "lines") == '{"a":1}\n'
    assert as_event('{"event":"told","data":{"n":1}}') == b'event: told\ndata: {"n":1}\n\n'
    assert as_event("a\nb") == b"data: a\ndata: b\n\n"
    assert json.loads(write({"event": "x"}, "socket.io", NOTHING)[0][2:]) == ["x"]
    assert Message("t", None).name == ""

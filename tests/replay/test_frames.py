"""Which recorded WebSocket message a message of the page corresponds to."""

from __future__ import annotations

import pytest

from awe_author.features.frames import is_heartbeat
from awe_author.replay.frames import Renaming, alike


@pytest.mark.parametrize(
    ("one", "other", "likeness"),
    [
        ("hello", "hello", 3),
        ('{"a":1,"id":"x1"}', '{"id":"y2","a":1}', 2),
        ('42["join",{"room":1,"ts":5}]', '42["join",{"room":1,"ts":9}]', 2),
        ('{"type":"say","text":"a"}', '{"type":"say","text":"b"}', 1),
        ('421["get",{"n":1}]', '422["get",{"n":2}]', 1),
        ('{"type":"say","text":"a"}', '{"type":"delete","text":"a"}', 0),
        ('42["join",{}]', '42["leave",{}]', 0),
        ('42["join",{}]', '40["join",{}]', 0),
        ('{"op":"list"}', '{"op":"deleteAll"}', 0),
        ('{"query":"query L { l }"}', '{"query":"mutation D { d }"}', 0),
        (r'["{\"auth\":\"moqiz:d1f7\"}"]', r'["{\"auth\":\"admin:d1f7\"}"]', 1),
        (r'["{\"type\":\"get\",\"id\":1}"]', r'["{\"id\":2,\"type\":\"get\"}"]', 2),
        (r'["{\"type\":\"get\"}"]', r'["{\"type\":\"delete\"}"]', 0),
        (r'["{\"auth\":\"moqiz:d1f7\"}"]', r'["{\"throttle\":\"moqiz:d1f7\"}"]', 0),
        ('["{not json}"]', '["{nor this}"]', 0),
        ("hello", "goodbye", 0),
        (b"\x01", b"\x02", 0),
    ],
)
def test_likeness(one: str | bytes, other: str | bytes, likeness: int) -> None:
    assert alike(one, other) == likeness


@pytest.mark.parametrize(
    "text",
    ["ping", '{"type":"ping"}', '{"type":"ka"}', '{"type":"ping","ts":17}',
     '{"topic":"hb","data":12}', '\x1e{"type":6}\x1e', ""]
)  # fmt: skip
def test_heartbeats(text: str) -> None:
    assert is_heartbeat(text)


@pytest.mark.parametrize("text", ["2", "4", "hello", '{"type":"pinged"}', '{"type":"say","text":"ping"}', '42["ping"]'])
def test_not_heartbeats(text: str) -> None:
    assert not is_heartbeat(text)
    assert is_heartbeat("2", engine=True)


def test_ids_of_the_page_replace_the_recorded_ones() -> None:
    renaming = Renaming()
    renaming.learn(
        '{"id":7,"payload":{"requestId":"recorded-id","x":1}}', '{"id":8,"payload":{"requestId":"another-id","x":2}}'
    )
    assert renaming.apply('{"id":7,"x":7,"for":"recorded-id"}') == '{"id":8,"x":7,"for":"another-id"}'
    assert renaming.apply('{"id":9}') == '{"id":9}'
    renaming.learn('423["get",{}]', '427["get",{}]')
    assert renaming.apply('433[{"x":1}]') == '437[{"x":1}]'
    assert renaming.apply('423["event",1]') == '423["event",1]'
    assert renaming.apply(b"recorded-id") == b"recorded-id"


@pytest.mark.parametrize("sign", ["\n", "\x1e"])
def test_ids_of_the_page_stand_in_every_document_of_a_message(sign: str) -> None:
    renaming = Renaming()
    renaming.learn('{"ref":3}', '{"ref":8}')
    assert (
        renaming.apply(f'{{"ref":3}}{sign}{{"a":{{"ref":3}}}}{sign}') == f'{{"ref":8}}{sign}{{"a":{{"ref":8}}}}{sign}'
    )
    assert renaming.apply(f'{{"ref":3}}{sign}no document') == f'{{"ref":3}}{sign}no document'
    assert renaming.apply(sign) == sign

"""What servers push over WebSockets is compared event by event."""

from __future__ import annotations

import pytest

from awe_author.twin.exchanges import Exchange
from awe_author.twin.messages import pushed
from awe_author.twin.pairing import Pairs, operation_of
from awe_author.twin.replies import Failed, ReplyResult, compare_pair
from tests.twin.talk import likeness


def socket(*messages: str | bytes, step: int = 0) -> Exchange:
    made = Exchange(0, 0, "GET", "wss://app.test/socket.io/?EIO=4", [], status=101)
    made.messages = [(step, False, message) for message in messages]
    return made


@pytest.mark.parametrize(
    ("data", "events"),
    [
        ('42["msg",{"text":"Hello"}]', ["msg"]),
        ('42/chat,7["msg",{"text":"Hello"}]', ["msg"]),
        ('0{"sid":"abc","upgrades":[]}', ["message"]),
        ("2", []),
        ("3probe", []),
        ('{"type":"next","id":"1","payload":{}}', ["next"]),
        ('{"type":"ping"}', []),
        ('[{"topic":"a","data":1},{"topic":"b"}]', ["a", "b"]),
        (b"\x00\x01", []),
    ],
)
def test_events(data: str | bytes, events: list[str]) -> None:
    assert [one.event for one in pushed([socket(data)], 0)] == events
    assert pushed([socket(data)], 1) == []


def compared(live: Exchange, mock: Exchange) -> list[ReplyResult]:
    known = likeness()
    pairs = Pairs(known)
    found = [*pairs.step(pushed([live], 0), pushed([mock], 0)), *pairs.step([], []), *pairs.finish()]
    return [compare_pair(pair, known, Failed(), {}) for pair in found]


def test_pushed_messages_are_compared() -> None:
    said = '42["msg",{"id":%d,"text":"%s","time":"%s"}]'
    live = socket(said % (31, "Boats", "2026-11-18T10:26:50Z"), said % (32, "Ropes", "2026-11-18T10:26:51Z"))
    mock = socket(said % (7, "Boats", "2026-01-05T08:00:10Z"), said % (8, "Ships", "2026-01-05T08:00:11Z"))
    first, second = compared(live, mock)
    assert (first.kind, first.equal) == ("message", True)
    assert first.operation == "WS app.test/socket.io/ msg"
    assert (second.cause, second.differences[0].path) == ("missing feature", "/0/text")
    assert operation_of(pushed([live], 0)[0]) == first.operation


def test_a_message_that_never_came() -> None:
    (alone,) = compared(socket('42["join",{"name":"#crew"}]'), socket())
    assert (alone.cause, alone.live_status, alone.mock_status) == ("missing feature", 101, 0)

"""Recorded conversations, whatever carried them."""

from __future__ import annotations

from awe_author.features.talks import event, packets, payload, talks_of
from awe_author.features.turns import by_question
from tests.replay.listed import ListedArchive

POLL = "https://app.test/socket.io/?EIO=4&transport=polling"


def engine(archive: ListedArchive) -> None:
    """A connection that begins by polls and changes over."""
    archive.record("GET", POLL + "&t=1", b'0{"sid":"S","pingInterval":25000}', time=10.0)
    archive.record("POST", POLL + "&sid=S", b"ok", body=b"40", time=11.0)
    archive.record("GET", POLL + "&sid=S&t=2", b'40{"sid":"x"}\x1e42["hello"]', time=12.0)
    socket = archive.record_socket(
        "wss://app.test/socket.io/?EIO=4&transport=websocket&sid=S",
        (0.1, "out", "2probe"), (0.2, "in", "3probe"), (0.3, "out", "5"),
        (3.0, "out", '42["say","hi"]'), (3.1, "in", '42["said","hi"]'), (3.2, "in", "2"), (3.3, "out", "3"),
    )  # fmt: skip
    archive.record("POST", POLL + "&sid=S&t=3", b"ok", body=b'42["enter",1]', time=socket.time + 1)
    archive.record("GET", POLL + "&sid=S&t=4", b"6", time=socket.time + 2)


def test_polls_posts_and_the_socket_of_one_connection_are_one_conversation() -> None:
    archive = ListedArchive()
    engine(archive)
    (talk,) = talks_of(archive)
    assert [(one.outgoing, one.data) for one in talk.messages] == [
        (True, "40"), (False, '40{"sid":"x"}'), (False, '42["hello"]'), (True, '42["enter",1]'),
        (True, '42["say","hi"]'), (False, '42["said","hi"]'),
    ]  # fmt: skip
    assert (talk.frame, talk.opening["sid"], len(talk.posts)) == ("socket.io", "S", 2)
    assert talk.url.startswith("wss://app.test/socket.io/")


def test_an_event_stream_is_a_conversation_of_the_server() -> None:
    archive = ListedArchive()
    stream = b': hi\n\nevent: told\ndata: {"n": 1}\nid: 4\n\ndata: two\ndata: lines\n\n'
    archive.record("GET", "https://app.test/events", stream, mime="text/event-stream")
    archive.record_socket("wss://app.test/ws", (0.1, "in", '{"jsonrpc":"2.0","method":"m"}'))
    first, second = talks_of(archive)
    assert [one.data for one in first.messages] == [
        '{"event":"told","data":{"n":1}}',
        '{"event":"message","data":"two\\nlines"}',
    ]
    assert second.frame == "jsonrpc"
    assert event(": comment") is None


def test_packets_of_both_protocols() -> None:
    assert packets(b'5:42["x7:42["ab"', "?EIO=3") == ['42["x', '42["ab"']
    assert packets(b'40\x1e42["x"]\x1eb64', "?EIO=4") == ["40", '42["x"]']
    assert packets(payload(["40", '42["ü"]'], "?EIO=3"), "?EIO=3") == ["40", '42["ü"]']


def test_each_answer_is_put_right_after_its_question() -> None:
    archive = ListedArchive()
    archive.record_socket(
        "wss://app.test/socket.io/?EIO=4&transport=websocket",
        (0.1, "out", "40"), (0.2, "in", "40"), (1.0, "out", '42["ask",1]'), (1.1, "out", '42["take",2]'),
        (1.2, "in", '42["other"]'), (1.3, "in", '42["ask:told",1]'), (1.4, "in", '42["take",2]'),
    )  # fmt: skip
    (talk,) = talks_of(archive)
    assert [one.data for one in by_question(talk)] == [
        "40", "40", '42["ask",1]', '42["other"]', '42["ask:told",1]', '42["take",2]', '42["take",2]',
    ]  # fmt: skip

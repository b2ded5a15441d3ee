"""What the tape makes of what pages tell about the messages of their WebSockets."""

from pathlib import Path

from awe_author.archive.capture import CapturedExchange
from awe_author.archive.model import SocketMessage
from awe_author.archive.spool import CaptureSpool
from awe_author.door.messages import Request
from awe_author.recorder.tape import Tape
from tests.replay.listed import Bytes

LIVE = "wss://app.test/live"


def socket(tape: Tape, at: float) -> CapturedExchange:
    """A WebSocket that was opened at `at`, with a question and two answers."""
    tape.now = lambda: at
    exchange = tape.begin(Request("GET", LIVE, [], Bytes(b"")), tape.spool.put(b""))
    exchange.status = 101
    exchange.messages = [
        SocketMessage(2, 0.5, True, "ask"),
        SocketMessage(3, 1.0, False, "one"),
        SocketMessage(4, 2.0, False, "two"),
    ]
    return exchange


def times(exchange: CapturedExchange) -> list[float]:
    return [message.time for message in exchange.messages]


def test_messages_get_the_time_at_which_the_page_heard_them(tmp_path: Path) -> None:
    tape = Tape(CaptureSpool(tmp_path))
    first, second = socket(tape, 100.0), socket(tape, 200.0)
    tape.heard(LIVE, 200.1, 0, [201.25])
    tape.heard(LIVE, 200.1, 1, [202.5, 203.0])
    assert times(first) == [0.5, 1.0, 2.0]
    assert times(second) == [0.5, 1.25, 2.5]


def test_moments_that_cannot_be_are_not_believed(tmp_path: Path) -> None:
    tape = Tape(CaptureSpool(tmp_path))
    exchange = socket(tape, 100.0)
    tape.heard(LIVE, 100.1, 0, [100.2, 150.0])
    tape.heard("wss://app.test/other", 100.1, 0, [101.5])
    assert times(exchange) == [0.5, 1.0, 2.0]

"""What goes on by itself may be answered as the live app did at another moment."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.twin.exchanges import Exchange
from awe_author.twin.pairing import Pair
from awe_author.twin.polls import Polls
from awe_author.twin.replies import Failed, ReplyResult
from tests.twin.talk import asked, quiet


def told(*answers: Any) -> list[Exchange]:
    """Reads of /job, and writes (where the answer is None), numbered in order."""
    made = [asked("GET", "/job", one) if one is not None else asked("POST", "/job", {}) for one in answers]
    for number, one in enumerate(made):
        one.seq, one.moment = number, 10 * number
    return made


def test_answers_to_the_same_request_with_as_much_written_before() -> None:
    live = told({"state": "new"}, {"state": "new"}, {"state": "on"}, None, {"state": "done"}, {"state": "gone"})
    polls = Polls.of(live)
    assert list(polls.answers(live[0])) == [live[0], live[2]], "the same answer is no other one"
    assert list(polls.answers(live[4])) == [live[4], live[5]], "not those before the write"
    assert list(polls.answers(live[3])) == [], "a write"


@pytest.mark.parametrize(
    ("said", "writes"),
    [
        ('{"type":"save","text":"x"}', True),
        ('{"id":"1","type":"subscribe","payload":{"query":"mutation { save }"}}', True),
        ('{"id":"1","type":"subscribe","payload":{"query":"subscription { log }"}}', False),
        ('{"type":"ping"}', False),
        ("2", False),
    ],
)
def test_what_a_page_says_over_a_socket_is_a_write(said: str, writes: bool) -> None:
    live = told({"state": "old"}, {"state": "new"})
    socket = Exchange(9, 0, "GET", "wss://app.test/live", [], status=101)
    socket.messages, socket.moments = [(0, True, said)], [5]
    assert len(Polls.of([*live, socket]).answers(live[0])) == (1 if writes else 2)


def test_another_request_is_another_thing() -> None:
    live = [*told({"state": "new"}), asked("GET", "/job?of=2", {"state": "on"})]
    live[1].seq = 1
    assert list(Polls.of(live).answers(live[0])) == [live[0]]


def compared(live: list[Exchange], mock: list[Exchange]) -> list[ReplyResult]:
    twin = quiet()
    twin._polls = Polls.of(live), Polls.of(mock)
    return [twin._reply(Pair(*pair), Failed()) for pair in zip(live, mock, strict=False)]


NEW, ON, DONE = ({"state": state} for state in ("new", "on", "done"))


def test_a_mock_may_be_at_another_moment_of_what_goes_on() -> None:
    (first, second, third) = compared(told(NEW, ON, DONE), told(NEW, NEW, DONE))
    assert (first.equal, first.note) == (True, "")
    assert (second.equal, second.cause) == (True, None)
    assert "at another moment" in second.note
    assert third.equal
    assert all(one.equal for one in compared(told(NEW, ON, DONE), told(ON, DONE)))
    assert all(one.equal for one in compared(told(NEW, DONE), told(NEW, NEW, NEW, DONE))), "what was asked once more"


@pytest.mark.parametrize(
    ("mock", "what"),
    [
        ([NEW, NEW, NEW], "stays as it was"),
        ([DONE, ON, NEW], "goes back"),
        ([DONE, NEW, DONE], "goes back in between"),
        ([NEW, {"state": "lost"}, DONE], "says what the live app did not"),
    ],
)
def test_a_mock_has_to_come_to_what_was_answered_last(mock: list[Any], what: str) -> None:
    results = compared(told(NEW, ON, DONE), told(*mock))
    assert not all(one.equal for one in results), what


def test_an_attempt_that_fails_teaches_no_ids() -> None:
    one, other = (f"{kind}aae3c35-1111-4222-8333-444455556666" for kind in "12")
    (live, mock, gone), twin = (
        told({"job": one, "is": "new"}, {"job": other, "is": "new"}, {"job": other, "is": "gone"}),
        quiet(),
    )
    assert twin._tried(live, gone, Failed()) is None
    ids = twin._tried(live, mock, Failed())
    assert ids is not None
    assert ids.live == {one: other}
    assert not twin.likeness.ids.live

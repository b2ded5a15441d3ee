"""What goes on by itself may be answered as the live app did at another moment."""

from __future__ import annotations

from typing import Any

from awe_author.twin.exchanges import Exchange
from awe_author.twin.pairing import Pair
from awe_author.twin.polls import Polls
from awe_author.twin.replies import Failed, ReplyResult
from tests.twin.talk import asked
from tests.twin.test_again import run


def told(*answers: Any) -> list[Exchange]:
    """Reads of /job, and writes (where the answer is None), numbered in order."""
    made = [asked("GET", "/job", one) if one is not None else asked("POST", "/job", {}) for one in answers]
    for number, one in enumerate(made):
        one.seq = number
    return made


def test_other_answers_to_the_same_request_with_as_much_written_before() -> None:
    live = told({"state": "new"}, {"state": "new"}, {"state": "on"}, None, {"state": "done"}, {"state": "gone"})
    polls = Polls.of(live)
    assert list(polls.others(live[0])) == [live[2]]
    assert list(polls.others(live[1])) == [live[2]], "the same answer is no other one"
    assert list(polls.others(live[2])) == [live[0]]
    assert list(polls.others(live[4])) == [live[5]], "not those before the write"
    assert list(polls.others(live[3])) == [], "a write"


def test_another_request_is_another_thing() -> None:
    live = [*told({"state": "new"}), asked("GET", "/job?of=2", {"state": "on"})]
    live[1].seq = 1
    assert list(Polls.of(live).others(live[0])) == []


def test_a_mock_may_be_at_another_moment_of_what_goes_on() -> None:
    live = told({"state": "new"}, {"state": "done"})
    twin = run()
    twin._polls = Polls.of(live)

    def compared(state: str) -> ReplyResult:
        return twin._reply(Pair(live[0], asked("GET", "/job", {"state": state})), Failed())

    assert (compared("new").equal, compared("new").note) == (True, "")
    assert (compared("done").equal, compared("done").cause) == (True, None)
    assert "at another moment" in compared("done").note
    assert (compared("lost").equal, compared("lost").note) == (False, "")

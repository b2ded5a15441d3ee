"""Two runs of the live app tell what a mock may say otherwise: what one of them said where they differ, and no more."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from awe_author.browser.step_language import step_from
from awe_author.twin.baseline import Baseline, Earlier
from awe_author.twin.comparison import Comparison, Taken
from awe_author.twin.exchanges import Exchange
from awe_author.twin.model import AS_BEFORE
from awe_author.twin.sides import Seen
from awe_author.twin.tap import Tap
from tests.twin.talk import asked, quiet

ONE, OTHER, THIRD = (f"{digit}f1d0c52-93f3-4b52-8a61-0b7e6f0e9f1{digit}" for digit in "678")
Side = tuple[str, list[Exchange]]


def told(text: str, *replies: Any) -> Side:
    """What one run shows after a step, and what its replies to one question were."""
    now = datetime.fromtimestamp(time.time(), UTC).strftime("%H:%M:%S")
    return text.replace("NOW", now), [asked("GET", "/jobs", reply) for reply in replies]


def compared(*steps: tuple[Side, Side, Side]) -> tuple[Comparison, Baseline]:
    """Of each step the present run of the live app, the mock's, and the earlier one of the live app."""
    twin, earlier = quiet(), Earlier(Tap([]), time.time() - 300, time.time() - 200)
    for live, mock, before in steps:
        for side, tap in ((live, twin.live.tap), (mock, twin.mock.tap), (before, earlier.tap)):
            for one in side[1]:
                one.step, one.seq = len(twin.taken), len(tap.exchanges)
                one.moment = one.seq
                tap.exchanges.append(one)
        shown = [Seen("https://app.test/", text) for text in (live[0], mock[0], before[0])]
        step = step_from({"click": "text=Go"}, "test")
        twin.taken.append(Taken(step, shown[0], shown[1], live[1], mock[1], [], [], 1.0))
        earlier.steps.append((shown[2], before[1]))
    known = Baseline.of(twin, earlier)
    twin.known = known
    twin.compare()
    return twin, known


def job(status: str, at: float | None = None, **more: Any) -> dict[str, Any]:
    return {"job": {"name": "import", "status": status, "ended": at, **more}}


def test_what_both_runs_say_is_what_the_mock_has_to_say() -> None:
    twin, known = compared((told("A", job("done")), told("B", job("failed")), told("A", job("done"))))
    assert [one.equal for one in twin.replies()] == [False]
    assert not twin.results[0].text_equal
    assert known.scores()["replies"].share == known.scores()["texts"].share == 1.0


@pytest.mark.parametrize(
    ("mock", "equal"),
    [
        (lambda now: job("done", now), True),
        (lambda now: job("on"), True),
        (lambda now: job("done", None), True),
        (lambda now: job("failed", now), False),
        (lambda now: job("done", now - 90000), False),
        (lambda now: job("done", now, name="export"), False),
        (lambda now: job("done", now, extra=1), False),
    ],
)
def test_a_job_that_had_ended_in_the_other_run(mock: Callable[[float], Any], equal: bool) -> None:
    present, before, said = told("A", job("on")), told("A", job("done", time.time() - 250)), mock(time.time())
    twin, known = compared((present, told("A", said), before))
    (reply,) = twin.replies()
    assert reply.equal is equal
    assert (reply.note == AS_BEFORE) is (equal and said != job("on"))
    assert known.scores()["replies"].equal == 0


def test_an_order_that_differs_between_the_runs_is_none() -> None:
    orders = [{"keys": [{"path": [key]} for key in keys]} for keys in itertools.permutations("abc")]
    for mock in orders:
        twin, _ = compared((told("A", orders[0]), told("A", mock), told("A", orders[1])))
        assert [one.equal for one in twin.replies()] == [True], mock
    for mock in ([{"path": ["a"]}, {"path": ["b"]}], [{"path": ["a"]}, {"path": ["b"]}, {"path": ["d"]}]):
        twin, _ = compared((told("A", orders[0]), told("A", {"keys": mock}), told("A", orders[1])))
        assert [one.equal for one in twin.replies()] == [False], mock
    twin, _ = compared((told("A", orders[0]), told("A", orders[1]), told("A", orders[0])))
    assert [one.equal for one in twin.replies()] == [False], "both runs have one order"


def test_ids_of_three_runs_correspond() -> None:
    def made(key: str, status: str) -> Side:
        return told(f"Job {key}\n{status}", {"id": key, "status": status})

    twin, known = compared((made(ONE, "on"), made(OTHER, "done"), made(THIRD, "done")))
    assert [one.equal for one in twin.replies()] == [True]
    assert twin.results[0].text_equal
    assert AS_BEFORE in twin.results[0].left_out
    assert known.scores()["texts"].equal == 0
    twin, _ = compared((made(ONE, "on"), made(OTHER, "lost"), made(THIRD, "done")))
    assert [one.equal for one in twin.replies()] == [False]
    assert not twin.results[0].text_equal


def test_an_order_that_was_asked_for_stays_one() -> None:
    def listed(keys: str, sort: str) -> Side:
        text, (read,) = told("A", {"keys": [{"path": [key]} for key in keys]})
        read.url += f"?sort={sort}"
        return text, [read]

    twin, _ = compared((listed("abc", "up"), listed("bca", "up"), listed("cba", "down")))
    assert [one.equal for one in twin.replies()] == [False]


def statuses(**jobs: str) -> dict[str, Any]:
    return {"jobs": [{"id": name, "status": status} for name, status in jobs.items()]}


def by_key(**users: str) -> dict[str, Any]:
    return {"users": {name[1:]: {"role": role} for name, role in users.items()}}


def keyless(**jobs: str) -> dict[str, Any]:
    return {"jobs": [{"name": name, "status": status} for name, status in jobs.items()]}


@pytest.mark.parametrize(
    ("live", "earlier", "mock", "equal"),
    [
        (statuses(a="on", b="failed", c="on"), statuses(a="done", b="failed", c="done"),
         statuses(a="done", b="failed", c="on"), True),
        (statuses(a="on", b="failed"), statuses(a="done", b="failed"), statuses(a="on", b="done"), False),
        (statuses(a="on", b="on"), statuses(b="done", c="on"), statuses(a="on", b="done", c="on"), True),
        (statuses(a="1", b="1", c="1"), statuses(b="1", c="1"), statuses(a="1", b="1"), False),
        (statuses(a="1", b="1"), statuses(a="1", b="1", c="1"), statuses(b="1", c="1"), False),
        (statuses(a="1", b="on"), statuses(a="1", b="done"), statuses(b="done", a="1"), False),
        (statuses(a="1"), statuses(z="2"), statuses(a="2"), False),
        (by_key(_1="on", _2="admin"), by_key(_1="off", _2="admin"), by_key(_1="on", _2="off"), False),
        (by_key(_1="on", _2="on"), by_key(_1="off", _2="off"), by_key(_1="on", _2="off"), True),
        (keyless(a="on", b="failed"), keyless(a="done", b="failed"), keyless(a="on", b="done"), False),
        (keyless(a="1", b="1", c="1"), keyless(b="1", c="1"), keyless(a="1", b="1"), False),
        (keyless(a="on", b="on"), keyless(b="done", a="done"), keyless(a="on", b="done"), False),
        ({"a": {"id": 1, "name": "x"}}, {"a": {"id": 2, "name": "y"}}, {"a": {"id": 1, "name": "y"}}, False),
    ],
)  # fmt: skip
def test_a_place_is_that_of_one_thing(live: Any, earlier: Any, mock: Any, equal: bool) -> None:
    twin, _ = compared((told("A", live), told("A", mock), told("A", earlier)))
    assert [one.equal for one in twin.replies()] == [equal]


def test_an_order_that_differs_between_the_runs_is_that_of_one_question() -> None:
    def both(default: str, by_name: str) -> Side:
        replies = [{"keys": [{"path": [key]} for key in keys]} for keys in (default, by_name)]
        text, asked_for = told("A", *replies)
        for one, sort in zip(asked_for, ("", "name"), strict=True):
            one.url += f"?sort={sort}"
        return text, asked_for

    twin, _ = compared((both("acb", "abc"), both("cab", "cab"), both("bca", "abc")))
    assert [one.equal for one in twin.replies()] == [True, False]


def test_the_earlier_reply_is_about_the_same_thing() -> None:
    def item(at: int, number: int, name: str) -> Side:
        text, (read,) = told("A", {"number": number, "name": name})
        read.url = f"https://app.test/items/{at}"
        return text, [read]

    for earlier, mock in ((18, 17), (17, 18)):
        twin, _ = compared((item(17, 17, "Tea"), item(mock, 18, "Coffee"), item(earlier, 18, "Coffee")))
        assert not any(one.equal for one in twin.replies()), (earlier, mock)


def test_what_is_shown_while_a_page_loads_is_no_place_to_stay() -> None:
    empty, tea = "Items\nNo items", "Items\nTea"

    def shows(live: list[str], mock: str, before: list[str]) -> bool:
        twin, earlier = quiet(), Earlier(Tap([]), time.time() - 300, time.time() - 200)
        seen = [Seen("https://app.test/", looks[-1], looks=looks) for looks in (live, [mock], before)]
        step = step_from({"click": "text=Save"}, "test")
        twin.taken.append(Taken(step, seen[0], seen[1], [], [], [], [], 1.0))
        earlier.steps.append((seen[2], []))
        twin.known = Baseline.of(twin, earlier)
        twin.compare()
        return twin.results[0].text_equal

    assert not shows([tea], empty, [empty, tea])
    assert not shows([empty, tea], empty, [tea])
    assert not shows([empty, tea], empty, [empty, tea])
    assert shows([tea], empty, [tea, empty]), "where the earlier run ended"

"""What keeps coming by itself is told by steps in which nothing was done, and compared as a whole."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from awe_author.twin.coming import compare_feeds, feed_name, feeds_of, quiet_steps
from awe_author.twin.exchanges import Exchange
from awe_author.twin.messages import pushed
from tests.twin.talk import asked

VERBS = ["goto", "page", "wait", "page", "click", "page", "page", "wait"]
QUIET = [1, 2, 3, 6, 7]
TICK = "WS app.test/live tick"


def socket(said: Sequence[tuple[int, bool, Any]]) -> Exchange:
    made = Exchange(0, 0, "GET", "wss://app.test/live", [], status=101)
    made.messages = [(step, outgoing, json.dumps(value)) for step, outgoing, value in said]
    return made


def tick(number: int, **more: Any) -> dict[str, Any]:
    return {"type": "tick", "load": number, **more}


def ticks(steps: Sequence[int], **more: Any) -> list[tuple[int, bool, Any]]:
    return [(step, False, tick(number, **more)) for number, step in enumerate(steps)]


CLICKED = asked("POST", "/saved", step=4)


def test_quiet_are_steps_that_do_nothing_and_follow_nothing() -> None:
    assert quiet_steps(VERBS, [CLICKED]) == set(QUIET)
    said = socket([(1, True, {"watch": 1})])
    assert quiet_steps(VERBS, [said, CLICKED]) == {3, 6, 7}


def test_a_feed_comes_in_quiet_steps() -> None:
    assert feeds_of(VERBS, [socket(ticks(range(8))), CLICKED]) == {TICK}
    assert feeds_of(VERBS, [socket(ticks([0, 4, 5, 5, 5, 5])), CLICKED]) == frozenset(), "news of what was done"
    assert feeds_of(VERBS, [socket(ticks([1, 1, 1, 1, 1])), CLICKED]) == frozenset(), "at one time only"


def test_names_that_differ_in_numbers_are_one_feed() -> None:
    said = [(step, False, {"type": f"sensor/{step}", "load": step}) for step in range(8)]
    assert feeds_of(VERBS, [socket(said), CLICKED]) == {"WS app.test/live sensor/0"}


def by_name(one: Exchange) -> dict[str, list[Exchange]]:
    found: dict[str, list[Exchange]] = {}
    for step in range(len(VERBS)):
        for each in pushed([one], step):
            found.setdefault(feed_name(each), []).append(each)
    return found


@pytest.mark.parametrize(
    ("mock", "cause"),
    [
        (ticks([1, 2, 5, 6, 7, 7]), None),
        ([], "missing feature"),
        (ticks([1]), "timing"),
        (ticks([1] * 30), "timing"),
        (ticks([1, 2, 5, 6], host="a"), "wrong shape"),
    ],
)
def test_a_feed_is_one_result(mock: list[tuple[int, bool, Any]], cause: str | None) -> None:
    (result,) = compare_feeds([TICK], by_name(socket(ticks(range(8)))), by_name(socket(mock)))
    assert (result.cause, result.equal, result.kind, result.step) == (cause, cause is None, "message", 0)
    assert f"8 from the live app, {len(mock)} from the mock" in result.note

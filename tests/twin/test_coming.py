"""What keeps coming by itself is told by steps in which nothing was done, and compared as a whole."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from awe_author.twin.coming import compare_feeds, feed_name, feeds_of, quiet_steps
from awe_author.twin.exchanges import Exchange
from awe_author.twin.likeness import Likeness
from awe_author.twin.messages import pushed
from tests.twin.talk import asked, likeness

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
    (result,) = compare_feeds([TICK], by_name(socket(ticks(range(8)))), by_name(socket(mock)), likeness())
    assert (result.cause, result.equal, result.kind, result.step) == (cause, cause is None, "message", 0)
    assert f"8 from the live app, {len(mock)} from the mock" in result.note


def causes(live: Sequence[Any], mock: Sequence[Any], known: Likeness | None = None) -> set[str | None]:
    """What is found of feeds that say these things, one each step."""
    one, other = (by_name(socket([(step, False, value) for step, value in enumerate(said)])) for said in (live, mock))
    return {result.cause for result in compare_feeds(one, one, other, known or likeness())}


@pytest.mark.parametrize(
    ("live", "mock", "cause"),
    [
        ([tick(1, at="10:02 of 7")], [tick(2, at="11:40 of 9")], None),
        ([tick(1, history=[1, 2, 3])], [tick(2, history=[4])], None),
        ([tick(1, state="paid")], [tick(2, state="UNPAID")], "wrong value"),
        ([tick(1, state="open"), tick(2, state="paid")], [tick(1, state="open")] * 2, "wrong value"),
        ([tick(1, on=True)], [tick(1, on=False)], "wrong value"),
        ([tick(1, of={})], [tick(1, of=[])], "wrong shape"),
        ([tick(1, of=["a", "b"])], [tick(1, of=["a"])], "wrong value"),
    ],
)
def test_what_a_feed_tells_is_compared_but_for_numbers(live: list[Any], mock: list[Any], cause: str | None) -> None:
    assert causes(live, mock) == {cause}


def test_ids_of_a_feed_correspond() -> None:
    def ids(kind: str, run: str) -> list[Any]:
        return [tick(at, own=f"{kind}{at}c0ffee0-1111-4222-8333-444455556666", run=run) for at in range(3)]

    live, mock = "4aae3c35-1111-4222-8333-444455556666", "5c9d070a-1111-4222-8333-444455556666"
    known = likeness()
    assert causes(ids("a", live), ids("b", mock), known) == {"wrong value"}
    known.ids.learn(live, mock)
    assert causes(ids("a", live), ids("b", mock), known) == {None}


def answers(named: str, *said: Any) -> list[tuple[int, bool, Any]]:
    return [(step, False, {"type": "next", "id": named, "payload": {"data": data}}) for step, data in enumerate(said)]


def test_each_subscription_is_a_feed_of_its_own() -> None:
    def subscribed(named: str, query: str) -> tuple[int, bool, Any]:
        return 0, True, {"type": "subscribe", "id": named, "payload": {"query": query}}

    start = [subscribed("1", "subscription { clock }"), subscribed("2", "subscription { order { state } }")]
    clock = answers("1", *({"clock": at} for at in range(8)))
    order = answers("2", {"order": {"state": "paid"}})
    assert feeds_of(VERBS, [socket([*start, *clock, *order]), CLICKED]) == {
        "WS app.test/live next subscription { clock } {}"
    }
    assert len(by_name(socket([*clock, *order]))) == 2, "what was asked was not overheard: by what is answered"


def test_messages_without_a_name_are_told_apart_by_their_members() -> None:
    said = [*((step, False, {"clock": step}) for step in range(8)), (7, False, {"order": "paid"})]
    assert feeds_of(VERBS, [socket(said), CLICKED]) == {"WS app.test/live message clock"}

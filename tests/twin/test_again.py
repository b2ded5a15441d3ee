"""What changes by itself is learned from two answers of the live app, and from nothing else."""

from __future__ import annotations

import itertools
from typing import Any

import orjson

from awe_author.browser.activity import NoActivity
from awe_author.browser.settle import Limits
from awe_author.browser.step_language import step_from
from awe_author.door.messages import Answer, Request, Response
from awe_author.twin.questions import question_of
from awe_author.twin.replies import ReplyResult
from awe_author.twin.run import Taken, TwinRun
from awe_author.twin.sides import Seen, Side
from awe_author.twin.tap import Tap
from tests.twin.talk import asked


class Counting:
    """Answers with a number that grows, and with a list that has grown since the page asked."""

    def __init__(self) -> None:
        self._numbers = itertools.count(100)

    async def __call__(self, request: Request, session: Any) -> Answer | None:
        value = {"n": next(self._numbers), "name": "Ada", "items": [1, 2]}
        return Response(200, [("content-type", "application/json")], orjson.dumps(value))


def run() -> TwinRun:
    def side(name: str, responder: Any) -> Side:
        return Side(name, None, NoActivity(), Tap([responder]), None, Limits())  # type: ignore[arg-type]

    return TwinRun(side("live", Counting()), side("mock", Counting()))


FIRST = {"n": 1, "name": "Ada", "items": [1]}


async def test_values_that_changed_are_volatile_and_members_that_came_are_not() -> None:
    twin = run()
    await twin.look_again([asked("GET", "/x", FIRST)], [asked("GET", "/x", {**FIRST, "n": 7})])
    assert twin.likeness.volatile == {"GET app.test/x": {"/n"}}


async def test_what_was_answered_alike_is_not_asked_for_again() -> None:
    twin = run()
    await twin.look_again([asked("GET", "/x", FIRST)], [asked("GET", "/x", FIRST)])
    assert twin.likeness.volatile == {}


async def test_after_a_write_nothing_can_be_told_of_reads_before_it() -> None:
    twin = run()
    read, write = asked("GET", "/x", FIRST), asked("POST", "/x", {"id": 1}, status=201)
    write.seq = 1
    await twin.look_again([read, write], [asked("GET", "/x", {**FIRST, "n": 7})])
    assert twin.likeness.volatile == {}


class Shuffling:
    """Answers with the same two things, each time the other way around."""

    def __init__(self) -> None:
        self._turn = itertools.cycle([1, -1])

    async def __call__(self, request: Request, session: Any) -> Answer | None:
        things = [{"id": "a", "n": 1}, {"id": "b", "n": 2}][:: next(self._turn)]
        return Response(200, [("content-type", "application/json")], orjson.dumps({"things": things}))


async def test_an_order_that_changed_is_let_go_and_nothing_else() -> None:
    twin = run()
    twin.live.tap = Tap([Shuffling()])
    first = {"things": [{"id": "b", "n": 2}, {"id": "a", "n": 1}]}
    await twin.look_again([asked("GET", "/x", first)], [asked("GET", "/x", {"things": []})])
    assert twin.likeness.volatile == {}
    assert twin.likeness.unordered == {question_of(asked("GET", "/x")): {"/things"}}


class Listing:
    """Answers with the things that were asked for, less those it does not know."""

    async def __call__(self, request: Request, session: Any) -> Answer | None:
        keys = request.url.partition("keys=")[2].split(",")
        things = [{"id": key} for key in keys if key in "abc"]
        return Response(200, [("content-type", "application/json")], orjson.dumps({"things": things}))


def things(keys: str) -> dict[str, Any]:
    return {"things": [{"id": key} for key in keys]}


async def replied(mock_keys: str, told: str, *, write: bool = False) -> ReplyResult:
    """The result when the live page asks for a, and the mock's for `mock_keys` and is given `told`."""
    twin = run()
    twin.live.tap = Tap([Listing()])
    live, mock = asked("GET", "/x?keys=a", things("a")), asked("GET", f"/x?keys={','.join(mock_keys)}", things(told))
    also = asked("POST", "/x", {"ok": True}, body={})
    also.seq = 1
    asked_mock = [mock, also] if write else [mock]
    await twin.look_again([live], asked_mock)
    step = step_from({"click": "text=Go"}, "test")
    twin.taken.append(Taken(step, Seen(), Seen(), [live], asked_mock, [], [], 1.0))
    twin.compare()
    return next(one for one in twin.replies() if one.method == "GET")


async def test_what_the_pages_asked_differently_is_compared_with_the_answer_to_the_same_question() -> None:
    assert (await replied("abc", "abc")).equal
    assert "mock's question" in (await replied("abc", "abc")).note
    assert not (await replied("abc", "ab")).equal
    assert not (await replied("abd", "abd")).equal
    assert not (await replied("a", "ab")).equal
    assert not (await replied("abc", "abc", write=True)).equal, "it was asked before a write"

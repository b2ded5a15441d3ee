"""What changes by itself is learned from three answers of the live app, and from nothing else."""

from __future__ import annotations

import itertools
from typing import Any
from urllib.parse import parse_qs, urlsplit

import orjson
import pytest

from awe_author.browser.step_language import step_from
from awe_author.door.messages import Answer, Request, Response
from awe_author.twin.again import Again
from awe_author.twin.comparison import Comparison, Taken
from awe_author.twin.exchanges import Exchange
from awe_author.twin.questions import question_of
from awe_author.twin.replies import ReplyResult
from awe_author.twin.sides import Seen
from tests.twin.talk import asked, quiet


class Counting:
    """Answers with a number that grows, and with a list that has grown since the page asked."""

    def __init__(self) -> None:
        self._numbers = itertools.count(100)

    async def __call__(self, request: Request, session: Any) -> Answer | None:
        value = {"n": next(self._numbers), "name": "Ada", "items": [1, 2]}
        return Response(200, [("content-type", "application/json")], orjson.dumps(value))


def answering(responder: Any) -> tuple[Comparison, Again]:
    """A run whose live app, asked again, answers as `responder` does."""
    comparison = quiet(responder)
    return comparison, Again(comparison.likeness, comparison.changing)


FIRST = {"n": 1, "name": "Ada", "items": [1]}


async def test_values_that_changed_are_volatile_and_members_that_came_are_not() -> None:
    twin, again = answering(Counting())
    await again.look(twin.live, [asked("GET", "/x", FIRST)], [asked("GET", "/x", {**FIRST, "n": 7})])
    assert twin.likeness.volatile == {"GET app.test/x": {"/n"}}


async def test_what_was_answered_alike_is_not_asked_for_again() -> None:
    twin, again = answering(Counting())
    await again.look(twin.live, [asked("GET", "/x", FIRST)], [asked("GET", "/x", FIRST)])
    assert twin.likeness.volatile == {}


@pytest.mark.parametrize(
    "write",
    [
        asked("POST", "/x", {"id": 1}, status=201),
        Exchange(
            0, 0, "GET", "wss://app.test/ws", [], status=101, messages=[(0, True, '{"type":"rename"}')], moments=[2]
        ),
    ],
    ids=["request", "socket"],
)
async def test_after_a_write_nothing_can_be_told_of_reads_before_it(write: Exchange) -> None:
    twin, again = answering(Counting())
    read = asked("GET", "/x", FIRST)
    read.moment = 1
    write.moment = 0 if write.messages else 2
    twin.live.tap.exchanges += [write, read]
    await again.look(twin.live, [write, read], [asked("GET", "/x", {**FIRST, "n": 7})])
    assert twin.likeness.volatile == {}


class Ending:
    """A job has ended since the page asked."""

    async def __call__(self, request: Request, session: Any) -> Answer | None:
        jobs = [{"id": 1, "status": "done"}, {"id": 2, "status": "failed"}]
        return Response(200, [("content-type", "application/json")], orjson.dumps({"jobs": jobs}))


async def test_what_goes_on_and_then_stays_does_not_change_by_itself() -> None:
    twin, again = answering(Ending())
    first = {"jobs": [{"id": 1, "status": "on"}, {"id": 2, "status": "failed"}]}
    await again.look(twin.live, [asked("GET", "/jobs", first)], [asked("GET", "/jobs", {"jobs": []})])
    assert twin.likeness.volatile == {}


class Shuffling:
    """Answers with the same two things, each time the other way around."""

    def __init__(self) -> None:
        self._turn = itertools.cycle([1, -1])

    async def __call__(self, request: Request, session: Any) -> Answer | None:
        things = [{"id": "a", "n": 1}, {"id": "b", "n": 2}][:: next(self._turn)]
        return Response(200, [("content-type", "application/json")], orjson.dumps({"things": things}))


async def test_an_order_that_changed_is_let_go_and_nothing_else() -> None:
    twin, again = answering(Shuffling())
    first = {"things": [{"id": "b", "n": 2}, {"id": "a", "n": 1}]}
    await again.look(twin.live, [asked("GET", "/x", first)], [asked("GET", "/x", {"things": []})])
    assert twin.likeness.volatile == {}
    assert twin.likeness.unordered == {question_of(asked("GET", "/x")): {"/things"}}


class Sorting:
    """Answers with two rows, sorted by the columns that were asked for."""

    async def __call__(self, request: Request, session: Any) -> Answer | None:
        columns = orjson.loads(await request.body.read())["variables"]["sort"]
        found = sorted(ROWS, key=lambda row: [row[column] for column in columns])
        return Response(200, [("content-type", "application/json")], orjson.dumps({"rows": found}))


ROWS = [{"name": "b", "size": 1}, {"name": "a", "size": 2}]


def rows(*sort: str) -> Exchange:
    """A request for the rows, sorted by these columns, with its right answer."""
    query = "query Rows($sort: [String!]) { rows(sort: $sort) { name size } }"
    found = sorted(ROWS, key=lambda row: [row[column] for column in sort])
    return asked("POST", "/graphql", {"rows": found}, body={"query": query, "variables": {"sort": [*sort]}})


async def compared(live: list[Exchange], mock: list[Exchange], responder: Any) -> list[ReplyResult]:
    """The results of one step, in which the live app, asked again, answers as `responder` does."""
    twin, again = answering(responder)
    for side, tap in ((live, twin.live.tap), (mock, twin.mock.tap)):
        for place, one in enumerate(side):
            one.seq = one.moment = place
        tap.exchanges += side
    await again.look(twin.live, live, mock)
    step = step_from({"click": "text=Go"}, "test")
    twin.taken.append(Taken(step, Seen(), Seen(), live, mock, [], [], 1.0))
    twin.compare()
    return [one for one in twin.replies() if not one.writes]


class Searching:
    """Answers with the drinks whose name has what was asked for, or with the one of this id."""

    async def __call__(self, request: Request, session: Any) -> Answer | None:
        query = parse_qs(urlsplit(request.url).query)
        found: Any = [one for one in ("tea", "milk") if query.get("q", [""])[0] in one]
        if "id" in query:
            found = {"item": {"id": ONE} if query["id"] == [ONE] else None}
        return Response(200, [("content-type", "application/json")], orjson.dumps(found))


ONE, OTHER = (f"{digit}f1d0c52-93f3-4b52-8a61-0b7e6f0e9f1{digit}" for digit in "67")


async def test_a_question_that_is_wrong_is_not_excused_by_its_right_answer() -> None:
    live, mock = asked("GET", "/items?q=tea", ["tea"]), asked("GET", "/items?q=", ["tea", "milk"])
    assert [one.equal for one in await compared([live], [mock], Searching())] == [False]


async def test_that_rows_are_sorted_by_what_the_live_page_did_not_ask_for_is_not_excused() -> None:
    results = await compared([rows("name", "size")], [rows("size", "name")], Sorting())
    assert [one.equal for one in results] == [False]


async def test_that_the_live_app_does_not_know_the_mocks_things_either_is_no_excuse() -> None:
    live = [asked("POST", "/items", {"id": ONE}), asked("GET", f"/item?id={ONE}&n=1", {"item": {"id": ONE}})]
    mock = [asked("POST", "/items", {"id": OTHER}), asked("GET", f"/item?id={OTHER}&n=2", {"item": None})]
    assert [one.equal for one in await compared(live, mock, Searching())] == [False]

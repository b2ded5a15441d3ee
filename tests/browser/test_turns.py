"""Answers wait until a page has done what it can do, and come in the order of their requests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from playwright.async_api import Error as PlaywrightError

from awe_author.archive.model import Recording, StepRecord
from awe_author.browser import turns as module
from awe_author.browser.activity import Traffic
from awe_author.browser.order import Order
from awe_author.browser.turns import Turns
from awe_author.door.messages import Request


class Page:
    """A page that is at rest when `still` says so."""

    def __init__(self, still: Callable[[], Any]) -> None:
        self.still = still
        self.asked = 0

    def is_closed(self) -> bool:
        return False

    async def evaluate(self, _expression: str) -> object:
        self.asked += 1
        return await self.still()


async def rested() -> None:
    """The page is at rest at once."""


def turns_of(page: Page) -> Turns:
    return Turns("quiet", Traffic(), lambda: page)  # type: ignore[arg-type, return-value]


def asked(destination: str = "empty") -> Request:
    return Request("GET", "https://a.test/x", [("Sec-Fetch-Dest", destination)], None)  # type: ignore[arg-type]


async def test_an_answer_waits_until_the_page_is_at_rest() -> None:
    rest = asyncio.Event()
    turns = turns_of(Page(rest.wait))
    waiting = asyncio.ensure_future(turns.turn(asked(), turns.place()))
    await asyncio.sleep(0.05)
    assert (waiting.done(), turns.traffic.in_flight()) == (False, 1)
    rest.set()
    await asyncio.wait_for(waiting, 10)
    assert turns.traffic.in_flight() == 0


async def test_answers_that_wait_together_go_in_the_order_of_their_requests() -> None:
    rest = asyncio.Event()
    page = Page(rest.wait)
    turns, told = turns_of(page), list[int]()

    async def one(place: int) -> None:
        await turns.turn(asked(), place)
        told.append(place)

    places = [turns.place() for _ in range(4)]
    waiting = [asyncio.ensure_future(one(place)) for place in reversed(places)]
    await asyncio.sleep(0.05)
    rest.set()
    await asyncio.wait_for(asyncio.gather(*waiting), 10)
    assert told == places
    assert page.asked == 4


async def test_documents_and_pictures_do_not_wait() -> None:
    page = Page(asyncio.Event().wait)
    turns = turns_of(page)
    for destination in ("document", "image", "style"):
        await asyncio.wait_for(turns.turn(asked(destination), turns.place()), 10)
    assert page.asked == 0


async def test_scripts_wait_together_until_the_page_is_at_rest() -> None:
    rest = asyncio.Event()
    page = Page(rest.wait)
    turns = turns_of(page)
    waiting = [asyncio.ensure_future(turns.turn(asked("script"), turns.place())) for _ in range(3)]
    await asyncio.sleep(0.05)
    assert ([one.done() for one in waiting], page.asked) == ([False] * 3, 1)
    rest.set()
    await asyncio.wait_for(asyncio.gather(*waiting), 10)
    assert page.asked == 1
    await turns.turn(asked("script"), turns.place())
    assert page.asked == 2


async def test_a_font_waits_until_the_page_has_been_at_rest_twice() -> None:
    rest = asyncio.Event()
    page = Page(rest.wait)
    turns = turns_of(page)
    waiting = asyncio.ensure_future(turns.turn(asked("font"), turns.place()))
    await asyncio.sleep(0.05)
    assert (waiting.done(), page.asked) == (False, 1)
    rest.set()
    await asyncio.wait_for(waiting, 10)
    assert page.asked == 2


@pytest.mark.parametrize("destination", ["script", "font"])
async def test_scripts_and_fonts_do_not_wait_for_ever(destination: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SCRIPTS", 0.05)
    turns = turns_of(Page(asyncio.Event().wait))
    await asyncio.wait_for(turns.turn(asked(destination), turns.place()), 10)


async def test_a_page_that_is_blocked_until_it_has_its_answer_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONGEST", 0.05)
    page = Page(asyncio.Event().wait)
    turns = turns_of(page)
    for _ in range(3):
        await asyncio.wait_for(turns.turn(asked(), turns.place()), 10)
    assert page.asked == 1


async def test_a_page_that_goes_away_lets_everything_through() -> None:
    async def gone() -> None:
        raise PlaywrightError("Target closed")

    turns = turns_of(Page(gone))
    await asyncio.wait_for(asyncio.gather(*(turns.turn(asked(), turns.place()) for _ in range(5))), 10)


async def test_whoever_is_waited_for_no_more_does_not_stop_the_others() -> None:
    rest = asyncio.Event()
    turns = turns_of(Page(rest.wait))
    first, second = (asyncio.ensure_future(turns.turn(asked(), turns.place())) for _ in range(2))
    await asyncio.sleep(0.05)
    first.cancel()
    rest.set()
    await asyncio.wait_for(second, 10)
    assert turns.traffic.held == 0


async def test_very_many_pass() -> None:
    rest = asyncio.Event()
    turns = turns_of(Page(rest.wait))
    crowd = [asyncio.ensure_future(turns.turn(asked(), turns.place())) for _ in range(module.MANY * 3)]
    await asyncio.sleep(0.05)
    rest.set()
    await asyncio.wait_for(asyncio.gather(*crowd), 20)


async def test_messages_wait_but_a_stream_of_them_passes() -> None:
    page = Page(asyncio.Event().wait)
    turns = turns_of(page)
    waiting = [asyncio.ensure_future(turns.message()) for _ in range(module.MANY)]
    await asyncio.sleep(0.05)
    assert not any(one.done() for one in waiting)
    await asyncio.wait_for(turns.message(), 10)
    for one in waiting:
        one.cancel()


def recorded(*seqs: int, step: int = 3) -> Order:
    record = StepRecord(step, "click", "#go", 0.0, answers=[(seq, 100.0 + seq) for seq in seqs])
    return Order.of(Recording(steps=[record]))


async def told_by(turns: Turns, *coming: tuple[int | None, float]) -> list[int | None]:
    """The order in which answers go that come in the order of `coming`: (seq, seconds until it comes)."""
    told = list[int | None]()

    async def one(seq: int | None, later: float) -> None:
        await asyncio.sleep(later)
        await (turns.turn(asked(), turns.place(), seq) if seq is None or seq < 50 else turns.message(seq))
        told.append(seq)

    await asyncio.wait_for(asyncio.gather(*(one(*each) for each in coming)), 30)
    return told


async def test_answers_go_in_the_recorded_order_whenever_they_come() -> None:
    turns = turns_of(Page(rested))
    turns.order, turns.step = recorded(7, 51, 9, 8), lambda: 3
    assert await told_by(turns, (8, 0.0), (9, 0.02), (7, 0.1), (51, 0.2)) == [7, 51, 9, 8]


async def test_what_a_page_does_not_ask_for_is_not_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MISSED", 0.2)
    turns = turns_of(Page(rested))
    turns.order, turns.step = recorded(7, 8, 9), lambda: 3
    assert await told_by(turns, (9, 0.0), (8, 2.0)) == [9, 8]


async def test_another_step_waits_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MISSED", 60.0)
    turns = turns_of(Page(rested))
    turns.order, turns.step = recorded(7, 8, 9), lambda: 4
    assert await told_by(turns, (9, 0.0), (None, 0.5), (7, 1.0)) == [9, None, 7]


async def test_what_is_under_way_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MISSED", 0.1)
    turns = turns_of(Page(rested))
    turns.order, turns.step = recorded(7, 9), lambda: 3
    tokens = [turns.traffic.began(f"https://a.test/{name}") for name in ("slow", "waits")]
    going = asyncio.ensure_future(told_by(turns, (9, 0.0), (7, 1.0)))
    await asyncio.sleep(0.9)
    assert not going.done()
    assert await going == [7, 9]
    for token in tokens:
        turns.traffic.ended(token)


def test_an_order_knows_what_came_before() -> None:
    order = recorded(7, 8, 9)
    assert (order.place(8), order.place(1), order.place(None)) == (1, None, None)
    assert order.moments == {7: 107.0, 8: 108.0, 9: 109.0}
    assert order.awaited(9, 3) == [7, 8]
    order.over(7)
    assert (order.awaited(9, 3), order.awaited(9, 2), order.awaited(1, 3)) == ([8], [], [])
    assert Order.of(None).moments == {}

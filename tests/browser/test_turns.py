"""Answers wait until a page has done what it can do, and come in the order of their requests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from playwright.async_api import Error as PlaywrightError

from awe_author.browser import turns as module
from awe_author.browser.activity import Traffic
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
    for destination in ("document", "script", "image", "style"):
        await asyncio.wait_for(turns.turn(asked(destination), turns.place()), 10)
    assert page.asked == 0


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

"""What a page that is opened by itself hears of its WebSockets, and when."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from awe_author.browser.activity import Traffic
from awe_author.fidelity.theatre import Theatre, replay_clock
from awe_author.replay.session import ReplaySession
from tests.replay.listed import THEN, ListedArchive


def theatre(*, patience: float = 5.0) -> Theatre:
    """One without a browser, in which nothing is open."""
    stage = cast(Any, SimpleNamespace(context=SimpleNamespace(pages=[])))
    return Theatre(ReplaySession(ListedArchive()), stage, Traffic(), replay_clock("token"), patience=patience)


async def told(one: Theatre) -> asyncio.Task[None]:
    """A message is being announced; the event loop has had some turns since."""
    task = asyncio.create_task(one.herald("wss://app.test/live", THEN))
    await asyncio.sleep(0.05)
    return task


async def test_messages_to_a_page_opened_by_itself_come_after_what_it_asked_for() -> None:
    one = theatre()
    one.session.rerun.picture = THEN + 5
    one.traffic.held += 1
    task = await told(one)
    assert not task.done()
    one.traffic.held -= 1
    await asyncio.wait_for(task, 5)


@pytest.mark.parametrize("patience", [5.0, 0.0])
async def test_otherwise_or_in_vain_they_do_not_wait(patience: float) -> None:
    one = theatre(patience=patience)
    one.session.rerun.picture = THEN + 5 if patience == 0 else None
    one.traffic.held += 1
    assert (await told(one)).done()

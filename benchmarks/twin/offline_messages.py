"""What was said over sockets in a recording of the *other* steps, put to the mock: see `benchmarks.twin.offline`.

What the page said is said to the mock, burst by burst (a burst ends where nothing was said for half a second), and what
the mock's server says is compared with what the live one said in that burst.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from awe_author.archive.model import SocketMessage
from awe_author.archive.recorded import Archive
from awe_author.door.messages import Request, Upgrade
from awe_author.features.talks import Talk, is_engine_address, talks_of
from awe_author.replay.chain import build_chain
from awe_author.replay.session import ReplaySession
from awe_author.twin.exchanges import Exchange
from awe_author.twin.likeness import Likeness, general
from awe_author.twin.messages import changing, pushed
from awe_author.twin.pairing import Pairs, operation_of
from awe_author.twin.replies import Failed, ReplyResult, compare_pair

BURST = 0.5
QUIET = 0.3
PATIENCE = 3.0
"""Seconds: between bursts; without a message until a burst is over; for a burst that says less than the live one."""


class _Empty:
    async def read(self) -> bytes:
        return b""

    def __aiter__(self) -> _Empty:
        return self

    async def __anext__(self) -> bytes:
        raise StopAsyncIteration


class _Page:
    """The page's end of a WebSocket."""

    close_code: int | None = None
    close_reason = ""

    def __init__(self) -> None:
        self.out: asyncio.Queue[str | bytes | None] = asyncio.Queue()
        self.came: list[str | bytes] = []

    async def receive(self) -> str | bytes | None:
        return await self.out.get()

    async def send(self, message: str | bytes) -> None:
        self.came.append(message)

    async def close(self, code: int = 1000, reason: str = "") -> None:
        self.out.put_nowait(None)


def bursts(messages: Sequence[SocketMessage]) -> list[list[SocketMessage]]:
    """The messages, cut where the page speaks after a silence."""
    found: list[list[SocketMessage]] = [[]]
    last = messages[0].time if messages else 0.0
    for one in messages:
        if one.outgoing and one.time - last > BURST:
            found.append([])
        found[-1].append(one)
        last = one.time
    return found


async def compare_talks(live: Archive, replay: ReplaySession, likeness: Likeness) -> list[ReplyResult]:
    """The results of all conversations of the live recording, in order."""
    results: list[ReplyResult] = []
    _note_changing(live, likeness)
    pairs, step = Pairs(likeness), 0
    for talk in talks_of(live):
        if talk.entry.kind != "websocket" and not talk.opening:
            continue
        page = _Page()
        running = await _open(talk, replay, page)
        for burst in bursts(talk.messages):
            step += 1
            said = Exchange(step, step, "GET", talk.url, [], messages=[(step, one.outgoing, one.data) for one in burst])
            told = Exchange(step, step, "GET", talk.url, [], messages=[])
            if running is not None:
                before = len(page.came)
                for one in burst:
                    if one.outgoing:
                        page.out.put_nowait(one.data)
                await _quiet(page, before, sum(not one.outgoing for one in burst))
                told.messages = [(step, False, data) for data in page.came[before:]]
            found = pairs.step(pushed([said], step), pushed([told], step))
            results += [compare_pair(pair, likeness, Failed(), {}) for pair in found]
        if running is not None:
            page.out.put_nowait(None)
            await asyncio.wait([running], timeout=5)
            running.cancel()
    return results + [compare_pair(pair, likeness, Failed(), {}) for pair in pairs.finish()]


def _note_changing(live: Archive, likeness: Likeness) -> None:
    """What changes by itself in the live app's messages."""
    talks = [talk for talk in talks_of(live) if talk.entry.kind == "websocket" or talk.opening]
    said = [
        Exchange(0, 0, "GET", talk.url, [], messages=[(0, one.outgoing, one.data) for one in talk.messages])
        for talk in talks
    ]
    told = pushed(said, 0)
    operations = {one.event: operation_of(one) for one in told}
    for event, paths in changing(told).items():
        likeness.volatile.setdefault(operations[event], set()).update(general(path) for path in paths)


async def _open(talk: Talk, replay: ReplaySession, page: _Page) -> asyncio.Task[None] | None:
    url = talk.url
    if is_engine_address(url):
        url = url.partition("?")[0] + "?EIO=4&transport=websocket"
    for responder in build_chain(replay):
        answer = await responder(Request("GET", url, [], _Empty()), replay)
        if isinstance(answer, Upgrade):
            return asyncio.ensure_future(answer.handler(page))  # type: ignore[arg-type]
        if answer is not None:
            return None
    return None


async def _quiet(page: _Page, before: int, wanted: int) -> None:
    """Until the mock has said as much as the live app did, or says nothing more for a while."""
    loop = asyncio.get_running_loop()
    until = loop.time() + PATIENCE
    while loop.time() < until:
        size = len(page.came)
        await asyncio.sleep(QUIET)
        if len(page.came) == size and size - before >= wanted:
            return

"""The event stream of a session (server-sent events, WHATWG HTML section 9.2).

The stream follows the session's head and keeps no queue: it remembers the last node that it told, and when the head is
elsewhere it reads from the history what lies between. So a slow client takes no memory and loses nothing; it is only
told later. Between two looks events may be appended and rewound away again; these are never told.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import orjson

from awe_author.session.control.service import Control
from awe_author.session.errors import UnknownSession
from awe_author.session.session import Session

_BATCH = 200
"""Events that are read at once."""


async def follow(control: Control, session: Session, after: int | None) -> AsyncIterator[bytes]:
    """The stream, beginning behind node `after` (default: the head). Ends when the session or the server does."""
    loop = asyncio.get_running_loop()
    moved = asyncio.Event()
    unsubscribe = session.subscribe(lambda: _call(loop, moved))
    forget = control.waker(moved.set)
    told = session.head if after is None else after
    try:
        yield b"retry: 1000\n: follows node %d\n\n" % told
        while not control.stopping.is_set():
            moved.clear()
            try:
                messages, told = await control.run(_since, session, told)
            except UnknownSession:
                yield b"event: closed\ndata: {}\n\n"
                return
            for message in messages:
                yield message
            if not messages and not await _happens(moved, control.heartbeat):
                yield b": still here\n\n"
    finally:
        unsubscribe()
        forget()


def _since(session: Session, told: int) -> tuple[list[bytes], int]:
    """Messages that lead from node `told` towards the head, and the node that they lead to."""
    session.refresh()
    head = session.event().node
    common = session.common_ancestor(told, head)
    messages = []
    if common != told:
        messages.append(_message("head", common, {"node": common}))
    for event in session.events(common, head, limit=_BATCH) if common != head else []:
        messages.append(_message("event", event.node, event.to_json()))
        common = event.node
    return messages, common


def _message(kind: str, node: int, data: object) -> bytes:
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (node, kind.encode(), orjson.dumps(data))


async def _happens(event: asyncio.Event, seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return False
    return True


def _call(loop: asyncio.AbstractEventLoop, moved: asyncio.Event) -> None:
    """Wake the stream from another thread."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(moved.set)

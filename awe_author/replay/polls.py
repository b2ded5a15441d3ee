"""Long polls of engine.io (socket.io): held until there is something to say, as its server does.

A page that changes over to a WebSocket has one poll left. Its server ends it with a packet that says nothing, once
the WebSocket has proved itself; until then, the page sends nothing over the WebSocket. In a recording that packet is
an ordinary answer. Given at once it would be spent too early, and the next poll would keep the page waiting.

What a page has to say before it has changed over, it posts. When it says something else than it did while it was
recorded, or says it earlier, the recording has no such post, but may have that message in the WebSocket's conversation.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Callable

from awe_author.archive.matching import Match
from awe_author.archive.model import Entry
from awe_author.archive.rules import is_engine
from awe_author.door.messages import Request, Response
from awe_author.features.talks import packets
from awe_author.replay.frames import alike
from awe_author.replay.session import ReplaySession

POLL_SECONDS = 20.0
"""How long a poll is kept waiting when all recorded answers to it were given."""
MOST_WAITING = 100
"""Messages posted that wait for a connection to change over."""
AGAIN = 0.1
"""Seconds after which a poll on a connection that has changed over is ended."""
NOTHING = frozenset({b"6", b"1:6"})
"""Bodies that say nothing (engine.io protocol 4, and 3)."""
_CONNECTION = re.compile(r"[?&]sid=([^&#]+)")


def is_engine_url(url: str) -> bool:
    """Is it the address of a poll or a post of engine.io?"""
    return "transport=polling" in url and is_engine(url.partition("?")[0])


def is_engine_poll(request: Request) -> bool:
    """Does it wait for what the server says over a connection that exists?"""
    return request.method == "GET" and "sid=" in request.url and is_engine_url(request.url)


async def posted(request: Request, session: ReplaySession) -> Response | None:
    """The answer to an unrecorded post of messages that the connection's recorded conversation has: it hears them, as
    soon as it has changed over. None when it is none, or when there is no such conversation or message."""
    connection = connection_of(request.url)
    if request.method != "POST" or not connection or not is_engine_url(request.url):
        return None
    said = [packet for packet in packets(await request.body.read(), request.url) if packet.startswith("4")]
    known = _said_in(connection, session)
    waiting = session.progress.posted.get(connection, [])
    if not said or len(waiting) + len(said) > MOST_WAITING or not all(any(alike(k, s) for k in known) for s in said):
        return None
    session.log.add("match", url=request.url, method="POST", verdict="rule", rule="message of a conversation")
    hearer = session.hearers.get(connection)
    if hearer is None or connection not in session.progress.proved:
        session.progress.posted[connection] = [*waiting, *said]
    else:
        for packet in said:
            await hearer(packet)
    return Response(200, [("Content-Type", "text/html")], b"ok", "OK")


def _said_in(connection: str, session: ReplaySession) -> list[str | bytes]:
    """What the page said in the recorded conversation of the connection."""
    sockets = (one for one in session.archive.entries() if one.kind == "websocket")
    own = (one for one in sockets if connection_of(one.url) == connection)
    return [message.data for one in own for message in session.archive.messages(one) if message.outgoing]


def connection_of(url: str) -> str:
    """The connection that a poll or a WebSocket of engine.io belongs to; "" when it is none."""
    found = _CONNECTION.search(url) if is_engine(url.partition("?")[0]) else None
    return found.group(1) if found else ""


async def due(
    find: Callable[[], Match], request: Request, session: ReplaySession, says_nothing: Callable[[Entry], bool]
) -> Match | None:
    """What a poll is answered with, as soon as it may be; None when there is nothing more to say."""
    loop = asyncio.get_running_loop()
    until, connection = loop.time() + POLL_SECONDS, connection_of(request.url)
    while True:
        found, proved = find(), connection in session.progress.proved
        left = until - loop.time()
        fresh = found.entry is not None and not session.cursor.was_served(found.entry.seq)
        if fresh and found.entry is not None and (proved or left <= 0 or not says_nothing(found.entry)):
            return found
        if proved or left <= 0:
            await asyncio.sleep(AGAIN if proved else 0)
            return None
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(session.moved(), left)


def nothing() -> Response:
    """The answer that says nothing."""
    return Response(200, [("Content-Type", "text/plain; charset=UTF-8")], b"6", "OK")

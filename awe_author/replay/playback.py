"""Play recorded conversations: WebSockets message by message, event streams chunk by chunk.

A recorded WebSocket is cut into segments: what the server said before the page's first message, and after each of them.
A message of the page is answered by the segment of the recorded message it corresponds to, with the recorded delays.
What the server said after a write waits until the session has replayed that write, so that a push never announces what
has not happened. When verify pins a step, what had arrived by that step's screenshot comes at once and the rest waits.
Heartbeats are no segments: they are answered, and go on when the recording has ended; so do the feeds of a session with
state (`feeds`), which wait for nothing. Such a session's state shows what became of things in the end; so what a
GraphQL subscription told of the way there comes at once.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field

from awe_author.archive.cursor import Cursor, next_unserved_write
from awe_author.archive.model import Entry, SocketMessage
from awe_author.archive.rules import is_engine
from awe_author.door.messages import WebSocket
from awe_author.features.feeds import Feeds, repeats
from awe_author.features.frames import is_heartbeat, read, subscription
from awe_author.replay.frames import Renaming, alike, parse
from awe_author.replay.names import with_names
from awe_author.replay.session import ReplaySession

Sleep = Callable[[float], Awaitable[None]]

LONGEST_GAP = 2.0
"""Seconds between two messages at most, unless true timing is asked for."""
LATE_WRITE = 3.0
"""Seconds after its recorded moment that a message of a pinned step waits for the write before it."""
LOOK_AGAIN = 0.5
ONE_BY_ONE = 0.05
"""Seconds between two messages to a page that is opened as it was at one moment: it has handled the one before."""
ANSWERS = 1.0
"""Seconds within which a message answers the page's, whatever was written meanwhile."""
AT_ONCE = 0.02
"""Seconds between messages of what comes at once."""
PROBE_ANSWERED = "3probe"
"""With this an engine.io server says that a WebSocket works; it lets the last poll go then."""
ENGINE_PING = 25.0
"""Seconds between the pings of engine.io when its server does not say."""
playing: ContextVar[int | None] = ContextVar("playing", default=None)
"""The seq of the recorded message that is being sent, for those who pass it on."""
after_write: ContextVar[bool] = ContextVar("after_write", default=False)
"""Had the page written something between what it said and this message that is being sent, when they were recorded?"""


@dataclass(slots=True)
class Segment:
    """What the server said after one message of the page (or, first, after it accepted)."""

    trigger: SocketMessage | None
    answers: list[SocketMessage] = field(default_factory=list)
    played: bool = False


@dataclass(slots=True)
class Script:
    """A recorded conversation, cut up."""

    segments: list[Segment]
    replies: dict[str | bytes, str | bytes]
    """Heartbeat of the page -> what the server answers."""
    pings: tuple[str | bytes, float] | None = None
    """Heartbeat of the server, and its interval in seconds."""
    engine: bool = False
    """Is it a connection of engine.io?"""


def cut(messages: Sequence[SocketMessage], url: str = "") -> Script:
    """The conversation's segments, without heartbeats."""
    engine = is_engine(url.partition("?")[0])
    script = Script([Segment(None)], {"2": "3"} if engine else {}, engine=engine)
    beats: list[SocketMessage] = []
    waiting: SocketMessage | None = None
    for message in messages:
        if is_heartbeat(message.data, engine=script.engine):
            if message.outgoing:
                waiting = message
            elif waiting is not None:
                script.replies[waiting.data] = message.data
                waiting = None
            else:
                beats.append(message)
        elif message.outgoing:
            script.segments.append(Segment(message))
        else:
            script.segments[-1].answers.append(message)
    script.pings = _interval(beats, script.engine and "EIO=3" not in url)
    return script


def _interval(beats: list[SocketMessage], pinging: bool) -> tuple[str | bytes, float] | None:
    if len(beats) >= 2:
        return beats[0].data, max(1.0, (beats[-1].time - beats[0].time) / (len(beats) - 1))
    if beats or pinging:
        return (beats[0].data if beats else "2"), ENGINE_PING
    return None


class SocketPlayback:
    """One recorded WebSocket conversation, played to one page. `await playback.run(socket)` until the page closes."""

    def __init__(
        self,
        session: ReplaySession,
        entry: Entry,
        messages: Sequence[SocketMessage],
        *,
        longest_gap: float | None = LONGEST_GAP,
        sleep: Sleep = asyncio.sleep,
        beside: Sequence[Sequence[SocketMessage]] | None = None,
        feeds: Feeds | None = None,
        others: Sequence[Sequence[SocketMessage]] = (),
    ) -> None:
        """`beside`: other conversations with the same server, which answer what this one does not know; given where
        the transport (of engine.io) is served by somebody else. `feeds`: what goes on by itself, in a session with
        state. `others`: as `beside`, where the transport is the WebSocket's own."""
        self.session, self.entry = session, entry
        self._feeds, self._stateful = feeds or Feeds(), feeds is not None
        told = [one for one in messages if one.outgoing or not self._feeds.holds(one.data)]
        self.script = cut(told, entry.url if beside is None else "")
        self._feeding = self._opener(messages)
        self._beside = [segment for other in beside or others for segment in cut(other).segments[1:]]
        self._names: dict[int, dict[str, str]] = {}
        """Of a segment that tells of something else: by id(), the names that are exchanged."""
        self.gate = Gate(session, entry, longest_gap, sleep)
        self._sleep = sleep
        self._due: asyncio.Queue[Segment] = asyncio.Queue()
        self._fed = asyncio.Event()
        self._renaming = Renaming()
        self.connection = ""
        """The engine.io connection it belongs to (`polls`)."""

    async def run(self, socket: WebSocket) -> None:
        self._due.put_nowait(self.script.segments[0])
        self.script.segments[0].played = True
        self.session.hearers[self.connection] = lambda posted: self._hear(socket, posted)
        tasks = [asyncio.ensure_future(one(socket)) for one in (self._speak, self._beat, self._feed)]
        try:
            while (message := await socket.receive()) is not None:
                await self._hear(socket, message)
                if self.connection in self.session.progress.proved:
                    for posted in self.session.progress.posted.pop(self.connection, []):
                        await self._hear(socket, posted)
        finally:
            self.session.hearers.pop(self.connection, None)
            for posted in self.session.progress.posted.pop(self.connection, []):
                self.session.log.add("socket_miss", url=self.entry.url, message=_brief(posted))
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _hear(self, socket: WebSocket, message: str | bytes) -> None:
        if is_heartbeat(message, engine=self.script.engine):
            reply = self.script.replies.get(message)
            if reply is not None:
                await socket.send(reply)
            return
        asked, names = as_then(message, self.session.cursor)
        segment = self._corresponding(asked) or self._elsewhere(asked)
        if segment is None or segment.trigger is None:
            self.session.log.add("socket_miss", url=self.entry.url, message=_brief(message))
            return
        segment.played = True
        self._names[id(segment)] = names
        self._renaming.learn(segment.trigger.data, asked)
        self._due.put_nowait(segment)

    def _corresponding(self, message: str | bytes) -> Segment | None:
        """The first unplayed segment of the best likeness; else, for equal messages, one that was played."""
        best, likeness = None, 0
        for segment in self.script.segments[1:]:
            if segment.trigger is None:
                continue
            level = alike(segment.trigger.data, message)
            if segment.played:
                level = level - 3 if level < 3 else 0
            if level > likeness:
                best, likeness = segment, level
        if best is not None:
            return best
        played = [s for s in self.script.segments[1:] if s.trigger and alike(s.trigger.data, message) >= 2]
        if played:
            return played[-1]
        if parse(message) is not None:
            return None
        return next(
            (s for s in self.script.segments[1:] if not s.played and s.trigger and not parse(s.trigger.data)), None
        )

    def _elsewhere(self, message: str | bytes) -> Segment | None:
        """The best likeness of another conversation."""
        ranked = [(alike(one.trigger.data, message), one) for one in self._beside if one.trigger is not None]
        level = max((level for level, _ in ranked), default=0)
        return next((one for found, one in ranked if found == level), None) if level else None

    async def _speak(self, socket: WebSocket) -> None:
        while True:
            segment = await self._due.get()
            last = segment.trigger.time if segment.trigger else 0.0
            since = segment.trigger.seq if segment.trigger else self.entry.seq
            if segment is self._feeding:
                self._fed.set()
            at_once = self._is_history(segment)
            for message in segment.answers:
                gap, news = message.time - last, self._is_news(segment, message)
                gap = min(gap, AT_ONCE) if at_once else gap
                await self.gate.wait(gap, message.time, message.seq, since, news)
                playing.set(message.seq)
                after_write.set(bool(news))
                told = with_names(message.data, self._names.get(id(segment), {}))
                await socket.send(self._renaming.apply(told))
                last = message.time
                if self.script.engine and message.data == PROBE_ANSWERED:
                    self.session.progress.proved.add(self.connection)
                    self.session.stir()

    def _is_news(self, segment: Segment, message: SocketMessage) -> bool | None:
        """Does it tell of a write? Not what answers the page at once. None: it is not known, there is no state."""
        if not self._stateful:
            return None
        said = segment.trigger
        since, at = (said.seq, said.time) if said else (self.entry.seq, 0.0)
        write = self.session.archive.next_write(since)
        return message.time - at > ANSWERS and write is not None and write < message.seq

    def _is_history(self, segment: Segment) -> bool:
        """Does it tell, in answer to a subscription, how something went on that state has the end of?"""
        if self._feeds.frame != "graphql" or segment.trigger is None:
            return False
        asked = read(segment.trigger.data, "graphql")
        told = [part for one in segment.answers for part in read(one.data, "graphql")]
        return any(map(subscription, asked)) and not repeats(told)

    def _opener(self, messages: Sequence[SocketMessage]) -> Segment | None:
        """The segment in which the feeds began."""
        if not self._feeds.names:
            return None
        place = next((at for at, one in enumerate(messages) if not one.outgoing and self._feeds.holds(one.data)), 0)
        before = {one.seq for one in messages[:place] if one.outgoing}
        return [one for one in self.script.segments if one.trigger is None or one.trigger.seq in before][-1]

    async def _feed(self, socket: WebSocket) -> None:
        await self._fed.wait()
        began = self._feeding.trigger.time if self._feeding and self._feeding.trigger else 0.0
        for gap, message in self._feeds.following(self.entry, self.entry.time + began):
            await self._sleep(gap)
            await socket.send(self._renaming.apply(message))

    async def _beat(self, socket: WebSocket) -> None:
        if self.script.pings is None:
            return
        message, interval = self.script.pings
        while True:
            await self._sleep(interval)
            await socket.send(message)


def as_then(message: str | bytes, cursor: Cursor) -> tuple[str | bytes, dict[str, str]]:
    """What a page says, as it would say it of what a write was recorded about, where it speaks of what the same was
    done to now; and the names that are exchanged in the answers."""
    for done in reversed(cursor.done) if isinstance(message, str) else ():
        marked = with_names(message, dict.fromkeys(done.names_then(), ""))
        if marked != message:
            return with_names(message, done.names_then()), done.names_now()
    return message, {}


class Gate:
    """Decides when a recorded piece of a conversation may be played."""

    def __init__(self, session: ReplaySession, entry: Entry, longest_gap: float | None, sleep: Sleep) -> None:
        self.session, self.entry, self.longest_gap, self._sleep = session, entry, longest_gap, sleep

    async def wait(self, gap: float, at: float, seq: int, since: int, news: bool | None = None) -> None:
        """Return when a piece recorded `gap` seconds after the one before may go.

        `at`: seconds since the conversation began; `seq`: its place in the recording, `since`: that of what it answers;
        `news`: it tells of the writes in between, which it waits for, or of none (None: of the next one).
        """
        freed = False
        while (behind := self._behind(at, seq, since, news)) or self._after_the_picture(at, seq):
            freed |= behind
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.session.moved(), LOOK_AGAIN)
        if self.session.cursor.step is not None:
            await self._by_the_clock(self.entry.time + at, seq, since, freed)
        elif self.session.rerun.picture is not None:
            await self._sleep(ONE_BY_ONE)
        elif gap > 0:
            await self._sleep(gap if self.longest_gap is None else min(gap, self.longest_gap))
        step, rerun = self.session.cursor.step, self.session.rerun
        if rerun.herald is not None and (step is not None or rerun.picture is not None):
            await rerun.herald(self.entry.url, self.entry.time + at)

    async def _by_the_clock(self, moment: float, seq: int, since: int, freed: bool) -> None:
        """Until the session's clock (which verify moves) shows `moment`; after a write at least as long as it took."""
        if freed:
            write = max((one.time for one in self._writes(since, seq)), default=moment)
            await self._sleep(max(0.0, min(moment - write, 5.0)))
        while (left := moment - self.session.clock.now()) > 0:
            await self._sleep(min(left, 0.05))

    def _writes(self, since: int, seq: int) -> list[Entry]:
        found, write = [], self.session.archive.next_write(since)
        while write is not None and write < seq:
            entry = self.session.archive.by_seq(write)
            found += [entry] if entry is not None else []
            write = self.session.archive.next_write(write)
        return found

    def _after_the_picture(self, at: float, seq: int) -> bool:
        step, picture = self.session.cursor.step, self.session.rerun.picture
        if step is None:
            return picture is not None and self.entry.time + at > picture
        return self._after_step(step, self.entry.time + at, seq)

    def _behind(self, at: float, seq: int, since: int, news: bool | None) -> bool:
        if news is None:
            return self._behind_a_write(at, seq, since)
        cursor = self.session.cursor
        return news and any(not cursor.was_served(one.seq) for one in self._writes(max(since, cursor.position), seq))

    def _behind_a_write(self, at: float, seq: int, since: int) -> bool:
        step = self.session.cursor.step
        write = next_unserved_write(self.session.archive, self.session.cursor)
        return write is not None and since < write < seq and not (step is not None and self._given_up(write, step, at))

    def _given_up(self, write: int, step: int, at: float) -> bool:
        """Will a write no longer come, so that nothing needs to wait for it? Pages leave some out when replayed (what
        they tell their server on leaving, a second attempt): their step is over, or they are late by much."""
        entry = self.session.archive.by_seq(write)
        earlier = entry is not None and entry.step is not None and entry.step < step
        return earlier or self.session.clock.now() > self.entry.time + at + LATE_WRITE

    def _after_step(self, step: int, moment: float, seq: int) -> bool:
        """Was it recorded after the picture of `step` was taken?"""
        recording = self.session.recording
        steps = recording.steps if recording is not None else []
        record = next((one for one in steps if one.number == step), None)
        if record is None:
            return False
        if record.clock is not None:
            return moment > record.clock
        return seq >= record.next_seq > 0


async def stream(
    session: ReplaySession,
    entry: Entry,
    body: bytes,
    times: Sequence[tuple[float, int]],
    *,
    ends: bool,
    longest_gap: float | None = LONGEST_GAP,
    sleep: Sleep = asyncio.sleep,
) -> AsyncIterator[bytes]:
    """The body in its recorded pieces. `times`: (seconds since the request, bytes so far) of each; `ends`: the server
    ended it, else it stays open until the page goes away."""
    gate = Gate(session, entry, longest_gap, sleep)
    sent, last = 0, times[0][0] if times else 0.0
    for number, (at, size) in enumerate(times):
        piece = body[sent : max(sent, size)]
        if not piece:
            continue
        seq = _seq_at(session, entry, at) if number else entry.seq
        await gate.wait(at - last, at, seq, entry.seq)
        yield piece
        sent, last = sent + len(piece), at
    if body[sent:]:
        yield body[sent:]
    if not ends:
        await asyncio.Event().wait()


def _seq_at(session: ReplaySession, entry: Entry, at: float) -> int:
    """The place in the recording of something that came `at` seconds after `entry` began."""
    seq, write = entry.seq, session.archive.next_write(entry.seq)
    while write is not None:
        found = session.archive.by_seq(write)
        if found is None or found.time > entry.time + at:
            break
        seq, write = write + 1, session.archive.next_write(write)
    return seq


def _brief(message: str | bytes) -> str:
    text = message if isinstance(message, str) else message.hex()
    return text if len(text) <= 200 else text[:197] + "..."

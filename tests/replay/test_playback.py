"""Conversations are played by the recorded order, delays, writes and steps."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from awe_author.archive.cursor import Done
from awe_author.archive.model import Entry, Recording, SocketMessage, StepRecord
from awe_author.door.messages import Response, Upgrade
from awe_author.replay.feeding import conversations, feeds_in
from awe_author.replay.match_responder import ArchiveResponder
from awe_author.replay.playback import AT_ONCE, ONE_BY_ONE, SocketPlayback, cut
from tests.features.discover.mock import Mock
from tests.replay.listed import THEN, ListedArchive, Replay

LIVE = "wss://app.test/live"
FEED = "https://app.test/feed"


class Time:
    """A sleep that passes at once and is written down."""

    def __init__(self) -> None:
        self.slept: list[float] = []

    async def __call__(self, seconds: float) -> None:
        if seconds >= 20:
            await asyncio.Event().wait()
        self.slept.append(round(seconds, 3))
        await asyncio.sleep(0)


class Socket:
    """The page's end of a WebSocket."""

    close_code: int | None = None
    close_reason = ""

    def __init__(self) -> None:
        self.inbox: asyncio.Queue[str | bytes | None] = asyncio.Queue()
        self.heard: list[str | bytes] = []

    async def receive(self) -> str | bytes | None:
        return await self.inbox.get()

    async def send(self, message: str | bytes) -> None:
        self.heard.append(message)

    async def close(self, code: int = 1000, reason: str = "") -> None:
        self.inbox.put_nowait(None)

    async def say(self, *messages: str) -> list[str | bytes]:
        """Send messages; what was heard by the time everything is quiet."""
        for message in messages:
            self.inbox.put_nowait(message)
        for _ in range(60):
            await asyncio.sleep(0)
        return self.heard


class Talk:
    """A playback that is running."""

    def __init__(
        self, *messages: tuple[float, str, str], archive: ListedArchive | None = None, gap: float | None = 2.0
    ) -> None:
        archive = archive or ListedArchive(Recording())
        self.entry = archive.record_socket(LIVE, *messages)
        self.replay = Replay(archive)
        self.time, self.socket = Time(), Socket()
        self.playback = SocketPlayback(
            self.replay.session, self.entry, archive.messages(self.entry), longest_gap=gap, sleep=self.time
        )

    async def __aenter__(self) -> Talk:
        self.task = asyncio.ensure_future(self.playback.run(self.socket))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()
        await self.task


CHAT = (
    (0.1, "in", "welcome"),
    (1.0, "out", '{"type":"join","room":1,"id":"aaaaaaaa"}'),
    (1.2, "in", '{"joined":1,"id":"aaaaaaaa"}'),
    (9.0, "in", '{"said":"hi"}'),
    (10.0, "out", '{"type":"say","text":"one"}'),
    (10.1, "in", '{"said":"one"}'),
)


async def test_segments_answer_the_messages_they_followed() -> None:
    async with Talk(*CHAT) as talk:
        assert await talk.socket.say() == ["welcome"]
        await talk.socket.say('{"type":"join","room":1,"id":"bbbbbbbb"}')
        assert talk.socket.heard[1:] == ['{"joined":1,"id":"bbbbbbbb"}', '{"said":"hi"}']
        await talk.socket.say('{"type":"say","text":"two"}')
        assert talk.socket.heard[3:] == ['{"said":"one"}']
        assert talk.time.slept == [0.1, 0.2, 2.0, 0.1]


async def test_true_timing_keeps_long_pauses() -> None:
    async with Talk(*CHAT, gap=None) as talk:
        await talk.socket.say(CHAT[1][2])
        assert talk.time.slept == [0.1, 0.2, 7.8]


async def test_a_message_that_was_not_recorded_is_logged_and_not_answered() -> None:
    async with Talk(*CHAT) as talk:
        await talk.socket.say('{"type":"deleteRoom","room":1}')
        assert talk.socket.heard == ["welcome"]
        assert talk.replay.session.log.of("socket_miss")[0]["message"] == '{"type":"deleteRoom","room":1}'


async def test_an_equal_message_is_answered_again() -> None:
    async with Talk((0.1, "out", '{"get":1}'), (0.2, "in", "1"), (0.3, "out", '{"get":1}'), (0.4, "in", "2")) as talk:
        assert await talk.socket.say(*['{"get":1}'] * 3) == ["1", "2", "2"]


async def test_binary_messages_go_in_order() -> None:
    async with Talk((0.1, "out", "a"), (0.2, "in", "A"), (0.3, "out", "b"), (0.4, "in", "B")) as talk:
        assert await talk.socket.say("x", "y") == ["A", "B"]


async def test_heartbeats_are_answered_and_are_no_segments() -> None:
    messages = (
        (0.1, "out", "ping"),
        (0.2, "in", "pong"),
        (0.5, "in", "news"),
        (5.0, "out", "ping"),
        (5.1, "in", "pong"),
    )
    async with Talk(*messages) as talk:
        assert await talk.socket.say("ping", "ping", "ping") == ["news", "pong", "pong", "pong"] or sorted(
            map(str, talk.socket.heard)
        ) == ["news", "pong", "pong", "pong"]


def test_the_interval_of_a_servers_heartbeat() -> None:
    said = [SocketMessage(n, at, False, "ping") for n, at in enumerate((10.0, 20.0, 30.0))]
    assert cut(said).pings == ("ping", 10.0)
    assert cut([], "wss://a.test/socket.io/?EIO=4&transport=websocket").pings == ("2", 25.0)
    assert cut([]).pings is None


async def test_a_push_waits_for_the_write_that_came_before_it() -> None:
    archive = ListedArchive(Recording())
    filler = archive.record_socket(LIVE)
    write = archive.record("POST", FEED, b"ok")
    archive.said[filler.seq] = [
        SocketMessage(filler.seq, 0.1, False, "before"),
        SocketMessage(write.seq + 1, 0.2, False, "after"),
    ]
    replay = Replay(archive)
    socket = Socket()
    playback = SocketPlayback(replay.session, filler, archive.messages(filler), sleep=Time())
    task = asyncio.ensure_future(playback.run(socket))
    assert await socket.say() == ["before"]
    await replay.ask("POST", FEED)
    assert await socket.say() == ["before", "after"]
    await socket.close()
    await task


async def test_a_pinned_step_hears_by_the_sessions_clock_what_had_come_by_its_picture() -> None:
    steps = [StepRecord(0, "goto", "", THEN, clock=THEN + 5), StepRecord(1, "click", "", THEN + 6, clock=THEN + 20)]
    archive = ListedArchive(Recording(steps=steps))
    async with Talk((1.0, "in", "a"), (4.0, "in", "b"), (15.0, "in", "c"), (60.0, "in", "d"), archive=archive) as talk:
        session = talk.replay.session
        session.pin(0)
        session.clock.freeze(THEN + 0.5)
        assert await talk.socket.say() == []
        session.clock.freeze(THEN + 30)
        assert await talk.socket.say() == ["a", "b"]
        session.pin(1)
        assert await talk.socket.say() == ["a", "b", "c"]


async def test_a_page_opened_as_it_was_hears_what_had_been_said_by_then_and_no_more() -> None:
    async with Talk((1.0, "in", "a"), (40.0, "in", "b"), (41.5, "in", "c")) as talk:
        session, heralded = talk.replay.session, []

        async def herald(url: str, moment: float) -> None:
            heralded.append((url, moment - THEN))

        session.rerun.herald, session.rerun.picture = herald, THEN + 41
        assert await talk.socket.say() == ["a", "b"]
        assert heralded == [(LIVE, 1.0), (LIVE, 40.0)]
        assert set(talk.time.slept) == {ONE_BY_ONE}
        session.stir()
        assert await talk.socket.say() == ["a", "b"]


async def test_a_pinned_step_does_not_wait_for_ever_for_a_write_that_the_page_leaves_out() -> None:
    steps = [StepRecord(0, "goto", "", THEN, clock=THEN + 5), StepRecord(1, "click", "", THEN + 6, clock=THEN + 20)]
    archive = ListedArchive(Recording(steps=steps))
    live = archive.record_socket(LIVE)
    first = archive.record("POST", FEED, b"ok", step=0, time=THEN + 1)
    second = archive.record("POST", FEED, b"ok", step=1, time=THEN + 7)
    archive.said[live.seq] = [
        SocketMessage(first.seq + 1, 1.5, False, "after the first"),
        SocketMessage(second.seq + 1, 8.0, False, "after the second"),
    ]
    replay, socket = Replay(archive), Socket()
    playback = SocketPlayback(replay.session, live, archive.messages(live), sleep=Time())
    task = asyncio.ensure_future(playback.run(socket))
    replay.session.clock.freeze(THEN + 4)
    replay.session.pin(0)
    assert await socket.say() == []
    replay.session.pin(1)
    assert await socket.say() == ["after the first"]
    replay.session.clock.freeze(THEN + 12)
    replay.session.stir()
    assert await socket.say() == ["after the first", "after the second"]
    await socket.close()
    await task


async def test_what_waited_for_its_step_comes_at_once_and_is_heralded() -> None:
    steps = [StepRecord(0, "goto", "", THEN, clock=THEN + 5), StepRecord(1, "click", "", THEN + 6, clock=THEN + 20)]
    archive = ListedArchive(Recording(steps=steps))
    live = archive.record_socket(LIVE)
    write = archive.record("POST", FEED, b"ok", step=0, time=THEN + 1)
    archive.said[live.seq] = [SocketMessage(write.seq + 1, 15.0, False, "push")]
    replay, socket, time = Replay(archive), Socket(), Time()
    await replay.ask("POST", FEED)
    heralded = []

    async def herald(url: str, moment: float) -> None:
        heralded.append((url, moment - THEN, list(socket.heard)))

    replay.session.rerun.herald = herald
    task = asyncio.ensure_future(SocketPlayback(replay.session, live, archive.messages(live), sleep=time).run(socket))
    replay.session.pin(0)
    replay.session.clock.freeze(THEN + 16)
    assert await socket.say() == []
    replay.session.pin(1)
    assert await socket.say() == ["push"]
    assert heralded == [(LIVE, 15.0, [])]
    assert time.slept == []
    await socket.close()
    await task


async def test_the_responder_upgrades_with_the_recorded_subprotocol() -> None:
    archive = ListedArchive(Recording())
    entry = archive.record_socket(LIVE, (0.0, "in", "x"))
    archive.responses[entry.seq].headers = [("Sec-WebSocket-Protocol", "graphql-ws"), ("Set-Cookie", "a=1")]
    answer = await Replay(archive).answer("GET", LIVE)
    assert isinstance(answer, Upgrade)
    assert (answer.subprotocol, answer.headers) == ("graphql-ws", [("Set-Cookie", "a=1")])


async def events(archive: ListedArchive, time: Time) -> tuple[Response, Replay]:
    replay = Replay(archive)
    replay.chain[1] = ArchiveResponder(replay.session, sleep=time)
    return await replay.ask("GET", FEED), replay


def feed(problem: str = "") -> tuple[ListedArchive, Entry]:
    archive = ListedArchive(Recording())
    times = [(0.1, 7), (1.1, 14), (9.0, 21)]
    body = b"data:1\ndata:2\ndata:3\n"
    entry = archive.record("GET", FEED, body, mime="text/event-stream", times=times, problem=problem)
    return archive, entry


async def test_an_event_stream_comes_in_its_pieces() -> None:
    time = Time()
    response, _ = await events(feed()[0], time)
    assert not isinstance(response.body, bytes)
    assert [piece async for piece in response.body] == [b"data:1\n", b"data:2\n", b"data:3\n"]
    assert time.slept == [1.0, 2.0]


async def test_an_event_stream_that_was_cut_off_by_the_end_of_the_recording_stays_open() -> None:
    archive, _ = feed("truncated")
    archive.record("POST", FEED, b"ok", time=THEN + 5)
    response, replay = await events(archive, Time())
    assert not isinstance(response.body, bytes)
    pieces = aiter(response.body)
    assert [await anext(pieces), await anext(pieces)] == [b"data:1\n", b"data:2\n"]
    third = asyncio.ensure_future(anext(pieces))
    await asyncio.sleep(0.01)
    assert not third.done()
    await replay.ask("POST", FEED)
    assert await third == b"data:3\n"
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(anext(pieces), 0.01)


def tick(number: int) -> str:
    return f'{{"type":"tick","count":{number}}}'


async def test_what_comes_by_itself_goes_on_whatever_was_written() -> None:
    """At its pace, after the question that it began with, and again when the recording has ended."""
    archive = ListedArchive(Recording())
    said = [(1.0, "out", '{"watch":1}'), (1.1, "in", "watching")]
    said += [(10.0 * number, "in", tick(number)) for number in range(1, 7)] + [(65.0, "in", "saved")]
    entry = archive.record_socket(LIVE, *said)
    for _ in range(10):
        archive.record("GET", FEED, b"ok")
    archive.record("POST", FEED, b"ok")  # after which nothing but the feed goes on
    session = Replay(archive).session
    archive.said[entry.seq][-1] = replace(archive.said[entry.seq][-1], seq=99)
    slept, socket, turn = [], Socket(), asyncio.Event()

    async def sleep(seconds: float) -> None:
        slept.append(round(seconds, 3))
        if len(slept) > 12:
            turn.set()
            await asyncio.Event().wait()
        await asyncio.sleep(0)

    feeds = feeds_in(session, LIVE, conversations(session, entry))
    playback = SocketPlayback(session, entry, archive.messages(entry), sleep=sleep, feeds=feeds)
    task = asyncio.ensure_future(playback.run(socket))
    assert await socket.say() == []
    await socket.say('{"watch":1}')
    await turn.wait()
    assert [one for one in socket.heard if one != "watching"] == [tick(n) for n in (1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5)]
    assert sorted(set(slept)) == [0.1, 9.0, 10.0]
    await socket.close()
    await task


@pytest.mark.parametrize("sign", ["\n", "\x1e"])
async def test_what_comes_by_itself_is_of_its_own_conversation_and_has_the_ids_of_the_page(sign: str) -> None:
    """In frames of several messages, too."""
    archive = ListedArchive(Recording())

    def both(room: str, number: int, ref: str) -> str:
        return f'{{"type":"tick","room":"{room}","ref":{ref},"count":{number}}}{sign}{{"type":"end","ref":{ref}}}{sign}'

    entries = []
    for room in ("a", "b"):
        said = [(1.0, "out", '{"type":"watch","ref":3}')]
        said += [(10.0 * number, "in", both(room, number, "3")) for number in range(1, 7)]
        entries.append(archive.record_socket(f"{LIVE}?room={room}", *said))
        for _ in range(10):
            archive.record("GET", FEED, b"ok")
    session, socket, turn = Replay(archive).session, Socket(), asyncio.Event()
    entry = entries[0]
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) > 20:
            turn.set()
            await asyncio.Event().wait()
        await asyncio.sleep(0)

    talks = conversations(session, entry)
    assert len(talks) == 2
    feeds = feeds_in(session, entry.url, talks)
    playback = SocketPlayback(session, entry, archive.messages(entry), sleep=sleep, feeds=feeds)
    task = asyncio.ensure_future(playback.run(socket))
    await socket.say('{"type":"watch","ref":8}')
    await asyncio.wait_for(turn.wait(), 10)
    assert socket.heard[:20] == [both("a", number % 6 + 1, "8") for number in range(20)]
    await socket.close()
    await task


def subscribed(number: int, **payload: object) -> str:
    return json.dumps({"type": "data", "id": "1", "payload": {"data": {"run": {"step": f"step {number}", **payload}}}})


@pytest.mark.parametrize(("state", "longest"), [(True, AT_ONCE), (False, 2.0)])
async def test_with_state_a_subscription_tells_at_once_how_things_went_on(state: bool, longest: float) -> None:
    asked = '{"type":"start","id":"1","payload":{"query":"subscription Run { run { step } }"}}'
    said = [(0.1, "out", '{"type":"connection_init"}'), (0.2, "in", '{"type":"connection_ack"}'), (1.0, "out", asked)]
    said += [(5.0 * number, "in", subscribed(number, log="abcd"[number] * 3)) for number in range(1, 4)]
    archive = ListedArchive(Recording())
    entry = archive.record_socket(LIVE, *said)
    session, socket, time = Replay(archive).session, Socket(), Time()
    feeds = feeds_in(session, LIVE, conversations(session, entry)) if state else None
    playback = SocketPlayback(session, entry, archive.messages(entry), sleep=time, feeds=feeds)
    task = asyncio.ensure_future(playback.run(socket))
    await socket.say(said[0][2], asked)
    assert [one for one in socket.heard if "data" in str(one)] == [one for _, _, one in said[3:]]
    assert time.slept[1:] == [longest] * 3
    await socket.close()
    await task


@pytest.mark.parametrize("done", [(), ("first",), ("second",), ("first", "second")])
async def test_with_state_news_wait_for_their_write_and_answers_for_none(done: tuple[str, ...]) -> None:
    """A write that the page leaves out (telemetry) is passed with the one after it."""
    archive = ListedArchive(Recording())
    archive.record("POST", FEED, b"", body=b"before")  # of which nothing is known
    entry = archive.record_socket(LIVE)
    writes = {name: archive.record("POST", FEED, b"ok", body=name.encode()) for name in ("first", "second")}
    archive.said[entry.seq] = [
        SocketMessage(entry.seq, 1.0, True, '{"watch":1}'),
        SocketMessage(writes["first"].seq + 1, 1.5, False, "watching"),
        SocketMessage(writes["second"].seq + 1, 9.0, False, "saved"),
    ]
    session, socket = Replay(archive), Socket()
    for name in done:
        await session.ask("POST", FEED, body=name.encode())
    feeds = feeds_in(session.session, LIVE, conversations(session.session, entry))
    playback = SocketPlayback(session.session, entry, archive.messages(entry), sleep=Time(), feeds=feeds)
    task = asyncio.ensure_future(playback.run(socket))
    heard = await socket.say('{"watch":1}')
    assert heard == (["watching", "saved"] if "second" in done else ["watching"])
    await socket.close()
    await task


def watch(run: str) -> str:
    query = "subscription Run($run: ID!) { run(id: $run) { step } }"
    return json.dumps({"type": "start", "id": "1", "payload": {"variables": {"run": run}, "query": query}})


BEGUN = [(0.1, "out", '{"type":"connection_init"}'), (0.2, "in", '{"type":"connection_ack"}')]


@pytest.mark.parametrize(
    ("asked", "names", "told"),
    [
        ("run-0001", (), [subscribed(1, of="rye")]),
        ("run-0002", (("run-0001", "run-0002"), ("rye", "oats")), [subscribed(1, of="oats")]),
    ],
)
async def test_with_state_another_connection_of_the_address_tells_what_was_asked_there(
    asked: str, names: tuple[tuple[str, str], ...], told: list[str]
) -> None:
    archive = ListedArchive(Recording())
    first = archive.record_socket(LIVE, *BEGUN)
    other = archive.record_socket(LIVE, *BEGUN, (1.0, "out", watch("run-0001")), (1.1, "in", subscribed(1, of="rye")))
    session, socket = Replay(archive).session, Socket()
    if names:
        session.cursor = session.cursor.having(Done(0, names))
    feeds = feeds_in(session, LIVE, conversations(session, first))
    playback = SocketPlayback(
        session, first, archive.messages(first), sleep=Time(), feeds=feeds, others=[archive.messages(other)]
    )
    task = asyncio.ensure_future(playback.run(socket))
    await socket.say(BEGUN[0][2], watch(asked))
    assert socket.heard == [BEGUN[1][2], *told]
    await socket.close()
    await task


@pytest.mark.parametrize("state", [True, False])
async def test_only_with_state_connections_tell_what_others_did(state: bool) -> None:
    archive = ListedArchive(Recording())
    archive.record_socket(LIVE, *BEGUN)
    archive.record_socket(LIVE, *BEGUN, (1.0, "out", watch("run-0001")), (1.1, "in", subscribed(1)))
    mock = Mock(("GET", "/api/runs", None, 200, [{"id": 1}]))
    replay = Replay(archive, live=mock.replay.session.live) if state else Replay(archive)
    answer, socket = await replay.answer("GET", LIVE), Socket()
    assert isinstance(answer, Upgrade)
    task = asyncio.ensure_future(answer.handler(socket))
    await socket.say(watch("run-0001"))
    for _ in range(50):
        await asyncio.sleep(0.01)
    assert (subscribed(1) in socket.heard) is state
    await socket.close()
    await task

"""Long polls of engine.io end when their server would end them."""

from __future__ import annotations

import asyncio

from awe_author.archive.model import Recording
from awe_author.door.messages import Upgrade
from awe_author.replay.polls import connection_of
from tests.replay.listed import ListedArchive, Replay
from tests.replay.test_playback import Socket

POLL = "https://app.test/socket.io/?EIO=4&transport=polling&sid=abc"
LIVE = "wss://app.test/socket.io/?EIO=4&transport=websocket&sid=abc"


async def comes(socket: Socket, message: str) -> bool:
    """Is it heard within some seconds?"""
    for _ in range(500):
        if message in socket.heard:
            return True
        await asyncio.sleep(0.01)
    return False


def test_the_connection_that_an_address_belongs_to() -> None:
    assert connection_of(POLL) == connection_of(LIVE) == "abc"
    assert connection_of("https://app.test/other?sid=abc") == ""
    assert connection_of("https://app.test/socket.io/?EIO=4&transport=polling") == ""


async def test_the_last_poll_ends_when_the_websocket_has_proved_itself() -> None:
    archive = ListedArchive(Recording())
    archive.record("GET", POLL, b"40")
    archive.record("GET", POLL, b"6", mime="text/plain")
    archive.record_socket(LIVE, (0.01, "out", "2probe"), (0.02, "in", "3probe"), (0.03, "out", "5"))
    replay = Replay(archive)
    assert (await replay.get(POLL)).body == b"40"
    poll = asyncio.ensure_future(replay.get(POLL))
    await asyncio.sleep(0.05)
    assert not poll.done()

    upgrade = await replay.answer("GET", LIVE)
    assert isinstance(upgrade, Upgrade)
    socket = Socket()
    conversation = asyncio.ensure_future(upgrade.handler(socket))
    socket.inbox.put_nowait("2probe")
    assert (await asyncio.wait_for(poll, 5)).body == b"6"
    assert socket.heard == ["3probe"]
    assert (await asyncio.wait_for(replay.get(POLL), 5)).body == b"6"
    await socket.close()
    await conversation


async def test_a_message_posted_before_the_change_over_is_heard_by_the_conversation() -> None:
    archive = ListedArchive(Recording())
    archive.record("GET", POLL, b"40")
    archive.record("POST", POLL, b"ok", body=b"40")
    archive.record_socket(
        LIVE,
        (0.01, "out", "2probe"),
        (0.02, "in", "3probe"),
        (0.03, "out", "5"),
        (0.04, "out", '42["log in","maya"]'),
        (0.05, "in", '42["welcome"]'),
    )
    replay = Replay(archive)
    await replay.get(POLL)
    assert (await replay.ask("POST", POLL, b"40")).body == b"ok"
    posted = await replay.ask("POST", POLL, b'42["log in","alex"]')
    assert (posted.status, posted.body) == (200, b"ok")
    assert (await replay.ask("POST", POLL, b"1")).status == 404
    assert (await replay.ask("POST", POLL, b'42["delete everything"]')).status == 404
    assert (await replay.ask("POST", POLL.replace("abc", "other"), b'42["log in","alex"]')).status == 404

    upgrade = await replay.answer("GET", LIVE)
    assert isinstance(upgrade, Upgrade)
    socket = Socket()
    conversation = asyncio.ensure_future(upgrade.handler(socket))
    for message, heard in (("2probe", "3probe"), ("5", '42["welcome"]')):
        socket.inbox.put_nowait(message)
        assert await comes(socket, heard)
    assert replay.session.progress.posted == {}
    await socket.close()
    await conversation


async def test_a_message_posted_after_the_change_over_is_heard_at_once_and_one_never_heard_is_told() -> None:
    archive = ListedArchive(Recording())
    archive.record("GET", POLL, b"40")
    archive.record_socket(
        LIVE, (0.01, "out", "2probe"), (0.02, "in", "3probe"), (0.03, "out", '42["say","x"]'), (0.04, "in", "42[1]")
    )
    replay = Replay(archive)
    socket = Socket()
    upgrade = await replay.answer("GET", LIVE)
    assert isinstance(upgrade, Upgrade)
    conversation = asyncio.ensure_future(upgrade.handler(socket))
    assert (await replay.ask("POST", POLL, b'42["say","y"]')).status == 200
    assert replay.session.progress.posted == {"abc": ['42["say","y"]']}
    await socket.close()
    await conversation
    assert [fact["message"] for fact in replay.session.log.of("socket_miss")] == ['42["say","y"]']

    socket = Socket()
    conversation = asyncio.ensure_future(upgrade.handler(socket))
    replay.session.progress.proved.add("abc")
    await asyncio.sleep(0)
    assert (await replay.ask("POST", POLL, b'42["say","z"]')).status == 200
    assert await comes(socket, "42[1]")
    await socket.close()
    await conversation

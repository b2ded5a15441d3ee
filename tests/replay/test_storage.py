"""A fresh browser gets what the recorded one had; a browser that was here keeps what it has."""

from __future__ import annotations

from awe_author.archive.model import Recording, StorageState
from awe_author.door.messages import Response, header_values
from awe_author.replay.storage import MARKER, set_cookie
from tests.replay.listed import THEN, ListedArchive, Replay, body_of

APP = "https://app.test"


def logged_in() -> Recording:
    cookie = {"name": "sid", "value": "s1", "domain": "app.test", "path": "/", "expires": THEN + 60, "httpOnly": True}
    other = {"name": "x", "value": "1", "domain": ".other.test", "path": "/", "expires": -1}
    origins = {APP: {"local": {"theme": "dark"}, "session": {}}}
    return Recording(storage=[StorageState(0), StorageState(2, [cookie, other], origins), StorageState(99)])


def site(recording: Recording | None) -> ListedArchive:
    archive = ListedArchive(recording)
    for path in ("/login", "/home", "/more"):
        archive.record("GET", APP + path, b"<html><head></head></html>")
    archive.record("GET", APP + "/", headers=[("Location", "/home"), ("Set-Cookie", "sid=new")], status=302)
    return archive


def cookies(response: Response) -> list[str]:
    return [line for line in header_values(response.headers, "set-cookie") if not line.startswith(MARKER)]


async def test_the_state_of_the_moment_is_restored_once() -> None:
    replay = Replay(site(logged_in()), wall=THEN + 1001)
    first = await replay.open(APP + "/login")
    assert cookies(first) == []
    replay.session.reset()
    second = await replay.open(APP + "/home")
    assert cookies(second) == ["sid=s1; Path=/; Expires=Tue, 14 Nov 2023 22:31:00 GMT; HttpOnly"]
    assert b'"theme":' in await body_of(second)
    marker = next(line for line in header_values(second.headers, "set-cookie") if line.startswith(MARKER))
    assert "HttpOnly" in marker
    again = await replay.open(APP + "/more", ("Cookie", marker.partition(";")[0]))
    assert cookies(again) == []
    assert b'"theme":' not in await body_of(again)


async def test_a_page_opened_as_it_was_later_begins_with_the_storage_of_then() -> None:
    replay = Replay(site(logged_in()))
    replay.session.rerun.opened = 2
    assert b'"theme":' in await body_of(await replay.open(APP + "/login"))


async def test_a_browser_with_cookies_keeps_its_own() -> None:
    replay = Replay(site(logged_in()))
    opened = await replay.open(APP + "/home", ("Cookie", "sid=mine"))
    assert cookies(opened) == []
    assert b'"theme":' not in await body_of(opened)


async def test_a_redirect_before_the_first_document_does_not_count_as_having_been_here() -> None:
    replay = Replay(site(logged_in()))
    moved = await replay.open(APP + "/")
    assert cookies(moved) == ["sid=new"]
    opened = await replay.open(APP + "/home", ("Cookie", "sid=new"))
    assert cookies(opened) == []
    assert b'"theme":' in await body_of(opened)


async def test_a_foreign_archive_has_one_state_for_all() -> None:
    archive = site(None)
    archive.storage = [StorageState(50, [], {APP: {"local": {"theme": "dark"}}})]
    assert b'"theme":' in await body_of(await Replay(archive).open(APP + "/login"))


async def test_a_fresh_browser_starts_the_recording_again() -> None:
    archive = site(Recording())
    for answer in (b"1", b"2"):
        archive.record("GET", APP + "/n", answer, mime="text/plain")
    replay = Replay(archive)
    for _ in range(2):
        opened = await replay.open(APP + "/home")
        marker = header_values(opened.headers, "set-cookie")[0].partition(";")[0]
        assert (await replay.get(APP + "/n")).body == b"1"
        assert replay.session.progress.loads[APP + "/home"] == 1
        await replay.open(APP + "/home", ("Cookie", f"a=b; {marker}"))
        assert (await replay.get(APP + "/n")).body == b"2"
    assert replay.session.generation == 1


async def test_verify_forbids_restarts_and_markers() -> None:
    replay = Replay(site(Recording()), restart=False)
    for _ in range(2):
        opened = await replay.open(APP + "/home")
        assert header_values(opened.headers, "set-cookie") == []
    assert replay.session.generation == 0


def test_cookies_in_playwrights_form() -> None:
    cookie = {
        "name": "a",
        "value": "1",
        "domain": ".a.test",
        "path": "/x",
        "expires": -1,
        "secure": True,
        "sameSite": "Lax",
    }
    assert set_cookie(cookie, 5) == "a=1; Path=/x; Domain=a.test; Secure; SameSite=Lax"

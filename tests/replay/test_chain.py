"""A session asked as a browser asks: what is answered, and what the log says."""

from __future__ import annotations

import brotli
import pytest

from awe_author.archive.model import Recording
from awe_author.door.messages import Abort, Request, Response, header, header_values
from awe_author.replay.match_responder import ArchiveResponder
from tests.replay.listed import FETCH, NAVIGATION, THEN, Bytes, ListedArchive, Replay, body_of

APP = "https://app.test"
API = APP + "/api/items"
JSON = [("Content-Type", "application/json")]


def replay(*exchanges: tuple[str, str, bytes]) -> Replay:
    archive = ListedArchive(Recording())
    for method, url, answer in exchanges:
        archive.record(method, url, answer, JSON, mime="application/json")
    return Replay(archive)


async def test_reads_show_what_was_written() -> None:
    session = replay(("GET", API, b"[]"), ("POST", API, b"made"), ("GET", API, b"[1]"))
    seen = [(await session.ask(method, API)).body for method in ("GET", "GET", "POST", "GET", "GET")]
    assert seen == [b"[]", b"[]", b"made", b"[1]", b"[1]"]
    session.session.reset()
    assert (await session.get(API)).body == b"[]"


async def test_a_repeated_request_takes_the_short_way_with_the_same_answer() -> None:
    session = replay(("GET", API, b"[]"))
    first, second = await session.get(API), await session.get(API)
    assert (first.status, first.headers, first.body) == (second.status, second.headers, second.body)
    assert (await session.get(API, ("Range", "bytes=0-0"))).status == 206
    assert (await session.ask("POST", API)).status == 404


async def test_a_late_answer_is_late_again_while_verifying() -> None:
    archive = ListedArchive(Recording())
    archive.record("POST", API, b"made", JSON, mime="application/json")
    (entry,) = archive.entries()
    archive.times[entry.seq] = [(2.3, 4)]
    for orderly, waited in ((True, [2.3]), (False, [])):
        session, slept = Replay(archive).session, list[float]()

        async def sleep(seconds: float, slept: list[float] = slept) -> None:
            slept.append(seconds)

        session.rerun.orderly = orderly
        answer = await ArchiveResponder(session, sleep=sleep)(Request("POST", API, list(FETCH), Bytes(b"")), session)
        assert isinstance(answer, Response)
        assert answer.body == b"made"
        assert slept == waited


async def test_a_host_that_never_answered_is_unreachable_still() -> None:
    archive, tell = ListedArchive(Recording()), "https://telemetry.test/envelope"
    archive.record("GET", API, b"[]", JSON, mime="application/json")
    archive.record("POST", tell + "?id=1", status=0, mime="", body=b"one")
    session = Replay(archive)
    assert isinstance(await session.answer("POST", tell + "?id=2", b"two"), Abort)
    assert session.session.log.of("miss"), "it is told all the same"
    assert (await session.ask("POST", API, b"x")).status == 404


async def test_a_miss_looks_like_a_plain_server_and_is_logged() -> None:
    session = replay(("GET", API + "?page=1", b"[]"))
    missing = await session.get(API + "?page=2")
    assert missing.status == 404
    assert b"404 Not Found" in await body_of(missing)
    (event,) = session.session.log.of("miss")
    assert event["nearest"][0]["differs"] == ["query:page: 2 asked, 1 recorded"]
    as_json = await session.ask("GET", API, headers=[("Accept", "application/json")])
    assert header(as_json.headers, "content-type") == "application/json"


async def test_a_host_that_was_not_recorded_is_unreachable() -> None:
    session = replay(("GET", API, b"[]"))
    assert isinstance(await session.answer("GET", "https://elsewhere.test/x"), Abort)
    assert session.session.log.of("egress")[0]["url"] == "https://elsewhere.test/x"


async def test_what_got_no_answer_gets_none() -> None:
    archive = ListedArchive(Recording())
    archive.record("GET", API, status=0)
    assert isinstance(await Replay(archive).answer("GET", API), Abort)


async def test_head_is_answered_from_get() -> None:
    session = replay(("GET", API, b"[]"))
    assert (await session.ask("HEAD", API)).status == 200
    assert (await session.ask("HEAD", API + "/1")).status == 404


PREFLIGHT = [("Origin", APP), ("Access-Control-Request-Method", "PUT"), ("Access-Control-Request-Headers", "x-a")]


async def test_a_preflight_is_made_up_for_known_hosts_only() -> None:
    session = replay(("PUT", "https://api.test/1", b"{}"))
    allowed = await session.ask("OPTIONS", "https://api.test/1", headers=PREFLIGHT)
    assert allowed.status == 204
    assert header(allowed.headers, "access-control-allow-origin") == APP
    assert header(allowed.headers, "access-control-allow-headers") == "x-a"
    assert isinstance(await session.answer("OPTIONS", "https://else.test/", headers=PREFLIGHT), Abort)


async def test_conditions_and_ranges() -> None:
    archive = ListedArchive(Recording())
    headers = [("ETag", '"v1"'), ("Last-Modified", "Tue, 14 Nov 2023 22:13:20 GMT"), ("Content-Type", "text/plain")]
    archive.record("GET", API, b"0123456789", headers, mime="text/plain")
    session = Replay(archive)
    for condition in (("If-None-Match", 'W/"v1"'), ("If-Modified-Since", "Tue, 14 Nov 2023 22:13:20 GMT")):
        same = await session.get(API, condition)
        assert (same.status, same.body) == (304, b"")
    assert (await session.get(API, ("If-None-Match", '"v2"'))).status == 200
    part = await session.get(API, ("Range", "bytes=2-4"))
    assert (part.status, part.body, header(part.headers, "content-range")) == (206, b"234", "bytes 2-4/10")
    assert (await session.get(API, ("Range", "bytes=-3"))).body == b"789"
    assert (await session.get(API, ("Range", "bytes=7-"))).body == b"789"
    assert (await session.get(API, ("Range", "bytes=10-"))).status == 416
    assert (await session.get(API, ("Range", "bytes=2-4"), ("If-Range", '"v2"'))).status == 200
    assert (await session.get(API, ("Range", "bytes=0-1,4-5"))).status == 200


async def test_a_complete_206_answers_any_range() -> None:
    archive = ListedArchive(Recording())
    archive.record("GET", API, b"0123", [("Content-Range", "bytes 0-3/4")], status=206, mime="video/mp4")
    session = Replay(archive)
    assert (await session.get(API, ("Range", "bytes=1-2"))).body == b"12"
    whole = await session.get(API)
    assert (whole.status, whole.body) == (200, b"0123")


async def test_large_bodies_are_streamed_and_ranges_cut_out_of_them() -> None:
    archive = ListedArchive(Recording())
    entry = archive.record("GET", API, bytes(7 << 20), mime="application/octet-stream")
    archive.responses[entry.seq].body = [bytes(1 << 20)] * 6 + [b"x" * (1 << 20)]
    session = Replay(archive)
    whole = await session.get(API)
    assert not isinstance(whole.body, bytes)
    assert whole.length == 7 << 20
    assert len(await body_of(whole)) == 7 << 20
    part = await session.get(API, ("Range", f"bytes={(6 << 20) - 2}-{(6 << 20) + 1}"))
    assert await body_of(part) == b"\0\0xx"


async def test_a_jsonp_answer_calls_the_function_of_now() -> None:
    archive = ListedArchive(Recording())
    headers = [("Content-Type", "text/javascript"), ("Content-Encoding", "br")]
    archive.record(
        "GET", API + "?callback=cb_1", brotli.compress(b"/**/cb_1({'cb_1': 1})"), headers, mime="text/javascript"
    )
    answer = await Replay(archive).get(API + "?callback=cb_2")
    assert answer.body == b"/**/cb_2({'cb_1': 1})"
    assert header(answer.headers, "content-encoding") is None


async def test_documents_get_the_prelude_and_fetched_html_does_not() -> None:
    archive = ListedArchive(Recording(seed=7))
    page = b"<!doctype html><html><head><title>x</title></head></html>"
    archive.record(
        "GET",
        APP + "/",
        brotli.compress(page),
        [("Content-Type", "text/html"), ("Content-Encoding", "br"), ("ETag", "1")],
    )
    session = Replay(archive)
    opened = await session.open(APP + "/")
    assert b"<script>" in await body_of(opened)
    assert header(opened.headers, "content-encoding") is None
    assert header(opened.headers, "etag") is None
    assert brotli.decompress((await session.get(APP + "/")).body) == page
    assert session.session.progress.loads == {APP + "/": 1}


@pytest.mark.parametrize("asked", ["http://app.test/lead", "https://www.app.test/lead/", "https://app.test/lead/"])
async def test_a_navigation_is_led_to_the_address_that_was_recorded(asked: str) -> None:
    archive = ListedArchive(Recording())
    archive.record("GET", APP + "/lead", b"<html>")
    session = Replay(archive)
    moved = await session.open(asked)
    assert (moved.status, header(moved.headers, "location")) == (302, APP + "/lead")
    assert (await session.get("https://app.test/lead/")).status == 404


async def test_a_redirect_loop_ends() -> None:
    archive = ListedArchive(Recording())
    archive.record("GET", APP + "/", headers=[("Location", APP + "/")], status=302)
    session = Replay(archive)
    statuses = [(await session.open(APP + "/")).status for _ in range(12)]
    assert statuses[0] == 302
    assert statuses[-1] == 404


async def test_a_self_redirect_leads_to_the_page_recorded_after_it() -> None:
    archive = ListedArchive(Recording())
    archive.record("GET", APP + "/", headers=[("Location", APP + "/")], status=302)
    archive.record("GET", APP + "/", b"<html>")
    session = Replay(archive, restart=False)
    assert [(await session.open(APP + "/")).status for _ in range(4)] == [302, 200, 200, 200]


async def test_the_clock_follows_the_documents() -> None:
    archive = ListedArchive(Recording(clock_start=THEN - 5))
    for path, at in (("/a", THEN), ("/b", THEN + 60), ("/c", THEN + 30), ("/d", THEN + 86400), ("/e", THEN)):
        archive.record("GET", APP + path, b"<html>", time=at)
    session = Replay(archive, restart=False)
    moments = []
    for path in ("/a", "/b", "/c", "/d", "/e"):
        await session.open(APP + path)
        moments.append(session.session.clock.now() - THEN)
        session.hand.time += 10
    assert moments == [0, 60, 70, 86400, 0]


async def test_verify_pins_a_step() -> None:
    archive = ListedArchive(Recording())
    for step, answer in ((0, b"0"), (1, b"1"), (2, b"2")):
        archive.record("GET", API, answer, step=step, mime="text/plain")
    session = Replay(archive)
    seen = []
    for step in (2, 0, 1):
        session.session.pin(step)
        seen.append((await session.get(API)).body)
    assert seen == [b"2", b"0", b"1"]


async def test_a_service_worker_keeps_its_bytes() -> None:
    archive = ListedArchive(Recording())
    archive.record("GET", APP + "/sw.js", b"self.x = 1", mime="text/javascript")
    session = Replay(archive)
    headers = [("Sec-Fetch-Dest", "serviceworker"), ("Accept", "*/*")]
    first = await session.ask("GET", APP + "/sw.js", headers=headers)
    session.hand.time += 100
    second = await session.ask("GET", APP + "/sw.js", headers=headers)
    assert first.body == second.body
    assert first.body != b"self.x = 1"


async def test_an_engine_poll_waits_when_all_was_said() -> None:
    import asyncio

    poll = APP + "/socket.io/?EIO=4&transport=polling&sid=abc"
    session = replay(("GET", poll, b"40"), ("POST", poll, b"ok"), ("GET", poll, b'42["new"]'))
    assert (await session.get(poll)).body == b"40"
    waiting = asyncio.ensure_future(session.get(poll))
    await asyncio.sleep(0.01)
    assert not waiting.done()
    await session.ask("POST", poll)
    assert (await waiting).body == b'42["new"]'


async def test_a_socket_that_was_refused_is_refused_and_unknown_ones_miss() -> None:
    archive = ListedArchive(Recording())
    archive.record("GET", "wss://app.test/live", b"no", status=403)
    session = Replay(archive)
    refused = await session.answer("GET", "wss://app.test/live")
    assert isinstance(refused, Response)
    assert refused.status == 403
    assert (await session.ask("GET", "wss://app.test/other")).status == 404
    assert session.session.log.of("miss")


async def test_cookies_survive_several_lines() -> None:
    archive = ListedArchive(Recording())
    archive.record(
        "GET", APP + "/", b"<html>", [("Set-Cookie", "a=1"), ("Set-Cookie", "b=2"), ("Content-Type", "text/html")]
    )
    opened = await Replay(archive, restart=False).ask("GET", APP + "/", headers=NAVIGATION)
    assert header_values(opened.headers, "set-cookie") == ["a=1", "b=2"]

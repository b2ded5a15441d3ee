"""Which recorded document stands for a page: the one that a feature names for the situation."""

from __future__ import annotations

import re
from dataclasses import replace

from awe_author.door.messages import Response, header
from awe_author.features.api.things import thing_of
from awe_author.features.live import Live
from awe_author.features.loading import load_features
from awe_author.state.loading import load_model
from awe_author.state.types import Action, Change
from tests.replay.listed import NAVIGATION, ListedArchive, Replay, body_of
from tests.replay.test_enriched import MODEL, App

A = "https://app.test"
FORM = [*NAVIGATION, ("Content-Type", "application/x-www-form-urlencoded")]
FEATURES = """
  - id: add
    "on": {request: "POST https://app.test/items"}
    do: add
    with: {name: body.name}
    reply: {go: "'/items/' + result.id"}
  - id: made
    "on":
      page: "https://app.test/items/*"
      where: "segments[0] in state.items && view.get('after', '') == 'add'"
      like: [%(made)d]
    show: [{select: h1, set: {text: "state.items[segments[0]].name"}}]
  - id: seen
    "on":
      page: "https://app.test/items/*"
      where: "segments[0] in state.items && view.get('after', '') != 'add'"
      like: [%(first)d, %(second)d]
    show: [{select: h1, set: {text: "state.items[segments[0]].name"}}]
"""
MORE = """
app: app
features:
  - id: more
    "on": {page: "https://app.test/items/*"}
    show: [{select: p, set: {text: "'more'"}}]
"""


def page(text: str) -> bytes:
    return f"<!doctype html><html><head></head><body>{text}</body></html>".encode()


def app(more: str = "") -> App:
    archive = ListedArchive()
    kind = [("Content-Type", "text/html; charset=utf-8")]
    first = archive.record("GET", A + "/items/1", page("<h1>older</h1><p>plain</p>"), kind)
    second = archive.record("GET", A + "/items/2", page("<h1>two</h1><p>second</p>"), kind)
    archive.record("POST", A + "/items", b"", [("Location", "/items/9")], status=302, mime="", body=b"name=nine")
    made = archive.record("GET", A + "/items/9", page("<h1>nine</h1><p>Saved</p>"), kind)
    archive.record("GET", A + "/items/other", page("<h1>a page of another sort</h1>"), kind)
    return App(FEATURES % {"first": first.seq, "second": second.seq, "made": made.seq} + more, archive)


async def said(response: Response) -> str:
    """The paragraph of the document that was served."""
    found = re.search(rb"<p>(\w+)</p>", await body_of(response))
    return found[1].decode() if found else ""


async def test_the_page_an_action_leads_to_is_like_the_one_recorded_then_and_plain_when_loaded_again() -> None:
    tracker = app()
    sent = await tracker.replay.ask("POST", A + "/items", b"name=ten", FORM)
    to = header(sent.headers, "location")
    assert to == "/items/3"
    arrived = await tracker.replay.open(A + to)
    assert await said(arrived) == "Saved"
    assert b'"after":"add"' in (await body_of(arrived)).replace(b" ", b"")
    assert await said(await tracker.replay.open(A + to)) in ("plain", "second")


async def test_the_same_address_comes_before_others_and_other_pages_of_the_pattern_do_not_count() -> None:
    tracker = app()
    assert await said(await tracker.replay.open(A + "/items/2")) == "second"
    assert await said(await tracker.replay.open(A + "/items/1")) == "plain"
    await tracker.replay.ask("POST", A + "/items", b"name=ten", FORM)
    assert await said(await tracker.replay.open(A + "/items/3?from=list")) in ("plain", "second")
    assert b"another sort" in await body_of(await tracker.replay.open(A + "/items/other"))


async def test_the_page_knows_what_the_action_that_led_to_it_was_about() -> None:
    tracker = app()
    sent = await tracker.replay.ask("POST", A + "/items", b"name=ten", FORM)
    to = A + header(sent.headers, "location")
    about = tracker.replay.session.progress.led[to]["about"]
    assert isinstance(about, dict)
    assert (about["id"], about["name"]) == ("3", "ten")
    assert b'"about":{' in (await body_of(await tracker.replay.open(to))).replace(b" ", b"")
    assert b'"about"' not in await body_of(await tracker.replay.open(to))


async def test_what_was_taken_away_is_told_as_it_was() -> None:
    tracker = app()
    session = tracker.session
    done = session.act(Action("app", "add", {"name": "ten"}))
    gone = replace(done, patch=(Change("remove", "/app/items/3", {"id": "3", "name": "ten"}, None),))
    state = session.state(0)
    assert thing_of(gone, "app", state) == {"id": "3", "name": "ten"}
    assert thing_of(gone, "other", state) == {}
    assert thing_of(replace(done, patch=(Change("replace", "/app/next", 3, 4),)), "app", state) == {}


async def test_the_nearest_page_was_asked_for_the_same_things() -> None:
    archive = ListedArchive()
    kind = [("Content-Type", "text/html; charset=utf-8")]
    for number, query in enumerate(("", "?q=tea", "?page=2")):
        archive.record("GET", f"{A}/items{query}", page(f"<h1>h</h1><p>p{number}</p>"), kind)
    listed = """
  - id: listed
    "on": {page: "https://app.test/items"}
    show: [{select: h1, set: {text: "'all'"}}]
"""
    tracker = App(listed, archive)
    for query, wanted in (("?q=milk", "p1"), ("?page=3", "p2"), ("", "p0"), ("?page=3&q=milk&x=1", "p2")):
        assert await said(await tracker.replay.open(f"{A}/items{query}")) == wanted, query


async def test_a_write_that_a_script_sends_leads_nowhere() -> None:
    tracker = app()
    fetched = [("Sec-Fetch-Dest", "empty"), *FORM[len(NAVIGATION) :]]
    await tracker.replay.ask("POST", A + "/items", b"name=ten", fetched)
    assert await said(await tracker.replay.open(A + "/items/3")) in ("plain", "second")


STREAMED = """
  - id: stream
    "on": {request: "POST https://app.test/items/1"}
    do: add
    with: {name: body.name}
    reply: {html: "'<turbo-stream action=replace target=x><template>ok</template></turbo-stream>'"}
  - id: page
    "on": {request: "POST https://app.test/items/2"}
    do: add
    with: {name: body.name}
    reply: {html: "'<html><body><h1>done</h1></body></html>'"}
  - id: part
    "on": {request: "GET https://app.test/items/3"}
    reply: {html: "'<p>row</p>'"}
"""
TURBO = [
    ("Sec-Fetch-Dest", "empty"),
    ("Accept", "text/vnd.turbo-stream.html, text/html, application/xhtml+xml"),
    ("Content-Type", "application/x-www-form-urlencoded"),
]


async def test_a_part_that_a_script_posts_for_leads_to_no_page() -> None:
    tracker = app(STREAMED)
    led = tracker.replay.session.progress.led
    answer = await tracker.replay.ask("POST", A + "/items/1", b"name=ten", TURBO)
    assert b"<turbo-stream" in await body_of(answer)
    assert led == {}
    assert b'"after"' not in await body_of(await tracker.replay.open(A + "/items/1"))


async def test_a_part_that_comes_where_an_action_led_is_what_it_led_to() -> None:
    tracker = app(STREAMED)
    led = tracker.replay.session.progress.led
    sent = await tracker.replay.ask("POST", A + "/items", b"name=ten", TURBO)
    to = A + header(sent.headers, "location")
    assert [*led] == [to]
    part = await tracker.replay.ask("GET", to, b"", TURBO[:2])
    assert await body_of(part) == b"<p>row</p>"
    assert led == {}


async def test_a_whole_page_that_a_script_posts_for_has_come_with_the_answer() -> None:
    tracker = app(STREAMED)
    answer = await tracker.replay.ask("POST", A + "/items/2", b"name=ten", TURBO)
    assert b"<html" in await body_of(answer)
    assert tracker.replay.session.progress.led == {}


async def test_a_reset_forgets_where_an_action_led() -> None:
    tracker = app()
    await tracker.replay.ask("POST", A + "/items", b"name=ten", FORM)
    tracker.replay.session.reset()
    assert tracker.replay.session.progress.led == {}


async def test_a_document_that_a_script_fetches_shows_the_state() -> None:
    tracker = app()
    body = await body_of(await tracker.replay.get(A + "/items/1"))
    assert b"<h1>one</h1>" in body
    assert b"<script" not in body


async def test_several_files_of_one_app_show_together() -> None:
    tracker = app()
    plan = load_features(MORE, "more.yaml", {"app": load_model(MODEL, app="app")})
    live = Live.of([*(one.plan for one in tracker.live.apps), plan], tracker.session)
    both = Replay(tracker.replay.session.archive, live=live, surfaces=tracker.surfaces)  # type: ignore[arg-type]
    body = await body_of(await both.get(A + "/items/1"))
    assert b"<h1>one</h1>" in body
    assert b"<p>more</p>" in body

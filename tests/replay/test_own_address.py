"""What a page that is served in place of one that was never recorded says of its own address."""

from __future__ import annotations

import pytest

from tests.replay.listed import NAVIGATION, ListedArchive, body_of
from tests.replay.test_enriched import App

A = "https://app.test"
FEATURES = """
  - id: edited
    "on":
      page: "https://app.test/edit?id=*"
      where: "segments[0] != '0'"
    show: [{select: h1, set: {text: "segments[0]"}}]
  - id: seen
    "on":
      page: "https://app.test/items/*"
      where: "segments[0] != '0'"
    show: [{select: h1, set: {text: "segments[0]"}}]
"""

LISTED = """
  - id: listed
    "on": {page: "https://app.test/list"}
    show: [{select: h1, set: {text: "page.query.q"}}]
"""


def handled(said: str) -> bytes:
    return (
        f'<!doctype html><html><head></head><body><h1>2</h1><b onclick="{said}">Delete</b> id=2</body></html>'.encode()
    )


@pytest.mark.parametrize(
    ("recorded", "asked", "said", "wanted"),
    [
        ("/edit?id=2", "/edit?id=15", "go('/delete?id=2&amp;now=1')", "go('/delete?id=15&amp;now=1')"),
        ("/edit?id=2", "/edit?id=15", "go('/delete?id=22&amp;grid=2')", "go('/delete?id=22&amp;grid=2')"),
        ("/edit?id=2", "/edit?id=15", "take(2)", "take(2)"),
        ("/edit?id=2", "/edit?id=')+x('", "go('/delete?id=2')", "go('/delete?id=2')"),
        ("/items/2", "/items/7", "go('/items/2/delete')", "go('/items/7/delete')"),
        ("/items/2", "/items/7", "go('/items/21'); go('/other/2')", "go('/items/21'); go('/other/2')"),
    ],
)
async def test_addresses_in_handlers_are_those_of_the_page_that_was_asked_for(
    recorded: str, asked: str, said: str, wanted: str
) -> None:
    archive = ListedArchive()
    archive.record("GET", A + recorded, handled(said), [("Content-Type", "text/html; charset=utf-8")])
    app = App(FEATURES, archive)
    html = (await body_of(await app.replay.ask("GET", A + asked, b"", NAVIGATION))).decode()
    assert f'<b onclick="{wanted}">Delete</b> id=2' in html
    again = (await body_of(await app.replay.ask("GET", A + recorded, b"", NAVIGATION))).decode()
    assert f'<b onclick="{said}">' in again


@pytest.mark.parametrize(
    ("recorded", "asked", "said", "wanted"),
    [
        ("/list?q=tea&done=1", "/list?q=rice&done=1", "/list?q=tea", "/list?q=rice"),
        ("/list?q=tea&page=2", "/list?q=rice", "/list?q=tea&amp;page=2", "/list?q=rice"),
        ("/list?q=tea", "/list?q=a%26b&sort=name", "/list?q=tea", "/list?q=a%26b&amp;sort=name"),
        ("/list?q=tea", "/list?q=rice", "/list?q=tea&amp;lang=en", "/list?q=tea&amp;lang=en"),
        ("/list?q=tea", "/list?q=rice", "/other?q=tea", "/other?q=tea"),
    ],
)
async def test_the_canonical_link_is_that_of_the_page_that_was_asked_for(
    recorded: str, asked: str, said: str, wanted: str
) -> None:
    head = f'<meta charset="utf-8"><link rel="canonical" href="{A}{said}">'
    archive = ListedArchive()
    html = f"<!doctype html><html><head>{head}</head><body><h1>2</h1></body></html>".encode()
    archive.record("GET", A + recorded, html, [("Content-Type", "text/html; charset=utf-8")])
    app = App(LISTED, archive)
    served = (await body_of(await app.replay.ask("GET", A + asked, b"", NAVIGATION))).decode()
    assert f'<link rel="canonical" href="{A}{wanted}">' in served


@pytest.mark.parametrize(
    ("asked", "said", "wanted"),
    [
        ("/edit?id=15", 'set({"ID":3,"id":"2","n":2})', 'set({"ID":3,"id":"15","n":2})'),
        ("/edit?id=15", 'set({"_id": 2})', 'set({"_id": 15})'),
        ("/edit?id=x7", 'set({"_id": 2})', 'set({"_id": 2})'),
        ("/edit?id=15", 'set({"id":"2"},{"id":"2"})', 'set({"id":"2"},{"id":"2"})'),
        ("/edit?id=15", 'set({"id":"3"})', 'set({"id":"3"})'),
    ],
)
async def test_scripts_are_told_the_parameter_that_was_asked_for(asked: str, said: str, wanted: str) -> None:
    archive = ListedArchive()
    page = f"<!doctype html><html><head><script>{said}</script></head><body><h1>2</h1></body></html>".encode()
    html = [("Content-Type", "text/html; charset=utf-8")]
    archive.record("GET", A + "/edit?id=2", page, html)
    app = App(FEATURES, archive)
    assert (
        f"<script>{wanted}</script>"
        in (await body_of(await app.replay.ask("GET", A + asked, b"", NAVIGATION))).decode()
    )


async def test_scripts_of_which_a_policy_names_the_hash_stay() -> None:
    archive = ListedArchive()
    html = [("Content-Type", "text/html"), ("Content-Security-Policy", "script-src 'sha256-abc='")]
    page = b'<!doctype html><html><head><script>set({"id":"2"})</script></head><body><h1>2</h1></body></html>'
    archive.record("GET", A + "/edit?id=2", page, html)
    said = await body_of(await App(FEATURES, archive).replay.ask("GET", A + "/edit?id=15", b"", NAVIGATION))
    assert b'set({"id":"2"})' in said

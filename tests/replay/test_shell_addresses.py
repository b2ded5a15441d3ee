"""Pages of addresses that were never recorded: which document a mock has for them, and where it has none."""

from __future__ import annotations

import pytest

from awe_author.archive.model import Recording, StepRecord
from awe_author.replay.shell_addresses import RULE
from tests.replay.listed import NAVIGATION, THEN, ListedArchive, Replay, body_of
from tests.replay.test_enriched import App

A = "https://app.test"
KEPT = {"type": "object", "additionalProperties": {"type": "object"}}
TWO = {"type": "object", "properties": {"items": KEPT, "notes": KEPT}, "x-actions": {}}
"""Two collections."""
SHELL = b"<!doctype html><html><head><title>Desk</title></head><body><div id=app></div><script src=/a.js></script>"
TITLED = SHELL.replace(b"<div", b"<h1>Desk</h1><div")
LOGIN = b"<!doctype html><html><body><h1>Log in</h1></body></html>"
DOCUMENT = {"sec-fetch-dest": "document"}
NONE = """
  - id: none
    "on": {request: "GET https://other.test/"}
    reply: {json: {}}
"""
PAGE = """
  - id: item
    "on": {page: "https://app.test/items/*", where: "segments[0] in state.items"}
    show: [{select: title, set: {text: "state.items[segments[0]].name"}}]
"""


def archive(*documents: tuple[str, bytes], made: tuple[str, ...] = (), data: tuple[str, ...] = ()) -> ListedArchive:
    """`made`: addresses that a script gave to the page within the last document; `data`: what scripts fetched."""
    steps = [
        StepRecord(number, "page", "made", THEN, url=A + path, next_seq=len(documents) + 1)
        for number, path in enumerate(made)
    ]
    recorded = ListedArchive(Recording(steps=steps))
    for path, body in documents:
        status = int(body) if body.isdigit() else 200
        recorded.record("GET", A + path, b"" if body.isdigit() else body, vary=DOCUMENT, status=status)
    for path in data:
        recorded.record("GET", A + path, b"{}", mime="application/json", vary={"sec-fetch-dest": "empty"})
    return recorded


async def status(recorded: ListedArchive, path: str, features: str = NONE) -> int:
    return (await App(features, recorded).ask("GET", path, headers=NAVIGATION)).status


async def test_another_key_gets_the_document_of_the_recorded_ones() -> None:
    app = App(NONE, archive(("/items", TITLED), ("/items/3/show", TITLED)))
    opened = await app.ask("GET", "/items/7/show?tab=2", headers=NAVIGATION)
    assert opened.status == 200
    assert b"<h1>Desk</h1>" in await body_of(opened)
    assert [fact["rule"] for fact in app.logged("match")] == [RULE]
    assert app.replay.session.cursor.was_served(2)


async def test_tokens_of_a_load_are_no_difference() -> None:
    first, second = (
        TITLED.replace(b"<title>", b'<meta name="csrf-token" content="' + one + b'"><title>') for one in (b"a1", b"b2")
    )
    assert await status(archive(("/items", first), ("/items/3", second)), "/items/7") == 200


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("/?again=1", 200),
        ("/items", 404),
        ("/items/7", 404),
    ],
)
async def test_a_document_that_shows_nothing_stands_under_its_own_path_with_any_parameters(
    asked: str, found: int
) -> None:
    assert await status(archive(("/", SHELL)), asked) == found


async def test_one_that_shows_something_does_not() -> None:
    assert await status(archive(("/", TITLED)), "/?again=1") == 404


@pytest.mark.parametrize(("document", "found"), [(SHELL, 200), (TITLED, 404)])
async def test_pages_that_scripts_made_say_that_a_document_which_shows_nothing_is_that_of_all(
    document: bytes, found: int
) -> None:
    recorded = archive(("/", document), made=("/items/3#notes",))
    assert await status(recorded, "/items/7") == found
    assert await status(recorded, "/items/3") == found


@pytest.mark.parametrize(
    ("documents", "asked", "found"),
    [
        ([("/items", TITLED), ("/items/3", TITLED), ("/items/4", LOGIN)], "/items/7", 404),
        ([("/items", TITLED), ("/items/3", TITLED), ("/login", LOGIN)], "/items/7", 200),
        ([("/items", TITLED), ("/items/3", TITLED), ("/login", LOGIN)], "/settings", 404),
        ([("/items", TITLED), ("/items/3", TITLED), ("/items/3/print", LOGIN)], "/items/7/print", 404),
        ([("/items", TITLED), ("/items/3", TITLED), ("/items/4", b"302")], "/items/7", 404),
        ([("/items", TITLED), ("/login", LOGIN)], "/items/7", 404),
        ([("/items", TITLED), ("/items/3", TITLED)], "/items/7.csv", 404),
        ([("/items", TITLED), ("/items/a::b.csv", TITLED)], "/items/c::d.csv", 200),
        ([("/items", LOGIN), ("/items", TITLED), ("/items/3", TITLED)], "/items/7", 200),
        ([("/items", LOGIN), ("/login", LOGIN), ("/items/3", TITLED)], "/items/7", 404),
    ],
    ids=[
        "as near",
        "farther",
        "undecided",
        "of its kind",
        "led away",
        "one path",
        "a file",
        "pages that end like files",
        "before log-in",
        "walled",
    ],
)
async def test_the_nearest_addresses_decide(documents: list[tuple[str, bytes]], asked: str, found: int) -> None:
    assert await status(archive(*documents), asked) == found


@pytest.mark.parametrize(("data", "found"), [("/items/3/log", 404), ("/api/items/7", 200)])
async def test_addresses_of_data_that_are_nearer_are_no_pages(data: str, found: int) -> None:
    recorded = archive(("/items", TITLED), ("/items/3", TITLED), data=(data,))
    assert await status(recorded, "/items/7/log") == found


@pytest.mark.parametrize(("gone", "asked", "found"), [(b"404", "2", 200), (b"410", "99", 404), (b"", "99", 200)])
async def test_where_keys_were_refused_they_have_to_be_in_the_state(gone: bytes, asked: str, found: int) -> None:
    refused = [("/items/98", gone)] if gone else []
    recorded = archive(("/items", TITLED), ("/items/1", TITLED), *refused)
    assert await status(recorded, f"/items/{asked}") == found


@pytest.mark.parametrize("path", ["items", "things"])
@pytest.mark.parametrize(("asked", "found"), [("2", 200), ("8", 404)])
async def test_they_have_to_be_keys_of_the_collection_that_the_recorded_ones_are_of(
    path: str, asked: str, found: int
) -> None:
    recorded = archive((f"/{path}", TITLED), (f"/{path}/1", TITLED), (f"/{path}/98", b"404"))
    app = App(NONE, recorded, TWO, {"items": {"1": {}, "2": {}}, "notes": {"7": {}, "8": {}}})
    assert (await app.ask("GET", f"/{path}/{asked}", headers=NAVIGATION)).status == found


async def test_features_for_pages_of_the_address_say_themselves_which_there_are() -> None:
    recorded = archive(("/items", TITLED), ("/items/1", TITLED))
    assert await status(recorded, "/items/2", PAGE) == 200
    assert await status(recorded, "/items/99", PAGE) == 404


async def test_only_navigations_get_it() -> None:
    app = App(NONE, archive(("/items", TITLED), ("/items/3", TITLED)))
    assert (await app.ask("GET", "/items/7")).status == 404
    assert (await app.ask("POST", "/items/7", b"", NAVIGATION)).status == 404


async def test_a_recording_without_features_has_no_such_pages() -> None:
    replay = Replay(archive(("/items", TITLED), ("/items/3", TITLED)))
    assert (await replay.open(A + "/items/7")).status == 404

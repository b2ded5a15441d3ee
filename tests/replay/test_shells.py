"""A page that scripts made can be opened by its address when its app answers every path with one document."""

from __future__ import annotations

import pytest

from awe_author.archive.model import Recording, StepRecord
from tests.replay.listed import THEN, ListedArchive, Replay

APP = "https://app.test"
SHELL = b"<!doctype html><html><head></head><body><div id=app></div></body></html>"
DOCUMENT = {"sec-fetch-dest": "document"}


def archive(*documents: tuple[str, bytes], page: str = "/tickets/7#notes") -> ListedArchive:
    """Documents of an app, then a page that was made by a script after them, then a write."""
    steps = [StepRecord(0, "page", "ticket", THEN + 5, url=APP + page, page="ticket", next_seq=len(documents) + 1)]
    made = ListedArchive(Recording(steps=steps))
    for path, body in documents:
        made.record("GET", APP + path, body, vary=DOCUMENT)
    made.record("POST", APP + "/api/tickets", b"{}", mime="application/json")
    return made


async def test_it_gets_the_document_in_which_it_was_made() -> None:
    replay = Replay(archive(("/login", SHELL), ("/tickets", SHELL)))
    opened = await replay.open(APP + "/tickets/7")
    assert opened.status == 200
    assert b"<div id=app>" in opened.body
    assert replay.session.cursor.was_served(2)
    assert [fact["rule"] for fact in replay.session.log.of("match")] == ["one document for every path"]


@pytest.mark.parametrize(
    "token",
    [
        b'<script nonce="%s">run()</script>',
        b"<script nonce=%s>run()</script>",
        b'<meta name="csrf-token" content="%s">',
        b'<input type="hidden" name="authenticity_token" value="%s">',
        b"<script>CSRF_TOKEN = '%s'</script>",
        b'<script>window.app = {"csrfToken": "%s"}</script>',
    ],
)
async def test_what_is_made_anew_for_each_load_is_no_difference(token: bytes) -> None:
    first, second = (SHELL.replace(b"<head>", b"<head>" + token % value) for value in (b"XW7Bg+pN/u9x", b"0a96d7918"))
    replay = Replay(archive(("/login", first), ("/tickets", second)))
    opened = await replay.open(APP + "/tickets/7")
    assert opened.status == 200
    assert b"0a96d7918" in opened.body


async def test_a_long_nonce_is_none_in_other_attributes_and_scripts_either() -> None:
    told = b"<head><script nonce='%s'>loader.nonce_of = '%s'</script><noscript data-n-css='%s'></noscript>"
    nonces = (b"02d2376d431c40f3b03f9c88399d92dc", b"0a742b34e18a4ca3a8756bf98d348cdf")
    first, second = (SHELL.replace(b"<head>", told % (one, one, one)) for one in nonces)
    replay = Replay(archive(("/login", first), ("/tickets", second)))
    assert (await replay.open(APP + "/tickets/7")).status == 200


@pytest.mark.parametrize(
    ("document", "found"),
    [
        ("/tickets", True),
        ("/tickets?sort=", True),
        ("/tickets?sort=&_token=2Y6hYbF6BXLa27mVzxpyTpY5kniKUvfa", True),
        ("/tickets?view=all", False),
        ("/tickets?tab=", False),
        ("/tickets?tab=2", False),
        ("/tickets?sort=&sort=", False),
        ("/tickets/", False),
    ],
)
async def test_a_page_that_added_parameters_gets_its_document(document: str, found: bool) -> None:
    replay = Replay(archive(("/login", b"<p>log in"), (document, b"<p>tickets"), page="/tickets?tab=1&sort="))
    opened = await replay.open(APP + "/tickets?tab=1&sort=")
    assert (opened.status == 200) == found
    rules = [fact["rule"] for fact in replay.session.log.of("match")]
    assert rules == (["parameters added by the page"] if found else [])


@pytest.mark.parametrize(
    "documents",
    [
        [("/login", b"<html><head></head><body>log in</body></html>"), ("/tickets", SHELL)],
        [("/tickets", SHELL)],
        [("/tickets", SHELL), ("/tickets?page=2", SHELL)],
        [("/login", SHELL.replace(b"app", b"6f1c7e9a-0b1d-4c55-9a52-1f6e0f3c2a11")), ("/tickets", SHELL)],
        [("/login", SHELL.replace(b"app", b"QuarterlyReport2024Final")), ("/tickets", SHELL)],
    ],
    ids=["other bytes", "one document", "one path", "ids", "names"],
)
async def test_without_proof_it_is_a_miss(documents: list[tuple[str, bytes]]) -> None:
    assert (await Replay(archive(*documents)).open(APP + "/tickets/7")).status == 404


async def test_an_address_that_was_never_a_page_is_a_miss() -> None:
    replay = Replay(archive(("/login", SHELL), ("/tickets", SHELL)))
    assert (await replay.open(APP + "/tickets/8")).status == 404

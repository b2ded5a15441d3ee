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
    "tokens",
    [
        (b"XW7BgO+pNu9x724OgB7O4g==", b"RTDmrWl3QVfMo6lNS9rJ6Q=="),
        (b"df96d79183156e556d91825d15fa7721", b"0a96d79183156e556d91825d15fa77ff"),
    ],
    ids=["base64", "hexadecimal"],
)
async def test_what_is_made_anew_for_each_load_is_no_difference(tokens: tuple[bytes, bytes]) -> None:
    nonced = [SHELL.replace(b"<head>", b'<head><script nonce="' + token + b'">run()</script>') for token in tokens]
    replay = Replay(archive(("/login", nonced[0]), ("/tickets", nonced[1])))
    opened = await replay.open(APP + "/tickets/7")
    assert opened.status == 200
    assert tokens[1] in opened.body


@pytest.mark.parametrize(
    ("document", "found"),
    [
        ("/tickets", True),
        ("/tickets?view=all", True),
        ("/tickets?tab=", False),
        ("/tickets?tab=2", False),
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
        [
            ("/login", SHELL.replace(b"app", b"TheLogInPageOfThisApp")),
            ("/tickets", SHELL.replace(b"app", b"TicketsListPage")),
        ],
    ],
    ids=["other bytes", "one document", "one path", "long words"],
)
async def test_without_proof_it_is_a_miss(documents: list[tuple[str, bytes]]) -> None:
    assert (await Replay(archive(*documents)).open(APP + "/tickets/7")).status == 404


async def test_an_address_that_was_never_a_page_is_a_miss() -> None:
    replay = Replay(archive(("/login", SHELL), ("/tickets", SHELL)))
    assert (await replay.open(APP + "/tickets/8")).status == 404

"""One address that makes what has no key yet and changes what has one; versions that changes send; statements
with `startposition` and `maxresults`, and counts of them."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from tests.features.discover.exchanges import found
from tests.features.discover.mock import Mock

Row = dict[str, Any]
STALE = {"error": "Stale Object Error", "code": 5010}
MISSING = {"error": "Name is missing", "code": 2020}


def firm(number: int, name: str, token: int = 0, note: str | None = None) -> Row:
    return {"Id": str(number), "Token": str(token), "sparse": False, "Name": name, "Note": note}


FIRMS = [firm(number, name) for number, name in ((9, "Alder"), (10, "Birch"), (11, "Cedar"), (12, "Dune"))]


def asked(words: str) -> str:
    return f"/v3/query?query={quote(words)}"


def shown(*rows: Row, start: int = 1) -> Row:
    return {"Firm": [*rows], "startPosition": start, "maxResults": len(rows)}


def firms() -> Mock:
    made = firm(13, "Elm")
    changed = firm(13, "Elm Ltd", 1)
    return Mock(
        ("GET", asked("select * from Firm startposition 1 maxresults 20"), None, 200, shown(*FIRMS)),
        ("GET", asked("select * from Firm startposition 1 maxresults 2"), None, 200, shown(*FIRMS[:2])),
        ("GET", asked("select * from Firm startposition 3 maxresults 2"), None, 200, shown(*FIRMS[2:], start=3)),
        ("GET", asked("select count(*) from Firm"), None, 200, {"totalCount": 4, "time": "2025-03-03T09:00:00Z"}),
        ("GET", "/v3/firm/9", None, 200, {"Firm": FIRMS[0]}),
        ("POST", "/v3/firm", {"Name": "Elm", "Note": None}, 200, {"Firm": made}),
        ("GET", asked("select * from Firm startposition 1 maxresults 20"), None, 200, shown(*FIRMS, made)),
        ("POST", "/v3/firm", {"Id": "13", "Token": "0", "sparse": True, "Name": "Elm Ltd"}, 200, {"Firm": changed}),
        ("GET", "/v3/firm/13", None, 200, {"Firm": changed}),
        ("POST", "/v3/firm", {"Id": "13", "Token": "0", "sparse": True, "Note": "x"}, 400, STALE),
        ("POST", "/v3/firm", {"Note": "nobody"}, 400, MISSING),
        ("GET", "/v3/firm/13", None, 200, {"Firm": changed}),
    )


async def test_what_has_a_key_is_changed_and_else_made() -> None:
    app = firms()
    assert {("firms", "create"), ("firms", "update")} <= found(app.draft)
    assert await app.ask("POST", "/v3/firm", {"Name": "Fern", "Note": None}) == (200, {"Firm": firm(13, "Fern")})
    sent = {"Id": "10", "Token": "0", "sparse": True, "Note": "Pays late"}
    assert await app.ask("POST", "/v3/firm", sent) == (200, {"Firm": firm(10, "Birch", 1, "Pays late")})
    assert await app.ask("GET", "/v3/firm/10") == (200, {"Firm": firm(10, "Birch", 1, "Pays late")})


async def test_changes_of_what_was_read_before_another_change_are_refused() -> None:
    app = firms()
    first = {"Id": "10", "Token": "0", "sparse": True, "Name": "Birch & Sons"}
    assert (await app.ask("POST", "/v3/firm", first))[0] == 200
    assert await app.ask("POST", "/v3/firm", {**first, "Name": "Birch"}) == (400, STALE)
    again = {**first, "Token": "1", "Name": "Birch & Co"}
    assert await app.ask("POST", "/v3/firm", again) == (200, {"Firm": firm(10, "Birch & Co", 2)})
    assert await app.ask("POST", "/v3/firm", {"Note": "none"}) == (400, MISSING)


async def test_statements_say_where_a_page_begins() -> None:
    app = firms()
    words = "select * from Firm startposition 2 maxresults 3"
    assert await app.ask("GET", asked(words)) == (200, shown(*FIRMS[1:], start=2))
    await app.ask("POST", "/v3/firm", {"Name": "Fern", "Note": None})
    status, answer = await app.ask("GET", asked("select count(*) from Firm"))
    assert (status, answer["totalCount"]) == (200, 5)


async def test_a_change_that_was_lost_once_is_not_one_that_is_never_kept() -> None:
    rows = [{"id": number, "title": title, "color": "#fff"} for number, title in ((1, "Ash"), (2, "Elm"), (3, "Oak"))]
    app = Mock(
        ("GET", "/api/boards", None, 200, rows),
        ("PATCH", "/api/boards/2", {"title": "Fir"}, 204, None),
        ("PATCH", "/api/boards/2", {"color": "#c00"}, 204, None),
        ("GET", "/api/boards", None, 200, [rows[0], rows[1] | {"title": "Fir"}, rows[2]]),
    )
    await app.ask("PATCH", "/api/boards/3", {"color": "#0c0"})
    assert await app.ask("GET", "/api/boards") == (200, [*rows[:2], rows[2] | {"color": "#0c0"}])

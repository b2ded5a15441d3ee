"""Further rows of lists: which ones are opened after the steps, and which are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from awe_author.archive.reader import open_archive
from awe_author.recorder.record import record
from awe_author.recorder.rows import Look, beside, is_rendered, more_rows
from tests.recorder.apps import LiveApp, live_app
from tests.recorder.test_record import PUBLIC, authority, plan

BOATS = ["Alma", "Berta", "Clara", "Dora", "Elsa"]
GONE = 4


def table(links: list[str]) -> str:
    rows = "".join(f'<tr><td><a href="{link}">Row {link}</a></td><td>x</td></tr>' for link in links)
    return f"<html><body><nav><a href='/boats/logout'>Out</a></nav><table><tbody>{rows}</tbody></table></body></html>"


def more(links: list[str], *opened: str) -> list[str]:
    look = Look(f"{PUBLIC}/boats/", table(links))
    found = more_rows([look], [PUBLIC + one for one in ("/boats/", *opened)], 20)
    assert all(there == f"{PUBLIC}/boats/" for there, _ in found)
    return [url.removeprefix(PUBLIC) for _, urls in found for url in urls]


def test_the_rows_of_which_one_was_opened() -> None:
    links = ["/boats/1", "/boats/2", "/boats/3"]
    assert more(links, "/boats/2") == ["/boats/1", "/boats/3"]
    assert more(links, "/crews/2") == []
    assert more(links) == []


def test_links_in_parameters_and_other_sites() -> None:
    links = ["/app.php?do=boat&id=1", "/app.php?do=boat&id=2", "/app.php?do=boat&id=3"]
    assert more(links, "/app.php?do=boat&id=3") == links[:2]
    assert more(["https://elsewhere.test/boats/1", "https://elsewhere.test/boats/2"], "/boats/2") == []


@pytest.mark.parametrize("deed", ["delete", "logout", "approve", "mark-read", "sign_out", "unstar"])
def test_nothing_that_says_it_does_something(deed: str) -> None:
    links = [f"/boats/{number}/{deed}" for number in (1, 2, 3)]
    assert more(links, f"/boats/1/{deed}") == []
    links = [f"/app?act={deed}&id={number}" for number in (1, 2, 3)]
    assert more(links, f"/app?act={deed}&id=1") == []


def test_as_many_of_each_list() -> None:
    boats = Look(f"{PUBLIC}/boats/", table([f"/boats/{one}" for one in (1, 2, 3, 4)]))
    crews = Look(f"{PUBLIC}/crews/", table([f"/crews/{one}" for one in (7, 8, 9)]))
    found = more_rows([boats, crews], [f"{PUBLIC}/boats/1", f"{PUBLIC}/crews/9", f"{PUBLIC}/crews/"], 4)
    assert found == [
        ("", [f"{PUBLIC}/boats/2", f"{PUBLIC}/boats/3"]),
        (f"{PUBLIC}/crews/", [f"{PUBLIC}/crews/7", f"{PUBLIC}/crews/8"]),
    ]


def test_pages_about_the_same_thing() -> None:
    links = '<a href="/boats/2/edit">Edit</a><a href="/boats/2/delete">Delete</a><a href="/boats/2/log">Log</a>'
    there = Look(f"{PUBLIC}/boats/2", f"<html><body>{links}<a href='/boats/3/edit'>Next</a></body></html>")
    opened = [f"{PUBLIC}/boats/1", f"{PUBLIC}/boats/1/edit", f"{PUBLIC}/boats/1/delete"]
    assert beside(there.url, there, opened) == [f"{PUBLIC}/boats/2/edit"]
    assert beside(there.url, there, [f"{PUBLIC}/boats/1"]) == []


def test_documents_that_the_server_rendered() -> None:
    assert is_rendered("<h1>Boats of the harbour</h1><p>Alma</p>", "Boats of the harbour\nAlma")
    assert not is_rendered("<div id=root></div><script src=/app.js></script>", "Boats of the harbour\nAlma")
    assert not is_rendered("", "")


class Boats(LiveApp):
    """Lists boats; each has a page, that of the first one lists another one. One sends away."""

    def _answer(self, path: str, body: bytes) -> bytes:
        kind, place = "text/html; charset=utf-8", ""
        if path == "/":
            html = table([f"/boats/{number}" for number in range(1, GONE + 1)])
        elif path == f"/boats/{GONE}" or not path.startswith("/boats/"):
            html, place = "", "Location: /\r\n"
        else:
            name = BOATS[int(path.rpartition("/")[2]) - 1]
            html = f"<!doctype html><title>{name}</title><h1>Boat {name}</h1><p>Built for harbour work.</p>"
            html += table(["/boats/2", f"/boats/{len(BOATS)}"]) if path == "/boats/1" else ""
        status = "302 Found" if place else "200 OK"
        head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(html)}\r\n{place}\r\n"
        return (head + html).encode()


@pytest.mark.browser
@pytest.mark.parametrize(
    ("most", "paths"),
    [(0, []), (1, ["/", "/boats/1"]), (20, ["/", "/boats/1", "/boats/3", "/boats/1", "/boats/5"])],
)
async def test_after_the_steps(tmp_path: Path, most: int, paths: list[str]) -> None:
    steps = '[{goto: "/"}, {click: "a[href$=\'/2\']"}, {page: boat}]'
    async with live_app(made=Boats) as app:
        found = await record(plan(app, tmp_path, steps, rows=most), authority=authority(tmp_path))
    assert (found.ok, found.further) == (True, len({*paths} - {"/"}))
    with open_archive([found.written.path]) as archive:
        assert archive.recording is not None
        kept = [(step.number, step.verb, step.url) for step in archive.recording.steps[3:]]
        asked = {entry.url.removeprefix(PUBLIC) for entry in archive.entries()}
    assert kept == [(3 + place, "goto", PUBLIC + path) for place, path in enumerate(paths)]
    assert {*paths} <= asked
    assert "/boats/logout" not in asked

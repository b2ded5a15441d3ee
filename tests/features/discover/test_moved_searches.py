"""Searches that lead to another path, and acts that lead back to where they were asked for."""

from __future__ import annotations

from urllib.parse import parse_qsl

from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.replies.forwarded import forwarded
from tests.features.discover.exchanges import ORIGIN
from tests.features.discover.site import App, Mock, Said, Sent, Tour, headers_of


def library() -> App:
    def app(method: str, path: str, sent: Sent) -> Said:
        place, _, query = path.partition("?")
        return Said(status=302, to=f"/search/stored?{query}") if place == "/search" else Said("<h1>Books</h1>")

    return app


async def test_other_searches_lead_there_too() -> None:
    tour = Tour(library())
    tour.ask("GET", "/")
    tour.ask("GET", "/search?query=tea")
    mock = Mock(tour)
    answer = await mock.replay.ask("GET", f"{ORIGIN}/search?query=high+tides", b"", headers_of((), "page"))
    assert answer.status == 302
    assert "/search/stored?query=high+tides" in dict(answer.headers).values()


def led(seq: int, query: str, to: str, path: str = "/search") -> Call:
    asked = tuple(parse_qsl(query))
    return Call(seq, "GET", "GET", ORIGIN, path, asked, "", "", False, None, 302, None, "", to, "")


def where(*calls: Call) -> list[str]:
    return [str(one.document["on"]["where"]) for one in forwarded(calls, set())]  # type: ignore[call-overload, index]


def test_all_that_are_asked_there_have_to_lead_alike() -> None:
    assert where(led(1, "q=tea", "/results?q=tea")) == ["'q' in query"]
    assert not where(led(1, "q=tea", "/results?q=tea"), led(2, "q=#7", "/book/7"))
    assert not where(led(1, "q=tea", "/results?q=Tea"))
    assert not where(led(1, "page=2", "/other?page=2"))


def test_what_is_done_is_no_other_deed() -> None:
    told = where(led(1, "Action=Zoom&Subaction=Mark&ID=7", "desk.pl?Action=Zoom;ID=7", "/desk.pl"))
    assert len(told) == 1
    assert "'Mark'" in told[0]
    assert "'Zoom'" in told[0]

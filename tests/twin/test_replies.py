"""Requests of two pages are paired, their replies compared, and the cause of a difference named."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from awe_author.fidelity.model import TextDifference
from awe_author.twin.comparison import by_what_is_shown
from awe_author.twin.drive import _faults
from awe_author.twin.exchanges import Exchange
from awe_author.twin.model import StepResult
from awe_author.twin.pairing import Pair, Pairs, operation_of
from awe_author.twin.replies import Failed, ReplyResult, compare_pair
from tests.twin.talk import asked, likeness


def compared(live: Exchange | None, mock: Exchange | None, **more: Any) -> ReplyResult:
    return compare_pair(Pair(live, mock), likeness(**more), Failed(mock={7}), {})


LIST = [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Bo"}]


@pytest.mark.parametrize(
    ("reply", "status", "source", "cause"),
    [
        (LIST, 200, "feature leads.list", None),
        (LIST, 200, "recording", None),
        (LIST, 304, "recording", None),
        ([{"id": 1, "name": "Ada"}, {"id": 2, "name": "Carla"}], 200, "feature leads.list", "wrong value"),
        ([{"id": 1, "name": "Ada"}, {"id": 2}], 200, "feature leads.list", "wrong shape"),
        ([{"id": 1, "name": "Ada"}], 200, "feature leads.list", "wrong shape"),
        ({"error": "no"}, 422, "feature leads.list", "wrong status"),
        (LIST[:1], 200, "recording", "missing feature"),
        (None, 404, "miss", "miss"),
    ],
)
def test_causes_of_a_read(reply: Any, status: int, source: str, cause: str | None) -> None:
    result = compared(asked("GET", "/leads", LIST), asked("GET", "/leads", reply, status=status, source=source))
    assert (result.equal, result.cause) == (cause is None, cause)


def test_a_write_that_no_feature_takes() -> None:
    live = asked("POST", "/leads", {"id": 3, "name": "New"}, status=201, body={"name": "New"})
    recorded = asked("POST", "/leads", {"id": 3, "name": "Old"}, status=201, body={"name": "New"}, source="recording")
    assert compared(live, recorded).cause == "unmodelled write"
    assert compared(live, asked("POST", "/leads", status=404, body={"name": "New"}, source="miss")).cause == (
        "unmodelled write"
    )


def test_who_asked_alone() -> None:
    live = asked("GET", "/leads", LIST, step=3)
    assert compared(live, None).cause == "not asked"
    live.step = 7
    assert compared(live, None).cause == "step failed"
    alone = compared(None, asked("GET", "/leads", source="miss", status=404))
    assert (alone.cause, alone.equal) == ("not live", False)


def test_a_redirect_after_a_write_teaches_the_new_id() -> None:
    known = likeness()
    live = asked("POST", "/issues", status=302, location="/issues/58", purpose="document", mime="text/html")
    mock = asked(
        "POST", "/issues", status=302, location="https://app.test/issues/57", purpose="document", mime="text/html"
    )
    assert compare_pair(Pair(live, mock), known, Failed(), {}).equal
    assert known.ids.live == {"58": "57"}
    mock.reply_headers = [("location", "/login")]
    assert compare_pair(Pair(live, mock), likeness(), Failed(), {}).cause == "unmodelled write"


def test_a_redirect_teaches_a_short_code_that_no_page_had() -> None:
    def led(to: str, at: str = "/talks/new") -> Exchange:
        return asked("POST", at, status=302, location=to, purpose="document", mime="text/html")

    known = likeness()
    page = asked("GET", "/talks", "<a href='/talks/HDB37K/'>Ropes</a>", mime="text/html", purpose="document")
    assert compare_pair(Pair(page, page), known, Failed(), {}).equal
    assert compare_pair(Pair(led("/talks/XEBZMS/"), led("/talks/Z01AF2/")), known, Failed(), {}).equal
    assert known.ids.live == {"XEBZMS": "Z01AF2"}
    for live, mock in (("HDB37K", "QWE7RT"), ("QWE7RT", "HDB37K"), ("TEA", "RUM"), ("QWE7RT", "QWERTZU")):
        assert not compare_pair(Pair(led(f"/talks/{live}/"), led(f"/talks/{mock}/")), known, Failed(), {}).equal
    there, here = led("/talks/AB12CD/x", "/talks/AB12CD/"), led("/talks/EF34GH/x", "/talks/EF34GH/")
    assert not compare_pair(Pair(there, here), known, Failed(), {}).equal


def test_a_redirect_teaches_a_short_code_that_is_a_place_in_a_page() -> None:
    def led(to: str, at: str = "/save") -> Exchange:
        return asked("POST", at, status=302, location=to, purpose="document", mime="text/html")

    known = likeness()
    assert compare_pair(Pair(led("/#2w3r_G"), led("/#RPeM9g")), known, Failed(), {}).equal
    assert known.ids.live == {"2w3r_G": "RPeM9g"}
    for live, mock in (("Colours", "Flowers"), ("8w3r_G", "ABCDE9")):
        assert compare_pair(Pair(led(f"/#{live}"), led(f"/#{mock}")), known, Failed(), {}).equal
    assert known.ids.live == {"2w3r_G": "RPeM9g"}


def test_html_by_its_words() -> None:
    live = asked("GET", "/x", "<title>A</title><p class=a>Word", mime="text/html", purpose="document")
    mock = asked("GET", "/x", "<title>A</title><script>1</script><p>Word", mime="text/html", purpose="document")
    assert compared(live, mock).equal
    mock.reply += b"<p>More"
    mock._content = None
    result = compared(live, mock)
    assert result.cause == "missing feature"
    assert result.text is not None
    assert "+More" in result.text.lines


def test_pairs_go_by_operation_and_parameters() -> None:
    live = [asked("GET", "/t/5?q=a", [1]), asked("GET", "/t/5?q=b", [2]), asked("DELETE", "/t/5", status=204)]
    mock = [asked("GET", "/t/5?q=b", [2]), asked("GET", "/t/5?q=a", [1]), asked("GET", "/other", [3])]
    pairs = Pairs(likeness())
    found = pairs.step(live, mock)
    assert [(one.live.url[-1], one.mock.url[-1]) for one in found if one.live and one.mock] == [("a", "a"), ("b", "b")]
    assert {one.method: one.status for pair in pairs.finish() for one in [pair.live or pair.mock] if one} == {
        "DELETE": 204, "GET": 200,
    }  # fmt: skip


def test_a_request_may_come_one_step_later() -> None:
    pairs = Pairs(likeness())
    late = asked("GET", "/count", {"n": 1}, step=1)
    assert pairs.step([asked("GET", "/count", {"n": 1})], []) == []
    (pair,) = pairs.step([], [late])
    assert pair.shifted
    assert pair.mock is late
    assert pairs.finish() == []


def test_asking_again_is_no_difference() -> None:
    pairs = Pairs(likeness())
    poll = asked("GET", "/poll", {"n": 1})
    pairs.step([poll, asked("GET", "/poll", {"n": 1})], [asked("GET", "/poll", {"n": 1})])
    pairs.step([], [])
    assert [pair.mock is None for pair in pairs.done] == [False]
    assert pairs.repeats == 1


def test_operations() -> None:
    query = {"query": "query Top { leads { id } }", "operationName": "Top", "variables": {}}
    assert operation_of(asked("POST", "/graphql", {}, body=query)) == "POST app.test/graphql graphql:query:Top"
    assert operation_of(asked("GET", "/t/17/6f1d0c52-93f3-4b52-8a61-0b7e6f0e9f10/edit")) == "GET app.test/t/*/*/edit"


@pytest.mark.parametrize(
    ("exchange", "kind"),
    [
        (asked("GET", "/api/x", {}), "api"),
        (asked("POST", "/x.css", {}), "api"),
        (asked("GET", "/x", "", purpose="document", mime="text/html"), "page"),
        (asked("GET", "/x.js", "", purpose="script", mime="text/javascript"), "asset"),
        (asked("GET", "/locale/en.json", {}), "api"),
        (asked("GET", "/icons.svg", "", mime="image/svg+xml"), "asset"),
        (asked("GET", "/events", "", mime="text/event-stream"), "stream"),
        (asked("OPTIONS", "/api/x"), "asset"),
    ],
)
def test_what_is_compared(exchange: Exchange, kind: str) -> None:
    assert exchange.kind == kind


def test_faults_of_features_are_told_once() -> None:
    class Log:
        total = 5
        events: ClassVar[list[dict[str, Any]]] = []

        def of(self, *kinds: str) -> list[dict[str, Any]]:
            return [event for event in self.events if event["kind"] in kinds]

    class Replay:
        log = Log()

    tell = _faults(Replay())  # type: ignore[arg-type]
    fault = {"kind": "feature_fault", "feature": "a.list", "where": "features.yaml:3", "what": "no such key: x"}
    Log.events = [{**fault, "n": 4}, {**fault, "n": 5}, {**fault, "n": 6}, {"kind": "miss", "n": 7, "url": "x"}]
    Log.total = 8
    assert tell() == ["a.list: features.yaml:3: no such key: x"]
    assert tell() == []


def test_a_document_is_what_it_shows() -> None:
    live = asked("GET", "/x", "<title>A</title><p>Word", mime="text/html", purpose="document")
    mock = asked("GET", "/x", "<title>A</title><p>Old", mime="text/html", purpose="document")
    result = StepResult(0, "goto", "/x", text=TextDifference(), replies=[compared(live, mock)])
    assert not result.replies[0].equal
    by_what_is_shown(result)
    assert result.replies[0].equal
    result.replies, result.text = [compared(live, mock)], TextDifference(added=1)
    by_what_is_shown(result)
    assert not result.replies[0].equal


def test_a_number_of_the_request_that_is_given_back_is_no_difference() -> None:
    live = asked("GET", "/list?unlock=loading1795326629035", {"unlock": "loading1795326629035", "rows": 2})
    mock = asked("GET", "/list?unlock=loading1795335491349", {"unlock": "loading1795335491349", "rows": 2})
    assert compared(live, mock).equal
    other = asked("GET", "/list?unlock=loading1795335491349", {"unlock": "loading1795300000000", "rows": 2})
    assert not compared(live, other).equal


def test_replies_that_are_pages_are_compared_without_what_screens_are_let_go() -> None:
    live = "<p>10:26:51.8<p>load<p>took 1.2s"
    for one, other in ((live, live.replace("1.2s", "3s")), (live + " (pid 4711)", live + " (pid 17)")):
        pair = Pair(asked("GET", "/log", one, mime="text/html"), asked("GET", "/log", other, mime="text/html"))
        assert compare_pair(pair, likeness(), Failed(), {}).cause == "missing feature"

"""Marks that a server tells over a socket: played and told from the state."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from awe_author.features.discover import Recorded, discover
from awe_author.features.discover.exchanges.calls import Raw
from awe_author.features.talks import talks_of
from awe_author.json_types import Json
from tests.features.discover.test_marks import REVS, A, B, C
from tests.features.discover.test_talks import Talk, loads
from tests.replay.listed import ListedArchive

LIVE = "wss://notes.test/live"
DEPLOYED, PHASE = "deployed", "phase"


def told(mark: str) -> dict[str, Any]:
    return {"topic": DEPLOYED, "data": {"rev": mark}}


def phase(name: str) -> dict[str, Any]:
    return {"topic": PHASE, "data": name}


class Notes:
    """A recording in which notes are saved three times, and a socket that tells their revision."""

    def __init__(self, pushed: list[list[Any]], greeting: list[Any] | None = None, later: Sequence[Any] = ()) -> None:
        self.archive = ListedArchive()
        self.socket = self.archive.record("GET", LIVE, status=101, mime="")
        self.said: list[tuple[int, bool, str]] = []
        self.say({"watch": "all"}, outgoing=True)
        self.say(greeting or [phase("up"), told(REVS[0])])
        self.ask("GET", {"notes": [A, B, C], "rev": REVS[0]})
        for number, news in enumerate(pushed):
            notes = [A, B, {**C, "label": f"label {number}"}]
            self.ask("POST", {"rev": REVS[number + 1]}, {"notes": notes})
            self.say(news)
        self.ask("GET", {"notes": [A, B, {**C, "label": "label 1"}], "rev": REVS[2]})
        for one in later:
            self.say({"watch": "again"}, outgoing=True)
            self.say(one)

    def say(self, value: Any, *, outgoing: bool = False) -> None:
        filler = self.archive.record("GET", "https://notes.test/asset.css", b"", mime="text/css")
        self.said.append((filler.seq, outgoing, json.dumps(value)))

    def ask(self, method: str, answer: Any, body: Any = None) -> None:
        sent = [("content-type", "application/json")]
        content = b"" if body is None else json.dumps(body).encode()
        self.archive.record(
            method,
            "https://notes.test/notes",
            json.dumps(answer).encode(),
            mime="application/json",
            body=content,
            sent=sent,
        )

    def mock(self) -> Talk:
        from awe_author.archive.model import SocketMessage

        archive = self.archive
        archive.said[self.socket.seq] = [SocketMessage(seq, float(seq), out, text) for seq, out, text in self.said]
        raws, written = [], []
        for entry in (one for one in archive.entries() if one.kind == "http"):
            body = b"".join(archive.response(entry).body)
            headers, sent = archive.response(entry).headers, archive.request_body(entry)
            asked = archive.request_headers(entry)
            raws.append(Raw(entry.seq, entry.method, entry.url, asked, sent, entry.status, headers, body))
            written += [entry.time] if entry.writes else []
        draft = discover(Recorded(raws, talks=talks_of(archive), written=written), "app")
        talk = Talk.__new__(Talk)
        talk.begin(draft, archive, LIVE)
        return talk


def news(number: int) -> list[Any]:
    return [phase("stop"), phase("start"), told(REVS[number])]


REST: list[Json] = [dict(A), dict(B)]


async def test_the_present_mark_is_played_and_every_change_of_it_told_as_recorded() -> None:
    talk = Notes([news(1), news(2)]).mock()
    await talk.page.opened()
    state = talk.live.by_app["app"]
    played = await talk.page.played(json.dumps([phase("up"), told(REVS[0])]))
    assert loads([played or ""]) == [[phase("up"), told(REVS[0])]]
    state.act("replace_notes", {"items": REST})
    now = talk.state["marks"]["notes"]
    assert now not in REVS
    said = [part for one in loads(await talk.page.changed()) for part in one]
    assert said == [phase("stop"), phase("start"), told(str(now))]
    played = await talk.page.played(json.dumps([phase("up"), told(REVS[0])]))
    assert loads([played or ""]) == [[phase("up"), told(str(now))]], "not the mark of the recording"
    recorded = json.dumps(news(1))
    assert await talk.page.played(recorded, after_write=True) is None, "it is told when it happens, not when recorded"
    assert await talk.page.played(json.dumps([{"topic": "other"}])) == json.dumps([{"topic": "other"}])
    assert talk.faults == []


async def test_what_was_told_last_is_told_to_who_comes_later() -> None:
    """As the recording shows: `up` before anything was written, the last news after it."""
    talk = Notes([news(1), news(2)], later=[[phase("start"), told(REVS[2])]]).mock()
    await talk.page.opened()
    greeting = json.dumps([phase("up")])
    assert loads([await talk.page.played(greeting) or ""]) == [[phase("up")]]
    talk.live.by_app["app"].act("replace_notes", {"items": REST})
    assert loads([await talk.page.played(greeting) or ""]) == [[phase("start")]]
    other = Notes([news(1), news(2)], later=[[phase("else"), told(REVS[2])]]).mock()
    await other.page.opened()
    other.live.by_app["app"].act("replace_notes", {"items": REST})
    assert loads([await other.page.played(greeting) or ""]) == [[phase("up")]], "the recording shows otherwise"


async def test_of_news_that_differ_from_write_to_write_only_the_mark_is_told() -> None:
    talk = Notes([news(1), [phase("else"), told(REVS[2])]]).mock()
    await talk.page.opened()
    talk.live.by_app["app"].act("replace_notes", {"items": REST})
    ((said,),) = loads(await talk.page.changed())
    assert said == told(str(talk.state["marks"]["notes"]))


@pytest.mark.parametrize(
    ("why", "pushed"),
    [
        ("the mark of another write", [news(2), news(1)]),
        ("a mark that never changes", [news(0), news(0)]),
    ],
)
def test_what_does_not_follow_the_writes_is_left_as_recorded(why: str, pushed: list[list[Any]]) -> None:
    with pytest.raises(AssertionError, match="features"):
        Notes(pushed).mock()  # no feature is for the socket

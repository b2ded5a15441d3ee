"""A page that is opened by itself finds the app as it was when the page was recorded."""

from __future__ import annotations

from awe_author.archive.model import PageEntry, Recording, StepRecord
from awe_author.fidelity.pages import begin_at, clock_of, is_miss, step_of
from awe_author.replay.session import ReplaySession
from tests.replay.listed import THEN, ListedArchive

APP = "https://app.test"
FIRST = StepRecord(0, "page", "home", THEN, clock=THEN + 2, url=APP + "/", page="home", next_seq=2)
LATER = StepRecord(1, "page", "list", THEN + 9, clock=THEN + 12, url=APP + "/#list", page="list", next_seq=4)


def archive() -> ListedArchive:
    made = ListedArchive(Recording(steps=[FIRST, LATER]))
    made.record("GET", APP + "/", b"<html></html>")
    made.record("POST", APP + "/login", b"{}", mime="application/json")
    made.record("GET", APP + "/api/me", b"{}", mime="application/json")
    made.record("POST", APP + "/api/items", b"{}", mime="application/json")
    return made


def test_what_had_been_written_by_then_has_been_written() -> None:
    made = archive()
    write = next(entry.seq for entry in made.entries() if entry.url.endswith("/login"))
    session = ReplaySession(made)
    begin_at(session, PageEntry(APP + "/#list", "list", THEN + 10))
    assert session.cursor.position == write
    assert session.rerun.opened == LATER.next_seq
    session.clock.freeze()
    assert 0 <= session.clock.now() - (THEN + 10) < 60
    session.arrived(THEN)
    assert session.clock.now() >= THEN + 10


def test_a_page_that_no_step_kept_begins_at_the_beginning() -> None:
    session = ReplaySession(archive())
    begin_at(session, PageEntry(APP + "/elsewhere", "", THEN + 10))
    assert session.cursor.position == 0


def test_the_clock_of_its_picture_is_that_of_the_step() -> None:
    made = archive()
    page = PageEntry(APP + "/#list", "list", THEN + 10)
    assert step_of(made.recording, page) is LATER
    assert clock_of(made, page) == THEN + 12  # type: ignore[arg-type]
    assert clock_of(made, PageEntry(APP + "/elsewhere", "", THEN)) == THEN + 3  # type: ignore[arg-type]


def test_a_page_that_nothing_was_recorded_for_is_told_from_one_that_misses_something() -> None:
    session = ReplaySession(archive())
    page = PageEntry(APP + "/list#second", "list", THEN + 10)
    session.log.add("miss", url=APP + "/list", destination="empty")
    session.log.add("miss", url=APP + "/other", destination="document")
    assert not is_miss(session, page)
    session.log.add("miss", url=APP + "/list", destination="document")
    assert is_miss(session, page)

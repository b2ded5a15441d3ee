"""What was measured during the run is let go where it is told beside a moment of the run, and nowhere else."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.twin.likeness import Likeness, identified
from awe_author.twin.measured import SCALE, TOOK, Shown, measured
from awe_author.twin.moments import MARK, Window
from awe_author.twin.steady import Steady, distances
from awe_author.twin.texts import compare_screens
from tests.twin.talk import LIVE, asked, likeness

LOG = """10:26:51.824
load
DONE
Loaded in 314ms (pid: 29524).
pid
29524"""
AT_MOCK = LOG.replace("10:26:51.824", "08:00:20.1")


def seen(*lines: str, known: Likeness | None = None) -> list[str]:
    """The lines of a screen that both sides show, with what was measured marked."""
    raw = [line.replace(MARK, "10:26:51") for line in lines]
    sides = Shown(raw, list(lines)), Shown(raw, list(lines))
    found, other, _ = measured(*sides, known or likeness())
    assert found == other
    return found


def mocks(text: str) -> str:
    return text.replace("10:26:", "08:00:")


def test_how_long_something_took_is_marked_beside_its_moment_only() -> None:
    lines = [MARK, "load", "DONE", "Loaded in 1.2s", "Seeded in 40 s", f"at {MARK}: 0:00:13", "v 1.2"]
    assert seen(*lines) == [*lines[:3], f"Loaded in {TOOK}", "Seeded in 40 s", f"at {MARK}: {TOOK}", "v 1.2"]
    assert seen("Loaded in 1.2s") == ["Loaded in 1.2s"], "nothing of the run is shown"


def test_a_date_is_no_moment_at_which_something_was_measured() -> None:
    assert not compare_screens("2026-11-18\ntook 8 s", "2026-01-05\ntook 9 s", likeness()).same


@pytest.mark.parametrize(
    ("live", "mock"), [("14:30", "9:00"), ("0:45", "0:10"), ("45 min", "10 min"), ("90 s", "20 s")]
)
def test_times_of_day_and_what_is_longer_than_the_run_are_compared(live: str, mock: str) -> None:
    assert not compare_screens(f"10:26:51\nlasts {live}", f"08:00:20\nlasts {mock}", likeness()).same


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ({"lasts": 45}, "45 s"),
        ({"lasts": 45}, "0:00:45"),
        ({"lasts": 45000}, "45 s"),
        ({"lasts": "45 s"}, "45 s"),
        ({"lasts": 0.75}, "45 s"),
        (b"name=a&lasts=45+s", "45 s"),
    ],
)
def test_what_was_asked_is_compared(body: object, shown: str) -> None:
    live, mock = f"10:26:51\nlasts {shown}", f"08:00:20\nlasts {shown.replace('45', '12')}"
    assert compare_screens(live, mock, likeness()).same, "it may have been measured"
    known = likeness()
    known.steady.asked([asked("POST", "/meetings", body=body)])
    assert not compare_screens(live, mock, known).same
    assert compare_screens(live, mocks(live), known).same


def test_a_span_worked_out_from_moments_of_a_reply_is_measured_though_a_page_size_has_its_number() -> None:
    live, mock = "10:26:51\n0:00:25", "08:00:20\n0:00:06"
    known = likeness()
    known.steady.asked([asked("GET", "/runs?limit=25")])
    assert not compare_screens(live, mock, known).same
    other = {"start": LIVE + 12.4, "end": LIVE + 37.8}
    known.took.update(distances({"jobs": [other]}, known.live))
    assert not compare_screens(live, mock, known).same, "as long, at other moments"
    job = {"start": LIVE - 14.0, "end": LIVE + 11.4, "size": 25}
    known.took.update(distances({"jobs": [job]}, known.live))
    assert compare_screens(live, mock, known).same
    known.steady.shown("made 10:26:30\n0:00:25", known.live)
    assert compare_screens(live, mock, known).same, "told of the moment at which it was made, too"
    known.steady.asked([asked("PUT", "/runs", body={"timeout": 25})])
    assert not compare_screens(live, mock, known).same, "somebody entered it"


def test_the_live_span_decides_for_both_screens() -> None:
    known = likeness()
    known.steady.asked([asked("GET", "/runs?limit=6")])
    live, mock = "10:26:51\n0:00:25", "08:00:20\n0:00:06"
    assert compare_screens(live, mock, known).same
    assert not compare_screens("10:26:51\n0:00:06", "08:00:20\n0:00:25", known).same


def test_distances_lie_between_moments_of_one_object() -> None:
    window = likeness().live
    seeded = LIVE - 90000.0
    value = {"made": LIVE, "jobs": [{"start": LIVE + 1, "end": LIVE + 9, "was": seeded, "n": 5}, {"at": LIVE + 50}]}
    assert sorted(distances(value, window)) == [(LIVE + 1, LIVE + 9)]
    told = {"end": "2026-11-18T10:26:52Z", "start": "2026-11-18T10:26:50Z"}
    assert list(distances(told, window)) == [(LIVE + 10, LIVE + 12)]


def test_two_moments_of_something_else_make_no_span_measured() -> None:
    known = likeness()
    known.steady.shown("Interval\n60 s", known.live)
    live, mock = "Monitor\n10:26:51\nevery 60 s", "Monitor\n08:00:11\nevery 20 s"
    known.took.update(distances({"user": {"loggedIn": LIVE, "seen": LIVE + 59.4}}, known.live))
    assert not compare_screens(live, mock, known).same
    known.took.update(distances({"check": {"from": LIVE - 48.6, "to": LIVE + 11.2}}, known.live))
    assert compare_screens(live, mock, known).same
    assert not compare_screens(live.replace(":51", ""), mock, known).same, "no second is told"


def test_what_was_on_the_screen_before_is_compared() -> None:
    live, mock = "changed 10:26:51\nlasts 45 s", "changed 08:00:20\nlasts 12 s"
    for before in ("Plan\n45 s", "Plan\nchanged 10:26:41\nlasts 45 s"):
        known = likeness()
        known.steady.shown(before, known.live)
        assert not compare_screens(live, mock, known).same, before
        assert compare_screens(live, mock.replace("12", "45"), known).same
    known = likeness()
    known.steady.shown("10:26\n45 s", known.live)
    known.steady.shown(live, known.live)
    assert compare_screens(live, mock, known).same, "the same, told of the same moment"


@pytest.mark.parametrize(
    ("lines", "shown"),
    [
        (["5s", "10s", "15s"], [SCALE]),
        (["0.5 s", "1 s"], [SCALE]),
        (["5s", "10s", "20s"], [SCALE, "20s"]),
        (["10s"], ["10s"]),
        (["10s", "15s"], ["10s", "15s"]),
        (["30s", "1m"], ["30s", "1m"]),
        (["5 m", "10 m"], ["5 m", "10 m"]),
        (["5s", "10s", "loa…", "load", "Search"], [SCALE, "loa…", "load", "Search"]),
        (["5 mice", "10 mice"], ["5 mice", "10 mice"]),
    ],
)
def test_a_scale_of_what_was_measured(lines: list[str], shown: list[str]) -> None:
    far = [MARK, "took 12.5s", "b", "c", "d"]
    assert seen(*far, *lines) == [MARK, f"took {TOOK}", *far[2:], *shown]
    assert seen(*far[2:], *lines) == [*far[2:], *lines]
    assert seen(MARK, "a", "b", "c", *lines) == [MARK, "a", "b", "c", *lines], "nothing was measured"


def test_a_choice_of_times_is_no_scale() -> None:
    live, mock = "10:26:51\ntook 12.5s\na\nb\nc\n5s\n10s", "08:00:20\ntook 2.5s\na\nb\nc\n1s\n2s\n3s"
    assert compare_screens(live, mock, likeness()).same
    known = likeness()
    known.steady.shown("Refresh\n5s\n10s", known.live)
    assert not compare_screens(live, mock, known).same
    assert not compare_screens(live, mock.replace("\n1s\n2s\n3s", ""), likeness()).same


@pytest.mark.parametrize(
    ("labels", "same"),
    [
        ("load\nsa…\nHelp", True),
        ("save\nlo…\nHelp", True),
        ("load\nHelp", False),
        ("Help", False),
        ("load\nlo…\nHelp", False),
    ],
)
def test_the_labels_of_a_chart_have_to_be_there(labels: str, same: bool) -> None:
    start = "10:26:51\ntook 12.5s\nSteps: two\nload\nsave\nChart\n5s\n10s\n"
    live, mock = start + "load\nsave\nHelp", mocks(start).replace("5s\n10s", "2s\n4s\n6s") + labels
    assert compare_screens(live, mock, likeness()).same is same


def test_numbers_of_processes_correspond() -> None:
    known = likeness()
    mock = AT_MOCK.replace("29524", "6861").replace("314ms", "2.04s")
    assert compare_screens(LOG, mock, known).same
    assert not known.ids.live, "no reply may differ by it"
    assert not compare_screens(LOG, mock.replace("6861", "6862"), known).same, "it has become another one"
    assert not compare_screens(LOG, mock.replace("\n6861", "\n6862"), likeness()).same, "another process"
    assert not compare_screens(LOG, mock.replace("Loaded", "Lost"), likeness()).same


def test_a_pair_of_screens_that_differs_teaches_no_numbers() -> None:
    known = likeness()
    mock = AT_MOCK.replace("29524", "6861")
    assert not compare_screens(LOG, mock.replace("Loaded", "Lost"), known).same
    assert compare_screens(LOG, mock.replace("6861", "7000"), known).same


@pytest.mark.parametrize("name", ["Thread", "Process", "thread id"])
def test_numbers_of_things_are_no_processes(name: str) -> None:
    live, mock = f"10:26:51\n{name} 17\nScore: 17", f"08:00:20\n{name} 23\nScore: 23"
    assert not compare_screens(live, mock, likeness()).same


def test_numbers_in_replies_are_no_processes() -> None:
    live, mock = "10:26:51\nProcess ID: 17", "08:00:20\nProcess ID: 23"
    assert compare_screens(live, mock, likeness()).same
    assert not compare_screens(f"{live}\nScore: 17", f"{mock}\nScore: 23", likeness()).same
    known = likeness()
    known.steady.things.update(identified([{"process": {"id": 17, "size": 5}}]))
    assert known.steady.things == {"17"}
    assert not compare_screens(live, mock, known).same
    assert not compare_screens("Seeded\nPID 17", "Seeded\nPID 23", likeness()).same, "nothing of the run is shown"


def test_fractions_of_a_moment_belong_to_it() -> None:
    assert compare_screens("at 10:26:51.824 AM", "at 08:00:20.1 AM", likeness()).same
    assert not compare_screens("took 10.26s", "took 8.00s", likeness()).same, "no time of day"


def test_distances_lie_however_deep() -> None:
    window = Window(LIVE, LIVE + 60)
    value: Any = {"start": "2026-11-18T10:26:50Z", "end": "2026-11-18T10:26:52Z"}
    for _ in range(10_000):
        value = [value]
    assert list(distances(value, window)) == [(LIVE + 10, LIVE + 12)]


def test_raised_digits_identify_nothing() -> None:
    steady = Steady(things={"m²"})
    assert steady.is_thing("m²")
    assert not steady.is_thing("²³")

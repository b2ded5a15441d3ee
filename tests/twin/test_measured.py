"""What was measured during the run is let go where it is told beside a moment of the run, and nowhere else."""

from __future__ import annotations

import pytest

from awe_author.twin.measured import SCALE, TOOK, measured
from awe_author.twin.moments import MARK
from awe_author.twin.texts import compare_screens
from tests.twin.talk import likeness

LOG = """10:26:51.824
load
DONE
Loaded in 314ms (pid: 29524).
pid
29524"""
AT_MOCK = LOG.replace("10:26:51.824", "08:00:20.1")


def test_how_long_something_took_is_marked_beside_its_moment_only() -> None:
    lines = [MARK, "load", "DONE", "Loaded in 1.2s", "Seeded in 40 s", f"at {MARK}: 0:13", "v 1.2"]
    assert measured(lines) == [
        MARK,
        "load",
        "DONE",
        f"Loaded in {TOOK}",
        "Seeded in 40 s",
        f"at {MARK}: {TOOK}",
        "v 1.2",
    ]
    assert measured(["Loaded in 1.2s"]) == ["Loaded in 1.2s"], "nothing of the run is shown"


@pytest.mark.parametrize(
    ("lines", "shown"),
    [
        (["5s", "10s", "15s"], [SCALE]),
        (["0.5 s", "1 s"], [SCALE]),
        (["30s", "1m"], [SCALE]),
        (["5s", "10s", "20s"], [SCALE, "20s"]),
        (["10s"], ["10s"]),
        (["10s", "15s"], ["10s", "15s"]),
        (["5s", "10s", "loa…", "load", "Search"], [SCALE, "load", "Search"]),
        (["5s", "10s", "x…"], [SCALE, "x…"]),
        (["5 mice", "10 mice"], ["5 mice", "10 mice"]),
    ],
)
def test_a_scale_of_time(lines: list[str], shown: list[str]) -> None:
    far = [MARK, "a", "b", "c"]
    assert measured([*far, *lines]) == [*far, *shown]
    assert measured(lines) == lines


def test_numbers_of_processes_correspond() -> None:
    known = likeness()
    mock = AT_MOCK.replace("29524", "6861").replace("314ms", "2.04s")
    assert compare_screens(LOG, mock, known).same
    assert known.ids.mock_of("29524") == "6861"
    assert not compare_screens(LOG, mock.replace("\n6861", "\n6862"), likeness()).same, "another process"
    assert not compare_screens(LOG, mock.replace("Loaded", "Lost"), likeness()).same


def test_fractions_of_a_moment_belong_to_it() -> None:
    assert compare_screens("at 10:26:51.824 AM", "at 08:00:20.1 AM", likeness()).same
    assert not compare_screens("took 10.26s", "took 8.00s", likeness()).same, "no time of day"

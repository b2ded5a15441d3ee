"""Rows of a log may be interleaved otherwise, each side in the order of its own moments."""

from __future__ import annotations

import pytest

from awe_author.twin.texts import compare_screens, interruptions, ticking
from tests.twin.talk import likeness


def log(day: str, *rows: str) -> str:
    """A screen with rows, one a second, between other lines."""
    told = [f"{day}:{10 + at}.5\n{row}" for at, row in enumerate(rows)]
    return "\n".join(["Run 5", "Log", *told, "Help"])


LIVE = log("10:27", "a\nstarted", "b\nstarted", "a\ndone", "b\ndone")


@pytest.mark.parametrize(
    ("mock", "same"),
    [
        (log("08:00", "a\nstarted", "a\ndone", "b\nstarted", "b\ndone"), True),
        (log("08:00", "b\nstarted", "a\nstarted", "b\ndone", "a\ndone"), True),
        (log("08:00", "a\nstarted", "b\nstarted", "a\ndone", "b\nfailed"), False),
        (log("08:00", "a\nstarted", "b\nstarted", "a\ndone"), False),
        (log("08:00", "a\nstarted", "b\ndone", "a\ndone", "b\nstarted").replace("08:00:11", "08:00:40"), False),
        (log("08:00", "a\nstarted", "a\ndone", "b\nstarted", "b\ndone").replace("Help", "Halt"), False),
    ],
)
def test_interleaved_rows(mock: str, same: bool) -> None:
    told: list[str] = []
    assert compare_screens(LIVE, mock, likeness(), told=told).same is same
    assert bool(told) is same


def test_rows_that_do_not_tell_the_second_keep_their_order() -> None:
    live, mock = "10:27\na\n10:28\nb", "08:00\nb\n08:01\na"
    assert not compare_screens(live, mock, likeness()).same


@pytest.mark.parametrize(
    ("live", "mock"),
    [
        ("10:26:01\nstarted\n10:26:02\ndone\n10:26:03\nsaved", "08:00:14\nsaved\n08:00:13\ndone\n08:00:12\nstarted"),
        ("10:26:01\nstarted\n10:26:02\ndone", "08:00:01\ndone\n08:00:02\nstarted"),
        ("10:26:01\nstarted\n10:26:01\ndone", "08:00:01\ndone\n08:00:01\nstarted"),
        (LIVE, "\n".join(["Run 5", "Log", "08:00:13.5\nb\ndone\n08:00:12.5\na\ndone\n08:00:11.5\nb\nstarted",
                          "08:00:10.5\na\nstarted", "Help"])),
        (log("10:27", "a\nstarted", "a\ndone"), log("08:00", "a\ndone", "a\nstarted")),
        (log("10:27", "a\nstarted", "a\ndone", "ALL\ndone"), log("08:00", "a\nstarted", "ALL\ndone", "a\ndone")),
        (log("10:27", "a\n1", "a\n2", "a\n3", "a\n4", "a\n5", "b\n1", "b\n2"),
         log("08:00", "b\n1", "b\n2", "a\n1", "a\n2", "a\n3", "a\n4", "a\n5")),
    ],
    ids=["newest first", "two", "same second", "all newest first", "one thing", "about nothing else", "far apart"],
)  # fmt: skip
def test_rows_in_another_order(live: str, mock: str) -> None:
    assert not compare_screens(live, mock, likeness()).same


def test_what_stands_where_a_countdown_was_belongs_to_it() -> None:
    looks = ["Runs\n0:02\n3 runs", "Runs\n0:01\n3 runs", "Runs\nAsking…\n3 runs", "Runs\n0:15\n3 runs"]
    assert ticking(looks) == {"0:0"}
    assert interruptions(looks) == {"Asking…"}
    assert interruptions(["Runs\n3 runs", "Runs\n4 runs"]) == frozenset()
    assert interruptions(["took 3 s\nSaved", "took 3 s\nLost"]) == frozenset()

"""Of a long log a page shows a part; which one may differ when both pages were told the same rows."""

from __future__ import annotations

import itertools

import pytest

from awe_author.twin.exchanges import Exchange
from awe_author.twin.parts import ToldRows
from awe_author.twin.texts import compare_screens
from tests.twin.talk import LIVE, MOCK, asked, likeness

KINDS = ("START", "INFO", "OUTPUT", "END")
Row = tuple[int, str, str]


def clock(second: int, *, mock: bool = False) -> str:
    """Both runs begin at a whole minute and some seconds: 10:26:40 and 08:00:00."""
    return f"08:00:{second:02}" if mock else f"10:26:{40 + second:02}"


def rows(*order: str) -> list[Row]:
    """All rows of these jobs, one job after the other, a row each second or so."""
    told = itertools.chain.from_iterable([(job, kind) for kind in KINDS] for job in order)
    return [(place // 3, job, kind) for place, (job, kind) in enumerate(told)]


def screen(shown: list[Row], *, mock: bool = False, end: str = "End of log") -> str:
    lines = [f"{clock(second, mock=mock)}\n{job}\n{kind}\n{kind} of {job}" for second, job, kind in shown]
    return "\n".join(["Log", *lines, end])


def told(all_of: list[Row]) -> ToldRows:
    objects = [{"at": second, "job": job, "kind": kind, "text": f"{kind} of {job}"} for second, job, kind in all_of]
    one: Exchange = asked("GET", "/log", {"log": objects})
    return ToldRows.of([one], 0, str)


ABC, BAC = rows("a", "b", "c"), rows("b", "a", "c")


def same(live: list[Row], mock: list[Row], to_live: list[Row] = ABC, to_mock: list[Row] = BAC) -> bool:
    return compare_screens(
        screen(live), screen(mock, mock=True), likeness(), logs=lambda: (told(to_live), told(to_mock))
    ).same


def test_both_show_the_end_of_what_they_were_told() -> None:
    assert LIVE > MOCK
    assert same(ABC[2:], BAC[2:])
    assert same(ABC[2:], BAC[3:])
    assert not same(ABC[:-2], ABC[2:], ABC, ABC), "one its beginning, one its end"
    assert not compare_screens(screen(ABC[2:]), screen(BAC[2:], mock=True), likeness()).same


@pytest.mark.parametrize(
    ("why", "live", "mock", "to_live", "to_mock"),
    [
        ("a row is missing in the middle", ABC[2:], [*BAC[2:6], *BAC[7:]], ABC, BAC),
        ("nor may it be missing in the live app", [*ABC[2:6], *ABC[7:]], BAC[2:], ABC, BAC),
        ("the live page was told of no such row", ABC[2:], [(0, "b", "FAILURE"), *BAC[2:]], ABC, BAC),
        ("the mock's page was not told what the live one shows", ABC[2:], BAC[2:], ABC, BAC[2:]),
        ("the end before the start", ABC[2:], [*BAC[2:4], BAC[5], BAC[4], *BAC[6:]], ABC, BAC),
    ],
)
def test_everything_else_differs(
    why: str, live: list[Row], mock: list[Row], to_live: list[Row], to_mock: list[Row]
) -> None:
    assert not same(live, mock, to_live, to_mock), why


def test_what_stands_around_the_log_is_compared() -> None:
    logs = told(ABC), told(BAC)
    live, mock = screen(ABC[2:]), screen(BAC[2:], mock=True)
    assert not compare_screens(live, mock.replace("Log", "List"), likeness(), logs=lambda: logs).same
    other = screen(BAC[2:], mock=True, end="3 errors")
    assert not compare_screens(live, other, likeness(), logs=lambda: logs).same

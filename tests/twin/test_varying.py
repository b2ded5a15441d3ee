"""A mock's screen stays within what two runs of the live app differ in, or it differs."""

from __future__ import annotations

import pytest

from awe_author.twin.moments import Window
from awe_author.twin.varying import Look, stays_within
from tests.twin.talk import LIVE

WINDOW = Window(LIVE, LIVE + 60)


def look(text: str) -> Look:
    """A screen; parts of it are divided by `/`."""
    return Look.of([part.strip() for part in text.split("/")], WINDOW, str)


def within(live: str, earlier: str, mock: str) -> bool:
    return stays_within(look(live), look(earlier), look(mock))


JOB = "Jobs / In progress (1) / import / Started"
DONE = "Jobs / In progress (0) / import / Success"


@pytest.mark.parametrize(
    ("mock", "same"),
    [
        (DONE, True),
        (JOB, True),
        ("Jobs / In progress (1) / import / Success", True),
        ("Jobs / In progress (0) / import / Failure", False),
        ("Jobs / In progress (7) / import / Success", False),
        ("Jobs / In progress (0) / export / Success", False),
        ("Jobs / In progress (0) / import", False),
        ("Jobs / In progress (0) / import / Success / Success / Started / again", False),
        ("In progress (0) / import / Success", False),
    ],
)
def test_a_job_that_one_run_saw_end(mock: str, same: bool) -> None:
    assert within(JOB, DONE, mock) is same


def test_runs_that_are_alike_allow_nothing() -> None:
    assert not within(JOB, JOB, DONE)


def test_what_only_one_run_shows_may_be_missing() -> None:
    shown, not_shown = "Runs / Refreshing… / import", "Runs / import"
    assert within(shown, not_shown, not_shown)
    assert within(not_shown, shown, shown)
    assert not within(shown, shown, not_shown)
    assert not within("Runs / import / Refreshing…", "Runs / import", "Refreshing… / Runs / import")


def test_spans_are_free_where_two_runs_show_different_ones() -> None:
    live, other = "made / took 12 s / lasts 45 s", "made / took 14 s / lasts 45 s"
    assert within(live, other, "made / took 3 s / lasts 45 s")
    assert not within(live, other, "made / took 3 s / lasts 44 s")
    assert within("pid / 4711 / (pid: 17)", "pid / 4712 / (pid: 18)", "pid / 99 / (pid: 98)")
    assert not within("pid / 4711 / 17", "pid / 4712 / 17", "pid / 99 / 18")
    assert not within("12 rows", "13 rows", "14 rows"), "a number is none"


def row(second: int, about: str, kind: str, text: str = "") -> str:
    return f"10:26:{second} / {about} / {kind} / {text or kind + ' of ' + about}"


def log(*rows: str) -> str:
    return " / ".join(("Log", *rows, "End"))


A, B = [row(41, "a", "START"), row(42, "a", "END")], [row(51, "b", "START"), row(52, "b", "END")]
LATE_A, EARLY_B = (
    [row(51, "a", "START"), row(52, "a", "END")],
    [row(41, "b", "START"), row(42, "b", "END")],
)


def test_the_order_of_jobs_that_two_runs_did_in_either_order() -> None:
    live, other = log(*A, *B), log(*EARLY_B, *LATE_A)
    assert within(live, other, other)
    mixed = log(row(41, "b", "START"), row(42, "a", "START"), row(43, "b", "END"), row(44, "a", "END"))
    assert not within(live, other, mixed), "neither run interleaved them"
    assert not within(live, live, other), "had both runs the same order, it would be one"
    backwards = log(row(52, "b", "START"), row(51, "b", "END"), row(42, "a", "START"), row(41, "a", "END"))
    assert not within(live, other, backwards), "later moments first"
    ended = log(row(41, "b", "END"), row(42, "b", "START"), *LATE_A)
    assert not within(live, other, ended), "the end before its start"
    assert not within(live, other, log(*EARLY_B, row(51, "a", "START"), row(52, "a", "FAILURE")))


def test_a_line_is_that_of_its_row() -> None:
    jobs = "A / {} / B / {}"
    live, earlier = jobs.format("Started", "Started"), jobs.format("Success", "Failure")
    assert within(live, earlier, jobs.format("Success", "Started"))
    assert within(live, earlier, jobs.format("Started", "Failure"))
    assert not within(live, earlier, jobs.format("Failure", "Success"))
    assert not within(live, earlier, jobs.format("Success", "Success"))


def test_a_line_that_moved_frees_no_other() -> None:
    prices = "apple / 3 / pear / 5 / fig / 9"
    live, earlier = f"Synced / {prices} / End", f"{prices} / Synced / End"
    assert within(live, earlier, earlier)
    for mock in ("fig / 3 / apple / 5 / pear / 9", "apple / 5 / pear / 3 / fig / 9"):
        assert not within(live, earlier, f"Synced / {mock} / End")
    for mock in (f"{prices} / End", f"Synced / {prices} / Synced / End", f"apple / 3 / Synced / {prices[12:]} / End"):
        assert not within(live, earlier, mock)


def test_no_span_is_longer_than_the_run() -> None:
    assert within("job / took 12 s", "job / took 14 s", "job / took 60 s")
    assert not within("job / took 12 s", "job / took 14 s", "job / took 99999 s")
    assert not within("job / every 700 s", "job / every 800 s", "job / every 900 s")
    assert within("job / every 700 s", "job / every 800 s", "job / every 800 s")

"""Mocks of small apps in the manner of web frameworks, unedited, say what the apps say to another visitor."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.twin.elsewhere.pages.measuring import STYLES, measure

KNOWN = {
    "rails": {15, 33},  # refused for one reason of two; a page of what is gone, which was never recorded
    "django": {11, 17, 18, 19, 21, 24, 26, 30, 31},  # what was never shown: details, rows of a third page; a refusal
    "php": set(),
    # whether a task is done, which only buttons say: tabs by it, their counts, and notices of two changes
    "laravel": {9, 10, 11, 13, 14, 16, 17, 18, 19, 20, 22, 23, 24, 25, 26, 27},
    "aspnet": {12},  # a change that is refused; the tour was refused a new one
}
"""Numbers of requests that mocks are known to answer otherwise: of each of them the recording has nothing."""


@pytest.mark.parametrize("style", STYLES)
async def test_other_visits_see_what_the_app_shows(style: str, tmp_path: Path) -> None:
    found = await measure(style, tmp_path)
    assert not found.problem
    assert len(found.results) > 20
    wrong = {number: one.url for number, one in enumerate(found.results, 1) if not one.equal}
    assert wrong.keys() <= KNOWN[style], wrong

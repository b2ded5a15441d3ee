"""Mocks of small apps in the manner of web frameworks, unedited, say what the apps say to another visitor."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.twin.elsewhere.pages.measuring import STYLES, measure

KNOWN = {
    "rails": {15, 33},  # refused for one reason of two; a page of what is gone, which was never recorded
    "django": {11, 17, 18, 19, 21, 24, 26, 30, 31},  # what was never shown: details, rows of a third page; a refusal
    "php": set(),
    "laravel": {4, 18, 21, 22, 29},  # what was typed; a notice of what takes it back; bodies that were never shown
    # pages that tell no type, and bodies that were never shown
    "drupal": {11, 13, 29, 30},
    "classic": {10},  # when somebody else changed what was never opened
    "tickets": {15, 17, 18, 29, 33},  # threads that were never opened; a page of what is gone
    # what was never shown; whether a search looks into firms; the first row of a list below
    "front_controller": {10, 12, 15, 16, 24, 27},
    # who borrowed on which day, in one text; a column that was never sorted down
    "struts": {12, 14, 15, 17, 23},
    "kanban": set(),
    # a refusal that was never recorded; what a form shows otherwise; a notice of another value
    "spring": {3, 12, 23, 32},
    # what was never shown of a defect: when and by whom it was made; how many remarks it has; a button never pressed
    "defects": {2, 3, 5, 6, 11, 13, 22, 24, *range(27, 31), *range(33, 39), 40, 41},
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

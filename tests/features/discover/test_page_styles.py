"""Mocks of small apps in the manner of web frameworks, unedited, say what the apps say to another visitor."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.twin.elsewhere.pages.measuring import STYLES, measure

KNOWN = {
    "rails": {15, 33},  # refused for one reason of two; a page of what is gone, which was never recorded
    "django": {11, 19, 24, 30, 31},  # what was never shown: a row of a third page, what is gone; a refusal
    "php": set(),
    "laravel": {4, 18, 22},  # what was typed; a notice of what takes it back
    "drupal": {11, 13, 30},  # pages that tell no type
    "classic": set(),
    "tickets": {33},  # a page of what is gone
    # a moment of a change, which was that of the beginning where nothing was changed; whether a search looks into firms
    "front_controller": {18, 19, 24, 29, 31},
    # who borrowed on which day, in one text; a column that was never sorted down
    "struts": {12, 14, 15, 17, 23},
    "kanban": set(),
    # a refusal that was never recorded; what a form shows otherwise; a notice of another value
    "spring": {3, 12, 23, 32},
    "defects": {27, 28, 29, 35, 36, 38, 40, 41},  # a button never pressed; how many remarks it has; what is gone
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

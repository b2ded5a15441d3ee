"""Mocks of small apps in the manner of web frameworks, unedited, say what the apps say to another visitor."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.twin.elsewhere.pages.measuring import STYLES, measure

KNOWN = {"rails": {15, 33}}
"""Numbers of requests that mocks are known to answer otherwise: a refusal for another reason than the recorded one, and
a page of what is not there, which was never recorded."""


@pytest.mark.parametrize("style", STYLES)
async def test_other_visits_see_what_the_app_shows(style: str, tmp_path: Path) -> None:
    found = await measure(style, tmp_path)
    assert not found.problem
    assert len(found.results) > 20
    wrong = {number: one.url for number, one in enumerate(found.results, 1) if not one.equal}
    assert wrong.keys() <= KNOWN[style], wrong

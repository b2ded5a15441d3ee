"""Mocks of servers in the manner of the APIs of enterprise products, unedited, answer other questions."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.twin.elsewhere.apis.measuring import STYLES, measure

MOST_WRONG = {
    "graph": 4, "zendesk": 3, "notion": 22, "servicenow": 3, "trello": 3, "freshdesk": 3, "asana": 7,
    "intercom": 5, "monday": 23, "close": 4, "inertia": 10,
    "firestore": 27, "bff": 3, "demo_crm": 15, "frappe": 19, "greenhouse": 9, "workday": 20,
}  # fmt: skip
"""Answers that are known to differ: random tokens, comments that a change adds, typed values in records, a default that
was never recorded, places between others, texts of what was never opened, lists of
sections that tasks do not say, totals of lines, parts and tags below what they are said of, values of columns that are
JSON in texts, an order by a name that lists do not show, notices said once, a feed of what was done."""


@pytest.mark.parametrize("style", STYLES)
async def test_other_questions_are_answered_as_the_server_does(style: str, tmp_path: Path) -> None:
    found = await measure(style, tmp_path)
    assert not found.problem
    assert len(found.results) > 20
    wrong = {number: one.url for number, one in enumerate(found.results, 1) if not one.equal}
    assert len(wrong) <= MOST_WRONG.get(style, 2), wrong

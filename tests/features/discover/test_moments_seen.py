"""Moments of answers that were shown before a write was sent: no time of that write, however near they are."""

from __future__ import annotations

import json
from typing import Any

import pytest

from awe_author.features.discover import Draft, Recorded, discover
from tests.features.discover.exchanges import exchange

EARLY, LATE = "Mon, 03 Mar 2025 09:00:00 GMT", "Mon, 03 Mar 2025 09:00:40 GMT"
SEEDED, MADE = "2025-03-03T08:59:50.000Z", "2025-03-03T09:00:40.000Z"
POSTS = [{"id": number, "title": f"Post {number}", "created_at": "2025-02-01T10:00:00.000Z"} for number in (1, 2)]


def drafted(shown: str) -> Draft:
    """A plan is looked at, perhaps, and a post that comes with it is made within the next minute."""
    plan = {"name": "Free", "since": SEEDED}
    made: dict[str, Any] = {"id": 3, "title": "New", "created_at": MADE, "plans": [plan]}
    posts = [{**one, "plans": [plan]} for one in POSTS]
    steps = [
        exchange(1, "GET", "/api/posts", answer={"posts": posts if shown == "list" else POSTS}, date=EARLY),
        exchange(2, "GET", "/api/plans", answer={"plans": [plan] if shown == "beside" else []}, date=EARLY),
        exchange(3, "POST", "/api/posts", {"title": "New"}, 201, made, date=LATE),
        exchange(4, "GET", "/api/posts", answer={"posts": [*posts, made]}, date=LATE),
    ]
    return discover(Recorded(steps), "demo")


@pytest.mark.parametrize("shown", ["list", "beside"])
def test_what_was_shown_before_was_not_made_then(shown: str) -> None:
    actions = json.dumps(drafted(shown).model["x-actions"])
    assert SEEDED in actions
    assert actions.count("string(now)") == 1


def test_what_was_not_shown_before_may_have_been() -> None:
    actions = json.dumps(drafted("").model["x-actions"])
    assert SEEDED not in actions
    assert actions.count("string(now)") == 2

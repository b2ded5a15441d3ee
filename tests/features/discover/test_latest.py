"""Lists that show the first of many: what comes first without a sort parameter."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.exchanges import draft_of, feature
from tests.features.discover.test_draft import check

DAYS = {"a1": "02", "b1": "03", "c1": "03", "d1": "01"}


def item(key: str, day: str, state: str = "out") -> dict[str, Any]:
    return {"id": key, "title": f"Item {key}", "state": state, "sent_at": f"2025-01-{day}T10:00:00Z"}


ALL = [item(key, day) for key, day in DAYS.items()]
NEW = item("e1", "04")


def dialogue(first: str, second: str = "e1") -> list[tuple[Any, ...]]:
    known = {one["id"]: one for one in [*ALL, NEW]}
    by_title = sorted(ALL, key=lambda one: one["title"])
    return [
        ("GET", "/items?sort=title&state=out", None, 200, {"items": by_title}),
        ("GET", "/items?limit=1&state=out", None, 200, {"items": [known[first]]}),
        ("POST", "/items", {"title": "Item e1"}, 201, {"items": [NEW]}),
        ("GET", "/items?limit=1&state=out", None, 200, {"items": [known[second]]}),
        ("GET", "/items?sort=title&state=out", None, 200, {"items": [*by_title, NEW]}),
    ]


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        ("c1", "matched.sortBy(item, item.sent_at).reverse()"),
        ("b1", "matched.reverse().sortBy(item, item.sent_at).reverse()"),
    ],
)
def test_the_latest_comes_first_of_equal_ones_the_one_that_was_shown(first: str, expected: str) -> None:
    draft = draft_of(*dialogue(first))
    check(draft)
    assert feature(draft, "items.list.api")["let"]["ordered"] == expected


@pytest.mark.parametrize(("first", "second"), [("a1", "e1"), ("c1", "b1"), ("c1", "c1")])
def test_what_no_order_explains_is_left(first: str, second: str) -> None:
    draft = draft_of(*dialogue(first, second))
    assert "sent_at" not in str(feature(draft, "items.list.api")["let"].get("ordered", ""))

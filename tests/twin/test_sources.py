"""Replies to batches: where they differ tells which part's answer is to blame."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.twin.pairing import Pair
from awe_author.twin.replies import Failed, compare_pair
from awe_author.twin.sources import of_features
from tests.twin.talk import asked, likeness

EVENT = {
    "features": ["list"],
    "parts": [
        {"by": "miss", "asks": "item.delete", "writes": True},
        {"by": "feature", "asks": "item.list", "features": ["list"]},
        {"by": "recorded", "asks": "(;", "seq": 1},
        {"by": "miss", "asks": "user.get", "writes": False},
    ],
}
LIVE = [{"done": "yes"}, {"total": 1}, {"total": 4}, {"user": "Ada"}]


def test_the_source_of_what_features_answered_alone() -> None:
    assert of_features({"features": ["a", "b"]}) == "feature a, b"
    assert of_features({"features": ["a"], "parts": [{"by": "feature", "asks": "x", "features": ["a"]}]}) == "feature a"


@pytest.mark.parametrize(
    ("changed", "cause"),
    [
        ({0: {"done": "no"}}, "unmodelled write"), ({0: {"done": "no"}, 1: {"total": 2}}, "unmodelled write"),
        ({1: {"total": 2}}, "wrong value"), ({2: {"total": 5}}, "missing feature"), ({3: {"user": "Bo"}}, "miss"),
        ({2: {"total": 5}, 3: {"user": "Bo"}}, "miss"), ({}, None),
    ],
)  # fmt: skip
def test_the_part_that_differs_is_to_blame(changed: dict[int, Any], cause: str | None) -> None:
    told = [changed.get(at, one) for at, one in enumerate(LIVE)]
    mock = asked("POST", "/rpc", told, source=of_features(EVENT))
    result = compare_pair(Pair(asked("POST", "/rpc", LIVE), mock), likeness(), Failed(), {})
    assert result.cause == cause

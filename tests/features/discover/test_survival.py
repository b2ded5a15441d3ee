"""Whatever an app says of documents, lists, histories and pages, there is a draft, and its model loads."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from awe_author.features.discover import Recorded, discover
from tests.features.discover.exchanges import draft_of, exchange
from tests.features.discover.test_draft import check

NAMES = st.sampled_from(["theme", "rev", "version", "id", "é ", "x'y", "log", "text", "title", "status", "body"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10**12)
    | st.sampled_from(["a1b2", '{"text":"x"}', "Some words here", "2025-03-03T09:00:00Z", "a" * 32, "b" * 32, ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=10,
)  # fmt: skip
DOCUMENTS = st.dictionaries(NAMES, VALUES, max_size=4)
LISTS = st.fixed_dictionaries(
    {"items": st.lists(DOCUMENTS, max_size=4), "rev": st.sampled_from([1, 2, "a" * 32, "b" * 32])}
)
CALLS = st.tuples(
    st.sampled_from(["GET", "GET", "POST", "PUT", "PATCH"]),
    st.sampled_from(["/me", "/me/a", "/a", "/a?limit=1", "/a/x1?at=2025-03-03T09:00:00Z",
        "/a/Some words here/", "/a/a1b2"]),
    DOCUMENTS,
    st.just(200),
    DOCUMENTS | LISTS,
)  # fmt: skip
PAGE = "<h1>Some words here</h1> a1b2 {'x'}"


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.lists(CALLS, max_size=9), st.sets(st.integers(1, 9), max_size=3))
def test_anything_gives_a_model_that_loads(dialogue: list[tuple[Any, ...]], pages: set[int]) -> None:
    raws = [
        exchange(number, one[0], one[1], html=PAGE) if number in pages and one[0] == "GET" else exchange(number, *one)
        for number, one in enumerate(dialogue, 1)
    ]
    check(discover(Recorded(raws), "demo"))


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_what_is_no_number_in_json_is_not_in_the_model(value: float) -> None:
    one = {"id": 1234567890123456789, "title": "Tea", "score": value}
    check(
        draft_of(
            ("GET", "/api/tasks", None, 200, [one, {**one, "id": 1234567890123456790}]),
            ("POST", "/api/tasks", {"title": "Milk", "score": value}, 201, {**one, "id": 1234567890123456791}),
            ("POST", "/api/tasks", {"title": "Milk"}, 201, {**one, "id": 1234567890123456792, "score": 1.5}),
            ("PUT", "/api/settings", {"best": value, "since": 1234567890123456789}, 200, {"best": value}),
        )
    )

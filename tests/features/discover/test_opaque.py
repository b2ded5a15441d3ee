"""Orders of lists whose keys say nothing: by time, not by what random keys happen to be in."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.features.discover.common.opaque import opaque
from awe_author.features.discover.lists.ordering import Order, order_of
from tests.features.discover.exchanges import draft_of, feature
from tests.features.discover.test_draft import check

RANDOM = [
    "2c91fc8f-d490-4dbc-80eb-ffdf4796c1f1", "35418456-b1d7-4a19-ac0b-11316a56379b",
    "67077979-82cc-49c8-93f3-a6900f2e8c3e", "9f0a51b3-0d52-47c1-8f4e-0d1f6c9f7b10",
]  # fmt: skip
"""In the order of texts."""


def job(key: str, minute: int, name: str = "Sweep", **more: Any) -> dict[str, Any]:
    return {"id": key, "name": name, "updated_at": f"2025-01-02T11:{minute:02}:00Z",
            "created_at": f"2025-01-02T10:{minute:02}:00Z", **more}  # fmt: skip


@pytest.mark.parametrize(
    "values",
    [
        RANDOM,
        ["0d9c20898d5a5b69ba49c3e762588d3a518e490e"],
        ["9e107d9d372bb6826bd81d35", "e4d909c290d0fb1ca068ffad"],
        ["V1StGXR8Z5jdHi6BmyTq", "k3Jd9sLwQ2xZp0Rt7Yb1"],
        ["VGlja2V0OjJjOTFmYzhmLWQ0OTAtNGRiYy04MGViLWZmZGY0Nzk2YzFmMQ=="],
    ],
)
def test_random_values(values: list[str]) -> None:
    assert opaque(values)


@pytest.mark.parametrize(
    "values",
    [
        [],
        [None],
        [7, 8],
        ["7", "8"],
        ["old-ports", "salt-road-2"],
        ["release-2024-01-notes", "release-2024-02-notes"],
        ["TASK-12", "TASK-13"],
        ["2c91fc8fd490" * 20],
        ["Qm9vazo3", "Qm9vazo4"],
        ["0190b3c5-7b5a-7cc3-9a52-2f1d6a1f0001", "0190b3c5-7b5b-7cc3-9a52-2f1d6a1f0002"],
        ["01J2SWBYTAXK7CMBD4Z6QR1E8F", "01J2SWBYTBXK7CMBD4Z6QR1E8G"],
        ["65f1a2b3c4d5e6f708192a3b", "65f1a2b4c4d5e6f708192a3c"],
    ],
)
def test_values_that_say_something_or_grow_with_time(values: list[Any]) -> None:
    assert not opaque(values)


def test_a_time_explains_an_order_before_random_keys_do() -> None:
    newest_first = [job(RANDOM[0], 30), job(RANDOM[1], 20), job(RANDOM[2], 10)]
    assert order_of([newest_first], "id") == Order("created_at", down=True, ties_down=True)
    assert order_of([[job(RANDOM[0], 10), job(RANDOM[1], 20), job(RANDOM[2], 30)]], "id") == Order("created_at")


def test_any_field_does_so_and_random_keys_are_the_last_resort() -> None:
    named = [{"id": key, "name": name, "hash": key[::-1]} for key, name in zip(RANDOM, "ABCD", strict=True)]
    assert order_of([named], "id") == Order("name")
    assert order_of([[{**one, "name": "Same"} for one in named]], "id") == Order("id")


def test_keys_that_count_are_still_what_a_list_is_in_the_order_of() -> None:
    assert order_of([[job(key, int(key)) for key in ("1", "2", "10")]], "id") == Order("id")


def test_a_new_entity_comes_first_in_a_list_of_the_newest_whatever_its_key() -> None:
    there = [job(RANDOM[1], 20, "Mop"), job(RANDOM[2], 10, "Dust")]
    new = job(RANDOM[0], 30, "Wax")
    draft = draft_of(
        ("GET", "/jobs", None, 200, {"jobs": there}),
        ("POST", "/jobs", {"name": "Wax"}, 201, new),
        ("GET", "/jobs", None, 200, {"jobs": [new, *there]}),
    )
    check(draft)
    assert feature(draft, "jobs.list.api")["let"]["ordered"].endswith("sortBy(job, job.created_at).reverse()")


@pytest.mark.parametrize(("shown", "down"), [((1, 0), True), ((0, 1), False), ((0,), True)])
def test_short_lists_of_random_keys_are_in_the_order_of_creation(shown: tuple[int, ...], down: bool) -> None:
    jobs = [job(RANDOM[2], 10, "Mop"), job(RANDOM[1], 20, "Dust")]
    draft = draft_of(
        ("GET", "/jobs", None, 200, {"jobs": [jobs[place] for place in shown]}),
        ("PATCH", f"/jobs/{RANDOM[2]}", {"name": "Sweep"}, 200, {**jobs[0], "name": "Sweep"}),
    )
    check(draft)
    own = "sortBy(job, job.created_at)" + (".reverse()" if down else "")
    assert feature(draft, "jobs.list.api")["let"]["ordered"].endswith(own)

"""JSON replies are compared member by member; ids and moments of the run correspond, all else has to be equal."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.twin.likeness import Likeness, generated
from awe_author.twin.trees import MOST, Trees
from tests.twin.talk import likeness

ONE, OTHER = "6f1d0c52-93f3-4b52-8a61-0b7e6f0e9f10", "0b8a7be2-5d0e-4b4e-9f7c-6f5f0c3a9d77"
THIRD = "aa8a7be2-5d0e-4b4e-9f7c-6f5f0c3a9d00"


def differences(live: Any, mock: Any, known: Likeness | None = None, **more: Any) -> list[tuple[str, str]]:
    found = Trees(known or likeness(), "GET app.test/x", **more).compare(live, mock)
    return [(one.path, one.what) for one in found]


@pytest.mark.parametrize(
    ("live", "mock", "found"),
    [
        ({"a": 1, "b": [1, 2]}, {"b": [1, 2], "a": 1.0}, []),
        ({"a": 1}, {"a": 2}, [("/a", "value")]),
        ({"a": 1}, {"a": "1"}, [("/a", "type")]),
        ({"a": 1}, {"a": True}, [("/a", "type")]),
        ({"a": 1}, {"a": None}, [("/a", "type")]),
        ({"a": {"b": 1}}, {"a": [1]}, [("/a", "type")]),
        ({"a": 1, "b": 2}, {"a": 1}, [("/b", "missing")]),
        ({"a": 1}, {"a": 1, "b/c": 2}, [("/b~1c", "extra")]),
        ([1, 2], [1], [("/1", "missing")]),
        ({"at": "2026-11-18T10:26:50Z"}, {"at": "2026-01-05T08:00:10Z"}, []),
        ({"at": "2026-11-18T10:26:50Z"}, {"at": "2026-02-05T08:00:10Z"}, [("/at", "value")]),
        ({"at": "2025-11-18T10:26:50Z"}, {"at": "2026-01-05T08:00:10Z"}, [("/at", "value")]),
        ({"note": "made at 2026-11-18 10:26"}, {"note": "made at 2026-01-05 08:01"}, []),
        ([{"id": 1, "n": "a"}, {"id": 2, "n": "b"}], [{"id": 2, "n": "b"}, {"id": 1, "n": "a"}], [("", "order")]),
        ([{"id": 1, "n": "a"}, {"id": 2, "n": "b"}], [{"id": 2, "n": "b"}], [("/0", "missing")]),
        ([{"id": 1, "n": "a"}], [{"id": 1, "n": "a"}, {"id": 9, "n": "c"}], [("/1", "extra")]),
    ],
)
def test_differences(live: Any, mock: Any, found: list[tuple[str, str]]) -> None:
    assert differences(live, mock) == found


def test_generated_ids_correspond_one_to_one() -> None:
    known = likeness()
    assert differences({"id": ONE}, {"id": OTHER}, known) == []
    assert differences({"owner": ONE}, {"owner": OTHER}, known) == []
    assert differences({"owner": ONE}, {"owner": THIRD}, known) == [("/owner", "value")]
    assert differences({"owner": THIRD}, {"owner": OTHER}, known) == [("/owner", "value")]
    assert differences({"link": f"/leads/{ONE}"}, {"link": f"/leads/{OTHER}"}, known) == []
    assert differences({ONE: 1}, {OTHER: 1}, known) == []


def test_ids_within_texts_correspond_too() -> None:
    known = likeness()
    assert differences({"key": f'["{ONE}", null]'}, {"key": f'["{OTHER}", null]'}, known) == []
    assert known.ids.live == {ONE: OTHER}
    assert differences({"key": f"{ONE} {ONE}"}, {"key": f"{OTHER} {THIRD}"}, likeness()) == [("/key", "value")]
    assert differences({"key": f"{ONE} a"}, {"key": f"{OTHER} b"}, likeness()) == [("/key", "value")]


def test_an_id_that_both_worlds_know_is_not_a_generated_one() -> None:
    known = likeness()
    known.ids.saw([ONE, THIRD], [ONE, THIRD])
    assert differences({"owner": ONE}, {"owner": THIRD}, known) == [("/owner", "value")]


def test_numbers_are_new_ids_only_where_something_was_made() -> None:
    known = likeness()
    assert differences({"id": 58, "n": 3}, {"id": 57, "n": 3}, known) == [("/id", "value")]
    assert differences({"id": 58, "n": 3}, {"id": 57, "n": 4}, known, may_learn=True) == [("/n", "value")]
    assert differences([{"id": 58}, {"id": 1}], [{"id": 57}, {"id": 1}], known) == []


def test_fields_that_change_by_themselves_are_left_out() -> None:
    known = likeness(volatile={"GET app.test/x": {"/items/*/seen", "/at"}})
    assert differences({"items": [{"seen": 1, "n": 1}], "at": 3}, {"items": [{"seen": 2, "n": 1}]}, known) == []
    assert differences({"items": [{"seen": 1, "n": 1}]}, {"items": [{"n": 2}]}, known) == [("/items/0/n", "value")]


def test_echoes() -> None:
    sent = frozenset({ONE}), frozenset({OTHER})
    known = likeness()
    known.ids.learn(ONE, THIRD)
    assert differences({"request": ONE}, {"request": OTHER}, known, echoes=sent) == []
    assert differences({"request": ONE}, {"request": "else"}, known, echoes=sent) == [("/request", "value")]


def test_a_list_of_differences_ends() -> None:
    assert len(differences(list(range(500)), list(range(1, 501)))) == MOST


def test_ids_among_the_parts_of_addresses_correspond_too() -> None:
    known = likeness()
    one, other, third = "OQ6RjzhA8LK9VGJOzzP3", "Iahdh9Swn7uvKnXgVo7T", "5bj2fgOBsME4M23xxId7"
    at = "shops/(main)/teas/"
    assert differences({"name": at + one}, {"name": at + other}, known) == []
    assert known.ids.live == {one: other}
    assert differences({"name": at + one}, {"name": at + third}, known) == [("/name", "value")]
    assert differences({"name": "shops/(main)/pots/" + third}, {"name": at + third}, known) == [("/name", "value")]
    # what both worlds have was not generated during the run, also where it is only seen in addresses
    both = [*generated({"name": at + third}), *generated({"name": at + "qaRPkEpN67Qi0F9gYLGt"})]
    assert both == [third, "qaRPkEpN67Qi0F9gYLGt"]
    known.ids.saw(both, both)
    assert differences({"name": at + third}, {"name": at + both[1]}, known) == [("/name", "value")]

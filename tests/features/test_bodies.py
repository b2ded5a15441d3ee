"""Bodies of replies laid over recorded ones."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.features.bodies import BodyTemplate, Seen, compile_body, fitted
from awe_author.state.bindings import Names
from awe_author.state.cel import DYN
from awe_author.state.loading.problems import Problems
from awe_author.state.model import ExpressionFault

ROWS = [{"id": "7", "name": "Ann", "age": 41}, {"id": "8", "name": "Bo", "age": None}]
NAMES = {"rows": DYN, "n": DYN, "user": DYN, "text": DYN}


def body(source: Any) -> BodyTemplate:
    problems = Problems("features.yaml")
    made = compile_body(source, NAMES, "/reply/json", problems)
    assert made is not None, problems.found
    return made


def make(source: Any, *recorded: Any, **bound: Any) -> Any:
    return body(source).make(Names({"rows": ROWS, "n": 2, **bound}, {}), Seen(recorded))


def test_without_a_recorded_answer_all_is_as_written() -> None:
    assert make({"total": "n", "ok": True, "rows": ["rows[0].name", "n + 1"]}) == {
        "total": 2,
        "ok": True,
        "rows": ["Ann", 3],
    }


def test_envelope_and_unnamed_members_stay_and_absent_ones_are_left_out() -> None:
    recorded = {"data": {"id": 1, "extra": [1], "name": "old"}, "meta": {"v": 2}}
    made = make({"data": {"id": "rows[0].id", "name": "rows[0].name", "age": "rows[0].age"}, "total": "n"}, recorded)
    assert made == {"data": {"id": 7, "extra": [1], "name": "Ann"}, "meta": {"v": 2}}


@pytest.mark.parametrize("recorded", [{"total": 9, "next": 4}, {"total": 9}, {}])
def test_members_with_a_question_mark_are_there_while_they_have_a_value(recorded: Any) -> None:
    source = {"next?": "n > 1 ? dyn(n + 1) : null"}
    assert make(source, recorded) == {**recorded, "next": 3}
    assert make(source, recorded, n=1) == {name: value for name, value in recorded.items() if name != "next"}
    assert make({"...": "rows[0]", **source}, recorded, n=1) == ROWS[0]
    assert make({"...": "rows[0]", **source}, recorded) == {**ROWS[0], "next": 3}


def test_rows_take_the_form_of_the_element_that_shows_the_same_entity_or_the_first() -> None:
    recorded = {"items": [{"id": 8, "name": "?", "avatar": "b.png"}, {"id": 9, "name": "?", "avatar": "c.png"}]}
    source = {"items": {"each": "rows", "as": "row", "like": "first", "set": {"id": "row.id", "name": "row.name"}}}
    assert make(source, recorded) == {
        "items": [{"id": 7, "name": "Ann", "avatar": "b.png"}, {"id": 8, "name": "Bo", "avatar": "b.png"}]
    }


def test_an_empty_recorded_list_takes_its_elements_from_other_answers() -> None:
    source = {"each": "rows", "as": "row", "like": "first", "set": {"id": "row.id", "age": "row.age"}}
    assert make(source, [], [{"id": 3, "kind": "x"}]) == [{"id": 7, "kind": "x"}, {"id": 8, "kind": "x"}]
    assert make(source, []) == [{"id": "7", "age": 41}, {"id": "8", "age": None}]


def test_null_stays_null_and_is_no_removal() -> None:
    source = {"each": "rows", "as": "row", "like": "first", "set": {"age": "row.age"}}
    assert make(source, [{"age": 3, "name": "n"}]) == [{"age": 41, "name": "n"}, {"age": None, "name": "n"}]


def test_rows_inside_of_wrappers_and_objects_by_key() -> None:
    edges = {"edges": {"each": "rows", "as": "row", "like": "first", "set": {"node": {"id": "row.id"}}}}
    recorded = {"edges": [{"cursor": "c", "node": {"id": "1", "t": "T"}}]}
    assert make(edges, recorded)["edges"][1] == {"cursor": "c", "node": {"id": "8", "t": "T"}}
    by_id = {"each": "rows", "as": "row", "key": "row.id", "like": "first", "set": {"name": "row.name"}}
    assert make(by_id, {"1": {"name": "x", "v": 1}}) == {"7": {"name": "Ann", "v": 1}, "8": {"name": "Bo", "v": 1}}


def test_each_within_each_sees_both_items() -> None:
    source = {
        "each": "rows",
        "as": "a",
        "set": {"each": "rows.filter(b, b.id != a.id)", "as": "b", "set": "a.id + b.id"},
    }
    assert make(source) == [["78"], ["87"]]


def test_a_list_without_set_is_the_items_themselves() -> None:
    assert make({"each": "rows.map(r, r.id)", "as": "id"}) == ["7", "8"]


def test_a_fault_knows_its_place() -> None:
    with pytest.raises(ExpressionFault) as found:
        make({"a": {"b": "rows[9].name"}})
    assert found.value.pointer == "/reply/json/a/b"


@pytest.mark.parametrize(
    ("value", "recorded", "expected"),
    [
        ("12", 3, 12),
        ("-4", 3.5, -4),
        ("1.25", 3, 1.25),
        ("007", 3, "007"),
        ("x", 3, "x"),
        (12, "3", "12"),
        (True, "yes", True),
        ("on", False, True),
        ("0", True, False),
        (1, True, True),
        (True, 0, 1),
        (None, 3, None),
        ([1], "x", [1]),
        ("12345678901234567890", 3, "12345678901234567890"),
        ("2025-03-03T09:00:01.250000Z", "2024-01-01T00:00:00.000Z", "2025-03-03T09:00:01.250Z"),
        ("2025-03-03T09:00:01.250000Z", "2024-01-01 00:00:00", "2025-03-03 09:00:01"),
        ("2025-03-03T09:00:01Z", "2024-01-01T00:00:00.000+00:00", "2025-03-03T09:00:01.000+00:00"),
        ("2025-03-03T09:00:01Z", "2024-01-01", "2025-03-03"),
        ("2025-03-03T09:00:01Z", "2024-01-01T00:00:00+02:00", "2025-03-03T09:00:01Z"),
        ("2025-03-03 09:00", "2024-01-01T00:00:00Z", "2025-03-03 09:00"),
        ("2025-03-03T09:00:01.500000Z", 1_700_000_000_000, 1_740_992_401_500),
        ("2025-03-03T09:00:01.500000Z", 1_700_000_000, 1_740_992_401),
        ("2025-03-03T09:00:01.500000Z", 1_700_000_000.5, 1_740_992_401.5),
        ("2025-03-03T09:00:01.500000Z", 7, "2025-03-03T09:00:01.500000Z"),
    ],
)
def test_scalars_keep_the_recorded_form(value: Any, recorded: Any, expected: Any) -> None:
    made = fitted(value, recorded)
    assert (made, type(made)) == (expected, type(expected))


@pytest.mark.parametrize(
    ("source", "pointer", "message"),
    [
        ({"a": "rows["}, "/reply/json/a", ""),
        ({"a": "nobody.x"}, "/reply/json/a", "nobody"),
        ({"each": "rows", "as": "r", "like": "last", "set": "r"}, "/reply/json/like", "'last'"),
        ({"each": "rows", "as": "r", "sett": "r"}, "/reply/json/sett", "sett"),
        ({"each": "n > 1", "as": "r", "set": "r"}, "/reply/json/each", "list"),
        ({"each": 3, "as": "r", "set": "r"}, "/reply/json/each", "expression"),
        ({"each": "rows", "as": "a b", "set": "1"}, "/reply/json/as", "name"),
        ({"each": "rows", "as": "r", "set": {"x": "q"}}, "/reply/json/set/x", "q"),
        ({"each": "rows", "as": "r", "key": "1", "set": "r"}, "/reply/json/key", "string"),
    ],
)
def test_mistakes_are_named_with_their_place(source: Any, pointer: str, message: str) -> None:
    problems = Problems("features.yaml")
    assert compile_body(source, NAMES, "/reply/json", problems) is None
    assert [one.pointer for one in problems.found] == [pointer]
    assert message in problems.found[0].message

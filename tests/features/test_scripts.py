"""Calls of functions in recorded texts: read, and made anew."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from awe_author.features.bodies import Seen, compile_body
from awe_author.features.scripts import calls_in, with_calls
from awe_author.json_types import Json
from awe_author.state.bindings import Names
from awe_author.state.cel import types as t
from awe_author.state.loading.problems import Problems

TEXT = """this.title("All");
this.add(2,{"name":"Tea (green)","n":1},false);
this.add(1,{"name":"Oat","n":7},true);
done(x);
"""


def test_calls_with_json_arguments_are_read_and_others_left() -> None:
    found = [(one.name, one.arguments) for one in calls_in(TEXT)]
    assert found == [
        ("title", {"0": "All"}),
        ("add", {"0": 2, "1": {"name": "Tea (green)", "n": 1}, "2": False}),
        ("add", {"0": 1, "1": {"name": "Oat", "n": 7}, "2": True}),
    ]


@pytest.mark.parametrize("text", ["", "f(", "f(1", "f(1,", "f(1 2)", "f({)", "if (a) f(b())", "f(1)g(2);h()"])
def test_any_text_is_survived(text: str) -> None:
    assert with_calls(text, {}) == text


def test_calls_made_anew_stand_where_the_first_stood() -> None:
    made = with_calls(TEXT, {"add": [{"0": 5, "1": {"name": "Rye"}}]})
    assert made == 'this.title("All");\nthis.add(5,{"name":"Rye"});\ndone(x);\n'
    assert with_calls("go(1);\n", {"add": [{"0": 5}]}, calls_in(TEXT)) == "go(1);\nthis.add(5);\n"


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(), st.text()), max_size=5))
def test_what_is_written_is_read_again(rows: list[tuple[int, str]]) -> None:
    arguments = [{"0": number, "1": {"t": text}} for number, text in rows]
    made = with_calls(TEXT, {"add": arguments})
    assert [one.arguments for one in calls_in(made) if one.name == "add"] == arguments


def make(source: Json, *recorded: Json, **values: Any) -> Json:
    problems = Problems("f.yaml")
    body = compile_body(source, dict.fromkeys(values, t.DYN), "/json", problems)
    assert body is not None, problems.found
    return body.make(Names(values, {}), Seen(recorded))


def test_rows_of_a_reply_come_from_the_state_in_the_recorded_form() -> None:
    items = [{"id": 1, "name": "Oats"}, {"id": 9, "name": "Rye"}]
    rows = {"each": "items", "as": "one", "like": "first", "set": {"0": "one.id", "1": {"name": "one.name"}}}
    source = {"script": {"calls": {"add": rows, "title": [{"0": "'Two'"}]}}}
    made = make(source, {"script": TEXT, "ok": True}, items=items)
    script = """this.title("Two");
this.add(1,{"name":"Oats","n":7},true);
this.add(9,{"name":"Rye","n":1},false);
done(x);
"""
    assert made == {"script": script, "ok": True}


def test_of_several_texts_the_nearest_with_all_functions_that_are_called_counts() -> None:
    empty = 'this.title("None");\n'
    source = {"calls": {"add": {"each": "items", "as": "one", "like": "first", "set": {"0": "one"}}}}
    assert make(source, empty, TEXT, items=[]) == empty
    assert str(make(source, empty, TEXT, items=[4])).startswith('this.title("All");\nthis.add(4,')


def test_a_member_that_is_called_calls_is_one() -> None:
    assert make({"calls": {"a": "x"}}, {"calls": {"a": 1, "b": 2}}, x=5) == {"calls": {"a": 5, "b": 2}}

"""What equals what, and what does not by accident."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.evaluation.checkpoints.matching import compile_match, number_of, same
from awe_author.evaluation.problems import Report, Spot
from awe_author.located import Located


def match(spec: Any) -> Any:
    report = Report(Located(spec, "t.yaml"))
    found = compile_match(spec, Spot(report, ()))
    assert not report.problems
    return found


@pytest.mark.parametrize(
    ("spec", "yes", "no"),
    [
        ("Arcturus", ["Arcturus", " arcturus. ", '"ARCTURUS"'], ["Arcturus Ltd", "not Arcturus", "", None, ["Arcturus"]]),
        ({"equals": "Arcturus"}, ["Arcturus"], ["arcturus", "Arcturus ", None]),
        ({"equals": 1}, [1, 1.0], ["1", True, 2]),
        (True, [True], [1, "true", False]),
        ({"text": "SUCCESS"}, ["success"], ["UNSUCCESSFUL", "no success"]),
        ({"regex": "(?i)yes|true"}, ["YES", "true"], ["yes, but", "untrue"]),
        ({"includes": ["cold chain"]}, ["The Cold  Chain in numbers", "a cold chain."], ["cold chains", "scold chain"]),
        ({"includes": ["12", "Ada"]}, ["Ada has 12"], ["Ada has 120", "12 Adams"]),
        ({"number": 1250, "tolerance": 0.5}, [1250, "1,250.4", "$ 1250", "1249.5 "], ["1251", "12 50", "1,25", True, "about 1250"]),
        ({"number": 200, "relative": 0.05}, [190, 210], [189, 211]),
        ({"number": 0.1}, [0.1, 0.30000000000000004 - 0.2], [0.11]),
        ({"json": {"a": [1, 2]}}, [{"a": [1, 2]}, '{"a": [1, 2.0]}', '```json\n{"a": [1, 2]}\n```'], [{"a": [2, 1]}, {"a": [1, 2], "b": 0}, "a"]),
        ({"json": {"a": "X y"}, "normalise": True}, [{"a": "x  Y."}], [{"a": "xy"}]),
        ({"set": ["b", "a"]}, [["a", "b"], "A, B", "- b\n- a", '["b","a"]'], [["a"], ["a", "b", "b"], "a b", {"a": 1}]),
        ({"set": [1, 2]}, ["2; 1", [1.0, 2]], [[1, 3]]),
        ({"list": ["a", "b"]}, ["a\nb", ["A", "b"]], [["b", "a"], "a"]),
        ({"any": ["one", {"number": 1}]}, ["One", 1, "1"], ["two", None]),
        ({"all": [{"includes": ["a"]}, {"not": {"includes": ["b"]}}]}, ["a c"], ["a b", "c"]),
        ({"not": "x"}, ["y"], ["X", None]),
    ],
)  # fmt: skip
def test_matchers(spec: Any, yes: list[Any], no: list[Any]) -> None:
    found = match(spec)
    assert [one for one in yes if not found(one)] == []
    assert [one for one in no if found(one)] == []


@pytest.mark.parametrize(
    "spec",
    [
        {}, {"equals": 1, "text": "a"}, {"regex": "("}, {"regex": "(?<=a)b"}, {"number": "x"}, {"number": 1, "tolerance": -1},
        {"includes": []}, {"includes": [" "]}, {"set": "a"}, {"any": []}, {"text": 5}, {"number": 1, "tolerence": 2}, ["a"],
        {"json": 1, "normalise": "yes"},
    ],
)  # fmt: skip
def test_a_wrong_spec_is_a_problem(spec: Any) -> None:
    report = Report(Located(spec, "t.yaml"))
    assert compile_match(spec, Spot(report, ())) is None
    assert report.problems


def test_numbers_are_whole_texts() -> None:
    assert number_of("1.5e3") == 1500
    assert number_of("15 %") == 15
    assert number_of("-3") == -3
    assert [number_of(one) for one in ("", "3 apples", "1,2,3", "nan", None, True, [1])] == [None] * 7


def test_json_equality_keeps_truth_and_numbers_apart() -> None:
    assert same({"a": [1, "x"]}, {"a": [1.0, "x"]})
    assert not same(1, True)
    assert not same([True], [1])
    assert not same({"a": 1}, {"a": 1, "b": None})

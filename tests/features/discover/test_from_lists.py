"""What is made of each object in a list that a request sends."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.features.discover.writes.from_lists import of_lists
from awe_author.json_types import Json
from awe_author.state.cel import DYN, compile_expression, to_json

SENT: dict[str, Any] = {"chosen": [{"path": ["area", "tea"]}, {"path": ["rest", "oil"]}], "name": "nightly"}
NOW = 1795509765.5


def timed(value: Any) -> str | None:
    return "double(7)" if value == NOW else None


def given(template: Json, params: dict[str, Any]) -> Any:
    """What a template gives."""
    if isinstance(template, dict):
        return {name: given(one, params) for name, one in template.items()}
    if isinstance(template, list):
        return [given(one, params) for one in template]
    if not isinstance(template, str):
        return template
    return to_json(compile_expression(template, {"params": DYN}).evaluate({"params": params}))


@pytest.mark.parametrize(
    ("name", "shown", "made"),
    [
        (
            "preview",
            [{"path": ["area", "tea"], "type": "Key"}, {"path": ["rest", "oil"], "type": "Key"}],
            [{"path": ["a", "new"], "type": "Key"}],
        ),
        ("steps", ["tea", "oil"], ["new"]),
        ("plan", {"keys": ["tea", "oil"], "whole": True}, {"keys": ["new"], "whole": True}),
        ("stats", [{"of": "tea", "at": NOW}, {"of": "oil", "at": NOW}], [{"of": "new", "at": 7.0}]),
        ("chosenCount", 2, 1),
    ],
)
def test_made_of_each_that_is_sent(name: str, shown: Any, made: Any) -> None:
    template = of_lists(name, shown, SENT, timed)
    assert template is not None
    assert given(template, {"chosen": [{"path": ["a", "new"]}]}) == made
    assert given(template, {}) != made  # a request without the list


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("steps", ["tea"]),  # not as many
        ("steps", ["tea", "salt"]),  # the second is of nothing that was sent
        ("steps", [{"of": "tea", "kind": "a"}, {"of": "oil", "kind": "b"}]),  # not alike
        ("steps", ["a", "b"]),
        ("count", 2),  # not called after it
        ("chosen", 2),
        ("name", "nightly"),
    ],
)
def test_what_is_not_made_of_them(name: str, shown: Any) -> None:
    assert of_lists(name, shown, SENT, timed) is None


def test_lists_of_short_texts_tell_nothing() -> None:
    assert of_lists("steps", ["a"], {"chosen": ["a"]}, timed) is None

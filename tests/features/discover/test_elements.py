"""What a server adds to every object of a list that something is made with."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.features.discover.writes.elements import elements, same_in_all
from awe_author.state.cel import DYN, compile_expression, to_json

SENT = [{"path": ["a"]}, {"path": ["b"]}]


def kept(*more: dict[str, Any]) -> list[dict[str, Any]]:
    return [{**one, **added} for one, added in zip(SENT, more, strict=True)]


@pytest.mark.parametrize(
    ("shown", "found"),
    [
        (kept({"type": "Key"}, {"type": "Key"}), {"type": "Key"}),
        (kept({"type": "Key", "n": 1}, {"type": "Key", "n": 1})[::-1], {"type": "Key", "n": 1}),
        (kept({"type": "Key"}, {"type": "Else"}), {}),
        (kept({"type": "Key"}, {}), {}),
        (kept({"tags": []}, {"tags": []}), {}),
        (kept({"type": "Key", "path": ["c"]}, {"type": "Key"}), {}),
        (kept({"type": "Key"}, {"type": "Key"})[:1], {}),
        (SENT, {}),
        (None, {}),
    ],
)
def test_members_that_are_the_same_in_all(shown: Any, found: dict[str, Any]) -> None:
    assert same_in_all(SENT, shown) == found


def test_objects_without_members_and_plain_lists_tell_nothing() -> None:
    assert same_in_all([{}, {}], [{"a": 1}, {"a": 1}]) == {}
    assert same_in_all(["a"], ["a"]) == {}
    assert same_in_all([], []) == {}


def test_the_expression_gives_what_is_kept() -> None:
    expression = elements("params['keys']", SENT[0], {"type": "Key's", "n": 1, "on": True, "of": None})
    program = compile_expression(expression, {"params": DYN})
    made = to_json(program.evaluate({"params": {"keys": [*SENT, {}]}}))
    more = {"type": "Key's", "n": 1, "on": True, "of": None}
    assert made == [{"path": ["a"], **more}, {"path": ["b"], **more}, {"path": None, **more}]
    assert program.evaluate({"params": {"keys": None}}) is None

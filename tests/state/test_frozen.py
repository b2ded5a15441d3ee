"""Reducers get what they may read and not change; what they give back is checked before anything is done."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from awe_author.json_types import JsonObject
from awe_author.state.frozen import ReadOnly, frozen
from awe_author.state.loading import load_model
from awe_author.state.types import Action, Context, Effect, ModelFault, Outcome, ReducerResult, Rejected
from awe_author.state.world import World
from awe_author.state.world_state import WorldState

NOTE: JsonObject = {"text": "a", "tags": ["x", {"deep": [1]}]}
MODEL: JsonObject = {
    "type": "object",
    "properties": {
        "notes": {
            "type": "object",
            "x-index": ["text"],
            "additionalProperties": {
                "type": "object",
                "properties": {"text": {"type": "string"}, "tags": {"type": "array"}, "size": {"type": "number"}},
            },
        },
        "settings": {"type": "object", "properties": {"colours": {"type": "array"}}},
    },
    "x-actions": {"act": {"params": {"type": "object"}, "reducer": "reducers:act"}},
}
Body = Callable[[Any, Any], Any]


def run(body: Body, **params: Any) -> tuple[WorldState, Outcome]:
    def act(state: Mapping[str, Any], given: Mapping[str, Any], context: Context) -> ReducerResult:
        found: ReducerResult = body(state, given)
        return found

    world = World([load_model(MODEL, app="notes", resolve_reducer=lambda name: act)])
    state = world.initial({"notes": {"notes": {"n1": NOTE, "n2": {"text": "b"}}, "settings": {"colours": ["red"]}}})
    before = json.dumps(state.document())
    try:
        return state, world.apply(state, Action("notes", "act", params), Context(0.0, 1))
    finally:
        assert json.dumps(state.document()) == before
        assert WorldState.build(json.loads(before), state.shape).hash == state.hash


def n1(state: Any) -> Any:
    return state["notes"]["n1"]


CHANGES: dict[str, Body] = {
    "a field": lambda state, _: n1(state).__setitem__("text", "b"),
    "update": lambda state, _: n1(state).update(text="b"),
    "a field that goes": lambda state, _: n1(state).pop("text"),
    "a list": lambda state, _: n1(state)["tags"].append("y"),
    "deep": lambda state, _: n1(state)["tags"][1]["deep"].clear(),
    "of values()": lambda state, _: state["notes"].values()[0]["tags"].sort(),
    "of values() in turn": lambda state, _: [one.clear() for one in state["notes"].values()],
    "of items()": lambda state, _: [one.setdefault("z", 1) for _, one in state["notes"].items()],
    "of by()": lambda state, _: state["notes"].by("text", "a")[0].popitem(),
    "of get()": lambda state, _: state["notes"].get("n1").__delitem__("text"),
    "a plain value": lambda state, _: state["settings"]["colours"].extend(["blue"]),
    "the params": lambda _, params: params["rows"].insert(0, 1),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_a_reducer_changes_in_place_is_a_fault_and_changes_nothing(change: Body) -> None:
    with pytest.raises(ModelFault, match="reducers:act changes what it is given") as caught:
        run(change, rows=[2])
    assert "copy" in caught.value.hint


def test_a_change_that_hides_its_error_changes_nothing_either() -> None:
    def body(state: Any, params: Any) -> ReducerResult:
        for change in CHANGES.values():
            with pytest.raises(ReadOnly):
                change(state, params)
        return ReducerResult((), params)

    assert run(body, rows=[2])[1].result == {"rows": [2]}


def test_copies_can_be_changed_and_given_back_beside_what_was_read() -> None:
    def body(state: Any, params: Any) -> ReducerResult:
        mine = copy.deepcopy(n1(state))
        mine["tags"][1]["deep"].append(2)
        shallow = {**n1(state), "text": "c"} | {"size": len(state["notes"])}
        same = json.loads(json.dumps(n1(state)))
        assert n1(state) == same == NOTE
        assert list(state["notes"]) == ["n1", "n2"]
        assert [one["text"] for one in state["notes"].values()[:1]] == ["a"]
        effects = [Effect("add", "/notes/n3", mine), Effect("replace", "/notes/n2", shallow)]
        return ReducerResult((*effects, Effect("replace", "/settings", state["settings"])), n1(state))

    _, outcome = run(body)
    assert outcome.result == NOTE
    assert outcome.state.get("/notes/notes/n3") == {"text": "a", "tags": ["x", {"deep": [1, 2]}]}
    assert outcome.state.get("/notes/notes/n2") == {**NOTE, "text": "c", "size": 2}
    assert type(outcome.state.get("/notes/notes/n2")["tags"]) is list


def stop(state: object, params: object) -> ReducerResult:
    raise SystemExit(3)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (lambda *_: ReducerResult((Effect("replace", "/notes/n1/size", float("nan")),)), "NaN and Infinity"),
        (lambda *_: ReducerResult((), [1.0, float("-inf")]), "NaN and Infinity"),
        (lambda *_: ReducerResult((("remove", "/notes/n1"),)), "has to be an Effect"),  # type: ignore[arg-type]
        (lambda *_: None, "has to return a ReducerResult"),
        (stop, "SystemExit"),
    ],
)
def test_what_a_reducer_may_not_give_back(body: Body, said: str) -> None:
    with pytest.raises(ModelFault, match=said):
        run(body)


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_params_without_a_number_in_json_are_refused(number: float) -> None:
    with pytest.raises(Rejected, match="NaN and Infinity") as caught:
        run(lambda *_: ReducerResult(()), deep=[None, {"n": number}])
    assert caught.value.code == "params"


def test_frozen_values_are_told_apart_from_others_by_nothing_else() -> None:
    assert frozen(NOTE) == NOTE
    assert json.dumps(frozen(NOTE)) == json.dumps(NOTE)
    assert isinstance(frozen(NOTE)["tags"], list)

"""Emits that multiply."""

from __future__ import annotations

import pytest

from awe_author.json_types import JsonObject
from awe_author.state import apply
from awe_author.state.loading import load_model
from awe_author.state.types import Action, Context, ModelFault, Rejected
from awe_author.state.world import World

HEAPS: JsonObject = {
    f"a{depth}": {"emit": [{"app": "heap", "action": f"a{depth + 1}", "each": "[1, 2, 3, 4]", "as": "n"}]}
    for depth in range(8)
}
MODEL: JsonObject = {
    "type": "object",
    "properties": {"count": {"type": "integer", "default": 0}},
    "x-actions": {
        **HEAPS,
        "a8": {"effects": [{"op": "replace", "path": "/count", "value": "state.count + 1"}]},
    },
}


@pytest.fixture(scope="module")
def world() -> World:
    return World([load_model(MODEL, app="heap")])


def test_one_event_does_so_many_actions_and_no_more(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    state = world.initial()
    monkeypatch.setattr(apply, "MOST", 21)
    assert len(world.apply(state, Action("heap", "a6"), Context(0.0, 1)).performed) == 21
    with pytest.raises(ModelFault, match="more than 21 actions"):
        world.apply(state, Action("heap", "a5"), Context(0.0, 1))


def test_params_that_are_no_object_are_refused(world: World) -> None:
    with pytest.raises(Rejected, match="have to be an object") as caught:
        world.apply(world.initial(), Action("heap", "a8", [1]), Context(0.0, 1))  # type: ignore[arg-type]
    assert caught.value.code == "params"

"""References where they are not a plain field of an entity, and cascades that go far."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

import pytest

from awe_author.json_types import JsonObject
from awe_author.state.integrity import violations
from awe_author.state.loading import load_model
from awe_author.state.types import Action, Context, Rejected
from awe_author.state.world import World
from awe_author.state.world_state import WorldState


def to_users(on_delete: str, *types: str) -> JsonObject:
    return {"type": [*types] or "string", "x-ref": {"to": "/users", "on_delete": on_delete}}


MODEL: JsonObject = {
    "type": "object",
    "properties": {
        "users": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "boss": to_users("cascade", "string", "null"),
                    "": to_users("detach", "string", "null"),
                    "/x": to_users("detach", "string", "null"),
                    "roles": {"type": "object", "additionalProperties": to_users("detach")},
                },
            },
        },
        "me": to_users("restrict", "string", "null"),
        "guest": to_users("detach", "string", "null"),
        "team": {"type": "array", "items": to_users("detach")},
    },
    "x-actions": {
        "remove": {
            "params": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}},
            "effects": [{"op": "remove", "path": "/users/{params.id}"}],
        },
        "welcome": {
            "params": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}},
            "effects": [{"op": "add", "path": "/guest", "value": "params.id"}],
        },
    },
}


@pytest.fixture(scope="module")
def world() -> World:
    return World([load_model(MODEL, app="crm")])


def after(world: World, seed: JsonObject, action: str = "remove", id: str = "ann") -> WorldState:
    state = world.initial({"crm": seed})
    outcome = world.apply(state, Action("crm", action, {"id": id}), Context(0.0, 1))
    assert list(violations(world.models, outcome.state)) == []
    assert state.patched(outcome.changes).hash == outcome.state.hash
    return outcome.state


def test_a_plain_value_that_is_a_reference_holds_on_to_what_it_names(world: World) -> None:
    with pytest.raises(Rejected, match="me still refer to it") as caught:
        after(world, {"users": {"ann": {}}, "me": "ann"})
    assert caught.value.code == "restricted"


def test_plain_values_let_go_of_what_they_name(world: World) -> None:
    state = after(world, {"users": {"ann": {}, "bo": {}}, "guest": "ann", "team": ["ann", "bo", "ann"], "me": "bo"})
    assert state.get("/crm/guest") is None
    assert state.get("/crm/team") == ["bo"]


def test_a_plain_value_that_names_nobody_is_refused_by_its_name(world: World) -> None:
    with pytest.raises(Rejected, match="'guest': guest names a user that is not there, 'eve'") as caught:
        after(world, {}, "welcome", "eve")
    assert caught.value.pointer == "/crm/guest"


@pytest.mark.parametrize("field", ["", "/x"])
def test_fields_with_odd_names_let_go(world: World, field: str) -> None:
    state = after(world, {"users": {"ann": {}, "bo": {field: "ann"}}})
    assert state.get("/crm/users/bo") == {field: None}


def test_members_of_an_open_object_that_name_what_goes_go_too(world: World) -> None:
    state = after(world, {"users": {"ann": {}, "bo": {"roles": {"a/b": "ann", "*": "bo"}}}})
    assert state.get("/crm/users/bo") == {"roles": {"*": "bo"}}


def test_the_cost_of_a_cascade_does_not_grow_with_its_square(world: World) -> None:
    """Counted in calls of Python functions, which no busy machine changes."""

    def calls(length: int) -> int:
        users: dict[str, Any] = {f"u{n:05}": {"boss": f"u{n - 1:05}"} if n else {} for n in range(length)}
        counted = 0

        def count(frame: FrameType, event: str, value: Any) -> None:
            nonlocal counted
            counted += event in ("call", "c_call")

        before = sys.getprofile()
        sys.setprofile(count)
        try:
            left = after(world, {"users": users}, id="u00000").collection("/crm/users")
        finally:
            sys.setprofile(before)
        assert len(left) == 0
        return counted

    calls(100)
    assert calls(1000) < 15 * calls(100)

"""States: the same hash for the same document, recorded changes applied without a model, reading by pointer."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from awe_author.json_types import Json, JsonObject
from awe_author.state.changes import PatchMismatch
from awe_author.state.shape import CollectionShape, Reference, Shape
from awe_author.state.types import Change
from awe_author.state.world_state import Referrer, Timer, WorldState
from tests.state.patching import patched_document

SHAPE = Shape(
    {
        "/crm/leads": CollectionShape(
            ("status",), (Reference("owner", "/crm/users"), Reference("/team/*", "/crm/users"))
        ),
        "/crm/users": CollectionShape(),
        "/warehouse/people": CollectionShape(),
    },
    {"/crm/settings": (Reference("/boss", "/crm/users"),), "/crm/motto": ()},
)
DOCUMENT: JsonObject = {
    "crm": {
        "leads": {
            "l/1": {"status": "new", "owner": "u1", "team": ["u2", "u1"]},
            "l2": {"status": "old", "owner": "u1"},
        },
        "users": {"u1": {}, "u2": {"name": "Two"}},
        "settings": {"boss": "u2", "a": {"b": [1, 2]}},
    },
    "warehouse": {"people": {}},
    "timers": {},
}

json = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from([0.0, 1.0, 1e300]) | st.text("a~/é", max_size=2),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text("a~/", max_size=2), inner, max_size=3),
    max_leaves=6,
)
entities = st.dictionaries(st.sampled_from(["status", "owner", "team", "a/b"]), json, max_size=4)
collections = st.dictionaries(st.sampled_from(["a", "b", "c/d", "e~"]), entities, max_size=4)
crm = st.fixed_dictionaries({"leads": collections, "users": collections}, optional={"settings": json, "motto": json})
documents = st.fixed_dictionaries(
    {"crm": crm, "warehouse": st.fixed_dictionaries({"people": collections}), "timers": st.just({})}
)


def build(document: Json) -> WorldState:
    assert isinstance(document, dict)
    return WorldState.build(copy.deepcopy(document), SHAPE)


@settings(deadline=None)
@given(documents, documents)
def test_changes_between_two_states_lead_from_one_to_the_other(a: JsonObject, b: JsonObject) -> None:
    before, after = build(a), build(b)
    changes = list(before.differences(after))
    patched = before.patched(changes)
    assert patched.hash == after.hash
    assert patched.document() == after.document() == b
    assert patched_document(a, changes) == b
    assert before.hash == build(a).hash
    assert (before == after) == (not changes)
    for change in changes:
        assert before.get(change.path, None) == change.old
        assert after.get(change.path, None) == change.value


@settings(deadline=None)
@given(documents)
def test_a_state_rebuilt_from_its_document_has_the_same_hash(document: JsonObject) -> None:
    state = build(document)
    assert WorldState.build(state.document(), SHAPE).hash == state.hash


@pytest.mark.parametrize(
    "change",
    [
        Change("replace", "/crm/leads/l2/status", "new", "won"),
        Change("add", "/crm/leads/l2", None, {}),
        Change("add", "/crm/leads/l2/status", None, "won"),
        Change("remove", "/crm/leads/l3", {}),
        Change("remove", "/crm/leads/l2/status", "older"),
        Change("replace", "/crm/leads/l3/status", "new", "won"),
        Change("replace", "/crm/leads/l2/owner/x/y", None, 1),
        Change("replace", "/crm/settings/a/b/0", True, 1),
        Change("replace", "/crm/settings/a/b/7", 1, 1),
        Change("remove", "/crm/motto", "x"),
        Change("add", "/crm/leads", None, {}),
        Change("add", "/crm/nothing", None, {}),
        Change("add", "crm", None, {}),
    ],
)
def test_a_change_that_does_not_fit_is_refused(change: Change) -> None:
    state = build(DOCUMENT)
    with pytest.raises(PatchMismatch):
        state.patched([change])
    assert state.hash == build(DOCUMENT).hash


def test_reading_by_pointer() -> None:
    state = build(DOCUMENT)
    for pointer in [
        "",
        "/crm",
        "/crm/leads",
        "/crm/leads/l~11",
        "/crm/leads/l~11/team/1",
        "/crm/settings/a",
        "/timers",
    ]:
        expected: Any = DOCUMENT
        for segment in pointer.split("/")[1:]:
            expected = expected[int(segment) if isinstance(expected, list) else segment.replace("~1", "/")]
        assert state.get(pointer) == expected
    for absent in ["/mail", "/crm/nothing", "/crm/leads/l9", "/crm/motto", "/crm/settings/a/b/2", "/timers/x"]:
        assert state.get(absent, "default") == "default"
        with pytest.raises(KeyError):
            state.get(absent)


def test_what_refers_to_an_entity() -> None:
    state = build(DOCUMENT)
    assert state.references_to("/crm/users", "u1") == [
        Referrer("/crm/leads", "l/1", "owner"),
        Referrer("/crm/leads", "l2", "owner"),
        Referrer("/crm/leads", "l/1", "/team/*"),
    ]
    assert state.references_to("/crm/users", "u2") == [
        Referrer("/crm/leads", "l/1", "/team/*"),
        Referrer("/crm/settings", "", "/boss"),
    ]
    assert state.references_to("/crm/leads", "l2") == []


def test_a_view_shows_what_is_set() -> None:
    view = build(DOCUMENT).view("crm")
    assert list(view) == ["leads", "settings", "users"]
    assert len(view) == 3
    assert "motto" not in view
    assert view["leads"]["l2"]["status"] == "old"
    assert view["leads"].by("status", "old") == [view["leads"]["l2"]]
    with pytest.raises(KeyError):
        view["motto"]
    with pytest.raises(KeyError):
        build(DOCUMENT).view("mail")


def test_timers_in_the_order_in_which_they_fire() -> None:
    def timer(at: str) -> JsonObject:
        return {"at": at, "app": "crm", "action": "remind", "params": {}}

    early, late = "2025-03-03T09:00:00.000000Z", "2025-03-03T09:00:00.000001Z"
    state = build(DOCUMENT | {"timers": {"crm:b": timer(early), "crm:a": timer(late), "crm:c": timer(early)}})
    assert [key for _, key, *_ in state.timers()] == ["crm:b", "crm:c", "crm:a"]
    assert state.timers()[0] == Timer(early, "crm:b", "crm", "remind", {})
    fired = state.patched([Change("remove", "/timers/crm:b", timer(early))])
    assert [key for _, key, *_ in fired.timers()] == ["crm:c", "crm:a"]


@pytest.mark.parametrize("document", [{"crm": 1}, {"crm": {"leads": []}}, {"crm": {"deals": {}}}, {"mail": {"x": {}}}])
def test_a_document_of_another_shape_is_refused(document: JsonObject) -> None:
    with pytest.raises(ValueError, match="/"):
        WorldState.build(document, SHAPE)

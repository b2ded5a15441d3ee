"""What actions do and why they are refused, on the small world of `worlds`."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from awe_author.json_types import Json, JsonObject
from awe_author.state.types import Action, Change, Context, ModelFault, Outcome, Rejected
from awe_author.state.world_state import Timer, WorldState
from tests.state.worlds import CRM, MAIL, SEEDS, small_world

WORLD = small_world()
FIRST = WORLD.initial(SEEDS)
CLOCK = 1741000000.0


def do(name: str, state: WorldState = FIRST, number: int = 1, /, **params: Json) -> Outcome:
    app, action = name.split(".")
    return WORLD.apply(state, Action(app, action, params), Context(CLOCK, number, 7))


def after(*actions: tuple[str, JsonObject]) -> WorldState:
    state = FIRST
    for number, (name, params) in enumerate(actions, 1):
        state = do(name, state, number, **params).state
    return state


def test_an_action_adds_an_entity_and_a_timer() -> None:
    outcome = do("crm.create_lead", last_name="X")
    lead = {
        "id": "lead-0000001-1",
        "last_name": "X",
        "status": "new",
        "score": 0,
        "owner": None,
        "team": [],
        "tags": [],
    }
    timer = {
        "at": "2025-03-04T11:06:40.000000Z",
        "app": "crm",
        "action": "score_lead",
        "params": {"id": "lead-0000001-1", "by": 5},
    }
    assert outcome.changes == (
        Change("add", "/crm/leads/lead-0000001-1", None, lead),
        Change("add", "/timers/crm:lead-0000001-1", None, timer),
    )
    assert outcome.result == {"id": "lead-0000001-1", "leads": 1}
    assert outcome.performed[0].params == {"last_name": "X", "score": 0, "owner": None, "team": []}
    key = "crm:lead-0000001-1"
    assert outcome.state.timers() == (Timer(timer["at"], key, "crm", "score_lead", timer["params"]),)  # type: ignore[arg-type]


def test_all_expressions_see_the_state_before_the_effects() -> None:
    outcome = do("crm.score_lead", id="l1", by=3)
    assert outcome.state.get("/crm/leads/l1/status") == "won"
    assert outcome.state.get("/crm/leads/l1/score") == 53
    assert outcome.state.get("/crm/leads/l1/tags") == ["scored"]


def test_a_timer_that_fires_is_gone_and_its_action_done() -> None:
    state = after(("crm.create_lead", {"last_name": "X"}))
    timer = state.timers()[0]
    outcome = WORLD.apply(state, Action("crm", timer.action, timer.params), Context(CLOCK, 2), timer=timer.key)
    assert [change.op for change in outcome.changes if change.path == f"/timers/{timer.key}"] == ["remove"]
    assert outcome.state.get("/crm/leads/lead-0000001-1/score") == 5
    assert outcome.state.timers() == ()
    dropped = WORLD.drop_timer(state, timer.key)
    assert dropped.state.timers() == ()
    assert [change.path for change in dropped.changes] == [f"/timers/{timer.key}"]
    assert WORLD.drop_timer(FIRST, "crm:nothing").changes == ()


def test_an_action_takes_its_timer_back() -> None:
    state = after(("crm.create_lead", {"last_name": "X"}), ("crm.score_lead", {"id": "lead-0000001-1", "by": 1}))
    assert state.timers() == ()


@pytest.mark.parametrize(
    ("name", "params", "code", "pointer", "field", "message"),
    [
        ("crm.nothing", {}, "unknown-action", "", "", "crm has no action 'nothing'."),
        ("shop.buy", {}, "unknown-app", "", "", "There is no app 'shop'."),
        ("warehouse.buy", {}, "unknown-app", "", "", "There is no app 'warehouse'."),
        ("crm.create_lead", {}, "params", "", "last_name", '"last_name" is a required property'),
        ("crm.create_lead", {"last_name": 7}, "params", "/last_name", "last_name", "last_name: 7 is not of type"),
        ("crm.create_lead", {"last_name": "Ada"}, "guard", "/last_name", "last_name", "There is a lead called Ada."),
        ("crm.create_lead", {"last_name": ""}, "schema", "/crm/leads/lead-0000001-1/last_name", "last_name", "shorter"),
        (
            "crm.create_lead",
            {"last_name": "X", "team": ["u1", "u7"]},
            "reference",
            "/crm/leads/lead-0000001-1/team",
            "team",
            "lead 'lead-0000001-1': team names a user that is not there, 'u7'.",
        ),
        ("crm.score_lead", {"id": "l9", "by": 1}, "not-found", "/id", "id", "There is no lead 'l9'."),
        ("crm.delete_lead", {"id": "l9"}, "not-found", "/crm/leads/l9", "", "There is no lead 'l9'."),
        ("crm.add_user", {"id": "u1"}, "exists", "/crm/users/u1", "", "There is a user 'u1' already."),
        ("crm.delete_user", {"id": "u1"}, "restricted", "/crm/users/u1", "", "leads 'l1' still refer to it (owner)"),
        ("crm.set_boss", {"user": "u9"}, "reference", "/crm/settings/boss", "boss", "'settings': boss names a user"),
        ("crm.edit_contact", {"id": "k1", "field": "first", "value": "A"}, "schema", "", "first", "cannot be written"),
        (
            "crm.edit_contact",
            {"id": "k1", "field": "email", "value": 7},
            "schema",
            "/warehouse/people/p1/email",
            "email",
            "7 is",
        ),
        (
            "crm.edit_contact",
            {"id": "k1", "field": "name", "value": "A name that is long"},
            "schema",
            "/mail/people/p1/name",
            "name",
            "longer than 12",
        ),
        ("crm.invite", {"name": "Nobody"}, "guard", "/name", "name", "Who is Nobody?"),
    ],
)  # fmt: skip
def test_why_an_action_is_refused(
    name: str, params: dict[str, Any], code: str, pointer: str, field: str, message: str
) -> None:
    before = FIRST.hash
    with pytest.raises(Rejected) as caught:
        do(name, **params)
    assert (caught.value.code, caught.value.pointer, caught.value.field) == (code, pointer, field)
    assert message in caught.value.what
    assert FIRST.hash == before == WORLD.restore(FIRST.document()).hash


@pytest.mark.parametrize(
    ("effects", "code", "pointer"),
    [
        ([{"op": "remove", "path": "/settings"}], "schema", "/crm/settings"),
        ([{"op": "remove", "path": "/leads/l1/nothing"}], "not-found", "/crm/leads/l1/nothing"),
        ([{"op": "replace", "path": "/leads/l1/team/3", "value": "u1"}], "not-found", "/crm/leads/l1/team/3"),
        ([{"op": "replace", "path": "/leads/l1/team/x", "value": "u1"}], "not-found", "/crm/leads/l1/team/x"),
        ([{"op": "merge", "path": "/leads/l1/status", "value": {}}], "not-found", "/crm/leads/l1/status"),
        ([{"op": "replace", "path": "/settings/limits/0", "value": 1}], "not-found", "/crm/settings/limits/0"),
        ([{"op": "replace", "path": "/leads/l1", "value": 5}], "schema", "/crm/leads/l1"),
        ([{"op": "replace", "path": "/leads/l1/id", "value": "l2"}], "schema", "/crm/leads/l1/id"),
        ([{"op": "add", "path": f"/users/u{n}", "value": {"name": "n"}} for n in (5, 6, 7)], "schema", "/crm/users"),
    ],
)
def test_effects_that_cannot_be_done(effects: list[Json], code: str, pointer: str) -> None:
    with pytest.raises(Rejected) as caught:
        do("crm.raw", effects=effects)
    assert (caught.value.code, caught.value.pointer) == (code, pointer)


@pytest.mark.parametrize(
    ("name", "params", "pointer", "message"),
    [
        ("crm.divide", {"by": 0}, "/x-actions/divide/effects/0/value/0", "division by zero"),
        ("crm.loop", {}, "/x-actions/loop", "more than 8 deep"),
        ("crm.explode", {}, "/x-actions/explode/reducer", "reducers:explode failed: ZeroDivisionError: by nought"),
        ("crm.raw", {"effects": [{"op": "add", "path": ""}]}, "/x-actions/raw/reducer", "whole state"),
        (
            "crm.raw",
            {"effects": [{"op": "copy", "path": "/leads/l1"}]},
            "/x-actions/raw/reducer",
            "no operation 'copy'",
        ),
        ("crm.raw", {"effects": [{"op": "add", "path": "leads"}]}, "/x-actions/raw/reducer", "JSON pointer"),
        ("crm.raw", {"effects": [{"op": "add", "path": "/deals/1"}]}, "/x-actions/raw/reducer", "crm has no 'deals'"),
        ("crm.raw", {"effects": [{"op": "remove", "path": "/leads"}]}, "/x-actions/raw/reducer", "whole collection"),
    ],
)
def test_a_fault_of_the_model_says_where(name: str, params: dict[str, Any], pointer: str, message: str) -> None:
    before = FIRST.hash
    with pytest.raises(ModelFault) as caught:
        do(name, **params)
    assert (caught.value.app, caught.value.pointer) == ("crm", pointer)
    assert message in str(caught.value)
    assert FIRST.hash == before


def test_params_that_are_not_json() -> None:
    for wrong in ({1, 2}, 2**70, object()):
        with pytest.raises(Rejected) as caught:
            WORLD.apply(FIRST, Action("crm", "create_lead", {"last_name": wrong}), Context(CLOCK, 1))  # type: ignore[dict-item]
        assert caught.value.code == "params"


def test_a_state_shares_nothing_with_the_params_it_came_from() -> None:
    params: dict[str, Any] = {"last_name": "X", "team": ["u1"]}
    outcome = do("crm.create_lead", **params)
    params["team"].append("u2")
    assert outcome.state.get("/crm/leads/lead-0000001-1/team") == ["u1"]


def test_removal_detaches_and_an_effect_may_reassign_what_would_restrict() -> None:
    outcome = do("crm.delete_user", id="u2")
    assert outcome.state.get("/crm/leads/l1/team") == []
    assert outcome.state.get("/crm/settings/boss") is None
    state = do("crm.delete_user", id="u1", heir="u2").state
    assert state.get("/crm/leads/l1/owner") == "u2"


def test_removal_cascades() -> None:
    state = after(("crm.annotate", {"lead": "l1", "contact": "k1"}), ("crm.annotate", {"lead": "l1"}))
    assert len(state.view("crm")["notes"]) == 2
    assert len(do("crm.delete_lead", state, 3, id="l1").state.view("crm")["notes"]) == 0


def test_a_record_that_matches_is_linked_and_one_that_does_not_is_new() -> None:
    linked = do("crm.add_contact", name="Bobby", email="bob@a.example", phone=None)
    assert [change.path for change in linked.changes] == [
        "/warehouse/people/p2/full_name",
        "/crm/contacts/contact-0000001-1",
    ]
    assert linked.state.get("/crm/contacts/contact-0000001-1/x-entity") == "p2"
    assert linked.state.view("mail")["people"]["p2"]["name"] == "Bobby"
    for email in (None, ""):
        new = do("crm.add_contact", name="Cy", email=email)
        assert new.state.view("mail")["people"]["contact-0000001-1"] == {
            "id": "contact-0000001-1", "name": "Cy", "address": email, "starred": False,
        }  # fmt: skip
        assert new.state.get("/warehouse/people/contact-0000001-1/phones") == []


def test_a_change_through_one_app_is_seen_through_the_other() -> None:
    state = after(("mail.rename", {"id": "p1", "name": "Ann Roe"}))
    assert state.view("crm")["contacts"]["k1"]["name"] == "Ann Roe"
    assert state.view("crm")["contacts"]["k1"]["first"] == "Ann"
    assert state.view("crm")["contacts"].by("email", "ann@a.example") == [state.view("crm")["contacts"]["k1"]]
    assert state.view("mail")["people"].by("address", "ann@a.example")[0]["id"] == "p1"
    state = do("crm.edit_contact", state, 2, id="k1", field="phone", value="77").state
    assert state.get("/warehouse/people/p1/phones") == ["77"]


def test_local_fields_stay_the_apps_own() -> None:
    state = after(("mail.star", {"id": "p1"}))
    assert state.view("mail")["people"]["p1"]["starred"] is True
    assert state.view("mail")["people"]["p2"]["starred"] is False
    assert "starred" not in state.get("/warehouse/people/p1")
    assert state.get("/mail/people") == {"p1": {"id": "p1", "starred": True, "x-entity": "p1"}}


def test_removing_a_record_unlinks_or_deletes_as_the_app_says() -> None:
    unlinked = do("crm.remove_contact", id="k1").state
    assert unlinked.get("/warehouse/people/p1/full_name") == "Ann Lee"
    assert "k1" not in unlinked.view("crm")["contacts"]
    state = after(("crm.annotate", {"lead": "l1", "contact": "k1"}))
    deleted = do("mail.forget", state, 2, id="p1").state
    assert "p1" not in deleted.view("warehouse")["people"]
    assert "k1" not in deleted.view("crm")["contacts"]
    assert deleted.get("/crm/notes/note-0000001-1/contact") is None


def test_an_emitted_action_is_part_of_the_event() -> None:
    outcome = do("crm.invite", name="Ann Lee")
    assert [(one.app, one.action) for one in outcome.performed] == [("crm", "invite"), ("mail", "write_to")]
    assert [change.path for change in outcome.changes] == ["/crm/settings/limits", "/mail/letters/letter-0000001-1"]
    with pytest.raises(Rejected) as caught:
        do("mail.forget", outcome.state, 2, id="p1")
    assert caught.value.code == "restricted"


def test_a_reducer_changes_only_through_effects_and_draws_from_the_event() -> None:
    a, b, other = do("crm.shuffle"), do("crm.shuffle"), do("crm.shuffle", FIRST, 2)
    assert a.state.hash == b.state.hash
    assert a.result == 1
    assert a.changes != other.changes


def test_the_digest_of_a_world_is_that_of_its_models() -> None:
    assert WORLD.digest == small_world().digest
    changed = copy.deepcopy(MAIL)
    changed["title"] = "Post"
    assert small_world(mail=changed).digest != WORLD.digest
    assert small_world(crm=copy.deepcopy(CRM)).digest == WORLD.digest

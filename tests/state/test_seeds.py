"""Seeds: given in stored form or as the app sees it, and every mistake told at once."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from awe_author.state.seeds import SeedProblems
from tests.state.worlds import SEEDS, small_world

WORLD = small_world()


def changed(**apps: Any) -> dict[str, Any]:
    seeds: dict[str, Any] = copy.deepcopy(dict(SEEDS))
    for app, parts in apps.items():
        seeds[app] = seeds.get(app, {}) | parts
    return seeds


def test_what_a_seed_leaves_out_is_empty() -> None:
    state = WORLD.initial({"crm": {"settings": {"currency": "EUR"}}})
    assert state.document() == {
        "crm": {"leads": {}, "users": {}, "notes": {}, "contacts": {}, "settings": {"currency": "EUR"}},
        "mail": {"people": {}, "letters": {}},
        "warehouse": {"people": {}, "companies": {}},
        "timers": {},
    }


def test_a_seed_is_copied() -> None:
    seeds = changed()
    state = WORLD.initial(seeds)
    seeds["crm"]["leads"]["l1"]["score"] = 99
    assert state.get("/crm/leads/l1/score") == 50
    assert state.hash == WORLD.initial(SEEDS).hash


def test_records_as_the_app_sees_them_are_linked_or_make_an_entity() -> None:
    contacts = {
        "k2": {"id": "k2", "name": "Bob Ray", "email": "bob@a.example", "stage": "hot"},
        "k3": {"id": "k3", "name": "Cy Doe", "email": "cy@a.example"},
    }
    state = WORLD.initial(changed(crm={"contacts": contacts}))
    assert state.get("/crm/contacts/k2") == {"id": "k2", "stage": "hot", "x-entity": "p2"}
    assert state.get("/warehouse/people/k3/full_name") == "Cy Doe"


def test_timers_of_a_seed() -> None:
    timer = {"at": "2025-03-03T10:00:00+01:00", "app": "crm", "action": "score_lead", "params": {"id": "l1", "by": 1}}
    state = WORLD.initial(changed(timers={"crm:x": timer}))
    assert [(one.at, one.key) for one in state.timers()] == [("2025-03-03T09:00:00.000000Z", "crm:x")]


def test_every_mistake_is_told_at_once() -> None:
    seeds = changed(
        crm={
            "deals": {},
            "notes": {"n1": {"text": "t", "lead": "l9"}, "n2": 5},
            "users": [],
            "contacts": {
                "k1": {"id": "k1", "x-entity": "p9"},
                "k2": {"id": "k2", "x-entity": "p2", "name": "Bob"},
                "k4": {"id": "k4", "name": "Bob", "first": "B"},
            },
            "settings": {"boss": 1},
        },
        warehouse={"people": {"p2": {"id": "p3", "full_name": ""}}},
        shop={},
        timers={
            "crm:a": {"at": "soon", "app": "crm", "action": "score_lead", "params": {"id": "l9", "by": 1}},
            "b": {"at": "2025-03-03T10:00:00Z", "app": "crm", "action": "fly"},
        },
    )
    with pytest.raises(SeedProblems) as caught:
        WORLD.initial(seeds, {"crm": "crm/seed.json"})
    found = {(one.file, one.pointer): one.message for one in caught.value.problems}
    expected = {
        ("crm/seed.json", "/deals"): "the model has no 'deals'",
        ("crm/seed.json", "/notes/n2"): "an entity has to be an object",
        ("crm/seed.json", "/users"): "a collection has to be an object by id, this is array",
        ("crm/seed.json", "/contacts/k2/name"): "this field comes from the warehouse",
        ("crm/seed.json", "/contacts/k4"): "'first' of a contact cannot be written",
        ("crm/seed.json", "/contacts/k1/x-entity"): "there is no 'p9' in people",
        ("crm/seed.json", "/settings/boss"): "1 is not",
        ("crm/seed.json", "/settings"): "required",
        ("crm/seed.json", "/notes/n1/lead"): "lead names a lead that is not there, 'l9'",
        ("crm/seed.json", "/leads/l1/owner"): "owner names a user that is not there, 'u1'",
        ("seed of warehouse", "/people/p2/id"): "its id cannot be 'p3'",
        ("seed of warehouse", "/people/p2/full_name"): "shorter than 1",
        ("seed of shop", ""): "the world has no app 'shop'",
        ("seed of timers", "/crm:a"): "params: There is no lead 'l9'",
        ("seed of timers", "/b"): "there is no action crm.fly",
    }
    for place, message in expected.items():
        assert message in found[place], place
    assert set(found) - set(expected) == {("crm/seed.json", "/leads/l1/team")}
    assert "and " in str(caught.value)
    assert "more" in str(caught.value)


def test_a_required_plain_value_that_is_missing() -> None:
    with pytest.raises(SeedProblems, match="'settings' is missing"):
        WORLD.initial({})


def test_what_cannot_be_kept_is_told() -> None:
    users = {"u1": {"name": "One", "n": 2**70}, "u2": {"name": "Two"}}
    with pytest.raises(SeedProblems) as caught:
        WORLD.initial(changed(crm={"users": users, "leads": {}}))
    assert [(one.pointer, one.message.split(":")[0]) for one in caught.value.problems] == [
        ("/users/u1", "this cannot be kept")
    ]

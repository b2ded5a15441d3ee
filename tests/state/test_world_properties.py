"""Any sequence of actions: schema and references hold, changes replay to the same hashes, refusals change nothing."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from awe_author.json_types import JsonObject
from awe_author.state.model import LINK
from awe_author.state.pointer import items_at, path_of
from awe_author.state.types import Action, Context, Outcome, Rejected
from awe_author.state.world import World
from awe_author.state.world_state import WorldState
from tests.state.patching import patched_document
from tests.state.worlds import SEEDS, small_world

WORLD = small_world()
FIRST = WORLD.initial(SEEDS)

people = st.sampled_from(["p1", "p2", "p9", "contact-0000001-1", "contact-0000002-1", "contact-0000003-1"])
contacts = st.sampled_from(["k1", "k9", "contact-0000001-1", "contact-0000002-1", "contact-0000003-1"])
leads = st.sampled_from(["l1", "lead-0000001-1", "lead-0000002-1", "lead-0000003-1"])
users = st.sampled_from(["u1", "u2", "u3", "u4", "u5"])
texts = st.sampled_from(["", "Ann Lee", "Bob Ray", "A name that is long", "X", "Y"])
emails = st.sampled_from([None, "", "ann@a.example", "bob@a.example", "new@a.example"])
scores = st.integers(0, 101)
fields = st.sampled_from(["name", "email", "phone", "first", "stage"])
raw = st.fixed_dictionaries(
    {
        "op": st.sampled_from(["add", "replace", "remove", "merge"]),
        "path": st.sampled_from(
            [
                "/leads/l1",
                "/leads/new",
                "/leads/l1/team/0",
                "/leads/l1/nothing/x",
                "/settings",
                "/settings/boss",
                "/contacts/k1",
                "/contacts/new",
                "/contacts/k1/stage",
                "/users/u1",
                "/notes/n1",
                "/notes/n1/contact",
            ]
        ),
        "value": st.none()
        | users
        | st.sampled_from(
            [
                {},
                {"name": "Ann"},
                {"text": "t", "lead": "l1", "contact": "k1"},
                {"text": "t", "lead": "l9"},
                {"id": "new", "name": "Cy", "email": "cy@a.example", "phone": "5"},
                {"id": "k1", "name": "Cy", "first": "Ann", "email": None, "phone": None},
                {"currency": "USD", "boss": "u2"},
                {"id": "new", "last_name": "N", "status": "new", "score": 1, "team": ["u1", "u2"], "owner": None},
            ]
        ),
    }
)


persons = st.fixed_dictionaries(
    {
        "op": st.sampled_from(["add", "replace", "remove", "merge"]),
        "path": st.sampled_from(["/people/p1", "/people/new", "/people/p2/starred", "/people/k1", "/letters/a"]),
        "value": st.sampled_from(
            [
                {"to": "p1"},
                {"to": "new"},
                True,
                {"id": "new", "name": "New", "address": "new@a.example", "starred": True},
                {"id": "new", "name": "Ann", "address": "ann@a.example", "starred": True},
                {"id": "p1", "name": "P", "address": "bob@a.example", "starred": False},
            ]
        ),
    }
)


def action(app: str, name: str, /, **params: st.SearchStrategy[Any]) -> st.SearchStrategy[Action]:
    return st.fixed_dictionaries(params).map(lambda given: Action(app, name, given))


actions = st.one_of(
    action("crm", "create_lead", last_name=texts, score=scores, owner=users, team=st.lists(users, max_size=3)),
    action("crm", "score_lead", id=leads, by=st.integers(-60, 60)),
    action("crm", "delete_lead", id=leads),
    action("crm", "annotate", lead=leads, contact=contacts),
    action("crm", "add_user", id=users),
    action("crm", "delete_user", id=users, heir=users),
    action("crm", "set_boss", user=users),
    action("crm", "add_contact", name=texts, email=emails, phone=st.sampled_from([None, "1", "2"])),
    action("crm", "edit_contact", id=contacts, field=fields, value=texts),
    action("crm", "remove_contact", id=contacts),
    action("crm", "invite", name=texts),
    action("crm", "shuffle"),
    action("crm", "raw", effects=st.lists(raw, max_size=3)),
    action("mail", "raw", effects=st.lists(persons, max_size=3)),
    action("mail", "star", id=people),
    action("mail", "rename", id=people, name=texts),
    action("mail", "forget", id=people),
    action("mail", "write_to", name=texts),
)


def broken(world: World, state: WorldState) -> Iterator[str]:
    """Everything that is wrong with a state, found the slow way: every entity as its app sees it, every reference."""
    for app, model in world.models.items():
        view = state.view(app)
        for name, spec in model.collections.items():
            assert len(view[name]) == len(view[name].keys()) == len(view[name].values())
            for id, entity in view[name].items():
                assert view[name][id] == entity
                yield from [f"{app}.{name}.{id}: {error.message}" for error in spec.schema.errors(entity)]
                if "id" in entity and entity["id"] != id:
                    yield f"{app}.{name}.{id}: its id is {entity['id']}"
            yield from [f"{name}: size"] if len(view[name]) > (spec.most or 1000) else []
        for name, plain in model.plain.items():
            yield from [error.message for error in plain.schema.errors(view[name])]
    for key, shape in world.shape.collections.items():
        for id, entity in state.collection(key).items():
            for reference in shape.references:
                for named in items_at(entity, path_of(reference.field)):
                    _, app, name = reference.target.split("/")
                    if named is not None and named not in state.view(app)[name]:
                        yield f"{key}/{id}: {named} is not in {reference.target}"
            if shape.adapter and entity[LINK] not in state.collection(shape.adapter.entities):
                yield f"{key}/{id}: linked to nothing"
    boss = state.get("/crm/settings/boss", None)
    if boss is not None and boss not in state.view("crm")["users"]:
        yield "boss"


def attempt(state: WorldState, one: Action, context: Context) -> Outcome | Rejected:
    try:
        return WORLD.apply(state, one, context)
    except Rejected as rejected:
        return rejected


@settings(max_examples=150, deadline=None)
@given(st.lists(actions, max_size=12))
def test_any_sequence_of_actions(sequence: list[Action]) -> None:
    state, document = FIRST, FIRST.document()
    before: JsonObject = copy.deepcopy(document)
    for number, one in enumerate(sequence, 1):
        context, given = Context(1741000000.0 + number, number, 7), copy.deepcopy(dict(one.params))
        hash_before = state.hash
        outcome = attempt(state, one, context)
        if isinstance(outcome, Rejected):
            assert outcome.what
            assert state.hash == hash_before
            assert WORLD.restore(state.document()).hash == hash_before
            continue
        again = WORLD.apply(state, one, context)
        assert again.changes == outcome.changes
        assert again.result == outcome.result
        assert again.state.hash == outcome.state.hash
        assert one.params == given
        assert state.hash == hash_before
        patched = state.patched(outcome.changes)
        assert patched.hash == outcome.state.hash
        assert patched.document() == outcome.state.document()
        assert list(state.differences(outcome.state)) == sorted(outcome.changes, key=_place(outcome.changes))
        assert patched_document(state.document(), outcome.changes) == outcome.state.document()
        assert WORLD.restore(outcome.state.document()).hash == outcome.state.hash
        assert not list(broken(WORLD, outcome.state))
        for change in outcome.changes:
            assert state.get(change.path, None) == change.old
            assert outcome.state.get(change.path, None) == change.value
        state = outcome.state
    assert FIRST.document() == before == document


def _place(changes: Any) -> Any:
    """The order of `differences`: by part, entity and member."""
    return lambda change: [part.replace("~1", "/").replace("~0", "~") for part in change.path.split("/")]


def test_the_slow_check_finds_what_is_wrong() -> None:
    document = copy.deepcopy(FIRST.document())
    document["crm"]["leads"]["l1"] |= {"score": 101, "owner": "u9", "id": "l2"}  # type: ignore[index,call-overload,operator]
    found = list(broken(WORLD, WORLD.restore(document)))
    assert len(found) == 3, found

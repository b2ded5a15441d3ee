"""What a model without mistakes becomes."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from awe_author.json_types import Json
from awe_author.state.cel import FUNCTIONS_KEY
from awe_author.state.loading import ModelProblems, check_world, load_model
from awe_author.state.loading.expressions import Braced, split_path
from awe_author.state.model import ExpressionFault, Model, Reference
from tests.state.loading.models import CRM, MAIL, WAREHOUSE, edited, resolve

BEHIND = load_model(WAREHOUSE, app="warehouse", file="warehouse.json")
NOW = datetime(2025, 3, 3, 9, tzinfo=UTC)


class Ids:
    """Makes the ids that a session would."""

    def new_id(self, prefix: str) -> str:
        return f"{prefix}-1"

    def random(self) -> float:
        return 0.5

    def uuid(self) -> str:
        return "u"


def crm(edits: dict[str, Any] | None = None) -> Model:
    return load_model(edited(CRM, edits or {}), app="crm", file="crm.json", warehouse=BEHIND, resolve_reducer=resolve)


def mail(edits: dict[str, Any] | None = None) -> Model:
    return load_model(edited(MAIL, edits or {}), app="mail", file="mail.json", warehouse=BEHIND)


def bindings(**params: Json) -> dict[str, Any]:
    return {"state": {"leads": {}}, "params": params, "now": NOW, "warehouse": {}, "id": "lead-1", FUNCTIONS_KEY: Ids()}


def test_collections_and_plain_values_are_told_apart() -> None:
    model = crm()
    assert set(model.collections) == {"leads", "users", "contacts"}
    assert set(model.plain) == {"settings"}
    assert model.title == "CRM"


def test_an_object_of_numbers_is_a_plain_value() -> None:
    model = crm({"/properties/counts": {"type": "object", "additionalProperties": {"type": "integer"}}})
    assert "counts" in model.plain


def test_the_schema_of_an_entity_stands_alone() -> None:
    schema = crm().collections["leads"].schema
    assert schema.is_valid({"id": "a", "last_name": "b", "status": "new"})
    assert [(one.pointer, one.keyword) for one in schema.errors({"id": 3, "last_name": "b"})] == [("/id", "type")]
    assert set(schema.document["$defs"]) == {"lead"}  # type: ignore[arg-type]


def test_references_know_their_way_and_rule() -> None:
    found = crm({"/$defs/lead/properties/watchers": {"type": "array", "items": {"type": "string", "x-ref": "/users"}}})
    assert found.collections["leads"].references == (
        Reference(
            field=("owner",), app="crm", collection="users", on_delete="restrict",
            pointer="/$defs/lead/properties/owner",
        ),
        Reference(
            field=("company",), app="warehouse", collection="companies", on_delete="detach",
            pointer="/$defs/lead/properties/company",
        ),
        Reference(
            field=("watchers", "*"), app="crm", collection="users", on_delete="restrict",
            pointer="/$defs/lead/properties/watchers/items",
        ),
    )  # fmt: skip


def test_a_nullable_reference_may_be_written_with_any_of() -> None:
    named = {"anyOf": [{"type": "string", "x-ref": {"to": "/users", "on_delete": "detach"}}, {"type": "null"}]}
    (owner, _) = crm({"/$defs/lead/properties/owner": named}).collections["leads"].references
    assert (owner.field, owner.on_delete) == (("owner",), "detach")


@pytest.mark.parametrize("pattern", [r"^\p{Lu}", r"^(?<year>\d{4})$", r"^[^\d]+$"])
def test_patterns_are_those_of_json_schema(pattern: str) -> None:
    model = crm({"/$defs/lead/properties/last_name": {"type": "string", "pattern": pattern}})
    assert "leads" in model.collections


@pytest.mark.parametrize("pattern", ["(abc", "a{2,1}", "*"])
def test_patterns_that_are_none(pattern: str) -> None:
    with pytest.raises(ModelProblems, match="is no regular expression"):
        crm({"/$defs/lead/properties/last_name": {"type": "string", "pattern": pattern}})


def test_a_field_by_a_pattern_that_python_does_not_know() -> None:
    named = {"type": "object", "patternProperties": {r"^\p{Lu}": {"type": "integer"}}}
    effect = {"op": "replace", "path": "/leads/{params.id}/by/Ann", "value": 1}
    crm({"/$defs/lead/properties/by": named, "/x-actions/remind/effects": [effect]})


def test_params_have_defaults_and_references() -> None:
    spec = crm().actions["create_lead"]
    assert spec.defaults == {"email": "", "notify": False}
    assert [(one.field, one.collection) for one in spec.param_references] == [(("owner",), "users")]
    assert spec.params.is_valid({"last_name": "a"})
    assert not spec.params.is_valid({"last_name": ""})


def test_an_action_without_params_takes_none() -> None:
    spec = crm({"/x-actions/ping": {}}).actions["ping"]
    assert spec.params.is_valid({})
    assert not spec.params.is_valid({"a": 1})


def test_templates_are_worked_out() -> None:
    (effect,) = crm().actions["create_lead"].effects
    assert effect.value is not None
    assert effect.value.evaluate(bindings(last_name="Doe", email="d@e.example")) == {
        "id": "lead-1", "last_name": "Doe", "email": "d@e.example", "status": "new",
        "created": "2025-03-03T09:00:00Z", "score": 0,
    }  # fmt: skip
    assert effect.value.names == {"id", "params", "now"}
    assert effect.path.evaluate(bindings()) == ("leads", "lead-1")


def test_literals_in_a_template_are_themselves() -> None:
    value = {"a": 1, "b": [True, None, {"c": "'x'"}], "d": 1.5}
    spec = crm({"/x-actions/ping": {"result": value}}).actions["ping"]
    assert spec.result is not None
    assert spec.result.evaluate({}) == {"a": 1, "b": [True, None, {"c": "x"}], "d": 1.5}


def test_an_expression_that_fails_knows_its_place() -> None:
    spec = crm().actions["remind"]
    assert spec.effects[0].value is not None
    with pytest.raises(ExpressionFault) as raised:
        spec.effects[0].value.evaluate(bindings(id="nobody"))
    assert raised.value.pointer == "/x-actions/remind/effects/0/value/score"
    assert "nobody" in raised.value.message


def test_a_part_of_a_path_may_be_a_number_but_not_a_list() -> None:
    def path(expression: str) -> tuple[str, ...]:
        effect = {"op": "remove", "path": f"/leads/{{{expression}}}"}
        spec = crm({"/x-actions/remind/effects": [effect]}).actions["remind"]
        return spec.effects[0].path.evaluate(bindings(id="a"))

    assert path("1 + 1") == ("leads", "2")
    with pytest.raises(ModelProblems):
        path("[1]")


@pytest.mark.parametrize(
    ("path", "parts"),
    [
        ("/leads/l1", ["leads", "l1"]),
        ("/a~1b/c~0d", ["a/b", "c~d"]),
        ("/leads/{params.id}/tags/-", ["leads", Braced("params.id"), "tags", "-"]),
        ("/leads/{'a/b'.split('/')[0]}", ["leads", Braced("'a/b'.split('/')[0]")]),
        ("/leads/{{'a': 'b'}['a']}", ["leads", Braced("{'a': 'b'}['a']")]),
        ("/leads/{'}'}/x", ["leads", Braced("'}'"), "x"]),
        (r"/leads/{'\'}'}", ["leads", Braced(r"'\'}'")]),
    ],
)
def test_paths_are_split(path: str, parts: list[object]) -> None:
    assert list(split_path(path)) == parts


def test_shared_fields_are_mapped() -> None:
    shared = crm().collections["contacts"].shared
    assert shared is not None
    assert (shared.kind, shared.match, shared.surfaces) == ("people", ("email",), ("contacts.list",))
    assert {name: one.writable for name, one in shared.fields.items()} == {
        "email": True, "name": True, "first": False, "phone": True,
    }  # fmt: skip
    read = shared.fields["first"].read
    assert read is not None
    assert read.evaluate({"item": {"full_name": "Ada Lovelace"}}) == "Ada"
    assert shared.fields["phone"].write["phones"].evaluate({"value": "1", "item": {}}) == ["1"]


def test_shared_expressions_have_no_chance() -> None:
    with pytest.raises(ModelProblems):
        crm({"/x-shared/contacts/fields/first": {"read": "new_id('x')"}})


def test_a_field_that_is_the_id_of_the_entity() -> None:
    mapped = crm({"/x-shared/contacts/fields/id": "id"}).collections["contacts"].shared
    assert mapped is not None
    assert mapped.fields["id"].source == "id"


def test_a_record_that_is_linked_gets_required_fields_from_its_entity() -> None:
    crm(
        {
            "/$defs/contact/required": ["email", "name"],
            "/x-actions/add_contact/effects/0/value": {"email": "params.email"},
        }
    )


def test_what_refers_to_the_warehouse_is_believed_without_it() -> None:
    model = load_model(CRM, app="crm")
    assert model.collections["contacts"].shared is not None
    assert model.actions["merge_leads"].reducer is None
    assert model.actions["merge_leads"].reducer_name == "reducers:merge_leads"


def test_the_document_is_left_alone() -> None:
    before = edited(CRM, {})
    assert crm().document == before


@pytest.mark.parametrize("app", ["timers", "CRM", "a b", "", "1a"])
def test_names_that_no_app_can_have(app: str) -> None:
    with pytest.raises(ModelProblems, match="an app cannot be called"):
        load_model(MAIL, app=app)


def test_the_warehouse_has_neither_actions_nor_shared_collections() -> None:
    with pytest.raises(ModelProblems) as raised:
        load_model(edited(WAREHOUSE, {"/x-actions": {"a": {}}, "/x-shared": CRM["x-shared"]}), app="warehouse")
    assert [one.pointer for one in raised.value.problems] == ["/x-shared", "/x-actions"]


# ---- between apps ----------------------------------------------------------------------------------------------------

EMIT = "/x-actions/create_lead/emit/0"


def world(edits: dict[str, Any], mail_edits: dict[str, Any] | None = None) -> list[tuple[str, str, str, str]]:
    models = {"crm": crm(edits), "mail": mail(mail_edits), "warehouse": BEHIND}
    return [(one.file, one.pointer, one.message, one.hint) for one in check_world(models)]


def test_a_world_without_mistakes() -> None:
    assert world({}) == []


@pytest.mark.parametrize(
    ("edits", "said"),
    [
        ({EMIT + "/app": "mial"}, ("/app", 'there is no app "mial" in the world', 'Did you mean "mail"?')),
        ({EMIT + "/action": "send"}, ("/action", '"mail" has no action "send"', "Known: send_message.")),
        ({EMIT + "/params": {}}, ("/params", 'the required field is missing: "to"', "Give every required field.")),
        (
            {EMIT + "/params": {"to": "['a']", "cc": "''"}},
            ("/params/cc", 'there is no field "cc"', "Known: to."),
        ),
        (
            {EMIT + "/params": {"to": "params.email"}},
            ("/params/to", "this gives a string, the schema wants a list<string>", "Put it in a list: [x]."),
        ),
        (
            {EMIT + "/params": {"to": [1]}},
            ("/params/to/0", '1 is not of type "string"', "Change the value, or the schema of the field."),
        ),
    ],
)
def test_emits_are_compared_with_the_app_they_go_to(edits: dict[str, Any], said: tuple[str, str, str]) -> None:
    pointer, message, hint = said
    assert world(edits) == [("crm.json", EMIT + pointer, message, hint)]


def test_an_optional_emit_may_go_to_an_app_that_is_not_there() -> None:
    assert world({EMIT + "/app": "chat", EMIT + "/optional": True}) == []


def test_emits_that_never_end() -> None:
    back = [{"app": "crm", "action": "add_contact", "params": {"email": "''"}}]
    there = [{"app": "mail", "action": "send_message", "params": {"to": []}}]
    found = world({"/x-actions/add_contact/emit": there}, {"/x-actions/send_message/emit": back})
    assert found == [
        (
            "crm.json",
            "/x-actions/add_contact/emit",
            "this never ends: crm.add_contact -> mail.send_message -> crm.add_contact",
            "Put a condition (`if`) on one of the emits.",
        )
    ]
    there[0]["if"] = "params.email != ''"
    assert world({"/x-actions/add_contact/emit": there}, {"/x-actions/send_message/emit": back}) == []

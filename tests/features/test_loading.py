"""A feature file that uses every part of the language, and what is read of it."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from awe_author.features.bodies import Seen
from awe_author.features.loading import FeatureProblems, load_features, load_files
from awe_author.features.loading.corrections import merged
from awe_author.features.loading.vocabulary import vocabulary
from awe_author.features.model import (
    PageError,
    PageTrigger,
    Reply,
    RequestTrigger,
    ShowList,
    ShowSet,
    SocketTrigger,
)
from awe_author.json_types import Json
from awe_author.located import parse
from awe_author.state.bindings import Names
from tests.features.leads import MODELS, WHOLE

LEAD = {"id": "l1", "last_name": "Ames", "status": "won", "vip": True}
STATE: Any = {"leads": {"l1": LEAD}, "users": {}}


def test_every_part_becomes_typed() -> None:
    file = load_features(WHOLE, "leads.yaml", MODELS)
    listed, create, order, api, told = file.features
    assert [one.id for one in file.features] == [
        "leads.list", "leads.create", "leads.order", "leads.create.api", "leads.told",
    ]  # fmt: skip
    assert isinstance(listed.on, PageTrigger)
    assert listed.on.event is None
    shown, counted = listed.show
    assert isinstance(shown, ShowList)
    assert isinstance(counted, ShowSet)
    assert [selector for selector, _ in shown.row] == ["tr.vip", "tr:first-child"]
    names = {"state": STATE, "wanted": "A", "lead": LEAD}
    assert shown.each.evaluate(names) == [LEAD]
    assert {selector: {name: one.evaluate(names) for name, one in settings} for selector, settings in shown.set} == {
        "a.name": {"text": "Ames", "href": "/leads/l1"},
        "td.status": {"text": "won", "class.won": True, "style.color": "red"},
        ".": {"data-id": "l1"},
    }
    assert counted.when
    assert counted.when.evaluate(names) is True
    assert create.with_
    assert create.with_.evaluate({"form": {"lastName": "Box"}}) == {"last_name": "Box", "score": 3}
    assert create.then
    assert create.then.go
    assert create.then.go.evaluate({"result": {"id": "l2"}}) == "/leads/l2"
    assert isinstance(create.errors["*"], PageError)
    assert create.errors["*"].text is None
    assert isinstance(order.on, PageTrigger)
    assert order.on.key == "Control+Enter"
    assert [(name, one.evaluate({})) for name, one in order.view] == [("sort", "name")]
    assert isinstance(api.on, RequestTrigger)
    assert api.on.methods == ("POST",)
    assert isinstance(api.reply, Reply)
    assert api.reply.json
    assert api.reply.status == 201
    assert api.reply.json.make(Names({"state": STATE, "result": {"id": "l1"}}, {}), Seen()) == {
        "id": "l1", "all": [{"id": "l1"}],
    }  # fmt: skip
    refused = api.errors["params"]
    assert isinstance(refused, Reply)
    assert refused.status == 422
    assert isinstance(told.on, SocketTrigger)
    assert told.on.event == "change"


def test_places_lead_back_to_the_file() -> None:
    file = load_features(WHOLE, "leads.yaml", MODELS)
    assert str(file.features[1].place) == "leads.yaml:25:5"
    go = file.features[1].then and file.features[1].then.go
    assert go
    assert str(file.locate(go.pointer)) == "leads.yaml:33:11"
    assert file.locate(go.pointer).path == "features[1].then.go"


def test_what_the_loader_takes_the_schema_takes() -> None:
    jsonschema.Draft202012Validator(vocabulary()).validate(parse(WHOLE).value)
    jsonschema.Draft202012Validator.check_schema(vocabulary())


def test_on_may_be_quoted_and_files_may_be_json() -> None:
    bare = load_features("app: crm\nfeatures: [{id: a, on: {page: /a}}]", "a.yaml", MODELS)
    quoted = load_features("app: crm\nfeatures: [{id: a, 'on': {page: /a}}]", "a.yaml", MODELS)
    as_json = load_features(json.dumps(parse(WHOLE).value).encode(), "a.json", MODELS)
    assert bare.features[0].on == quoted.features[0].on
    assert len(as_json.features) == 5


def test_an_id_is_used_once_in_all_files() -> None:
    text = "app: crm\nfeatures: [{id: a, on: {page: /a}}]"
    with pytest.raises(FeatureProblems) as caught:
        load_files({"a.yaml": text, "b.yaml": text}, MODELS)
    assert [str(one) for one in caught.value.problems] == [
        'b.yaml:2:12: features[0].id: there is a feature "a" in a.yaml already'
    ]


def test_the_state_of_every_app_is_typed_by_its_own_model() -> None:
    with pytest.raises(FeatureProblems) as caught:
        load_features("app: crm\nfeatures:\n- {id: a, on: {page: /a, where: state.leeds.size() > 0}}", "a.yaml", MODELS)
    assert [str(one) for one in caught.value.problems] == [
        "a.yaml:3:39: features[0].on.where: there is no field 'leeds'"
    ]


def test_a_correcting_file_comes_first_and_leaves_out_what_it_is_instead_of() -> None:
    drafted = "app: crm\nfeatures: [{id: a.list, on: {page: /a}}, {id: a.read, on: {page: /a}}, {id: c, on: {page: /}}]"
    mine = "app: crm\ninstead_of: ['a.*']\nfeatures: [{id: a.list, on: {page: /z}}, {id: d, on: {page: /c}}]"
    first, second = load_files({"drafted.yaml": drafted, "mine.yaml": mine}, MODELS)
    assert (first.file, [one.id for one in first.features]) == ("mine.yaml", ["a.list", "d"])
    assert (second.file, [one.id for one in second.features]) == ("drafted.yaml", ["c"])


def test_an_empty_instead_of_only_comes_first() -> None:
    drafted = "app: crm\nfeatures: [{id: a, on: {page: /a}}]"
    mine = "app: crm\ninstead_of: []\nfeatures: [{id: b, on: {page: /a}}]"
    files = load_files({"drafted.yaml": drafted, "mine.yaml": mine}, MODELS)
    assert [[one.id for one in file.features] for file in files] == [["b"], ["a"]]


def test_instead_of_names_what_other_files_have() -> None:
    drafted = "app: crm\nfeatures: [{id: leads.list, on: {page: /a}}]"
    mine = "app: crm\ninstead_of:\n  - leads.lst\n  - b\nfeatures: [{id: b, on: {page: /a}}]"
    with pytest.raises(FeatureProblems) as caught:
        load_files({"drafted.yaml": drafted, "mine.yaml": mine}, MODELS)
    assert [(str(one), one.hint) for one in caught.value.problems] == [
        ('mine.yaml:3:5: instead_of[0]: no other file has a feature "leads.lst"', 'Did you mean "leads.list"?'),
        ('mine.yaml:4:5: instead_of[1]: no other file has a feature "b"', "They have: leads.list."),
    ]


def test_changes_of_the_model_have_to_be_in_it() -> None:
    changes = "app: crm\nmodel:\n  x-actions: {create_lead: {title: Another}}\nfeatures: []"
    with pytest.raises(FeatureProblems) as caught:
        load_features(changes, "mine.yaml", MODELS)
    assert [str(one) for one in caught.value.problems] == [
        "mine.yaml:2:1: model: these changes of the state model were not made"
    ]
    same = "app: crm\nmodel: {title: CRM, properties: {gone: null}}\nfeatures: []"
    assert load_features(same, "mine.yaml", MODELS).features == ()


@pytest.mark.parametrize(
    ("value", "changes", "expected"),
    [
        ({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"c": None, "e": 4}}, {"a": 1, "b": {"d": 3, "e": 4}}),
        ({"a": [1, 2]}, {"a": [3]}, {"a": [3]}),
        ({"a": 1}, {"a": {"b": {"c": None}}}, {"a": {"b": {}}}),
        ({}, {"a": None}, {}),
        (3, {"a": 1}, {"a": 1}),
    ],
)
def test_changes_are_merged_as_rfc_7396_says(value: Json, changes: Json, expected: Json) -> None:
    before = json.dumps(value)
    assert merged(value, changes) == expected
    assert json.dumps(value) == before

"""Dialogues of apps of several styles, and what is found in them."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from awe_author.features.discover import Recorded, discover, features_text, report_of
from awe_author.features.discover.exchanges.calls import Raw
from awe_author.state.cel import DYN, CelType, compile_expression
from awe_author.state.loading import load_model, state_type
from awe_author.state.types import Action, Context
from awe_author.state.world import World
from tests.features.discover.exchanges import draft_of, exchange, feature, found
from tests.features.discover.mock import Mock

ONE = {"id": 1, "title": "Tea", "done": False}
TWO = {"id": 2, "title": "Cups", "done": True}
NEW = {"id": 3, "title": "Milk", "done": False}
CHANGED = {**NEW, "title": "Oat milk"}
ALL = {("tasks", role) for role in ("list", "read", "create", "update", "delete")}


def rest(wrap: Any, one: Any, path: str = "/api/tasks") -> list[tuple[Any, ...]]:
    """List, open, create, list, change, delete, list; in a given envelope."""
    return [
        ("GET", path, None, 200, wrap([ONE, TWO])),
        ("GET", f"{path}/1", None, 200, one(ONE)),
        ("POST", path, {"title": "Milk"}, 201, one(NEW)),
        ("GET", path, None, 200, wrap([ONE, TWO, NEW])),
        ("PATCH", f"{path}/3", {"title": "Oat milk"}, 200, one(CHANGED)),
        ("GET", path, None, 200, wrap([ONE, TWO, CHANGED])),
        ("DELETE", f"{path}/3", None, 204, None),
        ("GET", path, None, 200, wrap([ONE, TWO])),
    ]


ENVELOPES = {
    "bare": (lambda many: many, lambda one: one),
    "data": (lambda many: {"data": many}, lambda one: {"data": one}),
    "items and meta": (lambda many: {"items": many, "meta": {"total": len(many)}}, lambda one: one),
    "results and count": (lambda many: {"count": len(many), "results": many}, lambda one: one),
    "named": (lambda many: {"tasks": many}, lambda one: {"tasks": [one]}),
    "named, one singular": (lambda many: {"tasks": many}, lambda one: {"task": one}),
    "by id": (lambda many: {"tasks": {str(one["id"]): one for one in many}}, lambda one: one),
}  # fmt: skip


@pytest.mark.parametrize("envelope", ENVELOPES)
def test_rest_in_any_envelope(envelope: str) -> None:
    draft = draft_of(*rest(*ENVELOPES[envelope]))
    assert found(draft) >= ALL
    assert draft.seed["tasks"] == {"1": {**ONE, "id": "1"}, "2": {**TWO, "id": "2"}}
    assert draft.seed["next_ids"] == {"tasks": 3}
    check(draft)


@pytest.mark.parametrize("path", ["/tasks", "/api/v2/tasks", "/rest/todo/tasks/", "/items/tasks"])
def test_the_kind_is_called_as_in_the_path(path: str) -> None:
    draft = draft_of(*rest(*ENVELOPES["data"], path.rstrip("/")))
    assert [part.kind.name for part in draft.parts] == ["tasks"]


def check(draft: Any) -> World:
    """The model loads, the seed is valid, the YAML is YAML; each create, change and delete can be done."""
    document = json.loads(json.dumps(draft.model))
    world = World([load_model(document, app=draft.app)])
    state = world.initial({draft.app: draft.seed})
    assert yaml.safe_load(features_text(draft))["app"] == draft.app
    json.dumps(report_of(draft))
    assert state.get(f"/{draft.app}") is not None
    known = state_type(world.models[draft.app])
    for one in draft.features:
        compiles(one.document, known)
    return world


REQUEST = ("method", "path", "query", "body", "fields", "headers", "segments", "now", "result", "view", "page")


def compiles(document: dict[str, Any], state: CelType) -> None:
    """Every expression of a feature is one, and asks for nothing that the model does not have."""
    names = {"state": state} | dict.fromkeys(REQUEST, DYN)
    if "where" in document["on"]:
        compile_expression(document["on"]["where"], names)
    for name, source in document.get("let", {}).items():
        names[name] = compile_expression(source, names).type
    template_compiles(document.get("with"), names)
    template_compiles(document.get("reply", {}).get("json"), names)
    template_compiles(document.get("reply", {}).get("headers"), names)
    for shown in document.get("show", ()):
        inner = names | ({shown.get("as", "item"): DYN} if "each" in shown else {})
        template_compiles([shown["each"], shown["key"]] if "each" in shown else [], inner)
        template_compiles(shown["set"], inner)


def template_compiles(template: Any, names: dict[str, CelType]) -> None:
    if isinstance(template, str):
        compile_expression(template, names)
    elif isinstance(template, dict) and "each" in template and "as" in template:
        compile_expression(template["each"], names)
        template_compiles(template["set"], names | {template["as"]: DYN})
    elif isinstance(template, dict | list):
        for inner in template.values() if isinstance(template, dict) else template:
            template_compiles(inner, names)


def act(world: World, state: Any, action: str, params: dict[str, Any]) -> Any:
    context = Context(sequence=1, clock=1_740_992_400.0, seed=1)
    return world.apply(state, Action("demo", action, params), context)


def test_actions_of_the_draft_do_what_the_app_did() -> None:
    draft = draft_of(*rest(*ENVELOPES["data"]))
    world = check(draft)
    state = world.initial({"demo": draft.seed})
    made = act(world, state, "create_task", {"title": "Bread"})
    assert made.result == {"id": "3"}
    assert made.state.get("/demo/tasks/3") == {"id": "3", "title": "Bread", "done": False}
    changed = act(world, made.state, "update_task", {"id": "3", "changes": {"title": "Rolls"}})
    assert changed.state.get("/demo/tasks/3/title") == "Rolls"
    gone = act(world, changed.state, "delete_task", {"id": "3"})
    assert set(gone.state.get("/demo/tasks")) == {"1", "2"}
    assert act(world, gone.state, "create_task", {"title": "x"}).result == {"id": "4"}, "numbers are not used twice"


def test_what_the_recording_created_or_changed_is_not_in_the_seed() -> None:
    draft = draft_of(
        ("GET", "/tasks", None, 200, [ONE, TWO]),
        ("PATCH", "/tasks/1", {"title": "Green tea"}, 200, {**ONE, "title": "Green tea"}),
        ("DELETE", "/tasks/2", None, 204, None),
        ("GET", "/tasks", None, 200, [{**ONE, "title": "Green tea", "note": "later only"}]),
    )  # fmt: skip
    assert draft.seed["tasks"]["1"] == {**ONE, "id": "1", "note": "later only"}
    assert draft.seed["tasks"]["2"] == {**TWO, "id": "2"}


def test_graphql_is_told_by_operation_and_type() -> None:
    def asked(name: str, kind: str, variables: dict[str, Any], answer: Any) -> tuple[Any, ...]:
        query = f"{kind} {name} {{ thing {{ id }} }}"
        return (
            "POST",
            "/graphql",
            {"operationName": name, "query": query, "variables": variables},
            200,
            {"data": answer},
        )

    def run(key: str, state: str) -> dict[str, Any]:
        return {"__typename": "Run", "runId": key, "id": key, "state": state}

    one, two, three = ("5f0c8e6a-0000-4000-8000-00000000000" + digit for digit in "123")
    draft = draft_of(
        asked("Runs", "query", {"limit": 10}, {"runs": {"nodes": [run(one, "DONE"), run(two, "FAILED")]}}),
        asked("Launch", "mutation", {"job": "x"}, {"launch": {"run": run(three, "QUEUED")}}),
        asked("Run", "query", {"runId": three}, {"run": run(three, "DONE")}),
        asked("Stop", "mutation", {"runId": one}, {"stop": run(one, "STOPPED")}),
        asked("DeleteRun", "mutation", {"id": two}, {"ok": True}),
    )
    assert found(draft) == {("runs", role) for role in ("list", "create", "read", "update", "delete")}
    assert feature(draft, "runs.read.api")["on"]["where"] == "body.operationName == 'Run'"
    assert feature(draft, "runs.read.api")["let"] == {"run": "state.runs[string(body.variables.runId)]"}
    check(draft)


async def test_doubled_slashes_in_addresses_are_one() -> None:
    mock = Mock(*rest(*ENVELOPES["bare"], "//api//tasks"))
    assert await mock.ask("POST", "//api//tasks", {"title": "Bread"}) == (
        201,
        {"id": 3, "title": "Bread", "done": False},
    )
    assert (await mock.ask("GET", "//api//tasks/3"))[1]["title"] == "Bread"
    assert (await mock.ask("GET", "/api/tasks"))[1][2]["title"] == "Bread"


def test_json_rpc_is_told_by_method() -> None:
    def asked(method: str, params: Any, result: Any) -> tuple[Any, ...]:
        return (
            "POST",
            "/rpc",
            {"jsonrpc": "2.0", "id": 1, "method": method, "params": params},
            200,
            {"jsonrpc": "2.0", "result": result},
        )

    draft = draft_of(
        asked("tasks.list", {}, [ONE, TWO]),
        asked("tasks.create", {"title": "Milk"}, NEW),
        asked("tasks.list", {}, [ONE, TWO, NEW]),
        asked("tasks.delete", {"id": 3}, True),
    )
    assert found(draft) >= {("tasks", "create"), ("tasks", "delete")}
    assert feature(draft, "tasks.create.api")["on"]["where"] == "body.method == 'tasks.create'"
    check(draft)


def test_a_whole_document_put_back_is_a_change_of_it() -> None:
    book = {"id": "wb1", "name": "Budget", "cells": {"A1": 1}}
    draft = draft_of(
        ("GET", "/api/workbook", None, 200, book),
        ("PUT", "/api/workbook", {**book, "cells": {"A1": 2}}, 204, None),
        ("GET", "/api/workbook", None, 200, {**book, "cells": {"A1": 2}}),
    )
    assert found(draft) == {("workbooks", "read"), ("workbooks", "update")}
    assert feature(draft, "workbooks.update.api")["with"] == {"id": "string(body.id)", "changes": "body"}
    check(draft)


def test_a_list_sent_whole_replaces_all() -> None:
    nodes = [{"id": "a1", "type": "tab"}, {"id": "b2", "type": "inject"}, {"id": "c3", "type": "debug"}]
    draft = draft_of(
        ("GET", "/flows", None, 200, {"flows": nodes, "rev": "1"}),
        ("POST", "/flows", {"flows": [*nodes, {"id": "d4", "type": "tab"}], "rev": "1"}, 200, {"rev": "2"}),
    )
    assert ("flows", "replace_all") in found(draft)
    world = check(draft)
    state = act(world, world.initial({"demo": draft.seed}), "replace_flows", {"items": [nodes[1]]}).state
    assert set(state.get("/demo/flows")) == {"b2"}


def test_what_is_sent_whole_is_kept_as_it_is_sent() -> None:
    nodes = [{"id": "a1", "type": "tab"}, {"id": "b2", "type": "wait", "pause": 5}, {"id": "c3", "type": "debug"}]
    draft = draft_of(
        ("GET", "/flows", None, 200, {"flows": nodes, "rev": "1"}),
        ("POST", "/flows", {"flows": [*nodes, {"id": "d4", "type": "tab"}], "rev": "1"}, 200, {"rev": "2"}),
    )
    world = check(draft)
    sent = [{"id": "e5", "type": "delay", "pause": "5", "rules": [{"to": 3}]}]
    state = act(world, world.initial({"demo": draft.seed}), "replace_flows", {"items": sent}).state
    assert state.get("/demo/flows/e5/pause") == "5"


LOG_INS = [("POST", "/login"), ("POST", "/api/session"), ("POST", "/auth/token"), ("POST", "/oauth2/refresh")]


@pytest.mark.parametrize(("method", "path"), LOG_INS)
def test_logging_in_is_no_entity(method: str, path: str) -> None:
    draft = draft_of(
        (method, path, {"user": "ann"}, 200, {"id": 7, "token": "x"}), ("GET", "/me", None, 200, {"id": 7})
    )
    assert draft.operations == []
    assert draft.left_writes[0][1] == "logs in or keeps a session"


def test_configuration_is_left_out_with_the_reason() -> None:
    draft = draft_of(
        ("GET", "/settings", None, 200, [{"key": "theme", "value": "dark"}, {"key": "lang", "value": "en"}])
    )
    assert [(kind.name, why) for kind, why in draft.left_kinds] == [
        ("settings", "nothing writes, opens or pages it: taken for configuration")
    ]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["id", "key", "data", "items", "name", "jsonrpc", "method", "query", "x y", "", "é"]),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)
CALLS = st.tuples(
    st.sampled_from(["GET", "POST", "PUT", "PATCH", "DELETE"]),
    st.sampled_from(["/", "/a", "/a/1", "/a/1/b", "/a?q=x&page=2&sort=-id", "//", "/%", "/a/delete"]),
    JSON,
    st.sampled_from([200, 201, 204, 302, 404]),
    JSON,
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(CALLS, max_size=8))
@example([("GET", "/", None, 200, [])] * 7 + [("POST", "/a", None, 200, {"id": None, "key": 0})])
@example([
    ("GET", "/a", None, 200, {"id": 7, "data": [""]}), ("POST", "/a", None, 200, None),
    ("GET", "/a?q=x&page=2&sort=-id", None, 200, [{"id": 0, "data": True}]),
])  # fmt: skip
def test_any_json_gives_a_model_that_loads(dialogue: list[tuple[Any, ...]]) -> None:
    check(draft_of(*dialogue))


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=60), st.binary(max_size=60), st.text(max_size=20))
def test_any_bytes_are_survived(sent: bytes, answered: bytes, kind: str) -> None:
    raw = Raw(
        1,
        "POST",
        "https://app.test/a/1?x=%ff&&=",
        [("content-type", kind)],
        sent,
        200,
        [("content-type", kind)],
        answered,
    )
    discover(Recorded([raw, exchange(2, "GET", "/a", None, 200, [ONE])]), "demo")


ODD_TYPE = [{"id": n, "title": f"Tea {n}", "__typename": kind} for n, kind in enumerate(({}, [], None), 1)]
ASKED = {"operationName": "Count", "query": "query Count { countOfBooks }"}


@pytest.mark.parametrize(
    "odd",
    [
        ("GET", "/api/things", None, 200, ODD_TYPE),
        ("POST", "/graphql", ASKED, 200, 7),
    ],
)
def test_odd_answers_do_not_end_discovery(odd: tuple[Any, ...]) -> None:
    assert draft_of(("POST", "/api/books", {"title": "X"}, 201, {"id": 9, "title": "X"}), odd, odd)

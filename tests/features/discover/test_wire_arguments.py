"""Methods of JSON-RPC whose arguments have no names: what they are called, lists of keys alone, columns, changes."""

from __future__ import annotations

import itertools
import json
from typing import Any

from awe_author.features.forms import forms_of, sent_of
from tests.features.discover.mock import Mock

Row = dict[str, Any]
AROUND = {"language": "en", "page": "p-1"}
ORDER = [["name", "ASC"], ["id", None]]
COUNT = itertools.count(1)
LIST, FORM = ["name", "berth", "port.name", "code"], ["name", "berth", "length", "port.name", "code", "id"]


def boat(key: int, name: str, berth: str, length: int, port: int = 1) -> Row:
    inner = {"id": port, "name": ("Kiel", "Bergen")[port - 1]}
    return {"id": key, "code": f"B{key}", "name": name, "berth": berth, "length": length, "port": port, "port.": inner}


BOATS = {
    one["id"]: one
    for one in (boat(1, "Cor", "A", 9), boat(2, "Ada", "C", 7, 2), boat(3, "Ben", "B", 12), boat(4, "Dot", "A", 5, 2))
}


def call(method: str, *params: Any) -> Row:
    return {"id": next(COUNT), "method": f"model.harbour.boat.{method}", "params": [*params, AROUND]}


def said(method: str, result: Any, *params: Any) -> tuple[str, str, Any, int, Any]:
    sent = call(method, *params)
    return "POST", "/rpc/", sent, 200, {"id": sent["id"], "result": result}


def found(there: dict[int, Row], domain: list[Any], order: list[Any]) -> list[int]:
    fitting = [one for one in there.values() if all(str(value).strip("%") in one[name] for name, _, value in domain)]
    name, direction = order[0]
    return [one["id"] for one in sorted(fitting, key=lambda one: one[name], reverse=direction == "DESC")]


def search(there: dict[int, Row], domain: list[Any] | None = None, order: list[Any] | None = None) -> Any:
    asked = [domain or [], 0, 100, order or ORDER]
    return said("search", found(there, asked[0], asked[3]), *asked)


def shown(boat: Row, fields: list[str]) -> Row:
    names = {"id", *fields} if "port.name" not in fields else {"id", "port.", *fields}
    return {name: value for name, value in boat.items() if name in names}


def read(there: dict[int, Row], keys: list[int], fields: list[str]) -> Any:
    return said("read", [shown(there[key], fields) for key in keys], keys, fields)


def mock() -> Mock:
    more = {**BOATS, 5: boat(5, "Eve", "D", 8)}
    changed = {**more, 2: {**BOATS[2], "berth": "E"}}
    less = {key: one for key, one in changed.items() if key != 3}
    return Mock(
        search(BOATS),
        read(BOATS, [1, 2, 3, 4], LIST),
        read(BOATS, [2], FORM),
        said("create", [5], [{"name": "Eve", "berth": "D", "length": 8, "port": 1, "code": "B5"}]),
        search(more),
        read(more, [1, 2, 3, 4, 5], LIST),
        search(more, [["name", "ilike", "%d%"]]),
        search(more, [], [["berth", "DESC"]]),
        said("write", None, [2], {"berth": "E"}),
        read(changed, [2], FORM),
        said("delete", None, [3]),
        search(less),
        read(less, [1, 2, 4, 5], LIST),
    )


async def ask(asked: Mock, method: str, *params: Any) -> Any:
    sent = {**call(method, *params), "id": 700}
    status, answer = await asked.ask("POST", "/rpc/", sent)
    assert (status, answer["id"], "jsonrpc" in answer) == (200, 700, False)
    return answer.get("result")


def test_arguments_are_called_by_what_they_are() -> None:
    form = mock().draft.forms[0]
    assert form == {
        "on": "POST https://app.test/rpc/",
        "arguments": {
            "model.harbour.boat.search": ["domain", "offset", "limit", "order", "context"],
            "model.harbour.boat.read": ["ids", "fields", "context"],
            "model.harbour.boat.create": ["records", "context"],
            "model.harbour.boat.write": ["ids", "values", "context"],
            "model.harbour.boat.delete": ["ids", "context"],
        },
        "keys": {"model.harbour.boat.search": "id", "model.harbour.boat.create": "id"},
    }
    sent = sent_of("POST", "https://app.test/rpc/", (), json.dumps({**call("delete", [3]), "id": 1}).encode())
    told = forms_of([form]).all[0].asked(sent)
    assert told.body == {
        "id": 1, "jsonrpc": "2.0", "method": "model.harbour.boat.delete", "params": {"ids": [3]},
        "context": AROUND,
    }  # fmt: skip


async def test_keys_are_searched_for_and_records_read_with_the_columns_asked_for() -> None:
    asked = mock()
    assert [*asked.draft.seed["boats"]] == ["1", "2", "3", "4"]
    assert await ask(asked, "search", [["berth", "ilike", "%A%"]], 0, 100, ORDER) == [1, 4]
    assert await ask(asked, "search", [], 0, 2, [["name", "DESC"]]) == [4, 1]
    assert await ask(asked, "read", [2, 4], ["name", "code"]) == [
        {"id": 2, "name": "Ada", "code": "B2"}, {"id": 4, "name": "Dot", "code": "B4"},
    ]  # fmt: skip


async def test_what_is_written_shows_in_later_reads() -> None:
    asked = mock()
    made = {"name": "Gil", "berth": "F", "length": 6, "port": 1, "code": "B6"}
    assert await ask(asked, "create", [made]) == [5]
    await ask(asked, "write", [1], {"name": "Cora"})
    await ask(asked, "delete", [2])
    keys = await ask(asked, "search", [], 0, 100, ORDER)
    rows = await ask(asked, "read", sorted(keys), ["name", "berth"])
    assert keys == [3, 1, 4, 5]
    assert [(one["id"], one["name"], one["berth"]) for one in rows] == [
        (1, "Cora", "A"), (3, "Ben", "B"), (4, "Dot", "A"), (5, "Gil", "F"),
    ]  # fmt: skip


async def test_what_is_sent_in_commands_is_no_value_and_what_is_shown_as_the_key_is_the_key() -> None:
    def full(key: int, name: str, crew: list[int], at: str = "1735718400.25") -> Row:
        return {"id": key, "code": str(key), "name": name, "port": 1, "crew": crew, "at": at}

    few, fields = ["code", "name", "port", "at"], ["code", "name", "port", "crew", "at"]
    there = {one["id"]: one for one in (full(1, "Ada", [11]), full(2, "Ben", [12]), full(3, "Cor", []))}
    new = {"name": "Dot", "code": "", "crew": [["create", [{"name": "Ann"}]]]}
    more = {**there, 4: full(4, "Dot", [13], "1740992400.5")}
    changed = {**more, 2: full(2, "Bea", [12], "1740992400.75")}
    asked = Mock(
        search(there),
        read(there, [1, 2, 3], few),
        read(there, [1], fields),
        said("create", [4], [new]),
        search(more),
        read(more, [1, 2, 3, 4], few),
        read(more, [4], fields),
        said("attachments", {"count": 0}, 2),
        read(more, [2], fields),
        said("write", None, [2], {"name": "Bea", "crew": [["write", [12], {"name": "Bo"}]]}),
        read(changed, [2], fields),
    )
    assert asked.draft.seed["boats"]["2"]["crew"] == [12]
    assert await ask(asked, "create", [{**new, "name": "Eve"}]) == [4]
    assert await ask(asked, "create", [{**new, "name": "Fay"}]) == [5]
    await ask(asked, "write", [1], {"crew": [["write", [11], {"name": "Al"}]]})
    rows = await ask(asked, "read", [1, 5], fields)
    assert [(one["code"], one["name"], one["crew"]) for one in rows] == [("1", "Ada", [11]), ("5", "Fay", [])]
    assert {one["at"][:8] for one in rows} == {"17409924"}


async def test_columns_that_an_entity_lacks_are_null() -> None:
    asked = mock()
    await ask(asked, "create", [{"name": "Gil", "berth": None, "port": 1}])
    (made,) = await ask(asked, "read", [5], ["name", "berth"])
    assert made == {"id": 5, "name": "Gil", "berth": None}

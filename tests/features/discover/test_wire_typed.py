"""Values that say their type, records that are called by their address, lists with a record in each element, filters
that say what each part is, lists of what is done: told from a recording and answered in the same form."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from awe_author.features.discover.exchanges.wire_forms import undone
from awe_author.features.discover.exchanges.wire_messages import Message
from awe_author.features.discover.exchanges.wire_typed import typed_forms
from awe_author.features.forms import forms_of
from awe_author.features.forms.model import Sent
from tests.features.discover.mock import Mock

Row = dict[str, Any]
ROOT = "shops/(main)/stock"
MADE = "2025-01-01T08:00:00.250Z"
READ = "2025-03-03T09:00:00.500Z"
MOMENTS = itertools.count(100)
KEYS = ("K3vT9qLm2XwZ7bRd", "b8YpQ4nHs6JcV1eF", "u2GtW5kZr9MaX7oP", "z6DfN3xBq8LvC4iS", "T7hJm1RwE5yUg2kA")


def typed(value: Any) -> Row:
    if value is None:
        return {"nullValue": None}
    if isinstance(value, bool):
        return {"booleanValue": value}
    if isinstance(value, int):
        return {"integerValue": str(value)}
    if isinstance(value, list):
        return {"arrayValue": {"values": [typed(one) for one in value]} if value else {}}
    return {"stringValue": value}


def tea(number: int, name: str, grams: int, tags: list[str], **more: Any) -> Row:
    said = {"name": name, "grams": grams, "tags": tags, "origin": None, **more}
    fields = {one: typed(value) for one, value in said.items()}
    return {"name": f"{ROOT}/teas/{KEYS[number]}", "fields": fields, "made": MADE, "changed": MADE}


START = [tea(0, "Assam", 250, ["black"]), tea(1, "Sencha", 100, []), tea(2, "Keemun", 80, ["black", "fair"])]


def asked(field: str, how: str, value: Any) -> Row:
    return {"fieldFilter": {"field": {"path": field}, "op": how, "value": typed(value)}}


def query(*tests: Row, by: str = "name", down: bool = False) -> Row:
    order = [{"field": {"path": by}, "direction": "DESCENDING" if down else "ASCENDING"}]
    where = tests[0] if len(tests) == 1 else {"compositeFilter": {"op": "AND", "filters": [*tests]}}
    return {"ask": {"from": [{"table": "teas"}], "orderBy": order, **({"where": where} if tests else {})}}


def rows(*teas: Row) -> list[Row]:
    moment = f"2025-03-03T09:00:00.{next(MOMENTS)}Z"
    return [{"document": one, "readTime": moment} for one in teas] or [{"readTime": moment}]


def recorded() -> Mock:
    assam, sencha, keemun = START
    longer = tea(0, "Assam", 300, ["black"])
    starred = tea(1, "Sencha", 100, ["green"])
    return Mock(
        ("POST", f"/v1/{ROOT}:runQuery", query(), 200, rows(assam, keemun, sencha)),
        ("GET", f"/v1/{assam['name']}", None, 200, assam),
        ("GET", f"/v1/{keemun['name']}", None, 200, keemun),
        ("POST", f"/v1/{ROOT}:runQuery", query(by="grams", down=True), 200, rows(assam, sencha, keemun)),
        ("POST", f"/v1/{ROOT}:runQuery", query(asked("tags", "ARRAY_CONTAINS", "black")), 200, rows(assam, keemun)),
        ("POST", f"/v1/{ROOT}:runQuery", query(asked("grams", "GREATER_THAN", 90)), 200, rows(assam, sencha)),
        ("POST", f"/v1/{ROOT}:runCountQuery", query(), 200, [{"of": {"n": {"total": typed(3)}}, "at": READ}]),
        (
            "POST", f"/v1/{ROOT}:runCountQuery", query(asked("name", "EQUAL", "Sencha")), 200,
            [{"of": {"n": {"total": typed(1)}}, "at": READ}],
        ),
        ("PATCH", f"/v1/{assam['name']}?mask=grams", {"fields": {"grams": typed(300)}}, 200, longer),
        ("GET", f"/v1/{assam['name']}", None, 200, longer),
        (
            "POST", f"/v1/{ROOT}:commit",
            {"writes": [{"update": {"name": sencha["name"], "fields": {"tags": typed(["green"])}}, "exists": True}]},
            200, {"results": [{"at": READ}], "at": READ},
        ),
        ("GET", f"/v1/{sencha['name']}", None, 200, starred),
        ("POST", f"/v1/{ROOT}:runQuery", query(), 200, rows(longer, keemun, starred)),
    )  # fmt: skip


def names(answer: Any) -> list[str]:
    return [one["document"]["fields"]["name"]["stringValue"] for one in answer[1] if "document" in one]


async def test_typed_values_are_asked_for_filtered_and_written() -> None:
    mock = recorded()
    assert [next(name for name in one if name != "on") for one in mock.draft.forms] == [
        "pathed", "typed", "filtered", "filtered", "rows", "about", "about", "acts",
    ]  # fmt: skip
    where = f"/v1/{ROOT}:runQuery"
    assert names(await mock.ask("POST", where, query(asked("name", "EQUAL", "Keemun")))) == ["Keemun"]
    assert names(await mock.ask("POST", where, query(asked("tags", "ARRAY_CONTAINS", "fair")))) == ["Keemun"]
    both = query(asked("grams", "GREATER_THAN", 99), asked("tags", "ARRAY_CONTAINS", "black"))
    assert names(await mock.ask("POST", where, both)) == ["Assam"]
    assert names(await mock.ask("POST", where, query(by="grams"))) == ["Keemun", "Sencha", "Assam"]
    nothing = await mock.ask("POST", where, query(asked("name", "EQUAL", "Oolong")))
    assert nothing[0] == 200
    assert [[*one] for one in nothing[1]] == [["readTime"]]

    status, changed = await mock.ask("PATCH", f"/v1/{START[2]['name']}?mask=grams", {"fields": {"grams": typed(95)}})
    assert status == 200
    assert changed["fields"] == {**START[2]["fields"], "grams": {"integerValue": "95"}}
    assert changed["name"] == START[2]["name"]
    found = await mock.ask("POST", f"/v1/{ROOT}:runCountQuery", query(asked("grams", "GREATER_THAN", 94)))
    assert found[1][0]["of"]["n"]["total"] == {"integerValue": "3"}


async def test_a_list_of_what_is_done() -> None:
    mock = recorded()
    update = {"update": {"name": START[2]["name"], "fields": {"tags": typed([]), "grams": typed(7)}}}
    status, told = await mock.ask("POST", f"/v1/{ROOT}:commit", {"writes": [{**update, "exists": True}]})
    assert status == 200
    assert len(told["results"]) == 1
    assert told["results"][0]["at"] == told["at"]
    shown = await mock.ask("GET", f"/v1/{START[2]['name']}")
    assert shown[1]["fields"]["tags"] == {"arrayValue": {}}
    assert shown[1]["fields"]["grams"] == {"integerValue": "7"}


ITEM = {"id": {"S": "a"}, "count": {"N": "7"}, "open": {"BOOL": True}, "tags": {"L": [{"S": "x"}, {"N": "1.5"}]},
        "more": {"M": {"town": {"S": "Oslo"}}}}  # fmt: skip


def stored(*items: Row) -> list[Message]:
    return [Message(Sent("POST", "https://a.test/", (), {"Key": one["id"]}), {"Item": one}, 200) for one in items]


def test_types_in_letters() -> None:
    messages = stored(ITEM, {**ITEM, "id": {"S": "b"}, "open": {"BOOL": False}})
    [form] = typed_forms(messages)
    assert undone(form, messages)
    told = form.told(messages[0].sent, messages[0].answer)
    assert told == {"Item": {"id": "a", "count": 7, "open": True, "tags": ["x", 1.5], "more": {"town": "Oslo"}}}
    # a type that was never seen is called in the same way
    [again] = forms_of([form.document()]).all
    nothing = {"Item": {"id": "c", "none": None, "sum": 2.5}}
    shown = {"Item": {"id": {"S": "c"}, "none": {"NULL": True}, "sum": {"N": "2.5"}}}
    assert again.shown(messages[0].sent, nothing, None) == shown
    assert again.told(messages[0].sent, shown) == nothing


@pytest.mark.parametrize(
    "answer",
    [
        {"Item": {"id": {"text": "a"}, "name": {"text": "b"}}},  # one type alone tells nothing
        {"Item": {"id": "a", "count": {"N": "7"}}},  # other members are plain
        {"Item": {"id": {"S": 7}, "count": {"N": True}}},  # they do not say what such types do
    ],
)
def test_objects_that_are_no_typed_values(answer: Row) -> None:
    messages = [Message(Sent("GET", f"https://a.test/{one}"), answer, 200) for one in range(3)]
    assert [*typed_forms(messages)] == []


def pot(number: int, name: str, litres: int) -> Row:
    fields = {"label": typed(name), "litres": typed(litres)}
    return {"name": f"{ROOT}/pots/{POTS[number]}", "fields": fields, "made": MADE, "changed": MADE}


POTS = ("w4RkT8yLp1ZsN6vB", "h9DcX2mQj5GaF3uE", "o7VnK1bWt4YiS8rM")


def of_pots(*tests: Row) -> Row:
    asked = query(*tests, by="label")["ask"]
    return {"ask": {**asked, "from": [{"table": "pots"}]}}


async def test_one_address_for_several_collections() -> None:
    red, blue, tin = pot(0, "Red", 1), pot(1, "Blue", 2), pot(2, "Tin", 3)
    gone = f"{ROOT}/pots/{POTS[2]}"
    fuller = pot(0, "Red", 4)
    done = {"results": [{"at": READ}], "at": READ}
    dialogue = (
        ("POST", f"/v1/{ROOT}:runQuery", query(), 200, rows(START[0], START[2], START[1])),
        ("POST", f"/v1/{ROOT}:runQuery", of_pots(), 200, rows(blue, red, tin)),
        ("GET", f"/v1/{START[0]['name']}", None, 200, START[0]),
        ("GET", f"/v1/{red['name']}", None, 200, red),
        ("POST", f"/v1/{ROOT}:runQuery", query(asked("grams", "EQUAL", 100)), 200, rows(START[1])),
        ("POST", f"/v1/{ROOT}:runQuery", of_pots(asked("litres", "GREATER_THAN", 1)), 200, rows(blue, tin)),
        (
            "POST", f"/v1/{ROOT}:commit",
            {"writes": [{"update": {"name": red["name"], "fields": {"litres": typed(4)}}}]}, 200, done,
        ),
        ("GET", f"/v1/{red['name']}", None, 200, fuller),
        (
            "POST", f"/v1/{ROOT}:commit",
            {"writes": [{"update": {"name": START[0]["name"], "fields": {"grams": typed(300)}}}]}, 200, done,
        ),
        ("GET", f"/v1/{START[0]['name']}", None, 200, tea(0, "Assam", 300, ["black"])),
        ("POST", f"/v1/{ROOT}:commit", {"writes": [{"delete": gone}]}, 200, {"results": [{}], "at": READ}),
        ("POST", f"/v1/{ROOT}:runQuery", of_pots(), 200, rows(blue, fuller)),
    )  # fmt: skip
    mock = Mock(*dialogue)
    assert {part.kind.name for part in mock.draft.parts} == {"teas", "pots"}
    where = f"/v1/{ROOT}:runQuery"
    assert names(await mock.ask("POST", where, query(asked("grams", "GREATER_THAN", 90)))) == ["Assam", "Sencha"]
    commit = {"writes": [{"update": {"name": blue["name"], "fields": {"litres": typed(9)}}}]}
    status, told = await mock.ask("POST", f"/v1/{ROOT}:commit", commit)
    assert (status, [*told]) == (200, ["results", "at"])
    found = await mock.ask("POST", where, of_pots(asked("litres", "GREATER_THAN", 3)))
    assert [one["document"]["name"] for one in found[1]] == [blue["name"]]
    assert found[1][0]["document"]["fields"]["litres"] == {"integerValue": "9"}
    assert await mock.ask("POST", f"/v1/{ROOT}:commit", {"writes": [{"delete": red["name"]}]}) == (
        200, {"results": [{}], "at": READ},
    )  # fmt: skip
    left = await mock.ask("POST", where, of_pots())
    assert [one["document"]["name"] for one in left[1]] == [blue["name"], tin["name"]]


@pytest.mark.parametrize(
    ("url", "seen"),
    [
        ("https://a.test/v1/db:runQuery?x=1", "https://a.test/v1/db/teas:runQuery?x=1"),
        ("https://a.test/action/find", "https://a.test/action/teas/find"),
    ],
)
def test_the_collection_in_an_address(url: str, seen: str) -> None:
    [form] = forms_of([{"on": "POST https://a.test/*", "about": ["from", "*", "table"]}]).all
    assert form.asked(Sent("POST", url, (), {"from": [{"table": "teas"}]})).url == seen
    assert form.asked(Sent("POST", url, (), {"from": [{"table": "teas"}, {"table": "pots"}]})).url == url

"""Messages in forms of their own: records inside a member, values in boxes, calls in a list, records told of elsewhere,
a key by another name. Each is told from a recording and answered in the same form."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

import pytest

from awe_author.features.forms import forms_of, sent_of
from tests.features.discover.exchanges import ORIGIN, draft_of, form
from tests.features.discover.mock import FORM, Mock
from tests.replay.listed import FETCH, body_of

Row = dict[str, Any]
MADE = "2025-01-01T08:00:00Z"


def boat(key: int, **fields: Any) -> Row:
    return {"id": f"b-{key}", "made": MADE, "kind": "boat", "fields": fields}


async def test_records_inside_a_member() -> None:
    start = [boat(1, name="Ada", length=7), boat(2, name="Ben", length=None), boat(3, name="Cor", length=9)]
    longer = boat(1, name="Ada", length=8)
    mock = Mock(
        ("GET", "/boats", None, 200, {"records": start}),
        ("GET", "/boats/b-1", None, 200, start[0]),
        ("PATCH", "/boats/b-1", {"fields": {"length": 8}}, 200, longer),
        ("GET", "/boats/b-1", None, 200, longer),
        ("GET", "/boats?name=Cor", None, 200, {"records": start[2:]}),
    )
    assert [one["inside"] for one in mock.draft.forms] == ["fields"]
    assert await mock.ask("PATCH", "/boats/b-2", {"fields": {"length": 5}}) == (200, boat(2, name="Ben", length=5))
    assert await mock.ask("GET", "/boats?name=Ben") == (200, {"records": [boat(2, name="Ben", length=5)]})


async def test_what_is_left_out_when_it_is_empty() -> None:
    start = [boat(1, name="Ada", length=7), boat(2, name="Ben"), boat(3, name="Cor", tags=["old"])]
    mock = Mock(
        ("GET", "/boats", None, 200, {"records": start}),
        ("PATCH", "/boats/b-1", {"fields": {"length": None, "tags": ["new"]}}, 200, boat(1, name="Ada", tags=["new"])),
        ("GET", "/boats", None, 200, {"records": [boat(1, name="Ada", tags=["new"]), *start[1:]]}),
    )
    emptied = await mock.ask("PATCH", "/boats/b-3", {"fields": {"tags": [], "length": 4}})
    assert emptied == (200, boat(3, name="Cor", length=4))


def boxed(key: int, name: str, state: str | None, worth: int | None) -> Row:
    shown = {"name": (name, None), "state": (state, state), "worth": (worth, worth and f"${worth:,}")}
    fields = {one: {"value": value, "displayValue": words} for one, (value, words) in shown.items()}
    return {"id": f"b-{key}", "api": "Boat", "fields": fields}


async def test_values_in_boxes() -> None:
    start = [boxed(1, "Ada", "New", 1200), boxed(2, "Ben", None, None), boxed(3, "Cor", "Old", 45000)]
    mock = Mock(
        ("GET", "/ui/boats", None, 200, {"records": start}),
        ("PATCH", "/ui/boats/b-1", {"fields": {"state": "Old"}}, 200, boxed(1, "Ada", "Old", 1200)),
        ("GET", "/ui/boats/b-1", None, 200, boxed(1, "Ada", "Old", 1200)),
    )
    asked = {"fields": {"state": "New", "worth": 98000}}
    assert await mock.ask("PATCH", "/ui/boats/b-2", asked) == (200, boxed(2, "Ben", "New", 98000))


def asked(*calls: tuple[str, Row], first: int) -> str:
    told = [
        {"id": f"{first + number};a", "descriptor": f"aura://Boats/ACTION${name}", "params": params}
        for number, (name, params) in enumerate(calls)
    ]
    return form(message=json.dumps({"actions": told}), token="null")


def answered(*values: Any, first: int) -> Row:
    made = []
    for number, value in enumerate(values):
        failed = [value] if isinstance(value, dict) and "message" in value else []
        state, value = ("ERROR", None) if failed else ("SUCCESS", value)
        made.append({"id": f"{first + number};a", "state": state, "returnValue": value, "error": failed})
    return {"actions": made, "context": {"mode": "PROD"}}


def flat(key: int, name: str) -> Row:
    return {"id": f"b-{key}0000000", "name": name}


async def test_calls_in_a_form() -> None:
    start, gone = [flat(1, "Ada"), flat(2, "Ben")], {"message": "There is no such boat.", "data": {"status": 404}}
    one = flat(1, "")["id"]
    mock = Mock(
        ("POST", "/aura?r=1", asked(("getBoats", {"a": 1}), first=1), 200, answered(start, first=1)),
        ("POST", "/aura?r=2", asked(("getBoat", {"boatId": one}), first=2), 200, answered(start[0], first=2)),
        (
            "POST", "/aura?r=3", asked(("updateBoat", {"boatId": one, "name": "Eva"}), ("getBoats", {"a": 1}), first=3),
            200, answered(flat(1, "Eva"), [flat(1, "Eva"), start[1]], first=3),
        ),
        ("POST", "/aura?r=4", asked(("getBoat", {"boatId": one}), first=5), 200, answered(flat(1, "Eva"), first=5)),
        ("POST", "/aura?r=5", asked(("getBoat", {"boatId": "b-90000000"}), first=6), 200, answered(gone, first=6)),
    )  # fmt: skip
    assert [one["field"] for one in mock.draft.forms if "calls" in one] == ["message"]
    two = start[1]["id"]
    said = asked(("updateBoat", {"boatId": two, "name": "Fay"}), ("getBoats", {"a": 1}), first=70)
    answer = await mock.replay.ask("POST", f"{ORIGIN}/aura?r=9", said.encode(), [*FETCH, *FORM])
    assert json.loads(await body_of(answer)) == answered(flat(2, "Fay"), [start[0], flat(2, "Fay")], first=70)


def profile(key: int, name: str) -> Row:
    return {"entityUrn": f"urn:x:profile:{key}", "name": name, "$type": "Profile"}


def link(key: int, name: str) -> list[Row]:
    made = {"entityUrn": f"urn:x:link:{key}", "*person": f"urn:x:profile:{key}", "note": name, "$type": "Link"}
    return [profile(key, name), made]


def told(*links: list[Row]) -> Row:
    urns = [one["entityUrn"] for _, one in links]
    included = [one for one, _ in links] + [one for _, one in links]
    return {"data": {"total": len(links), "*elements": urns}, "included": included}


async def test_records_that_are_named_and_told_of_elsewhere() -> None:
    start = [link(1, "Ada"), link(2, "Ben"), link(3, "Cor")]
    mock = Mock(
        ("GET", "/api/links", None, 200, told(*start)),
        ("DELETE", "/api/links/urn:x:link:1", None, 204, None),
        ("GET", "/api/links", None, 200, told(*start[1:])),
        ("GET", "/api/links?note=Dov", None, 200, told()),
    )
    assert [one["named"] for one in mock.draft.forms] == ["*"]
    assert (await mock.ask("DELETE", "/api/links/urn:x:link:2"))[0] == 204
    assert await mock.ask("GET", "/api/links") == (200, told(start[0], start[2]))


def test_names_that_are_no_texts_stay_as_they_are() -> None:
    form = forms_of([{"on": "* https://a.test/*", "named": "*", "included": "included", "key": "urn"}])
    answer = {"data": {"*elements": ["a", ["b"], 7]}, "included": [{"urn": "a"}]}
    sent = sent_of("GET", "https://a.test/x", [], b"")
    assert json.loads(form.told(sent, json.dumps(answer).encode())) == {"data": {"elements": [{"urn": "a"}, ["b"], 7]}}


async def test_a_key_that_an_answer_calls_otherwise() -> None:
    def lead(key: int, name: str) -> Row:
        return {"Id": f"00Q5g00000012345{key}A", "Name": name}

    mock = Mock(
        ("GET", "/leads", None, 200, {"records": [lead(1, "Ada"), lead(2, "Ben")]}),
        ("POST", "/leads", {"Name": "Cor"}, 201, {"id": lead(3, "")["Id"], "success": True, "errors": []}),
        ("GET", "/leads", None, 200, {"records": [lead(1, "Ada"), lead(2, "Ben"), lead(3, "Cor")]}),
        ("PATCH", f"/leads/{lead(3, '')['Id']}", {"Name": "Cora"}, 204, None),
        ("GET", f"/leads/{lead(3, '')['Id']}", None, 200, lead(3, "Cora")),
    )
    status, made = await mock.ask("POST", "/leads", {"Name": "Dov"})
    assert (status, made["success"], sorted(made)) == (201, True, ["errors", "id", "success"])
    assert await mock.ask("GET", f"/leads/{made['id']}") == (200, {"Id": made["id"], "Name": "Dov"})


STATEMENT = "SELECT Id, Name FROM Lead"


async def test_statements_that_select_something_else_are_apart() -> None:
    rows = [{"Id": f"00Q5g00000012345{n}A", "Name": name} for n, name in enumerate(("Ada", "Ben", "Cor"))]

    def asks(text: str) -> str:
        return "/query?" + urlencode({"q": text})

    mock = Mock(
        ("GET", asks(f"{STATEMENT} ORDER BY Name ASC LIMIT 10"), None, 200, {"records": rows}),
        ("GET", asks(f"{STATEMENT} WHERE Name = 'Ben' LIMIT 10"), None, 200, {"records": rows[1:2]}),
        ("GET", asks("SELECT COUNT() FROM Lead"), None, 200, {"totalSize": 3, "done": True, "records": []}),
        ("DELETE", f"/leads/{rows[0]['Id']}", None, 204, None),
        ("GET", asks("SELECT COUNT() FROM Lead"), None, 200, {"totalSize": 2, "done": True, "records": []}),
    )
    assert (await mock.ask("DELETE", f"/leads/{rows[1]['Id']}"))[0] == 204
    assert (await mock.ask("GET", asks("SELECT COUNT() FROM Lead")))[1]["totalSize"] == 2
    left = await mock.ask("GET", asks(f"{STATEMENT} ORDER BY Name DESC LIMIT 10"))
    assert left == (200, {"records": [rows[2], rows[0]]})


@pytest.mark.parametrize(
    "answer",
    [
        {"id": "b-1", "made": MADE, "fields": {"id": "other", "name": "Ada"}},
        {"id": "b-1", "fields": {"name": "Ada", "length": 7}},
    ],
)
def test_members_that_could_not_be_put_back_stay(answer: Row) -> None:
    draft = draft_of(
        ("GET", "/boats", None, 200, [answer, {**answer, "id": "b-2"}]),
        ("PATCH", "/boats/b-1", {"fields": {"name": "Eva"}}, 200, answer),
    )
    assert draft.forms == []

"""Calls that addresses name, several in one; values whose types are told beside them."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

from tests.features.discover.mock import Mock

Row = dict[str, Any]
AT = "2025-01-01T08:00:00.000Z"


def boat(key: str, name: str, berth: str | None = None, sold: str | None = None) -> Row:
    return {"id": f"boat_{key * 16}", "name": name, "berth": berth, "made": AT, "sold": sold}


START = [boat("a", "Ada"), boat("b", "Ben", "B", AT), boat("c", "Cor", "A"), boat("d", "Dot", "B"), boat("e", "Eve")]
NEW = boat("f", "Fay", "C")


def typed(value: Row) -> Row:
    """The value, and where there are dates in it."""
    rows, lead = (value["items"], "items.{}.") if "items" in value else ([value], "")
    told = [(at, name) for at, one in enumerate(rows) for name in ("made", "sold") if one[name]]
    places = {lead.format(at) + name: ["Date"] for at, name in told}
    return {"json": value, **({"meta": {"values": places, "v": 1}} if places else {})}


def said(value: Any) -> Any:
    return {"result": {"data": typed(value)}}


def asked(*calls: tuple[str, Any]) -> str:
    names = ",".join(name for name, _ in calls)
    inputs = {str(at): {"json": sent} for at, (_, sent) in enumerate(calls)}
    return f"/api/rpc/{names}?" + urlencode({"batch": 1, "input": json.dumps(inputs)})


def get(*calls: tuple[str, Any, Any]) -> tuple[Any, ...]:
    return "GET", asked(*(call[:2] for call in calls)), None, 200, [said(answer) for _, _, answer in calls]


def post(name: str, sent: Any, answer: Any) -> tuple[Any, ...]:
    return "POST", f"/api/rpc/{name}?batch=1", {"0": {"json": sent}}, 200, [said(answer)]


def page(rows: list[Row], following: str | None = None) -> Row:
    return {"items": rows, "next": following}


REFUSED = [{"error": {"json": {"message": "Name is required", "code": -32600, "data": {"httpStatus": 400}}}}]


def mock() -> Mock:
    return Mock(
        get(("boat.list", {"limit": 9}, page(START))),
        get(("boat.list", {"limit": 2}, page(START[:2], START[2]["id"]))),
        get(("boat.list", {"limit": 2, "cursor": START[2]["id"]}, page(START[2:4], START[4]["id"]))),
        get(("boat.list", {"limit": 9, "berth": "B"}, page([START[1], START[3]]))),
        get(("boat.byId", {"id": START[0]["id"]}, START[0]), ("boat.list", {"limit": 9}, page(START))),
        post("boat.add", {"name": "Fay", "berth": "C"}, NEW),
        ("POST", "/api/rpc/boat.add?batch=1", {"0": {"json": {"name": "", "berth": "C"}}}, 400, REFUSED),
        get(("boat.list", {"limit": 9}, page([*START, NEW]))),
        post("boat.move", {"id": START[1]["id"], "berth": "A"}, {**START[1], "berth": "A"}),
        get(("boat.byId", {"id": START[1]["id"]}, {**START[1], "berth": "A"})),
    )


async def test_each_call_of_an_address_is_answered_by_itself() -> None:
    app = mock()
    status, answer = await app.ask("POST", "/api/rpc/boat.add?batch=1", {"0": {"json": {"name": "Gil", "berth": "A"}}})
    [made] = answer
    own = made["result"]["data"]["json"]
    assert (status, own["name"], own["berth"], own["sold"]) == (200, "Gil", "A", None)
    assert made["result"]["data"]["meta"] == {"values": {"made": ["Date"]}, "v": 1}
    both = asked(("boat.list", {"limit": 9, "berth": "A"}), ("boat.byId", {"id": own["id"]}))
    status, (listed, one) = await app.ask("GET", both)
    assert status == 200
    assert listed["result"]["data"]["meta"] == {"values": {"items.0.made": ["Date"], "items.1.made": ["Date"]}, "v": 1}
    assert {one["id"] for one in listed["result"]["data"]["json"]["items"]} == {START[2]["id"], own["id"]}
    assert one == said(own)


async def test_types_are_told_of_what_is_there_now() -> None:
    app = mock()
    await app.ask("POST", "/api/rpc/boat.move?batch=1", {"0": {"json": {"id": START[3]["id"], "berth": "A"}}})
    _, [answer] = await app.ask("GET", asked(("boat.list", {"limit": 9, "berth": "B"})))
    assert answer["result"]["data"]["meta"] == {"values": {"items.0.made": ["Date"], "items.0.sold": ["Date"]}, "v": 1}


async def test_a_cursor_may_be_the_key_of_the_first_one_that_follows() -> None:
    app = mock()
    _, [answer] = await app.ask("GET", asked(("boat.list", {"limit": 3})))
    assert answer == said(page(START[:3], START[3]["id"]))
    _, [answer] = await app.ask("GET", asked(("boat.list", {"limit": 3, "cursor": START[3]["id"]})))
    assert answer == said(page(START[3:]))


async def test_a_call_that_is_refused_is_so_with_its_status() -> None:
    assert await mock().ask("POST", "/api/rpc/boat.add?batch=1", {"0": {"json": {"name": "", "berth": "B"}}}) == (
        400,
        REFUSED,
    )


async def test_without_a_batch_there_is_one_answer() -> None:
    rows = [{"id": number, "name": name} for number, name in enumerate(("Ada", "Ben", "Cor"), 1)]
    new = {"id": 4, "name": "Dot"}

    def one(number: int) -> str:
        return "/rpc/crew.byId?" + urlencode({"input": json.dumps({"id": number})})

    app = Mock(
        ("GET", "/rpc/crew.list?batch=1&input=%7B%7D", None, 200, [{"result": {"data": rows}}]),
        ("GET", one(1), None, 200, {"result": {"data": rows[0]}}),
        ("POST", "/rpc/crew.add", {"name": "Dot"}, 200, {"result": {"data": new}}),
        ("GET", "/rpc/crew.list?batch=1&input=%7B%7D", None, 200, [{"result": {"data": [*rows, new]}}]),
    )
    _, made = await app.ask("POST", "/rpc/crew.add", {"name": "Eve"})
    assert made["result"]["data"] == {"id": 4, "name": "Eve"}
    assert (await app.ask("GET", one(3)))[1] == {"result": {"data": rows[2]}}
    assert (await app.ask("GET", one(4)))[1] == {"result": {"data": {"id": 4, "name": "Eve"}}}

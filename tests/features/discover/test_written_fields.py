"""Writes whose fields stand in the query, or in a form with members in brackets; lists below a parent that leave out
what is closed; pages behind the last key; refusals that only words tell; reads answered with nothing."""

from __future__ import annotations

from typing import Any

from awe_author.features.discover.entities.found_operations import body_at
from tests.features.discover.mock import Mock

Row = dict[str, Any]


def card(number: int, name: str, where: str, *, closed: bool = False, pos: float = 0) -> Row:
    return {"id": f"67aa{number * 7 % 10:020}", "name": name, "list": where, "closed": closed, "starred": False,
            "pos": pos or number * 100}  # fmt: skip


async def test_fields_in_the_query_are_written_in_their_types() -> None:
    cards = [card(1, "Ash", "41"), card(2, "Bay", "41"), card(3, "Elm", "42"), card(4, "Fir", "41")]
    new, moved = card(5, "Box", "41"), card(1, "Ash", "42", pos=250)
    shut = card(2, "Bay", "41", closed=True)
    mock = Mock(
        ("GET", "/lists/41/cards", None, 200, [cards[0], cards[1], cards[3]]),
        ("GET", "/lists/42/cards", None, 200, [cards[2]]),
        ("POST", "/cards?name=Box&list=41&token=t1", None, 200, new),
        ("PUT", f"/cards/{cards[0]['id']}?list=42&pos=250&token=t1", None, 200, moved),
        ("PUT", f"/cards/{cards[1]['id']}?closed=true&token=t1", None, 200, shut),
        ("GET", "/lists/41/cards", None, 200, [cards[3], new]),
        ("GET", "/lists/42/cards", None, 200, [moved, cards[2]]),
        ("GET", f"/cards/{cards[1]['id']}", None, 200, shut),
    )
    assert mock.draft.forms == [
        {"on": "POST https://app.test/cards*", "fields": "query", "but": ["token"], "numbers": ["pos"],
         "truths": ["closed", "starred"]},
        {"on": "PUT https://app.test/cards*", "fields": "query", "but": ["token"], "numbers": ["pos"],
         "truths": ["closed", "starred"]},
    ]  # fmt: skip
    key = cards[3]["id"]
    status, said = await mock.ask("PUT", f"/cards/{key}?name=Fir+tree&starred=true&pos=50&token=t1")
    assert (status, said) == (200, {**cards[3], "name": "Fir tree", "starred": True, "pos": 50})
    assert [one["name"] for one in (await mock.ask("GET", "/lists/41/cards"))[1]] == ["Fir tree", "Ash", "Bay"]
    assert (await mock.ask("PUT", f"/cards/{key}?closed=true&token=t1"))[0] == 200
    assert [one["name"] for one in (await mock.ask("GET", "/lists/41/cards"))[1]] == ["Ash", "Bay"]


def customer(number: int, email: str, plan: str | None = None) -> Row:
    return {"id": f"cus_{number:04}kQw7Tz", "email": email, "metadata": {"plan": plan} if plan else {}, "live": False}


async def test_brackets_in_forms_and_pages_behind_the_last_key() -> None:
    plans = {"ada": "pro", "ben": "free", "cor": "pro", "dot": "team", "eve": "free", "fay": "pro"}
    rows = [customer(9 - n, f"{name}@acme.test", plan) for n, (name, plan) in enumerate(plans.items())]
    new, changed = customer(10, "gus@acme.test", "pro"), customer(8, "ben@acme.test", "team")

    def page(*of: Row, more: bool = False) -> Row:
        return {"object": "list", "data": [*of], "has_more": more}

    wrong = {"error": {"message": "Invalid email address: gus", "param": "email"}}
    mock = Mock(
        ("GET", "/v1/customers?limit=10", None, 200, page(*rows)),
        ("GET", "/v1/customers?limit=2", None, 200, page(*rows[:2], more=True)),
        ("GET", f"/v1/customers?limit=2&starting_after={rows[1]['id']}", None, 200, page(*rows[2:4], more=True)),
        ("POST", "/v1/customers", "email=gus%40acme.test&metadata%5Bplan%5D=pro", 200, new),
        ("POST", "/v1/customers", "email=hal%40acme.test&metadata%5Bplan%5D=free", 200,
         customer(11, "hal@acme.test", "free")),
        ("POST", "/v1/customers", "email=gus", 400, wrong),
        ("POST", f"/v1/customers/{rows[1]['id']}", "metadata%5Bplan%5D=team", 200, changed),
        ("GET", f"/v1/customers/{rows[1]['id']}", None, 200, changed),
    )  # fmt: skip
    after = await mock.ask("GET", f"/v1/customers?limit=3&starting_after={rows[2]['id']}")
    assert [one["email"][:3] for one in after[1]["data"]] == ["dot", "eve", "fay"]
    said = (await mock.ask("POST", f"/v1/customers/{rows[0]['id']}", "metadata%5Bplan%5D=free"))[1]
    assert (said["metadata"], said["email"]) == ({"plan": "free"}, "ada@acme.test")
    status, said = await mock.ask("POST", "/v1/customers", "email=nobody")
    assert (status, said) == (400, {"error": {"message": "Invalid email address: nobody", "param": "email"}})


def lead(number: int, name: str | None, company: str) -> Row:
    return {"id": str(4150868000000376000 + number), "name": name, "company": company}


async def test_refusals_with_another_success_and_reads_that_say_nothing() -> None:
    rows = [lead(1, "Ada", "Tea"), lead(2, "Ben", "Jam"), lead(3, "Cor", "Oat")]
    made = lead(4, "Dot", "Rye")
    refused = {"data": [{"code": "MANDATORY_NOT_FOUND", "status": "error", "details": {"api_name": "name"}}]}

    def done(row: Row) -> Row:
        return {"data": [{"code": "SUCCESS", "status": "success", "details": {"id": row["id"]}}]}

    mock = Mock(
        ("GET", "/leads", None, 200, {"data": rows}),
        ("GET", f"/leads/{rows[0]['id']}", None, 200, {"data": [rows[0]]}),
        ("POST", "/leads", {"data": [{"company": "None"}]}, 202, refused),
        ("POST", "/leads", {"data": [{"name": "Dot", "company": "Rye"}]}, 201, done(made)),
        ("GET", "/leads", None, 200, {"data": [*rows, made]}),
        ("DELETE", f"/leads?ids={made['id']}", None, 200, done(made)),
        ("GET", f"/leads/{made['id']}", None, 204, None),
        ("GET", "/leads", None, 200, {"data": rows}),
    )
    assert await mock.ask("POST", "/leads", {"data": [{"company": "Fig"}]}) == (202, refused)
    assert (await mock.ask("POST", "/leads", {"data": [{"name": "Fay", "company": "Fig"}]}))[0] == 201
    assert [one["name"] for one in (await mock.ask("GET", "/leads"))[1]["data"]] == ["Ada", "Ben", "Cor", "Fay"]
    assert (await mock.ask("DELETE", f"/leads?ids={rows[1]['id']}"))[0] == 200
    assert (await mock.ask("GET", f"/leads/{rows[1]['id']}"))[0] == 204


async def test_fields_that_end_in_id_count_where_the_entity_in_a_body_is_looked_for() -> None:
    sent = {"project_id": 8, "owner_id": 1, "meta": {"title": "by hand"}}
    tasks = [
        {"id": n, "title": title, "project_id": n + 6, "owner_id": 3 - n} for n, title in ((1, "Call"), (2, "Mail"))
    ]
    mock = Mock(
        ("GET", "/tasks", None, 200, tasks),
        ("PATCH", "/tasks/1", sent, 200, {**tasks[0], "project_id": 8, "owner_id": 1}),
    )
    update = next(one.operation for one in mock.draft.features if one.operation and one.operation.role == "update")
    assert body_at(update.calls[0], update.kind) == ()

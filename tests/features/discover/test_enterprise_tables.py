"""What table APIs of enterprise products do: encoded queries, numbers behind a word, texts of numbers, entity tags."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.mock import Mock

Row = dict[str, Any]
TABLE = "/api/table/incident"
RATINGS = {1: "Hot", 2: "Warm"}


def incident(number: int, title: str, state: str, *, changed: int = 0, day: int = 0, note: str | None = None) -> Row:
    key = f"{number:02}f1c99d5a2b4e6f80915b3d7c2e4a{number:02}"
    made = f"2025-02-{day or number:02} 10:00:00"
    whole = {} if note is None else {"note": note, "sys_mod_count": str(changed)}
    return {"sys_id": key, "number": f"INC{number:07}", "title": title, "state": state, "sys_created_on": made, **whole}


ROWS = [
    incident(4, "Printer jams", "1"), incident(5, "VPN drops", "2"), incident(6, "Slow VPN", "1"),
    incident(7, "Door bell", "2"), incident(8, "Screen", "1"),
]  # fmt: skip


def asked(query: str, limit: int = 10, offset: int = 0) -> str:
    return f"{TABLE}?sysparm_query={query}&sysparm_limit={limit}&sysparm_offset={offset}"


def shown(*numbers: int, rows: list[Row] = ROWS) -> Row:
    return {"result": [next(one for one in rows if one["number"] == f"INC{number:07}") for number in numbers]}


async def test_a_query_in_one_text_has_conditions_and_an_order() -> None:
    new = {"title": "Lamp", "state": "1"}
    made = incident(61, "Lamp", "1", day=9, note="")
    refused = {"error": {"message": "Failed", "detail": "Title is mandatory"}}
    brief = {name: value for name, value in made.items() if name not in ("note", "sys_mod_count")}
    mock = Mock(
        ("GET", asked("ORDERBYDESCsys_created_on"), None, 200, shown(8, 7, 6, 5, 4)),
        ("GET", asked("ORDERBYDESCsys_created_on", 2, 2), None, 200, shown(6, 5)),
        ("GET", asked("ORDERBYDESCsys_created_on", 2), None, 200, shown(8, 7)),
        ("GET", asked("state=1^ORDERBYDESCsys_created_on"), None, 200, shown(8, 6, 4)),
        ("GET", asked("titleLIKEvpn^ORDERBYDESCsys_created_on"), None, 200, shown(6, 5)),
        *(("GET", f"{TABLE}/{row['sys_id']}", None, 200, {"result": {**row, "note": "", "sys_mod_count": "0"}})
          for row in ROWS[:3]),
        ("POST", TABLE, new, 201, {"result": made}),
        ("GET", asked("ORDERBYDESCsys_created_on"), None, 200, shown(61, 8, 7, 6, 5, 4, rows=[*ROWS, brief])),
        ("PATCH", f"{TABLE}/{made['sys_id']}", {"state": "2"}, 200,
         {"result": {**made, "state": "2", "sys_mod_count": "1"}}),
        ("POST", TABLE, {"title": "", "state": "2"}, 403, refused),
    )  # fmt: skip

    async def numbers(query: str, limit: int = 10) -> list[int]:
        status, said = await mock.ask("GET", asked(query, limit))
        assert status == 200
        return [int(one["number"].removeprefix("INC")) for one in said["result"]]

    assert await numbers("state=2^ORDERBYsys_created_on") == [5, 7]
    assert await numbers("titleLIKEslow^state=1^ORDERBYDESCsys_created_on") == [6]
    assert await numbers("ORDERBYDESCtitle", 3) == [5, 6, 8]
    assert await mock.ask("POST", TABLE, {"title": "", "state": "1"}) == (403, refused)
    first = (await mock.ask("POST", TABLE, {"title": "Fan", "state": "2"}))[1]["result"]
    second = (await mock.ask("POST", TABLE, {"title": "Hob", "state": "2"}))[1]["result"]
    assert (first["number"], second["number"], first["sys_mod_count"]) == ("INC0000061", "INC0000062", "0")
    assert await mock.ask("PATCH", f"{TABLE}/{ROWS[3]['sys_id']}", {"title": " "}) == (403, refused), "as a new one"
    changed = (await mock.ask("PATCH", f"{TABLE}/{ROWS[3]['sys_id']}", {"title": "Bell"}))[1]["result"]
    assert (changed["title"], changed["sys_mod_count"], changed["note"]) == ("Bell", "1", ""), "as all that were opened"


def account(number: int, name: str, revenue: float | None, rating: int = 1, tag: int = 0, city: str = "Cork") -> Row:
    text = {} if revenue is None else {"revenue@formatted": f"${revenue:,.2f}"}
    return {"tag": f'W/"{tag or 100 + number}"', "id": number, "name": name, **text, "revenue": revenue,
            "rating@formatted": RATINGS[rating], "rating": rating, "city": city}  # fmt: skip


async def test_texts_of_numbers_entity_tags_and_what_is_left_out() -> None:
    rows = [
        account(1, "Ash", 1200.0), account(2, "Bay", None, 2), account(3, "Elm", 56000.5, 2),
        account(4, "Fir", 98000.0), account(5, "Oak", None, 2),
    ]  # fmt: skip
    mock = Mock(
        ("GET", "/accounts", None, 200, {"value": rows}),
        ("POST", "/accounts", {"name": "Yew", "revenue": 31000, "rating": 2}, 201, account(6, "Yew", 31000.0, 2, 220)),
        ("GET", "/accounts/6", None, 200, account(6, "Yew", 31000.0, 2, 220)),
        ("PATCH", "/accounts/6", {"city": "Oslo"}, 200, account(6, "Yew", 31000.0, 2, 240, "Oslo")),
        ("POST", "/accounts", {"name": "Box"}, 201, account(7, "Box", None, 1, 260)),
        ("PATCH", "/accounts/1", {"name": "Ash tree"}, 200, account(1, "Ash tree", 1200.0, 1, 280)),
    )
    made = (await mock.ask("POST", "/accounts", {"name": "Ivy", "revenue": 1234567.5, "rating": 1}))[1]
    assert (made["revenue@formatted"], made["rating@formatted"]) == ("$1,234,567.50", "Hot")
    assert made["tag"].startswith('W/"')
    assert made["tag"] not in {row["tag"] for row in rows}
    bare = (await mock.ask("POST", "/accounts", {"name": "Fig"}))[1]
    assert "revenue@formatted" not in bare
    assert (bare["rating"], bare["rating@formatted"]) == (1, "Hot")
    changed = (await mock.ask("PATCH", "/accounts/2", {"rating": 1}))[1]
    assert (changed["rating@formatted"], "revenue@formatted" in changed) == ("Hot", False)
    assert changed["tag"] != rows[1]["tag"]
    assert (await mock.ask("GET", "/accounts/2"))[1]["tag"] == changed["tag"]


def person(number: int, name: str) -> Row:
    return {"id": number, "name": name, "email": f"{name.lower()}@acme.test"}


@pytest.mark.parametrize("accepted", [False, True])
async def test_changes_are_refused_as_what_is_new_was_unless_one_was_not(accepted: bool) -> None:
    people = [person(1, "Ada"), person(2, "Ben"), person(3, "Cor")]
    taken = {"error": "email is taken"}
    both = person(2, "Ben") | {"email": "ada@acme.test" if accepted else "b@acme.test"}
    mock = Mock(
        ("GET", "/api/people", None, 200, people),
        ("POST", "/api/people", {"name": "Dot", "email": "dot@acme.test"}, 201, person(4, "Dot")),
        ("POST", "/api/people", {"name": "Eve", "email": "ada@acme.test"}, 409, taken),
        ("PATCH", "/api/people/2", {"email": both["email"]}, 200, both),
        ("GET", "/api/people", None, 200, [people[0], both, people[2], person(4, "Dot")]),
    )
    status, said = await mock.ask("PATCH", "/api/people/3", {"email": "dot@acme.test"})
    assert status == 200, "there is no Dot in the start of a session"
    status, said = await mock.ask("PATCH", "/api/people/3", {"email": "ada@acme.test"})
    assert (status, said) == ((200, people[2] | {"email": "ada@acme.test"}) if accepted else (409, taken))
    status, _ = await mock.ask("PATCH", "/api/people/1", {"email": "ada@acme.test", "name": "Ada V"})
    assert status == 200, "its own"

"""Desks for any sort of record: methods in addresses, forms whose fields are JSON, what a request is about in a member,
lists as tables, whole documents that are sent back, and drafts that become something by a word."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

from tests.features.discover.exchanges import draft_of
from tests.features.discover.mock import Mock

THEN, NOW = "2025-02-01 08:00:00", "2025-03-03 09:00:00"
WHO = "ann@app.test"
Row = dict[str, Any]
COLUMNS = {"Boat": ["name", "title", "state"], "Crew": ["name", "full_name", "rank"]}


def boat(number: int, first: str, last: str, state: str = "Draft", made: str = THEN, lines: Any = ()) -> Row:
    name = f"BOAT-{number:03}"
    return {
        "name": name, "owner": WHO, "made": made, "changed": made, "locked": 1 if state == "Open" else 0, "idx": 0,
        "first_name": first, "last_name": last, "title": f"{first} {last}", "state": state, "kind": "Boat",
        "berths": [{"name": mark, "boat": name, "idx": place, "size": size, "unit": "m", "changed": made}
                   for place, (mark, size) in enumerate(lines, 1)],
    }  # fmt: skip


def crew(number: int, name: str, rank: str) -> Row:
    return {"name": f"CREW-{number}", "owner": WHO, "full_name": name, "rank": rank, "wage": 100 * number}


BOATS = [
    boat(1, "Ada", "Vance", "Open", lines=(("k3f9a2", 5), ("p8d1c4", 7))), 
    boat(2, "Ben", "Marsh", lines=(("q7e2b5", 6),)),
    boat(3, "Cleo", "Anand", "Open", lines=(("m4g6t8", 9),)), boat(4, "Dev", "Kaya"),
]  # fmt: skip
CREWS = [crew(1, "Ada Poe", "mate"), crew(2, "Ben Roe", "cook"), crew(3, "Cyd Loe", "mate")]


def ask(method: str, **sent: Any) -> tuple[str, str]:
    fields = {name: one if isinstance(one, str) else json.dumps(one) for name, one in sent.items()}
    return f"/api/{method}", urlencode(fields)


def listed(kind: str, *conditions: Any, order: str = "name asc", size: int = 20) -> tuple[str, str]:
    field, way = order.split()
    told = [f"`tab{kind}`.`{name}`" for name in COLUMNS[kind]]
    return ask("desk.list.get", kind_doctype=kind, fields=told, filters=[[kind, *one] for one in conditions],
               order_by=f"`tab{kind}`.`{field}` {way}", start="0", page_length=str(size))  # fmt: skip


def table(kind: str, *rows: Row) -> Row:
    names = COLUMNS[kind]
    return {"message": {"keys": names, "values": [[row[name] for name in names] for row in rows]} if rows else []}


def whole(row: Row, *notes: str) -> Row:
    return {"docs": [row], "info": {"name": row["name"], "notes": [*notes], "views": [], "tags": ""}}


def save(doc: Row, action: str = "Save") -> tuple[str, str]:
    return ask("desk.form.save", doc=doc, action=action)


def new(first: str, last: str, *sizes: int) -> Row:
    return {"kind_doctype": "Boat", "name": "new-boat-1", "first_name": first, "last_name": last, "state": "Draft",
            "berths": [{"name": f"new-berth-{place}", "boat": "new-boat-1", "idx": place, "size": size, "unit": "m"}
                       for place, size in enumerate(sizes, 1)]}  # fmt: skip


def whole_of(row: Row) -> Row:
    return {**row, "kind_doctype": "Boat"}


MADE = boat(5, "Eve", "Bell", made=NOW, lines=(("z1x8c3", 4), ("v5b7n9", 8)))
MOVED = {**MADE, "last_name": "Ball", "title": "Eve Ball"}
OPENED = {**BOATS[1], "state": "Open", "locked": 1, "changed": NOW,
          "berths": [{**BOATS[1]["berths"][0], "changed": NOW}]}  # fmt: skip
REFUSED = {"exc_type": "ValidationError", "exception": "A boat needs somebody"}


def get(kind: str, row: Row) -> tuple[Any, ...]:
    return ("GET", f"/api/desk.form.load?kind_doctype={kind}&name={row['name']}", None, 200, whole(row))


def post(asked: tuple[str, str], answer: Any, status: int = 200) -> tuple[Any, ...]:
    return ("POST", asked[0], asked[1], status, answer)


DIALOGUE: list[tuple[Any, ...]] = [
    post(listed("Boat"), table("Boat", *BOATS)),
    post(listed("Boat", size=2), table("Boat", *BOATS[:2])),
    post(listed("Boat", ["state", "=", "Open"]), table("Boat", BOATS[0], BOATS[2])),
    post(listed("Boat", ["state", "=", "Lost"]), table("Boat")),
    post(listed("Boat", order="title desc"), table("Boat", *BOATS[::-1])),
    post(ask("desk.list.get_count", kind_doctype="Boat", filters=[]), {"message": 4}),
    *(get("Boat", row) for row in BOATS[:3]),
    post(listed("Crew"), table("Crew", *CREWS)),
    *(get("Crew", row) for row in CREWS[:2]),
    post(save(new("Eve", "Bell", 4, 8)), whole(MADE)),
    get("Boat", MADE),
    post(listed("Boat"), table("Boat", *BOATS, MADE)),
    post(save({**whole_of(MADE), "last_name": "Ball"}), whole(MOVED)),
    post(save(new("", "")), REFUSED, 417),
    post(save(whole_of(BOATS[1]), "Open"), whole(OPENED)),
    post(listed("Boat"), table("Boat", BOATS[0], OPENED, *BOATS[2:], MOVED)),
    post(ask("desk.delete", kind_doctype="Boat", name="BOAT-004"), {}),
    post(listed("Boat"), table("Boat", BOATS[0], OPENED, BOATS[2], MOVED)),
]  # fmt: skip


async def rows(mock: Mock, asked: tuple[str, str]) -> Any:
    status, answer = await mock.ask("POST", *asked)
    assert status == 200
    return answer["message"]


def test_what_is_asked_about_is_a_kind_of_its_own() -> None:
    draft = draft_of(*DIALOGUE)
    assert {part.kind.name: len(part.seed) for part in draft.parts} == {"boats": 4, "crews": 3}
    told = {name for one in draft.forms for name in one}
    assert {"json_fields", "plain_names", "tabled", "aside", "about"} <= told


async def test_lists_are_tables_with_conditions_and_orders() -> None:
    mock = Mock(*DIALOGUE)
    found = await rows(mock, listed("Boat", ["state", "=", "Draft"], order="title desc"))
    assert found == {
        "keys": COLUMNS["Boat"],
        "values": [["BOAT-004", "Dev Kaya", "Draft"], ["BOAT-002", "Ben Marsh", "Draft"]],
    }
    assert await rows(mock, listed("Boat", ["title", "=", "Nobody"])) == []
    assert len((await rows(mock, listed("Boat", size=3)))["values"]) == 3
    assert await rows(mock, ask("desk.list.get_count", kind_doctype="Boat", filters=[])) == 4


async def test_what_was_never_opened_is_like_what_was() -> None:
    mock = Mock(*DIALOGUE)
    _, answer = await mock.ask("GET", "/api/desk.form.load?kind_doctype=Boat&name=BOAT-004")
    assert answer["info"] == {"name": "BOAT-004", "notes": [], "views": [], "tags": ""}
    assert (answer["docs"][0]["owner"], answer["docs"][0]["idx"]) == (WHO, 0)
    assert (answer["docs"][0]["first_name"], answer["docs"][0]["last_name"]) == ("Dev", "Kaya")


async def test_new_ones_have_a_mark_of_their_page_and_are_called_otherwise() -> None:
    mock = Mock(*DIALOGUE)
    _, answer = await mock.ask("POST", *save(new("Flo", "Dean", 3, 6)))
    made = answer["docs"][0]
    assert (made["name"], made["title"], made["owner"]) == ("BOAT-005", "Flo Dean", WHO)
    assert [one["boat"] for one in made["berths"]] == ["BOAT-005"] * 2
    assert not any(one["name"].startswith("new-") for one in made["berths"])
    _, again = await mock.ask("POST", *save({**whole_of(made), "last_name": "Dorn"}))
    assert again["docs"][0]["title"] == "Flo Dorn"
    assert [one["name"] for one in again["docs"][0]["berths"]] == [one["name"] for one in made["berths"]]
    assert len((await rows(mock, listed("Boat")))["values"]) == 5
    assert mock.replay.session.log.of("feature_fault") == []


async def test_a_word_beside_the_document_makes_something_of_it() -> None:
    mock = Mock(*DIALOGUE)
    row = (await mock.ask("GET", "/api/desk.form.load?kind_doctype=Boat&name=BOAT-002"))[1]["docs"][0]
    _, answer = await mock.ask("POST", *save(whole_of(row), "Open"))
    assert (answer["docs"][0]["state"], answer["docs"][0]["locked"]) == ("Open", 1)
    assert len((await rows(mock, listed("Boat", ["state", "=", "Open"])))["values"]) == 3


async def test_what_lacks_all_that_others_had_is_refused() -> None:
    mock = Mock(*DIALOGUE)
    assert await mock.ask("POST", *save(new(" ", ""))) == (417, REFUSED)
    assert (await mock.ask("POST", *save(new("Gus", ""))))[0] == 200


async def test_a_member_of_the_request_says_what_is_dropped() -> None:
    mock = Mock(*DIALOGUE)
    await mock.ask("POST", *ask("desk.delete", kind_doctype="Boat", name="BOAT-001"))
    assert [row[0] for row in (await rows(mock, listed("Boat")))["values"]] == ["BOAT-002", "BOAT-003", "BOAT-004"]

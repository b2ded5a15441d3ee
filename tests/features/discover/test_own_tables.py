"""Apps whose users make their own tables: a part of the address says of which table records are."""

from __future__ import annotations

from typing import Any

from tests.features.discover.exchanges import found
from tests.features.discover.mock import Mock

Row = dict[str, Any]
SHIPS, CREWS = "mk3x9v2qpl71aow", "mz8t4j4tsrr7h2c"
BASE = "/data/pq8t4j4tsrr7h2c"


def ship(number: int, name: str, port: str, masts: int = 2) -> Row:
    return {"Id": number, "order": number, "Name": name, "Port": port, "Masts": masts}


def crew(number: int, person: str, rank: str) -> Row:
    return {"Id": number, "order": number, "Person": person, "Rank": rank, "Paid": True}


FLEET = [ship(1, "Gull", "Kiel"), ship(2, "Tern", "Ulm"), ship(3, "Swan", "Bonn")]
PEOPLE = [crew(1, "Ada", "mate"), crew(2, "Ben", "cook")]
TABLES = [{"id": SHIPS, "title": "Ships"}, {"id": CREWS, "title": "Crews"}]


def asked_by_post(table: str, rows: list[Row]) -> tuple[Any, ...]:
    return ("POST", f"/internal/x?operation=bulkList&tableId={table}", {"limit": 50}, 200, {"rows": rows})


def app() -> Mock:
    new, changed = ship(4, "Auk", "Wismar"), ship(2, "Tern", "Oslo")
    return Mock(
        ("GET", "/meta/tables", None, 200, TABLES),
        ("GET", f"{BASE}/{SHIPS}", None, 200, {"list": FLEET}),
        ("GET", f"{BASE}/{SHIPS}/count", None, 200, {"count": 3}),
        asked_by_post(SHIPS, FLEET),
        ("POST", f"{BASE}/{SHIPS}", {"Name": "Auk", "Port": "Wismar", "Masts": 2}, 200, new),
        ("GET", f"{BASE}/{SHIPS}/4", None, 200, new),
        ("PATCH", f"{BASE}/{SHIPS}/2", {"Port": "Oslo"}, 200, changed),
        ("GET", f"{BASE}/{SHIPS}", None, 200, {"list": [FLEET[0], changed, FLEET[2], new]}),
        ("DELETE", f"{BASE}/{SHIPS}/3", None, 200, 1),
        ("GET", f"{BASE}/{SHIPS}", None, 200, {"list": [FLEET[0], changed, new]}),
        asked_by_post(SHIPS, [FLEET[0], changed, new]),
        ("GET", f"{BASE}/{CREWS}", None, 200, {"list": PEOPLE}),
        ("GET", f"{BASE}/{CREWS}/2", None, 200, PEOPLE[1]),
        ("GET", f"{BASE}/{CREWS}/count", None, 200, {"count": 2}),
        asked_by_post(CREWS, PEOPLE),
    )


async def test_records_of_each_table_are_a_kind_called_after_it() -> None:
    mock = app()
    told = {(kind, role) for kind, role in found(mock.draft) if kind in ("ships", "crews")}
    assert told >= {("ships", one) for one in ("list", "read", "count", "create", "update", "delete")}
    assert told >= {("crews", "list"), ("crews", "read")}
    assert {one["Name"] for one in mock.draft.seed["ships"].values()} == {"Gull", "Tern", "Swan"}


async def test_records_are_made_changed_and_deleted_in_their_table_alone() -> None:
    mock = app()
    status, made = await mock.ask("POST", f"{BASE}/{SHIPS}", {"Name": "Rook", "Port": "Lyon", "Masts": 1})
    assert (status, made["Id"], made["Name"]) == (200, 4, "Rook")
    assert await mock.ask("PATCH", f"{BASE}/{SHIPS}/1", {"Port": "Jena"}) == (200, ship(1, "Gull", "Jena"))
    assert await mock.ask("DELETE", f"{BASE}/{SHIPS}/2") == (200, 1)
    listed = [ship(1, "Gull", "Jena"), FLEET[2], ship(4, "Rook", "Lyon", 1)]
    assert await mock.ask("GET", f"{BASE}/{SHIPS}") == (200, {"list": listed})
    assert await mock.ask("POST", f"/internal/x?operation=bulkList&tableId={SHIPS}", {"limit": 50}) == (
        200, {"rows": listed}
    )  # fmt: skip
    assert await mock.ask("GET", f"{BASE}/{CREWS}") == (200, {"list": PEOPLE})
    assert await mock.ask("GET", f"{BASE}/{CREWS}/1") == (200, PEOPLE[0])
    assert await mock.ask("GET", f"{BASE}/{CREWS}/count") == (200, {"count": 2})


async def test_views_of_one_table_make_no_kinds() -> None:
    wide = [{"Id": row["Id"], "Name": row["Name"], "Port": row["Port"], "Flag": "x", "Crew": 2} for row in FLEET]
    long = [{"Id": row["Id"], "Name": row["Name"], "Port": row["Port"], "Masts": 2, "Built": 1990} for row in FLEET]
    mock = Mock(
        ("GET", f"/ships/views/{SHIPS}", None, 200, {"list": wide}),
        ("GET", f"/ships/views/{CREWS}", None, 200, {"list": long}),
        ("PATCH", "/ships/2", {"Port": "Oslo"}, 200, long[1] | {"Port": "Oslo"}),
    )
    assert {kind for kind, _ in found(mock.draft)} == {"views"}


async def test_a_list_below_an_entity_is_no_table() -> None:
    notes = [{"id": n, "text": text, "on": 2, "by": "Ada"} for n, text in ((21, "one"), (22, "two"), (23, "three"))]
    mock = Mock(
        (
            "GET",
            "/tickets",
            None,
            200,
            [{"id": "aa11bb22cc33", "title": "Ash"}, {"id": "dd44ee55ff66", "title": "Bay"}],
        ),
        ("GET", "/tickets/aa11bb22cc33/notes", None, 200, notes[:2]),
        ("GET", "/tickets/dd44ee55ff66/notes", None, 200, notes[2:]),
        ("PATCH", "/tickets/aa11bb22cc33/notes/21", {"text": "four"}, 200, notes[0] | {"text": "four"}),
    )
    assert {one.endpoint.table for one in mock.draft.operations} == {""}


async def test_what_is_opened_right_below_an_address_is_made_there() -> None:
    mock = Mock(
        ("GET", "/meta/tables", None, 200, TABLES),
        ("GET", f"{BASE}/{SHIPS}", None, 200, {"list": FLEET}),
        ("POST", f"{BASE}/{SHIPS}", {"Name": "Auk", "Port": "Wismar", "Masts": 2}, 200, ship(4, "Auk", "Wismar")),
        ("GET", f"{BASE}/{SHIPS}/4", None, 200, ship(4, "Auk", "Wismar")),
        ("PATCH", f"{BASE}/{SHIPS}/2", {"Port": "Oslo"}, 200, ship(2, "Tern", "Oslo")),
    )
    kind = next(one.kind.name for one in mock.draft.operations if one.role == "create")
    assert {(kind, "create"), (kind, "update"), (kind, "read"), (kind, "list")} <= found(mock.draft)
    assert kind != "tables"

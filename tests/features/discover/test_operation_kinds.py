"""One address for the operations of many kinds, in which a parent's key stands: `/api/in/BASE?operation=sortCreate`."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

BASE = "pctk9iq7k8mmq1h"
VIEWS = ("vw41o84fdbnmx5qd", "vwirhk6uhovhb7ys")
TABLES = ("m48zamskqqpn8u4", "m0ilmiirsf8v60c")
MADE = "2026-11-27 04:43:31+00:00"


def asked(operation: str, **more: str) -> str:
    said = "".join(f"&{name}={value}" for name, value in more.items())
    return f"/api/in/{BASE}?operation={operation}{said}"


def of_view(key: str, view: str, column: str, **more: Any) -> dict[str, Any]:
    return {"id": key, "base_id": BASE, "fk_view_id": view, "fk_column_id": column, "order": 1, "made": MADE, **more}


def table(key: str, title: str) -> dict[str, Any]:
    return {"id": key, "base_id": BASE, "title": title, "type": "table", "made": MADE}


BASES = {"list": [{"id": BASE, "title": "Operations", "colour": "teal"}]}
COLUMNS = {
    view: {"list": [of_view(f"nc{view[2:]}{n}", view, f"c82trx5edpved7{n}", label=None, show=True) for n in range(3)]}
    for view in VIEWS
}
SORT = of_view("so0k6kh1hv7a1td4", VIEWS[1], "c82trx5edpved71", direction="asc")
GRANTS: dict[str, Any] = {"list": [{"label": "Owner", "on": True}]}
NONE: dict[str, Any] = {"list": []}
DIALOGUE: list[tuple[Any, ...]] = [
    ("GET", "/api/bases", None, 200, BASES),
    ("GET", f"/api/bases/{BASE}", None, 200, BASES["list"][0]),
    *(("GET", asked("tableGet", tableId=one), None, 200, table(one, one[:3])) for one in TABLES),
    *(("GET", asked("columnList", viewId=one), None, 200, COLUMNS[one]) for one in VIEWS),
    *(("GET", asked("sortList", viewId=one), None, 200, NONE) for one in VIEWS),
    ("GET", asked("grantList", tableId=TABLES[0]), None, 200, GRANTS),
    ("PATCH", f"/api/bases/{BASE}", {"colour": "plum"}, 200, {**BASES["list"][0], "colour": "plum"}),
    ("POST", asked("sortCreate", viewId=VIEWS[1]), {"fk_column_id": SORT["fk_column_id"], "direction": "asc"}, 200,
     SORT),
    ("GET", asked("sortList", viewId=VIEWS[1]), None, 200, {"list": [SORT]}),
    ("GET", asked("sortList", viewId=VIEWS[0]), None, 200, NONE),
]  # fmt: skip


async def test_a_reference_to_what_the_address_names_is_no_key() -> None:
    mock = Mock(*DIALOGUE)
    for one in TABLES:
        assert await mock.ask("GET", asked("tableGet", tableId=one)) == (200, table(one, one[:3]))


async def test_operations_on_two_kinds_at_one_address_are_told_apart() -> None:
    mock = Mock(*DIALOGUE)
    for one in VIEWS:
        assert await mock.ask("GET", asked("sortList", viewId=one)) == (200, NONE)
        assert await mock.ask("GET", asked("columnList", viewId=one)) == (200, COLUMNS[one])
    sent = {"fk_column_id": "c82trx5edpved72", "direction": "desc"}
    status, made = await mock.ask("POST", asked("sortCreate", viewId=VIEWS[1]), sent)
    assert (status, made["direction"]) == (200, "desc")
    shown = (await mock.ask("GET", asked("sortList", viewId=VIEWS[1])))[1]["list"]
    assert [one["direction"] for one in shown] == ["desc"]
    assert await mock.ask("GET", asked("sortList", viewId=VIEWS[0])) == (200, NONE)


async def test_nothing_is_told_of_the_same_operation_only() -> None:
    mock = Mock(*DIALOGUE)
    told = [one.document["on"]["where"] for one in mock.draft.features if "nothing" in one.document["id"]]
    assert any("grantList" in one for one in told)
    assert all("operation" in one for one in told)

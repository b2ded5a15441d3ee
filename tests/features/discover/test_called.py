"""Methods that are called by address, their arguments in order: `POST /call/crm.lead/save {args: [[8], {...}]}`."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

BASE = "/web/call_kw/crm.lead"
SPECIFICATION = {"id": {}, "name": {}, "stage": {}}


def called(method: str, *args: Any, **kwargs: Any) -> tuple[str, str, Any]:
    params = {"model": "crm.lead", "method": method, "args": [*args], "kwargs": kwargs}
    return "POST", f"{BASE}/{method}", {"jsonrpc": "2.0", "id": 5, "method": "call", "params": params}


def told(request: tuple[str, str, Any], result: Any) -> tuple[Any, ...]:
    return (*request, 200, {"jsonrpc": "2.0", "id": 5, "result": result})


def lead(number: int, name: str, stage: str = "new") -> dict[str, Any]:
    return {"id": number, "name": name, "stage": stage}


def searched(*domain: Any) -> tuple[str, str, Any]:
    return called("web_search_read", domain=[*domain], order="id ASC", limit=80, specification=SPECIFICATION)


def saved(number: int | None, **values: Any) -> tuple[str, str, Any]:
    return called("web_save", [] if number is None else [number], values, specification=SPECIFICATION)


def found(*leads: dict[str, Any]) -> dict[str, Any]:
    return {"length": len(leads), "records": [*leads]}


OLD, NEW = [lead(1, "Tea House"), lead(2, "Glass Harbour")], lead(3, "Salt Road")
LOG = (
    told(searched(), found(*OLD)),
    told(called("web_read", [2], specification=SPECIFICATION), [OLD[1]]),
    told(saved(None, name="Salt Road", stage="new"), [NEW]),
    told(searched(), found(*OLD, NEW)),
    told(saved(2, stage="won"), [lead(2, "Glass Harbour", "won")]),
    told(searched(["stage", "=", "won"]), found(lead(2, "Glass Harbour", "won"))),
    told(called("unlink", [1]), True),
    told(searched(), found(lead(2, "Glass Harbour", "won"), NEW)),
)


async def result(mock: Mock, request: tuple[str, str, Any]) -> Any:
    status, said = await mock.ask(*request)
    assert status == 200
    return said["result"]


async def test_what_is_called_reads_makes_changes_and_deletes() -> None:
    mock = Mock(*LOG)
    made = await result(mock, saved(None, name="Kites", stage="won"))
    assert made == [lead(3, "Kites", "won")]
    assert await result(mock, saved(1, name="Tea Rooms")) == [lead(1, "Tea Rooms")]
    assert await result(mock, called("web_read", [3], specification=SPECIFICATION)) == made
    assert await result(mock, searched(["name", "ilike", "rooms"])) == found(lead(1, "Tea Rooms"))
    assert await result(mock, called("unlink", [2])) is True
    assert await result(mock, searched()) == found(lead(1, "Tea Rooms"), *made)
    assert await result(mock, searched("|", ["name", "=", "Kites"], ["stage", "=", "new"])) == found(
        lead(1, "Tea Rooms"), *made
    )

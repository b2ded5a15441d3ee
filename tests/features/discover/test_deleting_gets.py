"""Deletions that a GET carries out: `awe_author/features/discover/exchanges/deleting_gets.py`."""

from __future__ import annotations

from typing import Any

from tests.features.discover.exchanges import draft_of, found
from tests.features.discover.mock import Mock

NAMES = {23: "Tea Clipper", 27: "Oak Runner", 25: "Elm Trader", 26: "Fig Lighter"}


def boats(*keys: int) -> dict[str, Any]:
    return {"rows": [{"id": key, "name": NAMES[key]} for key in keys]}


def asks(key: int) -> dict[str, Any]:
    return {"message": f"Delete {NAMES[key]}?", "success": True, "next": f"run(id={key}, [{key}])"}


GONE = {"record_deleted": True, "success": True}
TOUR = [
    ("GET", "/api/boats?fmt=json", None, 200, boats(23, 25, 26)),
    ("POST", "/api/boats", {"name": "Oak Runner"}, 200, {"id": 27, "name": "Oak Runner"}),
    ("GET", "/api/boats?fmt=json", None, 200, boats(23, 25, 26, 27)),
    ("GET", "/api/boats/27?fmt=json", None, 200, {"id": 27, "name": "Oak Runner"}),
    ("GET", "/api/boats/27?an=delete_selected&fmt=json&sr=27", None, 200, asks(27)),
    ("GET", "/api/boats?an=delete_selected&fmt=json&sr=27&sure=yes", None, 200, GONE),
    ("GET", "/api/boats?fmt=json", None, 200, boats(23, 25, 26)),
]


async def test_what_a_get_deletes_is_gone() -> None:
    mock = Mock(*TOUR)
    assert ("boats", "delete") in found(mock.draft)
    assert (await mock.ask("POST", "/api/boats", {"name": "Oak Runner"}))[0] == 200
    assert await mock.ask("GET", "/api/boats?an=delete_selected&fmt=json&sr=25&sure=yes") == (200, GONE)
    assert await mock.ask("GET", "/api/boats?fmt=json") == (200, boats(23, 26, 27))


async def test_a_get_that_asks_before_it_deletes_nothing() -> None:
    mock = Mock(*TOUR)
    assert (await mock.ask("POST", "/api/boats", {"name": "Oak Runner"}))[0] == 200
    assert await mock.ask("GET", "/api/boats/25?an=delete_selected&fmt=json&sr=25") == (200, asks(25))
    assert await mock.ask("GET", "/api/boats?fmt=json") == (200, boats(23, 25, 26, 27))
    assert await mock.ask("GET", "/api/boats/27?fmt=json") == (200, {"id": 27, "name": "Oak Runner"})


def test_what_stays_and_is_not_said_to_be_gone_was_not_deleted() -> None:
    left = {**GONE, "record_deleted": False}
    draft = draft_of(*TOUR[:5], (*TOUR[5][:4], left), ("GET", "/api/boats?fmt=json", None, 200, boats(23, 25, 26, 27)))
    doing = [one.document["on"] for one in draft.features if "do" in one.document]
    assert not [on for on in doing if "delete_selected" in str(on)]

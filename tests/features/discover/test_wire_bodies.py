"""Bodies of JSON in the only field of a form; reads that are sent as posts and say so in a header."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

from tests.features.discover.exchanges import draft_of, found
from tests.features.discover.mock import Mock

Row = dict[str, Any]
MEANT = ("X-App-HTTP-Method-Override", "GET")
START = [
    {"id": 1, "name": "Ada", "berth": "A"},
    {"id": 2, "name": "Ben", "berth": "B"},
    {"id": 3, "name": "Cor", "berth": "A"},
]
NEW = {"id": 4, "name": "Dorothy", "berth": "C"}


def packed(**fields: Any) -> str:
    return urlencode({"_body": json.dumps(fields)})


def listed(*rows: Row) -> Row:
    return {"docs": list(rows), "totalDocs": len(rows)}


def dialogue() -> list[tuple[Any, ...]]:
    moved = {**START[1], "berth": "A"}
    return [
        ("GET", "/api/boats", None, 200, listed(*START)),
        ("POST", "/api/boats", "berth=A", 200, listed(START[0], START[2]), [MEANT]),
        ("POST", "/api/boats/drafts", {"name": "Dorothy"}, 200, {"kept": True}),
        ("POST", "/api/boats", packed(name="Dorothy", berth="C"), 201, {"doc": NEW, "message": "Made."}),
        ("GET", "/api/boats", None, 200, listed(*START, NEW)),
        ("PATCH", "/api/boats/2", packed(berth="A"), 200, {"doc": moved, "message": "Saved."}),
        ("GET", "/api/boats", None, 200, listed(START[0], moved, START[2], NEW)),
    ]


def test_the_object_in_a_wrapper_is_called_after_the_address() -> None:
    draft = draft_of(*dialogue())
    assert {one.kind.name for one in draft.operations} == {"boats"}
    assert list(draft.forms) == [
        {"on": "POST https://app.test/api/*", "overridden": "x-app-http-method-override"},
        {"on": "* https://app.test/api/*", "packed": "_body"},
    ]


def test_what_a_later_write_made_was_not_made_before() -> None:
    draft = draft_of(*dialogue())
    assert [one.endpoint.path for one in draft.operations if one.role == "create"] == ["/api/boats"]
    assert ("boats", "list") in found(draft)


async def test_json_in_a_field_is_written_as_any_json() -> None:
    app = Mock(*dialogue())
    status, answer = await app.ask("POST", "/api/boats", packed(name="Eve", berth="D"))
    assert (status, answer["doc"]["name"], answer["doc"]["berth"], answer["message"]) == (201, "Eve", "D", "Made.")
    status, answer = await app.ask("PATCH", "/api/boats/3", packed(berth="D"))
    assert (status, answer) == (200, {"doc": {**START[2], "berth": "D"}, "message": "Saved."})
    assert (await app.ask("GET", "/api/boats"))[1]["totalDocs"] == 4


async def test_a_post_that_means_a_get_reads() -> None:
    app = Mock(*dialogue())
    await app.ask("POST", "/api/boats", packed(name="Eve", berth="B"))
    status, answer = await app.ask("POST", "/api/boats", "berth=B", MEANT)
    assert status == 200
    assert [one["name"] for one in answer["docs"]] == ["Ben", "Eve"]
    assert (await app.ask("GET", "/api/boats"))[1]["totalDocs"] == 4

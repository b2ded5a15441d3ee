"""Records in streams of server components tell what there is of the API's entities."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from awe_author.features.discover import Draft, Recorded, discover
from tests.features.discover.exchanges import ORIGIN, Html, exchange

Row = dict[str, Any]
BOATS: list[Row] = [
    {"id": 1, "name": "Ada", "berth": "A", "built": "2020-01-01T00:00:00.000Z"},
    {"id": 2, "name": "Bea", "berth": "B", "built": "2021-01-01T00:00:00.000Z"},
    {"id": 3, "name": "Cor", "berth": "A", "built": "2022-01-01T00:00:00.000Z"},
]
NEW: Row = {"id": 4, "name": "Dorothy", "berth": "D", "built": "2023-01-01T00:00:00.000Z"}
KEPT = {str(one["id"]): {**one, "id": str(one["id"])} for one in BOATS}


def stream(*rows: Row) -> str:
    told = [{**one, "built": f"$D{one['built']}", "locked": False, "of": "$3:props"} for one in rows]
    listed = ["$", "$L2", None, {"data": {"docs": told, "totalDocs": len(told)}, "theme": {"id": 9, "name": "dark"}}]
    text = "two lines,\n1:not a row"
    return f'1:"$Sreact.fragment"\n2:I[7,[],""]\n4:T{len(text):x},{text}0:{json.dumps(listed)}\n'


def drafted(listed: tuple[str, str]) -> Draft:
    """`listed`: (mime, body) of the page with the list."""
    raws = [
        exchange(1, "GET", "/desk/boats?page=1"),
        exchange(2, "POST", "/api/boats", {"name": "Dorothy", "berth": "D"}, 201, {"doc": NEW}),
        exchange(3, "GET", "/api/boats/4", None, 200, NEW),
        exchange(4, "PATCH", "/api/boats/2", {"berth": "C"}, 200, {"doc": {**BOATS[1], "berth": "C"}}),
    ]
    mime, body = listed
    raws[0] = replace(raws[0], headers=[("Content-Type", mime)], body=body.encode())
    return discover(Recorded(raws), "demo")


def test_records_in_a_stream_are_entities_of_the_api() -> None:
    draft = drafted(("text/x-component", stream(*BOATS)))
    assert {name for name, value in draft.seed.items() if "1" in value} == {"boats"}
    assert draft.seed["boats"] == KEPT


def test_so_are_those_in_a_document() -> None:
    half = len(stream(*BOATS)) // 2
    parts = [json.dumps(part) for part in (stream(*BOATS)[:half], stream(*BOATS)[half:])]
    scripts = "".join(f"<script>self.__next_f.push([1,{part}])</script>" for part in parts)
    draft = drafted(("text/html", Html(f"<html><body><p>Boats</p>{scripts}</body></html>")))
    assert draft.seed["boats"] == KEPT


def test_answers_with_streams_are_left_to_the_recording() -> None:
    draft = drafted(("text/x-component", stream(*BOATS)))
    assert not [one for one in draft.operations if one.endpoint.path.startswith("/desk")]
    assert ORIGIN + "/desk/boats" not in json.dumps(draft.model)


def test_records_that_the_api_does_not_show_are_none() -> None:
    raws = [exchange(1, "GET", "/desk/boats"), exchange(2, "GET", "/api/health", None, 200, {"fine": True})]
    raws[0] = replace(raws[0], headers=[("Content-Type", "text/x-component")], body=stream(*BOATS).encode())
    assert discover(Recorded(raws), "demo").seed == {}

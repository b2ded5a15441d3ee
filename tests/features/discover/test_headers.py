"""Lists whose headers say how many there are."""

from __future__ import annotations

import json
from typing import Any

import pytest

from awe_author.features.discover import Recorded, discover
from awe_author.features.discover.exchanges.calls import Raw
from awe_author.state.cel import DYN, compile_expression
from tests.features.discover.exchanges import DATE, ORIGIN
from tests.features.discover.test_draft import check

BOATS = [{"id": number, "name": f"boat {number}"} for number in range(1, 8)]


def asked(seq: int, page: int, rows: list[Any], form: str) -> Raw:
    begin = (page - 1) * 3
    shown = rows[begin : begin + 3]
    span = f"{begin}-{begin + len(shown) - 1}" if shown else "*"
    told = {
        "total": [("X-WP-Total", str(len(rows))), ("X-WP-TotalPages", str(-(-len(rows) // 3)))],
        "range": [("Content-Range", f"boats {span}/{len(rows)}")],
    }[form]
    headers = [("Content-Type", "application/json"), ("Date", DATE), ("X-Account", "7"), *told]
    url = f"{ORIGIN}/api/boats?page={page}&per_page=3"
    return Raw(seq, "GET", url, [], b"", 200, headers, json.dumps(shown).encode(), seq)


@pytest.mark.parametrize("form", ["total", "range"])
@pytest.mark.parametrize("known", [3, 7])
def test_headers_follow_the_state(form: str, known: int) -> None:
    pages = [1, 2, 3] if known == 7 else [1]
    raws = [asked(number, page, BOATS, form) for number, page in enumerate(pages, 1)]
    sent = [("Content-Type", "application/json")]
    raws.append(Raw(8, "DELETE", f"{ORIGIN}/api/boats/1", sent, b"", 204, [("Date", DATE)], b"", 8))
    raws += [asked(9, 1, BOATS[1:], form), asked(10, 3, BOATS[1:], form)]
    raws.append(asked(11, 2, BOATS[1:], form)) if known == 7 else None
    draft = discover(Recorded(raws), "demo")
    check(draft)
    listed = next(one.document for one in draft.features if one.document["id"] == "boats.list.api")
    reply: Any = listed["reply"]
    seed: Any = draft.seed
    values: dict[str, Any] = {"state": seed, "query": {"page": "2", "per_page": "3"}}
    let: Any = listed["let"]
    for name, source in let.items():
        values[name] = compile_expression(source, dict.fromkeys(values, DYN)).evaluate(values)
    made = {
        name: compile_expression(source, dict.fromkeys(values, DYN)).evaluate(values)
        for name, source in reply["headers"].items()
    }
    shown = len(values["shown"])
    expected = {
        "total": {"x-wp-total": "7", "x-wp-totalpages": "3"},
        "range": {"content-range": f"boats 3-{2 + shown}/7"},
    }[form]
    assert made == expected
    assert len(seed["boats"]) + seed.get("unseen", {}).get("boats", 0) == 7

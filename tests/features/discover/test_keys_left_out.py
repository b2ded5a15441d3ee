"""Lists that leave out what a request names: pickers of what is not chosen yet."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.mock import Mock

NAMES = ("Fjord", "Quartz", "Cedar", "Tide", "Harbour")
FIRMS = [{"id": n, "firmId": f"{letter}3w6t5z8r0p2", "name": name}
         for n, (letter, name) in enumerate(zip("hijkl", NAMES, strict=True), 1)]  # fmt: skip


def asked(query: str, *left_out: int) -> tuple[Any, ...]:
    rows = [one for one in FIRMS if one["id"] not in left_out]
    return "GET", f"/api/firms{query}", None, 200, {"rows": rows, "total": len(rows)}


def mock(*dialogue: tuple[Any, ...]) -> Mock:
    new = {"id": 6, "firmId": "m3w6t5z8r0p2", "name": "Oak"}
    opened = ("GET", f"/api/firms/{FIRMS[0]['firmId']}", None, 200, {"data": FIRMS[0]})
    return Mock(asked(""), opened, *dialogue, ("POST", "/api/firms", {"name": "Oak"}, 201, {"data": new}))


async def shown(mock: Mock, query: str) -> list[int]:
    _, told = await mock.ask("GET", f"/api/firms{query}")
    return [one["id"] for one in told["rows"]]


async def test_numbered_parameters_leave_out_all_that_they_name() -> None:
    picker = mock(asked("?idsToOmit[0]=3", 3), asked("?idsToOmit[0]=1", 1))
    assert await shown(picker, "?idsToOmit[0]=2") == [1, 3, 4, 5]
    assert await shown(picker, "?idsToOmit[0]=2&idsToOmit[1]=5") == [1, 3, 4]


async def test_keys_may_stand_in_one_text() -> None:
    first, second, third = (str(one["firmId"]) for one in FIRMS[:3])
    picker = mock(asked(f"?exclude={first}", 1), asked(f"?exclude={first},{second}", 1, 2))
    assert await shown(picker, f"?exclude={third},{second}") == [1, 4, 5]


@pytest.mark.parametrize(
    "dialogue",
    [
        [asked("?exclude=3", 3), asked("?exclude=1")],
        [asked("?exclude=3", 3), asked("?exclude=3", 3)],
        [asked("?exclude=3", 3), asked("?exclude=drafts")],
    ],
    ids=["one is shown", "one alone", "no keys"],
)
async def test_what_is_shown_or_no_key_tells_otherwise(dialogue: list[tuple[Any, ...]]) -> None:
    assert "split(',')" not in str([one.document for one in mock(*dialogue).draft.features])

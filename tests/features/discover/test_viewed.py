"""A parameter that shows a part of a list says nothing of what requests without it are shown."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

CREW = [
    {"id": number, "name": name, "role": role}
    for number, (name, role) in enumerate(
        (("Ada", "hand"), ("Ben", "mate"), ("Cor", "hand"), ("Dot", "mate"), ("Eve", "hand")), 1
    )
]
MATES = [CREW[1], CREW[3]]
PAGE, VIEW = "/crew?page=1&page_size=2", "/crew?role=cook&role=mate&page_size=50"


def page(rows: list[dict[str, Any]], count: int) -> dict[str, Any]:
    return {"count": count, "results": rows}


def mock() -> Mock:
    return Mock(
        ("GET", VIEW, None, 200, page(MATES, 2)),
        ("GET", PAGE, None, 200, page(CREW[:2], 6)),
        ("GET", "/crew/3", None, 200, CREW[2]),
        ("GET", "/crew/5", None, 200, CREW[4]),
        ("POST", "/crew", {"name": "Fay", "role": "hand"}, 201, {"id": 7, "name": "Fay", "role": "hand"}),
        ("GET", PAGE, None, 200, page(CREW[:2], 7)),
        ("GET", VIEW, None, 200, page(MATES, 2)),
    )


async def test_lists_that_do_not_ask_for_it_show_all() -> None:
    app = mock()
    assert await app.ask("GET", PAGE) == (200, page(CREW[:2], 6))
    _, shown = await app.ask("GET", "/crew?page=2&page_size=2")
    assert shown == page(CREW[2:4], 6)


async def test_what_nobody_saw_is_not_counted_in_a_part() -> None:
    app = mock()
    assert await app.ask("GET", VIEW) == (200, page(MATES, 2))
    await app.ask("POST", "/crew", {"name": "Gus", "role": "mate"})
    _, shown = await app.ask("GET", VIEW)
    assert (shown["count"], [one["name"] for one in shown["results"]]) == (3, ["Ben", "Dot", "Gus"])
    assert (await app.ask("GET", PAGE))[1]["count"] == 7

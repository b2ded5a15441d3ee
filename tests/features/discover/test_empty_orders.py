"""Where those without a value stand in an order."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.features.discover.lists.ordering import Order, order_of
from tests.features.discover.mock import Mock

Row = dict[str, Any]
DUE = {1: None, 2: "2025-04-02", 3: None, 4: "2025-03-09", 5: "2025-05-30"}
ROWS = [{"id": n, "title": f"Case {n}", "due": due} for n, due in DUE.items()]


def ordered(*keys: int) -> list[Row]:
    return [ROWS[key - 1] for key in keys]


@pytest.mark.parametrize(
    ("keys", "order"),
    [
        ((1, 3, 4, 2, 5), Order("due", empty="low")),
        ((4, 2, 5, 1, 3), Order("due", empty="high")),
        ((5, 2, 4, 3, 1), Order("due", down=True, ties_down=True, empty="low")),
        ((1, 3, 5, 2, 4), Order("due", down=True, empty="high")),
        ((4, 2, 5), Order("due")),
    ],
)
def test_it_is_told_by_a_list(keys: tuple[int, ...], order: Order) -> None:
    assert order_of([ordered(*keys)], "id", "due") == order


async def keys(mock: Mock, order: str) -> list[int]:
    return [one["id"] for one in (await mock.ask("GET", f"/api/cases?ordering={order}"))[1]]


def dialogue(order: str, *shown: int) -> Mock:
    return Mock(
        ("GET", "/api/cases", None, 200, ROWS),
        ("GET", f"/api/cases?ordering={order}", None, 200, ordered(*shown)),
        ("PATCH", "/api/cases/2", {"title": "A case"}, 200, {**ROWS[1], "title": "A case"}),
        ("GET", "/api/cases/2", None, 200, {**ROWS[1], "title": "A case"}),
    )


@pytest.mark.parametrize(
    ("order", "shown", "turned"),
    [
        ("due", (4, 2, 5, 1, 3), (None, None, "2025-05-30", "2025-04-02", "2025-03-09")),
        ("due", (1, 3, 4, 2, 5), ("2025-05-30", "2025-04-02", "2025-03-09", None, None)),
        ("-due", (3, 1, 5, 2, 4), ("2025-03-09", "2025-04-02", "2025-05-30", None, None)),
    ],
)
async def test_what_is_written_is_sorted_so(order: str, shown: tuple[int, ...], turned: tuple[str | None, ...]) -> None:
    mock = dialogue(order, *shown)
    await mock.ask("PATCH", "/api/cases/2", {"title": "Another"})
    assert await keys(mock, order) == [*shown]
    other = await keys(mock, order[1:] if order[0] == "-" else f"-{order}")
    assert [DUE[key] for key in other] == [*turned]


DONE = {1: None, 2: "2025-04-02T08:00:00Z", 3: None, 4: "2025-03-09T10:30:00Z"}
LEVEL = {1: 3, 2: None, 3: 1, 4: None}


@pytest.mark.parametrize(
    ("order", "shown"),
    [("done", (4, 2, 1, 3)), ("-done", (2, 4, 1, 3)), ("level", (2, 4, 3, 1)), ("-level", (1, 3, 2, 4))],
)
async def test_where_it_was_not_seen_what_has_no_moment_comes_last(order: str, shown: tuple[int, ...]) -> None:
    rows = [{"id": n, "title": f"Case {5 - n}", "done": done, "level": LEVEL[n]} for n, done in DONE.items()]
    mock = Mock(
        ("GET", "/api/cases", None, 200, rows),
        ("GET", "/api/cases?ordering=title", None, 200, rows[::-1]),
        ("PATCH", "/api/cases/2", {"title": "Case 3"}, 200, rows[1]),
        ("GET", "/api/cases/2", None, 200, rows[1]),
    )
    await mock.ask("PATCH", "/api/cases/2", {"title": "Another"})
    assert await keys(mock, order) == [*shown]

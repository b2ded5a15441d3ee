"""How many there are of each value: `GET /yards/north/boats/count?group_by=state`."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.mock import Mock

Row = dict[str, Any]
BOATS: list[Row] = [
    {"id": number, "name": name, "state": state, "lent": lent, "yard": "north"}
    for number, (name, state, lent) in enumerate(
        (("Ada", "new", False), ("Bo", "old", False), ("Cy", "new", False), ("Di", "sold", True)), 1
    )
]
NEW: Row = {"id": 5, "name": "Ed", "state": "old", "lent": False, "yard": "north"}
AT = "/yards/north/boats"


def counts(field: str, *groups: tuple[Any, Any, int]) -> Row:
    made = [{"count": number, "name": name, field: value} for name, value, number in groups]
    return {"groups": made, "total_count": sum(number for *_, number in groups)}


@pytest.fixture(name="boats")
def _boats() -> Mock:
    return Mock(
        ("GET", AT, None, 200, {"rows": BOATS, "count": 4}),
        ("GET", f"{AT}/count?group_by=state", None, 200,
         counts("state", ("sold", "sold", 1), ("new", "new", 2), ("old", "old", 1))),
        ("GET", f"{AT}/count?group_by=lent", None, 200, counts("lent", ("False", False, 3), ("True", True, 1))),
        ("POST", AT, {"name": "Ed", "state": "old"}, 201, NEW),
        ("GET", AT, None, 200, {"rows": [*BOATS, NEW], "count": 5}),
        ("GET", f"{AT}/count?group_by=lent", None, 200, counts("lent", ("False", False, 4), ("True", True, 1))),
        ("DELETE", f"{AT}/5", None, 204, None),
        ("GET", AT, None, 200, {"rows": BOATS, "count": 4}),
    )  # fmt: skip


async def test_groups_are_counted_anew(boats: Mock) -> None:
    status, _ = await boats.ask("POST", AT, {"name": "Fay", "state": "new"})
    assert status == 201
    assert await boats.ask("GET", f"{AT}/count?group_by=state") == (
        200, counts("state", ("sold", "sold", 1), ("new", "new", 3), ("old", "old", 1)),
    )  # fmt: skip
    await boats.ask("DELETE", f"{AT}/4")
    assert await boats.ask("GET", f"{AT}/count?group_by=lent") == (200, counts("lent", ("False", False, 4)))

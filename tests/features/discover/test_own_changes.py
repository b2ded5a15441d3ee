"""What the server changes beyond what a write asks for, where the answer to the write does not tell."""

from __future__ import annotations

import pytest

from tests.features.discover.mock import Mock

EARLIER, MOMENT = "2025-01-05T08:00:00Z", "2025-03-03T09:00:01Z"
SHIPS = [
    {"id": n, "name": name, "changed_at": EARLIER, "made_at": EARLIER}
    for n, name in ((1, "Ada"), (2, "Bee"), (3, "Cod"))
]


@pytest.mark.parametrize("later", [MOMENT, "2025-03-03T09:02:00Z", EARLIER])
async def test_a_time_that_the_next_list_shows_is_that_of_the_change(later: str) -> None:
    changed = {**SHIPS[1], "name": "Bea", "changed_at": later}
    mock = Mock(
        ("GET", "/ships", None, 200, SHIPS),
        ("PATCH", "/ships/2", {"name": "Bea"}, 200, {"id": 2, "name": "Bea"}),
        ("GET", "/ships", None, 200, [SHIPS[0], changed, SHIPS[2]]),
    )
    assert (await mock.ask("PATCH", "/ships/3", {"name": "Cor"}))[1] == {"id": 3, "name": "Cor"}
    shown = (await mock.ask("GET", "/ships"))[1]
    assert shown[:2] == SHIPS[:2]
    assert (shown[2]["changed_at"] != EARLIER) is (later == MOMENT)
    assert shown[2]["made_at"] == EARLIER

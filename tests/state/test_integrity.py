"""A state that does not fit its models is told, place by place, whatever put it there."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.state.integrity import violations
from awe_author.state.world_state import WorldState
from tests.state.worlds import SEEDS, small_world

WORLD = small_world()
FIRST = WORLD.initial(SEEDS)


def spoilt(pointer: str, value: Any) -> list[tuple[str, str]]:
    document: Any = FIRST.document()
    *above, last = pointer.split("/")[1:]
    here = document
    for part in above:
        here = here[part]
    here[last] = value
    return list(violations(WORLD.models, WorldState.build(document, WORLD.shape)))


def test_the_first_state_fits() -> None:
    assert list(violations(WORLD.models, FIRST)) == []


@pytest.mark.parametrize(
    ("pointer", "value", "place", "said"),
    [
        ("/crm/leads/l1/score", "high", "/crm/leads/l1/score", "is not of type"),
        ("/crm/settings/currency", 7, "/crm/settings/currency", "is not of type"),
        ("/crm/settings/boss", "u9", "/crm/settings", '"boss" names "u9", which is not there'),
        ("/warehouse/people/p1/company", "c9", "/warehouse/people/p1", '"company" names "c9", which is not there'),
        ("/warehouse/people/p1/full_name", "", "/warehouse/people/p1/full_name", "shorter than 1"),
        (
            "/crm/users",
            {f"u{n}": {"name": "N"} for n in range(1, 9)},
            "/crm/users",
            "8 entities",
        ),
    ],
)
def test_what_does_not_fit_is_told(pointer: str, value: Any, place: str, said: str) -> None:
    found = spoilt(pointer, value)
    assert any(where == place and said in message for where, message in found), found

"""Answers that are made of what their address says."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.mock import Mock


def ping(task: str, visit: int, **more: Any) -> dict[str, Any]:
    """What an open page is told when it says that it is open."""
    return {
        "session_id": visit,
        "ping": f"/sessions/ping/task/{task}/{visit}/",
        "left": f"/sessions/{visit}/leave",
        **more,
    }


def pinged(*visits: tuple[str, int], **more: Any) -> list[tuple[str, str, str, int, Any]]:
    return [
        ("POST", f"/sessions/ping/task/{task}/{visit}/", "open=1", 200, ping(task, visit, others=[], **more))
        for task, visit in visits
    ]


async def test_other_addresses_are_answered_with_their_own_parts() -> None:
    mock = Mock(*pinged(("3", 1), ("3", 1), ("5", 2)))
    assert await mock.ask("POST", "/sessions/ping/task/7/4/", {"open": 1}) == (200, ping("7", 4, others=[]))
    assert await mock.ask("POST", "/sessions/ping/task/12/31/", {}) == (200, ping("12", 31, others=[]))


async def test_a_number_is_none_where_the_address_has_no_number() -> None:
    mock = Mock(*pinged(("3", 1), ("5", 2)))
    assert await mock.submit("/sessions/ping/task/7/8/", "open=1") == 200
    assert await mock.submit("/sessions/ping/task/7/last/", "open=1") == 404


@pytest.mark.parametrize(
    "visits",
    [
        [("3", 1), ("3", 1)],
        [("3", 1)],
    ],
)
def test_one_address_tells_nothing(visits: list[tuple[str, int]]) -> None:
    assert not [one for one in Mock(*pinged(*visits)).draft.features if "says" in str(one.document.get("title"))]


def test_what_the_address_does_not_explain_is_left_to_the_recording() -> None:
    dialogue = pinged(("3", 1), ("5", 2))
    dialogue[1] = (*dialogue[1][:4], {**dialogue[1][4], "others": ["Ben"]})
    assert not [one for one in Mock(*dialogue).draft.features if "says" in str(one.document.get("title"))]

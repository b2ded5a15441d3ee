"""What asks about an address elsewhere, and was told nothing, is told nothing of other addresses."""

from __future__ import annotations

from typing import Any

from tests.features.discover.exchanges import ORIGIN
from tests.features.discover.mock import Mock
from tests.replay.listed import FETCH

NOTHING: dict[str, Any] = {"title": None, "picture": None}
ROWS = [{"id": 1, "name": "Tea"}, {"id": 2, "name": "Rum"}]


def asked(url: str, answer: dict[str, Any]) -> tuple[Any, ...]:
    return "GET", f"/about?url={url}", None, 200, answer


async def test_nothing_is_found_elsewhere() -> None:
    mock = Mock(("GET", "/rows", None, 200, ROWS), asked("https://anchors.test/holding", NOTHING))
    assert await mock.ask("GET", "/about?url=https://ferry.test/") == (200, NOTHING)


async def test_what_was_told_of_one_is_not_told_of_others() -> None:
    told = asked("https://tea.test/", {"title": "Tea", "picture": None})
    mock = Mock(("GET", "/rows", None, 200, ROWS), asked("https://anchors.test/holding", NOTHING), told)
    answer = await mock.replay.ask("GET", f"{ORIGIN}/about?url=https://ferry.test/", b"", FETCH)
    assert answer.status == 404

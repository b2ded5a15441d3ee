"""Calls by name about one entity that had nothing to show say the same of others."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.features.api.parts import called_after_many
from tests.features.discover.mock import Mock

BUGS = [{"id": n, "title": title, "open": True} for n, title in enumerate(("Lamp is dark", "Door squeaks", "Dust"), 1)]
CASES = [{"id": 31, "words": "Turn it on"}]


def call(method: str, *params: Any, result: Any = None) -> tuple[Any, ...]:
    sent = {"jsonrpc": "2.0", "id": "j", "method": method, "params": list(params)}
    return "POST", "/rpc", sent, 200, {"jsonrpc": "2.0", "id": "j", "result": result}


DIALOGUE: list[tuple[Any, ...]] = [
    call("Bug.filter", {"open": True}, result=BUGS),
    call("Tag.filter", {"bug": 1}, result=[]),
    call("Tag.filter", {"bug__in": [1, 2]}, result=[]),
    call("Case.filter", {"bug": 1}, result=CASES),
    call("Case.filter", {"bug": 2}, result=[]),
    call("Case.filter", {}, result=[*CASES, {"id": 32, "words": "Turn it off"}]),
    call("Case.properties", {"bug": 1}, result={"4": 0, "31": 10}),
    call("Bug.update", 3, {"title": "Dust on top"}, result={**BUGS[2], "title": "Dust on top"}),
    call("Bug.filter", {"open": True}, result=[*BUGS[:2], {**BUGS[2], "title": "Dust on top"}]),
]


async def asked(mock: Mock, method: str, *params: Any) -> Any:
    request = {**call(method, *params)[2], "id": "k"}
    status, answer = await mock.ask("POST", "/rpc", request)
    assert status == 200
    assert answer["id"] == "k"
    return answer["result"]


async def test_what_was_always_nothing_is_nothing_however_it_is_asked() -> None:
    mock = Mock(*DIALOGUE)
    assert await asked(mock, "Tag.filter", {"bug": 3}) == []
    assert await asked(mock, "Tag.filter", {"bug__in": [3]}) == []


async def test_what_one_had_another_does_not_have() -> None:
    mock = Mock(*DIALOGUE)
    assert await asked(mock, "Case.filter", {"bug": 1}) == CASES
    assert await asked(mock, "Case.filter", {"bug": 3}) == []
    assert await asked(mock, "Case.properties", {"bug": 3}) == {}


async def test_calls_that_say_something_else_are_left_to_the_recording() -> None:
    mock = Mock(*DIALOGUE)
    status, answer = await mock.ask("POST", "/rpc", call("Case.filter", {})[2])
    assert (status, len(answer["result"])) == (200, 2)


@pytest.mark.parametrize(("method", "asks"), [
    ("case.properties", True), ("Case.sortkeys", True), ("case.process", False), ("case.markItems", False),
    ("case.focus", False), ("case.close", False), ("items", True), ("updateDetails", False), ("", False),
    ("post_boats", False), ("patch_boats", False),
])  # fmt: skip
def test_a_method_that_is_called_after_things_only_asks(method: str, asks: bool) -> None:
    assert called_after_many(method) is asks

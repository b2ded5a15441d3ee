"""Secrets that are shown as the same text, whatever they are."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.mock import Mock

HIDDEN = "__set__"


def key(number: int, name: str, **data: str) -> dict[str, Any]:
    return {"id": number, "name": name, "data": data}


def recorded(shown: str = HIDDEN, other: str = HIDDEN, beside: str = HIDDEN) -> Mock:
    """`shown`: in place of what was sent; `other`: of another one; `beside`: at a member that nobody wrote."""
    mail, bank = key(1, "Mail", user="ada", password=beside), key(2, "Bank", user="bob", pin=other, sort="slow")
    shop, stock = key(3, "Shop", user="ada", password=beside), key(4, "Stock", user="eve", pin=shown, sort="fast")
    sent = {"name": "Stock", "data": {"user": "eve", "pin": "4711-x", "sort": "fast"}}
    return Mock(
        ("GET", "/keys", None, 200, [mail, bank, shop]),
        ("POST", "/keys", sent, 201, {"id": 4, "name": "Stock"}),
        ("GET", "/keys", None, 200, [mail, bank, shop, stock]),
    )


async def made(mock: Mock, **data: str) -> Any:
    """What is shown of what was sent."""
    await mock.ask("POST", "/keys", {"name": "New", "data": data})
    _, said = await mock.ask("GET", "/keys")
    return {name: said[-1]["data"].get(name) for name in data}


async def test_what_is_secret_is_never_shown() -> None:
    said = await made(recorded(), user="kim", pin="1-2-3", sort="odd")
    assert said == {"user": "kim", "pin": HIDDEN, "sort": "odd"}
    assert await made(recorded(), user="kim", password="kim-1") == {"user": "kim", "password": HIDDEN}
    said = await made(recorded("***", "***", "none"), user="kim", pin="1-2-3", password="kim-1")
    assert said == {"user": "kim", "pin": "***", "password": "kim-1"}


@pytest.mark.parametrize("told", [("4711-x", HIDDEN), (HIDDEN, "0815"), (HIDDEN, HIDDEN, "other")])
async def test_what_is_shown_otherwise_once_is_no_secret(told: tuple[str, ...]) -> None:
    assert await made(recorded(*told), user="kim", pin="1-2-3") == {"user": "kim", "pin": "1-2-3"}

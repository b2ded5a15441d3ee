"""What belongs to an entity by the end of its address: accounts `ada@harbour.test` of the domain `harbour.test`."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

NAMES = ("ada@harbour.test", "ben@harbour.test", "cor@quay.test", "dot@quay.test", "admin")
ACCOUNTS = [{"id": number, "username": name, "active": True} for number, name in enumerate(NAMES, 1)]


def domains(*boxes: int) -> list[dict[str, Any]]:
    names = ("harbour.test", "quay.test", "mole.test")
    return [
        {"id": number, "name": name, "note": "", "mailbox_count": count}
        for number, (name, count) in enumerate(zip(names, boxes, strict=True), 1)
    ]


async def test_numbers_count_them() -> None:
    made = {"id": 6, "username": "eve@quay.test", "active": True}
    app = Mock(
        ("GET", "/accounts", None, 200, ACCOUNTS),
        ("GET", "/domains", None, 200, domains(2, 2, 0)),
        ("POST", "/accounts", {"username": "eve@quay.test", "active": True}, 201, made),
        ("GET", "/domains", None, 200, domains(2, 3, 0)),
        ("DELETE", "/accounts/1", None, 204, None),
        ("GET", "/domains", None, 200, domains(1, 3, 0)),
        ("PATCH", "/domains/3", {"note": "new"}, 200, {**domains(1, 3, 0)[2], "note": "new"}),
    )
    await app.ask("POST", "/accounts", {"username": "fay@mole.test", "active": True})
    await app.ask("DELETE", "/accounts/3")
    assert [one["mailbox_count"] for one in (await app.ask("GET", "/domains"))[1]] == [2, 1, 1]

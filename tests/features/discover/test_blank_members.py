"""Members of a record that a list always shows as nothing, also of what was sent there."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

Row = dict[str, Any]
PATH = "/api/users"


def user(number: int, name: str, first: str | None, places: list[str] | None = None) -> Row:
    extra = {"first": first, "from": "local", "places": places or []}
    return {"id": f"5f0c1d2e3b4a59687786a5b4c3d2e1f{number}", "name": name, "extra": extra}


def row(one: Row) -> Row:
    return {**one, "extra": {**one["extra"], "first": None}}


ADA, BEN, CLEO = user(1, "ada", "Ada"), user(2, "ben", "Ben"), user(3, "cleo", "Cleo")
EVE = user(4, "eve", "Eve")


def users() -> Mock:
    changed = {**BEN, "extra": {**BEN["extra"], "first": "Benno"}}
    return Mock(
        ("GET", PATH, None, 200, [row(ADA), row(BEN), row(CLEO)]),
        ("GET", f"{PATH}/{ADA['id']}", None, 200, ADA),
        ("GET", f"{PATH}/{BEN['id']}", None, 200, BEN),
        ("POST", PATH, {"name": "eve", "extra": {"first": "Eve"}}, 200, EVE),
        ("GET", PATH, None, 200, [row(ADA), row(BEN), row(CLEO), row(EVE)]),
        ("PUT", f"{PATH}/{BEN['id']}", changed, 200, changed),
        ("GET", PATH, None, 200, [row(ADA), row(changed), row(CLEO), row(EVE)]),
    )


async def test_a_list_shows_nothing_there_of_what_was_sent_either() -> None:
    app = users()
    sent = {**ADA, "extra": {**ADA["extra"], "first": "Adele"}}
    assert await app.ask("PUT", f"{PATH}/{ADA['id']}", sent) == (200, sent)
    assert await app.ask("GET", PATH) == (200, [row(ADA), row(BEN), row(CLEO)])
    assert await app.ask("GET", f"{PATH}/{ADA['id']}") == (200, sent)

"""Records at addresses that are called after sessions."""

from __future__ import annotations

from typing import Any

from tests.features.discover.exchanges import draft_of, found
from tests.features.discover.mock import Mock


def room(key: int, name: str) -> dict[str, Any]:
    return {"id": key, "name": name, "seats": 5 * key}


ROOMS: list[tuple[Any, ...]] = [
    ("POST", "/api/auth/session/", {"username": "ann", "password": "x"}, 200, {"id": "current", "username": "ann"}),
    ("GET", "/api/auth/room/", None, 200, [room(1, "Attic"), room(2, "Cellar")]),
    ("POST", "/api/auth/room/", {"name": "Hall", "seats": 15}, 201, room(3, "Hall")),
    ("PATCH", "/api/auth/room/3/", {"name": "Great hall"}, 200, room(3, "Great hall")),
    ("GET", "/api/auth/room/", None, 200, [room(1, "Attic"), room(2, "Cellar"), room(3, "Great hall")]),
    ("DELETE", "/api/auth/room/1/", None, 204, None),
    ("GET", "/api/auth/room/", None, 200, [room(2, "Cellar"), room(3, "Great hall")]),
]


async def test_what_lists_records_below_a_part_called_so_is_written() -> None:
    assert {("rooms", role) for role in ("list", "create", "update", "delete")} <= found(draft_of(*ROOMS))
    mock = Mock(*ROOMS)
    assert (await mock.ask("POST", "/api/auth/room/", {"name": "Loft", "seats": 9}))[1]["name"] == "Loft"
    assert (await mock.ask("DELETE", "/api/auth/room/2/"))[0] == 204
    assert [one["name"] for one in (await mock.ask("GET", "/api/auth/room/"))[1]] == ["Attic", "Loft"]


def test_the_own_session_stays_with_the_recording() -> None:
    draft = draft_of(*ROOMS)
    assert ("POST /api/auth/session/", "logs in or keeps a session", 1) in draft.left_writes
    one = [{"id": "s1", "browser": "Chrome"}]
    draft = draft_of(
        ("GET", "/sessions", None, 200, one),
        ("POST", "/sessions", {"browser": "Firefox"}, 201, {"id": "s2", "browser": "Firefox"}),
        ("GET", "/sessions", None, 200, [*one, {"id": "s2", "browser": "Firefox"}]),
        ("POST", "/sessions", {"name": "ann", "password": "x"}, 201, {"id": "s3", "browser": "Chrome"}),
    )
    assert ("POST /sessions", "logs in or keeps a session", 1) in draft.left_writes


def test_sessions_of_a_conference_are_records() -> None:
    draft = draft_of(
        ("GET", "/sessions", None, 200, [room(1, "Opening"), room(2, "Panel")]),
        ("POST", "/sessions", {"name": "Closing", "seats": 15}, 201, room(3, "Closing")),
        ("GET", "/sessions", None, 200, [room(1, "Opening"), room(2, "Panel"), room(3, "Closing")]),
    )
    assert {("sessions", "list"), ("sessions", "create")} <= found(draft)


def told(value: object) -> dict[str, object]:
    """As servers answer that have an envelope of JSON-RPC, though nobody calls by it."""
    return {"id": 1, "jsonrpc": "2.0", "result": {"status": True, "value": value}}


def test_tokens_listed_in_an_envelope_are_records_and_so_is_what_stands_below_them() -> None:
    keys = [{"id": number, "label": label, "on": True} for number, label in ((11, "Fob"), (12, "Card"), (13, "Box"))]
    draft = draft_of(
        ("GET", "/token/", None, 200, told({"count": 3, "tokens": keys})),
        ("PATCH", "/token/12", {"label": "Desk"}, 200, told(True)),
        ("GET", "/token/", None, 200, told({"count": 3, "tokens": [keys[0], keys[1] | {"label": "Desk"}, keys[2]]})),
        ("DELETE", "/token/13", None, 200, told(True)),
        ("GET", "/token/", None, 200, told({"count": 2, "tokens": [keys[0], keys[1] | {"label": "Desk"}]})),
        ("POST", "/token/enable/all", {}, 200, told(True)),
        ("POST", "/token/refresh", {"token": "x"}, 200, told(True)),
    )
    assert {("tokens", "list"), ("tokens", "update"), ("tokens", "delete")} == found(draft)
    assert ("POST /token/enable/all", "logs in or keeps a session", 1) not in draft.left_writes
    assert ("POST /token/refresh", "logs in or keeps a session", 1) in draft.left_writes

"""What is asked about an entity and a moment, what a new one is asked in vain, and keys that creates send in vain."""

from __future__ import annotations

from typing import Any

from tests.features.discover.exchanges import ORIGIN
from tests.features.discover.mock import Mock
from tests.replay.listed import FETCH

KEYS = [f"0{number}3f9c1e-77aa-4c1b-9d0e-5a6b7c8d9e0f" for number in range(1, 6)]
HOST = "9b1d2c3e-11bb-4c2d-8e3f-0a1b2c3d4e5f"


def plan(at: int, name: str, changed: str, steps: str = "[]") -> dict[str, Any]:
    return {"id": KEYS[at], "name": name, "steps": steps, "changed": f"2026-03-0{at + 1}T{changed}.000Z"}


OLD = [plan(0, "Sowing", "08:00:00"), plan(1, "Mowing", "08:10:00"), plan(2, "Raking", "08:20:00")]
SAVED = {**OLD[0], "steps": "[1]", "changed": "2026-03-09T09:00:00.000Z"}
NEW = {**plan(3, "Pruning", "09:01:00"), "changed": "2026-03-09T09:01:00.000Z"}
GUEST = {**plan(4, "Weeding", "09:02:00"), "changed": "2026-03-09T09:02:00.000Z"}
BROKEN = {"status": 500, "message": "cannot read 'steps' of nothing"}
DIALOGUE: list[tuple[Any, ...]] = [
    ("GET", "/plans", None, 200, OLD),
    ("GET", f"/plans/{KEYS[0]}", None, 200, OLD[0]),
    ("GET", f"/plans/touched/{KEYS[0]}/{OLD[0]['changed']}", None, 200, {"touched": False}),
    ("PUT", f"/plans/{KEYS[0]}", {"steps": "[1]"}, 200, SAVED),
    ("GET", "/plans", None, 200, [SAVED, *OLD[1:]]),
    ("POST", "/plans", {"name": "Pruning", "steps": "[]"}, 200, NEW),
    ("GET", "/plans", None, 200, [SAVED, *OLD[1:], NEW]),
    ("POST", "/plans", {"id": HOST, "name": "Weeding", "steps": "[]"}, 200, GUEST),
    ("GET", f"/plans/streams/{GUEST['id']}", None, 500, BROKEN),
    ("GET", "/plans", None, 200, [SAVED, *OLD[1:], NEW, GUEST]),
]


async def test_what_is_said_at_a_moment_is_said_at_others_and_of_others() -> None:
    mock = Mock(*DIALOGUE)
    for one in (OLD[1], SAVED):
        asked = await mock.ask("GET", f"/plans/touched/{one['id']}/{one['changed']}")
        assert asked == (200, {"touched": False})


async def test_a_key_that_is_sent_and_not_taken_is_not_the_new_one_s() -> None:
    mock = Mock(*DIALOGUE)
    other = HOST.replace("9b1d", "7c2e")
    status, made = await mock.ask("POST", "/plans", {"id": HOST, "name": "Hoeing", "steps": "[]"})
    assert (status, made["name"]) == (200, "Hoeing")
    again, second = await mock.ask("POST", "/plans", {"id": other, "name": "Edging", "steps": "[]"})
    assert (again, second["id"] in (HOST, other, made["id"])) == (200, False)
    assert (await mock.ask("GET", f"/plans/{made['id']}"))[1]["name"] == "Hoeing"


async def test_what_a_new_one_s_page_asked_in_vain_others_ask_in_vain() -> None:
    mock = Mock(*DIALOGUE)
    for name in ("Hoeing", "Edging", "Liming"):
        made = (await mock.ask("POST", "/plans", {"name": name, "steps": "[]"}))[1]
    assert await mock.ask("GET", f"/plans/streams/{made['id']}") == (500, BROKEN)
    unknown = await mock.replay.ask("GET", f"{ORIGIN}/plans/streams/{KEYS[1]}", b"", FETCH)
    assert unknown.status == 404

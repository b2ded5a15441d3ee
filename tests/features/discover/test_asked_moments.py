"""Lists whose rows say the moment of their answer for when they were made, and are in the order of when they were."""

from __future__ import annotations

from typing import Any

from awe_author.features.discover.draft import Draft, discover
from awe_author.features.discover.exchanges.reading import Recorded
from tests.features.discover.exchanges import exchange, feature

Row = dict[str, Any]
PATH = "/api/boats"
ASKED = f"{PATH}?limit=10&offset=0&sortby=made_at&direction=desc"
KEYS = [f"5f0c1d2e3b4a59687786a5b4c3d2e1f{number}" for number in range(6)]
TEXTS = ("Asha", "Tern", "Gull", "Petrel", "Heron")


def boat(number: int, made: str, **more: Any) -> Row:
    return {"id": KEYS[number], "name": TEXTS[number], "made_at": made, **more}


def said(second: int) -> str:
    return f"2025-03-03T09:{second // 60:02d}:{second % 60:02d}.250000+00:00"


def listed(second: int, *boats: int, **more: Any) -> tuple[Any, ...]:
    rows = [boat(number, said(second), **(more.get(TEXTS[number], {}))) for number in boats]
    return (second, "GET", ASKED, None, 200, {"data": rows, "total": len(rows)})


def dialogue() -> list[tuple[Any, ...]]:
    old = "2025-01-01T08:00:00.500000+00:00"
    new = {"name": "Heron"}
    return [
        listed(60, 3, 2, 1, 0),
        (62, "GET", f"{PATH}/{KEYS[1]}", None, 200, boat(1, old)),
        listed(120, 3, 2, 1, 0),
        (180, "POST", PATH, new, 200, {"id": KEYS[4], **new}),
        listed(181, 4, 3, 2, 1, 0),
        (240, "PUT", f"{PATH}/{KEYS[1]}", {**boat(1, old), "name": "Tern II"}, 200, {"id": KEYS[1], "name": "Tern II"}),
        listed(241, 1, 4, 3, 2, 0, Tern={"name": "Tern II"}),
        (300, "DELETE", f"{PATH}/{KEYS[2]}", None, 204, None),
        listed(301, 1, 4, 3, 0, Tern={"name": "Tern II"}),
    ]


def drafted() -> Draft:
    raws = [
        exchange(second, *call, date=f"Mon, 03 Mar 2025 09:{second // 60:02d}:{second % 60:02d} GMT")
        for second, *call in dialogue()
    ]
    return discover(Recorded(raws), "demo")


def test_what_explains_the_order_is_kept() -> None:
    boats: Any = drafted().seed["boats"]
    made = {key: str(one["made_at"]) for key, one in boats.items()}
    assert made[KEYS[1]] == "2025-01-01T08:00:00.500000+00:00"
    assert sorted(made, key=lambda key: made[key], reverse=True) == [KEYS[number] for number in (3, 2, 1, 0)]
    assert all(len(one) == len(said(1)) for one in made.values())


def test_lists_say_the_moment_in_which_they_are_asked() -> None:
    draft = drafted()
    assert feature(draft, "boats.list.api")["reply"]["json"]["data"]["set"]["made_at"] == "string(now)"
    assert "now" not in feature(draft, "boats.read.api")["reply"]["json"]["made_at"]


def test_what_comes_to_the_front_after_a_change_has_the_moment_of_it() -> None:
    actions: Any = drafted().model["x-actions"]
    assert {"made_at": "string(now)"} in [one.get("value") for one in actions["update_boat"]["effects"]]
    assert actions["create_boat"]["effects"][0]["value"]["made_at"] == "string(now)"

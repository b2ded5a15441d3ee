"""Lists of different kinds in the answer to one request."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

Row = dict[str, Any]
BOATS = [
    {"id": number, "name": name, "made": f"2025-01-0{number}T08:00:00Z"}
    for number, name in enumerate(("Ada", "Ben", "Cor"), 1)
]
JOBS = [
    {"id": 70 + number, "text": text, "done": False}
    for number, text in enumerate(("Scrape", "Paint", "Sell", "Tow"), 1)
]
NEW, JOB = {"id": 4, "name": "Dot", "made": "2025-03-03T09:00:00Z"}, {"id": 75, "text": "Wash", "done": False}


def home(boats: list[Row], jobs: list[Row]) -> Row:
    return {"user": "Ada", "boats": boats[::-1], "jobs": [one for one in jobs if not one["done"]]}


async def test_each_list_is_made_of_its_own_kind() -> None:
    done = {**JOBS[1], "done": True}
    jobs = [JOBS[0], done, *JOBS[2:], JOB]
    app = Mock(
        ("GET", "/home", None, 200, home(BOATS, JOBS)),
        ("POST", "/boats", {"name": "Dot"}, 201, NEW),
        ("POST", "/jobs", {"text": "Wash"}, 201, JOB),
        ("GET", "/home", None, 200, home([*BOATS, NEW], [*JOBS, JOB])),
        ("PATCH", "/jobs/72", {"done": True}, 200, done),
        ("GET", "/home", None, 200, home([*BOATS, NEW], jobs)),
    )
    await app.ask("POST", "/jobs", {"text": "Rig"})
    await app.ask("PATCH", "/jobs/73", {"done": True})
    _, made = await app.ask("POST", "/boats", {"name": "Eve"})
    _, answer = await app.ask("GET", "/home")
    assert answer["user"] == "Ada"
    assert [one["name"] for one in answer["boats"]] == ["Eve", "Cor", "Ben", "Ada"]
    assert answer["boats"][0] == made
    assert [one["text"] for one in answer["jobs"]] == ["Scrape", "Paint", "Tow", "Rig"]

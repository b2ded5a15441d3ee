"""What becomes of a new thing by itself, though the recording deletes it in the end."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.mock import Mock

Row = dict[str, Any]


def run(key: int, job: str, status: str) -> Row:
    return {"id": key, "job": job, "status": status}


OLD = [run(1, "imports", "done"), run(2, "mails", "failed")]


def dialogue(*, deleted: bool) -> list[tuple[Any, ...]]:
    asked: list[tuple[Any, ...]] = [
        ("GET", "/api/runs", None, 200, OLD),
        ("POST", "/api/runs", {"job": "exports"}, 201, run(3, "exports", "queued")),
        ("GET", "/api/runs/3", None, 200, run(3, "exports", "queued")),
        ("GET", "/api/runs/3", None, 200, run(3, "exports", "done")),
        ("GET", "/api/runs", None, 200, [*OLD, run(3, "exports", "done")]),
    ]
    gone = [("DELETE", "/api/runs/3", None, 204, None), ("GET", "/api/runs", None, 200, OLD)]
    return [*asked, *gone] if deleted else asked


@pytest.mark.parametrize("deleted", [False, True])
async def test_a_new_thing_becomes_what_the_recorded_one_became(*, deleted: bool) -> None:
    app = Mock(*dialogue(deleted=deleted))
    status, made = await app.ask("POST", "/api/runs", {"job": "mails"})
    assert (status, made["job"]) == (201, "mails")
    assert (await app.ask("GET", "/api/runs"))[1][-1] == run(3, "mails", "done")
    assert (await app.ask("GET", "/api/runs/3"))[1] == run(3, "mails", "done")

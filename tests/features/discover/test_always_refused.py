"""Reads that were refused whatever they asked for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.mock import Mock

OFF = {"data": None, "error": {"status": 404, "message": "Not Found"}}
KEYS = ("kq3v9x0a7b1m2n4p5r6s", "zt8w2c5d6f9g1h3j4k7l")
FIRST, SECOND = (f"/jobs/{key}" for key in KEYS)


@pytest.mark.parametrize(
    ("recorded", "status"),
    [
        ([(FIRST, 404, OFF), (SECOND, 404, OFF)], 404),
        ([(FIRST, 403, OFF), (SECOND, 403, OFF)], 403),
        ([(f"/jobs?of={key}", 404, OFF) for key in KEYS], 404),
        ([(FIRST, 404, OFF), (SECOND, 200, {"state": "done"})], None),
        ([(FIRST, 404, OFF), (SECOND, 404, {"error": "No job"})], None),
        ([(FIRST, 404, OFF), (FIRST, 404, OFF)], None),
    ],
    ids=["always", "forbidden", "in the query", "answered once", "in other words", "one key"],
)
async def test_they_are_refused_for_other_keys_too(recorded: list[tuple[str, int, Any]], status: int | None) -> None:
    made = {"id": KEYS[0], "name": "Ada"}
    mock = Mock(
        ("POST", "/ships", {"name": "Ada"}, 201, made),
        ("GET", f"/ships/{KEYS[0]}", None, 200, made),
        ("GET", "/ships", None, 200, [made, {"id": KEYS[1], "name": "Bee"}]),
        *(("GET", path, None, *told) for path, *told in recorded),
    )
    refused = [one.document["reply"] for one in mock.draft.features if one.document["id"] == "recorded.jobs.refused"]
    assert [one["status"] for one in refused if isinstance(one, dict)] == ([status] if status else [])
    if status:
        other = recorded[0][0].replace(KEYS[0], "bb8w2c5d6f9g1h3j4k7l")
        assert await mock.ask("GET", other) == (status, OFF)


DEAL = {"message": "Your plan does not have this"}


@pytest.mark.parametrize(
    ("told", "status"),
    [
        ([(403, DEAL)] * 2, 403),
        ([(402, DEAL)] * 2, 402),
        ([(422, DEAL)] * 2, None),
        ([(403, DEAL)], None),
        ([(403, DEAL), (403, {"message": "Not yours"})], None),
        ([(403, DEAL), (200, {"ok": True})], None),
    ],
    ids=["forbidden", "to be paid", "wrong", "once", "in other words", "not always"],
)
async def test_what_is_sent_is_forbidden_whatever_it_says(told: list[tuple[int, Any]], status: int | None) -> None:
    made = {"id": KEYS[0], "name": "Ada"}
    mock = Mock(
        ("POST", "/ships", {"name": "Ada"}, 201, made),
        ("GET", "/ships", None, 200, [made, {"id": KEYS[1], "name": "Bee"}]),
        *(("POST", "/help", {"about": KEYS[number]}, *one) for number, one in enumerate(told)),
    )
    refused = [one.document["id"] for one in mock.draft.features if "refused" in str(one.document["id"])]
    assert refused == (["recorded.help.refused.post"] if status else [])
    if status:
        assert await mock.ask("POST", "/help", {"about": "ships of all kinds"}) == (status, DEAL)


@pytest.mark.parametrize(("said", "count"), [("about", 1), ("password", 0), ("userName", 0)])
def test_posts_that_may_let_others_in_are_not_always_forbidden(said: str, count: int) -> None:
    made = {"id": KEYS[0], "name": "Ada"}
    mock = Mock(
        ("POST", "/ships", {"name": "Ada"}, 201, made),
        ("GET", "/ships", None, 200, [made, {"id": KEYS[1], "name": "Bee"}]),
        *(("POST", "/help/sessions/new", {said: key}, 403, DEAL) for key in KEYS),
    )
    assert sum("refused" in str(one.document["id"]) for one in mock.draft.features) == count


def refusal(number: int, path: str) -> dict[str, Any]:
    words = f"There is nothing at {path} today."
    return {"id": f"db11f35{number}-4791-448c-85ce-ae2fd6a0d460", "message": words, "details": [{"message": words}]}


async def test_refusals_that_say_their_address_and_a_random_key() -> None:
    made = {"id": KEYS[0], "name": "Ada"}
    mock = Mock(
        ("POST", "/ships", {"name": "Ada"}, 201, made),
        ("GET", "/ships", None, 200, [made, {"id": KEYS[1], "name": "Bee"}]),
        ("GET", f"/ships/{KEYS[0]}/load", None, 404, refusal(1, f"/ships/{KEYS[0]}/load")),
        ("GET", f"/ships/{KEYS[1]}/load", None, 404, refusal(2, f"/ships/{KEYS[1]}/load")),
        ("GET", "/weather-metrics/map", None, 404, refusal(3, "/weather-metrics/map")),
        ("GET", "/weather-metrics/map", None, 404, refusal(4, "/weather-metrics/map")),
    )
    status, said = await mock.ask("GET", "/ships/bb8w2c5d6f9g1h3j4k7l/load?full=1")
    assert status == 404
    assert said["message"] == "There is nothing at /ships/bb8w2c5d6f9g1h3j4k7l/load today."
    assert said["details"] == [{"message": said["message"]}]
    status, said = await mock.ask("GET", "/weather-metrics/map")
    assert (status, said["message"]) == (404, "There is nothing at /weather-metrics/map today.")
    assert len(said["id"]) == 36
    assert said["id"] not in [refusal(number, "")["id"] for number in range(5)]

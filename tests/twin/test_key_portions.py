"""Reads by lists of keys: which portions a page asks for them in is no difference, what is said of each key is one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from awe_author.twin.exchanges import Exchange
from awe_author.twin.key_portions import as_one

STATES = {"tea": "fresh", "ale": "old", "rum": "fresh"}


def asked(*keys: str, seq: int = 0, states: dict[str, str] | None = None, status: int = 200, **more: Any) -> Exchange:
    known = states or STATES
    body = {
        "operationName": "States",
        "query": "query States($k: [K!]!) { s }",
        "variables": {"keys": [{"path": [key]} for key in keys]},
    }
    nodes = [
        {"id": f"n-{key}", "key": {"path": [key], "kind": "Key"}, "state": known[key], "after": [{"path": ["tea"]}]}
        for key in reversed(keys)
    ]
    made = Exchange(seq, 0, "POST", "https://app.test/graphql", [("Content-Type", "application/json")])
    made.body, made.status, made.complete = json.dumps(body).encode(), status, True
    made.reply = json.dumps({"data": {"nodes": nodes, **more}}).encode()
    made.reply_headers = [("Content-Type", "application/json")]
    return made


def put_together(live: Sequence[Exchange], mock: Sequence[Exchange]) -> tuple[list[Exchange], list[Exchange]]:
    return as_one(live, mock, lambda one: one.url)


def nodes(exchange: Exchange) -> list[str]:
    return [f"{one['id']} {one['state']}" for one in exchange.content[1]["data"]["nodes"]]


def test_the_same_keys_in_other_portions_are_one_request() -> None:
    live, mock = put_together([asked("tea", "ale"), asked("rum", seq=1)], [asked("rum", "tea"), asked("ale", seq=1)])
    assert nodes(live[0]) == nodes(mock[0]) == ["n-ale old", "n-rum fresh", "n-tea fresh"]
    assert live[0].body == mock[0].body
    assert (len(live), len(mock)) == (1, 1)


def test_what_is_said_otherwise_is_still_seen() -> None:
    other = asked("tea", "ale", "rum", states={**STATES, "ale": "fresh"})
    live, mock = put_together([asked("tea", "ale"), asked("rum", seq=1)], [other])
    assert (len(live), len(mock)) == (1, 1)
    assert nodes(live[0]) != nodes(mock[0])


@pytest.mark.parametrize(
    "mock",
    [
        [asked("tea", "ale")],  # not all keys
        [asked("tea", "ale"), asked("rum", seq=1, status=404)],  # one was a miss
        [asked("tea", "ale"), asked("rum", seq=1, total=3)],  # other things around them
        [asked("tea", "ale"), asked("ale", "rum", seq=1, states={**STATES, "ale": "fresh"})],  # two things of one key
    ],
)
def test_anything_else_stays_as_it_was(mock: list[Exchange]) -> None:
    live = [asked("tea"), asked("ale", "rum", seq=1)]
    assert put_together(live, mock) == (live, mock)


def test_the_same_portions_stay_apart_and_so_do_answers_that_name_no_key() -> None:
    live = [asked("tea"), asked("ale", "rum", seq=1)]
    assert put_together(live, [*live]) == (live, live)
    nameless = [asked("tea", "ale", "rum")]
    nameless[0].reply_is(json.dumps({"data": {"nodes": [{"state": one} for one in "abc"]}}).encode())
    assert put_together(live, nameless) == (live, nameless)

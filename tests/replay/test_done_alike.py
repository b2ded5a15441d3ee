"""What is asked about something after a write that was recorded about something else."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.replay.own_parts import with_own
from tests.features.discover.exchanges import ORIGIN, Html
from tests.features.discover.mock import Mock
from tests.replay.listed import NAVIGATION

OLD, MADE = "0b1c7d2e-58a4-4c3f-9d1e-6a7b8c9d0e1f", "a81bc81b-dead-4e5d-abff-90865d1e13b1"
RUNS = "query Runs { runs { id of __typename } }"
LAUNCH = "mutation Launch($of: String!) { launch(of: $of) { run { id of __typename } } }"
GRAIN = "query Grain($name: String!) { grain(name: $name) { name group status last { run } } }"
MANY = "query Grains($keys: [Key!]!) { grains(keys: $keys) { key { path } last } }"


def said(name: str, text: str, told: Any, /, **variables: Any) -> tuple[Any, ...]:
    return "POST", "/graphql", {"operationName": name, "query": text, "variables": variables}, 200, {"data": told}


def runs(*made: tuple[str, str]) -> tuple[Any, ...]:
    return said("Runs", RUNS, {"runs": [{"id": key, "of": of, "__typename": "Run"} for key, of in made]})


def launched(key: str, of: str) -> tuple[Any, ...]:
    return said("Launch", LAUNCH, {"launch": {"run": {"id": key, "of": of, "__typename": "Run"}}}, of=of)


def grain(name: str, run: str, group: str = "field", status: str = "FRESH") -> tuple[Any, ...]:
    told = {"grain": {"name": name, "group": group, "status": status, "last": [{"run": run}]}}
    return said("Grain", GRAIN, told, name=name)


def grains(**last: str) -> tuple[Any, ...]:
    told = [{"key": {"path": [name]}, "last": run} for name, run in last.items()]
    return said("Grains", MANY, {"grains": told}, keys=[{"path": [name]} for name in last])


TALK = [
    runs((OLD, "all")),
    grain("rye", OLD),
    grain("oats", OLD, "garden"),
    grains(rye=OLD, wheat=OLD),
    grains(oats=OLD),
    launched(MADE, "rye"),
    runs((MADE, "rye"), (OLD, "all")),
    grain("rye", MADE),
    grains(rye=MADE),
]


async def ask(mock: Mock, one: tuple[Any, ...]) -> Any:
    return (await mock.ask(*one[:3]))[1]


async def test_before_it_everything_is_as_it_was() -> None:
    mock = Mock(*TALK)
    assert await ask(mock, grain("oats", "", "")) == grain("oats", OLD, "garden")[4]
    assert await ask(mock, grains(oats="", rye="")) == grains(oats=OLD, rye=OLD)[4]


async def test_it_shows_what_the_write_made_of_another_one() -> None:
    mock = Mock(*TALK)
    made = (await ask(mock, launched("", "oats")))["data"]["launch"]["run"]["id"]
    assert await ask(mock, grain("oats", "")) == grain("oats", made, "garden")[4]
    told = mock.replay.session.log.events[-1]
    assert (told["kind"], told["rule"]) == ("match", "as of another after the same")
    assert await ask(mock, grain("rye", "")) == grain("rye", OLD)[4]
    assert await ask(mock, grains(oats="", wheat="")) == grains(oats=made, wheat=OLD)[4]


async def test_a_page_that_was_recorded_after_a_write_does_not_show_what_was_not_written() -> None:
    page = ("GET", "/later", None, 200, Html("<html><head></head><body><p>Grain</p></body></html>"))
    mock = Mock(*TALK[:-2], page, *TALK[-2:])
    answered = await mock.replay.ask("GET", f"{ORIGIN}/later", b"", NAVIGATION)
    assert answered.status == 200
    assert await ask(mock, grain("rye", "")) == grain("rye", OLD)[4]
    await ask(mock, launched("", "rye"))
    assert await ask(mock, grain("rye", "")) == grain("rye", MADE)[4]


async def test_each_write_has_its_own_keys() -> None:
    mock = Mock(*TALK)
    made = [(await ask(mock, launched("", of)))["data"]["launch"]["run"]["id"] for of in ("oats", "wheat")]
    assert made[0] != made[1]
    assert await ask(mock, grain("oats", "")) == grain("oats", made[0], "garden")[4]
    assert await ask(mock, grain("wheat", "")) == grain("wheat", made[1])[4]
    assert await ask(mock, grains(wheat="", oats="", rye="")) == grains(wheat=made[1], oats=made[0], rye=OLD)[4]


async def test_a_new_key_is_kept_also_where_it_is_the_recorded_one() -> None:
    mock = Mock(*TALK)
    made = (await ask(mock, launched("", "oats")))["data"]["launch"]["run"]["id"]
    assert made == MADE
    assert mock.replay.session.cursor.done[0].names_now() == {"rye": "oats", MADE: MADE}


async def test_a_reset_forgets_it() -> None:
    mock = Mock(*TALK)
    await ask(mock, launched("", "oats"))
    mock.replay.session.reset()
    assert not mock.replay.session.cursor.done


@pytest.mark.parametrize(
    ("own", "before", "after", "shown"),
    [
        (None, {"a": 1}, {"a": 2}, {"a": 2}),
        ({"a": 1}, None, {"a": 2}, {"a": 2}),
        ({"group": "x", "n": 1}, {"group": "y", "n": 1}, {"group": "y", "n": 2}, {"group": "x", "n": 2}),
        ({"status": "OLD", "why": ["a"]}, *[{"status": "ON", "why": []}] * 3),
        ([1], [2, 3], [9, 2, 3], [9, 1]),
        ([1], [2, 3], [2, 3, 9], [1, 9]),
        ([{"of": "x", "n": 1}], [{"of": "y", "n": 1}], [{"of": "y", "n": 2}], [{"of": "x", "n": 2}]),
        ([1, 2], [3], [4], [4]),
        ([1], [2], [2], [1]),
        ("own", "other", "other", "own"),
        ({"a": 1}, [1], {"a": 2}, {"a": 2}),
    ],
)  # fmt: skip
def test_what_is_its_own_stays_where_the_write_changed_nothing(own: Any, before: Any, after: Any, shown: Any) -> None:
    assert with_own(own, before, after) == shown

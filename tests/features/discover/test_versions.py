"""Content with drafts: versions under one key, what is put into a field or taken out, words that changes turn."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.features.discover.mock import Mock

EARLIER, NOW = "2025-01-05T08:00:00.000Z", "2025-03-03T09:00:00.000Z"
KEYS = [f"{letter}7k2q9x4m1v8" for letter in "abcdefg"]
HARBOURS = {f"{letter}3w6t5z8r0p2": name for letter, name in (("h", "Oslo"), ("i", "Bergen"), ("j", "Tromso"))}
PLACES = [{"id": n, "paperId": key, "name": name} for n, (key, name) in enumerate(HARBOURS.items(), 1)]


def boat(number: int, name: str, place: int | None, status: str, when: str = EARLIER) -> dict[str, Any]:
    return {"id": number, "paperId": KEYS[number // 2], "name": name, "changed": when, "published": None,
            "harbour": None if place is None else PLACES[place], "status": status}  # fmt: skip


def opened(one: dict[str, Any], version: int | None = None) -> dict[str, Any]:
    """The answer about one: how many harbours it has, and its published version."""
    count = {"count": 0 if one["harbour"] is None else 1}
    then = NOW if version in (12, 13) else EARLIER
    other = {**one, "id": version, "published": then, "changed": then, "harbour": None}
    versions = [] if version is None else [other]
    return {"data": {**one, "harbour": count}, "meta": {"versions": versions}}


def said(one: dict[str, Any], put: list[int] | None = None, **new: Any) -> dict[str, Any]:
    """What the form sends: all it has read, and what is put into the field."""
    named = [{"id": PLACES[n]["id"], "paperId": PLACES[n]["paperId"], "temporary": True} for n in put or ()]
    return {**one, **new, "harbour": {"connect": named, "disconnect": []}}


ADA, BEN, CLEO, DORA = (
    boat(2, "Ada", 0, "out"),
    boat(4, "Ben", 1, "out"),
    boat(6, "Cleo", None, "new"),
    boat(8, "Dora", 2, "out"),
)
ADA2 = {**ADA, "name": "Ada II", "changed": NOW, "status": "changed"}
BEN2 = {**BEN, "harbour": PLACES[2], "changed": NOW, "status": "changed"}
CLEO2 = {**CLEO, "name": "Cleopatra", "changed": NOW}
SHOWN = {"id": 12, "paperId": KEYS[1], "name": "Ada II", "changed": NOW, "published": NOW, "status": "out"}
SHOWN2 = {"id": 13, "paperId": KEYS[2], "name": "Ben", "changed": NOW, "published": NOW, "status": "out"}


def listed(*boats: dict[str, Any]) -> tuple[Any, ...]:
    return "GET", "/api/boats?page=1", None, 200, {"rows": [*boats], "total": len(boats)}


def read(one: dict[str, Any], version: int | None = None) -> tuple[Any, ...]:
    return "GET", f"/api/boats/{one['paperId']}", None, 200, opened(one, version)


FJORD = {**PLACES[0], "name": "Oslo fjord"}
DIALOGUE: list[tuple[Any, ...]] = [
    ("GET", "/api/harbours", None, 200, {"rows": PLACES}),
    ("GET", f"/api/harbours/{PLACES[0]['paperId']}", None, 200, {"data": PLACES[0]}),
    listed(ADA, BEN, CLEO, DORA),
    read(ADA, 3),
    ("PUT", f"/api/boats/{ADA['paperId']}", said(ADA, name="Ada II"), 200, opened(ADA2, 3)),
    read(ADA2, 3),
    ("GET", f"/jobs/boats/{ADA['paperId']}", None, 404, {"error": "Not found"}),
    ("POST", f"/api/boats/{ADA['paperId']}/publish", said(ADA2), 200, {"data": SHOWN}),
    read({**ADA2, "status": "out"}, 12),
    read(BEN, 5),
    ("GET", f"/jobs/boats/{BEN['paperId']}", None, 404, {"error": "Not found"}),
    ("PUT", f"/api/boats/{BEN['paperId']}", said(BEN, [2]), 200, opened(BEN2, 5)),
    listed({**ADA2, "status": "out"}, BEN2, CLEO, DORA),
    read(BEN2, 5),
    ("POST", f"/api/boats/{BEN['paperId']}/publish", said(BEN2), 200, {"data": SHOWN2}),
    read({**BEN2, "status": "out"}, 13),
    read(CLEO),
    ("GET", f"/jobs/boats/{CLEO['paperId']}", None, 404, {"error": "Not found"}),
    ("PUT", f"/api/boats/{CLEO['paperId']}", said(CLEO, name="Cleopatra"), 200, opened(CLEO2)),
    read(CLEO2),
    listed({**ADA2, "status": "out"}, {**BEN2, "status": "out"}, CLEO2, DORA),
    ("PUT", f"/api/harbours/{PLACES[0]['paperId']}", {"name": "Oslo fjord"}, 200, {"data": FJORD}),
    listed({**ADA2, "status": "out", "harbour": FJORD}, {**BEN2, "status": "out"}, CLEO2, DORA),
]  # fmt: skip


async def rows(mock: Mock) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await mock.ask("GET", "/api/boats?page=1"))[1]["rows"]
    return found


async def test_another_version_is_no_look_at_the_entity() -> None:
    mock = Mock(*DIALOGUE)
    assert await rows(mock) == [ADA, BEN, CLEO, DORA]
    assert (await mock.ask("GET", f"/api/boats/{DORA['paperId']}"))[1]["data"] == opened(DORA)["data"]


async def versions(mock: Mock, one: dict[str, Any]) -> Any:
    return (await mock.ask("GET", f"/api/boats/{one['paperId']}"))[1]["meta"]["versions"]


async def test_each_entity_has_a_version_of_its_own_or_none() -> None:
    mock = Mock(*DIALOGUE)
    assert await versions(mock, ADA) == opened(ADA, 3)["meta"]["versions"]
    assert await versions(mock, DORA) == [{**DORA, "id": 9, "published": EARLIER, "harbour": None}]
    assert await versions(mock, CLEO) == []


async def test_an_act_makes_a_new_version_under_the_next_number() -> None:
    mock = Mock(*DIALOGUE)
    for number, one in ((12, DORA), (13, CLEO), (14, DORA)):
        _, told = await mock.ask("POST", f"/api/boats/{one['paperId']}/publish", said(one))
        assert told["data"]["id"] == number
        assert [(each["id"], each["paperId"]) for each in await versions(mock, one)] == [(number, one["paperId"])]
        assert (await versions(mock, one))[0]["published"] == told["data"]["published"]
    assert [each["id"] for each in await versions(mock, ADA)] == [3]


async def test_an_act_that_answers_with_another_version_keeps_the_number() -> None:
    mock = Mock(*DIALOGUE)
    _, told = await mock.ask("POST", f"/api/boats/{DORA['paperId']}/publish", said(DORA))
    assert told["data"]["id"] not in (2, 4, 6, 8)
    assert told["data"]["published"] not in (None, EARLIER)
    assert [(one["id"], one["published"]) for one in await rows(mock)] == [(2, None), (4, None), (6, None), (8, None)]


async def test_what_is_put_into_a_field_is_shown_there() -> None:
    mock = Mock(*DIALOGUE)
    await mock.ask("PUT", f"/api/boats/{CLEO['paperId']}", said(CLEO, [1]))
    await mock.ask("PUT", f"/api/boats/{ADA['paperId']}", said(ADA, name="Ada III"))
    gone = {**said(DORA), "harbour": {"connect": [], "disconnect": [{"id": 3, "paperId": PLACES[2]["paperId"]}]}}
    await mock.ask("PUT", f"/api/boats/{DORA['paperId']}", gone)
    assert [one["harbour"] for one in await rows(mock)] == [PLACES[0], PLACES[1], PLACES[1], None]


async def test_nothing_is_put_where_there_was_nothing() -> None:
    mock = Mock(*DIALOGUE)
    await mock.ask("PUT", f"/api/boats/{CLEO['paperId']}", said(CLEO, name="Cleo II"))
    assert (await rows(mock))[2]["harbour"] is None


async def test_records_show_the_other_entity_as_it_is_by_then() -> None:
    mock = Mock(*DIALOGUE)
    await mock.ask("PUT", f"/api/harbours/{PLACES[2]['paperId']}", {"name": "Narvik"})
    assert (await rows(mock))[3]["harbour"]["name"] == "Narvik"


async def test_a_change_turns_the_word_that_two_changes_turned() -> None:
    mock = Mock(*DIALOGUE)
    await mock.ask("PUT", f"/api/boats/{DORA['paperId']}", said(DORA, name="Dora II"))
    await mock.ask("PUT", f"/api/boats/{CLEO['paperId']}", said(CLEO, name="Cleo II"))
    assert [one["status"] for one in await rows(mock)] == ["out", "out", "new", "changed"]


async def test_refusals_of_names_say_what_they_said() -> None:
    mock = Mock(*DIALOGUE)
    assert await mock.ask("GET", f"/jobs/boats/{DORA['paperId']}") == (404, {"error": "Not found"})


async def test_reads_that_only_count_count_what_is_there_by_then() -> None:
    mock = Mock(*DIALOGUE)
    opening = f"/api/boats/{CLEO['paperId']}"
    assert (await mock.ask("GET", opening))[1]["data"]["harbour"] == {"count": 0}
    await mock.ask("PUT", opening, said(CLEO, [1]))
    assert (await mock.ask("GET", opening))[1]["data"]["harbour"] == {"count": 1}


async def test_versions_under_texts_stay_as_they_were() -> None:
    lettered = json.loads(re.sub(r'"id": (\d+)', r'"id": "v\1"', json.dumps(DIALOGUE)))
    mock = Mock(*(tuple(one) for one in lettered))
    assert [each["id"] for each in await versions(mock, BEN)] == ["v5"]
    _, told = await mock.ask("POST", f"/api/boats/{DORA['paperId']}/publish", said(DORA))
    assert told["data"]["name"] == "Dora"

"""What another entity is called is shown of it; answers without a key, counts beside other numbers, guesses."""

from __future__ import annotations

from typing import Any

from tests.features.discover.exchanges import draft_of
from tests.features.discover.mock import Mock

SHELVES = [{"id": 1, "name": "Window", "floor": 1}, {"id": 2, "name": "Stairs", "floor": 1}]


def plant(key: int, name: str, shelf: int | None, called: str | None) -> dict[str, Any]:
    return {"id": key, "name": name, "shelf": shelf, "shelf_readable": called, "height": 10}


PLANTS = [plant(1, "Aloe", 1, "Window"), plant(2, "Fern", 2, "Stairs"), plant(3, "Ivy", None, None)]
CHANGED = {"name": "Fern", "shelf": 2, "height": 30}
MADE = {"name": "Sage", "shelf": None, "height": 5}
DIALOGUE: list[tuple[Any, ...]] = [
    ("GET", "/shelf/", None, 200, {"rows": SHELVES}),
    ("GET", "/plant/", None, 200, {"rows": PLANTS}),
    ("GET", "/shelf/names/?limit=6", None, 200, {"1": "Window", "2": "Stairs"}),
    ("GET", "/plant/count/", None, 200, {"count": 3, "page_size": 15}),
    ("PATCH", "/plant/2/", {**CHANGED, "height": "30"}, 200, CHANGED),
    ("GET", "/plant/", None, 200, {"rows": [PLANTS[0], {**PLANTS[1], "height": 30}, PLANTS[2]]}),
    ("POST", "/plant/", MADE, 201, [{"id": 4}]),
    ("GET", "/plant/count/", None, 200, {"count": 4, "page_size": 15}),
    ("POST", "/shelf/", {"name": "Attic", "floor": 3}, 201, [{"id": 3}]),
    ("GET", "/shelf/", None, 200, {"rows": [*SHELVES, {"id": 3, "name": "Attic", "floor": 3}]}),
]


async def called(mock: Mock) -> dict[str, Any]:
    return {one["name"]: one["shelf_readable"] for one in (await mock.ask("GET", "/plant/"))[1]["rows"]}


async def test_a_text_follows_what_it_names() -> None:
    mock = Mock(*DIALOGUE)
    assert await called(mock) == {"Aloe": "Window", "Fern": "Stairs", "Ivy": None}
    await mock.ask("PATCH", "/shelf/2/", {"name": "Staircase"})
    await mock.ask("PATCH", "/plant/1/", {"shelf": None})
    await mock.ask("PATCH", "/plant/3/", {"shelf": 1})
    await mock.ask("POST", "/plant/", {"name": "Thyme", "shelf": 2, "height": 1})
    assert await called(mock) == {"Aloe": None, "Fern": "Staircase", "Ivy": "Window", "Thyme": "Staircase"}
    assert mock.replay.session.log.of("feature_fault") == []


def labels(*plants: dict[str, Any]) -> dict[str, Any]:
    """What is told of plants, of a recording in which one gets another height."""
    later = [{**plants[0], "height": 11}, *plants[1:]]
    draft = draft_of(
        ("GET", "/shelf/", None, 200, {"rows": SHELVES}),
        ("POST", "/shelf/", {"name": "Attic"}, 201, {"id": 3, "name": "Attic", "floor": 0}),
        ("GET", "/plant/", None, 200, {"rows": [*plants]}),
        ("PATCH", f"/plant/{plants[0]['id']}/", {"height": 11}, 200, later[0]),
        ("GET", "/plant/", None, 200, {"rows": later}),
    )
    return next(part.joins for part in draft.parts if part.kind.name == "plants")


def test_only_what_every_look_says_is_told() -> None:
    assert set(labels(*PLANTS)) == {"shelf_readable"}
    assert labels(*PLANTS, plant(4, "Nettle", 1, "Balcony")) == {}, "called otherwise once"
    assert labels(*PLANTS, plant(4, "Nettle", None, "Window")) == {}, "called so without naming it"
    assert labels(*PLANTS, plant(4, "Nettle", 9, "Cellar")) == {}, "of one that is not known"
    assert labels(PLANTS[0], plant(2, "Fern", 1, "Window"), PLANTS[2]) == {}, "one tells nothing"


async def test_an_answer_without_the_key_is_that_of_the_entity_in_the_address() -> None:
    mock = Mock(*DIALOGUE)
    assert await mock.ask("PATCH", "/plant/1/", {"height": "77"}) == (200, {"name": "Aloe", "shelf": 1, "height": 77})


async def test_the_number_at_an_address_that_counts_is_worked_out() -> None:
    mock = Mock(*DIALOGUE)
    await mock.ask("POST", "/plant/", MADE)
    await mock.ask("POST", "/plant/", MADE)
    assert (await mock.ask("GET", "/plant/count/"))[1] == {"count": 5, "page_size": 15}


async def test_one_that_was_never_opened_is_what_the_list_has_of_it() -> None:
    mock = Mock(*DIALOGUE)
    assert await mock.ask("GET", "/shelf/2/") == (200, SHELVES[1])
    assert (await mock.ask("PATCH", "/shelf/2/", {"floor": 4}))[1] == {**SHELVES[1], "floor": 4}


async def test_names_by_key_are_those_of_all_that_are_there() -> None:
    mock = Mock(*DIALOGUE)
    await mock.ask("POST", "/shelf/", {"name": "Balcony", "floor": 2})
    await mock.ask("PATCH", "/shelf/1/", {"name": "Sill"})
    assert (await mock.ask("GET", "/shelf/names/?limit=6"))[1] == {"1": "Sill", "2": "Stairs", "3": "Balcony"}
    assert (await mock.ask("GET", "/shelf/names/?limit=2"))[1] == {"1": "Sill", "2": "Stairs"}


def test_names_that_leave_out_one_or_call_it_otherwise_are_not_told() -> None:
    for names in ({"1": "Window"}, {"1": "Window", "2": "Ladder"}, {"1": "Window", "2": "Stairs", "9": "Cellar"}):
        said = [(*one[:4], names) if "/names/" in one[1] else one for one in DIALOGUE]
        assert not [one for one in draft_of(*said).features if one.document["id"] == "shelfs.names.api"], names
    assert [one for one in draft_of(*DIALOGUE).features if one.document["id"] == "shelfs.names.api"]


async def test_what_names_none_may_say_so_and_records_of_others_follow() -> None:
    """Shelves show their plants, and each of these what its shelf is called."""

    def shelf(key: int, *plants: dict[str, Any]) -> dict[str, Any]:
        return {"id": key, "name": SHELVES[key - 1]["name"], "plants": [*plants]}

    bare = plant(3, "Ivy", None, "No shelf")
    sage = plant(4, "Sage", 1, "Window")
    mock = Mock(
        ("GET", "/shelf/", None, 200, {"rows": [shelf(1, PLANTS[0]), shelf(2, PLANTS[1])]}),
        ("GET", "/plant/", None, 200, {"rows": [*PLANTS[:2], bare]}),
        ("POST", "/plant/", {"name": "Sage", "shelf": 1, "height": 10}, 201, sage),
        ("GET", "/shelf/", None, 200, {"rows": [shelf(1, PLANTS[0], sage), shelf(2, PLANTS[1])]}),
        ("PATCH", "/shelf/2/", {"name": "Stairs"}, 200, shelf(2, PLANTS[1])),
    )
    await mock.ask("PATCH", "/shelf/2/", {"name": "Staircase"})
    assert (await mock.ask("GET", "/shelf/"))[1]["rows"][1]["plants"][0]["shelf_readable"] == "Staircase"
    await mock.ask("POST", "/plant/", {"name": "Rue", "shelf": None, "height": 10})
    assert (await called(mock))["Rue"] == (await called(mock))["Ivy"] == "No shelf"

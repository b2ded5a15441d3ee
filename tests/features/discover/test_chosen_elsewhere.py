"""Lists for pickers of records: they leave out what the entity that a parameter names has; what stands beside such
lists, and what they say of the entities again."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

NAMES = ("Fjord", "Quartz", "Cedar", "Tide")
FIRMS = [{"id": n, "firmId": f"{letter}3w6t5z8r0p2", "name": name}
         for n, (letter, name) in enumerate(zip("hijk", NAMES, strict=True), 1)]  # fmt: skip


def person(number: int, name: str, firm: int | None) -> dict[str, Any]:
    own = None if firm is None else FIRMS[firm - 1]
    return {"id": number, "personId": f"{'stuvwx'[number - 1]}7k2q9x4m1v8", "name": name, "firm": own}


PEOPLE = [person(1, "Ada", 1), person(2, "Ben", 2), person(3, "Cleo", None), person(4, "Dora", 1)]
KEYS = [str(one["personId"]) for one in PEOPLE]


def listed(path: str, rows: list[dict[str, Any]], *without: int) -> tuple[Any, ...]:
    kept = [one for one in rows if one["id"] not in without]
    return "GET", path, None, 200, {"rows": kept, "total": len(kept)}


def saved(number: int) -> tuple[Any, ...]:
    one = PEOPLE[number - 1]
    return "PUT", f"/api/people/{one['personId']}", {"name": one["name"]}, 200, {"data": one}


def opened(number: int) -> tuple[Any, ...]:
    return "GET", f"/api/people/{KEYS[number - 1]}", None, 200, {"data": PEOPLE[number - 1]}


SEEN = [
    listed("/api/people", PEOPLE),
    listed("/api/firms", FIRMS),
    opened(1),
    ("GET", f"/api/firms/{FIRMS[0]['firmId']}", None, 200, {"data": FIRMS[0]}),
    saved(1),
    ("PUT", f"/api/firms/{FIRMS[0]['firmId']}", {"name": "Fjord"}, 200, {"data": FIRMS[0]}),
]


async def shown(mock: Mock, path: str) -> list[int]:
    return [one["id"] for one in (await mock.ask("GET", path))[1]["rows"]]


async def test_what_the_one_that_is_named_has_is_left_out() -> None:
    mock = Mock(*SEEN, listed(f"/pick/firms?of={KEYS[0]}", FIRMS, 1), listed(f"/pick/firms?of={KEYS[1]}", FIRMS, 2),
                listed("/pick/firms?of=", FIRMS))  # fmt: skip
    assert await shown(mock, f"/pick/firms?of={KEYS[3]}") == [2, 3, 4]
    assert await shown(mock, f"/pick/firms?of={KEYS[2]}") == [1, 2, 3, 4]
    assert await shown(mock, "/pick/firms?of=") == [1, 2, 3, 4]


async def test_what_names_the_one_that_is_named_is_left_out() -> None:
    keys = [str(one["firmId"]) for one in FIRMS]
    first, second = (f"/pick/people?of={key}" for key in keys[:2])
    mock = Mock(*SEEN, listed(first, PEOPLE, 1, 4), listed(second, PEOPLE, 2), listed("/pick/people?of=", PEOPLE))
    assert await shown(mock, f"/pick/people?of={keys[3]}") == [1, 2, 3, 4]
    assert await shown(mock, f"/pick/people?of={keys[1]}") == [1, 3, 4]
    assert await shown(mock, "/pick/people?of=") == [1, 2, 3, 4]


async def test_numbered_parameters_name_what_is_shown_again() -> None:
    mock = Mock(*SEEN, listed(f"/pick/firms?of={KEYS[0]}", FIRMS, 1), listed(f"/pick/firms?of={KEYS[1]}", FIRMS, 2),
                listed(f"/pick/firms?of={KEYS[0]}&idsToInclude[0]=1", FIRMS))  # fmt: skip
    assert await shown(mock, f"/pick/firms?of={KEYS[1]}&idsToInclude[0]=2") == [1, 2, 3, 4]
    assert await shown(mock, f"/pick/firms?of={KEYS[1]}&idsToInclude[0]=3") == [1, 3, 4]


async def test_a_list_that_shows_it_leaves_nothing_out() -> None:
    mock = Mock(*SEEN, listed(f"/pick/firms?of={KEYS[0]}", FIRMS, 1), listed(f"/pick/firms?of={KEYS[1]}", FIRMS))
    assert "!('of' in query" not in str([one.document for one in mock.draft.features])


def paged(path: str, size: int, count: int, rows: list[dict[str, Any]], total: int) -> tuple[Any, ...]:
    about = {"page": 1, "pageSize": size, "pageCount": count, "total": total}
    return "GET", path, None, 200, {"rows": rows, "about": about}


async def test_the_size_of_a_page_that_was_full_is_no_total() -> None:
    mock = Mock(*SEEN, paged("/some/firms?page=1&pageSize=2", 2, 2, FIRMS[:2], 4),
                paged("/some/firms?page=1&pageSize=2&search=ar", 2, 1, FIRMS[1:3], 2))  # fmt: skip
    told = (await mock.ask("GET", "/some/firms?page=1&pageSize=2&search=fjord"))[1]
    assert [one["id"] for one in told["rows"]] == [1]
    assert told["about"] == {"page": 1, "pageSize": 2, "pageCount": 1, "total": 1}


def crewed(*numbers: int) -> list[dict[str, Any]]:
    return [{**one, "crew": {"count": number}} for one, number in zip(FIRMS, numbers, strict=True)]


async def test_records_that_only_count_count_those_that_name_the_entity() -> None:
    new, moved = person(5, "Eve", 2), {**person(4, "Dora", 3)}
    first, told = crewed(2, 1, 0, 0), crewed(1, 2, 1, 0)
    mock = Mock(
        listed("/api/firms", first),
        ("GET", f"/api/firms/{FIRMS[0]['firmId']}", None, 200, {"data": first[0]}),
        listed("/api/people", PEOPLE),
        opened(4),
        ("POST", "/api/people", {"name": "Eve", "firm": FIRMS[1]["firmId"]}, 201, {"data": new}),
        ("PUT", f"/api/people/{KEYS[3]}", {"firm": FIRMS[2]["firmId"]}, 200, {"data": moved}),
        listed("/api/people", [*PEOPLE[:3], moved, new]),
        listed("/api/firms", told),
        ("PUT", f"/api/firms/{FIRMS[3]['firmId']}", {"name": "Tides"}, 200, {"data": {**told[3], "name": "Tides"}}),
    )
    await mock.ask("POST", "/api/people", {"name": "Gus", "firm": FIRMS[3]["firmId"]})
    await mock.ask("DELETE", f"/api/people/{KEYS[0]}")
    rows = (await mock.ask("GET", "/api/firms"))[1]["rows"]
    assert [one["crew"] for one in rows] == [{"count": number} for number in (1, 1, 0, 1)]


async def test_what_only_another_list_says_again_new_ones_have_as_well() -> None:
    recent = [{"id": one["id"], "firmId": one["firmId"], "title": one["name"]} for one in FIRMS]
    new = {"id": 5, "firmId": "m3w6t5z8r0p2", "name": "Oak"}
    mock = Mock(
        listed("/api/firms", FIRMS),
        listed("/api/firms/recent", recent),
        ("GET", f"/api/firms/{FIRMS[0]['firmId']}", None, 200, {"data": FIRMS[0]}),
        ("POST", "/api/firms", {"name": "Oak"}, 201, {"data": new}),
    )
    await mock.ask("POST", "/api/firms", {"name": "Elm"})
    told = (await mock.ask("GET", "/api/firms/recent"))[1]["rows"]
    assert [one["title"] for one in told] == [*NAMES, "Elm"]

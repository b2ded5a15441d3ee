"""Acts that say in one value what becomes of an entity; conditions on members of records."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

Row = dict[str, Any]
STATES = {"1": "Open", "2": "Done", "3": "Held"}


def bug(number: int, title: str, state: str, owner: str) -> Row:
    return {"id": f"B-{number}", "title": title, "state": {"id": state, "name": STATES[state]},
            "owner": {"account": f"5b10a{owner}", "shown": owner.title()}}  # fmt: skip


async def test_a_value_makes_again_what_it_made() -> None:
    bugs = [bug(1, "Lamp", "1", "ada"), bug(2, "Door", "1", "ben"), bug(3, "Roof", "1", "ada")]
    mock = Mock(
        ("GET", "/bugs", None, 200, {"bugs": bugs}),
        ("POST", "/bugs/B-1/moves", {"move": {"id": "31"}}, 204, None),
        ("GET", "/bugs/B-1", None, 200, bug(1, "Lamp", "2", "ada")),
        ("POST", "/bugs/B-2/moves", {"move": {"id": "41"}}, 204, None),
        ("GET", "/bugs/B-2", None, 200, bug(2, "Door", "3", "ben")),
    )
    assert (await mock.ask("POST", "/bugs/B-3/moves", {"move": {"id": "41"}}))[0] == 204
    assert await mock.ask("GET", "/bugs/B-3") == (200, bug(3, "Roof", "3", "ada"))
    await mock.ask("POST", "/bugs/B-3/moves", {"move": {"id": "99"}})
    assert await mock.ask("GET", "/bugs/B-3") == (200, bug(3, "Roof", "3", "ada"))


async def test_what_the_next_write_changed_is_not_its_doing() -> None:
    bugs = [bug(1, "Lamp", "1", "ada"), bug(2, "Door", "1", "ben")]
    mock = Mock(
        ("GET", "/bugs", None, 200, {"bugs": bugs}),
        ("POST", "/bugs/B-1/moves", {"move": {"id": "31"}}, 200, {"fits": True}),
        ("PATCH", "/bugs/B-1", {"title": "Lamps"}, 200, bug(1, "Lamps", "2", "ada")),
        ("GET", "/bugs/B-1", None, 200, bug(1, "Lamps", "2", "ada")),
    )
    await mock.ask("POST", "/bugs/B-2/moves", {"move": {"id": "31"}})
    assert await mock.ask("GET", "/bugs/B-2") == (200, bugs[1])


async def test_conditions_name_records_by_any_member() -> None:
    bugs = [bug(1, "Lamp", "1", "ada"), bug(2, "Door", "2", "ben"), bug(3, "Roof", "2", "ada")]

    def found(*numbers: int) -> Row:
        return {"bugs": [bugs[number - 1] for number in numbers], "total": len(numbers)}

    mock = Mock(
        ("GET", "/bugs", None, 200, found(1, 2, 3)),
        ("GET", '/bugs?jql=state = "Done"', None, 200, found(2, 3)),
        ("GET", '/bugs?jql=owner = "5b10aada" AND state = "Open"', None, 200, found(1)),
        ("PUT", "/bugs/B-1", {"title": "Lamp"}, 200, bugs[0]),
    )
    assert await mock.ask("GET", '/bugs?jql=owner = "5b10aada" AND state = "Done"') == (200, found(3))
    assert await mock.ask("GET", '/bugs?jql=owner = "5b10aben"') == (200, found(2))

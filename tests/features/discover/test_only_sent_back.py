"""Fields that writes only send back: `awe_author/features/discover/writes/sent_back.py`."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

PEOPLE = {1: ("Ada", "Vance"), 2: ("Ben", "Ruiz"), 3: ("Cy", "Okafor")}


def person(key: int, first: str, last: str) -> dict[str, Any]:
    return {"id": key, "first": first, "last": last, "shown_as": f"{first} {last}"}


def people(**others: tuple[str, str]) -> list[dict[str, Any]]:
    named = PEOPLE | {int(key[1:]): names for key, names in others.items()}
    return [person(key, *names) for key, names in named.items()]


async def test_what_the_server_puts_together_is_not_what_a_whole_record_sends_back() -> None:
    mock = Mock(
        ("GET", "/api/people", None, 200, people()),
        ("PUT", "/api/people/2", {"first": "Ben", "last": "Ruiz-Lee", "shown_as": "Ben Ruiz"}, 200, {"ok": True}),
        ("GET", "/api/people", None, 200, people(p2=("Ben", "Ruiz-Lee"))),
        ("POST", "/api/people", {"first": "Dot", "last": "Marsh"}, 200, person(4, "Dot", "Marsh")),
        ("GET", "/api/people", None, 200, people(p2=("Ben", "Ruiz-Lee"), p4=("Dot", "Marsh"))),
    )
    made = await mock.ask("POST", "/api/people", {"first": "Eve", "last": "Stone"})
    assert made == (200, person(4, "Eve", "Stone"))
    await mock.ask("PUT", "/api/people/3", {"first": "Cy", "last": "Obi", "shown_as": "Cy Okafor"})
    assert await mock.ask("GET", "/api/people") == (200, people(p3=("Cy", "Obi"), p4=("Eve", "Stone")))


async def test_an_empty_text_where_lists_say_something_is_no_news() -> None:
    def alone(key: int, *names: str) -> dict[str, Any]:
        return {**person(key, *names), "shown_as": ""}

    mock = Mock(
        ("GET", "/api/people", None, 200, people()),
        ("GET", "/api/people/2", None, 200, alone(2, "Ben", "Ruiz")),
        ("GET", "/api/people/3", None, 200, alone(3, "Cy", "Okafor")),
        ("POST", "/api/people", {"first": "Dot", "last": "Marsh"}, 200, {"id": 4}),
        ("GET", "/api/people/4", None, 200, alone(4, "Dot", "Marsh")),
        ("GET", "/api/people", None, 200, people(p4=("Dot", "Marsh"))),
    )
    assert await mock.ask("POST", "/api/people", {"first": "Eve", "last": "Stone"}) == (200, {"id": 4})
    assert await mock.ask("GET", "/api/people") == (200, people(p4=("Eve", "Stone")))
    assert await mock.ask("GET", "/api/people/4") == (200, alone(4, "Eve", "Stone"))

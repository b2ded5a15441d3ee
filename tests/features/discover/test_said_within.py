"""Texts with the key or name of what they are about: `awe_author/features/discover/replies/said_within.py`."""

import pytest

from awe_author.features.discover.exchanges.wire_messages import Message
from awe_author.features.discover.exchanges.wire_rows import pathed_forms
from awe_author.features.discover.replies.said_within import said_within
from awe_author.features.forms.model import Sent
from tests.features.discover.mock import Mock

SHIP = {"name": "Tea Clipper", "port": "Oslo"}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Delete Tea Clipper (24)?", "'Delete ' + boat.get('name', '') + ' (' + k + ')?'"),
        ("[24]", "'[' + k + ']'"),
        ("of Oslo, 1.24, A24", None),
        ("Tea Clippers", None),
    ],
)
def test_what_is_its_own_is_put_in(value: str, expected: str | None) -> None:
    assert said_within(value, "24", "k", "boat", SHIP, {}) == expected


def test_a_key_of_one_digit_is_there_by_chance() -> None:
    assert said_within("3 of 9", "3", "k", "boat", SHIP, {}) is None


def _told(path: str, answer: object) -> Message:
    return Message(Sent("GET", "https://desk.example" + path), answer, 200)


def test_addresses_below_all_entities_are_no_records() -> None:
    def boat(key: int) -> dict[str, object]:
        return {"id": key, **{name: {"later": f"values/boats/{key}/{name}"} for name in ("crew", "cargo")}}

    messages = [_told("/api/boats", {"rows": [boat(7), boat(9)]})]
    messages += [_told(f"/values/boats/{key}/crew", {"html": ""}) for key in (7, 9)]
    assert not list(pathed_forms(messages))


async def test_what_is_said_of_new_ones_in_other_words_of_the_request() -> None:
    def about(key: int, mark: str) -> dict[str, object]:
        return {"buttons": f"<a href='run({mark}, {key})'>Add</a>", "data": ""}

    def boats(*keys: int) -> list[dict[str, object]]:
        return [{"id": key, "name": f"Boat {key}x"} for key in keys]

    mock = Mock(
        ("GET", "/api/boats", None, 200, boats(40, 41)),
        ("POST", "/api/boats", {"name": "Boat 96x"}, 200, boats(96)[0]),
        ("GET", "/crew/boats/96/all?rp=weak-key-69&pv=1", None, 200, about(96, "weak-key-69")),
        ("GET", "/crew/boats/96/all?rp=weak-key-70", None, 200, about(96, "weak-key-70")),
        ("POST", "/api/boats", {"name": "Boat 97x"}, 200, boats(97)[0]),
        ("GET", "/crew/boats/97/all?rp=weak-key-72", None, 200, about(97, "weak-key-72")),
        ("GET", "/api/boats", None, 200, boats(40, 41, 96, 97)),
    )
    assert (await mock.ask("POST", "/api/boats", {"name": "Boat 96x"}))[0] == 200
    path = "/crew/boats/96/all?rp=weak-key-81&pv=1"
    assert await mock.ask("GET", path) == (200, about(96, "weak-key-81"))
    assert await mock.ask("GET", path.replace("96", "40")) == (200, about(40, "weak-key-81"))

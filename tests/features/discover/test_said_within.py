"""Texts with the key or name of what they are about: `awe_author/features/discover/replies/said_within.py`."""

import pytest

from awe_author.features.discover.exchanges.wire_messages import Message
from awe_author.features.discover.exchanges.wire_rows import pathed_forms
from awe_author.features.discover.replies.said_within import said_within
from awe_author.features.forms.model import Sent

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
    assert said_within(value, "24", "k", "boat", SHIP) == expected


def test_a_key_of_one_digit_is_there_by_chance() -> None:
    assert said_within("3 of 9", "3", "k", "boat", SHIP) is None


def _told(path: str, answer: object) -> Message:
    return Message(Sent("GET", "https://desk.example" + path), answer, 200)


def test_addresses_below_all_entities_are_no_records() -> None:
    def boat(key: int) -> dict[str, object]:
        return {"id": key, **{name: {"later": f"values/boats/{key}/{name}"} for name in ("crew", "cargo")}}

    messages = [_told("/api/boats", {"rows": [boat(7), boat(9)]})]
    messages += [_told(f"/values/boats/{key}/crew", {"html": ""}) for key in (7, 9)]
    assert not list(pathed_forms(messages))

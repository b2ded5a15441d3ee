"""Lists and records that tell the pieces of a text that is written."""

from __future__ import annotations

import re
from typing import Any

from tests.features.discover.mock import Mock

Row = dict[str, Any]


def shown(number: int, text: str) -> Row:
    names = list(dict.fromkeys(re.findall(r"\{\{(\w+)\}\}", text)))
    fields = {"kind": "mail", "fields": {name: {"name": name, "needed": True} for name in names}}
    records = [{"key": name, "sort": "text"} for name in names]
    told = {"variables": names, "form": fields, "asks": records}
    return {"id": number, "title": f"Letter {number}", "body": text, **told}


FIRST, SECOND = "Dear {{first}} {{last}},\nwelcome to {{town}}!", "Dear {{first}} of {{town}},\nhello."


def dialogue(second: str = SECOND, answer: Row | None = None) -> Mock:
    return Mock(
        ("GET", "/api/letters", None, 200, [shown(1, FIRST), shown(2, "No names here.")]),
        ("GET", "/api/letters/1", None, 200, shown(1, FIRST)),
        ("PATCH", "/api/letters/1", {"body": second}, 200, answer or shown(1, second)),
        ("GET", "/api/letters/1", None, 200, answer or shown(1, second)),
    )


async def test_they_are_made_of_the_text_that_is_sent() -> None:
    mock = dialogue()
    text = 'Dear {{title}} {{last}}, your "{{order}}" is here, {{last}}.'
    assert await mock.ask("PATCH", "/api/letters/1", {"body": text}) == (200, shown(1, text))
    assert await mock.ask("GET", "/api/letters/1") == (200, shown(1, text))


async def test_a_text_without_pieces_and_other_writes_change_none() -> None:
    mock = dialogue()
    assert (await mock.ask("PATCH", "/api/letters/1", {"body": "Hello."}))[1]["variables"] == ["first", "last", "town"]
    assert (await mock.ask("PATCH", "/api/letters/1", {"title": "A"}))[1]["variables"] == ["first", "last", "town"]


async def test_a_list_that_does_not_follow_the_text_is_left_alone() -> None:
    mock = dialogue(answer={**shown(1, SECOND), "variables": ["first", "last"]})
    answer = (await mock.ask("PATCH", "/api/letters/1", {"body": "Dear {{a}} and {{b}}!"}))[1]
    assert answer["variables"] == ["first", "last", "town"]
    assert answer["asks"][0] == {"key": "a", "sort": "text"}


async def test_markup_tells_its_choices() -> None:
    def form(number: int, *names: str) -> Row:
        choices = "".join(f'<Choice value="{name}"/>' for name in names)
        markup = f'<View><Text value="$text"/><Choices name="s">{choices}</Choices></View>'
        return {"id": number, "markup": markup, "weights": {"s": {"type": "one", "labels": dict.fromkeys(names, 1.0)}}}

    first, second, third = form(1, "Good", "Bad"), form(1, "Good", "Bad", "Mixed"), form(1, "Bad", "Unclear", "Good")
    mock = Mock(
        ("GET", "/api/forms", None, 200, [first, form(2, "Yes", "No")]),
        ("PATCH", "/api/forms/1", {"markup": second["markup"]}, 200, second),
        ("GET", "/api/forms/1", None, 200, second),
    )
    assert await mock.ask("PATCH", "/api/forms/1", {"markup": third["markup"]}) == (200, third)

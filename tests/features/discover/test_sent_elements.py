"""Records in lists that are sent with more members than are kept, and texts that have another token of the entity."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.mock import Mock

Row = dict[str, Any]
PAPER = {"id": 8, "name": "Weekly"}
WHOLE = {**PAPER, "slug": "weekly", "colour": None}


def member(number: int, **more: Any) -> Row:
    uuid = f"0f9e8d7c-1111-4222-8333-00000000000{number}"
    key = f"{number:02x}" * 16
    return {"id": number, "name": f"Ada {number}", "papers": [PAPER], "uuid": uuid,
            "leave": f"https://app.test/leave?uuid={uuid}&key={key}", **more}  # fmt: skip


THERE = [member(1), member(2)]
MADE = member(3, name="New")
DIALOGUE: list[tuple[Any, ...]] = [
    ("GET", "/api/members", None, 200, {"items": THERE}),
    ("POST", "/api/members", {"name": "New", "papers": [WHOLE]}, 201, MADE),
    ("GET", "/api/members", None, 200, {"items": [*THERE, MADE]}),
    ("PUT", "/api/members/1", {"name": "Bea", "papers": [WHOLE]}, 200, {**THERE[0], "name": "Bea"}),
]


@pytest.fixture
def mock() -> Mock:
    return Mock(*DIALOGUE)


async def test_members_that_no_answer_shows_are_not_kept(mock: Mock) -> None:
    other = {"id": 9, "name": "Daily", "slug": "daily", "colour": "red"}
    kept = {"id": 9, "name": "Daily"}
    made = (await mock.ask("POST", "/api/members", {"name": "Cy", "papers": [WHOLE, other]}))[1]
    assert made["papers"] == [PAPER, kept]
    changed = (await mock.ask("PUT", "/api/members/2", {"name": "Dot", "papers": [other]}))[1]
    assert changed["papers"] == [kept]
    assert (await mock.ask("PUT", "/api/members/2", {"name": "Dot", "papers": []}))[1]["papers"] == []


async def test_texts_have_the_token_of_their_own_entity(mock: Mock) -> None:
    first = (await mock.ask("POST", "/api/members", {"name": "Cy", "papers": []}))[1]
    second = (await mock.ask("POST", "/api/members", {"name": "Dot", "papers": []}))[1]
    for made in (first, second):
        assert made["leave"].startswith(f"https://app.test/leave?uuid={made['uuid']}&key=")
        assert len(made["leave"]) == len(THERE[0]["leave"])
    assert first["leave"].partition("&")[2] != second["leave"].partition("&")[2]


async def test_what_has_another_text_of_the_request_is_not_made_of_a_list_alone() -> None:
    ann = {"id": "a1b2c3", "name": "Ann Ode"}
    first = {"id": 1, "title": "First page", "by": [ann], "log": []}
    made = {"id": 2, "title": "Opening", "by": [ann], "log": [{"title": "Opening", "who": ann, "why": "made"}]}
    mock = Mock(
        ("GET", "/api/pages", None, 200, {"items": [first]}),
        ("POST", "/api/pages", {"title": "Opening", "by": [ann]}, 201, made),
        ("GET", "/api/pages", None, 200, {"items": [first, made]}),
    )
    other = (await mock.ask("POST", "/api/pages", {"title": "How to find us", "by": [ann]}))[1]
    assert other["log"] == [{"title": "How to find us", "who": ann, "why": "made"}]

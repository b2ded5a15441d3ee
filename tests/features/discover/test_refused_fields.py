"""Refusals that name several missing fields refuse each of them, and say only what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.mock import Mock

PEOPLE = [
    {"id": 1, "name": "Ada", "email": "ada@a.test", "note": ""},
    {"id": 2, "name": "Ben", "email": "ben@a.test", "note": "x"},
]
MADE = {"id": 3, "name": "Cy", "email": "cy@a.test", "note": ""}
BY_FIELD = {"error": "Not valid", "fields": {"name": "Name is required", "email": ["Email is required"]}}
LISTED = {"errors": [{"path": "name", "msg": "Required"}, {"path": "email", "msg": "Required"}]}


def mock(refusal: Any) -> Mock:
    return Mock(
        ("GET", "/api/people", None, 200, {"people": PEOPLE}),
        ("POST", "/api/people", {"name": "", "email": "", "note": ""}, 422, refusal),
        ("POST", "/api/people", {"name": "Cy", "email": "cy@a.test", "note": ""}, 201, MADE),
        ("GET", "/api/people/3", None, 200, MADE),
        ("PATCH", "/api/people/3", {"name": "Cyd"}, 200, {**MADE, "name": "Cyd"}),
        ("GET", "/api/people", None, 200, {"people": [*PEOPLE, {**MADE, "name": "Cyd"}]}),
    )


@pytest.mark.parametrize("refusal", [BY_FIELD, LISTED])
async def test_the_recorded_refusal_comes_again(refusal: Any) -> None:
    assert await mock(refusal).ask("POST", "/api/people", {"name": "", "email": " "}) == (422, refusal)


async def test_one_missing_field_is_refused_by_itself() -> None:
    app = mock(BY_FIELD)
    told = {"error": "Not valid", "fields": {"email": ["Email is required"]}}
    assert await app.ask("POST", "/api/people", {"name": "Dee", "email": ""}) == (422, told)
    told = {"error": "Not valid", "fields": {"name": "Name is required"}}
    assert await app.ask("POST", "/api/people", {"email": "dee@a.test"}) == (422, told)
    assert (await app.ask("POST", "/api/people", {"name": "Dee", "email": "dee@a.test", "note": ""}))[0] == 201


async def test_in_a_list_of_what_is_wrong() -> None:
    told = {"errors": [{"path": "name", "msg": "Required"}]}
    assert await mock(LISTED).ask("POST", "/api/people", {"name": "", "email": "dee@a.test"}) == (422, told)


async def test_changes_are_refused_only_for_what_they_send() -> None:
    app = mock(BY_FIELD)
    assert (await app.ask("PATCH", "/api/people/2", {"note": "y"}))[0] == 200
    status, told = await app.ask("PATCH", "/api/people/2", {"name": ""})
    assert (status, told["fields"]) == (422, {"name": "Name is required"})

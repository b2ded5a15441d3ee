"""Lists whose filter names the field that it is about."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.mock import Mock

SHIPS = [{"id": n, "name": name, "port": port} for n, (name, port) in
         enumerate((("Amber", "Oslo"), ("Beta", "Lima"), ("Lambda", "Oslo"), ("Oslo", "Riga")), 1)]  # fmt: skip


def asked(field: str, value: str, names: tuple[str, str]) -> Any:
    return {"filter": {names[0]: field, names[1]: value} if field else None, "size": 50}


@pytest.mark.parametrize("names", [("col", "value"), ("field", "text"), ("key", "q")])
@pytest.mark.parametrize("whole", [False, True])
async def test_what_is_asked_of_another_field_is_answered(names: tuple[str, str], *, whole: bool) -> None:
    def fitting(field: str, value: str) -> list[Any]:
        own = [(one, str(one[field]).lower()) for one in SHIPS] if field else []
        found = [one for one, text in own if (value.lower() == text if whole else value.lower() in text)]
        return found if field else SHIPS

    def dialogue(field: str, value: str) -> tuple[Any, ...]:
        return "POST", "/ships/search", asked(field, value, names), 200, {"items": fitting(field, value)}

    word = "Beta" if whole else "am"
    mock = Mock(dialogue("", ""), dialogue("name", word), ("PATCH", "/ships/4", {"port": "Rome"}, 200, {**SHIPS[3]}))
    for field, value in (("name", "Lambda"), ("port", "Oslo"), ("port", "Zug"), ("", "")):
        answer = await mock.ask("POST", "/ships/search", asked(field, value, names))
        assert answer == (200, {"items": fitting(field, value)}), (field, value)


async def test_names_of_nothing_that_entities_have_are_no_fields() -> None:
    mock = Mock(
        ("POST", "/ships/search", {"filter": {"col": "fleet", "value": "Beta"}}, 200, {"items": SHIPS[:1]}),
        ("PATCH", "/ships/4", {"port": "Rome"}, 200, {**SHIPS[3]}),
    )
    listed = next(one.listing for one in mock.draft.features if one.listing is not None)
    assert "named" not in {one.role for one in listed.params}

"""Choices in the form above a list that say how many there are of each."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.pages.choice_counts import choice_counts
from awe_author.features.discover.pages.pages import Shown
from tests.features.discover.exchanges import ORIGIN

STATES = ["open", "open", "not accepted", "done"]
KINDS = ["Talk (30 minutes)", "Talk (30 minutes)", "Talk (30 minutes)", "Workshop (60 minutes)"]
PART: Any = SimpleNamespace(kind=SimpleNamespace(name="plans"), fields=lambda: ["id", "state", "kind"])


def look(choices: dict[str, int], states: list[str] = STATES) -> Any:
    options = "".join(f"<option value={one.lower()}>{one} ({number})</option>" for one, number in choices.items())
    html = f"<body><form><select name=which><option value=''></option>{options}</select></form></body>"
    page = Page(f"{ORIGIN}/plans", "", html, 2)
    there = {str(at): {"state": one, "kind": KINDS[at]} for at, one in enumerate(states)}
    return SimpleNamespace(shown=Shown(page, [], [], parse(html)), page=page, there=there)


def counted(*looks: Any) -> list[str]:
    return [str(one["set"]["text"]) for one in choice_counts(looks, PART) if isinstance(one, dict)]  # type: ignore[index, call-overload]


def test_choices_say_how_many_have_their_label() -> None:
    first, second, third = counted(look({"Open": 2, "Rejected": 1, "Done": 1}))
    assert "== 'open'" in first
    assert "'Open ('" in first
    assert "== 'not accepted'" in second
    assert "'Rejected ('" in second
    assert "== 'done'" in third


def test_fields_that_say_more_than_the_label() -> None:
    talks, workshops = counted(look({"Talk": 3, "Workshop": 1}))
    assert "== 'talk (30 minutes)'" in talks
    assert "== 'workshop (60 minutes)'" in workshops


def test_numbers_that_are_others_are_left_alone() -> None:
    assert counted(look({"Open": 2, "Rejected": 1, "Done": 1}), look({"Open": 2, "Rejected": 1, "Done": 3})) == []
    assert counted(look({"Open": 2, "Refused": 1, "Late": 1})) == []  # two that are called otherwise tell nothing

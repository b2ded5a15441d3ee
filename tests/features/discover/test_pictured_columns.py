"""Columns with a picture for each value of a field."""

from __future__ import annotations

from awe_author.features.discover.common.pictured_columns import PictureRule, pictured
from awe_author.features.discover.markup.cell_texts import explained_in
from awe_author.features.discover.markup.documents import parse

PAIRS = [("Low", "flash_off"), ("High", "flash_on"), ("Middle", "flash_on"), ("Low", "flash_off"), ("", "")]


def test_a_column_has_the_picture_of_each_value() -> None:
    rule = pictured("priority_icon", "priority", PAIRS)
    assert isinstance(rule, PictureRule)
    assert rule.source_of("flash_off", []) == "Low"
    assert rule.source_of("flash_on", []) is None
    assert "'Low': 'flash_off'" in rule.text(lambda name: f"one.{name}")


def test_what_is_not_proved_is_no_picture() -> None:
    assert pictured("icon", "priority", PAIRS) is None
    assert pictured("priority_icon", "priority", PAIRS[:3]) is None
    assert pictured("priority_icon", "priority", [*PAIRS, ("Low", "flash_on")]) is None
    assert pictured("priority_icon", "priority", [("a", "a"), ("b", "b"), ("a", "a"), ("b", "b")]) is None


def test_pictures_are_explained_to_pointers() -> None:
    cell = parse("<td><div title='Priority: Low'><i>flash_off</i></div></td>").find("div")
    assert cell is not None
    assert explained_in(cell) == ("Priority", "Low")
    words = parse("<td><div title='Priority: Low'><i>x</i> Two words</div></td>").find("div")
    assert words is not None
    assert explained_in(words) == ("", "")

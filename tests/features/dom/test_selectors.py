"""Selectors: which elements are rows, and what counts from the row itself."""

from __future__ import annotations

import pytest

from awe_author.features.dom.selectors import any_row, scoped


@pytest.mark.parametrize(
    ("row", "rows"),
    [
        ("tr", "tr"),
        ("tr:first-child", "tr"),
        ("tr.lead:first-of-type", "tr.lead"),
        ("li:nth-child(2)", "li"),
        ("li:nth-last-child(2n + 1).a", "li.a"),
        ("li:nth-child(2 of :not(.head))", "li"),
        (":first-child", "*"),
        ("ul:first-child > li:first-child", "ul:first-child > li"),
        ("div.rows div:first-child", "div.rows div"),
        ("> li:first-child", ":scope > li"),
        ("li.a:first-child, li.b:last-child", "li.a, li.b"),
        ("li:not(.head):not(.foot):first-child", "li:not(.head):not(.foot)"),
        ("li:has(> a:first-child)", "li:has(> a:first-child)"),
        ('li[data-x="a, b:first-child"]', 'li[data-x="a, b:first-child"]'),
        ("tr:only-child td:only-of-type", "tr:only-child td"),
    ],
)
def test_what_says_where_a_row_stands_is_taken_off(row: str, rows: str) -> None:
    assert any_row(row) == rows


def test_a_selector_that_begins_with_a_combinator_counts_from_the_element() -> None:
    assert scoped("> a, + b, c") == ":scope > a, :scope + b, c"
    assert scoped("a:is(b, c)") == "a:is(b, c)"

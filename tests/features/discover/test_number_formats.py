"""Numbers that pages write otherwise than forms send them."""

from __future__ import annotations

import pytest

from awe_author.features.discover.markup.number_formats import (
    as_sent,
    in_field,
    number_pattern,
    same_number,
    sent_number,
    unwritten,
    written,
    written_text,
)
from awe_author.state.cel import DYN, compile_expression

SHOWN = [
    (["$24.50", "$1,450.00", "$5,200,999.00"], ("850", "$850.00"), "${#,.2}"),
    (["24,50 €", "1.450,00 €"], ("850.00", "850,00 €"), "{#.,2} €"),
    (["1 450", "20", "-3 000"], ("850", "850"), None),
    (["12 %", "7 %"], ("9", "9 %"), "{#,_0} %"),
    (["1'450.5", "20.0"], ("7", "7.0"), "{#'.1}"),
    (["24.50", "7.00"], ("8.25", "8.25"), None),
    (["A7", "B9"], ("7", "A7"), None),
]


@pytest.mark.parametrize(("shown", "pair", "pattern"), SHOWN)
def test_a_column_of_numbers_has_a_pattern(shown: list[str], pair: tuple[str, str], pattern: str | None) -> None:
    assert number_pattern([*shown, pair[1]], [pair]) == pattern
    for value in shown if pattern else ():
        plain = unwritten(pattern or "", value)
        assert plain is not None
        assert written(pattern or "", plain) == value


@pytest.mark.parametrize("value", ["0", "7", "999", "1000", "24.5", "-1450.25", "1234567", "-12345678.9", "", "none"])
@pytest.mark.parametrize("pattern", ["${#,.2}", "{#.,2} €", "{#_.1}", "{#,_0} %"])
def test_the_expression_says_the_same(pattern: str, value: str) -> None:
    made = compile_expression(written_text(pattern, "said"), {"said": DYN})
    assert made.evaluate({"said": value}) == written(pattern, value)


def test_a_number_is_the_same_in_two_ways_of_writing() -> None:
    assert same_number("1,250,000", "$1,250,000")
    assert same_number("20000", "$20,000.00")
    assert not same_number("20000", "$2,000")
    assert not same_number("Ada", "Ada 2")
    assert as_sent("1,250,000", "$1,250,000") == "1250000"
    assert as_sent("Ada", "Ada") == "Ada"


def test_forms_may_have_signs_between_thousands() -> None:
    assert in_field("${#,.2}") == "{#,.2}"
    assert in_field("${#_.2}") == ""
    assert sent_number("{#,_0}", "own") == "own.replace(',', '')"

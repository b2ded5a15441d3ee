"""Texts about an entity: labels that stand further off, and numbers that differ from look to look."""

from __future__ import annotations

import pytest

from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.markup.formats import Format, named
from awe_author.features.discover.markup.wording import Part, Wording, but_numbers, wordings
from awe_author.features.discover.pages.about_places import _around
from awe_author.features.discover.pages.asked_for import fields_with


@pytest.mark.parametrize(
    "html",
    [
        '<table><tr><th>Priority:</th><td><a href="/q?p=minor">minor</a></td></tr></table>',
        "<table><tr><th>Priority:</th><td><b><a>minor</a></b></td></tr></table>",
        "<dl><dt>Priority</dt><dd><a>minor</a></dd></dl>",
        "<p><span>Priority</span> <a>minor</a></p>",
        '<p class="priority"><a>minor</a></p>',
    ],
)
def test_the_label_of_a_value_stands_before_what_holds_nothing_else(html: str) -> None:
    tag = parse(html).a
    assert tag is not None
    assert "priority" in _around(tag)


def test_what_stands_before_more_than_the_value_is_no_label_of_it() -> None:
    tag = parse("<table><tr><th>Priority</th><td>since May <a>minor</a></td></tr></table>").a
    assert tag is not None
    assert "priority" not in _around(tag)


def test_numbers_that_differ_do_not_keep_a_text_from_naming_its_entity() -> None:
    said = [("From /wiki/Green tea?old=8, seen 3 times", {"id": "Green tea"}),
            ("From /wiki/Black coffee?old=12, seen 40 times", {"id": "Black coffee"})]  # fmt: skip
    tries = wordings(*said[0], ["id"])
    assert but_numbers(tries, said) == Wording((Part("From /wiki/"), Part(field="id"), Part("?old=8, seen 3 times")))
    assert but_numbers(tries, said[:1]) is None
    assert but_numbers(tries, [*said, ("From /wiki/Water, seen twice", {"id": "Water, still"})]) is None


def test_short_values_and_texts_of_numbers_are_no_proof() -> None:
    said = [("Task 3 of 9", {"id": "3"}), ("Task 5 of 12", {"id": "5"})]
    assert but_numbers(wordings(*said[0], ["id"]), said) is None
    said = [("12345678-1", {"id": "12345678"}), ("22345678-2", {"id": "22345678"})]
    assert but_numbers(wordings(*said[0], ["id"]), said) is None


def test_of_the_fields_of_one_name_those_are_set_that_say_what_was_asked() -> None:
    document = parse('<form><input id="all" name="q" value="tea"><input id="jump" name="q" value=""></form>')
    assert fields_with(document, "q", "tea") == ["input#all"]
    assert fields_with(parse('<input name="q" value="tea"><input name="q" value="tea">'), "q", "tea") == [
        'input[name="q"]:not([type=hidden])'
    ]
    assert fields_with(parse('<input name="q" value="">'), "q", "tea") == []
    choices = '<select name="kind"><option value="all">Any<option value="2">Tea</select>'
    assert fields_with(parse(choices), "kind", "all") == ['select[name="kind"]']
    assert fields_with(parse(choices), "kind", "2") == []
    assert fields_with(parse('<input type="hidden" name="q" value="tea">'), "q", "tea") == []


def test_a_number_with_decimals_is_told_as_pages_write_it() -> None:
    how = Format("{#,.2}")
    shown = {named("amount", how): how.shown("80")}
    tries = wordings("80.00 EUR", {"amount": "80", **shown}, ["amount", *shown])
    assert [one.fields() for one in tries] == [{*shown}]  # not `80` with `.00 EUR` behind it
    shown = {named("amount", how): how.shown("642.75")}
    tries = wordings("642.75 EUR", {"amount": "642.75", **shown}, ["amount", *shown], ["amount"])
    assert tries[0].fields() == {*shown}

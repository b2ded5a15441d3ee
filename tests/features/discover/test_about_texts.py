"""Texts about an entity: labels that stand further off, and numbers that differ from look to look."""

from __future__ import annotations

import pytest

from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.markup.formats import Format, named
from awe_author.features.discover.markup.wording import Part, Wording, agreed, but_numbers, wordings
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


def test_a_key_may_have_its_name_right_before_it() -> None:
    said = [("Change job ID7", {"id": "7"}), ("Change job ID12", {"id": "12"})]
    made = agreed(wordings(*said[0], ["id"]), said, sent=["id"])
    assert made is not None
    assert made.of({"id": "30"}) == "Change job ID30"
    assert not wordings("Change job VOID7", {"id": "7"}, ["id"])


def test_a_name_beside_what_forms_send_is_no_word_of_the_text() -> None:
    rosa = {"id": "3", "name": "Rosa Reuter", "firm": "Cutter Knives"}
    tina = {"id": "5", "name": "Tina Thoma", "firm": "Ebb Software"}
    said = [("Rosa Reuter, Cutter Knives, None", rosa)]
    made = agreed(wordings(*said[0], ["name", "firm"], ["firm"]), said, sent=["firm"])
    assert made is not None
    assert made.of(tina) == "Tina Thoma, Ebb Software, None"
    said = [*said * 3, ("Tina Thoma, Ebb Software, None", tina)]
    made = agreed(wordings(*said[0], ["name", "firm"], ["firm"]), said, sent=["firm"])
    assert made is not None
    assert made.fields() == {"name", "firm"}


def test_what_holds_for_all_comes_before_what_holds_for_most() -> None:
    ada, ben = (
        {"id": "1", "code": "A1B2C3D4", "firm": "Quay Works"},
        {"id": "2", "code": "E5F6G7H8", "firm": "Dock Yard"},
    )
    said = [*[("A1B2C3D4: Quay Works", ada)] * 3, ("E5F6G7H8: Dock Yard", ben)]
    made = agreed(wordings(*said[0], ["code", "firm"], ["firm"]), said, sent=["firm"])
    assert made is not None
    assert made.fields() == {"code", "firm"}

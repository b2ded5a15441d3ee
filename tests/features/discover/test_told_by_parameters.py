"""Pages of one path that are told apart by parameters beside the one that names their entity."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.markup.forms import forms_of
from awe_author.features.discover.markup.wording import BEFORE
from awe_author.features.discover.pages.about_pages import About
from awe_author.features.discover.pages.filled import fill
from awe_author.features.discover.pages.pages import Shown
from awe_author.features.discover.pages.told_by_parameters import apart_by, parameter_tests, sends_numbers
from tests.features.discover.exchanges import ORIGIN

AboutTea = tuple[Shown, str, dict[str, str]]


def about(title: str) -> list[AboutTea]:
    html = f"<html><head><title>{title}</title></head><body></body></html>"
    return [(Shown(Page(ORIGIN, "", html, 1), [], [], parse(html)), "Black_tea", {})]


def test_numbers_beside_a_key_tell_pages_with_another_heading_apart() -> None:
    plain, section = "/app?action=edit&title=*", "/app?action=edit&section=3&title=*"
    tests = parameter_tests([(plain, about("Editing Black tea")), (section, about("Editing Black tea (a part)"))])
    assert tests == {plain: ["!('section' in page.query)"], section: ["'section' in page.query"]}


def undoing(key: str, asked: str = "undo=8", field: str = "wpUndo", value: str = "8") -> AboutTea:
    html = f"<form method=post><input type=hidden name={field} value={value}><textarea name=words></textarea></form>"
    page, document = Page(f"{ORIGIN}/app?{asked}&title={key}", "", html, 1), parse(f"<title>Editing</title>{html}")
    return Shown(page, [], forms_of(document, page.url), document), key, {}


def test_pages_whose_form_sends_a_number_of_the_address_are_others() -> None:
    assert sends_numbers(*undoing("Tea")[:2])
    assert not sends_numbers(*undoing("7")[:2])
    assert not sends_numbers(*undoing("Tea", "undo=8", "wpUndo", "9")[:2])
    assert not sends_numbers(*undoing("Tea", "undo=8", "undo")[:2])
    plain, undo = "/app?action=edit&title=*", "/app?action=edit&title=*&undo=8"
    tests = parameter_tests([(plain, about("Editing")), (undo, [undoing("Tea")])])
    assert tests == {plain: ["!('undo' in page.query)"], undo: ["'undo' in page.query"]}


def test_a_form_that_undoes_a_change_has_in_it_what_was_before() -> None:
    kind = SimpleNamespace(
        notes=set(), tallied=set(),
        sent={"words": "words"}, labels={}, records={}, grouped={}, checks=set(), radios=set(), keeps={}, chosen={},
        operations=[],
    )  # fmt: skip
    html = "<form method=post><textarea name=words>Tea is hot.</textarea></form>"
    document = parse(html)
    page = Shown(Page(ORIGIN, "", html, 1), [], forms_of(document, ORIGIN), document)
    made: dict[str, Any] = {}
    fill(made, kind, [(page, "Tea", {"words": "Tea is cold.", BEFORE + "words": "Tea is hot."})], lambda name: name)
    assert made == {'[name="words"]:not([type=hidden])': {"value": "before: words"}}
    fill(made := {}, kind, [(page, "Tea", {"words": "Tea is cold.", BEFORE + "words": "None"})], lambda name: name)
    assert made == {}


def test_numbers_beside_a_key_say_nothing_where_headings_are_the_same() -> None:
    plain, noticed = "/app?action=edit&title=*", "/app?action=edit&message=6&title=*"
    tests = parameter_tests([(plain, about("Editing Black tea")), (noticed, about("Editing Black tea"))])
    assert tests == {plain: [], noticed: []}
    assert parameter_tests([(noticed, about("Editing Black tea"))]) == {noticed: []}


def test_an_address_with_fewer_words_is_not_the_one_with_more() -> None:
    history, diff = "/app?action=history&title=*", "/app?diff=8&oldid=3&title=*"
    tests = parameter_tests([(history, about("Black tea: history")), (diff, about("Black tea: changes"))])
    assert tests == {history: [], diff: ["'diff' in page.query", "'oldid' in page.query", "!('action' in page.query)"]}
    other = parameter_tests([(history, about("Black tea: history")), ("/other?title=*", about("Black tea"))])
    assert other == {history: [], "/other?title=*": []}


def looked_at(seq: int, key: str, title: str, asked: str = "") -> AboutTea:
    html = f"<html><head><title>{title}</title></head><body></body></html>"
    return Shown(Page(f"{ORIGIN}/app?title={key}{asked}", "", html, seq), [], [], parse(html)), key, {}


def test_pages_with_another_parameter_are_others_where_they_have_another_heading() -> None:
    plain = [looked_at(1, "Tea", "Tea - Shop"), looked_at(2, "Cocoa", "Cocoa - Shop")]
    shelf = [looked_at(3, "Tea", "Shelves", "&shelf=north"), looked_at(4, "Cocoa", "Shelves", "&shelf=south")]
    made = apart_by(About("/app?title=*", True, [*plain, *shelf], tests=["there"]))
    assert [(one.tests, one.pages) for one in made] == [
        (["there", "!('shelf' in page.query)"], plain),
        (["there", "'shelf' in page.query"], shelf),
    ]


def test_parameters_that_leave_the_heading_as_it_is_tell_no_pages_apart() -> None:
    plain = [looked_at(1, "Tea", "Tea - Shop"), looked_at(2, "Cocoa", "Cocoa - Shop")]
    told = [looked_at(3, "Tea", "Tea - Shop", "&message=6"), looked_at(4, "Cocoa", "Cocoa - Shop", "&message=6")]
    once = [looked_at(5, "Tea", "Shelves", "&shelf=north")]
    for more in (told, once):
        assert [one.tests for one in apart_by(About("/app?title=*", True, [*plain, *more]))] == [[]]

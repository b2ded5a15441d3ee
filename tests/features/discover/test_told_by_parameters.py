"""Pages of one path that are told apart by parameters beside the one that names their entity."""

from __future__ import annotations

from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.pages.pages import Shown
from awe_author.features.discover.pages.told_by_parameters import parameter_tests
from tests.features.discover.exchanges import ORIGIN

AboutTea = tuple[Shown, str, dict[str, str]]


def about(title: str) -> list[AboutTea]:
    html = f"<html><head><title>{title}</title></head><body></body></html>"
    return [(Shown(Page(ORIGIN, "", html, 1), [], [], parse(html)), "Black_tea", {})]


def test_numbers_beside_a_key_tell_pages_with_another_heading_apart() -> None:
    plain, section = "/app?action=edit&title=*", "/app?action=edit&section=3&title=*"
    tests = parameter_tests([(plain, about("Editing Black tea")), (section, about("Editing Black tea (a part)"))])
    assert tests == {plain: ["!('section' in page.query)"], section: ["'section' in page.query"]}


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

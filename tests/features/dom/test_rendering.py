"""Plans applied to documents as text, with the meaning that the runtime gives them."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from awe_author.features.dom.operations import ListOperation, Plan, SetOperation
from awe_author.features.dom.rendering import rendered
from awe_author.features.dom.values import Shown


def shown(html: str, *operations: SetOperation | ListOperation) -> str:
    made = rendered(html, Plan(version="1", url="https://app.test/", operations=operations))
    body = BeautifulSoup(made, "lxml").body
    assert body is not None
    return body.decode_contents()


CASES = [
    ('<p id="x">old</p>', "text", "a < b", '<p id="x">a &lt; b</p>'),
    ('<p id="x"><i></i> old </p>', "text", "new", '<p id="x"><i></i> new </p>'),
    ('<p id="x">a <b>b</b> c</p>', "text", "new", '<p id="x">new</p>'),
    ('<p id="x"><i></i></p>', "text", "new", '<p id="x"><i></i>new</p>'),
    ('<p id="x">a <b>b</b> c</p>', "text.1", "new", '<p id="x">a <b>b</b> new</p>'),
    ('<p id="x"><b>b</b></p>', "text.0", "new", '<p id="x">new<b>b</b></p>'),
    ('<p><script id="x">"old" < 2;</script></p>', "text", '"b" < 2;', '<p><script id="x">"b" < 2;</script></p>'),
    ('<p id="x">old</p>', "html", "a <b>b</b>", '<p id="x">a <b>b</b></p>'),
    ('<p id="x">l</p>', "hidden", True, '<p hidden="" id="x">l</p>'),
    ('<p hidden id="x">l</p>', "hidden", False, '<p id="x">l</p>'),
    ('<a id="x" title="t">l</a>', "title", None, '<a id="x">l</a>'),
    ('<p class="a b" id="x">l</p>', "class.b", False, '<p class="a" id="x">l</p>'),
    ('<p id="x">l</p>', "style.width", "5px", '<p id="x" style="width: 5px">l</p>'),
    ('<textarea id="x">a</textarea>', "value", "b", '<textarea id="x">b</textarea>'),
    ('<select id="x"><option>a</option><option>b</option></select>', "value", "a",
     '<select id="x"><option>a</option><option>b</option></select>'),
    ('<select id="x" multiple=""><option>a</option><option>b</option></select>', "value", "a",
     '<select id="x" multiple=""><option selected="">a</option><option>b</option></select>'),
    ('<select id="x"><option selected>a</option><option>b</option></select>', "value", "b",
     '<select id="x"><option>a</option><option selected="">b</option></select>'),
    ('<select id="x"><option value="1">a</option><option value="2">b</option></select>', "value", "b",
     '<select id="x"><option value="1">a</option><option selected="" value="2">b</option></select>'),
    ('<select id="x"><option selected="selected">a</option><option>b</option></select>', "value", "b",
     '<select id="x"><option>a</option><option selected="selected">b</option></select>'),
]  # fmt: skip


@pytest.mark.parametrize(("html", "binding", "value", "wanted"), CASES)
def test_a_binding(html: str, binding: str, value: Shown, wanted: str) -> None:
    assert shown(html, SetOperation("#x", ((binding, value),))) == wanted


def test_a_list_keeps_its_rows_copies_the_first_and_drops_others() -> None:
    first, second = '<li class="t" id="r1"><a href="/1">one</a>!</li>', '<li class="t"><a href="/2">two</a>?</li>'
    html = f"<ul><li>head</li>{first}{second}<li>foot</li></ul>"
    rows, columns = (("li.t", "li.t"),), (("a", "text"), ("a", "href"))
    records = [(0, ("two", "/2")), (0, ("three", "/3"))]
    made = shown(html, ListOperation("l", "ul", rows, columns, ["2", "3"], records))
    assert made == (
        '<ul><li>head</li><li class="t"><a href="/2">two</a>?</li><li class="t"><a href="/3">three</a>!</li>'
        "<li>foot</li></ul>"
    )
    assert shown(html, ListOperation("l", "ul", rows, columns, [], [])) == "<ul><li>head</li><li>foot</li></ul>"


def test_rows_of_several_kinds_alternate() -> None:
    html = "<dl><dt>a</dt><dd>first</dd></dl>"
    rows = (("dt", "dt"), ("dd", "dd"))
    records: list[tuple[int, tuple[Shown, ...]]] = [(0, ("b",)), (1, ("second",)), (0, ("c",)), (1, ("third",))]
    keys = ["b/0", "b/1", "c/0", "c/1"]
    made = shown(html, ListOperation("l", "dl", rows, ((":scope", "text"),), keys, records))
    assert made == "<dl><dt>b</dt><dd>second</dd><dt>c</dt><dd>third</dd></dl>"


ROWS = (("li.late", "li.late"), ("li:not(.late)", "li:not(.late)"))
LATE = '<li class="late"><a>x</a> <b>late</b></li>'


def listed(*names: tuple[int, str], samples: tuple[str | None, ...] = (LATE, None)) -> ListOperation:
    records: list[tuple[int, tuple[Shown, ...]]] = [(kind, (name,)) for kind, name in names]
    return ListOperation("l", "ul", ROWS, (("a", "text"),), [name for _, name in names], records, samples)


def test_a_kind_of_row_that_the_page_has_none_of_is_made_from_its_sample() -> None:
    html = "<ul><li><a>one</a></li><li><a>two</a></li></ul>"
    wanted = '<ul><li><a>one</a></li><li class="late"><a>two</a> <b>late</b></li></ul>'
    assert shown(html, listed((1, "one"), (0, "two"))) == "<ul><li><a>one</a></li><li><a>two</a></li></ul>"
    assert shown(html, listed((1, "one"), (0, "due"))) == wanted.replace("two", "due")
    recorded = '<ul><li class="late"><a>one</a></li></ul>'
    assert shown(recorded, listed((0, "due"))) == '<ul><li class="late"><a>due</a></li></ul>'


def test_a_list_without_rows_gets_them_from_samples() -> None:
    wanted = '<ul> <li class="late"><a>a</a> <b>late</b></li><li class="late"><a>b</a> <b>late</b></li></ul>'
    assert shown("<ul> </ul>", listed((0, "a"), (1, "b"))) == wanted
    assert shown("<ul> </ul>", listed((0, "a"), samples=())) == "<ul> </ul>"


def test_what_only_browsers_know_is_left_alone() -> None:
    html = "<p>old</p>"
    operations = (SetOperation("p::part(x)", (("text", "new"),)), ListOperation("l", "ol", (("li", "li"),), (), [], []))
    assert shown(html, *operations) == html
    assert rendered(html, Plan(version="1", url="https://app.test/")) == html


def test_rows_without_a_body_are_in_one_as_browsers_read_them() -> None:
    table = "<table><thead><tr><th>n</th></tr></thead> <tr><td>1</td></tr> <tr><td>2</td></tr><tfoot></tfoot></table>"
    listed = ListOperation(
        "l", "table > tbody", (("tr", "tr"),), (("td", "text"),), ("2", "3"), ((0, ("2",)), (0, ("3",)))
    )
    made = BeautifulSoup(shown(table, listed), "lxml")
    assert [row.get_text() for row in made.select("table > tbody > tr")] == ["2", "3"]
    assert [one.name for one in made.select("table > *")] == ["thead", "tbody", "tfoot"]


def test_a_row_whose_texts_changed_is_the_recorded_one_with_its_address() -> None:
    first, second = '<li><a href="/1">one</a> tall</li>', '<li><a href="/2">two</a> small</li>'
    rows, columns = (("li", "li"),), (("a", "text"), ("a", "href"))
    records = [(0, ("three", "/3")), (0, ("another", "/2"))]
    made = shown(f"<ul>{first}{second}</ul>", ListOperation("l", "ul", rows, columns, ["3", "2"], records))
    assert made == '<ul><li><a href="/3">three</a> tall</li><li><a href="/2">another</a> small</li></ul>'


def test_a_row_of_another_address_is_of_another_record_whatever_it_says() -> None:
    html = '<ul><li><a href="/2">two</a> <i>open</i></li><li><a href="/1">one</a> <i>shut</i> <b>far</b></li></ul>'
    rows, columns = (("li", "li"),), (("a", "text"), ("a", "href"), ("i", "text"))
    records = [(0, ("two", "/2", "open")), (0, ("three", "/3", "shut"))]
    made = shown(html, ListOperation("l", "ul", rows, columns, ["2", "3"], records))
    wanted = '<ul><li><a href="/2">two</a> <i>open</i></li><li><a href="/3">three</a> <i>shut</i></li></ul>'
    assert made == wanted

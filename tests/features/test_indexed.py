"""Plain selectors by an index find what soupsieve finds."""

from __future__ import annotations

import pytest
import soupsieve

from awe_author.features.loading.indexed import document_of, parts_of

PAGE = """<html><body><div id="main" class="a b"><ul class="rows"><li>1</li>
<li class="on"><a href="/1" name="x">2</a></li>
<p>between</p><li>3<ul><li class="on off"><a name="x">4</a></li></ul></li></ul></div>
<div class="b" id="main"><form name="f"><input name="x"><input name="y z"></form></div><DIV Class="B">5</DIV>
<svg><title>6</title><g class="on"></g></svg><template><i class="on">7</i></template></body></html>"""

PLAIN = [
    "li", "li.on", ".on", "#main", "div#main", "div#main.b", "div.a.b", "ul.rows > li", "ul.rows li",
    "ul > li > ul li.off",
    "li:nth-of-type(2)", "div#main > ul > li:nth-of-type(3) > ul", "body li li", "html body > div.b", 'input[name="x"]',
    'form[name="f"] input[name="y z"]', "div.B", "title", "svg g.on", "i.on", "li.none", "div > li",
    "ul li:nth-of-type(1) a",
]  # fmt: skip
OTHERS = [
    "li, a",
    "li:first-child",
    "a[href]",
    "li:has(a)",
    "li + li",
    "li:not(.on)",
    "*",
    ":nth-of-type(2)",
    "DIV",
    "ul  >",
    "",
]


@pytest.mark.parametrize("selector", PLAIN)
def test_plain_selectors_find_the_same(selector: str) -> None:
    document = document_of(PAGE)
    found = soupsieve.select(selector, document)
    assert parts_of(selector)
    assert list(map(id, document.select(selector))) == list(map(id, found))
    assert list(map(id, document.select(selector, limit=2))) == list(map(id, found[:2]))
    assert document.select_one(selector) is next(iter(found), None)


@pytest.mark.parametrize("selector", OTHERS)
def test_others_are_left_to_soupsieve(selector: str) -> None:
    assert parts_of(selector) == ()


def test_a_selector_of_another_sort_is_looked_up_too() -> None:
    document = document_of(PAGE)
    assert len(document.select("li:not(.on)")) == 2
    with pytest.raises(soupsieve.SelectorSyntaxError):
        document.select("li >")

"""Selectors over a document that was read."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from awe_author.features.dom.quiet.reading import Unread, read
from awe_author.features.dom.quiet.selecting import select

HTML = """<!doctype html><html><head><title>t</title></head><body>
<main id=m class="a b"><p class=a>1</p><p lang=en-US>2</p><div class="b c" data-n=7><p>3</p><b>4</b></div></main>
<ul><li class=x>a</li><li>b<ul><li class="x y">c</li></ul></li><li>d</li><li>e</li></ul>
<table><tbody><tr><td>1</td><td>2</td></tr><tr class=odd><td>3</td><td>4</td></tr></tbody></table>
</body></html>"""
SELECTORS = [
    "p", "*", "main p", "main > p", "p + p", "p ~ div", "#m", ".a", ".a.b", "main.a > .b", "p.a, b", "[lang]",
    "[lang|=en]", "[data-n='7']", '[data-n="8"]', "[class~=c]", "[class^=b]", "[class$=y]", "[class*='x']",
    "li:first-child", "li:last-child", "ul > li:nth-child(2)", "li:nth-child(odd)", "li:nth-child(even)",
    "li:nth-child(2n + 1)", "li:nth-child(-n+2)", "li:nth-child(3n)", "li:nth-last-child(2)", "p:first-of-type",
    "p:last-of-type", "p:nth-of-type(2)", "b:only-of-type", "li:only-child", "li:not(.x)",
    "li:not(.x, :last-child)", ":is(p, b)", "tr:not(.odd) td:nth-child(2)", "body > ul li li", "li  >  ul>li",
    "div:not([data-n])", "nosuch", "P.a", "li:nth-last-of-type(1)",
]  # fmt: skip


@pytest.mark.parametrize("selector", SELECTORS)
def test_it_finds_what_others_find(selector: str) -> None:
    """soupsieve, which knows all selectors, over the same document."""
    root = read(HTML.encode(), "")
    mine = [(one.name, next((text for text, _ in one.texts()), "")) for one in select(root, selector)]
    theirs = [
        (one.name, next(iter(one.find_all(string=True)), "")) for one in BeautifulSoup(HTML, "lxml").select(selector)
    ]
    assert mine == [found for found in theirs if found[0] != "html"]


def test_the_scope_of_a_search() -> None:
    root = read(HTML.encode(), "")
    [outer, inner] = select(root, "ul")
    assert len(select(outer, ":scope > li")) == 4
    assert len(select(inner, ":scope > li")) == 1
    assert select(inner, ".") == select(inner, ":scope") == [inner]
    assert [one.name for one in select(inner, "body li")] == ["li"]


@pytest.mark.parametrize(
    "selector",
    [
        "", "p >", "p,", "> p", "p:hover", "p::before", ":has(b)", "p:nth-child(2 of .a)", "a\\:b",
        "[lang=EN-us]", "p[lang=en-us i]", ":nth-child(x)", "svg|p", "p:not(.a", "p)",
    ],
)  # fmt: skip
def test_what_it_does_not_know_is_left_to_the_browser(selector: str) -> None:
    with pytest.raises(Unread):
        select(read(HTML.encode(), ""), selector)


def test_parts_of_pictures_are_left_to_the_browser() -> None:
    root = read(b"<!doctype html><p class=a>1</p><svg class=icon><g class=a></g></svg>", "")
    assert len(select(root, "p")) == 1
    for selector in (".a", ".icon", "*"):
        with pytest.raises(Unread):
            select(root, selector)

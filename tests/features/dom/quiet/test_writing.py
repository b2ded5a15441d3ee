"""Rows of which only texts are others: written into the document, where it is sure whose row a row is."""

from __future__ import annotations

import pytest

from awe_author.features.dom.operations import ListOperation, Operation, Plan, SetOperation
from awe_author.features.dom.quiet.pages import QuietPages
from awe_author.features.dom.quiet.writing import MOST_ROWS
from awe_author.features.dom.values import Shown

URL = "https://app.test/list"
Row = tuple[Shown, ...]
COLUMNS = (("a", "text"), ("a", "href"), ("i", "text"))
ADA: Row = ("Ada", "/p/1", "1")
BOB: Row = ("Bob", "/p/2", "0")
HEAD = "<!doctype html><html><head><meta charset=utf-8><title>T</title></head><body>"
ROWS = (
    '<ul>\n<li><a href="/p/1">Ada</a> <i>1</i></li>\n<li><a href="/p/2">\n  Bob&nbsp;</a> <i>0<b></b></i></li>\n</ul>'
)


def people(*records: Row, columns: tuple[tuple[str, str], ...] = COLUMNS) -> ListOperation:
    keys = [str(at) for at in range(len(records))]
    return ListOperation("l", "ul", (("li:first-child", "li"),), columns, keys, tuple((0, one) for one in records))


def written(*operations: Operation, rows: str = ROWS, head: str = HEAD) -> str | None:
    """The body of the document as it is sent; None where it is left to the runtime."""
    plan = Plan(version="s.1", url=URL, operations=operations)
    document = [head.encode(), (rows + "</body></html>").encode()]
    made = QuietPages().showing(document, "", plan)
    if made is None:
        return None
    assert made[0] == document[0]
    return made[1].decode().removesuffix("</body></html>")


@pytest.mark.parametrize(
    ("records", "before", "after"),
    [
        ((ADA, BOB), "", ""),
        ((("Eve", "/p/1", "1"), BOB), ">Ada<", ">Eve<"),
        ((ADA, ("Rob", "/p/2", "0")), "Bob&nbsp;", "Rob&#160;"),
        ((ADA, ("Bob", "/p/2", "7")), "<i>0<b>", "<i>7<b>"),
        ((("a<b>&c", "/p/1", "1"), BOB), ">Ada<", ">a&lt;b&gt;&amp;c<"),
        ((("\u00c4da \U0001f600\nx", "/p/1", "1"), BOB), ">Ada<", ">&#196;da &#128512;\nx<"),
        ((('"q"', "/p/1", "1"), BOB), ">Ada<", '>"q"<'),
    ],
)
def test_texts_that_are_written(records: tuple[Row, ...], before: str, after: str) -> None:
    assert written(people(*records)) == (ROWS.replace(before, after) if before else ROWS)


def test_several_texts_and_rows() -> None:
    expected = ROWS.replace("Ada", "A").replace("Bob&nbsp;", "B&#160;").replace("<i>0", "<i>5")
    assert written(people(("A", "/p/1", "1"), ("B", "/p/2", "5"))) == expected


@pytest.mark.parametrize(
    "records",
    [
        (ADA,),
        (ADA, BOB, ("Cy", "/p/3", "0")),
        (BOB, ADA),
        (ADA, ("Bob", "/p/3", "0")),
        (ADA, ("Rob", "/p/3", "1")),
        (ADA, ("", "/p/2", "0")),
        (ADA, (" ", "/p/2", "0")),
        (ADA, ("a\x00b", "/p/2", "0")),
        (ADA, ("a\rb", "/p/2", "0")),
        (ADA, ("a\x85b", "/p/2", "0")),
        (ADA, ("a\ud800b", "/p/2", "0")),
        (ADA, (None, "/p/2", "0")),
    ],
)
def test_what_is_left_to_the_runtime(records: tuple[Row, ...]) -> None:
    assert written(people(*records)) is None


def test_nothing_but_the_text_tells_whose_row_it_is() -> None:
    assert written(people(("Ada",), ("Rob",), columns=(("a", "text"),))) is None


def test_rows_that_could_be_each_others() -> None:
    """All that is left of both is what the other one has, too."""
    rows = "<ul><li><b>Ada</b><i>1</i></li><li><b>Bob</b><i>1</i></li></ul>"
    columns = (("b", "text"), ("i", "text"))
    assert written(people(("Eve", "1"), ("Bob", "1"), columns=columns), rows=rows) == rows.replace("Ada", "Eve")
    assert written(people(("Eve", "1"), ("Rob", "1"), columns=columns), rows=rows) is None


def test_a_text_that_another_value_is_read_from() -> None:
    rows = '<ul><li><p><a href="/1">Ada</a></p></li></ul>'
    one = people(("Eve", "/1"), columns=(("a", "text"), ("a", "href")))
    assert written(one, rows=rows) == rows.replace("Ada", "Eve")
    both = people(("Eve", "/1", "Ada"), columns=(("a", "text"), ("a", "href"), ("p", "text")))
    assert written(both, rows=rows) is None
    assert written(one, SetOperation("ul", (("text", "Ada"),)), rows=rows) is None
    assert written(one, SetOperation("p", (("text.0", ""),)), rows=rows) == rows.replace("Ada", "Eve")


def test_texts_outside_of_rows_are_left_to_the_runtime() -> None:
    rows = "<h1>2</h1>" + ROWS
    assert written(people(ADA, BOB), SetOperation("h1", (("text", "2"),)), rows=rows) == rows
    assert written(people(ADA, BOB), SetOperation("h1", (("text", "3"),)), rows=rows) is None


@pytest.mark.parametrize(
    "cell", ["<pre>Ada</pre>", "A<b></b>da", "A<!-- x -->da", "", "<svg><title>Ada</title></svg>", "<b>A</b>da"]
)
def test_texts_that_are_not_one(cell: str) -> None:
    rows = f'<ul><li><a href="/1">{cell}</a></li></ul>'
    assert written(people(("Eve", "/1"), columns=(("a", "text"), ("a", "href"))), rows=rows) is None


@pytest.mark.parametrize("odd", ["\ufeff", "\r\n"])
def test_documents_whose_places_are_not_those_of_what_is_read(odd: str) -> None:
    assert written(people(ADA, BOB), head=odd + HEAD) is not None
    assert written(people(("Eve", "/p/1", "1"), BOB), head=odd + HEAD) is None


def test_letters_beyond_ascii_before_it() -> None:
    rows = f"<p>\u00e4\u00f6\U0001f600</p>{ROWS}"
    assert written(people(("Eve", "/p/1", "1"), BOB), rows=rows) == rows.replace("Ada", "Eve")


def test_many_rows_are_left_to_the_runtime() -> None:
    def rows(count: int) -> str:
        return "<ul>" + "".join(f'<li><a href="/p/{at}">P</a><i>0</i></li>' for at in range(count)) + "</ul>"

    def others(count: int) -> ListOperation:
        return people(*(("Q", f"/p/{at}", "0") for at in range(count)))

    assert written(others(MOST_ROWS), rows=rows(MOST_ROWS)) == rows(MOST_ROWS).replace("P<", "Q<")
    assert written(others(MOST_ROWS + 1), rows=rows(MOST_ROWS + 1)) is None

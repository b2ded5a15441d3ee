"""Lists whose parameters have the list's own name in them: what sorts is told by the heads, pages by their numbers."""

from __future__ import annotations

import pytest

from awe_author.features.discover.markup.documents import parse, rows_of
from awe_author.features.discover.pages.sorting import order_name
from tests.features.discover.exchanges import feature
from tests.features.discover.ledger import LIST, NEW, Ledger, book, recorded
from tests.features.discover.site import Mock, same

URL = "https://ledger.test/all"


async def test_sorted_by_columns_that_nobody_clicked_both_ways() -> None:
    mock, app = Mock(recorded()), Ledger()
    await same(app, mock, "GET", LIST)
    for by in ("author", "year", "title"):
        for turn in ("asc", "desc"):
            await same(app, mock, "GET", f"{LIST}?_by_Books={by}&_turn_Books={turn}")


async def test_pages_are_cut_anew() -> None:
    mock, app = Mock(recorded()), Ledger()
    await same(app, mock, "POST", NEW, *book("Blots", "Ada Ash", "1950"))
    await same(app, mock, "GET", LIST)
    await same(app, mock, "GET", f"{LIST}?page_Books=1")
    await same(app, mock, "POST", "/books/edit/1", *book("Aster", "Mina Marsh", "1940"))
    await same(app, mock, "GET", f"{LIST}?page_Books=1")
    await same(app, mock, "POST", "/books/delete/9")
    await same(app, mock, "GET", f"{LIST}?page_Books=1")


async def test_what_is_on_a_page_that_was_never_opened_is_in_the_list() -> None:
    mock, app = Mock(recorded(4)), Ledger(4)
    assert "listed_on" not in str(feature(mock.draft, "books.list.page"))
    await same(app, mock, "GET", f"{LIST}?page_Books=2")


async def test_words_in_a_column_of_a_list_that_was_cut() -> None:
    mock, app = Mock(recorded(4)), Ledger(4)
    for word in ("an", "Ro", "s"):
        await same(app, mock, "GET", f"{LIST}?_f_title={word}")


def _heads(*queries: str) -> str:
    heads = "".join(f"<th><a href='?{query}'>{number}</a></th>" for number, query in enumerate(queries))
    rows = "".join(f"<tr><td><a href='/all/{key}'>a</a></td><td>b</td></tr>" for key in (1, 2))
    return f"<table><tr>{heads}</tr>{rows}</table>"


HEADS = [
    (("_by_x=a&_turn_x=asc", "_by_x=b&_turn_x=desc"), "_by_x"),
    (("col=-a", "col=b", "col=c"), "col"),
    (("sort=a", "sort=b"), ""),  # told by its name
    (("page=1", "page=1"), ""),
    (("turn=asc", "turn=desc"), ""),
    (("id=7&what=a", "id=8&what=b"), ""),  # two of them
    (("by=a",), ""),
]


@pytest.mark.parametrize(("queries", "wanted"), HEADS)
def test_the_parameter_by_which_heads_differ(queries: tuple[str, ...], wanted: str) -> None:
    rows = rows_of(parse(_heads(*queries)), URL)
    assert order_name([(URL, rows[0])]) == wanted

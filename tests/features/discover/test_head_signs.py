"""Heads of tables that say with an arrow by which column they are sorted."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

import pytest

from awe_author.features.discover.markup.documents import parse, rows_of
from awe_author.features.discover.pages.head_signs import head_signs
from awe_author.features.discover.pages.sorting import heads_of
from tests.features.discover.exchanges import ORIGIN
from tests.features.discover.site import Mock, Said, Sent, Tour, same

ARROWS = {"asc": "▲", "desc": "▼"}


@dataclass
class Shelf:
    """Books by title unless asked otherwise."""

    arrows: dict[str, str] = field(default_factory=lambda: dict(ARROWS))
    books: dict[int, tuple[str, str]] = field(
        default_factory=lambda: {
            1: ("Quiet harbours", "1990"), 2: ("A long winter", "2004"), 3: ("Tides", "1987"), 4: ("Moss", "2011"),
        }
    )  # fmt: skip

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        asked = {name: values[0] for name, values in parse_qs(urlsplit(path).query).items()}
        parts = urlsplit(path).path.strip("/").split("/")
        if method == "POST":
            self.books[int(parts[1])] = (dict(sent)["title"], dict(sent)["year"])
            return Said(status=302, to="/books")
        by, _, way = asked.get("sort", "title,asc").partition(",")
        at = ("title", "year").index(by)
        rows = "".join(
            f'<tr><td><a href="/books/{key}">{one[0]}</a></td><td>{one[1]}</td></tr>'
            for key, one in sorted(self.books.items(), key=lambda one: one[1][at], reverse=way == "desc")
        )
        heads = "".join(
            f'<th><a href="/books?sort={name},{"desc" if name == by and way == "asc" else "asc"}">{name.title()}</a>'
            f"{' ' + self.arrows[way] if name == by else ''}</th>"
            for name in ("title", "year")
        )
        return Said(
            f"<!doctype html><html><body><h1>Books</h1><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody>"
            "</table></body></html>"
        )


def tour(*asked: str, arrows: dict[str, str] | None = None) -> Tour:
    made = Tour(Shelf(arrows or dict(ARROWS)))
    made.ask("GET", "/books")
    made.ask("POST", "/books/3", ("title", "Ebb tides"), ("year", "1988"))
    for one in asked:
        made.ask("GET", f"/books?sort={one}")
    return made


async def test_arrows_go_with_the_order_also_of_columns_and_ways_never_asked_for() -> None:
    mock, app = Mock(tour("year,asc")), Shelf()
    app("POST", "/books/3", (("title", "Ebb tides"), ("year", "1988")))
    await mock.ask("POST", "/books/3", ("title", "Ebb tides"), ("year", "1988"))
    for asked in ("year,asc", "year,desc", "title,desc", "title,asc"):
        await same(app, mock, "GET", f"/books?sort={asked}")
    await same(app, mock, "GET", "/books")


@pytest.mark.parametrize(("arrows", "asked", "told"), [
    (ARROWS, ["year,asc", "title,desc"], True),
    ({"asc": "*", "desc": "*"}, ["year,asc", "title,desc"], False),  # the same for both ways
    ({"asc": "▲", "desc": "x"}, ["year,desc"], False),  # a word
])  # fmt: skip
def test_signs_are_told_by_where_they_stand(arrows: dict[str, str], asked: list[str], *, told: bool) -> None:
    pages = []
    for one in tour(*asked, arrows=arrows).pages:
        document = parse(one.html)
        pages.append((one.url.removeprefix(ORIGIN), rows_of(document, one.url)[0], document))
    pages = [(ORIGIN + url, rows, document) for url, rows, document in pages]
    assert bool(head_signs(heads_of(pages[0][1], pages[0][0]), pages)) is told

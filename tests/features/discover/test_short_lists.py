"""Lists by a moment that forms send in parts, lists of the latest few, and filters with a choice for everything."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import parse_qsl

import pytest

from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

SHELVES = {"1": "Crime", "2": "Travel", "3": "Poems"}
FEW = 3


@dataclass
class Book:
    title: str
    shelf: str
    day: tuple[str, str, str]
    state: str = "Printed"


def books() -> dict[int, Book]:
    """What there is in the beginning: the keys do not go with the days."""
    return {
        1: Book("Slow trains", "2", ("2024", "11", "02")), 2: Book("The third key", "1", ("2025", "01", "17")),
        3: Book("Rain", "3", ("2024", "08", "30")), 4: Book("Harbours", "2", ("2025", "02", "05"), "Planned"),
        5: Book("Cold tea", "1", ("2024", "12", "21")), 6: Book("Weather", "3", ("2024", "10", "09")),
    }  # fmt: skip


@dataclass
class Library:
    books: dict[int, Book] = field(default_factory=books)

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        place, _, query = path.partition("?")
        asked = dict(parse_qsl(query))
        if method == "POST":
            return self._post(place, dict(sent))
        if place == "/home":
            latest = [(key, one) for key, one in self._sorted() if one.state == "Printed"][:FEW]
            rows = "".join(f'<li><a href="/books/{key}">{one.title}</a></li>' for key, one in latest)
            return _page("Home", f'<h2>Printed lately</h2><ul class="latest">{rows}</ul>')
        if place == "/books":
            shelf = asked.get("shelf", "0")
            rows = "".join(
                f'<tr><td class="title"><a href="/books/{key}">{one.title}</a></td><td class="room">'
                f'{SHELVES[one.shelf]}</td><td class="state">{one.state}</td>'
                f'<td class="when"><b class="at">{SHELVES[one.shelf]}</b> {"/".join(one.day)}</td></tr>'
                for key, one in self._sorted()
                if shelf in ("0", one.shelf)
            )
            chosen = {"0": "All shelves", **SHELVES}
            options = "".join(f'<option value="{value}">{label}</option>' for value, label in chosen.items())
            form = f'<form method="get" action="/books"><select name="shelf">{options}</select></form>'
            return _page("Books", f'{form}<table id="books"><tbody>{rows}</tbody></table>')
        key = place.split("/")[2]
        book = Book("", "1", ("2025", "03", "03")) if key == "new" else self.books[int(key)]
        return _page("Book", _form(book, place))

    def _sorted(self) -> list[tuple[int, Book]]:
        return sorted(self.books.items(), key=lambda pair: pair[1].day, reverse=True)

    def _post(self, place: str, given: dict[str, str]) -> Said:
        key = place.split("/")[2]
        number = max(self.books) + 1 if key == "new" else int(key)
        book = self.books.setdefault(number, Book("", "1", ("", "", "")))
        book.title, book.shelf = given["title"], given["shelf"]
        book.day = (given["year"], given["month"], given["day"])
        return Said(status=302, to="/books")


def _form(book: Book, action: str) -> str:
    options = "".join(
        f'<option value="{value}"{" selected" * (value == book.shelf)}>{label}</option>'
        for value, label in SHELVES.items()
    )
    fields = "".join(
        f'<input name="{name}" value="{value}">' for name, value in zip(("year", "month", "day"), book.day, strict=True)
    )
    return (
        f'<form method="post" action="{action}"><input name="title" value="{book.title}"><select name="shelf">{options}'
        f"</select>{fields}</form>"
    )


def _page(title: str, body: str) -> Said:
    return Said(f"<html><head><title>{title}</title></head><body><h1>{title}</h1>{body}</body></html>")


def sent(title: str, shelf: str, day: str) -> list[tuple[str, str]]:
    year, month, date = day.split("-")
    return [("title", title), ("shelf", shelf), ("year", year), ("month", month), ("day", date)]


def tour(app: Library) -> Tour:
    made = Tour(app)
    for path in ("/home", "/books", "/books/2", "/books/5", "/books/3", "/books/new"):
        made.ask("GET", path)
    made.ask("POST", "/books/new", *sent("Lost ferries", "2", "2025-03-03"))
    made.ask("GET", "/books/7")
    made.ask("POST", "/books/7", *sent("Lost ferries", "2", "2024-12-24"))
    made.ask("GET", "/books?shelf=2")
    made.ask("GET", "/home")
    return made


async def test_what_is_given_another_day_moves() -> None:
    mock, app = Mock(tour(Library())), Library()
    check(mock.draft)
    await same(app, mock, "POST", "/books/2", *sent("The third key", "1", "2024-09-01"))
    await same(app, mock, "POST", "/books/new", *sent("Early birds", "3", "2024-12-31"))
    await same(app, mock, "GET", "/books")


async def test_the_latest_few_are_those_of_the_state() -> None:
    mock, app = Mock(tour(Library())), Library()
    for path, given in (("/books/3", sent("Rain", "3", "2025-02-28")), ("/books/2", sent("Key", "1", "2023-01-01"))):
        await same(app, mock, "POST", path, *given)
        await same(app, mock, "GET", "/home")


@pytest.mark.parametrize("shelf", ["0", "1", "3"])
async def test_a_choice_for_everything(shelf: str) -> None:
    await same(Library(), Mock(tour(Library())), "GET", f"/books?shelf={shelf}")

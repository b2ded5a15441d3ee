"""An application of Struts with display tables: `book.do?method=edit&id=3`, pages and sorts as `d-49216-p=2`, a list of
errors above the form, a message of the session, dates as `dd/MM/yyyy`, two kinds (books and their loans)."""

from __future__ import annotations

import random
from html import escape
from urllib.parse import urlencode

from benchmarks.twin.elsewhere.pages.browsing import Asked, Clock, Said, Visitor, options

HOST = "library.struts.test"
SHELVES = {"10": "Poetry", "20": "Travel", "30": "Science"}
BOOKS = [
    ("Winter harbours", "M. Lund", "20", "1998", "12/01/2024"), ("Small numbers", "T. Reuter", "30", "2011",
    "03/02/2024"),
    ("Odes to rain", "P. Nagy", "10", "1974", "25/02/2024"), ("The long quay", "M. Lund", "20", "2003", "09/03/2024"),
    ("On tides", "U. Singh", "30", "1989", "30/04/2024"), ("Salt and letters", "R. Costa", "10", "2019", "17/05/2024"),
    ("North by rail", "O. Haddad", "20", "2015", "02/06/2024"), ("Light, explained", "T. Reuter", "30", "2020",
    "21/07/2024"),
    ("Sonnets for two", "P. Nagy", "10", "1981", "11/08/2024"), ("Maps of fog", "I. Vale", "20", "2007", "29/09/2024"),
]  # fmt: skip
FIELDS = ("title", "author", "shelfId", "year", "bought")
TAG = "d-49216"
SIZE = 4


class App:
    """Books by number."""

    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.told = clock, ""
        self.rows = {number: dict(zip(FIELDS, book, strict=True)) for number, book in enumerate(BOOKS, 301)}
        self.next = 301 + len(BOOKS)
        self.loans: dict[int, list[tuple[str, str]]] = {303: [("Sara Nagy", "10/02/2025")]}

    def answer(self, asked: Asked) -> Said:
        said = {**asked.query, **asked.form}
        method, number = said.get("method", "list"), int(said.get("id") or "0")
        if method == "save":
            return self._save(number, asked.form)
        if method == "delete":
            self.told = f"{self.rows.pop(number)['title']} has been deleted."
            return Said(status=302, to="/library/book.do?method=list")
        if method == "lend":
            self.loans.setdefault(number, []).append((said["reader"], self.clock.iso("%d/%m/%Y")))
            self.told = "The loan has been recorded."
            return Said(status=302, to=f"/library/book.do?method=view&id={number}")
        if method == "edit":
            return Said(self._edit(self.rows.get(number, {}), number))
        return Said(self._view(number) if method == "view" else self._list(asked.query))

    def _save(self, number: int, form: dict[str, str]) -> Said:
        sent = {name: form.get(name, "") for name in FIELDS}
        errors = [
            f"{label} is required." for name, label in (("title", "Title"), ("author", "Author")) if not sent[name]
        ]
        errors += [] if sent["year"].isdigit() else ["Year must be an integer."]
        if errors:
            return Said(self._edit(sent, number, errors))
        self.told = f"{sent['title']} has been {'updated' if number else 'added'} successfully."
        if not number:
            number, self.next = self.next, self.next + 1
        self.rows[number] = sent
        return Said(status=302, to="/library/book.do?method=list")

    def _list(self, query: dict[str, str]) -> str:
        wanted, shelf = query.get("keyword", ""), query.get("shelfId", "")
        rows = [one for one in self.rows.items() if wanted.lower() in f"{one[1]['title']} {one[1]['author']}".lower()
                and shelf in ("", one[1]["shelfId"])]  # fmt: skip
        column, way = query.get(f"{TAG}-s", ""), query.get(f"{TAG}-o", "2")
        if column:
            rows.sort(key=lambda one: one[1][("title", "author", "shelfId", "year")[int(column)]], reverse=way == "1")
        page, kept = int(query.get(f"{TAG}-p", "1")), {**query, "method": "list"}
        heads = "".join(self._head(name, place, column, way, kept) for place, name in enumerate(("Title", "Author")))
        heads += "<th>Shelf</th>" + self._head("Year", 3, column, way, kept)
        shown = "".join(
            f"""<tr class="{"odd" if place % 2 == 0 else "even"}"><td>
            <a href="/library/book.do?method=view&amp;id={number}">{escape(row["title"])}</a></td>
            <td>{escape(row["author"])}</td><td>{SHELVES[row["shelfId"]]}</td><td>{row["year"]}</td><td>
            {row["bought"]}</td>
            <td><a href="/library/book.do?method=edit&amp;id={number}">edit</a>
            <a href="/library/book.do?method=delete&amp;id={number}">delete</a></td></tr>"""
            for place, (number, row) in enumerate(rows[page * SIZE - SIZE : page * SIZE])
        )
        banner = f"{len(rows)} books found, displaying {page * SIZE - SIZE + 1} to {min(page * SIZE, len(rows))}."
        banner = banner if len(rows) > SIZE else f"{len(rows)} books found, displaying all books."
        links = ", ".join(
            f"<strong>{n}</strong>" if n == page
            else f'<a href="/library/book.do?{escape(urlencode({**kept, f"{TAG}-p": n}))}">{n}</a>'
            for n in range(1, -(-len(rows) // SIZE) + 1)
        )  # fmt: skip
        pager = f'<span class="pagelinks">{links}</span>' if len(rows) > SIZE else ""
        return self._page(
            "Books",
            f"""<h1>Books</h1><form name="searchForm" class="find" action="/library/book.do" method="get">
            <input type="hidden" name="method" value="list"><input name="keyword" value="{escape(wanted)}">
            <select name="shelfId"><option value="">All shelves</option>{options(SHELVES, shelf)}</select>
            <input type="submit" value="Search"></form><span class="pagebanner">{banner}</span>{pager}
            <table id="book" class="displaytable"><thead><tr>{heads}<th>Bought</th><th></th></tr></thead>
            <tbody>{shown}</tbody></table>""",
        )

    @staticmethod
    def _head(name: str, place: int, column: str, way: str, query: dict[str, str]) -> str:
        turn = "1" if column == str(place) and way == "2" else "2"
        asked = urlencode({**query, f"{TAG}-s": place, f"{TAG}-o": turn, f"{TAG}-p": 1})
        return f'<th class="sortable"><a href="/library/book.do?{escape(asked)}">{name}</a></th>'

    def _view(self, number: int) -> str:
        row = self.rows[number]
        said = {"Title": row["title"], "Author": row["author"], "Shelf": SHELVES[row["shelfId"]], "Year": row["year"]}
        lines = "".join(f"<tr><th>{name}</th><td>{escape(value)}</td></tr>" for name, value in said.items())
        loans = "".join(f"<li>{escape(reader)}, {day}</li>" for reader, day in self.loans.get(number, []))
        return self._page(
            row["title"],
            f"""<h1>{escape(row["title"])}</h1><table class="detail"><tbody>{lines}</tbody></table>
            <h2>Loans</h2><ul class="loans">{loans}</ul><form class="lend" action="/library/book.do" method="post">
            <input type="hidden" name="method" value="lend"><input type="hidden" name="id" value="{number}">
            <input name="reader"><input type="submit" value="Lend"></form>
            <a href="/library/book.do?method=edit&amp;id={number}">Edit this book</a>""",
        )

    def _edit(self, row: dict[str, str], number: int, errors: list[str] | None = None) -> str:
        told = "".join(f"<li>{one}</li>" for one in errors or [])
        fields = "".join(
            f"""<tr><th><label for="{name}">{label}:</label></th>
            <td><input type="text" id="{name}" name="{name}" value="{escape(row.get(name, ""))}"></td></tr>"""
            for name, label in (("title", "Title"), ("author", "Author"), ("year", "Year"), ("bought", "Bought"))
        )
        key = f'<input type="hidden" name="id" value="{number or ""}">'
        return self._page(
            "Edit book" if number else "Add book",
            f"""<h1>{"Edit book" if number else "Add book"}</h1>{f'<ul class="errors">{told}</ul>' if told else ""}
            <form name="bookForm" class="book" action="/library/book.do" method="post">
            <input type="hidden" name="method" value="save">{key}<table><tbody>{fields}<tr><th>Shelf:</th>
            <td><select name="shelfId">{options(SHELVES, row.get("shelfId", "10"))}</select></td></tr></tbody></table>
            <input type="submit" value="Save"></form>""",
        )

    def _page(self, title: str, body: str) -> str:
        told, self.told = self.told, ""
        message = f'<div class="success">{escape(told)}</div>' if told else ""
        return f"""<html><head><title>{escape(title)} - Library</title></head><body><div id="nav">
          <a href="/library/book.do?method=list">Books</a> <a href="/library/book.do?method=edit">Add a book</a></div>
          {message}<main>{body}</main></body></html>"""


def tour(visitor: Visitor) -> None:
    visitor.goto("/library/book.do?method=list")
    visitor.click("2")
    visitor.click("3")
    visitor.click("Books")
    visitor.click("Small numbers")
    visitor.click("Edit this book")
    visitor.send("form.book", year="2012", shelfId="20")
    visitor.click("Odes to rain")
    visitor.send("form.lend", reader="Lea Brandt")
    visitor.click("Add a book")
    visitor.send("form.book", title="", author="A. Field", year="1999", bought="01/03/2025")
    visitor.send("form.book", title="Grey gulls", author="A. Field", year="1999", bought="01/03/2025", shelfId="30")
    visitor.click("Title")
    visitor.click("Title")
    visitor.click("Books")
    visitor.click("Author")
    visitor.click("Books")
    visitor.send("form.find", keyword="lund")
    visitor.send("form.find", keyword="", shelfId="10")
    visitor.click("Books")
    visitor.click("delete", near="The long quay")
    visitor.click("Books")


def other(visitor: Visitor) -> None:
    visitor.goto("/library/book.do?method=list")
    visitor.click("Add a book")
    visitor.send("form.book", title="", author="B. Stone", year="2001", bought="05/03/2025")
    visitor.send("form.book", title="Deep water", author="B. Stone", year="2001", bought="05/03/2025", shelfId="20")
    visitor.click("3")
    visitor.click("Deep water")
    visitor.click("Edit this book")
    visitor.send("form.book", title="Deeper water", shelfId="30")
    visitor.click("3")
    visitor.click("Deeper water")
    visitor.send("form.lend", reader="Pia Lund")
    visitor.goto(visitor.address)
    visitor.send("form.lend", reader="Rui Costa")
    visitor.click("Books")
    visitor.click("edit", near="Winter harbours")
    visitor.send("form.book", author="M. Lund-Berg", bought="13/01/2024")
    visitor.click("Year")
    visitor.click("Year")
    visitor.click("Books")
    visitor.send("form.find", keyword="nagy")
    visitor.send("form.find", keyword="", shelfId="30")
    visitor.click("Books")
    visitor.click("2")
    visitor.click("delete", near="On tides")
    visitor.click("2")

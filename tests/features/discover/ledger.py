"""A ledger of books whose list has its own name in its parameters: `_by_Books=year&_turn_Books=desc&page_Books=1`. Its
form for something new shows the latest book."""

from __future__ import annotations

from html import escape
from urllib.parse import parse_qs, urlsplit

from tests.features.discover.site import Said, Sent, Tour

LIST, NEW = "/books/list/", "/books/add"
COLUMNS = ("title", "author", "year")
START = {
    "1": ("Tides", "Mina Marsh", "1931"), "2": ("Anvils", "Tom Thorn", "1912"), "3": ("Lamps", "Ines Ivy", "1948"),
    "4": ("Fog", "Oleg Oak", "1903"), "5": ("Needles", "Nils North", "1927"), "6": ("Rope", "Vera Vine", "1955"),
    "7": ("Brass", "Kit Knoll", "1940"), "8": ("Gulls", "Ruth Reed", "1919"), "9": ("Wax", "Sam Sage", "1936"),
}  # fmt: skip


class Ledger:
    def __init__(self, size: int = 5) -> None:
        self.size = size
        self.books = {key: [*values] for key, values in START.items()}
        self.last, self.told = 9, ""

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        parts, form = urlsplit(path), dict(sent)
        asked = {key: values[-1] for key, values in parse_qs(parts.query).items()}
        _, _, what, *rest = parts.path.split("/")
        key = rest[0] if rest else ""
        if method == "POST" and what == "delete":
            self.books.pop(key)
            return self._led("Deleted row")
        if method == "POST":
            self.last += what == "add"
            self.books[key or str(self.last)] = [form[name] for name in COLUMNS]
            return self._led("Added row" if what == "add" else "Changed row")
        if what == "list":
            return Said(self._list(asked))
        return Said(self._form(key))

    def _led(self, told: str) -> Said:
        self.told = told
        return Said(status=302, to=LIST)

    def _whole(self, body: str) -> str:
        told, self.told = self.told, ""
        flash = f'<div class="alert alert-info">{told}</div>' if told else ""
        return f"<!DOCTYPE html><html><head><title>Ledger</title></head><body>{flash}<main>{body}</main></body></html>"

    def _list(self, asked: dict[str, str]) -> str:
        by, turn = asked.get("_by_Books", "title"), asked.get("_turn_Books", "asc")
        word = asked.get("_f_title", "")
        found = [one for one in self.books.items() if word.lower() in one[1][0].lower()]
        found.sort(key=lambda one: one[1][COLUMNS.index(by)], reverse=turn == "desc")
        begin = int(asked.get("page_Books", "0")) * self.size
        heads = "".join(
            f'<th><a href="{LIST}?_by_Books={name}&amp;_turn_Books='
            f'{"desc" if (by, turn) == (name, "asc") and "_by_Books" in asked else "asc"}">{name.title()}</a></th>'
            for name in COLUMNS
        )
        rows = "".join(
            f'<tr><td><a href="/books/edit/{key}">edit</a><form method=post action="/books/delete/{key}"></form></td>'
            + "".join(f"<td>{escape(value)}</td>" for value in values)
            + "</tr>"
            for key, values in found[begin : begin + self.size]
        )
        pages = "".join(
            f'<a href="{LIST}?page_Books={page}">{page + 1}</a> '
            for page in range((len(found) + self.size - 1) // self.size)
            if len(found) > self.size
        )
        table = f"<table class=table><thead><tr><th></th>{heads}</tr></thead><tbody>{rows}</tbody></table>"
        return self._whole(f"<p class=count>Record count: <b>{len(found)}</b></p>{table}<div class=pager>{pages}</div>")

    def _form(self, key: str) -> str:
        values = self.books.get(key, ["", "", ""])
        fields = "".join(
            f'<p><label>{name}</label><input name={name} value="{escape(value)}"></p>'
            for name, value in zip(COLUMNS, values, strict=True)
        )
        action = f"/books/edit/{key}" if key else NEW
        latest, said = [*self.books.items()][-1]
        cells = "".join(f"<td class={name}>{escape(value)}</td>" for name, value in zip(COLUMNS, said, strict=True))
        row = f'<tr><td><a href="/books/edit/{latest}">edit</a></td>{cells}</tr>'
        newest = "" if key else f"<table class=latest><tbody>{row}</tbody></table>"
        return self._whole(f'{newest}<form class=book method=post action="{action}">{fields}</form>')


def book(*values: str) -> list[tuple[str, str]]:
    """What the form sends."""
    return [*zip(COLUMNS, values, strict=True)]


def recorded(size: int = 5) -> Tour:
    """A tour: second page, a sort, a search, a new book, one changed, one deleted."""
    tour = Tour(Ledger(size))
    tour.ask("GET", LIST)
    tour.ask("GET", f"{LIST}?page_Books=1")
    tour.ask("GET", f"{LIST}?_by_Books=year&_turn_Books=asc")
    tour.ask("GET", f"{LIST}?_f_title=s")
    tour.ask("GET", NEW)
    tour.ask("POST", NEW, *book("Ducks", "Yara Yew", "1961"))
    tour.ask("GET", LIST)
    tour.ask("GET", f"{LIST}?_f_title=duck")
    tour.ask("GET", "/books/edit/2")
    tour.ask("POST", "/books/edit/2", *book("Anvils", "Tom Thorne", "1912"))
    tour.ask("GET", LIST)
    tour.ask("POST", "/books/delete/4")
    tour.ask("GET", LIST)
    return tour

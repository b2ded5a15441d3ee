"""Lists that are always asked for in parts: how many there are in all, and what they say together."""

from __future__ import annotations

from typing import Any

from awe_author.features.discover.lists.beyond import Beyond
from tests.features.discover.mock import Mock

Row = dict[str, Any]
SHOPS = [{"id": 1, "name": "Harbour"}, {"id": 2, "name": "Market"}]


def book(number: int, shop: int, notes: int = 0, title: str = "") -> Row:
    return {"id": number, "title": title or f"Book {number}", "shop": shop, "notes": notes}


class Store:
    """The app, and what was said: lists of a shop's books show two of them."""

    def __init__(self) -> None:
        self.books = [book(n, 1 if n < 8 else 2, n % 3) for n in range(1, 13)]
        self.log: list[tuple[Any, ...]] = [("GET", "/api/shops", None, 200, SHOPS)]

    def list(self, shop: int, *, page: int = 1, q: str = "") -> tuple[str, Any]:
        mine = [one for one in self.books if one["shop"] == shop and q in one["title"]]
        shown = mine[(page - 1) * 2 : page * 2]
        more = f"&q={q}" if q else ""
        answer = {"total": len(mine), "notes": sum(one["notes"] for one in mine), "books": [{**one} for one in shown]}
        return f"/api/books?shop={shop}&page={page}&size=2{more}", answer

    def look(self, shop: int, *, page: int = 1, q: str = "") -> None:
        path, answer = self.list(shop, page=page, q=q)
        self.log.append(("GET", path, None, 200, answer))

    def delete(self, number: int) -> None:
        self.books = [one for one in self.books if one["id"] != number]
        self.log.append(("DELETE", f"/api/books/{number}", None, 204, None))

    def rename(self, number: int, title: str) -> None:
        one = next(one for one in self.books if one["id"] == number)
        one["title"] = title
        self.log.append(("PATCH", f"/api/books/{number}", {"title": title}, 200, {**one}))


def store() -> Store:
    """All books of the second shop were seen, but for the last page; of the first shop two pages of four."""
    made = Store()
    for shop, pages in ((1, (1, 2)), (2, (1, 2))):
        for page in pages:
            made.look(shop, page=page)
    made.rename(3, "Tides")
    made.delete(1)
    made.look(1)
    made.look(1, q="Tides")
    made.look(2)
    return made


async def total(mock: Mock, path: str) -> int:
    return int((await mock.ask("GET", path))[1]["total"])


async def test_each_part_has_as_many_as_the_app_said() -> None:
    mock = Mock(*store().log)
    assert await total(mock, "/api/books?shop=1&page=1&size=2") == 7
    assert await total(mock, "/api/books?shop=2&page=1&size=2") == 5
    await mock.ask("DELETE", "/api/books/8")
    assert await total(mock, "/api/books?shop=2&page=1&size=2") == 4


async def test_what_a_search_finds_has_none_beyond() -> None:
    mock = Mock(*store().log)
    await mock.ask("PATCH", "/api/books/2", {"title": "Tides of today"})
    assert await total(mock, "/api/books?shop=1&page=1&size=2&q=Tides") == 1
    assert await total(mock, "/api/books?shop=1&page=1&size=2&q=Book") == 3


async def test_numbers_that_do_not_agree_are_not_believed() -> None:
    made = store()
    path, answer = made.list(2)
    made.log.append(("GET", path, None, 200, {**answer, "total": 9}))
    assert await total(Mock(*made.log), "/api/books?shop=2&page=1&size=2") == 4


def test_the_expression_goes_by_what_the_address_names() -> None:
    assert Beyond(None, 1, {"a": 3}).text() == "{'a': 3}.get(segments[1], 0)"


class Log:
    """Tickets with notes, in two states; a list says what those that it found have together, on all pages."""

    def __init__(self) -> None:
        self.rows = [
            {"id": n, "state": "open" if n % 2 else "done", "read": n > 2, "notes": 0, "of": "x"} for n in range(1, 6)
        ]
        self.log: list[tuple[Any, ...]] = []

    def look(self, state: str = "", size: int = 2) -> None:
        mine = [one for one in self.rows if state in ("", one["state"])]
        path = f"/api/tickets?size={size}" + (f"&state={state}" if state else "")
        unread, notes = sum(not one["read"] for one in mine), sum(int(str(one["notes"])) for one in mine)
        answer = {"total": len(mine), "total_notes": notes, "read_count": len(mine) - unread,
                  "tickets": [{**one} for one in mine[:size]]}  # fmt: skip
        self.log.append(("GET", path, None, 200, answer))

    def write(self, number: int, **sent: Any) -> None:
        self.rows[number - 1].update(sent)
        self.log.append(("PATCH", f"/api/tickets/{number}", sent, 200, {**self.rows[number - 1]}))


async def test_what_a_list_says_of_all_that_it_found_follows_writes() -> None:
    made = Log()
    made.look(size=9)
    made.look("open")
    made.write(5, notes=4)
    made.look("open")
    made.write(2, notes=1, read=True)
    made.look()
    made.look("done")
    mock = Mock(*made.log)
    await mock.ask("PATCH", "/api/tickets/3", {"notes": 2, "read": False})
    answer = (await mock.ask("GET", "/api/tickets?size=2&state=open"))[1]
    assert (answer["total"], answer["total_notes"], answer["read_count"]) == (3, 2, 1)
    await mock.ask("PATCH", "/api/tickets/5", {"notes": 4})
    answer = (await mock.ask("GET", "/api/tickets?size=2"))[1]
    assert (answer["total"], answer["total_notes"], answer["read_count"]) == (5, 6, 2)

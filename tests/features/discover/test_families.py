"""Lists of many kinds of servers: how each asks for pages, orders, searches and filters, and what stands beside a list.

Each style is recorded with a few lists and writes; then other pages, orders, words and values are asked of the mock,
after other writes, and every answer has to be the one that the server would have given.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.features.discover.exchanges import ORIGIN
from tests.features.discover.mock import Mock

TITLES = ("Old Ports", "Glass", "Ferns", "Salt Road", "Kites", "Tea House", "Glass Harbour")
SIZE, BASE = 3, "/api/books"
Row = dict[str, Any]


@dataclass(frozen=True)
class Wanted:
    """What a client wants to see."""

    page: int = 1
    search: str = ""
    status: str = ""
    sort: str = "pages"
    down: bool = False


@dataclass(frozen=True)
class Style:
    """How one kind of server is asked, and answers: (what is shown, how many there are, what was wanted, address)."""

    query: Callable[[Wanted], dict[str, Any]]
    answer: Callable[[list[Row], int, Wanted, str], Any]
    row: Callable[[Row], Any] = lambda row: dict(row)
    at: str = "/{}"
    """The address of one thing, behind that of all."""
    posted: str = ""
    """Lists are asked for by a POST to the address of all with this behind it."""
    wrapper: str = ""
    """The member of a row that has its fields, in requests, too."""


def pages(total: int) -> int:
    return -(-total // SIZE)


def some(**values: Any) -> dict[str, Any]:
    return {name.replace("__", "$"): value for name, value in values.items() if value not in ("", None)}


def linked(path: str, page: int, last: int) -> dict[str, Any]:
    """Addresses of the pages around."""

    def at(number: int) -> str | None:
        if not 1 <= number <= last:
            return None
        found = re.sub(r"(?<=[?&])page=\d+", f"page={number}", path)
        return ORIGIN + (re.sub(r"page=1&|[?&]page=1$", "", found) if number == 1 else found)

    return {"next": at(page + 1), "previous": at(page - 1)}


def led_on(path: str, page: int, last: int) -> dict[str, Any]:
    """The same of JSON:API: left out where there is none."""
    numbers = {"next": page + 1, "prev": page - 1}
    return {
        name: ORIGIN + re.sub(r"(?<=number%5D=)\d+", str(number), path)
        for name, number in numbers.items()
        if 1 <= number <= last
    }


def words(wanted: Wanted, like: str, same: str, glue: str) -> str:
    """A filter as a sentence."""
    told = [like.format(wanted.search)] if wanted.search else []
    return glue.join([*told, *([same.format(wanted.status)] if wanted.status else [])])


DIRECTION = {True: "desc", False: "asc"}
STYLES: dict[str, Style] = {
    "django": Style(
        lambda w: {"page": w.page, "page_size": SIZE, "ordering": "-" * w.down + w.sort,
            **some(search=w.search, status=w.status)},
        lambda shown, total, w, path: {"count": total, "results": shown, **linked(path, w.page, pages(total))},
    ),
    "laravel": Style(
        lambda w: {"page": w.page, "per_page": SIZE, "sort_by": w.sort, "sort_dir": DIRECTION[w.down],
            **some(search=w.search, status=w.status)},
        lambda shown, total, w, path: {"data": shown, "meta": {"current_page": w.page,
            "last_page": max(1, pages(total)), "from": (w.page - 1) * SIZE + 1 if shown else None,
            "per_page": SIZE, "total": total,
            "to": (w.page - 1) * SIZE + len(shown) if shown else None}},
    ),
    "spring": Style(
        lambda w: {"page": w.page - 1, "size": SIZE, "sort": f"{w.sort},{DIRECTION[w.down]}",
            **some(query=w.search, status=w.status)},
        lambda shown, total, w, path: {"content": shown, "totalElements": total, "totalPages": pages(total),
            "number": w.page - 1, "size": SIZE, "first": w.page == 1, "last": w.page >= pages(total),
            "numberOfElements": len(shown), "empty": not shown},
    ),
    "strapi": Style(
        lambda w: {"sort": f"{w.sort}:{DIRECTION[w.down]}", "pagination[page]": w.page, "pagination[pageSize]": SIZE,
            **({"filters[$or][0][title][$containsi]": w.search} if w.search else {}),
            **({"filters[status][$eq]": w.status} if w.status else {})},
        lambda shown, total, w, path: {"data": shown, "meta": {"pagination": {"page": w.page, "pageSize": SIZE,
            "pageCount": pages(total), "total": total}}},
        lambda row: {**row, "id": 100 + row["id"], "documentId": f"doc{row['id']}znrlzntu9ei5onjvwf"},
    ),
    "json-server": Style(
        lambda w: {"_page": w.page, "_limit": SIZE, "_sort": w.sort, "_order": DIRECTION[w.down],
            **some(q=w.search, status=w.status)},
        lambda shown, total, w, path: shown,
    ),
    "simple rest": Style(
        lambda w: {"filter": json.dumps(some(q=w.search, status=w.status)),
            "range": json.dumps([(w.page - 1) * SIZE, w.page * SIZE - 1]),
            "sort": json.dumps([w.sort, DIRECTION[w.down].upper()])},
        lambda shown, total, w, path: shown,
    ),
    "pocketbase": Style(
        lambda w: {"page": w.page, "perPage": SIZE, "sort": "-" * w.down + w.sort,
            **some(filter=words(w, "title ~ '{}'", "status = '{}'", " && "))},
        lambda shown, total, w, path: {"page": w.page, "perPage": SIZE, "totalItems": total, "totalPages": pages(total),
            "items": shown},
    ),
    "nocodb": Style(
        lambda w: {"limit": SIZE, "offset": (w.page - 1) * SIZE, "sort": "-" * w.down + w.sort,
            **some(where=words(w, "(title,like,%{}%)", "(status,eq,{})", "~and"))},
        lambda shown, total, w, path: {"list": shown, "pageInfo": {"totalRows": total, "page": w.page, "pageSize": SIZE,
            "isFirstPage": w.page == 1, "isLastPage": w.page >= pages(total)}},
    ),
    "json:api": Style(
        lambda w: {"page[number]": w.page, "page[size]": SIZE, "sort": "-" * w.down + w.sort,
            **({"filter[search]": w.search} if w.search else {}), **({"filter[status]": w.status} if w.status else {})},
        lambda shown, total, w, path: {"data": shown, "meta": {"count": total},
            "links": {"self": ORIGIN + path, **led_on(path, w.page, pages(total))}},
        lambda row: {"type": "books", "id": str(row["id"]), "attributes": {n: v for n, v in row.items() if n != "id"}},
    ),
    "postgrest": Style(
        lambda w: {"order": f"{w.sort}.{DIRECTION[w.down]}", "limit": SIZE, "offset": (w.page - 1) * SIZE,
            **some(title=w.search and f"ilike.*{w.search}*", status=w.status and f"eq.{w.status}")},
        lambda shown, total, w, path: shown,
    ),
    "odata": Style(
        lambda w: {"$count": "true", "$top": SIZE, "$skip": (w.page - 1) * SIZE,
            "$orderby": f"{w.sort} {DIRECTION[w.down]}",
            **some(__filter=words(w, "contains(title,'{}')", "status eq '{}'", " and "))},
        lambda shown, total, w, path: {"@odata.count": total, "value": shown},
        at="({})",
    ),
    "records of conditions, in groups": Style(
        lambda w: {"query": w.search, "limit": SIZE, "after": str((w.page - 1) * SIZE) if w.page > 1 else None,
            "sorts": [{"propertyName": w.sort, "direction": "DESCENDING" if w.down else "ASCENDING"}],
            "filterGroups": [{"filters": [{"propertyName": "status", "operator": "EQ", "value": w.status}]}]
            if w.status else []},
        lambda shown, total, w, path: {"total": total, "results": shown,
            **({"paging": {"next": {"after": str(w.page * SIZE)}}} if w.page * SIZE < total else {})},
        lambda row: {"id": str(row["id"]), "properties": {n: str(v) for n, v in row.items() if n != "id"}},
        posted="/search", wrapper="properties",
    ),
    "records of conditions, with their logic": Style(
        lambda w: {"skip": (w.page - 1) * SIZE, "take": SIZE, "sort": [{"field": w.sort, "dir": DIRECTION[w.down]}],
            "filter": {"logic": "and", "filters": [
                *([{"field": "title", "operator": "contains", "value": w.search}] if w.search else []),
                *([{"field": "status", "operator": "eq", "value": w.status}] if w.status else [])]}},
        lambda shown, total, w, path: {"data": shown, "total": total},
        posted="/read",
    ),
    "triples": Style(
        lambda w: {"offset": (w.page - 1) * SIZE, "limit": SIZE, "order": [[w.sort, DIRECTION[w.down].upper()]],
            "domain": [*(["&"] if w.search and w.status else []),
                *([["title", "ilike", w.search]] if w.search else []),
                *([["status", "=", w.status]] if w.status else [])]},
        lambda shown, total, w, path: {"records": shown, "length": total},
        posted="/search_read",
    ),
    "orders by name": Style(
        lambda w: {"skip": (w.page - 1) * SIZE, "take": SIZE, "orderBy": [{w.sort: DIRECTION[w.down]}],
            "where": {**({"title": {"contains": w.search}} if w.search else {}),
                **({"status": {"equals": w.status}} if w.status else {})}},
        lambda shown, total, w, path: {"items": shown, "count": total},
        posted="/find",
    ),
    "a statement": Style(
        lambda w: {"q": "SELECT id, title FROM books"
            + (" WHERE " + told if (told := words(w, "title LIKE '%{}%'", "status = '{}'", " AND ")) else "")
            + f" ORDER BY {w.sort} {DIRECTION[w.down].upper()} LIMIT {SIZE} OFFSET {(w.page - 1) * SIZE}"},
        lambda shown, total, w, path: {"totalSize": len(shown), "done": True, "records": shown},
    ),
    "a statement that begins with its condition": Style(
        lambda w: {"startAt": (w.page - 1) * SIZE, "maxResults": SIZE,
            "jql": words(w, 'title ~ "{}"', "status = {}", " AND ") + f" ORDER BY {w.sort} {DIRECTION[w.down]}"},
        lambda shown, total, w, path: {"startAt": (w.page - 1) * SIZE, "maxResults": SIZE, "total": total,
            "issues": shown},
        posted="/search",
    ),
    "names of several words": Style(
        lambda w: {"q_keywords": w.search, "page": w.page, "per_page": SIZE, "sort_by_field": w.sort,
            "sort_ascending": not w.down, **({"book_statuses": [w.status]} if w.status else {})},
        lambda shown, total, w, path: {"books": shown, "pagination": {"page": w.page, "per_page": SIZE,
            "total_entries": total}},
        posted="/search",
    ),
}  # fmt: skip


class Server:
    """The app: books in memory, in one style."""

    def __init__(self, style: Style) -> None:
        self.style, self.log = style, list[tuple[Any, ...]]()
        self.rows = {n: self._row(n, title) for n, title in enumerate(TITLES, 1)}

    def _row(self, number: int, title: str) -> Row:
        status = ("open", "done")[number % 3 == 2]
        return {"id": number, "title": title, "status": status, "pages": 90 + 37 * number % 100}

    def list(self, **wanted: Any) -> tuple[str, str, Any]:
        """The request; what was answered is in the log."""
        w = Wanted(**wanted)
        asked = self.style.query(w)
        path = BASE + self.style.posted if self.style.posted else f"{BASE}?{urlencode(asked)}"
        method, body = ("POST", asked) if self.style.posted else ("GET", None)
        rows = [row for row in self.rows.values() if w.search.lower() in row["title"].lower()]
        rows = [row for row in rows if w.status in ("", row["status"])]
        rows = sorted(rows, key=lambda row: row[w.sort], reverse=w.down)
        shown = [self.style.row(row) for row in rows[(w.page - 1) * SIZE : w.page * SIZE]]
        self.log.append((method, path, body, 200, self.style.answer(shown, len(rows), w, path)))
        return method, path, body

    def create(self, title: str, status: str, count: int) -> tuple[str, str, Any]:
        number = max(self.rows) + 1
        self.rows[number] = {"id": number, "title": title, "status": status, "pages": count}
        sent = {"title": title, "status": status, "pages": count}
        return self._written("POST", BASE, sent, 201, number)

    def update(self, number: int, **sent: Any) -> tuple[str, str, Any]:
        self.rows[number] |= sent
        return self._written("PATCH", self._at(number), sent, 200, number)

    def delete(self, number: int) -> tuple[str, str, Any]:
        path = self._at(number)
        del self.rows[number]
        self.log.append(("DELETE", path, None, 204, None))
        return "DELETE", path, None

    def _at(self, number: int) -> str:
        shown = self.style.row(self.rows[number])
        return BASE + self.style.at.format(shown.get("documentId", shown["id"]))

    def _written(self, method: str, path: str, sent: Any, status: int, number: int) -> tuple[str, str, Any]:
        if "attributes" in self.style.row(self.rows[number]):
            sent = {"data": {"type": "books", "attributes": sent}}
        elif self.style.wrapper:
            sent = {self.style.wrapper: {name: str(value) for name, value in sent.items()}}
        self.log.append((method, path, sent, status, {"data": self.style.row(self.rows[number])}))
        return method, path, sent


def toured(style: Style) -> Server:
    server = Server(style)
    server.list()
    server.list(page=2)
    server.create("Milk Run", "open", 12)
    server.list(page=3)
    server.update(3, title="Tall Ferns")
    server.list()
    for wanted in ({"search": "glass"}, {"search": "tea"}, {"sort": "title"}, {"sort": "title", "down": True},
        {"status": "done"}, {"status": "open", "down": True}):  # fmt: skip
        server.list(**wanted)
    server.delete(5)
    server.list()
    return server


@pytest.mark.parametrize("style", STYLES)
async def test_lists_of_any_style_follow_what_is_asked_and_written(style: str) -> None:
    mock, server = Mock(*toured(STYLES[style]).log), Server(STYLES[style])
    asked = [
        server.list(page=2), server.list(search="road"), server.list(search="nothing"),
        server.create("Paper Boats", "done", 300), server.list(down=True), server.update(6, title="Tea Rooms"),
        server.list(sort="title", page=2), server.list(sort="title", down=True), server.list(search="rooms"),
        server.delete(7), server.list(search="glass"), server.list(status="done", down=True),
        server.list(status="open", page=2), server.list(search="a", status="open", sort="title"), server.list(page=3),
    ]  # fmt: skip
    for (method, path, sent), expected in zip(asked, server.log, strict=True):
        status, said = await mock.ask(method, path, sent)
        if method != "POST" or "documentId" not in str(said):
            assert (status, said) == expected[3:], (method, path)

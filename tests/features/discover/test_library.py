"""An admin in which each record stands in a wrapper with the same id, beside the record that it names; lists name pages
but not their length, and say again what was asked; words are searched for in addresses. Other steps are compared with
what the app itself would say."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from tests.features.discover.exchanges import draft_of, feature, found
from tests.features.discover.mock import Mock

TITLES = ["Amber Road", "Bitter Orchard", "Cold Harbour", "Distant Bells", "Early Frost", "Falling Sand", "Grey Meadow",
          "Hollow Hill"]  # fmt: skip
ACTIONS = [{"name": "show", "label": "Show"}, {"name": "edit", "label": "Edit"}]
PAGE = 5


class Library:
    """The app."""

    def __init__(self) -> None:
        self.authors = {n: {"id": n, "name": name} for n, name in enumerate(("Iris Vale", "Tom Reed", "Mina Lind"), 1)}
        self.books: dict[int, dict[str, Any]] = {
            n: {"id": n, "title": title, "pages": 100 + n * 17 % 90, "authorId": 1 + n % 3}
            for n, title in enumerate(TITLES, 1)
        }

    def author(self, key: int) -> dict[str, Any]:
        one = self.authors[key]
        return {"id": key, "title": one["name"], "params": dict(one), "actions": ACTIONS, "beside": {}}

    def book(self, key: int) -> dict[str, Any]:
        one = self.books[key]
        beside = {"authorId": self.author(one["authorId"])}
        return {"id": key, "title": one["title"], "params": dict(one), "actions": ACTIONS, "beside": beside}

    def listed(self, said: dict[str, str]) -> dict[str, Any]:
        sort, way, page = said.get("sortBy", "id"), said.get("direction", "asc"), int(said.get("page", 1))
        word = said.get("filters.title", "").lower()
        rows = [one for one in self.books.values() if word in one["title"].lower()]
        rows.sort(key=lambda one: one[sort], reverse=way == "desc")
        shown = [self.book(one["id"]) for one in rows[(page - 1) * PAGE : page * PAGE]]
        meta = {"total": len(rows), "perPage": PAGE, "page": page, "sortBy": sort, "direction": way}
        return {"meta": meta, "records": shown}

    def answer(self, address: str, sent: dict[str, Any] | None) -> Any:
        """One exchange."""
        parts = urlsplit(address)
        kind, *rest = parts.path.removeprefix("/api/resources/").split("/")
        items, show = (self.books, self.book) if kind == "Book" else (self.authors, self.author)
        match rest:
            case ["actions", "list"] if kind == "Book":
                return self.listed(dict(parse_qsl(parts.query)))
            case ["actions", "list"] | ["actions", "search"]:
                return {"records": [self.author(key) for key in sorted(self.authors)]}
            case ["actions", "search", word]:
                hits = [key for key, one in self.authors.items() if word.lower() in one["name"].lower()]
                return {"records": [self.author(key) for key in hits]}
            case ["actions", "new"]:
                assert sent is not None
                key = max(items) + 1
                items[key] = {"id": key, **sent}
                return {"notice": "created", "record": show(key)}
            case ["records", key, "edit"] if sent is not None:
                items[int(key)] |= sent
                return {"notice": "saved", "record": show(int(key))}
            case ["records", key, "delete"]:
                gone = show(int(key))
                del items[int(key)]
                return {"notice": "deleted", "record": gone}
            case ["records", key, _]:
                return {"record": show(int(key))}
        raise AssertionError(address)


Step = tuple[str, dict[str, Any] | None]


def book(path: str, sent: dict[str, Any] | None = None) -> Step:
    return "/api/resources/Book/" + path, sent


def author(path: str, sent: dict[str, Any] | None = None) -> Step:
    return "/api/resources/Author/" + path, sent


LIST, AUTHORS = book("actions/list"), author("actions/list")
TOUR = [
    LIST, author("actions/search"), book("actions/list?page=2"), book("actions/list?direction=desc&sortBy=title"),
    book("actions/list?direction=asc&sortBy=pages"), book("actions/list?filters.title=orch&page=1"),
    book("records/3/show"), author("actions/search/mina"),
    book("actions/new", {"title": "Old Lanterns", "pages": 210, "authorId": 3}), LIST, book("records/5/edit"),
    book("records/5/edit", {"title": "Early Frosts", "pages": 333}), LIST, book("records/2/show"),
    book("records/2/delete", {}), LIST, AUTHORS, author("records/1/edit"),
    author("records/1/edit", {"name": "Iris Vail"}),
    AUTHORS, author("actions/new", {"name": "Rosa Quill"}), AUTHORS, book("actions/list?page=2"),
]  # fmt: skip
OTHER = [
    LIST, book("actions/list?direction=desc&sortBy=pages&page=2"), book("actions/list?filters.title=ing&page=1"),
    book("records/7/show"), author("actions/search/tom"), author("actions/search/i"),
    book("actions/new", {"title": "Paper Boats", "pages": 99, "authorId": 2}), book("actions/list?page=2"),
    book("records/9/show"), book("records/9/edit", {"title": "Paper Ships", "authorId": 1}),
    book("actions/list?page=2"),
    book("records/3/delete", {}), LIST, author("records/2/edit", {"name": "Thomas Reed"}), AUTHORS, LIST,
    author("actions/new", {"name": "Sami Tarn"}), author("actions/search/sami"), AUTHORS,
    book("records/1/edit", {"authorId": 4}), book("actions/list?direction=desc&sortBy=title"),
]  # fmt: skip


def performed(steps: list[Step]) -> list[tuple[str, str, Any, Any]]:
    """(method, address, body, answer) of each exchange with a fresh app."""
    app = Library()
    return [("GET" if sent is None else "POST", path, sent, app.answer(path, sent)) for path, sent in steps]


async def test_other_steps_are_answered_as_by_the_app() -> None:
    mock = Mock(*[(method, path, sent, 200, told) for method, path, sent, told in performed(TOUR)])
    roles = ("list", "read", "create", "update")
    assert found(mock.draft) >= {(kind, role) for kind in ("books", "authors") for role in roles} | {
        ("books", "delete")
    }
    for method, path, sent, told in performed(OTHER):
        assert await mock.ask(method, path, sent) == (200, told), (path, sent)


def test_records_with_ids_of_their_own_are_no_wrappers() -> None:
    boats = [{"id": n, "name": f"n{n}", "berth": {"id": n + 10, "pier": f"p{n}"}} for n in (1, 2, 3)]
    draft = draft_of(("GET", "/boats", None, 200, boats), ("PATCH", "/boats/2", {"name": "x"}, 204))
    assert feature(draft, "boats.list.api")["reply"]["json"]["set"]["name"] == "boat.get('name', null)"


def test_what_says_more_than_the_record_in_it_is_no_wrapper() -> None:
    boats = [{"id": n, "name": f"n{n}", "notes": {"id": n, "text": f"t{n}"}} for n in (1, 2, 3)]
    draft = draft_of(("GET", "/boats", None, 200, boats), ("PATCH", "/boats/2", {"name": "x"}, 204))
    assert feature(draft, "boats.list.api")["reply"]["json"]["set"]["name"] == "boat.get('name', null)"


@pytest.mark.parametrize(("path", "starred"), [("/boats/search/her", True), ("/boats/search/recent", False)])
def test_a_part_of_an_address_is_a_search_when_what_is_shown_has_it(path: str, *, starred: bool) -> None:
    boats = [{"id": 1, "name": "heron"}, {"id": 2, "name": "egret"}]
    draft = draft_of(
        ("GET", "/boats", None, 200, boats),
        ("GET", path, None, 200, boats[:1]),
        ("PATCH", "/boats/2", {"name": "x"}, 204),
    )
    asked = {one.document["on"]["request"] for one in draft.features}
    assert ("GET https://app.test/boats/search/*" in asked) == starred

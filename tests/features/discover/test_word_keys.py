"""Entities that are named by words: in addresses behind the name of their list, and where they are made."""

from __future__ import annotations

from typing import Any

from tests.features.discover.exchanges import draft_of, found
from tests.features.discover.mock import Mock


def link(name: str, host: str) -> dict[str, Any]:
    return {"link_id": name, "host": host, "starred": False}


LINKS = [link("archive", "a.test"), link("crm_main", "b.test"), link("mail", "c.test")]
POOLS = [{"name": "imports", "slots": 4, "free": 4}, {"name": "mail", "slots": 2, "free": 2}]
CHARTS = {"name": "charts", "slots": 5, "free": 5}


def links(*shown: dict[str, Any]) -> dict[str, Any]:
    return {"links": [*shown], "total": len(shown)}


def pools(*shown: dict[str, Any]) -> dict[str, Any]:
    return {"pools": [*shown], "total": len(shown)}


DIALOGUE: list[tuple[Any, ...]] = [
    ("GET", "/api/mail", None, 200, {"unread": 3}),
    ("GET", "/api/links?order_by=link_id", None, 200, links(*LINKS)),
    ("DELETE", "/api/links/archive", None, 204, None),
    ("POST", "/api/links/mail/star", None, 204, None),
    ("GET", "/api/links?order_by=link_id", None, 200, links(LINKS[1], {**LINKS[2], "starred": True})),
    ("GET", "/api/pools?order_by=name", None, 200, pools(*POOLS)),
    ("POST", "/api/pools", {"name": "charts", "slots": 5}, 201, CHARTS),
    ("GET", "/api/pools?order_by=name", None, 200, pools(CHARTS, *POOLS)),
]


def test_words_behind_the_name_of_their_list_are_keys() -> None:
    draft = draft_of(*DIALOGUE)
    assert {("links", "list"), ("links", "delete"), ("links", "star")} <= found(draft)
    assert {("pools", "list"), ("pools", "create")} <= found(draft)
    assert (list(draft.seed["links"]), list(draft.seed["pools"])) == (
        ["archive", "crm_main", "mail"],
        ["imports", "mail"],
    )
    assert all(call.path == "/api/links/archive" for one in draft.operations if one.role == "delete" and one.sure > 0.5
               for call in one.calls)  # fmt: skip
    assert not any("/*" in one.document["on"]["request"] and "mail" in one.document["id"] for one in draft.features)


async def test_others_are_taken_away_marked_and_made() -> None:
    mock = Mock(*DIALOGUE)
    assert (await mock.ask("DELETE", "/api/links/crm_main"))[0] == 204
    assert (await mock.ask("POST", "/api/links/archive/star"))[0] == 204
    marked = {**LINKS[0], "starred": True}
    assert (await mock.ask("GET", "/api/links?order_by=link_id"))[1] == links(marked, LINKS[2])
    assert (await mock.ask("POST", "/api/pools", {"name": "drafts", "slots": 7}))[1]["name"] == "drafts"
    shown = (await mock.ask("GET", "/api/pools?order_by=name"))[1]["pools"]
    assert [one["name"] for one in shown] == ["drafts", "imports", "mail"]
    assert (await mock.ask("GET", "/api/mail")) == (200, {"unread": 3})


def test_a_name_that_was_there_before_is_no_key() -> None:
    made = {"name": "mail", "slots": 5, "free": 5}
    draft = draft_of(
        ("GET", "/api/pools", None, 200, pools(*POOLS)),
        ("POST", "/api/pools", {"name": "mail", "slots": 5}, 201, made),
        ("GET", "/api/pools", None, 200, pools(*POOLS, made)),
    )
    assert found(draft) == set()


BOOKS = [
    {"id": n, "title": title, "pages": n * 9} for n, title in ((1, "Tea"), (2, "Teapots"), (3, "Atlas"), (4, "Team"))
]


def books(*places: int) -> list[Any]:
    return [BOOKS[place - 1] for place in places]


async def test_first_words_of_texts_and_orders_by_what_no_answer_shows() -> None:
    mock = Mock(
        ("GET", "/books?order_by=title", None, 200, books(3, 1, 4, 2)),
        ("GET", "/books?order_by=-_rank", None, 200, books(4, 1, 2, 3)),
        ("GET", "/books?order_by=title&book_title_prefix_pattern=tea", None, 200, books(1, 4, 2)),
        ("GET", "/books/2", None, 200, BOOKS[1]),
        ("PATCH", "/books/2", {"title": "Teapots"}, 200, BOOKS[1]),
    )
    assert (await mock.ask("GET", "/books?order_by=title&book_title_prefix_pattern=at"))[1] == books(3)
    assert (await mock.ask("GET", "/books?order_by=-title"))[1] == books(2, 4, 1, 3)
    assert (await mock.ask("GET", "/books?order_by=pages&book_title_prefix_pattern=team"))[1] == books(4)

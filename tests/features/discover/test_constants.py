"""Requests that are answered as recorded, whatever is asked, or whenever."""

from __future__ import annotations

import hashlib
from typing import Any
from urllib.parse import quote

import pytest

from awe_author.state.cel import DYN, compile_expression
from tests.features.discover.exchanges import draft_of, feature, form
from tests.features.discover.mock import Mock
from tests.features.discover.test_draft import check

MEMBERS = {"members": [{"name": "Ann"}], "meta": {"total": 1}}
NONE: dict[str, Any] = {"members": [], "meta": {"total": 0}}


def asked(path: str, **query: str) -> str:
    return path + "?" + "&".join(f"{name}={quote(value)}" for name, value in query.items())


def holds(where: str, **query: str) -> bool:
    return compile_expression(where, {"query": DYN}).evaluate({"query": query}) is True


def test_a_read_that_says_its_moment_is_answered_at_any_other() -> None:
    draft = draft_of(
        ("GET", asked("/members", order="name", limit="1"), None, 200, MEMBERS),
        ("GET", asked("/members", filter="group:a+made:<='2025-03-03 08:59:58'", limit="50"), None, 200, MEMBERS),
        ("GET", asked("/members", filter="seen:>2025-02-01T00:00:00.000Z", limit="1"), None, 200, NONE),
    )
    check(draft)
    made = feature(draft, "recorded.members.get")
    where = made["on"]["where"]
    assert made["reply"] == {"status": 200, "like": "recorded"}
    assert holds(where, filter="group:a+made:<='2026-12-01 10:00:01'", limit="50")
    for filter_, limit in (
        ("group:b+made:<='2026-12-01 10:00:01'", "50"),
        ("group:a+made:<='2026-12-01 10:00:01'", "5"),
        ("group:a+made:<='2026-12-01'", "50"),
        ("group:a+made:<='2026-12-01 10:00:01' or true", "50"),
    ):
        assert not holds(where, filter=filter_, limit=limit)
    assert sum(str(one.document["id"]).startswith("recorded.members") for one in draft.features) == 1


@pytest.mark.parametrize("other", [NONE, MEMBERS])
def test_moments_with_other_answers_depend_on_them(other: Any) -> None:
    draft = draft_of(
        ("GET", asked("/members", until="2025-03-03T08:59:58Z"), None, 200, MEMBERS),
        ("GET", asked("/members", until="2025-03-03T09:00:30Z"), None, 200, other),
    )
    names = [one.document["id"] for one in draft.features]
    assert ("recorded.members.get" in names) is (other == MEMBERS)


def notes(*names: str, member: str = "title", status: int = 204) -> list[tuple[Any, ...]]:
    return [
        ("PUT", f"/notes/{quote(name, safe='')}", {member: name, "text": f"About {name}"}, status) for name in names
    ]


def test_things_that_are_saved_by_their_names_are_acknowledged_under_other_names_too() -> None:
    gone = [("DELETE", f"/bin/notes/{quote(name)}", None, 204) for name in ("Rye bread", "Figs", "Old")]
    draft = draft_of(*notes("Rye bread", "Figs", "$:/open/list"), *gone)
    check(draft)
    assert feature(draft, "recorded.notes.put")["on"]["request"] == "PUT https://app.test/notes/*"
    assert feature(draft, "recorded.bin_notes.delete")["reply"] == {"status": 204, "like": "recorded"}


@pytest.mark.parametrize(
    "dialogue",
    [
        [("POST", f"/api/{what}", {"n": 1}, 204) for what in ("send", "archive", "read")],
        [("POST", f"/api/{what}", {"id": what}, 204) for what in ("send",)],
        [("DELETE", f"/notes/{name}", None, 204) for name in ("figs", "rye")],
        [*notes("figs", member="title"), *notes("rye", member="name")],
        [*notes("figs"), *notes("rye", status=201)],
    ],
)
def test_what_may_be_an_action_is_acknowledged_as_recorded_only(dialogue: list[tuple[Any, ...]]) -> None:
    draft = draft_of(*dialogue)
    assert [one.document["id"] for one in draft.features if "*" in one.document["on"]["request"]] == []


@pytest.mark.parametrize(
    ("looks", "told"),
    [
        (["20250303085958"], True),
        (["2025-03-03T08:59:58Z"], True),
        (["7", "12"], True),
        (["7"], False),
        (["20250301085958"], False),
    ],
)
def test_reads_that_are_answered_with_nothing_ask_for_news(looks: list[str], told: bool) -> None:
    draft = draft_of(*(("GET", asked("/news", peek="1", since=since), None, 204) for since in looks))
    check(draft)
    made = [one.document for one in draft.features if str(one.document["id"]).startswith("recorded.news")]
    assert [one["reply"] for one in made] == [{"status": 204, "like": "recorded"}] * told


def test_one_that_was_answered_with_something_once_is_no_such_read() -> None:
    draft = draft_of(
        ("GET", asked("/news", peek="1", since="7"), None, 204),
        ("GET", asked("/news", peek="1", since="12"), None, 200, NONE),
    )
    assert not any(str(one.document["id"]).startswith("recorded.news") for one in draft.features)


@pytest.mark.parametrize("kind", ["md5", "sha1", "sha256"])
async def test_answers_give_the_hash_of_what_was_sent(kind: str) -> None:
    def told(words: str) -> dict[str, Any]:
        return {"stash": {"state": "kept", "hash": hashlib.new(kind, words.encode()).hexdigest()}}

    mock = Mock(
        ("POST", "/stash", form(words="Green tea", of="tea"), 200, told("Green tea")),
        ("POST", "/stash", form(words="Two\r\nlines", of="rye"), 200, told("Two\nlines")),
    )
    assert await mock.ask("POST", "/stash", form(words="Black\r\nt\u00e9a", of="tea")) == (200, told("Black\nt\u00e9a"))


def test_a_token_that_is_no_hash_of_what_was_sent_is_left_as_it_is() -> None:
    draft = draft_of(("POST", "/stash", form(words="Green tea"), 200, {"hash": "a" * 40}))
    assert feature(draft, "recorded.stash.post")["reply"] == {"status": 200, "like": "recorded"}

"""Entities at addresses that pages choose, and what servers make of the fields that they are sent."""

from __future__ import annotations

import json
from typing import Any

from tests.features.discover.exchanges import Html, draft_of, found
from tests.features.discover.mock import Mock

NOTES = [
    {
        "title": "Apples",
        "tags": "food",
        "text": "All about apples.",
        "rev": "0",
        "bag": "main",
        "by": "ann",
        "lang": "en",
    },
    {"title": "a/b Bread", "text": "Bread.", "rev": "0", "bag": "main", "by": "ann", "lang": "en"},
    {
        "title": "Setup",
        "tags": "x",
        "list": "Apples",
        "text": "",
        "rev": "3",
        "bag": "main",
        "by": "bob",
        "lang": "en",
        "kind": "json",
    },
]


def page(*notes: dict[str, Any]) -> Html:
    return Html(f'<script class="store" type="application/json">{json.dumps(notes)}</script>')


def listed(*notes: dict[str, Any]) -> list[Any]:
    shown = ("title", "by", "lang")
    return [{**{n: one[n] for n in shown}, "rev": int(one["rev"]), "kind": one.get("kind", "text")} for one in notes]


def put(title: str, **more: Any) -> dict[str, Any]:
    return {"title": title, "text": f"About {title}.", "tags": [], "by": "ann", "lang": "en", **more}


MADE = {"title": "Eggs", "text": "About Eggs.", "tags": "food", "rev": "1", "bag": "main", "by": "ann", "lang": "en"}
SETUP = {**NOTES[2], "by": "ann", "list": "Eggs Apples", "rev": "5", "text": "About Setup.", "tags": ""}
DIALOGUE: list[tuple[Any, ...]] = [
    ("GET", "/", None, 200, page(*NOTES)),
    ("GET", "/notes.json", None, 200, listed(*NOTES)),
    ("PUT", "/notes/Setup", put("Setup", fields={"list": "Eggs"}), 204, None),
    ("PUT", "/notes/Draft%20of%20Eggs", put("Draft of Eggs", fields={"draft.of": "Eggs"}), 204, None),
    ("PUT", "/notes/Draft%20of%20Eggs", put("Draft of Eggs", fields={"draft.of": "Eggs"}), 204, None),
    ("PUT", "/notes/Eggs", put("Eggs", tags=["food"]), 204, None),
    ("DELETE", "/notes/Draft%20of%20Eggs", None, 204, None),
    ("PUT", "/notes/Setup", put("Setup", fields={"list": "Eggs Apples"}), 204, None),
    ("DELETE", "/notes/a%2Fb%20Bread", None, 204, None),
    ("GET", "/", None, 200, page(NOTES[0], MADE, SETUP)),
    ("GET", "/notes.json", None, 200, listed(NOTES[0], MADE, SETUP)),
]


def test_what_is_put_where_nothing_was_is_made_and_else_changed() -> None:
    draft = draft_of(*DIALOGUE)
    assert found(draft) == {
        ("notes", "list"), ("notes", "create"), ("notes", "update"), ("notes", "delete"),
    }  # fmt: skip
    assert draft.left_writes == []
    assert draft.seed["notes"] == {one["title"]: {**one, "rev": int(str(one["rev"]))} for one in NOTES}


async def test_it_is_put_made_changed_and_taken_away() -> None:
    mock = Mock(*DIALOGUE)

    async def shown() -> list[Any]:
        found: list[Any] = (await mock.document("/"))["script.store"]
        return sorted(found, key=lambda one: str(one["title"]))

    assert await shown() == sorted(NOTES, key=lambda one: str(one["title"]))
    assert (await mock.ask("PUT", "/notes/Figs", put("Figs", tags=["food"])))[0] == 204
    figs = {
        "title": "Figs",
        "text": "About Figs.",
        "tags": "food",
        "rev": "1",
        "bag": "main",
        "by": "ann",
        "lang": "en",
    }
    assert figs in await shown()
    assert (await mock.ask("PUT", "/notes/Figs", put("Figs", tags=[], fields={"list": "a b", "own": "1"})))[0] == 204
    assert {**figs, "tags": "", "list": "a b", "own": "1", "rev": "2"} in await shown()
    assert {"title": "Figs", "by": "ann", "lang": "en", "rev": 2, "kind": "text"} in (
        await mock.ask("GET", "/notes.json")
    )[1]
    await mock.ask("PUT", "/notes/c%2Fd", put("c/d"))
    await mock.ask("DELETE", "/notes/c%2Fd")
    await mock.ask("DELETE", "/notes/a%2Fb%20Bread")
    assert [one["title"] for one in await shown()] == ["Apples", "Figs", "Setup"]
    assert mock.replay.session.log.of("feature_fault") == []


async def test_a_list_of_several_is_not_joined_by_what_was_never_seen() -> None:
    mock = Mock(*DIALOGUE)
    await mock.ask("PUT", "/notes/Figs", put("Figs", tags=["a", "b"]))
    assert [one["tags"] for one in (await mock.document("/"))["script.store"] if one["title"] == "Figs"] == [["a", "b"]]


async def test_where_only_new_ones_were_put_the_same_request_changes_them() -> None:
    gadgets = [{"code": "axle", "size": 1}, {"code": "bolt", "size": 2}, {"code": "cone", "size": 3}]
    mock = Mock(
        ("GET", "/gadgets", None, 200, gadgets[:1]),
        ("PUT", "/gadgets/bolt", gadgets[1], 201, gadgets[1]),
        ("PUT", "/gadgets/cone", gadgets[2], 201, gadgets[2]),
        ("GET", "/gadgets", None, 200, gadgets),
    )
    assert (await mock.ask("PUT", "/gadgets/disc", {"code": "disc", "size": 9}))[1] == {"code": "disc", "size": 9}
    assert (await mock.ask("PUT", "/gadgets/disc", {"code": "disc", "size": 8}))[1] == {"code": "disc", "size": 8}
    assert [one["size"] for one in (await mock.ask("GET", "/gadgets"))[1]] == [1, 8]


async def test_an_id_that_a_create_sends_and_the_server_replaces_is_no_key() -> None:
    boats = [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Bee"}]
    mock = Mock(
        ("GET", "/boats", None, 200, boats),
        ("POST", "/boats", {"id": 0, "name": "Cod"}, 201, {"id": 3, "name": "Cod"}),
        ("GET", "/boats", None, 200, [*boats, {"id": 3, "name": "Cod"}]),
    )
    made = [await mock.ask("POST", "/boats", {"id": 0, "name": name}) for name in ("Dab", "Eel")]
    assert made == [(201, {"id": 3, "name": "Dab"}), (201, {"id": 4, "name": "Eel"})]
    assert [one["id"] for one in (await mock.ask("GET", "/boats"))[1]] == [1, 2, 3, 4]

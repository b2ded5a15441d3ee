"""What is open, though the recording never shows it again, and what a message says of who wrote it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.features.discover.test_talks import BOARD, Talk, loads, record
from tests.replay.listed import ListedArchive

COLUMNS = [{"id": 1, "name": "Now"}, {"id": 2, "name": "Later"}]
ADD = [
    ("out", {"type": "add", "column": 2, "title": "Buy brushes"}),
    ("in", {"type": "added", "card": {"id": 6, "column": 2, "title": "Buy brushes"}}),
]
CARDS = [
    ("out", {"type": "cards", "column": 1}),
    ("in", {"type": "cards", "column": 1, "cards": [{"id": 3, "column": 1, "title": "Sand"},
                                                    {"id": 5, "column": 1, "title": "Rope"}]}),
]  # fmt: skip


def board(said: list[tuple[str, Any]], member: str = "active", value: Any = -1) -> Talk:
    """A board whose server says at first what is open."""
    archive = ListedArchive()
    hello = [("out", {"type": "hello", "user": "ann"}), ("in", {"type": "welcome", member: value, "columns": COLUMNS})]
    record(archive, BOARD, [*hello, *CARDS, *said, *ADD])
    return Talk(archive, BOARD)


def opening(key: int, answer: Any = None) -> list[tuple[str, Any]]:
    answered = {"type": "open", "column": key} if answer is None else {"type": "open", "column": key, **answer}
    return [("out", {"type": "open", "column": key}), ("in", answered)]


async def greeted(talk: Talk) -> Any:
    """What a page that comes anew is told."""
    talk.page = talk.open()
    _, said = await talk.say('{"type":"hello","user":"ann"}')
    return loads(said)[0]


@pytest.mark.parametrize(("member", "value"), [("active", -1), ("activeColumn", None), ("last_opened_column_id", -1)])
async def test_who_comes_again_is_told_what_was_opened_last(member: str, value: Any) -> None:
    talk = board([*opening(1), *opening(2)], member, value)
    assert (await greeted(talk))[member] == value
    await talk.say('{"type":"open","column":2}')
    await talk.say('{"type":"open","column":1}')
    assert (await greeted(talk))[member] == 1
    await talk.say('{"type":"open","column":2}')
    assert (await greeted(talk))[member] == 2


async def test_what_is_opened_has_nothing_unread_from_then_on(monkeypatch: pytest.MonkeyPatch) -> None:
    unread = [
        {**COLUMNS[0], "unread_cards": 4, "lastUnreadId": 5},
        {**COLUMNS[1], "unread_cards": 2, "lastUnreadId": 4},
    ]
    monkeypatch.setattr("tests.features.discover.test_talk_opened.COLUMNS", unread)
    talk = board([*opening(1), *opening(2)])
    await talk.page.opened()
    told, _ = await talk.say('{"type":"open","column":2}')
    assert told == [], "the page knows that it has opened it"
    assert [(one["unread_cards"], one["lastUnreadId"]) for one in (await greeted(talk))["columns"]] == [(4, 5), (0, 4)]


@pytest.mark.parametrize(
    ("said", "member", "value"),
    [
        ([*opening(1), *opening(2)], "active", True),
        ([*opening(1), *opening(2)], "activeUser", -1),
        ([*opening(1), *opening(2)], "unread", -1),
        ([*opening(1), *opening(2)], "active", 1),
        ([*opening(1)], "active", -1),
        ([*opening(1, {"people": [{"name": "ann"}]}), *opening(2, {"people": [{"name": "bob"}]})], "active", -1),
    ],
)
async def test_it_stays_as_recorded_where_less_is_told(said: list[tuple[str, Any]], member: str, value: Any) -> None:
    talk = board(said, member, value)
    await talk.page.heard('{"type":"open","column":2}')
    talk.page = talk.open()
    heard = await talk.page.heard('{"type":"hello","user":"ann"}')
    told = loads(heard.said)[0] if heard is not None and heard.said else {member: value}
    assert told[member] == value


def message(key: int, room: int, nick: str, mode: str, words: str) -> dict[str, Any]:
    return {"id": key, "room": room, "from": {"nick": nick, "mode": mode}, "text": words}


def people(room: int, *told: tuple[str, list[str]]) -> list[tuple[str, Any]]:
    users = [{"nick": nick, "modes": modes, "away": ""} for nick, modes in told]
    return [("out", {"type": "people", "room": room}), ("in", {"type": "people", "room": room, "users": users})]


def chat(*, joined: str = "") -> Talk:
    """Rooms in which ann is an operator, or not; `joined`: the mode of most of what was said in the first."""
    archive = ListedArchive()
    rooms = [{"id": 1, "name": "tea"}, {"id": 2, "name": "sand"}]
    lists = {
        1: [
            message(11, 1, "ann", joined, "hello"),
            message(12, 1, "bob", "", "hi"),
            message(13, 1, "ann", joined, "so"),
        ],
        2: [message(14, 2, "ann", "@", "mine"), message(15, 2, "bob", "", "yours"), message(16, 2, "bob", "", "ours")],
    }
    said: list[tuple[str, Any]] = [("out", {"type": "rooms"}), ("in", {"type": "rooms", "rooms": rooms})]
    said += [*people(1, ("ann", []), ("bob", [])), *people(2, ("ann", ["@"]), ("bob", []))]
    for room, told in lists.items():
        said += [("out", {"type": "read", "room": room}), ("in", {"type": "read", "room": room, "messages": told})]
    said += [("out", {"type": "join", "name": "boats"}), ("in", {"type": "joined", "room": {"id": 3, "name": "boats"}})]
    said += people(3, ("ann", ["@"]))
    said += [("out", {"type": "say", "room": 2, "text": "Boats at noon"})]
    said += [("in", {"type": "said", "message": message(17, 2, "ann", "@", "Boats at noon")})]
    record(archive, BOARD, said)
    return Talk(archive, BOARD)


async def test_a_message_says_of_its_author_what_the_room_says() -> None:
    talk = chat()
    await talk.page.opened()
    for room, mode in ((1, ""), (2, "@")):
        told, _ = await talk.say(json.dumps({"type": "say", "room": room, "text": "Ropes"}))
        made = loads(told)[0]["message"]
        assert (made["room"], made["from"]) == (room, {"nick": "ann", "mode": mode})


async def test_it_says_what_it_said_where_the_room_says_otherwise() -> None:
    talk = chat(joined="+")
    await talk.page.opened()
    told, _ = await talk.say('{"type":"say","room":1,"text":"Ropes"}')
    assert loads(told)[0]["message"]["from"] == {"nick": "ann", "mode": "@"}

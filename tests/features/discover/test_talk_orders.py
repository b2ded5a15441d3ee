"""Made-up chats: where a new talk is put, what goes with its sort, and what an opened talk brings of its own past."""

from __future__ import annotations

from typing import Any

from tests.features.discover.test_talks import CHAT, Talk, event, loads, record
from tests.replay.listed import ListedArchive

LONG_AGO = "2023-11-02T08:00:00.000Z"
NOW = "2023-11-14T22:13:2%d.000Z"


def room(number: int, name: str, sort: str, lines: list[Any] | None = None) -> dict[str, Any]:
    return {"id": number, "name": name, "sort": sort, "topic": "", "lines": lines or []}


def line(number: int, text: str, at: str) -> dict[str, Any]:
    return {"id": number, "by": "ann", "text": text, "at": at}


def opened(number: int, name: str, sort: str, index: int) -> tuple[str, str]:
    return "in", event("opened", {"room": room(number, name, sort), "show": sort == "person", "index": index})


def chat() -> Talk:
    rooms = [room(1, "Harbour", "lobby", [line(1, "hoy", NOW % 0)]), room(2, "#boats", "channel"),
             room(3, "#ropes", "channel", [line(2, "ahoi", NOW % 0)])]  # fmt: skip
    archive = ListedArchive()
    record(archive, CHAT, [
        ("in", '0{"sid":"x"}'), ("out", "40"), ("in", '40{"sid":"y"}'), ("in", event("welcome", {"motd": "hi"})),
        ("out", event("start", {"user": "ann"})), ("in", event("state", {"rooms": rooms})),
        ("out", event("setting:get", "sound")),
        ("out", event("input", {"room": 2, "text": "/talk mia"})), opened(4, "mia", "person", 3),
        ("out", event("input", {"room": 2, "text": "/enter #lamp"})), opened(5, "#lamp", "channel", 2),
        ("in", event("line", {"room": 5, "line": line(3, "ann came", NOW % 1)})),
        ("out", event("input", {"room": 2, "text": "/who bob"})), opened(6, "bob", "person", 4),
        ("in", event("past", {"room": 6, "lines": [line(4, "have you a minute?", LONG_AGO)]})),
        ("in", event("line", {"room": 6, "line": line(5, "bob is at sea", NOW % 2) | {"mask": "~bob@here"}})),
        ("out", event("input", {"room": 5, "text": "oil?"})),
        ("in", event("line", {"room": 5, "line": line(6, "oil?", NOW % 3)})),
        ("out", event("setting:set", {"name": "sound", "on": True})),
        ("in", event("setting:new", {"name": "sound", "on": True})),
    ])  # fmt: skip
    return Talk(archive, CHAT)


async def said(talk: Talk, name: str, *args: Any) -> list[Any]:
    told, answered = await talk.say(event(name, *args))
    return loads([one[2:] for one in [*told, *answered]])


async def test_new_talks_are_put_by_the_rule_that_explains_all_of_them_and_open_as_their_sort_does() -> None:
    talk = chat()
    await talk.page.opened()
    ((_, entered), _) = await said(talk, "input", {"room": 2, "text": "/enter #crew"})
    assert (entered["index"], entered["show"]) == (2, False)
    ((_, asked),) = await said(talk, "input", {"room": 2, "text": "/talk zoe"})
    assert (asked["index"], asked["show"]) == (4, True)
    ((_, other),) = await said(talk, "input", {"room": 2, "text": "/talk cleo"})
    assert (other["index"], other["show"]) == (4, True)


async def test_the_past_of_one_talk_is_not_that_of_another() -> None:
    talk = chat()
    await talk.page.opened()
    told = await said(talk, "input", {"room": 2, "text": "/who cleo"})
    assert [name for name, _ in told] == ["opened", "line"]
    texts = [one["text"] for one in talk.state["lines"].values()]
    assert "have you a minute?" not in texts
    assert len(texts) == 3
    assert told[1][1]["line"]["mask"] == "~cleo@here"


async def test_an_answer_belongs_to_the_question_that_says_the_same() -> None:
    talk = chat()
    await talk.page.opened()
    told = await said(talk, "setting:set", {"name": "sound", "on": False})
    assert told == [["setting:new", {"name": "sound", "on": False}]]


async def test_lists_are_shown_again_without_what_is_gone_and_with_new_ones_in_their_place() -> None:
    def all_of(*names: tuple[int, str]) -> tuple[str, str]:
        return "in", event("rooms", {"rooms": [{"id": number, "name": name, "topic": ""} for number, name in names]})

    def opened(number: int, name: str, index: int) -> tuple[str, str]:
        return "in", event("opened", {"room": {"id": number, "name": name, "topic": ""}, "index": index})

    archive = ListedArchive()
    record(archive, CHAT, [
        ("in", '0{"sid":"x"}'), ("out", "40"), ("in", '40{"sid":"y"}'), ("in", event("welcome", {"motd": "hi"})),
        ("out", event("rooms")), all_of((1, "#boats"), (2, "#ropes")),
        ("out", event("enter", {"name": "#lamp"})), opened(3, "#lamp", 1),
        ("out", event("rooms")), all_of((1, "#boats"), (3, "#lamp"), (2, "#ropes")),
        ("out", event("leave", {"room": 1})), ("in", event("left", {"room": 1})),
        ("out", event("rooms")), all_of((3, "#lamp"), (2, "#ropes")),
    ])  # fmt: skip
    talk = Talk(archive, CHAT)
    await talk.page.opened()
    await said(talk, "enter", {"name": "#crew"})
    await said(talk, "leave", {"room": 2})
    ((_, shown),) = await said(talk, "rooms")
    assert [one["name"] for one in shown["rooms"]] == ["#boats", "#crew"]

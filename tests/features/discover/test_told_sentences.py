"""Sentences in answers that name the entity, acts that say what a field becomes or turn it, what no act makes, and
words of what is done to several."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

Row = dict[str, Any]


def deal(number: int, name: str, stage: str = "lead", *, done: bool = False, tasks: int = 0) -> Row:
    told = [{"id": f"t{number}{one}", "title": f"Task {one}"} for one in range(tasks)]
    return {"id": number, "name": name, "stage": stage, "done": done, "tasks": told}


def said(one: Row, message: str) -> Row:
    return {"deal": one, "message": message}


DEALS = [deal(1, "Northwind"), deal(2, "Tidewater", "won"), deal(3, "Quarry", done=True)]
MADE = deal(4, "Pine Ltd")
TASK = {"id": "t90", "title": "Call", "dealId": 4}
WITH_TASK = {**deal(4, "Pine", "won", done=True), "tasks": [{"id": "t90", "title": "Call"}]}
DIALOGUE: list[tuple[Any, ...]] = [
    ("GET", "/api/deals", None, 200, {"deals": DEALS}),
    ("GET", "/api/deals/1", None, 200, {"deal": DEALS[0]}),
    ("POST", "/api/deals", {"name": "Pine Ltd"}, 201, said(MADE, "Pine Ltd was created")),
    ("GET", "/api/deals/4", None, 200, {"deal": MADE}),
    ("PATCH", "/api/deals/4", {"name": "Pine"}, 200, said({**MADE, "name": "Pine"}, "Saved Pine.")),
    ("POST", "/api/deals/4/move", {"stage": "won"}, 200, said(deal(4, "Pine", "won"), "Moved to won")),
    ("POST", "/api/deals/4/toggle", None, 200, {"deal": deal(4, "Pine", "won", done=True)}),
    ("POST", "/api/tasks", {"title": "Call", "dealId": 4}, 201, {"task": TASK}),
    ("GET", "/api/deals/4", None, 200, {"deal": WITH_TASK}),
    ("DELETE", "/api/deals/4", None, 200, {"ok": True, "message": "Pine is gone"}),
    ("GET", "/api/deals", None, 200, {"deals": DEALS}),
]


async def test_sentences_name_what_was_made_changed_and_deleted() -> None:
    mock = Mock(*DIALOGUE)
    status, made = await mock.ask("POST", "/api/deals", {"name": "Elm"})
    assert (status, made["message"]) == (201, "Elm was created")
    assert (await mock.ask("PATCH", "/api/deals/2", {"name": "Tide"}))[1]["message"] == "Saved Tide."
    assert (await mock.ask("DELETE", "/api/deals/2"))[1] == {"ok": True, "message": "Tide is gone"}


async def test_an_act_sets_a_field_to_what_it_says() -> None:
    mock = Mock(*DIALOGUE)
    _, told = await mock.ask("POST", "/api/deals/1/move", {"stage": "lost"})
    assert (told["deal"]["stage"], told["message"]) == ("lost", "Moved to lost")
    assert (await mock.ask("GET", "/api/deals/1"))[1]["deal"]["stage"] == "lost"


async def test_a_toggle_turns_what_it_turned() -> None:
    mock = Mock(*DIALOGUE)
    assert (await mock.ask("POST", "/api/deals/3/toggle"))[1]["deal"]["done"] is False
    assert (await mock.ask("POST", "/api/deals/3/toggle"))[1]["deal"]["done"] is True


async def test_what_another_request_made_is_not_made_by_an_act() -> None:
    mock = Mock(*DIALOGUE)
    await mock.ask("POST", "/api/deals/1/toggle")
    assert (await mock.ask("GET", "/api/deals/1"))[1]["deal"]["tasks"] == []


SHELVED = [{**DEALS[0], "stage": "shelved"}, DEALS[1], {**DEALS[2], "stage": "shelved"}]
MOVED = [SHELVED[0], {**DEALS[1], "stage": "lead"}, SHELVED[2]]
SEVERAL: list[tuple[Any, ...]] = [
    ("GET", "/api/deals", None, 200, {"deals": DEALS}),
    ("POST", "/api/deals/bulk", {"op": "shelve", "ids": [1, 3]}, 200, {"count": 2}),
    ("GET", "/api/deals", None, 200, {"deals": SHELVED}),
    ("POST", "/api/deals/bulk", {"op": "stage", "ids": [2], "value": "lead"}, 200, {"count": 1}),
    ("GET", "/api/deals", None, 200, {"deals": MOVED}),
]


async def test_words_say_what_is_done_to_several() -> None:
    mock = Mock(*SEVERAL)
    assert (await mock.ask("POST", "/api/deals/bulk", {"op": "stage", "ids": [1, 2], "value": "lost"}))[0] == 200
    assert [one["stage"] for one in (await mock.ask("GET", "/api/deals"))[1]["deals"]] == ["lost", "lost", "lead"]
    await mock.ask("POST", "/api/deals/bulk", {"op": "shelve", "ids": [3]})
    assert [one["stage"] for one in (await mock.ask("GET", "/api/deals"))[1]["deals"]] == ["lost", "lost", "shelved"]

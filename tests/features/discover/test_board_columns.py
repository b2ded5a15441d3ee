"""Cards in columns: lists in the rows of a list."""

from __future__ import annotations

import copy
from typing import Any

from tests.features.discover.mock import Mock

Row = dict[str, Any]
STAGES = {"new": "New", "dry": "Dry dock", "sold": "Sold"}


class Yard:
    """The server, and what was said. Cards do not say their stage."""

    def __init__(self) -> None:
        names = (("Ada", "new"), ("Ben", "dry"), ("Cor", "new"), ("Dot", "sold"), ("Eve", "dry"))
        self.boats = [
            {"id": number, "name": name, "stage": stage, "note": f"Note of {name}"}
            for number, (name, stage) in enumerate(names, 1)
        ]
        self.log: list[tuple[Any, ...]] = []

    def say(self, method: str, path: str, sent: Any, status: int, answer: Any) -> tuple[str, str, Any]:
        self.log.append((method, path, sent, status, copy.deepcopy(answer)))
        return method, path, sent

    def board(self) -> Any:
        columns = []
        for stage, title in STAGES.items():
            mine = [one for one in self.boats if one["stage"] == stage]
            cards = [{"id": one["id"], "name": one["name"], "note": one["note"]} for one in mine]
            columns.append({"stage": stage, "title": title, "size": len(cards), "cards": cards})
        return self.say("GET", "/board", None, 200, {"columns": columns})

    def one(self, number: int) -> Any:
        return self.say("GET", f"/boats/{number}", None, 200, self.boats[number - 1])

    def make(self, **sent: Any) -> Any:
        self.boats.append({"id": len(self.boats) + 1, "name": "", "stage": "new", "note": None, **sent})
        return self.say("POST", "/boats", sent, 201, self.boats[-1])

    def move(self, number: int, stage: str) -> Any:
        self.boats[number - 1]["stage"] = stage
        return self.say("PATCH", f"/boats/{number}", {"stage": stage}, 200, self.boats[number - 1])


def mock() -> Mock:
    tour = Yard()
    tour.one(1)
    tour.one(2)
    tour.one(4)
    tour.board()
    tour.make(name="Fay", note="Blue")
    tour.board()
    tour.move(1, "dry")
    tour.board()
    return Mock(*tour.log)


async def test_cards_stand_in_the_column_of_their_stage() -> None:
    app, live = mock(), Yard()
    for step in (live.move(3, "sold"), live.make(name="Gil", stage="dry"), live.move(5, "new"), live.board()):
        answer = await app.ask(*step)
    assert answer == live.log[-1][3:]


async def test_a_column_may_be_empty() -> None:
    app, live = mock(), Yard()
    for step in (live.move(4, "new"), live.board()):
        answer = await app.ask(*step)
    assert answer == live.log[-1][3:]


async def test_what_was_never_opened_says_its_column() -> None:
    assert (await mock().ask("GET", "/boats/5"))[1] == {"id": 5, "name": "Eve", "stage": "dry", "note": "Note of Eve"}

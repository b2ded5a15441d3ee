"""Processes of a staff office: acts that say a comment and are refused without one, events that change their owner."""

from __future__ import annotations

import copy
from typing import Any

from tests.features.discover.mock import Mock

Row = dict[str, Any]
REFUSED = {"error": "validation", "errors": [{"field": "comment", "error": "Say why."}]}
STATES = {"approve": {"id": "s2", "label": "Approved"}, "deny": {"id": "s3", "label": "Denied"}}
STAFF = (("Ada Vance", "Cook"), ("Ben Okafor", "Sailor"), ("Cyd Marsh", "Baker"), ("Dev Anand", "Clerk"))


class Office:
    """The server, and what was said."""

    def __init__(self) -> None:
        self.staff = {key: {"id": key, "name": name, "title": title} for key, (name, title) in enumerate(STAFF, 11)}
        self.tasks = {
            key: {"id": key, "text": f"Task {key}", "state": {"id": "s1", "label": "Waiting"}, "comment": None}
            for key in range(71, 76)
        }
        self.log: list[tuple[Any, ...]] = []
        self.last = 900

    def say(self, method: str, path: str, sent: Any, status: int, answer: Any) -> None:
        self.log.append((method, path, sent, status, copy.deepcopy(answer)))

    def lists(self) -> None:
        self.say("GET", "/staff", None, 200, [*self.staff.values()])
        self.say("GET", "/tasks", None, 200, [*self.tasks.values()])

    def opened(self, kind: str, key: int) -> None:
        self.say("GET", f"/{kind}/{key}", None, 200, (self.staff if kind == "staff" else self.tasks)[key])

    def act(self, key: int, act: str, words: str) -> None:
        path, sent = f"/tasks/{key}/{act}", {"comment": words}
        if act == "deny" and not words:
            return self.say("POST", path, sent, 400, REFUSED)
        self.tasks[key] |= {"state": STATES[act], "comment": words}
        return self.say("POST", path, sent, 200, self.tasks[key])

    def ask(self, key: int, *days: str) -> None:
        path, sent = f"/staff/{key}/requestDays", {"days": [{"date": day, "type": {"id": 7}} for day in days]}
        if not days:
            return self.say("POST", path, sent, 400, {"errors": [{"field": "days", "error": "Enter a day."}]})
        return self.say("POST", path, sent, 201, {"state": "In Progress"})

    def title(self, key: int, title: str) -> None:
        self.last += 1
        one = self.staff[key]
        made = {"id": self.last, "label": f"Title Change: {one['name']}", "was": one["title"], "proposed": title,
                "about": {"id": key, "name": one["name"]}}  # fmt: skip
        one["title"] = title
        self.say("POST", f"/staff/{key}/titleChanges", {"proposed": title}, 201, made)


async def mock() -> tuple[Mock, Office]:
    tour = Office()
    tour.lists()
    tour.act(71, "approve", "Enjoy")
    tour.opened("tasks", 71)
    tour.act(72, "deny", "")
    tour.act(72, "deny", "Too late")
    tour.opened("tasks", 72)
    tour.ask(11, "2025-04-14", "2025-04-15")
    tour.ask(12)
    tour.title(11, "Head cook")
    tour.opened("staff", 11)
    tour.title(12, "Boatswain")
    tour.lists()
    return Mock(*tour.log), Office()


async def same(app: Mock, live: Office) -> None:
    for method, path, sent, status, answer in live.log:
        assert await app.ask(method, path, sent) == (status, answer), (method, path)


async def test_an_act_does_the_same_whatever_its_comment_says() -> None:
    app, live = await mock()
    live.act(74, "approve", "Fine")
    live.act(75, "deny", "Not now")
    live.opened("tasks", 75)
    await same(app, live)


async def test_an_act_is_refused_as_it_was() -> None:
    app, live = await mock()
    live.act(75, "deny", "")
    live.opened("tasks", 75)
    live.ask(13)
    live.ask(14, "2025-05-05")
    await same(app, live)


async def test_what_is_made_below_something_tells_of_it_and_changes_it() -> None:
    app, live = await mock()
    live.title(13, "Pastry cook")
    live.opened("staff", 13)
    live.title(13, "Head baker")
    live.opened("staff", 13)
    answers = [await app.ask(method, path, sent) for method, path, sent, *_ in live.log]
    for (_, made), (*_, wanted) in zip(answers, live.log, strict=True):
        assert {**made, "id": 0} == {**wanted, "id": 0}

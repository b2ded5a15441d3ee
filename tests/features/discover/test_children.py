"""What a create makes with it: entities of another kind, in a list that it sends."""

from __future__ import annotations

import copy
from typing import Any

from tests.features.discover.mock import Mock

Row = dict[str, Any]
JOBS = {71: "Cook", 72: "Sailor", 73: "Clerk"}


class Office:
    """The server, and what was said. Seats say whose they are, and have a page of their own."""

    def __init__(self) -> None:
        self.people: dict[int, Row] = {}
        self.seats: dict[int, Row] = {}
        self.log: list[tuple[Any, ...]] = []
        for name, job in (("Ada", 71), ("Ben", 72), ("Cyd", 73)):
            self._made({"name": name, "seats": [{"job_id": job}]})

    def _made(self, sent: Row) -> Row:
        key = 11 + len(self.people)
        self.people[key] = {"id": key, "name": sent["name"]}
        for one in sent["seats"]:
            self._seat(key, one["job_id"])
        return self._shown(key)

    def _seat(self, person: int, job: int) -> Row:
        key = 501 + len(self.seats)
        self.seats[key] = {"id": key, "person_id": person, "jobs": [{"id": job, "name": JOBS[job]}], "state": "new"}
        return self.seats[key]

    def _shown(self, key: int) -> Row:
        return {**self.people[key], "seats": [one for one in self.seats.values() if one["person_id"] == key]}

    def say(self, method: str, path: str, sent: Any, status: int, answer: Any) -> None:
        self.log.append((method, path, sent, status, copy.deepcopy(answer)))

    def lists(self) -> None:
        self.say("GET", "/people", None, 200, [self._shown(key) for key in self.people])
        self.say("GET", "/seats", None, 200, [*self.seats.values()])
        self.say("GET", "/stats", None, 200, {"seats": len(self.seats)})

    def opened(self, key: int) -> None:
        self.say("GET", f"/people/{key}", None, 200, self._shown(key))

    def make(self, name: str, *jobs: int) -> None:
        sent = {"name": name, "seats": [{"job_id": job} for job in jobs]}
        self.say("POST", "/people", sent, 201, self._made(sent))

    def change(self, key: int, state: str) -> None:
        self.seats[key]["state"] = state
        self.say("PATCH", f"/seats/{key}", {"state": state}, 200, self.seats[key])

    def add(self, person: int, job: int) -> None:
        self.say("POST", "/seats", {"person_id": person, "job_id": job}, 201, self._seat(person, job))


def mock() -> Mock:
    tour = Office()
    tour.lists()
    tour.opened(11)
    tour.make("Dev", 71)
    tour.opened(14)
    tour.change(501, "busy")
    tour.opened(11)
    tour.add(12, 71)
    tour.lists()
    return Mock(*tour.log)


async def same(app: Mock, live: Office) -> None:
    for method, path, sent, status, answer in live.log:
        assert await app.ask(method, path, sent) == (status, answer), (method, path)


async def test_they_are_not_there_before() -> None:
    app, live = mock(), Office()
    live.lists()
    await same(app, live)


async def test_they_are_entities_of_their_own() -> None:
    app, live = mock(), Office()
    live.make("Eve", 73, 72)
    live.change(505, "busy")
    live.opened(14)
    live.make("Fay", 72)
    live.opened(15)
    live.change(503, "gone")
    live.lists()
    await same(app, live)
    assert app.replay.session.log.of("feature_fault") == []

"""People with seats in them, of which stages, reasons and jobs are said by number; notes below addresses that go on."""

from __future__ import annotations

import copy
from typing import Any

from tests.features.discover.mock import Mock

Row = dict[str, Any]
STAGES = [{"id": 41, "name": "Review", "place": 0}, {"id": 42, "name": "Trial", "place": 1},
          {"id": 43, "name": "Offer", "place": 2}]  # fmt: skip
REASONS = [{"id": 91, "name": "Too far", "by": "us"}, {"id": 92, "name": "Other job", "by": "them"}]
JOBS = {71: "Cook", 72: "Sailor"}
CLERK = {"id": 501, "name": "Mara Quill", "mail": None}
THEO = {"id": 502, "name": "Theo Brandt", "mail": None}
PEOPLE: tuple[tuple[str, int, list[str]], ...] = (
    ("Ada", 71, ["sea legs"]),
    ("Ben", 72, []),
    ("Cyd", 71, []),
    ("Dev", 72, ["night owl"]),
)


class Office:
    """The server, and what was said."""

    def __init__(self) -> None:
        self.last = 300
        self.people: dict[int, Row] = {}
        self.seats: dict[int, Row] = {}
        self.notes: dict[int, list[Row]] = {}
        self.log: list[tuple[Any, ...]] = []
        for name, job, tags in PEOPLE:
            key = self._person({"name": name, "tags": tags, "emails": [{"value": f"{name.lower()}@quay.test"}]})
            self._seat(key, job)
        self._note(next(iter(self.people)), "Sails well")

    def _next(self) -> int:
        self.last += 3
        return self.last

    def _person(self, sent: Row) -> int:
        key = self._next()
        self.people[key] = {"id": key, "name": "", "title": None, "tags": [], "emails": [], **sent}
        self.notes[key] = []
        return key

    def _seat(self, person: int, job: int) -> Row:
        stage = {"id": 41, "name": "Review"}
        row = {"id": self._next(), "person_id": person, "jobs": [{"id": job, "name": JOBS[job]}], "stage": stage,
               "reason": None, "ended": None, "clerk": None, "status": "active"}  # fmt: skip
        self.seats[row["id"]] = row
        return row

    def _note(self, person: int, words: str) -> Row:
        row = {"id": self._next(), "words": words, "user": CLERK}
        self.notes[person].append(row)
        return row

    def _shown(self, key: int) -> Row:
        return {**self.people[key], "seats": [one for one in self.seats.values() if one["person_id"] == key]}

    def say(self, method: str, path: str, sent: Any, status: int, answer: Any) -> Any:
        self.log.append((method, path, sent, status, copy.deepcopy(answer)))
        return answer

    def settings(self) -> None:
        self.say("GET", "/stages", None, 200, STAGES)
        self.say("GET", "/reasons", None, 200, REASONS)
        self.say("GET", "/jobs", None, 200, [{"id": key, "name": name} for key, name in JOBS.items()])
        self.say("GET", "/users", None, 200, [CLERK, THEO])

    def listed(self, query: str = "", *keys: int) -> None:
        self.say("GET", f"/people{query}", None, 200, [self._shown(key) for key in keys or self.people])

    def opened(self, key: int) -> None:
        self.say("GET", f"/people/{key}", None, 200, self._shown(key))

    def seats_listed(self) -> None:
        self.say("GET", "/seats", None, 200, [*self.seats.values()])

    def feed(self, key: int) -> None:
        self.say("GET", f"/people/{key}/feed", None, 200, {"notes": self.notes[key], "mails": []})

    def seat_of(self, key: int) -> Row:
        return next(one for one in self.seats.values() if one["person_id"] == key)

    def make(self, **sent: Any) -> Any:
        return self.say("POST", "/people", sent, 201, self._shown(self._person(sent)))

    def add_seat(self, key: int, job: int) -> None:
        self.say("POST", f"/people/{key}/seats", {"job_id": job}, 201, self._seat(key, job))

    def note(self, key: int, words: str) -> None:
        self.say("POST", f"/people/{key}/feed/notes", {"user_id": 501, "words": words}, 201, self._note(key, words))

    def act(self, key: int, act: str, sent: Any, **changed: Any) -> None:
        seat = self.seat_of(key)
        seat.update(changed)
        self.say("POST", f"/seats/{seat['id']}/{act}", sent, 200, seat)

    def move(self, key: int, stage: int) -> None:
        now = {name: value for name, value in STAGES[stage - 41].items() if name != "place"}
        seat = self.seat_of(key)
        sent = {"from_id": seat["stage"]["id"], "to_id": stage}
        if seat["status"] != "active":
            return self.say("POST", f"/seats/{seat['id']}/move", sent, 422, {"message": "Seat is not active"})
        return self.act(key, "move", sent, stage=now)

    def reject(self, key: int, reason: int) -> None:
        self.act(
            key,
            "reject",
            {"reason_id": reason, "words": "No"},
            reason=REASONS[reason - 91],
            ended="yes",
            status="rejected",
        )

    def assign(self, key: int, user: int) -> None:
        clerk = {501: CLERK, 502: THEO}[user]
        self.act(key, "assign", {"user_id": user}, clerk=clerk)

    def take_back(self, key: int) -> None:
        self.act(key, "unreject", None, reason=None, ended=None, status="active")

    def delete(self, key: int) -> None:
        del self.people[key], self.seats[self.seat_of(key)["id"]]
        self.say("DELETE", f"/people/{key}", None, 200, {"message": f"Person {key} has been deleted."})


def toured() -> Mock:
    tour = Office()
    first, second, third, fourth = tour.people
    tour.settings()
    tour.listed()
    tour.listed("?email=dev%40quay.test", fourth)
    tour.listed("?job_id=71", first, third)
    tour.seats_listed()
    for key in (first, second):
        tour.opened(key)
        tour.feed(key)
    made = tour.make(name="Eve", title="Baker", tags=["early bird"], emails=[{"value": "eve@quay.test"}])["id"]
    tour.opened(made)
    tour.note(made, "Bakes well")
    tour.feed(made)
    tour.add_seat(made, 71)
    tour.opened(made)
    tour.move(made, 42)
    tour.opened(made)
    tour.reject(third, 91)
    tour.opened(third)
    tour.move(third, 42)
    tour.take_back(third)
    tour.opened(third)
    tour.assign(second, 501)
    tour.opened(second)
    tour.delete(fourth)
    tour.listed()
    return Mock(*tour.log)


async def same(app: Mock, live: Office, since: int = 0) -> None:
    for method, path, sent, status, answer in live.log[since:]:
        assert await app.ask(method, path, sent) == (status, answer), (method, path)


async def test_the_key_of_what_something_stands_in_is_no_key_of_it() -> None:
    def seat(key: int, person: int) -> Row:
        return {"id": key, "person_id": person, "job": "Cook", "ended": None}

    def person(key: int, *seats: Row) -> Row:
        return {"id": key, "name": f"Person {key}", "seats": [*seats]}

    people = [person(3, seat(31, 3)), person(4, seat(32, 4))]
    mock = Mock(
        ("GET", "/people", None, 200, people),
        ("GET", "/seats", None, 200, [seat(31, 3), seat(32, 4)]),
        ("POST", "/people", {"name": "Person 5", "seats": [{"job": "Cook"}]}, 201, person(5, seat(33, 5))),
        ("GET", "/people/5", None, 200, person(5, seat(33, 5))),
        ("POST", "/seats/31/end", None, 200, {**seat(31, 3), "ended": "yes"}),
        ("GET", "/seats/31", None, 200, {**seat(31, 3), "ended": "yes"}),
    )
    assert await mock.ask("POST", "/seats/32/end") == (200, {**seat(32, 4), "ended": "yes"})


async def test_acts_name_records_of_the_settings_and_empty_fields() -> None:
    app, live = toured(), Office()
    first = next(iter(live.people))
    live.move(first, 43)
    live.reject(first, 92)
    live.opened(first)
    live.take_back(first)
    live.assign(first, 502)
    live.opened(first)
    await same(app, live)


async def test_what_an_entity_says_refuses_an_act() -> None:
    app, live = toured(), Office()
    first, second, *_ = live.people
    live.reject(first, 92)
    live.move(first, 43)
    live.move(second, 43)
    live.take_back(first)
    live.move(first, 43)
    live.opened(first)
    await same(app, live)


async def test_the_one_record_of_a_list_is_named_by_its_key() -> None:
    app, live = toured(), Office()
    live.add_seat([*live.people][1], 72)
    answer = await app.ask("POST", live.log[-1][1], {"job_id": 72})
    assert answer[1]["jobs"] == [{"id": 72, "name": "Sailor"}]


async def test_lists_are_searched_by_what_stands_in_lists_of_their_entities() -> None:
    app, live = toured(), Office()
    first, second, _, fourth = live.people
    live.listed("?email=ben%40quay.test", second)
    live.listed("?job_id=72", second, fourth)
    live.listed("?email=ada%40quay.test", first)
    await same(app, live)


async def test_what_is_posted_below_an_address_that_goes_on_is_listed_there() -> None:
    app, live = toured(), Office()
    second = [*live.people][1]
    path = f"/people/{second}/feed/notes"
    _, made = await app.ask("POST", path, {"user_id": 501, "words": "Asks for a cabin"})
    assert made["user"] == CLERK, "with what it has as null"
    assert (await app.ask("GET", f"/people/{second}/feed"))[1]["notes"] == [made]
    assert (await app.ask("GET", f"/people/{[*live.people][2]}/feed"))[1]["notes"] == []


async def test_a_list_that_is_not_sent_is_empty_and_words_say_the_key() -> None:
    app, live = toured(), Office()
    made = await app.ask("POST", "/people", {"name": "Fay", "emails": []})
    assert made[1]["tags"] == []
    live.delete([*live.people][2])
    await same(app, live)

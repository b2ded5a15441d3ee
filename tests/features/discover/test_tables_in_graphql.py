"""Tables behind GraphQL, as Hasura shows them: conditions about related rows, orders with places for nulls, related
rows beside their keys, counts of lists, several rows changed at once."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.features.discover.mock import Mock

Row = dict[str, Any]
KEYS = [f"5057d098-a1f3-4bcf-9ddb-9ec12fccde1{number}" for number in range(7)]
DOCKS = {1: {"id": 1, "name": "North", "__typename": "docks"}, 2: {"id": 2, "name": "South", "__typename": "docks"}}
AT = "2025-01-0{}T08:00:00+00:00"
NOW = "2025-03-03T09:00:00+00:00"


class Boats:
    """The server, and what was said."""

    def __init__(self) -> None:
        self.rows = [
            self.row(number, *one)
            for number, one in enumerate((("Ada", 1, 7), ("Ben", 2, 9), ("Cor", 1, 3), ("Dot", None, 5)))
        ]
        self.notes: dict[str, list[Row]] = {one["id"]: [] for one in self.rows}
        self.log: list[tuple[Any, ...]] = []

    def row(self, number: int, name: str, dock: int | None = None, length: int = 0, at: str = "") -> Row:
        at = at or AT.format(number + 1)
        return {"id": KEYS[number], "name": name, "state": "new", "length": length, "dock_id": dock,
                "dock": DOCKS[dock] if dock else None, "made": at, "__typename": "boats"}  # fmt: skip

    def say(self, name: str, text: str, answer: Any, **variables: Any) -> tuple[str, str, Any]:
        body = {"operationName": name, "query": text, "variables": variables}
        self.log.append(("POST", "/graphql", body, 200, copy.deepcopy({"data": answer})))
        return "POST", "/graphql", body

    def list(self, where: Row, fits: Any = None, by: str = "made", way: str = "asc") -> Any:
        rows = sorted((one for one in self.rows if fits is None or fits(one)), key=lambda one: one[by])
        answer = {"boats": rows[::-1] if way.startswith("desc") else rows}
        text = "query Boats($where: boats_bool_exp) { boats(where: $where, order_by: $order_by) { id name } }"
        return self.say("Boats", text, answer, where=where, order_by=[{by: way}])

    def one(self, number: int) -> Any:
        row = next(each for each in self.rows if each["id"] == KEYS[number])
        notes = self.notes[KEYS[number]]
        counted = {"aggregate": {"count": len(notes)}}
        shown = {**row, "notes": [*notes], "notes_aggregate": counted}
        text = "query Boat($id: uuid!) { boats_by_pk(id: $id) { id name notes { id } } }"
        return self.say("Boat", text, {"boats_by_pk": shown}, id=KEYS[number])

    def make(self, name: str, dock: int | None) -> Any:
        self.rows.append(self.row(len(self.rows), name, dock, at=NOW))
        self.notes[self.rows[-1]["id"]] = []
        sent = {"name": name, **({"dock_id": dock} if dock else {})}
        text = "mutation AddBoat($object: boats_insert_input!) { insert_boats_one(object: $object) { id name } }"
        return self.say("AddBoat", text, {"insert_boats_one": {**self.rows[-1]}}, object=sent)

    def move(self, number: int, dock: int) -> Any:
        row = next(each for each in self.rows if each["id"] == KEYS[number])
        row |= {"dock_id": dock, "dock": DOCKS[dock]}
        text = "mutation SetBoat { update_boats_by_pk(pk_columns: {id: $id}, _set: $set) { id } }"
        return self.say("SetBoat", text, {"update_boats_by_pk": {**row}}, id=KEYS[number], set={"dock_id": dock})

    def note(self, number: int, body: str) -> Any:
        note = {"id": sum(map(len, self.notes.values())) + 1, "body": body, "__typename": "notes"}
        self.notes[KEYS[number]].append(note)
        text = "mutation AddNote { insert_notes_one(object: {boat_id: $boat_id, body: $body}) { id } }"
        return self.say("AddNote", text, {"insert_notes_one": note}, boat_id=KEYS[number], body=body)

    def set(self, numbers: list[int], state: str) -> Any:
        rows = [one for one in self.rows if one["id"] in [KEYS[number] for number in numbers]]
        for one in rows:
            one["state"] = state
        shown = [{"id": one["id"], "state": state, "length": one["length"], "__typename": "boats"} for one in rows]
        answer = {"update_boats": {"affected_rows": len(rows), "returning": shown}}
        text = "mutation SetState { update_boats(where: {id: {_in: $ids}}, _set: {state: $state}) { affected_rows } }"
        return self.say("SetState", text, answer, ids=[KEYS[number] for number in numbers], state=state)


def either(*words: str) -> Row:
    return {"_or": [{"name": {"_ilike": f"%{word}%"}} for word in words]}


@pytest.fixture
def mock() -> Mock:
    tour = Boats()
    tour.list({})
    tour.list({}, by="length", way="desc_nulls_last")
    tour.list(either("ad", "do"), lambda one: one["name"] in ("Ada", "Dot"))
    tour.list({"dock": {"name": {"_eq": "North"}}}, lambda one: one["dock_id"] == 1)
    for number in (0, 1):
        tour.one(number)
    tour.make("Eve", 2)
    tour.one(4)
    tour.list({})
    tour.move(1, 1)
    tour.note(0, "Scraped")
    tour.one(0)
    tour.set([2, 0], "old")
    tour.list({})
    return Mock(*tour.log)


async def asked(mock: Mock, live: Boats, *steps: tuple[str, str, Any]) -> None:
    for (method, path, sent), expected in zip(steps, live.log, strict=True):
        assert await mock.ask(method, path, sent) == expected[3:], sent


async def test_conditions_are_about_members_of_related_rows(mock: Mock) -> None:
    live = Boats()
    south = {"dock": {"name": {"_eq": "South"}}}
    await asked(mock, live, live.list(south, lambda one: one["dock_id"] == 2))


async def test_orders_may_say_where_nulls_are(mock: Mock) -> None:
    live = Boats()
    await asked(mock, live, live.list({}, by="name", way="desc_nulls_last"))


async def test_a_related_row_is_the_one_that_its_key_names(mock: Mock) -> None:
    live = Boats()
    _, made = await mock.ask(*live.make("Fay", None))
    assert made["data"]["insert_boats_one"]["dock"] is None
    _, made = await mock.ask(*live.make("Gil", 1))
    assert made["data"]["insert_boats_one"]["dock"] == DOCKS[1]
    assert (await mock.ask(*live.move(3, 2)))[1]["data"]["update_boats_by_pk"]["dock"] == DOCKS[2]


async def test_a_count_beside_a_list_grows_with_it(mock: Mock) -> None:
    live = Boats()
    for step in (live.note(1, "Painted"), live.note(1, "Sold")):
        await mock.ask(*step)
    _, shown = await mock.ask(*live.one(1))
    boat = shown["data"]["boats_by_pk"]
    assert [one["body"] for one in boat["notes"]] == ["Painted", "Sold"]
    assert boat["notes_aggregate"] == {"aggregate": {"count": 2}}


async def test_several_that_are_changed_are_told_in_the_order_of_the_table(mock: Mock) -> None:
    live = Boats()
    await asked(mock, live, live.set([3, 1, 0], "lost"))

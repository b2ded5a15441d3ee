"""What a back end made for one page says beside entities: how many there are, texts that it words, parts of lists."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.features.discover.mock import Mock

Row = dict[str, Any]
BERTHS = ({"id": 1, "name": "North"}, {"id": 2, "name": "South"})
NOW = "2025-03-03T09:00:00Z"


class Harbour:
    """The server, and what was said."""

    def __init__(self) -> None:
        self.boats: list[Row] = []
        self.log: list[tuple[Any, ...]] = []
        for number, (first, last, berth, state, length) in enumerate((
            ("Ada", "Vance", 1, "afloat", 7), ("Ben", "Okafor", 2, "sold", 9), ("Cor", "Marsh", 1, "afloat", 4),
            ("Dot", "Kim", 1, "ashore", 5), ("Eve", "Ruiz", None, "afloat", 3),
        )):  # fmt: skip
            self._make(
                {"first": first, "last": last, "berth": berth, "state": state, "length": length},
                f"2025-01-0{number + 1}T08:00:00Z",
            )

    def _make(self, sent: Row, at: str) -> Row:
        row = {"id": len(self.boats) + 1, "first": "", "last": "", "berth": None, "state": "afloat", "length": 0,
               "done": False, **sent, "made": at}  # fmt: skip
        self.boats.append(row)
        return row

    def _shown(self, row: Row) -> Row:
        return {**row, "initials": row["first"][:1] + row["last"][:1]}

    def say(self, method: str, path: str, sent: Any, status: int, answer: Any) -> tuple[str, str, Any]:
        self.log.append((method, path, sent, status, copy.deepcopy(answer)))
        return method, path, sent

    def home(self) -> Any:
        there = [self._shown(one) for one in self.boats if not one["done"]]
        numbers = {"boats": len(self.boats), "afloat": sum(one["state"] == "afloat" for one in self.boats),
                   "soldLength": sum(one["length"] for one in self.boats if one["state"] == "sold")}  # fmt: skip
        recent = [
            {name: one[name] for name in ("id", "initials", "made")}
            for one in sorted(map(self._shown, self.boats), key=lambda one: one["made"])
        ]
        berths = [{**one, "boats": sum(boat["berth"] == one["id"] for boat in self.boats)} for one in BERTHS]
        return self.say(
            "GET",
            "/home",
            None,
            200,
            {"numbers": numbers, "recent": recent[::-1][:3], "berths": berths, "version": 3, "open": len(there)},
        )

    def stats(self) -> Any:
        return self.say("GET", "/stats", None, 200, {"total_boats": len(self.boats), "year": 2025})

    def list(self) -> Any:
        return self.say(
            "GET", "/boats", None, 200, {"items": [self._shown(one) for one in self.boats if not one["done"]]}
        )

    def make(self, **sent: Any) -> Any:
        return self.say("POST", "/boats", sent, 201, self._shown(self._make(sent, NOW)))

    def change(self, number: int, **sent: Any) -> Any:
        self.boats[number - 1] |= sent
        return self.say("PATCH", f"/boats/{number}", sent, 200, self._shown(self.boats[number - 1]))

    def finish(self, number: int) -> Any:
        self.boats[number - 1]["done"] = True
        return self.say("POST", f"/boats/{number}/finish", None, 200, self._shown(self.boats[number - 1]))


@pytest.fixture
def mock() -> Mock:
    tour = Harbour()
    tour.home()
    tour.stats()
    tour.list()
    tour.make(first="Fay", last="Brook", berth=2)
    tour.home()
    tour.stats()
    tour.change(1, state="sold")
    tour.home()
    tour.finish(3)
    tour.list()
    tour.home()
    return Mock(*tour.log)


async def steps(mock: Mock, live: Harbour) -> Row:
    """What both say to something else."""
    made = [
        live.make(first="Gil", last="Stone", berth=1, state="sold", length=11),
        live.change(2, berth=1),
        live.finish(4),
    ]
    for method, path, sent in made:
        status, _ = await mock.ask(method, path, sent)
        assert status < 300
    live.log.clear()
    status, answer = await mock.ask(*live.home())
    assert status == 200
    told: Row = answer
    return told


async def test_numbers_count_and_add_up_what_is_there_now(mock: Mock) -> None:
    live = Harbour()
    answer = await steps(mock, live)
    told = live.log[-1][4]
    assert answer["numbers"] == told["numbers"] == {"boats": 6, "afloat": 3, "soldLength": 20}
    assert (await mock.ask(*live.stats()))[1] == {"total_boats": 6, "year": 2025}


async def test_rows_that_are_always_there_count_what_belongs_to_them(mock: Mock) -> None:
    live = Harbour()
    answer = await steps(mock, live)
    assert answer["berths"] == [{**BERTHS[0], "boats": 5}, {**BERTHS[1], "boats": 0}]


async def test_a_list_that_never_showed_more_goes_on_so(mock: Mock) -> None:
    answer = await steps(mock, Harbour())
    assert [one["initials"] for one in answer["recent"]] == ["GS", "ER", "DK"]


async def test_what_is_done_to_one_tells_of_it_and_its_list_leaves_it_out(mock: Mock) -> None:
    status, answer = await mock.ask("POST", "/boats/5/finish")
    assert (status, answer["first"], answer["done"]) == (200, "Eve", True)
    assert [one["id"] for one in (await mock.ask("GET", "/boats"))[1]["items"]] == [1, 2, 3, 4]


async def test_first_letters_are_put_together(mock: Mock) -> None:
    _, made = await mock.ask("POST", "/boats", {"first": "Hal", "last": "Novak"})
    assert made["initials"] == "HN"
    assert (await mock.ask("PATCH", "/boats/2", {"last": "Weiss"}))[1]["initials"] == "BW"


@pytest.mark.parametrize("seen", ["2025-03-03T09:00:00Z", "today"])
async def test_numbers_in_the_only_record_of_a_list(seen: str) -> None:
    """However it is asked for; a moment of the last change beside them is no text."""
    boats = [{"id": number, "name": f"Boat {number}"} for number in range(1, 5)]
    new = [{"id": 5, "name": "Eve"}, {"id": 6, "name": "Fay"}]

    def docks(count: int, at: str) -> dict[str, Any]:
        return {"docks": [{"id": "main", "boatCount": count, "crewCount": 0, "changed": at}]}

    mock = Mock(
        ("GET", "/boats", None, 200, boats),
        ("GET", "/docks", None, 200, docks(4, seen)),
        ("GET", "/docks?empty=true", None, 200, docks(4, seen)),
        ("POST", "/boats", {"name": "Eve"}, 201, new[0]),
        ("GET", "/boats", None, 200, [*boats, new[0]]),
        ("GET", "/docks", None, 200, docks(5, "2025-03-03T09:00:01Z")),
        ("POST", "/boats", {"name": "Fay"}, 201, new[1]),
        ("GET", "/docks?empty=true", None, 200, docks(6, "2025-03-03T09:00:02Z")),
    )
    made = [one for one in mock.draft.features if one.document["id"] == "docks.figures.api"]
    assert len(made) == (seen != "today")
    for count in range(5, 9) if made else ():
        assert (await mock.ask("POST", "/boats", {"name": f"New {count}"}))[0] == 201
        for path in ("/docks", "/docks?empty=true"):
            (dock,) = (await mock.ask("GET", path))[1]["docks"]
            assert (dock["id"], dock["boatCount"], dock["crewCount"]) == ("main", count, 0)


async def test_those_that_nobody_saw_are_counted_where_the_number_is_called_after_them() -> None:
    def page(count: int, *keys: int) -> dict[str, Any]:
        return {"count": count, "results": [{"id": key, "address": f"a{key}@quay.test"} for key in keys]}

    app = Mock(
        ("GET", "/aliases?page=1&page_size=3", None, 200, page(5, 1, 2, 3)),
        ("GET", "/stats", None, 200, {"alias_count": 5}),
        ("POST", "/aliases", {"address": "a9@quay.test"}, 201, {"id": 9, "address": "a9@quay.test"}),
        ("GET", "/aliases?page=1&page_size=3", None, 200, page(6, 1, 2, 3)),
        ("GET", "/stats", None, 200, {"alias_count": 6}),
    )
    assert (await app.ask("GET", "/stats"))[1] == {"alias_count": 5}
    await app.ask("POST", "/aliases", {"address": "b@quay.test"})
    await app.ask("POST", "/aliases", {"address": "c@quay.test"})
    assert (await app.ask("GET", "/stats"))[1] == {"alias_count": 7}

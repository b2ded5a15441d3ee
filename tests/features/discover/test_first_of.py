"""Fields that show one of a list beside them."""

from __future__ import annotations

from typing import Any

from tests.features.discover.exchanges import draft_of
from tests.features.discover.test_draft import act, check

INN, PIER, DOCK = ({"id": f"t{number}", "name": name} for number, name in enumerate(("Inn", "Pier", "Dock"), 1))


def trip(key: int, *stops: Any, shown: Any, name: str = "main_stop") -> dict[str, Any]:
    return {"id": key, "title": f"Trip {key}", "stops": list(stops), name: shown}


def spoken(*trips: Any, changes: Any, after: Any) -> list[tuple[Any, ...]]:
    return [
        ("GET", "/stops", None, 200, [INN, PIER, DOCK]),
        ("GET", "/trips", None, 200, list(trips)),
        ("PUT", f"/trips/{after['id']}", changes, 200, after),
        ("GET", "/trips", None, 200, [after if one["id"] == after["id"] else one for one in trips]),
    ]


def told(name: str, *trips: Any, after: Any) -> list[Any]:
    changes = {"title": after["title"], "stops": [{"id": one["id"]} for one in after["stops"]]}
    draft = draft_of(*spoken(*trips, changes=changes, after=after))
    world = check(draft)
    state = world.initial({"demo": draft.seed})
    found = []
    for stops in ([DOCK, INN], [], [PIER]):
        changes = {"title": "Trip", "stops": [{"id": one["id"]} for one in stops]}
        state = act(world, state, "update_trip", {"id": "1", "changes": changes}).state
        shown = state.get(f"/demo/trips/1/{name}")
        found.append(shown["id"] if shown else shown)
    return found


def test_it_is_the_first_of_the_list_that_requests_send_or_nothing() -> None:
    trips = [trip(1, INN, PIER, shown=INN), trip(2, shown=None), trip(3, DOCK, shown=DOCK)]
    assert told("main_stop", *trips, after=trip(3, PIER, INN, shown=PIER)) == ["t3", None, "t2"]


def test_or_the_last_where_it_is_called_so() -> None:
    last = "last_stop"
    trips = [trip(1, INN, shown=INN, name=last), trip(2, shown=None, name=last), trip(3, DOCK, shown=DOCK, name=last)]
    assert told(last, *trips, after=trip(3, PIER, shown=PIER, name=last)) == ["t1", None, "t2"]


def test_what_shows_another_one_once_follows_nothing() -> None:
    trips = [trip(1, INN, PIER, shown=PIER), trip(2, shown=None), trip(3, DOCK, INN, shown=DOCK)]
    assert told("main_stop", *trips, after=trip(3, PIER, INN, shown=PIER)) == ["t2"] * 3


def test_without_an_empty_list_nothing_is_known() -> None:
    trips = [trip(1, INN, shown=INN), trip(3, DOCK, INN, shown=DOCK)]
    assert told("main_stop", *trips, after=trip(3, PIER, INN, shown=PIER)) == ["t1"] * 3

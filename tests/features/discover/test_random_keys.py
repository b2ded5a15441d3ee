"""Lists and changes of an app with random keys: equal ones in a sorted list, portions of a list by key, moments to the
minute, fields that new ones do not have."""

from __future__ import annotations

from typing import Any

from awe_author.features.discover.exchanges.calls import custom_method, without_method
from awe_author.features.discover.lists.ordering import Order
from awe_author.features.discover.lists.stable_orders import is_stable
from tests.features.discover.mock import Mock

Row = dict[str, Any]
KEYS = ("7MWf8zu9fFfZ1d60", "NBlir5RLp3vLcJ3G", "aRpg5l4sVPozDcur", "imGXDtQIDA28qT5A", "iouZarC7BxPKzOFK",
        "qaRPkEpN67Qi0F9g", "rkaBrzBi0BDqMG0O")  # fmt: skip


def boat(number: int, name: str, berths: int, day: int, **more: Any) -> Row:
    made = f"2025-02-{day:02}T08:{day:02}:00.000Z"
    return {"id": KEYS[number], "name": name, "berths": berths, "made": made, "changed": made, **more}


FLEET = [boat(0, "Eve", 2, 9), boat(1, "Ben", 4, 3), boat(2, "Cor", 2, 7), boat(3, "Dot", 4, 5), boat(4, "Ada", 4, 11),
         boat(5, "Fay", 1, 2)]  # fmt: skip
NEWEST = sorted(FLEET, key=lambda one: one["made"], reverse=True)


def listed(rows: list[Row]) -> Row:
    return {"boats": rows}


async def test_equal_ones_are_as_the_list_has_them_whichever_way() -> None:
    most = sorted(NEWEST, key=lambda one: one["berths"], reverse=True)
    mock = Mock(
        ("GET", "/boats", None, 200, listed(NEWEST)),
        ("GET", "/boats?sort=-berths", None, 200, listed(most)),
        ("PATCH", f"/boats/{KEYS[5]}", {"name": "Gil"}, 200, {**FLEET[5], "name": "Gil"}),
        ("GET", f"/boats/{KEYS[5]}", None, 200, {**FLEET[5], "name": "Gil"}),
    )
    found = await mock.ask("GET", "/boats?sort=berths")
    assert found == (200, listed(sorted(NEWEST, key=lambda one: one["berths"])))


async def test_equal_ones_are_by_the_number_that_stands_beside_random_keys() -> None:
    rows = [{**one, "boatId": one["id"], "id": number} for number, one in enumerate(NEWEST, 1)]
    by_name = sorted(rows, key=lambda one: one["name"])
    changed = {**rows[0], "name": "Gil"}
    mock = Mock(
        ("GET", "/boats?sort=name", None, 200, {"boats": by_name}),
        ("PATCH", f"/boats/{rows[0]['boatId']}", {"name": "Gil"}, 200, changed),
        ("GET", f"/boats/{rows[0]['boatId']}", None, 200, changed),
    )
    _, told = await mock.ask("GET", "/boats?sort=berths")
    assert [one["id"] for one in told["boats"]] == [one["id"] for one in sorted(rows, key=lambda one: one["berths"])]


def test_other_orders_of_equal_ones_are_not_stable() -> None:
    own, key = Order("made", down=True), "id"
    most = sorted(NEWEST, key=lambda one: one["berths"], reverse=True)
    assert is_stable(own, [(most, "berths", True)], key)
    oldest = list(reversed(NEWEST))
    turned = sorted(oldest, key=lambda one: one["berths"], reverse=True)
    assert not is_stable(own, [(most, "berths", True), (turned, "berths", True)], key)
    assert not is_stable(own, [(NEWEST, "name", True)], key)
    counted = [{**one, "id": number} for number, one in enumerate(most)]
    assert not is_stable(own, [(counted, "berths", True)], key)  # keys that grow put them in order


async def test_portions_of_a_list_tell_that_it_is_by_its_keys() -> None:
    new = boat(6, "Gus", 3, 1, made="2025-03-03T09:00:40Z", changed="2025-03-03T09:00:40Z")
    mock = Mock(
        ("GET", "/boats?size=3", None, 200, {**listed(FLEET[:3]), "next": KEYS[2]}),
        ("GET", f"/boats?size=3&after={KEYS[2]}", None, 200, {**listed(FLEET[3:]), "next": None}),
        ("POST", "/boats", {"name": "Gus", "berths": 3}, 201, new),
        ("GET", f"/boats/{KEYS[6]}", None, 200, new),
        ("PATCH", f"/boats/{KEYS[0]}", {"name": "Abe"}, 200, {**FLEET[0], "name": "Abe"}),
    )
    assert not any(part.ordered for part in mock.draft.parts)
    status, answer = await mock.ask("GET", "/boats?size=9")
    assert (status, [one["id"] for one in answer["boats"]]) == (200, [*KEYS[:6]])


async def test_a_change_in_the_minute_of_another_makes_the_moment_anew() -> None:
    at = "2025-03-03T09:00:00.000Z"  # the moment of every answer here
    new = {**boat(6, "Gus", 3, 1), "made": at, "changed": at}
    changed = {**FLEET[0], "name": "Abe", "changed": at}
    mock = Mock(
        ("GET", "/boats", None, 200, listed(NEWEST)),
        ("POST", "/boats", {"name": "Gus", "berths": 3}, 201, new),
        ("PATCH", f"/boats/{KEYS[6]}", {"berths": 4}, 200, {**new, "berths": 4}),
        ("PATCH", f"/boats/{KEYS[6]}", {"name": "Gustav"}, 200, {**new, "name": "Gustav", "berths": 4}),
        ("PATCH", f"/boats/{KEYS[0]}", {"name": "Abe"}, 200, changed),
        ("GET", f"/boats/{KEYS[0]}", None, 200, changed),
    )
    update = mock.draft.model["x-actions"]["update_boat"]["effects"]  # type: ignore[index,call-overload]
    assert {"op": "merge", "path": "/boats/{params.id}", "value": {"changed": "string(now)"}} in update


async def test_what_a_new_one_is_without_when_it_was_not_sent() -> None:
    whole = [{**boat(number, name, 2, number + 1, tags=["old"]), "port": "Oslo"} for number, name in enumerate("ABC")]
    new = {"id": KEYS[6], "name": "Gus", "berths": 3, "tags": ["red"]}
    bare = {"id": KEYS[5], "name": "Fay", "berths": 1}
    mock = Mock(
        ("GET", "/boats", None, 200, listed(whole)),
        ("POST", "/boats", {"name": "Gus", "berths": 3, "tags": ["red"]}, 201, new),
        ("POST", "/boats", {"name": "Fay", "berths": 1}, 201, bare),
        ("GET", "/boats", None, 200, listed([*whole, new, bare])),
        ("GET", f"/boats/{KEYS[6]}", None, 200, new),
    )
    status, made = await mock.ask("POST", "/boats", {"name": "Ivy", "berths": 7})
    assert (status, {**made, "id": ""}) == (201, {"id": "", "name": "Ivy", "berths": 7})


def test_what_addresses_do_behind_a_colon() -> None:
    assert custom_method("/v1/shops/7:runQuery") == "runQuery"
    assert without_method("/v1/shops(7):search") == "/v1/shops(7)"
    assert custom_method("/v1/shops/7") == custom_method("/v1/a:9") == custom_method("/v1/:x") == ""


TOKENS = ("2d1Gzl0T7GrAyyfoQfOy7jFc58r3jLyM", "A02hyh5AGVWZOzgCNsvHMbvONjzGrLB8")


async def test_a_list_that_goes_on_elsewhere() -> None:
    later = {**FLEET[0], "name": "Abe"}
    mock = Mock(
        ("GET", "/boats?limit=50", None, 200, {**listed(NEWEST), "next": None}),
        ("GET", "/boats?limit=2", None, 200, {**listed(NEWEST[:2]), "next": TOKENS[0]}),
        ("GET", f"/continued?limit=2&cursor={TOKENS[0]}", None, 200, {**listed(NEWEST[2:4]), "next": TOKENS[1]}),
        ("GET", f"/boats/{KEYS[0]}", None, 200, FLEET[0]),
        ("PATCH", f"/boats/{KEYS[0]}", {"name": "Abe"}, 200, later),
        ("GET", f"/boats/{KEYS[0]}", None, 200, later),
    )
    rows = [one if one["id"] != KEYS[0] else {**one, "name": "Amy"} for one in NEWEST]
    await mock.ask("PATCH", f"/boats/{KEYS[0]}", {"name": "Amy"})
    status, first = await mock.ask("GET", "/boats?limit=3")
    assert (status, first["boats"]) == (200, rows[:3])
    _, more = await mock.ask("GET", f"/continued?limit=2&cursor={first['next']}")
    assert more["boats"] == rows[3:5]
    _, last = await mock.ask("GET", f"/continued?limit=2&cursor={more['next']}")
    assert last == {**listed(rows[5:]), "next": None}

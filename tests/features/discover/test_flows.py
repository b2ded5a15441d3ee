"""Flows that are switched on: what was never opened looks like those that were, a version that is in force, a number
that also the server raises, and lists of nothing but keys."""

from __future__ import annotations

import copy
from typing import Any
from uuid import UUID

import pytest

from tests.features.discover.mock import Mock

NAMES = ("Stock alerts", "Refund approval", "Payroll export", "Welcome letters")
ADDED = "Price list"


def version(number: int) -> str:
    return str(UUID(int=(number + 3) * 0x1D63DF104_41EB_4414_A110_EBC6D3E18CB7 % (1 << 128), version=4))


def steps(name: str, note: str, size: int = 2) -> list[dict[str, Any]]:
    slug = name.lower().replace(" ", "-")
    hook = {"id": f"hook-{slug}", "sort": "hook", "at": [0, 0], "settings": {"path": f"in/{slug}", "verb": "GET"}}
    edit = {"id": f"edit-{slug}", "sort": "edit", "at": [220, 0], "settings": {"note": note, "mode": "manual"}}
    return [hook, edit, {"id": f"end-{slug}", "sort": "end", "at": [440, 0], "to": slug}][:size]


class App:
    """What is said of one flow in a list, and of one that was opened. Switching one on counts twice, the second time a
    little later."""

    def __init__(self, later: int = 1) -> None:
        self.flows: dict[str, dict[str, Any]] = {}
        self.later = later
        self.log: list[tuple[Any, ...]] = []
        for number, name in enumerate(NAMES):
            self.add(f"k{number}", name, number)
        self.flows["k3"]["active"], self.flows["k3"]["activeVersion"] = True, self.flows["k3"]["version"]

    def add(self, key: str, name: str, number: int) -> dict[str, Any]:
        self.flows[key] = {
            **{"id": key, "name": name, "active": False, "version": version(number), "activeVersion": None},
            **{"made": f"2025-02-0{number + 1}T09:00:00Z", "count": 1, "steps": steps(name, f"note {number}", 3)},
        }
        return self.flows[key]

    def say(self, method: str, path: str, sent: Any, answer: Any) -> None:
        self.log.append((method, path, sent, 200, copy.deepcopy(answer)))

    def listed(self) -> list[dict[str, Any]]:
        return [{k: v for k, v in one.items() if k not in ("count", "steps")} for one in self.flows.values()]

    def look(self) -> None:
        self.say("GET", "/api/flows", None, self.listed())
        on = sorted((one["made"], key) for key, one in self.flows.items() if one["active"])
        self.say("GET", "/api/running", None, {"data": [key for _, key in on], "of": "flows"})

    def read(self, key: str) -> None:
        self.say("GET", f"/api/flows/{key}", None, self.flows[key])

    def change(self, key: str, **sent: Any) -> None:
        one = self.flows[key]
        if sent.get("active") and not one["active"]:
            one["activeVersion"] = one["version"]
        one.update(sent, count=one["count"] + 1)
        self.say("PATCH", f"/api/flows/{key}", sent, one)
        if sent.get("active"):
            one["count"] += self.later
        self.read(key)

    def make(self, key: str, name: str, number: int) -> None:
        made = self.add(key, name, number)
        made["steps"] = steps(name, "", 1)
        self.say("POST", "/api/flows", {"name": name, "active": False, "steps": made["steps"]}, made)


def recorded(later: int = 1) -> Mock:
    app = App(later)
    app.look()
    app.read("k0")
    app.read("k1")
    app.make("k4", ADDED, 6)
    app.look()
    app.change("k4", name="Prices", active=False)
    app.change("k4", name="Price list of May", active=False)
    app.look()
    app.change("k1", name="Refunds", active=False)
    app.change("k0", active=True)
    app.look()
    return Mock(*app.log)


async def test_what_a_flow_was_never_opened_for_looks_like_those_that_were() -> None:
    _, told = await recorded().ask("GET", "/api/flows/k2")
    assert told["steps"] == steps("Payroll export", "", 3)
    assert told["count"] == 1


async def test_the_version_in_force_is_the_one_there_was_when_it_was_switched_on() -> None:
    mock = recorded()
    _, told = await mock.ask("PATCH", "/api/flows/k2", {"active": True})
    assert told["activeVersion"] == told["version"] == version(2)
    _, told = await mock.ask("PATCH", "/api/flows/k2", {"name": "Payroll", "active": True})
    assert told["activeVersion"] == version(2)
    _, told = await mock.ask("PATCH", "/api/flows/k2", {"active": False})
    assert told["activeVersion"] is None


async def test_a_number_goes_up_with_each_write_though_the_server_raised_it_too() -> None:
    mock = recorded()
    for number in (2, 3):
        _, told = await mock.ask("PATCH", "/api/flows/k2", {"name": f"Payroll {number}", "active": False})
        assert told["count"] == number


async def test_what_falls_by_itself_is_no_count_of_writes() -> None:
    mock = recorded(later=-1)
    _, told = await mock.ask("PATCH", "/api/flows/k2", {"name": "Payroll", "active": False})
    assert told["count"] == 1


async def test_a_list_of_keys_follows_what_is_switched_on() -> None:
    mock = recorded()
    assert await mock.ask("GET", "/api/running") == (200, {"data": ["k3"], "of": "flows"})
    await mock.ask("PATCH", "/api/flows/k2", {"active": True})
    assert await mock.ask("GET", "/api/running") == (200, {"data": ["k2", "k3"], "of": "flows"})
    await mock.ask("PATCH", "/api/flows/k3", {"active": False})
    assert await mock.ask("GET", "/api/running") == (200, {"data": ["k2"], "of": "flows"})


@pytest.mark.parametrize("answers", [[["k0"], ["k1"]], [["k0", "k9"], ["k0"]], [["k1", "k0"], ["k0", "k1"]]])
def test_lists_that_no_field_explains_are_no_lists_of_keys(answers: list[list[str]]) -> None:
    app = App()
    app.look()
    app.log = [one for one in app.log if one[1] != "/api/running"]
    app.say("GET", "/api/running", None, {"data": answers[0]})
    app.change("k1", name="Refunds", active=False)
    app.look()
    app.log = [one for one in app.log if one[1] != "/api/running" or one[4] == {"data": answers[0]}]
    app.say("GET", "/api/running", None, {"data": answers[1]})
    made = Mock(*app.log).draft
    assert not any(one.document["id"].endswith(".keys.api") for one in made.features)


async def test_an_act_makes_a_new_version_and_not_the_recorded_one() -> None:
    app = App()
    app.look()
    app.read("k0")
    flow = app.flows["k0"]
    flow.update(version=version(9), archived=True)
    app.say("POST", "/api/flows/k0/archive", None, flow)
    app.look()
    mock = Mock(*app.log)
    _, told = await mock.ask("POST", "/api/flows/k1/archive", None)
    assert told["version"] not in {version(1), version(9)}
    assert len(told["version"]) == 36


async def test_an_act_changes_the_time_of_the_last_change_though_its_answer_does_not_say_so() -> None:
    at, now = "2025-02-01T09:00:00Z", "2025-03-03T09:00:00Z"
    shelf = [{"id": key, "name": key.upper(), "updatedAt": at, "off": False, "checkedAt": at} for key in ("a1", "b2")]
    put = {**shelf[0], "off": True}
    mock = Mock(
        ("GET", "/shelves", None, 200, shelf),
        ("POST", "/shelves/a1/archive", None, 200, put),
        ("GET", "/shelves", None, 200, [{**put, "updatedAt": now, "checkedAt": now}, shelf[1]]),
    )
    await mock.ask("POST", "/shelves/b2/archive", None)
    _, told = await mock.ask("GET", "/shelves")
    assert [one["updatedAt"] == at for one in told] == [True, False]
    assert told[1]["off"]
    assert told[1]["checkedAt"] == at

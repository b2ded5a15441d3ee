"""Numbers of what belongs to an entity, called by words, and what goes when something else is deleted."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.mock import Mock

Row = dict[str, Any]
OPEN = ("open", "back")
OAR = {"boat_id": 6, "name": "Oar", "weight": "high", "sure": True, "site_name": "old-mill"}
ANCHOR = {"boat_id": 4, "name": "Anchor", "weight": "low", "sure": True, "site_name": "north-quay"}


class Harbour:
    """Sites are named by what they are called; findings by their site, and by the boat that they are of."""

    def __init__(self) -> None:
        self.sites = [{"id": 1, "name": "north-quay"}, {"id": 2, "name": "old-mill"}]
        boats = ((4, "Ada", "north-quay"), (5, "Bee", "north-quay"), (6, "Cy", "old-mill"))
        self.boats = [{"id": key, "name": name, "site_name": site, "type": "Boat"} for key, name, site in boats]
        self.findings = [
            self.finding(key, boat, *told)
            for key, (boat, *told) in enumerate(
                (
                    (4, "Rust", "open", "high", True), (4, "Hole", "closed", "medium", False),
                    (5, "Rope", "back", "low", False), (5, "Mast", "open", "high", False),
                    (6, "Keel", "shut", "low", True), (6, "Sail", "open", "medium", False),
                ), 31,
            )
        ]  # fmt: skip
        self.log: list[tuple[Any, ...]] = []

    def finding(self, key: int, boat: int, name: str, state: str, weight: str, sure: bool) -> Row:
        home = next(one for one in self.boats if one["id"] == boat)
        return {"id": key, "boat_id": boat, "name": name, "state": state, "weight": weight, "sure": sure,
                "site_name": home["site_name"]}  # fmt: skip

    def site(self, one: Row) -> Row:
        mine = [each for each in self.findings if each["site_name"] == one["name"]]
        still = [each for each in mine if each["state"] in OPEN]
        numbers = {
            "boats": sum(each["site_name"] == one["name"] for each in self.boats),
            "total_findings": len(mine),
            "opened_findings": len(still),
            "notclosed_findings": len(still),
            "closed_findings": len(mine) - len(still),
            "high_findings": sum(each["weight"] == "high" for each in mine),
            "low_findings_notclosed": sum(each["weight"] == "low" for each in still),
            "boat_sure": len({each["boat_id"] for each in mine if each["sure"]}),
            "std_findings": len(mine),
            "web_findings": 0,
        }
        return {**one, "stats": numbers}

    def answer(self, method: str, path: str, sent: Any) -> tuple[int, Any]:
        kind, _, key = path.strip("/").partition("/")
        rows = getattr(self, kind)
        if method == "POST" and kind == "sites":
            rows.append({"id": len(rows) + 1, **sent})
            return 201, self.site(rows[-1])
        if method == "POST":
            new = self.finding(max(one["id"] for one in rows) + 1, sent["boat_id"], sent["name"], "open", "low", False)
            rows.append(new | sent)
            return 201, rows[-1]
        if method == "PATCH":
            row = next(one for one in rows if one["id"] == int(key))
            row.update(sent)
            return 200, dict(row)
        if method == "DELETE":
            setattr(self, kind, [one for one in rows if one["id"] != int(key)])
            if kind == "boats":
                self.findings = [one for one in self.findings if one["boat_id"] != int(key)]
            return 204, None
        return 200, [self.site(one) if kind == "sites" else dict(one) for one in rows]

    def do(self, method: str, path: str, sent: Any = None) -> None:
        self.log.append((method, path, sent, *self.answer(method, path, sent)))


def looks(harbour: Harbour) -> None:
    for kind in ("sites", "boats", "findings"):
        harbour.do("GET", f"/{kind}")


@pytest.fixture(name="harbour")
def _harbour() -> Harbour:
    harbour = Harbour()
    looks(harbour)
    for method, path, sent in (
        ("PATCH", "/findings/31", {"state": "closed"}),
        ("PATCH", "/findings/32", {"state": "open"}),
        ("POST", "/findings", OAR),
        ("PATCH", "/findings/33", {"sure": True}),
        ("DELETE", "/boats/5", None),
        ("POST", "/sites", {"name": "new-pier"}),
    ):
        harbour.do(method, path, sent)
        looks(harbour)
    return harbour


async def test_numbers_follow_what_they_are_called_after(harbour: Harbour) -> None:
    mock, live = Mock(*harbour.log), Harbour()
    for method, path, sent in (
        ("GET", "/sites", None),
        ("POST", "/sites", {"name": "far-isle"}),
        ("POST", "/findings", ANCHOR),
        ("PATCH", "/findings/36", {"state": "back", "weight": "high"}),
        ("PATCH", "/findings/34", {"state": "shut"}),
        ("DELETE", "/findings/31", None),
        ("DELETE", "/boats/6", None),
    ):
        await mock.ask(method, path, sent)
        live.do(method, path, sent)
        _, said = await mock.ask("GET", "/sites")
        assert [one["stats"] for one in said] == [live.site(one)["stats"] for one in live.sites]
    _, left = await mock.ask("GET", "/findings")
    assert [one["id"] for one in left] == [32, 33, 34, 37]


async def test_what_stayed_once_does_not_go_along() -> None:
    harbour = Harbour()
    looks(harbour)
    harbour.log.append(("DELETE", "/boats/5", None, 204, None))
    harbour.boats = harbour.boats[:1] + harbour.boats[2:]
    looks(harbour)
    mock = Mock(*harbour.log)
    await mock.ask("DELETE", "/boats/4")
    assert len((await mock.ask("GET", "/findings"))[1]) == 6

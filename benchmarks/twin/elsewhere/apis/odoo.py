"""Odoo's web client: `call_kw` with the model and the method in the address, domains as filters."""

from __future__ import annotations

import random
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Row, Said, in_order

HOST = "erp.acme.example"
MODEL = "crm.lead"
FIELDS = ("id", "name", "partner_name", "email_from", "expected_revenue", "priority", "stage_id", "create_date")
SPECIFICATION: Row = {name: {} for name in FIELDS}
STAGES = {1: "New", 2: "Qualified", 3: "Proposition", 4: "Won"}
SEED = (
    ("Solar roof", "Northwind Mills", 12000.0, "1", 1), ("Cold store", "Tidewater Supply", 56000.0, "2", 2),
    ("Lab benches", "Quarry Labs", 0.0, "0", 1), ("Ovens", "Bluebird Foods", 9800.0, "1", 3),
    ("Wind survey", "Northwind Energy", 31000.0, "3", 2), ("Crane lease", "Harbour Works", 15000.0, "0", 1),
    ("Shop fit-out", "Lattice Design", 7700.0, "2", 4), ("Truck tracking", "Cobalt Freight", 4200.0, "1", 1),
)  # fmt: skip


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.rows, self.last = clock, dict[int, Row](), 0
        for number, (name, partner, revenue, priority, stage) in enumerate(SEED):
            email = f"info@{partner.split()[-1]}.example".lower()
            sent = {"name": name, "partner_name": partner, "email_from": email, "expected_revenue": revenue,
                    "priority": priority, "stage_id": stage}  # fmt: skip
            self._make(sent, f"2025-02-{number + 3:02} 09:00:00")

    def _make(self, sent: Row, moment: str) -> int:
        self.last += 1
        row: Row = {"partner_name": False, "email_from": False, "expected_revenue": 0.0, "priority": "0", "stage_id": 1}
        self.rows[self.last] = {**row, **sent, "id": self.last, "create_date": moment}
        return self.last

    def answer(self, asked: Asked) -> Said:
        said = asked.body["params"]
        value = getattr(self, said["method"])(*said["args"], **said["kwargs"])
        return Said({"jsonrpc": "2.0", "id": asked.body["id"], "result": value})

    def web_search_read(
        self, *, domain: list[Any], specification: Row, offset: int = 0, limit: int = 80, order: str = "", **_: Any
    ) -> Row:
        rows = self._found(domain, order)
        return {"length": len(rows), "records": [shown(row, specification) for row in rows[offset : offset + limit]]}

    def search_count(self, domain: list[Any], **_: Any) -> int:
        return len(self._found(domain, ""))

    def web_read(self, keys: list[int], *, specification: Row, **_: Any) -> list[Row]:
        return [shown(self.rows[key], specification) for key in keys if key in self.rows]

    def web_save(self, keys: list[int], values: Row, *, specification: Row, **_: Any) -> list[Row]:
        if not keys:
            keys = [self._make(values, self.clock.iso("%Y-%m-%d %H:%M:%S"))]
        else:
            for key in keys:
                self.rows[key] |= values
        return self.web_read(keys, specification=specification)

    def unlink(self, keys: list[int], **_: Any) -> bool:
        for key in keys:
            self.rows.pop(key, None)
        return True

    def _found(self, domain: list[Any], order: str) -> list[Row]:
        rows = [row for row in self.rows.values() if fits(row, domain)]
        for part in reversed((order or "id desc").split(",")):
            name, _, way = part.strip().partition(" ")
            rows = in_order(rows, lambda row, name=name: row[name], down=way.lower() == "desc")
        return rows


def fits(row: Row, domain: list[Any]) -> bool:
    tests = [_fits(row, one) for one in domain if isinstance(one, list)]
    return any(tests) if "|" in domain else all(tests)


def _fits(row: Row, one: list[Any]) -> bool:
    name, how, value = one
    mine = row[name]
    match how:
        case "=":
            return bool(mine == value)
        case "!=":
            return bool(mine != value)
        case "ilike":
            return value.lower() in str(mine or "").lower()
        case "in":
            return mine in value
        case ">":
            return bool(mine > value)
    return bool(mine >= value)


def shown(row: Row, specification: Row) -> Row:
    made = {}
    for name in ("id", *(name for name in specification if name != "id")):
        value = row[name]
        made[name] = {"id": value, "display_name": STAGES[value]} if name == "stage_id" else value
    return made


class Page:
    def __init__(self, api: Client) -> None:
        self.api, self.asked = api, 0

    def call(self, method: str, *args: Any, **kwargs: Any) -> Any:
        self.asked += 1
        params = {"model": MODEL, "method": method, "args": [*args], "kwargs": {"context": {"lang": "en_US"}, **kwargs}}
        sent = {"id": self.asked, "jsonrpc": "2.0", "method": "call", "params": params}
        return self.api.post(f"/web/dataset/call_kw/{MODEL}/{method}", sent)["result"]

    def list(self, *domain: Any, **more: Any) -> Any:
        told = {"specification": SPECIFICATION, "offset": 0, "limit": 80, "order": "", **more}
        return self.call("web_search_read", domain=[*domain], **told)

    def read(self, key: int) -> Any:
        return self.call("web_read", [key], specification=SPECIFICATION)

    def save(self, keys: list[int], **values: Any) -> Any:
        return self.call("web_save", keys, values, specification=SPECIFICATION)[0]["id"]


def tour(api: Client) -> None:
    page = Page(api)
    keys = [one["id"] for one in page.list()["records"]]
    page.list(limit=3)
    page.list(limit=3, offset=3)
    page.list(order="name asc")
    page.list(order="expected_revenue desc")
    page.list(["stage_id", "=", 1])
    page.list(["name", "ilike", "s"])
    page.list(["priority", "in", ["2", "3"]])
    page.call("search_count", [])
    page.call("search_count", [["stage_id", "=", 1]])
    page.read(keys[0])
    page.read(keys[3])
    made = page.save([], name="Kiln", partner_name="Pine Street", expected_revenue=5000.0, stage_id=1)
    page.read(made)
    page.list()
    page.save([made], priority="2", stage_id=2)
    page.read(made)
    second = page.save([], name="Quarry lamps", email_from="q@quill.example")
    page.save([second], name="Quarry lights")
    page.list()
    page.call("unlink", [second])
    page.read(second)
    page.list()


def other(api: Client) -> None:
    page = Page(api)
    keys = [one["id"] for one in page.list()["records"]]
    page.list(limit=5)
    page.list(limit=5, offset=5)
    page.list(order="name desc")
    page.list(order="expected_revenue asc")
    page.list(["stage_id", "=", 2])
    page.list(["name", "ilike", "r"])
    page.list(["priority", "in", ["0"]])
    page.call("search_count", [["stage_id", "=", 2]])
    page.read(keys[1])
    page.read(keys[6])
    made = page.save([], name="Awning", partner_name="Reed Group", expected_revenue=800.0, priority="3", stage_id=2)
    page.read(made)
    second = page.save([], name="Lathe")
    page.list()
    page.list(["stage_id", "=", 2])
    page.save([second], name="Lathe and tools", expected_revenue=2400.0)
    page.read(second)
    page.save([keys[2]], stage_id=4)
    page.list(["stage_id", "=", 4])
    page.call("unlink", [keys[4]])
    page.read(keys[4])
    page.list(order="name asc")
    page.call("search_count", [])
    page.list(["name", "ilike", "zzz"])

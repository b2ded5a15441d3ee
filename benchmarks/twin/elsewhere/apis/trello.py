"""Trello's API: what is written stands in the query, places of cards are numbers between others, lists of one board."""

from __future__ import annotations

import random
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said, token

HOST = "api.trello.example"
HEX = "0123456789abcdef"
BOARD = "65b0c1f2a9d8e7f6a5b4c3d2"
LISTS = (
    ("65b0c1f2a9d8e7f6a5b4c301", "To do"),
    ("65b0c1f2a9d8e7f6a5b4c302", "Doing"),
    ("65b0c1f2a9d8e7f6a5b4c303", "Done"),
)
SEED = (
    ("Write launch post", 0), ("Fix sign-up form", 1), ("Order stickers", 2), ("Interview Grace", 0),
    ("Renew certificate", 1), ("Plan offsite", 0), ("Update price list", 2), ("Clean inbox", 0), ("Call printer", 1),
)  # fmt: skip


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance, self.rows, self.last = clock, chance, dict[str, Row](), 0
        keys = random.Random("trello")
        for number, (name, where) in enumerate(SEED):
            sent = {"name": name, "idList": LISTS[where][0]}
            self._make(sent, f"2025-02-{number + 3:02}T09:00:00.000Z", keys)

    def _make(self, sent: Row, moment: str, chance: random.Random) -> Row:
        self.last += 1
        key = f"67{token(chance, 22, HEX)}"
        there = [one["pos"] for one in self.rows.values() if one["idList"] == sent["idList"]]
        self.rows[key] = {
            "id": key, "closed": False, "dateLastActivity": moment, "desc": "", "due": None, "dueComplete": False,
            "idBoard": BOARD, "idList": sent["idList"], "idShort": self.last, "name": sent["name"],
            "pos": max(there, default=0) + 16384, "url": f"https://trello.example/c/{key}", "labels": [], "idMembers": [],
        }  # fmt: skip
        self._put(self.rows[key], {name: value for name, value in sent.items() if name not in ("name", "idList")})
        return self.rows[key]

    def _put(self, row: Row, sent: Row) -> None:
        for name, value in sent.items():
            if name == "pos":
                row["pos"] = float(value)
            elif name in ("closed", "dueComplete"):
                row[name] = value == "true"
            elif name in row:
                row[name] = value or (None if name == "due" else "")

    def answer(self, asked: Asked) -> Said:
        match asked.method, asked.parts[1:]:
            case "GET", ["boards", _, "lists"]:
                return Said([{"id": key, "name": name, "closed": False, "idBoard": BOARD, "pos": (at + 1) * 16384}
                             for at, (key, name) in enumerate(LISTS)])  # fmt: skip
            case "GET", ["boards", _, "cards"]:
                return Said([one for one in self.rows.values() if not one["closed"]])
            case "GET", ["lists", key, "cards"]:
                mine = [one for one in self.rows.values() if one["idList"] == key and not one["closed"]]
                return Said(sorted(mine, key=lambda one: one["pos"]))
            case "POST", ["cards"]:
                if "idList" not in asked.query:
                    raise Refused(400, {"message": "invalid value for idList", "error": "ERROR"})
                return Said(self._make(asked.query, self._now(), self.chance))
            case "GET", ["cards", key]:
                return Said(self._one(key))
            case "PUT", ["cards", key]:
                row = self._one(key)
                self._put(row, asked.query)
                row["dateLastActivity"] = self._now()
                return Said(row)
            case "DELETE", ["cards", key]:
                self._one(key)
                del self.rows[key]
                return Said({"limits": {}})
        raise Refused(404, {"message": "not found", "error": "ERROR"})

    def _now(self) -> str:
        return self.clock.iso("%Y-%m-%dT%H:%M:%S.000Z")

    def _one(self, key: str) -> Row:
        if key not in self.rows:
            raise Refused(404, {"message": "The requested resource was not found.", "error": "NOT_FOUND"})
        return self.rows[key]


def cards(api: Client) -> Any:
    return api.get(f"/1/boards/{BOARD}/cards")


def on(api: Client, where: int) -> Any:
    return api.get(f"/1/lists/{LISTS[where][0]}/cards")


def tour(api: Client) -> None:
    api.get(f"/1/boards/{BOARD}/lists")
    keys = [one["id"] for one in cards(api)]
    on(api, 0)
    on(api, 1)
    for key in keys[:3]:
        api.get(f"/1/cards/{key}")
    made = api.ask("POST", "/1/cards", {"name": "Paint fence", "idList": LISTS[0][0], "desc": "White"})
    on(api, 0)
    api.get(f"/1/cards/{made['id']}")
    api.ask("PUT", f"/1/cards/{made['id']}", {"idList": LISTS[1][0], "pos": "20000"})
    on(api, 0)
    on(api, 1)
    api.ask("PUT", f"/1/cards/{keys[0]}", {"name": "Write the launch post", "due": "2025-03-20T12:00:00.000Z"})
    api.get(f"/1/cards/{keys[0]}")
    api.ask("PUT", f"/1/cards/{keys[3]}", {"closed": "true"})
    on(api, 0)
    api.ask("POST", "/1/cards", {"name": "Nowhere"})
    second = api.ask("POST", "/1/cards", {"name": "Throw away", "idList": LISTS[2][0]})
    api.delete(f"/1/cards/{second['id']}")
    api.get(f"/1/cards/{second['id']}")
    cards(api)


def other(api: Client) -> None:
    api.get(f"/1/boards/{BOARD}/lists")
    keys = [one["id"] for one in cards(api)]
    on(api, 2)
    api.get(f"/1/cards/{keys[5]}")
    made = api.ask("POST", "/1/cards", {"name": "Sharpen saw", "idList": LISTS[1][0]})
    on(api, 1)
    api.get(f"/1/cards/{made['id']}")
    api.ask("PUT", f"/1/cards/{made['id']}", {"idList": LISTS[2][0], "pos": "100"})
    on(api, 1)
    on(api, 2)
    api.ask("PUT", f"/1/cards/{keys[7]}", {"desc": "All of it", "dueComplete": "true"})
    api.get(f"/1/cards/{keys[7]}")
    api.ask("PUT", f"/1/cards/{keys[1]}", {"idList": LISTS[0][0], "pos": "17000"})
    on(api, 0)
    api.ask("PUT", f"/1/cards/{keys[2]}", {"closed": "true"})
    on(api, 2)
    cards(api)
    api.ask("PUT", f"/1/cards/{keys[2]}", {"closed": "false"})
    on(api, 2)
    api.ask("POST", "/1/cards", {"name": "Nowhere at all"})
    second = api.ask("POST", "/1/cards", {"name": "Second of today", "idList": LISTS[0][0], "desc": "Soon"})
    api.ask("PUT", f"/1/cards/{second['id']}", {"name": "Second of the day"})
    on(api, 0)
    api.delete(f"/1/cards/{keys[4]}")
    api.get(f"/1/cards/{keys[4]}")
    on(api, 1)
    cards(api)

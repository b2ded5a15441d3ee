"""Methods in addresses, as Slack and Outline have them: `documents.info`, everything by POST, `ok` in every answer."""

from __future__ import annotations

import random
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said, has, in_order

HOST = "docs.acme.example"
SEED = (
    ("Handbook", "people", "How we work"), ("On call", "ops", "Who answers at night"),
    ("Brand colours", "design", "Blue and sand"), ("Expenses", "people", "Keep the receipts"),
    ("Incident report", "ops", "What happened in May"), ("Roadmap", "product", "Four quarters"),
    ("Interview guide", "people", "Ask about work"), ("Fonts", "design", "One is enough"),
)  # fmt: skip


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance, self.rows, self.token = clock, chance, dict[str, Row](), 0
        start = random.Random(11)
        for number, (title, collection, text) in enumerate(SEED):
            self._make(start, title, collection, text, f"2025-02-{number + 3:02}T09:00:00.000Z")

    def _make(self, chance: random.Random, title: str, collection: str, text: str, moment: str) -> Row:
        bits = f"{chance.getrandbits(128):032x}"
        key = "-".join((bits[:8], bits[8:12], "4" + bits[13:16], "a" + bits[17:20], bits[20:]))
        self.rows[key] = {"id": key, "title": title, "collection": collection, "text": text, "pinned": False,
                          "archivedAt": None, "createdAt": moment, "updatedAt": moment}  # fmt: skip
        return self.rows[key]

    def answer(self, asked: Asked) -> Said:
        said, now = asked.body or {}, self.clock.iso("%Y-%m-%dT%H:%M:%S.000Z")
        match asked.parts[-1]:
            case "auth.info":
                return Said({"ok": True, "data": {"user": "U024BE7LH", "team": "Acme"}})
            case "documents.list" | "documents.search":
                return Said(self._listed(said))
            case "documents.info":
                return Said({"ok": True, "data": self._one(said["id"])})
            case "documents.create":
                row = self._make(
                    self.chance, said["title"], said.get("collection", "people"), said.get("text", ""), now
                )
                return Said({"ok": True, "data": row})
            case "documents.update":
                row = self._one(said["id"])
                row |= {**said, "updatedAt": now}
                return Said({"ok": True, "data": row})
            case "documents.archive":
                row = self._one(said["id"])
                row["archivedAt"] = now
                return Said({"ok": True, "data": row})
            case "documents.delete":
                self._one(said["id"])
                del self.rows[said["id"]]
                return Said({"ok": True})
        raise Refused(404, {"ok": False, "error": "unknown_method"})

    def _one(self, key: str) -> Row:
        if key not in self.rows:
            raise Refused(404, {"ok": False, "error": "not_found", "status": 404})
        return self.rows[key]

    def _listed(self, said: Row) -> Row:
        rows = [row for row in self.rows.values() if has(row, said.get("query", ""), "title", "text")]
        rows = [row for row in rows if said.get("collection") in (None, row["collection"])]
        rows = [row for row in rows if row["archivedAt"] is None]
        rows = in_order(
            rows, lambda row: row[said.get("sort", "createdAt")], down=said.get("direction", "DESC") == "DESC"
        )
        start, limit = said.get("offset", 0), said.get("limit", 25)
        return {"ok": True, "data": rows[start : start + limit],
                "pagination": {"offset": start, "limit": limit, "total": len(rows)}}  # fmt: skip


def call(api: Client, method: str, **said: Any) -> Any:
    return api.post(f"/api/documents.{method}", said)


def tour(api: Client) -> None:
    api.post("/api/auth.info", {})
    keys = [one["id"] for one in call(api, "list", offset=0, limit=25)["data"]]
    call(api, "list", offset=0, limit=3)
    call(api, "list", offset=3, limit=3)
    call(api, "list", offset=0, limit=25, sort="title", direction="ASC")
    call(api, "list", offset=0, limit=25, collection="people")
    call(api, "search", query="work", offset=0, limit=25)
    call(api, "info", id=keys[0])
    call(api, "info", id=keys[1])
    made = call(api, "create", title="Holidays", collection="people", text="Thirty days")["data"]["id"]
    call(api, "info", id=made)
    call(api, "list", offset=0, limit=25)
    call(api, "update", id=made, title="Holidays and leave", pinned=True)
    call(api, "info", id=made)
    call(api, "archive", id=keys[2])
    call(api, "list", offset=0, limit=25)
    second = call(api, "create", title="Draft")["data"]["id"]
    call(api, "update", id=second, text="Soon")
    call(api, "delete", id=second)
    call(api, "info", id=second)
    call(api, "list", offset=0, limit=25)


def other(api: Client) -> None:
    keys = [one["id"] for one in call(api, "list", offset=0, limit=25)["data"]]
    call(api, "list", offset=0, limit=5)
    call(api, "list", offset=5, limit=5)
    call(api, "list", offset=0, limit=25, sort="title", direction="DESC")
    call(api, "list", offset=0, limit=25, sort="updatedAt", direction="ASC")
    call(api, "list", offset=0, limit=25, collection="ops")
    call(api, "search", query="in", offset=0, limit=25)
    call(api, "info", id=keys[4])
    call(api, "info", id=keys[7])
    made = call(api, "create", title="Travel", collection="ops", text="Book early")["data"]["id"]
    call(api, "info", id=made)
    second = call(api, "create", title="Notes")["data"]["id"]
    call(api, "list", offset=0, limit=25)
    call(api, "list", offset=0, limit=25, collection="ops")
    call(api, "update", id=second, title="Notes of June", text="Sunny")
    call(api, "info", id=second)
    call(api, "update", id=keys[5], pinned=True)
    call(api, "info", id=keys[5])
    call(api, "archive", id=keys[0])
    call(api, "list", offset=0, limit=25)
    call(api, "delete", id=keys[3])
    call(api, "info", id=keys[3])
    call(api, "delete", id=made)
    call(api, "list", offset=0, limit=25, sort="title", direction="ASC")
    call(api, "search", query="zzz", offset=0, limit=25)

"""Freshdesk's API: lists without an envelope, numbers for states, conversations below a ticket, queries in quotes."""

from __future__ import annotations

import random
import re
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said

HOST = "harbor.freshdesk.example"
BASE = "/api/v2/tickets"
SEED = (
    ("Lost parcel", 2, 1, 35001, "email"), ("Invoice is wrong", 3, 2, 35002, "refund"), ("Cannot log in", 2, 3, 35001, "bug"),
    ("Change address", 5, 1, 35003, ""), ("Broken lid", 4, 2, 35002, "refund"), ("Where is my order", 2, 4, 35003, "email"),
    ("Cancel subscription", 3, 1, 35001, ""), ("Double charge", 2, 4, 35002, "refund"), ("Feature wish", 5, 1, 35003, ""),
)  # fmt: skip


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.rows, self.last, self.said = clock, dict[int, Row](), 40, 88_000
        self.notes: dict[int, list[Row]] = {}
        for number, (subject, status, priority, who, tag) in enumerate(SEED):
            sent = {"subject": subject, "description": f"<div>{subject}, please</div>", "status": status,
                    "priority": priority, "requester_id": who, "tags": [tag] if tag else []}  # fmt: skip
            self._make(sent, f"2025-02-{number + 3:02}T10:{number * 4:02}:00Z")

    def _make(self, sent: Row, moment: str) -> Row:
        self.last += 1
        row = {
            "cc_emails": [], "fr_escalated": False, "spam": False, "priority": 1, "requester_id": None, "responder_id": None,
            "source": 2, "status": 2, "subject": None, "id": self.last, "type": None,
            "is_escalated": False, "created_at": moment, "updated_at": moment, "tags": [], **sent,
        }  # fmt: skip
        row["description_text"] = re.sub(r"<[^>]+>", "", row.get("description") or "")
        self.rows[self.last], self.notes[self.last] = row, []
        return row

    def answer(self, asked: Asked) -> Said:
        match asked.method, asked.parts[2:]:
            case "GET", ["tickets"]:
                return Said([brief(one) for one in self._listed(asked.query)])
            case "GET", ["search", "tickets"]:
                found = self._found(asked.query["query"].strip('"'))
                return Said({"results": [brief(one) for one in found[:30]], "total": len(found)})
            case "POST", ["tickets"]:
                self._check(asked.body)
                return Said(self._make(asked.body, self.clock.iso()), 201)
            case "GET", ["tickets", key]:
                row = self._one(key)
                return Said({**row, "conversations": self.notes[row["id"]]} if "include" in asked.query else row)
            case "PUT", ["tickets", key]:
                row = self._one(key)
                row |= {**asked.body, "updated_at": self.clock.iso()}
                return Said(row)
            case "DELETE", ["tickets", key]:
                self.rows.pop(self._one(key)["id"])
                return Said(status=204)
            case "POST", ["tickets", key, ("reply" | "notes") as kind]:
                row = self._one(key)
                self.said += 3
                note = {"body": asked.body["body"], "body_text": re.sub(r"<[^>]+>", "", asked.body["body"]), "id": self.said,
                        "incoming": False, "private": kind == "notes", "user_id": 35900, "ticket_id": row["id"],
                        "created_at": self.clock.iso(), "updated_at": self.clock.iso(), "attachments": []}  # fmt: skip
                self.notes[row["id"]].append(note)
                row["updated_at"] = self.clock.iso()
                return Said(note, 201)
            case "GET", ["tickets", key, "conversations"]:
                return Said(self.notes[self._one(key)["id"]])
        raise Refused(404, None)

    def _check(self, sent: Row) -> None:
        for name in ("subject", "description"):
            if not sent.get(name):
                error = {
                    "field": name,
                    "message": "It should not be blank as this is a mandatory field",
                    "code": "invalid_value",
                }
                raise Refused(400, {"description": "Validation failed", "errors": [error]})

    def _one(self, key: str) -> Row:
        if int(key) not in self.rows:
            raise Refused(404, None)
        return self.rows[int(key)]

    def _listed(self, query: Row) -> list[Row]:
        by, down = query.get("order_by", "created_at"), query.get("order_type", "desc") == "desc"
        rows = sorted(self.rows.values(), key=lambda one: (one[by], one["id"]), reverse=down)
        if "requester_id" in query:
            rows = [one for one in rows if str(one["requester_id"]) == query["requester_id"]]
        size, page = int(query.get("per_page") or 30), int(query.get("page") or 1)
        return rows[(page - 1) * size : page * size]

    def _found(self, said: str) -> list[Row]:
        rows = sorted(self.rows.values(), key=lambda one: one["id"], reverse=True)
        for part in said.split(" AND "):
            name, value = part.split(":")
            value = value.strip("'")
            rows = [one for one in rows if (value in one["tags"] if name == "tag" else str(one[name]) == value)]
        return rows


def brief(row: Row) -> Row:
    return {name: value for name, value in row.items() if name not in ("description", "description_text")}


def listed(api: Client, **query: Any) -> Any:
    return api.get(BASE, **{"order_by": "created_at", "order_type": "desc", "per_page": 30, "page": 1, **query})


def tour(api: Client) -> None:
    keys = [one["id"] for one in listed(api)]
    listed(api, per_page=4)
    listed(api, per_page=4, page=2)
    listed(api, order_by="updated_at")
    listed(api, order_by="priority", order_type="asc")
    listed(api, requester_id=35001)
    api.get("/api/v2/search/tickets", query='"status:2"')
    api.get("/api/v2/search/tickets", query='"status:2 AND priority:4"')
    api.get("/api/v2/search/tickets", query="\"tag:'refund'\"")
    for key in keys[:3]:
        api.get(f"{BASE}/{key}", include="conversations")
    made = api.post(
        BASE,
        {"subject": "Wrong size", "description": "<p>Too small</p>", "status": 2, "priority": 2, "requester_id": 35002},
    )
    api.get(f"{BASE}/{made['id']}", include="conversations")
    listed(api)
    api.post(f"{BASE}/{made['id']}/reply", {"body": "<p>We send <b>another</b></p>"})
    api.get(f"{BASE}/{made['id']}/conversations")
    api.post(f"{BASE}/{keys[0]}/notes", {"body": "<p>A wish</p>"})
    api.get(f"{BASE}/{keys[0]}/conversations")
    api.put(f"{BASE}/{made['id']}", {"status": 3, "responder_id": 35900})
    api.get(f"{BASE}/{made['id']}", include="conversations")
    api.put(f"{BASE}/{keys[1]}", {"priority": 3, "tags": ["refund", "vip"]})
    listed(api, order_by="updated_at")
    api.post(BASE, {"subject": "", "description": "<p>x</p>", "status": 2, "priority": 1})
    second = api.post(BASE, {"subject": "Oops", "description": "<p>Never mind</p>", "status": 2, "priority": 1})
    api.delete(f"{BASE}/{second['id']}")
    api.get(f"{BASE}/{second['id']}", include="conversations")
    listed(api)


def other(api: Client) -> None:
    keys = [one["id"] for one in listed(api)]
    listed(api, per_page=3)
    listed(api, per_page=3, page=3)
    listed(api, order_by="priority", order_type="desc")
    listed(api, requester_id=35003)
    api.get("/api/v2/search/tickets", query='"status:3"')
    api.get("/api/v2/search/tickets", query='"status:2 AND priority:1"')
    api.get("/api/v2/search/tickets", query="\"tag:'email'\"")
    api.get(f"{BASE}/{keys[5]}", include="conversations")
    made = api.post(
        BASE,
        {"subject": "Late again", "description": "<div>Two weeks</div>", "status": 2, "priority": 4, "tags": ["email"]},
    )
    api.get(f"{BASE}/{made['id']}", include="conversations")
    listed(api)
    api.get("/api/v2/search/tickets", query="\"tag:'email'\"")
    api.put(f"{BASE}/{made['id']}", {"subject": "Late, again", "status": 4})
    api.post(f"{BASE}/{made['id']}/notes", {"body": "<p>Ask the carrier</p>"})
    api.get(f"{BASE}/{made['id']}/conversations")
    api.get(f"{BASE}/{made['id']}", include="conversations")
    api.post(f"{BASE}/{keys[2]}/reply", {"body": "<p>Done</p>"})
    api.get(f"{BASE}/{keys[2]}/conversations")
    api.put(f"{BASE}/{keys[3]}", {"status": 5, "requester_id": 35002})
    listed(api, requester_id=35002)
    listed(api, order_by="updated_at")
    api.delete(f"{BASE}/{keys[0]}")
    api.get(f"{BASE}/{keys[0]}", include="conversations")
    listed(api, per_page=5)
    api.post(BASE, {"subject": "", "description": "<p>y</p>", "status": 3, "priority": 2})
    second = api.post(BASE, {"subject": "Second", "description": "<p>z</p>", "status": 5, "priority": 1})
    api.put(f"{BASE}/{second['id']}", {"type": "Question"})
    api.get("/api/v2/search/tickets", query='"status:5"')

"""Zendesk's API: `{"ticket": {...}}`, users beside tickets, pages by cursor, words and conditions in one search."""

from __future__ import annotations

import base64
import random
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said, has, in_order

HOST = "acme.zendesk.example"
BASE = "/api/v2"
USERS = {
    7001: {"id": 7001, "name": "Sam Porter", "email": "sam@acme.example", "role": "agent"},
    7002: {"id": 7002, "name": "Rita Long", "email": "rita@acme.example", "role": "agent"},
    8001: {"id": 8001, "name": "Ada Vance", "email": "ada@northwind.example", "role": "end-user"},
    8002: {"id": 8002, "name": "Ben Okafor", "email": "ben@tidewater.example", "role": "end-user"},
}
SEED = (
    ("Printer is out of ink", "open", "normal", 8001, 7001), ("Cannot log in", "new", "high", 8002, None),
    ("Refund for order 88", "pending", "normal", 8001, 7002), ("Lamp flickers", "open", "low", 8002, 7001),
    ("Broken link on the site", "solved", "low", 8001, 7002), ("Invoice address", "open", "normal", 8002, 7002),
    ("App is slow", "new", "urgent", 8001, None), ("Door squeaks", "open", "low", 8002, 7001),
)  # fmt: skip


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.rows, self.last = clock, dict[int, Row](), 40
        self.comments: dict[int, list[Row]] = {}
        self.last_comment = 910_000
        for number, (subject, status, priority, requester, assignee) in enumerate(SEED):
            sent = {"subject": subject, "status": status, "priority": priority, "requester_id": requester,
                    "assignee_id": assignee, "comment": {"body": f"{subject}, please help."}}  # fmt: skip
            self._make(sent, f"2025-02-{number + 3:02}T09:00:00Z")

    def _make(self, sent: Row, moment: str) -> Row:
        self.last += 1
        said = dict(sent)
        comment = said.pop("comment", {"body": ""})
        row: Row = {"url": f"https://{HOST}{BASE}/tickets/{self.last}.json", "id": self.last, "subject": "", "type": None,
                    "description": comment["body"], "priority": None, "status": "open", "requester_id": 7001,
                    "assignee_id": None, "tags": [], "created_at": moment, "updated_at": moment}  # fmt: skip
        self.rows[self.last] = row | said
        self._comment(self.last, comment, moment, self.rows[self.last]["requester_id"])
        return self.rows[self.last]

    def _comment(self, key: int, said: Row, moment: str, author: int) -> Row:
        self.last_comment += 7
        one = {"id": self.last_comment, "type": "Comment", "author_id": author, "body": said["body"],
               "public": said.get("public", True), "created_at": moment}  # fmt: skip
        self.comments.setdefault(key, []).append(one)
        return one

    def answer(self, asked: Asked) -> Said:
        parts = [part.removesuffix(".json") for part in asked.parts[2:]]
        now = self.clock.iso()
        match asked.method, parts:
            case "GET", ["users"]:
                return Said({"users": [*USERS.values()], "next_page": None, "previous_page": None, "count": len(USERS)})
            case "GET", ["tickets"]:
                return Said(self._listed(asked))
            case "GET", ["search"]:
                return Said(self._search(asked))
            case "GET", ["tickets", "count"]:
                return Said({"count": {"value": len(self.rows), "refreshed_at": now}})
            case "POST", ["tickets"]:
                made = self._make(asked.body["ticket"], now)
                return Said({"ticket": made, "audit": self._audit(made)}, 201)
            case "PUT", ["tickets", "update_many"]:
                for key in asked.query["ids"].split(","):
                    self.rows[int(key)] |= {**asked.body["ticket"], "updated_at": now}
                return Said(
                    {"job_status": {"id": "8b726e606741012ffc2d782bcb7848fe", "status": "queued", "message": None}}
                )
            case "GET", ["tickets", key, "comments"]:
                self._one(key)
                there = self.comments[int(key)]
                return Said({"comments": there, "next_page": None, "previous_page": None, "count": len(there)})
            case "GET", ["tickets", key]:
                return Said(self._sided({"ticket": self._one(key)}, [self._one(key)], asked))
            case "PUT", ["tickets", key]:
                said, row = dict(asked.body["ticket"]), self._one(key)
                if "comment" in said:
                    self._comment(row["id"], said.pop("comment"), now, 7001)
                row |= {**said, "updated_at": now}
                return Said({"ticket": row, "audit": self._audit(row)})
            case "DELETE", ["tickets", key]:
                self._one(key)
                del self.rows[int(key)]
                return Said(status=204)
        raise Refused(404, {"error": "RecordNotFound", "description": "Not found"})

    def _audit(self, row: Row) -> Row:
        return {"id": self.last_comment + 3, "ticket_id": row["id"], "created_at": row["updated_at"], "author_id": 7001}

    def _one(self, key: str) -> Row:
        if int(key) not in self.rows:
            raise Refused(404, {"error": "RecordNotFound", "description": "Not found"})
        return self.rows[int(key)]

    def _sided(self, made: Row, rows: list[Row], asked: Asked) -> Row:
        if asked.query.get("include") == "users":
            named = {key for row in rows for key in (row["requester_id"], row["assignee_id"])}
            made["users"] = [one for key, one in USERS.items() if key in named]
        return made

    def _listed(self, asked: Asked) -> Row:
        said = asked.query
        sort = said.get("sort", "id")
        rows = in_order(self.rows.values(), lambda row: row[sort.lstrip("-")], down=sort[0] == "-")
        size = int(said.get("page[size]", 100))
        after = said.get("page[after]")
        start = int(base64.b64decode(after).decode().partition(":")[2]) if after else 0
        page = rows[start : start + size]
        more = start + size < len(rows)
        made = self._sided({"tickets": page}, page, asked)
        cursor = base64.b64encode(f"offset:{start + size}".encode()).decode() if more else None
        made["meta"] = {"has_more": more, "after_cursor": cursor}
        return made

    def _search(self, asked: Asked) -> Row:
        rows = [row for row in self.rows.values() if fits(row, asked.query["query"])]
        by, down = asked.query.get("sort_by", "created_at"), asked.query.get("sort_order", "desc") == "desc"
        rows = in_order(rows, lambda row: row[by], down=down)
        number, size = int(asked.query.get("page", 1)), int(asked.query.get("per_page", 100))
        page = rows[(number - 1) * size : number * size]
        results = [{**row, "result_type": "ticket"} for row in page]
        return {"results": results, "facets": None, "next_page": None, "previous_page": None, "count": len(rows)}


def fits(row: Row, words: str) -> bool:
    for word in words.split():
        name, colon, value = word.partition(":")
        if name == "type":
            continue
        if colon and str(row[name]) != value:
            return False
        if not colon and not has(row, word, "subject", "description"):
            return False
    return True


def listed(api: Client, **more: Any) -> Any:
    return api.get(f"{BASE}/tickets.json", **{"page[size]": 100, "include": "users", **more})


def search(api: Client, words: str, **more: Any) -> Any:
    return api.get(
        f"{BASE}/search.json",
        **{"query": f"type:ticket {words}", "sort_by": "created_at", "sort_order": "desc", **more},
    )


def tour(api: Client) -> None:
    api.get(f"{BASE}/users.json")
    keys = [one["id"] for one in listed(api)["tickets"]]
    page = listed(api, **{"page[size]": 3})
    listed(api, **{"page[size]": 3, "page[after]": page["meta"]["after_cursor"]})
    listed(api, sort="-updated_at")
    search(api, "status:open")
    search(api, "status:open priority:low")
    search(api, "link")
    api.get(f"{BASE}/tickets/count.json")
    for key in keys[:3]:
        api.get(f"{BASE}/tickets/{key}.json", include="users")
    for key in keys:
        api.get(f"{BASE}/tickets/{key}/comments.json")
    sent = {
        "subject": "Chair lost a wheel",
        "comment": {"body": "It is the blue one."},
        "priority": "high",
        "requester_id": 8002,
    }
    made = api.post(f"{BASE}/tickets.json", {"ticket": sent})["ticket"]["id"]
    api.get(f"{BASE}/tickets/{made}.json", include="users")
    api.get(f"{BASE}/tickets/{made}/comments.json")
    listed(api)
    api.put(f"{BASE}/tickets/{made}.json", {"ticket": {"status": "pending", "assignee_id": 7002}})
    api.get(f"{BASE}/tickets/{made}.json", include="users")
    api.put(f"{BASE}/tickets/{keys[0]}.json", {"ticket": {"comment": {"body": "Ink is ordered.", "public": True}}})
    api.get(f"{BASE}/tickets/{keys[0]}/comments.json")
    api.put(f"{BASE}/tickets/update_many.json", {"ticket": {"status": "solved"}}, ids=f"{keys[3]},{keys[5]}")
    search(api, "status:solved")
    second = api.post(f"{BASE}/tickets.json", {"ticket": {"subject": "Test", "comment": {"body": "Only a test."}}})[
        "ticket"
    ]["id"]
    api.delete(f"{BASE}/tickets/{second}.json")
    api.get(f"{BASE}/tickets/{second}.json", include="users")
    listed(api)
    api.get(f"{BASE}/tickets/count.json")


def other(api: Client) -> None:
    keys = [one["id"] for one in listed(api)["tickets"]]
    page = listed(api, **{"page[size]": 5})
    listed(api, **{"page[size]": 5, "page[after]": page["meta"]["after_cursor"]})
    listed(api, sort="-created_at")
    search(api, "status:new")
    search(api, "status:open priority:normal")
    search(api, "door")
    api.get(f"{BASE}/tickets/{keys[4]}.json", include="users")
    api.get(f"{BASE}/tickets/{keys[6]}/comments.json")
    sent = {
        "subject": "Window does not close",
        "comment": {"body": "Second floor."},
        "priority": "urgent",
        "requester_id": 8001,
    }
    made = api.post(f"{BASE}/tickets.json", {"ticket": sent})["ticket"]["id"]
    api.get(f"{BASE}/tickets/{made}.json", include="users")
    api.get(f"{BASE}/tickets/{made}/comments.json")
    second = api.post(f"{BASE}/tickets.json", {"ticket": {"subject": "Blinds", "comment": {"body": "Too bright."}}})[
        "ticket"
    ]["id"]
    listed(api)
    api.put(
        f"{BASE}/tickets/{second}.json", {"ticket": {"subject": "New blinds", "tags": ["office"], "assignee_id": 7001}}
    )
    api.get(f"{BASE}/tickets/{second}.json", include="users")
    api.put(f"{BASE}/tickets/{keys[1]}.json", {"ticket": {"status": "open", "comment": {"body": "Try again now."}}})
    api.get(f"{BASE}/tickets/{keys[1]}/comments.json")
    search(api, "status:open")
    api.put(f"{BASE}/tickets/update_many.json", {"ticket": {"priority": "high"}}, ids=f"{keys[2]},{made}")
    search(api, "priority:high")
    api.delete(f"{BASE}/tickets/{keys[7]}.json")
    api.get(f"{BASE}/tickets/{keys[7]}.json", include="users")
    api.get(f"{BASE}/tickets/count.json")
    search(api, "zzz")

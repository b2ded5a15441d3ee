"""Pipedrive's API: `{success, data, additional_data}` around everything, people as records, stages by number, searches of
their own, deletes that answer the key."""

from __future__ import annotations

import random
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said, in_order

HOST = "harbor.pipedrive.example"
BASE = "/api/v1/deals"
PEOPLE = {number: {"name": name, "email": [{"value": f"{name.split()[0].lower()}@acme.example", "primary": True}], "value": number}
          for number, name in ((501, "Ada Vance"), (502, "Ben Okafor"), (503, "Chloe Marsh"))}  # fmt: skip
SEED = (
    ("Northwind renewal", 12000, 1, 501, "open"), ("Tidewater pilot", 4500, 2, 502, "open"),
    ("Quarry licences", 800, 1, 503, "lost"), ("Bluebird rollout", 31000, 3, 501, "open"),
    ("Harbour support", 2500, 2, 502, "won"), ("Lattice seats", 7700, 1, None, "open"),
    ("Cobalt audit", 1500, 3, 503, "open"), ("Meadow training", 900, 2, 501, "won"),
    ("Alder print", 600, 1, 502, "open"),
)  # fmt: skip


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.rows, self.last = clock, dict[int, Row](), 210
        for number, (title, value, stage, person, status) in enumerate(SEED):
            sent = {"title": title, "value": value, "stage_id": stage, "person_id": person, "status": status}
            self._make(sent, f"2025-02-{number + 3:02} 10:{number * 5:02}:00")

    def _make(self, sent: Row, moment: str) -> Row:
        self.last += 1
        row = {
            "id": self.last, "title": "", "value": 0, "currency": "EUR", "stage_id": 1, "status": "open", "person_id": None,
            "add_time": moment, "update_time": moment, "won_time": None, "active": True, "deleted": False,
        }  # fmt: skip
        self.rows[self.last] = row
        self._put(row, sent)
        return row

    def _put(self, row: Row, sent: Row) -> None:
        row |= sent
        if "person_id" in sent:
            row["person_id"] = PEOPLE.get(sent["person_id"])
        row["person_name"] = row["person_id"]["name"] if row["person_id"] else None
        row["formatted_value"] = f"€{row['value']:,}"

    def _now(self) -> str:
        return self.clock.iso("%Y-%m-%d %H:%M:%S")

    def answer(self, asked: Asked) -> Said:
        match asked.method, asked.parts[3:]:
            case "GET", []:
                return Said(self._listed(asked.query))
            case "POST", []:
                if not asked.body.get("title"):
                    raise Refused(400, {"success": False, "error": "title is required", "error_info": "See the docs"})
                return Said({"success": True, "data": self._make(asked.body, self._now())}, 201)
            case "GET", ["search"]:
                term = asked.query["term"].lower()
                found = [one for one in self.rows.values() if term in one["title"].lower()]
                items = [{"result_score": 0.5, "item": {"id": one["id"], "type": "deal", "title": one["title"],
                                                        "value": one["value"], "status": one["status"]}} for one in found]  # fmt: skip
                return Said({"success": True, "data": {"items": items}, "additional_data": page(0, 100, more=False)})
            case "GET", [key]:
                return Said({"success": True, "data": self._one(key)})
            case "PUT", [key]:
                row = self._one(key)
                self._put(row, asked.body)
                row["update_time"] = self._now()
                if asked.body.get("status") == "won":
                    row["won_time"] = self._now()
                return Said({"success": True, "data": row})
            case "DELETE", [key]:
                self.rows.pop(self._one(key)["id"])
                return Said({"success": True, "data": {"id": int(key)}})
        raise Refused(404, {"success": False, "error": "unknown"})

    def _one(self, key: str) -> Row:
        if int(key) not in self.rows:
            raise Refused(
                404, {"success": False, "error": "Deal not found", "error_info": "See the docs", "data": None}
            )
        return self.rows[int(key)]

    def _listed(self, query: Row) -> Row:
        rows = [*self.rows.values()]
        if query.get("status", "all_not_deleted") != "all_not_deleted":
            rows = [one for one in rows if one["status"] == query["status"]]
        if "stage_id" in query:
            rows = [one for one in rows if str(one["stage_id"]) == query["stage_id"]]
        name, _, way = query.get("sort", "id ASC").partition(" ")
        rows = in_order(rows, lambda one: one[name], down=way == "DESC")
        start, limit = int(query.get("start") or 0), int(query.get("limit") or 100)
        more = start + limit < len(rows)
        return {
            "success": True,
            "data": rows[start : start + limit] or None,
            "additional_data": page(start, limit, more=more),
        }


def page(start: int, limit: int, *, more: bool) -> Row:
    said: Row = {"start": start, "limit": limit, "more_items_in_collection": more}
    return {"pagination": {**said, "next_start": start + limit} if more else said}


def listed(api: Client, sort: str = "add_time DESC", **query: Any) -> Any:
    return api.get(BASE, **{"start": 0, "limit": 50, "sort": sort, "status": "all_not_deleted", **query})


def tour(api: Client) -> None:
    keys = [one["id"] for one in listed(api)["data"]]
    listed(api, limit=3)
    listed(api, start=3, limit=3)
    listed(api, "title ASC")
    listed(api, "value DESC")
    listed(api, status="open")
    listed(api, stage_id=1)
    api.get(f"{BASE}/search", term="re", start=0, limit=100)
    for key in keys[:3]:
        api.get(f"{BASE}/{key}")
    made = api.post(BASE, {"title": "Pine boats", "value": 3100, "person_id": 502, "stage_id": 1})["data"]["id"]
    api.get(f"{BASE}/{made}")
    listed(api)
    api.put(f"{BASE}/{made}", {"stage_id": 2, "value": 3500})
    api.get(f"{BASE}/{made}")
    api.put(f"{BASE}/{keys[1]}", {"status": "won"})
    api.get(f"{BASE}/{keys[1]}")
    api.post(BASE, {"title": "", "value": 5})
    second = api.post(BASE, {"title": "Reed tools"})["data"]["id"]
    api.delete(f"{BASE}/{second}")
    api.get(f"{BASE}/{second}")
    listed(api)


def other(api: Client) -> None:
    keys = [one["id"] for one in listed(api)["data"]]
    listed(api, limit=4)
    listed(api, start=4, limit=4)
    listed(api, "title DESC")
    listed(api, "value ASC")
    listed(api, status="won")
    listed(api, stage_id=2)
    api.get(f"{BASE}/search", term="la", start=0, limit=100)
    api.get(f"{BASE}/{keys[5]}")
    made = api.post(BASE, {"title": "Otter ferries", "value": 64000, "person_id": 503, "stage_id": 3})["data"]["id"]
    api.get(f"{BASE}/{made}")
    listed(api)
    listed(api, "title ASC", stage_id=3)
    api.put(f"{BASE}/{made}", {"title": "Otter and sons", "person_id": 501})
    api.get(f"{BASE}/{made}")
    api.put(f"{BASE}/{keys[2]}", {"status": "lost", "value": 1600})
    api.get(f"{BASE}/{keys[2]}")
    listed(api, status="lost")
    api.get(f"{BASE}/search", term="otter", start=0, limit=100)
    api.delete(f"{BASE}/{keys[0]}")
    api.get(f"{BASE}/{keys[0]}")
    listed(api, "title ASC")
    api.post(BASE, {"title": "", "value": 7})
    second = api.post(BASE, {"title": "Ash lighting", "value": 950})["data"]["id"]
    listed(api, limit=2)
    api.put(f"{BASE}/{second}", {"status": "won"})
    listed(api, "value DESC", status="won")

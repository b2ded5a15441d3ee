"""Apollo's API: searches by POST with names of several words, pages counted beside the list, stages by key."""

from __future__ import annotations

import random
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said, has, in_order

HOST = "app.apollo.example"
BASE = "/api/v1/contacts"
STAGES = {
    "65f0c1a2b3d4e5f601020301": "Cold",
    "65f0c1a2b3d4e5f601020302": "Approaching",
    "65f0c1a2b3d4e5f601020303": "Replied",
}
COLD, APPROACHING, REPLIED = STAGES
SEED = (
    ("Ada", "Vance", "CEO", "Northwind", COLD), ("Ben", "Okafor", "Buyer", "Tidewater", COLD),
    ("Chloe", "Marsh", "Head of Lab", "Quarry", APPROACHING), ("Dev", "Patel", "Chef", "Bluebird", COLD),
    ("Elena", "Ruiz", "CTO", "Northwind", REPLIED), ("Finn", "Larsen", "Foreman", "Harbour", COLD),
    ("Grace", "Kim", "Designer", "Lattice", APPROACHING), ("Hugo", "Weiss", "Dispatcher", "Cobalt", COLD),
    ("Iris", "Novak", "Doctor", "Meadow", APPROACHING),
)  # fmt: skip


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance, self.rows = clock, chance, dict[str, Row]()
        start = random.Random(3)
        for number, (first, last, title, company, stage) in enumerate(SEED):
            sent = {"first_name": first, "last_name": last, "title": title, "organization_name": company,
                    "contact_stage_id": stage, "email": f"{first}@{company}.example".lower()}  # fmt: skip
            self._make(start, sent, f"2025-02-{number + 3:02}T09:00:00.000Z")

    def _make(self, chance: random.Random, sent: Row, moment: str) -> Row:
        key = f"{0x67C00000 + len(self.rows) * 4099:x}{chance.getrandbits(64):016x}"
        row: Row = {"id": key, "first_name": None, "last_name": None, "name": "", "title": None, "organization_name": None,
                    "email": None, "contact_stage_id": COLD, "label_names": [], "created_at": moment, "updated_at": moment}  # fmt: skip
        self.rows[key] = row
        return self._change(row, sent, moment)

    def _change(self, row: Row, sent: Row, moment: str) -> Row:
        row |= {**sent, "updated_at": moment}
        row["name"] = " ".join(filter(None, (row["first_name"], row["last_name"])))
        return row

    def answer(self, asked: Asked) -> Said:
        now = self.clock.iso("%Y-%m-%dT%H:%M:%S.000Z")
        if asked.parts[2] == "contact_stages":
            return Said({"contact_stages": [{"id": key, "name": name} for key, name in STAGES.items()]})
        match asked.method, asked.parts[3:]:
            case "POST", ["search"]:
                return Said(self._search(asked.body))
            case "POST", []:
                return Said({"contact": self._make(self.chance, asked.body, now), "labels": []})
            case "GET", [key]:
                return Said({"contact": self._one(key)})
            case "PATCH" | "PUT", [key]:
                return Said({"contact": self._change(self._one(key), asked.body, now)})
            case "POST", ["update_stages"]:
                for key in asked.body["contact_ids"]:
                    self._change(self._one(key), {"contact_stage_id": asked.body["contact_stage_id"]}, now)
                return Said({"contacts": [self.rows[key] for key in asked.body["contact_ids"]]})
            case "DELETE", [key]:
                self._one(key)
                del self.rows[key]
                return Said({"deleted": True})
        raise Refused(404, {"error": "Not found"})

    def _one(self, key: str) -> Row:
        if key not in self.rows:
            raise Refused(404, {"error": "Contact not found", "error_code": "NOT_FOUND"})
        return self.rows[key]

    def _search(self, said: Row) -> Row:
        rows = [
            row
            for row in self.rows.values()
            if has(row, said.get("q_keywords") or "", "name", "title", "organization_name")
        ]
        stages = said.get("contact_stage_ids") or []
        rows = [row for row in rows if not stages or row["contact_stage_id"] in stages]
        sort = (said.get("sort_by_field") or "contact_created_at").removeprefix("contact_")
        rows = in_order(rows, lambda row: row[sort], down=not said.get("sort_ascending", False))
        page, size = said.get("page", 1), said.get("per_page", 25)
        pages = -(-len(rows) // size)
        pagination = {"page": page, "per_page": size, "total_entries": len(rows), "total_pages": pages}
        return {"contacts": rows[(page - 1) * size : page * size], "breadcrumbs": [], "pagination": pagination}


def search(api: Client, **said: Any) -> Any:
    return api.post(f"{BASE}/search", {"page": 1, "per_page": 25, **said})


def tour(api: Client) -> None:
    api.get("/api/v1/contact_stages")
    found = search(api)
    keys = [one["id"] for one in found["contacts"]]
    search(api, per_page=4)
    search(api, per_page=4, page=2)
    search(api, sort_by_field="contact_name", sort_ascending=True)
    search(api, sort_by_field="contact_updated_at", sort_ascending=False)
    search(api, q_keywords="north")
    search(api, contact_stage_ids=[COLD])
    for key in keys[:3]:
        api.get(f"{BASE}/{key}")
    made = api.post(BASE, {"first_name": "Kara", "last_name": "Boyd", "title": "Owner", "email": "kara@pine.example"})
    key = made["contact"]["id"]
    api.get(f"{BASE}/{key}")
    search(api)
    api.patch(f"{BASE}/{key}", {"title": "Partner", "organization_name": "Pine Street"})
    api.get(f"{BASE}/{key}")
    api.post(f"{BASE}/update_stages", {"contact_ids": [keys[1], keys[3]], "contact_stage_id": REPLIED})
    search(api, contact_stage_ids=[REPLIED])
    second = api.post(BASE, {"first_name": "Tom", "last_name": "Quill"})["contact"]["id"]
    api.patch(f"{BASE}/{second}", {"last_name": "Quillon"})
    api.delete(f"{BASE}/{second}")
    api.get(f"{BASE}/{second}")
    search(api)


def other(api: Client) -> None:
    found = search(api)
    keys = [one["id"] for one in found["contacts"]]
    search(api, per_page=5)
    search(api, per_page=5, page=2)
    search(api, sort_by_field="contact_name", sort_ascending=False)
    search(api, sort_by_field="contact_name", sort_ascending=True, per_page=3)
    search(api, q_keywords="la")
    search(api, contact_stage_ids=[APPROACHING])
    search(api, contact_stage_ids=[APPROACHING, REPLIED])
    api.get(f"{BASE}/{keys[6]}")
    made = api.post(
        BASE, {"first_name": "Lena", "last_name": "Moss", "title": "Buyer", "contact_stage_id": APPROACHING}
    )
    key = made["contact"]["id"]
    api.get(f"{BASE}/{key}")
    second = api.post(BASE, {"first_name": "Otto", "organization_name": "Ott Tools"})["contact"]["id"]
    search(api)
    search(api, contact_stage_ids=[APPROACHING])
    api.patch(f"{BASE}/{second}", {"last_name": "Ott", "email": "o@ott.example"})
    api.get(f"{BASE}/{second}")
    api.patch(f"{BASE}/{keys[2]}", {"first_name": "Greta"})
    api.get(f"{BASE}/{keys[2]}")
    api.post(f"{BASE}/update_stages", {"contact_ids": [keys[0], key], "contact_stage_id": COLD})
    search(api, contact_stage_ids=[COLD])
    api.delete(f"{BASE}/{keys[4]}")
    api.get(f"{BASE}/{keys[4]}")
    search(api)
    search(api, q_keywords="ott")
    search(api, q_keywords="zzz")

"""HubSpot's CRM API: what a contact says is in `properties`, searches are groups of filters sent by POST."""

from __future__ import annotations

import random
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said, has, in_order

HOST = "api.hubapi.example"
BASE = "/crm/v3/objects/contacts"
SHOWN = ("createdate", "email", "firstname", "hs_object_id", "lastmodifieddate", "lastname")
SEED = (
    ("Ada", "Vance", "lead", "Northwind"), ("Ben", "Okafor", "customer", "Tidewater"),
    ("Chloe", "Marsh", "lead", "Quarry"), ("Dev", "Patel", "subscriber", "Bluebird"),
    ("Elena", "Ruiz", "lead", "Northwind"), ("Finn", "Larsen", "customer", "Harbour"),
    ("Grace", "Kim", "opportunity", "Lattice"), ("Hugo", "Weiss", "lead", "Cobalt"),
)  # fmt: skip


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.rows, self.last = clock, dict[str, Row](), 151_000
        for number, (first, last, stage, company) in enumerate(SEED):
            email = f"{first}@{company}.example".lower()
            sent = {"firstname": first, "lastname": last, "email": email, "lifecyclestage": stage, "company": company}
            self._make(sent, f"2025-02-{number + 3:02}T09:00:00.000Z")

    def _make(self, sent: Row, moment: str) -> Row:
        self.last += 50
        key = str(self.last)
        properties = {**sent, "createdate": moment, "hs_object_id": key, "lastmodifieddate": moment}
        self.rows[key] = {
            "id": key, "properties": properties, "createdAt": moment, "updatedAt": moment, "archived": False,
        }  # fmt: skip
        return self.rows[key]

    def _now(self) -> str:
        return self.clock.iso("%Y-%m-%dT%H:%M:%S.000Z")

    def answer(self, asked: Asked) -> Said:
        match asked.method, asked.parts[4:]:
            case "GET", []:
                names = asked.query["properties"].split(",") if "properties" in asked.query else []
                return Said(self._page([*self.rows.values()], asked.query, names, total=False))
            case "POST", []:
                email = asked.body["properties"].get("email")
                same = next(
                    (one for one in self.rows.values() if email and one["properties"].get("email") == email), None
                )
                if same is not None:
                    message = f"Contact already exists. Existing ID: {same['id']}"
                    raise Refused(409, {"status": "error", "message": message, "category": "CONFLICT"})
                made = self._make(asked.body["properties"], self._now())
                return Said({**made, "properties": in_names(made["properties"])}, 201)
            case "POST", ["search"]:
                return Said(self._search(asked.body))
            case "GET", [key]:
                names = asked.query["properties"].split(",") if "properties" in asked.query else []
                return Said(shown(self._one(key), names))
            case "PATCH", [key]:
                row = self._one(key)
                row["properties"] |= {**asked.body["properties"], "lastmodifieddate": self._now()}
                row["updatedAt"] = self._now()
                return Said({**row, "properties": in_names(row["properties"])})
            case "DELETE", [key]:
                self.rows.pop(key, None)
                return Said(status=204)
        raise Refused(404, {"status": "error", "message": "resource not found"})

    def _one(self, key: str) -> Row:
        if key not in self.rows:
            raise Refused(404, {"status": "error", "message": "resource not found", "category": "OBJECT_NOT_FOUND"})
        return self.rows[key]

    def _page(self, rows: list[Row], said: Row, names: list[str], *, total: bool) -> Row:
        start, limit = int(said.get("after") or 0), int(said.get("limit") or 10)
        made: Row = {"total": len(rows)} if total else {}
        made["results"] = [shown(one, names) for one in rows[start : start + limit]]
        if start + limit < len(rows):
            made["paging"] = {"next": {"after": str(start + limit)}}
        return made

    def _search(self, said: Row) -> Row:
        rows = [
            one for one in self.rows.values()
            if has(one["properties"], said.get("query", ""), "firstname", "lastname", "email", "company")
        ]  # fmt: skip
        groups = said.get("filterGroups", [])
        if groups:
            rows = [one for one in rows if any(all(fits(one, each) for each in group["filters"]) for group in groups)]
        for sort in said.get("sorts", []):
            down = sort["direction"] == "DESCENDING"
            rows = in_order(rows, lambda one, name=sort["propertyName"]: one["properties"].get(name), down=down)
        return self._page(rows, said, said.get("properties", []), total=True)


def in_names(properties: Row) -> Row:
    return {name: properties[name] for name in sorted(properties)}


def shown(one: Row, names: list[str]) -> Row:
    wanted = sorted({*names, "createdate", "hs_object_id", "lastmodifieddate"}) if names else SHOWN
    return {**one, "properties": {name: one["properties"].get(name) for name in wanted}}


def fits(one: Row, said: Row) -> bool:
    mine = one["properties"].get(said["propertyName"])
    match said["operator"]:
        case "EQ":
            return mine is not None and str(mine).lower() == str(said["value"]).lower()
        case "NEQ":
            return str(mine).lower() != str(said["value"]).lower()
        case "CONTAINS_TOKEN":
            return str(said["value"]).strip("*").lower() in str(mine or "").lower()
        case "IN":
            return mine in said["values"]
    raise Refused(400, {"status": "error", "message": "unknown operator", "category": "VALIDATION_ERROR"})


NAMES = ["firstname", "lastname", "email", "company", "lifecyclestage"]
ASK = {"properties": ",".join(NAMES), "limit": 100}


def search(api: Client, *filters: tuple[str, str, Any], **more: Any) -> Any:
    said = [{"propertyName": name, "operator": how, "value": value} for name, how, value in filters]
    groups = [{"filters": said}] if said else []
    return api.post(f"{BASE}/search", {"filterGroups": groups, "properties": NAMES, "limit": 100, **more})


def sorted_by(name: str, way: str) -> Row:
    return {"sorts": [{"propertyName": name, "direction": way}]}


def tour(api: Client) -> None:
    found = api.get(BASE, **ASK)
    keys = [one["id"] for one in found["results"]]
    first = api.get(BASE, properties=ASK["properties"], limit=3)
    api.get(BASE, properties=ASK["properties"], limit=3, after=first["paging"]["next"]["after"])
    search(api, **sorted_by("lastname", "ASCENDING"))
    search(api, **sorted_by("createdate", "DESCENDING"))
    search(api, ("lifecyclestage", "EQ", "lead"), **sorted_by("createdate", "DESCENDING"))
    search(
        api, ("lifecyclestage", "EQ", "lead"), ("company", "EQ", "Northwind"), **sorted_by("createdate", "DESCENDING")
    )
    search(api, query="ar", **sorted_by("createdate", "DESCENDING"))
    for key in keys[:3]:
        api.get(f"{BASE}/{key}", properties=ASK["properties"])
    sent = {"firstname": "Kara", "lastname": "Boyd", "email": "kara@pine.example", "lifecyclestage": "lead"}
    made = api.post(BASE, {"properties": sent})
    api.get(f"{BASE}/{made['id']}", properties=ASK["properties"])
    search(api, **sorted_by("createdate", "DESCENDING"))
    api.patch(f"{BASE}/{made['id']}", {"properties": {"lifecyclestage": "customer", "company": "Pine"}})
    api.get(f"{BASE}/{made['id']}", properties=ASK["properties"])
    api.post(BASE, {"properties": {**sent, "firstname": "Carla"}})
    second = api.post(BASE, {"properties": {"firstname": "Tom", "lastname": "Quill", "email": "tom@quill.example"}})
    api.delete(f"{BASE}/{second['id']}")
    api.get(f"{BASE}/{second['id']}", properties=ASK["properties"])
    search(api, **sorted_by("createdate", "DESCENDING"))


def other(api: Client) -> None:
    found = api.get(BASE, **ASK)
    keys = [one["id"] for one in found["results"]]
    first = api.get(BASE, properties=ASK["properties"], limit=5)
    api.get(BASE, properties=ASK["properties"], limit=5, after=first["paging"]["next"]["after"])
    search(api, **sorted_by("lastname", "DESCENDING"))
    search(api, **sorted_by("firstname", "ASCENDING"))
    search(api, ("lifecyclestage", "EQ", "customer"), **sorted_by("createdate", "DESCENDING"))
    search(api, query="la", **sorted_by("createdate", "DESCENDING"))
    search(api, **sorted_by("lastname", "ASCENDING"), limit=3)
    api.get(f"{BASE}/{keys[5]}", properties=ASK["properties"])
    sent = {"firstname": "Lena", "lastname": "Moss", "email": "lena@reed.example", "lifecyclestage": "opportunity"}
    made = api.post(BASE, {"properties": sent})
    api.get(f"{BASE}/{made['id']}", properties=ASK["properties"])
    second = api.post(BASE, {"properties": {"firstname": "Otto", "lastname": "Ott", "company": "Ott Tools"}})
    search(api, **sorted_by("createdate", "DESCENDING"))
    search(api, ("lifecyclestage", "EQ", "opportunity"), **sorted_by("createdate", "DESCENDING"))
    api.patch(f"{BASE}/{second['id']}", {"properties": {"company": "Ott and Daughters", "email": "o@ott.example"}})
    api.get(f"{BASE}/{second['id']}", properties=ASK["properties"])
    api.patch(f"{BASE}/{keys[2]}", {"properties": {"lastname": "Marsh-Dale", "lifecyclestage": "customer"}})
    api.get(f"{BASE}/{keys[2]}", properties=ASK["properties"])
    search(api, ("lifecyclestage", "EQ", "customer"), **sorted_by("lastname", "ASCENDING"))
    api.delete(f"{BASE}/{keys[1]}")
    api.get(f"{BASE}/{keys[1]}", properties=ASK["properties"])
    api.get(BASE, **ASK)
    search(api, query="ott", **sorted_by("createdate", "DESCENDING"))
    search(api, query="zzz", **sorted_by("createdate", "DESCENDING"))
    api.post(BASE, {"properties": {**sent, "firstname": "Lea"}})

"""Zoho's CRM API: writes are lists of one record and answer what became of it, deletes name keys, criteria in brackets."""

from __future__ import annotations

import random
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said, has, in_order

HOST = "www.zohoapis.example"
BASE = "/crm/v2/Leads"
USER = {"name": "Mara Voss", "id": "4150868000000225013"}
NAMES = ("First_Name", "Last_Name", "Company", "Lead_Status", "Annual_Revenue", "Email")
SEED = (
    ("Ada", "Vance", "Northwind", "Contacted", 120000), ("Ben", "Okafor", "Tidewater", "Junk", 56000),
    ("Chloe", "Marsh", "Quarry", "Contacted", None), ("Dev", "Patel", "Bluebird", "Not Contacted", 98000),
    ("Elena", "Ruiz", "Northwind", "Contacted", 310000), ("Finn", "Larsen", "Harbour", "Not Contacted", 15000),
    ("Grace", "Kim", "Lattice", "Junk", 77000), ("Hugo", "Weiss", "Cobalt", "Contacted", None),
    ("Iris", "Novak", "Meadow", "Not Contacted", 42000),
)  # fmt: skip


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.rows, self.last = clock, dict[str, Row](), 4_150_868_000_000_376_000
        for number, (first, last, company, status, revenue) in enumerate(SEED):
            email = f"{first}@{company}.example".lower()
            values = (first, last, company, status, revenue, email)
            self._make(dict(zip(NAMES, values, strict=True)), f"2025-02-{number + 3:02}T10:00:00+00:00")
        self.last += chance.randrange(5000, 9000)

    def _make(self, sent: Row, moment: str) -> Row:
        self.last += 8
        row = {"Owner": USER, **dict.fromkeys(NAMES), "Lead_Status": "Not Contacted", **sent, "Created_Time": moment,
               "Modified_Time": moment, "Modified_By": USER, "id": str(self.last), "$approved": True}  # fmt: skip
        self.rows[row["id"]] = row
        row["Full_Name"] = " ".join(filter(None, (row["First_Name"], row["Last_Name"])))
        return row

    def _now(self) -> str:
        return self.clock.iso("%Y-%m-%dT%H:%M:%S+00:00")

    def answer(self, asked: Asked) -> Said:
        match asked.method, asked.parts[3:]:
            case "GET", []:
                name = asked.query.get("sort_by", "Created_Time")
                down = asked.query.get("sort_order", "desc") == "desc"
                return self._page(in_order(self.rows.values(), lambda one: one[name], down=down), asked.query)
            case "POST", []:
                return self._create(asked.body["data"][0])
            case "PUT", []:
                [sent] = asked.body["data"]
                row = self.rows.get(sent["id"])
                if row is None:
                    raise Refused(202, {"data": [invalid(sent["id"])]})
                row |= {**sent, "Modified_Time": self._now()}
                row["Full_Name"] = " ".join(filter(None, (row["First_Name"], row["Last_Name"])))
                return Said({"data": [done(row, "record updated")]})
            case "GET", ["search"]:
                return self._page(self._found(asked.query), asked.query)
            case "GET", [key]:
                if key not in self.rows:
                    raise Refused(204, None)
                return Said({"data": [self.rows[key]]})
            case "DELETE", []:
                told = []
                for key in asked.query["ids"].split(","):
                    self.rows.pop(key, None)
                    told.append(
                        {"code": "SUCCESS", "details": {"id": key}, "message": "record deleted", "status": "success"}
                    )
                return Said({"data": told})
        raise Refused(404, {"code": "INVALID_URL_PATTERN", "details": {}, "message": "no", "status": "error"})

    def _create(self, sent: Row) -> Said:
        if not sent.get("Last_Name"):
            details = {"api_name": "Last_Name"}
            error = {
                "code": "MANDATORY_NOT_FOUND",
                "details": details,
                "message": "required field not found",
                "status": "error",
            }
            raise Refused(202, {"data": [error]})
        return Said({"data": [done(self._make(sent, self._now()), "record added")]}, 201)

    def _found(self, query: Row) -> list[Row]:
        rows = in_order(self.rows.values(), lambda one: one["Created_Time"], down=True)
        if "word" in query:
            return [one for one in rows if has(one, query["word"], *NAMES)]
        for part in query["criteria"].strip("()").split(")and("):
            name, how, value = part.split(":")
            rows = [
                one
                for one in rows
                if (one[name] == value if how == "equals" else str(one[name] or "").startswith(value))
            ]
        return rows

    def _page(self, rows: list[Row], query: Row) -> Said:
        size, page = int(query.get("per_page") or 200), int(query.get("page") or 1)
        shown = rows[(page - 1) * size : page * size]
        info = {"per_page": size, "count": len(shown), "page": page, "more_records": page * size < len(rows)}
        return Said({"data": shown, "info": info}) if shown else Said(None, 204)


def done(row: Row, message: str) -> Row:
    names = ("Modified_Time", "Modified_By", "Created_Time", "id")
    return {"code": "SUCCESS", "details": {**{name: row[name] for name in names}, "Created_By": USER}, "message": message,
            "status": "success"}  # fmt: skip


def invalid(key: str) -> Row:
    return {
        "code": "INVALID_DATA",
        "details": {"id": key},
        "message": "the id given seems to be invalid",
        "status": "error",
    }


def make(api: Client, **sent: Any) -> str:
    return str(api.post(BASE, {"data": [sent], "trigger": []})["data"][0]["details"].get("id", ""))


def change(api: Client, key: str, **sent: Any) -> None:
    api.put(BASE, {"data": [{"id": key, **sent}], "trigger": []})


def tour(api: Client) -> None:
    keys = [one["id"] for one in api.get(BASE, per_page=50, page=1)["data"]]
    api.get(BASE, per_page=4, page=1)
    api.get(BASE, per_page=4, page=2)
    api.get(BASE, per_page=50, page=1, sort_by="Last_Name", sort_order="asc")
    api.get(BASE, per_page=50, page=1, sort_by="Annual_Revenue", sort_order="desc")
    api.get(f"{BASE}/search", criteria="(Lead_Status:equals:Contacted)", per_page=50, page=1)
    api.get(
        f"{BASE}/search", criteria="(Lead_Status:equals:Contacted)and(Company:equals:Northwind)", per_page=50, page=1
    )
    api.get(f"{BASE}/search", word="ar", per_page=50, page=1)
    for key in keys[:3]:
        api.get(f"{BASE}/{key}")
    made = make(api, First_Name="Kara", Last_Name="Boyd", Company="Pine", Email="kara@pine.example")
    api.get(f"{BASE}/{made}")
    api.get(BASE, per_page=50, page=1)
    change(api, made, Lead_Status="Contacted", Annual_Revenue=5000)
    api.get(f"{BASE}/{made}")
    make(api, First_Name="Nobody", Company="None")
    second = make(api, Last_Name="Quill", Company="Quill")
    api.delete(f"{BASE}?ids={second}")
    api.get(f"{BASE}/{second}")
    api.get(BASE, per_page=50, page=1)


def other(api: Client) -> None:
    keys = [one["id"] for one in api.get(BASE, per_page=50, page=1)["data"]]
    api.get(BASE, per_page=3, page=1)
    api.get(BASE, per_page=3, page=3)
    api.get(BASE, per_page=50, page=1, sort_by="Last_Name", sort_order="desc")
    api.get(BASE, per_page=50, page=1, sort_by="Company", sort_order="asc")
    api.get(f"{BASE}/search", criteria="(Lead_Status:equals:Junk)", per_page=50, page=1)
    api.get(f"{BASE}/search", word="no", per_page=50, page=1)
    api.get(f"{BASE}/{keys[4]}")
    made = make(api, First_Name="Lena", Last_Name="Moss", Company="Reed", Lead_Status="Junk", Annual_Revenue=64000)
    api.get(f"{BASE}/{made}")
    api.get(BASE, per_page=50, page=1)
    api.get(f"{BASE}/search", criteria="(Lead_Status:equals:Junk)", per_page=50, page=1)
    change(api, made, Last_Name="Moss-Hale", Lead_Status="Contacted")
    api.get(f"{BASE}/{made}")
    change(api, keys[2], Company="Lattice and Sons", Email="g@lattice.example")
    api.get(f"{BASE}/{keys[2]}")
    api.get(f"{BASE}/search", word="sons", per_page=50, page=1)
    second = make(api, Last_Name="Ott", Company="Ott", First_Name="Otto")
    api.get(BASE, per_page=4, page=1)
    api.delete(f"{BASE}?ids={keys[0]},{keys[1]}")
    api.get(f"{BASE}/{keys[0]}")
    api.get(BASE, per_page=50, page=1)
    make(api, First_Name="Lea", Company="Lea")
    change(api, second, Annual_Revenue=100)
    api.get(BASE, per_page=50, page=1, sort_by="Annual_Revenue", sort_order="desc")
    api.get(f"{BASE}/search", word="zzz", per_page=50, page=1)

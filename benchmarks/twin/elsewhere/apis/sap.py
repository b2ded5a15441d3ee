"""SAP's OData 2: records in `d.results` with `__metadata`, dates as /Date(ms)/, numbers as texts, changes by MERGE."""

from __future__ import annotations

import random
import re
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said, in_order

HOST = "s4.harbor.example"
BASE = "/sap/opu/odata/sap/API_LEAD_SRV/LeadSet"
ROOT = f"https://{HOST}{BASE}"
SEED = (
    ("Northwind Mills", "OPEN", "120000.00", "EUR", "Leeds"), ("Tidewater Supply", "QUAL", "56000.00", "USD", "Cork"),
    ("Quarry Labs", "OPEN", "0.00", "EUR", "Leeds"), ("Bluebird Foods", "WON", "98000.50", "EUR", "Bergen"),
    ("Harbour Works", "QUAL", "15000.00", "USD", "Cork"), ("Lattice Design", "OPEN", "77000.00", "EUR", "Porto"),
    ("Cobalt Freight", "LOST", "4100.00", "USD", "Bergen"), ("Meadow Clinic", "OPEN", "42000.00", "EUR", "Leeds"),
)  # fmt: skip
NAMES = ("Name", "Status", "Amount", "Currency", "City")


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.rows, self.last = clock, dict[str, Row](), 7_000_120
        for number, values in enumerate(SEED):
            self._make(dict(zip(NAMES, values, strict=True)), 1_738_580_000_000 + number * 86_400_000)

    def _make(self, sent: Row, moment: int) -> Row:
        self.last += 1
        key = f"{self.last:010}"
        uri = f"{ROOT}('{key}')"
        self.rows[key] = {
            "__metadata": {"id": uri, "uri": uri, "type": "API_LEAD_SRV.Lead"}, "LeadID": key,
            **dict.fromkeys(NAMES, ""), "Amount": "0.00", "Status": "OPEN", **sent, "CreatedAt": f"/Date({moment})/",
            "ChangedAt": f"/Date({moment})/", "to_Items": {"__deferred": {"uri": f"{uri}/to_Items"}},
        }  # fmt: skip
        return self.rows[key]

    def _now(self) -> int:
        return int(self.clock.now) * 1000

    def answer(self, asked: Asked) -> Said:
        last = asked.parts[-1]
        key = last[len("LeadSet('") : -2] if last.startswith("LeadSet('") else ""
        match asked.method:
            case "GET" if last == "$count":
                return Said(len(self._found(asked.query)))
            case "GET" if not key:
                return Said({"d": self._listed(asked.query)})
            case "GET":
                return Said({"d": self._one(key)})
            case "POST":
                if not asked.body.get("Name"):
                    message = {"lang": "en", "value": "Enter a name for the lead"}
                    raise Refused(400, {"error": {"code": "CRM_LEAD/012", "message": message}})
                return Said({"d": self._make(asked.body, self._now())}, 201)
            case "PATCH" | "MERGE":
                row = self._one(key)
                row |= {**asked.body, "ChangedAt": f"/Date({self._now()})/"}
                return Said(status=204)
            case "DELETE":
                self._one(key)
                del self.rows[key]
                return Said(status=204)
        raise Refused(405, {"error": {"code": "005056", "message": {"lang": "en", "value": "Method not allowed"}}})

    def _one(self, key: str) -> Row:
        if key not in self.rows:
            message = {"lang": "en", "value": f"Resource not found for key '{key}'"}
            raise Refused(404, {"error": {"code": "/IWBEP/CM_MGW_RT/020", "message": message}})
        return self.rows[key]

    def _found(self, query: Row) -> list[Row]:
        rows = [*self.rows.values()]
        for part in filter(None, query.get("$filter", "").split(" and ")):
            if found := re.fullmatch(r"substringof\('(.*)',(\w+)\)", part):
                rows = [one for one in rows if found[1].lower() in one[found[2]].lower()]
            else:
                name, _, value = part.split(" ", 2)
                rows = [one for one in rows if one[name] == value.strip("'")]
        return rows

    def _listed(self, query: Row) -> Row:
        name, _, way = query.get("$orderby", "LeadID asc").partition(" ")
        found = self._found(query)
        rows = in_order(found, lambda one: float(one[name]) if name == "Amount" else one[name], down=way == "desc")
        start, size = int(query.get("$skip") or 0), int(query.get("$top") or 100)
        made: Row = {"results": rows[start : start + size]}
        return {"__count": str(len(found)), **made} if query.get("$inlinecount") == "allpages" else made


def listed(api: Client, order: str = "LeadID desc", where: str = "", **more: Any) -> Any:
    said = {"$orderby": order, "$top": 20, "$skip": 0, "$inlinecount": "allpages", **more}
    return api.get(BASE, **({"$filter": where} if where else {}), **said)["d"]


def one(api: Client, key: str) -> Any:
    return api.get(f"{BASE}('{key}')")


def tour(api: Client) -> None:
    keys = [each["LeadID"] for each in listed(api)["results"]]
    listed(api, **{"$top": 3})
    listed(api, **{"$top": 3, "$skip": 3})
    listed(api, "Name asc")
    listed(api, "Amount desc")
    listed(api, where="Status eq 'OPEN'")
    listed(api, where="substringof('work',Name)")
    listed(api, where="Status eq 'OPEN' and City eq 'Leeds'")
    for key in keys[:3]:
        one(api, key)
    made = api.post(BASE, {"Name": "Pine Boats", "Amount": "31000.00", "Currency": "EUR"})["d"]
    one(api, made["LeadID"])
    listed(api)
    api.ask("MERGE", f"{BASE}('{made['LeadID']}')", None, {"City": "Oslo", "Status": "QUAL"})
    one(api, made["LeadID"])
    api.ask("MERGE", f"{BASE}('{keys[1]}')", None, {"Amount": "4200.00"})
    one(api, keys[1])
    api.post(BASE, {"Name": "", "Amount": "5.00"})
    second = api.post(BASE, {"Name": "Reed Tools"})["d"]
    api.delete(f"{BASE}('{second['LeadID']}')")
    one(api, second["LeadID"])
    listed(api)


def other(api: Client) -> None:
    keys = [each["LeadID"] for each in listed(api)["results"]]
    listed(api, **{"$top": 4})
    listed(api, **{"$top": 4, "$skip": 4})
    listed(api, "Name desc")
    listed(api, "Amount asc")
    listed(api, where="Status eq 'QUAL'")
    listed(api, where="substringof('la',Name)")
    one(api, keys[4])
    made = api.post(BASE, {"Name": "Otter Ferries", "Amount": "64000.00", "City": "Cork", "Currency": "USD"})["d"]
    one(api, made["LeadID"])
    listed(api)
    listed(api, "Name asc", "City eq 'Cork'")
    api.ask("MERGE", f"{BASE}('{made['LeadID']}')", None, {"Name": "Otter and Sons", "Amount": "66500.50"})
    one(api, made["LeadID"])
    api.ask("MERGE", f"{BASE}('{keys[2]}')", None, {"Status": "WON", "City": "Galway"})
    one(api, keys[2])
    listed(api, where="Status eq 'WON'")
    listed(api, where="substringof('otter',Name)")
    api.delete(f"{BASE}('{keys[1]}')")
    one(api, keys[1])
    listed(api, "Name asc")
    api.post(BASE, {"Name": "", "City": "Cork"})
    second = api.post(BASE, {"Name": "Ash Lighting", "Status": "LOST"})["d"]
    listed(api, **{"$top": 2})
    api.delete(f"{BASE}('{second['LeadID']}')")
    listed(api, "Amount desc", "Status eq 'OPEN'")

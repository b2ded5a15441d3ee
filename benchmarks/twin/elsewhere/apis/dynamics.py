"""Dynamics' Web API: OData 4 with options in `$...`, keys in round brackets, entity tags in each record, formatted values."""

from __future__ import annotations

import random
import re
import uuid
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said, in_order

HOST = "harbor.crm4.dynamics.example"
BASE = "/api/data/v9.2/accounts"
CONTEXT = f"https://{HOST}/api/data/v9.2/$metadata#accounts"
RATINGS = {1: "Hot", 2: "Warm", 3: "Cold"}
NAMES = ("name", "accountnumber", "revenue", "telephone1", "address1_city", "accountratingcode")
SHOWN = "@OData.Community.Display.V1.FormattedValue"
SEED = (
    ("Northwind Mills", "AC-100", 120000.0, "555-0101", "Leeds", 1), ("Tidewater Supply", "AC-101", 56000.0, None, "Cork", 2),
    ("Quarry Labs", "AC-102", None, "555-0103", "Leeds", 3), ("Bluebird Foods", "AC-103", 98000.0, "555-0104", "Bergen", 1),
    ("Harbour Works", "AC-104", 15000.0, None, "Cork", 2), ("Lattice Design", "AC-105", 77000.0, "555-0106", "Porto", 1),
    ("Cobalt Freight", "AC-106", None, "555-0107", "Bergen", 3), ("Meadow Clinic", "AC-107", 42000.0, "555-0108", "Leeds", 2),
    ("Alder Print", "AC-108", 8000.0, None, "Porto", 3),
)  # fmt: skip


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance, self.rows = clock, chance, dict[str, Row]()
        self.version = 1_800_300
        keys = random.Random("dynamics")
        for number, values in enumerate(SEED):
            moment = f"2025-02-{number + 3:02}T08:{number * 5:02}:00Z"
            self._make(dict(zip(NAMES, values, strict=True)), moment, key_of(keys))
        self.version += chance.randrange(500, 900)

    def _make(self, sent: Row, moment: str, key: str) -> Row:
        self.version += 7
        self.rows[key] = {
            **dict.fromkeys(NAMES), "accountratingcode": 1, **sent, "createdon": moment, "modifiedon": moment,
            "statecode": 0, "accountid": key, "versionnumber": self.version,
        }  # fmt: skip
        return self.rows[key]

    def _now(self) -> str:
        return self.clock.iso()

    def answer(self, asked: Asked) -> Said:
        last = asked.parts[-1]
        key = last[len("accounts(") : -1] if last.startswith("accounts(") else ""
        names = asked.query["$select"].split(",") if "$select" in asked.query else [*NAMES, "createdon", "modifiedon"]
        match asked.method:
            case "GET" if not key:
                return Said(self._listed(asked.query, names))
            case "GET":
                return Said({"@odata.context": f"{CONTEXT}/$entity", **shown(self._one(key), names)})
            case "POST":
                if not asked.body.get("name"):
                    raise Refused(400, {"error": {"code": "0x80040265", "message": "Account Name must have a value."}})
                made = self._make(asked.body, self._now(), key_of(self.chance))
                return Said({"@odata.context": f"{CONTEXT}/$entity", **shown(made, names)}, 201)
            case "PATCH":
                row = self._one(key)
                self.version += 3
                row |= {**asked.body, "modifiedon": self._now(), "versionnumber": self.version}
                return Said({"@odata.context": f"{CONTEXT}/$entity", **shown(row, names)})
            case "DELETE":
                self._one(key)
                del self.rows[key]
                return Said(status=204)
        raise Refused(405, {"error": {"code": "0x0", "message": "No."}})

    def _one(self, key: str) -> Row:
        if key not in self.rows:
            message = f"Entity 'Account' With Id = {key} Does Not Exist"
            raise Refused(404, {"error": {"code": "0x80040217", "message": message}})
        return self.rows[key]

    def _listed(self, query: Row, names: list[str]) -> Row:
        rows = [*self.rows.values()]
        for part in filter(None, query.get("$filter", "").split(" and ")):
            rows = [one for one in rows if fits(one, part)]
        name, _, way = query.get("$orderby", "createdon desc").partition(" ")
        rows = in_order(rows, lambda one: one[name], down=way == "desc")
        made: Row = {"@odata.context": f"{CONTEXT}({','.join(names)})"}
        if query.get("$count"):
            made["@odata.count"] = len(rows)
        return {**made, "value": [shown(one, names) for one in rows[: int(query.get("$top", 5000))]]}


def fits(one: Row, said: str) -> bool:
    if found := re.fullmatch(r"contains\((\w+),'(.*)'\)", said):
        return found[2].lower() in str(one[found[1]] or "").lower()
    name, how, value = said.split(" ", 2)
    mine = one[name]
    if how == "eq":
        return bool(value == ("null" if mine is None else f"'{mine}'" if isinstance(mine, str) else str(mine)))
    return mine is not None and mine > float(value)


def shown(one: Row, names: list[str]) -> Row:
    made: Row = {"@odata.etag": f'W/"{one["versionnumber"]}"'}
    for name in names:
        if name == "accountratingcode":
            made[name + SHOWN] = RATINGS[one[name]]
        elif name == "revenue" and one[name] is not None:
            made[name + SHOWN] = f"${one[name]:,.2f}"
        made[name] = one[name]
    return {**made, "accountid": one["accountid"]}


def key_of(chance: random.Random) -> str:
    return str(uuid.UUID(int=chance.getrandbits(128), version=4))


def listed(api: Client, order: str = "createdon desc", where: str = "", **more: Any) -> Any:
    said = {"$select": ",".join((*NAMES, "createdon")), "$orderby": order, "$count": "true", **more}
    return api.get(BASE, **({"$filter": where} if where else {}), **said)


def one(api: Client, key: str) -> Any:
    return api.get(f"{BASE}({key})")


def tour(api: Client) -> None:
    found = listed(api)
    keys = [each["accountid"] for each in found["value"]]
    listed(api, "name asc")
    listed(api, "revenue desc")
    listed(api, "name asc", **{"$top": 4})
    listed(api, "createdon desc", "address1_city eq 'Leeds'")
    listed(api, "createdon desc", "accountratingcode eq 1")
    listed(api, "createdon desc", "contains(name,'work')")
    listed(api, "createdon desc", "accountratingcode eq 1 and revenue gt 80000")
    for key in keys[:3]:
        one(api, key)
    made = api.post(BASE, {"name": "Pine Boats", "accountnumber": "AC-120", "revenue": 31000.0, "accountratingcode": 2})
    one(api, made["accountid"])
    listed(api)
    api.patch(f"{BASE}({made['accountid']})", {"address1_city": "Oslo", "accountratingcode": 3})
    one(api, made["accountid"])
    api.patch(f"{BASE}({keys[1]})", {"telephone1": "555-0199"})
    api.post(BASE, {"accountnumber": "AC-121", "name": ""})
    second = api.post(BASE, {"name": "Reed Tools", "accountnumber": "AC-122"})
    api.delete(f"{BASE}({second['accountid']})")
    one(api, second["accountid"])
    listed(api)


def other(api: Client) -> None:
    found = listed(api)
    keys = [each["accountid"] for each in found["value"]]
    listed(api, "name desc")
    listed(api, "revenue asc")
    listed(api, "createdon desc", **{"$top": 3})
    listed(api, "createdon desc", "address1_city eq 'Cork'")
    listed(api, "name asc", "accountratingcode eq 2")
    listed(api, "createdon desc", "contains(name,'la')")
    one(api, keys[4])
    made = api.post(
        BASE, {"name": "Otter Ferries", "accountnumber": "AC-140", "revenue": 64000.0, "address1_city": "Cork"}
    )
    one(api, made["accountid"])
    listed(api)
    listed(api, "name asc", "address1_city eq 'Cork'")
    api.patch(f"{BASE}({made['accountid']})", {"name": "Otter and Sons", "revenue": 66500.5})
    one(api, made["accountid"])
    api.patch(f"{BASE}({keys[2]})", {"accountratingcode": 2, "address1_city": "Galway"})
    one(api, keys[2])
    listed(api, "createdon desc", "accountratingcode eq 2")
    listed(api, "name asc", "contains(name,'otter')")
    api.delete(f"{BASE}({keys[1]})")
    one(api, keys[1])
    listed(api, "name asc")
    api.post(BASE, {"name": "", "accountnumber": "AC-141"})
    second = api.post(BASE, {"name": "Ash Lighting", "accountratingcode": 3})
    listed(api, "createdon desc", **{"$top": 2})
    api.delete(f"{BASE}({second['accountid']})")
    listed(api, "revenue desc", "accountratingcode eq 1 and revenue gt 70000")

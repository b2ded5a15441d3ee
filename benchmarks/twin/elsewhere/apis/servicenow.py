"""ServiceNow's table API: encoded queries, all values are texts, references are a link and a key, numbers of records count."""

from __future__ import annotations

import random
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said, in_order, token

HOST = "harbor.service-now.example"
BASE = "/api/now/table/incident"
HEX = "0123456789abcdef"
USER = {"link": f"https://{HOST}/api/now/table/sys_user/6816f79cc0a8016401c5a33be04be441",
        "value": "6816f79cc0a8016401c5a33be04be441"}  # fmt: skip
SEED = (
    ("Printer on floor 3 jams", "1", "3", "hardware"), ("VPN drops every hour", "2", "1", "network"),
    ("Cannot open payroll report", "1", "2", "software"), ("New laptop for Ada", "3", "4", "hardware"),
    ("Mailbox is full", "6", "3", "software"), ("Wi-Fi slow in Lisbon", "2", "2", "network"),
    ("Badge does not open door", "1", "3", "inquiry"), ("Screen flickers", "2", "4", "hardware"),
    ("Reset password of Finn", "6", "5", "inquiry"), ("Backup job failed", "1", "1", "software"),
    ("VPN for new office", "3", "3", "network"), ("Keyboard broken", "1", "4", "hardware"),
)  # fmt: skip
SHOWN = "number,short_description,state,priority,category,sys_id,sys_created_on"


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance = clock, chance
        self.rows, self.last = dict[str, Row](), 10_000
        keys = random.Random("servicenow")
        for number, (text, state, priority, category) in enumerate(SEED):
            sent = {"short_description": text, "state": state, "priority": priority, "category": category}
            self._make(sent, f"2025-02-{number + 3:02} 10:{number * 4:02}:17", token(keys, 32, HEX))
        self.last += 40 if chance.random() < 0.5 else 55

    def _make(self, sent: Row, moment: str, key: str) -> Row:
        self.last += 1
        self.rows[key] = {
            "parent": "", "number": f"INC{self.last:07}", "state": "1", "priority": "5", "category": "inquiry",
            "short_description": "", "description": "", "active": "true", "sys_id": key, "sys_created_on": moment,
            "sys_updated_on": moment, "sys_created_by": "admin", "sys_mod_count": "0", "opened_by": USER,
            "close_notes": "", **sent,
        }  # fmt: skip
        return self.rows[key]

    def _now(self) -> str:
        return self.clock.iso("%Y-%m-%d %H:%M:%S")

    def answer(self, asked: Asked) -> Said:
        match asked.method, asked.parts[4:]:
            case "GET", []:
                return Said({"result": self._listed(asked.query)})
            case "POST", []:
                if not asked.body.get("short_description"):
                    detail = "Operation Failed: Data Policy Exception: Short description is mandatory"
                    raise Refused(
                        403, {"error": {"message": "Operation Failed", "detail": detail}, "status": "failure"}
                    )
                return Said({"result": self._make(asked.body, self._now(), token(self.chance, 32, HEX))}, 201)
            case "GET", [key]:
                return Said({"result": shown(self._one(key), asked.query)})
            case "PATCH", [key]:
                row = self._one(key)
                row |= {
                    **asked.body,
                    "sys_updated_on": self._now(),
                    "sys_mod_count": str(int(row["sys_mod_count"]) + 1),
                }
                return Said({"result": row})
            case "DELETE", [key]:
                self._one(key)
                del self.rows[key]
                return Said(status=204)
        raise Refused(400, {"error": {"message": "Invalid", "detail": None}, "status": "failure"})

    def _one(self, key: str) -> Row:
        if key not in self.rows:
            detail = "Record doesn't exist or ACL restricts the record retrieval"
            raise Refused(404, {"error": {"message": "No Record found", "detail": detail}, "status": "failure"})
        return self.rows[key]

    def _listed(self, query: Row) -> list[Row]:
        rows = [*self.rows.values()]
        for part in filter(None, query.get("sysparm_query", "").split("^")):
            if part.startswith("ORDERBYDESC"):
                rows = in_order(rows, lambda one, name=part[11:]: one[name], down=True)
            elif part.startswith("ORDERBY"):
                rows = in_order(rows, lambda one, name=part[7:]: one[name])
            elif "LIKE" in part:
                name, text = part.split("LIKE")
                rows = [one for one in rows if text.lower() in one[name].lower()]
            else:
                name, text = part.split("=")
                rows = [one for one in rows if one[name] == text]
        start = int(query.get("sysparm_offset") or 0)
        return [shown(one, query) for one in rows[start : start + int(query.get("sysparm_limit") or 100)]]


def shown(one: Row, query: Row) -> Row:
    names = query.get("sysparm_fields", "").split(",")
    return {name: one[name] for name in one if name in names} if names != [""] else one


def listed(api: Client, query: str, limit: int = 20, offset: int = 0) -> Any:
    return api.get(BASE, sysparm_query=query, sysparm_fields=SHOWN, sysparm_limit=limit, sysparm_offset=offset)


def tour(api: Client) -> None:
    found = listed(api, "ORDERBYDESCsys_created_on")
    keys = [one["sys_id"] for one in found["result"]]
    listed(api, "ORDERBYDESCsys_created_on", 5, 5)
    listed(api, "ORDERBYshort_description")
    listed(api, "ORDERBYDESCpriority")
    listed(api, "category=hardware^ORDERBYDESCsys_created_on")
    listed(api, "short_descriptionLIKEvpn^ORDERBYDESCsys_created_on")
    listed(api, "category=software^state=1^ORDERBYDESCsys_created_on")
    for key in keys[:3]:
        api.get(f"{BASE}/{key}")
    sent = {"short_description": "Monitor missing", "description": "Desk 14", "priority": "3", "category": "hardware"}
    made = api.post(BASE, sent)["result"]
    api.get(f"{BASE}/{made['sys_id']}")
    listed(api, "ORDERBYDESCsys_created_on")
    api.patch(f"{BASE}/{made['sys_id']}", {"state": "2", "priority": "2"})
    api.get(f"{BASE}/{made['sys_id']}")
    api.patch(f"{BASE}/{keys[1]}", {"state": "6", "close_notes": "Done"})
    api.post(BASE, {"description": "no text", "short_description": ""})
    second = api.post(BASE, {"short_description": "Chair squeaks", "category": "inquiry"})["result"]
    api.delete(f"{BASE}/{second['sys_id']}")
    api.get(f"{BASE}/{second['sys_id']}")
    listed(api, "ORDERBYDESCsys_created_on")


def other(api: Client) -> None:
    found = listed(api, "ORDERBYDESCsys_created_on")
    keys = [one["sys_id"] for one in found["result"]]
    listed(api, "ORDERBYDESCsys_created_on", 4, 4)
    listed(api, "ORDERBYDESCshort_description")
    listed(api, "ORDERBYpriority")
    listed(api, "category=network^ORDERBYDESCsys_created_on")
    listed(api, "state=1^ORDERBYDESCsys_created_on")
    listed(api, "short_descriptionLIKEnew^ORDERBYDESCsys_created_on")
    api.get(f"{BASE}/{keys[1]}")
    made = api.post(BASE, {"short_description": "Phone has no dial tone", "priority": "1", "category": "network"})[
        "result"
    ]
    api.get(f"{BASE}/{made['sys_id']}")
    listed(api, "ORDERBYDESCsys_created_on")
    listed(api, "category=network^ORDERBYshort_description")
    api.patch(f"{BASE}/{made['sys_id']}", {"state": "3", "category": "hardware"})
    api.get(f"{BASE}/{made['sys_id']}")
    api.patch(f"{BASE}/{keys[3]}", {"short_description": "Wi-Fi slow everywhere"})
    listed(api, "short_descriptionLIKEslow^ORDERBYDESCsys_created_on")
    listed(api, "category=hardware^state=3^ORDERBYDESCsys_created_on")
    api.delete(f"{BASE}/{keys[0]}")
    api.get(f"{BASE}/{keys[0]}")
    api.post(BASE, {"short_description": "", "priority": "1"})
    second = api.post(BASE, {"short_description": "Door bell", "description": "North"})["result"]
    listed(api, "ORDERBYDESCsys_created_on", 5)
    api.delete(f"{BASE}/{second['sys_id']}")
    listed(api, "ORDERBYshort_description", 100)
    listed(api, "short_descriptionLIKEzzz^ORDERBYDESCsys_created_on")

"""Close's API: leads with their contacts and opportunities in them, contacts, tasks, notes and opportunities at addresses of their
own that name their lead, `_limit` and `_skip` beside `has_more` and `total_results`, labels of statuses beside their keys, errors by
field."""

from __future__ import annotations

import random
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said, has, in_order, token

HOST = "api.closing.example"
BASE = "/api/v1"
ORGANIZATION, USER = "orga_7Hq2LmX0", "user_a81Kd93m"
STATUSES = {
    "stat_Potential11": "Potential",
    "stat_Qualified22": "Qualified",
    "stat_Customer333": "Customer",
    "stat_BadFit44444": "Bad Fit",
}
DEALS = {
    "stat_Active5555": ("Active", "active"),
    "stat_Won6666666": ("Won", "won"),
    "stat_Lost777777": ("Lost", "lost"),
}
SEED = (
    ("Alder Joinery", "Windows and doors", 0, (("Ada Vance", "Owner", "ada@alder.example"),), (1200,)),
    ("Birch Logistics", "Vans in the north", 1, (("Ben Okafor", "Buyer", "ben@birch.example"), ("Bo Lind", "Driver", "bo@birch.example")), ()),
    ("Cedar Boats", "", 2, (("Chloe Marsh", "Engineer", "chloe@cedar.example"),), (5400, 800)),
    ("Dune Hotels", "Twelve rooms by the sea", 0, (), ()),
    ("Elm Bakery", "Bread for cafes", 1, (("Elsa Brandt", "Owner", "elsa@elm.example"),), (300,)),
    ("Fern Garden Centre", "", 3, (("Finn Moss", "Buyer", "finn@fern.example"),), ()),
    ("Gorse Hill School", "Wants new chairs", 0, (("Gita Rao", "Head", "gita@gorse.example"),), ()),
    ("Heath Cycles", "Repairs and hire", 2, (("Hugo Lind", "Owner", "hugo@heath.example"),), (2500,)),
)  # fmt: skip
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz0123456789"


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance = clock, random.Random(11)
        self.rows: dict[str, dict[str, Row]] = {kind: {} for kind in ("lead", "contact", "opportunity", "task", "note")}
        for number, (name, words, status, people, deals) in enumerate(SEED):
            moment = f"2025-01-{number + 6:02}T09:{number * 4:02}:00.000000+00:00"
            lead = self._lead({"name": name, "description": words, "status_id": [*STATUSES][status]}, moment)
            for person, title, mail in people:
                self._contact(
                    {"lead_id": lead, "name": person, "title": title, "emails": [{"type": "office", "email": mail}]},
                    moment,
                )
            for value in deals:
                self._deal(
                    {
                        "lead_id": lead,
                        "value": value,
                        "value_period": "one_time",
                        "status_id": next(iter(DEALS)),
                        "note": "",
                    },
                    moment,
                )
            if number % 2 == 0:
                self._task({"lead_id": lead, "text": f"Call {name}", "date": f"2025-03-{number + 10:02}"}, moment)
        for number, words in ((0, "Prefers mail"), (2, "Ordered twice"), (2, "Asked for a discount")):
            self._note(
                {"lead_id": [*self.rows["lead"]][number], "note": words},
                f"2025-02-1{len(self.rows['note'])}T08:00:00.000000+00:00",
            )
        self.chance = chance

    def _now(self) -> str:
        return self.clock.iso("%Y-%m-%dT%H:%M:%S.000000+00:00")

    def _add(self, kind: str, mark: str, moment: str, row: Row) -> str:
        key = f"{mark}_{token(self.chance, 24, LETTERS)}"
        self.rows[kind][key] = {"id": key, "organization_id": ORGANIZATION, "created_by": USER, "updated_by": USER,
                                "date_created": moment, "date_updated": moment, **row}  # fmt: skip
        return key

    def _lead(self, sent: Row, moment: str) -> str:
        row = {
            "name": "",
            "description": "",
            "url": None,
            "status_id": next(iter(STATUSES)),
            "addresses": [],
            "tasks": [],
            "custom": {},
        }
        row |= {name: value for name, value in sent.items() if name != "contacts"}
        key = self._add("lead", "lead", moment, {**row, "display_name": row["name"]})
        self.rows["lead"][key]["html_url"] = f"https://app.closing.example/lead/{key}/"
        for one in sent.get("contacts", []):
            self._contact({"lead_id": key, **one}, moment)
        return key

    def _contact(self, sent: Row, moment: str) -> str:
        row = {"name": "", "title": "", "emails": [], "phones": [], "urls": [], **sent}
        return self._add("contact", "cont", moment, {**row, "display_name": row["name"]})

    def _deal(self, sent: Row, moment: str) -> str:
        return self._add(
            "opportunity",
            "oppo",
            moment,
            {"note": "", "confidence": 50, "user_id": USER, "value_currency": "USD", **sent},
        )

    def _task(self, sent: Row, moment: str) -> str:
        return self._add("task", "task", moment, {"_type": "lead", "is_complete": False, "assigned_to": USER, **sent})

    def _note(self, sent: Row, moment: str) -> str:
        return self._add("note", "acti", moment, {"_type": "Note", "user_id": USER, "user_name": "Mara Voss", **sent})

    def _shown(self, kind: str, row: Row) -> Row:
        if kind == "lead":
            mine = {
                name: [self._shown(name, one) for one in self.rows[name].values() if one["lead_id"] == row["id"]]
                for name in ("contact", "opportunity")
            }
            return {
                **row,
                "status_label": STATUSES[row["status_id"]],
                "contacts": mine["contact"],
                "opportunities": mine["opportunity"],
            }
        if kind == "opportunity":
            label, group = DEALS[row["status_id"]]
            return {**row, "status_label": label, "status_type": group, "lead_name": self.rows["lead"][row["lead_id"]]["name"],
                    "value_formatted": f"${row['value'] / 100:,.0f}" if row["value"] % 100 == 0 else f"${row['value'] / 100:,.2f}"}  # fmt: skip
        if kind == "task":
            return {**row, "lead_name": self.rows["lead"][row["lead_id"]]["name"]}
        return row

    def answer(self, asked: Asked) -> Said:
        parts = [part for part in asked.parts[2:] if part != "activity"]
        match asked.method, parts:
            case "GET", ["status", "lead"]:
                return Said({"data": [{"id": key, "label": label} for key, label in STATUSES.items()]})
            case "GET", ["status", "opportunity"]:
                return Said(
                    {"data": [{"id": key, "label": label, "type": group} for key, (label, group) in DEALS.items()]}
                )
            case "GET", [kind]:
                return Said(self._page(kind, asked))
            case "POST", [kind]:
                return Said(self._shown(kind, self.rows[kind][self._made(kind, asked.body)]))
            case "GET", [kind, key]:
                return Said(self._shown(kind, self._one(kind, key)))
            case "PUT", [kind, key]:
                row = self._one(kind, key)
                row.update(asked.body, date_updated=self._now())
                if kind in ("lead", "contact"):
                    row["display_name"] = row["name"]
                return Said(self._shown(kind, row))
            case "DELETE", [kind, key]:
                self.rows[kind].pop(self._one(kind, key)["id"])
                for other in self.rows if kind == "lead" else ():
                    self.rows[other] = {
                        name: one for name, one in self.rows[other].items() if one.get("lead_id") != key
                    }
                return Said({})
        raise Refused(404, {"error": "Not found"})

    def _made(self, kind: str, sent: Row) -> str:
        for name in {
            "lead": ("name",),
            "contact": ("lead_id",),
            "opportunity": ("lead_id", "value"),
            "task": ("lead_id", "text"),
            "note": ("lead_id",),
        }[kind]:
            if not sent.get(name):
                raise Refused(400, {"errors": [], "field-errors": {name: "This field is required."}})
        make = {
            "lead": self._lead,
            "contact": self._contact,
            "opportunity": self._deal,
            "task": self._task,
            "note": self._note,
        }[kind]
        return make(sent, self._now())

    def _one(self, kind: str, key: str) -> Row:
        if key not in self.rows[kind]:
            raise Refused(404, {"error": f"Empty query: {kind.title()} does not exist."})
        return self.rows[kind][key]

    def _page(self, kind: str, asked: Asked) -> Row:
        rows = [*self.rows[kind].values()]
        if "query" in asked.query:
            rows = [one for one in rows if has(one, asked.query["query"], "name", "description")]
        for name in ("lead_id", "status_id", "is_complete"):
            if name in asked.query:
                rows = [one for one in rows if str(one[name]).lower() == asked.query[name].lower()]
        rows = in_order(rows, lambda one: one["date_updated" if kind == "lead" else "date_created"], down=True)
        start, many = int(asked.query.get("_skip", 0)), int(asked.query.get("_limit", 100))
        shown = [self._shown(kind, one) for one in rows[start : start + many]]
        return {"has_more": start + many < len(rows), "total_results": len(rows), "data": shown}


def leads(api: Client, **query: Any) -> Any:
    return api.get(f"{BASE}/lead/", **{"_limit": 50, "_skip": 0, **query})["data"]


def below(api: Client, kind: str, lead: str, **query: Any) -> Any:
    return api.get(f"{BASE}/{kind}/", lead_id=lead, **query)


def tour(api: Client) -> None:
    api.get(f"{BASE}/status/lead/")
    api.get(f"{BASE}/status/opportunity/")
    keys = [one["id"] for one in leads(api)]
    leads(api, _limit=3)
    leads(api, _limit=3, _skip=3)
    leads(api, query="wind")
    leads(api, status_id="stat_Customer333")
    for key in keys[:3]:
        api.get(f"{BASE}/lead/{key}/")
        below(api, "activity/note", key)
        below(api, "task", key)
    api.get(f"{BASE}/task/", is_complete="false", _limit=50)
    sent = {
        "name": "Ivy Books",
        "description": "Two shops",
        "contacts": [
            {"name": "Ines Duarte", "title": "Owner", "emails": [{"type": "office", "email": "ines@ivy.example"}]}
        ],
    }
    made = api.post(f"{BASE}/lead/", sent)["id"]
    api.get(f"{BASE}/lead/{made}/")
    leads(api)
    api.put(f"{BASE}/lead/{made}/", {"description": "Three shops", "status_id": "stat_Qualified22"})
    contact = api.post(
        f"{BASE}/contact/",
        {
            "lead_id": made,
            "name": "Ian Reed",
            "title": "Clerk",
            "emails": [{"type": "office", "email": "ian@ivy.example"}],
        },
    )["id"]
    api.get(f"{BASE}/lead/{made}/")
    api.put(f"{BASE}/contact/{contact}/", {"title": "Manager"})
    api.get(f"{BASE}/lead/{made}/")
    deal = api.post(
        f"{BASE}/opportunity/",
        {"lead_id": made, "value": 90000, "value_period": "one_time", "status_id": "stat_Active5555"},
    )["id"]
    api.get(f"{BASE}/lead/{made}/")
    api.put(f"{BASE}/opportunity/{deal}/", {"status_id": "stat_Won6666666"})
    api.get(f"{BASE}/lead/{made}/")
    api.post(f"{BASE}/activity/note/", {"lead_id": made, "note": "Signed on Friday"})
    below(api, "activity/note", made)
    task = api.post(f"{BASE}/task/", {"lead_id": made, "text": "Send the papers", "date": "2025-03-20"})["id"]
    below(api, "task", made)
    api.put(f"{BASE}/task/{task}/", {"is_complete": True})
    api.get(f"{BASE}/task/", is_complete="false", _limit=50)
    api.delete(f"{BASE}/contact/{contact}/")
    api.get(f"{BASE}/lead/{made}/")
    api.post(f"{BASE}/lead/", {"name": "", "description": "Nobody"})
    api.delete(f"{BASE}/lead/{keys[2]}/")
    api.get(f"{BASE}/lead/{keys[2]}/")
    leads(api)


def other(api: Client) -> None:
    keys = [one["id"] for one in leads(api)]
    leads(api, _limit=5)
    leads(api, _limit=5, _skip=5)
    leads(api, query="hill")
    leads(api, status_id="stat_Potential11")
    api.get(f"{BASE}/lead/{keys[4]}/")
    below(api, "activity/note", keys[7])
    below(api, "task", keys[5])
    sent = {
        "name": "Juniper Law",
        "description": "Contracts",
        "contacts": [
            {"name": "Jon Frost", "title": "Partner", "emails": [{"type": "office", "email": "jon@juniper.example"}]}
        ],
    }
    made = api.post(f"{BASE}/lead/", sent)["id"]
    api.get(f"{BASE}/lead/{made}/")
    leads(api)
    api.put(f"{BASE}/lead/{keys[3]}/", {"status_id": "stat_Customer333"})
    api.get(f"{BASE}/lead/{keys[3]}/")
    leads(api, status_id="stat_Customer333")
    contact = api.post(
        f"{BASE}/contact/",
        {
            "lead_id": keys[3],
            "name": "Dev Anand",
            "title": "Chef",
            "emails": [{"type": "office", "email": "dev@dune.example"}],
        },
    )["id"]
    api.get(f"{BASE}/lead/{keys[3]}/")
    api.put(f"{BASE}/contact/{contact}/", {"name": "Devi Anand"})
    api.get(f"{BASE}/lead/{keys[3]}/")
    deal = api.post(
        f"{BASE}/opportunity/",
        {"lead_id": made, "value": 45000, "value_period": "one_time", "status_id": "stat_Active5555"},
    )["id"]
    api.put(f"{BASE}/opportunity/{deal}/", {"status_id": "stat_Lost777777"})
    api.get(f"{BASE}/lead/{made}/")
    api.post(f"{BASE}/activity/note/", {"lead_id": keys[1], "note": "Bring samples"})
    api.post(f"{BASE}/activity/note/", {"lead_id": keys[1], "note": "Samples were brought"})
    below(api, "activity/note", keys[1])
    task = api.post(f"{BASE}/task/", {"lead_id": keys[3], "text": "Book a room", "date": "2025-03-29"})["id"]
    below(api, "task", keys[3])
    api.put(f"{BASE}/task/{task}/", {"text": "Book two rooms"})
    api.get(f"{BASE}/task/", is_complete="false", _limit=50)
    api.delete(f"{BASE}/lead/{keys[6]}/")
    api.get(f"{BASE}/lead/{keys[6]}/")
    leads(api)
    api.post(f"{BASE}/lead/", {"name": "", "description": "Nothing"})

"""A back end made for its front end: a page's lists and counters in one answer, small writes with versions, texts that
the server words, parts of records by `fields` and `include`, what stands below a deal at an address of its own."""

from __future__ import annotations

import random
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said, has, in_order

HOST = "app.bff.example"
ME = {"id": 3, "displayName": "Mara Voss", "initials": "MV", "timezone": "Europe/Lisbon"}
COMPANIES = {1: {"id": 1, "name": "Northwind Mills", "domain": "northwind.example"},
             2: {"id": 2, "name": "Tidewater Supply", "domain": "tidewater.example"},
             3: {"id": 3, "name": "Quarry Labs", "domain": "quarry.example"}}  # fmt: skip
CONTACTS = (
    ("Ada", "Vance", "ada@northwind.example", 1), ("Ben", "Okafor", "ben@tidewater.example", 2),
    ("Chloe", "Marsh", "chloe@quarry.example", 3), ("Dev", "Patel", "dev@patel.example", None),
    ("Elena", "Ruiz", "elena@northwind.example", 1), ("Finn", "Larsen", "finn@larsen.example", None),
    ("Grace", "Kim", "grace@quarry.example", 3), ("Hugo", "Weiss", "hugo@tidewater.example", 2),
)  # fmt: skip
DEALS = (
    ("Northwind renewal", 101, "new", 12000), ("Tidewater pilot", 102, "won", 4500), ("Quarry expansion", 103, "proposal", 8000),
    ("Weiss consulting", 108, "new", 2500), ("Northwind training", 105, "proposal", 3000), ("Quarry seats", 107, "new", 22000),
)  # fmt: skip
TASKS = (("Call Ada", 101, "2025-02-20"), ("Send contract", 102, "2025-04-01"), ("Book the fair", None, None),
         ("Follow up with Grace", 107, "2025-02-25"), ("Prepare demo", 103, "2025-04-12"))  # fmt: skip
STAGES = ("new", "proposal", "won", "lost")


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance = clock, chance
        self.contacts, self.deals = dict[int, Row](), dict[int, Row]()
        self.tasks, self.activities = dict[int, Row](), list[Row]()
        for number, (first, last, email, company) in enumerate(CONTACTS):
            self._contact({"firstName": first, "lastName": last, "email": email, "companyId": company}, day(number + 3))
        for number, (title, contact, stage, amount) in enumerate(DEALS):
            self._deal({"title": title, "contactId": contact, "stage": stage, "amount": amount}, day(number + 12))
        for number, (text, contact, due) in enumerate(TASKS):
            self._task({"text": text, "contactId": contact, "dueOn": due}, day(number + 18))
        self._activity(501, "call", "Talked about the price", day(24))
        self._activity(501, "email", "Sent the offer", day(25))
        self._activity(503, "note", "Wants a demo", day(26))

    def _contact(self, sent: Row, moment: str) -> Row:
        own = 101 + len(self.contacts)
        self.contacts[own] = {"id": own, "firstName": "", "lastName": "", "email": None, "companyId": None, **sent,
                              "createdAt": moment, "updatedAt": moment, "version": 1}  # fmt: skip
        return self.contacts[own]

    def _deal(self, sent: Row, moment: str) -> Row:
        own = 501 + len(self.deals)
        self.deals[own] = {"id": own, "title": "", "contactId": None, "stage": "new", "amount": 0, **sent,
                           "createdAt": moment, "updatedAt": moment, "version": 1}  # fmt: skip
        return self.deals[own]

    def _task(self, sent: Row, moment: str) -> Row:
        own = 901 + len(self.tasks)
        self.tasks[own] = {"id": own, "text": "", "contactId": None, "dueOn": None, "done": False, **sent,
                           "createdAt": moment, "version": 1}  # fmt: skip
        return self.tasks[own]

    def _activity(self, deal: int, kind: str, text: str, moment: str) -> Row:
        self.activities.append({"id": 7001 + len(self.activities), "dealId": deal, "kind": kind, "text": text,
                                "author": {"id": 3, "displayName": "Mara Voss"}, "at": moment})  # fmt: skip
        return self.activities[-1]

    def _now(self) -> str:
        return self.clock.iso()

    def answer(self, asked: Asked) -> Said:
        match asked.method, asked.parts[1:]:
            case "GET", ["home"]:
                return Said(self._home())
            case "GET", ["contacts"]:
                return Said(self._contacts(asked.query))
            case "POST", ["contacts"]:
                return Said(self._shown(self._contact(checked(asked.body, "lastName"), self._now())), 201)
            case "GET", ["contacts", own]:
                return Said(self._expanded(one_of(self.contacts, own), asked.query.get("include", "")))
            case "PATCH", ["contacts", own]:
                return Said(self._shown(self._change(one_of(self.contacts, own), asked.body)))
            case "DELETE", ["contacts", own]:
                one_of(self.contacts, own)["deleted"] = True
                return Said(None, 204)
            case "GET", ["board"]:
                return Said({"columns": [self._column(stage) for stage in STAGES]})
            case "POST", ["deals"]:
                return Said(self._deal_shown(self._deal(checked(asked.body, "title"), self._now())), 201)
            case "GET", ["deals", own]:
                return Said(self._deal_shown(one_of(self.deals, own)))
            case "PATCH", ["deals", own]:
                return Said(self._deal_shown(self._change(one_of(self.deals, own), asked.body)))
            case "GET", ["deals", own, "activities"]:
                rows = [one for one in self.activities if one["dealId"] == int(own)]
                return Said({"items": rows[::-1], "count": len(rows)})
            case "POST", ["deals", own, "activities"]:
                one_of(self.deals, own)["updatedAt"] = self._now()
                return Said(self._activity(int(own), asked.body["kind"], asked.body["text"], self._now()), 201)
            case "POST", ["tasks"]:
                return Said(self._task_shown(self._task(checked(asked.body, "text"), self._now())), 201)
            case "POST", ["tasks", own, "complete"]:
                row = one_of(self.tasks, own)
                row |= {"done": True, "version": row["version"] + 1}
                return Said(self._task_shown(row))
        raise Refused(404, {"code": "NOT_FOUND", "message": "No such route"})

    def _change(self, row: Row, sent: Row) -> Row:
        if sent["version"] != row["version"]:
            raise Refused(
                409,
                {"code": "VERSION_CONFLICT", "message": "This was changed by someone else", "current": row["version"]},
            )
        row |= {**sent, "version": row["version"] + 1, "updatedAt": self._now()}
        return row

    def _live(self) -> list[Row]:
        return [one for one in self.contacts.values() if not one.get("deleted")]

    def _home(self) -> Row:
        recent = in_order(self._live(), lambda one: one["updatedAt"], down=True)[:5]
        tasks = [self._task_shown(one) for one in self.tasks.values() if not one["done"]]
        pipeline = [{"stage": stage, "count": len(rows), "total": sum(one["amount"] for one in rows)}
                    for stage in STAGES for rows in [[one for one in self.deals.values() if one["stage"] == stage]]]  # fmt: skip
        counters = {"contacts": len(self._live()), "openDeals": sum(one["stage"] in STAGES[:2] for one in self.deals.values()),
                    "openTasks": len(tasks), "overdueTasks": sum(one["isOverdue"] for one in tasks)}  # fmt: skip
        small = [
            {name: one[name] for name in ("id", "displayName", "initials", "updatedAt")}
            for one in map(self._shown, recent)
        ]
        return {"me": ME, "counters": counters, "recentContacts": small, "tasks": tasks, "pipeline": pipeline}

    def _shown(self, row: Row) -> Row:
        first, last = row["firstName"], row["lastName"]
        company = COMPANIES.get(row["companyId"])
        told = {"displayName": f"{first} {last}".strip(), "initials": (first[:1] + last[:1]).upper(),
                "subtitle": company["name"] if company else "No company"}  # fmt: skip
        return {name: value for name, value in row.items() if name != "deleted"} | told

    def _task_shown(self, row: Row) -> Row:
        contact = self.contacts.get(row["contactId"])
        late = bool(row["dueOn"]) and not row["done"] and row["dueOn"] < self._now()[:10]
        return {**row, "isOverdue": late, "contactName": self._shown(contact)["displayName"] if contact else None}

    def _deal_shown(self, row: Row) -> Row:
        contact = self.contacts.get(row["contactId"])
        count = sum(one["dealId"] == row["id"] for one in self.activities)
        told = {"amountText": f"${row['amount']:,}", "isOpen": row["stage"] in STAGES[:2], "activityCount": count}
        return {
            **row,
            **told,
            "contact": contact and {"id": contact["id"], "displayName": self._shown(contact)["displayName"]},
        }

    def _column(self, stage: str) -> Row:
        rows = [self._deal_shown(one) for one in self.deals.values() if one["stage"] == stage]
        cards = [{name: one[name] for name in ("id", "title", "amountText", "contact", "version")} for one in rows]
        return {
            "stage": stage,
            "title": stage.capitalize(),
            "total": sum(one["amount"] for one in rows),
            "cards": cards,
        }

    def _contacts(self, said: dict[str, str]) -> Row:
        sort = said.get("sort", "-updatedAt")
        rows = [self._expanded(one, said.get("include", "")) for one in self._live()]
        if said.get("q"):
            rows = [one for one in rows if has(one, said["q"], "displayName", "email")]
        if said.get("companyId"):
            rows = [one for one in rows if str(one["companyId"]) == said["companyId"]]
        rows = in_order(rows, lambda one: one[sort.lstrip("-")], down=sort.startswith("-"))
        page, size = int(said.get("page", 1)), int(said.get("pageSize", 20))
        shown = rows[(page - 1) * size : page * size]
        if said.get("fields"):
            names = said["fields"].split(",")
            shown = [{name: one[name] for name in one if name in names} for one in shown]
        return {"items": shown, "page": page, "pageSize": size, "total": len(rows), "hasMore": page * size < len(rows)}

    def _expanded(self, row: Row, names: str) -> Row:
        shown = self._shown(row)
        if "company" in names.split(","):
            shown["company"] = COMPANIES.get(row["companyId"])
        if "deals" in names.split(","):
            mine = [one for one in self.deals.values() if one["contactId"] == row["id"]]
            shown["deals"] = [{name: one[name] for name in ("id", "title", "stage", "amount")} for one in mine]
        if "tasks" in names.split(","):
            shown["tasks"] = [self._task_shown(one) for one in self.tasks.values() if one["contactId"] == row["id"]]
        return shown


def day(number: int) -> str:
    return f"2025-02-{number:02}T09:{number:02}:00Z"


def one_of(rows: dict[int, Row], own: str) -> Row:
    row = rows.get(int(own))
    if row is None or row.get("deleted"):
        raise Refused(404, {"code": "NOT_FOUND", "message": "Not found"})
    return row


def checked(sent: Row, name: str) -> Row:
    if not sent.get(name):
        raise Refused(422, {"code": "INVALID", "message": "Check the form", "fields": {name: "This field is required"}})
    return sent


def listed(api: Client, **said: Any) -> Any:
    return api.get("/bff/contacts", **said)


def tour(api: Client) -> None:
    api.get("/bff/home")
    rows = listed(api)["items"]
    listed(api, page=1, pageSize=3)
    listed(api, page=2, pageSize=3)
    listed(api, sort="lastName")
    listed(api, q="no")
    listed(api, companyId=1)
    listed(api, fields="id,displayName,email")
    listed(api, include="company")
    api.get(f"/bff/contacts/{rows[0]['id']}", include="company,deals,tasks")
    api.get(f"/bff/contacts/{rows[1]['id']}", include="company,deals,tasks")
    api.get(f"/bff/contacts/{rows[2]['id']}")
    api.get("/bff/board")
    api.get("/bff/deals/501")
    api.get("/bff/deals/501/activities")
    api.get("/bff/deals/503/activities")
    made = api.post(
        "/bff/contacts", {"firstName": "Kira", "lastName": "Stone", "email": "kira@stone.example", "companyId": 2}
    )
    api.get(f"/bff/contacts/{made['id']}", include="company,deals,tasks")
    listed(api)
    api.get("/bff/home")
    api.patch(f"/bff/contacts/{made['id']}", {"firstName": "Kyra", "version": made["version"]})
    api.patch(f"/bff/contacts/{rows[3]['id']}", {"companyId": 3, "version": rows[3]["version"]})
    api.patch(f"/bff/contacts/{made['id']}", {"lastName": "Stones", "version": made["version"]})
    api.get(f"/bff/contacts/{made['id']}")
    listed(api)
    api.patch("/bff/deals/501", {"stage": "proposal", "version": 1})
    api.get("/bff/board")
    api.post("/bff/deals/501/activities", {"kind": "call", "text": "They agree"})
    api.get("/bff/deals/501/activities")
    api.get("/bff/deals/501")
    api.post("/bff/deals", {"title": "Stone starter", "contactId": made["id"], "amount": 1500})
    api.get("/bff/board")
    api.post("/bff/tasks/901/complete")
    api.post("/bff/tasks", {"text": "Write to Kyra", "contactId": made["id"], "dueOn": "2025-04-20"})
    api.get("/bff/home")
    api.post("/bff/contacts", {"firstName": "Nobody", "lastName": ""})
    api.get(f"/bff/contacts/{made['id']}", include="company,deals,tasks")
    api.delete(f"/bff/contacts/{rows[4]['id']}")
    listed(api)
    api.get("/bff/home")


def other(api: Client) -> None:
    api.get("/bff/home")
    rows = listed(api)["items"]
    listed(api, page=1, pageSize=5)
    listed(api, page=2, pageSize=5)
    listed(api, sort="-lastName")
    listed(api, q="an")
    listed(api, companyId=3)
    listed(api, fields="id,displayName,email", companyId=2)
    listed(api, include="company", sort="lastName")
    api.get(f"/bff/contacts/{rows[5]['id']}", include="company,deals,tasks")
    api.get(f"/bff/contacts/{rows[6]['id']}", include="company")
    api.get("/bff/board")
    api.get("/bff/deals/504")
    api.get("/bff/deals/502/activities")
    made = api.post("/bff/contacts", {"firstName": "Lena", "lastName": "Brook", "email": "lena@brook.example"})
    api.get(f"/bff/contacts/{made['id']}", include="company,deals,tasks")
    api.get("/bff/home")
    api.patch(f"/bff/contacts/{made['id']}", {"companyId": 1, "version": 1})
    api.get(f"/bff/contacts/{made['id']}")
    listed(api, companyId=1)
    api.patch(f"/bff/contacts/{rows[2]['id']}", {"firstName": "Finnegan", "version": rows[2]["version"]})
    api.get("/bff/home")
    api.patch(f"/bff/contacts/{rows[2]['id']}", {"firstName": "Fin", "version": rows[2]["version"]})
    api.post("/bff/deals/503/activities", {"kind": "note", "text": "Demo on Friday"})
    api.get("/bff/deals/503/activities")
    api.get("/bff/deals/503")
    api.patch("/bff/deals/504", {"stage": "won", "version": 1})
    api.get("/bff/board")
    api.post("/bff/deals", {"title": "Brook starter", "contactId": made["id"], "amount": 900})
    api.get("/bff/board")
    api.get(f"/bff/contacts/{made['id']}", include="company,deals,tasks")
    api.post("/bff/tasks", {"text": "Ring Lena", "contactId": made["id"], "dueOn": "2025-05-02"})
    api.post("/bff/tasks/904/complete")
    api.get("/bff/home")
    api.post("/bff/contacts", {"firstName": "Also", "lastName": ""})
    api.delete(f"/bff/contacts/{rows[0]['id']}")
    listed(api, fields="id,displayName,email")
    api.get("/bff/home")

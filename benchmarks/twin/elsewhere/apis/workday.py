"""Human resources in the manner of Workday's REST API: everything is called by `id` and `descriptor`, collections come as
`{total, data}`, requests start processes that someone approves in an inbox, titles change by an event of their own."""

from __future__ import annotations

import random
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said, has, in_order, token

HOST = "wd2-services.staff.example"
BASE = "/ccx/api/v1/harbour"
HEX = "0123456789abcdef"
PLACES = ("Rotterdam", "Lisbon")
ORGANISATIONS = ("Fleet", "Kitchens", "Accounts")
TYPES = {"Vacation": 20, "Sick leave": 10}
STATES = ("Submitted", "Approved", "Denied")
WORKERS = (
    ("Ada Vance", "Captain", 0, 0, None), ("Ben Okafor", "First mate", 0, 0, 0), ("Chloe Marsh", "Head cook", 1, 1, None),
    ("Dev Anand", "Cook", 1, 1, 2), ("Elif Kaya", "Bookkeeper", 2, 1, None), ("Finn Osborne", "Sailor", 0, 0, 0),
    ("Gita Rao", "Baker", 1, 0, 2), ("Hugo Lind", "Clerk", 2, 1, 4), ("Ines Duarte", "Sailor", 0, 1, 0),
)  # fmt: skip


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance = clock, random.Random(23)
        self.types = {kind: self._ref(kind) for kind in TYPES}
        self.states = {state: self._ref(state) for state in STATES}
        self.days = self._ref("Days")
        self.places = [self._ref(name) for name in PLACES]
        self.organisations = [self._ref(name) for name in ORGANISATIONS]
        self.workers, self.entries, self.tasks = dict[str, Row](), dict[str, Row](), dict[str, Row]()
        self.managers: dict[str, str] = {}
        for name, title, organisation, place, manager in WORKERS:
            key = token(self.chance, 32, HEX)
            if manager is not None:
                self.managers[key] = [*self.workers][manager]
            first, _, last = name.lower().partition(" ")
            self.workers[key] = {
                "id": key, "descriptor": name, "href": f"https://{HOST}{BASE}/workers/{key}", "businessTitle": title,
                "primaryWorkEmail": f"{first}.{last}@harbour.example", "isManager": False,
                "primarySupervisoryOrganization": self.organisations[organisation], "location": self.places[place],
                "yearsOfService": str(len(self.workers) % 4 + 1),
            }  # fmt: skip
        for key in self.managers.values():
            self.workers[key]["isManager"] = True
        first = [*self.workers]
        self._entry(first[1], "2025-02-17", "1", "Vacation", "Approved", "Dentist")
        self._entry(first[1], "2025-02-18", "1", "Sick leave", "Approved", None)
        self._entry(first[3], "2025-02-20", "0.5", "Vacation", "Approved", None)
        self.chance = chance

    def _now(self) -> str:
        return self.clock.iso("%Y-%m-%dT%H:%M:%S.000Z")

    def _ref(self, name: str) -> Row:
        return {"id": token(self.chance, 32, HEX), "descriptor": name}

    def _entry(self, worker: str, day: str, many: str, kind: str, state: str, comment: str | None) -> Row:
        key = token(self.chance, 32, HEX)
        self.entries[key] = {
            "id": key, "descriptor": f"{kind}: {day}", "date": day, "quantity": many, "unit": self.days,
            "timeOffType": self.types[kind], "status": self.states[state], "comment": comment,
            "worker": named(self.workers[worker]),
        }  # fmt: skip
        return self.entries[key]

    def answer(self, asked: Asked) -> Said:
        match asked.method, asked.parts[4:]:
            case "GET", ["workers"]:
                rows = [one for one in self.workers.values() if has(one, asked.query.get("search", ""), "descriptor")]
                return Said(page(in_order(rows, lambda one: one["descriptor"]), asked))
            case "GET", ["supervisoryOrganizations"]:
                rows = [{**one, "workerCount": len(self._of(one))} for one in self.organisations]
                return Said(page(rows, asked))
            case "GET", ["supervisoryOrganizations", key, "workers"]:
                organisation = next(one for one in self.organisations if one["id"] == key)
                return Said(page(self._of(organisation), asked))
            case "GET", ["timeOffTypes"]:
                return Said(page([*self.types.values()], asked))
            case "GET", ["inboxTasks"]:
                rows = [one for one in self.tasks.values() if one["status"]["descriptor"] == "Awaiting Action"]
                return Said(page(rows[::-1], asked))
            case "GET", ["inboxTasks", key]:
                return Said(self._one(self.tasks, key))
            case "POST", ["inboxTasks", key, act]:
                return Said(self._decided(self._one(self.tasks, key), act, asked.body or {}))
            case method, ["workers", key, *rest]:
                return self._on_worker(self._one(self.workers, key), method, rest, asked)
        raise AssertionError(asked.address)

    def _of(self, organisation: Row) -> list[Row]:
        mine = [
            one for one in self.workers.values() if one["primarySupervisoryOrganization"]["id"] == organisation["id"]
        ]
        return [{**named(one), "businessTitle": one["businessTitle"]} for one in mine]

    def _on_worker(self, row: Row, method: str, rest: list[str], asked: Asked) -> Said:
        key = row["id"]
        match method, rest:
            case "GET", []:
                return Said(
                    {**row, "manager": named(self.workers[self.managers[key]]) if key in self.managers else None}
                )
            case "GET", ["directReports"]:
                return Said(page([one for one in self.workers.values() if self.managers.get(one["id"]) == key], asked))
            case "GET", ["timeOffDetails"]:
                rows = [one for one in self.entries.values() if one["worker"]["id"] == key]
                if "status" in asked.query:
                    rows = [one for one in rows if one["status"]["id"] == asked.query["status"]]
                return Said(page(in_order(rows, lambda one: one["date"]), asked))
            case "GET", ["timeOffBalances"]:
                return Said(page([self._balance(key, kind) for kind in TYPES], asked))
            case "POST", ["requestTimeOff"]:
                return Said(self._requested(row, asked.body or {}), 201)
            case "POST", ["businessTitleChanges"]:
                return Said(self._titled(row, asked.body or {}), 201)
        raise AssertionError(asked.address)

    def _balance(self, worker: str, kind: str) -> Row:
        mine = [one for one in self.entries.values() if one["worker"]["id"] == worker]
        mine = [
            one for one in mine if one["timeOffType"]["descriptor"] == kind and one["status"]["descriptor"] != "Denied"
        ]
        left = TYPES[kind] - sum(float(one["quantity"]) for one in mine)
        return {"category": self.types[kind], "unit": self.days, "quantity": f"{left:g}"}

    def _requested(self, row: Row, sent: Row) -> Row:
        if not sent.get("days"):
            raise invalid("days", "Enter at least one day.")
        kinds = {one["id"]: kind for kind, one in self.types.items()}
        days = [
            self._entry(row["id"], one["date"], one["dailyQuantity"], kinds[one["timeOffType"]["id"]], "Submitted", one.get("comment"))
            for one in sent["days"]
        ]  # fmt: skip
        process = {"id": token(self.chance, 32, HEX), "descriptor": f"Absence Request: {row['descriptor']}"}
        task = {
            "id": token(self.chance, 32, HEX), "descriptor": process["descriptor"], "assigned": self._now(),
            "stepType": {"id": "approval", "descriptor": "Approval"}, "subject": named(row), "overallProcess": process,
            "status": {"id": "awaiting", "descriptor": "Awaiting Action"}, "comment": None,
        }  # fmt: skip
        self.tasks[task["id"]] = task
        task_days = self.__dict__.setdefault("asked", {})
        task_days[task["id"]] = [one["id"] for one in days]
        parameters = {"action": {"id": "submit", "descriptor": "Submit"}, "overallStatus": "In Progress",
                      "overallBusinessProcess": process, "for": named(row)}  # fmt: skip
        return {"businessProcessParameters": parameters, "days": days}

    def _titled(self, row: Row, sent: Row) -> Row:
        title = sent.get("proposedBusinessTitle")
        if not title:
            raise invalid("proposedBusinessTitle", "The field Business Title is required and must have a value.")
        made = {
            "id": token(self.chance, 32, HEX), "descriptor": f"Title Change: {row['descriptor']}",
            "currentBusinessTitle": row["businessTitle"], "proposedBusinessTitle": title, "effective": self._now()[:10],
            "subject": named(row),
        }  # fmt: skip
        row["businessTitle"] = title
        return made

    def _decided(self, task: Row, act: str, sent: Row) -> Row:
        word = {"approval": "Approved", "denial": "Denied"}[act]
        if act == "denial" and not sent.get("comment"):
            raise invalid("comment", "Say why.")
        task |= {"status": {"id": word.lower(), "descriptor": word}, "comment": sent.get("comment")}
        for key in self.__dict__["asked"][task["id"]]:
            self.entries[key]["status"] = self.states[word]
        return task

    def _one(self, rows: dict[str, Row], key: str) -> Row:
        if key not in rows:
            raise Refused(404, {"error": "resource not found"})
        return rows[key]


def named(row: Row) -> Row:
    return {"id": row["id"], "descriptor": row["descriptor"]}


def invalid(field: str, words: str) -> Refused:
    errors = [{"error": words, "field": field, "location": f"Request body: {field}"}]
    return Refused(400, {"error": "invalid request: validation errors", "errors": errors})


def page(rows: list[Row], asked: Asked) -> Row:
    start, size = int(asked.query.get("offset", 0)), int(asked.query.get("limit", 20))
    return {"total": len(rows), "data": rows[start : start + size]}


def workers(api: Client, **query: Any) -> list[Row]:
    return list(api.get(f"{BASE}/workers", **query)["data"])


def below(api: Client, key: str, *words: str) -> None:
    for word in words:
        api.get(f"{BASE}/workers/{key}/{word}")


def request(api: Client, key: str, kind: Row, *days: tuple[str, str], comment: str | None = None) -> None:
    sent = [
        {"date": day, "dailyQuantity": many, "timeOffType": {"id": kind["id"]}, "comment": comment}
        for day, many in days
    ]
    api.post(f"{BASE}/workers/{key}/requestTimeOff", {"days": sent})


def inbox(api: Client) -> list[Row]:
    return list(api.get(f"{BASE}/inboxTasks", limit=20)["data"])


def tour(api: Client) -> None:
    vacation, sick = api.get(f"{BASE}/timeOffTypes")["data"]
    rows = workers(api, limit=20, offset=0)
    workers(api, limit=4, offset=0)
    workers(api, limit=4, offset=4)
    workers(api, search="an")
    organisations = api.get(f"{BASE}/supervisoryOrganizations")["data"]
    for one in organisations[:2]:
        api.get(f"{BASE}/supervisoryOrganizations/{one['id']}/workers")
    keys = [one["id"] for one in rows]
    for key in keys[:3]:
        api.get(f"{BASE}/workers/{key}")
    below(api, keys[0], "directReports", "timeOffDetails", "timeOffBalances")
    below(api, keys[1], "directReports", "timeOffDetails", "timeOffBalances")
    inbox(api)
    request(api, keys[1], vacation, ("2025-04-14", "1"), ("2025-04-15", "1"), comment="Spring")
    below(api, keys[1], "timeOffDetails", "timeOffBalances")
    task = inbox(api)[0]["id"]
    api.get(f"{BASE}/inboxTasks/{task}")
    api.post(f"{BASE}/inboxTasks/{task}/approval", {"comment": "Enjoy"})
    api.get(f"{BASE}/inboxTasks/{task}")
    inbox(api)
    below(api, keys[1], "timeOffDetails", "timeOffBalances")
    request(api, keys[5], sick, ("2025-04-02", "0.5"))
    task = inbox(api)[0]["id"]
    api.post(f"{BASE}/inboxTasks/{task}/denial", {"comment": ""})
    api.post(f"{BASE}/inboxTasks/{task}/denial", {"comment": "Send a note first"})
    below(api, keys[5], "timeOffDetails", "timeOffBalances")
    inbox(api)
    api.post(f"{BASE}/workers/{keys[5]}/businessTitleChanges", {"proposedBusinessTitle": "Boatswain"})
    api.get(f"{BASE}/workers/{keys[5]}")
    api.post(f"{BASE}/workers/{keys[6]}/businessTitleChanges", {"proposedBusinessTitle": ""})
    api.post(f"{BASE}/workers/{keys[6]}/businessTitleChanges", {"proposedBusinessTitle": "Pastry cook"})
    workers(api, limit=20, offset=0)
    request(api, keys[2], vacation)


def other(api: Client) -> None:
    vacation, sick = api.get(f"{BASE}/timeOffTypes")["data"]
    rows = workers(api, limit=20, offset=0)
    workers(api, limit=5, offset=5)
    workers(api, search="el")
    organisations = api.get(f"{BASE}/supervisoryOrganizations")["data"]
    api.get(f"{BASE}/supervisoryOrganizations/{organisations[2]['id']}/workers")
    keys = [one["id"] for one in rows]
    api.get(f"{BASE}/workers/{keys[4]}")
    below(api, keys[2], "directReports")
    below(api, keys[3], "timeOffDetails", "timeOffBalances")
    request(api, keys[4], sick, ("2025-05-05", "1"), ("2025-05-06", "0.5"), comment="A cold")
    below(api, keys[4], "timeOffDetails", "timeOffBalances")
    request(api, keys[0], vacation, ("2025-06-02", "1"))
    tasks = [one["id"] for one in inbox(api)]
    api.get(f"{BASE}/inboxTasks/{tasks[1]}")
    api.post(f"{BASE}/inboxTasks/{tasks[0]}/approval", {"comment": "Fine"})
    inbox(api)
    below(api, keys[0], "timeOffDetails", "timeOffBalances")
    api.post(f"{BASE}/inboxTasks/{tasks[1]}/denial", {"comment": ""})
    api.post(f"{BASE}/inboxTasks/{tasks[1]}/denial", {"comment": "Too late"})
    api.get(f"{BASE}/inboxTasks/{tasks[1]}")
    inbox(api)
    below(api, keys[4], "timeOffDetails", "timeOffBalances")
    api.post(f"{BASE}/workers/{keys[7]}/businessTitleChanges", {"proposedBusinessTitle": "Head clerk"})
    api.get(f"{BASE}/workers/{keys[7]}")
    api.post(f"{BASE}/workers/{keys[1]}/businessTitleChanges", {"proposedBusinessTitle": "Second captain"})
    api.post(f"{BASE}/workers/{keys[1]}/businessTitleChanges", {"proposedBusinessTitle": ""})
    api.get(f"{BASE}/workers/{keys[1]}")
    workers(api, limit=20, offset=0)
    workers(api, search="clerk")
    request(api, keys[8], vacation)

"""A CRM as demos and gyms have it: short keys (`c1`), a board with places, tasks and notes below contacts, several at once,
an activity feed in words, notifications with a count, figures for a dashboard, replies with a sentence for a toast."""

from __future__ import annotations

import random

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said, in_order

HOST = "demo.crm.example"
SEED = (
    ("Ada Vance", "ada@northwind.test", "Northwind", "lead", 12000), ("Ben Okafor", "ben@tidewater.test", "Tidewater", "qualified", 4500),
    ("Chloe Marsh", "chloe@quarry.test", "Quarry", "lead", 800), ("Dan Ruiz", "dan@bluebird.test", "Bluebird", "won", 31000),
    ("Eva Lind", "eva@harbour.test", "Harbour", "qualified", 2500), ("Finn Adler", "finn@lattice.test", "Lattice", "lead", 7700),
    ("Gia Moss", "gia@cobalt.test", "Cobalt", "lost", 1500), ("Hal Reed", "hal@meadow.test", "Meadow", "won", 900),
)  # fmt: skip
STAGES = ("lead", "qualified", "won", "lost")
TASKS = (
    ("Call about the renewal", 0, False),
    ("Send the quote", 0, True),
    ("Book a demo", 1, False),
    ("Ask for a reference", 3, False),
)
USER = {"id": "u1", "name": "Sam Hill", "email": "sam@demo.test", "role": "rep"}


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.contacts, self.tasks = clock, dict[str, Row](), dict[str, Row]()
        self.notes, self.feed, self.told = dict[str, Row](), list[Row](), list[Row]()
        for number, (name, email, company, stage, value) in enumerate(SEED):
            moment = f"2025-02-0{number + 1}T10:0{number}:00Z"
            self.contacts[f"c{number + 1}"] = {
                "id": f"c{number + 1}", "name": name, "email": email, "company": company, "stage": stage, "value": value,
                "starred": number == 1, "archived": False, "createdAt": moment, "updatedAt": moment,
            }  # fmt: skip
        for number, (title, of, done) in enumerate(TASKS, 1):
            self.tasks[f"t{number}"] = {"id": f"t{number}", "contactId": f"c{of + 1}", "title": title, "done": done, "due": f"2025-03-1{number}"}  # fmt: skip
        self._note("c1", "Met at the fair", "2025-02-20T09:00:00Z")
        self._say("created", "c8", f"{USER['name']} created Hal Reed", "2025-02-08T10:07:00Z")
        for number, text in enumerate(("Ben Okafor opened your mail", "Task due: Send the quote"), 1):
            self.told.append({"id": f"n{number}", "text": text, "read": False})

    def _now(self) -> str:
        return self.clock.iso()

    def _note(self, of: str, text: str, moment: str) -> Row:
        key = f"m{len(self.notes) + 1}"
        self.notes[key] = {"id": key, "contactId": of, "text": text, "author": USER["name"], "createdAt": moment}
        return self.notes[key]

    def _say(self, verb: str, of: str, text: str, moment: str = "") -> None:
        key = f"a{len(self.feed) + 1}"
        self.feed.insert(0, {"id": key, "type": verb, "contactId": of, "text": text, "at": moment or self._now()})

    def answer(self, asked: Asked) -> Said:
        match asked.parts[1]:
            case "me":
                return Said({"user": USER})
            case "contacts":
                return self._contacts(asked, asked.parts[2:])
            case "tasks":
                return self._tasks(asked, asked.parts[2:])
            case "activity":
                limit = int(asked.query.get("limit", 10))
                return Said({"items": self.feed[:limit], "total": len(self.feed)})
            case "notifications":
                if asked.method == "POST" and asked.parts[-1] == "read":
                    for one in self.told:
                        one["read"] = one["read"] or asked.parts[2] in (one["id"], "read")
                    return Said({"ok": True, "unread": self._unread()})
                return Said({"items": self.told, "unread": self._unread()})
            case "dashboard":
                return Said(self._figures())
        raise Refused(404, {"error": "Not found"})

    def _unread(self) -> int:
        return sum(not one["read"] for one in self.told)

    def _figures(self) -> Row:
        there = [one for one in self.contacts.values() if not one["archived"]]
        stages = [{"stage": stage, "count": sum(one["stage"] == stage for one in there),
                   "value": sum(one["value"] for one in there if one["stage"] == stage)} for stage in STAGES]  # fmt: skip
        open_tasks = sum(not one["done"] for one in self.tasks.values())
        won = sum(one["value"] for one in there if one["stage"] == "won")
        return {"contacts": len(there), "openTasks": open_tasks, "wonValue": won, "stages": stages}

    def _contacts(self, asked: Asked, way: list[str]) -> Said:
        match asked.method, way:
            case "GET", []:
                return Said(self._listed(asked.query))
            case "POST", []:
                return self._make(asked.body)
            case "POST", ["bulk"]:
                return self._several(asked.body)
        one = self.contacts.get(way[0])
        if one is None:
            raise Refused(404, {"error": "Contact not found", "code": "not_found"})
        match asked.method, way[1:]:
            case "GET", []:
                return Said({"contact": self._whole(one)})
            case "PATCH" | "PUT", []:
                one |= {**asked.body, "updatedAt": self._now()}
                self._say("updated", one["id"], f"{USER['name']} updated {one['name']}")
                return Said({"contact": one, "message": f"{one['name']} saved"})
            case "DELETE", []:
                self.contacts.pop(one["id"])
                self.tasks = {key: task for key, task in self.tasks.items() if task["contactId"] != one["id"]}
                self._say("deleted", one["id"], f"{USER['name']} deleted {one['name']}")
                return Said({"ok": True, "message": f"{one['name']} deleted"})
            case "POST", ["star"]:
                one["starred"] = not one["starred"]
                return Said({"contact": one})
            case "POST", ["move"]:
                one |= {"stage": asked.body["stage"], "updatedAt": self._now()}
                self._say("moved", one["id"], f"{USER['name']} moved {one['name']} to {one['stage']}")
                return Said({"contact": one, "message": f"Moved to {one['stage']}"})
            case "GET", ["notes"]:
                return Said({"notes": self._notes(one["id"])})
            case "POST", ["notes"]:
                note = self._note(one["id"], asked.body["text"], self._now())
                self._say("noted", one["id"], f"{USER['name']} wrote a note about {one['name']}")
                return Said({"note": note}, 201)
            case "POST", ["tasks"]:
                key = f"t{len(self.tasks) + 1}"
                self.tasks[key] = {"id": key, "contactId": one["id"], "done": False, "due": None, **asked.body}
                return Said({"task": self.tasks[key]}, 201)
        raise Refused(405, {"error": "Not allowed"})

    def _notes(self, of: str) -> list[Row]:
        return [one for one in reversed(self.notes.values()) if one["contactId"] == of]

    def _whole(self, one: Row) -> Row:
        tasks = [task for task in self.tasks.values() if task["contactId"] == one["id"]]
        return {**one, "tasks": tasks, "noteCount": len(self._notes(one["id"]))}

    def _make(self, sent: Row) -> Said:
        wrong = {name: f"{name.capitalize()} is required" for name in ("name", "email") if not sent.get(name)}
        if wrong:
            raise Refused(422, {"error": "Validation failed", "fields": wrong})
        if any(one["email"] == sent["email"] for one in self.contacts.values()):
            raise Refused(409, {"error": "A contact with this email exists", "fields": {"email": "Already used"}})
        key = f"c{max(int(one[1:]) for one in self.contacts) + 1}"
        self.contacts[key] = {
            "id": key, "name": "", "email": "", "company": None, "stage": "lead", "value": 0, **sent,
            "starred": False, "archived": False, "createdAt": self._now(), "updatedAt": self._now(),
        }  # fmt: skip
        self._say("created", key, f"{USER['name']} created {sent['name']}")
        return Said({"contact": self.contacts[key], "message": f"{sent['name']} created"}, 201)

    def _several(self, sent: Row) -> Said:
        for key in sent["ids"]:
            if sent["op"] == "archive":
                self.contacts[key]["archived"] = True
            elif sent["op"] == "stage":
                self.contacts[key]["stage"] = sent["value"]
            else:
                self.contacts.pop(key)
        return Said({"ok": True, "count": len(sent["ids"])})

    def _listed(self, query: Row) -> Row:
        rows = [one for one in self.contacts.values() if one["archived"] == (query.get("archived") == "true")]
        if "stage" in query:
            rows = [one for one in rows if one["stage"] == query["stage"]]
        if query.get("starred") == "true":
            rows = [one for one in rows if one["starred"]]
        if query.get("q"):
            term = query["q"].lower()
            rows = [
                one
                for one in rows
                if any(term in one[name].lower() for name in ("name", "email", "company") if one[name])
            ]
        sort = query.get("sort", "createdAt")
        rows = in_order(rows, lambda one: one[sort.lstrip("-")], down=sort.startswith("-"))
        page, size = int(query.get("page", 1)), int(query.get("pageSize", 5))
        pages = max(1, -(-len(rows) // size))
        return {"contacts": rows[(page - 1) * size : page * size], "page": page, "pages": pages, "total": len(rows)}

    def _tasks(self, asked: Asked, way: list[str]) -> Said:
        if asked.method == "GET":
            rows = [{**one, "contactName": self.contacts[one["contactId"]]["name"]} for one in self.tasks.values()
                    if asked.query.get("status", "all") in ("all", "done" if one["done"] else "open")]  # fmt: skip
            return Said({"tasks": rows, "open": sum(not one["done"] for one in self.tasks.values())})
        one = self.tasks.get(way[0])
        if one is None:
            raise Refused(404, {"error": "Task not found", "code": "not_found"})
        if asked.method == "DELETE":
            self.tasks.pop(way[0])
            return Said({"ok": True})
        if way[1:] == ["toggle"]:
            one["done"] = not one["done"]
        else:
            one |= asked.body
        return Said({"task": one})


def home(api: Client) -> None:
    api.get("/api/me")
    api.get("/api/dashboard")
    api.get("/api/activity", limit=5)
    api.get("/api/notifications")


def tour(api: Client) -> None:
    home(api)
    for query in (
        {},
        {"page": 2},
        {"sort": "name"},
        {"sort": "-value"},
        {"stage": "lead"},
        {"q": "ar"},
        {"starred": "true"},
    ):
        api.get("/api/contacts", **query)
    for key in ("c1", "c2"):
        api.get(f"/api/contacts/{key}")
        api.get(f"/api/contacts/{key}/notes")
    api.post("/api/contacts", {"name": "", "email": ""})
    made = api.post("/api/contacts", {"name": "Ivy Stone", "email": "ivy@pine.test", "company": "Pine", "value": 3100})
    key = made["contact"]["id"]
    api.get("/api/contacts", sort="name")
    api.get(f"/api/contacts/{key}")
    api.patch(f"/api/contacts/{key}", {"value": 3500, "company": "Pine Ltd"})
    api.get(f"/api/contacts/{key}")
    api.post(f"/api/contacts/{key}/star")
    api.post(f"/api/contacts/{key}/move", {"stage": "qualified"})
    api.get("/api/contacts", stage="qualified")
    api.post(f"/api/contacts/{key}/notes", {"text": "Wants a demo"})
    api.get(f"/api/contacts/{key}/notes")
    task = api.post(f"/api/contacts/{key}/tasks", {"title": "Prepare the demo", "due": "2025-03-20"})["task"]["id"]
    api.get("/api/tasks")
    api.get("/api/tasks", status="open")
    api.post(f"/api/tasks/{task}/toggle")
    api.get("/api/tasks", status="open")
    api.patch(f"/api/tasks/{task}", {"title": "Prepare a short demo"})
    api.get(f"/api/contacts/{key}")
    home(api)
    api.post("/api/notifications/n1/read")
    api.get("/api/notifications")
    api.post("/api/contacts/bulk", {"op": "archive", "ids": ["c7", "c8"]})
    api.get("/api/contacts")
    api.get("/api/contacts", archived="true")
    api.post("/api/contacts/bulk", {"op": "stage", "ids": ["c3", "c5"], "value": "won"})
    api.get("/api/contacts", stage="won")
    api.post("/api/contacts", {"name": "Ivy S", "email": "ivy@pine.test"})
    api.delete(f"/api/tasks/{task}")
    api.get("/api/tasks")
    api.delete(f"/api/contacts/{key}")
    api.get(f"/api/contacts/{key}")
    api.get("/api/contacts", sort="name")
    home(api)


def other(api: Client) -> None:
    home(api)
    for query in (
        {},
        {"page": 2},
        {"sort": "-name"},
        {"sort": "value"},
        {"stage": "won"},
        {"q": "har"},
        {"sort": "company"},
    ):
        api.get("/api/contacts", **query)
    api.get("/api/contacts/c5")
    api.get("/api/contacts/c5/notes")
    made = api.post("/api/contacts", {"name": "Jon Park", "email": "jon@elm.test", "company": "Elm", "value": 64000})
    key = made["contact"]["id"]
    api.get("/api/contacts", sort="-value")
    api.get(f"/api/contacts/{key}")
    api.post(f"/api/contacts/{key}/move", {"stage": "won"})
    api.get("/api/dashboard")
    api.get("/api/activity", limit=5)
    api.patch("/api/contacts/c3", {"name": "Chloe Marsh-Hill", "value": 950})
    api.get("/api/contacts/c3")
    api.post("/api/contacts/c3/star")
    api.get("/api/contacts", starred="true")
    api.post("/api/contacts/c5/notes", {"text": "Prefers mail"})
    api.post("/api/contacts/c5/notes", {"text": "Call in June"})
    api.get("/api/contacts/c5/notes")
    api.get("/api/contacts/c5")
    task = api.post("/api/contacts/c3/tasks", {"title": "Sign the papers", "due": "2025-04-01"})["task"]["id"]
    api.get("/api/contacts/c3")
    api.post("/api/tasks/t1/toggle")
    api.get("/api/tasks", status="done")
    api.get("/api/tasks")
    api.get("/api/dashboard")
    api.patch(f"/api/tasks/{task}", {"due": "2025-04-02"})
    api.get("/api/tasks", status="open")
    api.post("/api/notifications/n2/read")
    api.get("/api/notifications")
    api.post("/api/contacts/bulk", {"op": "stage", "ids": ["c1", "c6"], "value": "qualified"})
    api.get("/api/contacts", stage="qualified")
    api.get("/api/dashboard")
    api.post("/api/contacts/bulk", {"op": "archive", "ids": ["c4"]})
    api.get("/api/contacts", archived="true")
    api.get("/api/contacts", sort="name")
    api.post("/api/contacts", {"name": "Jon P", "email": "jon@elm.test"})
    api.post("/api/contacts", {"name": "Lea Frost", "email": ""})
    api.delete("/api/contacts/c1")
    api.get("/api/contacts/c1")
    api.get("/api/tasks")
    api.get("/api/contacts")
    home(api)

"""Asana's API: `{data}` around what is sent and said, texts of digits as keys, columns by `opt_fields`, pages by tokens in
`next_page`, sections that tasks are moved between, stories below tasks, errors with a sentence."""

from __future__ import annotations

import random
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said, has, token

HOST = "app.tasks.example"
BASE = "/api/1.0"
PROJECT = "12050001"
PEOPLE = {"9001": "Ada Vance", "9002": "Ben Okafor", "9003": "Chloe Marsh"}
SECTIONS = {"3001": "To do", "3002": "Doing", "3003": "Done"}
COLUMNS = "name,completed,due_on,assignee.name"
SEED = (
    ("Write the plan", "9001", "3001", "2025-03-20", "First draft for the board"),
    ("Book the hall", "9002", "3001", None, ""),
    ("Print badges", None, "3002", "2025-04-02", "Two sizes"),
    ("Order lunch", "9003", "3002", "2025-04-11", ""),
    ("Call the band", "9001", "3001", "2025-03-28", "Ask about Friday"),
    ("Hang the posters", None, "3003", None, ""),
    ("Test the sound", "9002", "3003", "2025-04-10", ""),
    ("Clean the hall", "9003", "3001", "2025-04-14", "Hire two more"),
)


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance, self.last = clock, chance, 51000
        self.tasks, self.stories, self.tokens = dict[str, Row](), list[Row](), dict[str, int]()
        for number, (name, who, where, due, notes) in enumerate(SEED):
            sent = {"name": name, "assignee": who, "due_on": due, "notes": notes}
            self._make(sent, where, f"2025-02-{number + 3:02}T10:{number * 5:02}:00.000Z")
        for key, words in (("51001", "Started"), ("51001", "Half of it is there"), ("51003", "Blue ones, please")):
            self._tell(key, words, "2025-02-20T08:00:00.000Z")

    def _key(self) -> str:
        self.last += 1
        return str(self.last)

    def _now(self) -> str:
        return self.clock.iso("%Y-%m-%dT%H:%M:%S.000Z")

    def _make(self, sent: Row, section: str, moment: str) -> Row:
        task = {
            "gid": self._key(), "resource_type": "task", "name": "", "notes": "", "completed": False, "completed_at": None,
            "assignee": None, "due_on": None, "created_at": moment, "modified_at": moment, "num_likes": 0,
            "memberships": [{"project": {"gid": PROJECT, "name": "Spring fair"}, "section": self._section(section)}],
        }  # fmt: skip
        task["permalink_url"] = f"https://{HOST}/0/{PROJECT}/{task['gid']}"
        self.tasks[task["gid"]] = task
        self._put(task, sent)
        return task

    def _section(self, key: str) -> Row:
        return {"gid": key, "resource_type": "section", "name": SECTIONS[key]}

    def _tell(self, key: str, words: str, moment: str) -> Row:
        story = {"gid": self._key(), "resource_type": "story", "type": "comment", "text": words, "created_at": moment,
                 "created_by": person("9001"), "target": {"gid": key, "resource_type": "task", "name": self.tasks[key]["name"]}}  # fmt: skip
        self.stories.append(story)
        return story

    def _put(self, task: Row, sent: Row) -> None:
        for name in ("name", "notes", "due_on"):
            if name in sent:
                task[name] = sent[name]
        if "assignee" in sent:
            task["assignee"] = person(sent["assignee"])
        if "completed" in sent:
            task["completed"] = sent["completed"]
            task["completed_at"] = self._now() if sent["completed"] else None

    def answer(self, asked: Asked) -> Said:
        sent = (asked.body or {}).get("data", {})
        match asked.method, asked.parts[2:]:
            case "GET", ["projects", _, "tasks"]:
                return Said(self._page(asked, [*self.tasks.values()]))
            case "GET", ["sections", key, "tasks"]:
                mine = [one for one in self.tasks.values() if one["memberships"][0]["section"]["gid"] == key]
                return Said(self._page(asked, mine))
            case "GET", ["projects", _, "sections"]:
                return Said({"data": [self._section(key) for key in SECTIONS]})
            case "GET", ["users"]:
                return Said({"data": [person(key) for key in PEOPLE]})
            case "GET", ["workspaces", _, "tasks", "search"]:
                words = asked.query.get("text", "")
                found = [one for one in self.tasks.values() if has(one, words, "name", "notes")]
                if "completed" in asked.query:
                    found = [one for one in found if str(one["completed"]).lower() == asked.query["completed"]]
                return Said({"data": [columns(one, asked) for one in found]})
            case "POST", ["tasks"]:
                if not sent.get("name"):
                    raise refused(400, "name: Missing input")
                return Said({"data": self._make(sent, "3001", self._now())}, 201)
            case "GET", ["tasks", key]:
                return Said({"data": self._one(key)})
            case "PUT", ["tasks", key]:
                task = self._one(key)
                self._put(task, sent)
                task["modified_at"] = self._now()
                return Said({"data": task})
            case "DELETE", ["tasks", key]:
                self.tasks.pop(self._one(key)["gid"])
                return Said({"data": {}})
            case "GET", ["tasks", key, "stories"]:
                return Said({"data": [one for one in self.stories if one["target"]["gid"] == key]})
            case "POST", ["tasks", key, "stories"]:
                self._one(key)["modified_at"] = self._now()
                return Said({"data": self._tell(key, sent["text"], self._now())}, 201)
            case "POST", ["sections", key, "addTask"]:
                task = self._one(sent["task"])
                task["memberships"][0]["section"] = self._section(key)
                return Said({"data": {}})
        raise refused(404, "No matching route")

    def _one(self, key: str) -> Row:
        if key not in self.tasks:
            raise refused(404, f"task: Unknown object: {key}")
        return self.tasks[key]

    def _page(self, asked: Asked, rows: list[Row]) -> Row:
        limit = int(asked.query.get("limit", 50))
        start = self.tokens.get(asked.query.get("offset", ""), 0)
        said: Row = {"data": [columns(one, asked) for one in rows[start : start + limit]], "next_page": None}
        if start + limit < len(rows):
            mark = token(self.chance, 24)
            self.tokens[mark] = start + limit
            path = f"/{'/'.join(asked.parts[2:])}?limit={limit}&offset={mark}"
            said["next_page"] = {"offset": mark, "path": path, "uri": f"https://{HOST}{BASE}{path}"}
        return said


def person(key: str | None) -> Row | None:
    return {"gid": key, "resource_type": "user", "name": PEOPLE[key]} if key else None


def columns(task: Row, asked: Asked) -> Row:
    """The key, and what is asked for."""
    shown = {"gid": task["gid"], "resource_type": "task"}
    for name in asked.query.get("opt_fields", "name").split(","):
        head, _, inner = name.partition(".")
        value = task[head]
        shown[head] = {"gid": value["gid"], inner: value[inner]} if inner and value else value
    return shown


def refused(status: int, words: str) -> Refused:
    return Refused(status, {"errors": [{"message": words, "help": "See the documentation of errors."}]})


def listed(api: Client, **query: Any) -> Any:
    return api.get(f"{BASE}/projects/{PROJECT}/tasks", **{"opt_fields": COLUMNS, "limit": 50, **query})


def send(api: Client, how: str, path: str, **sent: Any) -> Any:
    return api.ask(how, f"{BASE}{path}", None, {"data": sent})["data"]


def search(api: Client, **query: Any) -> Any:
    return api.get(f"{BASE}/workspaces/77/tasks/search", **query, opt_fields="name,completed")


def tour(api: Client) -> None:
    api.get(f"{BASE}/users")
    api.get(f"{BASE}/projects/{PROJECT}/sections")
    keys = [one["gid"] for one in listed(api)["data"]]
    first = listed(api, limit=3)
    listed(api, limit=3, offset=first["next_page"]["offset"])
    for key in SECTIONS:
        api.get(f"{BASE}/sections/{key}/tasks", opt_fields=COLUMNS, limit=50)
    for key in keys[:3]:
        api.get(f"{BASE}/tasks/{key}")
        api.get(f"{BASE}/tasks/{key}/stories")
    search(api, text="hall")
    search(api, text="the", completed="false")
    made = send(api, "POST", "/tasks", name="Rent chairs", assignee="9002", due_on="2025-04-01", notes="", projects=[PROJECT])["gid"]  # fmt: skip
    api.get(f"{BASE}/tasks/{made}")
    listed(api)
    send(api, "PUT", f"/tasks/{made}", name="Rent forty chairs", assignee="9003")
    api.get(f"{BASE}/tasks/{made}")
    send(api, "PUT", f"/tasks/{keys[1]}", completed=True)
    api.get(f"{BASE}/tasks/{keys[1]}")
    send(api, "POST", f"/tasks/{made}/stories", text="Found some")
    api.get(f"{BASE}/tasks/{made}/stories")
    send(api, "POST", "/sections/3002/addTask", task=made)
    api.get(f"{BASE}/tasks/{made}")
    api.get(f"{BASE}/sections/3002/tasks", opt_fields=COLUMNS, limit=50)
    api.post(f"{BASE}/tasks", {"data": {"name": "", "projects": [PROJECT]}})
    second = send(api, "POST", "/tasks", name="Mistake", projects=[PROJECT])["gid"]
    send(api, "DELETE", f"/tasks/{second}")
    api.get(f"{BASE}/tasks/{second}")
    listed(api)


def other(api: Client) -> None:
    keys = [one["gid"] for one in listed(api)["data"]]
    first = listed(api, limit=5)
    listed(api, limit=5, offset=first["next_page"]["offset"])
    api.get(f"{BASE}/tasks/{keys[4]}")
    api.get(f"{BASE}/tasks/{keys[4]}/stories")
    search(api, text="order")
    made = send(api, "POST", "/tasks", name="Borrow a tent", assignee="9003", due_on="2025-04-08", notes="Big one", projects=[PROJECT])["gid"]  # fmt: skip
    api.get(f"{BASE}/tasks/{made}")
    api.get(f"{BASE}/tasks/{made}/stories")
    listed(api)
    api.get(f"{BASE}/sections/3001/tasks", opt_fields=COLUMNS, limit=50)
    send(api, "POST", "/sections/3003/addTask", task=made)
    api.get(f"{BASE}/sections/3001/tasks", opt_fields=COLUMNS, limit=50)
    api.get(f"{BASE}/sections/3003/tasks", opt_fields=COLUMNS, limit=50)
    send(api, "PUT", f"/tasks/{keys[3]}", assignee="9001", due_on="2025-05-01")
    api.get(f"{BASE}/tasks/{keys[3]}")
    send(api, "PUT", f"/tasks/{made}", completed=True, notes="From the club")
    api.get(f"{BASE}/tasks/{made}")
    search(api, text="a", completed="true")
    send(api, "POST", f"/tasks/{keys[3]}/stories", text="Menu follows")
    send(api, "POST", f"/tasks/{keys[3]}/stories", text="Here it is")
    api.get(f"{BASE}/tasks/{keys[3]}/stories")
    send(api, "DELETE", f"/tasks/{keys[0]}")
    api.get(f"{BASE}/tasks/{keys[0]}")
    listed(api)
    api.post(f"{BASE}/tasks", {"data": {"name": "", "projects": [PROJECT]}})
    send(api, "PUT", f"/tasks/{made}", assignee=None, name="Borrow two tents")
    listed(api, limit=4)

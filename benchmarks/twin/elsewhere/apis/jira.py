"""Jira's REST API: JQL, `fields` around what an issue says, choices named by records, transitions, answers of keys only."""

from __future__ import annotations

import random
import re
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said, has, in_order

HOST = "acme.atlassian.example"
BASE = "/rest/api/2"
ROOT = f"https://{HOST}{BASE}"
CATEGORY = {"To Do": ("new", 2), "In Progress": ("indeterminate", 4), "Done": ("done", 3)}
STATUS = {
    name: {"self": f"{ROOT}/status/{key}", "name": name, "id": str(key),
           "statusCategory": {"id": CATEGORY[name][1], "key": CATEGORY[name][0], "name": name}}
    for key, name in ((10000, "To Do"), (3, "In Progress"), (10001, "Done"))
}  # fmt: skip
PRIORITY = {
    name: {"self": f"{ROOT}/priority/{key}", "name": name, "id": str(key)}
    for key, name in ((2, "High"), (3, "Medium"), (4, "Low"))
}
KINDS = {
    name: {"self": f"{ROOT}/issuetype/{key}", "id": str(key), "name": name, "subtask": False}
    for key, name in ((10002, "Task"), (10004, "Bug"))
}
PEOPLE = {
    key: {"self": f"{ROOT}/user?accountId={key}", "accountId": key, "displayName": name, "active": True}
    for key, name in (("5b10a2844c20165700ede21g", "Sam Porter"), ("5b10ac8d82e05b22cc7d4ef5", "Rita Long"))
}
SAM, RITA = PEOPLE
PROJECT = {"self": f"{ROOT}/project/10001", "id": "10001", "key": "ACME", "name": "Acme"}
MOVES = {"11": "To Do", "21": "In Progress", "31": "Done"}
SEED = (
    ("Printer is out of ink", "To Do", "Medium", "Task", SAM), ("Login fails", "In Progress", "High", "Bug", RITA),
    ("Refund page", "Done", "Low", "Task", SAM), ("Lamp flickers", "To Do", "Low", "Bug", None),
    ("Broken link", "To Do", "High", "Bug", SAM), ("Invoice address", "In Progress", "Medium", "Task", RITA),
    ("App is slow", "To Do", "High", "Bug", None), ("Door squeaks", "Done", "Low", "Task", RITA),
)  # fmt: skip
_PIECE = re.compile(r"(\w+)\s*(=|!=|~|in)\s*(\"[^\"]*\"|\([^)]*\)|\S+)", re.I)


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.rows, self.last = clock, dict[str, Row](), 0
        self.comments: dict[str, list[Row]] = {}
        self.last_comment = 10_200
        for number, (summary, status, priority, kind, who) in enumerate(SEED):
            sent = {"summary": summary, "priority": {"name": priority}, "issuetype": {"name": kind},
                    "assignee": {"accountId": who} if who else None}  # fmt: skip
            self._make(sent, f"2025-02-{number + 3:02}T09:00:00.000+0000")["fields"]["status"] = STATUS[status]

    def _make(self, sent: Row, moment: str) -> Row:
        self.last += 1
        key, number = f"ACME-{self.last}", str(10_020 + self.last)
        fields: Row = {"summary": "", "description": None, "status": STATUS["To Do"], "issuetype": KINDS["Task"],
                       "priority": PRIORITY["Medium"], "assignee": None, "reporter": PEOPLE[SAM], "project": PROJECT,
                       "labels": [], "created": moment, "updated": moment}  # fmt: skip
        self.rows[key] = {
            "expand": "renderedFields,names,schema,operations,editmeta,changelog", "id": number,
            "self": f"{ROOT}/issue/{number}", "key": key, "fields": fields | resolved(sent),
        }  # fmt: skip
        self.comments[key] = []
        return self.rows[key]

    def answer(self, asked: Asked) -> Said:
        now = self.clock.iso("%Y-%m-%dT%H:%M:%S.000+0000")
        match asked.method, asked.parts[3:]:
            case "GET", ["priority"]:
                return Said([*PRIORITY.values()])
            case "GET", ["search"]:
                return Said(self._search(asked.query))
            case "POST", ["search"]:
                return Said(self._search(asked.body))
            case "POST", ["issue"]:
                if not asked.body["fields"].get("summary"):
                    errors = {"summary": "You must specify a summary of the issue."}
                    raise Refused(400, {"errorMessages": [], "errors": errors})
                made = self._make(asked.body["fields"], now)
                return Said({name: made[name] for name in ("id", "key", "self")}, 201)
            case method, ["issue", key, *rest]:
                return self._of_issue(method, self._one(key), rest, asked, now)
        raise Refused(404, {"errorMessages": ["not found"], "errors": {}})

    def _of_issue(self, method: str, row: Row, rest: list[str], asked: Asked, now: str) -> Said:
        fields = row["fields"]
        match method, rest:
            case "GET", []:
                return Said(row)
            case "PUT", []:
                fields |= {**resolved(asked.body["fields"]), "updated": now}
            case "DELETE", []:
                del self.rows[row["key"]]
            case "PUT", ["assignee"]:
                fields |= {"assignee": PEOPLE.get(asked.body["accountId"]), "updated": now}
            case "GET", ["transitions"]:
                moves = [{"id": key, "name": name, "to": STATUS[name], "isGlobal": True} for key, name in MOVES.items()]
                return Said({"expand": "transitions", "transitions": moves})
            case "POST", ["transitions"]:
                fields |= {"status": STATUS[MOVES[asked.body["transition"]["id"]]], "updated": now}
            case "GET", ["comment"]:
                there = self.comments[row["key"]]
                return Said({"startAt": 0, "maxResults": 50, "total": len(there), "comments": there})
            case "POST", ["comment"]:
                self.last_comment += 1
                one = {"self": f"{ROOT}/issue/{row['id']}/comment/{self.last_comment}", "id": str(self.last_comment),
                       "author": PEOPLE[SAM], "body": asked.body["body"], "created": now, "updated": now}  # fmt: skip
                self.comments[row["key"]].append(one)
                return Said(one, 201)
        return Said(status=204)

    def _one(self, key: str) -> Row:
        found = self.rows.get(key) or next((row for row in self.rows.values() if row["id"] == key), None)
        if found is None:
            message = "Issue does not exist or you do not have permission to see it."
            raise Refused(404, {"errorMessages": [message], "errors": {}})
        return found

    def _search(self, said: Row) -> Row:
        where, _, order = said.get("jql", "").partition("ORDER BY ")
        rows = [row for row in self.rows.values() if fits(row["fields"], where)]
        name, _, way = (order or "created DESC").partition(" ")
        rank = {"High": 3, "Medium": 2, "Low": 1}

        def place(row: Row) -> Any:
            value = row["fields"][name] if name != "key" else int(row["id"])
            return rank[value["name"]] if name == "priority" else value

        rows = in_order(rows, place, down=way.upper() == "DESC")
        start, size = int(said.get("startAt", 0)), int(said.get("maxResults", 50))
        return {"expand": "schema,names", "startAt": start, "maxResults": size, "total": len(rows),
                "issues": rows[start : start + size]}  # fmt: skip


def resolved(sent: Row) -> Row:
    """What is sent names records; what is kept has them."""
    made = dict(sent)
    made.pop("project", None)
    for name, there, by in (
        ("priority", PRIORITY, "name"),
        ("issuetype", KINDS, "name"),
        ("assignee", PEOPLE, "accountId"),
    ):
        if made.get(name):
            said = made[name]
            made[name] = (
                there[said[by]] if by in said else next(one for one in there.values() if one["id"] == said["id"])
            )
    return made


def fits(fields: Row, where: str) -> bool:
    for part in re.split(r"\s+AND\s+", where.strip(), flags=re.I) if where.strip() else []:
        name, how, value = _PIECE.match(part).groups()
        mine = fields["summary"] if name == "text" else fields.get(name)
        mine = (mine.get("accountId") or mine.get("key") or mine["name"]) if isinstance(mine, dict) else mine
        said = [one.strip().strip('"') for one in value.strip("()").split(",")]
        if how == "~":
            if not has({"it": mine}, said[0].strip("*"), "it"):
                return False
        elif (str(mine) in said) != (how != "!="):
            return False
    return True


def search(api: Client, jql: str, start: int = 0, most: int = 50) -> Any:
    return api.get(f"{BASE}/search", jql=jql, startAt=start, maxResults=most)


NEWEST = "project = ACME ORDER BY created DESC"


def tour(api: Client) -> None:
    api.get(f"{BASE}/priority")
    keys = [one["key"] for one in search(api, NEWEST)["issues"]]
    search(api, NEWEST, 0, 3)
    search(api, NEWEST, 3, 3)
    search(api, "project = ACME ORDER BY summary ASC")
    search(api, "project = ACME ORDER BY updated DESC")
    search(api, 'project = ACME AND status = "To Do" ORDER BY created DESC')
    search(api, f'project = ACME AND assignee = "{SAM}" ORDER BY created DESC')
    search(api, 'project = ACME AND summary ~ "link" ORDER BY created DESC')
    for key in keys[:3]:
        api.get(f"{BASE}/issue/{key}")
    api.get(f"{BASE}/issue/{keys[0]}/transitions")
    sent = {
        "project": {"key": "ACME"},
        "summary": "Chair lost a wheel",
        "issuetype": {"name": "Bug"},
        "priority": {"name": "High"},
    }
    made = api.post(f"{BASE}/issue", {"fields": sent})["key"]
    api.get(f"{BASE}/issue/{made}")
    search(api, NEWEST)
    api.put(f"{BASE}/issue/{made}", {"fields": {"summary": "Chair lost two wheels", "priority": {"name": "Low"}}})
    api.get(f"{BASE}/issue/{made}")
    api.put(f"{BASE}/issue/{made}/assignee", {"accountId": RITA})
    api.get(f"{BASE}/issue/{made}")
    api.get(f"{BASE}/issue/{made}/transitions")
    api.post(f"{BASE}/issue/{made}/transitions", {"transition": {"id": "21"}})
    api.get(f"{BASE}/issue/{made}")
    api.post(f"{BASE}/issue/{keys[1]}/transitions", {"transition": {"id": "31"}})
    api.get(f"{BASE}/issue/{keys[1]}")
    api.get(f"{BASE}/issue/{made}/comment")
    api.post(f"{BASE}/issue/{made}/comment", {"body": "The left one."})
    api.get(f"{BASE}/issue/{made}/comment")
    second = api.post(f"{BASE}/issue", {"fields": {**sent, "summary": "Test"}})["key"]
    api.delete(f"{BASE}/issue/{second}")
    api.get(f"{BASE}/issue/{second}")
    api.post(f"{BASE}/issue", {"fields": {**sent, "summary": ""}})
    search(api, NEWEST)


def other(api: Client) -> None:
    keys = [one["key"] for one in search(api, NEWEST)["issues"]]
    search(api, NEWEST, 0, 5)
    search(api, NEWEST, 5, 5)
    search(api, "project = ACME ORDER BY summary DESC")
    search(api, 'project = ACME AND status = "In Progress" ORDER BY created DESC')
    search(api, f'project = ACME AND assignee = "{RITA}" ORDER BY created DESC')
    search(api, 'project = ACME AND summary ~ "in" ORDER BY created DESC')
    api.get(f"{BASE}/issue/{keys[5]}")
    sent = {
        "project": {"key": "ACME"},
        "summary": "Window does not close",
        "issuetype": {"name": "Task"},
        "priority": {"name": "Medium"},
    }
    made = api.post(f"{BASE}/issue", {"fields": sent})["key"]
    api.get(f"{BASE}/issue/{made}")
    second = api.post(f"{BASE}/issue", {"fields": {**sent, "summary": "Blinds", "issuetype": {"name": "Bug"}}})["key"]
    search(api, NEWEST)
    api.put(f"{BASE}/issue/{second}", {"fields": {"summary": "New blinds", "priority": {"name": "High"}}})
    api.get(f"{BASE}/issue/{second}")
    api.put(f"{BASE}/issue/{keys[2]}/assignee", {"accountId": SAM})
    api.get(f"{BASE}/issue/{keys[2]}")
    api.post(f"{BASE}/issue/{keys[3]}/transitions", {"transition": {"id": "31"}})
    api.get(f"{BASE}/issue/{keys[3]}")
    search(api, 'project = ACME AND status = "Done" ORDER BY created DESC')
    api.post(f"{BASE}/issue/{second}/comment", {"body": "In grey, please."})
    api.get(f"{BASE}/issue/{second}/comment")
    api.delete(f"{BASE}/issue/{keys[4]}")
    api.get(f"{BASE}/issue/{keys[4]}")
    search(api, NEWEST, 0, 4)
    search(api, 'project = ACME AND summary ~ "zzz" ORDER BY created DESC')
    api.post(f"{BASE}/issue", {"fields": {**sent, "summary": ""}})

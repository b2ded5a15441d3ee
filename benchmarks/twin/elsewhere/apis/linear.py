"""Linear's API: GraphQL with variables, issues with identifiers, states and people as records, comments, archived ones."""

from __future__ import annotations

import random
import uuid
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Row, Said

HOST = "api.linear.example"
STATES = {name: {"id": f"5d0f8c2e-1b7a-4c3d-9e8f-0a1b2c3d4e{at}0", "name": name, "type": kind, "color": colour}
          for at, (name, kind, colour) in enumerate([("Todo", "unstarted", "#e2e2e2"), ("In Progress", "started", "#f2c94c"),
                                                     ("Done", "completed", "#5e6ad2")])}  # fmt: skip
PEOPLE = {name: {"id": f"8f1e2d3c-4b5a-4968-8776-5a4b3c2d1e{at}f", "name": name, "displayName": name.split()[0].lower()}
          for at, name in enumerate(["Ada Vance", "Ben Okafor", "Mara Voss"])}  # fmt: skip
TEAM = {"id": "0b9a8c7d-6e5f-4a3b-9c2d-1e0f9a8b7c6d", "key": "OPS", "name": "Operations"}
SEED = (
    ("Printer jams on floor 3", "Todo", 2, "Ada Vance"), ("VPN drops every hour", "In Progress", 1, "Ben Okafor"),
    ("Payroll report is empty", "Todo", 3, None), ("New laptop for Grace", "Done", 4, "Ada Vance"),
    ("Mailbox is full", "In Progress", 3, None), ("Slow network in Lisbon", "Todo", 2, "Ben Okafor"),
    ("Badge does not open door", "Done", 3, "Mara Voss"), ("Screen flickers", "Todo", 4, None),
)  # fmt: skip
FIELDS = """fragment Issue on Issue { id identifier number title description priority priorityLabel createdAt updatedAt archivedAt
  state { id name type color } assignee { id name displayName } team { id key name } }"""
LIST = f"""query Issues($first: Int, $after: String, $filter: IssueFilter, $orderBy: PaginationOrderBy) {{
  issues(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {{
    nodes {{ ...Issue }} pageInfo {{ hasNextPage endCursor }} }} }} {FIELDS}"""
ONE = f"query Issue($id: String!) {{ issue(id: $id) {{ ...Issue comments {{ nodes {{ id body createdAt user {{ id name displayName }} }} }} }} }} {FIELDS}"
CREATE = f"mutation IssueCreate($input: IssueCreateInput!) {{ issueCreate(input: $input) {{ success issue {{ ...Issue }} }} }} {FIELDS}"
UPDATE = f"""mutation IssueUpdate($id: String!, $input: IssueUpdateInput!) {{
  issueUpdate(id: $id, input: $input) {{ success issue {{ ...Issue }} }} }} {FIELDS}"""
ARCHIVE = "mutation IssueArchive($id: String!) { issueArchive(id: $id) { success } }"
COMMENT = """mutation CommentCreate($input: CommentCreateInput!) { commentCreate(input: $input) { success
  comment { id body createdAt user { id name displayName } } } }"""
LABELS = ("No priority", "Urgent", "High", "Medium", "Low")


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance, self.rows, self.last = clock, chance, dict[str, Row](), 100
        keys = random.Random("linear")
        for number, (title, state, priority, who) in enumerate(SEED):
            sent = {"title": title, "stateId": STATES[state]["id"], "priority": priority,
                    "assigneeId": PEOPLE[who]["id"] if who else None}  # fmt: skip
            self._make(sent, f"2025-02-{number + 3:02}T09:{number * 3:02}:00.000Z", keys)

    def _make(self, sent: Row, moment: str, chance: random.Random) -> Row:
        self.last += 1
        key = str(uuid.UUID(int=chance.getrandbits(128), version=4))
        self.rows[key] = {
            "id": key, "identifier": f"OPS-{self.last}", "number": self.last, "title": "", "description": None,
            "priority": 0, "priorityLabel": LABELS[0], "createdAt": moment, "updatedAt": moment, "archivedAt": None,
            "state": STATES["Todo"], "assignee": None, "team": TEAM, "comments": [],
        }  # fmt: skip
        self._put(self.rows[key], sent)
        return self.rows[key]

    def _put(self, row: Row, sent: Row) -> None:
        for name, value in sent.items():
            if name == "stateId":
                row["state"] = next(one for one in STATES.values() if one["id"] == value)
            elif name == "assigneeId":
                row["assignee"] = next((one for one in PEOPLE.values() if one["id"] == value), None)
            elif name in row:
                row[name] = value
        row["priorityLabel"] = LABELS[row["priority"]]

    def _now(self) -> str:
        return self.clock.iso("%Y-%m-%dT%H:%M:%S.000Z")

    def answer(self, asked: Asked) -> Said:
        said, name = asked.body["variables"], asked.body["operationName"]
        if name == "Issues":
            return Said({"data": {"issues": self._listed(said)}})
        if name == "IssueCreate":
            if not said["input"].get("title"):
                return refused("Argument Validation Error", "title should not be empty", "issueCreate")
            return Said(
                {
                    "data": {
                        "issueCreate": {
                            "success": True,
                            "issue": shown(self._make(said["input"], self._now(), self.chance)),
                        }
                    }
                }
            )
        key = said.get("id") or said["input"]["issueId"]
        row = self.rows.get(key)
        if row is None:
            return refused(
                "Entity not found", "Could not find referenced Issue.", "issue" if name == "Issue" else "issueUpdate"
            )
        if name == "Issue":
            return Said({"data": {"issue": {**shown(row), "comments": {"nodes": row["comments"]}}}})
        row["updatedAt"] = self._now()
        if name == "IssueUpdate":
            self._put(row, said["input"])
            return Said({"data": {"issueUpdate": {"success": True, "issue": shown(row)}}})
        if name == "CommentCreate":
            comment = {"id": str(uuid.UUID(int=self.chance.getrandbits(128), version=4)), "body": said["input"]["body"],
                       "createdAt": self._now(), "user": PEOPLE["Mara Voss"]}  # fmt: skip
            row["comments"] = [*row["comments"], comment]
            return Said({"data": {"commentCreate": {"success": True, "comment": comment}}})
        row["archivedAt"] = self._now()
        return Said({"data": {"issueArchive": {"success": True}}})

    def _listed(self, said: Row) -> Row:
        by = said.get("orderBy") or "createdAt"
        rows = sorted(
            (one for one in self.rows.values() if not one["archivedAt"]), key=lambda one: one[by], reverse=True
        )
        for name, test in (said.get("filter") or {}).items():
            rows = [one for one in rows if fits(one[name], test)]
        keys = [one["id"] for one in rows]
        start = keys.index(said["after"]) + 1 if said.get("after") else 0
        page = rows[start : start + (said.get("first") or 50)]
        more = start + len(page) < len(rows)
        return {
            "nodes": [shown(one) for one in page],
            "pageInfo": {"hasNextPage": more, "endCursor": page[-1]["id"] if page else None},
        }


def fits(value: Any, test: Row) -> bool:
    [(how, wanted)] = test.items()
    if isinstance(wanted, dict):
        return value is not None and fits(value[how], wanted)
    if how == "eq":
        return bool(value == wanted)
    if how == "containsIgnoreCase":
        return wanted.lower() in (value or "").lower()
    return value in wanted


def shown(row: Row) -> Row:
    return {name: value for name, value in row.items() if name != "comments"}


def refused(message: str, told: str, path: str) -> Said:
    extensions = {"type": "invalid input", "userError": True, "userPresentableMessage": told}
    return Said({"errors": [{"message": message, "path": [path], "extensions": extensions}], "data": None})


def ask(api: Client, name: str, text: str, **variables: Any) -> Any:
    return api.post("/graphql", {"operationName": name, "query": text, "variables": variables})["data"]


def listed(api: Client, **said: Any) -> Any:
    return ask(api, "Issues", LIST, **{"first": 50, "orderBy": "createdAt", **said})["issues"]


def make(api: Client, **sent: Any) -> str:
    made = ask(api, "IssueCreate", CREATE, input={"teamId": TEAM["id"], **sent})
    return str(made["issueCreate"]["issue"]["id"]) if made else ""


def tour(api: Client) -> None:
    keys = [one["id"] for one in listed(api)["nodes"]]
    first = listed(api, first=3)
    listed(api, first=3, after=first["pageInfo"]["endCursor"])
    listed(api, orderBy="updatedAt")
    listed(api, filter={"state": {"name": {"eq": "Todo"}}})
    listed(api, filter={"assignee": {"id": {"eq": PEOPLE["Ada Vance"]["id"]}}})
    listed(api, filter={"title": {"containsIgnoreCase": "vpn"}})
    listed(api, filter={"priority": {"in": [1, 2]}})
    for key in keys[:3]:
        ask(api, "Issue", ONE, id=key)
    made = make(api, title="Monitor missing", priority=2, stateId=STATES["Todo"]["id"])
    ask(api, "Issue", ONE, id=made)
    listed(api)
    ask(
        api,
        "IssueUpdate",
        UPDATE,
        id=made,
        input={"stateId": STATES["In Progress"]["id"], "assigneeId": PEOPLE["Ben Okafor"]["id"]},
    )
    ask(api, "CommentCreate", COMMENT, input={"issueId": made, "body": "Ordered one"})
    ask(api, "Issue", ONE, id=made)
    ask(api, "IssueUpdate", UPDATE, id=keys[1], input={"title": "Badge opens no door", "priority": 1})
    listed(api, orderBy="updatedAt")
    make(api, title="")
    second = make(api, title="Chair squeaks")
    ask(api, "IssueArchive", ARCHIVE, id=second)
    listed(api)


def other(api: Client) -> None:
    keys = [one["id"] for one in listed(api)["nodes"]]
    first = listed(api, first=5)
    listed(api, first=5, after=first["pageInfo"]["endCursor"])
    listed(api, filter={"state": {"name": {"eq": "Done"}}})
    listed(api, filter={"assignee": {"id": {"eq": PEOPLE["Ben Okafor"]["id"]}}})
    listed(api, filter={"title": {"containsIgnoreCase": "in"}})
    listed(api, filter={"priority": {"in": [3, 4]}})
    ask(api, "Issue", ONE, id=keys[4])
    made = make(api, title="Phone is dead", description="No tone", priority=1)
    ask(api, "Issue", ONE, id=made)
    listed(api)
    ask(
        api,
        "IssueUpdate",
        UPDATE,
        id=made,
        input={"title": "Phone has no tone", "assigneeId": PEOPLE["Ada Vance"]["id"]},
    )
    ask(api, "Issue", ONE, id=made)
    listed(api, filter={"assignee": {"id": {"eq": PEOPLE["Ada Vance"]["id"]}}})
    ask(api, "CommentCreate", COMMENT, input={"issueId": keys[2], "body": "Still so"})
    ask(api, "Issue", ONE, id=keys[2])
    ask(api, "IssueUpdate", UPDATE, id=keys[5], input={"stateId": STATES["Done"]["id"], "priority": 4})
    listed(api, filter={"state": {"name": {"eq": "Done"}}})
    listed(api, orderBy="updatedAt")
    ask(api, "IssueArchive", ARCHIVE, id=keys[0])
    listed(api)
    make(api, title="", priority=3)
    second = make(api, title="Second of the day", stateId=STATES["Done"]["id"])
    listed(api, first=4)
    ask(api, "IssueUpdate", UPDATE, id=second, input={"description": "Soon", "priority": 2})
    ask(api, "Issue", ONE, id=second)
    listed(api, filter={"title": {"containsIgnoreCase": "zzz"}})

"""Airtable's web API: `fields` without what is empty, keys of 14 characters behind `rec`, formulas, writes of several."""

from __future__ import annotations

import random
import re
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said, has, in_order, token

HOST = "api.airtable.example"
BASE = "/v0/appQ2w3E4r5T6y7U8/Tasks"
SEED: tuple[Row, ...] = (
    {"Name": "Draft the brief", "Status": "Todo", "Priority": 2, "Tags": ["copy"], "Notes": "Two pages at most"},
    {"Name": "Book the venue", "Status": "Doing", "Priority": 1},
    {"Name": "Print badges", "Status": "Todo", "Priority": 3, "Done": True},
    {"Name": "Call the caterer", "Status": "Done", "Priority": 2, "Done": True, "Notes": "Ask for the menu"},
    {"Name": "Design the poster", "Status": "Doing", "Tags": ["print", "copy"]},
    {"Name": "Order chairs", "Status": "Todo", "Priority": 5},
    {"Name": "Rent a projector", "Priority": 4, "Notes": "HDMI"},
    {"Name": "Write the agenda", "Status": "Todo", "Priority": 1, "Tags": ["copy"]},
)
_EQUAL = re.compile(r"\{(\w+)\}\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([\d.]+))")
_WITHIN = re.compile(r"(?:FIND|SEARCH)\(\s*(?:LOWER\()?['\"]([^'\"]*)['\"]\)?,\s*(?:LOWER\()?\{(\w+)\}\)?\s*\)")


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance = clock, chance
        self.rows: dict[str, Row] = {}
        start = random.Random(7)
        for number, fields in enumerate(SEED):
            key = "rec" + token(start, 14)
            self.rows[key] = {
                "id": key,
                "createdTime": f"2025-02-{number + 3:02}T08:00:00.000Z",
                "fields": dict(fields),
            }
        self.offsets: dict[str, int] = {}

    def answer(self, asked: Asked) -> Said:
        match asked.method, asked.parts[3:]:
            case "GET", []:
                return Said(self._listed(asked))
            case "POST", []:
                if "records" in asked.body:
                    return Said({"records": [self._make(one["fields"]) for one in asked.body["records"]]})
                return Said(self._make(asked.body["fields"]))
            case "PATCH", []:
                return Said({"records": [self._change(one["id"], one["fields"]) for one in asked.body["records"]]})
            case "DELETE", []:
                return Said({"records": [self._drop(value) for _, value in asked.pairs]})
            case "GET", [key]:
                return Said(self._one(key))
            case "PATCH", [key]:
                return Said(self._change(key, asked.body["fields"]))
            case "PUT", [key]:
                self._one(key)["fields"] = kept(asked.body["fields"])
                return Said(self._one(key))
            case "DELETE", [key]:
                return Said(self._drop(key))
        raise Refused(404, {"error": "NOT_FOUND"})

    def _one(self, key: str) -> Row:
        if key not in self.rows:
            raise Refused(404, {"error": "NOT_FOUND"})
        return self.rows[key]

    def _make(self, fields: Row) -> Row:
        for name in fields:
            if name not in ("Name", "Status", "Priority", "Tags", "Notes", "Done"):
                raise Refused(
                    422, {"error": {"type": "UNKNOWN_FIELD_NAME", "message": f'Unknown field name: "{name}"'}}
                )
        key = "rec" + token(self.chance, 14)
        self.rows[key] = {"id": key, "createdTime": self.clock.iso("%Y-%m-%dT%H:%M:%S.000Z"), "fields": kept(fields)}
        return self.rows[key]

    def _change(self, key: str, fields: Row) -> Row:
        row = self._one(key)
        row["fields"] = kept(row["fields"] | fields)
        return row

    def _drop(self, key: str) -> Row:
        self._one(key)
        del self.rows[key]
        return {"id": key, "deleted": True}

    def _listed(self, asked: Asked) -> Any:
        said = asked.query
        rows = [row for row in self.rows.values() if fits(row["fields"], said.get("filterByFormula", ""))]
        if "sort[0][field]" in said:
            name, down = said["sort[0][field]"], said.get("sort[0][direction]") == "desc"
            rows = in_order(rows, lambda row: row["fields"].get(name), down=down)
        start = int(said["offset"].rpartition("/")[2]) if "offset" in said else 0
        size = int(said.get("pageSize", 100))
        made: Row = {"records": rows[start : start + size]}
        if start + size < len(rows):
            made["offset"] = f"itr5Kq0d3f1Lm8Zx7/{start + size}"
        return made


def kept(fields: Row) -> Row:
    """Without what is empty."""
    return {name: value for name, value in fields.items() if value not in (None, "", False, [])}


def fits(fields: Row, formula: str) -> bool:
    if not formula:
        return True
    head, _, inner = formula.partition("(")
    if head in ("AND", "OR"):
        parts = [part.strip() for part in re.split(r",\s*(?=\{|FIND|SEARCH|NOT)", inner[:-1])]
        found = [fits(fields, part) for part in parts]
        return all(found) if head == "AND" else any(found)
    if head == "NOT":
        return not fits(fields, inner[:-1])
    equal, within = _EQUAL.match(formula), _WITHIN.match(formula)
    if equal:
        wanted = next(value for value in equal.groups()[1:] if value is not None)
        return str(fields.get(equal[1], "")) == wanted
    if within:
        return has(fields, within[1], within[2])
    raise Refused(422, {"error": {"type": "INVALID_FILTER_BY_FORMULA", "message": "The formula is not valid."}})


def tour(api: Client) -> None:
    found = api.get(BASE, pageSize=100)
    keys = [one["id"] for one in found["records"]]
    first = api.get(BASE, pageSize=3)
    api.get(BASE, pageSize=3, offset=first["offset"])
    api.get(BASE, **{"sort[0][field]": "Name", "sort[0][direction]": "asc"})
    api.get(BASE, **{"sort[0][field]": "Priority", "sort[0][direction]": "desc"})
    api.get(BASE, filterByFormula='{Status}="Todo"')
    api.get(BASE, filterByFormula='AND({Status}="Todo",{Priority}=1)')
    api.get(BASE, filterByFormula="SEARCH('the',LOWER({Name}))")
    for key in keys[:4]:
        api.get(f"{BASE}/{key}")
    made = api.post(BASE, {"fields": {"Name": "Hire a band", "Status": "Todo", "Priority": 2}})
    api.get(f"{BASE}/{made['id']}")
    api.get(BASE, pageSize=100)
    api.patch(f"{BASE}/{made['id']}", {"fields": {"Status": "Doing", "Notes": "Jazz", "Priority": None}})
    api.get(f"{BASE}/{made['id']}")
    sent = [{"fields": {"Name": "Buy tape", "Status": "Todo"}}, {"fields": {"Name": "Buy string", "Tags": ["print"]}}]
    several = api.post(BASE, {"records": sent})["records"]
    api.patch(BASE, {"records": [{"id": one["id"], "fields": {"Status": "Done"}} for one in several]})
    api.delete(f"{BASE}/{several[0]['id']}")
    api.get(f"{BASE}/{several[0]['id']}")
    api.delete(BASE, **{"records[]": [several[1]["id"], keys[2]]})
    api.get(BASE, pageSize=100)


def other(api: Client) -> None:
    found = api.get(BASE, pageSize=100)
    keys = [one["id"] for one in found["records"]]
    first = api.get(BASE, pageSize=5)
    api.get(BASE, pageSize=5, offset=first["offset"])
    api.get(BASE, **{"sort[0][field]": "Name", "sort[0][direction]": "desc"})
    api.get(BASE, **{"sort[0][field]": "Priority", "sort[0][direction]": "asc"})
    api.get(BASE, filterByFormula='{Status}="Doing"')
    api.get(BASE, filterByFormula='AND({Status}="Doing",{Priority}=1)')
    api.get(BASE, filterByFormula="SEARCH('or',LOWER({Name}))")
    api.get(f"{BASE}/{keys[5]}")
    made = api.post(BASE, {"fields": {"Name": "Rehearse", "Priority": 3, "Tags": ["stage"]}})
    api.get(f"{BASE}/{made['id']}")
    api.get(BASE, pageSize=100)
    api.patch(f"{BASE}/{made['id']}", {"fields": {"Status": "Doing", "Tags": []}})
    api.get(f"{BASE}/{made['id']}")
    api.patch(f"{BASE}/{keys[0]}", {"fields": {"Notes": None, "Priority": 5}})
    api.get(f"{BASE}/{keys[0]}")
    sent = [{"fields": {"Name": "Fold programmes", "Status": "Todo", "Notes": "200"}}, {"fields": {"Name": "Sweep"}}]
    several = api.post(BASE, {"records": sent})["records"]
    api.patch(BASE, {"records": [{"id": several[0]["id"], "fields": {"Status": "Doing"}}]})
    api.get(BASE, filterByFormula='{Status}="Doing"')
    api.delete(f"{BASE}/{keys[3]}")
    api.get(f"{BASE}/{keys[3]}")
    api.delete(BASE, **{"records[]": [several[1]["id"], made["id"]]})
    api.get(BASE, pageSize=100)
    api.get(BASE, filterByFormula='{Status}="Never"')
    api.get(BASE, **{"sort[0][field]": "Name", "sort[0][direction]": "asc"}, pageSize=4)

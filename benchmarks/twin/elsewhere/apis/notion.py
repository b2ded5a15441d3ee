"""Notion's API: a database's pages, whose properties say their type, asked for by filters and sorts in a body."""

from __future__ import annotations

import random
import uuid
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said, in_order

HOST = "api.notion.example"
DATABASE = "1c0e2a53-7d1f-4be2-9a43-5a2f4f0d8b11"
QUERY = f"/v1/databases/{DATABASE}/query"
ME = {"object": "user", "id": "71e95936-2737-4e11-b03d-f174f6f13087"}
COLOURS = {"To do": "red", "Doing": "blue", "Done": "green"}
SEED = (
    ("Write launch post", "To do", 3, "2025-03-10"), ("Fix sign-up form", "Doing", 5, "2025-03-05"),
    ("Order stickers", "Done", 1, None), ("Interview Grace", "To do", 2, "2025-03-12"),
    ("Renew certificate", "Done", 4, "2025-02-28"), ("Plan offsite", "Doing", 8, None),
    ("Update price list", "To do", 2, "2025-03-20"), ("Clean inbox", "Done", 1, None),
)  # fmt: skip


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance, self.rows = clock, chance, dict[str, Row]()
        keys = random.Random("notion")
        for number, (name, status, points, due) in enumerate(SEED):
            sent = {"Name": title(name), "Status": {"select": {"name": status}}, "Points": {"number": points},
                    "Due": {"date": {"start": due}} if due else {"date": None}}  # fmt: skip
            self._make(sent, f"2025-02-{number + 3:02}T09:{number * 3:02}:00.000Z", key_of(keys))

    def _make(self, sent: Row, moment: str, key: str) -> Row:
        self.rows[key] = {
            "object": "page", "id": key, "created_time": moment, "last_edited_time": moment, "created_by": ME,
            "last_edited_by": ME, "cover": None, "icon": None,
            "parent": {"type": "database_id", "database_id": DATABASE}, "archived": False,
            "properties": {
                "Due": {"id": "M%3BBw", "type": "date", "date": None},
                "Status": {"id": "Z%3ClH", "type": "select", "select": None},
                "Points": {"id": "q%40Wm", "type": "number", "number": None},
                "Name": {"id": "title", "type": "title", "title": []},
            },
            "url": f"https://www.notion.example/{key.replace('-', '')}",
        }  # fmt: skip
        self._put(self.rows[key], sent)
        return self.rows[key]

    def _put(self, row: Row, sent: Row) -> None:
        for name, said in sent.items():
            mine = row["properties"][name]
            kind = mine["type"]
            value = said[kind]
            if kind == "select" and value:
                value = {"id": f"o{value['name'][:2].lower()}", "name": value["name"], "color": COLOURS[value["name"]]}
            if kind == "date" and value:
                value = {"start": value["start"], "end": None, "time_zone": None}
            if kind == "title":
                value = [titled(part["text"]["content"]) for part in value]
            mine[kind] = value

    def _now(self) -> str:
        return self.clock.iso("%Y-%m-%dT%H:%M:00.000Z")

    def answer(self, asked: Asked) -> Said:
        match asked.method, asked.parts[1:]:
            case "POST", ["databases", _, "query"]:
                return Said(self._query(asked.body))
            case "POST", ["pages"]:
                if not asked.body["properties"].get("Name", {}).get("title"):
                    message = (
                        "body failed validation: body.properties.Name.title should be defined, instead was `undefined`."
                    )
                    raise Refused(
                        400, {"object": "error", "status": 400, "code": "validation_error", "message": message}
                    )
                return Said(self._make(asked.body["properties"], self._now(), key_of(self.chance)))
            case "GET", ["pages", key]:
                return Said(self._one(key))
            case "PATCH", ["pages", key]:
                row = self._one(key)
                self._put(row, asked.body.get("properties", {}))
                row["last_edited_time"] = self._now()
                row["archived"] = asked.body.get("archived", row["archived"])
                return Said(row)
        raise Refused(
            400, {"object": "error", "status": 400, "code": "invalid_request_url", "message": "Invalid request URL."}
        )

    def _one(self, key: str) -> Row:
        if key not in self.rows:
            message = f"Could not find page with ID: {key}."
            raise Refused(404, {"object": "error", "status": 404, "code": "object_not_found", "message": message})
        return self.rows[key]

    def _query(self, said: Row) -> Row:
        rows = [one for one in self.rows.values() if not one["archived"]]
        rows = in_order(rows, lambda one: one["created_time"], down=True)
        asked = said.get("filter")
        for each in asked.get("and", [asked]) if asked else []:
            rows = [one for one in rows if fits(one, each)]
        for sort in reversed(said.get("sorts", [])):
            name = sort["property"]
            rows = in_order(
                rows, lambda one, name=name: plain(one["properties"][name]), down=sort["direction"] == "descending"
            )
        start = next((at for at, one in enumerate(rows) if one["id"] == said.get("start_cursor")), 0)
        size = said.get("page_size", 100)
        more = start + size < len(rows)
        cursor = rows[start + size]["id"] if more else None
        return {"object": "list", "results": rows[start : start + size], "next_cursor": cursor, "has_more": more,
                "type": "page_or_database", "page_or_database": {}}  # fmt: skip


def plain(said: Row) -> Any:
    value = said[said["type"]]
    match said["type"]:
        case "title":
            return "".join(part["plain_text"] for part in value)
        case "select":
            return value and value["name"]
        case "date":
            return value and value["start"]
    return value


def fits(one: Row, said: Row) -> bool:
    mine = plain(one["properties"][said["property"]])
    [(how, value)] = next(iter(value.items() for name, value in said.items() if name != "property"))
    match how:
        case "equals":
            return bool(mine == value)
        case "contains":
            return value.lower() in (mine or "").lower()
        case "greater_than":
            return mine is not None and mine > value
    raise Refused(400, {"object": "error", "status": 400, "code": "validation_error", "message": "filter"})


def title(text: str) -> Row:
    return {"title": [{"text": {"content": text}}]}


def titled(text: str) -> Row:
    return {
        "type": "text", "text": {"content": text, "link": None}, "plain_text": text, "href": None,
        "annotations": {"bold": False, "italic": False, "color": "default"},
    }  # fmt: skip


def key_of(chance: random.Random) -> str:
    return str(uuid.UUID(int=chance.getrandbits(128), version=4))


def select(name: str) -> Row:
    return {"select": {"name": name}}


def is_(name: str, kind: str, how: str, value: Any) -> Row:
    return {"property": name, kind: {how: value}}


def by(name: str, way: str) -> Row:
    return {"sorts": [{"property": name, "direction": way}]}


def query(api: Client, **said: Any) -> Any:
    return api.post(QUERY, {"page_size": 50, **said})


def make(api: Client, **said: Any) -> Any:
    return api.post("/v1/pages", {"parent": {"database_id": DATABASE}, "properties": said})


def change(api: Client, key: str, **said: Any) -> Any:
    return api.patch(f"/v1/pages/{key}", {"properties": said})


def tour(api: Client) -> None:
    keys = [one["id"] for one in query(api)["results"]]
    first = query(api, page_size=3)
    query(api, page_size=3, start_cursor=first["next_cursor"])
    query(api, **by("Name", "ascending"))
    query(api, **by("Points", "descending"))
    query(api, filter=is_("Status", "select", "equals", "To do"))
    query(api, filter=is_("Name", "title", "contains", "or"))
    query(api, filter=is_("Points", "number", "greater_than", 3))
    query(api, filter={"and": [is_("Status", "select", "equals", "Done"), is_("Points", "number", "greater_than", 1)]})
    for key in keys[:3]:
        api.get(f"/v1/pages/{key}")
    made = make(api, Name=title("Call the printer"), Status=select("To do"), Points={"number": 3})
    api.get(f"/v1/pages/{made['id']}")
    query(api)
    change(api, made["id"], Status=select("Doing"))
    api.get(f"/v1/pages/{made['id']}")
    change(api, keys[1], Name=title("Change the price list"), Due={"date": {"start": "2025-03-22"}})
    query(api)
    make(api, Status=select("Done"))
    second = make(api, Name=title("Throw away"), Status=select("Done"))
    api.patch(f"/v1/pages/{second['id']}", {"archived": True})
    query(api)


def other(api: Client) -> None:
    keys = [one["id"] for one in query(api)["results"]]
    first = query(api, page_size=5)
    query(api, page_size=5, start_cursor=first["next_cursor"])
    query(api, **by("Name", "descending"))
    query(api, **by("Points", "ascending"))
    query(api, filter=is_("Status", "select", "equals", "Doing"))
    query(api, filter=is_("Name", "title", "contains", "in"))
    query(api, filter=is_("Points", "number", "greater_than", 2), **by("Name", "ascending"))
    api.get(f"/v1/pages/{keys[4]}")
    made = make(api, Name=title("Paint the fence"), Points={"number": 13}, Due={"date": {"start": "2025-04-01"}})
    api.get(f"/v1/pages/{made['id']}")
    query(api)
    query(api, filter=is_("Points", "number", "greater_than", 3))
    change(api, made["id"], Status=select("Done"), Points={"number": 1})
    api.get(f"/v1/pages/{made['id']}")
    change(api, keys[2], Status=select("Doing"))
    query(api, filter=is_("Status", "select", "equals", "Doing"), **by("Name", "ascending"))
    second = make(api, Name=title("Second of the day"), Status=select("Doing"))
    query(api, **by("Name", "ascending"))
    api.patch(f"/v1/pages/{keys[0]}", {"archived": True})
    query(api)
    make(api, Points={"number": 4})
    change(api, second["id"], Name=title("Second of the week"))
    query(api, filter=is_("Name", "title", "contains", "second"))
    query(api, filter=is_("Name", "title", "contains", "zzz"))

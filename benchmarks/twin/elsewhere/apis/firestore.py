"""Firestore by REST: documents of typed values, queries as structures, commits with masks, counts as aggregations."""

from __future__ import annotations

import random
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said, in_order, token

HOST = "firestore.example"
ROOT = "projects/desk-demo/databases/(default)/documents"
BASE = f"/v1/{ROOT}"
SEED = (
    ("Ada Vance", "Northwind", "lead", 3, True, ["vip"]), ("Ben Okafor", "Tidewater", "customer", 8, False, []),
    ("Chloe Marsh", "Quarry", "lead", 5, False, ["fair", "vip"]), ("Dev Patel", "Bluebird", "lost", 1, False, []),
    ("Elena Ruiz", "Northwind", "customer", 9, True, ["fair"]), ("Finn Larsen", "Harbour", "lead", 2, False, []),
    ("Grace Kim", "Lattice", "customer", 7, True, []), ("Hugo Weiss", "Cobalt", "lead", 4, False, ["fair"]),
)  # fmt: skip


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance, self.rows = clock, chance, dict[str, Row]()
        seeded = random.Random("firestore")
        for number, (name, company, status, score, starred, tags) in enumerate(SEED):
            moment = f"2025-02-{number + 3:02}T09:{number * 3:02}:00.{seeded.randrange(10**6):06}Z"
            sent = {"name": name, "company": company, "status": status, "score": score, "starred": starred, "tags": tags,
                    "address": {"city": "Oslo" if number % 2 else "Leeds", "zip": None}}  # fmt: skip
            fields = {each: typed(value) for each, value in sent.items()} | {"createdAt": {"timestampValue": moment}}
            self._put(f"contacts/{token(seeded, 20)}", fields, None, moment)

    def _put(self, path: str, fields: Row, mask: list[str] | None, moment: str) -> Row:
        name = f"{ROOT}/{path}"
        had = self.rows.get(path, {"name": name, "fields": {}, "createTime": moment})
        if mask is None:
            kept = dict(fields)
        else:
            kept = {each: value for each, value in had["fields"].items() if each not in mask}
            kept |= {each: fields[each] for each in mask if each in fields}
        self.rows[path] = {**had, "fields": dict(sorted(kept.items())), "updateTime": moment}
        return self.rows[path]

    def _now(self) -> str:
        return f"{self.clock.iso('%Y-%m-%dT%H:%M:%S')}.{self.chance.randrange(10**6):06}Z"

    def answer(self, asked: Asked) -> Said:
        rest = asked.path.partition("/documents")[2].strip("/")
        match asked.method, rest:
            case "POST", ":runQuery":
                return Said(self._queried(asked.body["structuredQuery"]))
            case "POST", ":runAggregationQuery":
                found = self._found(asked.body["structuredAggregationQuery"]["structuredQuery"])
                count = {"count": {"integerValue": str(len(found))}}
                return Said([{"result": {"aggregateFields": count}, "readTime": self._now()}])
            case "POST", ":commit":
                return Said(self._committed(asked.body["writes"]))
            case "POST", _:
                path = f"{rest}/{asked.query.get('documentId') or token(self.chance, 20)}"
                return Said(self._put(path, asked.body["fields"], None, self._now()))
            case "GET", "contacts":
                return Said(self._listed(asked.query))
            case "GET", _:
                return Said(self._one(rest))
            case "PATCH", _:
                mask = [value for name, value in asked.pairs if name == "updateMask.fieldPaths"] or None
                if asked.query.get("currentDocument.exists") == "true":
                    self._one(rest)
                return Said(self._put(rest, asked.body["fields"], mask, self._now()))
        self.rows.pop(rest, None)
        return Said({})

    def _one(self, path: str) -> Row:
        if path not in self.rows:
            message = f'Document "{ROOT}/{path}" not found.'
            raise Refused(404, {"error": {"code": 404, "message": message, "status": "NOT_FOUND"}})
        return self.rows[path]

    def _listed(self, said: dict[str, str]) -> Row:
        rows = [one for path, one in sorted(self.rows.items()) if path.count("/") == 1]
        size, start = int(said.get("pageSize", 20)), 0
        if said.get("pageToken"):
            start = next(at for at, one in enumerate(rows) if token_of(one) == said["pageToken"]) + 1
        page = rows[start : start + size]
        more = {"nextPageToken": token_of(page[-1])} if len(rows) > start + size else {}
        return {"documents": page, **more}

    def _found(self, said: Row) -> list[Row]:
        collection = said["from"][0]["collectionId"]
        rows = [one for path, one in sorted(self.rows.items()) if path.split("/")[-2] == collection]
        where = said.get("where") or {}
        tests = where["compositeFilter"]["filters"] if "compositeFilter" in where else [where] if where else []
        for each in tests:
            test = each["fieldFilter"]
            rows = [
                one for one in rows if fits(plain(one, test["field"]["fieldPath"]), test["op"], value_of(test["value"]))
            ]
        for order in reversed(said.get("orderBy", [])):
            path = order["field"]["fieldPath"]
            rows = in_order(rows, lambda one, path=path: plain(one, path), down=order["direction"] == "DESCENDING")
        return rows

    def _queried(self, said: Row) -> list[Row]:
        rows = self._found(said)
        moment = self._now()
        rows = rows[said.get("offset", 0) :][: said.get("limit", 1000)]
        return [{"document": one, "readTime": moment} for one in rows] or [{"readTime": moment}]

    def _committed(self, writes: list[Row]) -> Row:
        moment, results = self._now(), list[Row]()
        for write in writes:
            if "delete" in write:
                self.rows.pop(write["delete"].partition("/documents/")[2], None)
                results.append({})
                continue
            path = write["update"]["name"].partition("/documents/")[2]
            exists = write.get("currentDocument", {}).get("exists")
            if exists:
                self._one(path)
            mask = write.get("updateMask", {}).get("fieldPaths")
            fields = dict(write["update"]["fields"])
            for each in write.get("updateTransforms", ()):
                fields[each["fieldPath"]] = {"timestampValue": moment}
                mask = mask and [*mask, each["fieldPath"]]
            self._put(path, fields, mask, moment)
            results.append({"updateTime": moment})
        return {"writeResults": results, "commitTime": moment}


def fits(mine: Any, how: str, value: Any) -> bool:
    match how:
        case "EQUAL":
            return bool(mine == value)
        case "ARRAY_CONTAINS":
            return value in (mine or ())
    return mine is not None and bool(mine >= value)


def token_of(one: Row) -> str:
    return f"AFTFvQ{one['name'][-20:]}"


def typed(value: Any) -> Row:
    if value is None:
        return {"nullValue": None}
    if isinstance(value, bool):
        return {"booleanValue": value}
    if isinstance(value, int):
        return {"integerValue": str(value)}
    if isinstance(value, list):
        return {"arrayValue": {"values": [typed(each) for each in value]} if value else {}}
    if isinstance(value, dict):
        return {"mapValue": {"fields": {name: typed(each) for name, each in value.items()}}}
    return {"stringValue": value}


def value_of(said: Row) -> Any:
    [(kind, value)] = said.items()
    if kind == "integerValue":
        return int(value)
    if kind == "arrayValue":
        return [value_of(each) for each in value.get("values", ())]
    if kind == "mapValue":
        return {name: value_of(each) for name, each in value["fields"].items()}
    return value


def plain(one: Row, path: str) -> Any:
    value: Any = {name: value_of(each) for name, each in one["fields"].items()}
    for part in path.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return value


def where(field: str, how: str, value: Any) -> Row:
    return {"fieldFilter": {"field": {"fieldPath": field}, "op": how, "value": typed(value)}}


def query(api: Client, *tests: Row, by: str = "createdAt", way: str = "DESCENDING", **said: Any) -> Any:
    asked: Row = {
        "from": [{"collectionId": "contacts"}],
        "orderBy": [{"field": {"fieldPath": by}, "direction": way}],
        **said,
    }
    if tests:
        asked["where"] = tests[0] if len(tests) == 1 else {"compositeFilter": {"op": "AND", "filters": list(tests)}}
    return [
        one["document"]["name"] for one in api.post(f"{BASE}:runQuery", {"structuredQuery": asked}) if "document" in one
    ]


def count(api: Client, *tests: Row) -> None:
    asked: Row = {"from": [{"collectionId": "contacts"}], **({"where": tests[0]} if tests else {})}
    aggregations = [{"alias": "count", "count": {}}]
    api.post(
        f"{BASE}:runAggregationQuery",
        {"structuredAggregationQuery": {"aggregations": aggregations, "structuredQuery": asked}},
    )


def make(api: Client, **sent: Any) -> str:
    fields = {name: typed(value) for name, value in sent.items()}
    return str(api.post(f"{BASE}/contacts", {"fields": fields})["name"])


def change(api: Client, path: str, **sent: Any) -> None:
    mask = "&".join(f"updateMask.fieldPaths={each}" for each in sent)
    api.patch(f"/v1/{path}?{mask}", {"fields": {each: typed(value) for each, value in sent.items()}})


def commit(api: Client, path: str, **sent: Any) -> None:
    update = {"name": path, "fields": {each: typed(value) for each, value in sent.items()}}
    write = {"update": update, "updateMask": {"fieldPaths": list(sent)}, "currentDocument": {"exists": True}}
    api.post(f"{BASE}:commit", {"writes": [write]})


def listed(api: Client, **said: Any) -> Any:
    return api.get(f"{BASE}/contacts", **said)


def tour(api: Client) -> None:
    names = query(api)
    page = listed(api, pageSize=3)
    listed(api, pageSize=3, pageToken=page["nextPageToken"])
    count(api)
    query(api, by="name", way="ASCENDING")
    query(api, limit=3)
    query(api, where("status", "EQUAL", "lead"))
    query(api, where("score", "GREATER_THAN_OR_EQUAL", 5), by="score")
    query(api, where("tags", "ARRAY_CONTAINS", "fair"))
    query(api, where("starred", "EQUAL", True))
    query(api, where("status", "EQUAL", "customer"), where("company", "EQUAL", "Northwind"))
    count(api, where("status", "EQUAL", "lead"))
    for name in names[:3]:
        api.get(f"/v1/{name}")
    made = make(api, name="Kira Stone", company="Stone", status="lead", score=6, starred=False, tags=["fair"])
    api.get(f"/v1/{made}")
    query(api)
    count(api)
    change(api, made, status="customer", score=7)
    api.get(f"/v1/{made}")
    change(api, names[1], name="Grace Kim-Lee")
    query(api)
    commit(api, names[2], starred=True, tags=["lost", "fair"])
    api.get(f"/v1/{names[2]}")
    query(api, where("starred", "EQUAL", True))
    second = make(api, name="Throw away", status="lost", score=0)
    api.delete(f"/v1/{second}")
    api.get(f"/v1/{second}")
    query(api)


def other(api: Client) -> None:
    names = query(api)
    page = listed(api, pageSize=5)
    listed(api, pageSize=5, pageToken=page["nextPageToken"])
    query(api, by="name", way="DESCENDING")
    query(api, limit=5)
    query(api, where("status", "EQUAL", "customer"))
    query(api, where("score", "GREATER_THAN_OR_EQUAL", 8), by="score")
    query(api, where("tags", "ARRAY_CONTAINS", "vip"))
    query(api, where("status", "EQUAL", "lead"), where("company", "EQUAL", "Quarry"))
    count(api, where("status", "EQUAL", "customer"))
    api.get(f"/v1/{names[4]}")
    made = make(api, name="Lena Brook", company="Brook", status="customer", score=2, starred=True)
    api.get(f"/v1/{made}")
    query(api)
    count(api, where("status", "EQUAL", "customer"))
    change(api, made, company="Brook & Co", score=8)
    api.get(f"/v1/{made}")
    query(api, where("score", "GREATER_THAN_OR_EQUAL", 8), by="score")
    change(api, names[0], status="lost")
    query(api, where("status", "EQUAL", "lead"))
    commit(api, names[3], starred=False, score=1)
    api.get(f"/v1/{names[3]}")
    query(api, by="score", way="ASCENDING")
    commit(api, made, name="Lena Brooks")
    query(api, by="name", way="ASCENDING")
    api.delete(f"/v1/{names[5]}")
    api.get(f"/v1/{names[5]}")
    query(api)
    count(api)
    make(api, name="Second of the day", status="lead", score=5, tags=["vip"])
    query(api, where("tags", "ARRAY_CONTAINS", "vip"))

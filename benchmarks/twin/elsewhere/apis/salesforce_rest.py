"""Salesforce's REST API: SOQL, `sobjects`, answers to creates that are `{id, success, errors}`."""

from __future__ import annotations

import random
import re
from typing import Any

from benchmarks.twin.elsewhere.apis.crm import USER, Leads, Row
from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Said, in_order

HOST = "acme.my.salesforce.example"
BASE = "/services/data/v59.0"
BATCH = 2000
_PIECE = re.compile(r"(?P<field>\w+)\s*(?P<how>=|!=|LIKE|>=|<=|>|<|IN)\s*(?P<value>'[^']*'|\([^)]*\)|[\w.:+-]+)", re.I)
_STATEMENT = re.compile(
    r"SELECT (?P<fields>.+?) FROM (?P<kind>\w+)(?: WHERE (?P<where>.+?))?(?: ORDER BY (?P<order>.+?))?"
    r"(?: LIMIT (?P<limit>\d+))?(?: OFFSET (?P<offset>\d+))?$",
    re.I,
)


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.leads = Leads(clock, chance)

    def answer(self, asked: Asked) -> Said:
        match asked.method, asked.parts[3:]:
            case "GET", ["query"]:
                return Said(self._query(asked.query["q"]))
            case "GET", ["sobjects"]:
                names = [{"name": "Lead", "label": "Lead", "keyPrefix": "00Q"}]
                return Said({"encoding": "UTF-8", "maxBatchSize": 200, "sobjects": names})
            case "POST", ["sobjects", "Lead"]:
                missing = self.leads.missing(asked.body)
                if missing:
                    message = f"Required fields are missing: [{', '.join(missing)}]"
                    code = "REQUIRED_FIELD_MISSING"
                    return Said([{"message": message, "errorCode": code, "fields": missing}], 400)
                return Said({"id": self.leads.make(asked.body)["Id"], "success": True, "errors": []}, 201)
            case "GET", ["sobjects", "Lead", key]:
                row = self._one(key)
                names = asked.query.get("fields", "").split(",") if "fields" in asked.query else [*row]
                return Said(shown(row, [*dict.fromkeys([*names, "Id"])]))
            case "PATCH", ["sobjects", "Lead", key]:
                self.leads.change(self._one(key), asked.body)
                return Said(status=204)
            case "DELETE", ["sobjects", "Lead", key]:
                self._one(key)
                del self.leads.rows[key]
                return Said(status=204)
        raise Refused(404, [{"errorCode": "NOT_FOUND", "message": "The requested resource does not exist"}])

    def _one(self, key: str) -> Row:
        if key not in self.leads.rows:
            message = "Provided external ID field does not exist or is not accessible: " + key
            raise Refused(404, [{"errorCode": "NOT_FOUND", "message": message}])
        return self.leads.rows[key]

    def _query(self, text: str) -> Any:
        said = _STATEMENT.match(text)
        if said is None:
            raise Refused(400, [{"errorCode": "MALFORMED_QUERY", "message": "unexpected token"}])
        rows = [row for row in self.leads.rows.values() if fits(row, said["where"] or "")]
        for part in reversed((said["order"] or "").split(",") if said["order"] else []):
            name, _, way = part.strip().partition(" ")
            rows = in_order(rows, lambda row, name=name: row[name], down=way.upper().startswith("DESC"))
        if said["fields"].upper() == "COUNT()":
            return {"totalSize": len(rows), "done": True, "records": []}
        start = int(said["offset"] or 0)
        rows = rows[start : start + int(said["limit"] or BATCH)]
        fields = [name.strip() for name in said["fields"].split(",")]
        return {"totalSize": len(rows), "done": True, "records": [shown(row, fields) for row in rows]}


def shown(row: Row, fields: list[str]) -> Row:
    made: Row = {"attributes": {"type": "Lead", "url": f"{BASE}/sobjects/Lead/{row['Id']}"}}
    for name in fields:
        if name == "Owner.Name":
            owner = {"attributes": {"type": "User", "url": f"{BASE}/sobjects/User/{USER}"}, "Name": "Sam Porter"}
            made["Owner"] = owner
        else:
            made[name] = row[name]
    return made


def fits(row: Row, where: str) -> bool:
    return all(_fits(row, part) for part in re.split(r" AND ", where, flags=re.I) if part)


def _fits(row: Row, part: str) -> bool:
    found = _PIECE.search(part)
    if found is None:
        raise Refused(400, [{"errorCode": "MALFORMED_QUERY", "message": f"unexpected token: {part}"}])
    mine, how, said = row[found["field"]], found["how"].upper(), found["value"]
    if how == "IN":
        return mine in re.findall(r"'([^']*)'", said)
    if said in ("null", "true", "false"):
        wanted: Any = {"null": None, "true": True, "false": False}[said]
    else:
        wanted = said[1:-1] if said[0] == "'" else said if "T" in said else float(said)
    if how == "LIKE":
        pattern = re.escape(str(wanted)).replace("%", ".*").replace("_", ".")
        return re.fullmatch(pattern, str(mine or ""), re.I) is not None
    if how in ("=", "!="):
        same = mine.lower() == wanted.lower() if isinstance(mine, str) and isinstance(wanted, str) else mine == wanted
        return same == (how == "=")
    if mine is None:
        return False
    return {">": mine > wanted, "<": mine < wanted, ">=": mine >= wanted, "<=": mine <= wanted}[how]


LIST = "SELECT Id, Name, Company, Status, Email, CreatedDate FROM Lead"


def query(api: Client, text: str) -> Any:
    return api.get(f"{BASE}/query", q=text)


def tour(api: Client) -> None:
    api.get(f"{BASE}/sobjects")
    found = query(api, f"{LIST} ORDER BY CreatedDate DESC LIMIT 50")
    first = found["records"][0]["Id"]
    query(api, f"{LIST} ORDER BY Name ASC LIMIT 4")
    query(api, f"{LIST} ORDER BY Name ASC LIMIT 4 OFFSET 4")
    query(api, f"{LIST} WHERE Status = 'Open' ORDER BY CreatedDate DESC LIMIT 50")
    query(api, f"{LIST} WHERE Name LIKE '%ar%' ORDER BY CreatedDate DESC LIMIT 50")
    query(api, "SELECT COUNT() FROM Lead")
    query(api, "SELECT COUNT() FROM Lead WHERE Status = 'Open'")
    for one in found["records"]:
        api.get(f"{BASE}/sobjects/Lead/{one['Id']}")
    api.get(f"{BASE}/sobjects/Lead/{first}", fields="Name,Company,Status")
    sent = {"FirstName": "Kara", "LastName": "Boyd", "Company": "Pine Street", "Email": "kara@pine.example"}
    made = api.post(f"{BASE}/sobjects/Lead", sent)
    api.get(f"{BASE}/sobjects/Lead/{made['id']}")
    query(api, f"{LIST} ORDER BY CreatedDate DESC LIMIT 50")
    api.patch(f"{BASE}/sobjects/Lead/{made['id']}", {"Status": "Working", "Title": "Buyer"})
    api.get(f"{BASE}/sobjects/Lead/{made['id']}")
    query(api, "SELECT COUNT() FROM Lead")
    api.post(f"{BASE}/sobjects/Lead", {"FirstName": "Nobody", "Company": "Nowhere"})
    other = api.post(f"{BASE}/sobjects/Lead", {"LastName": "Quill", "Company": "Quill and Sons", "Status": "Working"})
    api.get(f"{BASE}/sobjects/Lead/{other['id']}")
    api.patch(f"{BASE}/sobjects/Lead/{other['id']}", {"LastName": "Quillon"})
    api.get(f"{BASE}/sobjects/Lead/{other['id']}")
    api.delete(f"{BASE}/sobjects/Lead/{other['id']}")
    api.get(f"{BASE}/sobjects/Lead/{other['id']}")
    query(api, f"{LIST} ORDER BY CreatedDate DESC LIMIT 50")


def other(api: Client) -> None:
    found = query(api, f"{LIST} ORDER BY CreatedDate DESC LIMIT 50")
    keys = [one["Id"] for one in found["records"]]
    query(api, f"{LIST} WHERE Status = 'Working' ORDER BY CreatedDate DESC LIMIT 50")
    query(api, f"{LIST} ORDER BY Name DESC LIMIT 3")
    query(api, f"{LIST} ORDER BY Name ASC LIMIT 3 OFFSET 3")
    query(api, f"{LIST} WHERE Name LIKE '%en%' ORDER BY CreatedDate DESC LIMIT 50")
    query(api, f"{LIST} WHERE Company LIKE 'North%' ORDER BY CreatedDate DESC LIMIT 50")
    api.get(f"{BASE}/sobjects/Lead/{keys[3]}")
    api.get(f"{BASE}/sobjects/Lead/{keys[4]}", fields="Name,Company,Status")
    sent = {"FirstName": "Lena", "LastName": "Moss", "Company": "Reed Group", "Status": "Working", "LeadSource": "Web"}
    made = api.post(f"{BASE}/sobjects/Lead", sent)
    api.get(f"{BASE}/sobjects/Lead/{made['id']}")
    second = api.post(f"{BASE}/sobjects/Lead", {"LastName": "Ott", "Company": "Ott Tools", "Email": "o@ott.example"})
    query(api, f"{LIST} ORDER BY CreatedDate DESC LIMIT 50")
    api.patch(f"{BASE}/sobjects/Lead/{second['id']}", {"Company": "Ott and Daughters"})
    api.get(f"{BASE}/sobjects/Lead/{second['id']}")
    query(api, f"{LIST} WHERE Status = 'Working' ORDER BY CreatedDate DESC LIMIT 50")
    query(api, "SELECT COUNT() FROM Lead WHERE Status = 'Working'")
    api.patch(f"{BASE}/sobjects/Lead/{keys[1]}", {"FirstName": "Irena", "Status": "Closed"})
    api.get(f"{BASE}/sobjects/Lead/{keys[1]}")
    api.delete(f"{BASE}/sobjects/Lead/{keys[2]}")
    api.get(f"{BASE}/sobjects/Lead/{keys[2]}")
    query(api, "SELECT COUNT() FROM Lead")
    api.delete(f"{BASE}/sobjects/Lead/{made['id']}")
    query(api, f"{LIST} ORDER BY Name ASC LIMIT 4 OFFSET 8")
    api.post(f"{BASE}/sobjects/Lead", {"FirstName": "Somebody", "Company": "Somewhere"})
    query(api, f"{LIST} WHERE Name LIKE '%zz%' ORDER BY CreatedDate DESC LIMIT 50")

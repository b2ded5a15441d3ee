"""Salesforce's User Interface API: every field is `{displayValue, value}` inside `fields`."""

from __future__ import annotations

import hashlib
import random
from typing import Any

from benchmarks.twin.elsewhere.apis.crm import USER, Leads, Row
from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Said, has, in_order

HOST = "acme.lightning.force.example"
BASE = "/services/data/v59.0/ui-api"
LIST = ["Id", "Name", "Company", "Status", "Email", "CreatedDate"]
CHOICES = ("Status", "LeadSource", "Rating")
VIEWS = {"AllLeads": "", "OpenLeads": "Open"}


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.leads = Leads(clock, chance)

    def answer(self, asked: Asked) -> Said:
        match asked.method, asked.parts[4:]:
            case "GET", ["list-records", "Lead", view]:
                return Said(self.listed(view, asked.query))
            case "GET", ["records", key]:
                return Said(record(self.one(key), names_of(asked.query)))
            case "POST", ["records"]:
                return Said(record(self.make(asked.body["fields"])), 201)
            case "PATCH", ["records", key]:
                self.leads.change(self.one(key), asked.body["fields"])
                return Said(record(self.leads.rows[key]))
            case "DELETE", ["records", key]:
                self.one(key)
                del self.leads.rows[key]
                return Said(status=204)
        raise Refused(404, [{"errorCode": "NOT_FOUND", "message": "The requested resource does not exist"}])

    def one(self, key: str) -> Row:
        if key not in self.leads.rows:
            raise Refused(404, [{"errorCode": "NOT_FOUND", "message": "The requested resource does not exist"}])
        return self.leads.rows[key]

    def make(self, sent: Row) -> Row:
        missing = self.leads.missing(sent)
        if missing:
            errors = [
                {"constituentField": None, "duplicateRecordError": None, "errorCode": "REQUIRED_FIELD_MISSING",
                 "field": name, "fieldLabel": name, "message": f"Required fields are missing: [{name}]"}
                for name in missing
            ]  # fmt: skip
            output = {"errors": [], "fieldErrors": {one["field"]: [one] for one in errors}}
            message = "An error occurred while trying to update the record. Please try again."
            answer = {"message": message, "statusCode": 400, "enhancedErrorType": "RecordError", "output": output}
            raise Refused(400, answer)
        return self.leads.make(sent)

    def listed(self, view: str, said: Row) -> Any:
        word, size, start = said.get("searchTerm") or "", int(said.get("pageSize", 50)), int(said.get("pageToken") or 0)
        rows = [row for row in self.leads.rows.values() if VIEWS[view] in ("", row["Status"])]
        rows = [row for row in rows if has(row, word, "Name", "Company")]
        sort = str(said.get("sortBy") or "Name")
        rows = in_order(rows, lambda row: row[sort.lstrip("-")], down=sort[0] == "-")
        page, after = rows[start : start + size], start + size
        url = f"{BASE}/list-records/Lead/{view}?pageSize={size}&pageToken="
        more = after < len(rows)
        return {
            "count": len(page), "currentPageToken": str(start), "currentPageUrl": f"{url}{start}", "fields": [],
            "listReference": {"id": None, "listViewApiName": view, "objectApiName": "Lead", "type": "listView"},
            "nextPageToken": str(after) if more else None, "nextPageUrl": f"{url}{after}" if more else None,
            "pageSize": size, "previousPageToken": str(max(0, start - size)) if start else None,
            "records": [record(row, LIST) for row in page], "searchTerm": word or None, "sortBy": [sort],
        }  # fmt: skip


def names_of(said: Row) -> list[str]:
    if "layoutTypes" in said or "fields" not in said:
        return []
    return [name.partition(".")[2] for name in said["fields"].split(",")]


def record(row: Row, names: list[str] | None = None) -> Row:
    """As the API shows it. Choices, money and dates are displayed otherwise than they are kept."""
    mark = hashlib.md5(repr(sorted(row.items())).encode()).hexdigest()
    return {
        "apiName": "Lead", "childRelationships": {}, "eTag": mark,
        "fields": {name: field(name, row[name]) for name in sorted(names or row)},
        "id": row["Id"], "lastModifiedById": USER, "lastModifiedDate": row["LastModifiedDate"],
        "recordTypeId": "012000000000000AAA", "recordTypeInfo": None, "systemModstamp": row["SystemModstamp"],
    }  # fmt: skip


def field(name: str, value: Any) -> Row:
    if value is None or isinstance(value, bool):
        return {"displayValue": None, "value": value}
    if name in CHOICES:
        return {"displayValue": value, "value": value}
    if name == "AnnualRevenue":
        return {"displayValue": f"${value:,.0f}", "value": value}
    return {"displayValue": None, "value": value}


FIELDS = ",".join(
    f"Lead.{name}" for name in ("Name", "Company", "Status", "Email", "Phone", "LeadSource", "AnnualRevenue")
)


def tour(api: Client) -> None:
    found = api.get(f"{BASE}/list-records/Lead/AllLeads", pageSize=50, sortBy="Name")
    keys = [one["id"] for one in found["records"]]
    api.get(f"{BASE}/list-records/Lead/AllLeads", pageSize=50, sortBy="-Name")
    api.get(f"{BASE}/list-records/Lead/AllLeads", pageSize=4, sortBy="Name")
    api.get(f"{BASE}/list-records/Lead/AllLeads", pageSize=4, pageToken=4, sortBy="Name")
    api.get(f"{BASE}/list-records/Lead/AllLeads", pageSize=50, sortBy="Name", searchTerm="north")
    api.get(f"{BASE}/list-records/Lead/OpenLeads", pageSize=50, sortBy="Name")
    for key in keys[:4]:
        api.get(f"{BASE}/records/{key}", fields=FIELDS)
    for key in keys:
        api.get(f"{BASE}/records/{key}", layoutTypes="Full")
    sent = {"FirstName": "Kara", "LastName": "Boyd", "Company": "Pine Street", "LeadSource": "Web"}
    made = api.post(f"{BASE}/records", {"apiName": "Lead", "fields": sent})
    api.get(f"{BASE}/records/{made['id']}", fields=FIELDS)
    api.get(f"{BASE}/list-records/Lead/AllLeads", pageSize=50, sortBy="Name")
    api.patch(f"{BASE}/records/{made['id']}", {"fields": {"Status": "Working", "Phone": "555 0142"}})
    api.get(f"{BASE}/records/{made['id']}", fields=FIELDS)
    api.get(f"{BASE}/list-records/Lead/OpenLeads", pageSize=50, sortBy="Name")
    sent = {"LastName": "Quill", "Company": "Quill and Sons", "Status": "Working", "AnnualRevenue": 25000}
    second = api.post(f"{BASE}/records", {"apiName": "Lead", "fields": sent})
    api.patch(f"{BASE}/records/{second['id']}", {"fields": {"LastName": "Quillon"}})
    api.delete(f"{BASE}/records/{second['id']}")
    api.get(f"{BASE}/records/{second['id']}", fields=FIELDS)
    api.get(f"{BASE}/list-records/Lead/AllLeads", pageSize=50, sortBy="Name")


def other(api: Client) -> None:
    found = api.get(f"{BASE}/list-records/Lead/AllLeads", pageSize=50, sortBy="Name")
    keys = [one["id"] for one in found["records"]]
    api.get(f"{BASE}/list-records/Lead/OpenLeads", pageSize=50, sortBy="Name")
    api.get(f"{BASE}/list-records/Lead/AllLeads", pageSize=3, sortBy="Name")
    api.get(f"{BASE}/list-records/Lead/AllLeads", pageSize=3, pageToken=3, sortBy="Name")
    api.get(f"{BASE}/list-records/Lead/AllLeads", pageSize=50, sortBy="-Company")
    api.get(f"{BASE}/list-records/Lead/AllLeads", pageSize=50, sortBy="Name", searchTerm="ar")
    api.get(f"{BASE}/records/{keys[6]}", fields=FIELDS)
    api.get(f"{BASE}/records/{keys[7]}", fields=FIELDS)
    sent = {
        "FirstName": "Lena",
        "LastName": "Moss",
        "Company": "Reed Group",
        "Status": "Working",
        "LeadSource": "Phone",
    }
    made = api.post(f"{BASE}/records", {"apiName": "Lead", "fields": sent})
    api.get(f"{BASE}/records/{made['id']}", fields=FIELDS)
    sent = {"LastName": "Ott", "Company": "Ott Tools", "Email": "o@ott.example"}
    second = api.post(f"{BASE}/records", {"apiName": "Lead", "fields": sent})
    api.get(f"{BASE}/list-records/Lead/AllLeads", pageSize=50, sortBy="Name")
    api.get(f"{BASE}/list-records/Lead/OpenLeads", pageSize=50, sortBy="Name")
    api.patch(f"{BASE}/records/{second['id']}", {"fields": {"Company": "Ott and Daughters", "Rating": "Hot"}})
    api.get(f"{BASE}/records/{second['id']}", fields=FIELDS)
    api.patch(f"{BASE}/records/{keys[0]}", {"fields": {"Status": "Closed", "FirstName": "Adele"}})
    api.get(f"{BASE}/records/{keys[0]}", fields=FIELDS)
    api.get(f"{BASE}/list-records/Lead/OpenLeads", pageSize=50, sortBy="Name")
    api.delete(f"{BASE}/records/{keys[3]}")
    api.get(f"{BASE}/records/{keys[3]}", fields=FIELDS)
    api.get(f"{BASE}/list-records/Lead/AllLeads", pageSize=50, sortBy="-Name")
    api.get(f"{BASE}/list-records/Lead/AllLeads", pageSize=50, sortBy="Name", searchTerm="reed")
    api.delete(f"{BASE}/records/{made['id']}")
    api.get(f"{BASE}/list-records/Lead/AllLeads", pageSize=50, sortBy="Name", searchTerm="zzz")
    api.get(f"{BASE}/list-records/Lead/AllLeads", pageSize=4, pageToken=8, sortBy="Name")

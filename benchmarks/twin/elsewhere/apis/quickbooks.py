"""QuickBooks' API: lists by a query language in `query=`, one address that creates or changes (a sparse change names `Id` and the
`SyncToken` that was read last, else it is stale), envelopes with a moment, references of value and name, invoices of lines, deletes
by `operation=delete`, customers that are put out of use, `Fault`s with codes."""

from __future__ import annotations

import random
import re
from datetime import datetime, timedelta, timezone
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said, in_order

HOST = "books.example"
BASE = "/v3/company/9130"
CUSTOMERS = (
    ("Alder Joinery", "Ada", "Vance", "office@alder.example", "Oslo"), ("Birch & Sons", "Ben", "Okafor", "hello@birch.example", "Bergen"),
    ("Cedar Boats", "Chloe", "Marsh", "chloe@cedar.example", "Oslo"), ("Dune Hotels", "Dev", "Anand", "desk@dune.example", "Malmo"),
    ("Elm Bakery", "Elsa", "Brandt", "elsa@elm.example", "Bergen"), ("Fern Garden Centre", "Finn", "Moss", "finn@fern.example", "Turku"),
    ("Gorse Hill School", "Gita", "Rao", "office@gorse.example", "Turku"), ("Heath Cycles", "Hugo", "Lind", "hugo@heath.example", "Malmo"),
    ("Ivy Books", "Ines", "Duarte", "ines@ivy.example", "Oslo"), ("Juniper Law", "Jon", "Frost", "jon@juniper.example", "Bergen"),
)  # fmt: skip
ITEMS = {"1": ("Repair", 80.0), "2": ("Design", 120.0), "3": ("Delivery", 35.0)}
INVOICES = (
    ("1", "2025-01-14", (("1", 2), ("3", 1)), 0.0), ("3", "2025-01-20", (("2", 5),), 600.0), ("3", "2025-02-03", (("1", 1),), 80.0),
    ("5", "2025-02-07", (("3", 4),), 0.0), ("2", "2025-02-11", (("1", 6), ("2", 1)), 600.0), ("9", "2025-02-18", (("2", 2),), 240.0),
)  # fmt: skip
WHERE = re.compile(r"(\w+(?:\.\w+)*)\s*(=|like|>=|<=|>|<)\s*(?:'([^']*)'|(\w+))", re.IGNORECASE)


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.last = clock, 20
        self.rows: dict[str, dict[str, Row]] = {"Customer": {}, "Invoice": {}}
        for number, (name, given, family, mail, city) in enumerate(CUSTOMERS, 1):
            moment = f"2025-01-{number:02}T09:{number:02}:00-08:00"
            self._customer(str(number), moment, {
                "DisplayName": name, "GivenName": given, "FamilyName": family, "PrimaryEmailAddr": {"Address": mail},
                "BillAddr": {"City": city}, "Notes": None,
            })  # fmt: skip
        for number, (who, day, lines, left) in enumerate(INVOICES, 1):
            sent = {"CustomerRef": {"value": who}, "TxnDate": day, "Line": [
                {"Amount": ITEMS[item][1] * many, "SalesItemLineDetail": {"ItemRef": {"value": item}, "Qty": many}} for item, many in lines
            ]}  # fmt: skip
            self._invoice(str(number), f"{day}T10:00:00-08:00", sent)["Balance"] = left

    def _now(self) -> str:
        return datetime.fromtimestamp(self.clock.now, timezone(timedelta(hours=-8))).isoformat()

    def _customer(self, key: str, moment: str, sent: Row) -> Row:
        row = {
            "domain": "QBO", "sparse": False, "Id": key, "SyncToken": "0", "Active": True, "Taxable": False, "Balance": 0,
            "MetaData": {"CreateTime": moment, "LastUpdatedTime": moment}, **sent,
        }  # fmt: skip
        row["FullyQualifiedName"] = row["PrintOnCheckName"] = row["DisplayName"]
        self.rows["Customer"][key] = row
        return row

    def _invoice(self, key: str, moment: str, sent: Row) -> Row:
        row = {"domain": "QBO", "sparse": False, "Id": key, "SyncToken": "0", "DocNumber": str(1000 + int(key)),
               "MetaData": {"CreateTime": moment, "LastUpdatedTime": moment}, "EmailStatus": "NotSet"}  # fmt: skip
        self.rows["Invoice"][key] = row
        self._bill(row, sent)
        return row

    def _bill(self, row: Row, sent: Row) -> None:
        """What an invoice says of what was sent."""
        row.update(
            {name: value for name, value in sent.items() if name not in ("Line", "CustomerRef", "sparse", "SyncToken")}
        )
        if "CustomerRef" in sent:
            who = self.rows["Customer"][sent["CustomerRef"]["value"]]
            row["CustomerRef"] = {"value": who["Id"], "name": who["DisplayName"]}
        if "Line" in sent:
            row["Line"] = []
            for place, line in enumerate(sent["Line"], 1):
                item = line["SalesItemLineDetail"]["ItemRef"]["value"]
                detail = {**line["SalesItemLineDetail"], "ItemRef": {"value": item, "name": ITEMS[item][0]}}
                row["Line"].append(
                    {
                        "Id": str(place),
                        "LineNum": place,
                        **line,
                        "DetailType": "SalesItemLineDetail",
                        "SalesItemLineDetail": detail,
                    }
                )
            row["TotalAmt"] = row["Balance"] = sum(line["Amount"] for line in row["Line"])

    def answer(self, asked: Asked) -> Said:
        match asked.method, asked.parts[3:]:
            case "GET", ["query"]:
                return Said({"QueryResponse": self._query(asked.query["query"]), "time": self._now()})
            case "GET", [kind, key]:
                return self._said(kind.title(), self._one(kind.title(), key))
            case "POST", [kind]:
                return self._said(kind.title(), self._write(kind.title(), asked))
        raise Refused(404, {"message": "No such operation"})

    def _said(self, kind: str, row: Row) -> Said:
        return Said({kind: row, "time": self._now()})

    def _fault(self, code: str, message: str, detail: str) -> Refused:
        error = {"Message": message, "Detail": detail, "code": code}
        return Refused(400, {"Fault": {"Error": [error], "type": "ValidationFault"}, "time": self._now()})

    def _one(self, kind: str, key: str) -> Row:
        if key not in self.rows[kind]:
            raise self._fault(
                "610", "Object Not Found", "Object Not Found : Something you're trying to use has been made inactive."
            )
        return self.rows[kind][key]

    def _write(self, kind: str, asked: Asked) -> Row:
        sent: Row = asked.body
        if asked.query.get("operation") == "delete":
            self.rows[kind].pop(self._current(kind, sent)["Id"])
            return {"domain": "QBO", "status": "Deleted", "Id": sent["Id"]}
        if "Id" in sent:
            row = self._current(kind, sent)
            if kind == "Customer":
                row.update({name: value for name, value in sent.items() if name not in ("sparse", "SyncToken")})
                row["FullyQualifiedName"] = row["PrintOnCheckName"] = row["DisplayName"]
            else:
                self._bill(row, sent)
            row["SyncToken"] = str(int(row["SyncToken"]) + 1)
            row["MetaData"] = {**row["MetaData"], "LastUpdatedTime": self._now()}
            return row
        if kind == "Customer":
            name = sent.get("DisplayName")
            if not name:
                raise self._fault(
                    "2020",
                    "Required param missing, need to supply the required value for the API",
                    "Required parameter DisplayName is missing",
                )
            if any(row["DisplayName"] == name for row in self.rows[kind].values()):
                raise self._fault("6240", "Duplicate Name Exists Error", "The name supplied already exists.")
        key = str(self.last if kind == "Customer" else max(map(int, self.rows[kind])) + 1)
        self.last += kind == "Customer"
        return self._customer(key, self._now(), sent) if kind == "Customer" else self._invoice(key, self._now(), sent)

    def _current(self, kind: str, sent: Row) -> Row:
        row = self._one(kind, sent["Id"])
        if row["SyncToken"] != sent.get("SyncToken"):
            raise self._fault(
                "5010",
                "Stale Object Error",
                "Stale Object Error : You and someone else were working on this at the same time.",
            )
        return row

    def _query(self, words: str) -> Row:
        named = re.search(r"from (\w+)", words, re.IGNORECASE)
        if named is None:
            raise self._fault("4000", "QueryParserError", f"QueryParserError: {words}")
        kind = named[1]
        _, _, tail = words.partition(" where ")
        conditions = [
            (name, how.lower(), text or bare)
            for name, how, text, bare in WHERE.findall(
                re.split(r" orderby | startposition ", tail, flags=re.IGNORECASE)[0]
            )
        ]
        rows = [
            row
            for row in self.rows[kind].values()
            if row.get("Active", True) and all(fits(row, *one) for one in conditions)
        ]
        if "count(*)" in words:
            return {"totalCount": len(rows)}
        if order := re.search(r"orderby (\w+)( desc)?", words, re.IGNORECASE):
            rows = in_order(rows, lambda row: row.get(order[1]), down=bool(order[2]))
        start, most = re.search(r"startposition (\d+)", words), re.search(r"maxresults (\d+)", words)
        first = int(start[1]) if start else 1
        rows = rows[first - 1 : first - 1 + (int(most[1]) if most else 100)]
        return {kind: rows, "startPosition": first, "maxResults": len(rows)} if rows else {}


def fits(row: Row, name: str, how: str, text: str) -> bool:
    value: Any = row
    for part in name.split("."):
        value = (value or {}).get(part)
    if isinstance(value, dict):
        value = value.get("value")
    value = str(value if value is not None else "")
    if how == "like":
        return text.strip("%").lower() in value.lower()
    return {
        "=": value.lower() == text.lower(),
        ">=": value >= text,
        "<=": value <= text,
        ">": value > text,
        "<": value < text,
    }[how]


def query(api: Client, words: str) -> Any:
    return api.get(f"{BASE}/query", query=words, minorversion=65)["QueryResponse"]


def save(api: Client, kind: str, sent: Row, **more: str) -> Any:
    said = api.post(f"{BASE}/{kind}", sent, **more, minorversion=65)
    return said.get(kind.title())


def line(item: str, many: int) -> Row:
    return {
        "Amount": ITEMS[item][1] * many,
        "DetailType": "SalesItemLineDetail",
        "SalesItemLineDetail": {"ItemRef": {"value": item}, "Qty": many},
    }


def customer(name: str, given: str, family: str, mail: str, city: str) -> Row:
    return {
        "DisplayName": name,
        "GivenName": given,
        "FamilyName": family,
        "PrimaryEmailAddr": {"Address": mail},
        "BillAddr": {"City": city},
        "Notes": None,
    }


def tour(api: Client) -> None:
    query(api, "select count(*) from Customer")
    query(api, "select * from Customer startposition 1 maxresults 20")
    query(api, "select * from Customer startposition 1 maxresults 4")
    query(api, "select * from Customer startposition 5 maxresults 4")
    query(api, "select * from Customer where DisplayName like '%oo%'")
    query(api, "select * from Customer orderby DisplayName desc startposition 1 maxresults 20")
    query(api, "select * from Invoice startposition 1 maxresults 20")
    query(api, "select * from Invoice where CustomerRef = '3'")
    api.get(f"{BASE}/customer/3", minorversion=65)
    api.get(f"{BASE}/customer/2", minorversion=65)
    api.get(f"{BASE}/invoice/2", minorversion=65)
    made = save(api, "customer", customer("Kelp Diving", "Kim", "Sato", "kim@kelp.example", "Oslo"))
    api.get(f"{BASE}/customer/{made['Id']}", minorversion=65)
    query(api, "select * from Customer startposition 1 maxresults 20")
    save(
        api,
        "customer",
        {"Id": made["Id"], "SyncToken": "0", "sparse": True, "DisplayName": "Kelp Diving School", "Notes": "Pays late"},
    )
    api.get(f"{BASE}/customer/{made['Id']}", minorversion=65)
    save(api, "customer", {"Id": made["Id"], "SyncToken": "0", "sparse": True, "Notes": "Pays early"})
    save(api, "customer", customer("Elm Bakery", "Eve", "Stone", "eve@elm.example", "Oslo"))
    save(api, "customer", {"GivenName": "Nobody"})
    bill = save(
        api, "invoice", {"CustomerRef": {"value": "3"}, "TxnDate": "2025-03-03", "Line": [line("1", 3), line("3", 1)]}
    )
    api.get(f"{BASE}/invoice/{bill['Id']}", minorversion=65)
    query(api, "select * from Invoice where CustomerRef = '3'")
    query(api, "select * from Invoice startposition 1 maxresults 20")
    save(
        api,
        "invoice",
        {"Id": bill["Id"], "SyncToken": "0", "sparse": True, "TxnDate": "2025-03-05", "EmailStatus": "NeedToSend"},
    )
    api.get(f"{BASE}/invoice/{bill['Id']}", minorversion=65)
    save(api, "invoice", {"Id": "4", "SyncToken": "0"}, operation="delete")
    query(api, "select * from Invoice startposition 1 maxresults 20")
    save(api, "customer", {"Id": "8", "SyncToken": "0", "sparse": True, "Active": False})
    query(api, "select * from Customer startposition 1 maxresults 20")
    query(api, "select count(*) from Customer")


def other(api: Client) -> None:
    query(api, "select * from Customer startposition 1 maxresults 20")
    query(api, "select * from Customer startposition 7 maxresults 3")
    query(api, "select * from Customer where DisplayName like '%er%'")
    query(api, "select * from Invoice where CustomerRef = '5'")
    api.get(f"{BASE}/customer/6", minorversion=65)
    api.get(f"{BASE}/invoice/5", minorversion=65)
    made = save(api, "customer", customer("Lark Press", "Lea", "Holm", "lea@lark.example", "Turku"))
    query(api, "select * from Customer startposition 1 maxresults 20")
    query(api, "select count(*) from Customer")
    save(api, "customer", {"Id": made["Id"], "SyncToken": "0", "sparse": True, "GivenName": "Lena"})
    save(api, "customer", {"Id": made["Id"], "SyncToken": "1", "sparse": True, "Notes": "New in town"})
    api.get(f"{BASE}/customer/{made['Id']}", minorversion=65)
    save(api, "customer", {"Id": "4", "SyncToken": "0", "sparse": True, "Notes": "Twelve rooms"})
    save(api, "customer", {"Id": "4", "SyncToken": "0", "sparse": True, "Notes": "Fourteen rooms"})
    api.get(f"{BASE}/customer/4", minorversion=65)
    save(api, "customer", customer("Ivy Books", "Ian", "Reed", "ian@ivy.example", "Oslo"))
    bill = save(api, "invoice", {"CustomerRef": {"value": made["Id"]}, "TxnDate": "2025-03-11", "Line": [line("2", 2)]})
    query(api, f"select * from Invoice where CustomerRef = '{made['Id']}'")
    query(api, "select * from Invoice startposition 1 maxresults 20")
    save(api, "invoice", {"Id": bill["Id"], "SyncToken": "0", "sparse": True, "EmailStatus": "NeedToSend"})
    save(api, "invoice", {"Id": "2", "SyncToken": "0"}, operation="delete")
    api.get(f"{BASE}/invoice/2", minorversion=65)
    query(api, "select * from Invoice startposition 1 maxresults 20")
    save(api, "customer", {"Id": "2", "SyncToken": "0", "sparse": True, "Active": False})
    query(api, "select * from Customer startposition 1 maxresults 20")
    query(api, "select count(*) from Customer")
    query(api, "select * from Customer orderby DisplayName desc startposition 1 maxresults 20")

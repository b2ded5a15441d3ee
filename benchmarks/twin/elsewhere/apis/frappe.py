"""Frappe's desk, as ERPNext has it: every call is a method in the address with a form whose fields may be JSON, lists come
as keys and rows of values, whole documents are saved with their child tables, drafts are submitted (`docstatus`)."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said, has, in_order, token

HOST = "erp.harbour.example"
BASE = "/api/method/"
USER = "mara@harbour.example"
LETTERS = "0123456789abcdefghijklmnopqrstuv"
LEADS = (
    ("Ada", "Vance", "ada@northwind.example", "Northwind Mills", "Lead", "Campaign"),
    ("Ben", "Okafor", "ben@tidewater.example", "Tidewater Supply", "Open", "Walk In"),
    ("Chloe", "Marsh", "chloe@quarry.example", "Quarry Labs", "Replied", "Campaign"),
    ("Dev", "Anand", "dev@bluebird.example", "Bluebird Foods", "Lead", "Existing Customer"),
    ("Elif", "Kaya", "elif@lattice.example", "Lattice Design", "Open", "Walk In"),
    ("Finn", "Osborne", "finn@cobalt.example", "Cobalt Freight", "Interested", "Campaign"),
    ("Gita", "Rao", "gita@gorse.example", "Gorse Hill School", "Open", "Existing Customer"),
    ("Hugo", "Lind", "hugo@heath.example", "Heath Cycles", "Replied", "Walk In"),
    ("Ines", "Duarte", "ines@ivy.example", "Ivy Books", "Lead", "Campaign"),
)  # fmt: skip
CUSTOMERS = {"Elm Bakery": "Oslo", "Fern Garden Centre": "Turku", "Juniper Law": "Bergen", "Dune Hotels": "Malmo"}
ITEMS = {"REPAIR": ("Repair", 80.0), "DESIGN": ("Design", 120.0), "DELIVERY": ("Delivery", 35.0)}
QUOTATIONS = (
    ("Elm Bakery", "2025-02-10", (("REPAIR", 2), ("DELIVERY", 1)), 1), ("Juniper Law", "2025-02-14", (("DESIGN", 5),), 1),
    ("Dune Hotels", "2025-02-20", (("REPAIR", 1),), 0), ("Elm Bakery", "2025-02-25", (("DELIVERY", 4),), 0),
)  # fmt: skip
OF = {"Lead": "CRM-LEAD-2025-", "Quotation": "SAL-QTN-2025-"}
SERIES = {"Lead": "CRM-LEAD-.YYYY.-", "Quotation": "SAL-QTN-.YYYY.-"}
COLUMNS = {
    "Lead": ("name", "owner", "modified", "docstatus", "lead_name", "status", "company_name", "email_id", "source"),
    "Quotation": ("name", "owner", "modified", "docstatus", "status", "customer_name", "transaction_date", "grand_total"),
}  # fmt: skip
UNSAVED = ("__islocal", "__unsaved", "localname", "__run_link_triggers")


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance = clock, random.Random(5)
        self.rows: dict[str, dict[str, Row]] = {"Lead": {}, "Quotation": {}}
        self.comments: list[Row] = []
        self.versions: list[Row] = []
        for number, (first, last, mail, company, status, source) in enumerate(LEADS):
            sent = {"first_name": first, "last_name": last, "email_id": mail, "company_name": company, "status": status,
                    "source": source}  # fmt: skip
            self._make("Lead", sent, f"2025-02-{number + 3:02} 09:{number * 6:02}:00.{101010 + number * 7919:06}")
        for customer, day, lines, submitted in QUOTATIONS:
            row = self._make("Quotation", quotation(customer, day, *lines), f"{day} 11:20:00.402113")
            if submitted:
                self._submit(row)
        self.chance = chance

    def _now(self) -> str:
        return self.clock.iso("%Y-%m-%d %H:%M:%S.318264")

    def _make(self, kind: str, sent: Row, moment: str) -> Row:
        name = f"{OF[kind]}{len(self.rows[kind]) + 1 + self.clock_gap(kind):05}"
        row = {"name": name, "owner": USER, "creation": moment, "modified": moment, "modified_by": USER, "docstatus": 0,
               "idx": 0, "naming_series": SERIES[kind]}  # fmt: skip
        if kind == "Lead":
            row |= {"first_name": None, "last_name": None, "lead_name": "", "email_id": None, "mobile_no": None,
                    "company_name": None, "status": "Lead", "source": None, "lead_owner": USER, "title": ""}  # fmt: skip
        else:
            row |= {
                "party_name": None,
                "customer_name": "",
                "status": "Draft",
                "currency": "EUR",
                "order_lost_reason": None,
            }
        row["doctype"] = kind
        self.rows[kind][name] = row
        self._put(row, sent, moment)
        return row

    def clock_gap(self, kind: str) -> int:
        """Numbers of what was deleted are not given again."""
        return self.__dict__.setdefault("gaps", {}).get(kind, 0)

    def _put(self, row: Row, sent: Row, moment: str) -> None:
        kept = ("name", "owner", "creation", "docstatus", "doctype", "items", *UNSAVED)
        row.update({name: value for name, value in sent.items() if name not in kept})
        row["modified"] = moment
        if row["doctype"] == "Lead":
            row["lead_name"] = " ".join(part for part in (row["first_name"], row["last_name"]) if part)
            row["lead_name"] = row["lead_name"] or row["company_name"] or ""
            row["title"] = row["company_name"] or row["lead_name"]
            return
        row["customer_name"] = row["party_name"]
        if "items" in sent:
            row["items"] = [self._line(row, place, line, moment) for place, line in enumerate(sent["items"], 1)]
        row["total_qty"] = sum(line["qty"] for line in row["items"])
        row["total"] = row["net_total"] = row["grand_total"] = sum(line["amount"] for line in row["items"])

    def _line(self, row: Row, place: int, line: Row, moment: str) -> Row:
        new = line.get("__islocal") or "name" not in line
        made: Row = {
            "name": token(self.chance, 10, LETTERS) if new else line["name"], "owner": USER,
            "creation": moment if new else line["creation"], "modified": moment, "modified_by": USER,
            "docstatus": row["docstatus"], "idx": place, "item_code": line["item_code"],
            "item_name": ITEMS[line["item_code"]][0], "qty": line["qty"], "rate": line["rate"],
            "amount": line["qty"] * line["rate"], "uom": "Nos", "parent": row["name"], "parentfield": "items",
            "parenttype": "Quotation", "doctype": "Quotation Item",
        }  # fmt: skip
        return made

    def _submit(self, row: Row) -> None:
        row["docstatus"], row["status"] = 1, "Open"
        for line in row["items"]:
            line["docstatus"] = 1

    def answer(self, asked: Asked) -> Said:
        sent = {name: parsed(value) for name, value in {**asked.query, **(asked.body or {})}.items()}
        method = asked.parts[-1].removeprefix("frappe.")
        does: dict[str, Callable[[Row], Row]] = {
            "desk.reportview.get": self._listed, "desk.reportview.get_count": self._counted,
            "desk.listview.get_group_by_count": self._grouped, "desk.form.load.getdoc": self._opened,
            "desk.form.save.savedocs": self._saved, "desk.form.save.cancel": self._cancelled,
            "client.get_list": self._client_list, "client.get_value": self._value, "client.set_value": self._set,
            "client.delete": self._deleted, "desk.reportview.delete_items": self._deleted,
            "desk.form.utils.add_comment": self._commented, "desk.search.search_link": self._searched,
        }  # fmt: skip
        return Said(does[method](sent))

    def _found(self, sent: Row) -> list[Row]:
        rows = [*self.rows[sent["doctype"]].values()]
        for condition in sent.get("filters") or []:
            name, how, value = condition[-3:]
            rows = [one for one in rows if fits(one.get(name), how, value)]
        order, _, way = (sent.get("order_by") or "modified desc").partition(" ")
        name = order.split(".")[-1].strip("`")
        return in_order(rows, lambda one: one[name], down=way == "desc")

    def _listed(self, sent: Row) -> Row:
        start, size = int(sent["start"]), int(sent["page_length"])
        rows = self._found(sent)[start : start + size]
        names = [field.split(".")[-1].strip("`") for field in sent["fields"]]
        keys = [*names, "_comment_count"]
        values = [[*(row.get(name) for name in names), self._count_of(row["name"])] for row in rows]
        if not rows:
            return {"message": []}
        user = {"name": USER, "fullname": "Mara Quill", "email": USER, "image": None}
        return {"message": {"keys": keys, "values": values, "user_info": {USER: user}}}

    def _count_of(self, name: str) -> int:
        return sum(one["reference_name"] == name for one in self.comments)

    def _counted(self, sent: Row) -> Row:
        return {"message": len(self._found(sent))}

    def _grouped(self, sent: Row) -> Row:
        counts: dict[str, int] = {}
        for row in self._found({**sent, "filters": sent["current_filters"]}):
            counts[row[sent["field"]]] = counts.get(row[sent["field"]], 0) + 1
        groups = [{"name": name, "count": count} for name, count in counts.items()]
        return {"message": sorted(groups, key=lambda one: (-one["count"], one["name"]))}

    def _client_list(self, sent: Row) -> Row:
        conditions = [[name, "=", value] for name, value in (sent.get("filters") or {}).items()]
        rows = self._found({**sent, "filters": conditions})[: int(sent.get("limit_page_length", 20))]
        return {"message": [{name: row.get(name) for name in sent["fields"]} for row in rows]}

    def _value(self, sent: Row) -> Row:
        if sent["doctype"] == "Item":
            name, rate = ITEMS[sent["filters"]["name"]]
            return {"message": {"item_name": name, "standard_rate": rate}}
        row = self._one(sent["doctype"], sent["filters"]["name"])
        return {"message": {name: row.get(name) for name in sent["fieldname"]}}

    def _one(self, kind: str, name: str) -> Row:
        if name not in self.rows[kind]:
            raise self._refused(404, "DoesNotExistError", f"{kind} {name} not found")
        return self.rows[kind][name]

    def _opened(self, sent: Row) -> Row:
        return self._whole(self._one(sent["doctype"], sent["name"]))

    def _whole(self, row: Row, **more: Any) -> Row:
        mine = [{name: one[name] for name in ("name", "creation", "content", "owner", "comment_type")}
                for one in self.comments if one["reference_name"] == row["name"]]  # fmt: skip
        versions = [one for one in self.versions if one["docname"] == row["name"]]
        told = [{name: one[name] for name in ("name", "owner", "creation", "data")} for one in versions]
        docinfo = {
            "doctype": row["doctype"], "name": row["name"], "attachments": [], "communications": [], "comments": mine,
            "total_comments": len(mine), "versions": told[::-1], "assignments": [], "permissions": {"read": 1, "write": 1},
            "shared": [], "views": [], "tags": "", "is_document_followed": None,
        }  # fmt: skip
        return {"docs": [{**row, **more}], "docinfo": docinfo}

    def _saved(self, sent: Row) -> Row:
        doc, kind = sent["doc"], sent["doc"]["doctype"]
        if kind == "Lead":
            self._check(doc)
        elif not doc.get("items"):
            raise self._refused(
                417, "MandatoryError", "[Quotation, new-quotation-1]: items", "Mandatory fields required in Quotation"
            )
        if doc.get("__islocal"):
            row = self._make(kind, doc, self._now())
            return self._whole(row, localname=doc["name"])
        row = self._one(kind, doc["name"])
        if row["modified"] != doc["modified"]:
            words = "Document has been modified after you have opened it. Please refresh to get the latest document."
            raise self._refused(417, "TimestampMismatchError", f"Error: {words}")
        before = {**row}
        self._put(row, doc, self._now())
        if sent["action"] == "Submit":
            self._submit(row)
        self._note(before, row)
        return self._whole(row)

    def _note(self, before: Row, row: Row) -> None:
        """The version that a change leaves."""
        changed = [[name, before[name], row[name]] for name in row
                   if name not in ("modified", "items") and before.get(name) != row[name]]  # fmt: skip
        if changed:
            data = json.dumps({"added": [], "changed": changed, "removed": [], "row_changed": []}, indent=1)
            self.versions.append({"name": token(self.chance, 10, LETTERS), "owner": USER, "creation": self._now(),
                                  "data": data, "docname": row["name"]})  # fmt: skip

    def _check(self, doc: Row) -> None:
        if not doc.get("first_name") and not doc.get("company_name"):
            words = "A Lead requires either a person's name or an organization's name"
            raise self._refused(417, "ValidationError", words)
        for one in self.rows["Lead"].values():
            if doc.get("email_id") and one["email_id"] == doc["email_id"] and one["name"] != doc["name"]:
                words = f"Email Address must be unique, it is already used in {one['name']}"
                raise self._refused(409, "DuplicateEntryError", words)

    def _refused(self, status: int, kind: str, words: str, told: str = "") -> Refused:
        message = json.dumps({"message": told or words, "title": "Message", "indicator": "red", "raise_exception": 1})
        exception = f"frappe.exceptions.{kind}: {words}"
        return Refused(status, {"exception": exception, "exc_type": kind, "_server_messages": json.dumps([message])})

    def _cancelled(self, sent: Row) -> Row:
        row = self._one(sent["doctype"], sent["name"])
        before = {**row}
        row["docstatus"], row["status"], row["modified"] = 2, "Cancelled", self._now()
        for line in row["items"]:
            line["docstatus"] = 2
        self._note(before, row)
        return self._whole(row)

    def _set(self, sent: Row) -> Row:
        row = self._one(sent["doctype"], sent["name"])
        before = {**row}
        self._put(row, {sent["fieldname"]: sent["value"]}, self._now())
        self._note(before, row)
        return {"message": row}

    def _deleted(self, sent: Row) -> Row:
        kind = sent["doctype"]
        for name in sent["items"] if "items" in sent else [sent["name"]]:
            row = self._one(kind, name)
            if row["docstatus"] == 1:
                raise self._refused(
                    417, "ValidationError", f"Submitted Record cannot be deleted. You must Cancel {name} first."
                )
            del self.rows[kind][name]
            gaps = self.__dict__.setdefault("gaps", {})
            gaps[kind] = gaps.get(kind, 0) + 1
        return {}

    def _commented(self, sent: Row) -> Row:
        row = {
            "name": token(self.chance, 10, LETTERS), "owner": USER, "creation": self._now(), "modified": self._now(),
            "modified_by": USER, "docstatus": 0, "idx": 0, "comment_type": "Comment", "comment_email": sent["comment_email"],
            "comment_by": sent["comment_by"], "reference_doctype": sent["reference_doctype"],
            "reference_name": sent["reference_name"], "content": sent["content"], "doctype": "Comment",
        }  # fmt: skip
        self.comments.append(row)
        return {"message": row}

    def _searched(self, sent: Row) -> Row:
        if sent["doctype"] == "Customer":
            rows = [{"value": name, "description": city} for name, city in CUSTOMERS.items()]
        else:
            rows = [{"value": code, "description": name} for code, (name, _) in ITEMS.items()]
        return {"message": [one for one in rows if has(one, sent.get("txt", ""), "value", "description")]}


def parsed(value: str) -> Any:
    """A field of the form: JSON, where it begins so."""
    return json.loads(value) if value[:1] in ("[", "{") else value


def fits(own: Any, how: str, value: Any) -> bool:
    match how:
        case "=":
            return str(own) == str(value)
        case "!=":
            return str(own) != str(value)
        case "like":
            return value.strip("%").lower() in str(own or "").lower()
        case "in":
            return own in value
        case ">" | ">=":
            return own is not None and (own > value if how == ">" else own >= value)
    raise AssertionError(how)


def quotation(customer: str, day: str, *lines: tuple[str, int]) -> Row:
    """What the form of a new one holds."""
    items = [{"doctype": "Quotation Item", "name": f"new-quotation-item-{place}", "__islocal": 1, "parent": "new-quotation-1",
              "parentfield": "items", "parenttype": "Quotation", "idx": place, "item_code": item, "item_name": ITEMS[item][0],
              "qty": many, "rate": ITEMS[item][1], "amount": many * ITEMS[item][1], "uom": "Nos"}
             for place, (item, many) in enumerate(lines, 1)]  # fmt: skip
    return {"doctype": "Quotation", "name": "new-quotation-1", "__islocal": 1, "__unsaved": 1, "naming_series": SERIES["Quotation"],
            "party_name": customer, "transaction_date": day, "status": "Draft", "currency": "EUR", "items": items}  # fmt: skip


def new_lead(number: int, first: str, last: str, mail: str, company: str, **more: Any) -> Row:
    return {"doctype": "Lead", "name": f"new-lead-{number}", "__islocal": 1, "__unsaved": 1, "naming_series": SERIES["Lead"],
            "first_name": first, "last_name": last, "email_id": mail, "company_name": company, "status": "Lead", **more}  # fmt: skip


def call(api: Client, method: str, **sent: Any) -> Any:
    """What `frappe.call` does."""
    fields = {name: value if isinstance(value, str) else json.dumps(value) for name, value in sent.items()}
    return api.form(f"{BASE}frappe.{method}", fields)


def listed(
    api: Client, kind: str, *filters: Any, order: str = "modified desc", start: int = 0, size: int = 20
) -> list[str]:
    """A list, and how many there are."""
    told = [[kind, *one] for one in filters]
    name, way = order.split()
    found = call(
        api, "desk.reportview.get", doctype=kind, fields=[f"`tab{kind}`.`{one}`" for one in COLUMNS[kind]], filters=told,
        order_by=f"`tab{kind}`.`{name}` {way}", start=start, page_length=size, view="List", group_by="",
        with_comment_count=1,
    )  # fmt: skip
    call(api, "desk.reportview.get_count", doctype=kind, filters=told, fields=[], distinct="false")
    return [row[0] for row in found["message"]["values"]] if found["message"] else []


def opened(api: Client, kind: str, name: str) -> Row:
    found: Any = api.get(f"{BASE}frappe.desk.form.load.getdoc", doctype=kind, name=name, _=int(api.clock.now * 1000))
    return dict(found["docs"][0]) if "docs" in found else {}


def save(api: Client, doc: Row, action: str = "Save") -> Row:
    found = call(api, "desk.form.save.savedocs", doc=doc, action=action)
    return dict(found["docs"][0]) if "docs" in found else {}


def comment(api: Client, kind: str, name: str, words: str) -> None:
    call(api, "desk.form.utils.add_comment", reference_doctype=kind, reference_name=name, content=f"<div>{words}</div>",
         comment_email=USER, comment_by="Mara Quill")  # fmt: skip


def start(api: Client) -> None:
    api.headers = [("X-Frappe-CSRF-Token", "4f0ab1c2d3"), ("X-Requested-With", "XMLHttpRequest")]


def tour(api: Client) -> None:
    start(api)
    keys = listed(api, "Lead")
    call(api, "desk.listview.get_group_by_count", doctype="Lead", current_filters=[], field="status")
    listed(api, "Lead", size=4)
    listed(api, "Lead", size=4, start=4)
    listed(api, "Lead", ["status", "=", "Open"])
    listed(api, "Lead", ["lead_name", "like", "%an%"])
    listed(api, "Lead", order="lead_name asc")
    for key in keys[:3]:
        opened(api, "Lead", key)
    made = save(api, new_lead(1, "Jon", "Frost", "jon@juniper.example", "Juniper Law", source="Campaign"))
    made = opened(api, "Lead", made["name"])
    listed(api, "Lead")
    made = save(api, {**made, "status": "Open", "mobile_no": "+47 555 0101", "__unsaved": 1})
    opened(api, "Lead", made["name"])
    comment(api, "Lead", made["name"], "Met at the fair")
    opened(api, "Lead", made["name"])
    listed(api, "Lead")
    call(api, "client.set_value", doctype="Lead", name=keys[1], fieldname="status", value="Replied")
    opened(api, "Lead", keys[1])
    call(api, "client.get_value", doctype="Lead", filters={"name": keys[0]}, fieldname=["lead_name", "email_id"])
    save(api, new_lead(2, "Ada", "Twin", "ada@northwind.example", "Twin Ltd"))
    save(api, new_lead(3, "", "", "", ""))
    second = save(api, new_lead(4, "Mis", "Take", "mis@take.example", "Take Ltd"))
    call(api, "client.delete", doctype="Lead", name=second["name"])
    opened(api, "Lead", second["name"])
    call(api, "desk.reportview.delete_items", doctype="Lead", items=[keys[7], keys[8]])
    listed(api, "Lead")
    call(api, "desk.listview.get_group_by_count", doctype="Lead", current_filters=[], field="status")
    quotations = listed(api, "Quotation")
    for key in quotations[:3]:
        opened(api, "Quotation", key)
    listed(api, "Quotation", ["docstatus", "=", "1"])
    call(api, "desk.search.search_link", doctype="Customer", txt="", page_length=10)
    call(api, "desk.search.search_link", doctype="Item", txt="", page_length=10)
    call(api, "client.get_value", doctype="Item", filters={"name": "DESIGN"}, fieldname=["item_name", "standard_rate"])
    offer = save(api, quotation("Juniper Law", "2025-03-03", ("DESIGN", 2), ("DELIVERY", 1)))
    offer = opened(api, "Quotation", offer["name"])
    first = {**offer["items"][0], "qty": 3, "amount": 360.0}
    offer = save(api, {**offer, "items": [first, offer["items"][1]], "__unsaved": 1})
    offer = save(api, offer, "Submit")
    opened(api, "Quotation", offer["name"])
    listed(api, "Quotation")
    call(api, "desk.form.save.cancel", doctype="Quotation", name=quotations[1])
    opened(api, "Quotation", quotations[1])
    call(api, "client.get_list", doctype="Quotation", fields=["name", "status"], filters={"party_name": "Elm Bakery"},
         limit_page_length=20)  # fmt: skip
    listed(api, "Quotation")


def other(api: Client) -> None:
    start(api)
    keys = listed(api, "Lead")
    listed(api, "Lead", size=5)
    listed(api, "Lead", size=5, start=5)
    listed(api, "Lead", ["status", "=", "Replied"])
    listed(api, "Lead", ["lead_name", "like", "%in%"])
    listed(api, "Lead", order="lead_name desc")
    opened(api, "Lead", keys[4])
    made = save(api, new_lead(1, "Kim", "Sato", "kim@kelp.example", "Kelp Diving", source="Walk In"))
    made = opened(api, "Lead", made["name"])
    listed(api, "Lead")
    made = save(api, {**made, "status": "Interested", "last_name": "Sato-Berg", "__unsaved": 1})
    made = opened(api, "Lead", made["name"])
    comment(api, "Lead", made["name"], "Wants a boat")
    comment(api, "Lead", made["name"], "Called back")
    opened(api, "Lead", made["name"])
    call(api, "client.set_value", doctype="Lead", name=keys[2], fieldname="status", value="Open")
    opened(api, "Lead", keys[2])
    save(api, new_lead(2, "Finn", "Twin", "finn@cobalt.example", "Twin Ltd"))
    save(api, new_lead(3, "", "", "", ""))
    call(api, "client.delete", doctype="Lead", name=keys[5])
    opened(api, "Lead", keys[5])
    call(api, "desk.reportview.delete_items", doctype="Lead", items=[keys[6]])
    listed(api, "Lead")
    call(api, "desk.listview.get_group_by_count", doctype="Lead", current_filters=[], field="status")
    call(api, "client.get_value", doctype="Lead", filters={"name": keys[3]}, fieldname=["lead_name", "email_id"])
    quotations = listed(api, "Quotation")
    opened(api, "Quotation", quotations[3])
    offer = save(api, quotation("Dune Hotels", "2025-03-10", ("REPAIR", 3), ("DESIGN", 1)))
    offer = opened(api, "Quotation", offer["name"])
    listed(api, "Quotation")
    offer = save(api, {**offer, "items": [{**offer["items"][0], "qty": 4, "amount": 320.0}], "__unsaved": 1})
    opened(api, "Quotation", offer["name"])
    offer = save(api, offer, "Submit")
    opened(api, "Quotation", offer["name"])
    call(api, "desk.form.save.cancel", doctype="Quotation", name=offer["name"])
    opened(api, "Quotation", offer["name"])
    call(api, "client.get_list", doctype="Quotation", fields=["name", "status"], filters={"party_name": "Dune Hotels"},
         limit_page_length=20)  # fmt: skip
    listed(api, "Quotation", ["docstatus", "=", "2"])

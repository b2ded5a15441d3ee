"""Intercom's API: lists that name their type, cursors by `starting_after`, searches by trees of conditions, contacts with custom
attributes, tags put on and taken off, notes below contacts, conversations that are answered, closed and assigned, moments in seconds,
errors in a list with a code."""

from __future__ import annotations

import random
from base64 import b64encode
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said, in_order, token

HOST = "api.talks.example"
ADMINS = {"501": "Ada Vance", "502": "Ben Okafor"}
TAGS = {"71": "VIP", "72": "Trial", "73": "Newsletter"}
CONTACTS = (
    ("Iris Bell", "iris@northwind.example", "user", "501", {"plan": "pro", "seats": 5}, ("71",)),
    ("Jon Frost", "jon@tidewater.example", "lead", None, {"plan": "free", "seats": 1}, ()),
    ("Kim Sato", "kim@northwind.example", "user", "502", {"plan": "pro", "seats": 12}, ("71", "73")),
    ("Lea Holm", "lea@bluebird.example", "lead", "501", {"plan": "team", "seats": 3}, ("72",)),
    ("Max Reyes", "max@harbour.example", "user", "502", {"plan": "free", "seats": 1}, ()),
    ("Nora Quist", "nora@lattice.example", "user", None, {"plan": "team", "seats": 8}, ("73",)),
    ("Omar Diaz", "omar@tidewater.example", "lead", "501", {"plan": "pro", "seats": 2}, ()),
    ("Pia Lund", "pia@meadow.example", "user", "502", {"plan": "free", "seats": 1}, ("72",)),
    ("Quinn Abel", "quinn@quarry.example", "lead", None, {"plan": "team", "seats": 4}, ()),
)  # fmt: skip
TALKS = (
    (1, "Cannot log in", "The page stays white.", "open", "501"), (3, "Invoice for May", "Where do I find it?", "closed", "502"),
    (5, "More seats", "We need two more.", "open", None), (6, "Export", "Is there an export to CSV?", "open", "501"),
)  # fmt: skip
START = 1740000000


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance, self.last = clock, chance, 9000
        self.contacts, self.notes, self.talks = dict[str, Row](), list[Row](), dict[str, Row]()
        seeds = random.Random(5)
        keys = []
        for number, (name, mail, role, owner, attributes, tags) in enumerate(CONTACTS):
            key = token(seeds, 24, "0123456789abcdef")
            keys.append(key)
            self._contact(
                key,
                START + number * 5000,
                {"name": name, "email": mail, "role": role, "owner_id": owner, "custom_attributes": attributes},
            )
            self.contacts[key]["tags"] = self._tags(key, tags)
        for number, words in ((0, "Called her on Monday"), (2, "Wants a demo"), (2, "Demo went well")):
            self._note(keys[number], words, "501", START + 90000 + len(self.notes) * 60)
        for number, (who, title, words, state, admin) in enumerate(TALKS):
            self._talk(keys[who - 1], title, words, state, admin, START + 100000 + number * 700)

    def _number(self) -> str:
        self.last += 1
        return str(self.last)

    def _tags(self, key: str, tags: Any) -> Row:
        shown = [{"id": one, "type": "tag", "url": f"/tags/{one}"} for one in tags]
        return {
            "type": "list",
            "data": shown,
            "url": f"/contacts/{key}/tags",
            "total_count": len(shown),
            "has_more": False,
        }

    def _contact(self, key: str, moment: int, sent: Row) -> Row:
        self.contacts[key] = row = {
            "type": "contact", "id": key, "workspace_id": "w77", "external_id": None, "role": "lead", "email": None, "phone": None,
            "name": None, "owner_id": None, "has_hard_bounced": False, "unsubscribed_from_emails": False, "created_at": moment,
            "updated_at": moment, "last_seen_at": None, "custom_attributes": {}, "tags": self._tags(key, ()), **sent,
            "notes": {"type": "list", "data": [], "url": f"/contacts/{key}/notes", "total_count": 0, "has_more": False},
        }  # fmt: skip
        return row

    def _note(self, key: str, words: str, admin: str, moment: int) -> Row:
        note = {"type": "note", "id": self._number(), "created_at": moment, "contact": {"type": "contact", "id": key},
                "author": {"type": "admin", "id": admin, "name": ADMINS[admin]}, "body": f"<p>{words}</p>"}  # fmt: skip
        self.notes.insert(0, note)
        kept = self.contacts[key]["notes"]
        kept["data"] = [{"type": "note", "id": note["id"], "url": f"/notes/{note['id']}"}, *kept["data"]]
        kept["total_count"] += 1
        return note

    def _talk(self, key: str, title: str, words: str, state: str, admin: str | None, moment: int) -> Row:
        number = self._number()
        author = {
            "type": "contact",
            "id": key,
            "name": self.contacts[key]["name"],
            "email": self.contacts[key]["email"],
        }
        self.talks[number] = row = {
            "type": "conversation", "id": number, "title": title, "created_at": moment, "updated_at": moment, "open": state == "open",
            "state": state, "read": False, "priority": "not_priority", "admin_assignee_id": admin,
            "source": {"type": "conversation", "id": f"s{number}", "body": f"<p>{words}</p>", "author": author},
            "contacts": {"type": "contact.list", "contacts": [{"type": "contact", "id": key}]},
            "statistics": {"count_conversation_parts": 0},
            "conversation_parts": {"type": "conversation_part.list", "conversation_parts": [], "total_count": 0},
        }  # fmt: skip
        return row

    def answer(self, asked: Asked) -> Said:
        match asked.parts[0]:
            case "contacts":
                return self._contacts(asked, asked.parts[1:])
            case "conversations":
                return self._talks(asked, asked.parts[1:])
            case "tags":
                return Said({"type": "list", "data": [self._tag(one) for one in TAGS]})
            case "admins":
                admins = [
                    {"type": "admin", "id": key, "name": name, "email": f"{name.split()[0].lower()}@talks.example"}
                    for key, name in ADMINS.items()
                ]
                return Said({"type": "admin.list", "admins": admins})
        raise self._refused(404, "not_found", "Path not found")

    def _tag(self, key: str) -> Row:
        return {"type": "tag", "id": key, "name": TAGS[key]}

    def _refused(self, status: int, code: str, words: str) -> Refused:
        return Refused(
            status,
            {"type": "error.list", "request_id": token(self.chance, 20), "errors": [{"code": code, "message": words}]},
        )

    def _contacts(self, asked: Asked, rest: list[str]) -> Said:
        match asked.method, rest:
            case "GET", []:
                return Said(self._page([*self.contacts.values()][::-1], asked.query))
            case "POST", ["search"]:
                return Said(self._found(self.contacts, asked.body))
            case "POST", []:
                for one in self.contacts.values():
                    if one["email"] == asked.body.get("email"):
                        raise self._refused(
                            409, "conflict", f"A contact matching those details already exists with id={one['id']}"
                        )
                return Said(self._contact(token(self.chance, 24, "0123456789abcdef"), int(self.clock.now), asked.body))
            case "GET", [key]:
                return Said(self._one(key))
            case "PUT", [key]:
                row, sent = self._one(key), dict(asked.body)
                row["custom_attributes"] = {**row["custom_attributes"], **sent.pop("custom_attributes", {})}
                row.update(sent, updated_at=int(self.clock.now))
                return Said(row)
            case "DELETE", [key]:
                row = self.contacts.pop(self._one(key)["id"])
                return Said({"type": "contact", "id": key, "external_id": row["external_id"], "deleted": True})
            case "GET", [key, "notes"]:
                mine = [one for one in self.notes if one["contact"]["id"] == self._one(key)["id"]]
                return Said({**self._page(mine, asked.query)})
            case "POST", [key, "notes"]:
                self._one(key)
                return Said(self._note(key, asked.body["body"], asked.body["admin_id"], int(self.clock.now)))
            case "GET", [key, "tags"]:
                return Said({"type": "list", "data": [self._tag(one["id"]) for one in self._one(key)["tags"]["data"]]})
            case "POST", [key, "tags"]:
                mine = [one["id"] for one in self._one(key)["tags"]["data"]]
                self.contacts[key]["tags"] = self._tags(
                    key, [*mine, *([] if asked.body["id"] in mine else [asked.body["id"]])]
                )
                return Said(self._tag(asked.body["id"]))
            case "DELETE", [key, "tags", tag]:
                mine = [one["id"] for one in self._one(key)["tags"]["data"]]
                self.contacts[key]["tags"] = self._tags(key, [one for one in mine if one != tag])
                return Said(self._tag(tag))
        raise self._refused(404, "not_found", "Path not found")

    def _talks(self, asked: Asked, rest: list[str]) -> Said:
        match asked.method, rest:
            case "GET", []:
                rows = in_order(self.talks.values(), lambda one: one["updated_at"], down=True)
                page = self._page([listed(one) for one in rows], asked.query)
                page["type"], page["conversations"] = "conversation.list", page.pop("data")
                return Said(page)
            case "GET", [key]:
                return Said(self._talk_of(key))
            case "POST", [key, "reply"]:
                return Said(self._part(self._talk_of(key), "comment", asked.body))
            case "POST", [key, "parts"]:
                row, sent = self._talk_of(key), asked.body
                kind = sent["message_type"]
                if kind in ("close", "open"):
                    row["state"], row["open"] = ("closed", False) if kind == "close" else ("open", True)
                if kind == "assignment":
                    row["admin_assignee_id"] = sent["assignee_id"]
                return Said(self._part(row, kind, sent))
            case "PUT", [key]:
                self._talk_of(key).update(asked.body, updated_at=int(self.clock.now))
                return Said(self._talk_of(key))
        raise self._refused(404, "not_found", "Path not found")

    def _part(self, row: Row, kind: str, sent: Row) -> Row:
        admin = sent["admin_id"]
        part = {"type": "conversation_part", "id": self._number(), "part_type": kind, "body": f"<p>{sent['body']}</p>" if "body" in sent else None,
                "created_at": int(self.clock.now), "author": {"type": "admin", "id": admin, "name": ADMINS[admin]},
                "assigned_to": sent.get("assignee_id")}  # fmt: skip
        parts = row["conversation_parts"]
        parts["conversation_parts"] = [*parts["conversation_parts"], part]
        parts["total_count"] += 1
        row["statistics"] = {"count_conversation_parts": parts["total_count"]}
        row["updated_at"] = int(self.clock.now)
        return row

    def _talk_of(self, key: str) -> Row:
        if key not in self.talks:
            raise self._refused(404, "not_found", "Resource Not Found")
        return self.talks[key]

    def _one(self, key: str) -> Row:
        if key not in self.contacts:
            raise self._refused(404, "not_found", "Contact Not Found")
        return self.contacts[key]

    def _found(self, rows: dict[str, Row], sent: Row) -> Row:
        found = [one for one in [*rows.values()][::-1] if fits(one, sent["query"])]
        if order := sent.get("sort"):
            found = in_order(found, lambda one: one.get(order["field"]), down=order["order"] == "descending")
        return self._page(found, sent.get("pagination", {}))

    def _page(self, rows: list[Row], asked: Row) -> Row:
        size = int(asked.get("per_page", 50))
        start = 0
        if mark := asked.get("starting_after"):
            start = next(place for place, one in enumerate(rows) if cursor(one) == mark) + 1
        said = {"type": "list", "data": rows[start : start + size], "total_count": len(rows)}
        pages: Row = {
            "type": "pages",
            "page": start // size + 1,
            "per_page": size,
            "total_pages": -(-len(rows) // size),
        }
        if start + size < len(rows):
            pages["next"] = {"page": start // size + 2, "starting_after": cursor(rows[start + size - 1])}
        return {**said, "pages": pages}


def cursor(row: Row) -> str:
    return b64encode(f'[{row["created_at"]},"{row["id"]}"]'.encode()).decode()


def listed(row: Row) -> Row:
    return {name: value for name, value in row.items() if name != "conversation_parts"}


def fits(row: Row, asked: Row) -> bool:
    if asked["operator"] in ("AND", "OR"):
        return (all if asked["operator"] == "AND" else any)(fits(row, one) for one in asked["value"])
    head, _, inner = asked["field"].partition(".")
    value = row.get(head)
    value = (value or {}).get(inner) if inner else value
    match asked["operator"]:
        case "=":
            return bool(value == asked["value"])
        case "!=":
            return bool(value != asked["value"])
        case "~":
            return asked["value"].lower() in str(value or "").lower()
        case ">":
            return value is not None and value > asked["value"]
    return False


def one(field: str, how: str, value: Any) -> Row:
    return {"field": field, "operator": how, "value": value}


def search(api: Client, query: Row, **more: Any) -> Any:
    return api.post("/contacts/search", {"query": query, "pagination": {"per_page": 50}, **more})


def tour(api: Client) -> None:
    api.get("/admins")
    api.get("/tags")
    keys = [row["id"] for row in api.get("/contacts", per_page=50)["data"]]
    first = api.get("/contacts", per_page=4)
    api.get("/contacts", per_page=4, starting_after=first["pages"]["next"]["starting_after"])
    for key in (keys[8], keys[6], keys[1]):
        api.get(f"/contacts/{key}")
        api.get(f"/contacts/{key}/notes", per_page=50)
        api.get(f"/contacts/{key}/tags")
    search(api, {"operator": "AND", "value": [one("role", "=", "lead"), one("email", "~", "tidewater")]})
    search(api, one("custom_attributes.plan", "=", "pro"), sort={"field": "name", "order": "ascending"})
    made = api.post(
        "/contacts",
        {
            "role": "lead",
            "name": "Rosa Vale",
            "email": "rosa@alder.example",
            "owner_id": "501",
            "custom_attributes": {"plan": "free", "seats": 1},
        },
    )["id"]
    api.get(f"/contacts/{made}")
    api.get("/contacts", per_page=50)
    api.put(f"/contacts/{made}", {"name": "Rosa Vale-Ortiz", "custom_attributes": {"seats": 2}})
    api.get(f"/contacts/{made}")
    api.post(f"/contacts/{made}/tags", {"id": "72"})
    api.get(f"/contacts/{made}/tags")
    api.post(f"/contacts/{made}/notes", {"admin_id": "501", "body": "Met at the fair"})
    api.get(f"/contacts/{made}/notes", per_page=50)
    api.get(f"/contacts/{made}")
    api.delete(f"/contacts/{made}/tags/72")
    api.get(f"/contacts/{made}")
    api.post("/contacts", {"role": "lead", "name": "Jon F.", "email": "jon@tidewater.example"})
    talks = api.get("/conversations", per_page=20)["conversations"]
    for row in talks[:2]:
        api.get(f"/conversations/{row['id']}")
    api.post(
        f"/conversations/{talks[0]['id']}/reply",
        {"message_type": "comment", "type": "admin", "admin_id": "502", "body": "Yes, under Tools."},
    )
    api.get(f"/conversations/{talks[0]['id']}")
    api.post(f"/conversations/{talks[0]['id']}/parts", {"message_type": "close", "type": "admin", "admin_id": "502"})
    api.get("/conversations", per_page=20)
    api.post(
        f"/conversations/{talks[1]['id']}/parts",
        {"message_type": "assignment", "type": "admin", "admin_id": "502", "assignee_id": "501"},
    )
    api.get(f"/conversations/{talks[1]['id']}")
    api.delete(f"/contacts/{keys[0]}")
    api.get(f"/contacts/{keys[0]}")
    api.get("/contacts", per_page=50)


def other(api: Client) -> None:
    keys = [row["id"] for row in api.get("/contacts", per_page=50)["data"]]
    first = api.get("/contacts", per_page=6)
    api.get("/contacts", per_page=6, starting_after=first["pages"]["next"]["starting_after"])
    api.get(f"/contacts/{keys[3]}")
    api.get(f"/contacts/{keys[5]}")
    api.get(f"/contacts/{keys[5]}/notes", per_page=50)
    search(api, {"operator": "AND", "value": [one("role", "=", "user"), one("email", "~", "northwind")]})
    search(api, one("custom_attributes.plan", "=", "team"), sort={"field": "name", "order": "ascending"})
    made = api.post(
        "/contacts",
        {
            "role": "user",
            "name": "Sam Tate",
            "email": "sam@yew.example",
            "owner_id": "502",
            "custom_attributes": {"plan": "team", "seats": 6},
        },
    )["id"]
    api.get("/contacts", per_page=50)
    search(api, one("custom_attributes.plan", "=", "team"), sort={"field": "name", "order": "ascending"})
    api.post(f"/contacts/{made}/tags", {"id": "71"})
    api.post(f"/contacts/{made}/tags", {"id": "73"})
    api.get(f"/contacts/{made}/tags")
    api.delete(f"/contacts/{made}/tags/71")
    api.get(f"/contacts/{made}")
    api.post(f"/contacts/{keys[3]}/notes", {"admin_id": "502", "body": "Asked for a quote"})
    api.post(f"/contacts/{keys[3]}/notes", {"admin_id": "501", "body": "Quote sent"})
    api.get(f"/contacts/{keys[3]}/notes", per_page=50)
    api.put(f"/contacts/{keys[3]}", {"owner_id": "502", "custom_attributes": {"plan": "pro"}})
    api.get(f"/contacts/{keys[3]}")
    talks = api.get("/conversations", per_page=20)["conversations"]
    api.post(
        f"/conversations/{talks[1]['id']}/reply",
        {"message_type": "comment", "type": "admin", "admin_id": "501", "body": "Two seats added."},
    )
    api.post(f"/conversations/{talks[1]['id']}/parts", {"message_type": "close", "type": "admin", "admin_id": "501"})
    api.get(f"/conversations/{talks[1]['id']}")
    api.get("/conversations", per_page=20)
    api.post("/contacts", {"role": "user", "name": "Max R.", "email": "max@harbour.example"})
    api.delete(f"/contacts/{keys[2]}")
    api.get(f"/contacts/{keys[2]}")
    api.get("/contacts", per_page=50)

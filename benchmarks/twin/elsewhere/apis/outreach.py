"""An outreach tool's API: contacts on lists, many on many. Lists count their members; contacts are put on a list and taken off,
several at once; nothing in a contact says on which lists it is."""

from __future__ import annotations

import random
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said, has, in_order

HOST = "outreach.reach.example"
BASE = "/v2"
CONTACTS = (
    ("Ada Vance", "ada@northwind.example", "Head of sales"), ("Ben Okafor", "ben@tidewater.example", "Buyer"),
    ("Chloe Marsh", "chloe@quarry.example", "Engineer"), ("Dev Anand", "dev@bluebird.example", "Head of sales"),
    ("Elsa Brandt", "elsa@harbour.example", "Owner"), ("Finn Moss", "finn@lattice.example", "Buyer"),
    ("Gita Rao", "gita@cobalt.example", "Owner"), ("Hugo Lind", "hugo@meadow.example", "Engineer"),
)  # fmt: skip
LISTS = (("Spring fair", (1, 2, 5)), ("Renewals", (3, 4)), ("Partners", ()))


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.contacts, self.lists, self.members = (
            clock,
            dict[int, Row](),
            dict[int, Row](),
            dict[int, list[int]](),
        )
        for number, (name, mail, title) in enumerate(CONTACTS, 1):
            moment = f"2025-02-{number:02}T08:00:00Z"
            self.contacts[number] = {"id": number, "name": name, "email": mail, "title": title, "created_at": moment}
        for number, (name, keys) in enumerate(LISTS, 31):
            self.lists[number] = {
                "id": number,
                "name": name,
                "member_count": len(keys),
                "created_at": f"2025-01-{number:02}T08:00:00Z",
            }
            self.members[number] = [*keys]

    def _now(self) -> str:
        return self.clock.iso()

    def answer(self, asked: Asked) -> Said:
        match asked.parts[1:]:
            case ["contacts", *rest]:
                return self._contacts(asked, rest)
            case ["lists", *rest]:
                return self._lists(asked, rest)
        raise Refused(404, {"message": "Not found"})

    def _contacts(self, asked: Asked, rest: list[str]) -> Said:
        match asked.method, rest:
            case "GET", []:
                rows = [
                    one
                    for one in self.contacts.values()
                    if has(one, asked.query.get("q", ""), "name", "email", "title")
                ]
                return Said(self._page(rows, asked))
            case "POST", []:
                if any(one["email"] == asked.body.get("email") for one in self.contacts.values()):
                    raise Refused(409, {"message": "A contact with this email exists"})
                key = max(self.contacts) + 1
                self.contacts[key] = {"id": key, "title": None, **asked.body, "created_at": self._now()}
                return Said(self.contacts[key], 201)
            case "GET", [key]:
                return Said(self._one(self.contacts, key))
            case "PATCH", [key]:
                self._one(self.contacts, key).update(asked.body)
                return Said(self._one(self.contacts, key))
            case "DELETE", [key]:
                self.contacts.pop(self._one(self.contacts, key)["id"])
                for number in self.lists:
                    self._set(number, [one for one in self.members[number] if one != int(key)])
                return Said(None, 204)
        raise Refused(404, {"message": "Not found"})

    def _lists(self, asked: Asked, rest: list[str]) -> Said:
        match asked.method, rest:
            case "GET", []:
                return Said({"data": [*self.lists.values()], "total": len(self.lists)})
            case "POST", []:
                key = max(self.lists) + 1
                self.lists[key] = {"id": key, "member_count": 0, **asked.body, "created_at": self._now()}
                self.members[key] = []
                return Said(self.lists[key], 201)
            case "GET", [key]:
                return Said(self._one(self.lists, key))
            case "GET", [key, "members"]:
                rows = [self.contacts[one] for one in self.members[self._one(self.lists, key)["id"]]]
                return Said(self._page(rows, asked))
            case "POST", [key, "members"]:
                number = self._one(self.lists, key)["id"]
                new = [one for one in asked.body["contact_ids"] if one not in self.members[number]]
                self._set(number, [*self.members[number], *new])
                return Said({"added": len(new)})
            case "DELETE", [key, "members", who]:
                number = self._one(self.lists, key)["id"]
                self._set(number, [one for one in self.members[number] if one != int(who)])
                return Said(None, 204)
        raise Refused(404, {"message": "Not found"})

    def _set(self, number: int, keys: list[int]) -> None:
        self.members[number] = keys
        self.lists[number]["member_count"] = len(keys)

    def _one(self, rows: dict[int, Row], key: str) -> Row:
        if int(key) not in rows:
            raise Refused(404, {"message": "Not found"})
        return rows[int(key)]

    def _page(self, rows: list[Row], asked: Asked) -> Row:
        rows = in_order(rows, lambda one: one["name"])
        number, size = int(asked.query.get("page", 1)), int(asked.query.get("per_page", 25))
        return {"data": rows[(number - 1) * size : number * size], "page": number, "per_page": size, "total": len(rows)}


def members(api: Client, key: int) -> Any:
    return api.get(f"{BASE}/lists/{key}/members", page=1, per_page=25)


def people(api: Client, **query: Any) -> Any:
    return api.get(f"{BASE}/contacts", **{"page": 1, "per_page": 25, **query})


def tour(api: Client) -> None:
    people(api)
    people(api, per_page=3)
    people(api, page=2, per_page=3)
    people(api, q="sales")
    api.get(f"{BASE}/lists")
    for key in (31, 32, 33):
        members(api, key)
    api.get(f"{BASE}/contacts/2")
    made = api.post(f"{BASE}/contacts", {"name": "Iris Bell", "email": "iris@alder.example", "title": "Owner"})["id"]
    api.get(f"{BASE}/contacts/{made}")
    people(api)
    api.post(f"{BASE}/lists/31/members", {"contact_ids": [made, 4]})
    members(api, 31)
    api.get(f"{BASE}/lists")
    api.delete(f"{BASE}/lists/31/members/2")
    members(api, 31)
    api.get(f"{BASE}/lists/31")
    api.patch(f"{BASE}/contacts/{made}", {"title": "Director"})
    fresh = api.post(f"{BASE}/lists", {"name": "Autumn"})["id"]
    members(api, fresh)
    api.post(f"{BASE}/lists/{fresh}/members", {"contact_ids": [1]})
    members(api, fresh)
    api.post(f"{BASE}/contacts", {"name": "Ada V.", "email": "ada@northwind.example"})
    api.delete(f"{BASE}/contacts/{made}")
    people(api)
    members(api, 31)
    api.get(f"{BASE}/lists")


def other(api: Client) -> None:
    people(api)
    people(api, q="buyer")
    api.get(f"{BASE}/lists")
    members(api, 32)
    members(api, 31)
    made = api.post(f"{BASE}/contacts", {"name": "Jon Frost", "email": "jon@yew.example", "title": "Buyer"})["id"]
    api.post(f"{BASE}/lists/32/members", {"contact_ids": [made, 1, 6]})
    members(api, 32)
    members(api, 31)
    api.get(f"{BASE}/lists/32")
    api.delete(f"{BASE}/lists/32/members/3")
    members(api, 32)
    people(api)
    api.get(f"{BASE}/contacts/3")
    api.patch(f"{BASE}/contacts/{made}", {"name": "Jon A. Frost"})
    members(api, 32)
    fresh = api.post(f"{BASE}/lists", {"name": "Winter"})["id"]
    members(api, fresh)
    api.post(f"{BASE}/lists/{fresh}/members", {"contact_ids": [5, 7]})
    members(api, fresh)
    api.get(f"{BASE}/lists")
    api.delete(f"{BASE}/contacts/1")
    members(api, 31)
    members(api, 32)
    api.get(f"{BASE}/lists")
    api.post(f"{BASE}/contacts", {"name": "Ben O.", "email": "ben@tidewater.example"})
    people(api, q="frost")

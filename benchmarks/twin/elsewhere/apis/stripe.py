"""Stripe's API: forms with brackets (`metadata[plan]`), lists that go on behind a key, what is gone says `deleted`."""

from __future__ import annotations

import random

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said, token

HOST = "api.stripe.example"
BASE = "/v1/customers"
SEED = (
    ("Ada Vance", "ada@northwind.example", "pro"), ("Ben Okafor", "ben@tidewater.example", "free"),
    ("Chloe Marsh", "chloe@quarry.example", "pro"), ("Dev Patel", "dev@bluebird.example", "team"),
    ("Elena Ruiz", "elena@northwind.example", "free"), ("Finn Larsen", "finn@harbour.example", "team"),
    ("Grace Kim", "grace@lattice.example", "pro"), ("Hugo Weiss", "hugo@cobalt.example", "free"),
    ("Iris Novak", "iris@meadow.example", "pro"),
)  # fmt: skip


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance, self.rows = clock, chance, dict[str, Row]()
        keys = random.Random("stripe")
        for number, (name, email, plan) in enumerate(SEED):
            self._make({"name": name, "email": email, "metadata[plan]": plan}, 1_738_580_000 + number * 90_000, keys)

    def _make(self, sent: Row, created: int, chance: random.Random) -> Row:
        key = f"cus_{token(chance, 14)}"
        self.rows[key] = {
            "id": key, "object": "customer", "address": None, "balance": 0, "created": created, "currency": None,
            "delinquent": False, "description": None, "email": None, "livemode": False, "metadata": {}, "name": None,
            "phone": None,
        }  # fmt: skip
        self._put(self.rows[key], sent)
        return self.rows[key]

    def _put(self, row: Row, sent: Row) -> None:
        for name, value in sent.items():
            if name.startswith("metadata["):
                row["metadata"] = {**row["metadata"], name[9:-1]: value}
            else:
                row[name] = int(value) if name == "balance" else value or None

    def answer(self, asked: Asked) -> Said:
        match asked.method, asked.parts[2:]:
            case "GET", []:
                return Said(self._listed(asked.query))
            case "POST", []:
                if "@" not in asked.body.get("email", ""):
                    told = asked.body.get("email", "")
                    error = {"code": "email_invalid", "message": f"Invalid email address: {told}", "param": "email",
                             "type": "invalid_request_error"}  # fmt: skip
                    raise Refused(400, {"error": error})
                return Said(self._make(asked.body, int(self.clock.now), self.chance))
            case "GET", ["search"]:
                return Said(self._search(asked.query))
            case "GET", [key]:
                return Said(self._one(key))
            case "POST", [key]:
                row = self._one(key)
                self._put(row, asked.body)
                return Said(row)
            case "DELETE", [key]:
                self._one(key)
                del self.rows[key]
                return Said({"id": key, "object": "customer", "deleted": True})
        raise Refused(404, {"error": {"message": "Unrecognized request URL", "type": "invalid_request_error"}})

    def _one(self, key: str) -> Row:
        if key not in self.rows:
            error = {"code": "resource_missing", "message": f"No such customer: '{key}'", "param": "id",
                     "type": "invalid_request_error"}  # fmt: skip
            raise Refused(404, {"error": error})
        return self.rows[key]

    def _listed(self, query: Row) -> Row:
        rows = list(reversed(self.rows.values()))
        if "email" in query:
            rows = [one for one in rows if one["email"] == query["email"]]
        keys = [one["id"] for one in rows]
        start = keys.index(query["starting_after"]) + 1 if "starting_after" in query else 0
        limit = int(query.get("limit") or 10)
        return {
            "object": "list",
            "data": rows[start : start + limit],
            "has_more": start + limit < len(rows),
            "url": BASE,
        }

    def _search(self, query: Row) -> Row:
        rows = list(reversed(self.rows.values()))
        for part in query["query"].split(" AND "):
            name, how = ("name", "~") if part.startswith("name~") else (part.partition(":")[0], ":")
            value = part.split(how, 1)[1].strip('"')
            rows = [one for one in rows if fits(one, name, value, has=how == "~")]
        return {"object": "search_result", "data": rows[: int(query.get("limit") or 10)], "has_more": False,
                "next_page": None, "url": f"{BASE}/search"}  # fmt: skip


def fits(one: Row, name: str, value: str, *, has: bool) -> bool:
    mine = one["metadata"].get(name[10:-2], "") if name.startswith("metadata[") else one[name] or ""
    return value.lower() in mine.lower() if has else mine == value


def tour(api: Client) -> None:
    keys = [one["id"] for one in api.get(BASE, limit=20)["data"]]
    first = api.get(BASE, limit=3)
    api.get(BASE, limit=3, starting_after=first["data"][-1]["id"])
    api.get(BASE, email="ada@northwind.example", limit=20)
    api.get(f"{BASE}/search", query='name~"ma"', limit=20)
    api.get(f"{BASE}/search", query='metadata["plan"]:"pro"', limit=20)
    for key in keys[:3]:
        api.get(f"{BASE}/{key}")
    made = api.form(BASE, {"name": "Kara Boyd", "email": "kara@pine.example", "metadata[plan]": "free"})
    api.get(f"{BASE}/{made['id']}")
    api.get(BASE, limit=20)
    api.form(f"{BASE}/{made['id']}", {"phone": "555-0144", "metadata[plan]": "team"})
    api.get(f"{BASE}/{made['id']}")
    api.form(f"{BASE}/{keys[1]}", {"description": "Pays late"})
    api.get(BASE, limit=20)
    api.form(BASE, {"name": "Nobody", "email": "nobody"})
    second = api.form(BASE, {"email": "tom@quill.example"})
    api.delete(f"{BASE}/{second['id']}")
    api.get(f"{BASE}/{second['id']}")
    api.get(BASE, limit=20)


def other(api: Client) -> None:
    keys = [one["id"] for one in api.get(BASE, limit=20)["data"]]
    first = api.get(BASE, limit=4)
    api.get(BASE, limit=4, starting_after=first["data"][-1]["id"])
    api.get(BASE, email="grace@lattice.example", limit=20)
    api.get(f"{BASE}/search", query='name~"el"', limit=20)
    api.get(f"{BASE}/search", query='metadata["plan"]:"team"', limit=20)
    api.get(f"{BASE}/{keys[5]}")
    made = api.form(
        BASE, {"name": "Lena Moss", "email": "lena@reed.example", "metadata[plan]": "team", "phone": "555-0150"}
    )
    api.get(f"{BASE}/{made['id']}")
    api.get(BASE, limit=20)
    api.get(f"{BASE}/search", query='metadata["plan"]:"team"', limit=20)
    api.form(f"{BASE}/{made['id']}", {"name": "Lena Moss-Hale", "metadata[plan]": "pro"})
    api.get(f"{BASE}/{made['id']}")
    api.form(f"{BASE}/{keys[2]}", {"email": "grace@lattice.test", "description": "Moved"})
    api.get(f"{BASE}/{keys[2]}")
    api.get(BASE, email="grace@lattice.test", limit=20)
    second = api.form(BASE, {"email": "otto@ott.example", "name": "Otto Ott"})
    api.get(BASE, limit=5)
    api.delete(f"{BASE}/{keys[0]}")
    api.get(f"{BASE}/{keys[0]}")
    api.get(BASE, limit=20)
    api.form(BASE, {"name": "Someone", "email": "someone"})
    api.form(f"{BASE}/{second['id']}", {"phone": "555-0177"})
    api.get(f"{BASE}/search", query='name~"ott"', limit=20)
    api.get(f"{BASE}/search", query='name~"zzz"', limit=20)

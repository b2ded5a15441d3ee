"""An app on tRPC: calls in batches, inputs in the query, dates told by superjson, pages by the next key."""

from __future__ import annotations

import json
import random
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Row, Said, has, in_order, token

HOST = "app.trpc.example"
BASE = "/api/trpc"
ME = {"id": "cm5u1a0b0000008l4", "name": "Mara Voss", "email": "mara@trpc.example", "role": "ADMIN"}
SEED = (
    ("Ada Vance", "ada@northwind.example", "Northwind", "LEAD"), ("Ben Okafor", "ben@tidewater.example", "Tidewater", "CUSTOMER"),
    ("Chloe Marsh", "chloe@quarry.example", "Quarry Labs", "LEAD"), ("Dev Patel", "dev@bluebird.example", None, "CHURNED"),
    ("Elena Ruiz", "elena@northwind.example", "Northwind", "CUSTOMER"), ("Finn Larsen", "finn@harbour.example", None, "LEAD"),
    ("Grace Kim", "grace@lattice.example", "Lattice", "CUSTOMER"), ("Hugo Weiss", "hugo@cobalt.example", "Cobalt", "LEAD"),
    ("Iris Novak", "iris@meadow.example", "Meadow", "CHURNED"), ("Jonas Field", "jonas@alder.example", "Alder", "LEAD"),
)  # fmt: skip
DEALS = (
    ("Northwind renewal", 0, "NEW", 12000), ("Tidewater pilot", 1, "WON", 4500), ("Quarry expansion", 2, "NEW", 8000),
    ("Lattice seats", 6, "NEGOTIATION", 22000), ("Cobalt trial", 7, "LOST", 900), ("Northwind training", 4, "NEGOTIATION", 3000),
)  # fmt: skip
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
DATES = ("createdAt", "updatedAt")


class Failed(Exception):
    """One call of a batch."""

    def __init__(self, status: int, code: str, message: str, fields: Row | None = None) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.fields = status, code, message, fields


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance = clock, chance
        self.contacts, self.deals = dict[str, Row](), dict[str, Row]()
        seeded = random.Random("trpc")
        for number, (name, email, company, status) in enumerate(SEED):
            moment = f"2025-02-{number + 3:02}T09:{number * 3:02}:00.000Z"
            self._contact({"name": name, "email": email, "company": company, "status": status}, moment, key(seeded))
        keys = list(self.contacts)
        for number, (title, of, stage, value) in enumerate(DEALS):
            moment = f"2025-02-{number + 14:02}T11:{number * 4:02}:00.000Z"
            self._deal({"title": title, "contactId": keys[of], "stage": stage, "value": value}, moment, key(seeded))

    def _contact(self, sent: Row, moment: str, own: str) -> Row:
        self.contacts[own] = {"id": own, "name": "", "email": "", "company": None, "phone": None, "status": "LEAD",
                              **sent, "ownerId": ME["id"], "createdAt": moment, "updatedAt": moment}  # fmt: skip
        return self.contacts[own]

    def _deal(self, sent: Row, moment: str, own: str) -> Row:
        self.deals[own] = {
            "id": own, "title": "", "stage": "NEW", "value": 0, **sent, "createdAt": moment, "updatedAt": moment
        }  # fmt: skip
        return self.deals[own]

    def _now(self) -> str:
        return self.clock.iso("%Y-%m-%dT%H:%M:%S.000Z")

    def answer(self, asked: Asked) -> Said:
        names = asked.parts[2].split(",")
        said = asked.body if asked.method == "POST" else json.loads(asked.query.get("input", "{}"))
        answers: list[Row] = []
        statuses: set[int] = set()
        for at, name in enumerate(names):
            try:
                result = self._call(name, said.get(str(at), {}).get("json") or {})
                answers.append({"result": {"data": superjson(result)}})
                statuses.add(200)
            except Failed as failed:
                answers.append({"error": {"json": error_of(failed, name)}})
                statuses.add(failed.status)
        return Said(answers, statuses.pop() if len(statuses) == 1 else 207)

    def _call(self, name: str, said: Row) -> Any:
        match name:
            case "user.me":
                return ME
            case "contact.list":
                return self._listed(said)
            case "contact.byId":
                row = one_of(self.contacts, said["id"], "Contact")
                deals = [one for one in self.deals.values() if one["contactId"] == row["id"]]
                return {**row, "deals": [{name: one[name] for name in ("id", "title", "stage")} for one in deals]}
            case "contact.create":
                check(said)
                if any(one["email"] == said["email"] for one in self.contacts.values()):
                    raise Failed(409, "CONFLICT", "A contact with this email already exists")
                return self._contact(said, self._now(), key(self.chance))
            case "contact.update":
                row = one_of(self.contacts, said["id"], "Contact")
                row |= {**said, "updatedAt": self._now()}
                return row
            case "contact.delete":
                one_of(self.contacts, said["id"], "Contact")
                return self.contacts.pop(said["id"])
            case "deal.list":
                rows = in_order(self.deals.values(), lambda one: one["createdAt"], down=True)
                if said.get("stage"):
                    rows = [one for one in rows if one["stage"] == said["stage"]]
                return [self._shown(one) for one in rows]
            case "deal.byId":
                return self._shown(one_of(self.deals, said["id"], "Deal"))
            case "deal.create":
                return self._deal(said, self._now(), key(self.chance))
            case "deal.move":
                row = one_of(self.deals, said["id"], "Deal")
                row |= {"stage": said["stage"], "updatedAt": self._now()}
                return row
            case "stats.overview":
                won = [one["value"] for one in self.deals.values() if one["stage"] == "WON"]
                leads = sum(one["status"] == "LEAD" for one in self.contacts.values())
                return {
                    "contacts": len(self.contacts), "leads": leads, "deals": len(self.deals), "wonValue": sum(won)
                }  # fmt: skip
        raise Failed(404, "NOT_FOUND", f'No procedure found on path "{name}"')

    def _shown(self, deal: Row) -> Row:
        contact = self.contacts.get(deal["contactId"])
        return {**deal, "contact": contact and {"id": contact["id"], "name": contact["name"]}}

    def _listed(self, said: Row) -> Row:
        rows = in_order(self.contacts.values(), lambda one: one["createdAt"], down=True)
        if said.get("sort") == "name":
            rows = in_order(rows, lambda one: one["name"])
        if said.get("search"):
            rows = [one for one in rows if has(one, said["search"], "name", "email", "company")]
        if said.get("status"):
            rows = [one for one in rows if one["status"] == said["status"]]
        start = next((at for at, one in enumerate(rows) if one["id"] == said.get("cursor")), 0)
        end = start + said.get("limit", 20)
        return {
            "items": rows[start:end],
            "nextCursor": rows[end]["id"] if len(rows) > end else None,
            "total": len(rows),
        }


def key(chance: random.Random) -> str:
    return "cm7" + token(chance, 22, LETTERS)


def one_of(rows: dict[str, Row], own: str, kind: str) -> Row:
    if own not in rows:
        raise Failed(404, "NOT_FOUND", f"{kind} not found")
    return rows[own]


def check(said: Row) -> None:
    fields = {}
    if not said.get("name"):
        fields["name"] = ["Name is required"]
    if "@" not in (said.get("email") or ""):
        fields["email"] = ["Invalid email"]
    if fields:
        raise Failed(400, "BAD_REQUEST", "Validation failed", {"formErrors": [], "fieldErrors": fields})


def error_of(failed: Failed, path: str) -> Row:
    code = {400: -32600, 404: -32004, 409: -32009}[failed.status]
    data = {"code": failed.code, "httpStatus": failed.status, "path": path, "zodError": failed.fields}
    return {"message": failed.message, "code": code, "data": data}


def superjson(value: Any) -> Row:
    """The value, and at which places of it there are dates."""
    found = {".".join(place): ["Date"] for place in dates_in(value, ())}
    return {"json": value, **({"meta": {"values": found}} if found else {})}


def dates_in(value: Any, place: tuple[str, ...]) -> list[tuple[str, ...]]:
    if isinstance(value, list):
        return [one for at, each in enumerate(value) for one in dates_in(each, (*place, str(at)))]
    if isinstance(value, dict):
        return [one for name, each in value.items()
                for one in ([(*place, name)] if name in DATES else dates_in(each, (*place, name)))]  # fmt: skip
    return []


def ask(api: Client, *calls: tuple[str, Row | None]) -> Any:
    inputs = {
        str(at): {"json": said} if said is not None else {"json": None, "meta": {"values": ["undefined"]}}
        for at, (_, said) in enumerate(calls)
    }
    names = ",".join(name for name, _ in calls)
    return api.get(f"{BASE}/{names}", batch=1, input=json.dumps(inputs, separators=(",", ":")))


def do(api: Client, name: str, said: Row) -> Any:
    [answer] = api.post(f"{BASE}/{name}", {"0": {"json": said}}, batch=1)
    return answer["result"]["data"]["json"] if "result" in answer else None


def listed(api: Client, **said: Any) -> Any:
    return ask(api, ("contact.list", {"limit": 20, **said}))[0]["result"]["data"]["json"]


def home(api: Client) -> Any:
    answers = ask(api, ("user.me", None), ("stats.overview", None), ("contact.list", {"limit": 20}))
    return answers[2]["result"]["data"]["json"]


def tour(api: Client) -> None:
    keys = [one["id"] for one in home(api)["items"]]
    page = listed(api, limit=4)
    listed(api, limit=4, cursor=page["nextCursor"])
    listed(api, search="north")
    listed(api, status="LEAD")
    listed(api, sort="name")
    ask(api, ("contact.byId", {"id": keys[0]}))
    ask(api, ("contact.byId", {"id": keys[2]}), ("deal.list", {}))
    [deals] = ask(api, ("deal.list", {}))
    deal = deals["result"]["data"]["json"]
    ask(api, ("deal.byId", {"id": deal[0]["id"]}))
    ask(api, ("deal.list", {"stage": "NEW"}))
    made = do(
        api,
        "contact.create",
        {"name": "Kira Stone", "email": "kira@stone.example", "company": "Stone", "status": "LEAD"},
    )
    home(api)
    ask(api, ("contact.byId", {"id": made["id"]}), ("deal.list", {}))
    do(api, "contact.update", {"id": made["id"], "status": "CUSTOMER", "phone": "+1 555 0100"})
    ask(api, ("contact.byId", {"id": made["id"]}))
    do(api, "contact.update", {"id": keys[1], "name": "Iris Novak-Hill"})
    home(api)
    do(api, "deal.move", {"id": deal[1]["id"], "stage": "WON"})
    ask(api, ("deal.byId", {"id": deal[1]["id"]}), ("stats.overview", None))
    do(api, "deal.create", {"title": "Stone onboarding", "contactId": made["id"], "value": 5000})
    ask(api, ("deal.list", {}))
    do(api, "contact.create", {"name": "", "email": "nobody@stone.example"})
    second = do(api, "contact.create", {"name": "Lost Soul", "email": "lost@stone.example"})
    do(api, "contact.delete", {"id": second["id"]})
    home(api)


def other(api: Client) -> None:
    keys = [one["id"] for one in home(api)["items"]]
    page = listed(api, limit=6)
    listed(api, limit=6, cursor=page["nextCursor"])
    listed(api, search="quarry")
    listed(api, status="CUSTOMER")
    listed(api, status="CHURNED", sort="name")
    ask(api, ("contact.byId", {"id": keys[4]}))
    [deals] = ask(api, ("deal.list", {}))
    deal = deals["result"]["data"]["json"]
    ask(api, ("deal.byId", {"id": deal[3]["id"]}), ("contact.byId", {"id": keys[5]}))
    ask(api, ("deal.list", {"stage": "NEGOTIATION"}))
    made = do(api, "contact.create", {"name": "Lena Brook", "email": "lena@brook.example"})
    home(api)
    ask(api, ("contact.byId", {"id": made["id"]}), ("deal.list", {}))
    do(api, "contact.update", {"id": made["id"], "company": "Brook", "status": "CUSTOMER"})
    ask(api, ("contact.byId", {"id": made["id"]}))
    listed(api, status="CUSTOMER")
    do(api, "contact.update", {"id": keys[3], "email": "g.kim@lattice.example", "phone": "+1 555 0199"})
    listed(api, search="g.kim")
    ask(api, ("contact.byId", {"id": keys[3]}))
    do(api, "deal.create", {"title": "Brook pilot", "contactId": made["id"], "value": 700})
    ask(api, ("stats.overview", None), ("deal.list", {}))
    do(api, "deal.move", {"id": deal[2]["id"], "stage": "WON"})
    ask(api, ("deal.byId", {"id": deal[2]["id"]}), ("stats.overview", None))
    do(api, "contact.create", {"name": "", "email": "x@brook.example"})
    do(api, "contact.delete", {"id": keys[0]})
    home(api)
    listed(api, sort="name")
    do(api, "contact.create", {"name": "Second Try", "email": "second@brook.example", "status": "CHURNED"})
    listed(api, status="CHURNED")

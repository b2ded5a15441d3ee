"""Hasura's GraphQL over tables: where, order_by, limit, offset, aggregates, writes by primary key, related rows."""

from __future__ import annotations

import random
import re
import uuid
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Row, Said, in_order

HOST = "app.hasura.example"
COMPANIES = (
    {"id": 1, "name": "Northwind Mills", "city": "Oslo"}, {"id": 2, "name": "Tidewater Supply", "city": "Lisbon"},
    {"id": 3, "name": "Quarry Labs", "city": "Leeds"}, {"id": 4, "name": "Cobalt Freight", "city": "Oslo"},
)  # fmt: skip
SEED = (
    ("Ada", "Vance", 1, "lead", 20), ("Ben", "Okafor", 2, "customer", 70), ("Chloe", "Marsh", 3, "lead", 35),
    ("Dev", "Patel", None, "lost", 5), ("Elena", "Ruiz", 1, "customer", 90), ("Finn", "Larsen", 4, "lead", 15),
    ("Grace", "Kim", 3, "customer", 65), ("Hugo", "Weiss", None, "lead", 40), ("Iris", "Novak", 2, "lost", 10),
)  # fmt: skip
NOTES = ((0, "Asked for a quote"), (0, "Sent the quote"), (4, "Renewed"), (6, "Wants more seats"))
ROW = "id first_name last_name email status score company_id created_at updated_at company { id name }"
LIST = f"""query Contacts($where: contacts_bool_exp!, $order_by: [contacts_order_by!], $limit: Int, $offset: Int) {{
  contacts(where: $where, order_by: $order_by, limit: $limit, offset: $offset) {{ {ROW} __typename }}
  contacts_aggregate(where: $where) {{ aggregate {{ count __typename }} __typename }} }}"""
ONE = f"""query Contact($id: uuid!) {{ contacts_by_pk(id: $id) {{ {ROW} notes(order_by: {{created_at: desc}})
  {{ id body created_at __typename }} notes_aggregate {{ aggregate {{ count __typename }} __typename }} __typename }} }}"""
CREATE = f"mutation AddContact($object: contacts_insert_input!) {{ insert_contacts_one(object: $object) {{ {ROW} __typename }} }}"
UPDATE = f"""mutation SetContact($id: uuid!, $set: contacts_set_input!) {{
  update_contacts_by_pk(pk_columns: {{id: $id}}, _set: $set) {{ {ROW} __typename }} }}"""
DELETE = "mutation DropContact($id: uuid!) { delete_contacts_by_pk(id: $id) { id __typename } }"
NOTE = """mutation AddNote($contact_id: uuid!, $body: String!) {
  insert_notes_one(object: {contact_id: $contact_id, body: $body}) { id body created_at __typename } }"""
SEVERAL = """mutation SetStatus($ids: [uuid!]!, $status: String!) {
  update_contacts(where: {id: {_in: $ids}}, _set: {status: $status}) { affected_rows returning { id status updated_at __typename } __typename } }"""
FIRMS = "query Companies { companies(order_by: {name: asc}) { id name city contacts_aggregate { aggregate { count __typename } __typename } __typename } }"


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance, self.rows, self.notes = clock, chance, dict[str, Row](), list[Row]()
        seeded = random.Random("hasura")
        for number, (first, last, company, status, score) in enumerate(SEED):
            moment = f"2025-02-{number + 3:02}T09:{number * 3:02}:00.{seeded.randrange(10**6):06}+00:00"
            email = f"{first}@{last}.example".lower()
            sent = {
                "first_name": first,
                "last_name": last,
                "email": email,
                "status": status,
                "score": score,
                "company_id": company,
            }
            self._make(sent, moment, key(seeded))
        keys = list(self.rows)
        for number, (of, body) in enumerate(NOTES):
            self._note(keys[of], body, f"2025-02-{number + 20:02}T10:00:00.{seeded.randrange(10**6):06}+00:00")

    def _make(self, sent: Row, moment: str, own: str) -> Row:
        self.rows[own] = {"id": own, "first_name": None, "last_name": None, "email": None, "status": "lead", "score": 0,
                          "company_id": None, **sent, "created_at": moment, "updated_at": moment}  # fmt: skip
        return self.rows[own]

    def _note(self, of: str, body: str, moment: str) -> Row:
        self.notes.append({"id": len(self.notes) + 1, "contact_id": of, "body": body, "created_at": moment})
        return self.notes[-1]

    def _now(self) -> str:
        return f"{self.clock.iso('%Y-%m-%dT%H:%M:%S')}.{self.chance.randrange(10**6):06}+00:00"

    def answer(self, asked: Asked) -> Said:
        said = asked.body["variables"]
        match asked.body["operationName"]:
            case "Contacts":
                found = self._found(said["where"])
                rows = found
                for order in reversed(said.get("order_by") or []):
                    [(name, way)] = order.items()
                    rows = in_order(rows, lambda one, name=name: one[name], down=way.startswith("desc"))
                rows = rows[said.get("offset") or 0 :][: said.get("limit") or 1000]
                return done(contacts=[shown(one) for one in rows], contacts_aggregate=counted("contacts", len(found)))
            case "Contact":
                row = self.rows.get(said["id"])
                return done(contacts_by_pk=row and {**shown(row), **self._notes(row["id"]), "__typename": "contacts"})
            case "AddContact":
                return self._add(said["object"])
            case "SetContact":
                row = self.rows.get(said["id"])
                if row:
                    row |= {**said["set"], "updated_at": self._now()}
                return done(update_contacts_by_pk=row and shown(row))
            case "DropContact":
                row = self.rows.pop(said["id"], None)
                self.notes = [one for one in self.notes if one["contact_id"] != said["id"]]
                return done(delete_contacts_by_pk=row and {"id": row["id"], "__typename": "contacts"})
            case "AddNote":
                note = self._note(said["contact_id"], said["body"], self._now())
                return done(insert_notes_one=note_of(note))
            case "SetStatus":
                return done(update_contacts=self._several(said["ids"], said["status"]))
            case "Companies":
                rows = [{**one, **self._counted_of(one["id"]), "__typename": "companies"} for one in COMPANIES]
                return done(companies=in_order(rows, lambda one: one["name"]))
        return Said(
            {"errors": [{"message": "no such operation", "extensions": {"path": "$", "code": "validation-failed"}}]}
        )

    def _add(self, sent: Row) -> Said:
        if not sent.get("email"):
            message = (
                'Not-NULL violation. null value in column "email" of relation "contacts" violates not-null constraint'
            )
            return refused(message, "constraint-violation")
        if any(one["email"] == sent["email"] for one in self.rows.values()):
            message = 'Uniqueness violation. duplicate key value violates unique constraint "contacts_email_key"'
            return refused(message, "constraint-violation")
        return done(insert_contacts_one=shown(self._make(sent, self._now(), key(self.chance))))

    def _several(self, ids: list[str], status: str) -> Row:
        moment = self._now()
        rows = [one for one in self.rows.values() if one["id"] in ids]
        for row in rows:
            row |= {"status": status, "updated_at": moment}
        returning = [
            {"id": one["id"], "status": status, "updated_at": moment, "__typename": "contacts"} for one in rows
        ]
        return {"affected_rows": len(rows), "returning": returning, "__typename": "contacts_mutation_response"}

    def _notes(self, own: str) -> Row:
        mine = [one for one in self.notes if one["contact_id"] == own]
        rows = in_order(mine, lambda one: one["created_at"], down=True)
        return {"notes": [note_of(one) for one in rows], "notes_aggregate": counted("notes", len(rows))}

    def _counted_of(self, company: int) -> Row:
        return {
            "contacts_aggregate": counted("contacts", sum(one["company_id"] == company for one in self.rows.values()))
        }

    def _found(self, where: Row) -> list[Row]:
        return [one for one in self.rows.values() if fits(one, where)]


def fits(one: Row, where: Row) -> bool:
    for name, test in where.items():
        if name in ("_and", "_or"):
            if not (all if name == "_and" else any)(fits(one, each) for each in test):
                return False
        elif name == "company":
            if not fits(next((each for each in COMPANIES if each["id"] == one["company_id"]), {}), test):
                return False
        elif not all(compares(one.get(name), how, value) for how, value in test.items()):
            return False
    return True


def compares(mine: Any, how: str, value: Any) -> bool:
    match how:
        case "_eq":
            return bool(mine == value)
        case "_neq":
            return bool(mine != value)
        case "_in":
            return mine in value
        case "_gt":
            return mine is not None and mine > value
        case "_gte":
            return mine is not None and mine >= value
        case "_lt":
            return mine is not None and mine < value
        case "_is_null":
            return (mine is None) == value
    pattern = ".*".join(re.escape(part) for part in value.split("%"))
    return re.fullmatch(pattern, mine or "", re.IGNORECASE) is not None


def counted(kind: str, number: int) -> Row:
    inner = {"count": number, "__typename": f"{kind}_aggregate_fields"}
    return {"aggregate": inner, "__typename": f"{kind}_aggregate"}


def shown(row: Row) -> Row:
    company = next((one for one in COMPANIES if one["id"] == row["company_id"]), None)
    company = company and {"id": company["id"], "name": company["name"], "__typename": "companies"}
    return {**row, "company": company, "__typename": "contacts"}


def note_of(note: Row) -> Row:
    return {"id": note["id"], "body": note["body"], "created_at": note["created_at"], "__typename": "notes"}


def done(**data: Any) -> Said:
    return Said({"data": data})


def refused(message: str, code: str) -> Said:
    path = "$.selectionSet.insert_contacts_one.args.object"
    return Said({"errors": [{"message": message, "extensions": {"path": path, "code": code}}]})


def key(chance: random.Random) -> str:
    return str(uuid.UUID(int=chance.getrandbits(128), version=4))


def ask(api: Client, name: str, text: str, **variables: Any) -> Any:
    return api.post("/v1/graphql", {"operationName": name, "variables": variables, "query": text}).get("data")


def listed(
    api: Client, where: Row | None = None, by: str = "created_at", way: str = "desc", limit: int = 25, offset: int = 0
) -> Any:
    said = {"where": where or {}, "order_by": [{by: way}], "limit": limit, "offset": offset}
    return ask(api, "Contacts", LIST, **said)["contacts"]


def one(api: Client, own: str) -> None:
    ask(api, "Contact", ONE, id=own)


def make(api: Client, **sent: Any) -> str:
    made = ask(api, "AddContact", CREATE, object=sent)
    return str(made["insert_contacts_one"]["id"]) if made else ""


def change(api: Client, own: str, **sent: Any) -> None:
    ask(api, "SetContact", UPDATE, id=own, set=sent)


def like(words: str) -> Row:
    return {"_or": [{name: {"_ilike": f"%{words}%"}} for name in ("first_name", "last_name", "email")]}


def tour(api: Client) -> None:
    keys = [each["id"] for each in listed(api)]
    ask(api, "Companies", FIRMS)
    listed(api, limit=4)
    listed(api, limit=4, offset=4)
    listed(api, by="last_name", way="asc")
    listed(api, by="score", way="desc_nulls_last")
    listed(api, {"status": {"_eq": "lead"}})
    listed(api, {"score": {"_gte": 40}})
    listed(api, like("ma"))
    listed(api, {"_and": [{"status": {"_in": ["lead", "customer"]}}, {"company_id": {"_eq": 1}}]})
    listed(api, {"company": {"name": {"_eq": "Quarry Labs"}}})
    for own in keys[:3]:
        one(api, own)
    one(api, keys[-1])
    made = make(api, first_name="Kira", last_name="Stone", email="kira@stone.example", company_id=2, score=30)
    one(api, made)
    listed(api)
    ask(api, "Companies", FIRMS)
    change(api, made, status="customer", score=55)
    one(api, made)
    ask(api, "AddNote", NOTE, contact_id=made, body="Met at the fair")
    one(api, made)
    change(api, keys[1], last_name="Weiss-Hall", company_id=4)
    listed(api)
    ask(api, "SetStatus", SEVERAL, ids=keys[3:5], status="lost")
    listed(api)
    make(api, first_name="No", last_name="Mail")
    second = make(api, first_name="Lost", last_name="Soul", email="lost@soul.example")
    ask(api, "DropContact", DELETE, id=second)
    listed(api)


def other(api: Client) -> None:
    keys = [each["id"] for each in listed(api)]
    ask(api, "Companies", FIRMS)
    listed(api, limit=3)
    listed(api, limit=3, offset=3)
    listed(api, by="last_name", way="desc")
    listed(api, by="score", way="asc")
    listed(api, {"status": {"_eq": "customer"}})
    listed(api, {"score": {"_gte": 65}})
    listed(api, like("in"))
    listed(api, {"_and": [{"status": {"_in": ["lost", "lead"]}}, {"company_id": {"_eq": 2}}]})
    listed(api, {"company": {"name": {"_eq": "Northwind Mills"}}}, by="last_name", way="asc")
    one(api, keys[4])
    made = make(api, first_name="Lena", last_name="Brook", email="lena@brook.example", status="customer")
    one(api, made)
    listed(api)
    change(api, made, company_id=3, score=80)
    one(api, made)
    ask(api, "Companies", FIRMS)
    listed(api, {"status": {"_eq": "customer"}}, by="score", way="desc_nulls_last")
    ask(api, "AddNote", NOTE, contact_id=keys[2], body="Call back in May")
    one(api, keys[2])
    ask(api, "AddNote", NOTE, contact_id=made, body="First call")
    ask(api, "AddNote", NOTE, contact_id=made, body="Second call")
    one(api, made)
    change(api, keys[5], status="lost", last_name="Patel-Jones")
    listed(api, like("patel"))
    ask(api, "SetStatus", SEVERAL, ids=keys[:2], status="customer")
    listed(api, {"status": {"_eq": "customer"}})
    ask(api, "DropContact", DELETE, id=keys[0])
    listed(api)
    make(api, first_name="Still", last_name="Nothing", score=3)
    make(api, first_name="Zoe", last_name="Abbot", email="zoe@abbot.example", company_id=1)
    listed(api, {"company": {"name": {"_eq": "Northwind Mills"}}})

"""A CRM in the manner of Laravel with Inertia: the first look at a page is a document that holds its data, later ones are that
data alone; writes lead to a page by 303, which says once what was done, or back to the form with what was refused."""

from __future__ import annotations

import json
import random
from html import escape
from typing import Any
from urllib.parse import urlencode

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Html, Row, Said, has, in_order

HOST = "crm.harbor.example"
BASE = "/contacts"
PORTION = 4
VERSION = "6d3f0a"
ORGANISATIONS = {1: "Northwind", 2: "Tidewater", 3: "Quarry Ltd"}
SEED = (
    ("Ada", "Vance", "ada@northwind.example", "Leeds", 1), ("Ben", "Okafor", "ben@tidewater.example", "York", 2),
    ("Chloe", "Marsh", "chloe@quarry.example", "Leeds", 3), ("Dev", "Anand", "dev@northwind.example", "Hull", 1),
    ("Elif", "Kaya", "elif@tidewater.example", "Ripon", 2), ("Finn", "Osborne", "finn@quarry.example", "York", 3),
    ("Gita", "Rao", "gita@northwind.example", "Hull", 1), ("Hugo", "Lind", "hugo@tidewater.example", "Leeds", 2),
    ("Ines", "Moreau", "ines@quarry.example", "Ripon", None),
)  # fmt: skip


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.rows, self.last = clock, dict[int, Row](), 40
        self.flash: Row = {"success": None, "error": None}
        self.errors: Row = {}
        for first, name, mail, city, organisation in SEED:
            self._make(
                {"first_name": first, "last_name": name, "email": mail, "city": city, "organization_id": organisation}
            )

    def _make(self, sent: Row) -> Row:
        self.last += 1
        row = {"id": self.last, "first_name": "", "last_name": "", "email": None, "city": None, "phone": None,
               "organization_id": None, "deleted_at": None} | sent  # fmt: skip
        self.rows[self.last] = row
        return row

    def answer(self, asked: Asked, *, script: bool = True) -> Said:
        if asked.method == "GET":
            component, props = self._page(asked)
            return self._shown(component, props, asked.address, script=script)
        return self._written(asked)

    def _page(self, asked: Asked) -> tuple[str, Row]:
        match asked.parts[1:]:
            case []:
                return "Contacts/Index", self._index(asked.query)
            case ["create"]:
                return "Contacts/Create", {"organizations": organisations()}
            case [key, "edit"]:
                row = self.rows[int(key)]
                return "Contacts/Edit", {"contact": row, "organizations": organisations()}
        raise AssertionError(asked.address)

    def _index(self, query: Row) -> Row:
        rows = [one for one in self.rows.values() if not one["deleted_at"] or query.get("trashed") == "with"]
        rows = in_order(rows, lambda one: (one["last_name"] + one["first_name"]).lower())
        if words := query.get("search"):
            rows = [one for one in rows if has(one, words, "first_name", "last_name", "email")]
        page, last = int(query.get("page", 1)), max(1, -(-len(rows) // PORTION))
        shown = [
            {"id": one["id"], "name": f"{one['first_name']} {one['last_name']}", "city": one["city"], "phone": one["phone"],
             "deleted_at": one["deleted_at"],
             "organization": {"name": ORGANISATIONS[one["organization_id"]]} if one["organization_id"] else None}
            for one in rows[(page - 1) * PORTION : page * PORTION]
        ]  # fmt: skip
        kept = {name: query[name] for name in ("search", "trashed") if query.get(name)}

        def link(number: int, label: str, *, active: bool = False) -> Row:
            there = 1 <= number <= last
            url = f"https://{HOST}{BASE}?{urlencode({**kept, 'page': number})}" if there else None
            return {"url": url, "label": label, "active": active}

        links = [link(page - 1, "&laquo; Previous")]
        links += [link(number, str(number), active=number == page) for number in range(1, last + 1)]
        links.append(link(page + 1, "Next &raquo;"))
        filters = {"search": query.get("search"), "trashed": query.get("trashed")}
        return {
            "filters": filters,
            "contacts": {"data": shown, "links": links, "total": len(rows), "current_page": page},
        }

    def _shown(self, component: str, props: Row, url: str, *, script: bool) -> Said:
        shared = {"auth": {"user": {"id": 1, "name": "Mara Quill"}}, "flash": self.flash, "errors": self.errors}
        self.flash, self.errors = {"success": None, "error": None}, {}
        page = {"component": component, "props": {**shared, **props}, "url": url, "version": VERSION}
        if script:
            return Said(page, headers=(("X-Inertia", "true"), ("Vary", "X-Inertia")))
        held = escape(json.dumps(page))
        head = "<head><title>Harbor CRM</title><script type='module' src='/build/app.js'></script></head>"
        return Said(Html(f'<!doctype html><html>{head}<body><div id="app" data-page="{held}"></div></body></html>'))

    def _written(self, asked: Asked) -> Said:
        key = int(asked.parts[1]) if len(asked.parts) > 1 else 0
        sent = asked.body or {}
        if asked.method in ("POST", "PUT") and not asked.parts[2:]:
            self.errors = {
                name: f"The {name.replace('_', ' ')} field is required."
                for name in ("first_name", "last_name") if not sent.get(name)
            }  # fmt: skip
        to = f"{BASE}/{key}/edit" if key else BASE
        if self.errors:
            return leads(f"{BASE}/create" if not key else to)
        match asked.method, asked.parts[1:]:
            case "POST", []:
                self._make(sent)
                self.flash["success"] = "Contact created."
            case "PUT", [_]:
                self.rows[key] |= sent
                self.flash["success"] = "Contact updated."
            case "DELETE", [_]:
                self.rows[key]["deleted_at"] = self.clock.iso()
                self.flash["success"] = "Contact deleted."
            case "PUT", [_, "restore"]:
                self.rows[key]["deleted_at"] = None
                self.flash["success"] = "Contact restored."
        return leads(to)


def leads(to: str) -> Said:
    return Said(status=303, headers=(("Location", f"https://{HOST}{to}"),))


def organisations() -> list[Row]:
    return [{"id": key, "name": name} for key, name in ORGANISATIONS.items()]


def visit(api: Client, path: str = BASE, **query: Any) -> Any:
    """What a link does."""
    return api.get(path, **query)


def put(api: Client, method: str, path: str, to: str, body: Any = None) -> Any:
    """What a form does: the page that it leads to is asked for."""
    api.ask(method, path, {}, body)
    return visit(api, to)


def filled(first: str, name: str, mail: str | None, city: str | None, organisation: int | None) -> Row:
    return {
        "first_name": first,
        "last_name": name,
        "email": mail,
        "city": city,
        "phone": None,
        "organization_id": organisation,
    }


def keys_of(page: Any) -> list[int]:
    return [one["id"] for one in page["props"]["contacts"]["data"]]


def start(api: Client) -> list[int]:
    server: Any = api.server
    said = server.answer
    server.answer = lambda asked: said(asked, script=False)
    api.get(BASE)
    del server.answer
    api.headers = [("X-Requested-With", "XMLHttpRequest"), ("X-Inertia", "true"), ("X-Inertia-Version", VERSION)]
    return keys_of(visit(api, page=1)) + keys_of(visit(api, page=2))


def tour(api: Client) -> None:
    keys = start(api)
    visit(api, page=3)
    visit(api, search="an")
    visit(api, trashed="with")
    visit(api, f"{BASE}/{keys[0]}/edit")
    visit(api, BASE)
    visit(api, f"{BASE}/{keys[2]}/edit")
    visit(api, f"{BASE}/create")
    put(api, "POST", BASE, BASE, filled("Jonas", "Pine", "jonas@pine.example", "York", 2))
    made = keys_of(visit(api, search="pine"))[0]
    visit(api, f"{BASE}/{made}/edit")
    row = filled("Jonas", "Pine", "jonas@pine.example", "Hull", 3)
    put(api, "PUT", f"{BASE}/{made}", f"{BASE}/{made}/edit", row)
    visit(api, BASE)
    visit(api, f"{BASE}/create")
    put(api, "POST", BASE, f"{BASE}/create", filled("", "Reed", None, None, None))
    put(api, "POST", BASE, BASE, filled("Rosa", "Reed", None, None, None))
    gone = keys_of(visit(api, search="reed"))[0]
    visit(api, f"{BASE}/{gone}/edit")
    put(api, "DELETE", f"{BASE}/{gone}", f"{BASE}/{gone}/edit")
    visit(api, BASE)
    visit(api, trashed="with")
    put(api, "PUT", f"{BASE}/{gone}/restore", f"{BASE}/{gone}/edit")
    visit(api, BASE)


def other(api: Client) -> None:
    keys = start(api)
    visit(api, search="or")
    visit(api, page=2)
    visit(api, f"{BASE}/{keys[4]}/edit")
    row = filled("Otto", "Alder", "otto@alder.example", "Leeds", 1)
    put(api, "POST", BASE, BASE, row)
    visit(api, BASE)
    made = keys_of(visit(api, search="alder"))[0]
    visit(api, f"{BASE}/{made}/edit")
    put(api, "PUT", f"{BASE}/{made}", f"{BASE}/{made}/edit", row | {"city": "Ripon", "organization_id": None})
    visit(api, BASE)
    put(api, "PUT", f"{BASE}/{keys[0]}", f"{BASE}/{keys[0]}/edit", filled("", "", None, None, None))
    visit(api, f"{BASE}/{keys[1]}/edit")
    put(api, "DELETE", f"{BASE}/{keys[1]}", f"{BASE}/{keys[1]}/edit")
    visit(api, BASE)
    visit(api, trashed="with")
    put(api, "PUT", f"{BASE}/{keys[1]}/restore", f"{BASE}/{keys[1]}/edit")
    visit(api, page=1)
    visit(api, page=3)
    put(api, "POST", BASE, f"{BASE}/create", filled("Sam", "", None, None, None))

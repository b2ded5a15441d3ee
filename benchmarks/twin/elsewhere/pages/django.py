"""Generic views of Django: companies with a name and city, messages, a page that asks before it deletes, errors beside
fields, `?q=&city=&page=`, a detail page as a table."""

from __future__ import annotations

import random
from html import escape
from math import ceil

from benchmarks.twin.elsewhere.pages.browsing import Asked, Clock, Said, Visitor, options, token

HOST = "companies.django.test"
CITIES = {"": "---------", "1": "Berlin", "2": "Oslo", "3": "Porto"}
NAMES = ["Alder Print", "Bluebird Foods", "Cobalt Freight", "Gable Homes", "Harbour Works", "Lattice Design",
         "Meadow Clinic", "Northwind Mills", "Pier Four", "Quarry Labs", "Tidewater Supply"]  # fmt: skip


class App:
    """Companies by number, in the order of their names."""

    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance = clock, chance
        self.rows = {
            7 * number: {
                "name": name,
                "city": str(number % 3 + 1),
                "employees": str(number * 13),
                "website": f"https://{name.split()[0].lower()}.example/",
                "active": number % 4 != 0,
                "created": f"2025-01-{number + 9} {number + 8:02}:{number * 4:02}",
            }
            for number, name in enumerate(NAMES, 1)
        }
        self.messages: list[tuple[str, str]] = []

    def answer(self, asked: Asked) -> Said:
        if asked.path == "/companies/":
            return Said(self._list(asked.query))
        if asked.path == "/companies/add/":
            return self._save(0, asked) if asked.method == "POST" else Said(self._form({"active": True}, {}))
        number = int(asked.parts[1])
        if number not in self.rows:
            return Said(self._page("Not Found", "<h1>Not Found</h1><p>The requested resource was not found.</p>"), 404)
        match asked.parts[2:], asked.method:
            case ["edit"], "POST":
                return self._save(number, asked)
            case ["edit"], _:
                return Said(self._form(self.rows[number], {}, number))
            case ["delete"], "POST":
                self.messages.append(("success", f"Deleted {self.rows.pop(number)['name']}."))
                return Said(status=302, to="/companies/")
            case ["delete"], _:
                return Said(self._confirm(number))
        return Said(self._detail(number))

    def _save(self, number: int, asked: Asked) -> Said:
        sent = {name: asked.form.get(name, "").strip() for name in ("name", "city", "employees", "website")}
        wrong = {name: "This field is required." for name in ("name", "city") if not sent[name]}
        taken = any(row["name"] == sent["name"] for other, row in self.rows.items() if other != number)
        if taken:
            wrong["name"] = "Company with this Name already exists."
        active = asked.form.get("active") == "on"
        if wrong:
            return Said(self._form({**sent, "active": active}, wrong, number))
        verb = "updated" if number else "created"
        number = number or max(self.rows) + 7
        created = self.rows.get(number, {}).get("created") or self.clock.iso("%Y-%m-%d %H:%M")
        self.rows[number] = {**sent, "active": active, "created": created}
        self.messages.append(("success", f"Company {sent['name']} was {verb}."))
        return Said(status=302, to=f"/companies/{number}/")

    def _list(self, query: dict[str, str]) -> str:
        wanted, city = query.get("q", ""), query.get("city", "")
        rows = [(number, row) for number, row in self.rows.items()
                if wanted.lower() in str(row["name"]).lower() and city in ("", row["city"])]  # fmt: skip
        rows.sort(key=lambda one: str(one[1]["name"]))
        page, pages = int(query.get("page", "1")), max(1, ceil(len(rows) / 4))
        shown = "".join(
            f"""<tr><td><a href="/companies/{number}/">{escape(str(row["name"]))}</a></td>
              <td>{CITIES[str(row["city"])]}</td><td class="num">{row["employees"]}</td>
              <td>{"Yes" if row["active"] else "No"}</td></tr>"""
            for number, row in rows[page * 4 - 4 : page * 4]
        )
        table = f"""<table class="table"><thead><tr><th>Name</th><th>City</th><th>Employees</th><th>Active</th></tr>
          </thead><tbody>{shown}</tbody></table>""" if shown else "<p>No companies found.</p>"  # fmt: skip
        asked = f"&q={wanted}&city={city}" if wanted or city else ""
        before = f'<a href="?page={page - 1}{asked}">previous</a>' if page > 1 else ""
        after = f'<a href="?page={page + 1}{asked}">next</a>' if page < pages else ""
        pager = f"""<div class="pagination">{before} <span>Page {page} of {pages}.</span> {after}</div>"""
        return self._page(
            "Companies",
            f"""<h1>Companies <small>({len(rows)})</small></h1>
            <form class="filter" method="get"><input name="q" value="{escape(wanted)}">
              <select name="city">{options(CITIES, city)}</select><button type="submit">Filter</button></form>
            {table}{pager if pages > 1 else ""}<a class="btn" href="/companies/add/">Add company</a>""",
        )

    def _detail(self, number: int) -> str:
        row = self.rows[number]
        return self._page(
            str(row["name"]),
            f"""<h1>{escape(str(row["name"]))}</h1><table class="detail"><tbody>
            <tr><th>City</th><td>{CITIES[str(row["city"])]}</td></tr>
            <tr><th>Employees</th><td>{row["employees"]}</td></tr>
            <tr><th>Website</th><td><a href="{row["website"]}">{row["website"]}</a></td></tr>
            <tr><th>Active</th><td>{"Yes" if row["active"] else "No"}</td></tr>
            <tr><th>Created</th><td>{row["created"]}</td></tr></tbody></table>
            <a href="/companies/{number}/edit/">Edit</a> <a href="/companies/{number}/delete/">Delete</a>""",
        )

    def _confirm(self, number: int) -> str:
        name = escape(str(self.rows[number]["name"]))
        return self._page(
            "Delete company",
            f"""<h1>Delete company</h1><form class="sure" method="post">{self._csrf()}
            <p>Are you sure you want to delete "{name}"?</p><button type="submit">Confirm</button>
            <a href="/companies/{number}/">Cancel</a></form>""",
        )

    def _form(self, row: dict[str, object], wrong: dict[str, str], number: int = 0) -> str:
        def field(name: str, control: str) -> str:
            told = f'<ul class="errorlist"><li>{wrong[name]}</li></ul>' if name in wrong else ""
            return f"""<p>{told}<label for="id_{name}">{name.capitalize()}:</label> {control}</p>"""

        def text(name: str, kind: str = "text") -> str:
            value = escape(str(row.get(name, "")))
            return field(name, f'<input type="{kind}" name="{name}" value="{value}" id="id_{name}">')

        heading = f"Edit {escape(str(self.rows[number]['name']))}" if number else "Add company"
        checked = " checked" if row.get("active") else ""
        return self._page(
            heading,
            f"""<h1>{heading}</h1><form class="company" method="post">{self._csrf()}{text("name")}
            {field("city", f'<select name="city" id="id_city">{options(CITIES, str(row.get("city", "")))}</select>')}
            {text("employees", "number")}{text("website", "url")}
            {field("active", f'<input type="checkbox" name="active" id="id_active"{checked}>')}
            <button type="submit">Save</button></form>""",
        )

    def _csrf(self) -> str:
        return f'<input type="hidden" name="csrfmiddlewaretoken" value="{token(self.chance, 64)}">'

    def _page(self, title: str, body: str) -> str:
        told = "".join(f'<li class="{kind}">{escape(said)}</li>' for kind, said in self.messages)
        self.messages.clear()
        return f"""<!doctype html><html lang="en"><head><title>{escape(title)} | CRM</title></head><body>
          <nav><a href="/companies/">Companies</a></nav>{f'<ul class="messages">{told}</ul>' if told else ""}
          <main>{body}</main></body></html>"""


def tour(visitor: Visitor) -> None:
    visitor.goto("/companies/")
    visitor.click("next")
    visitor.click("Companies")
    visitor.click("Bluebird Foods")
    visitor.click("Edit")
    visitor.send("form.company", employees="41", city="2")
    visitor.click("Companies")
    visitor.click("Add company")
    visitor.send("form.company", name="", employees="3")
    visitor.send("form.company", name="Early Birds", city="3", website="https://early.example/")
    visitor.click("Companies")
    visitor.send("form.filter", q="la")
    visitor.send("form.filter", q="", city="2")
    visitor.click("Companies")
    visitor.click("Cobalt Freight")
    visitor.click("Delete")
    visitor.send("form.sure")
    visitor.send("form.filter", q="zzz")
    visitor.click("Companies")


def other(visitor: Visitor) -> None:
    visitor.goto("/companies/")
    visitor.click("Add company")
    visitor.send(
        "form.company", name="Kestrel Air", city="1", employees="12", website="https://kestrel.example/", active=None
    )
    visitor.goto(visitor.address)
    visitor.click("Edit")
    visitor.send("form.company", name="Kestrel Airways", active="on")
    visitor.click("Companies")
    visitor.click("next")
    visitor.click("next")
    visitor.click("previous")
    visitor.click("Kestrel Airways")
    visitor.click("Delete")
    visitor.click("Cancel")
    visitor.click("Companies")
    visitor.click("Alder Print")
    visitor.click("Edit")
    visitor.send("form.company", name="")
    visitor.send("form.company", name="Alder Press", city="3", employees="99")
    visitor.click("Companies")
    visitor.send("form.filter", q="ai")
    visitor.send("form.filter", q="", city="3")
    visitor.click("Companies")
    visitor.click("Gable Homes")
    visitor.click("Delete")
    visitor.send("form.sure")
    visitor.goto("/companies/?page=3")
    visitor.goto("/companies/28/")
    visitor.click("Companies")
    visitor.send("form.filter", q="nobody")

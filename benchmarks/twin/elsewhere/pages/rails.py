"""A scaffold of Ruby on Rails: contacts with `_method`, an authenticity token, flash messages, errors above the form, a
search and sorts in `q[...]` (Ransack), pages of five (Kaminari)."""

from __future__ import annotations

import random
from html import escape
from math import ceil
from urllib.parse import urlencode

from benchmarks.twin.elsewhere.pages.browsing import Asked, Clock, Said, Visitor, options, token

HOST = "contacts.rails.test"
STAGES = ["lead", "customer", "former"]
PEOPLE = [
    ("Ada Vance", "northwind", "customer", "2024-05-01"), ("Ben Okafor", "tidewater", "lead", "2024-08-12"),
    ("Chloe Marsh", "quarry", "lead", "2024-09-30"), ("Dev Patel", "bluebird", "former", "2023-11-02"),
    ("Elena Ruiz", "northwind", "customer", "2024-01-19"), ("Finn Larsen", "harbour", "lead", "2024-10-05"),
    ("Grace Kim", "lattice", "customer", "2024-03-28"), ("Hugo Weiss", "cobalt", "former", "2022-12-11"),
    ("Iris Novak", "meadow", "lead", "2024-11-23"), ("Jonas Field", "alder", "customer", "2024-02-14"),
    ("Kira Stone", "pier", "lead", "2024-07-07"), ("Liam Frost", "gable", "lead", "2024-06-16"),
]  # fmt: skip
FIELDS = ("name", "email", "stage", "since", "notes")


class App:
    """Contacts by number."""

    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance = clock, chance
        self.rows = {
            number: {"name": name, "email": _email(name, firm), "stage": stage, "since": since, "notes": ""}
            for number, (name, firm, stage, since) in enumerate(PEOPLE, 1)
        }
        self.next, self.flash = len(PEOPLE) + 1, ""

    def answer(self, asked: Asked) -> Said:
        parts = asked.parts
        verb = asked.form.get("_method", asked.method).upper()
        if len(parts) > 1 and parts[1].isdecimal() and int(parts[1]) not in self.rows:
            return Said(self._page("Not found", "<h1>The page you were looking for doesn't exist.</h1>"), 404)
        if verb == "POST":
            return self._save(self.next, asked, "created")
        if verb in ("PATCH", "PUT"):
            return self._save(int(parts[1]), asked, "updated")
        if verb == "DELETE":
            del self.rows[int(parts[1])]
            self.flash = "Contact was successfully destroyed."
            return Said(status=303, to="/contacts")
        if parts == ["contacts"]:
            return Said(self._index(asked.query))
        if parts[-1] == "new":
            return Said(self._form({}, "/contacts", "New contact"))
        if parts[-1] == "edit":
            return Said(self._form(self.rows[int(parts[1])], f"/contacts/{parts[1]}", "Editing contact"))
        return Said(self._show(int(parts[1])))

    def _save(self, number: int, asked: Asked, done: str) -> Said:
        sent = {name: asked.form.get(f"contact[{name}]", "") for name in FIELDS}
        wrong = [] if sent["name"] else ["Name can't be blank"]
        wrong += [] if "@" in sent["email"] else ["Email is invalid"]
        if wrong:
            heading = "New contact" if done == "created" else "Editing contact"
            return Said(self._form(sent, asked.path, heading, wrong, patch=done == "updated"), 422)
        self.rows[number] = sent
        self.next = max(self.next, number + 1)
        self.flash = f"Contact was successfully {done}."
        return Said(status=302, to=f"/contacts/{number}")

    def _index(self, query: dict[str, str]) -> str:
        wanted, stage = query.get("q[name_cont]", ""), query.get("q[stage_eq]", "")
        rows = [(number, row) for number, row in self.rows.items()
                if wanted.lower() in row["name"].lower() and stage in ("", row["stage"])]  # fmt: skip
        name, _, way = query.get("q[s]", "").partition(" ")
        if name:
            rows.sort(key=lambda one: one[1][name], reverse=way == "desc")
        count, page = len(rows), int(query.get("page", "1"))
        shown = "".join(self._row(number, row) for number, row in rows[page * 5 - 5 : page * 5])
        heads = "".join(self._head(one, query) for one in ("name", "email", "stage", "since"))
        pages = "".join(
            f'<span class="page current">{n}</span>'
            if n == page
            else f'<span class="page"><a href="/contacts?{urlencode({**query, "page": n})}">{n}</a></span>'
            for n in range(1, ceil(count / 5) + 1)
        )
        return self._page(
            "Contacts",
            f"""<h1>Contacts</h1><form class="search" action="/contacts" method="get">
            <input type="search" name="q[name_cont]" value="{escape(wanted)}">
            <select name="q[stage_eq]"><option value="">Any</option>{options(STAGES, stage)}</select>
            <input type="submit" value="Search"></form><p>{self._counted(count, page)}</p>
            <table><thead><tr>{heads}<th colspan=3></th></tr></thead><tbody>{shown}</tbody></table>
            <nav class="pagination">{pages}</nav><a href="/contacts/new">New contact</a>""",
        )

    @staticmethod
    def _counted(count: int, page: int) -> str:
        if count <= 5:
            return f"Displaying <b>all {count}</b> contacts" if count > 1 else "Displaying <b>1</b> contact"
        return f"Displaying contacts <b>{page * 5 - 4} - {min(page * 5, count)}</b> of <b>{count}</b> in total"

    @staticmethod
    def _head(name: str, query: dict[str, str]) -> str:
        turn = "desc" if query.get("q[s]") == f"{name} asc" else "asc"
        return f'<th><a href="/contacts?{urlencode({"q[s]": f"{name} {turn}"})}">{name.capitalize()}</a></th>'

    def _row(self, number: int, row: dict[str, str]) -> str:
        cells = "".join(f"<td>{escape(row[name])}</td>" for name in ("name", "email", "stage", "since"))
        return f"""<tr id="contact_{number}">{cells}<td><a href="/contacts/{number}">Show</a></td>
          <td><a href="/contacts/{number}/edit">Edit</a></td><td>{self._button(number)}</td></tr>"""

    def _button(self, number: int) -> str:
        return f"""<form class="button_to" method="post" action="/contacts/{number}">
          <input type="hidden" name="_method" value="delete"><button type="submit">Destroy</button>
          {self._token()}</form>"""

    def _show(self, number: int) -> str:
        row = self.rows[number]
        said = "".join(f"<p><strong>{name.capitalize()}:</strong> {escape(row[name])}</p>" for name in FIELDS)
        return self._page(
            row["name"],
            f"""<div id="contact_{number}">{said}</div><a href="/contacts/{number}/edit">Edit this contact</a> |
            <a href="/contacts">Back to contacts</a>{self._button(number)}""",
        )

    def _form(
        self, row: dict[str, str], action: str, heading: str, wrong: list[str] | None = None, *, patch: bool = True
    ) -> str:
        method = '<input type="hidden" name="_method" value="patch">' if row and patch else ""
        fields = "".join(
            f"""<div class="field"><label for="contact_{name}">{name.capitalize()}</label>
            <input type="{kind}" name="contact[{name}]" id="contact_{name}" value="{escape(row.get(name, ""))}">
            </div>"""
            for name, kind in (("name", "text"), ("email", "email"), ("since", "date"))
        )
        return self._page(
            heading,
            f"""<h1>{heading}</h1><form class="contact" action="{action}" method="post">{method}{self._token()}
            {_errors(wrong or [])}{fields}<div class="field"><label>Stage</label>
            <select name="contact[stage]">{options(STAGES, row.get("stage", ""))}</select></div>
            <div class="field"><label>Notes</label>
            <textarea name="contact[notes]">{escape(row.get("notes", ""))}</textarea></div>
            <input type="submit" name="commit" value="Save"></form><a href="/contacts">Back to contacts</a>""",
        )

    def _token(self) -> str:
        return f'<input type="hidden" name="authenticity_token" value="{token(self.chance, 86)}">'

    def _page(self, title: str, body: str) -> str:
        flash, self.flash = self.flash, ""
        told = f'<p style="color: green" id="notice">{flash}</p>' if flash else ""
        return f"""<!DOCTYPE html><html><head><title>{escape(title)}</title>
          <meta name="csrf-token" content="{token(self.chance, 86)}"></head>
          <body><nav><a href="/contacts">Contacts</a></nav>{told}<main>{body}</main></body></html>"""


def _email(name: str, firm: str) -> str:
    return f"{name.split()[0].lower()}@{firm}.example"


def _errors(wrong: list[str]) -> str:
    told = "".join(f"<li>{escape(one)}</li>" for one in wrong)
    heading = f"{len(wrong)} {'error' if len(wrong) == 1 else 'errors'} prohibited this contact from being saved:"
    return f'<div id="error_explanation"><h2>{heading}</h2><ul>{told}</ul></div>' if wrong else ""


def _filled(name: str, email: str, stage: str, since: str, notes: str) -> dict[str, str]:
    sent = {"name": name, "email": email, "stage": stage, "since": since, "notes": notes}
    return {f"contact[{field}]": value for field, value in sent.items()}


def tour(visitor: Visitor) -> None:
    visitor.goto("/contacts")
    visitor.click("2")
    visitor.click("Contacts")
    visitor.click("Show", near="Ben Okafor")
    visitor.click("Edit this contact")
    visitor.send("form.contact", **{"contact[stage]": "customer", "contact[notes]": "Called on Monday."})
    visitor.click("Back to contacts")
    visitor.click("New contact")
    visitor.send("form.contact", **_filled("", "x", "lead", "", ""))
    visitor.send("form.contact", **_filled("Mona Reed", "mona@reed.example", "lead", "2025-03-01", "Met at the fair."))
    visitor.click("Back to contacts")
    visitor.click("Name")
    visitor.click("Name")
    visitor.click("Since")
    visitor.goto("/contacts")
    visitor.send("form.search", **{"q[name_cont]": "li"})
    visitor.click("Contacts")
    visitor.send("form.search", **{"q[stage_eq]": "former"})
    visitor.click("Contacts")
    visitor.click("Show", near="Chloe Marsh")
    visitor.send("form.button_to")
    visitor.goto("/contacts?page=3")


def other(visitor: Visitor) -> None:
    visitor.goto("/contacts")
    visitor.click("New contact")
    visitor.send("form.contact", **_filled("Otto Berg", "otto@berg.example", "former", "2024-12-24", "Left in winter."))
    visitor.goto(visitor.address)
    visitor.click("Edit this contact")
    visitor.send("form.contact", **{"contact[stage]": "lead", "contact[since]": "2025-01-02"})
    visitor.click("Back to contacts")
    visitor.click("3")
    visitor.click("Show", near="Otto Berg")
    visitor.click("Back to contacts")
    visitor.click("Show", near="Elena Ruiz")
    visitor.click("Edit this contact")
    visitor.send("form.contact", **{"contact[email]": "nothing"})
    visitor.send("form.contact", **{"contact[email]": "er@ruiz.example"})
    visitor.click("Back to contacts")
    visitor.click("Email")
    visitor.click("Stage")
    visitor.goto("/contacts")
    visitor.send("form.search", **{"q[name_cont]": "er"})
    visitor.click("Contacts")
    visitor.send("form.search", **{"q[stage_eq]": "customer"})
    visitor.click("Contacts")
    visitor.click("Edit", near="Ada Vance")
    visitor.send("form.contact", **{"contact[name]": "Ada Vance-Lee", "contact[notes]": "Wed."})
    visitor.click("Back to contacts")
    visitor.send("form.button_to", near="Dev Patel")
    visitor.click("Name")
    visitor.goto("/contacts/4")
    visitor.goto("/contacts?page=2")

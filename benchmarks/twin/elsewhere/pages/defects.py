"""A tracker of defects: a page with remarks below it and buttons that close and reopen, changes written down as
remarks, people and products with pages of their own, notices that name what was saved, a page that asks before it
deletes."""

from __future__ import annotations

import random
from html import escape

from benchmarks.twin.elsewhere.pages.browsing import Asked, Clock, Said, Visitor, options, token

HOST = "quality.defects.test"
LEVELS = {"": "----------", "1": "Low", "2": "Medium", "3": "High"}
PRODUCTS = {"1": "Ferry tickets", "2": "Harbour map", "3": "Tide clock"}
PEOPLE = {"4": "ines", "5": "bo", "6": "kim"}
SUMMARIES = [
    "Fare lacks the tax", "Ticket has no name", "Voucher works twice", "Sunday is missing", "Printer cuts a line",
    "Dog counts as a car", "Map turns grey", "Pier is on land", "Return loses its date", "Capitals find nothing",
    "Clock is late", "Ship stands still",
]  # fmt: skip


class App:
    """Defects by number, the first one first. Bo uses it."""

    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance, self.told = clock, chance, ""
        self.rows: dict[int, dict[str, str]] = {}
        self.said: dict[int, list[tuple[str, str, str]]] = {}
        self.next = len(SUMMARIES) + 1
        for number, summary in enumerate(SUMMARIES, 1):
            self.rows[number] = {
                "summary": summary, "level": str(number % 3 + 1), "product": str(number * 2 % 3 + 1),
                "owner": str(4 + number % 3), "open": "" if number % 5 == 4 else "yes",
                "reporter": list(PEOPLE.values())[(number + 1) % 3],
                "made": f"Feb. {number + 2}, 2025, {1 + number % 11}:{number * 4:02} a.m.",
            }  # fmt: skip
            self.said[number] = [("kim", f"Feb. {number + 3}, 2025", "Me, too.")] if number % 4 == 3 else []

    def answer(self, asked: Asked) -> Said:
        parts, form = asked.parts, asked.form
        match parts:
            case ["defects"]:
                return Said(self._list(asked.query))
            case ["products"]:
                return Said(self._products())
            case ["products", number]:
                return Said(self._product(number))
            case ["people", name]:
                return Said(self._person(name))
            case ["defects", "new"] if asked.method == "POST":
                return self._create(form)
            case ["defects", "new"]:
                return Said(self._form({}, "/defects/new/", "New defect"))
            case ["remarks"]:
                return self._remark(int(form["defect"]), form)
        number = int(parts[1])
        if number not in self.rows:
            return Said(self._page("Page not found", "<h1>Page not found</h1>"), 404)
        match parts[2:], asked.method:
            case ["edit"], "POST":
                return self._change(number, form)
            case ["edit"], _:
                return Said(self._form(self.rows[number], f"/defects/{number}/edit/", "Edit defect"))
            case ["delete"], "POST":
                self.told = f"The defect “D-{number}: {self.rows.pop(number)['summary']}” was deleted successfully."
                return Said(status=302, to="/defects/")
            case ["delete"], _:
                return Said(self._sure(number))
        return Said(self._shown(number))

    def _now(self) -> str:
        return self.clock.iso("%b. %d, %Y")

    def _create(self, form: dict[str, str]) -> Said:
        number, self.next = self.next, self.next + 1
        made = self.clock.iso("%b. %d, %Y, %I:%M %p").replace(" 0", " ").replace("AM", "a.m.").replace("PM", "p.m.")
        self.rows[number] = {name: form[name] for name in ("summary", "level", "product", "owner")} | {
            "open": "yes", "reporter": "bo", "made": made,
        }  # fmt: skip
        self.said[number] = [("bo", self._now(), form["text"])] if form["text"] else []
        self.told = f"The defect “D-{number}: {form['summary']}” was added successfully."
        return Said(status=302, to=f"/defects/{number}/")

    def _change(self, number: int, form: dict[str, str]) -> Said:
        row, lines = self.rows[number], []
        for name, words in (("summary", {}), ("level", LEVELS), ("product", PRODUCTS), ("owner", PEOPLE)):
            if row[name] != form[name]:
                lines.append(
                    f"{name.title()}: {words.get(row[name], row[name])} -> {words.get(form[name], form[name])}"
                )
                row[name] = form[name]
        if lines:
            self.said[number].append(("bo", self._now(), "\n".join(lines)))
        self.told = f"The defect “D-{number}: {row['summary']}” was changed successfully."
        return Said(status=302, to=f"/defects/{number}/")

    def _remark(self, number: int, form: dict[str, str]) -> Said:
        if form["text"]:
            self.said[number].append(("bo", self._now(), form["text"]))
        if form["action"] != "remark":
            self.rows[number]["open"] = "" if form["action"] == "close" else "yes"
            self.said[number].append(("bo", self._now(), "closed" if form["action"] == "close" else "reopened"))
        return Said(status=302, to=f"/defects/{number}/")

    def _line(self, number: int) -> str:
        row = self.rows[number]
        product = f'<a href="/products/{row["product"]}/">{PRODUCTS[row["product"]]}</a>'
        return f"""<tr><td>D-{number}</td><td>{LEVELS[row["level"]] if row["level"] else "-"}</td>
          <td><a href="/defects/{number}/">{escape(row["summary"])}</a></td><td>{product}</td>
          <td><a href="/people/{PEOPLE[row["owner"]]}/">{PEOPLE[row["owner"]]}</a></td>
          <td>{"Open" if row["open"] else "Closed"}</td><td>{len(self.said[number])}</td></tr>"""

    def _table(self, numbers: list[int]) -> str:
        heads = "".join(
            f"<th>{one}</th>" for one in ("ID", "Severity", "Summary", "Product", "Assignee", "State", "Remarks")
        )
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(map(self._line, numbers))}</tbody></table>"

    def _list(self, query: dict[str, str]) -> str:
        words, level = query.get("q", "").lower(), query.get("level", "")
        found = [
            number for number, row in self.rows.items()
            if words in row["summary"].lower() and level in ("", row["level"])
        ]  # fmt: skip
        if query.get("sort") == "summary":
            found.sort(key=lambda number: self.rows[number]["summary"])
        body = self._table(found) if found else "<p>No defects match.</p>"
        return self._page(
            "Defects",
            f"""<h1>Defects</h1><p><a href="/defects/new/">Report a defect</a></p>
          <form class="filter" method="get" action="/defects/"><input name="q" value="{escape(query.get("q", ""))}">
          <select name="level">{options(LEVELS, level)}</select><button>Search</button></form>
          {body}<p>{len(found)} total</p>""",
        )

    def _products(self) -> str:
        lines = "".join(
            f"""<tr><td><a href="/products/{key}/">{name}</a></td>
              <td>{sum(row["product"] == key for row in self.rows.values())}</td></tr>"""
            for key, name in PRODUCTS.items()
        )
        return self._page(
            "Products",
            f"<h1>Products</h1><table><thead><tr><th>Name</th><th>Defects</th></tr></thead><tbody>{lines}</tbody></table>",
        )

    def _product(self, key: str) -> str:
        found = [number for number, row in self.rows.items() if row["product"] == key]
        return self._page(PRODUCTS[key], f"<h1>{PRODUCTS[key]}</h1><h2>Defects ({len(found)})</h2>{self._table(found)}")

    def _person(self, name: str) -> str:
        found = [number for number, row in self.rows.items() if PEOPLE[row["owner"]] == name]
        return self._page(name, f"<h1>{name}</h1><h2>Assigned ({len(found)})</h2>{self._table(found)}")

    def _shown(self, number: int) -> str:
        row = self.rows[number]
        remarks = "".join(
            f"""<div class="remark"><h3><a href="/people/{who}/">{who}</a> commented on {when}</h3>
              <div class="text"><p>{"<br>".join(escape(words).splitlines())}</p></div></div>"""
            for who, when, words in self.said[number]
        )
        buttons = (
            '<button name="action" value="remark">Save</button><button name="action" value="close">Close</button>'
            if row["open"]
            else '<button name="action" value="reopen">Reopen</button>'
        )
        return self._page(
            f"D-{number}: {row['summary']}",
            f"""<h1><span>D-{number}: {escape(row["summary"])}</span>
          <span class="state">{"Open" if row["open"] else "Closed"}</span></h1>
          <p class="menu"><a href="/defects/{number}/edit/">Edit</a> <a href="/defects/{number}/delete/">Delete</a></p>
          <h2>Severity: {LEVELS[row["level"]] if row["level"] else "-"}</h2><h2>{row["made"]}</h2>
          <h2>Reporter: <a href="/people/{row["reporter"]}/">{row["reporter"]}</a></h2>
          <h2>Assignee: <a href="/people/{PEOPLE[row["owner"]]}/">{PEOPLE[row["owner"]]}</a></h2>
          <h2>Product: <a href="/products/{row["product"]}/">{PRODUCTS[row["product"]]}</a></h2>
          <section class="remarks">{remarks}</section>
          <form class="remark" method="post" action="/remarks/">{self._csrf()}
          <input type="hidden" name="defect" value="{number}"><textarea name="text"></textarea>{buttons}</form>""",
        )

    def _form(self, row: dict[str, str], action: str, title: str) -> str:
        text = "" if row else '<textarea name="text"></textarea>'
        return self._page(
            title,
            f"""<h1>{title}</h1><form class="defect" method="post" action="{action}">{self._csrf()}
          <label>Summary <input name="summary" value="{escape(row.get("summary", ""))}"></label>
          <label>Severity <select name="level">{options(LEVELS, row.get("level", ""))}</select></label>
          <label>Product <select name="product">{options(PRODUCTS, row.get("product", "1"))}</select></label>
          <label>Assignee <select name="owner">{options(PEOPLE, row.get("owner", "4"))}</select></label>
          {text}<button>Save</button></form>""",
        )

    def _sure(self, number: int) -> str:
        row = self.rows[number]
        return self._page(
            "Are you sure?",
            f"""<h1>Are you sure?</h1><p>Are you sure you want to delete the defect “D-{number}:
          {escape(row["summary"])}”? All of the following related items will be deleted:</p>
          <ul><li>Remarks: {len(self.said[number])}</li></ul>
          <form class="sure" method="post" action="/defects/{number}/delete/">{self._csrf()}
          <button>Yes, I'm sure</button></form>""",
        )

    def _csrf(self) -> str:
        return f'<input type="hidden" name="csrfmiddlewaretoken" value="{token(self.chance, 64)}">'

    def _page(self, title: str, body: str) -> str:
        told = f'<ul class="messages"><li>{escape(self.told)}</li></ul>' if self.told else ""
        self.told = ""
        return f"""<!doctype html><html lang="en"><head><title>{escape(title)} - Quality</title></head><body>
          <nav><a href="/defects/">Defects</a> <a href="/products/">Products</a></nav>{told}
          <main>{body}</main></body></html>"""


def tour(visitor: Visitor) -> None:
    visitor.goto("/defects/")
    visitor.click("Voucher works twice")
    visitor.send("form.remark", text="Paper ones, too.", button="Save")
    visitor.click("Defects")
    visitor.click("Report a defect")
    visitor.send("form.defect", summary="Anchor is upside down", level="2", product="2", owner="5", text="East side.")
    visitor.click("Edit")
    visitor.send("form.defect", summary="Anchor is turned", level="3")
    visitor.click("Defects")
    visitor.click("Map turns grey")
    visitor.send("form.remark", text="Mended.", button="Close")
    visitor.click("Defects")
    visitor.send("form.filter", q="ti")
    visitor.send("form.filter", q="", level="2")
    visitor.goto("/defects/", sort="summary")
    visitor.click("Products")
    visitor.click("Harbour map")
    visitor.click("Anchor is turned")
    visitor.click("Delete")
    visitor.send("form.sure")
    visitor.click("Products")
    visitor.click("Defects")
    visitor.click("kim", near="Ticket has no name")


def other(visitor: Visitor) -> None:
    visitor.goto("/defects/")
    visitor.click("Clock is late")
    visitor.goto("/defects/1/")
    visitor.send("form.remark", text="Since summer time.", button="Save")
    visitor.goto("/defects/1/")
    visitor.click("Defects")
    visitor.click("Report a defect")
    visitor.send("form.defect", summary="Gangway drawn twice", level="3", product="1", owner="4", text="West quay.")
    visitor.goto(visitor.address)
    visitor.click("Defects")
    visitor.click("Gangway drawn twice")
    visitor.click("Edit")
    visitor.send("form.defect", summary="Gangway drawn thrice", level="1", owner="6")
    visitor.goto(visitor.address)
    visitor.click("Defects")
    visitor.send("form.filter", q="la")
    visitor.send("form.filter", q="", level="3")
    visitor.click("Products")
    visitor.click("Tide clock")
    visitor.click("Products")
    visitor.click("Ferry tickets")
    visitor.click("Gangway drawn thrice")
    visitor.send("form.remark", text="", button="Close")
    visitor.send("form.remark", text="Again.", button="Reopen")
    visitor.goto("/defects/6/")
    visitor.click("Edit")
    visitor.send("form.defect", summary="Dog counts as two cars")
    visitor.goto("/defects/6/")
    visitor.goto("/people/bo/")
    visitor.goto("/defects/", sort="summary")
    visitor.goto("/defects/8/")
    visitor.click("Delete")
    visitor.send("form.sure")
    visitor.goto("/defects/8/")
    visitor.click("Products")

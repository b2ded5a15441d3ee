"""A scaffold of ASP.NET MVC: products with `Details/5`, `Edit/5`, `Delete/5`, a verification token, check boxes with a
hidden twin, `sortOrder=name_desc`, money and dates as the culture writes them, `dl` lists."""

from __future__ import annotations

import random
from datetime import date
from html import escape

from benchmarks.twin.elsewhere.pages.browsing import Asked, Clock, Said, Visitor, options, token

HOST = "products.aspnet.test"
GROUPS = {"1": "Boats", "2": "Ropes", "3": "Lamps"}
PRODUCTS = [
    ("Anchor lamp", "3", "24.50", "2024-02-01"), ("Bow line", "2", "7.00", "2024-03-11"),
    ("Canoe", "1", "899.00", "2023-06-30"), ("Dinghy", "1", "1450.00", "2024-12-02"),
    ("Eye splice kit", "2", "19.90", "2024-07-21"), ("Fog lamp", "3", "61.00", "2023-10-09"),
    ("Gig", "1", "5200.00", "2022-04-18"), ("Hemp rope", "2", "3.25", "2024-09-05"),
]  # fmt: skip


class App:
    """Products by number."""

    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance = clock, chance
        self.rows = {
            number: {"Name": name, "GroupId": group, "Price": price, "ReleaseDate": day, "InStock": number % 3 > 0}
            for number, (name, group, price, day) in enumerate(PRODUCTS, 1)
        }
        self.next = len(PRODUCTS) + 1

    def answer(self, asked: Asked) -> Said:
        action = asked.parts[1] if len(asked.parts) > 1 else "Index"
        number = int(asked.parts[2]) if len(asked.parts) > 2 else 0
        if action == "Index":
            return Said(self._index(asked.query))
        if number and number not in self.rows:
            return Said("", 404)
        if asked.method == "POST" and action == "Delete":
            del self.rows[number]
            return Said(status=302, to="/Products")
        if asked.method == "POST":
            return self._save(number, asked)
        if action in ("Create", "Edit"):
            return Said(self._form(action, self.rows.get(number, {}), {}, number))
        return Said(self._details(action, number))

    def _save(self, number: int, asked: Asked) -> Said:
        sent: dict[str, object] = {
            name: asked.form.get(name, "") for name in ("Name", "GroupId", "Price", "ReleaseDate")
        }
        sent["InStock"] = ("InStock", "true") in asked.pairs
        wrong = {} if sent["Name"] else {"Name": "The Name field is required."}
        if wrong:
            return Said(self._form("Edit" if number else "Create", sent, wrong, number))
        if not number:
            number, self.next = self.next, self.next + 1
        self.rows[number] = sent
        return Said(status=302, to="/Products")

    def _index(self, query: dict[str, str]) -> str:
        wanted, order = query.get("searchString", ""), query.get("sortOrder", "")
        rows = [one for one in self.rows.items() if wanted.lower() in str(one[1]["Name"]).lower()]
        field = {"price": "Price", "date": "ReleaseDate"}.get(order.removesuffix("_desc").lower(), "Name")
        rows.sort(key=lambda one: float(str(one[1]["Price"])) if field == "Price" else str(one[1][field]),
                  reverse=order.endswith("_desc"))  # fmt: skip
        links = {
            "Name": "name_desc" if order == "" else "",
            "Price": "price_desc" if order == "price" else "price",
            "Release Date": "date_desc" if order == "date" else "date",
        }
        heads = "".join(f'<th><a href="/Products?sortOrder={value}">{name}</a></th>' for name, value in links.items())
        shown = "".join(
            f"""<tr><td>{escape(str(row["Name"]))}</td><td>{money(row["Price"])}</td><td>{day(row["ReleaseDate"])}</td>
            <td>{GROUPS[str(row["GroupId"])]}</td>
            <td><input class="check-box" disabled type="checkbox"{" checked" if row["InStock"] else ""}></td>
            <td><a href="/Products/Edit/{number}">Edit</a> | <a href="/Products/Details/{number}">Details</a> |
            <a href="/Products/Delete/{number}">Delete</a></td></tr>"""
            for number, row in rows
        )
        return page(
            "Index",
            f"""<h1>Index</h1><p><a href="/Products/Create">Create New</a></p>
            <form class="find" action="/Products" method="get"><p>Title:
            <input type="text" name="searchString" value="{escape(wanted)}">
            <input type="submit" value="Filter"></p></form>
            <table class="table"><thead><tr>{heads}<th>Group</th><th>In Stock</th><th></th></tr></thead>
            <tbody>{shown}</tbody></table>""",
        )

    def _details(self, action: str, number: int) -> str:
        row = self.rows[number]
        said = {
            "Name": escape(str(row["Name"])), "Price": money(row["Price"]), "Release Date": day(row["ReleaseDate"]),
            "Group": GROUPS[str(row["GroupId"])],
        }  # fmt: skip
        told = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in said.items())
        if action == "Delete":
            return page(
                "Delete",
                f"""<h1>Delete</h1><h3>Are you sure you want to delete this?</h3><div><h4>Product</h4><dl>{told}</dl>
                <form class="sure" action="/Products/Delete/{number}" method="post">
                <input type="hidden" name="Id" value="{number}"><input type="submit" value="Delete"> |
                <a href="/Products">Back to List</a>{self._token()}</form></div>""",
            )
        return page(
            "Details",
            f"""<h1>Details</h1><div><h4>Product</h4><hr><dl class="row">{told}</dl></div>
            <div><a href="/Products/Edit/{number}">Edit</a> | <a href="/Products">Back to List</a></div>""",
        )

    def _form(self, action: str, row: dict[str, object], wrong: dict[str, str], number: int) -> str:
        def field(label: str, name: str, kind: str = "text") -> str:
            way, value = "error" if name in wrong else "valid", escape(str(row.get(name, "")))
            return f"""<div class="form-group"><label for="{name}">{label}</label>
              <input class="form-control" type="{kind}" id="{name}" name="{name}" value="{value}">
              <span class="text-danger field-validation-{way}">{wrong.get(name, "")}</span></div>"""

        key = f'<input type="hidden" name="Id" value="{number}">' if number else ""
        path = f"/Products/{action}" + (f"/{number}" if number else "")
        return page(
            action,
            f"""<h1>{action}</h1><h4>Product</h4><hr><form class="product" action="{path}" method="post">{key}
            {field("Name", "Name")}{field("Price", "Price")}{field("Release Date", "ReleaseDate", "date")}
            <div class="form-group"><label>Group</label><select name="GroupId">
            {options(GROUPS, str(row.get("GroupId", "")))}</select></div>
            <div class="form-check"><label><input type="checkbox" name="InStock" value="true"
            {"checked" if row.get("InStock") else ""}> In Stock</label></div>
            <div class="form-group"><input type="submit" value="Save"></div>{self._token()}
            <input name="InStock" type="hidden" value="false"></form><div><a href="/Products">Back to List</a></div>""",
        )

    def _token(self) -> str:
        return f'<input name="__RequestVerificationToken" type="hidden" value="CfDJ8{token(self.chance, 150)}">'


def money(value: object) -> str:
    return f"${float(str(value)):,.2f}"


def day(value: object) -> str:
    made = date.fromisoformat(str(value))
    return f"{made.month}/{made.day}/{made.year}"


def page(title: str, body: str) -> str:
    return f"""<!DOCTYPE html><html lang="en"><head><title>{title} - Chandlery</title></head><body>
      <header><nav><a class="navbar-brand" href="/Products">Chandlery</a></nav></header>
      <div class="container"><main role="main">{body}</main></div><footer>2025 - Chandlery</footer></body></html>"""


def tour(visitor: Visitor) -> None:
    visitor.goto("/Products")
    visitor.click("Details", near="Canoe")
    visitor.click("Edit")
    visitor.send("form.product", Price="850.00")
    visitor.click("Create New")
    visitor.send("form.product", Name="", Price="5")
    visitor.send("form.product", Name="Ink lamp", GroupId="3", Price="12.75", ReleaseDate="2025-02-20", InStock="true")
    visitor.click("Name")
    visitor.click("Price")
    visitor.click("Price")
    visitor.click("Chandlery")
    visitor.send("form.find", searchString="lamp")
    visitor.click("Chandlery")
    visitor.click("Delete", near="Dinghy")
    visitor.send("form.sure")
    visitor.click("Details", near="Ink lamp")
    visitor.click("Back to List")


def other(visitor: Visitor) -> None:
    visitor.goto("/Products")
    visitor.click("Create New")
    visitor.send("form.product", Name="Jib", GroupId="1", Price="340", ReleaseDate="2025-01-05")
    visitor.click("Details", near="Jib")
    visitor.click("Edit")
    visitor.send("form.product", Price="310.50", InStock="true")
    visitor.click("Details", near="Bow line")
    visitor.click("Back to List")
    visitor.click("Edit", near="Hemp rope")
    visitor.send("form.product", Name="")
    visitor.send("form.product", Name="Hemp line", GroupId="3")
    visitor.click("Price")
    visitor.click("Release Date")
    visitor.click("Release Date")
    visitor.click("Chandlery")
    visitor.send("form.find", searchString="line")
    visitor.click("Chandlery")
    visitor.click("Delete", near="Gig")
    visitor.click("Back to List")
    visitor.click("Delete", near="Gig")
    visitor.send("form.sure")
    visitor.click("Name")
    visitor.click("Details", near="Fog lamp")

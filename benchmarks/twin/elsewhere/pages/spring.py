"""Spring MVC with Thymeleaf: pages counted from 0 and `sort=title,asc`, arrows in heads, tabs by status with counts,
errors beside the fields of a form, several orders changed by ticked boxes, suppliers that are entities themselves."""

from __future__ import annotations

import random
from datetime import date
from html import escape
from urllib.parse import urlencode

from benchmarks.twin.elsewhere.pages.browsing import Asked, Clock, Said, Visitor, options, token

HOST = "purchasing.spring.test"
STATUS = {"DRAFT": "Draft", "SENT": "Sent", "RECEIVED": "Received"}
SUPPLIERS = [
    ("Lindqvist Paper", "Malmö"),
    ("Orta Metals", "Izmir"),
    ("Fenwick & Sons", "Leeds"),
    ("Aho Timber", "Oulu"),
]
ORDERS = [
    ("Copy paper, spring", 1, "SENT", "2025-03-14", 480.0), ("Steel brackets", 2, "DRAFT", "2025-04-02", 1250.5),
    ("Oak boards", 4, "RECEIVED", "2025-02-11", 2310.0), ("Door handles", 3, "SENT", "2025-03-20", 642.75),
    ("Envelopes", 1, "RECEIVED", "2025-01-30", 96.4), ("Copper wire", 2, "SENT", "2025-03-27", 1875.0),
    ("Shelving", 4, "DRAFT", "2025-04-18", 930.0), ("Hinges", 3, "DRAFT", "2025-04-09", 218.9),
    ("Aluminium sheet", 2, "RECEIVED", "2025-02-24", 3420.0), ("Gift wrap", 1, "DRAFT", "2025-05-05", 150.0),
    ("Pine slats", 4, "SENT", "2025-03-31", 705.2), ("Padlocks", 3, "RECEIVED", "2025-02-03", 389.0),
]  # fmt: skip
COLUMNS = {"title": "Title", "dueDate": "Due", "amount": "Amount"}
SIZE = 5


class App:
    """Orders and suppliers by number."""

    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance, self.told = clock, chance, ""
        self.suppliers = {number: {"name": name, "city": city} for number, (name, city) in enumerate(SUPPLIERS, 1)}
        self.orders: dict[int, dict[str, str]] = {
            number: {"title": title, "supplier": str(by), "status": status, "dueDate": due, "amount": f"{amount:.2f}"}
            for number, (title, by, status, due, amount) in enumerate(ORDERS, 1)
        }

    def answer(self, asked: Asked) -> Said:
        parts, posted = asked.parts, asked.method == "POST"
        match parts:
            case ["orders"]:
                return self._save(0, asked.form) if posted else Said(self._list(asked.query))
            case ["orders", "new"]:
                return Said(self._form(0, {"status": "DRAFT"}, {}))
            case ["orders", "bulk"]:
                return self._bulk(asked)
            case ["suppliers"]:
                return self._add_supplier(asked.form) if posted else Said(self._suppliers({}, {}))
            case ["suppliers", number]:
                return Said(self._supplier(int(number)))
            case ["orders", number, "edit"]:
                return Said(self._form(int(number), self.orders[int(number)], {}))
            case ["orders", number, "delete"]:
                self.told = f"Order “{self.orders.pop(int(number))['title']}” was deleted."
                return Said(status=302, to="/orders")
            case _:
                return self._save(int(parts[1]), asked.form) if posted else Said(self._order(int(parts[1])))

    def _save(self, number: int, form: dict[str, str]) -> Said:
        sent = {name: form.get(name, "") for name in ("title", "supplier", "status", "dueDate", "amount")}
        errors = {name: "must not be blank" for name in ("title", "dueDate") if not sent[name].strip()}
        try:
            if float(sent["amount"]) <= 0:
                errors["amount"] = "must be greater than 0"
        except ValueError:
            errors["amount"] = "must be a number"
        if errors:
            return Said(self._form(number, sent, errors))
        self.told = "Order was updated." if number else "Order was created."
        number = number or max(self.orders) + 1
        self.orders[number] = sent | {"amount": f"{float(sent['amount']):.2f}"}
        return Said(status=302, to=f"/orders/{number}")

    def _bulk(self, asked: Asked) -> Said:
        chosen = [int(value) for name, value in asked.pairs if name == "ids"]
        for number in chosen:
            if asked.form["action"] == "delete":
                del self.orders[number]
            else:
                self.orders[number]["status"] = asked.form["action"]
        done = "deleted" if asked.form["action"] == "delete" else f"marked as {asked.form['action'].lower()}"
        self.told = f"{len(chosen)} order(s) {done}."
        return Said(status=302, to="/orders")

    def _add_supplier(self, form: dict[str, str]) -> Said:
        errors = {name: "must not be blank" for name in ("name", "city") if not form[name].strip()}
        if errors:
            return Said(self._suppliers(form, errors))
        number = max(self.suppliers) + 1
        self.suppliers[number] = {"name": form["name"], "city": form["city"]}
        self.told = "Supplier was created."
        return Said(status=302, to=f"/suppliers/{number}")

    def _list(self, query: dict[str, str]) -> str:
        status, wanted = query.get("status", ""), query.get("q", "")
        by, _, way = query.get("sort", "dueDate,asc").partition(",")
        found = [one for one in self.orders.items() if wanted.lower() in one[1]["title"].lower()]
        rows = [one for one in found if status in ("", one[1]["status"])]
        rows.sort(key=lambda one: float(one[1][by]) if by == "amount" else one[1][by].lower(), reverse=way == "desc")
        page, kept = int(query.get("page", "0")), {name: query[name] for name in ("status", "q") if query.get(name)}
        tabs = "".join(
            f'<li class="nav-item"><a class="nav-link{" active" if name == status else ""}" href="/orders'
            f'{f"?status={name}" if name else ""}">{said} <span class="badge">'
            f"{sum(name in ('', one['status']) for one in self.orders.values())}</span></a></li>"
            for name, said in {"": "All", **STATUS}.items()
        )
        heads = "".join(self._head(name, said, by, way, kept) for name, said in COLUMNS.items())
        shown = "".join(
            f"""<tr><td><input type="checkbox" name="ids" value="{number}"></td>
            <td><a href="/orders/{number}">{escape(row["title"])}</a></td><td>{day(row["dueDate"])}</td>
            <td class="text-end">{float(row["amount"]):,.2f}</td>
            <td><a href="/suppliers/{row["supplier"]}">{self._name(row["supplier"])}</a></td>
            <td><span class="badge badge-{row["status"].lower()}">{STATUS[row["status"]]}</span></td></tr>"""
            for number, row in rows[page * SIZE : page * SIZE + SIZE]
        ) or '<tr><td colspan="6">No orders found.</td></tr>'  # fmt: skip
        pages = -(-len(rows) // SIZE)
        pager = "".join(
            f'<li class="page-item{" active" if n == page else ""}"><a class="page-link" href="/orders?'
            f'{escape(urlencode({**kept, "page": n, "sort": f"{by},{way}"}))}">{n + 1}</a></li>' for n in range(pages)
        )  # fmt: skip
        return self._page(
            "Orders",
            f"""<h1>Orders</h1><a class="btn" href="/orders/new">New order</a><ul class="nav nav-tabs">{tabs}</ul>
            <form class="search" action="/orders" method="get"><input name="q" value="{escape(wanted)}">
            <button>Search</button></form><form class="bulk" action="/orders/bulk" method="post">{self._csrf()}
            <table class="table"><thead><tr><th></th>{heads}<th>Supplier</th><th>Status</th></tr></thead>
            <tbody>{shown}</tbody></table><button name="action" value="SENT">Mark as sent</button>
            <button name="action" value="RECEIVED">Mark as received</button>
            <button name="action" value="delete">Delete</button></form>
            <p>{len(rows)} order(s)</p>{f'<ul class="pagination">{pager}</ul>' if pages > 1 else ""}""",
        )

    @staticmethod
    def _head(name: str, said: str, by: str, way: str, kept: dict[str, str]) -> str:
        turn = "desc" if name == by and way == "asc" else "asc"
        arrow = (" ▲" if way == "asc" else " ▼") if name == by else ""
        return f'<th><a href="/orders?{escape(urlencode({**kept, "sort": f"{name},{turn}"}))}">{said}</a>{arrow}</th>'

    def _order(self, number: int) -> str:
        row = self.orders[number]
        return self._page(
            row["title"],
            f"""<h1>{escape(row["title"])}</h1><dl class="row"><dt>Supplier</dt><dd>
            <a href="/suppliers/{row["supplier"]}">{self._name(row["supplier"])}</a></dd><dt>Status</dt>
            <dd>{STATUS[row["status"]]}</dd><dt>Due</dt>
            <dd>{day(row["dueDate"])}</dd><dt>Amount</dt><dd>{float(row["amount"]):,.2f} EUR</dd></dl>
            <a class="btn" href="/orders/{number}/edit">Edit</a><form class="gone" method="post"
            action="/orders/{number}/delete">{self._csrf()}<button>Delete</button></form>""",
        )

    def _form(self, number: int, row: dict[str, str], errors: dict[str, str]) -> str:
        fields = "".join(
            f"""<div class="mb-3"><label for="{name}">{said}</label><input type="{kind}" id="{name}" name="{name}"
            value="{escape(row.get(name, ""))}" class="form-control{" is-invalid" if name in errors else ""}">
            {f'<div class="invalid-feedback">{errors[name]}</div>' if name in errors else ""}</div>"""
            for name, said, kind in (
                ("title", "Title", "text"),
                ("dueDate", "Due", "date"),
                ("amount", "Amount", "text"),
            )
        )
        suppliers = {str(one): said["name"] for one, said in self.suppliers.items()}
        says = "Edit order" if number else "New order"
        return self._page(
            says,
            f"""<h1>{says}</h1><form class="order" action="/orders{f"/{number}" if number else ""}" method="post">
            {self._csrf()}{fields}<select name="supplier">{options(suppliers, row.get("supplier", ""))}</select>
            <select name="status">{options(STATUS, row["status"])}</select><button>Save</button></form>""",
        )

    def _suppliers(self, row: dict[str, str], errors: dict[str, str]) -> str:
        rows = "".join(
            f"""<tr><td><a href="/suppliers/{number}">{escape(one["name"])}</a></td><td>{escape(one["city"])}</td>
            <td>{sum(str(number) == each["supplier"] for each in self.orders.values())}</td></tr>"""
            for number, one in sorted(self.suppliers.items(), key=lambda one: one[1]["name"])
        )
        fields = "".join(
            f"""<input name="{name}" placeholder="{name.title()}" value="{escape(row.get(name, ""))}">
            {f'<div class="invalid-feedback">{errors[name]}</div>' if name in errors else ""}"""
            for name in ("name", "city")
        )
        return self._page("Suppliers", f"""<h1>Suppliers</h1><table class="table"><thead><tr><th>Name</th><th>City</th>
            <th>Orders</th></tr></thead><tbody>{rows}</tbody></table><form class="supplier" action="/suppliers"
            method="post">{self._csrf()}{fields}<button>Add</button></form>""")  # fmt: skip

    def _supplier(self, number: int) -> str:
        one = self.suppliers[number]
        rows = "".join(
            f"""<tr><td><a href="/orders/{each}">{escape(row["title"])}</a></td><td>{STATUS[row["status"]]}</td>
            <td>{float(row["amount"]):,.2f}</td></tr>"""
            for each, row in self.orders.items() if row["supplier"] == str(number)
        )  # fmt: skip
        head = "<tr><th>Title</th><th>Status</th><th>Amount</th></tr>"
        table = f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>"
        return self._page(one["name"], f"""<h1>{escape(one["name"])}</h1>
            <dl><dt>City</dt><dd>{escape(one["city"])}</dd></dl>
            <h2>Orders</h2>{table if rows else "<p>No orders yet.</p>"}""")  # fmt: skip

    def _name(self, number: str) -> str:
        return escape(self.suppliers[int(number)]["name"])

    def _csrf(self) -> str:
        return f'<input type="hidden" name="_csrf" value="{token(self.chance, 36)}">'

    def _page(self, title: str, body: str) -> str:
        told, self.told = self.told, ""
        alert = f'<div class="alert alert-success">{escape(told)}</div>' if told else ""
        return f"""<!DOCTYPE html><html lang="en"><head><title>{escape(title)}</title></head><body><nav>
          <a href="/orders">Orders</a> <a href="/suppliers">Suppliers</a></nav><main>{alert}{body}</main>
          </body></html>"""


def day(iso: str) -> str:
    """As Thymeleaf's `dd MMM yyyy` writes it."""
    return date.fromisoformat(iso).strftime("%d %b %Y")


def tour(visitor: Visitor) -> None:
    visitor.goto("/orders")
    visitor.click("2")
    visitor.click("3")
    visitor.click("Orders")
    visitor.click("Title")
    visitor.click("Title")
    visitor.click("Orders")
    visitor.click("Amount")
    visitor.goto("/orders?status=DRAFT")
    visitor.goto("/orders?status=SENT")
    visitor.send("form.search", q="paper")
    visitor.click("Orders")
    visitor.click("2")
    visitor.click("Door handles")
    visitor.click("Edit")
    visitor.send("form.order", amount="675.00", status="RECEIVED")
    visitor.click("Orders")
    visitor.click("New order")
    visitor.send("form.order", title="", dueDate="2025-05-20", amount="80")
    visitor.send("form.order", title="Desk lamps", supplier="3")
    visitor.click("Fenwick & Sons")
    visitor.click("Suppliers")
    visitor.send("form.supplier", name="Brook Lighting", city="Bath")
    visitor.click("Orders")
    visitor.click("2")
    visitor.send("form.bulk", ids=["6", "11"], button="Mark as received")
    visitor.goto("/orders?status=RECEIVED")
    visitor.click("Envelopes")
    visitor.send("form.gone")
    visitor.click("Suppliers")
    visitor.click("Orta Metals")
    visitor.click("Orders")


def other(visitor: Visitor) -> None:
    visitor.goto("/orders")
    visitor.click("Suppliers")
    visitor.send("form.supplier", name="Tarn Fabrics", city="")
    visitor.send("form.supplier", city="Kendal")
    visitor.click("Orders")
    visitor.click("New order")
    visitor.send("form.order", title="", dueDate="2025-06-01", amount="310.5", supplier="5")
    visitor.send("form.order", title="Curtains")
    visitor.goto(visitor.address)
    visitor.click("Edit")
    visitor.send("form.order", title="Long curtains", amount="1310.5", status="SENT")
    visitor.click("Tarn Fabrics")
    visitor.goto("/orders?status=SENT")
    visitor.click("Orders")
    visitor.click("Amount")
    visitor.click("Amount")
    visitor.click("Orders")
    visitor.click("2")
    visitor.send("form.bulk", ids=["8", "2"], button="Mark as sent")
    visitor.goto("/orders?status=DRAFT")
    visitor.send("form.search", q="wr")
    visitor.click("Gift wrap")
    visitor.click("Edit")
    visitor.send("form.order", dueDate="2025-02-01", supplier="2")
    visitor.click("Orders")
    visitor.click("Orta Metals")
    visitor.click("Suppliers")
    visitor.click("Orders")
    visitor.click("Oak boards")
    visitor.send("form.gone")
    visitor.click("Title")
    visitor.click("3")

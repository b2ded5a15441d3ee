"""A CRM behind one PHP script: `index.php?module=Leads&action=DetailView&record=...`,
labels and values in four cells of a
row, panels of what belongs to a record, a search form above the list, pages by an offset,
several ticked and deleted."""

from __future__ import annotations

import random
from html import escape
from urllib.parse import urlencode

from benchmarks.twin.elsewhere.pages.browsing import Asked, Clock, Said, Visitor, options

HOST = "sales.front.test"
STATES = ["New", "Assigned", "In Process", "Converted", "Dead"]
SOURCES = ["", "Cold Call", "Trade Show", "Web Site"]
LEADS = [
    ("Ada", "Vance", "Northwind", "New", "Web Site"), ("Ben", "Okafor", "Tidewater", "Assigned", "Cold Call"),
    ("Chloe", "Marsh", "Quarry Labs", "In Process", "Trade Show"), ("Dev", "Patel", "Bluebird", "New", ""),
    ("Elena", "Ruiz", "Northwind", "Dead", "Cold Call"), ("Finn", "Larsen", "Harbour", "Converted", "Web Site"),
    ("Grace", "Kim", "Lattice", "Assigned", "Trade Show"), ("Hugo", "Weiss", "Cobalt", "New", "Web Site"),
    ("Iris", "Novak", "Meadow", "In Process", "Web Site"), ("Jonas", "Field", "Alder", "New", "Cold Call"),
    ("Kira", "Stone", "Pier Four", "Assigned", ""), ("Liam", "Frost", "Gable", "Dead", "Trade Show"),
]  # fmt: skip
FIELDS = ("first_name", "last_name", "account_name", "status", "lead_source", "phone_work", "description")
SIZE = 5


class App:
    """Leads by a UUID, the newest first, with notes."""

    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.keys = clock, random.Random(3)
        self.rows: dict[str, dict[str, str]] = {}
        seeded = random.Random(5)
        for number, (first, last, firm, state, source) in enumerate(LEADS):
            row = dict(
                zip(FIELDS, (first, last, firm, state, source, f"(030) 555-{1100 + number * 7}", ""), strict=True)
            )
            made = f"02/{number + 10:02}/2025 09:{number + 15:02}am"
            self.rows[_uuid(seeded)] = row | {"entered": made, "modified": made}
        self.notes: dict[str, list[tuple[str, str]]] = {
            [*self.rows][2]: [("Asked for a price list", "02/20/2025 10:05am")]
        }

    def answer(self, asked: Asked) -> Said:
        query, form = asked.query, asked.form
        action, key = query.get("action") or form.get("action", ""), query.get("record") or form.get("record", "")
        if action == "Save" and form.get("module") == "Notes":
            self.notes.setdefault(form["parent_id"], []).append((form["name"], self._now()))
            return Said(status=302, to=_link("DetailView", record=form["parent_id"]))
        if action == "Save":
            return self._save(key, form)
        if action == "Delete":
            del self.rows[key]
            return Said(status=302, to=_link("index"))
        if action == "EditView":
            return Said(self._edit(key))
        if action == "DetailView":
            return Said(self._detail(key))
        return Said(self._list(query))

    def _now(self) -> str:
        return self.clock.iso("%m/%d/%Y %I:%M%p").replace("AM", "am").replace("PM", "pm")

    def _save(self, key: str, form: dict[str, str]) -> Said:
        old = self.rows.get(key, {"entered": self._now()})
        key = key or _uuid(self.keys)
        self.rows[key] = {**old, **{name: form.get(name, "") for name in FIELDS}, "modified": self._now()}
        return Said(status=302, to=_link("DetailView", record=key))

    def _list(self, query: dict[str, str]) -> str:
        name, state = query.get("search_name_basic", ""), query.get("status_basic", "")
        rows = [one for one in reversed(self.rows.items()) if state in ("", one[1]["status"])
                and name.lower() in f"{one[1]['first_name']} {one[1]['last_name']}".lower()]  # fmt: skip
        order = query.get("Leads2_LEAD_ORDER_BY", "")
        if order:
            rows.sort(key=lambda one: one[1][order], reverse=query.get("lvso") == "DESC")
        begin = int(query.get("Leads2_LEAD_offset", "0"))
        shown = "".join(
            f"""<tr class="{"odd" if place % 2 else "even"}ListRowS1"><td>
            <input type="checkbox" name="mass[]" value="{key}"></td>
            <td><a href="{_attr("EditView", record=key)}">edit</a></td>
            <td><a href="{_attr("DetailView", record=key)}">{escape(row["first_name"])} {escape(row["last_name"])}</a>
            </td>
            <td>{row["status"]}</td><td>{escape(row["account_name"])}</td><td>{row["phone_work"]}</td>
            <td>{row["entered"]}</td></tr>"""
            for place, (key, row) in enumerate(rows[begin : begin + SIZE])
        )
        way = "DESC" if query.get("lvso") == "ASC" else "ASC"
        sorts = {"last_name": "Name", "status": "Status", "account_name": "Account Name"}
        heads = "".join(
            f'<th><a href="{_attr("index", Leads2_LEAD_ORDER_BY=of, lvso=way)}">{label}</a></th>'
            for of, label in sorts.items()
        )
        more = {one: value for one, value in query.items() if one not in ("module", "action", "Leads2_LEAD_offset")}
        pager = f"<span>({min(begin + 1, len(rows))} - {min(begin + SIZE, len(rows))} of {len(rows)})</span>"
        for label, to in (("Previous", begin - SIZE), ("Next", begin + SIZE)):
            if 0 <= to < len(rows):
                pager += f'<a href="{_attr("index", **more, Leads2_LEAD_offset=to)}">{label}</a>'
        return page(
            "Leads",
            f"""<h2>Leads</h2><form id="search_form" action="index.php" method="get">
            <input type="hidden" name="module" value="Leads"><input type="hidden" name="action" value="index">
            <label>Name</label><input name="search_name_basic" value="{escape(name)}"><label>Status</label>
            <select name="status_basic"><option value=""></option>{options(STATES, state)}</select>
            <input type="submit" value="Search"></form><div class="paginationWrapper">{pager}</div>
            <table class="list view"><thead><tr><th></th><th></th>{heads}<th>Office Phone</th><th>Date Created</th>
            </tr></thead>
            <tbody>{shown}</tbody></table>""",
        )

    def _detail(self, key: str) -> str:
        row = self.rows[key]
        name = f"{escape(row['first_name'])} {escape(row['last_name'])}"
        said = [
            ("Name", name, "Office Phone", row["phone_work"]), ("Account Name", escape(row["account_name"]), "Status",
            row["status"]),
            ("Lead Source", row["lead_source"], "Description", escape(row["description"])),
            ("Date Created", row["entered"] + " by admin", "Date Modified", row["modified"] + " by admin"),
        ]  # fmt: skip
        lines = "".join(
            f"""<tr><td scope="col" width="12.5%">{one}:</td><td width="37.5%">{two}</td>
            <td scope="col" width="12.5%">{three}:</td><td width="37.5%">{four}</td></tr>"""
            for one, two, three, four in said
        )
        notes = "".join(f"<tr><td>{escape(what)}</td><td>{when}</td></tr>" for what, when in self.notes.get(key, []))
        return page(
            f"{name}",
            f"""<h2>{name}</h2><form id="formDetailView" action="index.php" method="post">{_hidden("Delete", key)}
            <input type="submit" value="Delete"></form><a href="{_attr("EditView", record=key)}">Edit</a>
            <table class="detail view"><tbody>{lines}</tbody></table><h3>History</h3>
            <table class="list subpanel"><thead><tr><th>Subject</th><th>Date Created</th></tr></thead><tbody>
            {notes}</tbody></table>
            <form id="note" action="index.php" method="post"><input type="hidden" name="module" value="Notes">
            <input type="hidden" name="action" value="Save"><input type="hidden" name="parent_id" value="{key}">
            <input name="name" value=""><input type="submit" value="Create Note"></form>""",
        )

    def _edit(self, key: str) -> str:
        row = self.rows.get(key, {})

        def text(of: str) -> str:
            return f'<input type="text" name="{of}" id="{of}" value="{escape(row.get(of, ""))}">'

        heading = f"{row['first_name']} {row['last_name']}" if row else "Create"
        return page(
            f"Edit | {heading}" if row else "Create",
            f"""<h2>{escape(heading)}</h2><form id="EditView" action="index.php" method="post">{_hidden("Save", key)}
            <table class="edit view"><tbody><tr><td>First Name:</td><td>{text("first_name")}</td><td>Last Name:</td>
            <td>{text("last_name")}</td></tr><tr><td>Account Name:</td><td>{text("account_name")}</td>
            <td>Office Phone:</td>
            <td>{text("phone_work")}</td></tr><tr><td>Status:</td>
            <td><select name="status">{options(STATES, row.get("status", "New"))}</select></td><td>Lead Source:</td>
            <td><select name="lead_source">{options(SOURCES, row.get("lead_source", ""))}</select></td></tr>
            <tr><td>Description:</td><td colspan="3"><textarea name="description">
            {escape(row.get("description", ""))}</textarea>
            </td></tr></tbody></table><input type="submit" value="Save"></form>""",
        )


def _uuid(chance: random.Random) -> str:
    made = f"{chance.getrandbits(128):032x}"
    return f"{made[:8]}-{made[8:12]}-{made[12:16]}-{made[16:20]}-{made[20:]}"


def _link(action: str, **more: object) -> str:
    return "index.php?" + urlencode({"module": "Leads", "action": action, **more})


def _attr(action: str, **more: object) -> str:
    return _link(action, **more).replace("&", "&amp;")


def _hidden(action: str, key: str) -> str:
    sent = {"module": "Leads", "record": key, "action": action, "return_module": "Leads", "return_action": "DetailView"}
    return "".join(f'<input type="hidden" name="{name}" value="{value}">' for name, value in sent.items())


def page(title: str, body: str) -> str:
    return f"""<html><head><title>{escape(title)} » CRM</title></head><body><div id="moduleList"><ul>
      <li><a href="{_attr("index")}">Leads</a></li><li><a href="{_attr("EditView")}">Create Lead</a></li></ul></div>
      <div id="content"><main>{body}</main></div></body></html>"""


def tour(visitor: Visitor) -> None:
    visitor.goto("/" + _link("index"))
    visitor.click("Next")
    visitor.click("Next")
    visitor.click("Leads")
    visitor.click("Iris Novak")
    visitor.click("Edit")
    visitor.send("#EditView", status="Converted", description="Signed in March.")
    visitor.send("#note", name="Sent the contract")
    visitor.click("Create Lead")
    visitor.send("#EditView", first_name="Mona", last_name="Reed", account_name="Reed & Co", phone_work="(040) 555-9",
                 status="Assigned", lead_source="Trade Show")  # fmt: skip
    visitor.click("Leads")
    visitor.click("Name")
    visitor.click("Name")
    visitor.click("Account Name")
    visitor.click("Leads")
    visitor.send("#search_form", search_name_basic="an")
    visitor.send("#search_form", search_name_basic="", status_basic="New")
    visitor.click("Leads")
    visitor.click("Kira Stone")
    visitor.send("#formDetailView")
    visitor.click("Leads")


def other(visitor: Visitor) -> None:
    visitor.goto("/" + _link("index"))
    visitor.click("Create Lead")
    visitor.send("#EditView", first_name="Otto", last_name="Berg", account_name="Berg GmbH", phone_work="(089) 555-1",
                 status="In Process", lead_source="Cold Call", description="Met in Kiel.")  # fmt: skip
    visitor.goto(visitor.address)
    visitor.click("Edit")
    visitor.send("#EditView", last_name="Bergmann", status="Converted")
    visitor.send("#note", name="Wants a call")
    visitor.send("#note", name="Called back")
    visitor.click("Leads")
    visitor.click("Next")
    visitor.click("Hugo Weiss")
    visitor.click("Edit")
    visitor.send("#EditView", status="Dead", description="Moved away.")
    visitor.goto(visitor.address)
    visitor.click("Leads")
    visitor.click("Status")
    visitor.click("Status")
    visitor.click("Leads")
    visitor.send("#search_form", search_name_basic="er")
    visitor.send("#search_form", search_name_basic="", status_basic="Assigned")
    visitor.click("Leads")
    visitor.click("edit", near="Liam Frost")
    visitor.send("#EditView", account_name="Gable Homes")
    visitor.click("Leads")
    visitor.click("Liam Frost")
    visitor.send("#formDetailView")
    visitor.click("Next")

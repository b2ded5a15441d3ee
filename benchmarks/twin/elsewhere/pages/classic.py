"""Pages in the manner of a classic enterprise CRM: accounts with keys of 15 signs, `/001.../e` to edit, fields called
`acc2`, details in tables of four cells, related tasks below, amounts with a currency, a list view with letters."""

from __future__ import annotations

import random
from html import escape

from benchmarks.twin.elsewhere.pages.browsing import Asked, Clock, Said, Visitor, options, token

HOST = "na1.classic.test"
TYPES = ["--None--", "Prospect", "Customer", "Partner"]
RATINGS = ["--None--", "Hot", "Warm", "Cold"]
FIRMS = [
    ("Alder Print", "Customer", "Warm", "(030) 555-0101", 82000), ("Bluebird Foods", "Prospect", "Hot",
    "(030) 555-0102", 1250000),
    ("Cobalt Freight", "Partner", "Cold", "(030) 555-0103", 640000), ("Gable Homes", "Customer", "Warm",
    "(040) 555-0104", 95500),
    ("Harbour Works", "Prospect", "Hot", "(040) 555-0105", 310000), ("Lattice Design", "Customer", "Cold",
    "(089) 555-0106", 48000),
]  # fmt: skip
FIELDS = {"acc2": "Name", "acc6": "Type", "acc9": "Rating", "acc10": "Phone", "acc8": "Revenue", "acc20": "Description"}


class App:
    """Accounts by key, with tasks."""

    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance, self.made = clock, chance, 0
        self.rows: dict[str, dict[str, str]] = {}
        for name, kind, rating, phone, revenue in FIRMS:
            row = {"acc2": name, "acc6": kind, "acc9": rating, "acc10": phone, "acc8": f"{revenue:,}", "acc20": ""}
            self.rows[self._key()] = row | {"by": "Ines Vale, 2/14/2025 9:30 AM"}
        self.tasks: dict[str, list[tuple[str, str]]] = {[*self.rows][1]: [("Send the offer", "3/12/2025")]}

    def _key(self) -> str:
        self.made += 1
        return f"0015g00000Qx{chr(64 + self.made)}{self.made * 7 % 10}A"

    def answer(self, asked: Asked) -> Said:
        key, action = asked.parts[0], asked.parts[1] if len(asked.parts) > 1 else ""
        if key == "setup":
            del self.rows[asked.query["delID"]]
            return Said(status=302, to="/001/o")
        if asked.method == "POST":
            return self._save(key, asked)
        if action == "o":
            return Said(self._home(asked.query.get("search", "")))
        if action == "e":
            return Said(self._edit(self.rows.get(key, {}), key))
        return Said(self._detail(key))

    def _save(self, key: str, asked: Asked) -> Said:
        sent = {name: asked.form.get(name, "") for name in FIELDS}
        if not sent["acc2"]:
            return Said(self._edit(sent, key, "Error: You must enter a value"))
        if sent["acc8"]:
            sent["acc8"] = f"{int(sent['acc8'].replace(',', '')):,}"
        key = self._key() if key == "001" else key
        self.rows[key] = sent | {"by": f"Ines Vale, {self._moment()}"}
        return Said(status=302, to=f"/{key}")

    def _moment(self) -> str:
        said = self.clock.iso("%m/%d/%Y %I:%M %p").lstrip("0").replace("/0", "/")
        return said.replace(" 0", " ")

    def _home(self, wanted: str) -> str:
        rows = sorted((one for one in self.rows.items() if wanted.lower() in one[1]["acc2"].lower()),
                      key=lambda one: one[1]["acc2"])  # fmt: skip
        shown = "".join(
            f"""<tr class="dataRow"><td class="actionColumn">
            <a class="actionLink" href="/{key}/e?retURL=%2F001%2Fo">Edit</a> |
            <a class="actionLink" href="/setup/own/deleteredirect.jsp?delID={key}&amp;retURL=%2F001%2Fo">Del</a></td>
            <th scope="row" class="dataCell"><a href="/{key}">{escape(row["acc2"])}</a></th>
            <td class="dataCell">{none(row["acc6"])}</td><td class="dataCell">{none(row["acc9"])}</td>
            <td class="dataCell">{row["acc10"]}</td><td class="dataCell numericalColumn">{money(row["acc8"])}</td>
            </tr>"""
            for key, row in rows
        )
        names = ("Action", "Account Name", "Type", "Rating", "Phone", "Annual Revenue")
        heads = "".join(f'<th scope="col" class="zen-deemphasize">{name}</th>' for name in names)
        return page(
            "Accounts: Home",
            f"""<h1 class="pageType">Accounts</h1><form id="find" action="/001/o">
            <input name="search" value="{escape(wanted)}">
            <input type="submit" value="Go!"></form><form id="hotlist" action="/001/e">
            <input type="hidden" name="retURL" value="/001/o">
            <input type="submit" value="New"></form><table class="list"><tbody><tr class="headerRow">{heads}</tr>
            {shown}</tbody></table>""",
        )

    def _detail(self, key: str) -> str:
        row = self.rows[key]
        said = [
            ("Account Name", escape(row["acc2"]), "Phone", row["acc10"]),
            ("Type", none(row["acc6"]), "Rating", none(row["acc9"])),
            ("Annual Revenue", money(row["acc8"]), "Last Modified By", row["by"]),
        ]
        lines = "".join(
            f"""<tr><td class="labelCol">{one}</td><td class="dataCol col02">{two}</td><td class="labelCol">{three}</td>
            <td class="dataCol">{four}</td></tr>"""
            for one, two, three, four in said
        )
        tasks = "".join(
            f'<tr class="dataRow"><th class="dataCell">{escape(what)}</th><td class="dataCell">{due}</td></tr>'
            for what, due in self.tasks.get(key, [])
        )
        related = f"""<table class="list"><tbody><tr class="headerRow"><th>Subject</th><th>Due Date</th></tr>
        {tasks}</tbody></table>"""
        return page(
            f"Account: {row['acc2']}",
            f"""<h2 class="pageDescription">{escape(row["acc2"])}</h2><form id="top" action="/{key}/e">
            <input type="hidden" name="retURL" value="/{key}"><input type="submit" value=" Edit "></form>
            <table class="detailList"><tbody>{lines}<tr><td class="labelCol">Description</td>
            <td class="data2Col" colspan="3">{escape(row["acc20"])}</td></tr></tbody></table>
            <h3>Open Activities</h3>{related if tasks else "<p>No records to display</p>"}
            <a href="/001/o">Accounts</a>""",
        )

    def _edit(self, row: dict[str, str], key: str, wrong: str = "") -> str:
        def text(name: str) -> str:
            return f'<input id="{name}" name="{name}" type="text" value="{escape(row.get(name, ""))}">'

        def choice(name: str, of: list[str]) -> str:
            values = {"" if one == "--None--" else one: one for one in of}
            return f'<select id="{name}" name="{name}">{options(values, row.get(name, ""))}</select>'

        told = f'<div class="errorMsg">{wrong}</div>' if wrong else ""
        return page(
            "Account Edit: " + (row.get("acc2") or "New Account"),
            f"""<h1>Account Edit</h1><form id="editPage" action="/{key or "001"}/e" method="post">
            <input type="hidden" name="_CONFIRMATIONTOKEN" value="VmpFPSx{token(self.chance, 60)}">
            <input type="hidden" name="save" value="1"><table class="detailList"><tbody>
            <tr><td class="labelCol">Account Name</td><td class="dataCol">{text("acc2")}{told}</td>
            <td class="labelCol">Phone</td><td class="dataCol">{text("acc10")}</td></tr>
            <tr><td class="labelCol">Type</td><td class="dataCol">{choice("acc6", TYPES)}</td>
            <td class="labelCol">Rating</td><td class="dataCol">{choice("acc9", RATINGS)}</td></tr>
            <tr><td class="labelCol">Annual Revenue</td><td class="dataCol">{text("acc8")}</td></tr>
            <tr><td class="labelCol">Description</td><td><textarea name="acc20">
            {escape(row.get("acc20", ""))}</textarea></td>
            </tr></tbody></table><input type="submit" value=" Save "></form>""",
        )


def none(value: str) -> str:
    return value or "&nbsp;"


def money(value: str) -> str:
    return f"${value}" if value else "&nbsp;"


def page(title: str, body: str) -> str:
    return f"""<html><head><title>{escape(title)} ~ CRM</title></head><body class="accountTab"><div id="tabs">
      <a href="/001/o">Accounts</a></div><main>{body}</main></body></html>"""


def tour(visitor: Visitor) -> None:
    visitor.goto("/001/o")
    visitor.click("Bluebird Foods")
    visitor.send("#top")
    visitor.send("#editPage", acc9="Warm", acc8="1300000", acc20="Wants samples.")
    visitor.click("Accounts")
    visitor.send("#hotlist")
    visitor.send("#editPage", acc2="", acc10="1")
    visitor.send("#editPage", acc2="Early Birds", acc6="Prospect", acc9="Hot", acc10="(030) 555-0199", acc8="20000")
    visitor.click("Accounts")
    visitor.click("Cobalt Freight")
    visitor.click("Accounts")
    visitor.send("#find", search="works")
    visitor.click("Accounts")
    visitor.click("Del", near="Gable Homes")


def other(visitor: Visitor) -> None:
    visitor.goto("/001/o")
    visitor.send("#hotlist")
    visitor.send(
        "#editPage",
        acc2="Kestrel Air",
        acc6="Partner",
        acc9="Cold",
        acc10="(069) 555-7",
        acc8="7500",
        acc20="By plane.",
    )
    visitor.goto(visitor.address)
    visitor.send("#top")
    visitor.send("#editPage", acc2="Kestrel Airways", acc9="Hot", acc8="1007500")
    visitor.click("Accounts")
    visitor.click("Harbour Works")
    visitor.send("#top")
    visitor.send("#editPage", acc6="Customer", acc20="Signed.")
    visitor.goto(visitor.address)
    visitor.click("Accounts")
    visitor.send("#find", search="air")
    visitor.click("Kestrel Airways")
    visitor.click("Accounts")
    visitor.click("Edit", near="Lattice Design")
    visitor.send("#editPage", acc10="(089) 555-8")
    visitor.click("Accounts")
    visitor.click("Del", near="Alder Print")
    visitor.click("Bluebird Foods")

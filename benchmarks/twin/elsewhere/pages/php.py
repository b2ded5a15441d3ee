"""A plain PHP application: contacts in `index.php?sort=name&dir=asc`, `contact.php?id=3`, one `contact_save.php` for
new and changed ones, deletions by a link that asks `confirm()`, a message in the address, notes below a contact."""

from __future__ import annotations

import random
from html import escape

from benchmarks.twin.elsewhere.pages.browsing import Asked, Clock, Said, Visitor, options

HOST = "crm.php.test"
KINDS = {"1": "Customer", "2": "Supplier", "3": "Partner"}
PEOPLE = ["Vance, Ada", "Okafor, Ben", "Marsh, Chloe", "Patel, Dev", "Ruiz, Elena", "Larsen, Finn", "Kim, Grace",
          "Weiss, Hugo", "Novak, Iris"]  # fmt: skip


class App:
    """Contacts by number, with notes."""

    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock = clock
        self.rows: dict[int, dict[str, str]] = {
            100 + number: {
                "last": name.split(", ")[0],
                "first": name.split(", ")[1],
                "phone": f"+49 30 555 {1000 + 37 * number}",
                "kind": str(number % 3 + 1),
                "changed": f"{10 + number}.02.2025 {8 + number:02}:{number * 5:02}",
            }
            for number, name in enumerate(PEOPLE, 1)
        }
        self.notes: dict[int, list[tuple[int, str, str]]] = {
            102: [(1, "Called, no answer.", "21.02.2025 10:12")],
            104: [(2, "Wants an offer.", "24.02.2025 16:40")],
        }
        self.noted = 2

    def answer(self, asked: Asked) -> Said:
        number = int(asked.query.get("id") or asked.form.get("id") or "0")
        match asked.path.strip("/"):
            case "contact_save.php":
                return self._save(number, asked.form)
            case "contact_delete.php":
                del self.rows[number]
                return Said(status=302, to="/index.php?msg=deleted")
            case "note_add.php":
                self.noted += 1
                moment = self.clock.iso("%d.%m.%Y %H:%M")
                self.notes.setdefault(number, []).append((self.noted, asked.form["text"], moment))
                return Said(status=302, to=f"/contact.php?id={number}&msg=noted")
            case "contact_edit.php":
                return Said(self._form(self.rows.get(number, {}), number))
            case "contact.php":
                return Said(self._contact(number, asked.query.get("msg", "")))
        return Said(self._index(asked.query))

    def _save(self, number: int, form: dict[str, str]) -> Said:
        done = "saved" if number else "added"
        number = number or max(self.rows) + 1
        sent = {name: form.get(name, "") for name in ("last", "first", "phone", "kind")}
        self.rows[number] = {**sent, "changed": self.clock.iso("%d.%m.%Y %H:%M")}
        return Said(status=302, to=f"/contact.php?id={number}&msg={done}")

    def _index(self, query: dict[str, str]) -> str:
        wanted, kind = query.get("search", ""), query.get("kind", "")
        sort, down = query.get("sort", "last"), query.get("dir") == "desc"
        rows = [one for one in self.rows.items() if kind in ("", one[1]["kind"])]
        rows = [one for one in rows if wanted.lower() in f"{one[1]['first']} {one[1]['last']}".lower()]
        rows.sort(key=lambda one: KINDS[one[1]["kind"]] if sort == "kind" else one[1][sort], reverse=down)
        shown = "".join(
            f"""<tr class="{"odd" if place % 2 else "even"}"><td>{place}.</td>
            <td><a href="contact.php?id={number}">{escape(row["last"])}, {escape(row["first"])}</a></td>
            <td>{row["phone"]}</td><td><span class="kind kind-{row["kind"]}">{KINDS[row["kind"]]}</span></td>
            <td>{row["changed"]}</td><td><a href="contact_edit.php?id={number}">edit</a>
            <a href="contact_delete.php?id={number}" onclick="return confirm('Sure?')">delete</a></td></tr>"""
            for place, (number, row) in enumerate(rows, 1)
        )
        ways = {name: "desc" if sort == name and not down else "asc" for name in ("last", "phone", "kind")}
        heads = "".join(
            f'<th><a href="index.php?sort={name}&amp;dir={ways[name]}">{label}</a></th>'
            for name, label in (("last", "Name"), ("phone", "Phone"), ("kind", "Kind"))
        )
        told = {"deleted": "Contact deleted."}.get(query.get("msg", ""), "")
        return page(
            "Contacts",
            f"""{f'<div class="msg">{told}</div>' if told else ""}<h2>Contacts</h2>
            <form id="find" action="index.php"><input name="search" value="{escape(wanted)}">
            <select name="kind"><option value="">(all)</option>{options(KINDS, kind)}</select>
            <input type="submit" value="Go"></form><table class="list"><thead><tr><th>#</th>{heads}<th>Changed</th>
            <th></th></tr></thead><tbody>{shown}</tbody></table>
            <p class="count">{len(rows)} contact{"" if len(rows) == 1 else "s"}</p>
            <p><a href="contact_edit.php">New contact</a></p>""",
        )

    def _contact(self, number: int, message: str) -> str:
        row = self.rows[number]
        told = {"saved": "Changes saved.", "added": "Contact added.", "noted": "Note added."}.get(message, "")
        notes = "".join(
            f'<li id="note{key}"><span class="when">{when}</span> {escape(said)}</li>'
            for key, said, when in self.notes.get(number, [])
        )
        return page(
            f"{row['first']} {row['last']}",
            f"""{f'<div class="msg">{told}</div>' if told else ""}<h2>{escape(row["first"])} {escape(row["last"])}</h2>
            <dl><dt>Phone</dt><dd>{row["phone"]}</dd><dt>Kind</dt><dd>{KINDS[row["kind"]]}</dd>
            <dt>Last change</dt><dd>{row["changed"]}</dd></dl>
            <h3>Notes</h3><ul class="notes">{notes}</ul>
            <form id="note" action="note_add.php" method="post"><input type="hidden" name="id" value="{number}">
            <textarea name="text"></textarea><input type="submit" value="Add note"></form>
            <p><a href="contact_edit.php?id={number}">Edit</a> <a href="index.php">Back</a></p>""",
        )

    @staticmethod
    def _form(row: dict[str, str], number: int) -> str:
        key = f'<input type="hidden" name="id" value="{number}">' if number else ""
        fields = "".join(
            f"""<tr><td>{label}:</td><td><input name="{name}" value="{escape(row.get(name, ""))}"></td></tr>"""
            for name, label in (("first", "First name"), ("last", "Last name"), ("phone", "Phone"))
        )
        return page(
            "Edit contact" if number else "New contact",
            f"""<h2>{"Edit contact" if number else "New contact"}</h2>
            <form id="contact" action="contact_save.php" method="post">{key}<table><tbody>{fields}
            <tr><td>Kind:</td><td><select name="kind">{options(KINDS, row.get("kind", "1"))}</select></td></tr>
            </tbody></table>
            <input type="submit" value="Save"> <a href="index.php">Cancel</a></form>""",
        )


def page(title: str, body: str) -> str:
    return f"""<html><head><title>{escape(title)}</title></head><body>
      <div id="menu"><a href="index.php">Contacts</a></div><div id="content"><main>{body}</main></div></body></html>"""


def tour(visitor: Visitor) -> None:
    visitor.goto("/index.php")
    visitor.click("Okafor, Ben")
    visitor.click("Edit")
    visitor.send("#contact", phone="+49 30 99 88", kind="2")
    visitor.click("Back")
    visitor.click("Patel, Dev")
    visitor.send("#note", text="Sent the offer.")
    visitor.click("Contacts")
    visitor.click("New contact")
    visitor.send("#contact", first="Mona", last="Reed", phone="+49 40 123", kind="3")
    visitor.click("Contacts")
    visitor.click("Name")
    visitor.click("Name")
    visitor.click("Kind")
    visitor.click("Contacts")
    visitor.send("#find", search="la")
    visitor.send("#find", search="", kind="2")
    visitor.click("Contacts")
    visitor.click("delete", near="Weiss, Hugo")
    visitor.click("Contacts")


def other(visitor: Visitor) -> None:
    visitor.goto("/index.php")
    visitor.click("New contact")
    visitor.send("#contact", first="Otto", last="Berg", phone="0171 5", kind="1")
    visitor.click("Edit")
    visitor.send("#contact", last="Bergmann", kind="3")
    visitor.send("#note", text="Prefers letters.")
    visitor.send("#note", text="Moved to Kiel.")
    visitor.click("Contacts")
    visitor.click("Kim, Grace")
    visitor.click("Edit")
    visitor.send("#contact", phone="0171 6")
    visitor.goto("/contact.php?id=107")
    visitor.click("Back")
    visitor.click("Phone")
    visitor.click("Kind")
    visitor.click("Kind")
    visitor.click("Contacts")
    visitor.send("#find", search="an")
    visitor.send("#find", search="", kind="3")
    visitor.click("Contacts")
    visitor.click("delete", near="Okafor, Ben")
    visitor.click("Contacts")
    visitor.click("Bergmann, Otto")
    visitor.click("Back")
    visitor.click("delete", near="Bergmann, Otto")

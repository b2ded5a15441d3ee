"""A help desk rendered on the server: a ticket's page with its history, a reply that may change its state,
properties in a
form of its own, a queue with views and counts in a menu, one's own tickets, a text that says who has it."""

from __future__ import annotations

import random
from html import escape

from benchmarks.twin.elsewhere.pages.browsing import Asked, Clock, Said, Visitor, options, token

HOST = "desk.tickets.test"
STATES = {"open": "Open", "pending": "Pending", "solved": "Solved"}
LEVELS = {"1": "Low", "2": "Normal", "3": "Urgent"}
AGENTS = {"": "-", "ines": "Ines Vale", "tom": "Tom Reuter", "uma": "Uma Singh"}
TITLES = [
    ("Printer says no", "Lea Brandt", "open", "2", "ines"), ("VPN drops at noon", "Omar Haddad", "open", "3", "tom"),
    ("New badge", "Pia Lund", "solved", "1", "uma"), ("Invoice twice", "Lea Brandt", "pending", "2", ""),
    ("Screen flickers", "Rui Costa", "open", "1", ""), ("Cannot log in", "Sara Nagy", "pending", "3", "ines"),
    ("Move a desk", "Omar Haddad", "solved", "1", "tom"), ("Lost a key", "Pia Lund", "open", "2", "uma"),
]  # fmt: skip
VIEWS = {"open": "Open tickets", "mine": "My tickets", "unassigned": "Unassigned", "all": "All tickets"}


class App:
    """Tickets by number, the newest first. Ines uses it."""

    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance, self.told = clock, chance, ""
        self.rows: dict[int, dict[str, str]] = {}
        self.said: dict[int, list[tuple[str, str, str]]] = {}
        for number, (title, asker, state, level, agent) in enumerate(TITLES, 2041):
            row = {"subject": title, "asker": asker, "state": state, "level": level, "agent": agent}
            self.rows[number] = row | {"updated": f"2025-02-{number - 2030:02} 14:{number % 60:02}"}
            self.said[number] = [(asker, f"2025-02-{number - 2031:02} 08:15", f"Please help: {title.lower()}.")]

    def answer(self, asked: Asked) -> Said:
        parts, form = asked.parts, asked.form
        if asked.method == "POST" and parts[-1] == "tickets":
            return self._create(form)
        if len(parts) == 1:
            return Said(self._queue(asked.query.get("view", "open"), asked.query.get("q", "")))
        if parts[1] == "new":
            return Said(self._new())
        number = int(parts[1])
        if number not in self.rows:
            return Said(self._page("Not found", "<h1>Not found</h1><p>There is no such ticket.</p>"), 404)
        match parts[2:]:
            case ["reply"]:
                self._add(number, form["message"])
                self.rows[number]["state"] = form["state"]
                self.told = "Your reply was sent."
            case ["properties"]:
                self.rows[number] |= {name: form[name] for name in ("subject", "level", "agent")}
                self.rows[number]["updated"] = self.clock.iso("%Y-%m-%d %H:%M")
                self.told = f"Ticket #{number} was updated."
            case ["delete"]:
                del self.rows[number]
                self.told = f"Ticket #{number} was deleted."
                return Said(status=302, to="/tickets")
            case _:
                return Said(self._ticket(number))
        return Said(status=302, to=f"/tickets/{number}")

    def _create(self, form: dict[str, str]) -> Said:
        if not form["subject"] or not form["message"]:
            return Said(self._new(form))
        number = max(self.rows) + 1
        self.rows[number] = {name: form[name] for name in ("subject", "asker", "level", "agent")} | {"state": "open"}
        self.said[number] = []
        self._add(number, form["message"], form["asker"])
        self.told = f"Ticket #{number} was created."
        return Said(status=302, to=f"/tickets/{number}")

    def _add(self, number: int, message: str, by: str = "Ines Vale") -> None:
        moment = self.clock.iso("%Y-%m-%d %H:%M")
        self.rows[number]["updated"] = moment
        if message:
            self.said[number].append((by, moment, message))

    def _seen(self, view: str) -> list[tuple[int, dict[str, str]]]:
        def fits(row: dict[str, str]) -> bool:
            started = row["state"] != "solved"
            return {"open": started, "mine": started and row["agent"] == "ines",
                    "unassigned": started and not row["agent"]}.get(view, True)  # fmt: skip

        return [one for one in sorted(self.rows.items(), reverse=True) if fits(one[1])]

    def _queue(self, view: str, wanted: str) -> str:
        rows = [one for one in self._seen(view) if wanted.lower() in one[1]["subject"].lower()]
        shown = "".join(
            f"""<tr><td>#{number}</td><td><a href="/tickets/{number}">{escape(row["subject"])}</a></td>
            <td>{row["asker"]}</td><td><span class="state state-{row["state"]}">{STATES[row["state"]]}</span></td>
            <td>{LEVELS[row["level"]]}</td><td>{AGENTS[row["agent"]]}</td><td>{row["updated"]}</td></tr>"""
            for number, row in rows
        )
        heads = "".join(
            f"<th>{one}</th>" for one in ("No.", "Subject", "Requester", "State", "Level", "Agent", "Updated")
        )
        table = f"<table><thead><tr>{heads}</tr></thead><tbody>{shown}</tbody></table>"
        return self._page(
            VIEWS[view],
            f"""<h1>{VIEWS[view]}</h1><form class="find" action="/tickets">
            <input type="hidden" name="view" value="{view}">
            <input name="q" value="{escape(wanted)}"><button>Search</button></form>
            {table if rows else '<p class="none">No tickets.</p>'}<a href="/tickets/new">New ticket</a>""",
        )

    def _ticket(self, number: int) -> str:
        row = self.rows[number]
        said = "".join(
            f"""<div class="message"><div class="by"><b>{escape(by)}</b> <span class="when">{moment}</span></div>
            <div class="words">{escape(words)}</div></div>"""
            for by, moment, words in self.said[number]
        )
        return self._page(
            f"#{number} {row['subject']}",
            f"""<h1>#{number} {escape(row["subject"])} <span class="state">{STATES[row["state"]]}</span></h1>
            <div class="thread">{said}</div>
            <form class="reply" method="post" action="/tickets/{number}/reply">{self._csrf()}
            <textarea name="message"></textarea><select name="state">{options(STATES, row["state"])}</select>
            <button type="submit">Reply</button></form>
            <form class="properties" method="post" action="/tickets/{number}/properties">{self._csrf()}
            <label>Subject</label><input name="subject" value="{escape(row["subject"])}">
            <label>Level</label><select name="level">{options(LEVELS, row["level"])}</select>
            <label>Agent</label><select name="agent">{options(AGENTS, row["agent"])}</select>
            <button type="submit">Update</button></form>
            <dl><dt>Requester</dt><dd>{row["asker"]}</dd><dt>Updated</dt><dd>{row["updated"]}</dd></dl>
            <form class="gone" method="post" action="/tickets/{number}/delete">{self._csrf()}
            <button type="submit">Delete</button></form>""",
        )

    def _new(self, sent: dict[str, str] | None = None) -> str:
        form = sent or {}
        lacking = [name for name in ("Subject", "Message") if sent is not None and not form[name.lower()]]
        wrong = "".join(f'<p class="error">{name} is required.</p>' for name in lacking)
        return self._page(
            "New ticket",
            f"""<h1>New ticket</h1>{wrong}<form class="new" method="post" action="/tickets">{self._csrf()}
            <label>Requester</label><input name="asker" value="{escape(form.get("asker", ""))}">
            <label>Subject</label><input name="subject" value="{escape(form.get("subject", ""))}">
            <label>Level</label><select name="level">{options(LEVELS, form.get("level", "2"))}</select>
            <label>Agent</label><select name="agent">{options(AGENTS, form.get("agent", ""))}</select>
            <label>Message</label><textarea name="message">{escape(form.get("message", ""))}</textarea>
            <button type="submit">Create</button></form>""",
        )

    def _csrf(self) -> str:
        return f'<input type="hidden" name="csrf" value="{token(self.chance, 32)}">'

    def _page(self, title: str, body: str) -> str:
        told, self.told = self.told, ""
        menu = "".join(
            f'<li><a href="/tickets?view={view}">{label}</a> <span class="count">{len(self._seen(view))}</span></li>'
            for view, label in VIEWS.items()
        )
        notice = f'<div class="notice">{told}</div>' if told else ""
        return f"""<!DOCTYPE html><html><head><title>{escape(title)} | Desk</title></head><body>
          <nav><a href="/tickets">Desk</a><ul class="views">{menu}</ul></nav>{notice}<main>{body}</main></body>
          </html>"""


def tour(visitor: Visitor) -> None:
    visitor.goto("/tickets")
    visitor.click("VPN drops at noon")
    visitor.send("form.reply", message="Which network are you on?", state="pending")
    visitor.send("form.properties", level="2", agent="uma")
    visitor.click("Desk")
    visitor.goto("/tickets?view=mine")
    visitor.goto("/tickets?view=all")
    visitor.goto("/tickets?view=unassigned")
    visitor.click("New ticket")
    visitor.send("form.new", asker="Lea Brandt", subject="", message="Again.")
    visitor.send("form.new", asker="Lea Brandt", subject="Toner is empty", level="1", agent="tom", message="Black.")
    visitor.click("Desk")
    visitor.send("form.find", q="in")
    visitor.click("Desk")
    visitor.click("Printer says no")
    visitor.send("form.reply", message="A new one is on its way.", state="solved")
    visitor.click("Desk")
    visitor.click("Lost a key")
    visitor.send("form.gone")
    visitor.goto("/tickets?view=all")


def other(visitor: Visitor) -> None:
    visitor.goto("/tickets")
    visitor.click("New ticket")
    visitor.send(
        "form.new", asker="Rui Costa", subject="Chair squeaks", level="3", agent="ines", message="All day long."
    )
    visitor.goto(visitor.address)
    visitor.send("form.reply", message="Oil is coming.", state="pending")
    visitor.click("Desk")
    visitor.goto("/tickets?view=mine")
    visitor.click("Chair squeaks")
    visitor.send("form.reply", message="Did it help?", state="solved")
    visitor.goto(visitor.address)
    visitor.goto("/tickets?view=all")
    visitor.click("Screen flickers")
    visitor.send("form.properties", subject="Screen goes dark", level="3", agent="ines")
    visitor.goto(visitor.address)
    visitor.goto("/tickets?view=unassigned")
    visitor.click("Desk")
    visitor.send("form.find", q="sc")
    visitor.click("New ticket")
    visitor.send("form.new", asker="Pia Lund", subject="", message="Since Monday.")
    visitor.send("form.new", asker="Pia Lund", subject="No sound", message="In room 4.")
    visitor.send("form.properties", agent="tom")
    visitor.click("Desk")
    visitor.click("Invoice twice")
    visitor.send("form.gone")
    visitor.goto("/tickets?view=all")
    visitor.goto("/tickets/2044")

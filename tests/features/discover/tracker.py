"""A small tracker with a wiki beside it, in the manner of those that older teams run."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from html import escape
from urllib.parse import parse_qsl, urlsplit

from tests.features.discover.site import Said, Sent

PRIORITIES = ["urgent", "high", "normal", "low"]
STAGES = ["spring", "summer"]
PARTS = ["cranes", "office", "quayside"]


@dataclass
class Ticket:
    """One ticket."""

    title: str
    priority: str
    stage: str
    part: str
    status: str = "new"
    made: str = "2025-03-03 09:00"


def _seed() -> dict[int, Ticket]:
    told = [
        ("Oil below crane two", "high", "spring", "cranes"), ("Lamp is dark", "normal", "summer", "quayside"),
        ("Ropes are old", "high", "summer", "cranes"), ("Cable is worn", "normal", "spring", "cranes"),
        ("Form for guests", "low", "summer", "office"), ("Fenders to count", "low", "spring", "quayside"),
        ("Tide table is missing", "normal", "spring", "office"), ("Key does not fit", "high", "spring", "quayside"),
        ("Desk is too small", "low", "summer", "office"), ("Chart of the bay", "normal", "summer", "office"),
    ]  # fmt: skip
    return {number + 1: Ticket(*one, made=f"2025-02-{number + 1:02} 08:30") for number, one in enumerate(told)}


@dataclass
class Tracker:
    """Its tickets and pages."""

    tickets: dict[int, Ticket] = field(default_factory=_seed)
    wiki: dict[str, str] = field(default_factory=lambda: {"Rules": "= Rules =\r\n\r\nKeep the quay clear."})
    notice: str = ""

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        parts = urlsplit(path)
        asked, said = dict(parse_qsl(parts.query)), dict(sent)
        first, _, name = parts.path.strip("/").partition("/")
        if first == "wiki" and name:
            return self._wiki(method, name, asked, said)
        if first == "tickets" and name:
            return self._ticket(method, int(name), said)
        if first == "tickets" and method == "POST":
            self.tickets[max(self.tickets) + 1] = Ticket(*(said[one] for one in ("title", "priority", "stage", "part")))
            return Said(status=303, to=f"/tickets/{max(self.tickets)}")
        if first == "new":
            return _page("New ticket", _form("/tickets", Ticket("", "normal", "spring", "cranes")))
        told, self.notice = self.notice, ""
        if first == "start":
            return _page("Start", (f'<p id="notice">{told}</p>' if told else "") + "<p>Welcome to the harbour.</p>")
        return self._list(asked) if first == "query" else self._open()

    def _open(self) -> Said:
        rows = [(number, one) for number, one in self.tickets.items() if one.status != "closed"]
        rows.sort(key=lambda row: (PRIORITIES.index(row[1].priority), STAGES.index(row[1].stage), row[0]))
        return _page("Open tickets", _table(rows, "part"))

    def _list(self, asked: dict[str, str]) -> Said:
        part, state = asked.get("part", ""), asked.get("status", "")
        rows = [(number, one) for number, one in self.tickets.items()
                if part in ("", one.part) and (not state.startswith("!") or one.status != state[1:])]  # fmt: skip
        choices = "".join(f"<option{' selected' if one == part else ''}>{one}</option>" for one in PARTS)
        return _page("Tickets asked for", f'<select name="0_part">{choices}</select>{_table(rows, "priority")}')

    def _ticket(self, method: str, number: int, said: dict[str, str]) -> Said:
        one = self.tickets[number]
        if method == "POST":
            one.title, one.priority, one.stage, one.part = (
                said[name] for name in ("title", "priority", "stage", "part")
            )
            one.status = "closed" if said["action"] == "resolve" else one.status
            return Said(status=303, to=f"/tickets/{number}")
        does = "".join(f'<label><input type="radio" name="action" value="{act}"{" checked" if act == "leave" else ""}>'
                       f"{act}</label>" for act in ("leave", "resolve"))  # fmt: skip
        shown = "".join(
            f'<p id="of-{name}">{escape(str(value))}</p>' for name, value in vars(one).items() if name != "made"
        )
        told = json.dumps({"id": number, "title": one.title, "priority": one.priority, "status": one.status})
        record = f'<script type="application/json" id="was">{told}</script>'
        form = _form(f"/tickets/{number}", one, does)
        return _page(f"Ticket {number}", f"<h2>{escape(one.title)}</h2><h4>{one.made}</h4>{shown}{form}{record}")

    def _wiki(self, method: str, name: str, asked: dict[str, str], said: dict[str, str]) -> Said:
        links = "".join(f'<li><a href="/wiki/{to}">{to} Page</a></li>' for to in ("Start", "Titles"))
        if method == "POST" and said.get("action") == "delete":
            del self.wiki[name]
            self.notice = f"The page {name} has been deleted."
            return Said(status=303, to="/start")
        if method == "POST":
            self.wiki[name] = said["text"]
            return Said(status=303, to=f"/wiki/{name}")
        if asked.get("action") == "edit":
            field = f'<textarea name="text">{escape(self.wiki.get(name, ""))}</textarea>'
            links = "" if name in self.wiki else f'<ul id="others">{links}</ul>'
            return _page(f"Editing {name}", links + _does(name, "edit", field))
        if name not in self.wiki:
            return Said(f"<title>Not there</title><p>The page {name} is not there.</p>", 404)
        lines = [one for one in self.wiki[name].splitlines() if one.strip()]
        shown = "".join(f"<h3>{one[2:-2]}</h3>" if one.startswith("= ") else f"<p>{one}</p>" for one in lines)
        edit = f'<a href="/wiki/{name}?action=edit">Edit</a>'
        return _page(name, f'<div id="said">{shown}</div>{edit}{_does(name, "delete", "")}')


def _page(title: str, body: str) -> Said:
    return Said(f"<html><head><title>{title} - Harbour</title></head><body><h1>{title}</h1>{body}</body></html>")


def _does(name: str, what: str, field: str) -> str:
    """The form for something that is done with a page of the wiki."""
    said = f'<input type="hidden" name="action" value="{what}">{field}<button>{what.capitalize()}</button>'
    return f'<form method="post" action="/wiki/{name}">{said}</form>'


def _form(to: str, one: Ticket, does: str = "") -> str:
    def choice(name: str, values: list[str], now: str) -> str:
        made = "".join(f'<option value="{one}"{" selected" if one == now else ""}>{one}</option>' for one in values)
        return f'<label>{name.capitalize()}<select name="{name}">{made}</select></label>'

    return (
        f'<form method="post" action="{to}"><label>Title<input name="title" value="{escape(one.title)}"></label>'
        f"{choice('priority', PRIORITIES, one.priority)}{choice('stage', STAGES, one.stage)}"
        f"{choice('part', PARTS, one.part)}{does}<button>Send</button></form>"
    )


def _table(rows: list[tuple[int, Ticket]], column: str) -> str:
    made = "".join(
        f'<tr class="level{PRIORITIES.index(one.priority) + 1}-{"odd" if place % 2 else "even"}">'
        f'<td class="title"><a href="/tickets/{number}">{escape(one.title)}</a></td><td class="stage">{one.stage}</td>'
        f'<td class="{column}">{getattr(one, column)}</td></tr>'
        for place, (number, one) in enumerate(rows)
    )
    heads = "".join(f"<th>{name.capitalize()}</th>" for name in ("title", "stage", column))
    return f'<table id="tickets"><thead><tr>{heads}</tr></thead><tbody>{made}</tbody></table>'

"""A desk of tickets: what was viewed last in items of a menu, notices that a token in the address carries, rows with
fields that change them in place, records of several rows whose heads sort.
"""

from __future__ import annotations

from dataclasses import replace
from html import escape
from urllib.parse import parse_qs, urlsplit

import pytest

from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import parse, rows_of
from awe_author.features.discover.markup.situations import Load
from awe_author.features.discover.markup.told_columns import nothing, worded
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.trials import Trial
from awe_author.features.discover.pages.tried_out import shows_tried, tried_features
from tests.features.discover.exchanges import ORIGIN
from tests.features.discover.site import Mock, Said, Sent, Tour, same

URGENCIES = {"0": "Low", "50": "Medium", "100": "High"}
STATES = ("new", "open", "done")
TICKETS = (
    ("Badge printer prints twice", "open", "50"),
    ("Heating in room twelve hums", "open", "100"),
    ("Order more index cards", "new", "0"),
    ("Door of the archive jams", "new", "50"),
    ("Lamp in the lobby flickers", "new", "0"),
)
TOKEN = "34bf278ca087554c{:x}991f541b637bad{}"


def choice(name: str, said: str, options: dict[str, str], keeps: str = "") -> str:
    every = {**({"": keeps} if keeps else {}), **options}
    made = "".join(f'<option value="{value}"{" selected" if value == said else ""}>{label}</option>'
                   for value, label in every.items())  # fmt: skip
    return f'<select name="{name}">{made}</select>'


class Queues:
    """The desk."""

    def __init__(self) -> None:
        self.known = {str(number): [*ticket] for number, ticket in enumerate(TICKETS, 1)}
        self.viewed: list[str] = []
        self.notices: dict[str, list[str]] = {}

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        url, said = urlsplit(path), dict(sent)
        asked = {name: values[0] for name, values in parse_qs(url.query).items()}
        if method == "POST":
            return self._posted(url.path, said)
        key = asked.get("id", "")
        if key and key in self.known:
            self.viewed = [key, *(one for one in self.viewed if one != key)]
        notice = self.notices.get(asked.get("said", ""), [])
        return self._page(url.path, key, asked, notice)

    def _posted(self, path: str, said: dict[str, str]) -> Said:
        key = said.get("id") or str(len(self.known) + 1)
        was = self.known.get(key)
        now = self.known[key] = [said["title"], said["state"] or (was[1] if was else "new"), said["urgency"]]
        lines = [
            f"Ticket {key}: {label} changed from '{URGENCIES.get(old, old)}' to '{URGENCIES.get(new, new)}'"
            for label, old, new in zip(("Title", "State", "Urgency"), was or now, now, strict=True) if old != new
        ] or [f"Ticket {key} was made"]  # fmt: skip
        token = TOKEN.format(len(self.notices), key)
        self.notices[token] = lines
        to = "/tickets/edit" if path == "/tickets/edit" else "/tickets/show"
        return Said(status=302, to=f"{to}?id={key}&said={token}")

    def _page(self, path: str, key: str, asked: dict[str, str], notice: list[str]) -> Said:
        if key not in self.known and path in ("/tickets/show", "/tickets/edit"):
            return Said("<html><body><h1>No such ticket</h1></body></html>", 404)
        does = {"/tickets": self._list, "/tickets/show": self._show, "/tickets/edit": self._edit,
                "/tickets/new": self._new}[path]  # fmt: skip
        title, content = does(key, asked)
        mine = {key: ' class="active"'} if path == "/tickets/show" else {}
        items = "".join(
            f'<li id="seen-{one}"{mine.get(one, "")}>'
            f'<a class="menu-item" href="/tickets/show?id={one}">#{one}: {escape(self.known[one][0])}</a></li>'
            for one in self.viewed
        )
        menu = f'<nav id="seen"><a href="#">Viewed</a>{f"<ul>{items}</ul>" if items else ""}</nav>'
        told = "".join(f"<li>{escape(line, quote=False)}</li>" for line in notice)
        notices = f'<div class="results"><ul class="done">{told}</ul></div>' if told else ""
        head = f'<div id="head">{menu}<a href="/tickets/start">Start</a><h1>{title}</h1></div>'
        body = f'<div id="content">{notices}{content}<a href="/tickets/help">Help</a></div>'
        return Said(f"<html><head><title>{title}</title></head><body>{head}{body}</body></html>")

    def _list(self, _: str, asked: dict[str, str]) -> tuple[str, str]:
        rows = [*self.known.items()]
        by = asked.get("OrderBy", "")
        if by:
            rows.sort(key=lambda row: row[1][0] if by == "Title" else int(row[0]), reverse=asked["Order"] == "DESC")
        heads = (("id", "DESC", "#"), ("Title", "ASC", "Title"))
        links = "".join(f'<th><a href="/tickets?OrderBy={name}&amp;Order={way}">{label}</a></th>'
                        for name, way, label in heads)  # fmt: skip
        made = "".join(self._row(number, *ticket) for number, ticket in rows)
        second = "<tr><th></th><th>Urgency</th><th>Called</th></tr>"
        table = f'<table class="tickets"><thead><tr>{links}<th>State</th></tr>{second}</thead>{made}</table>'
        return f"Found {len(rows)} tickets", table

    def _row(self, key: str, title: str, state: str, urgency: str) -> str:
        form = '<form method="post" action="/tickets/inline?id={}">{}</form>'
        called = "Called back" if key in ("1", "4") else ""
        named = form.format(key, f'<input name="title" value="{escape(title)}">')
        states = form.format(key, choice("state", "", {one: one for one in STATES}, f"{state} (Unchanged)"))
        return (
            f'<tbody class="ticket"><tr><td><a href="/tickets/show?id={key}">{key}</a></td>'
            f'<td>{named}<div class="value"><a href="/tickets/show?id={key}">{escape(title)}</a></div></td>'
            f'<td>{states}<div class="value"><span>{state}</span></div></td></tr>'
            f"<tr><td></td><td><span>{URGENCIES[urgency]}</span></td><td><small>{called}</small></td></tr></tbody>"
        )

    def _show(self, key: str, _: dict[str, str]) -> tuple[str, str]:
        title, state, urgency = self.known[key]
        said = {"State": state, "Urgency": URGENCIES[urgency]}
        pairs = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in said.items())
        return f"#{key}: {escape(title)}", f"<table>{pairs}</table>"

    def _form(self, path: str, key: str, ticket: list[str], keeps: str) -> str:
        fields = f'<input type="hidden" name="id" value="{key}"><input name="title" value="{escape(ticket[0])}">'
        fields += choice("state", "" if keeps else "new", {one: one for one in STATES}, keeps)
        fields += choice("urgency", ticket[2], URGENCIES)
        return f'<form method="post" action="{path}">{fields}<input type="submit" value="Save"></form>'

    def _edit(self, key: str, _: dict[str, str]) -> tuple[str, str]:
        ticket = self.known[key]
        return f"Change #{key}", self._form("/tickets/edit", key, ticket, f"{ticket[1]} (Unchanged)")

    def _new(self, _: str, __: dict[str, str]) -> tuple[str, str]:
        return "A new ticket", self._form("/tickets/new", "", ["", "new", "0"], "")


def change(key: str, title: str, state: str, urgency: str) -> Sent:
    return ("id", key), ("title", title), ("state", state), ("urgency", urgency)


def toured() -> Tour:
    tour = Tour(Queues())
    tour.ask("GET", "/tickets")
    for key in ("1", "2"):
        tour.ask("GET", f"/tickets/show?id={key}")
    tour.ask("GET", "/tickets/new")
    tour.ask("POST", "/tickets/new", *change("", "Water stain on the ceiling", "new", "0"))
    tour.ask("GET", "/tickets")
    tour.ask("GET", "/tickets/show?id=6")
    tour.ask("GET", "/tickets/edit?id=6")
    tour.ask("POST", "/tickets/edit", *change("6", "Water stain grows", "open", "0"))
    tour.ask("GET", "/tickets/show?id=6")
    tour.ask("GET", "/tickets/edit?id=6")
    tour.ask("GET", "/tickets/edit?id=5")
    tour.ask("POST", "/tickets/edit", *change("5", "Lamp in the lobby flickers", "done", "100"))
    tour.ask("GET", "/tickets")
    tour.ask("GET", "/tickets?OrderBy=Title&Order=ASC")
    tour.ask("GET", "/tickets/edit?id=3")
    tour.ask("GET", "/tickets")
    return tour


def mock_of(tour: Tour) -> Mock:
    mock = Mock(tour)
    mock.replay.session.restart_on_fresh_browser = False  # it has no cookies
    return mock


async def test_what_was_viewed_last_is_told_of_all_pages_about_an_entity() -> None:
    mock, live = mock_of(toured()), Queues()
    for path in ("/tickets", "/tickets/show?id=2", "/tickets", "/tickets/edit?id=1", "/tickets/show?id=2"):
        await same(live, mock, "GET", path)


async def test_rows_of_several_lines_have_fields_and_heads_that_sort() -> None:
    mock, live = mock_of(toured()), Queues()
    await same(live, mock, "POST", "/tickets/new", *change("", "Clock in the hall is slow", "new", "0"))
    await same(live, mock, "GET", "/tickets")
    await same(live, mock, "GET", "/tickets?OrderBy=id&Order=DESC")


async def test_a_notice_says_line_by_line_what_was_changed() -> None:
    mock, live = mock_of(toured()), Queues()
    await same(live, mock, "POST", "/tickets/edit", *change("1", "Badge printer prints thrice", "", "50"))
    await same(live, mock, "POST", "/tickets/edit", *change("2", "Heating hums", "", "0"))


@pytest.mark.parametrize(("label", "said"), [("Low", "Low"), ("(none)", "")])
def test_a_number_that_is_called_by_a_word_of_its_own_is_no_choice_of_nothing(label: str, said: str) -> None:
    assert worded([("7", 1, "0")], {"0": label}) == [("7", 1, said)]
    assert nothing({"0": "Low"}, [("0", "")]) == {}


def test_a_page_whose_script_tries_something_out_as_it_comes_shows_what_is_so() -> None:
    page = Shown(Page(f"{ORIGIN}/reply?id=7", "", "", 4), [], [], parse(""), Load(1, f"{ORIGIN}/reply?id=7", step=5))
    call = Call(2, "POST", "POST", ORIGIN, "/check", (), "form", "", True, {}, 200, None, "<p>Nobody</p>", "", "", 5)
    assert not shows_tried(page, [Trial(call, "true")])
    assert shows_tried(page, [Trial(replace(call, step=6), "true")])


def test_what_a_script_tries_out_is_about_the_entity_that_its_form_names() -> None:
    kind = Kind("tickets", "id", [], 0.8)
    owners = {"1": "Ada Vance of the office", "2": "Ben Baker of the workshop"}
    part = Entities(kind, {key: {"id": key, "owner": owner} for key, owner in owners.items()})
    html = "<p>To <b>{}</b> as well as to all others who asked for it</p>"
    calls = [
        Call(
            seq,
            "POST",
            "POST",
            ORIGIN,
            "/check",
            (),
            "form",
            "",
            True,
            {"id": key},
            200,
            None,
            html.format(owner),
            "",
            "",
        )
        for seq, (key, owner) in enumerate(owners.items(), 3)
    ]
    about = PageKind(kind, "/show?id=*", sent={"owner": "owner"})
    (made,) = tried_features([Trial(call, "true") for call in calls], [(about, part)], Seen([kind]))
    on, reply = made.document["on"], made.document["reply"]
    assert isinstance(on, dict)
    assert "string(body.get('id', '')) in state.tickets" in str(on["where"])
    assert "state.tickets[string(body.get('id', ''))].get('owner', '')" in str(reply)


def test_the_only_record_of_several_rows_is_told_by_the_number_that_it_says() -> None:
    table = '<table><tbody{}><tr><td><a href="/show?id=7">Tea</a></td></tr><tr><td>of Ada</td></tr></tbody></table>'
    found = [rows_of(parse(table.format(of)), f"{ORIGIN}/", "/show?id=*") for of in (' data-id="7"', "")]
    assert [any(rows.row.startswith("tbody") for rows in one) for one in found] == [True, False]

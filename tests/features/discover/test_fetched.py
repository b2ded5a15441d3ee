"""Lists that scripts fetch as JSON and make rows of, beside forms and pages of the same entities."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.discover import Page
from awe_author.features.discover.markup.json_fields import record_text, records_of
from tests.features.discover.exchanges import ORIGIN
from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

DESKS = {"1": "Front desk", "2": "Repairs"}
Ticket = tuple[str, str, int]
"""Title, key of the desk, priority."""
TICKETS: Mapping[int, Ticket] = {
    1: ("Printer is out of paper", "1", 2), 2: ("Lamp flickers at night", "2", 3), 3: ("Door squeaks", "2", 1),
    4: ("Heating is too warm", "1", 4),
}  # fmt: skip


@dataclass
class Desk:
    """`served`: does the document have the rows already? `key`: what its JSON calls the key; `rows`: how the page's
    script makes the table; `first`: the document of another page has the first of them; `dated`: JSON and pages say
    when a ticket was made."""

    served: bool = False
    key: str = "id"
    rows: Callable[[dict[str, Any]], str] = field(default=lambda answer: table(answer))
    first: bool = False
    dated: bool = False
    tickets: dict[int, Ticket] = field(default_factory=lambda: dict(TICKETS))

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        place, _, _ = path.partition("?")
        parts = place.strip("/").split("/")
        if place == "/data/tickets":
            return Said(json.dumps(self.answer()), kind="application/json")
        if method == "POST":
            return self._post(parts, dict(sent))
        if parts == ["tickets"]:
            return _page("Tickets", self.rows(self.answer() if self.served else {"data": []}))
        if parts == ["data", "desks"]:
            desks = [{"id": int(key), "name": name} for key, name in DESKS.items()]
            return Said(json.dumps(desks), kind="application/json")
        if parts == ["home"]:
            return _page("Home", recent(self.answer(), 2))
        key = int(parts[1]) if parts[1].isdigit() else 0
        title, desk, priority = self.tickets.get(key, ("", "1", 3))
        options = "".join(
            f'<option value="{value}"{" selected" * (value == desk)}>{label}</option>' for value, label in DESKS.items()
        )
        form = f'<input name="title" value="{title}"><select name="desk">{options}</select>'
        form += f'<input name="priority" value="{priority}">'
        form += f"<p>April {key}, 2025, {key}:20 a.m.</p>" if self.dated and key else ""
        return _page(title or "New", f'<form method="post" action="{place}">{form}</form>')

    def _post(self, parts: list[str], sent: dict[str, str]) -> Said:
        key = int(parts[1]) if parts[1].isdigit() else max(self.tickets) + 1
        if parts[-1] == "delete":
            del self.tickets[key]
            return Said(status=302, to="/tickets/")
        self.tickets[key] = (sent["title"], sent["desk"], int(sent["priority"]))
        return Said(status=302, to=f"/tickets/{key}/")

    def answer(self) -> dict[str, Any]:
        return {
            "total": len(self.tickets),
            "data": [
                {
                    self.key: key,
                    **({"made": f"2025-04-0{key}T0{key}:20:00"} if self.dated else {}),
                    "title": title,
                    "desk": {"id": int(desk), "name": DESKS[desk]},
                    "priority": priority,
                }
                for key, (title, desk, priority) in self.tickets.items()
            ],
        }


def table(answer: dict[str, Any]) -> str:
    """What the page's script makes of an answer."""
    rows = "".join(
        f'<tr><td><a href="/tickets/{one["id"]}/">{one["id"]}. {one["title"]}</a></td>'
        f"<td>{one['desk']['name']}!</td></tr>"
        for one in answer["data"]
    )
    return f"<table id='all'><thead><tr><th>Ticket</th><th>Desk</th></tr></thead><tbody>{rows}</tbody></table>"


def by_title(answer: dict[str, Any]) -> str:
    """A table that the script sorts, of at most three rows."""
    rows = "".join(
        f'<tr><td><a href="/tickets/{one["pk"]}/">{one["pk"]}</a></td><td>{one["title"]}</td></tr>'
        for one in sorted(answer["data"], key=lambda one: str(one["title"]))[:3]
    )
    return f"<table id='all'><thead><tr><th>No.</th><th>Ticket</th></tr></thead><tbody>{rows}</tbody></table>"


def recent(answer: dict[str, Any], most: int) -> str:
    """A list that comes with the document."""
    rows = "".join(
        f'<tr><td><a href="/tickets/{one["pk"]}/">{one["title"]}</a></td><td>{one["desk"]["name"]}</td></tr>'
        for one in answer["data"][:most]
    )
    return f"<table id='recent'><thead><tr><th>Ticket</th><th>Desk</th></tr></thead><tbody>{rows}</tbody></table>"


def _page(title: str, body: str) -> Said:
    return Said(f"<html><head><title>{title}</title></head><body><h1>{title}</h1>{body}</body></html>")


def tour(app: Desk) -> Tour:
    made = Tour(app)

    def listed() -> None:
        said = made.ask("GET", "/tickets/")
        made.pages.pop()
        made.ask("GET", f"/data/tickets?_={len(made.raws)}", how="part")
        html = said.html if app.served else said.html.replace(app.rows({"data": []}), app.rows(app.answer()))
        made.pages.append(Page(f"{ORIGIN}/tickets/", "", html, made.raws[-1].seq + 1))

    if app.first:
        made.ask("GET", "/home/")
        made.ask("GET", "/data/desks", how="part")
    listed()
    made.ask("GET", "/tickets/2/")
    if app.dated:
        made.ask("GET", "/tickets/3/")
    made.ask("GET", "/tickets/new/")
    made.ask("POST", "/tickets/new/", ("title", "Chair lost a wheel"), ("desk", "2"), ("priority", "5"))
    listed()
    made.ask("POST", "/tickets/5/", ("title", "Chair has all wheels"), ("desk", "1"), ("priority", "4"))
    listed()
    made.ask("POST", "/tickets/5/delete/", ("sure", "yes"))
    listed()
    return made


async def fetched(mock: Mock) -> Any:
    return json.loads((await mock.ask("GET", "/data/tickets?_=99", how="part")).html)


async def test_forms_change_what_scripts_fetch() -> None:
    """One kind: what is made and changed by forms is in the answer, as numbers and records."""
    mock, app = Mock(tour(Desk())), Desk()
    check(mock.draft)
    assert [part.kind.name for part in mock.draft.parts] == ["tickets"]
    assert await fetched(mock) == app.answer()
    for path, *sent in (
        ("/tickets/new/", ("title", "Window is stuck"), ("desk", "1"), ("priority", "1")),
        ("/tickets/3/", ("title", "Door is quiet"), ("desk", "1"), ("priority", "5")),
        ("/tickets/1/delete/", ("sure", "yes")),
    ):
        app("POST", path, sent)
        await mock.ask("POST", path, *sent)
        assert await fetched(mock) == app.answer(), path


async def test_scripts_are_left_to_make_the_rows() -> None:
    mock = Mock(tour(Desk()))
    assert not any("list.page" in str(one.document["id"]) for one in mock.draft.features)


def sorting() -> Desk:
    return Desk(key="pk", rows=by_title, first=True)


async def test_scripts_may_sort_the_rows_and_call_the_key_otherwise() -> None:
    """What the answer says stays in its order, and the key is called as ever there."""
    mock, app = Mock(tour(sorting())), sorting()
    check(mock.draft)
    assert [(part.kind.name, part.kind.key) for part in mock.draft.parts] == [("tickets", "id")]
    assert await fetched(mock) == app.answer()
    for path, *sent in (
        ("/tickets/new/", ("title", "Window is stuck"), ("desk", "1"), ("priority", "1")),
        ("/tickets/3/", ("title", "Door is quiet"), ("desk", "1"), ("priority", "5")),
    ):
        app("POST", path, sent)
        await mock.ask("POST", path, *sent)
        assert await fetched(mock) == app.answer(), path


async def test_rows_of_another_page_that_come_with_it_are_made_anew() -> None:
    mock, app = Mock(tour(sorting())), sorting()
    sent = (("title", "Printer has paper"), ("desk", "2"), ("priority", "2"))
    await mock.ask("POST", "/tickets/1/", *sent)
    await same(app, mock, "POST", "/tickets/1/", *sent)
    assert "Printer has paper" in (await mock.ask("GET", "/home/")).html


async def test_moments_of_the_json_are_in_words_on_pages_that_were_never_opened() -> None:
    mock, app = Mock(tour(Desk(dated=True))), Desk(dated=True)
    check(mock.draft)
    await same(app, mock, "GET", "/tickets/4/")


def test_what_a_form_sends_beside_is_not_what_it_is_about() -> None:
    """`desk=2` in a form of tickets changes no desk, though it is the key of one."""
    operations = tour(sorting()).draft().operations
    assert {(one.role, one.kind.name) for one in operations if one.writes} == {
        ("create", "tickets"), ("update", "tickets"), ("delete", "tickets"),
    }  # fmt: skip


def test_rows_that_come_with_the_document_are_no_work_of_scripts() -> None:
    assert not any(one.document["id"] == "tickets.update.form" for one in tour(Desk(served=True)).draft().features)


class Told:
    """A kind of which JSON told."""

    def __init__(self, *values: Any) -> None:
        self.values = values

    def sightings(self) -> Any:
        return [type("Sighting", (), {"value": {"desk": value}}) for value in self.values]


def test_records_that_choices_name() -> None:
    """Those that were never shown are made like the others, when these have nothing else in them."""
    labels = {"": "---", "1": "Front", "2": "Repairs"}
    told: Any = Told({"id": 1, "name": "Front"}, {"id": 1, "name": "Front"})
    both = {"1": {"id": 1, "name": "Front"}, "2": {"id": 2, "name": "Repairs"}}
    assert records_of(told, "desk", labels) == both
    told = Told({"id": 1, "name": "Front", "floor": 3})
    assert records_of(told, "desk", labels) == {"1": {"id": 1, "name": "Front", "floor": 3}}
    told = Told({"id": 1, "name": "Somewhere else"})
    assert records_of(told, "desk", labels) == {}
    told = Told("Front", "Repairs")
    assert records_of(told, "desk", labels) is None
    assert record_text("x", {"1": {"id": 1, "name": "Front"}}) == (
        "dyn({'1': dyn({'id': dyn(1), 'name': dyn('Front')})}).get(x, null)"
    )

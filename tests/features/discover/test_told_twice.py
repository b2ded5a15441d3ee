"""Documents that tell of an entity twice: in JSON within them, and in what they show. And names of forms' fields."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

import pytest

from awe_author.features.discover.markup.form_names import field_names
from awe_author.features.embedded import Document
from tests.features.discover.exchanges import DATE
from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

Boat = tuple[str, str, int]
"""Name, berth, crew."""
BOATS: Mapping[int, Boat] = {
    1: ("Albatross", "north", 4), 2: ("Barnacle", "south", 2), 3: ("Cormorant", "north", 6), 5: ("Dunlin", "west", 3),
}  # fmt: skip


@dataclass
class Harbour:
    """A list with rows; the page of a boat has what it shows in JSON as well, `told` of it."""

    also: bool = True
    """Does the JSON say the same as the rows?"""
    boats: dict[int, Boat] = field(default_factory=lambda: dict(BOATS))

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        given = dict(sent)
        key = int(path.split("/")[2]) if path.count("/") > 1 and path.split("/")[2].isdigit() else 0
        if path == "/boats":
            return self._list()
        if method == "GET":
            return self._page(key) if key else _page("New", _form("/boats/new", ("", "north", 0)))
        if path.endswith("/sink"):
            del self.boats[key]
            return Said(status=303, to="/boats")
        key = key or max(self.boats) + 1
        self.boats[key] = given["field_name"], given["field_berth"], int(given["field_crew"])
        return Said(status=303, to=f"/boats/{key}")

    def _list(self) -> Said:
        rows = "".join(
            f'<tr><td class="name"><a href="/boats/{key}">{escape(name)}</a></td><td class="berth">{berth}</td>'
            f'<td class="crew">{crew}</td></tr>'
            for key, (name, berth, crew) in self.boats.items()
        )
        return _page("Boats", f'<table id="fleet"><tbody>{rows}</tbody></table>')

    def _page(self, key: int) -> Said:
        name, berth, crew = self.boats[key]
        told = {"id": key, "name": name if self.also else f"Old {key}", "berth": berth, "crew": crew, "flag": "blue"}
        script = f"<script>window.current = {json.dumps({**told, 'seen': DATE})};</script>"
        shown = f'<h1>{escape(name)}</h1><p class="berth">In the {berth} with {crew}</p>'
        return _page(f"Boat {key}", script + shown + _form(f"/boats/{key}", self.boats[key]))


def _form(action: str, boat: Boat) -> str:
    name, berth, crew = boat
    return (
        f'<form method="post" action="{action}"><input name="field_name" value="{escape(name)}">'
        f'<input name="field_berth" value="{berth}"><input name="field_crew" value="{crew}">'
        '<input name="comment"><input type="submit" name="submit" value="Save"></form>'
    )


def _page(title: str, body: str) -> Said:
    return Said(f"<html><head><title>{title}</title></head><body>{body}</body></html>")


def typed(name: str, berth: str, crew: int) -> list[tuple[str, str]]:
    return [
        ("field_name", name),
        ("field_berth", berth),
        ("field_crew", str(crew)),
        ("comment", ""),
        ("submit", "Save"),
    ]


def tour(app: Harbour) -> Tour:
    made = Tour(app)
    made.ask("GET", "/boats")
    for key in (1, 3):
        made.ask("GET", f"/boats/{key}")
    made.ask("GET", "/boats/new")
    made.ask("POST", "/boats/new", *typed("Egret", "west", 5))
    made.ask("GET", "/boats")
    made.ask("GET", "/boats/2")
    made.ask("POST", "/boats/2", *typed("Barnacle goose", "north", 8))
    made.ask("GET", "/boats")
    made.ask("POST", "/boats/5/sink", ("sure", "yes"))
    made.ask("GET", "/boats")
    return made


def told(html: str) -> dict[str, Any]:
    """The JSON in a document."""
    value = Document(html.encode(), "text/html; charset=utf-8").values["window.current"]
    assert isinstance(value, dict)
    return value


async def test_what_documents_tell_twice_is_one_kind() -> None:
    mock, app = Mock(tour(Harbour())), Harbour()
    check(mock.draft)
    assert [part.kind.name for part in mock.draft.parts] == ["boats"]
    await same(app, mock, "POST", "/boats/new", *typed("Fulmar", "south", 7))
    await same(app, mock, "GET", "/boats")
    await same(app, mock, "POST", "/boats/3", *typed("Cormorant II", "south", 9))
    await same(app, mock, "POST", "/boats/1/sink", ("sure", "yes"))
    await same(app, mock, "GET", "/boats")


async def test_the_json_shows_what_forms_changed() -> None:
    """Numbers stay numbers, and what only the JSON tells is there for new ones."""
    mock = Mock(tour(Harbour()))
    before = told((await mock.ask("GET", "/boats/3")).html)
    assert (before["name"], before["crew"]) == ("Cormorant", 6)
    await mock.ask("POST", "/boats/3", *typed("Cormorant II", "south", 9))
    after = told((await mock.ask("GET", "/boats/3")).html)
    assert (after["id"], after["name"], after["berth"], after["crew"]) == (3, "Cormorant II", "south", 9)
    new = told((await mock.ask("POST", "/boats/new", *typed("Fulmar", "south", 7))).html)
    assert (new["id"], new["name"], new["crew"], new["flag"]) == (6, "Fulmar", 7, "blue")


def test_what_says_something_else_at_the_same_moment_is_another_kind() -> None:
    draft = tour(Harbour(also=False)).draft()
    assert len(draft.parts) == 2


@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        (["field_summary", "field_priority", "comment"], ["summary", "priority", "comment"]),
        (["post-title", "post-priority", "post-extra"], ["title", "priority", "extra"]),
        (["form-0-title", "form-0-priority"], ["title", "priority"]),
        (["data.title", "data.priority"], ["title", "priority"]),
        (["issue[title]", "issue[priority_id]"], ["title", "priority"]),
        (["field_dueDate", "field_title"], ["dueDate", "title"]),
        (["new_title", "comment"], ["new_title", "comment"]),
        (["old_title", "old_priority", "title", "priority"], ["old_title", "old_priority", "title", "priority"]),
        (["title[0][value]", "body[0][value]", "priority[value]"], ["title", "body", "priority"]),
        (["title[0][value]", "tags[]"], ["title", "tags"]),
        (["book[size][min]", "book[size][max]"], ["min", "max"]),
    ],
)
def test_what_names_begin_with_is_no_part_of_them(names: list[str], wanted: list[str]) -> None:
    columns = ["title", "summary", "priority", "dueDate"]
    assert [*field_names(names, columns).values()] == wanted

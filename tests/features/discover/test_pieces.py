"""Pieces of pages that scripts ask for and put into their page: rows, forms, counts, streams."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from urllib.parse import parse_qsl

import pytest

from awe_author.features.discover.exchanges.calls import calls_of
from awe_author.features.discover.pages import pieces
from awe_author.features.dom.rendering import ParsedAnswer, parsed_answer
from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

PEOPLE = {
    3: ("Ada Brandt", "Sales"), 5: ("Bela Novak", "Support"), 8: ("Carl Ojeda", "Field"), 9: ("Dora Finch", "Sales"),
    12: ("Emil Sato", "Support"),
}  # fmt: skip
TEAMS = ("Sales", "Support", "Field")


@dataclass
class Yard:
    """People in a table whose buttons ask for parts of it; `streams`: new ones come as a stream."""

    people: dict[int, tuple[str, str]] = field(default_factory=lambda: dict(PEOPLE))
    streams: bool = False

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        place, _, query = path.partition("?")
        parts = place.strip("/").split("/")
        if place == "/":
            return Said(self._page())
        if parts == ["people"] and method == "GET":
            return Said(self._rows(dict(parse_qsl(query)).get("q", "")))
        if parts == ["people"]:
            return self._add(dict(sent))
        if parts == ["people", "gone"]:
            for name, value in sent:
                if name == "ids":
                    del self.people[int(value)]
            return Said(self._rows() + self._total())
        key = int(parts[1])
        if method == "DELETE":
            del self.people[key]
            if self.streams:
                gone = f'<turbo-stream action="remove" target="person_{key}"></turbo-stream>'
                return Said(gone, kind="text/vnd.turbo-stream.html; charset=utf-8")
            return Said(self._total())
        if parts[-1] == "edit":
            return Said(self._edit(key, *self.people[key]))
        if method == "PUT":
            given = dict(sent)
            if not given["name"].strip():
                return Said(self._edit(key, given["name"], given["team"], "A name is needed"))
            self.people[key] = (given["name"], given["team"])
        return Said(self._row(key))

    def _page(self) -> str:
        table = f'<table><tbody id="rows">{self._rows()}</tbody></table>'
        form = '<form id="new" hx-post="/people"><input name="name"><select name="team">'
        form += "".join(f"<option>{team}</option>" for team in TEAMS) + "</select></form>"
        return f"<html><head><title>Yard</title></head><body>{self._total()}{table}{form}</body></html>"

    def _total(self) -> str:
        return f'<p id="total">{len(self.people)} people</p>'

    def _rows(self, words: str = "") -> str:
        return "".join(self._row(key) for key, one in self.people.items() if words.lower() in one[0].lower())

    def _row(self, key: int) -> str:
        name, team = self.people[key]
        return (
            f'<tr id="person_{key}"><td><input type="checkbox" name="ids" value="{key}"></td>'
            f'<td class="name">{escape(name)}</td><td class="team">{team}</td>'
            f'<td><button hx-get="/people/{key}/edit">Edit</button>'
            f'<button hx-delete="/people/{key}">X</button></td></tr>'
        )

    def _edit(self, key: int, name: str, team: str, wrong: str = "") -> str:
        options = "".join(f"<option{' selected' * (one == team)}>{one}</option>" for one in TEAMS)
        why = f'<span class="wrong">{wrong}</span>' if wrong else ""
        return (
            f'<tr id="person_{key}"><td></td><td><input name="name" value="{escape(name)}">{why}</td>'
            f'<td><select name="team">{options}</select></td><td><button hx-put="/people/{key}">Save</button></td></tr>'
        )

    def _add(self, given: dict[str, str]) -> Said:
        key = max([*self.people, 12]) + 1
        self.people[key] = (given["name"], given["team"])
        if not self.streams:
            return Said(self._row(key) + self._total())
        stream = f'<turbo-stream action="append" target="rows"><template>{self._row(key)}</template></turbo-stream>'
        return Said(stream, kind="text/vnd.turbo-stream.html; charset=utf-8")


def tour(*, streams: bool = False) -> Tour:
    made = Tour(Yard(streams=streams))
    made.ask("GET", "/")
    made.ask("POST", "/people", ("name", "Fay Costa"), ("team", "Field"), how="part")
    made.ask("GET", "/")
    made.ask("GET", "/people/8/edit", how="part")
    made.ask("PUT", "/people/8", ("name", ""), ("team", "Field"), how="part")
    made.ask("PUT", "/people/8", ("name", "Carla Ojeda"), ("team", "Sales"), how="part")
    made.ask("GET", "/people/13/edit", how="part")
    made.ask("GET", "/people/13", how="part")
    made.ask("DELETE", "/people/5", how="part")
    made.ask("GET", "/people?q=a", how="part")
    made.ask("GET", "/")
    made.ask("POST", "/people/gone", ("ids", "9"), ("ids", "12"), how="part")
    made.ask("GET", "/")
    return made


async def test_rows_and_forms_that_scripts_ask_for_show_the_state() -> None:
    mock, app = Mock(tour()), Yard()
    check(mock.draft)
    await same(app, mock, "DELETE", "/people/9", how="part")
    await same(app, mock, "POST", "/people", ("name", "Gus Lind & Co"), ("team", "Support"), how="part")
    await same(app, mock, "POST", "/people", ("name", "Hana Petrov"), ("team", "Sales"), how="part")
    await same(app, mock, "GET", "/people/13/edit", how="part")
    await same(app, mock, "PUT", "/people/13", ("name", "Gus Lindqvist"), ("team", "Field"), how="part")
    await same(app, mock, "GET", "/people/14", how="part")
    await same(app, mock, "GET", "/people?q=in", how="part")
    await same(app, mock, "GET", "/people?q=nobody", how="part")
    await same(app, mock, "GET", "/")
    await same(app, mock, "POST", "/people/gone", ("ids", "3"), ("ids", "13"), how="part")
    await same(app, mock, "GET", "/")


async def test_a_row_that_is_refused_is_shown_again() -> None:
    mock, app = Mock(tour()), Yard()
    await same(app, mock, "PUT", "/people/12", ("name", " "), ("team", "Sales"), how="part")
    await same(app, mock, "GET", "/people/12", how="part")


async def test_the_elements_of_a_part_name_its_entity() -> None:
    mock = Mock(tour())
    said = await mock.ask("POST", "/people", ("name", "Gus Lind"), ("team", "Sales"), how="part")
    again = await mock.ask("POST", "/people", ("name", "Hana Petrov"), ("team", "Sales"), how="part")
    row = parsed_answer(again.html).select_one("tr")
    assert row is not None
    assert row["id"] == "person_14"
    assert [one["hx-delete"] for one in row.select("[hx-delete]")] == ["/people/14"]
    assert "person_13" in said.html


async def test_streams_keep_their_templates() -> None:
    mock = Mock(tour(streams=True))
    said = await mock.ask("POST", "/people", ("name", "Gus Lind"), ("team", "Sales"), how="part")
    assert said.html.startswith('<turbo-stream action="append" target="rows"><template><tr id="person_13">')
    assert '<td class="name">Gus Lind</td>' in said.html
    gone = await mock.ask("DELETE", "/people/12", how="part")
    assert gone.html == '<turbo-stream action="remove" target="person_12"></turbo-stream>'


async def test_pages_into_which_scripts_put_parts_are_shown_once() -> None:
    mock = Mock(tour())
    pages = [feature.document["on"] for feature in mock.draft.features if "page" in str(feature.document["on"])]
    assert pages
    assert all(isinstance(on, dict) and on["once"] for on in pages if isinstance(on, dict) and "page" in on)
    now = await mock.surfaces.live.now()
    assert not mock.surfaces.plan("https://app.test/", {}, now).operations
    assert mock.surfaces.plan("https://app.test/", {}, now, served=True).operations


def test_an_answer_that_shows_nothing_else_stays_as_it_is() -> None:
    html = '<tr><td>1</td></tr><turbo-stream><template><p title="a &amp; b">x</p></template></turbo-stream>'
    assert ParsedAnswer(html).rendered([]) == html


def test_of_many_parts_so_many_characters_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    recorded = tour()
    calls, _ = calls_of(recorded.raws)
    every = pieces.pieces_of(recorded.raws, calls)
    assert len(every) > 3
    most = sum(len(one.call.html) for one in every[:3])
    monkeypatch.setattr(pieces, "MOST_CHARACTERS", most)
    assert [one.call for one in pieces.pieces_of(recorded.raws, calls)] == [one.call for one in every[:3]]

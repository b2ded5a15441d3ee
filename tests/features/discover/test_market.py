"""Cells with a name and a line below it, names that one new entity tells, prefixes of filters, choices of how many rows
a page has."""

from __future__ import annotations

import json
import re

from bs4 import BeautifulSoup

from awe_author.features.discover.markup.cell_texts import beside_link, label_text
from awe_author.features.discover.markup.documents import Row, Rows
from awe_author.features.discover.pages.row_marks import marked, row_marks
from tests.features.discover.market import Market, held_by, recorded, stall
from tests.features.discover.site import Mock, Said, Sent, Tour, same


async def test_the_field_of_a_form_is_the_name_in_every_list() -> None:
    mock, app = Mock(recorded()), Market()
    await same(app, mock, "GET", "/stalls/")
    await same(app, mock, "POST", "/stalls/add", *stall("Soup kettle", "Hot at noon", "5", "week"))
    await same(app, mock, "GET", "/plan/")
    assert mock.draft.seed["stalls"]["2"]["stall"] == "Cheese cellar"
    html = (await mock.ask("GET", "/stalls/2/")).html
    assert BeautifulSoup(html, "lxml").select_one("h1").get_text() == "Cheese cellar"  # type: ignore[union-attr]


async def test_a_search_behind_a_prefix_is_one() -> None:
    mock, app = Mock(recorded()), Market()
    for path in ("/stalls/?filter-search=flow", "/stalls/?filter-search=h", "/stalls/?filter-search=nife"):
        await same(app, mock, "GET", path)


async def test_how_many_rows_a_page_has_is_no_number_of_a_page() -> None:
    mock, app = Mock(recorded()), Market()
    for name in ("Soup kettle", "Bread barrow", "Pickle barrel"):
        await same(app, mock, "POST", "/stalls/add", *stall(name, "New", "2", "day"))
    await same(app, mock, "GET", "/stalls/")


async def test_a_number_among_others_is_the_field_of_all_rows() -> None:
    mock, app = Mock(recorded()), Market()
    await same(app, mock, "POST", "/stalls/3/", *stall("Flower cart", "Cut fresh", "6", "day"))
    await same(app, mock, "GET", "/stalls/")
    assert mock.draft.seed["stalls"]["5"]["places"] == "4"
    assert mock.draft.seed["stalls"]["5"]["rent"] == "By the week"
    field = BeautifulSoup((await mock.ask("GET", "/stalls/4/")).html, "lxml").select_one("[name=places]")
    assert field is not None
    assert field["value"] == "1"


async def test_long_texts_of_one_entity_alone_are_its_own_on_the_only_page_that_was_opened() -> None:
    mock = Mock(recorded())
    for key in ("2", "4"):
        card = BeautifulSoup((await mock.ask("GET", f"/stalls/{key}/")).html, "lxml").select_one(".card")
        assert card is not None
        assert card.get_text() == held_by(key)


async def test_a_short_text_under_the_label_of_its_column_is_the_entitys() -> None:
    mock = Mock(recorded())
    for key, row in (("2", "North"), ("3", "South"), ("4", "North"), ("5", "South")):
        told = BeautifulSoup((await mock.ask("GET", f"/stalls/{key}/")).html, "lxml").select_one("dd")
        assert told is not None
        assert told.get_text() == row
    assert "open" not in mock.draft.seed["stalls"]["2"]  # it stands around all pages


async def test_a_badge_that_rows_have_is_the_same_on_pages() -> None:
    mock = Mock(recorded())
    for key, row in (("3", "South"), ("4", "North"), ("5", "South")):
        badge = BeautifulSoup((await mock.ask("GET", f"/stalls/{key}/")).html, "lxml").select_one(".code .badge")
        assert badge is not None
        assert badge.get_text() == row


def test_a_badge_that_says_two_things_is_none() -> None:
    def rows(*cells: str) -> Rows:
        table = BeautifulSoup(f"<table><tr>{''.join(cells)}</tr></table>", "lxml").table
        values = {"state": "Open", "gate": "Open"}
        return Rows("/*", "table", "tr", [Row("1", values, {}, table)])

    badge = '<td><b class="badge">Open</b></td>'
    assert row_marks([rows(badge)]) == {("b", "Open"): {}}
    page = BeautifulSoup('<h1>A <b class="badge big">Open</b></h1>', "lxml")
    assert [name for _, _, name in marked(page, {("b", "Open"): {frozenset({"badge"}): "state"}})] == ["state"]
    twice = BeautifulSoup('<h1>A <b class="badge">Open</b><b class="badge">Open</b></h1>', "lxml")
    assert not marked(twice, {("b", "Open"): {frozenset({"badge"}): "state"}})


async def test_only_what_the_recording_made_has_a_history_of_it() -> None:
    mock, app = Mock(recorded()), Market()
    await same(app, mock, "POST", "/stalls/add", *stall("Soup kettle", "Hot at noon", "5", "week"))
    for key, lines in (("4", 0), ("6", 1)):
        page = BeautifulSoup((await mock.ask("GET", f"/stalls/{key}/")).html, "lxml")
        assert len(page.select(".log li")) == lines
        chosen = page.select_one("[name=power] [selected]")
        assert chosen is not None
        assert chosen["value"] == ("none" if key == "4" else "high")


async def test_a_key_of_letters_and_digits_is_no_chance() -> None:
    class Coded(Market):
        def __call__(self, method: str, path: str, sent: Sent) -> Said:
            said = super().__call__(method, re.sub(r"ST(\d)X", r"\1", path), sent)
            return Said(re.sub(r"(/stalls/|M-)(\d)", r"\1ST\2X", said.html), said.status, said.to, said.kind)

    tour, app = Tour(Coded()), Coded()
    for path in ("/stalls/", "/stalls/ST3X/"):
        tour.ask("GET", path)
    tour.ask("POST", "/stalls/ST3X/", *stall("Flower cart", "Cut today", "2", "day"))
    page = BeautifulSoup((await Mock(tour).ask("GET", "/stalls/ST4X/")).html, "lxml").select_one("h2")
    live = BeautifulSoup(app("GET", "/stalls/ST4X/", ()).html, "lxml").select_one("h2")
    assert page is not None
    assert live is not None
    assert next(page.strings) == next(live.strings) == "Stall M-ST4X "


async def test_what_is_offered_while_one_types_is_what_there_is() -> None:
    mock, app = Mock(recorded()), Market()
    await same(app, mock, "POST", "/stalls/add", *stall("Soup kettle", "Hot at noon", "5", "week"))
    for word in ("ket", "e", "nothing"):
        said = await mock.ask("GET", f"/words?q={word}", how="part")
        assert json.loads(said.html) == json.loads(app("GET", f"/words?q={word}", ()).html), word

    class Other(Market):
        def __call__(self, method: str, path: str, sent: Sent) -> Said:
            said = super().__call__(method, path, sent)
            made = said.html.replace("grinder", "thinker") if path.startswith("/words") else said.html
            return Said(made, said.status, said.to, said.kind)

    assert "stalls.suggest.stall" in ids(recorded())
    assert "stalls.suggest.stall" not in ids(recorded(Other()))  # it offers what no list has


def ids(tour: Tour) -> list[str]:
    return [str(one.document["id"]) for one in tour.draft().features]


def test_what_a_choice_is_called() -> None:
    def said(html: str) -> str:
        return label_text(BeautifulSoup(f"<label>{html}</label>", "lxml").label)  # type: ignore[arg-type]

    assert said('<input> Open <span class="text-muted">for everybody</span>') == "Open"
    assert said("<input> <b>Open</b> to all") == "Open to all"
    assert said('<input><span class="help-block">Only this</span>') == "Only this"


def test_what_stands_beside_a_link() -> None:
    def said(html: str) -> list[str] | None:
        cell = BeautifulSoup(f"<table><tr><td>{html}</td></tr></table>", "lxml").td
        assert cell is not None
        assert cell.a is not None
        found = beside_link(cell, cell.a, "7")
        return found if found is None else [one.get_text() for one in found]

    assert said("<b><a>Tea</a></b><br><small>#7</small>") == []
    assert said("<a>Tea</a><div>green, loose</div><small>7</small>") == ["green, loose"]
    assert said("<a>Tea</a>, green") is None
    assert said("<a>Tea</a><small>by <b>Ann</b></small>") is None

"""How often documents and sightings are looked through, counted: it does not grow with what cannot be meant."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.features.discover import Recorded, discover
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.pages import page_lists, page_texts
from tests.features.discover.exchanges import draft_of, feature, found
from tests.features.discover.test_page_lists import Tour


def tour_of(cells: int) -> Tour:
    """The staff, and beside them a table of numbers that have nothing to do with them."""
    tour = Tour()
    figures = "".join(f"<p>{n}</p>" for n in range(100, 100 + cells))

    def get(path: str) -> None:
        html = tour.app.listed(path.partition("?")[2])
        tour.get(path, html.replace("</body>", f'<div class="figures">{figures}</div></body>'))

    get("/staff")
    get("/staff?page=2")
    tour.get("/staff/2/edit", tour.app.form("2"))
    tour.app.people.pop("2")
    tour.post("/staff/2/delete", sure="yes")
    for query in ("", "?q=ab", "?role=dev", "?role=ops"):
        get(f"/staff{query}")
    return tour


def counted(monkeypatch: pytest.MonkeyPatch, of: Any, name: str) -> list[Any]:
    """What a function is called with from now on."""
    own, calls = getattr(of, name), list[Any]()

    def asked(*args: Any, **more: Any) -> Any:
        calls.append(args)
        return own(*args, **more)

    monkeypatch.setattr(of, name, asked)
    return calls


def test_numbers_that_no_list_has_are_not_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, facets = counted(monkeypatch, page_texts, "alone"), counted(monkeypatch, page_lists, "_facets")
    many = []
    for cells in (0, 120):
        tour = tour_of(cells)
        draft = discover(Recorded(tour.raws, tour.pages), "demo")
        assert "p.sum" in str(feature(draft, "staffs.list.page")["show"])
        many.append(len(asked))
        asked.clear()
        looks = {id(one[0]) for one in facets}
        assert len(facets) == len(looks) > 0
    assert many[0] == many[1]


def test_sightings_are_not_looked_through_for_each_write(monkeypatch: pytest.MonkeyPatch) -> None:
    rooms = [{"id": number, "name": f"room-{word}", "seats": 4} for number, word in enumerate(("ash", "elm", "oak"), 1)]
    calls = counted(monkeypatch, Kind, "sightings")
    many = []
    for writes in (1, 40):
        dialogue: list[tuple[Any, ...]] = [("GET", "/rooms", None, 200, rooms)]
        dialogue += [("PUT", "/rooms/room-elm", {"seats": seats}, 204, None) for seats in range(5, 5 + writes)]
        dialogue += [("GET", "/rooms", None, 200, [rooms[0], {**rooms[1], "seats": 4 + writes}, rooms[2]])]
        draft = draft_of(*dialogue)
        assert ("rooms", "update") in found(draft)
        many.append(len(calls))
        calls.clear()
    assert many[1] - many[0] < 40, "what writes leave out is told once for each, the entities they name are looked up"


ODD: list[Any] = [None, 3, "x", [], [[]], {}, {"data": None}, {"data": []}, {"data": {"a": []}}, {"a": {"b": []}}]


@pytest.mark.parametrize("told", ODD)
@pytest.mark.parametrize("text", ["query A($x: I) { a(of: $x) { ... on T { id } } }", "{ a { "])
def test_answers_of_any_form_are_read(text: str, told: Any) -> None:
    task = {"id": 1, "name": "Wash"}
    draft = draft_of(
        *(("GET", path, None, 200, told) for path in ("/", "//", "/tasks/", "/tasks/1/notes", "/tasks?page=2&ids=1,2")),
        ("POST", "/graphql", {"query": text, "variables": {"x": {"tags": [{"a": 1}]}}}, 200, told),
        ("POST", "/tasks", {"name": "Wash"}, 201, task),
        ("POST", "/tasks/1/notes", {"name": "Wash"}, 201, told),
    )
    assert draft.seed["next_ids"] == {"tasks": 1}

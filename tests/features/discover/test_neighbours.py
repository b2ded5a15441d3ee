"""Pages about one entity that say its place in the list, between links to the ones before and behind it."""

from __future__ import annotations

from html import escape

import pytest

from tests.features.discover.site import Mock, Said, Sent, Tour, same


class Lamps:
    """Lamps, the newest first."""

    def __init__(self, *, random: bool = False) -> None:
        self.lamps = {number: f"{name} lamp" for number, name in enumerate(("Hall", "Desk", "Door", "Yard"), 11)}
        self.random = random

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        pieces = path.strip("/").split("/")
        if method == "POST":
            key = int(pieces[1]) if len(pieces) > 1 else max(self.lamps) + 1
            self.lamps[key] = dict(sent)["name"]
            return Said(status=302, to=f"/lamps/{key}")
        order = sorted(self.lamps, reverse=True)
        if len(pieces) == 1:
            rows = "".join(f'<tr><td><a href="/lamps/{key}">{self.lamps[key]}</a></td></tr>' for key in order)
            new = "<form method=post action=/lamps><input name=name></form>"
            heads = "<thead><tr><th>Name</th></tr></thead>"
            return Said(f"<html><body><table id=all>{heads}<tbody>{rows}</tbody></table>{new}</body></html>")
        key = int(pieces[1])
        at = order.index(key)
        near = [
            f"<a class={word} href='/lamps/{order[of]}' title='#{order[of]}'>{word}</a>"
            if 0 <= of < len(order)
            else word
            for word, of in (("previous", at - 1), ("next", at + 1))
        ]
        place = f"<b class=place>{(at * 3 + 1) % 5 if self.random else at + 1} of {len(order)}</b>"
        name = escape(self.lamps[key])
        form = f"<form method=post action='/lamps/{key}'><input name=name value='{name}'></form>"
        return Said(f"<html><body><div id=near>{near[0]} {place} {near[1]}</div><h1>{name}</h1>{form}</body></html>")


def toured(app: Lamps) -> Tour:
    tour = Tour(app)
    for path in ("/lamps", "/lamps/12", "/lamps", "/lamps/13"):
        tour.ask("GET", path)
    tour.ask("POST", "/lamps", ("name", "Roof lamp"))
    for path in ("/lamps", "/lamps/13"):
        tour.ask("GET", path)
    tour.ask("POST", "/lamps/12", ("name", "Table lamp"))
    tour.ask("GET", "/lamps")
    return tour


async def test_neighbours_are_those_of_the_list() -> None:
    mock, live = Mock(toured(Lamps())), Lamps()
    for name in ("Tree lamp", "Lake lamp"):
        await same(live, mock, "POST", "/lamps", ("name", name))
    await same(live, mock, "GET", "/lamps/13")
    said = await mock.ask("GET", "/lamps/14")
    assert '<a class="previous" href="/lamps/15" title="#15">' in said.html
    assert '<a class="next" href="/lamps/13" title="#13">' in said.html


def first_places(app: Lamps) -> Tour:
    """Only the first of a list is opened, before and after one is made."""
    tour = Tour(app)
    for path in ("/lamps", "/lamps/14", "/lamps"):
        tour.ask("GET", path)
    tour.ask("POST", "/lamps", ("name", "Roof lamp"))
    for path in ("/lamps", "/lamps/15"):
        tour.ask("GET", path)
    tour.ask("POST", "/lamps/12", ("name", "Table lamp"))
    return tour


async def test_one_place_is_enough_when_the_list_has_become_longer() -> None:
    mock, live = Mock(first_places(Lamps())), Lamps()
    await same(live, mock, "POST", "/lamps", ("name", "Tree lamp"))
    await same(live, mock, "POST", "/lamps", ("name", "Lake lamp"))


@pytest.mark.parametrize("random", [True, False])
def test_a_place_that_is_another(random: bool) -> None:
    draft = toured(Lamps(random=random)).draft()
    assert any("places" in str(one.document.get("let")) for one in draft.features) != random


class Rooms(Lamps):
    """One list has the lamps of the hall only, another one all of them; places are those of the first."""

    cellar = frozenset({11, 13})

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        pieces = path.strip("/").split("/")
        if method == "POST" or len(pieces) > 1:
            every = self.lamps
            self.lamps = {key: name for key, name in every.items() if key not in self.cellar or str(key) in pieces}
            said = super().__call__(method, path, sent)
            self.lamps = {**every, **self.lamps}
            return said
        keys = [key for key in sorted(self.lamps, reverse=True) if pieces[0] == "every" or key not in self.cellar]
        rows = "".join(
            f'<tr><td><a href="/lamps/{key}">{self.lamps[key]}</a></td>'
            f"<td class=room>{'Cellar' if key in self.cellar else 'Hall'}</td></tr>"
            for key in keys
        )
        heads = "<thead><tr><th>Name</th><th>Room</th></tr></thead>"
        room = "<select name=room><option>Hall</option><option>Cellar</option></select>"
        new = f"<form method=post action=/lamps><input name=name>{room}</form>" if pieces[0] == "lamps" else ""
        return Said(f"<html><body><table id={pieces[0]}>{heads}<tbody>{rows}</tbody></table>{new}</body></html>")


async def test_a_list_of_a_part_of_them() -> None:
    tour = Tour(Rooms())
    for path in ("/every", "/lamps", "/lamps/12"):
        tour.ask("GET", path)
    tour.ask("POST", "/lamps", ("name", "Roof lamp"), ("room", "Hall"))
    for path in ("/lamps", "/lamps/14", "/lamps"):
        tour.ask("GET", path)
    tour.ask("POST", "/lamps/12", ("name", "Table lamp"))
    tour.ask("GET", "/lamps")
    mock, live = Mock(tour), Rooms()
    await same(live, mock, "POST", "/lamps", ("name", "Tree lamp"), ("room", "Hall"))
    await same(live, mock, "GET", "/lamps/12")

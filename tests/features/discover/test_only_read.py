"""Kinds that pages list and open, and that nothing writes: berths of a harbour, beside the boats that change them."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

import pytest

from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

BERTHS = {"11": "North quay", "12": "Old basin", "14": "Fish market"}
START = {
    1: ("Ada", "Old basin"), 2: ("Bee", "North quay"), 3: ("Cod", "Old basin"), 4: ("Dab", "Fish market"),
    5: ("Eel", "North quay"),
}  # fmt: skip


@dataclass
class Harbour:
    """`words`: are the berths called in addresses by their names? `rows`: elements of their list."""

    words: bool = False
    rows: str = "tr"
    boats: dict[int, tuple[str, str]] = field(default_factory=lambda: dict(START))

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        parts, form = path.strip("/").split("/"), dict(sent)
        if method == "POST":
            self.boats[int(parts[1])] = (form["name"], form["berth"])
            return Said(status=302, to="/boats/")
        if parts == ["boats"]:
            return _page("Boats", _table(["Name", "Berth"], [*self.boats]) + self._boats([*self.boats]))
        if parts[0] == "boats":
            name, berth = self.boats[int(parts[1])]
            options = "".join(f"<option{' selected' * (one == berth)}>{one}</option>" for one in BERTHS.values())
            fields = f'<input name="name" value="{escape(name)}"><select name="berth">{options}</select>'
            return _page("Change a boat", f'<form method="post">{fields}</form>')
        if parts == ["berths"]:
            return _page("Berths", self._berths())
        berth = next(name for key, name in BERTHS.items() if parts[1] in (key, self._key(key)))
        mine = [number for number, boat in self.boats.items() if boat[1] == berth]
        return _page(berth, f"<h1>{berth}</h1>" + _table(["Name", "Berth"], mine) + self._boats(mine))

    def _key(self, key: str) -> str:
        return BERTHS[key].split()[0].lower() if self.words else key

    def _boats(self, numbers: list[int]) -> str:
        rows = "".join(
            f'<tr><td><a href="/boats/{number}/">{self.boats[number][0]}</a></td><td>{self.boats[number][1]}</td></tr>'
            for number in numbers
        )
        return f"<tbody>{rows}</tbody></table>"

    def _berths(self) -> str:
        count = {name: sum(boat[1] == name for boat in self.boats.values()) for name in BERTHS.values()}
        cells = {
            key: (f'<a href="/berths/{self._key(key)}/">{name}</a>', str(count[name])) for key, name in BERTHS.items()
        }
        if self.rows == "li":
            return f"<ul>{''.join(f'<li>{link} <b>{number}</b></li>' for link, number in cells.values())}</ul>"
        lines = "".join(f"<tr><td>{link}</td><td>{number}</td></tr>" for link, number in cells.values())
        return f"<table><thead><tr><th>Name</th><th>Boats</th></tr></thead><tbody>{lines}</tbody></table>"


def _table(heads: list[str], rows: list[int]) -> str:
    assert rows
    return f"<table><thead><tr>{''.join(f'<th>{one}</th>' for one in heads)}</tr></thead>"


def _page(title: str, body: str) -> Said:
    return Said(f"<html><head><title>{title} - Harbour</title></head><body>{body}</body></html>")


def tour(app: Harbour) -> Tour:
    made = Tour(app)
    made.ask("GET", "/boats/")
    made.ask("GET", "/boats/3/")
    made.ask("POST", "/boats/3/", ("name", "Cod"), ("berth", "North quay"))
    made.ask("GET", "/berths/")
    made.ask("GET", f"/berths/{app._key('11')}/")
    made.ask("GET", "/boats/2/")
    made.ask("POST", "/boats/2/", ("name", "Bee"), ("berth", "Fish market"))
    made.ask("GET", "/berths/")
    made.ask("GET", f"/berths/{app._key('11')}/")
    return made


async def test_pages_of_what_nothing_writes_are_made_for_those_that_were_never_opened() -> None:
    mock, app = Mock(tour(Harbour())), Harbour()
    check(mock.draft)
    await same(app, mock, "GET", "/berths/14/")
    await same(app, mock, "GET", "/boats/5/")
    await same(app, mock, "POST", "/boats/5/", ("name", "Eel"), ("berth", "Fish market"))
    await same(app, mock, "GET", "/berths/14/")


@pytest.mark.parametrize("app", [Harbour(words=True), Harbour(rows="li")])
def test_menus_and_sections_are_no_kinds(app: Harbour) -> None:
    assert [*tour(app).draft().seed] == ["boats"]

"""Lists that an app goes on sorting by what was asked for last, also where the address asks for nothing."""

from __future__ import annotations

import pytest

from tests.features.discover.exchanges import feature
from tests.features.discover.site import Mock, Said, Sent, Tour, same

NAMES = {1: ("Kelp", "Moss"), 2: ("Aster", "Vance"), 3: ("Plover", "Ash"), 4: ("Dune", "Reed"), 5: ("Heron", "Birch")}


class Boats:
    def __init__(self, *, keeps: bool) -> None:
        self.keeps, self.order = keeps, ""
        self.boats = dict(NAMES)

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        place, _, query = path.partition("?")
        if method == "POST":
            key = max(self.boats) + 1 if place == "/boats" else int(place.rpartition("/")[2])
            self.boats[key] = (dict(sent)["name"], dict(sent)["owner"])
            return Said(status=302, to="/boats")
        if place == "/boats":
            asked = query.removeprefix("sort=")
            self.order = asked or (self.order if self.keeps else "")
            return Said(f"<html><body>{self._table()}{self._form('/boats', '', '')}</body></html>")
        key = int(place.rpartition("/")[2])
        return Said(f"<html><body>{self._form(place, *self.boats[key])}</body></html>")

    def _table(self) -> str:
        column = self.order.lstrip("-")
        rows = sorted(self.boats.items(), key=lambda one: one[1][column == "owner"] if column else -one[0])
        rows = rows[::-1] if self.order.startswith("-") else rows
        made = "".join(
            f'<tr><td><a href="/boats/{key}">{name}</a></td><td>{owner}</td></tr>' for key, (name, owner) in rows
        )
        heads = "".join(f'<th><a href="/boats?sort={one}">{one.title()}</a></th>' for one in ("name", "owner"))
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{made}</tbody></table>"

    def _form(self, to: str, name: str, owner: str) -> str:
        fields = f'<input name="name" value="{name}"><input name="owner" value="{owner}">'
        return f'<form method="post" action="{to}">{fields}<button>Save</button></form>'


def recorded(*, keeps: bool) -> Tour:
    """A list is sorted by one column, and looked at again."""
    made = Tour(Boats(keeps=keeps))
    for path in ("/boats", "/boats/2", "/boats?sort=name", "/boats"):
        made.ask("GET", path)
    made.ask("POST", "/boats", ("name", "Gannet"), ("owner", "Vale"))
    made.ask("GET", "/boats/6")
    made.ask("POST", "/boats/6", ("name", "Gannet two"), ("owner", "Vale"))
    return made


@pytest.mark.parametrize("keeps", [True, False])
async def test_the_order_that_was_asked_for_is_kept_where_the_app_keeps_it(*, keeps: bool) -> None:
    mock, app = Mock(recorded(keeps=keeps)), Boats(keeps=keeps)
    mock.replay.session.restart_on_fresh_browser = False  # it has no cookies
    assert ("asked" in str(feature(mock.draft, "boats.list.page"))) is keeps
    await same(app, mock, "GET", "/boats")
    await same(app, mock, "GET", "/boats?sort=owner")
    await same(app, mock, "GET", "/boats")
    await same(app, mock, "POST", "/boats", ("name", "Bell"), ("owner", "Cole"))
    await same(app, mock, "GET", "/boats?sort=name")
    await same(app, mock, "POST", "/boats/3", ("name", "Auk"), ("owner", "Ash"))
    await same(app, mock, "GET", "/boats")

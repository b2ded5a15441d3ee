"""Forms that a button opens by a post to the address to which they are sent."""

from __future__ import annotations

from urllib.parse import parse_qsl

from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check


class Rooms:
    """A hidden member says that a room is new; pages say which one they are about."""

    def __init__(self) -> None:
        self.all = {1: "Library", 2: "Workshop", 3: "Kitchen"}

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        place, _, query = path.partition("?")
        form = dict(sent)
        if place == "/rooms/make" and form:
            key = max(self.all) + 1
            self.all[key] = form["name"]
            return Said(status=302, to=f"/room?id={key}")
        if place == "/rooms/make":
            return self.form("/rooms/make", "new", "")
        key = int(dict(parse_qsl(query)).get("id", "0"))
        if place == "/room/change" and form:
            key = int(form["id"])
            self.all[key] = form["name"]
            return Said(status=302, to=f"/room?id={key}")
        if place == "/room/change":
            return self.form("/room/change", str(key), self.all[key])
        if place == "/room":
            name = self.all[key]
            return Said(f"<html><body><h1>{name}</h1><dl><dt>Id:</dt><dd>{key}</dd></dl></body></html>")
        rows = "".join(f'<tr><td><a href="/room?id={key}">{name}</a></td></tr>' for key, name in self.all.items())
        button = '<form method="post" action="/rooms/make"><button>Make a room</button></form>'
        head = "<thead><tr><th>Name</th></tr></thead>"
        return Said(f"<html><body>{button}<table id='rooms'>{head}<tbody>{rows}</tbody></table></body></html>")

    def form(self, action: str, key: str, name: str) -> Said:
        """A form with a hidden member."""
        fields = f'<input type="hidden" name="id" value="{key}"><input name="name" value="{name}">'
        return Said(f'<html><body><h1>Room</h1><form method="post" action="{action}">{fields}</form></body></html>')


def tour() -> Tour:
    made = Tour(Rooms())
    for path in ("/rooms", "/room?id=1", "/room?id=2"):
        made.ask("GET", path)
    made.ask("POST", "/rooms/make")
    made.ask("POST", "/rooms/make", ("id", "new"), ("name", "Archive"))
    for path in ("/room?id=4", "/rooms", "/room/change?id=2"):
        made.ask("GET", path)
    made.ask("POST", "/room/change", ("id", "2"), ("name", "Smithy"))
    for path in ("/room?id=2", "/rooms"):
        made.ask("GET", path)
    return made


async def test_a_post_that_opens_the_form_makes_nothing() -> None:
    mock, app = Mock(tour()), Rooms()
    check(mock.draft)
    await same(app, mock, "POST", "/rooms/make")
    await same(app, mock, "GET", "/rooms")
    await same(app, mock, "POST", "/rooms/make", ("id", "new"), ("name", "Cellar"))
    await same(app, mock, "GET", "/room?id=4")
    await same(app, mock, "POST", "/rooms/make")
    await same(app, mock, "POST", "/rooms/make", ("id", "new"), ("name", "Attic"))
    await same(app, mock, "GET", "/rooms")
    await same(app, mock, "POST", "/room/change", ("id", "5"), ("name", "Loft"))
    await same(app, mock, "GET", "/rooms")
    await same(app, mock, "GET", "/room?id=5")

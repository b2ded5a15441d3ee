"""Forms in dialogs: fetched by a post as HTML in JSON, sent by a script, answered with a word in JSON."""

from __future__ import annotations

import json
from html import escape
from urllib.parse import parse_qsl

from awe_author.features.discover import Page
from tests.features.discover.exchanges import ORIGIN
from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

JSON = "application/json"


class Boats:
    """Boats of a harbour; the form is in the answer to `boat.form`, also at the address of the list."""

    def __init__(self, called: str = "name") -> None:
        self.called = called
        self.all = {
            1041: {"name": "Heron", "place": "North quay"},
            1042: {"name": "Dipper", "place": "Old basin"},
            1043: {"name": "Kingfisher", "place": "Mill pond"},
            1044: {"name": "Bittern", "place": "South quay"},
        }

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        asked, form = dict(parse_qsl(path.partition("?")[2])), dict(sent)
        does = asked.get("action", "")
        key = int(form.get("boatid", "0"))
        if does == "boat.form":
            boat = self.all.get(key, {"name": "", "place": ""})
            fields = f'<input type="hidden" name="boatid" value="{key or ""}">'
            boat = {self.called: boat["name"], "place": boat["place"]}
            fields += "".join(f'<input name="{name}" value="{escape(said)}">' for name, said in boat.items())
            told = {"header": "Boat" if key else "New boat", "body": f"<form>{fields}</form>"}
            return Said(json.dumps(told), kind=JSON)
        if does in ("boat.create", "boat.update"):
            key = key or max(self.all) + 1
            self.all[key] = {"name": form[self.called], "place": form["place"]}
            return Said(json.dumps({"success": {"title": "Saved", "messages": []}}), kind=JSON)
        rows = "".join(
            f'<tr><td><a href="/app.php?action=boat.edit&amp;boatid={key}">{boat["name"]}</a></td>'
            f"<td>{boat['place']}</td></tr>"
            for key, boat in self.all.items()
        )
        heads = "<thead><tr><th>Name</th><th>Place</th></tr></thead>"
        return Said(f"<html><body><h1>Boats</h1><table id='all'>{heads}<tbody>{rows}</tbody></table></body></html>")


def boat(name: str, place: str, key: str = "") -> list[tuple[str, str]]:
    return [*([("boatid", key)] if key else []), ("name", name), ("place", place)]


def tour() -> Tour:
    made = Tour(Boats())
    made.ask("GET", "/app.php?action=boat.list")
    made.ask("POST", "/app.php?action=boat.form", how="part")
    made.ask("POST", "/app.php?action=boat.create", *boat("Sandpiper", "West quay"), how="part")
    made.ask("GET", "/app.php?action=boat.list")
    made.ask("POST", "/app.php?action=boat.form", ("boatid", "1045"), how="part")
    made.ask("POST", "/app.php?action=boat.update", *boat("Sandpiper", "Inner basin", "1045"), how="part")
    made.ask("GET", "/app.php?action=boat.list")
    made.ask("POST", "/app.php?action=boat.form", ("boatid", "1042"), how="part")
    made.ask("POST", "/app.php?action=boat.update", *boat("Grey dipper", "Old basin", "1042"), how="part")
    made.ask("GET", "/app.php?action=boat.list")
    return made


def opened(made: Tour, key: int, *said: str) -> None:
    """The dialog over the list, at an address that the script makes, as often as it is looked at."""
    at = f"/app.php?action=boat.edit&boatid={key}"
    for name in said:
        form = f'<form><input type="hidden" name="boatid" value="{key}"><input name="called" value="{name}"></form>'
        made.pages.append(Page(ORIGIN + at, "", f"<html><body>{form}</body></html>", made.raws[-1].seq + 1))


async def test_what_is_typed_into_a_dialog_is_not_what_it_says_of_the_entity() -> None:
    made = Tour(boats := Boats("called"))
    made.ask("GET", "/app.php?action=boat.list")
    for key, before, after in ((1042, "Dipper", "Grey dipper"), (1043, "Kingfisher", "Kingfisher II")):
        made.ask("POST", "/app.php?action=boat.form", ("boatid", str(key)), how="part")
        opened(made, key, before, after)
        sent = [("boatid", str(key)), ("called", after), ("place", boats.all[key]["place"])]
        made.ask("POST", "/app.php?action=boat.update", *sent, how="part")
        made.ask("GET", "/app.php?action=boat.list")
    mock, app = Mock(made), Boats("called")
    check(mock.draft)
    sent = [("boatid", "1044"), ("called", "Great bittern"), ("place", "South quay")]
    await same(app, mock, "POST", "/app.php?action=boat.update", *sent, how="part")
    await same(app, mock, "GET", "/app.php?action=boat.list")


async def test_forms_that_scripts_fetch_are_those_of_the_entity_that_is_named() -> None:
    mock, app = Mock(tour()), Boats()
    check(mock.draft)
    await same(app, mock, "GET", "/app.php?action=boat.list")
    for key in ("1043", "1042", ""):
        named = [("boatid", key)] if key else []
        live = app("POST", "/app.php?action=boat.form", named)
        said = await mock.ask("POST", "/app.php?action=boat.form", *named, how="part")
        assert json.loads(said.html) == json.loads(live.html)
    await same(app, mock, "GET", "/app.php?action=boat.list")


async def test_what_a_script_sends_makes_a_row_though_its_answer_names_nothing() -> None:
    mock, app = Mock(tour()), Boats()
    await same(app, mock, "POST", "/app.php?action=boat.create", *boat("Avocet", "Salt pans"), how="part")
    await same(app, mock, "POST", "/app.php?action=boat.update", *boat("Bittern", "Reed bed", "1044"), how="part")
    await same(app, mock, "GET", "/app.php?action=boat.list")
    live = app("POST", "/app.php?action=boat.form", [("boatid", "1045")])
    said = await mock.ask("POST", "/app.php?action=boat.form", ("boatid", "1045"), how="part")
    assert json.loads(said.html) == json.loads(live.html)


class Guests:
    """One script for all: a list, what is searched for in it, and forms whose posts are answered with the list."""

    def __init__(self) -> None:
        self.all = {11: "Ada Archer", 12: "Ben Baker", 13: "Cleo Carver"}

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        asked, form = dict(parse_qsl(path.partition("?")[2])), dict(sent)
        if method == "POST":
            self.all[int(form["guestid"]) if form["form"] == "update" else max(self.all) + 1] = form["name"]
        elif asked.get("form"):
            key = asked.get("guestid", "0")
            fields = f'<input type="hidden" name="form" value="{asked["form"]}">'
            fields += f'<input type="hidden" name="guestid" value="{key}">'
            fields += f'<input name="name" value="{self.all.get(int(key), "")}">'
            return Said(f'<html><body><form method="post" action="/guests.php">{fields}</form></body></html>')
        note = '<p class="note">Guest saved</p>' if method == "POST" else ""
        rows = "".join(
            f'<tr><td><a href="/guests.php?form=update&amp;guestid={key}">{name}</a></td></tr>'
            for key, name in self.all.items()
            if asked.get("filter_name", "").lower() in name.lower()
        )
        table = f"<table id='all'><thead><tr><th>Name</th></tr></thead><tbody>{rows}</tbody></table>"
        return Said(f"<html><body>{note}{table}</body></html>")


async def test_an_address_beside_the_lists_that_has_a_form_is_served_as_it_is() -> None:
    made = Tour(Guests())
    made.ask("GET", "/guests.php")
    made.ask("GET", "/guests.php?form=create")
    made.ask("POST", "/guests.php", ("form", "create"), ("guestid", "0"), ("name", "Dora Dyer"))
    made.ask("GET", "/guests.php?form=update&guestid=12")
    made.ask("POST", "/guests.php", ("form", "update"), ("guestid", "12"), ("name", "Benjamin Baker"))
    made.ask("GET", "/guests.php?filter_name=ada")
    mock, app = Mock(made), Guests()
    check(mock.draft)
    for path in ("/guests.php?form=create", "/guests.php", "/guests.php?filter_name=carver"):
        live, said = app("GET", path, ()), await mock.ask("GET", path)
        assert ("<form" in said.html) == ("<form" in live.html), path
        await same(app, mock, "GET", path)


class Kept(Guests):
    """What is typed into the form is kept by a script, before the form itself is sent."""

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        if path == "/keep.php":
            return Said(json.dumps({"keep": {"status": "kept"}}), kind=JSON)
        return super().__call__(method, path, sent)


async def test_what_a_script_keeps_of_a_form_that_is_sent_later_makes_no_row() -> None:
    made = Tour(Kept())
    made.ask("GET", "/guests.php")
    for key, name in (("0", "Dora Dyer"), ("0", "Edith Eames")):
        made.ask("GET", "/guests.php?form=create")
        made.ask("POST", "/keep.php", ("name", name))
        made.ask("POST", "/guests.php", ("form", "create"), ("guestid", key), ("name", name))
    made.ask("GET", "/guests.php")
    mock, app = Mock(made), Kept()
    check(mock.draft)
    await same(app, mock, "POST", "/keep.php", ("name", "Fay Fisher"))
    await same(app, mock, "GET", "/guests.php")

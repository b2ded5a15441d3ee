"""Names of other kinds in columns follow them; texts in forms that nobody typed are the entity's own."""

from __future__ import annotations

from dataclasses import dataclass, field

from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import parse, rows_of
from awe_author.features.discover.markup.forms import forms_of
from awe_author.features.discover.pages.kept_texts import kept_texts
from awe_author.features.discover.pages.pages import Shown
from tests.features.discover.exchanges import ORIGIN
from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_coded_keys import TALKS


@dataclass
class Berths:
    """Boats in a table that links to their piers, which may get another name. `own`: do links say so?"""

    own: bool = True
    piers: dict[str, str] = field(default_factory=lambda: {"11": "East", "12": "North", "13": "West", "14": "South"})
    boats: dict[str, list[str]] = field(
        default_factory=lambda: {str(at + 1): [of[0], str(11 + at % 4)] for at, of in enumerate(map(list, BOATS))}
    )

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        _, kind, key, *_ = [*path.split("/"), ""]
        body = dict(sent)
        if method == "POST" and kind == "piers":
            self.piers[key] = body["name"]
            return Said(status=302, to="/piers/")
        if method == "POST":
            self.boats[key][0] = body["title"]
            return Said(status=302, to="/boats/")
        if key:
            name, value = ("name", self.piers[key]) if kind == "piers" else ("title", self.boats[key][0])
            return _page(f"<form action='/{kind}/{key}/' method='post'><input name='{name}' value='{value}'></form>")
        if kind == "piers":
            rows = "".join(f"<tr><td><a href='/piers/{one}/'>{name}</a></td></tr>" for one, name in self.piers.items())
            return _page(f"<table><thead><tr><th>Name</th></tr></thead><tbody>{rows}</tbody></table>")
        rows = "".join(
            f"<tr><td><a href='/boats/{one}/'>{title}</a></td>"
            f"<td><a href='/piers/{pier}/'>{self.piers[pier] if self.own else 'pier'}</a></td></tr>"
            for one, (title, pier) in self.boats.items()
        )
        return _page(f"<table><thead><tr><th>Title</th><th>Pier</th></tr></thead><tbody>{rows}</tbody></table>")


BOATS = [of[:1] for of in TALKS.values()]


def _page(text: object) -> Said:
    return Said(f"<html><body><main>{text}</main></body></html>")


def recorded(app: Berths) -> Tour:
    tour = Tour(app)
    for path in ("/boats/", "/boats/2/", "/piers/", "/piers/12/"):
        tour.ask("GET", path)
    tour.ask("POST", "/boats/2/", ("title", "Low tide"))
    tour.ask("POST", "/piers/12/", ("name", "North pier"))
    tour.ask("GET", "/boats/")
    return tour


async def test_rows_call_others_as_they_are_called_now() -> None:
    app = Berths()
    mock = Mock(recorded(Berths()))
    await same(app, mock, "POST", "/piers/13/", ("name", "Old west"))
    await same(app, mock, "GET", "/boats/")
    await same(app, mock, "POST", "/piers/13/", ("name", "New west"))
    await same(app, mock, "GET", "/boats/")


async def test_rows_first_seen_after_another_got_its_name_begin_with_the_old_one() -> None:
    tour, app = Tour(Berths()), Berths()
    for path in ("/piers/", "/piers/12/"):
        tour.ask("GET", path)
    tour.ask("POST", "/piers/12/", ("name", "North pier"))
    for path in ("/boats/", "/boats/2/"):
        tour.ask("GET", path)
    tour.ask("POST", "/boats/2/", ("title", "Low tide"))
    mock = Mock(tour)
    await same(app, mock, "GET", "/boats/")
    await same(app, mock, "POST", "/piers/12/", ("name", "Far north"))
    await same(app, mock, "GET", "/boats/")


def test_links_that_say_something_else_tell_nothing() -> None:
    model = recorded(Berths(own=False)).draft().model
    assert "state.boats.values().filter(each" not in str(model)


def test_texts_in_the_form_of_an_entity_are_its_own() -> None:
    html = (
        "<form action='/boats/7/' method='post'><input name='title' value='Ada'><input type='hidden' name='mark' "
        "value='one two three'><textarea name='notes'>Only in spring.</textarea><textarea name='more'></textarea>"
        "</form>"
    )
    document = parse(html)
    url = f"{ORIGIN}/boats/7/"
    one = Shown(Page(url, "", html, 2), rows_of(document, url), forms_of(document, url), document)
    assert kept_texts("/boats/*/", [one]) == {"notes"}
    assert kept_texts("/piers/*/", [one]) == set()

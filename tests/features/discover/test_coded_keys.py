"""A conference: talks called by short codes, in a table that links to tracks, with a menu of states, comments below."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit

import pytest

from awe_author.features.discover.common.keys import new_key
from awe_author.features.discover.markup.cell_texts import cell_text, coloured_in
from awe_author.features.discover.markup.documents import parse, rows_of
from tests.features.discover.site import Mock, Said, Sent, Tour, same

STATES = ("submitted", "accepted", "rejected")
TRACKS = {"1": "Boats", "2": "Harbours", "3": "Weather", "4": "Trade"}
NEW = ("SZFZHR", "Q3XKWM", "P8TTLA")
TALKS = {
    "HDB37K": ["Splicing ropes", "1", "submitted", ["Mara"]], "HDC47K": ["Tides", "3", "submitted", ["Tom"]],
    "HDD57K": ["Dredging", "2", "accepted", ["Lena"]], "HDE67K": ["Fog signals", "3", "submitted", ["Nils"]],
    "HDF77K": ["Cranes", "1", "accepted", ["Ines", "Paul"]], "HDG87K": ["Dinghies", "1", "submitted", ["Ruth"]],
    "HDH97K": ["Pilots", "2", "rejected", ["Emil"]], "HDJ37K": ["Insurance", "4", "accepted", ["Olga"]],
    "HDK47K": ["Ferries", "1", "submitted", ["Karl"]],
}  # fmt: skip


@dataclass
class Talks:
    """The app. `mails`: does its menu say how many mails wait, one for each talk that was accepted?"""

    mails: bool = True
    talks: dict[str, list[object]] = field(default_factory=lambda: {key: [*of] for key, of in TALKS.items()})
    comments: dict[str, list[str]] = field(default_factory=dict)
    made: int = 0
    waiting: int = 0

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        parts = urlsplit(path)
        _, _, key, *rest = parts.path.split("/")
        body = dict(sent)
        if key == "":
            return self._list(parse_qsl(parts.query))
        if key == "new":
            return self._new(method, body)
        what = rest[0] if rest else ""
        if method == "POST" and what == "accept":
            self.talks[key][2] = "accepted"
            self.waiting += 1
            return Said(status=302, to="/talks/")
        if method == "POST" and what == "comments":
            self.comments.setdefault(key, []).append(body["text"])
            return Said(status=302, to=f"/talks/{key}/comments/")
        if method == "POST":
            self.talks[key][:2] = [body["title"], body["track"]]
            return Said(status=302, to=f"/talks/{key}/")
        return self._one(key, what)

    def _new(self, method: str, body: dict[str, str]) -> Said:
        if method == "GET":
            return self._page("New talk", self._form("/talks/new", "", "1"))
        key = NEW[self.made]
        self.made += 1
        self.talks[key] = [body["title"], body["track"], "submitted", []]
        return Said(status=302, to=f"/talks/{key}/")

    def _form(self, to: str, title: str, track: str) -> str:
        chosen = "".join(f"<option value='{one}'{' selected' if one == track else ''}>{name}</option>"
                         for one, name in TRACKS.items())  # fmt: skip
        return (f"<form action='{to}' method='post'><label>Title <input name='title' value='{title}'></label>"
                f"<label>Track <select name='track'>{chosen}</select></label></form>")  # fmt: skip

    def _one(self, key: str, what: str) -> Said:
        title, track, state, _ = self.talks[key]
        tabs = "".join(f"<a href='/talks/{key}/{one}'>{one or 'talk'}</a> " for one in ("", "comments/"))
        if what == "accept":
            text = f"<p>Accept it?</p><form action='/talks/{key}/accept' method='post'><button>Yes</button></form>"
        elif what == "comments":
            rows = "".join(f"<p class='comment'>{one}</p>" for one in self.comments.get(key, []))
            rows = rows or "<p class='none'>No comments yet.</p>"
            text = f"<div id='said'>{rows}</div><form action='/talks/{key}/comments/' method='post'>" \
                   "<textarea name='text'></textarea></form>"  # fmt: skip
        else:
            text = f"<p class='state'>{state}</p>" + self._form(f"/talks/{key}/", str(title), str(track))
        return self._page(f"{title} - Talks", f"<h1>{title}</h1>{tabs}{text}")

    def _list(self, asked: list[tuple[str, str]]) -> Said:
        states = [value for name, value in asked if name == "state"]
        tracks = [value for name, value in asked if name == "track"]
        fit = [(key, of) for key, of in self.talks.items()
               if (not states or of[2] in states) and (not tracks or of[1] in tracks)]  # fmt: skip
        rows = "".join(self._row(key, of) for key, of in fit)
        counts = "".join(
            f"<option value='{one}'>{name} ({sum(of[1] == one for of in self.talks.values())})</option>"
            for one, name in TRACKS.items()
        )
        heads = "<tr><th>Title</th><th>By</th><th>Track</th><th>State</th></tr>"
        chosen = "".join(
            f"<option value='{one}'{' selected' if one in states else ''}>{one}</option>" for one in STATES
        )
        fields = (("track", counts), ("state", chosen))
        selects = "".join(f"<select name='{name}' multiple>{options}</select>" for name, options in fields)
        form = f"<form>{selects}</form>"
        table = f"<table><thead>{heads}</thead><tbody>{rows}</tbody></table>"
        return self._page(f"{len(fit)} talks - Talks", form + table)

    def _row(self, key: str, of: list[object]) -> str:
        title, track, state, by = of
        assert isinstance(by, list)
        said = "".join(f"<a href='/people/{name.lower()}'>{name}</a><br>" for name in by)
        items = "".join(f"<a class='to-{one}' href='/talks/{key}/{one}'>{one}</a>" for one in STATES if one != state)
        menu = f"<details class='state-{state}'><summary><b>{state}</b></summary><div>{items}</div></details>"
        return (f"<tr><td><a href='/talks/{key}/'>{title}</a></td><td>{said}</td>"
                f"<td><a href='/tracks/{track}/'>{TRACKS[str(track)]}</a></td><td>{menu}</td></tr>")  # fmt: skip

    def _page(self, title: str, text: str) -> Said:
        badge = f"<i class='badge'>{self.waiting}</i>" if self.waiting and self.mails else ""
        menu = f"<nav id='menu'><a href='/talks/'>Talks</a><a href='/mails/'>Mails {badge}</a></nav>"
        return Said(f"<html><head><title>{title}</title></head><body>{menu}<main id='main'>{text}</main></body></html>")


def recorded(app: Talks) -> Tour:
    tour = Tour(app)
    tour.ask("GET", "/talks/")
    tour.ask("GET", "/talks/HDB37K/")
    tour.ask("GET", "/talks/new")
    tour.ask("POST", "/talks/new", ("title", "Mending sails"), ("track", "1"))
    tour.ask("GET", "/talks/")
    tour.ask("POST", "/talks/SZFZHR/", ("title", "Mending sails at sea"), ("track", "4"))
    tour.ask("GET", "/talks/")
    tour.ask("GET", "/talks/?state=accepted&state=rejected")
    tour.ask("GET", "/talks/?track=3")
    tour.ask("GET", "/talks/HDC47K/")
    tour.ask("GET", "/talks/HDC47K/accept")
    tour.ask("POST", "/talks/HDC47K/accept")
    tour.ask("GET", "/talks/HDC47K/comments/")
    tour.ask("POST", "/talks/HDC47K/comments/", ("text", "Ask for a bigger room."))
    tour.ask("GET", "/talks/")
    return tour


@pytest.fixture(scope="module")
def tour() -> Tour:
    return recorded(Talks())


async def test_new_ones_get_codes_and_the_list_stays_one_of_talks(tour: Tour) -> None:
    app, mock = Talks(), Mock(tour)
    await same(app, mock, "GET", "/talks/")
    await same(app, mock, "POST", "/talks/new", ("title", "Old lights"), ("track", "3"))
    await same(app, mock, "GET", "/talks/")
    await same(app, mock, "GET", "/talks/?track=3")
    await same(app, mock, "GET", "/talks/SZFZHR/")
    assert [one.kind.name for one in mock.draft.parts] == ["talks"]


async def test_several_values_of_a_parameter_let_any_of_them_through(tour: Tour) -> None:
    app, mock = Talks(), Mock(tour)
    await same(app, mock, "GET", "/talks/?state=submitted")
    await same(app, mock, "GET", "/talks/?state=submitted&state=rejected")


async def test_pages_below_one_are_about_others_too_and_the_menu_counts_what_was_done(tour: Tour) -> None:
    app, mock = Talks(), Mock(tour)
    await same(app, mock, "GET", "/talks/HDG87K/comments/")
    await same(app, mock, "GET", "/talks/HDG87K/accept")
    await same(app, mock, "POST", "/talks/HDG87K/accept")
    await same(app, mock, "GET", "/talks/new")
    said = await mock.ask("POST", "/talks/HDG87K/comments/", ("text", "Who pays?"))
    assert "<h1>Dinghies</h1>" in said.html  # it leads to the page of this one


def test_a_menu_that_says_nothing_new_counts_nothing() -> None:
    draft = recorded(Talks(mails=False)).draft()
    assert "since_" not in str([one.document["id"] for one in draft.features])


def test_a_folded_menu_is_nothing_that_its_cell_says() -> None:
    menu = "<td><details{}><summary>new</summary><div>old</div></details></td>"
    closed, opened = (parse(menu.format(how)).td for how in ("", " open"))
    assert closed is not None
    assert opened is not None
    assert (cell_text(closed), cell_text(opened)) == ("new", "new old")


def test_cells_without_words_say_the_colour_that_they_show() -> None:
    square = "<div class='square' style='background-color:{1}'></div>"
    row = f"<tr><td><a href='/tags/{{0}}/'>{{0}}</a></td><td>{square}{{2}}</td></tr>"
    rows = row.format("11", "#2a6f97", "") + row.format("12", "#BC6C25", "") + row.format("13", "#588157", "x")
    table = f"<table><thead><tr><th>Tag</th><th>Colour</th></tr></thead><tbody>{rows}</tbody></table>"
    listed = rows_of(parse(f"<html><body>{table}</body></html>"), "https://app.test/tags/")[0]
    assert [one.values["colour"] for one in listed.rows] == ["#2a6f97", "#BC6C25", "x"]
    plain = parse("<td><div style='background-color:red'></div><div style='background-color:blue'></div></td>").td
    assert plain is not None
    assert coloured_in(plain) == ""


def test_what_codes_are() -> None:
    there = [*TALKS]
    made = new_key("talks", ["SZFZHR"], there)
    assert made.used == "next_keys"
    assert ".upperAscii()" in made.text
    assert "new_id" in new_key("words", ["tea"], ["rice", "milk"]).text
    assert "new_id" in new_key("words", ["grape"], ["lemon", "peach", "mango", "melon", "olive"]).text

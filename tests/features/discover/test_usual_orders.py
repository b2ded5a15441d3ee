"""Orders of lists on pages: those that every look asked for, and those of the choices that a form offers."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from urllib.parse import parse_qsl

import pytest

from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

LEVELS = ("urgent", "high", "normal", "low")
JOBS = {
    1: ("Wash the van", "normal"), 2: ("Call the bank", "low"), 3: ("Answer Ada", "urgent"), 4: ("Buy paper", "normal"),
    5: ("Mend the door", "high"),
}  # fmt: skip


@dataclass
class Jobs:
    """Jobs, the most urgent first. `heads`: the list is always asked for with an order, by links in its head."""

    heads: bool
    jobs: dict[int, tuple[str, str]] = field(default_factory=lambda: dict(JOBS))

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        place, _, query = path.partition("?")
        given, asked = dict(sent), dict(parse_qsl(query))
        if method == "GET" and place == "/jobs":
            return self._list(asked)
        key = int(place.split("/")[2]) if place.split("/")[2].isdigit() else 0
        if method == "GET":
            title, level = self.jobs.get(key, ("", ""))
            options = "".join(
                f'<option value="{number}"{" selected" if one == level else ""}>{one}</option>'
                for number, one in enumerate(LEVELS)
            )
            return _page(
                f'<form method="post" action="{place}"><input name="title" value="{escape(title)}">'
                f'<select name="level">{options}</select><input type="submit" value="Save"></form>'
            )
        self.jobs[key or max(self.jobs) + 1] = given["title"], LEVELS[int(given["level"])]
        return Said(status=303, to="/jobs?order=level" if self.heads else "/jobs")

    def _list(self, asked: dict[str, str]) -> Said:
        by = asked.get("order", "level")
        keys = sorted(
            self.jobs, key=lambda one: LEVELS.index(self.jobs[one][1]) if by == "level" else self.jobs[one][0]
        )
        keys = keys[::-1] if asked.get("desc") else keys
        rows = "".join(
            f'<tr><td class="title"><a href="/jobs/{key}/edit">{escape(self.jobs[key][0])}</a></td>'
            f'<td class="level">{self.jobs[key][1]}</td></tr>'
            for key in keys
        )
        head = "".join(self._head(name, by, asked) for name in ("title", "level"))
        return _page(f'<table id="jobs"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>')

    def _head(self, name: str, by: str, asked: dict[str, str]) -> str:
        if not self.heads:
            return f"<th>{name}</th>"
        turned = "&amp;desc=1" if name == by and not asked.get("desc") else ""
        return f'<th class="{"asc" if name == by else ""}"><a href="/jobs?order={name}{turned}">{name}</a></th>'


def _page(body: str) -> Said:
    return Said(f"<html><head><title>Jobs</title></head><body>{body}</body></html>")


def tour(app: Jobs) -> Tour:
    made, query = Tour(app), "?order=level" if app.heads else ""
    made.ask("GET", f"/jobs{query}")
    made.ask("GET", "/jobs/new/edit")
    made.ask("POST", "/jobs/new/edit", ("title", "Order stamps"), ("level", "1"))
    made.ask("GET", "/jobs/2/edit")
    made.ask("POST", "/jobs/2/edit", ("title", "Call the bank"), ("level", "0"))
    if app.heads:
        made.ask("GET", "/jobs?order=title")
    made.ask("GET", f"/jobs{query}")
    return made


@pytest.mark.parametrize("heads", [False, True])
async def test_a_list_is_in_the_order_of_the_choices_of_a_form(heads: bool) -> None:
    """Urgent, high, normal, low: no order of texts."""
    mock, app = Mock(tour(Jobs(heads))), Jobs(heads)
    check(mock.draft)
    query = "?order=level" if heads else ""
    await same(app, mock, "POST", "/jobs/new/edit", ("title", "Lock up"), ("level", "1"))
    await same(app, mock, "POST", "/jobs/1/edit", ("title", "Wash the van"), ("level", "3"))
    await same(app, mock, "GET", f"/jobs{query}")
    if heads:
        await same(app, mock, "GET", "/jobs?order=title")
        await same(app, mock, "GET", "/jobs?order=title&desc=1")


class Talks:
    """What was answered last comes first; new ones do."""

    def __init__(self) -> None:
        self.order = [1, 2, 3, 4, 5]
        self.names = dict(enumerate(("Soil", "Slugs", "Cacti", "Rakes", "Roses"), 1))

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        said, piece = dict(sent), path.split("/")[2]
        if method == "GET":
            rows = "".join(
                f'<li class="r"><a href="/talks/{key}/edit">{self.names[key]}</a></li>' for key in self.order
            )
            return _page(f'<ul class="all">{rows}</ul>')
        key = int(piece) if piece.isdigit() else max(self.names) + 1
        if path.endswith("/answers"):
            self.order = [key, *(one for one in self.order if one != key)]
            return Said(status=303, to="/talks/")
        if key not in self.names:
            self.order.insert(0, key)
        self.names[key] = said["title"]
        return Said(status=303, to="/talks/")


def talked(*posts: tuple[str, str]) -> Mock:
    tour = Tour(Talks())
    tour.ask("GET", "/talks/")
    for path, name in posts:
        tour.ask("POST", path, ("text" if path.endswith("answers") else "title", name))
    return Mock(tour)


async def test_where_some_moved_by_themselves_the_first_order_is_kept_and_new_ones_come_first() -> None:
    live = Talks()
    mock = talked(("/talks/3/answers", "x"), ("/talks/new", "Ivy"), ("/talks/2/edit", "Snails"))
    await same(live, mock, "GET", "/talks/")
    await same(live, mock, "POST", "/talks/new", ("title", "Nettles"))
    await same(live, mock, "POST", "/talks/4/edit", ("title", "Spades"))
    await same(live, mock, "POST", "/talks/new", ("title", "Moss"))
    await same(live, mock, "GET", "/talks/")


@dataclass
class Lamps:
    """Lamps whose list sorts by whether they are on, which no form says: those that are on first."""

    lamps: dict[int, tuple[str, str]] = field(
        default_factory=lambda: {
            number: (f"Lamp {letter}", "off" if number in (2, 5, 6) else "on")
            for number, letter in enumerate("CADBFEG", 1)
        }
    )

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        place, _, query = path.partition("?")
        asked = dict(parse_qsl(query))
        if method == "POST":
            key = int(place.split("/")[2])
            self.lamps[key] = dict(sent)["name"], self.lamps[key][1]
            return Said(status=303, to="/lamps")
        if place != "/lamps":
            name = self.lamps[int(place.split("/")[2])][0]
            return _page(f'<form method="post" action="{place}"><input name="name" value="{escape(name)}"></form>')
        by = asked.get("sort", "name")
        keys = sorted(self.lamps, key=lambda one: (self.lamps[one][1] == "off") if by == "state" else self.lamps[one])
        keys = keys[::-1] if asked.get("dir") == "desc" else keys
        rows = "".join(f'<tr><td><a href="/lamps/{key}">{self.lamps[key][0]}</a></td><td>{self.lamps[key][1]}</td></tr>'
                       for key in keys)  # fmt: skip
        way = "desc" if asked.get("dir") == "asc" else "asc"
        head = "".join(f'<th><a href="/lamps?sort={name}&dir={way if name == by else "asc"}">{name.title()}</a></th>'
                       for name in ("name", "state"))  # fmt: skip
        return _page(f'<table id="lamps"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>')


async def test_few_values_are_in_the_order_of_the_groups_that_were_seen() -> None:
    tour = Tour(Lamps())
    tour.ask("GET", "/lamps")
    tour.ask("GET", "/lamps/3")
    tour.ask("POST", "/lamps/3", ("name", "Lamp H"))
    tour.ask("GET", "/lamps?sort=state&dir=asc")
    live, mock = Lamps(), Mock(tour)
    await same(live, mock, "POST", "/lamps/1", ("name", "Lamp I"))
    await same(live, mock, "GET", "/lamps?sort=state&dir=asc")


class Remembering(Jobs):
    """The newest first; what is sorted stays so for whoever sorted it."""

    last = ""

    def _list(self, asked: dict[str, str]) -> Said:
        self.last = by = asked.get("order", self.last)
        keys = sorted(self.jobs, key=lambda one: self.jobs[one][0]) if by else sorted(self.jobs, reverse=True)
        rows = "".join(
            f'<tr><td class="title"><a href="/jobs/{key}/edit">{escape(self.jobs[key][0])}</a></td>'
            f'<td class="level">{self.jobs[key][1]}</td></tr>'
            for key in keys
        )
        head = "".join(f'<th><a href="/jobs?order={name}">{name}</a></th>' for name in ("title", "level"))
        return _page(f'<table id="jobs"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>')


async def test_a_list_that_remembers_how_it_was_sorted_begins_in_its_usual_order() -> None:
    made = Tour(Remembering(heads=True))
    made.ask("GET", "/jobs")
    made.ask("GET", "/jobs?order=title")
    made.ask("GET", "/jobs/new/edit")
    made.ask("POST", "/jobs/new/edit", ("title", "Order stamps"), ("level", "1"))
    made.ask("GET", "/jobs")
    made.ask("POST", "/jobs/2/edit", ("title", "Call the bank"), ("level", "0"))
    made.ask("GET", "/jobs")
    mock, app = Mock(made), Remembering(heads=True)
    await same(app, mock, "GET", "/jobs")
    app.jobs[6] = "Lock up", "high"
    await mock.ask("POST", "/jobs/new/edit", ("title", "Lock up"), ("level", "1"))
    await same(app, mock, "GET", "/jobs")

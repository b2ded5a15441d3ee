"""Cells with several links, and choices whose labels say more in brackets."""

from __future__ import annotations

from dataclasses import dataclass, field

from awe_author.features.discover.markup.cell_texts import shown_text
from awe_author.features.discover.markup.documents import parse
from tests.features.discover.site import Mock, Said, Sent, Tour, same

PEOPLE = {
    1: ("ada", "Millers", "p"), 2: ("ben", "Crew", "n"), 3: ("cleo", "Millers", "p"), 4: ("dora", "Crew", "n"),
    5: ("emil", "Guests, Millers", "x"), 6: ("fay", "Crew", "x"), 7: ("gus", "Millers", "p"), 8: ("hana", "Crew", "n"),
}  # fmt: skip
CHOICES = {
    "p": "Paid (or settled)",
    "n": "Pending",
    "o": "Pending (overdue)",
    "x": "Closed (by us)",
    "y": "Closed (by them)",
}
SAID = {"p": "Paid", "n": "Pending", "x": "Closed"}


@dataclass
class Club:
    """People with the teams they are in, each a link, and what they owe."""

    people: dict[int, tuple[str, str, str]] = field(default_factory=lambda: dict(PEOPLE))

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        given, path, asked = dict(sent), path.partition("?")[0], path.partition("?")[2]
        key = int(path.rpartition("/")[2]) if path[-1].isdigit() else 0
        if method == "POST":
            self.people[key] = (given["name"], *self.people[key][1:])
            return Said(status=303, to="/people")
        if key:
            name = self.people[key][0]
            return _page(f'<form method="post" action="/people/{key}"><input name="name" value="{name}"></form>')
        name, _, wanted = asked.partition("=")
        there = [key for key, of in self.people.items()
                 if wanted in ("", of[2]) or (name == "crewed" and wanted in of[1].lower())]  # fmt: skip
        rows = "".join(map(self._row, there))
        options = "".join(
            f'<option value="{value}"{" selected" if value == wanted else ""}>{label}</option>'
            for value, label in CHOICES.items()
        )
        ask = f'<form><select name="state"><option value="">All of them</option>{options}</select></form>'
        heads = "<tr><th>Name</th><th>Teams</th><th>State</th></tr>"
        return _page(f"{ask}<table><thead>{heads}</thead><tbody>{rows}</tbody></table>")

    def _row(self, key: int) -> str:
        name, teams, state = self.people[key]
        links = ", ".join(f'<a class="team" href="/teams/{team.lower()}">{team}</a>' for team in teams.split(", "))
        return f'<tr><td><a href="/people/{key}">{name}</a></td><td>{links}</td><td>{SAID[state]}</td></tr>'


def _page(body: str) -> Said:
    return Said(f"<html><head><title>Club</title></head><body>{body}</body></html>")


def tour() -> Tour:
    made = Tour(Club())
    made.ask("GET", "/people")
    made.ask("GET", "/people/2")
    made.ask("POST", "/people/2", ("name", "benno"))
    made.ask("GET", "/people?state=n")
    made.ask("GET", "/people/1")
    made.ask("POST", "/people/1", ("name", "adah"))
    return made


def test_a_comma_stands_right_behind_what_is_before_it() -> None:
    cell = parse("<p><a>Tea</a>, <a>Rice</a> <b>4</b></p>").p
    assert cell is not None
    assert shown_text(cell) == "Tea, Rice 4"


async def test_the_first_of_several_links_is_no_name_of_all() -> None:
    live, mock = Club(), Mock(tour())
    await same(live, mock, "GET", "/people")
    await same(live, mock, "POST", "/people/5", ("name", "emile"))


async def test_a_label_may_say_more_of_a_value_in_brackets() -> None:
    live, mock = Club(), Mock(tour())
    await same(live, mock, "GET", "/people?state=p")
    await same(live, mock, "GET", "/people?state=n")


async def test_a_word_may_be_looked_for_by_a_parameter_of_any_name() -> None:
    made = tour()
    made.ask("GET", "/people?crewed=mill")
    live, mock = Club(), Mock(made)
    await same(live, mock, "GET", "/people?crewed=crew")


@dataclass
class Rules:
    """Rules whose list has what they look for deep in a cell; only the form says what that is called."""

    rules: dict[int, tuple[str, str]] = field(
        default_factory=lambda: {
            1: ("Cranes", "hoist or boom"), 2: ("Mills", "flour or oats"), 3: ("Gates", "open or shut"),
            4: ("Lamps", "dark or dim"),
        }
    )  # fmt: skip

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        key = int(path.rpartition("/")[2]) if path[-1].isdigit() else 0
        if method == "POST":
            given = dict(sent)
            self.rules[key] = given["name"], given["pattern"]
            return Said(status=303, to="/rules")
        if key:
            name, pattern = self.rules[key]
            fields = f'<input name="name" value="{name}"><input name="pattern" value="{pattern}">'
            return _page(f'<form method="post" action="/rules/{key}">{fields}</form>')
        rows = "".join(
            f'<tr><td><a href="/rules/{key}">{name}</a></td><td><p><i>1</i> <em>»</em> <b>{pattern}</b></p></td></tr>'
            for key, (name, pattern) in self.rules.items()
        )
        return _page(f"<table><tbody>{rows}</tbody></table>")


async def test_rows_say_a_field_of_which_no_form_was_seen() -> None:
    made = Tour(Rules())
    made.ask("GET", "/rules")
    made.ask("GET", "/rules/1")
    made.ask("POST", "/rules/1", ("name", "Cranes"), ("pattern", "hoist or jib"))
    made.ask("GET", "/rules/2")
    made.ask("POST", "/rules/2", ("name", "All mills"), ("pattern", "flour or oats"))
    live, mock = Rules(), Mock(made)
    await same(live, mock, "GET", "/rules")
    await same(live, mock, "GET", "/rules/3")
    await same(live, mock, "POST", "/rules/4", ("name", "Lights"), ("pattern", "dark or dim"))


@dataclass
class Numbers:
    """People with the telephone numbers that their forms have; rows of those who wish so do not show them."""

    people: dict[str, str] = field(default_factory=lambda: {str(at): f"030 555 10{at}" for at in range(1, 9)})
    hidden: tuple[str, ...] = ("4",)

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        key = path.rpartition("/")[2]
        if method == "POST":
            self.people[key] = dict(sent)["phone"]
            return Said(status=303, to="/people")
        if key in self.people:
            field = f'<input name="phone" value="{self.people[key]}">'
            return _page(f'<form method="post" action="/people/{key}">{field}</form>')
        rows = "".join(
            f'<tr><td><a href="/people/{one}">Person {one}</a></td>'
            f"<td>{'Mail only' if one in self.hidden else 'Call ' + phone}</td></tr>"
            for one, phone in self.people.items()
        )
        return _page(f"<table><thead><tr><th>Name</th><th>Reached by</th></tr></thead><tbody>{rows}</tbody></table>")


async def test_rows_that_said_something_else_of_what_there_was_say_it_on() -> None:
    tour, app = Tour(Numbers()), Numbers()
    for path in ("/people", *(f"/people/{one}" for one in app.people), "/people/2"):
        tour.ask("GET", path)
    tour.ask("POST", "/people/2", ("phone", "030 555 777"))
    tour.ask("GET", "/people")
    mock = Mock(tour)
    await same(app, mock, "GET", "/people")
    await same(app, mock, "POST", "/people/5", ("phone", "030 555 888"))
    await same(app, mock, "GET", "/people")
    await same(app, mock, "GET", "/people/4")

"""Fields of forms of which several choices are sent: groups of a user, in a `select`; days on duty, in boxes."""

from __future__ import annotations

from html import escape

import pytest
from bs4 import BeautifulSoup

from tests.features.discover.site import Mock, Said, Sent, Tour, same

GROUPS = {"1": "Pilots", "2": "Crane crew", "3": "Harbour office"}
DAYS = {"mo": "Monday", "we": "Wednesday", "fr": "Friday"}


class Crew:
    """People in groups; pages show these in one text, with `between` between them."""

    def __init__(self, between: str = ", ") -> None:
        self.between = between
        told = {1: ("Ada", ["1"]), 2: ("Ben", ["2", "3"]), 3: ("Cyd", []), 4: ("Dan", ["1", "2"])}
        self.people = {number: (name, groups, ["mo"] if number == 2 else []) for number, (name, groups) in told.items()}

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        last = path.rpartition("/")[2]
        if method == "POST":
            number = max(self.people) + 1 if last == "new" else int(last)
            name = dict(sent)["name"]
            picked = [[value for field, value in sent if field == of] for of in ("groups", "days")]
            self.people[number] = (name, *picked)
            return Said(status=302, to="/people/")
        if path != "/people/":
            return self._form(None if last == "new" else int(last))
        rows = "".join(
            f'<tr><td class="name"><a href="/people/{number}">{escape(name)}</a></td>'
            f'<td class="groups">{escape(self.between.join(GROUPS[one] for one in groups))}</td></tr>'
            for number, (name, groups, _) in self.people.items()
        )
        head = "<thead><tr><th>Name</th><th>Groups</th></tr></thead>"
        return Said(f"<title>People</title><table>{head}<tbody>{rows}</tbody></table>")

    def _form(self, number: int | None) -> Said:
        name, groups, days = self.people[number] if number is not None else ("", [], [])
        choices = "".join(
            f'<option value="{key}"{" selected" * (key in groups)}>{label}</option>' for key, label in GROUPS.items()
        )
        boxes = "".join(
            f'<label><input type="checkbox" name="days" value="{key}"{" checked" * (key in days)}> {label}</label>'
            for key, label in DAYS.items()
        )
        select = f'<select name="groups" multiple>{choices}</select>'
        form = f'<input name="name" value="{escape(name)}">{select}{boxes}<button>Save</button>'
        there = f"/people/{number if number is not None else 'new'}"
        return Said(f'<title>Person</title><form method="post" action="{there}">{form}</form>')


def fields(name: str, groups: str, days: str = "") -> list[tuple[str, str]]:
    """What a browser sends: one field for each choice."""
    return [("name", name), *(("groups", one) for one in groups.split()), *(("days", one) for one in days.split())]


def toured(app: Crew) -> Tour:
    tour = Tour(app)
    tour.ask("GET", "/people/")
    tour.ask("GET", "/people/2")
    tour.ask("POST", "/people/2", *fields("Benno", "2 3", "mo we"))
    tour.ask("GET", "/people/new")
    tour.ask("POST", "/people/new", *fields("Eve", "1 3"))
    tour.ask("GET", "/people/5")
    return tour


def chosen(html: str) -> list[str]:
    """What is chosen on a page."""
    page = BeautifulSoup(html, "html.parser")
    return [str(one["value"]) for one in page.select("option[selected], input[checked]")]


async def same_form(app: Crew, mock: Mock, path: str) -> None:
    """The same is chosen in both."""
    assert chosen((await mock.ask("GET", path)).html) == chosen(app("GET", path, ()).html), path


@pytest.mark.parametrize("between", [", ", " / "])
async def test_all_choices_are_kept_and_shown(between: str) -> None:
    app, mock = Crew(between), Mock(toured(Crew(between)))
    await same(app, mock, "POST", "/people/new", *fields("Finn", "1 2 3", "mo fr"))
    await same_form(app, mock, "/people/5")
    await same(app, mock, "POST", "/people/5", *fields("Finn", "2", "fr"))
    await same_form(app, mock, "/people/5")
    await same(app, mock, "POST", "/people/2", *fields("Ben", "", "we"))
    await same_form(app, mock, "/people/2")
    await same_form(app, mock, "/people/5")


async def test_who_was_never_opened_has_what_the_list_says_and_no_other_ones_choices() -> None:
    app, mock = Crew(), Mock(toured(Crew()))
    for key in (1, 3, 4):
        await same_form(app, mock, f"/people/{key}")

"""Forms that give someone else a password, and what only seems to be listed because of a post."""

from __future__ import annotations

from html import escape

import pytest

from awe_author.features.discover import Recorded, discover
from awe_author.features.discover.entities.operations import logs_in
from awe_author.features.discover.exchanges.calls import Call
from tests.features.discover.exchanges import ORIGIN, exchange, form
from tests.features.discover.site import Mock, Said, Sent, Tour, same


@pytest.mark.parametrize(
    ("sent", "about"),
    [
        ({"name": "ada", "password": "***"}, True),
        ({"name": "ada", "csrf_token": "x", "password": "***", "remember": "on"}, True),
        ({"old_password": "#", "password": "***", "password_again": "***", "name": "ada", "mail": "a@b.test"}, True),
        ({"csrf_token": "x", "password": "***", "password_again": "***"}, True),
        ({"name": "ada", "mail": "a@b.test", "password": "***", "password_again": "***"}, False),
        ({"name": "ada", "mail": "a@b.test", "password": "", "password_again": ""}, False),
    ],
)
def test_who_gets_a_password_does_not_log_in(sent: dict[str, str], about: bool) -> None:
    call = Call(5, "POST", "POST", ORIGIN, "/people/new", (), "form", "", True, sent, 302, None, "", "/people/7", "")
    assert logs_in(call) is about


def club() -> Mock:
    tour = Tour(Club())
    tour.ask("GET", "/people")
    tour.ask("GET", "/people/new")
    tour.ask("POST", "/people", ("name", "Edna"), ("town", "Kiel"), ("password", "x1"), ("password_again", "x1"))
    tour.ask("GET", "/people")
    return Mock(tour)


class Club:
    """People that an administrator lets in."""

    def __init__(self) -> None:
        self.people = {"1": ("Ada", "Bonn"), "2": ("Ben", "Trier"), "3": ("Cleo", "Mainz"), "4": ("Dora", "Worms")}

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        said = dict(sent)
        if method == "POST":
            self.people[str(len(self.people) + 1)] = (said["name"], said["town"])
            return Said(status=302, to="/people")
        if path == "/people/new":
            boxes = "".join(f"<input name={name}>" for name in ("name", "town"))
            boxes += "".join(f"<input type=password name={name}>" for name in ("password", "password_again"))
            return Said(
                f"<html><body><form action=/people method=post>{boxes}<button>Add</button></form></body></html>"
            )
        rows = "".join(
            f'<tr><td><a href="/people/{key}">{escape(name)}</a></td><td>{escape(town)}</td></tr>'
            for key, (name, town) in self.people.items()
        )
        table = f"<table><thead><tr><th>Name</th><th>Town</th></tr></thead><tbody>{rows}</tbody></table>"
        return Said(f"<html><body><h1>People</h1>{table}</body></html>")


async def test_people_with_passwords_are_made_by_their_form() -> None:
    app, mock = Club(), club()
    sent = (("name", "Fred"), ("town", "Ulm"), ("password", "x2"), ("password_again", "x2"))
    await same(app, mock, "POST", "/people", *sent)
    await same(app, mock, "GET", "/people")
    assert "password" not in str(mock.draft.model)  # what is typed there is nobody's to keep


def test_what_is_looked_up_for_the_first_time_was_there_before_a_post_that_led_to_a_page() -> None:
    found = [
        exchange(1, "POST", "/member_groups/4", form(name="Sail", text="On Sundays"), 302, location="/member_groups"),
        exchange(2, "POST", "/member_groups", form(name="Row", text="On Mondays"), 302, location="/member_groups"),
        exchange(3, "GET", "/groups?key=tom", answer={"results": [{"id": 5, "nick": "tom", "first": "Tom"}]}),
        exchange(4, "GET", "/groups?key=ann", answer={"results": [{"id": 6, "nick": "ann", "first": "Ann"}]}),
    ]
    draft = discover(Recorded(found, []), "demo")
    assert not [one for one in draft.operations if one.role == "create"]

"""A choice of nothing that lists show in its own words, while a list beside them has no such column."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

PEOPLE = {"6": "Nobody in particular", "27": "Ben Baker", "29": "Cleo Carver"}


@dataclass
class Desk:
    """Tickets: the list of all says who has each, the one of the newest does not."""

    tickets: dict[int, tuple[str, str]] = field(
        default_factory=lambda: {1: ("Badge printer prints twice", "27"), 2: ("Heating hums in room 12", "6"),
                                 3: ("Cable under the desk is loose", "6"), 4: ("Key for the bicycle shed", "29")}
    )  # fmt: skip

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        if path in ("/tickets", "/"):
            head = "<th>Ticket</th>" + ("<th>Owner</th>" if path == "/tickets" else "")
            rows = "".join(map(self.row if path == "/tickets" else self.short, self.tickets))
            name = "all" if path == "/tickets" else "newest"
            return self.page(f'<table id="{name}"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>')
        key = int(path.split("/")[2])
        if method == "POST":
            self.tickets[key] = (dict(sent)["title"], dict(sent)["owner"])
            return Said(status=303, to="/tickets")
        title, owner = self.tickets[key]
        options = "".join(f'<option value="{who}"{" selected" if who == owner else ""}>{name}</option>'
                          for who, name in PEOPLE.items())  # fmt: skip
        return self.page(f'<form method="post" action="/tickets/{key}"><input name="title" value="{title}">'
                         f'<select name="owner">{options}</select></form>')  # fmt: skip

    def row(self, key: int) -> str:
        title, owner = self.tickets[key]
        return f'<tr><td><a href="/tickets/{key}">{title}</a></td><td>{PEOPLE[owner]}</td></tr>'

    def short(self, key: int) -> str:
        return f'<tr><td><a href="/tickets/{key}">{self.tickets[key][0]}</a></td></tr>'

    @staticmethod
    def page(body: str) -> Said:
        return Said(f"<html><head><title>Desk</title></head><body>{body}</body></html>")


async def test_a_list_without_the_column_does_not_make_the_words_of_nothing_empty() -> None:
    made = Tour(Desk())
    for path in ("/tickets", "/", "/tickets/2", "/", "/tickets/1"):
        made.ask("GET", path)
    made.ask("POST", "/tickets/1", ("title", "Badge printer prints thrice"), ("owner", "29"))
    made.ask("GET", "/tickets")
    made.ask("GET", "/")
    mock, app = Mock(made), Desk()
    check(mock.draft)
    await same(app, mock, "GET", "/tickets")
    await same(app, mock, "POST", "/tickets/4", ("title", "Key for the bicycle shed"), ("owner", "6"))
    await same(app, mock, "GET", "/tickets")
    await same(app, mock, "GET", "/")

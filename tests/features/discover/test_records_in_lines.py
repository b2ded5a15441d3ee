"""Tables in which each record has several rows, with forms that change it in place; programs instead of keys."""

from __future__ import annotations

from urllib.parse import parse_qsl

from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

STATES = ("new", "open", "done")
HEADS = "<tr><th>No.</th><th>Subject</th><th>Status</th></tr><tr><th></th><th>Asked by</th><th>Due</th></tr>"
PROGRAMS = ("List", "Create", "Show", "Taste")
MENU = "".join(f"<li><a href='/desk/{one}.html'>{one}</a></li>" for one in PROGRAMS)
TOP = f"<html><body><ul>{MENU}</ul>"


class Desk:
    """Jobs in a table, two rows for each."""

    def __init__(self) -> None:
        self.all = {
            4: ("Lamp flickers", "new", "Dora Dyer", "Friday"), 5: ("Door jams", "open", "Emil Eckert", "Sunday"),
            6: ("Heating hums", "new", "Dora Dyer", ""), 7: ("Cable is loose", "open", "Cleo Carver", "Monday"),
        }  # fmt: skip

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        place, _, query = path.partition("?")
        if place == "/desk/List.html":
            rows = "".join(self.row(key) for key in self.all)
            return Said(f"{TOP}<table class='jobs'>{HEADS}{rows}</table></body></html>")
        asked = dict(parse_qsl(query)) | dict(sent)
        if method == "POST" and place == "/desk/Create.html":
            key = max(self.all) + 1
            self.all[key] = (asked["subject"], asked["status"], "Clerk", "")
            return Said(status=302, to=f"/desk/Show.html?id={key}")
        if place == "/desk/Taste.html":
            return Said(f"{TOP}<p>{asked.get('colour', 'none')}</p></body></html>")
        key = int(asked.get("id", "0"))
        if method == "POST":
            self.all[key] = (asked["subject"], asked["status"], *self.all[key][2:])
            return Said(status=302, to=f"/desk/Show.html?id={key}")
        subject, status, who, _ = self.all.get(key, ("", "new", "", ""))
        fields = f'<input name="subject" value="{subject}">{choice(status)}'
        hidden = f'<input type="hidden" name="id" value="{key}">'
        if place == "/desk/Show.html":
            return Said(f"{TOP}<h1>{subject}</h1><p>Asked by {who}</p></body></html>")
        return Said(f'{TOP}<form method="post" action="{place}">{hidden}{fields}</form></body></html>')

    def row(self, key: int) -> str:
        """A record of the list."""
        subject, status, who, due = self.all[key]
        start = '<form action="/desk/Quick.html" method="post">'
        last = '<i class="ok"></i><span>Saving</span></form>'
        return (
            f'<tbody class="job"><tr><td><a href="/desk/Show.html?id={key}">{key}</a></td>'
            f'<td>{start}<input name="subject">{last}<b><a href="/desk/Show.html?id={key}">{subject}</a></b></td>'
            f"<td>{start}{choice('')}{last}<em>{status}</em></td></tr>"
            f'<tr><td></td><td>{who}</td><td>{start}<input name="due">{last}<em>{due}</em></td></tr></tbody>'
        )


def choice(status: str) -> str:
    """The states to choose from."""
    options = "".join(f"<option{' selected' if one == status else ''}>{one}</option>" for one in STATES)
    return f'<select name="status">{options}</select>'


def tour() -> Tour:
    made = Tour(Desk())
    for path in ("List.html", "Show.html?id=4", "Show.html?id=5", "Edit.html?id=5"):
        made.ask("GET", f"/desk/{path}")
    made.ask("POST", "/desk/Edit.html", ("id", "5"), ("subject", "Door creaks"), ("status", "done"))
    made.ask("POST", "/desk/Taste.html", ("colour", "green"))
    for path in ("Show.html?id=5", "List.html", "Create.html"):
        made.ask("GET", f"/desk/{path}")
    made.ask("POST", "/desk/Create.html", ("subject", "Bench wobbles"), ("status", "new"))
    for path in ("Show.html?id=8", "List.html", "Edit.html?id=8"):
        made.ask("GET", f"/desk/{path}")
    return made


async def test_the_rows_of_a_record_are_one_row_of_the_list() -> None:
    mock, app = Mock(tour()), Desk()
    check(mock.draft)
    (part,) = mock.draft.parts
    assert part.seed["7"].items() >= {"subject": "Cable is loose", "status": "open", "due": "Monday"}.items()
    assert part.seed["6"]["asked_by"] == "Dora Dyer"
    assert "due" not in part.seed["6"], "what waits in a form says nothing"
    await same(app, mock, "GET", "/desk/List.html")
    await same(app, mock, "POST", "/desk/Edit.html", ("id", "6"), ("subject", "Heating is off"), ("status", "open"))
    await same(app, mock, "GET", "/desk/List.html")
    await same(app, mock, "POST", "/desk/Create.html", ("subject", "Clock is slow"), ("status", "open"))
    await same(app, mock, "GET", "/desk/List.html")
    await same(app, mock, "GET", "/desk/Show.html?id=8")


async def test_programs_that_are_asked_about_entities_are_none() -> None:
    (part,) = Mock(tour()).draft.parts
    assert {*part.seed} == {"4", "5", "6", "7"}

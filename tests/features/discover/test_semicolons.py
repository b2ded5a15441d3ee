"""Apps whose addresses have `;` between parameters."""

from __future__ import annotations

from html import escape
from urllib.parse import parse_qsl

from tests.features.discover.site import App, Mock, Said, Sent, Tour, same

START = {"2": ("Lamp is dark", "open"), "3": ("Door sticks", "open"), "4": ("Cable is torn", "new")}


def desk() -> App:
    """Tickets behind one script."""
    rows = dict(START)

    def table() -> str:
        said = "".join(
            f'<tr><td><a href="desk.pl?Action=Zoom;ID={key}">10{key}</a></td><td>{title}</td><td>{state}</td></tr>'
            for key, (title, state) in rows.items()
        )
        head = "<tr><th>Number</th><th>Title</th><th>State</th></tr>"
        return f"<h1>Tickets</h1><table><thead>{head}</thead><tbody>{said}</tbody></table>"

    def form(action: str, key: str, title: str) -> str:
        hidden = f'<input type="hidden" name="Action" value="{action}">'
        hidden += f'<input type="hidden" name="ID" value="{key}">' if key else ""
        field = f'<input name="Title" value="{escape(title)}">'
        return f'<form method="post" action="/desk.pl">{hidden}{field}<button>Save</button></form>'

    def app(method: str, path: str, sent: Sent) -> Said:
        asked = dict(sent) or dict(parse_qsl(path.partition("?")[2].replace(";", "&")))
        key, action = asked.get("ID", ""), asked.get("Action", "")
        if method == "POST" and action == "Add":
            key = str(max(map(int, rows)) + 1)
            rows[key] = (asked["Title"], "new")
            return Said(status=302, to=f"/desk.pl?Action=Zoom;ID={key}")
        if method == "POST":
            rows[key] = (asked["Title"], rows[key][1])
            return Said(status=302, to=f"/desk.pl?Action=Zoom;ID={key}")
        if action == "Zoom":
            title, state = rows[key]
            return Said(f"<h1>{escape(title)}</h1><dl><dt>State</dt><dd>{state}</dd></dl>")
        if action in ("Add", "Title"):
            return Said(f"<h1>Write</h1>{form(action, key, rows[key][0] if key else '')}")
        return Said(table())

    return app


LIST, NEW = "/desk.pl?Action=Status;View=Small", "/desk.pl?Action=Add"


async def test_they_are_read_as_parameters() -> None:
    tour = Tour(desk())
    tour.ask("GET", LIST)
    tour.ask("GET", "/desk.pl?Action=Zoom;ID=2")
    tour.ask("GET", "/desk.pl?Action=Zoom;ID=3")
    tour.ask("GET", NEW)
    tour.ask("POST", "/desk.pl", ("Action", "Add"), ("Title", "Chair squeaks"))
    tour.ask("GET", LIST)
    tour.ask("GET", "/desk.pl?Action=Title;ID=5")
    tour.ask("POST", "/desk.pl", ("Action", "Title"), ("ID", "5"), ("Title", "Chair squeaks loudly"))
    tour.ask("GET", "/desk.pl?Action=Zoom;ID=5")
    tour.ask("GET", "/desk.pl?Action=Title;ID=3")
    tour.ask("POST", "/desk.pl", ("Action", "Title"), ("ID", "3"), ("Title", "Door is mended"))
    tour.ask("GET", LIST)
    app, mock = desk(), Mock(tour)
    await same(app, mock, "POST", "/desk.pl", ("Action", "Add"), ("Title", "Window is open"))
    await same(app, mock, "GET", LIST)
    await same(app, mock, "GET", "/desk.pl?Action=Title;ID=4")
    await same(app, mock, "POST", "/desk.pl", ("Action", "Title"), ("ID", "4"), ("Title", "Cable is mended"))
    await same(app, mock, "GET", LIST)
    await same(app, mock, "GET", "/desk.pl?Action=Zoom;ID=5")

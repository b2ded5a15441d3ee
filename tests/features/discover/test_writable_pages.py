"""Pages of things of one's own have a form with `Save`, those of others only show them."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from tests.features.discover.site import Mock, Said, Sent, Tour, same

pytestmark = pytest.mark.asyncio

NAMES = ["Anchor", "Brook", "Cobalt", "Dune", "Ebb", "Fjord", "Grapnel", "Hollow"]


class Boats:
    """Boats, each of Mara (whose are the odd ones) or of Tom."""

    def __init__(self) -> None:
        self.boats = {
            str(key): {"name": f"{name} of {key} masts", "owner": "mara" if key % 2 else "tom"}
            for key, name in enumerate(NAMES, 1)
        }

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        key = urlsplit(path).path.strip("/").split("/")[2:]
        if method == "POST":
            self.boats[key[0]]["name"] = dict(sent)["name"]
            return Said(to="/app/boats/", status=302)
        return self._form(key[0]) if key else self._list()

    def _list(self) -> Said:
        rows = "".join(
            f'<tr><th class="name"><a href="/app/boats/{key}/">{boat["name"]}</a></th>'
            f'<td class="owner">{boat["owner"]}</td></tr>'
            for key, boat in self.boats.items()
        )
        head = "<thead><tr><th>Name</th><th>Owner</th></tr></thead>"
        return Said(f'<html><body><h1>Boats</h1><table id="boats">{head}<tbody>{rows}</tbody></table></body></html>')

    def _form(self, key: str) -> Said:
        boat = self.boats[key]
        inner, title = f"<p>{boat['name']}</p>", f"View boat: {boat['name']}"
        if boat["owner"] == "mara":
            button = '<input type="submit" name="_save" value="Save">'
            field = f'<input name="name" value="{boat["name"]}">'
            inner, title = f'<form method="post" action="/app/boats/{key}/">{field}{button}</form>', boat["name"]
        return Said(f"<html><head><title>{title}</title></head><body><h2>{title}</h2>{inner}</body></html>")


async def test_a_page_with_a_form_stands_for_none_without() -> None:
    tour = Tour(Boats())
    for path in ("/app/boats/", "/app/boats/1/"):
        tour.ask("GET", path)
    tour.ask("POST", "/app/boats/1/", ("name", "Anchor of nine masts"), ("_save", "Save"))
    for path in ["/app/boats/", *(f"/app/boats/{key}/" for key in (2, 3, 4, 5, 6))]:
        tour.ask("GET", path)
    mock, app = Mock(tour), Boats()
    await same(app, mock, "GET", "/app/boats/")
    await same(app, mock, "GET", "/app/boats/7/")
    await same(app, mock, "GET", "/app/boats/8/")
    await same(app, mock, "POST", "/app/boats/7/", ("name", "Grapnel of two masts"), ("_save", "Save"))
    await same(app, mock, "GET", "/app/boats/7/")

"""Notices that the address of a page carries."""

from __future__ import annotations

from html import escape
from urllib.parse import parse_qsl, quote_plus

from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check


class Guests:
    def __init__(self) -> None:
        self.names = {1: "Ada", 2: "Ben", 3: "Cyd"}

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        place, _, query = path.partition("?")
        if method == "POST":
            key = int(place.split("/")[2])
            self.names[key] = dict(sent)["name"]
            return Said(
                status=302, to=f"{place}?note={quote_plus('The guest was saved.' + chr(10) + 'Thank you, clerk.')}"
            )
        note = dict(parse_qsl(query)).get("note", "")
        told = f'<p class="note">{"<br>".join(map(escape, note.split(chr(10))))}</p>' if note else ""
        if place == "/guests":
            rows = "".join(
                f'<tr><td class="name"><a href="/guests/{key}">{name}</a></td></tr>' for key, name in self.names.items()
            )
            return Said(f"<html><body>{told}<table id='all'><tbody>{rows}</tbody></table></body></html>")
        form = f'<form method="post" action="{place}"><input name="name" value="{self.names[int(place[8:])]}"></form>'
        return Said(f"<html><body><h1>Guest</h1>{told}{form}</body></html>")


def tour() -> Tour:
    made = Tour(Guests())
    for path in ("/guests", "/guests/1", "/guests/2"):
        made.ask("GET", path)
    made.ask("POST", "/guests/2", ("name", "Benno"))
    made.ask("GET", "/guests?note=Nothing+was+lost")
    made.ask("GET", "/guests")
    return made


async def test_other_words_in_the_address_are_shown_in_their_place() -> None:
    mock, app = Mock(tour()), Guests()
    check(mock.draft)
    await same(app, mock, "POST", "/guests/1", ("name", "Adele"))
    await same(app, mock, "GET", "/guests/1?note=Something+went+wrong%0AAsk+the+other+clerk")
    await same(app, mock, "GET", "/guests/1?note=One+line+alone%0A")
    await same(app, mock, "GET", "/guests?note=All+is+well")


async def test_what_is_called_so_anyway_is_no_notice() -> None:
    """A menu names the list that an address names, too."""

    def app(method: str, path: str, sent: Sent) -> Said:
        said = Guests()(method, path.partition("?")[0], sent)
        menu = '<ul><li><a href="/guests?view=All+the+guests">All the guests</a></li></ul><p>All the guests</p>'
        return Said(said.html.replace("<body>", f"<body>{menu}"), said.status, said.to.partition("?")[0])

    made = Tour(app)
    for path in ("/guests", "/guests?view=All+the+guests", "/guests/1"):
        made.ask("GET", path)
    made.ask("POST", "/guests/1", ("name", "Adele"))
    made.ask("GET", "/guests?view=All+the+guests")
    shown = (await Mock(made).ask("GET", "/guests?view=Guests+of+today")).html
    assert shown.count("All the guests") == 2

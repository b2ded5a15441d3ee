"""Choices of which several are called alike; pages of a search that found nothing, and say nothing of it."""

from __future__ import annotations

from urllib.parse import parse_qsl

from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

RANKS = {"0": "Low", "10": "Low", "50": "High"}


class Guests:
    """Ranks are numbers, and pages say what is above and below."""

    def __init__(self) -> None:
        self.all = {1: ("Ada Archer", "0"), 2: ("Ben Baker", "50"), 3: ("Cyd Carver", "10")}

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        place, _, query = path.partition("?")
        if place == "/guests":
            return self.listed(dict(parse_qsl(query)).get("q", ""))
        key = int(place.split("/")[2])
        if method == "POST":
            self.all[key] = (dict(sent)["name"], dict(sent)["rank"])
            return Said(status=302, to="/guests")
        name, rank = self.all[key]
        options = "".join(
            f'<option value="{value}"{" selected" if value == rank else ""}>{label}</option>'
            for value, label in RANKS.items()
        )
        field = f'<input name="name" value="{name}"><select name="rank">{options}</select>'
        return Said(f'<html><body><h1>Guest</h1><form method="post" action="{place}">{field}</form></body></html>')

    def listed(self, words: str) -> Said:
        """The list, or of it what has the words."""
        found = {key: one for key, one in self.all.items() if words.lower() in one[0].lower()}
        rows = "".join(
            f'<tr><td class="name"><a href="/guests/{key}">{name}</a></td><td class="rank">{RANKS[rank]}</td></tr>'
            for key, (name, rank) in found.items()
        )
        table = f"<table id='all'><tbody>{rows}</tbody></table>" if found else "<p>None.</p>"
        return Said(f"<html><body><h1>Guests</h1>{table}</body></html>")


def tour() -> Tour:
    made = Tour(Guests())
    for path in ("/guests", "/guests/1", "/guests/2", "/guests?q=Carver", "/guests?q=zzz", "/guests?q=ada"):
        made.ask("GET", path)
    made.ask("POST", "/guests/1", ("name", "Ada Abbot"), ("rank", "50"))
    made.ask("GET", "/guests")
    made.ask("GET", "/guests/1")
    made.ask("POST", "/guests/2", ("name", "Ben Bishop"), ("rank", "10"))
    for path in ("/guests", "/guests/2", "/guests?q=bishop"):
        made.ask("GET", path)
    return made


async def test_choices_that_are_called_alike_are_offered_as_they_are() -> None:
    mock, app = Mock(tour()), Guests()
    check(mock.draft)
    await same(app, mock, "POST", "/guests/3", ("name", "Cyd Cooper"), ("rank", "50"))
    await same(app, mock, "GET", "/guests")
    await same(app, mock, "GET", "/guests/3")


async def test_a_page_that_only_says_that_nothing_was_found_is_served_when_nothing_is() -> None:
    mock, app = Mock(tour()), Guests()
    check(mock.draft)
    await same(app, mock, "GET", "/guests?q=yyy")
    await same(app, mock, "POST", "/guests/3", ("name", "Yyy Cooper"), ("rank", "50"))
    await same(app, mock, "GET", "/guests?q=yyy")
    await same(app, mock, "GET", "/guests?q=carver")

"""A wiki that lists a few of its pages: what is edited was there, though no list shows it; buttons beside the one that
saves; lists whose order nothing tells."""

from __future__ import annotations

from html import escape

import pytest

from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check


class Wiki:
    def __init__(self) -> None:
        self.texts = {
            "HarbourRules": "Keep below four knots.",
            "WinterStorage": "In October.",
            "StartPage": "All here.",
        }

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        place, _, query = path.partition("?")
        name = place.rpartition("/")[2]
        menu = "".join(f'<li><a href="/wiki/{one}">{one}</a></li>' for one in ("FirstAid", "WinterStorage"))
        menu = f'<p>Read often:</p><ul id="often">{menu}</ul>'
        if method == "POST":
            told = dict(sent)
            if "preview" in told:
                return Said(f"<html><body>{menu}<h1>{name}</h1><div>{escape(told['text'])}</div></body></html>")
            self.texts[name] = told["text"]
            return Said(status=303, to=place)
        text = escape(self.texts.get(name, ""))
        if query == "action=edit":
            form = (
                f'<form method="post" action="{place}"><textarea name="text">{text}</textarea><input name="comment">'
                '<input type="submit" name="preview" value="Preview"><button name="save" value="1">Save</button></form>'
            )
            return Said(f"<html><body>{menu}<h1>{name}</h1>{form}</body></html>")
        if name not in self.texts:
            return Said(f"<html><body>{menu}<h1>{name}</h1><p>There is no such page.</p></body></html>")
        return Said(f"<html><body>{menu}<h1>{name}</h1><div class='text'>{text}</div></body></html>")


def saved(text: str) -> tuple[tuple[str, str], ...]:
    return (("text", text), ("comment", "as agreed"), ("save", "1"))


def tour(*, opened: bool = True) -> Tour:
    made = Tour(Wiki())
    for path in ["/wiki/FirstAid", *(["/wiki/HarbourRules"] if opened else []), "/wiki/HarbourRules?action=edit"]:
        made.ask("GET", path)
    made.ask("POST", "/wiki/HarbourRules", *saved("Keep below three knots."))
    made.ask("GET", "/wiki/FerryTimes?action=edit")
    made.ask("POST", "/wiki/FerryTimes", *saved("Every hour from seven."))
    made.ask("GET", "/wiki/FerryTimes")
    made.ask("GET", "/wiki/HarbourRules")
    return made


async def test_what_was_opened_and_came_with_words_in_its_form_is_changed() -> None:
    mock, app = Mock(tour()), Wiki()
    check(mock.draft)
    done = {one.kind.name + " " + one.role: one.made for one in mock.draft.operations}
    assert {role: made for role, made in done.items() if "update" in role} == {"wikis update": ["HarbourRules"]}
    assert {role: made for role, made in done.items() if "create" in role} == {"wikis create": ["FerryTimes"]}
    await same(app, mock, "GET", "/wiki/HarbourRules")
    await same(app, mock, "POST", "/wiki/HarbourRules", *saved("Stop at the bell."))
    await same(app, mock, "GET", "/wiki/HarbourRules")
    await same(app, mock, "POST", "/wiki/SaunaHours", *saved("On Fridays & Sundays."))
    await same(app, mock, "GET", "/wiki/SaunaHours")


def test_what_nobody_opened_is_made() -> None:
    draft = tour(opened=False).draft()
    assert not [one for one in draft.operations if one.role == "update"]


@pytest.mark.parametrize("text", ["Stop at the bell.", "Keep below three knots."])
async def test_a_button_that_nobody_pressed_saves_nothing(text: str) -> None:
    mock = Mock(tour())
    said = await mock.ask("POST", "/wiki/HarbourRules", ("text", text), ("comment", ""), ("preview", "1"))
    assert said.status == 404
    assert "four knots" in (await mock.ask("GET", "/wiki/HarbourRules")).html


class Tickets:
    """In an order of their own, by an importance that no list shows."""

    def __init__(self) -> None:
        self.titles = {"7": "Oil", "3": "Rope", "9": "Lamp", "1": "Bell", "5": "Paint"}

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        if method == "POST":
            self.titles = {"7": "Oil", "3": "Rope", "10": dict(sent)["title"], "9": "Lamp", "1": "Bell", "5": "Paint"}
            return Said(status=303, to="/tickets/10")
        key = path.rpartition("/")[2]
        rows = "".join(f'<tr><td><a href="/tickets/{one}">{title}</a></td></tr>' for one, title in self.titles.items())
        shown = f"<table><tbody>{rows}</tbody></table>" if key == "tickets" else f"<h1>{self.titles[key]}</h1>"
        return Said(
            f"<html><body>{shown}<form method='post' action='/tickets'><input name='title'></form></body></html>"
        )


async def test_an_order_that_nothing_tells_is_that_of_the_beginning() -> None:
    made = Tour(Tickets())
    made.ask("GET", "/tickets")
    made.ask("POST", "/tickets", ("title", "Chain"))
    made.ask("GET", "/tickets")
    mock, app = Mock(made), Tickets()
    check(mock.draft)
    await same(app, mock, "GET", "/tickets")
    await mock.ask("POST", "/tickets", ("title", "Fender"))
    html = (await mock.ask("GET", "/tickets")).html
    places = [html.index(one) for one in ("Fender", "Oil", "Rope", "Lamp", "Bell", "Paint")]
    assert places == sorted(places)


class Index:
    """A list of all pages, at an address as its pages have."""

    def __init__(self) -> None:
        self.texts = {"HarbourRules": "Keep below four knots.", "WinterStorage": "In October.", "FirstAid": "Call."}

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        name = path.partition("?")[0].rpartition("/")[2]
        if method == "POST":
            self.texts[name] = dict(sent)["text"]
            return Said(status=303, to=f"/wiki/{name}")
        if name == "All":
            rows = "".join(f'<tr><td><a href="/wiki/{one}">{one}</a></td></tr>' for one in sorted(self.texts))
            return Said(f"<html><body><h1>All</h1><table><tbody>{rows}</tbody></table></body></html>")
        text = escape(self.texts.get(name, ""))
        form = f'<form method="post" action="/wiki/{name}"><textarea name="text">{text}</textarea></form>'
        return Said(f"<html><body><h1>{name}</h1>{form}</body></html>")


async def test_a_list_at_an_address_as_that_of_its_entities_is_no_page_of_others() -> None:
    made = Tour(Index())
    for path in ("/wiki/All", "/wiki/HarbourRules", "/wiki/FirstAid"):
        made.ask("GET", path)
    made.ask("POST", "/wiki/FirstAid", ("text", "Call the harbour office."))
    made.ask("GET", "/wiki/All")
    mock, app = Mock(made), Index()
    check(mock.draft)
    await same(app, mock, "GET", "/wiki/All")
    assert (await mock.ask("GET", "/wiki/Nowhere")).status == 404

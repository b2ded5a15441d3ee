"""Numbers that every write counts up, whatever it is about: the number of the version that a page shows."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from tests.features.discover.site import Mock, Said, Sent, Tour, same

TEXTS = {
    "Main_page": "Begin to read here.",
    "Kettle": "Leaves and some water.",
    "Old_harbour": "Closed since the spring.",
    "Green_tea": "Grows on the hill.",
}


class Wiki:
    """Pages with links to their version. `step`: how far a write counts; `own`: each page counts for itself; `told`:
    does the list say the versions?"""

    def __init__(self, *, step: int = 1, own: bool = False, told: bool = True) -> None:
        self.texts = dict(TEXTS)
        self.step, self.own, self.told = step, own, told
        self.versions = {key: 1 if own else number for number, key in enumerate(TEXTS, 4)}
        self.next = count(8, step)

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        if path == "/all":
            return Said(f"<html><body><ul id='all'>{''.join(map(self._row, sorted(self.texts)))}</ul></body></html>")
        key = path.split("/")[2]
        if method == "POST":
            self.texts[key] = dict(sent)["text"]
            self.versions[key] = self.versions.get(key, 0) + 1 if self.own else next(self.next)
            return Said(status=302, to=f"/w/{key}")
        name, text, version = key.replace("_", " "), self.texts.get(key, ""), self.versions.get(key, 0)
        if path.endswith("/edit"):
            hidden = f'<input type="hidden" name="base" value="{version}">'
            form = f'<form method="post" action="/w/{key}">{hidden}<textarea name="text">\n{text}</textarea></form>'
            return Said(f"<html><body><h1>Editing {name}</h1>{form}</body></html>")
        link = f"/old?page={key}&amp;version={version}"
        foot = f'<footer><a class="keep" href="{link}">From https://wiki.test{link}</a></footer>'
        head = f"<head><title>{name} - Wiki</title></head>"
        return Said(f"<html>{head}<body><h1>{name}</h1><p>{text}</p><b>8 cups</b>{foot}</body></html>")

    def _row(self, key: str) -> str:
        told = f' data-seen="{self.versions[key]}"' if self.told else ""
        return f'<li{told}><a href="/w/{key}">{key.replace("_", " ")}</a></li>'


def written(ask: Tour, key: str, text: str) -> None:
    """A page is edited and looked at."""
    ask.ask("GET", f"/w/{key}/edit")
    ask.ask("POST", f"/w/{key}", ("text", text))
    ask.ask("GET", f"/w/{key}")


def recorded(app: Wiki) -> Tour:
    """Two pages are read, some are written."""
    tour = Tour(app)
    for path in ("/all", "/w/Main_page", "/w/Kettle"):
        tour.ask("GET", path)
    written(tour, "Kettle", "Leaves, water and some time.")
    tour.ask("GET", "/all")
    written(tour, "Milk", "Oat milk is in the fridge.")
    written(tour, "Kettle", "It is broken by now.")
    written(tour, "Sugar", "Brown sugar is on the shelf.")
    tour.ask("GET", "/w/Main_page")
    tour.ask("GET", "/all")
    return tour


async def test_each_write_counts_on_and_pages_show_the_number_of_their_last_one() -> None:
    mock, app = Mock(recorded(Wiki())), Wiki()
    for key, text in (("Rice", "Rice is boiled."), ("Kettle", "A new one."), ("Rice", "Rice is steamed.")):
        await same(app, mock, "POST", f"/w/{key}", ("text", text))
        await same(app, mock, "GET", f"/w/{key}")
    await same(app, mock, "GET", "/w/Kettle")
    await same(app, mock, "GET", "/w/Main_page")


async def test_the_empty_form_for_a_page_that_is_not_there_is_no_look_at_it() -> None:
    """What was recorded of the page that was made is done once more."""
    mock, app = Mock(recorded(Wiki())), Wiki()
    await same(app, mock, "POST", "/w/Milk", ("text", "Oat milk is in the fridge."))
    await same(app, mock, "GET", "/w/Milk")


async def test_lists_tell_the_number_of_what_was_never_opened() -> None:
    mock = Mock(recorded(Wiki()))
    assert "version=7" in (await mock.ask("GET", "/w/Green_tea")).html
    assert mock.draft.seed["ws"]["Old_harbour"]["write_number"] == 6
    mock = Mock(recorded(Wiki(told=False)))
    assert "write_number" not in mock.draft.seed["ws"]["Old_harbour"]


@pytest.mark.parametrize("app", [{"step": 3}, {"own": True}])
async def test_numbers_that_writes_do_not_count_on_by_one_are_left_alone(app: dict[str, int]) -> None:
    draft = recorded(Wiki(**app)).draft()
    assert "write_number" not in str(draft.model) + str([one.document for one in draft.features])


class Placed(Wiki):
    """The wiki that leads to a place in a page that was made from a template."""

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        said = super().__call__(method, path, sent)
        return replace(said, to=f"{said.to}#end") if said.to and "(new)" in dict(sent)["text"] else said


def test_a_post_leads_to_a_place_in_a_page_only_where_all_did() -> None:
    tour = recorded(Placed())
    written(tour, "Oats", "A bag of oats (new).")
    tour.ask("GET", "/all")
    made = next(one.document for one in tour.draft().features if one.document["id"] == "ws.create.form")
    reply = made["reply"]
    assert isinstance(reply, dict)
    assert reply["headers"] == {"location": "'https://app.test/w/' + result.id"}

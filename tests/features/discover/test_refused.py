"""Forms that a server-rendered app shows again, with what had been typed and why."""

from __future__ import annotations

import pytest

from awe_author.features.discover.exchanges.calls import calls_of
from awe_author.features.discover.pages import refused
from awe_author.features.discover.pages.refused import refused_of, texts_of
from tests.features.discover.desk import Desk
from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

NEW = "/tickets/new"


def tour(status: int) -> Tour:
    made = Tour(Desk(status=status))
    made.ask("GET", "/tickets")
    made.ask("GET", NEW)
    made.ask("POST", NEW, ("subject", ""), ("code", "T-40"), ("team", "green"))
    made.ask("POST", NEW, ("subject", "Second printer"), ("code", "T-10"), ("team", "red"))
    made.ask("POST", NEW, ("subject", "Window is stuck"), ("code", "T-41"), ("team", "blue"))
    made.ask("GET", "/tickets/2/edit")
    made.ask("GET", "/tickets/3/edit")
    made.ask("POST", "/tickets/3/edit", ("subject", "Door squeaks"), ("code", "T-13"), ("team", "blue"))
    made.ask("POST", "/tickets/3/edit", ("subject", "Door is silent"), ("code", "T-17"), ("team", "blue"))
    made.ask("GET", "/tickets")
    return made


@pytest.mark.parametrize("status", [422, 400, 200])
async def test_a_form_is_shown_again_with_what_was_typed_and_why(status: int) -> None:
    recorded = tour(status)
    mock, app = Mock(recorded), Desk(status=status)
    check(mock.draft)
    await same(app, mock, "POST", NEW, ("subject", " "), ("code", "T-77"), ("team", "blue"))
    await same(app, mock, "POST", NEW, ("subject", "Lift stands still"), ("code", "T-22"), ("team", "green"))
    await same(app, mock, "GET", "/tickets")
    await same(app, mock, "POST", NEW, ("subject", "Lift stands still"), ("code", "T-78"), ("team", "green"))
    await same(app, mock, "POST", NEW, ("subject", "Lift again"), ("code", "T-78"), ("team", "green"))
    await same(app, mock, "POST", "/tickets/5/edit", ("subject", "Chair"), ("code", "T-78"), ("team", "red"))
    await same(app, mock, "GET", "/tickets/5/edit")
    await same(app, mock, "POST", "/tickets/5/edit", ("subject", "Chair"), ("code", "T-22"), ("team", "red"))
    await same(app, mock, "GET", "/tickets")


async def test_what_was_typed_is_in_the_fields_again() -> None:
    said = await Mock(tour(422)).ask("POST", NEW, ("subject", "Lift"), ("code", "T-22"), ("team", "green"))
    assert 'name="subject" value="Lift"' in said.html
    assert 'value="T-22"' in said.html
    assert '<option selected="" value="green">' in said.html


def test_each_reason_is_a_feature_of_its_own() -> None:
    names = [str(feature.document["id"]) for feature in tour(422).draft().features]
    assert sum(name.startswith("tickets.create.refused") for name in names) == 2
    assert sum(name.startswith("tickets.update.refused") for name in names) == 1


def test_a_form_that_comes_back_saved_each_time_is_no_refusal() -> None:
    def app(method: str, path: str, sent: Sent) -> Said:
        values = dict(sent)
        row = "<tr><td><a href='/notes/{0}/edit'>Note {0}</a></td></tr>"
        rows = "".join(row.format(number) for number in (1, 2, 3))
        field = f'<form method="post"><input name="words" value="{values.get("words", "")}"></form>'
        return Said(f"<html><body>{field}<table><tbody>{rows}</tbody></table></body></html>")

    made = Tour(app)
    made.ask("GET", "/notes")
    for words in ("", "Milk", "Bread"):
        made.ask("POST", "/notes/2/edit", ("words", words))
    assert not refused_of([call for call in calls_of(made.raws)[0] if call.mutation])


def test_texts_of_so_many_characters_of_pages_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = [call for call in calls_of(tour(422).raws)[0] if call.html]
    first, every = texts_of(calls[:1]), texts_of(calls)
    assert first < every
    monkeypatch.setattr(refused, "MOST_CHARACTERS", len(calls[0].html))
    assert texts_of(calls) == first

"""A tracker with a wiki: orders by what rows look like, states that words of forms set, moments that nothing names, and
pages of what is not there."""

from __future__ import annotations

from tests.features.discover.site import Mock, Tour, same
from tests.features.discover.tracker import Tracker

Fields = tuple[tuple[str, str], ...]


def sent(title: str, priority: str, stage: str, part: str, *action: str) -> Fields:
    return (("title", title), ("priority", priority), ("stage", stage), ("part", part),
            *(("action", one) for one in action))  # fmt: skip


async def both(app: Tracker, mock: Mock, method: str, path: str, *form: tuple[str, str]) -> None:
    """Asks both about a ticket of which nothing says when it was made, so that their pages differ in that."""
    app(method, path, form)
    assert (await mock.ask(method, path, *form)).status == 200


def toured() -> Tour:
    """Tickets are listed, opened, made, changed and closed; pages are opened, written, made and deleted."""
    tour = Tour(Tracker())
    tour.ask("GET", "/open")
    tour.ask("GET", "/tickets/2")
    tour.ask("GET", "/new")
    tour.ask("POST", "/tickets", *sent("Ladder is loose", "normal", "spring", "quayside"))
    tour.ask("GET", "/open")
    tour.ask("GET", "/tickets/11")
    tour.ask("POST", "/tickets/11", *sent("Ladder is very loose", "high", "spring", "quayside", "leave"))
    tour.ask("GET", "/open")
    tour.ask("GET", "/tickets/3")
    tour.ask("POST", "/tickets/3", *sent("Ropes are old", "high", "summer", "cranes", "resolve"))
    tour.ask("GET", "/open")
    tour.ask("GET", "/tickets/4")
    tour.ask("POST", "/tickets/4", *sent("Cable is worn", "low", "spring", "quayside", "resolve"))
    tour.ask("GET", "/query?status=!closed&part=quayside")
    tour.ask("GET", "/wiki/Rules")
    tour.ask("GET", "/wiki/Rules?action=edit")
    tour.ask("POST", "/wiki/Rules", ("action", "edit"), ("text", "= Rules =\r\n\r\nKeep below four knots."))
    tour.ask("GET", "/wiki/Ferries?action=edit")
    tour.ask("POST", "/wiki/Ferries", ("action", "edit"), ("text", "= Ferries =\r\n\r\nEvery hour from seven."))
    tour.ask("GET", "/wiki/Ferries")
    tour.ask("POST", "/wiki/Ferries", ("action", "delete"))
    return tour


async def test_lists_go_by_what_rows_look_like_and_by_several_fields() -> None:
    app, mock = Tracker(), Mock(toured())
    assert mock.draft.seed["tickets"]["5"]["priority"] == "low"  # which no page said
    await same(app, mock, "GET", "/open")
    await same(app, mock, "POST", "/tickets", *sent("Pump says nothing", "low", "spring", "office"))
    await same(app, mock, "GET", "/open")
    await same(app, mock, "POST", "/tickets/11", *sent("Pump says nothing", "high", "summer", "office", "leave"))
    await same(app, mock, "GET", "/open")


async def test_a_word_of_a_form_sets_a_state_that_it_does_not_name() -> None:
    app, mock = Tracker(), Mock(toured())
    await both(app, mock, "POST", "/tickets/8", *sent("Key does not fit", "high", "spring", "quayside", "resolve"))
    await same(app, mock, "GET", "/open")
    await both(app, mock, "POST", "/tickets/1", *sent("Oil is gone", "high", "spring", "cranes", "leave"))
    await same(app, mock, "GET", "/open")
    actions = mock.draft.model["x-actions"]
    assert isinstance(actions, dict)
    assert "resolve_ticket" in actions


async def test_what_every_look_asked_for_is_a_filter() -> None:
    app, mock = Tracker(), Mock(toured())
    await same(app, mock, "GET", "/query?status=!closed&part=office")
    await both(app, mock, "POST", "/tickets/6", *sent("Fenders to count", "low", "spring", "quayside", "resolve"))
    await same(app, mock, "GET", "/query?status=!closed&part=quayside")


async def test_forms_of_pages_that_are_not_there() -> None:
    app, mock = Tracker(), Mock(toured())
    await same(app, mock, "GET", "/wiki/Sauna?action=edit")
    await same(app, mock, "POST", "/wiki/Sauna", ("action", "edit"), ("text", "= Sauna =\r\n\r\nHot on Fridays."))
    await same(app, mock, "GET", "/wiki/Sauna?action=edit")
    await same(app, mock, "GET", "/wiki/Sauna")
    await same(app, mock, "GET", "/wiki/Rules?action=edit")
    await same(app, mock, "POST", "/wiki/Sauna", ("action", "delete"))
    await same(app, mock, "GET", "/start")


async def test_a_moment_that_nothing_names_is_that_of_the_write() -> None:
    mock = Mock(toured())
    assert mock.draft.seed["tickets"]["2"]["dated"] == "2025-02-02T08:30:00Z"
    said = await mock.ask("POST", "/tickets", *sent("Pump says nothing", "low", "spring", "office"))
    assert "<h4>2025-03-03 09:0" in said.html
    assert "<h4>2025-02-04 08:30" in (await mock.ask("GET", "/tickets/4")).html

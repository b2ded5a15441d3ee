"""Rows that are ticked, and what is then done to all of them at once; perhaps after a page that asks."""

from __future__ import annotations

from tests.features.discover.desk import Desk, whole
from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

SEVERAL = "/tickets/several"


class Paged(Desk):
    """The list has four rows on a page; several tickets get the team that a button says. No notices."""

    def _list(self, asked: dict[str, str]) -> str:
        begin = 4 * (int(asked.get("page", "1")) - 1)
        every = self.tickets
        self.tickets, self.notice = dict([*every.items()][begin : begin + 4]), ""
        links = "".join(f'<a href="/tickets?page={one}">{one}</a>' for one in (1, 2))
        made, self.tickets = super()._list({}), every
        return made.replace("</table>", f"</table><p>{links}</p>")

    def _several(self, sent: Sent) -> Said:
        for key in (int(value) for name, value in sent if name == "picked"):
            self.tickets[key] = (*self.tickets[key][:2], dict(sent)["does"].capitalize())
        return Said(status=302, to="/tickets?page=2")


def ticked(*keys: int, **more: str) -> list[tuple[str, str]]:
    return [*(("picked", str(key)) for key in keys), *more.items()]


def tour() -> Tour:
    made = Tour(Desk())
    made.ask("GET", "/tickets")
    made.ask("GET", "/tickets/new")
    made.ask("POST", "/tickets/new", ("subject", "Window is stuck"), ("code", "T-41"), ("team", "blue"))
    made.ask("GET", "/tickets/1/edit")
    made.ask("POST", "/tickets/1/edit", ("subject", "Printer is gone"), ("code", "T-10"), ("team", "green"))
    made.ask("POST", SEVERAL, *ticked(2, 4, does="hand over"))
    made.ask("GET", "/tickets")
    made.ask("POST", SEVERAL, *ticked(3, 5, does="delete"))
    made.ask("POST", SEVERAL, *ticked(3, 5, does="delete", sure="yes"))
    made.ask("GET", "/tickets")
    return made


async def test_several_are_deleted_after_a_page_that_asks() -> None:
    mock, app = Mock(tour()), Desk()
    check(mock.draft)
    await same(app, mock, "POST", SEVERAL, *ticked(1, 4, 6, does="delete"))
    await same(app, mock, "GET", "/tickets")
    await same(app, mock, "POST", SEVERAL, *ticked(1, 4, 6, does="delete", sure="yes"))
    await same(app, mock, "GET", "/tickets")
    assert set(mock.session.state().view("demo")["tickets"]) == {"2", "3", "5"}


async def test_one_alone_is_asked_about_in_the_singular() -> None:
    await same(Desk(), Mock(tour()), "POST", SEVERAL, *ticked(6, does="delete"))


async def test_several_are_changed_alike() -> None:
    mock, app = Mock(tour()), Desk()
    await same(app, mock, "POST", SEVERAL, *ticked(1, 2, 5, does="hand over"))
    await same(app, mock, "GET", "/tickets")


async def test_what_is_gone_already_is_left_out() -> None:
    mock, app = Mock(tour()), Desk()
    await same(app, mock, "POST", SEVERAL, *ticked(2, 3, does="delete", sure="yes"))
    answer = await mock.ask("POST", SEVERAL, *ticked(2, 4, does="delete", sure="yes"))
    assert answer.status == 200
    assert set(mock.session.state().view("demo")["tickets"]) == {"1", "5", "6"}


async def test_one_that_was_deleted_is_told_in_the_singular() -> None:
    await same(Desk(), Mock(tour()), "POST", SEVERAL, *ticked(2, does="delete", sure="yes"))


async def test_boxes_to_tick_tell_that_a_post_is_about_several_though_one_was_ticked() -> None:
    made = Tour(Desk())
    made.ask("GET", "/tickets")
    made.ask("GET", "/tickets/1/edit")
    made.ask("POST", "/tickets/1/edit", ("subject", "Printer is gone"), ("code", "T-10"), ("team", "green"))
    made.ask("POST", SEVERAL, *ticked(3, does="delete"))
    made.ask("POST", SEVERAL, *ticked(3, does="delete", sure="yes"))
    made.ask("GET", "/tickets")
    mock, app = Mock(made), Desk()
    await mock.ask("POST", SEVERAL, *ticked(2, 4, does="delete", sure="yes"))
    app("POST", SEVERAL, ticked(2, 4, does="delete", sure="yes"))
    app.notice = ""
    await same(app, mock, "GET", "/tickets")


async def test_the_choice_that_a_button_says_though_not_all_rows_were_seen_again() -> None:
    made = Tour(Paged())
    for path in ("/tickets", "/tickets?page=2", "/tickets/1/edit"):
        made.ask("GET", path)
    made.ask("POST", "/tickets/1/edit", ("subject", "Printer is gone"), ("code", "T-10"), ("team", "green"))
    made.ask("GET", "/tickets?page=2")
    made.ask("POST", SEVERAL, *ticked(4, 5, does="blue"))  # leads to the second page, which has one of them
    mock, app = Mock(made), Paged()
    await same(app, mock, "POST", SEVERAL, *ticked(2, 3, does="red"))
    await same(app, mock, "POST", SEVERAL, *ticked(1, 5, does="blue"))
    await same(app, mock, "GET", "/tickets")
    await same(app, mock, "GET", "/tickets?page=2")


class Locked(Desk):
    """Nothing can be deleted; pages say so."""

    def _several(self, sent: Sent) -> Said:
        return Said(whole("Delete?", "<p>Sure?</p>" if "sure" not in dict(sent) else "<p>They are locked.</p>"))


async def test_a_page_that_asks_about_a_deed_that_did_nothing_tells_nothing() -> None:
    made = Tour(Locked())
    for path in ("/tickets", "/tickets/1/edit"):
        made.ask("GET", path)
    made.ask("POST", "/tickets/1/edit", ("subject", "Printer is gone"), ("code", "T-10"), ("team", "green"))
    made.ask("POST", SEVERAL, *ticked(2, 4, does="delete"))
    made.ask("POST", SEVERAL, *ticked(2, 4, does="delete", sure="yes"))
    made.ask("POST", SEVERAL, *ticked(3, 4, does="hand over"))
    made.ask("GET", "/tickets")
    mock, app = Mock(made), Locked()
    await same(app, mock, "POST", "/tickets/3/edit", ("subject", "Door is new"), ("code", "T-16"), ("team", "blue"))
    await same(app, mock, "GET", "/tickets")

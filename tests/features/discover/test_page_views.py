"""Lists by names of views, numbers beside links to them, and posts that set something without saying what."""

from __future__ import annotations

import pytest

from awe_author.features.discover.exchanges.calls import call_of
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import Rows, parse, rows_of
from awe_author.features.discover.markup.link_numbers import link_numbers
from awe_author.features.discover.pages.page_lists import Look
from awe_author.features.discover.pages.page_views import Kept, Views
from awe_author.features.discover.pages.pages import Shown
from awe_author.features.discover.pages.row_looks import marks_of
from awe_author.features.discover.pages.set_by_posts import Set, set_by_posts
from tests.features.discover.exchanges import ORIGIN, exchange
from tests.features.discover.site import Mock, Said, Sent, Tour, same

NUMBERS = [
    ('<a href="/tasks?tab=open">Open <span>7</span></a>', {"/tasks?tab=open": 7}),
    ('<a href="/tasks?tab=open">Open (7)</a><a href="/tasks">All (9)</a>', {"/tasks?tab=open": 7, "/tasks": 9}),
    ('<li><a href="/tasks">All</a> <b>9</b></li>', {"/tasks": 9}),
    ('<a href="/tasks">All 1 to 9</a> and <b>9</b>', {"/tasks": 9}),
    ('<a href="/tasks">8</a> <a href="/tasks">9</a>', {}),
    ("<p>There are <b>9</b></p>", {}),
]


@pytest.mark.parametrize(("html", "wanted"), NUMBERS)
def test_numbers_belong_to_the_link_around_or_before_them(html: str, wanted: dict[str, int]) -> None:
    told = link_numbers(parse(f"<body>{html}</body>"), f"{ORIGIN}/tasks")
    assert told == {ORIGIN + address: number for address, number in wanted.items()}


def test_a_view_lets_through_what_fits_all_that_it_stands_for() -> None:
    open_, mine = Kept("state", "Done", shown=False), Kept("agent", "Ada", shown=True)
    views = Views("view", (("", (open_,)), ("mine", (mine, open_))))
    assert views.fits({}, {"state": "New"})
    assert not views.fits({}, {"state": "Done"})
    assert not views.fits({"view": "mine"}, {"state": "Done", "agent": "Ada"})
    assert views.fits({"view": "other"}, {"state": "Done"})
    assert views.text().startswith("(page.query.get('view', '') == '' ? string(item.get('state', '')) != 'Done' : ")


def table(*rows: tuple[str, str, str]) -> Rows:
    body = "".join(f'<tr class="{look}"><td><a href="/jobs/{key}">Job {key}</a></td><td>{state}</td></tr>'
                   for key, look, state in rows)  # fmt: skip
    head = "<tr><th>Name</th><th>State</th></tr>"
    return rows_of(parse(f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"), f"{ORIGIN}/jobs")[0]


def looks(*rows: tuple[int, Rows]) -> list[tuple[Page, Rows]]:
    return [(Page(f"{ORIGIN}/jobs", "", "", seq), listed) for seq, listed in rows]


def test_a_column_that_says_something_else_after_a_post_was_set_by_it() -> None:
    call = call_of(exchange(3, "POST", "/jobs/7/close", "token=x", 302, location="/jobs"))
    before = table(("7", "", "Open"), ("8", "", "Open"), ("9", "", "Closed"), ("10", "", "Closed"))
    after = table(("7", "", "Closed"), ("8", "", "Open"), ("9", "", "Closed"), ("10", "", "Closed"))
    made = set_by_posts("/jobs/*", looks((2, before), (5, after)), [(call, "update", "7")], set(), set(), [])
    assert made.of == {"POST /jobs/*/close ": Set("state", "Closed", "Open", back=False)}
    assert made.sent == {3: {"state": "Closed"}}
    sending = set_by_posts("/jobs/*", looks((2, before), (5, after)), [(call, "update", "7")], {3}, set(), [])
    assert not sending.of


def test_a_class_that_a_row_has_after_a_post_becomes_a_column() -> None:
    call = call_of(exchange(3, "POST", "/jobs/7/archive", "token=x", 302, location="/jobs"))
    before = table(("7", "odd", "Open"), ("8", "", "Open"))
    after = table(("7", "archived", "Open"), ("8", "odd", "Open"))
    made = set_by_posts("/jobs/*", looks((2, before), (5, after)), [(call, "update", "7")], set(), set(), [])
    assert made.of["POST /jobs/*/archive "].field == "archived"
    assert [row.values["archived"] for row in [*before.rows, *after.rows]] == ["no", "no", "yes", "no"]


def test_what_is_taken_back_goes_by_what_it_is() -> None:
    assert Set("done", "yes", "no", back=False).text("item") == "'yes'"
    assert Set("done", "yes", "no", back=True).text("item") == "(string(item.get('done', '')) == 'yes' ? 'no' : 'yes')"


def test_where_a_row_stands_is_no_mark_of_it() -> None:
    row = parse('<table><tr class="odd late"><td><a class="line-through" href="/jobs/7">7</a></td></tr></table>').tr
    assert row is not None
    assert marks_of(row) == {".late", "td", "a", "a.line-through"}


@pytest.mark.parametrize(
    ("links", "whole"),
    [
        ('<a href="/jobs?query=x&page=1">Show results</a>', True),
        ('<a href="/jobs?query=x&page=1">Next</a>', False),
        ('<a href="/jobs?query=x&page=1">\u00bb</a>', False),
        ('<a href="/jobs?query=x&page=1">First</a><a href="/jobs?query=x&page=2">Second</a>', False),
    ],
)
def test_a_link_to_the_first_page_of_a_list_says_nothing_of_others(links: str, whole: bool) -> None:
    document = parse(f"<html><body>{links}</body></html>")
    page = Page(f"{ORIGIN}/jobs?query=x", "", "", 2)
    look = Look(page, table(("7", "", "Open"), ("8", "", "Open")), Shown(page, [], [], document), {})
    assert look.whole is whole


class Berths:
    """A list with a link in its menu that leads back to its first page, and a form."""

    def __init__(self) -> None:
        self.all = {number: f"Berth {word}" for number, word in ((11, "north"), (12, "south"), (13, "west"))}

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        if method == "POST":
            self.all[max(self.all) + 1] = dict(sent)["name"]
            return Said(status=302, to="/berths?query=all")
        rows = "".join(f'<tr><td><a href="/berths/{key}">{name}</a></td></tr>' for key, name in self.all.items())
        menu = '<p><a href="/berths?query=all&amp;page=1">Show results</a></p>'
        form = '<form method="post" action="/berths"><input name="name"></form>'
        table = f"<table><thead><tr><th>Name</th></tr></thead><tbody>{rows}</tbody></table>"
        return Said(f"<html><body>{menu}{form}{table}</body></html>")


async def test_a_list_with_a_link_to_its_first_page_shows_what_was_made() -> None:
    made = Tour(Berths())
    made.ask("GET", "/berths?query=all")
    made.ask("POST", "/berths", ("name", "Berth east"))
    made.ask("GET", "/berths?query=all")
    mock, app = Mock(made), Berths()
    await same(app, mock, "POST", "/berths", ("name", "Pontoon"))
    await same(app, mock, "GET", "/berths?query=all")
    await same(app, mock, "POST", "/berths", ("name", "Buoy"))
    await same(app, mock, "GET", "/berths?query=all")

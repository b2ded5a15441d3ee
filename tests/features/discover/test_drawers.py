"""A menu that pages of all drawers have, sorted at its end; headings that scripts copy from it."""

from __future__ import annotations

from bs4 import BeautifulSoup

from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.badged import beside_number
from awe_author.features.discover.markup.documents import Row, parse
from awe_author.features.discover.markup.situations import Load
from awe_author.features.discover.markup.told_columns import key_columns
from awe_author.features.discover.pages.coded_keys import coded_key
from awe_author.features.discover.pages.copied_texts import copied_texts
from awe_author.features.discover.pages.list_addresses import of_any
from awe_author.features.discover.pages.page_kinds import taken_apart
from awe_author.json_types import JsonObject
from tests.features.discover.exchanges import ORIGIN
from tests.features.discover.site import Mock, Said, Sent, Tour

FIRST = ("In", "Notes", "Bin")


class Post:
    def __init__(self) -> None:
        self.drawers = [*FIRST, "Archive", "Harbour", "Travel"]

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        if method == "POST":
            own = sorted([*self.drawers[len(FIRST) :], dict(sent)["name"]])
            self.drawers = [*FIRST, *own]
            return Said("<html><body>Made.</body></html>")
        if path == "/post?do=drawers":
            form = '<form method="post" action="/post?do=make"><input name="name"><button>Make</button></form>'
            return Said(f"<html><body>{form}</body></html>")
        rows = "".join(f'<li class="drawer"><a href="/post?mbox={one}">{one}</a></li>' for one in self.drawers)
        return Said(f"<html><body><ul id='drawers'>{rows}</ul><p>Nothing here.</p></body></html>")


def names(html: str) -> list[str]:
    return [one.get_text() for one in BeautifulSoup(html, "html.parser").select("#drawers li")]


def tour() -> Tour:
    """The page of the first drawer is only seen after one was made, that of another only before."""
    made = Tour(Post())
    made.ask("GET", "/post?mbox=Travel")
    made.ask("GET", "/post?do=drawers")
    made.ask("POST", "/post?do=make", ("name", "Orders"))
    made.ask("GET", "/post?mbox=In")
    return made


async def test_a_menu_begins_as_it_was_before_the_first_write() -> None:
    mock = Mock(tour())
    shown = names((await mock.ask("GET", "/post?mbox=In")).html)
    assert shown == ["In", "Notes", "Bin", "Archive", "Harbour", "Travel"]
    await mock.ask("POST", "/post?do=make", ("name", "Minutes"))
    shown = names((await mock.ask("GET", "/post?mbox=In")).html)
    assert shown == ["In", "Notes", "Bin", "Archive", "Harbour", "Minutes", "Travel"]


def test_the_address_of_a_list_on_pages_of_several_is_of_any() -> None:
    seen = {f"{ORIGIN}/post?mbox=In", f"{ORIGIN}/post?mbox=Bin"}
    assert of_any(f"{ORIGIN}/post?mbox=In", "/post?mbox=*", seen) == f"{ORIGIN}/post?mbox=*"
    assert of_any(f"{ORIGIN}/post?mbox=In", "/post?mbox=*", {f"{ORIGIN}/post?mbox=In"}) == f"{ORIGIN}/post?mbox=In"
    assert of_any(f"{ORIGIN}/post?page=3", "/post?page=*", {f"{ORIGIN}/post?page={n}" for n in "34"}).endswith("=3")


def test_a_number_behind_a_name_is_no_part_of_it() -> None:
    def said(html: str) -> str:
        tag = parse(html).select_one("a")
        return beside_number(tag) if tag is not None else "?"

    assert said("<a>Inbox <span>12</span></a>") == "Inbox "
    assert said("<a>Inbox <span>new</span></a>") == ""
    assert said("<a>Inbox</a>") == ""
    assert said("<a><span>12</span> Inbox</a>") == ""


def test_what_is_made_under_a_name_is_called_so_in_the_column_that_says_the_key() -> None:
    rows = [Row(key, {"title": key, "size": "3"}, {}) for key in ("Archive", "Bin", "Orders", "Travel")]
    rows.append(Row("INBOX", {"title": "Inbox", "size": "9"}, {}))
    said = {"name": [("Orders", 1, "Orders")]}
    assert key_columns({"name": "name"}, {"title", "size"}, said, rows) == {"name": "title"}
    assert key_columns({"name": "name"}, {"title", "size"}, {"name": [("Orders", 1, "Other")]}, rows) == {}
    assert key_columns({"name": "name"}, {"title"}, said, rows[:2]) == {}


def test_headings_that_scripts_copy_from_a_list_are_left_to_them() -> None:
    menu = "".join(f'<li class="drawer"><a href="/post?mbox={one}">{one}</a></li>' for one in (*FIRST, "Travel"))
    html = f"<html><body><ul id='drawers'>{menu}</ul><h1 id='head'>{{}}</h1></body></html>"
    url = f"{ORIGIN}/post?mbox=Travel"

    def found(served: str, shown: str) -> list[str]:
        load = Load(1, url, body=html.format(served).encode())
        pages = taken_apart([Page(url, "", html.format(shown), 2)], [load])
        said: dict[str, JsonObject] = {"#head": {"text": "own"}}
        return copied_texts(said, [(pages[0], "Travel", {})], "/post?mbox=*")

    assert found("", "Travel") == ["#head"]
    assert found("Travel", "Travel") == []
    assert found("", "Journeys") == []


def test_attributes_may_have_the_key_in_base64() -> None:
    own = "base64.encode(bytes(item.id)).replace('=', '').replace('+', '-').replace('/', '_')"
    told = [("INBOX", "rowSU5CT1g"), ("Sent", "rowU2VudA")]
    assert coded_key("Sent", "rowU2VudA", told) == f"'row' + {own}"
    assert coded_key("Sent", "rowU2VudA", [*told, ("Bin", "rowBin")]) is None
    assert coded_key("Sent", "rowU2VudA", told[1:]) is None
    assert coded_key("Sent", "Sent", told) is None

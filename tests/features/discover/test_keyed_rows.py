"""Rows without links: those that say their keys in attributes, and those whose boxes have the keys of another list."""

from __future__ import annotations

from dataclasses import replace

from bs4 import BeautifulSoup

from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.from_calls import from_calls
from awe_author.features.discover.markup.documents import Rows, row_of
from awe_author.features.discover.markup.situations import loads_of
from awe_author.features.discover.pages.about_pages import names_entity
from awe_author.features.discover.pages.boxed_rows import add_boxed_rows
from awe_author.features.discover.pages.keyed_rows import add_keyed_rows
from awe_author.features.discover.pages.lone_rows import names_alone
from awe_author.features.discover.pages.named_twice import without_unlike
from awe_author.features.discover.pages.narrowing_links import making, without_parents
from awe_author.features.discover.pages.page_kinds import taken_apart
from awe_author.features.discover.pages.pages import Shown
from tests.features.discover.exchanges import ORIGIN, exchange, form
from tests.features.discover.site import Mock, Said, Sent, Tour


def row(key: int, words: str) -> str:
    return f'<tr id="line{key}"><td class="name">{words}</td></tr>'


def listing(rows: str) -> str:
    return f"<html><body><h1>Answers</h1><table id='answers'><tbody>{rows}</tbody></table></body></html>"


class Answers:
    """A page lists answers that its scripts open in a frame; what a form is answered with tells them of it."""

    def __init__(self) -> None:
        self.known: dict[int, tuple[str, str]] = {}

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        if method == "POST":
            said = dict(sent)
            key = int(said["id"] or len(self.known) + 1)
            self.known[key] = said["name"], said["words"]
            return Said(self.form(key, f'<script>parent.put("{key}","{said["name"]}",{int(not said["id"])});</script>'))
        if "do=all" in path:
            return Said(listing("".join(row(key, name) for key, (name, _) in self.known.items())))
        return Said(self.form(int(path.partition("id=")[2]), ""))

    def form(self, key: int, script: str) -> str:
        name, words = self.known.get(key, ("", ""))
        fields = f'<input type="hidden" name="id" value="{key or ""}"><input type="hidden" name="framed" value="1">'
        fields += f'<input name="name" value="{name}"><textarea name="words">{words}</textarea>'
        head = f"<head><title>Answer</title>{script}</head>"
        return f'<html>{head}<body><form method="post" action="/app?do=save">{fields}</form></body></html>'


def tour() -> Tour:
    made = Tour(Answers())
    made.ask("GET", "/app?do=all")
    made.ask("GET", "/app?do=add&framed=1&id=0")
    said = ("id", ""), ("framed", "1"), ("name", "Out of stock"), ("words", "It comes next month.")
    made.ask("POST", "/app?do=save", *said)
    made.ask("GET", "/app?do=edit&framed=1&id=1")
    edit, seq = made.pages[-1], made.pages[-1].seq
    made.pages[-1] = Page(edit.url, "", edit.html, seq, framed=True)
    asked = [("Sec-Fetch-Dest", "iframe"), *made.raws[-1].request_headers[1:]]
    made.raws[-1] = replace(made.raws[-1], request_headers=asked)
    made.pages.append(Page(f"{ORIGIN}/app?do=all", "", listing(row(1, "Out of stock")), seq))
    return made


def lines(html: str) -> list[tuple[str, str]]:
    rows = BeautifulSoup(html, "html.parser").select("#answers tr")
    return [(str(one["id"]), one.get_text()) for one in rows]


async def test_rows_that_scripts_open_are_of_the_kind_whose_form_has_their_words() -> None:
    mock = Mock(tour())
    assert lines((await mock.ask("GET", "/app?do=all")).html) == []
    said = ("id", ""), ("framed", "1"), ("name", "On the way"), ("words", "It leaves today.")
    answer = await mock.ask("POST", "/app?do=save", *said)
    assert 'parent.put("1","On the way"' in answer.html.replace('", "', '","')
    assert 'value="On the way"' in answer.html
    assert "It leaves today." in answer.html
    assert 'name="framed" type="hidden" value="1"' in answer.html or 'name="framed" value="1"' in answer.html
    assert lines((await mock.ask("GET", "/app?do=all")).html) == [("line1", "On the way")]


def looks(*pages: tuple[str, str, bool]) -> list[Shown]:
    raws = [exchange(number, "GET", path, html=html) for number, (path, html, _) in enumerate(pages, 1)]
    shown = [Page(ORIGIN + path, "", html, number + 1, framed=framed)
             for number, (path, html, framed) in enumerate(pages, 1)]  # fmt: skip
    return taken_apart(shown, loads_of(raws))


def test_a_form_opened_elsewhere_tells_of_two_rows_at_least() -> None:
    fields = '<html><form method="post"><input name="name" value="{}"></form></html>'
    every = listing(row(7, "Green tea") + row(8, "Black tea"))
    one = ("/app?do=edit&id=7", fields.format("Green tea"), False)
    pages = looks(("/app?do=all", every, False), one)
    add_keyed_rows(pages)
    assert pages[0].lists == []
    pages = looks(("/app?do=all", every, False), one, ("/app?do=edit&id=8", fields.format("Black tea"), False))
    add_keyed_rows(pages)
    assert [rows.template for rows in pages[0].lists] == ["/app?do=edit&id=*"]
    assert pages[0].lists[0].drawn == ("id", "line")
    pages = looks(("/app?do=all", every, False), one, ("/app?do=edit&id=8", fields.format("Rooibos"), False))
    add_keyed_rows(pages)
    assert pages[0].lists == []


def test_boxes_with_the_keys_of_a_list_make_rows_of_its_kind() -> None:
    names = ("In", "Notes", "Bin")
    menu = "".join(f'<li class="drawer"><a href="/post?box={one}">{one}</a></li>' for one in names)
    box = '<li class="drawer"><a href="#">{0}</a><input type="checkbox" value="{0}"></li>'
    boxes = '<li class="drawer"><span>All</span></li>' + "".join(map(box.format, names))
    pages = looks(
        ("/post?box=In", f"<html><ul id='drawers'>{menu}</ul></html>", False),
        ("/set", f"<html><ul id='kept'>{boxes}</ul></html>", False),
    )
    add_boxed_rows(pages)
    listed = pages[1].lists[0]
    assert (listed.template, [one.key for one in listed.rows]) == ("/post?box=*", [*names])
    assert listed.row == 'li.drawer:has(input[type="checkbox"])'
    others = looks(("/set", f"<html><ul id='kept'>{boxes}</ul></html>", False))
    add_boxed_rows(others)
    assert others[0].lists == []


def test_a_post_makes_the_row_that_says_what_it_sent() -> None:
    (call,) = from_calls([exchange(1, "POST", "/app", form(name="Out of stock"), html="<p>Made</p>")]).calls
    words, mails = looks(("/a", listing(row(1, "Out of stock")), False), ("/b", listing(row(1, "Hello")), False))
    told = [from_rows(one) for one in (words, mails)]
    roles = [(call, "create", "1")]
    assert without_unlike(roles, told[1], [(told[0], roles)]) == []
    assert without_unlike(roles, told[0], [(told[1], roles)]) == roles
    assert without_unlike(roles, told[1], []) == roles


def from_rows(one: Shown) -> list[tuple[Page, Rows]]:
    parent = one.document.select_one("tbody")
    assert parent is not None
    rows = [row_of(tag, str(tag["id"])[4:], parent, one.page.url) for tag in parent.find_all("tr")]
    return [(one.page, Rows("/app?id=*", "tbody", "tr", rows))]


def test_what_is_made_within_something_is_no_change_of_it() -> None:
    (call,) = from_calls([exchange(1, "POST", "/app", form(book="0", name="Ada"), html="<p>Made</p>")]).calls
    made = making([("/app?book=0&person=*", None, [(call, "create", "1")])])
    update = [(call, "update", "0")]
    assert without_parents("/app?book=*", update, made) == []
    assert without_parents("/app?shelf=*", update, made) == update


def test_parameters_that_say_the_same_elsewhere_name_nothing() -> None:
    page = "<html><body>Ada Vance</body></html>"
    asked = ("/app?action=show&framed=1&cid=1", "/app?action=add&framed=1")
    every = from_calls([exchange(number, "GET", path, html=page) for number, path in enumerate(asked, 1)]).calls
    assert names_alone("/app?action=show&cid=*&framed=1", every)
    assert not names_alone("/app?action=show&cid=1&framed=*", every)


def test_names_of_parameters_that_end_in_id_are_not_all_the_same() -> None:
    assert not names_entity("/app?do=show&cid=*", "/app?do=edit&id=*", "7")
    assert names_entity("/app?do=show&note_id=*", "/app?do=edit&id=*", "7")
    assert names_entity("/app?do=show&id=*", "/app?do=edit&id=*", "7")

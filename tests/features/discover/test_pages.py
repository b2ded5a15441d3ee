"""Server-rendered apps: rows, forms, posts; and the controls that nobody used."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from awe_author.features.discover import Draft, Page, Recorded, discover
from awe_author.features.discover.markup.documents import parse, rows_of
from awe_author.features.discover.markup.forms import forms_of
from tests.features.discover.exchanges import ORIGIN, exchange, feature, form, found
from tests.features.discover.test_draft import act, check

FORM = """<form id="bug" method="post" action="{action}">
  <input type="hidden" name="token" value="abc"><input name="bug[subject]" value="{subject}">
  <select name="bug[status_id]"><option value="1" selected>New</option><option value="2">Done</option></select>
  <textarea name="bug[text]"></textarea><input type="submit" name="commit" value="Save"></form>"""


def table(*rows: tuple[int, str, str]) -> str:
    cells = "".join(
        f'<tr class="bug odd"><td class="id"><a href="/bugs/{key}">{key}</a></td>'
        f'<td class="subject"><a href="/bugs/{key}">{subject}</a></td><td class="status">{status}</td></tr>'
        for key, subject, status in rows
    )
    head = "<thead><tr><th>#</th><th>Subject</th><th>Status</th></tr></thead>"
    return f'<nav><ul><li><a href="/">Home</a></li><li><a href="/help">Help</a></li></ul></nav><table class="bugs">{head}<tbody>{cells}</tbody></table>'


def page(seq: int, path: str, html: str) -> Page:
    return Page(ORIGIN + path, "", f"<html><body>{html}</body></html>", seq)


ONE, TWO, NEW = (1, "Door stuck", "New"), (2, "Lamp broken", "Done"), (3, "No coffee", "New")


def tracker(delete: tuple[Any, ...]) -> Draft:
    """List, form, post, list, form, post, page, delete, list."""
    html = {"html": "<p>moved</p>"}
    posts = [
        exchange(1, "GET", "/bugs", None, 200, None, html=table(ONE, TWO)),
        exchange(2, "POST", "/bugs", form(token="x", **{"bug[subject]": "No coffee", "bug[status_id]": "1", "bug[text]": "None at all"}), 302, location="/bugs/3", **html),
        exchange(3, "POST", "/bugs/3", form(_method="patch", token="y", **{"bug[subject]": "No tea", "bug[status_id]": "2", "bug[text]": "None at all"}), 302, location="/bugs/3", **html),
        exchange(4, *delete[:3], 302, location="/bugs", **html),
    ]  # fmt: skip
    pages = [
        page(1, "/bugs", table(ONE, TWO)),
        page(2, "/bugs/new", FORM.format(action="/bugs", subject="")),
        page(3, "/bugs", table(NEW, ONE, TWO)),
        page(3, "/bugs/3", "<h1>No coffee</h1>" + FORM.format(action="/bugs/3", subject="No coffee")),
        page(4, "/bugs", table((3, "No tea", "Done"), ONE, TWO)),
        page(5, "/bugs", table(ONE, TWO)),
    ]
    return discover(Recorded(posts, pages), "demo")


DELETES = [
    ("POST", "/bugs/3", form(_method="delete", token="z")),
    ("POST", "/bugs/3/delete", form(token="z")),
    ("POST", "/bugs/3/archive", form(token="z")),
]


@pytest.mark.parametrize(
    "delete", DELETES, ids=["overridden method", "said in the path", "told by the list that follows"]
)
def test_posts_and_the_lists_around_them(delete: tuple[Any, ...]) -> None:
    draft = tracker(delete)
    assert found(draft) == {("bugs", "create"), ("bugs", "update"), ("bugs", "delete")}
    assert set(draft.seed["bugs"]) == {"1", "2"}
    assert draft.seed["bugs"]["2"]["status"] == "Done"
    check(draft)


def test_the_form_becomes_the_action_with_what_pages_show_for_a_choice() -> None:
    draft = tracker(DELETES[0])
    create = feature(draft, "bugs.create.form")
    assert create["on"]["request"] == f"POST {ORIGIN}/bugs"
    assert set(create["with"]) == {"subject", "status", "text"}
    assert create["with"]["status"].startswith("{'1': 'New', '2': 'Done'}.get(")
    assert create["reply"]["headers"] == {"location": f"'{ORIGIN}/bugs/' + result.id"}
    world = check(draft)
    state = world.initial({"demo": draft.seed})
    made = act(world, state, "create_bug", {"subject": "Heat", "status": "New", "text": ""})
    assert made.result == {"id": "3"}


def test_the_list_is_shown_from_the_state() -> None:
    shown = feature(tracker(DELETES[0]), "bugs.list.page")["show"][0]
    assert (shown["into"], shown["row"], shown["key"]) == ("table.bugs > tbody", "tr.bug", "item.id")
    own = "string(item.get('subject', ''))"
    assert shown["set"]["td.subject > a"] == {"text": own, "href": "'/bugs/' + item.id"}
    assert shown["set"]["td.id > a"] == {"text": "item.id", "href": "'/bugs/' + item.id"}


def test_logging_in_is_no_entity() -> None:
    login = exchange(1, "POST", "/account", form(user="ann", password="x"), 302, location="/bugs/1", html="<p>in</p>")
    draft = discover(Recorded([login], [page(1, "/", table(ONE, TWO)), page(2, "/", table(ONE, TWO))]), "demo")
    assert draft.operations == []


LISTS = {
    "table": (table(ONE, TWO), "/bugs/*", ["1", "2"]),
    "list": ('<ul class="r"><li class="b"><a href="/w/show?uid=7">A</a></li><li class="b"><a href="/w/show?uid=9">B</a></li></ul>', "/w/show?uid=*", ["7", "9"]),
    "cards": ('<div class="l"><div class="card"><a href="/p/10-a9b8c7d6e5f4">x</a></div><div class="card"><a href="/p/11-a9b8c7d6e5f4">y</a></div></div>', "/p/*", ["10-a9b8c7d6e5f4", "11-a9b8c7d6e5f4"]),
    "names": ('<ul class="all"><li><a href="/wiki/Tea">Tea</a></li><li><a href="/wiki/Milk">Milk</a></li></ul>', "/wiki/*", ["Tea", "Milk"]),
}  # fmt: skip


@pytest.mark.parametrize("name", LISTS)
def test_rows_are_found_by_their_links(name: str) -> None:
    html, template, keys = LISTS[name]
    rows = rows_of(parse(html), ORIGIN + "/x")
    assert [(one.template, [row.key for row in one.rows]) for one in rows] == [(template, keys)]


def test_controls_that_nobody_used_are_listed() -> None:
    html = '<a href="/bugs/2">second</a><a href="/export">Export</a><button>Archive</button><button>Save</button>'
    raws = [exchange(1, "GET", "/bugs/1", None, 200, None, html="<p>x</p>")]
    draft = discover(Recorded(raws, [page(2, "/bugs/1", html)], [("click", "button:has-text('Save')")]), "demo")
    assert [(one["control"], one["label"]) for one in draft.controls] == [("link", "Export"), ("button", "Archive")]


TAGS = st.sampled_from(["<tr>", "<td class='a'>", "<a href='/x/1'>", "<a href='/x/2'>", "<li>", "<ul>", "<table>", "<form>", "</form>",
                        "<select name='s'>", "<option>", "<a href='http://[bad'>", "text", "</td>", "</tr>", "<input name='i' value='1'>"])  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(st.lists(TAGS, max_size=25), st.text(max_size=20))
def test_any_markup_is_survived(tags: list[str], url: str) -> None:
    document = parse("".join(tags))
    rows_of(document, ORIGIN + "/" + url)
    forms_of(document, ORIGIN)
    post = exchange(2, "POST", "/x/1", form(s="1"), 302, location="/x/2", html="")
    check(discover(Recorded([post], [page(1, "/x", "".join(tags)), page(3, "/x", "".join(tags))]), "demo"))


def test_a_page_is_called_what_the_request_calls_it() -> None:
    """A wiki: the key is a title of the user's, the same post creates and changes."""
    html = {"html": "<p>saved</p>"}
    names = '<ul class="all"><li><a href="/wiki/Milk">Milk</a></li><li><a href="/wiki/Tea">Tea</a></li>{}</ul>'
    more = names.format('<li><a href="/wiki/Plan">Plan</a></li>')
    save = ("POST", "/edit?title=Plan&action=submit")
    draft = discover(
        Recorded(
            [
                exchange(1, *save, form(text="goals"), 302, location="/wiki/Plan", **html),
                exchange(2, *save, form(text="more goals"), 302, location="/wiki/Plan", **html),
                exchange(3, "POST", "/edit?title=Plan&action=delete", form(reason="old"), **html),
            ],
            [
                page(1, "/all", names.format("")),
                page(2, "/all", more),
                page(3, "/all", more),
                page(4, "/all", names.format("")),
            ],
        ),
        "demo",
    )
    assert [(one.kind.name, one.role) for one in draft.operations] == [
        ("wikis", "create"),
        ("wikis", "update"),
        ("wikis", "delete"),
    ]
    create, update = feature(draft, "wikis.create.form"), feature(draft, "wikis.update.form")
    assert create["with"]["id"] == "query['title']"
    assert create["on"]["where"].endswith("!(query['title'] in state.wikis)")
    assert update["on"]["where"].endswith("&& query['title'] in state.wikis")
    check(draft)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_checkboxes_of_one_name_are_a_list_however_many(number: int) -> None:
    boxes = "".join(f'<input type="checkbox" name="tags" value="{one}">' for one in range(number))
    form = forms_of(parse(f'<form>{boxes}<input type="checkbox" name="new"></form>'), ORIGIN)[0]
    assert form.checks == {**({"tags": ("0", "")} if number == 1 else {}), "new": ("on", "")}

"""Admin sites whose lists show what a thing is called: forms under another name, verbs before keys, a lone page of one.

The small site has a list with one column under the heading of its kind, a form with other names, `edit/3` beside
`delete/3`, a pager with nothing but its own page, and a page that keeps telling the server that it is open.
"""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.features.discover import Draft, Page, Recorded, discover
from awe_author.features.discover.markup.documents import Row
from awe_author.features.discover.markup.told_columns import nothing, told_columns
from tests.features.discover.exchanges import ORIGIN, exchange, feature, form, found
from tests.features.discover.test_draft import check

BOATS = {"1": "Ada of Ulm", "2": "Bee of Bath", "3": "Cod of Turin"}


def page(seq: int, path: str, html: str) -> Page:
    return Page(ORIGIN + path, "", f"<html><body>{html}</body></html>", seq)


def listed(boats: dict[str, str], pager: str = '<a href="?p=1">1</a>') -> str:
    rows = "".join(f'<tr><td><a href="/boats/edit/{key}/">{name}</a></td></tr>' for key, name in boats.items())
    count = f"<p class=end>{len(boats)} boats</p>"
    return f"<table class=l><thead><tr><th>Boat</th></tr></thead><tbody>{rows}</tbody></table><nav>{pager}</nav>{count}"


def edited(key: str, name: str, berth: str) -> str:
    return (
        f'<h2>{name}</h2><form method=post action="/boats/edit/{key}/"><input name=name value="{name}">'
        f'<input name=berth value="{berth}"></form>'
    )


def asked(key: str, name: str) -> str:
    button = f"<form method=post action='/boats/delete/{key}/'><button>Yes</button></form>"
    return f"<h1>Delete <span>{name}</span></h1>{button}"


def draft(pager: str = '<a href="?p=1">1</a>', berth: str = "S2") -> Draft:
    """A list, two edit forms, one saved, one made, one deleted after a question."""
    html: dict[str, Any] = {"html": "<p>moved</p>"}
    alive = {"session_id": 7, "ping_url": "/editing-sessions/ping/boat/2/7/", "others": []}
    first, later = BOATS, {**BOATS, "2": "Bee of Porto"}
    more = {**later, "4": "Dab of Oslo"}
    posts = [
        exchange(1, "GET", "/boats/", None, 200, None, html=listed(first, pager)),
        exchange(2, "POST", "/editing-sessions/ping/boat/2/7/", {"open": True}, 200, alive),
        exchange(3, "POST", "/boats/edit/2/", form(name="Bee of Porto", berth=berth), 302, location="/boats/", **html),
        exchange(4, "POST", "/editing-sessions/ping/boat/2/8/", {"open": True}, 200, {**alive, "session_id": 8}),
        exchange(5, "POST", "/boats/add/", form(name="Dab of Oslo", berth="N1"), 302, location="/boats/", **html),
        exchange(6, "POST", "/boats/delete/3/", form(token="x"), 302, location="/boats/", **html),
    ]
    del more["3"]
    pages = [
        page(1, "/boats/", listed(first, pager)),
        page(2, "/boats/edit/1/", edited("1", "Ada of Ulm", "N7")),
        page(2, "/boats/edit/2/", edited("2", "Bee of Bath", "N9")),
        page(4, "/boats/", listed(later, pager)),
        page(4, "/boats/add/", edited("0", "", "").replace("edit/0", "add")),
        page(6, "/boats/", listed({**later, "4": "Dab of Oslo"}, pager)),
        page(6, "/boats/delete/3/", asked("3", "Cod of Turin")),
        page(7, "/boats/", listed(more, pager)),
    ]
    return discover(Recorded(posts, pages), "demo")


def test_the_field_of_the_form_is_what_the_column_shows() -> None:
    made = draft()
    assert made.seed["boats"]["3"]["boat"] == "Cod of Turin"
    create = feature(made, "boats.create.form")
    assert create["with"] == {"boat": "body.get('name', '')", "berth": "body.get('berth', '')"}
    check(made)


def test_a_field_that_says_otherwise_once_is_a_field_of_its_own() -> None:
    rows = [(state, Row(key, {"title": name}, {})) for state in (0, 1) for key, name in BOATS.items()]
    sent = {"name": "name", "berth": "berth"}
    said = [(key, 0, name) for key, name in BOATS.items()]

    def told(*more: tuple[str, int, str], berth: list[tuple[str, int, str]] | None = None) -> dict[str, str]:
        return told_columns(sent, {"title"}, {"name": [*said, *more], "berth": berth or []}, rows)

    assert told() == {"name": "title"}
    assert told(("2", 1, "Bee of Oslo")) == {}
    assert told(berth=said) == {}
    assert told_columns(sent, {"title"}, {"name": said[:1]}, rows) == {"name": "title"}  # no other is called so
    assert told_columns(sent, {"title"}, {"name": said[:1]}, rows[:1]) == {}
    short = [(at, Row(key, {"title": key * 3}, {})) for at, key in enumerate(BOATS)]
    assert told_columns(sent, {"title"}, {"name": [("1", 0, "111")]}, short) == {}
    assert told_columns({"title": "title", "name": "name"}, {"title"}, {"name": said}, rows) == {}
    counts = [(state, Row(key, {"title": key}, {})) for state in (0, 1) for key in BOATS]
    assert told_columns(sent, {"title"}, {"name": [(key, 0, key) for key in BOATS]}, counts) == {}


@pytest.mark.parametrize(("label", "shown", "same"), [
    ("due", "14 Mar 2025", True),
    ("due", "15 Mar 2025", False),  # another day
    ("by", "14 Mar 2025", False),  # one date alone, under another name
    ("due", "2025-03-14 or so", False),
])  # fmt: skip
def test_a_date_under_its_label_is_the_field_of_the_form(label: str, shown: str, same: bool) -> None:
    rows = [(0, Row(key, {"due": said}, {})) for key, said in (("1", shown), ("2", "2 Apr 2025"))]
    told = told_columns(
        {"dueDate": "due_date"}, {"due"}, {"dueDate": [("1", 0, "2025-03-14")]}, rows, {"dueDate": label}
    )
    assert told == ({"dueDate": "due"} if same else {})


@pytest.mark.parametrize(("name", "column", "same"), [
    ("severity", "severity__name", True), ("owner_id", "ownerName", True),
    ("severity", "severity_before", False), ("severity", "name", False),
])  # fmt: skip
def test_a_column_may_be_called_as_what_the_field_names_is_called_by(name: str, column: str, same: bool) -> None:
    """One short text is enough then."""
    rows = [(0, Row("1", {column: "High"}, {})), (0, Row("2", {column: "Low"}, {}))]
    told = told_columns({name: name}, {column}, {name: [("1", 0, "High")]}, rows)
    assert told == ({name: column} if same else {})


def test_two_dates_that_are_the_same_tell_a_field_by_themselves() -> None:
    rows = [(0, Row("1", {"due": "14 Mar 2025"}, {})), (0, Row("2", {"due": "02 Apr 2025"}, {}))]
    said = {"until": [("1", 0, "2025-03-14"), ("2", 0, "2025-04-02")]}
    assert told_columns({"until": "until"}, {"due"}, said, rows) == {"until": "due"}


def test_pages_that_a_post_goes_to_are_about_its_entity() -> None:
    made = draft()
    patterns = {
        one.document["on"]["page"]: str(one.document["show"]) for one in made.features if "page" in one.document["on"]
    }
    assert "item.get('boat', '')" in patterns[f"{ORIGIN}/boats/"]
    assert "get('boat', '')" in patterns[f"{ORIGIN}/boats/delete/*/"]


def test_what_keeps_a_session_open_is_no_entity() -> None:
    made = draft()
    assert [part.kind.name for part in made.parts] == ["boats"]
    assert {("boats", "create"), ("boats", "update"), ("boats", "delete")} == found(made)


@pytest.mark.parametrize(
    ("pager", "cut"),
    [
        ('<a href="?p=1">1</a>', False),
        ('<a href="?p=0">1</a>', False),
        ('<a href="?p=1">1</a><a href="?p=2">2</a>', True),
        ('<a href="?p=2">Next</a>', True),
        ('<a href="?p=1">Next</a>', True),
    ],
)
def test_a_link_to_the_page_that_is_there_cuts_no_list(pager: str, cut: bool) -> None:
    assert ("page.query.get('p', '')" in str(feature(draft(pager), "boats.list.page"))) == cut


def test_a_choice_of_something_is_never_nothing() -> None:
    """Rows that leave a column empty for reasons of their own say nothing of what `1` is called."""
    labels = {"": "---", "0": "Nobody", "1": "Bug", "2": "(none yet)"}
    assert nothing(labels, [("", ""), ("0", "-"), ("1", ""), ("2", "")]) == {"": "", "0": "-", "2": ""}

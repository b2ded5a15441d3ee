"""Forms of which there is one: a profile whose name stands above all pages."""

from __future__ import annotations

from html import escape
from urllib.parse import urlsplit

import pytest

from tests.features.discover.site import Mock, Said, Sent, Tour, same

FIRST = {"first": "Mara", "last": "Voss", "town": "Kiel"}


class Profile:
    """An app in which a user may change who she is. `forgets`: its form has nothing of it."""

    def __init__(self, *, forgets: bool = False) -> None:
        self.user, self.forgets, self.notice = dict(FIRST), forgets, ""

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        if method == "POST":
            self.user |= {name: value for name, value in sent if name in self.user}
            self.notice = "<p class=notice>Your account is up to date</p>"
            return Said(status=302, to="/account")
        said, self.notice = self.notice, ""
        name = f"<p class=who>{escape(self.user['first'])} {escape(self.user['last'])}</p>"
        inner = f"<h1>{escape(urlsplit(path).path)}</h1><p>Nothing here.</p>"
        if path == "/account":
            known = {} if self.forgets else self.user
            boxes = "".join(f'<input name={one} value="{escape(known.get(one, ""))}">' for one in FIRST)
            token = "<input type=hidden name=csrf_token value=x1>"
            inner = f"<form action=/account method=post>{token}{boxes}<button name=save value=Save>Save</button></form>"
        return Said(f"<html><body><div id=top>{name}</div>{said}{inner}</body></html>")


def toured(app: Profile) -> Mock:
    tour = Tour(app)
    for path in ("/", "/news", "/account"):
        tour.ask("GET", path)
    tour.ask("POST", "/account", ("csrf_token", "x1"), ("first", "Mara"), ("last", "Lang"), ("town", "Kiel"))
    for path in ("/news", "/", "/help"):
        tour.ask("GET", path)
    return Mock(tour)


async def test_what_a_form_stored_is_in_it_and_above_all_pages() -> None:
    app, mock = Profile(), toured(Profile())
    for path in ("/", "/help", "/account"):
        await same(app, mock, "GET", path)
    await same(app, mock, "POST", "/account", ("first", "Maria"), ("last", "Voss"), ("town", "Trier"))
    for path in ("/", "/help", "/news", "/account"):
        await same(app, mock, "GET", path)
    said = await mock.ask("GET", "/account")
    assert [f'value="{value}"' in said.html for value in ("Maria", "Voss", "Trier")] == [True] * 3
    assert (await mock.ask("GET", "/unknown")).status == 404


@pytest.mark.parametrize(("forgets", "stored"), [(False, 1), (True, 0)])
def test_a_form_that_does_not_show_what_was_sent_stores_nothing(forgets: bool, stored: int) -> None:
    mock = toured(Profile(forgets=forgets))
    assert len([one for one in mock.draft.features if one.document.get("do") == "store_form"]) == stored

"""Columns of rows that are taken apart: labels, boxes, signs behind moments, codes; and where nothing tells them."""

from __future__ import annotations

from awe_author.features.discover.exchanges.guards import is_guard, token_in, with_token
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import parse, rows_of
from awe_author.features.discover.markup.forms import forms_of
from awe_author.features.discover.pages.box_marks import add_box_marks
from awe_author.features.discover.pages.dated_signs import add_dated_signs
from awe_author.features.discover.pages.labelled_rows import add_labels
from awe_author.features.discover.pages.pages import Shown
from awe_author.features.discover.pages.row_codes import add_codes
from tests.features.discover.exchanges import ORIGIN

KEYS = range(1, 7)


def shown(path: str, body: str) -> Shown:
    document = parse(f"<body>{body}</body>")
    url = ORIGIN + path
    return Shown(Page(url, "", str(document), 2), rows_of(document, url), forms_of(document, url), document)


def listed(*inner: str) -> Shown:
    rows = "".join(f'<div class="row"><a href="/rows/{at}">Row {at}</a>{one}</div>' for at, one in enumerate(inner, 1))
    return shown("/", f'<div id="all">{rows}</div>')


def values(page: Shown) -> list[dict[str, str]]:
    return [row.values for row in page.lists[0].rows]


def tags(*words: str) -> str:
    return '<p class="tags">' + ", ".join(f'<a class="tag" href="/tag/{one}">{one}</a>' for one in words) + "</p>"


def test_labels_are_a_field_that_a_form_has() -> None:
    page = listed(tags("tea", "green"), tags("tea"), "")
    form = shown("/rows/1", '<form method="post" action="/save"><input name="words" value="tea green "></form>')
    add_labels([page, form])
    assert [one["words"] for one in values(page)] == ["tea green", "tea", ""]
    assert not any("tag" in one for one in values(page))
    assert form.forms[0].fields["words"] == "tea green"


def test_labels_that_no_form_says_stay_links() -> None:
    page = listed(tags("tea", "green"), tags("tea"))
    form = shown("/rows/1", '<form method="post" action="/save"><input name="words" value="tea"></form>')
    add_labels([page, form])
    assert [(one["tag"], "words" in one) for one in values(page)] == [("tea", False), ("tea", False)]


def test_boxes_that_rows_say() -> None:
    badge = '<span class="badge">Private</span>'
    page = listed(badge, "", badge + '<span class="badge">New</span>')
    box = '<input type="checkbox" name="hidden" id="h"><label for="h">Private</label>'
    form = shown("/rows/1", f'<form method="post" action="/save">{box}</form>')
    add_box_marks([page, form])
    assert [(one["hidden"], one.get("badge", "")) for one in values(page)] == [("on", ""), ("", ""), ("on", "New")]
    always = listed(badge, badge)
    add_box_marks([always, form])
    assert "hidden" not in values(always)[0]


def test_signs_behind_moments() -> None:
    page = listed(*(f'<i class="when">March {at}, 2024 at 08:15:00 UTC{" *" * (at == 2)}</i>' for at in KEYS))
    add_dated_signs([page])
    assert [one["when"] for one in values(page)][:2] == ["March 1, 2024 at 08:15:00", "March 2, 2024 at 08:15:00"]
    assert [one["when_sign"] for one in values(page)][:3] == ["UTC", "UTC *", "UTC"]
    names = ("Ada", "Ben", "Cat", "Dan", "Eve", "Fay")
    others = listed(*(f'<i class="when">March {at}, 2024 at 08:15:00 {names[at - 1]}</i>' for at in KEYS))
    add_dated_signs([others])
    assert "when_sign" not in values(others)[0]


def test_codes_that_pages_are_opened_by() -> None:
    codes = ("Ouxq6Q", "rbOvng", "GjFsKQ", "yF5sZw", "tp-9CA", "M7PiBQ")
    page = listed(*(f'<a href="/note/{one}">open</a>' for one in codes))
    add_codes([page, shown("/note/GjFsKQ", "")])
    assert [one.get("note_code") for one in values(page)] == [*codes]
    unopened = listed(*(f'<a href="/note/{one}">open</a>' for one in codes))
    add_codes([unopened])
    assert "note_code" not in values(unopened)[0]
    words = listed(
        *(f'<a href="/note/{one}">open</a>' for one in ("amber", "beige", "coral", "green", "ivory", "khaki"))
    )
    add_codes([words, shown("/note/green", "")])
    assert "note_code" not in values(words)[0]


def test_tokens_in_addresses() -> None:
    assert is_guard("token", "fa2f2e3499043c70")
    assert not is_guard("token", "tea")
    assert not is_guard("page", "fa2f2e3499043c70")
    assert token_in("/4/pin?token=fa2f2e3499043c70") == "fa2f2e3499043c70"
    assert with_token("/5/pin?token=e174f8b2db8f9908", "fa2f2e3499043c70") == "/5/pin?token=fa2f2e3499043c70"
    assert with_token("/5/pin", "fa2f2e3499043c70") == "/5/pin"

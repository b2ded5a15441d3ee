"""Words in hidden fields of forms that say from which page they were sent."""

from __future__ import annotations

from dataclasses import replace

from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.pages.form_words import without_form_words
from tests.features.discover.exchanges import ORIGIN

FIELDS = ("start", "edited", "token", "words", "summary", "watch")


def page(seq: int, mode: str) -> Call:
    fields = f'<input type="hidden" name="mode" value="{mode}"><textarea name="words"></textarea>'
    html = f'<html><form method="post" action="/app?title=Tea&amp;action=submit">{fields}</form></html>'
    return Call(seq, "GET", "GET", ORIGIN, "/app", (), "", "", False, None, 200, None, html, "", "")


def post(seq: int, title: str, mode: str, to: str = "", *, status: int = 302) -> Call:
    query = (("title", title), ("action", "submit"))
    body = {**{name: f"{name} {seq}" for name in FIELDS}, "mode": mode}
    to = to or f"/pages/{title}"
    operation = f"action=submit&mode={mode}"
    return Call(seq, "POST", "POST", ORIGIN, "/app", query, "form", operation, True, body, status, None, "", to, "")


def operations(*calls: Call) -> list[str]:
    return [call.operation for call in without_form_words(calls) if call.method == "POST"]


def test_a_hidden_word_does_not_tell_forms_apart_that_send_the_same_and_lead_alike() -> None:
    pages = page(1, "text"), page(4, "preview")
    tried = replace(post(3, "Tea", "text", status=200), location="")
    assert operations(*pages, tried, post(5, "Tea", "preview"), post(7, "Jam", "text")) == ["action=submit"] * 3


def test_a_word_that_is_no_hidden_field_or_goes_with_other_fields_says_what_is_done() -> None:
    pages = page(1, "text"), page(4, "preview")
    posts = post(5, "Tea", "preview"), post(7, "Jam", "text")
    same = ["action=submit&mode=preview", "action=submit&mode=text"]
    assert operations(pages[0], *posts) == same
    assert operations(*pages, posts[0], post(7, "Jam", "text", "/elsewhere")) == same
    fewer = replace(posts[1], body={"mode": "text", "words": "short"})
    assert operations(*pages, posts[0], fewer) == same
    gone = post(7, "Jam", "delete")
    assert operations(*pages, page(6, "delete"), posts[0], gone) == ["action=submit&mode=preview", gone.operation]

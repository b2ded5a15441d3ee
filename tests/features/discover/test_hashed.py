"""Answers that give the hash of what was sent."""

from __future__ import annotations

from hashlib import sha1

from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.replies.constants import constants_of
from awe_author.features.discover.replies.hashed import hashed
from tests.features.discover.exchanges import ORIGIN

TITLE = "<html><head><title>Black tea - Wiki</title></head><body>Black tea</body></html>"


def test_a_hash_may_be_that_of_the_text_without_blanks_around_it() -> None:
    calls = [
        Call(at, "POST", "POST", ORIGIN, "/api", (), "form", "", True, {"text": sent}, 200,
             {"texthash": sha1(sent.strip().encode()).hexdigest()}, "", "", "")
        for at, sent in enumerate(("Black tea", "Green tea\n"))
    ]  # fmt: skip
    assert hashed(calls) == {"texthash": "hash.sha1(string(body.get('text', '')).trim())"}
    assert hashed(calls[:1]) == {"texthash": "hash.sha1(string(body.get('text', '')))"}


def test_forms_are_told_back_what_they_sent_with_blanks_where_pages_say_so() -> None:
    page = Call(1, "GET", "GET", ORIGIN, "/wiki/Black_tea", (), "", "", False, None, 200, None, TITLE, "", "")
    watch = Call(2, "POST", "POST", ORIGIN, "/api", (), "form", "", True, {"titles": "Oolong"}, 200,
                 {"watch": [{"title": "Oolong", "watched": True}]}, "", "", "")  # fmt: skip
    told = [one.mirrored for one in constants_of([page, watch], set(), frozenset()) if one.mirrored]
    assert told == [{"watch": [{"title": "body.get('titles', '').replace('_', ' ')"}]}]
    told = [one.mirrored for one in constants_of([watch], set(), frozenset()) if one.mirrored]
    assert told == [{"watch": [{"title": "body.get('titles', '')"}]}]

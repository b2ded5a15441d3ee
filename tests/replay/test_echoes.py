"""A recorded answer that repeats a volatile value of its request repeats the value that was asked with."""

from __future__ import annotations

from urllib.parse import quote

from awe_author.archive.model import Entry
from awe_author.replay.answers import Prepared
from awe_author.replay.echoes import echoed, inner_echoes

ENTRY = Entry(0, "https://a.test/", "GET", 200, "", 0.0)
ECHOES = (("loading1700000000001", "loading1700000000002"),)


class Unused:
    """A session that is not asked for anything, since the body is at hand."""


def prepared(mime: str, body: bytes, *more: tuple[str, str]) -> Prepared:
    return Prepared(ENTRY, 200, "OK", [("content-type", mime), *more], body, len(body), float("inf"))


def test_text_and_location_name_the_value_asked_with() -> None:
    answer = prepared(
        "application/json", b'{"unlock":"loading1700000000001"}', ("location", "/?u=loading1700000000001")
    )
    made = echoed(answer, ECHOES, Unused())  # type: ignore[arg-type]
    assert made.body == b'{"unlock":"loading1700000000002"}'
    assert ("location", "/?u=loading1700000000002") in made.headers
    assert answer.body == b'{"unlock":"loading1700000000001"}', "the kept answer stays as recorded"


def test_bytes_that_are_no_text_stay() -> None:
    made = echoed(prepared("image/png", b"loading1700000000001"), ECHOES, Unused())  # type: ignore[arg-type]
    assert made.body == b"loading1700000000001"


def test_values_of_addresses_within_a_parameter() -> None:
    def asked(state: str) -> tuple[str, bytes]:
        inner = quote(
            f"/o/authorize?client_id=desk&redirect_uri={quote('https://a.test/in?x=1', safe='')}&state={state}"
        )
        return f"https://a.test/login?next={inner}", f"next={inner}&user=ada".encode()

    old, new = "e07454076f32845090ad4a34cc9f1f20", "80867940b90b45ae9a89c1b98658ddf4"
    assert inner_echoes(asked(old), asked(new)) == ((old, new),)
    assert inner_echoes(("https://a.test/login", asked(old)[1]), ("https://a.test/login", asked(new)[1])) == (
        (old, new),
    )
    assert inner_echoes(asked(old), ("https://a.test/login?next=%2Fhome", b"")) == ()
    body = f'<input name="next" value="/o/authorize?client_id=desk&amp;state={old}">'.encode()
    made = echoed(prepared("text/html", body), ((old, new),), Unused())  # type: ignore[arg-type]
    assert new.encode() in (made.body or b""), "a page has the address in another writing than the request"

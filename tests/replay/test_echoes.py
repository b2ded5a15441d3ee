"""A recorded answer that repeats a volatile value of its request repeats the value that was asked with."""

from __future__ import annotations

from awe_author.archive.model import Entry
from awe_author.replay.answers import Prepared
from awe_author.replay.echoes import echoed

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

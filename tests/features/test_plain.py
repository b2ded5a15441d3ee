"""Recorded bodies without their compression: never more of them than the bounds."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from typing import Any

import pytest

from awe_author.archive.model import RecordedResponse, Recording
from awe_author.features.api.examples import Example, Examples
from awe_author.features.api.routes import Routes
from awe_author.features.checking.recorded import read_recorded
from awe_author.features.plain import LARGEST, LARGEST_PLAIN, plain_body
from tests.replay.listed import ListedArchive

PAGE = b'<script id=a type="application/json">{"a":1}</script>'
LARGE = gzip.compress(PAGE + b" " * (LARGEST_PLAIN + 1 - len(PAGE)), 1)
FITTING = gzip.compress(PAGE + b" " * LARGEST)
PACKED = [("Content-Encoding", "gzip"), ("Content-Type", "text/html")]


def test_small_bodies_that_unpack_to_large_ones_are_none() -> None:
    assert len(LARGE) < LARGEST
    for length in (len(LARGE), None):
        assert plain_body(RecordedResponse(200, "", PACKED, [LARGE], length)) is None
        assert plain_body(RecordedResponse(200, "", PACKED, [FITTING], length)) == PAGE + b" " * LARGEST
    assert plain_body(RecordedResponse(200, "", [], [b"a", b"b"])) == b"ab"


def test_no_more_is_read_of_a_body_of_unknown_length() -> None:
    read: list[int] = []

    def pieces() -> Iterator[bytes]:
        for number in range(64):
            read.append(number)
            yield bytes(LARGEST // 4)

    assert plain_body(RecordedResponse(200, "", [], pieces())) is None
    assert len(read) == 5


@pytest.mark.parametrize(("body", "found"), [(LARGE, False), (FITTING, True)])
def test_neither_answers_nor_checks_look_into_them(body: bytes, found: bool) -> None:
    archive = ListedArchive(Recording())
    entry = archive.record("GET", "https://app.test/", body, PACKED)
    examples = Examples(Routes(()), archive)
    page = examples.page(entry)
    assert (page is not None and list(page.values) == ["script#a"]) is found
    assert (examples.text(Example(entry)) is not None) is found
    assert read_recorded(archive).requests[0].embedded == (("script#a",) if found else ())


def test_nor_are_they_read_as_json() -> None:
    archive = ListedArchive()
    headers: Any = [("Content-Encoding", "gzip"), ("Content-Type", "application/json")]
    entries = [
        archive.record("GET", f"https://app.test/{size}", gzip.compress(b"[1]" + b" " * size, 1), headers)
        for size in (9, LARGEST_PLAIN)
    ]
    examples = Examples(Routes(()), archive)
    assert [examples.document(Example(one)).is_json for one in entries] == [True, False]

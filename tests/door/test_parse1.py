from __future__ import annotations

import contextlib
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awe_author.door.limits import Limits
from awe_author.door.parse1 import End, Event, Head, Malformed, RequestParser


def events(*pieces: bytes, limits: Limits | None = None) -> list[Event]:
    parser = RequestParser(limits or Limits())
    out: list[Event] = []
    for piece in pieces:
        parser.feed(piece)
        while (event := parser.next()) is not None:
            out.append(event)
    return out


def body(parsed: list[Event]) -> bytes:
    return b"".join(event for event in parsed if isinstance(event, bytes))


def test_a_head_keeps_order_spelling_and_repeats() -> None:
    (head,) = events(b"GET /x HTTP/1.1\r\nHost: a\r\nX-A: 1\r\nx-a:\t2 \r\n\r\n")
    assert isinstance(head, Head)
    assert (head.method, head.target, head.version, head.length) == ("GET", "/x", "1.1", 0)
    assert head.headers == [("Host", "a"), ("X-A", "1"), ("x-a", "2")]


def test_chunks_and_trailers() -> None:
    parsed = events(
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n2\r\nde\r\n0\r\nX-T: 1\r\n\r\n"
    )
    assert body(parsed) == b"abcde"
    assert parsed[-1] == End([("X-T", "1")])


WHOLE = (
    b"\r\nPOST /a HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody"
    b"PUT /b HTTP/1.1\r\nTransfer-Encoding: Chunked\r\n\r\n5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n"
    b"GET /c HTTP/1.0\r\n\r\n"
)


@given(st.lists(st.integers(0, len(WHOLE)), max_size=8))
def test_where_the_bytes_are_cut_does_not_matter(cuts: list[int]) -> None:
    at = sorted({0, *cuts, len(WHOLE)})
    parsed = events(*(WHOLE[a:b] for a, b in itertools.pairwise(at)))
    assert [event.target for event in parsed if isinstance(event, Head)] == ["/a", "/b", "/c"]
    assert body(parsed) == b"bodyhello!"


@given(st.binary(max_size=200))
def test_any_bytes_give_events_or_malformed(data: bytes) -> None:
    for start in (b"", b"POST / HTTP/1.1\r\n", b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"):
        with contextlib.suppress(Malformed):
            events(start + data)


@pytest.mark.parametrize(
    "data",
    [
        b"GET  / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/2.0\r\n\r\n",
        b"GET / HTTP/1.1\nHost: a\n\n",
        b"GET / HTTP/1.1\r\nHost : a\r\n\r\n",
        b"GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n",
        b"GET / HTTP/1.1\r\nA: b\x00\r\n\r\n",
        b"GET / HTTP/1.1\r\nA: b\rc\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 1, 1\r\n\r\n",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0x1\r\n",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\na\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + b"f" * 40 + b"\r\n",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nbad trailer\r\n\r\n",
    ],
)
def test_what_could_be_understood_in_two_ways_is_refused(data: bytes) -> None:
    with pytest.raises(Malformed):
        events(data)


def test_heads_and_trailers_are_bounded() -> None:
    limits = Limits(header_bytes=1000, header_count=10)
    start = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n"
    for data in (
        start + b"A: " + b"x" * 2000,
        start + b"".join(b"A%d: x\r\n" % i for i in range(20)) + b"\r\n",
        start + b"\r\n0\r\nT: " + b"x" * 2000,
        start + b"\r\n1;" + b"x" * 9000,
    ):
        with pytest.raises(Malformed):
            events(data, limits=limits)

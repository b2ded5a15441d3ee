"""Our HPACK decoder against the `hpack` library as oracle."""

from __future__ import annotations

import contextlib

import hpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from awe_author.door.fields import length_literal, literal, status_literal
from awe_author.door.hpack import Decoder, HpackError, TooLarge

NAMES = st.sampled_from([":path", "accept", "cookie", "x-one", "x-two", "referer", "user-agent"])
VALUES = st.text(st.characters(min_codepoint=1, max_codepoint=255), max_size=300)
BLOCKS = st.lists(st.lists(st.tuples(NAMES, VALUES), max_size=12), max_size=6)


@given(BLOCKS, st.booleans())
def test_decodes_what_the_library_encodes(blocks: list[list[tuple[str, str]]], huffman: bool) -> None:
    encoder, decoder = hpack.Encoder(), Decoder(10**6)
    for fields in blocks:
        block = encoder.encode([(n.encode(), v.encode("latin-1")) for n, v in fields], huffman=huffman)
        assert [(name, value) for name, value, _ in decoder.decode(block)] == fields


@given(st.lists(st.integers(0, 4096), max_size=3), BLOCKS)
def test_follows_changes_of_the_table_size(sizes: list[int], blocks: list[list[tuple[str, str]]]) -> None:
    encoder, decoder = hpack.Encoder(), Decoder(10**6)
    for fields in blocks:
        for size in sizes:
            encoder.header_table_size = size
        block = encoder.encode([(n.encode(), v.encode("latin-1")) for n, v in fields])
        assert [(name, value) for name, value, _ in decoder.decode(block)] == fields


@given(st.binary(max_size=60))
def test_any_bytes_give_fields_or_an_error(data: bytes) -> None:
    decoder = Decoder(10_000)
    for _ in range(2):
        with contextlib.suppress(HpackError):
            decoder.decode(data)


@pytest.mark.parametrize(
    "block",
    [
        b"\x80",
        b"\xff\xff\xff\xff\xff\xff",
        b"\xbe",
        b"\x40",
        b"\x00\x85\xff",
        b"\x3f\xff\x1f",
        b"\x82\x20",
        b"\x00\x01",
    ],
)
def test_bad_blocks_are_refused(block: bytes) -> None:
    with pytest.raises(HpackError):
        Decoder(10_000).decode(block)


def test_padding_and_end_of_string_are_checked() -> None:
    for string in (b"\x81\x00", b"\x82\x1f\xff", b"\x84\xff\xff\xff\xff"):
        with pytest.raises(HpackError):
            Decoder(10_000).decode(b"\x00\x01a" + string)


def test_a_small_block_cannot_become_a_large_list() -> None:
    block = hpack.Encoder().encode([(b"x-bomb", b"v" * 2000)]) + b"\xbe" * 1000
    with pytest.raises(TooLarge):
        Decoder(100_000).decode(block)


def test_ill_formed_fields_are_marked() -> None:
    block = hpack.Encoder().encode([(b"Upper", b"1"), (b"ok", b"a\r\nb"), (b"fine", b"1"), (b"", b"1")])
    assert [fine for _, _, fine in Decoder(10_000).decode(block)] == [False, False, True, False]


def test_our_literals_are_read_by_the_library() -> None:
    block = status_literal(200) + status_literal(418) + literal("X-Long", "v" * 5000) + length_literal(123456)
    assert hpack.Decoder().decode(block) == [
        (":status", "200"),
        (":status", "418"),
        ("x-long", "v" * 5000),
        ("content-length", "123456"),
    ]

"""Content codings are undone within a limit."""

from __future__ import annotations

import pytest

from awe_author.archive.codings import decode_body, encode_body


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd"])
def test_a_body_that_grows_beyond_the_limit_is_not_decoded(encoding: str) -> None:
    plain = b"a" * 3_000_000
    packed = encode_body(plain, encoding)
    assert packed is not None
    assert decode_body(packed, encoding, most=len(plain)) == plain
    assert decode_body(packed, encoding, most=len(plain) - 1) is None


@pytest.mark.parametrize("encoding", ["gzip", "br"])
def test_a_body_that_is_cut_off_is_decoded_only_when_a_part_will_do(encoding: str) -> None:
    packed = encode_body(bytes(range(256)) * 400, encoding)
    assert packed is not None
    assert decode_body(packed[:-4], encoding) is None
    part = decode_body(packed[:-4], encoding, partial=True)
    assert part is not None
    assert (bytes(range(256)) * 400).startswith(part)

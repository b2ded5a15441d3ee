"""Undoing content codings chunk by chunk, and putting the prelude into what runs scripts."""

import gzip
import zlib

import brotli
import pytest
import zstandard

from awe_author.door.messages import Headers, Request
from awe_author.recorder.treatment import Prelude, StreamDecoder

TEXT = b"<!doctype html><html><head><title>x</title></head>" + b"<p>hello</p>" * 500
RAW = zlib.compressobj(wbits=-15)
PACKED = {
    "gzip": gzip.compress(TEXT),
    "deflate": zlib.compress(TEXT),
    "bare deflate": RAW.compress(TEXT) + RAW.flush(),
    "br": brotli.compress(TEXT),
    "zstd": zstandard.ZstdCompressor().compress(TEXT),
    "identity": TEXT,
}


def asked(destination: str, url: str = "https://a.test/x?q") -> Request:
    class Nothing:
        async def read(self) -> bytes:
            return b""

    return Request("GET", url, [("sec-fetch-dest", destination)], Nothing())  # type: ignore[arg-type]


@pytest.mark.parametrize("coding", PACKED)
def test_codings_are_undone_whatever_the_chunks(coding: str) -> None:
    decoder = StreamDecoder(coding.removeprefix("bare "))
    data = PACKED[coding]
    assert decoder.possible
    assert b"".join(decoder.feed(data[at : at + 7]) for at in range(0, len(data), 7)) == TEXT


def test_codings_in_a_row_and_unknown_ones() -> None:
    assert StreamDecoder("gzip, br").feed(brotli.compress(gzip.compress(b"x"))) == b"x"
    assert not StreamDecoder("gzip, rot13").possible
    with pytest.raises(ValueError, match="Content-Encoding"):
        StreamDecoder("gzip").feed(b"plain text")


def test_documents_and_workers_are_treated_and_nothing_else() -> None:
    prelude = Prelude(7, "token")
    html: Headers = [("Content-Type", "text/html"), ("Content-Encoding", "br"), ("Content-Length", "5")]
    document = prelude(asked("document"), 200, html, 1_700_000_000.5)
    assert document is not None
    given = document.feed(PACKED["br"]) + document.close()
    assert given.startswith(b"<!doctype html><html><head><script>")
    assert given.endswith(b"<p>hello</p>")
    assert b'"g":1700000000500.0' in given
    assert not {name.lower() for name, _ in document.headers} & {"content-encoding", "content-length"}
    script: Headers = [("Content-Type", "text/javascript")]
    worker = prelude(asked("serviceworker", "https://a.test/sw.js"), 200, script, 0.0)
    assert worker is not None
    assert worker.feed(b"self.x ") == b""
    worker.feed(b"= 1")
    assert worker.close().endswith(b"self.x = 1")
    assert prelude(asked("script"), 200, script, 0.0) is None
    assert prelude(asked("document"), 302, html, 0.0) is None
    assert prelude(asked("document"), 200, [("Content-Type", "text/html"), ("Content-Encoding", "x")], 0.0) is None


def test_each_load_of_a_document_is_counted_without_its_query() -> None:
    prelude = Prelude(7, "token")
    html: Headers = [("Content-Type", "text/html")]
    for query in ("a", "b"):
        assert prelude(asked("document", f"https://a.test/x?{query}"), 200, html, 0.0) is not None
    assert prelude.loads == {"https://a.test/x": 2}


def test_what_is_asked_beside_the_page_is_no_load() -> None:
    prelude = Prelude(7, "token")
    html: Headers = [("Content-Type", "text/html")]
    beside = asked("document", "https://a.test/x")
    beside.apart = True
    for request in (asked("document", "https://a.test/x"), beside, beside):
        assert prelude(request, 200, html, 0.0) is not None
    assert prelude.loads == {"https://a.test/x": 1}

"""Bodies and fields as warcio reads them, from records that warcio wrote."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from awe_author.archive.codings import decode_body
from awe_author.archive.httphead import value
from tests.archive.conftest import Open, found
from tests.archive.making import put

BODIES = {
    "https://app.test/text": (b"some text", []),
    "https://app.test/empty": (b"", []),
    "https://app.test/large": (bytes(range(256)) * 4000, []),
    "https://app.test/chunked": (b"4\r\nwiki\r\n0\r\n\r\n", [("Transfer-Encoding", "chunked")]),
}


@pytest.mark.parametrize("packed", [True, False])
def test_what_warcio_wrote(tmp_path: Path, opened: Open, packed: bool) -> None:
    out = io.BytesIO()
    writer = WARCWriter(out, gzip=packed)
    for url, (body, more) in BODIES.items():
        head = StatusAndHeaders("200 OK", [("Content-Type", "text/plain"), *more], protocol="HTTP/1.1")
        answer = writer.create_warc_record(url, "response", payload=io.BytesIO(body), http_headers=head)
        asked = StatusAndHeaders("GET / HTTP/1.1", [("Accept", "text/plain")], is_http_request=True)
        writer.write_request_response_pair(writer.create_warc_record(url, "request", http_headers=asked), answer)
    archive = opened(put(tmp_path, out.getvalue()))
    expected = {}
    for one in ArchiveIterator(io.BytesIO(out.getvalue())):
        if one.rec_type == "response":
            expected[one.rec_headers.get_header("WARC-Target-URI")] = one.content_stream().read()
    assert expected.keys() == BODIES.keys()
    for url, body in expected.items():
        (entry,) = found(archive, url)
        answer = archive.response(entry)
        raw = b"".join(answer.body)
        assert decode_body(raw, value(answer.headers, "content-encoding")) == body
        assert entry.vary == (("accept", "text/plain"),)

"""WARC and ARC files of every kind that is found in the wild, read through `open_archive`."""

from __future__ import annotations

import base64
import gzip
import hashlib
import zlib
from pathlib import Path

import brotli
import pytest
import zstandard

from tests.archive.conftest import Open, body_of, found, headers_of
from tests.archive.making import ask, http, members, put, record

URL = "https://app.test/a"
HELLO = http(body=b"hello")


@pytest.mark.parametrize("version", ["WARC/0.18", "WARC/1.0", "WARC/1.1"])
@pytest.mark.parametrize("packed", ["plain", "members", "one stream", "zstd"])
def test_versions_and_compressions(tmp_path: Path, opened: Open, version: str, packed: str) -> None:
    records = [record("response", f"https://app.test/{n}", http(body=b"%d" % n), version=version) for n in range(3)]
    data = {
        "plain": b"".join(records),
        "members": members(records),
        "one stream": gzip.compress(b"".join(records)),
        "zstd": zstandard.compress(b"".join(records)),
    }[packed]
    archive = opened(put(tmp_path, data, "no-telling-name"))
    assert [body_of(archive, f"https://app.test/{n}") for n in range(3)] == [b"0", b"1", b"2"]
    assert archive.damage.problems == []


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_arc(tmp_path: Path, opened: Open, pack: type[bytes]) -> None:
    block = http(headers=[("Content-Type", "text/html")], body=b"<p>arc</p>")
    head = b"filedesc://x.arc 127.0.0.1 20140216050221 text/plain 75\n1 0 Live Web\nURL IP-address Archive-date x y\n\n"
    head = head.replace(b" 75\n", b" %d\n" % (len(head) - head.index(b"\n") - 1), 1)
    line = f"http://old.test/ 1.2.3.4 20140216050221 text/html {len(block)}\n".encode()
    archive = opened(put(tmp_path, pack(head + b"\n") + pack(line + block + b"\n")))
    (entry,) = archive.entries()
    assert (entry.url, entry.mime, entry.time) == ("http://old.test/", "text/html", 1392526941.0)
    assert body_of(archive, "http://old.test/") == b"<p>arc</p>"


def test_opening_again_uses_the_index(tmp_path: Path, opened: Open) -> None:
    path = put(tmp_path, record("response", URL, HELLO))
    opened(path)
    (index,) = (tmp_path / "cache").glob("*.sqlite")
    inode = index.stat().st_ino
    assert body_of(opened(path), URL) == b"hello"
    assert index.stat().st_ino == inode
    index.write_bytes(b"not a database" * 1000)
    assert body_of(opened(path), URL) == b"hello"
    path.write_bytes(record("response", URL, http(body=b"changed")))
    assert body_of(opened(path), URL) == b"changed"


@pytest.mark.parametrize("link", ["request", "response", "none before", "none after"])
def test_repeated_posts_keep_their_own_answers(tmp_path: Path, opened: Open, link: str) -> None:
    parts = []
    for n in range(4):
        body = b'{"n": %d}' % n
        post = ask("POST", "/a", [("Content-Type", "application/json"), ("Content-Length", str(len(body)))], body)
        to_response = [("WARC-Concurrent-To", f"<r{n}>")] if link == "request" else []
        to_request = [("WARC-Concurrent-To", f"<q{n}>")] if link == "response" else []
        request = record("request", URL, post, id=f"<q{n}>", more=to_response)
        response = record("response", URL, http(body=b"answer %d" % n), id=f"<r{n}>", more=to_request)
        parts.append([request, response] if link == "none before" else [response, request])
    ordered = [one for pair in parts for one in pair]
    if link in ("request", "response"):
        ordered = [pair[1] for pair in parts] + [pair[0] for pair in parts[::-1]]
    archive = opened(put(tmp_path, b"".join(ordered)))
    for n in range(4):
        (entry,) = found(archive, URL, "POST", b'{"n": %d}' % n, "application/json")
        assert b"".join(archive.response(entry).body) == b"answer %d" % n
        assert archive.request_body(entry) == b'{"n": %d}' % n
        assert entry.writes


@pytest.mark.parametrize("spelling", ["sha256:", "sha-256:", "SHA256:", "base32", "base64"])
def test_revisit_by_digest_in_any_order_and_across_urls(tmp_path: Path, opened: Open, spelling: str) -> None:
    raw = hashlib.sha256(b"hello").digest()
    text = {
        "base32": "sha256:" + base64.b32encode(raw).decode(),
        "base64": "sha-256:" + base64.b64encode(raw).decode(),
    }.get(spelling, spelling + raw.hex())
    own_head = http("203 Own", [("X-Own", "1"), ("Content-Type", "text/css")])
    revisit = record("revisit", "https://other.test/", own_head, more=[("WARC-Payload-Digest", text)])
    headless = record("revisit", "https://third.test/", b"", more=[("WARC-Payload-Digest", text)])
    digest = [("WARC-Payload-Digest", f"sha256:{raw.hex()}")]
    original = record("response", URL, HELLO, more=digest, date="2025-01-02T00:00:00Z")
    archive = opened(put(tmp_path, members([revisit, headless, original])))
    assert body_of(archive, "https://other.test/") == b"hello"
    assert headers_of(archive, "https://other.test/")["x-own"] == "1"
    (entry,) = found(archive, "https://other.test/")
    assert (entry.status, archive.response(entry).reason) == (203, "Own")
    assert body_of(archive, "https://third.test/") == b"hello"
    assert found(archive, "https://third.test/")[0].mime == "text/plain"


def test_revisit_by_reference(tmp_path: Path, opened: Open) -> None:
    refers = [("WARC-Refers-To-Target-URI", URL), ("WARC-Refers-To-Date", "2025-01-03T00:00:00Z")]
    revisit = record("revisit", "https://other.test/", http(), more=refers)
    early = record("response", URL, HELLO)
    late = record("response", URL, http(body=b"late"), date="2025-01-03T00:00:00Z")
    archive = opened(put(tmp_path, revisit + early + late))
    assert body_of(archive, "https://other.test/") == b"late"


def test_redirect_and_empty_revisits_need_no_payload(tmp_path: Path, opened: Open) -> None:
    empty = "sha-256:" + hashlib.sha256(b"").hexdigest()
    moved = record("revisit", "https://a.test/", http("302 Found", [("Location", "/b")]))
    nothing = record("revisit", "https://b.test/", http(), more=[("WARC-Payload-Digest", empty)])
    lost = record("revisit", "https://c.test/", http(), more=[("WARC-Payload-Digest", "sha1:" + "A" * 32)])
    archive = opened(put(tmp_path, moved + nothing + lost))
    assert headers_of(archive, "https://a.test/")["location"] == "/b"
    assert body_of(archive, "https://b.test/") == b""
    assert found(archive, "https://c.test/") == []
    assert archive.damage.skipped == 1
    assert "c.test" in archive.damage.problems[0]


def test_server_not_modified_revisit_serves_what_was_there(tmp_path: Path, opened: Open) -> None:
    profile = [("WARC-Profile", "http://netpreserve.org/warc/1.0/revisit/server-not-modified")]
    revisit = record("revisit", URL, b"", more=profile, date="2025-01-05T00:00:00Z")
    archive = opened(put(tmp_path, record("response", URL, HELLO) + revisit))
    answers = [archive.response(entry) for entry in found(archive, URL)]
    assert [(a.status, b"".join(a.body)) for a in answers] == [(200, b"hello")] * 2
    alone = opened(put(tmp_path, revisit, "alone.warc"))
    assert [entry.status for entry in alone.entries()] == [304]


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        (b"5\r\nhello\r\n0\r\n\r\n", b"hello"),
        (b"3;x=y\r\nhel\r\n2\r\nlo\r\n0\r\nX-Trailer: 1\r\n\r\n", b"hello"),
        (b"hello, not chunked", b"hello, not chunked"),
        (b"add\nnot a size, and not chunked", b"add\nnot a size, and not chunked"),
        (b"5\r\nhello\r\n", b"hello"),
        (b"5\r\nhel", b"hel"),
        (b"5\r\nhello\r\ngarbage", b"hellogarbage"),
        (b"", b""),
    ],
)
def test_chunked_and_wrongly_chunked(tmp_path: Path, opened: Open, block: bytes, expected: bytes) -> None:
    headers = [("Content-Type", "text/plain"), ("Transfer-Encoding", "chunked")]
    archive = opened(put(tmp_path, record("response", URL, http(headers=headers, body=block))))
    assert body_of(archive, URL) == expected
    assert "transfer-encoding" not in headers_of(archive, URL)


def test_large_chunked_body_is_streamed(tmp_path: Path, opened: Open) -> None:
    pieces = [bytes([n]) * 70_001 for n in range(20)]
    body = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"
    headers = [("Content-Type", "text/plain"), ("Transfer-Encoding", "chunked")]
    archive = opened(put(tmp_path, members([record("response", URL, http(headers=headers, body=body))])))
    answer = archive.response(found(archive, URL)[0])
    assert answer.length is None
    assert b"".join(answer.body) == b"".join(pieces)
    assert b"".join(answer.body) == b"".join(pieces), "a body can be read again"
    assert max(map(len, answer.body)) <= 1 << 18


@pytest.mark.parametrize("coding", ["br", "gzip", "deflate", "raw deflate", "zstd"])
@pytest.mark.parametrize("decoded", [False, True])
@pytest.mark.parametrize("size", [1, 100])
def test_content_coding_is_told_truly(tmp_path: Path, opened: Open, coding: str, decoded: bool, size: int) -> None:
    text = b"<!doctype html><p>some page</p>\n" * size
    raw = zlib.compressobj(wbits=-15)
    packed = {
        "br": brotli.compress(text),
        "gzip": gzip.compress(text),
        "deflate": zlib.compress(text),
        "raw deflate": raw.compress(text) + raw.flush(),
        "zstd": zstandard.compress(text),
    }[coding]
    name = coding.split()[-1]
    headers = [("Content-Type", "text/html"), ("Content-Encoding", name), ("Content-Length", "17")]
    archive = opened(put(tmp_path, record("response", URL, http(headers=headers, body=text if decoded else packed))))
    assert body_of(archive, URL) == (text if decoded else packed)
    assert headers_of(archive, URL).get("content-encoding") == (None if decoded else name)
    assert headers_of(archive, URL)["content-length"] == str(len(text if decoded else packed))


def test_fields_added_by_archiving_tools_go(tmp_path: Path, opened: Open) -> None:
    headers = [("Content-Type", "text/css"), ("x-orig-content-encoding", "br"), ("X-Wabac-Preset-Cookie", "a=b")]
    archive = opened(put(tmp_path, record("response", URL, http(headers=headers, body=b"a{}"))))
    assert headers_of(archive, URL) == {"content-type": "text/css", "content-length": "3"}


def test_joined_cookies_are_taken_apart(tmp_path: Path, opened: Open) -> None:
    joined = "a=1; Expires=Mon, 29 Sep 2025 22:49:30 GMT; Path=/, b=2; Secure, c=3"
    archive = opened(put(tmp_path, record("response", URL, http(headers=[("Set-Cookie", joined)]))))
    answer = archive.response(found(archive, URL)[0])
    cookies = [value for name, value in answer.headers if name == "Set-Cookie"]
    assert cookies == ["a=1; Expires=Mon, 29 Sep 2025 22:49:30 GMT; Path=/", "b=2; Secure", "c=3"]


@pytest.mark.parametrize(
    ("url", "dest", "expected"),
    [
        ("https://app.test/lib", "script", "text/javascript"),
        ("https://app.test/lib.js", "", "text/javascript"),
        ("https://app.test/look.css", "", "text/css"),
        ("https://app.test/page", "document", "text/plain"),
    ],
)
def test_redirect_merged_into_the_answer(tmp_path: Path, opened: Open, url: str, dest: str, expected: str) -> None:
    """ArchiveWeb.page: a 200 with the redirect's Location, text/plain and nosniff, which would stop the script."""
    headers = [("content-type", "text/plain"), ("x-content-type-options", "nosniff"), ("location", url)]
    response = record("response", url, http(headers=headers, body=b"var a = 1"), id="<r>")
    request = record(
        "request",
        url,
        ask(headers=[("Sec-Fetch-Dest", dest)] if dest else []),
        more=[("WARC-Concurrent-To", "<r>")],
    )
    archive = opened(put(tmp_path, response + request))
    assert "location" not in headers_of(archive, url)
    assert headers_of(archive, url)["content-type"] == expected


def test_missing_type_is_sniffed(tmp_path: Path, opened: Open) -> None:
    png = b"\x89PNG\r\n\x1a\n" + bytes(20)
    records = [
        record("response", "https://app.test/1", http(headers=[], body=b"<!DOCTYPE html><title>x</title>")),
        record("response", "https://app.test/2", http(headers=[], body=png)),
        record("response", "https://app.test/3.js?v=1", http(headers=[], body=b"let a")),
    ]
    archive = opened(put(tmp_path, b"".join(records)))
    urls = ["https://app.test/1", "https://app.test/2", "https://app.test/3.js?v=1"]
    assert [headers_of(archive, url)["content-type"] for url in urls] == ["text/html", "image/png", "text/javascript"]


def test_missing_status_text_and_created_location_stay(tmp_path: Path, opened: Open) -> None:
    made = record("response", URL, b"HTTP/1.1 201\r\nLocation: /x\r\n\r\n")
    archive = opened(put(tmp_path, made))
    answer = archive.response(found(archive, URL)[0])
    assert (answer.status, answer.reason, ("Location", "/x") in answer.headers) == (201, "", True)


def test_resources_and_facts(tmp_path: Path, opened: Open) -> None:
    records = [
        record("resource", "https://app.test/r", b"<p>", mime="text/html"),
        record("resource", "urn:view:https://app.test/", b"PNG", mime="image/png"),
        record("response", "urn:pageinfo:https://app.test/", http(body=b"{}")),
        record("metadata", "metadata://tool/notes", b"notes", mime="text/plain"),
        record("response", "dns:app.test", b"20250101\nx", mime="text/dns"),
    ]
    archive = opened(put(tmp_path, members(records)))
    assert [entry.url for entry in archive.entries()] == ["https://app.test/r"]
    assert headers_of(archive, "https://app.test/r")["content-type"] == "text/html"
    assert archive.resource("urn:view:https://app.test/") == b"PNG"
    assert archive.resource("urn:pageinfo:https://app.test/") == b"{}"
    assert archive.resource("metadata://tool/notes") == b"notes"
    assert archive.resource("urn:nothing") is None


def test_request_without_response_and_vary(tmp_path: Path, opened: Open) -> None:
    request = record("request", URL, ask("DELETE", "/a"))
    headers = [("Accept", "text/x"), ("X-Theme", "dark"), ("Cookie", "a=b"), ("Sec-Fetch-Dest", "empty")]
    pair = [
        record("response", "https://app.test/v", http(headers=[("Vary", "X-Theme, Cookie")]), id="<r>"),
        record("request", "https://app.test/v", ask(headers=headers), more=[("WARC-Concurrent-To", "<r>")]),
    ]
    archive = opened(put(tmp_path, request + b"".join(pair)))
    (lost,) = found(archive, URL, "DELETE")
    assert (lost.status, lost.writes) == (0, True)
    (entry,) = found(archive, "https://app.test/v")
    assert entry.vary == (("accept", "text/x"), ("sec-fetch-dest", "empty"), ("x-theme", "dark"))
    assert ("Cookie", "a=b") in archive.request_headers(entry)


def test_recorded_order_is_by_time(tmp_path: Path, opened: Open) -> None:
    dates = ["2025-01-01T00:00:02Z", "2025-01-01T00:00:00.500Z", "2025-01-01T00:00:01Z"]
    first = put(tmp_path, record("response", "https://app.test/0", HELLO, date=dates[0]), "0.warc")
    rest = [record("response", f"https://app.test/{n}", HELLO, date=dates[n]) for n in (1, 2)]
    archive = opened(first, put(tmp_path, members(rest), "1.warc.gz"))
    assert [entry.url[-1] for entry in archive.entries()] == ["1", "2", "0"]
    assert archive.has_host("app.test")
    assert not archive.has_host("app.test:8080")
    assert archive.near("https://app.test/2x", 2)[0].url[-1] == "2"


def test_pages_are_derived_when_none_are_listed(tmp_path: Path, opened: Open) -> None:
    html = http(headers=[("Content-Type", "text/html; charset=utf-8")], body=b"<p>")

    def asked(n: int, dest: str) -> bytes:
        url = f"https://app.test/{n}"
        request = ask(headers=[("Sec-Fetch-Dest", dest)])
        return record("request", url, request) + record("response", url, html)

    kinds = ["document", "iframe", "empty", "document"]
    archive = opened(put(tmp_path, b"".join(asked(n, kind) for n, kind in enumerate(kinds, 1))))
    assert [page.url for page in archive.pages] == ["https://app.test/1", "https://app.test/4"]
    assert archive.pages[0].seq == found(archive, "https://app.test/1")[0].seq


def test_urls_are_brought_into_one_form(tmp_path: Path, opened: Open) -> None:
    raw = "<HTTP://me@App.TEST:80/Path with/\u00e4?q=1#frag>"
    archive = opened(put(tmp_path, record("response", raw, HELLO)))
    assert [entry.url for entry in archive.entries()] == ["http://app.test/Path%20with/%C3%A4?q=1"]


def test_foreign_socket_handshake(tmp_path: Path, opened: Open) -> None:
    upgrade = [("Upgrade", "websocket"), ("Connection", "Upgrade")]
    records = [
        record("request", "https://app.test/ws", ask("GET", "/ws", upgrade), id="<q>"),
        record("response", "https://app.test/ws", http("101 Switching Protocols", upgrade), id="<r>"),
    ]
    archive = opened(put(tmp_path, b"".join(records)))
    (entry,) = archive.entries()
    assert (entry.kind, entry.url, entry.status) == ("websocket", "wss://app.test/ws", 101)
    assert archive.messages(entry) == []

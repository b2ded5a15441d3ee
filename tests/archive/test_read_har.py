"""HAR files, and Playwright's ZIP with attached bodies."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from awe_author.errors import ArchiveError
from tests.archive.conftest import Open, body_of, found, headers_of
from tests.archive.making import har, har_entry, put, zipped

SITE = "https://app.test"


def test_bodies_headers_and_posts(tmp_path: Path, opened: Open) -> None:
    binary = {"mimeType": "image/png", "text": base64.b64encode(b"\x89PNG\0").decode(), "encoding": "base64", "size": 5}
    post = {"method": "POST", "postData": {"mimeType": "application/json", "text": '{"a": 1}'}}
    headers = [
        {"name": "content-encoding", "value": "br"},
        {"name": "Set-Cookie", "value": "a=1\nb=2"},
        {"name": ":status", "value": "200"},
    ]
    entries = [
        har_entry(SITE + "/x", "text \u00e4", response={"headers": headers}, startedDateTime="2025-01-01T00:00:01Z"),
        har_entry(SITE + "/png", binary),
        har_entry(SITE + "/api", "ok", request=post),
        har_entry(SITE + "/none", {"size": -1, "mimeType": "x-unknown"}, response={"status": -1}),
        har_entry("data:text/plain,x"),
        {"request": 3},
        "nothing",
    ]
    archive = opened(put(tmp_path, json.dumps(har(entries)).encode()))
    assert body_of(archive, SITE + "/x") == "text \u00e4".encode()
    answer = archive.response(found(archive, SITE + "/x")[0])
    assert [v for k, v in answer.headers if k == "Set-Cookie"] == ["a=1", "b=2"]
    assert "content-encoding" not in headers_of(archive, SITE + "/x")
    assert body_of(archive, SITE + "/png") == b"\x89PNG\0"
    (entry,) = found(archive, SITE + "/api", "POST", b'{"a": 1}', "application/json")
    assert archive.request_body(entry) == b'{"a": 1}'
    assert [entry.url[len(SITE) :] for entry in archive.entries()] == ["/png", "/api", "/none", "/x"]
    assert archive.damage.skipped == 1
    assert archive.recording is None


def test_sockets(tmp_path: Path, opened: Open) -> None:
    messages = [
        {"type": "send", "time": 1735689600.5, "opcode": 1, "data": "hi"},
        {"type": "receive", "time": 1735689601.0, "opcode": 2, "data": base64.b64encode(b"\0\1").decode()},
    ]
    entry = har_entry("wss://app.test/ws", "", response={"status": 101}, _webSocketMessages=messages)
    archive = opened(put(tmp_path, json.dumps(har([entry])).encode()))
    (found_entry,) = archive.entries()
    said = archive.messages(found_entry)
    assert [(m.outgoing, m.data, m.time) for m in said] == [(True, "hi", 0.5), (False, b"\0\1", 1.0)]
    assert (found_entry.kind, found_entry.seq < said[0].seq < said[1].seq) == ("websocket", True)


@pytest.mark.parametrize("in_zip", [True, False])
def test_attached_bodies(tmp_path: Path, opened: Open, in_zip: bool) -> None:
    attached = {"mimeType": "text/css", "size": 3, "_file": "abc.css"}
    outside = {"mimeType": "text/css", "size": 3, "_file": "../secret"}
    page = {"startedDateTime": "2025-01-01T00:00:00Z", "id": "page@1", "title": "Home", "pageTimings": {}}
    html = {"mimeType": "text/html", "text": "<p>", "size": 3}
    entries = [
        har_entry(SITE + "/", html, pageref="page@1"),
        har_entry(SITE + "/a.css", attached),
        har_entry(SITE + "/b.css", outside),
    ]
    document = json.dumps(har(entries, [page])).encode()
    put(tmp_path, b"secret", "secret")
    if in_zip:
        path = put(tmp_path, zipped({"har.har": document, "abc.css": b"a{}"}, ["har.har"]))
    else:
        (tmp_path / "in").mkdir()
        put(tmp_path / "in", b"a{}", "abc.css")
        path = put(tmp_path / "in", document, "x.har")
    archive = opened(path)
    assert body_of(archive, SITE + "/a.css") == b"a{}"
    assert body_of(archive, SITE + "/b.css") == b""
    assert [(p.url, p.title, p.seq) for p in archive.pages] == [(SITE + "/", "Home", found(archive, SITE + "/")[0].seq)]


@pytest.mark.parametrize("text", ["{", '{"log": {}}', "{}", '{"log": {"entries": {}}}', '{"a":' * 100_000])
def test_no_har(tmp_path: Path, opened: Open, text: str) -> None:
    with pytest.raises(ArchiveError):
        opened(put(tmp_path, text.encode()))

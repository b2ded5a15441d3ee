"""Captures made by hand, for the tests of writing and redaction."""

from __future__ import annotations

import gzip
import json
import zipfile
from pathlib import Path
from typing import Any

from awe_author.archive.capture import Capture, CapturedExchange, CapturedFact, CapturedPage
from awe_author.archive.codings import decode_body
from awe_author.archive.model import Recording, SocketMessage, StepRecord
from awe_author.archive.spool import MemoryBody

START = 1741800000.25


def exchange(
    seq: int,
    url: str,
    body: bytes = b"",
    *,
    method: str = "GET",
    status: int = 200,
    mime: str = "text/html; charset=utf-8",
    sent: bytes = b"",
    request: list[tuple[str, str]] | None = None,
    response: list[tuple[str, str]] | None = None,
    **more: Any,
) -> CapturedExchange:
    """An exchange that began `seq` seconds after START."""
    return CapturedExchange(
        seq=seq,
        method=method,
        url=url,
        started=START + seq,
        request_headers=[("Host", "app.test"), ("Accept", "*/*"), *(request or [])],
        request_body=MemoryBody(sent),
        status=status,
        reason="",
        response_headers=[("Content-Type", mime), *(response or [])] if status else [],
        response_body=MemoryBody(body),
        **more,
    )


def capture(*exchanges: CapturedExchange, **more: Any) -> Capture:
    return Capture(Recording(software="awe-author/test", created=START), exchanges=list(exchanges), **more)


def small_app() -> Capture:
    """A page, an image twice under two names, a form, an API, a WebSocket, an event stream, a failure, a fact."""
    page = b"<html><title>Home</title><img src=/a.png><img src=/b.png></html>"
    messages = [SocketMessage(7, 0.1, False, "hello"), SocketMessage(8, 0.2, True, b"\0\xff")]
    api = [("Content-Type", "application/json")]
    result = capture(
        exchange(1, "https://app.test/", gzip.compress(page), response=[("Content-Encoding", "gzip")], step=0),
        exchange(2, "https://app.test/a.png", b"PNG" * 100, mime="image/png", remote_address="127.0.0.1"),
        exchange(3, "https://app.test/b.png", b"PNG" * 100, mime="image/png", http_version="2"),
        exchange(4, "https://app.test/api", b'{"ok":true}', method="POST", sent=b'{"a":{"b":1}}', request=api),
        exchange(5, "https://app.test/form?x=1", b"ok", method="POST", sent=b"q=two+words", request=[FORM]),
        exchange(6, "wss://app.test/ws", status=101, messages=messages),
        exchange(9, "https://app.test/live", b"data: 1\n\n", mime="text/event-stream", chunk_times=[(0.5, 9)]),
        exchange(10, "https://app.test/down", status=0, error="connection refused"),
        exchange(11, "https://app.test/cut", b"half", complete=False, response=[("Content-Length", "8")]),
        exchange(12, "https://app.test/api/1", method="DELETE", status=204),
        facts=[CapturedFact("urn:view:https://app.test/", "image/png", MemoryBody(b"picture"), START)],
        pages=[CapturedPage("https://app.test/", "Home", START, 1, "some text")],
    )
    result.recording.steps = [StepRecord(0, "goto", "/", START), StepRecord(1, "click", "#go", START + 4)]
    return result


FORM = ("Content-Type", "application/x-www-form-urlencoded")


class Package:
    """What was written, read back with nothing of ours."""

    def __init__(self, path: Path) -> None:
        with zipfile.ZipFile(path) as archive:
            assert archive.testzip() is None
            self.infos = archive.infolist()
            self.members = {info.filename: archive.read(info) for info in self.infos}
        self.warc = self.members["archive/data.warc.gz"]

    def lines(self) -> list[tuple[str, str, dict[str, Any]]]:
        text = gzip.decompress(self.members["indexes/index.cdx.gz"]).decode("ascii")
        split = [line.split(" ", 2) for line in text.splitlines()]
        return [(key, stamp, json.loads(fields)) for key, stamp, fields in split]

    def line(self, url: str) -> dict[str, Any]:
        return next(fields for _, _, fields in self.lines() if fields["url"] == url)

    def member(self, place: list[int]) -> bytes:
        """The record at [offset, length]."""
        return gzip.decompress(self.warc[place[0] : place[0] + place[1]])

    def record(self, url: str) -> bytes:
        fields = self.line(url)
        return self.member([int(fields["offset"]), int(fields["length"])])

    def body(self, url: str) -> bytes:
        """The decoded payload of the response to `url`."""
        head, body = self.record(url).split(b"\r\n\r\n", 1)[1].removesuffix(b"\r\n\r\n").split(b"\r\n\r\n", 1)
        encoding = next(
            (x.split(b":")[1].decode() for x in head.split(b"\r\n") if x.lower().startswith(b"content-enc")), ""
        )
        decoded = decode_body(body, encoding)
        assert decoded is not None
        return decoded

    def request(self, url: str) -> bytes:
        return self.member(self.line(url)["awe"]["request"])

    def everything(self) -> bytes:
        """Every byte of the file decompressed, bodies decoded."""
        parts = [data for name, data in self.members.items() if not name.endswith(".gz")]
        parts += [gzip.decompress(data) for name, data in self.members.items() if name.endswith(".gz")]
        parts += [self.body(fields["url"]) for _, _, fields in self.lines() if not fields["url"].startswith("urn:")]
        return b"\n".join(parts)

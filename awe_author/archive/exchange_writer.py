"""One captured exchange -> its WARC records and its CDXJ line.

Order in the file: response (or revisit), request, then metadata records with the WebSocket messages or the times at
which chunks of a slow body arrived. Response before request and next to each other is what indexers expect that look
for the request of a response. Metadata records have a `urn:awe:` target, so that no tool takes them for the page
itself.

A response is stored as upstream sent it (content coding included) less the transfer coding: Transfer-Encoding is
dropped and a Content-Length that is not true of the stored bytes is put right. HTTP/2 exchanges are written as
HTTP/1.1 text, as all WARC tools do, and named by `WARC-Protocol: h2`.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from awe_author.archive.canonical import request_form
from awe_author.archive.capture import CapturedExchange, Spooled
from awe_author.archive.cdxj_writer import cdxj_line, method_query, surt, with_method
from awe_author.archive.httphead import header
from awe_author.archive.model import Headers, SocketMessage
from awe_author.archive.spool import MemoryBody
from awe_author.archive.writer import (
    COMPRESSED_MIMES,
    NO_PAYLOAD,
    REVISIT_PROFILE,
    WarcWriter,
    Written,
    http_head,
    reason_phrase,
    warc_date,
)

WARC_NAME = "data.warc.gz"
_ALWAYS_VARY = ("sec-fetch-dest", "accept", "x-requested-with", "range")
_NEVER_VARY = frozenset({"accept-encoding", "cookie", "origin", "user-agent", "referer", "*"})


def media_type(headers: Iterable[tuple[str, str]]) -> str:
    return header(headers, "content-type").split(";")[0].split(",")[0].strip().lower()


def vary_fields(request: Headers, response: Headers) -> list[list[str]]:
    """Request fields that tell answers to one URL apart (see `model.Entry.vary`), in order of name."""
    wanted = set(_ALWAYS_VARY)
    for name, value in response:
        if name.lower() == "vary":
            wanted.update(part.strip().lower() for part in value.split(","))
    wanted -= _NEVER_VARY
    return [[name, header(request, name)] for name in sorted(wanted) if name and header(request, name)]


def stored_headers(exchange: CapturedExchange) -> Headers:
    """The response's fields as they are true of the stored bytes."""
    headers = [(n, v) for n, v in exchange.response_headers if n.lower() != "transfer-encoding" and n[:1] != ":"]
    bodyless = exchange.method == "HEAD" or exchange.status in (204, 304) or exchange.status < 200
    if bodyless or not exchange.complete:
        return headers
    size = str(exchange.response_body.size)
    return [(n, size if n.lower() == "content-length" else v) for n, v in headers]


@dataclass(frozen=True, slots=True)
class Original:
    """A stored payload that later ones may refer to."""

    url: str
    time: float
    record: Written


@dataclass(slots=True)
class ExchangeWriter:
    """Writes exchanges one after the other and remembers payloads, so that a repeated one becomes a revisit."""

    warc: WarcWriter
    lines: list[bytes] = field(default_factory=list)
    """CDXJ lines of what was written."""
    revisits: int = 0
    _payloads: dict[tuple[str, bool], Original] = field(default_factory=dict)
    """(payload digest, was it the answer to a GET) -> where it is."""

    def write(self, exchange: CapturedExchange) -> None:
        request_id, response_id = WarcWriter.new_id(), WarcWriter.new_id()
        facts: dict[str, Any] = {}
        response: Written | None = None
        original: Original | None = None
        if exchange.status:
            response, original = self._response(exchange, response_id, request_id)
        request = self._request(exchange, request_id, response_id if response else "")
        facts["request"] = [request.offset, request.length]
        if original is not None:
            facts["body"] = [original.record.offset, original.record.length]
        for name, record in self._metadata(exchange, response_id if response else request_id):
            facts[name] = [record.offset, record.length]
        self._index(exchange, facts, response, request, revisit=original is not None)

    def _response(self, exchange: CapturedExchange, own: str, other: str) -> tuple[Written, Original | None]:
        digest = sha256_of(exchange.response_body)
        original = self._find(exchange, digest)
        phrase = reason_phrase(exchange.status, exchange.reason)
        head = http_head(f"HTTP/1.1 {exchange.status} {phrase}", stored_headers(exchange))
        headers = [*_common(exchange), ("WARC-Concurrent-To", other)]
        if not exchange.complete:
            headers.append(("WARC-Truncated", "disconnect"))
        headers.append(("Content-Type", "application/http; msgtype=response"))
        if original is not None:
            self.revisits += 1
            headers += [
                ("WARC-Profile", REVISIT_PROFILE),
                ("WARC-Refers-To", original.record.id),
                ("WARC-Refers-To-Target-URI", original.url),
                ("WARC-Refers-To-Date", warc_date(original.time)),
            ]
            return self.warc.record(
                "revisit", exchange.started, headers, head, NO_PAYLOAD, record_id=own, digest=digest
            ), original
        body = exchange.response_body
        fast = media_type(exchange.response_headers).startswith(COMPRESSED_MIMES)
        level = 1 if fast or header(exchange.response_headers, "content-encoding") else 6
        record = self.warc.record(
            *("response", exchange.started, headers, head, body),
            record_id=own,
            digest=digest,
            payload_digest=not is_socket(exchange),
            level=level,
        )
        if body.size and exchange.complete:
            key = (digest, exchange.method == "GET")
            self._payloads.setdefault(key, Original(exchange.url, exchange.started, record))
        return record, None

    def _find(self, exchange: CapturedExchange, digest: str) -> Original | None:
        """A stored equal payload. Readers look up the original by URL as if it had been a GET, so an answer to a POST
        serves only as the original of other such answers, which only tools that go by the digest can resolve."""
        if not exchange.response_body.size or not exchange.complete:
            return None
        found = self._payloads.get((digest, True))
        if found is None and exchange.method != "GET":
            found = self._payloads.get((digest, False))
        return found

    def _request(self, exchange: CapturedExchange, own: str, other: str) -> Written:
        parts = urlsplit(exchange.url)
        target = (parts.path or "/") + ("?" + parts.query if parts.query or "?" in exchange.url else "")
        headers = [(n, v) for n, v in exchange.request_headers if n.lower() != "transfer-encoding" and n[:1] != ":"]
        if not header(headers, "host"):
            headers.insert(0, ("Host", parts.netloc))
        size = exchange.request_body.size
        if size and not header(headers, "content-length"):
            headers.append(("Content-Length", str(size)))
        headers = [(n, str(size) if n.lower() == "content-length" else v) for n, v in headers]
        head = http_head(f"{exchange.method} {target} HTTP/1.1", headers)
        fields = _common(exchange)
        if other:
            fields.append(("WARC-Concurrent-To", other))
        fields.append(("Content-Type", "application/http; msgtype=request"))
        return self.warc.record(
            *("request", exchange.started, fields, head, exchange.request_body),
            record_id=own,
            payload_digest=not is_socket(exchange),
        )

    def _metadata(self, exchange: CapturedExchange, about: str) -> Iterable[tuple[str, Written]]:
        kinds = []
        if exchange.messages:
            kinds.append(("messages", b"".join(map(message_line, exchange.messages))))
        if exchange.chunk_times:
            times = [json.dumps({"time": round(time, 6), "bytes": size}) + "\n" for time, size in exchange.chunk_times]
            kinds.append(("chunks", "".join(times).encode()))
        if exchange.error:
            kinds.append(("error", (json.dumps({"error": exchange.error}) + "\n").encode()))
        for name, block in kinds:
            headers = [
                ("WARC-Target-URI", f"urn:awe:{name}:{exchange.seq}"),
                ("WARC-Concurrent-To", about),
                *_seq(exchange),
                ("Content-Type", "application/x-ndjson"),
            ]
            yield name, self.warc.record("metadata", exchange.started, headers, b"", MemoryBody(block))

    def _index(
        self,
        exchange: CapturedExchange,
        facts: dict[str, Any],
        response: Written | None,
        request: Written,
        revisit: bool,
    ) -> None:
        raw = exchange.request_body.read()
        awe = {**entry_facts(exchange, raw), **facts}
        record = response or request
        fields: dict[str, Any] = {
            "url": exchange.url,
            "mime": "warc/revisit" if revisit else media_type(exchange.response_headers) or "unk",
            "status": str(exchange.status),
            "digest": record.digest or sha256_of(exchange.response_body),
            "length": str(record.length),
            "offset": str(record.offset),
            "filename": WARC_NAME,
        }
        key_url = exchange.url
        if response is None:
            key_url = fields["url"] = f"urn:awe:failed:{exchange.seq}"
            fields["mime"] = "application/http"
            awe["url"] = exchange.url
        elif exchange.method != "GET":
            query = method_query(exchange.method, header(exchange.request_headers, "content-type"), raw)
            fields |= {"method": exchange.method, "requestBody": query}
            key_url = with_method(exchange.url, exchange.method, query)
        self.lines.append(cdxj_line(surt(key_url), exchange.started, fields | {"awe": awe}))


def entry_facts(exchange: CapturedExchange, body: bytes) -> dict[str, Any]:
    """Everything of `model.Entry` that a CDXJ line does not say already, plus the keys of canonical.RequestForm.

    `body` is the request's, as sent.
    """
    form = request_form(exchange.method, exchange.url, exchange.request_headers, body)
    return {
        "seq": exchange.seq,
        "step": exchange.step,
        "method": exchange.method,
        "status": exchange.status,
        "mime": media_type(exchange.response_headers),
        "kind": "websocket" if is_socket(exchange) else "http",
        "time": round(exchange.started, 6),
        "writes": form.writes,
        "exact": form.exact,
        "canonical": form.canonical,
        "operation": form.operation,
        "form": json.dumps(form.params, separators=(",", ":"), ensure_ascii=False) if form.params else "",
        "vary": vary_fields(exchange.request_headers, exchange.response_headers),
    }


def is_socket(exchange: CapturedExchange) -> bool:
    """Records with ws: targets get no payload digest: warcio sees no HTTP in them, and takes the block for payload."""
    return exchange.url.startswith(("ws://", "wss://"))


def message_line(message: SocketMessage) -> bytes:
    """{"seq", "time", "dir": "out"|"in", "text" | "base64"} as one line of JSON."""
    data: dict[str, Any] = {
        "seq": message.seq,
        "time": round(message.time, 6),
        "dir": "out" if message.outgoing else "in",
    }
    if isinstance(message.data, str):
        data["text"] = message.data
    else:
        data["base64"] = base64.b64encode(message.data).decode("ascii")
    return json.dumps(data).encode("ascii") + b"\n"


def sha256_of(body: Spooled) -> str:
    digest = hashlib.sha256()
    for chunk in body.chunks():
        digest.update(chunk)
    return "sha256:" + digest.hexdigest()


def _seq(exchange: CapturedExchange) -> Headers:
    step = [] if exchange.step is None else [("AWE-Step", str(exchange.step))]
    return [("AWE-Seq", str(exchange.seq)), *step]


def _common(exchange: CapturedExchange) -> Headers:
    fields = [("WARC-Target-URI", exchange.url), *_seq(exchange)]
    address = exchange.remote_address.strip("[]")
    if address:
        fields.append(("WARC-IP-Address", address))
    if exchange.http_version.startswith("2"):
        fields.append(("WARC-Protocol", "h2"))
    return fields

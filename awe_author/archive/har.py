"""HAR 1.2 (w3c.github.io/web-performance/specs/HAR/Overview.html) made into WARC records, to be read like the rest.

Bodies may be text, base64 or, as Playwright writes them, files beside the HAR or in the same ZIP (`_file`). Chrome's
and Playwright's `_webSocketMessages` become the conversation of a WebSocket. Bodies in a HAR are decoded already.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Iterator
from typing import IO, Any
from urllib.parse import urlencode

from awe_author.archive.capture import CapturedExchange
from awe_author.archive.exchange_writer import ExchangeWriter
from awe_author.archive.model import Damage, Headers, PageEntry, SocketMessage
from awe_author.archive.records import parse_date
from awe_author.archive.spool import MemoryBody
from awe_author.archive.staging import report
from awe_author.archive.urls import normal_url, socket_url
from awe_author.archive.writer import WarcWriter

Attached = Callable[[str], "bytes | None"]
"""Reads an attached body by the name the HAR gives it."""
_GONE = ("content-encoding", "content-length", "transfer-encoding")


def is_har(document: Any) -> bool:
    log = document.get("log") if isinstance(document, dict) else None
    return isinstance(log, dict) and isinstance(log.get("entries"), list)


def write_warc(document: Any, out: IO[bytes], attached: Attached, damage: Damage) -> list[bytes]:
    """Write every exchange of the HAR to `out`; returns their CDXJ lines."""
    entries = [entry for entry in document["log"]["entries"] if isinstance(entry, dict)]
    entries.sort(key=lambda entry: parse_date(str(entry.get("startedDateTime", ""))) or 0.0)
    writer = ExchangeWriter(WarcWriter(out))
    seq = 0
    for position, entry in enumerate(entries):
        try:
            exchange = _exchange(entry, seq + 1, attached)
        except (KeyError, TypeError, ValueError, AttributeError, binascii.Error, RecursionError) as error:
            damage.skipped += 1
            report(damage, f"entry {position}: not usable ({type(error).__name__}: {error})")
            continue
        if exchange is not None:
            writer.write(exchange)
            seq += 1 + len(exchange.messages)
    return writer.lines


def pages(document: Any) -> Iterator[PageEntry]:
    """The pages that the HAR lists; their URL is that of their first document."""
    log = document["log"]
    first: dict[str, str] = {}
    for entry in log["entries"]:
        if isinstance(entry, dict) and isinstance(entry.get("pageref"), str) and entry["pageref"] not in first:
            url = normal_url(str((entry.get("request") or {}).get("url", "")))
            if url and _mime(entry).startswith(("text/html", "application/xhtml")):
                first[entry["pageref"]] = url
    for page in log.get("pages") or []:
        if isinstance(page, dict) and str(page.get("id")) in first:
            moment = parse_date(str(page.get("startedDateTime", ""))) or 0.0
            url = first[str(page["id"])]
            yield PageEntry(url, str(page.get("title", "")), moment, None, str(page["id"]))


def _mime(entry: dict[str, Any]) -> str:
    content = (entry.get("response") or {}).get("content") or {}
    return str(content.get("mimeType", "")).lower()


def _exchange(entry: dict[str, Any], seq: int, attached: Attached) -> CapturedExchange | None:
    request, response = entry["request"], entry["response"]
    url = normal_url(request["url"])
    if url is None:
        return None
    started = parse_date(str(entry.get("startedDateTime", ""))) or 0.0
    messages = [message for message in entry.get("_webSocketMessages") or [] if isinstance(message, dict)]
    if messages or entry.get("_resourceType") == "websocket":
        url = socket_url(url)
    status = max(0, int(response.get("status") or 0))
    headers = [(n, v) for n, v in _headers(response) if n.lower() not in _GONE]
    mime = str((response.get("content") or {}).get("mimeType") or "")
    if mime and mime != "x-unknown" and not any(n.lower() == "content-type" for n, _ in headers):
        headers.append(("Content-Type", mime))
    body, missing = _content(response.get("content") or {}, attached)
    return CapturedExchange(
        seq=seq, method=str(request.get("method") or "GET"), url=url, started=started,
        request_headers=_request_headers(request), request_body=MemoryBody(_posted(request, attached)), status=status,
        reason=str(response.get("statusText") or ""), response_headers=headers, response_body=MemoryBody(body),
        messages=list(_messages(messages, seq, started)), complete=not missing,
    )  # fmt: skip


def _headers(message: dict[str, Any]) -> Headers:
    found: Headers = []
    for header in message.get("headers") or []:
        name, text = str(header["name"]), str(header["value"])
        if name and not name.startswith(":"):
            found += [(name, _latin(line)) for line in text.split("\n")]
    return found


def _latin(text: str) -> str:
    """Header text in latin-1, as it is on the wire."""
    try:
        text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode("latin-1")
    return text


def _request_headers(request: dict[str, Any]) -> Headers:
    headers = [(n, v) for n, v in _headers(request) if n.lower() not in ("content-length", "transfer-encoding")]
    mime = (request.get("postData") or {}).get("mimeType")
    if mime and not any(n.lower() == "content-type" for n, _ in headers):
        headers.append(("Content-Type", _latin(str(mime))))
    return headers


def _posted(request: dict[str, Any], attached: Attached) -> bytes:
    data = request.get("postData")
    if not isinstance(data, dict):
        return b""
    if isinstance(data.get("_file"), str):
        return attached(data["_file"]) or b""
    text = data.get("text")
    if isinstance(text, str) and text:
        if data.get("encoding") == "base64" or data.get("_encoding") == "base64":
            return base64.b64decode(text)
        return text.encode("utf-8", "surrogatepass")
    params = [(str(p["name"]), str(p.get("value", ""))) for p in data.get("params") or []]
    return urlencode(params).encode()


def _content(content: dict[str, Any], attached: Attached) -> tuple[bytes, bool]:
    """(the body, is it missing although there was one?)"""
    if isinstance(content.get("_file"), str):
        data = attached(content["_file"])
        return data or b"", data is None
    text = content.get("text")
    if not isinstance(text, str):
        return b"", int(content.get("size") or 0) > 0
    if content.get("encoding") == "base64":
        return base64.b64decode(text), False
    return text.encode("utf-8", "surrogatepass"), False


def _messages(messages: list[dict[str, Any]], seq: int, started: float) -> Iterator[SocketMessage]:
    """Chrome: {type: "send"|"receive", time (epoch seconds), opcode, data}; binary data is base64."""
    first = next((float(m["time"]) for m in messages if isinstance(m.get("time"), (int, float))), 0.0)
    origin = started if abs(first - started) < 86400 else first
    for count, message in enumerate(messages, 1):
        data: str | bytes = str(message.get("data", ""))
        if message.get("opcode") == 2:
            data = base64.b64decode(str(data))
        time = message.get("time")
        since = max(0.0, float(time) - origin) if isinstance(time, (int, float)) else 0.0
        yield SocketMessage(seq + count, since, message.get("type") == "send", data)

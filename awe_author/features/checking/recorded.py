"""What a recording holds that features refer to: requests, sockets and rendered documents, read from an archive."""

from __future__ import annotations

import contextlib
import html
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from awe_author.archive import Archive
from awe_author.archive.model import Entry, StepRecord
from awe_author.door.messages import header
from awe_author.errors import ArchiveError
from awe_author.features.embedded import Document
from awe_author.features.plain import plain_body
from awe_author.features.talks import Talk, talks_of

LARGEST = 1 << 20
"""Bytes of a page that is looked into."""
_FRAME = re.compile(r'\bdata-awe-src="([^"]*)" srcdoc="([^"]*)"')


@dataclass(frozen=True, slots=True)
class RecordedRequest:
    """One exchange, as it was asked."""

    seq: int
    method: str
    url: str
    headers: tuple[tuple[str, str], ...] = ()
    content: bytes = field(default=b"", repr=False)
    status: int = 0
    mime: str = ""
    page: str = field(default="", repr=False)
    """The answer, when it is a page or a text."""
    embedded: tuple[str, ...] = ()
    """Of a document: the names of JSON values in it (`features.embedded`)."""


@dataclass(frozen=True, slots=True)
class RecordedPage:
    """One document as it stood after a step; the document of a frame is one of its own."""

    url: str
    html: str = field(repr=False)
    step: int
    """Number of the step, from 0."""

    title: str = ""
    screenshot: str = ""
    """Name of the picture in the recording; empty when there is none."""


@dataclass(slots=True)
class Recorded:
    """All of it."""

    requests: list[RecordedRequest] = field(default_factory=list)
    sockets: list[str] = field(default_factory=list)
    """Their addresses, and those of event streams."""

    talks: list[Talk] = field(default_factory=list)
    """What was said on them."""

    pages: list[RecordedPage] = field(default_factory=list)


def read_recorded(archive: Archive, step: Callable[[int], Any] = lambda _: None) -> Recorded:
    """Everything of one archive. `step` is called after each exchange."""
    recorded = Recorded()
    for entry in archive.entries():
        if entry.kind == "http":
            headers = tuple(archive.request_headers(entry))
            content = archive.request_body(entry)
            request = RecordedRequest(
                entry.seq,
                entry.method,
                entry.url,
                headers,
                content,
                entry.status or 0,
                entry.mime,
                *_page(archive, entry),
            )
            recorded.requests.append(request)
        step(1)
    recorded.talks = talks_of(archive)
    recorded.sockets = [one.url for one in recorded.talks]
    seen: set[tuple[str, str]] = set()
    for one in archive.recording.steps if archive.recording else ():
        if one.dom and (one.url, one.dom) not in seen:
            seen.add((one.url, one.dom))
            recorded.pages += documents((archive.resource(one.dom) or b"").decode("utf-8", "replace"), one)
    return recorded


def _page(archive: Archive, entry: Entry) -> tuple[str, tuple[str, ...]]:
    """The answer to a GET that is HTML, XML or text (to others: HTML), as text, empty for others and for what is larger
    than LARGEST; and the names of the JSON values in it, when it is HTML and within the bounds of `plain_body`."""
    known = ("text/html", "text/vnd.turbo-stream", *(("text/plain", "text/xml") if entry.method == "GET" else ()))
    if not entry.status or not entry.mime.startswith(known):
        return "", ()
    try:
        response = archive.response(entry)
    except ArchiveError:
        return "", ()
    body = plain_body(response) or b""
    names: tuple[str, ...] = ()
    if "html" in entry.mime:
        with contextlib.suppress(UnicodeError):
            names = tuple(Document(body, header(response.headers, "content-type") or "").values)
    return body.decode("utf-8", "surrogateescape") if len(body) <= LARGEST else "", names


def documents(text: str, step: StepRecord) -> list[RecordedPage]:
    """The document of a step, and those of its frames (recorded as `srcdoc`, see browser/facts.py)."""
    found = [RecordedPage(step.url, text, step.number, step.title, step.screenshot or "")]
    return found + [RecordedPage(url, one, step.number, "", step.screenshot or "") for url, one in frames_of(text)]


def frames_of(text: str) -> list[tuple[str, str]]:
    """(address, document) of the frames of a recorded page (`srcdoc`), and of theirs."""
    found: list[tuple[str, str]] = []
    waiting = [text]
    while waiting:
        for address, inner in _FRAME.findall(waiting.pop()):
            document = html.unescape(inner)
            if document.strip():
                found.append((html.unescape(address), document))
                waiting.append(document)
    return found

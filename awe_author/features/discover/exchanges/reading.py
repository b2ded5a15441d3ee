"""From an archive to the values that discovery works on: the only part of it that reads files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from email.utils import formatdate
from typing import Any

from awe_author.archive import Archive
from awe_author.archive.codings import decode_body
from awe_author.archive.httphead import header
from awe_author.archive.model import Entry, StepRecord
from awe_author.archive.request_body import inflate
from awe_author.errors import ArchiveError
from awe_author.features.checking.recorded import frames_of
from awe_author.features.discover.exchanges.calls import MAX_BODY, Raw
from awe_author.features.talks import Talk, talks_of


@dataclass(frozen=True, slots=True)
class Page:
    """One recorded state of a page."""

    url: str
    title: str
    html: str
    """The rendered document."""
    seq: int
    """Exchanges with a smaller seq came before."""
    name: str = ""
    """As the step list calls it."""
    framed: bool = False
    """A frame of a page."""


@dataclass(slots=True)
class Recorded:
    """What discovery gets."""

    raws: list[Raw]
    pages: list[Page] = field(default_factory=list)
    steps: list[tuple[str, str]] = field(default_factory=list)
    """(verb, arguments) of what was done."""
    talks: list[Talk] = field(default_factory=list)
    """What was said over sockets."""
    written: list[float] = field(default_factory=list)
    """When pages wrote (epoch seconds)."""


def read_recording(archive: Archive, step: Callable[[int], Any] = lambda _: None) -> Recorded:
    """All exchanges with bodies, and the pages' rendered documents. `step` is called after each exchange."""
    recording = archive.recording
    steps = recording.steps if recording else []
    recorded = Recorded([])
    for entry in archive.entries():
        if entry.kind == "http":
            recorded.raws.append(_raw(archive, entry, _page_at(steps, entry)))
        if entry.writes:
            recorded.written.append(entry.time)
        step(1)
    recorded.talks = talks_of(archive)
    seen: set[tuple[str, str]] = set()
    for one in steps:
        recorded.steps.append((one.verb, str(one.args)))
        html = (archive.resource(one.dom) or b"").decode("utf-8", "replace") if one.dom else ""
        if html and (one.url, html) not in seen:
            seen.add((one.url, html))
            recorded.pages.append(Page(one.url, one.title, html, one.next_seq, one.page or ""))
            for url, inner in frames_of(html):
                if (url, inner) not in seen:
                    seen.add((url, inner))
                    recorded.pages.append(Page(url, "", inner, one.next_seq, one.page or "", framed=True))
    return recorded


def _page_at(steps: list[StepRecord], entry: Entry) -> str:
    return steps[entry.step].url if entry.step is not None and 0 <= entry.step < len(steps) else ""


def _raw(archive: Archive, entry: Entry, page: str) -> Raw:
    request_headers = archive.request_headers(entry)
    request = archive.request_body(entry)
    headers: list[tuple[str, str]] = []
    body = b""
    if entry.status:
        try:
            response = archive.response(entry)
            headers = dated(list(response.headers), entry.time)
            body = _body(response.body, header(headers, "content-encoding")) if _wanted(entry) else b""
        except ArchiveError:
            pass
    return Raw(
        entry.seq,
        entry.method,
        entry.url,
        request_headers,
        inflate(request, header(request_headers, "content-encoding")),
        entry.status,
        headers,
        body,
        entry.step,
        page,
    )


def dated(headers: list[tuple[str, str]], moment: float) -> list[tuple[str, str]]:
    """The headers of an answer, with the moment of its request where the app's server does not say when it answered."""
    return headers if header(headers, "date") else [*headers, ("Date", formatdate(moment, usegmt=True))]


def _wanted(entry: Entry) -> bool:
    return not entry.mime.startswith(("image/", "font/", "video/", "audio/", "text/css")) and (
        "javascript" not in entry.mime or entry.method == "POST"
    )


def _body(chunks: Any, encoding: str) -> bytes:
    data = b""
    for chunk in chunks:
        data += chunk
        if len(data) > MAX_BODY:
            break
    return decode_body(data, encoding) or b"" if encoding else data

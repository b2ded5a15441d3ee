"""What the recorder hands to the archive while it records. `CaptureSpool` (spool.py) keeps it until `write_wacz`
runs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

from awe_author.archive.model import Headers, Recording, SocketMessage


class Spooled(Protocol):
    """Bytes that were put aside: small ones in memory, large ones in a private file (0600 below a 0700 folder)."""

    @property
    def size(self) -> int: ...

    def chunks(self, size: int = 65536) -> Iterable[bytes]: ...

    def read(self) -> bytes: ...


@dataclass(slots=True)
class CapturedExchange:
    """One exchange as it passed the door, bytes as they were on the wire less the transfer coding."""

    seq: int
    method: str
    url: str
    started: float
    """Epoch seconds."""
    request_headers: Headers
    request_body: Spooled
    status: int
    """0 when upstream gave no response."""
    reason: str
    response_headers: Headers
    """As upstream sent them, content-encoding and all."""
    response_body: Spooled
    http_version: str = "1.1"
    """Of the upstream response: "1.0", "1.1", "2"."""
    step: int | None = None
    chunk_times: list[tuple[float, int]] = field(default_factory=list)
    """For event streams and other slow bodies: (seconds since `started`, bytes so far). Only the first one of a body
    that came late but at once."""
    messages: list[SocketMessage] = field(default_factory=list)
    """For WebSockets (url ws/wss, status 101)."""
    complete: bool = True
    """False when the response broke off (WARC-Truncated: disconnect)."""
    remote_address: str = ""
    error: str = ""


@dataclass(slots=True)
class CapturedFact:
    """A page fact: becomes a WARC resource record."""

    url: str
    """urn:view:<page url> for screenshots, urn:text:<page url>, urn:pageinfo:<page url> (Browsertrix), and
    urn:awe:step:<n>:<screenshot|dom|text|accessibility> for steps."""
    mime: str
    body: Spooled
    time: float
    extra: dict[str, str] = field(default_factory=dict)
    """Further WARC headers."""


@dataclass(slots=True)
class CapturedPage:
    """A page to start from, as pages.jsonl lists it."""

    url: str
    title: str
    time: float
    """When the step began that kept it (seconds since the epoch)."""
    seq: int
    """Number of the exchange that brought its document."""
    text: str = ""
    """All that it showed."""


@dataclass(slots=True)
class Capture:
    """Everything one recording run caught."""

    recording: Recording
    exchanges: list[CapturedExchange] = field(default_factory=list)
    facts: list[CapturedFact] = field(default_factory=list)
    pages: list[CapturedPage] = field(default_factory=list)
    secrets: dict[str, Any] = field(default_factory=dict)
    """Values that the recorder knows to be secret (typed passwords, environment credentials): value -> kind."""

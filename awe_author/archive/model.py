"""The values that an archive is made of. Pure; no reading or writing here.

An archive, wherever it came from (WARC, WACZ, HAR), is a sequence of *entries* in recorded order.
An `Entry` is small and comes out of an index; headers and bodies stay in the file until `Archive.response(entry)` and
friends ask for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

Headers = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Entry:
    """One recorded exchange as the index knows it."""

    seq: int
    """Place in recorded order (by the time the request began), unique within the archive; not necessarily dense."""
    url: str
    """As requested, in the form of `door.Request.url` (ws/wss for WebSockets)."""
    method: str
    status: int
    """0 when no response was recorded."""
    mime: str
    """Media type without parameters, lower case, "" when none."""
    time: float
    """Seconds since the epoch (UTC) when the request began."""
    kind: str = "http"
    """"http" or "websocket" (an event stream is http with mime text/event-stream)."""
    step: int | None = None
    """Number of the recorded step during which the request began, None when the recorder did not say."""
    writes: bool = False
    """True when it may have changed the app's state (see `canonical.RequestForm.writes`)."""
    form: str = ""
    """JSON of the canonical parameters (see `canonical.RequestForm.params`); may be "" for entries without any."""
    vary: tuple[tuple[str, str], ...] = ()
    """Request header fields (lower-case names) that tell apart answers to one URL: those the response's Vary names (not
    Accept-Encoding, Cookie, Origin, User-Agent, Referer) and always sec-fetch-dest, accept, x-requested-with, range
    when recorded."""


@dataclass(slots=True)
class RecordedResponse:
    """A response ready to be sent again: revisits resolved, transfer coding removed, content coding as headers say."""

    status: int
    reason: str
    headers: Headers
    body: Iterable[bytes]
    """Chunks; for small bodies one. Content-Encoding in `headers` describes these bytes truly (header repaired when the
    archive holds decoded bodies under an encoding header)."""
    length: int | None = None
    """Exact size of the body in bytes when known without reading it."""
    problem: str = ""
    """What was wrong with the record ("truncated", "digest mismatch", ...), "" when nothing."""


@dataclass(frozen=True, slots=True)
class SocketMessage:
    """One WebSocket message, or one chunk of an event stream."""

    seq: int
    """Same numbering as `Entry.seq`: orders it among all exchanges of the recording."""
    time: float
    """Seconds since the conversation began."""
    outgoing: bool
    """True: sent by the page. False: sent by the server."""
    data: str | bytes


@dataclass(frozen=True, slots=True)
class PageEntry:
    """A page that a user could start from (a line of pages.jsonl)."""

    url: str
    title: str
    time: float
    seq: int | None = None
    id: str = ""


@dataclass(slots=True)
class Damage:
    """What was found broken while reading; the rest is served."""

    records: int = 0
    """Records read."""
    skipped: int = 0
    """Records that could not be used."""
    problems: list[str] = field(default_factory=list)
    """One line each, "file:offset: what", at most 1000 kept."""


@dataclass(frozen=True, slots=True)
class StorageState:
    """Cookies and web storage of the browser at one moment of the recording."""

    seq: int
    """Everything with a smaller seq happened before this was taken."""
    cookies: list[dict[str, Any]] = field(default_factory=list)
    """Playwright's form: name, value, domain, path, expires, httpOnly, secure, sameSite."""
    origins: dict[str, dict[str, Any]] = field(default_factory=dict)
    """origin -> {"local": {k: v}, "session": {k: v}, "indexeddb": [...Playwright's storage_state form]}."""


@dataclass(slots=True)
class StepRecord:
    """One step as it was performed, with the facts of the page after it (awe/steps.jsonl)."""

    number: int
    """0-based."""
    verb: str
    """goto, click, fill, press, select, hover, drag, scroll, upload, wait, page, check, dialog..."""
    args: Any
    """As in the step list, secrets replaced by their pseudonyms."""
    started: float
    """Seconds since the epoch when the step began."""
    clock: float | None = None
    """Value of the page's frozen clock (epoch seconds) when the screenshot was taken."""
    first_seq: int = 0
    """Exchanges of this step have first_seq <= seq < next_seq."""
    next_seq: int = 0
    page: str | None = None
    """Name, when this is a `page` step: a page to keep."""
    url: str = ""
    title: str = ""
    screenshot: str | None = None
    """URL of the resource record that holds the PNG; None when none could be taken."""
    dom: str | None = None
    text: str | None = None
    accessibility: str | None = None
    """URLs of resource records."""
    answers: list[tuple[int, float]] = field(default_factory=list)
    """(seq, epoch seconds) of the answers to fetch and XMLHttpRequest and of the WebSocket messages that pages were
    given during this step, in the order in which they were given. Empty when the recorder did not say."""
    timers: list[tuple[str, int, str, float]] = field(default_factory=list)
    """(document, its ordinal, timer, epoch seconds) of the intervals of about a second that pages set since the step
    before: when they were set. A document is its URL without query, a timer a place in its scripts."""
    console: list[dict[str, Any]] = field(default_factory=list)
    """[{level, text, url}] of errors and warnings since the step before."""
    error: str | None = None
    """Why the step failed, None when it did not."""
    tab: int = 0
    """Which tab of the browser (0 = the first) was in front."""
    stable: bool = True
    """False when the page never stood still, so that the screenshot is one of many."""


@dataclass(slots=True)
class Recording:
    """What the recorder knows beyond the exchanges (awe/recording.json in the WACZ)."""

    version: int = 1
    software: str = ""
    browser: str = ""
    created: float = 0.0
    entry: list[str] = field(default_factory=list)
    viewport: dict[str, int] = field(default_factory=lambda: {"width": 1366, "height": 850})
    locale: str = "en-US"
    timezone: str = "UTC"
    user_agent: str = ""
    seed: int = 1
    """Seed of the determinism prelude while recording; replay uses the same."""
    clock_start: float = 0.0
    """Epoch seconds when the first navigation began."""
    origins: dict[str, str] = field(default_factory=dict)
    """Public origin -> what stood behind it."""
    frozen: list[str] = field(default_factory=list)
    """URL globs of pages to serve as rendered DOM without scripts."""
    rules: list[dict[str, Any]] = field(default_factory=list)
    """The author's matching rules, as in site.yaml."""
    learned: list[dict[str, Any]] = field(default_factory=list)
    """[{operation, param, examples: [a, b]}]: parameters that changed between two runs of the steps (--twice)."""
    redacted: list[dict[str, Any]] = field(default_factory=list)
    """[{operation, param}]: parameters whose recorded value is a pseudonym; any value matches."""
    storage: list[StorageState] = field(default_factory=list)
    """In recorded order; the first is the state before the first navigation."""
    steps: list[StepRecord] = field(default_factory=list)
    extra: dict[str, Any] = field(default_factory=dict)


class Index(Protocol):
    """How matching looks an archive up. Every result is in recorded order. See canonical.py for the keys."""

    def by_exact(self, key: str) -> Sequence[Entry]: ...

    def by_canonical(self, key: str) -> Sequence[Entry]: ...

    def by_operation(self, key: str) -> Sequence[Entry]: ...

    def has_host(self, host: str) -> bool:
        """Was anything of this host (host or host:port) recorded?"""
        ...

    def near(self, url: str, limit: int = 20) -> Sequence[Entry]:
        """Entries of the same host, those sharing the longest path prefix first."""
        ...

    def next_write(self, seq: int) -> int | None:
        """The seq of the first entry with `writes` whose seq is greater than `seq`."""
        ...

    def entries(self) -> Iterator[Entry]: ...

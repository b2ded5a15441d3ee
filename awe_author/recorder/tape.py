"""What a recording run has caught so far: one counter orders exchanges, WebSocket messages and event-stream chunks.

The responder writes exchanges to it while the steps are performed; the run reads counters, the current position and the
number of the step under way. Nothing here touches the network or a browser.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from awe_author.archive.capture import CapturedExchange, Spooled
from awe_author.archive.spool import CaptureSpool
from awe_author.browser.activity import Traffic, Valve
from awe_author.door.messages import Headers, Request

LATEST = 10.0
"""Seconds after which a page is not believed to have heard a message only then."""


@dataclass(slots=True)
class Tape:
    """The exchanges of one run."""

    spool: CaptureSpool
    now: Callable[[], float] = time.time
    traffic: Traffic = field(default_factory=Traffic)
    valve: Valve = field(default_factory=Valve)
    exchanges: list[CapturedExchange] = field(default_factory=list)
    step: int | None = None
    """Number of the step under way; exchanges that begin now belong to it."""
    answers: list[tuple[int, float]] = field(default_factory=list)
    """(seq, epoch seconds) of what pages were given since the step under way began (`StepRecord.answers`)."""
    next_seq: int = 1
    bytes: int = 0
    """Of response bodies."""
    failures: list[str] = field(default_factory=list)
    """Why upstream gave no answer, once for each reason."""
    documents: dict[str, int] = field(default_factory=dict)
    """URL of a top-level document -> seq of the exchange that last delivered it."""
    forgotten: int | None = None
    """Number of a step of which nothing is kept."""
    _sockets: dict[tuple[str, float], CapturedExchange] = field(default_factory=dict)
    stopped: bool = False
    """True once the run is over: what still arrives is not kept."""

    def take_seq(self) -> int:
        seq, self.next_seq = self.next_seq, self.next_seq + 1
        return seq

    def begin(self, request: Request, body: Spooled) -> CapturedExchange:
        """Note that an exchange begins; it is kept even when nothing comes of it."""
        seq = self.take_seq()
        exchange = CapturedExchange(
            seq=seq,
            method=request.method,
            url=request.url,
            started=round(self.now(), 3),
            request_headers=list(request.headers),
            request_body=body,
            status=0,
            reason="",
            response_headers=[],
            response_body=self.spool.put(b""),
            step=self.step,
            complete=False,
        )
        if not self.stopped and (self.step is None or self.step != self.forgotten):
            self.exchanges.append(exchange)
        if request.header("sec-fetch-dest") == "document":
            self.documents[request.url] = seq
        return exchange

    def given(self, seq: int) -> None:
        """A page is given an answer that its script asked for, or a message of a WebSocket."""
        if not self.stopped:
            self.answers.append((seq, round(self.now(), 3)))

    def forget(self, step: int) -> None:
        """Keep nothing of a step, nor of what arrives while it is under way."""
        self.forgotten = step
        self.exchanges[:] = [one for one in self.exchanges if one.step != step]

    def head(self, exchange: CapturedExchange, status: int, reason: str, headers: Headers, version: str) -> None:
        exchange.status, exchange.reason, exchange.http_version = status, reason, version
        exchange.response_headers = list(headers)

    def failed(self, exchange: CapturedExchange, reason: str) -> None:
        exchange.error = reason
        if reason not in self.failures and len(self.failures) < 100:
            self.failures.append(reason)

    def heard(self, url: str, made: float, first: int, times: Sequence[float]) -> None:
        """The page's WebSocket to `url`, made at `made` (epoch seconds), heard its messages from number `first` on at
        `times`. A busy page hears later than a message came, and what it shows goes by that."""
        exchange = self._sockets.get((url, made)) or min(
            (one for one in self.exchanges if one.url == url and one.status == 101),
            key=lambda one: abs(one.started - made),
            default=None,
        )
        if exchange is None:
            return
        self._sockets[url, made] = exchange
        incoming = [place for place, message in enumerate(exchange.messages) if not message.outgoing]
        for place, moment in zip(incoming[first:], times, strict=False):
            message, since = exchange.messages[place], round(moment - exchange.started, 4)
            if message.time < since < message.time + LATEST:
                exchange.messages[place] = replace(message, time=since)

    def document_seq(self, url: str) -> int:
        """The exchange that delivered the document now shown at `url`."""
        return self.documents.get(url.partition("#")[0], self.next_seq - 1)

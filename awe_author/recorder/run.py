"""One run of the steps in one browser: performs each, waits until the page is still, keeps what it looks like.

A step that fails is noted and the rest goes on, with less patience until a step works again, so that a log-in that
broke does not cost an hour. Everything caught so far is in the `Capture` at every moment: stopping in the middle loses
at most the facts of the step under way.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from awe_author.archive.capture import Capture, CapturedFact, CapturedPage
from awe_author.archive.httphead import header
from awe_author.archive.model import StepRecord, StorageState
from awe_author.browser.facts import Console, PageFacts, StorageFacts, page_facts, storage_facts
from awe_author.browser.settle import Limits, settled
from awe_author.browser.step_language import Fill, Goto, PageMark, Step
from awe_author.browser.steps import Lookout, Stage, StepFailed, perform
from awe_author.errors import InputError
from awe_author.recorder.tape import Tape

IMPATIENT = 5.0
"""Seconds a step may take after the step before it failed."""

MOST_KEPT = 64 * 1024 * 1024
"""Characters of documents that are kept at hand (`Run.looks`)."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a run is; told after every step and when one begins."""

    number: int
    total: int
    step: Step
    done: bool
    error: str | None
    exchanges: int
    bytes: int


Report = Callable[[Progress], None]


@dataclass(slots=True)
class Run:
    """Performs steps on a stage and writes what comes of them into `capture`."""

    stage: Stage
    tape: Tape
    capture: Capture
    limits: Limits
    console: Console
    now: Callable[[], float] = time.time
    keep_facts: bool = True
    """False for the second run of --twice, which only wants the requests."""
    _storage: StorageFacts | None = field(default=None)
    _facts: PageFacts | None = field(default=None)
    _lookout: Lookout | None = field(default=None)
    looks: list[tuple[str, str, str]] = field(default_factory=list)
    """(address, document as rendered, its text) of the last pages that looked another way than before."""
    _kept: dict[bytes, str] = field(default_factory=dict)
    """Digest of a fact -> its URL: a page that did not change is kept once."""

    async def start(self) -> None:
        """Listen to the pages and keep the storage as it is before the first navigation."""
        self.console.listen(self.stage.context)
        await self.keep_storage()

    async def perform_all(self, steps: list[Step], report: Report) -> None:
        """Perform the steps in order."""
        patience = self.stage.timeout
        for number, step in enumerate(steps):
            report(Progress(number, len(steps), step, False, None, self.tape.traffic.total, self.tape.bytes))
            record = await self.perform(number, step, steps[number + 1] if number + 1 < len(steps) else None)
            self.stage.timeout = patience if record.error is None else min(patience, IMPATIENT)
            report(Progress(number, len(steps), step, True, record.error, self.tape.traffic.total, self.tape.bytes))
        self.stage.timeout = patience

    async def perform(self, number: int, step: Step, following: Step | None = None) -> StepRecord:
        """Perform one step and keep what comes of it. `following`: the next one."""
        steps = self.capture.recording.steps
        if steps:
            steps[-1].next_seq = self.tape.next_seq
        self.tape.step = number
        record = StepRecord(
            number=number,
            verb=step.verb,
            args=_stored(step),
            started=self.now(),
            first_seq=self.tape.next_seq,
            next_seq=self.tape.next_seq,
        )
        steps.append(record)
        self.tape.answers = record.answers
        if isinstance(step.action, PageMark):
            record.page = step.action.name
        if isinstance(step.action, Goto) and not self.capture.recording.clock_start:
            self.capture.recording.clock_start = record.started
        try:
            seen = await self._lookout.performed(self.stage) if self._lookout else None
            performed = seen or await perform(step, self.stage)
            record.args = performed.args
            if performed.secret:
                self.capture.secrets.setdefault(performed.secret, "password")
        except StepFailed as error:
            record.error = error.what
        except InputError as error:
            record.error = f"{error.what} ({error.hint})"
        self._lookout = Lookout.begin(following, self.stage)
        await self.look(record)
        if self.keep_facts and (record.page is not None or following is None or isinstance(following.action, Goto)):
            await self.keep_storage()
        return record

    async def look(self, record: StepRecord) -> None:
        """Wait until the page in front is still, and keep its facts with the step."""
        try:
            async with settled(self.stage, self.tape.traffic, None, self.limits) as rest:
                record.clock, record.stable = rest.shot.clock, rest.shot.stable
                record.tab, record.url = self.stage.tab, rest.page.url
                await self._note_hearing(rest.page)
                await self._note_timers(rest.page, record)
                if self.keep_facts:
                    self._keep(record, "screenshot", "image/png", rest.shot.png)
                    facts = self._facts = await page_facts(rest.page, self._facts)
                    self._keep_facts(record, facts)
                    if record.page is not None:
                        self._keep_page(record, facts, rest.shot.png)
        except (PlaywrightError, TimeoutError) as error:
            record.stable = False
            record.error = record.error or f"the page could not be looked at: {str(error).splitlines()[0]}"
        record.console = self.console.take()
        record.next_seq = self.tape.next_seq

    async def _note_hearing(self, page: Page) -> None:
        """Give the tape the times at which the page heard the messages of its WebSockets."""
        clock = self.stage.clock
        for frame in page.frames if clock is not None else []:
            with contextlib.suppress(PlaywrightError, TimeoutError):
                async with asyncio.timeout(3):
                    for url, made, first, times in await frame.evaluate(clock.heard() if clock else "0") or []:
                        self.tape.heard(url, made / 1000, first, [moment / 1000 for moment in times])

    async def _note_timers(self, page: Page, record: StepRecord) -> None:
        """Keep with the step when the page set its timers."""
        clock = self.stage.clock
        for frame in page.frames if clock is not None else []:
            with contextlib.suppress(PlaywrightError, TimeoutError):
                async with asyncio.timeout(3):
                    for key, ordinal, timer, moment in await frame.evaluate(clock.timers_set() if clock else "0") or []:
                        record.timers.append((key, ordinal, timer, round(moment / 1000, 3)))

    # ---- keeping ---------------------------------------------------------------------------------------------------

    def _keep(self, record: StepRecord, kind: str, mime: str, data: bytes) -> None:
        url = f"urn:awe:step:{record.number}:{kind}"
        known = self._kept.setdefault(hashlib.sha256(kind.encode() + data).digest(), url)
        if known == url:
            self.capture.facts.append(CapturedFact(url, mime, self.tape.spool.put(data), self.now()))
        setattr(record, kind, known)

    def _keep_facts(self, record: StepRecord, facts: PageFacts) -> None:
        record.title = facts.title
        if facts.dom is not None and (not self.looks or self.looks[-1][1] != facts.dom):
            self.looks.append((facts.url, facts.dom, facts.text or ""))
            while sum(len(html) for _, html, _ in self.looks) > MOST_KEPT:
                self.looks.pop(0)
        if facts.dom is not None:
            self._keep(record, "dom", "text/html; charset=utf-8", facts.dom.encode("utf-8", "replace"))
        if facts.text is not None:
            self._keep(record, "text", "text/plain; charset=utf-8", facts.text.encode("utf-8", "replace"))
        if facts.accessibility is not None:
            self._keep(record, "accessibility", "application/json", _json(facts.accessibility))

    def _keep_page(self, record: StepRecord, facts: PageFacts, png: bytes) -> None:
        """A page to keep: in pages.jsonl, and as the records that other tools look for."""
        seq = self.tape.document_seq(facts.url)
        text = facts.text or ""
        self.capture.pages.append(CapturedPage(facts.url, facts.title, record.started, seq, text))
        put, now, facts_ = self.tape.spool.put, self.now(), self.capture.facts
        facts_.append(CapturedFact(f"urn:view:{facts.url}", "image/png", put(png), now))
        facts_.append(
            CapturedFact(
                f"urn:text:{facts.url}", "text/plain; charset=utf-8", put(text.encode("utf-8", "replace")), now
            )
        )
        facts_.append(
            CapturedFact(
                f"urn:pageinfo:{facts.url}", "application/json", put(_json(self._page_info(facts.url, seq))), now
            )
        )

    def _page_info(self, url: str, seq: int) -> dict[str, Any]:
        """What the page asked for since its document, in the shape of Browsertrix's urn:pageinfo records."""
        asked = [exchange for exchange in self.tape.exchanges if exchange.seq >= seq and exchange.status]
        urls = {
            exchange.url: {"status": exchange.status, "type": header(exchange.request_headers, "sec-fetch-dest")}
            for exchange in asked
        }
        return {"url": url, "urls": urls, "counts": {"jsErrors": 0}, "ts": self.now()}

    async def keep_storage(self) -> None:
        """Cookies and web storage, when they changed: what a page that is opened by itself begins with."""
        facts = await storage_facts(self.stage.context)
        if facts != self._storage:
            self._storage = facts
            self.capture.recording.storage.append(StorageState(self.tape.next_seq, facts.cookies, facts.origins))


def _stored(step: Step) -> Any:
    """The arguments to keep when the step was never performed: no credential is in them."""
    if isinstance(step.action, Fill):
        return [step.action.selector, step.action.value if isinstance(step.action.value, str) else ""]
    return step.args


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")

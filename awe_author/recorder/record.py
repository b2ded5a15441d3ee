"""Records a site: door and browser up, steps performed, everything caught written into one WACZ.

What was caught is written whatever happens: a step that fails is listed and the rest is kept, and a stop in the middle
(Ctrl-C) ends the run, not the recording. With `twice` the steps are performed again in a fresh browser with other
random numbers; parameters that differ between the runs are noted as volatile.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import re
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import async_playwright

from awe_author import __version__
from awe_author.archive.capture import Capture
from awe_author.archive.model import Recording
from awe_author.archive.spool import CaptureSpool
from awe_author.archive.wacz_writer import WrittenRecording, write_wacz
from awe_author.browser.facts import Console
from awe_author.browser.find import chromium_version, find_chromium
from awe_author.browser.launch import launch
from awe_author.browser.step_language import Goto, Step, step_of
from awe_author.browser.steps import Ask, Stage
from awe_author.browser.turns import Turns
from awe_author.door import CertificateAuthority, Door
from awe_author.recorder.by_hand import watch
from awe_author.recorder.chrome import client
from awe_author.recorder.further import open_further
from awe_author.recorder.learn import learn
from awe_author.recorder.origins import Origins
from awe_author.recorder.responder import RecordingResponder
from awe_author.recorder.run import Progress, Run
from awe_author.recorder.site import Site
from awe_author.recorder.tape import Tape
from awe_author.recorder.treatment import Prelude


@dataclass(slots=True)
class Plan:
    """What to record and where to."""

    site: Site
    out: Path
    steps: list[Step] = field(default_factory=list)
    """Instead of the site's log-in and steps."""
    headed: bool = False
    twice: bool = False
    keep_secrets: bool = False
    rows: int = 0
    """Further rows of lists to open after the steps, at most (`further`)."""
    ask: Ask | None = None

    def all_steps(self) -> list[Step]:
        """What to perform; empty when a person drives the browser."""
        steps = self.steps or [*self.site.login, *self.site.steps]
        only_login = not self.steps and not self.site.steps
        if only_login and not self.headed:
            steps = [*steps, *_visits(self.site.entry)]
        if steps and not isinstance(steps[0].action, Goto):
            steps = [step_of("goto", self.site.entry[0], "entry"), *steps]
        return steps


def _visits(entry: list[str]) -> list[Step]:
    """Steps that go to each entry URL and keep it."""
    return [step for url in entry for step in (step_of("goto", url, "entry"), step_of("page", page_name(url), "entry"))]


def page_name(url: str) -> str:
    """A short name for the page at `url`."""
    parts = urlsplit(url)
    return re.sub(r"[^\w]+", "-", f"{parts.path}-{parts.query}").strip("-").lower()[:60] or "start"


@dataclass(frozen=True, slots=True)
class Failure:
    """A step that could not be performed."""

    number: int
    verb: str
    args: Any
    where: str
    error: str


@dataclass(slots=True)
class Recorded:
    """What came of a recording."""

    written: WrittenRecording
    failures: list[Failure] = field(default_factory=list)
    unreachable: list[str] = field(default_factory=list)
    """Why upstream gave no answer, each reason once."""
    again: list[Failure] = field(default_factory=list)
    """Steps that failed in the second run of --twice, as the first had changed the app."""
    interrupted: bool = False
    received: int = 0
    """Bytes of response bodies."""
    unstable: int = 0
    """Steps whose page never stood still."""
    learned: int = 0
    further: int = 0
    """Pages that were opened after the steps."""

    @property
    def ok(self) -> bool:
        return not self.failures and not self.interrupted


@dataclass(slots=True)
class Reports:
    """Whom to tell; each may be called often."""

    step: Callable[[Progress], None] = field(default=lambda progress: None)
    phase: Callable[[str], None] = field(default=lambda text: None)
    """What begins now, in words."""


async def record(
    plan: Plan,
    reports: Reports | None = None,
    stop: asyncio.Event | None = None,
    authority: CertificateAuthority | None = None,
) -> Recorded:
    """Record `plan` into its file; setting `stop` ends the run and writes what was caught. Raises AweError when nothing
    could be recorded at all (no browser, wrong input) or the file cannot be written."""
    reports, stop = reports or Reports(), stop or asyncio.Event()
    authority = authority or CertificateAuthority.load()
    with CaptureSpool() as spool:
        capture = _new_capture(plan, plan.site.seed)
        reports.phase("Recording")
        tape, further = await _run(plan, spool, capture, authority, reports, stop)
        found = Recorded(WrittenRecording(plan.out), _failures(capture, plan), tape.failures, received=tape.bytes)
        found.further = further
        if plan.twice and not stop.is_set():
            reports.phase("Recording again, to learn what changes by itself")
            await _second(plan, spool, capture, tape, authority, reports, stop, found)
        found.interrupted = stop.is_set()
        found.unstable = sum(not step.stable for step in capture.recording.steps)
        reports.phase("Writing")
        redaction = None if plan.keep_secrets else plan.site.redact
        found.written = await asyncio.to_thread(write_wacz, capture, plan.out, redaction=redaction)
    return found


async def _second(
    plan: Plan,
    spool: CaptureSpool,
    capture: Capture,
    tape: Tape,
    authority: CertificateAuthority,
    reports: Reports,
    stop: asyncio.Event,
    found: Recorded,
) -> None:
    """Perform the steps once more and note in `capture` which parameters changed."""
    other = _new_capture(plan, plan.site.seed + 1)
    again, _ = await _run(replace(plan, headed=False), spool, other, authority, reports, stop, keep_facts=False)
    capture.recording.learned = [one.document() for one in learn(tape.exchanges, again.exchanges)]
    capture.secrets.update(other.secrets)
    found.again, found.learned = _failures(other, plan), len(capture.recording.learned)


def _new_capture(plan: Plan, seed: int) -> Capture:
    site = plan.site
    recording = Recording(
        software=f"awe-author/{__version__}",
        browser=chromium_version(find_chromium()),
        created=time.time(),
        entry=site.entry,
        viewport=site.viewport,
        locale=site.locale,
        timezone=site.timezone,
        user_agent=site.user_agent,
        seed=seed,
        origins=site.origins,
        frozen=site.frozen,
        rules=site.rules,
        extra={"settle": dataclasses.asdict(site.limits), "timeout": site.timeout},
    )
    return Capture(recording, secrets=dict(site.secrets))


async def _run(
    plan: Plan,
    spool: CaptureSpool,
    capture: Capture,
    authority: CertificateAuthority,
    reports: Reports,
    stop: asyncio.Event,
    *,
    keep_facts: bool = True,
) -> tuple[Tape, int]:
    """One run; returns its tape, whose exchanges are in `capture`, and how many pages it opened after the steps."""
    further = 0
    tape = Tape(spool, exchanges=capture.exchanges)
    async with _stage(plan, capture, tape, authority) as stage:
        run = Run(stage, tape, capture, plan.site.limits, Console(), keep_facts=keep_facts)
        steps = plan.all_steps()
        work = run.perform_all(steps, reports.step) if steps else watch(run, plan.site.entry[0], reports.step)

        async def whole() -> None:
            nonlocal further
            await run.start()
            await work
            if steps and keep_facts and plan.rows:
                reports.phase("Opening further rows")
                further = await open_further(run, plan.rows, reports.step)

        await _until(asyncio.ensure_future(whole()), stop)
        if capture.recording.steps:
            capture.recording.steps[-1].next_seq = tape.next_seq
    return tape, further


async def _until(work: asyncio.Task[None], stop: asyncio.Event) -> None:
    """Wait for `work`, or cancel it when `stop` is set."""
    stopping = asyncio.ensure_future(stop.wait())
    try:
        await asyncio.wait({work, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            work.cancel()
            await asyncio.wait({work}, timeout=5)
        if work.done() and not work.cancelled():
            work.result()
    except PlaywrightError as error:
        if not stop.is_set():
            raise error
    finally:
        stopping.cancel()


@asynccontextmanager
async def _stage(plan: Plan, capture: Capture, tape: Tape, authority: CertificateAuthority) -> AsyncIterator[Stage]:
    """A browser behind a recording door."""
    site = plan.site
    prelude = Prelude(capture.recording.seed, secrets.token_urlsafe(24))
    turns = Turns(prelude.clock.quiet(), tape.traffic)
    responder = RecordingResponder(
        tape,
        client(site.upstream, site.insecure),
        Origins(site.origins),
        prelude,
        turns,
        insecure=site.insecure,
        extra_headers=list(site.headers.items()),
    )
    door = await Door.open([responder], None, authority)
    try:
        async with (
            async_playwright() as playwright,
            launch(
                playwright,
                door.url,
                authority.spki,
                lock_down=False,
                headed=plan.headed,
                viewport=site.viewport,
                locale=site.locale,
                timezone=site.timezone,
                user_agent=site.user_agent or None,
            ) as context,
        ):
            stage = await Stage.open(
                context, site.base, timeout=site.timeout, ask=plan.ask, clock=prelude.clock, valve=tape.valve
            )
            turns.page = lambda: stage.page
            with contextlib.suppress(PlaywrightError):
                capture.recording.user_agent = str(await stage.page.evaluate("navigator.userAgent"))
            yield stage
            await responder.finish()
    finally:
        await responder.finish(0)
        await door.close()


def _failures(capture: Capture, plan: Plan) -> list[Failure]:
    where = dict(enumerate(step.where for step in plan.all_steps()))
    return [
        Failure(record.number, record.verb, record.args, where.get(record.number, ""), record.error)
        for record in capture.recording.steps
        if record.error
    ]

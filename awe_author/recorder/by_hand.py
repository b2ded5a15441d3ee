"""Recording by hand: a person drives the window, and what they come to see is kept until they close it.

Each document that the tab in front arrives at becomes a `goto` step and a page of the recording, as soon as it is
still.
"""

from __future__ import annotations

import asyncio

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, Page

from awe_author.archive.model import StepRecord
from awe_author.browser.step_language import step_of
from awe_author.recorder.run import Progress, Report, Run

IDLE_SECONDS = 0.3


async def watch(run: Run, entry: str, report: Report) -> None:
    """Open `entry` and keep every document the person visits; returns when the last tab is closed."""
    arrived: asyncio.Queue[str | None] = asyncio.Queue()
    followed: set[Page] = set()

    def follow(page: Page) -> None:
        if page in followed:
            return
        followed.add(page)
        page.on("framenavigated", lambda frame: _note(frame, page, arrived))
        page.on("close", lambda _: None if run.stage.context.pages else arrived.put_nowait(None))

    run.stage.context.on("page", follow)
    run.stage.context.on("close", lambda _: arrived.put_nowait(None))
    for page in run.stage.context.pages:
        follow(page)
    await run.stage.page.goto(entry, wait_until="commit")
    while (url := await arrived.get()) is not None:
        while not arrived.empty():
            following = arrived.get_nowait()
            if following is None:
                return
            url = following
        await asyncio.sleep(IDLE_SECONDS)
        await _keep(run, url, report)


def _note(frame: Frame, page: Page, arrived: asyncio.Queue[str | None]) -> None:
    if frame is page.main_frame and frame.url.startswith("http"):
        arrived.put_nowait(frame.url)


async def _keep(run: Run, url: str, report: Report) -> None:
    steps = run.capture.recording.steps
    if steps and steps[-1].url == url and steps[-1].error is None:
        return
    record = StepRecord(
        number=len(steps),
        verb="goto",
        args=url,
        started=run.now(),
        page=url,
        first_seq=min(run.tape.document_seq(url), run.tape.next_seq),
        url=url,
    )
    if steps:
        steps[-1].next_seq = record.first_seq
    if not run.capture.recording.clock_start:
        run.capture.recording.clock_start = record.started
    steps.append(record)
    run.tape.step = record.number
    for exchange in run.tape.exchanges:
        if exchange.seq >= record.first_seq:
            exchange.step = record.number
    try:
        await run.look(record)
        await run.keep_storage()
    except PlaywrightError as error:
        record.error = str(error).splitlines()[0]
    report(Progress(record.number, 0, step_of("goto", url), True, record.error, run.tape.traffic.total, run.tape.bytes))

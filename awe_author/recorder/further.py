"""After the steps: opens further rows of the lists of which they opened one (see `rows`), and keeps these pages."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from awe_author.archive.codings import decode_body
from awe_author.archive.httphead import header
from awe_author.browser.step_language import step_of
from awe_author.recorder.rows import Look, beside, is_rendered, more_rows
from awe_author.recorder.run import IMPATIENT, Progress, Report, Run

LONGEST = 150.0
"""Seconds after which no further page is opened."""
IN_VAIN = 2
"""Pages that lead elsewhere, one after the other, after which no further one is opened: the log-in may be over."""
MOST_LOOKS = 80
"""Pages in which lists are looked for, the last ones."""


async def open_further(run: Run, most: int, report: Report) -> int:
    """Open up to `most` pages, each list's after the list itself; returns how many were kept. What fails, and what
    leads elsewhere, is no page of the recording: its requests stay, no step does."""
    looks = [Look(url, html) for url, html, _ in run.looks[-MOST_LOOKS:]]
    opened = await asyncio.to_thread(lambda: [*_rendered(run)])
    lists = await asyncio.to_thread(more_rows, looks, opened, most) if opened else []
    clock, patience = asyncio.get_running_loop().time, run.stage.timeout
    until, kept, vain = clock() + LONGEST, 0, 0
    run.stage.timeout = min(patience, IMPATIENT)
    for place, (there, rows) in enumerate(lists):
        left = sum(len(of) for _, of in lists[place:])
        if rows and there and kept < most and vain < IN_VAIN and clock() < until:
            await _open(run, there, left + 1, report)
        waiting, tried = [*rows], set[str]()
        while waiting and kept < most and vain < IN_VAIN and clock() < until:
            url = waiting.pop(0)
            tried.add(url)
            if await _open(run, url, left, report):
                kept, vain = kept + 1, 0
                more = beside(url, Look(*run.looks[-1][:2]), opened)
                waiting[:0] = [one for one in more if one not in tried and one not in waiting]
            else:
                vain += 1
    run.stage.timeout = patience
    return kept


def _rendered(run: Run) -> Iterator[str]:
    """The addresses that the steps opened of documents which the server rendered."""
    exchanges = {exchange.seq: exchange for exchange in run.tape.exchanges}
    for url, _, text in run.looks:
        exchange = exchanges.get(run.tape.documents.get(url.partition("#")[0], -1))
        if exchange is None or exchange.status != 200 or exchange.method != "GET":
            continue
        coding = header(exchange.response_headers, "content-encoding")
        document = decode_body(exchange.response_body.read(), coding, partial=True)
        if document is not None and is_rendered(document.decode("utf-8", "replace"), text):
            yield url


async def _open(run: Run, url: str, total: int, report: Report) -> bool:
    steps = run.capture.recording.steps
    number, step = len(steps), step_of("goto", url, "further rows")
    report(Progress(number, number + total, step, False, None, run.tape.traffic.total, run.tape.bytes))
    record = await run.perform(number, step)
    report(Progress(number, number + total, step, True, None, run.tape.traffic.total, run.tape.bytes))
    seq = run.tape.documents.get(url, -1)
    there = next((exchange for exchange in reversed(run.tape.exchanges) if exchange.seq == seq), None)
    if record.error is None and record.url.partition("#")[0] == url and there is not None and there.status == 200:
        return True
    steps.remove(record)
    return False

"""After the steps: opens further rows of the lists of which they opened one (see `rows`), and keeps these pages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from awe_author.archive.capture import CapturedExchange
from awe_author.archive.codings import decode_body
from awe_author.archive.httphead import header
from awe_author.browser.step_language import step_of
from awe_author.recorder.records import Asked, more_records
from awe_author.recorder.rows import Look, beside, is_rendered, more_rows
from awe_author.recorder.run import IMPATIENT, Progress, Report, Run

LONGEST = 300.0
"""Seconds after which no further page is opened."""
IN_VAIN = 2
"""Pages that lead elsewhere, one after the other, after which no further one is opened: the log-in may be over."""
ROUNDS = 3
"""Pages that were opened may have further lists."""
MOST_LOOKS = 80
"""Pages in which lists are looked for, the last ones."""
LARGEST = 4_000_000
"""Bytes of a reply in which records are looked for."""
_CHANGES = frozenset({"PUT", "PATCH", "DELETE"})


async def open_further(run: Run, most: int, report: Report) -> int:
    """Open up to `most` pages, each list's after the list itself; returns how many were kept. What fails, and what
    leads elsewhere, is no page of the recording: its requests stay, no step does."""
    so_far = _Round(run, report, most, asyncio.get_running_loop().time() + LONGEST)
    patience, run.stage.timeout = run.stage.timeout, min(run.stage.timeout, IMPATIENT)
    for _ in range(ROUNDS):
        looks = [Look(url, html) for url, html, _ in run.looks[-MOST_LOOKS:]]
        opened = await asyncio.to_thread(lambda: [*_rendered(run)])
        known = [*opened, *so_far.tried]
        lists = await asyncio.to_thread(more_rows, looks, known, most - so_far.kept) if opened else []
        if not any(rows for _, rows in lists):
            break
        for there, rows in lists:
            await so_far.open(there, rows, opened)
    await so_far.open("", await asyncio.to_thread(_records, run, most - so_far.kept, so_far.tried), [])
    run.stage.timeout = patience
    return so_far.kept


@dataclass(slots=True)
class _Round:
    """What was opened so far."""

    run: Run
    report: Report
    most: int
    until: float
    """Time of the loop after which nothing more is opened."""
    kept: int = 0
    vain: int = 0
    tried: set[str] = field(default_factory=set)

    def _changed(self) -> bool:
        """Did the page that was opened change by itself what no step did? Then others might, too."""
        number = self.run.tape.step
        made = [(one.step, one.method, one.url) for one in self.run.tape.exchanges if one.method in _CHANGES]
        usual = {(method, url) for step, method, url in made if step != number}
        return any(step == number and (method, url) not in usual for step, method, url in made)

    def _take_back(self, opened: bool) -> None:
        """Keep nothing of the page that was opened last: what it changed is no part of what the steps did. Open no
        other."""
        if opened:
            self.run.capture.recording.steps.pop()
        self.run.tape.forget(len(self.run.capture.recording.steps))
        self.vain = IN_VAIN

    def _goes_on(self) -> bool:
        return self.kept < self.most and self.vain < IN_VAIN and asyncio.get_running_loop().time() < self.until

    async def open(self, there: str, rows: Sequence[str], opened: Sequence[str]) -> None:
        """The page with a list, then its rows and what is beside these."""
        if rows and there and self._goes_on():
            await _open(self.run, there, self.most - self.kept, self.report)
        waiting = [*rows]
        while waiting and self._goes_on():
            url = waiting.pop(0)
            self.tried.add(url)
            opened_it = await _open(self.run, url, self.most - self.kept, self.report)
            if self._changed():
                self._take_back(opened_it)
            elif opened_it and self.run.looks:
                self.kept, self.vain = self.kept + 1, 0
                more = beside(url, Look(*self.run.looks[-1][:2]), opened)
                waiting[:0] = [one for one in more if one not in self.tried and one not in waiting]
            else:
                self.vain += 1


def _rendered(run: Run) -> Iterator[str]:
    """The addresses that the steps opened of documents which the server rendered."""
    exchanges = {exchange.seq: exchange for exchange in run.tape.exchanges}
    for url, _, text in run.looks:
        exchange = exchanges.get(run.tape.documents.get(url.partition("#")[0], -1))
        if exchange is None or exchange.status != 200 or exchange.method != "GET":
            continue
        document = _body(exchange)
        if document is not None and is_rendered(document.decode("utf-8", "replace"), text):
            yield url


def _records(run: Run, most: int, tried: set[str]) -> list[str]:
    """The addresses of further records of an app whose pages scripts make."""
    scripted = dict.fromkeys(url for url, _, _ in run.looks)
    for url in {*_rendered(run), *tried}:
        scripted.pop(url, None)
    return more_records([*scripted], [*_asked(run)], most) if scripted else []


def _asked(run: Run) -> Iterator[Asked]:
    for exchange in run.tape.exchanges:
        kind = header(exchange.response_headers, "content-type") or ""
        if exchange.status == 200 and "json" in kind and exchange.response_body.size <= LARGEST:
            try:
                reply = json.loads(_body(exchange) or b"null")
            except (ValueError, RecursionError):
                continue
            yield Asked(exchange.url, exchange.request_body.read().decode("utf-8", "replace"), reply)


def _body(exchange: CapturedExchange) -> bytes | None:
    coding = header(exchange.response_headers, "content-encoding")
    return decode_body(exchange.response_body.read(), coding, partial=True)


async def _open(run: Run, url: str, total: int, report: Report) -> bool:
    steps = run.capture.recording.steps
    number, step = len(steps), step_of("goto", url, "further rows")
    report(Progress(number, number + total, step, False, None, run.tape.traffic.total, run.tape.bytes))
    record = await run.perform(number, step)
    report(Progress(number, number + total, step, True, None, run.tape.traffic.total, run.tape.bytes))
    seq = run.tape.document_seq(url)
    there = next((exchange for exchange in reversed(run.tape.exchanges) if exchange.seq == seq), None)
    if record.error is None and record.url.startswith(url) and there is not None and there.status == 200:
        return True
    steps.remove(record)
    return False

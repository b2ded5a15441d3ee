"""The whole of verifying: archive, browser, steps or pages, repeats, and the report about them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import async_playwright

from awe_author import __version__
from awe_author.archive import open_archive
from awe_author.archive.model import PageEntry
from awe_author.archive.reader import Archive
from awe_author.browser.find import chromium_version, find_chromium
from awe_author.door import CertificateAuthority
from awe_author.errors import InputError
from awe_author.fidelity.model import FidelityReport, Result, Thresholds
from awe_author.fidelity.pages import repeat_pages, unique_pages, verify_pages
from awe_author.fidelity.steps import verify_steps
from awe_author.fidelity.theatre import House, Theatre


@dataclass(slots=True)
class Reports:
    """Whom to tell while it works."""

    total: Callable[[int], None] = field(default=lambda number: None)
    """How many results there will be."""
    result: Callable[[Result], None] = field(default=lambda result: None)
    """One result is there."""
    phase: Callable[[str], None] = field(default=lambda text: None)
    """What begins now, in words."""
    repeated: Callable[[], None] = field(default=lambda: None)
    """A page was opened once more, for `repeat`."""


async def verify(
    paths: Sequence[Path | str],
    *,
    repeat: int = 1,
    pages: Sequence[str] = (),
    thresholds: Thresholds | None = None,
    patience: float = 20.0,
    authority: CertificateAuthority | None = None,
    reports: Reports | None = None,
) -> FidelityReport:
    """Replay what `paths` hold, with nothing else to ask, and compare it with the recording.

    `repeat`: how often each page is opened besides; its pictures must be equal. `pages`: parts of the addresses of the
    pages to repeat, none for all. `patience`: seconds for one step.
    Raises InputError for files that cannot be used and BrowserError when there is no browser.
    """
    if repeat < 1:
        raise InputError("a page must be opened at least once", where="--repeat", hint="give a number from 1 on")
    reports = reports or Reports()
    report = FidelityReport(
        [Path(path).name for path in paths], thresholds=thresholds or Thresholds(), software=f"awe-author/{__version__}"
    )
    report.started, began = time.time(), time.monotonic()
    report.browser = f"Chromium {chromium_version(find_chromium())}"
    archive = await asyncio.to_thread(open_archive, [Path(path) for path in paths])
    try:
        async with async_playwright() as playwright:
            house = House(archive, authority or CertificateAuthority.load(), playwright, patience)
            again = _to_repeat(archive, pages) if repeat > 1 else []
            await _fill(report, house, repeat, again, reports)
    finally:
        archive.close()
    report.seconds = time.monotonic() - began
    return report


def _to_repeat(archive: Archive, pages: Sequence[str]) -> list[PageEntry]:
    """The pages to open again and again. Raises InputError for a part that is in no page's address."""
    known = unique_pages(archive.pages)
    for part in pages:
        if not any(part in page.url for page in known):
            hint = "The recording has " + (", ".join(page.url for page in known[:8]) or "no pages") + "."
            raise InputError(f"no page's address contains {part}", where="--page", hint=hint)
    return [page for page in known if not pages or any(part in page.url for part in pages)]


async def _fill(
    report: FidelityReport, house: House, repeat: int, again: Sequence[PageEntry], reports: Reports
) -> None:
    archive = house.archive
    _describe(report, archive)
    steps = archive.recording.steps if archive.recording is not None else []
    reports.total(len(steps or archive.pages) + len(again) * repeat)
    theatres: list[Theatre]
    if steps:
        reports.phase("Performing the recorded steps")
        report.results, theatre = await verify_steps(house, reports.result)
        theatres = [theatre]
    else:
        report.kind = "pages"
        reports.phase("Opening the recorded pages")
        report.results, theatres = await verify_pages(house, reports.result)
    report.requests = sum(theatre.traffic.total for theatre in theatres)
    report.egress = [event for theatre in theatres for event in theatre.session.log.of("egress")]
    report.repeated = await repeat_pages(house, again, repeat, reports.phase, reports.repeated)


def _describe(report: FidelityReport, archive: Archive) -> None:
    recording = archive.recording
    if recording is not None:
        report.recorded_at = recording.clock_start or recording.created
        report.recorded_browser = f"Chromium {recording.browser}" if recording.browser else ""
    elif archive.pages:
        report.recorded_at = min(page.time for page in archive.pages)
    report.damage = list(archive.damage.problems)

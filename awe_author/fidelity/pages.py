"""Opens each page of a recording by its address: for archives without steps, and to repeat pages many times.

Each page gets a fresh session and a fresh browser profile, whose cookies and storage are those of that moment of the
recording. Archives of other tools may hold a screenshot (`urn:view:`); its size is the viewport then.
"""

from __future__ import annotations

import hashlib
import io
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from PIL import Image
from playwright.async_api import Error as PlaywrightError

from awe_author.archive.cursor import Cursor, last_write_before
from awe_author.archive.model import PageEntry, Recording, StepRecord
from awe_author.archive.reader import Archive
from awe_author.browser.facts import visible_text
from awe_author.browser.settle import come_to_rest, settled
from awe_author.errors import InputError
from awe_author.fidelity.compare import compare_texts
from awe_author.fidelity.misses import missed_since
from awe_author.fidelity.model import Repeated, Result
from awe_author.fidelity.steps import Told, compare_shot
from awe_author.fidelity.theatre import House, Theatre
from awe_author.replay.session import ReplaySession

AFTER_LOAD = 3.0
"""Seconds after a page's recorded time at which its clock stands in pictures, when nothing better is known."""
LOADED = 20.0
"""Seconds a page that is opened again and again has to come to rest before its long timers go on: a busy machine must
not make it look otherwise."""
LARGEST_VIEW = 5000


async def verify_pages(house: House, told: Told) -> tuple[list[Result], list[Theatre]]:
    """Open each page once and compare it with its recorded picture, when there is one."""
    results, theatres = [], []
    for number, page in enumerate(house.archive.pages):
        wanted = house.archive.resource(f"urn:view:{page.url}")
        async with house.theatre(viewport=_size_of(wanted)) as theatre:
            result = await _open(theatre, house.archive, page, number, wanted)
        results.append(result)
        theatres.append(theatre)
        told(result)
    return results, theatres


async def _open(theatre: Theatre, archive: Archive, page: PageEntry, number: int, wanted: bytes | None) -> Result:
    began = time.monotonic()
    result = Result(number, "goto", page.url, page.title or None, page.url, page.title)
    png = await _visit(theatre, page, clock_of(archive, page), result)
    if png is not None:
        try:
            compare_shot(result, wanted, png)
        except InputError as error:
            result.note = error.what
    recorded = archive.resource(f"urn:text:{page.url}")
    if recorded is not None and result.error is None:
        replayed = await visible_text(theatre.stage.page)
        result.text = compare_texts(recorded.decode("utf-8", "replace"), replayed)
    result.missed = missed_since(theatre.session, archive, 0)
    result.console = [line for line in theatre.console.take() if line["level"] in ("error", "exception")]
    result.seconds = time.monotonic() - began
    return result


async def _visit(
    theatre: Theatre, page: PageEntry, clock: float, result: Result, *, in_two: bool = False
) -> bytes | None:
    """Go there and wait until it stands still; the picture, None when it did not come to that.

    `in_two`: long timers and intervals wait until the page has loaded and stands still, and only then get the time up
    to the picture. So how often they went off does not depend on how fast the machine loaded the page.
    """
    stage = theatre.stage
    if in_two:
        begin_at(theatre.session, page)
    try:
        answer = await stage.page.goto(page.url, wait_until="commit", timeout=stage.milliseconds)
        if answer is not None and answer.status >= 400:
            result.note = f"The page was answered with status {answer.status}."
        if in_two:
            await theatre.limit_timers(min(page.time, clock), hold=True)
            patient = replace(theatre.limits, cap=max(theatre.limits.cap, LOADED))
            await come_to_rest(stage, theatre.traffic, patient)
            await theatre.time_for_timers(clock)
        else:
            await theatre.limit_timers(clock)
        async with settled(stage, theatre.traffic, clock * 1000, theatre.limits) as rest:
            result.stable = rest.shot.stable
            return rest.shot.png
    except (PlaywrightError, TimeoutError) as error:
        result.error = f"the page could not be opened: {str(error).splitlines()[0]}"
        return None


def begin_at(session: ReplaySession, page: PageEntry) -> None:
    """Let a session begin where the page was recorded: what had been written by then has been written, the browser is
    logged in if it was, it is that time, and WebSockets have said what they had said by the picture."""
    step = step_of(session.archive.recording, page)
    if step is not None:
        session.cursor = Cursor(last_write_before(session.archive, step.next_seq) or 0)
        session.rerun.opened = step.next_seq
        session.clock.set(page.time)
        session.progress.clock_started = True
        session.rerun.picture = step.clock if step.clock is not None else page.time + AFTER_LOAD


async def repeat_pages(
    house: House, pages: Sequence[PageEntry], times: int, told: Callable[[str], None], done: Callable[[], None]
) -> list[Repeated]:
    """Open each of `pages` `times` times; `told` hears what begins, `done` is called after each."""
    found = []
    for page in pages:
        repeated = Repeated(page.url, [])
        for turn in range(times):
            told(f"{page.url} ({turn + 1} of {times})")
            await _once_more(house, page, repeated)
            done()
        found.append(repeated)
    return found


async def _once_more(house: House, page: PageEntry, repeated: Repeated) -> None:
    """Open the page and keep the hash of its picture, or why there is none."""
    async with house.theatre() as theatre:
        result = Result(0, "goto", page.url)
        png = await _visit(theatre, page, clock_of(house.archive, page), result, in_two=True)
        if png is not None:
            repeated.hashes.append(hashlib.sha256(png).hexdigest())
        if png is None or is_miss(theatre.session, page):
            repeated.problem = result.error or "No document was recorded for this address."


def is_miss(session: ReplaySession, page: PageEntry) -> bool:
    """Was there nothing to answer the page itself with?"""
    misses = [*session.log.of("miss"), *session.log.of("egress")]
    wanted = page.url.partition("#")[0]
    return any(fact["url"] == wanted and fact.get("destination") == "document" for fact in misses)


def unique_pages(pages: Sequence[PageEntry]) -> list[PageEntry]:
    """Each address once: the first time it was kept."""
    first: dict[str, PageEntry] = {}
    for page in pages:
        first.setdefault(page.url, page)
    return list(first.values())


def clock_of(archive: Archive, page: PageEntry) -> float:
    """Where the page's clock stood when its picture was recorded (epoch seconds)."""
    step = step_of(archive.recording, page)
    return step.clock if step is not None and step.clock is not None else page.time + AFTER_LOAD


def step_of(recording: Recording | None, page: PageEntry) -> StepRecord | None:
    """The step that kept this address as a page, the first time it did."""
    steps = recording.steps if recording is not None else []
    return next((step for step in steps if step.page is not None and step.url == page.url), None)


def _size_of(picture: bytes | None) -> dict[str, int] | None:
    """The viewport that a recorded picture shows, None when it is unknown or no sensible window."""
    if picture is None:
        return None
    try:
        width, height = Image.open(io.BytesIO(picture)).size
    except (OSError, ValueError):
        return None
    return {"width": width, "height": height} if max(width, height) <= LARGEST_VIEW else None

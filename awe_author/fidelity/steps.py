"""Performs the recorded steps again and compares what is seen after each of them.

A step gets the moment, the answers and the time it had while recording: the clock is set to its recorded start, answers
recorded during it are preferred, and the picture is taken at the recorded moment of the page's clock, not before its
recorded requests were made (or as much time has passed). So what shows depends on the replay, not on how fast it is.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import Error as PlaywrightError

from awe_author.archive.model import Entry, StepRecord
from awe_author.archive.reader import Archive
from awe_author.browser.facts import visible_text
from awe_author.browser.settle import settled, shoot_until
from awe_author.browser.step_language import Step, step_of
from awe_author.browser.steps import StepFailed, perform
from awe_author.errors import InputError
from awe_author.fidelity.compare import compare_pictures, compare_texts
from awe_author.fidelity.misses import missed_since
from awe_author.fidelity.model import Pictures, Result
from awe_author.fidelity.theatre import House, Theatre
from awe_author.json_types import Json

IMPATIENT = 5.0
"""Seconds a step may take after the step before it failed."""
PATIENCE = 12.0
"""Seconds that a step's recorded requests are waited for at most."""
SETTLING = 0.9
"""Seconds that settling takes at least; it begins so much before the recorded moment of the picture."""
AT_ONCE = 0.4
"""Seconds within which a page has drawn what an interval did."""
REDRAWN = 1.3
"""Seconds within which a page that redraws once a second has done so."""
TICK = 1.15
"""Seconds: more than the interval of anything that redraws about once a second."""
SHIFTS = (-0.25, -0.5, -1.0, 0.25, 0.5, 1.0)
"""Seconds by which a page's own time may be off: it counts from when a script ran, sooner or later than when recorded.
Back first, since going forward lets timeouts happen."""
SOON = 2.0
"""Seconds during which a picture that differs may still become the recorded one."""

Told = Callable[[Result], None]


@dataclass(slots=True)
class StepRun:
    """One pass over all recorded steps in one theatre."""

    theatre: Theatre
    archive: Archive
    steps: Sequence[StepRecord]
    monotonic: Callable[[], float] = time.monotonic
    _by_step: dict[int, list[Entry]] = field(default_factory=dict)
    _known_errors: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        for entry in self.archive.entries():
            if entry.step is not None and entry.status:
                self._by_step.setdefault(entry.step, []).append(entry)
        self._known_errors = {_gist(line) for step in self.steps for line in step.console}

    async def all(self, told: Told) -> list[Result]:
        """Perform every step; a step that fails is noted and the rest goes on."""
        patience, results = self.theatre.stage.timeout, []
        for record in self.steps:
            result = await self.one(record)
            self.theatre.stage.timeout = patience if result.error is None else min(patience, IMPATIENT)
            results.append(result)
            told(result)
        return results

    async def one(self, record: StepRecord) -> Result:
        """Perform one step and compare."""
        began, session = self.monotonic(), self.theatre.session
        noted = session.log.total
        result = Result(record.number, record.verb, label_of(record.args), record.page, record.url, record.title)
        session.pin(record.number)
        await self.theatre.set_clock(record.started)
        if record.clock is not None:
            await self.theatre.limit_timers(record.clock)
        await self._perform(record, result)
        late = await self._catch_up(record, began)
        await self._compare(record, result, late)
        result.missed = missed_since(session, self.archive, noted, record.number)
        result.console = [line for line in self.theatre.console.take() if self._is_new(line)]
        result.seconds = self.monotonic() - began
        return result

    async def _perform(self, record: StepRecord, result: Result) -> None:
        stage = self.theatre.stage
        before = stage.timeout
        if record.error is not None:
            stage.timeout = min(before, 2.0)
        try:
            await perform(_step(record), stage)
        except (StepFailed, InputError) as error:
            if record.error is None:
                result.error = f"{error.what}\n{error.hint}".strip()
            else:
                result.note = f"This step failed while recording, too: {record.error}"
        finally:
            stage.timeout = before

    async def _catch_up(self, record: StepRecord, began: float) -> float:
        """Until the step's recorded requests were made, or its recorded time is over; and not before the moment at
        which settling began while recording. Returns by how many seconds that was later than then."""
        session, entries = self.theatre.session, self._by_step.get(record.number, [])
        until_picture = (record.clock - record.started) if record.clock is not None else 0.0
        start = began + min(max(until_picture - SETTLING, 0.0), PATIENCE)
        end = began + min(max(until_picture, 0.0), PATIENCE)
        while (now := self.monotonic()) < end:
            asked = all(session.cursor.was_served(entry.seq) for entry in entries)
            if asked and now >= start:
                break
            await asyncio.sleep(0.05)
        if record.clock is not None:
            # Once more, for the documents that have come since.
            await self.theatre.limit_timers(record.clock)
        return max(0.0, self.monotonic() - start)

    async def _compare(self, record: StepRecord, result: Result, late: float) -> None:
        """`late`: seconds by which the step took longer than while recording."""
        wanted = self.archive.resource(record.screenshot) if record.screenshot else None
        clock_ms = record.clock * 1000 if record.clock is not None else None
        stage, traffic = self.theatre.stage, self.theatre.traffic
        try:
            async with settled(stage, traffic, clock_ms, self.theatre.limits) as rest:
                result.stable = rest.shot.stable and record.stable
                compare_shot(result, wanted, rest.shot.png)
                await self._compare_text(record, result, rest.page)
                if result.outcome == "different" and wanted is not None:
                    await self._look_again(result, wanted, record.clock, late)
                    await self._compare_text(record, result, rest.page)
        except (PlaywrightError, TimeoutError) as error:
            result.error = result.error or f"the page could not be looked at: {str(error).splitlines()[0]}"

    async def _look_again(self, result: Result, wanted: bytes, clock: float | None, late: float) -> None:
        """A picture is taken within a second or so, and things happen in it: the replay needed a moment more; a page
        that redraws once a second did so last a moment before, or counts from a moment that came sooner or later; a
        message went away a moment after."""
        if await self._becomes(result, wanted, SOON) or clock is None:
            return
        for ticked in (1.0, 1.25, 1.75):
            await self.theatre.freeze(clock, ticked)
            if await self._becomes(result, wanted, AT_ONCE):
                return
        for shift in SHIFTS:
            # An interval that went off just before is due only now.
            ticked += TICK
            await self.theatre.freeze(clock + shift, ticked - shift)
            if await self._becomes(result, wanted, REDRAWN):
                result.note = (
                    "The recorded picture shows the time of its last redrawing, up to a second earlier."
                    if shift < 0
                    else "The recorded picture shows a time that the page counted from up to a second earlier."
                )
                return
        await self.theatre.freeze(clock)
        await self.theatre.time_for_timers(clock + 1.5 + late)
        if await self._becomes(result, wanted, REDRAWN):
            result.note = "The recorded picture shows what went away a moment later."

    async def _becomes(self, result: Result, wanted: bytes, seconds: float) -> bool:
        """Does the page show the recorded picture within `seconds`? Then that is the result."""
        picture = await shoot_until(self.theatre.stage, lambda png: same_picture(wanted, png), seconds)
        if picture is not None:
            compare_shot(result, wanted, picture)
        return picture is not None

    async def _compare_text(self, record: StepRecord, result: Result, page: Any) -> None:
        """Text is taken a moment after the picture, so that it may be newer by one redrawing: the better one counts."""
        recorded = self.archive.resource(record.text) if record.text else None
        if recorded is None or (result.text is not None and result.text.same):
            return
        async with asyncio.timeout(8):
            replayed = await visible_text(page)
        result.text = compare_texts(recorded.decode("utf-8", "replace"), replayed)

    def _is_new(self, line: dict[str, Any]) -> bool:
        return line["level"] in ("error", "exception") and _gist(line) not in self._known_errors


async def verify_steps(house: House, told: Told) -> tuple[list[Result], Theatre]:
    """Perform all recorded steps in one fresh theatre."""
    recording = house.archive.recording
    steps = recording.steps if recording is not None else []
    async with house.theatre() as theatre:
        return await StepRun(theatre, house.archive, steps).all(told), theatre


def compare_shot(result: Result, wanted: bytes | None, png: bytes) -> None:
    """Note both pictures and what differs."""
    result.pictures = Pictures(wanted, png)
    if wanted is not None:
        result.pixels, result.pictures.difference = compare_pictures(wanted, png)


def same_picture(wanted: bytes, png: bytes) -> bool:
    return wanted == png or compare_pictures(wanted, png)[0].same


def label_of(args: Json) -> str:
    """A step's arguments in a few words: where it went, what it touched."""
    if isinstance(args, list):
        args = "  ".join(str(part) for part in args if not isinstance(part, dict | list))
    text = " ".join(str(args).split())
    return text if len(text) <= 120 else text[:119] + "…"


def _step(record: StepRecord) -> Step:
    return step_of(record.verb, record.args, f"recorded step {record.number}")


def _gist(line: dict[str, Any]) -> str:
    """A console line without what changes from run to run: numbers and addresses' queries."""
    text = re.sub(r"\?\S*", "?", str(line.get("text", "")))
    return re.sub(r"\d+", "0", text)

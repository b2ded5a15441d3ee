"""Oracles of user steps, performed in a browser in front of the task's world.

Each is performed twice, in fresh browsers and sessions. What the first left behind is the evidence of the solution; its
event log is what the oracle does, so that mutants, other moments and second processes need no browser any more.

    performed = perform_all([file, ...])        # id of the task -> Performance
    runs = StepRuns(file, performed["sdr-017"])
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Playwright, async_playwright

from awe_author.browser.facts import visible_text
from awe_author.errors import AweError, BrowserError
from awe_author.evaluation.derive import acts_of
from awe_author.evaluation.evidence import Evidence, Facts, History
from awe_author.evaluation.oracle import Oracle, OracleFailed, perform
from awe_author.json_types import JsonObject
from awe_author.project.driving import Ride, ride
from awe_author.project.looking import LOOK
from awe_author.project.oracle_steps import OracleStep, only_looks
from awe_author.project.tasks import TaskFile

LOOKING = frozenset({"page", "url", "file", "python", "judge"})
"""Kinds of checkpoints that look, or can look, at what a browser shows."""
SHOWN = 300
"""Characters of a page that a message quotes."""


@dataclass(frozen=True)
class Performance:
    """What came of the steps of one oracle."""

    evidence: Evidence
    places: tuple[int, ...]
    """How many events there were after each step."""

    looks: tuple[Facts, ...] = ()
    """What was known after each step, where the task looks at pages."""

    untouched: Facts | None = None
    """What a browser shows of the untouched world, where the task looks at pages."""

    again: Evidence | None = None
    """What the second performance left behind."""

    prefixes: Mapping[int, Evidence] = field(default_factory=dict)
    """Evidence of beginnings that had to be performed by themselves."""

    shown: str = ""
    """Visible texts of the pages on the way."""


def perform_all(
    files: Sequence[TaskFile],
    *,
    again: bool = True,
    patience: float = 20.0,
    step: Callable[[str], object] = lambda id: None,
) -> dict[str, Performance | OracleFailed]:
    """Perform the steps of every oracle that has some, one after the other: id of the task -> what came of it.

    `again`: a second time, too. Raises BrowserError when there is no browser.
    """
    return asyncio.run(_perform_all([one for one in files if one.steps], again, patience, step))


async def _perform_all(
    files: Sequence[TaskFile], again: bool, patience: float, step: Callable[[str], object]
) -> dict[str, Performance | OracleFailed]:
    found: dict[str, Performance | OracleFailed] = {}
    if not files:
        return found
    async with async_playwright() as driver:
        for file in files:
            step(file.task.id)
            try:
                found[file.task.id] = await _performance(file, again, patience, driver)
            except OracleFailed as failed:
                found[file.task.id] = failed
    return found


async def _performance(file: TaskFile, again: bool, patience: float, driver: Playwright) -> Performance:
    looking = any(one.kind in LOOKING for one in file.task.checkpoints)
    first = await _once(file, patience, driver, looking=looking)
    if looking:
        first = replace(first, untouched=(await _once(file, patience, driver, only=0)).evidence.facts)
        alone: dict[int, Evidence] = {}
        for only, evidence in StepRuns(file, first).prefixes():
            if file.scorer.verdict(evidence, history=False).outcome == "invalid":  # a page that nobody opened yet
                alone[only] = (await _once(file, patience, driver, only=only)).evidence
        first = replace(first, prefixes=alone)
    return replace(first, again=(await _once(file, patience, driver)).evidence) if again else first


async def _once(
    file: TaskFile, patience: float, driver: Playwright, *, only: int | None = None, looking: bool = False
) -> Performance:
    """Perform the steps (the first `only`) in a fresh browser. Raises OracleFailed."""
    places: list[int] = []
    looks: list[Facts] = []
    texts: dict[str, None] = {}
    steps = file.steps[:only]
    try:
        async with ride(file, patience=patience, orderly=True, driver=driver) as at:
            await at.rest()
            texts[await _text(at)] = None
            for place, one in enumerate(steps):
                await _do(at, place, one, steps[place + 1] if place + 1 < len(steps) else None)
                places.append(len(at.session.events(after=0)))
                texts[await _text(at)] = None
                if looking:
                    looks.append(await at.facts())
            if file.oracle is not None and file.oracle.answered:
                at.say(file.oracle.answer)
            return Performance(await at.evidence(), tuple(places), tuple(looks), shown="\n".join(texts))
    except (OracleFailed, BrowserError):
        raise
    except (AweError, PlaywrightError) as error:
        what = error.what if isinstance(error, AweError) else str(error).splitlines()[0]
        where = error.where if isinstance(error, AweError) and error.where else str(file.path)
        raise OracleFailed(f"{where}: {what}", where=where) from error


async def _do(at: Ride, place: int, one: OracleStep, following: OracleStep | None) -> None:
    try:
        await at.perform(one, following)
    except (AweError, PlaywrightError) as error:
        what = error.what if isinstance(error, AweError) else str(error).splitlines()[0]
        told = f"{one.where or f'step {place + 1}'} ({one.verb} {one.args}): {what}; {await _shown(at)}"
        hint = error.hint if isinstance(error, AweError) and error.hint else "Look at the page; a wait may help."
        raise OracleFailed(told, where=one.where, hint=hint) from error


async def _shown(at: Ride) -> str:
    """What the page in front shows, in a few words."""
    if at.page.is_closed():
        return "no page is open any more"
    text = " ".join((await _text(at)).split())
    seen = text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."
    return f"the page {at.page.url} shows {seen!r}" if seen else f"the page {at.page.url} shows nothing"


async def _text(at: Ride) -> str:
    """The visible text of the page in front, as far as it can be read."""
    with contextlib.suppress(PlaywrightError, TimeoutError):
        async with asyncio.timeout(LOOK):
            return "" if at.page.is_closed() else await visible_text(at.page) or ""
    return ""


@dataclass
class StepRuns:
    """See `qa.admission.Runs`: all from one performance and its event log."""

    file: TaskFile
    performance: Performance
    seen: list[str] = field(default_factory=list)

    @cached_property
    def acts(self) -> Sequence[JsonObject]:
        """See `Runs`."""
        return acts_of(self.performance.evidence.events)

    def oracle(self, *, shift: int = 0, seed: int = 0, before: float = 0, behind: float = 0) -> Evidence:
        """See `Runs`."""
        if shift or seed or before or behind:
            return self.replayed(shift=shift, seed=seed, before=before, behind=behind)
        return self.performance.evidence

    def replayed(self, *, shift: int = 0, seed: int = 0, before: float = 0, behind: float = 0) -> Evidence:
        """What the actions of the event log lead to, without a browser. Raises OracleFailed."""
        session = self.file.world.session(self.file.task, shift=shift, seed=seed)
        if before:
            session.advance(by=before)
        perform(Oracle("act", tuple(self.acts), file=str(self.file.path)), session, user=self.file.task.user)
        if behind:
            session.advance(by=behind)
        return Evidence(History.of(session), self.performance.evidence.facts)

    def again(self) -> Evidence:
        """The second performance; the first when there was none."""
        return self.performance.again or self.performance.evidence

    def shown(self) -> str:
        """See `Runs`."""
        return self.performance.shown

    def untouched(self) -> Facts | None:
        """See `Runs`."""
        return self.performance.untouched

    def prefixes(self) -> Iterator[tuple[int, Evidence]]:
        """Every beginning after which something was still to be done: an event, or a step on pages that are looked at.

        The answer, which comes last, is given along where it is not all that the task asks for.
        """
        done, steps = self.performance.evidence, self.file.steps
        length = len(steps)
        while length and only_looks(steps[length - 1]):
            length -= 1
        asked = any(one.kind != "answer" for one in self.file.task.checkpoints)
        for only in range(length):
            place = self.performance.places[only - 1] if only else 0
            if not self.performance.looks and place == len(done.events):
                return
            if only in self.performance.prefixes:
                yield only, self.performance.prefixes[only]
                continue
            seen = self._seen(only)
            facts = replace(seen, answer=done.facts.answer if asked else None, answered=done.facts.answered and asked)
            yield only, Evidence(done.until(place).history, facts)

    def _seen(self, only: int) -> Facts:
        if self.performance.looks:
            return self.performance.looks[only - 1] if only else self.performance.untouched or Facts()
        done = self.performance.evidence.facts
        return replace(done, trajectory=(done.trajectory or ())[:only])

    def watched(self) -> Sequence[str]:
        """See `Runs`."""
        return tuple(dict.fromkeys(self.seen))

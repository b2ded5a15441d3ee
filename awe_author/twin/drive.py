"""Sets the stage for a twin run: two doors, two browsers, one step list; gives the report."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import async_playwright

from awe_author import __version__
from awe_author.archive.model import Recording
from awe_author.browser.step_language import Goto, Step, step_of
from awe_author.browser.steps import origin_of
from awe_author.door import CertificateAuthority
from awe_author.errors import InputError
from awe_author.fidelity.theatre import base_of
from awe_author.recorder.origins import check_origin
from awe_author.replay.session import ReplaySession, first_moment
from awe_author.session.moments import SECOND, parse_moment, seconds
from awe_author.session.session import Session
from awe_author.session.timeline import ROOT
from awe_author.twin.baseline import Baseline, Earlier, drive_alone
from awe_author.twin.likeness import Likeness
from awe_author.twin.model import Thresholds, TwinReport
from awe_author.twin.questions import Question
from awe_author.twin.reset import command_of, put_back
from awe_author.twin.run import Acts, Progress, Told, TwinRun
from awe_author.twin.sides import Ground, live_side, mock_side

BEHIND = 1.0
"""Seconds from which on a mock's clock is moved on."""


@dataclass(slots=True)
class ServedMock:
    """One open session of a mock."""

    name: str
    replay: ReplaySession
    session: Session | None = None
    """The state's session; None when the mock is a recording without state."""
    hash: str = ""


@dataclass(slots=True)
class Plan:
    """What to compare, and how."""

    mock: ServedMock
    live: str
    """URL of the live app: its public name, or the place where it stands."""
    steps: Sequence[Step]
    origins: dict[str, str] = field(default_factory=dict)
    """Public origin -> place behind it."""
    timeout: float = 20.0
    insecure: bool = False
    thresholds: Thresholds = field(default_factory=Thresholds)
    steps_files: list[str] = field(default_factory=list)
    baseline: str | None = None
    """Command that puts the live app back to where the steps begin; then it is driven alone once before."""


async def twin(plan: Plan, told: Told, authority: CertificateAuthority | None = None) -> TwinReport:
    """Drive both and compare. Raises AweError when either cannot be driven at all."""
    if plan.baseline is not None:
        command_of(plan.baseline)  # told now, not after the first run
    base, origins = _addresses(plan)
    steps = _steps(plan, base)
    replay = plan.mock.replay
    report = TwinReport(
        mock=plan.mock.name,
        live=plan.live,
        steps_files=plan.steps_files,
        thresholds=plan.thresholds,
        mock_hash=plan.mock.hash,
        software=f"awe-author/{__version__}",
        started=time.time(),
        clock="real" if replay.real_time else "recorded",
    )
    async with async_playwright() as playwright:
        trusted = authority or CertificateAuthority.load()
        ground = Ground(playwright, trusted, base, replay.recording, timeout=plan.timeout)
        earlier = await _alone(plan, ground, origins, steps, told) if plan.baseline is not None else None
        async with (
            live_side(ground, origins, insecure=plan.insecure) as live,
            mock_side(ground, replay, _stamps(plan.mock)) as mock,
        ):
            acts, on = Acts(_acts(plan.mock.session), _faults(replay)), keep_up(plan.mock.session)
            run = TwinRun(live, mock, _params(replay.recording), _stretch(replay), acts, on)
            await run.perform(steps, told)
            baseline = Baseline.of(run.comparison, earlier) if earlier is not None else None
            run.comparison.known = baseline
            await run.finish()
    report.baseline = baseline.scores() if baseline is not None else {}
    _fill(report, run)
    return report


def _steps(plan: Plan, base: str) -> list[Step]:
    """The steps of the plan; they begin at the entry page when they do not say where."""
    steps = list(plan.steps)
    if not steps:
        raise InputError("there are no steps", where="--steps", hint="Write what a user does: docs/guide/steps.md")
    return steps if isinstance(steps[0].action, Goto) else [step_of("goto", base + "/", "entry"), *steps]


def _fill(report: TwinReport, run: TwinRun) -> None:
    """What the run found."""
    report.steps, report.repeats = run.comparison.results, run.comparison.repeats
    report.entities = run.entities
    report.ids = len(run.likeness.ids.live)
    report.volatile = learned_of(run.likeness)
    report.seconds = time.time() - report.started


async def _alone(plan: Plan, ground: Ground, origins: dict[str, str], steps: list[Step], told: Told) -> Earlier:
    """A run of the live app alone; after it the app is put back."""
    assert plan.baseline is not None
    async with live_side(ground, origins, insecure=plan.insecure) as live:
        earlier = await drive_alone(live, steps, lambda number, step: told(Progress(number, len(steps), step)))
    await put_back(plan.baseline)
    return earlier


def learned_of(likeness: Likeness) -> dict[str, list[str]]:
    """Operation -> what was left out of the comparison: fields, and the order of lists."""
    found = {operation: sorted(paths) for operation, paths in likeness.volatile.items() if paths}
    orders: dict[str, set[str]] = {}
    for question, paths in likeness.unordered.items():
        if isinstance(question, Question):
            orders.setdefault(question.operation, set()).update(paths)
    for operation, paths in orders.items():
        found.setdefault(operation, []).extend(f"{path} (order)" for path in sorted(paths))
    return found


def _addresses(plan: Plan) -> tuple[str, dict[str, str]]:
    """The origin that both pages live at, and where the live app really stands.

    The mock knows the app by its recorded origin. When the live app is named by another one and nothing says what
    stands where, it is taken for the place behind the recorded origin.
    """
    live = check_origin(origin_of(plan.live), "--live")
    recorded = base_of(plan.mock.replay.archive)  # type: ignore[arg-type]
    origins = dict(plan.origins)
    if live == recorded or live in origins:
        return live, origins
    if not origins:
        origins[recorded] = live
    if recorded not in origins:
        raise InputError(
            f"the mock was recorded at {recorded}, and nothing says where that stands",
            where="--live",
            hint=f"Add --origin {recorded}={live}",
        )
    return recorded, origins


def _stamps(mock: ServedMock) -> Callable[[], float]:
    """The time at which the mock stamps what it makes: that of its state, else that of its pages."""
    session = mock.session
    if session is None:
        return mock.replay.clock.now
    return lambda: seconds(parse_moment(session.clock))


def keep_up(session: Session | None) -> Callable[[float], None]:
    """Moves the session's clock on to as many seconds as a run has taken, once something was done in it; never back.

    A live app's clock runs while a machine works, and a mock's only steps: where steps take long, what was made in one
    would be minutes old in the live app and seconds in the mock.
    """
    if session is None:
        return lambda elapsed: None
    began = parse_moment(session.clock)

    def on(elapsed: float) -> None:
        behind = elapsed - (parse_moment(session.clock) - began) / SECOND
        if behind >= BEHIND and session.head != ROOT:
            session.advance(by=behind)

    return on


def _stretch(replay: ReplaySession) -> tuple[tuple[float, float], ...]:
    """The time of the recording, which the mock's recorded answers are stamped with."""
    recording = replay.recording
    if recording is None or not recording.steps:
        return ()
    last = max(step.clock or step.started for step in recording.steps)
    return ((first_moment(replay.archive), last),)


def _params(recording: Recording | None) -> frozenset[tuple[str, str]]:
    learned = recording.learned if recording is not None else []
    return frozenset((str(one.get("operation", "")), str(one.get("param", ""))) for one in learned)


def _faults(replay: ReplaySession) -> Callable[[], list[str]]:
    """Tells the mistakes in features that the session's log got since the last call, each once."""
    known = [replay.log.total]

    def since() -> list[str]:
        fresh = [event for event in replay.log.of("feature_fault", "surface") if event["n"] >= known[0]]
        known[0] = replay.log.total
        return list(dict.fromkeys(_fault(event) for event in fresh))

    return since


def _fault(event: dict[str, Any]) -> str:
    told = (event.get(name) for name in ("feature", "where", "what", "detail"))
    return ": ".join(str(part) for part in told if part)


def _acts(session: Session | None) -> Callable[[], list[str]]:
    """Names the actions that the session's log got since the last call."""
    known = [session.head if session is not None else 0]

    def since() -> list[str]:
        if session is None:
            return []
        fresh = session.events(after=known[0])
        known[0] = max([known[0], *(event.node for event in fresh)])
        return [f"{event.app}.{event.action}" for event in fresh if event.action]

    return since

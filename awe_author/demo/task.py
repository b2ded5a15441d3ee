"""The demo's second half: a task in the mocks of the repository, done in a browser by its oracle and scored.

The task goes across two apps that were recorded once and given a state: Ghost, a blog, and Label Studio.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from awe_author.evaluation.verdict import Verdict
from awe_author.json_types import JsonObject
from awe_author.project.driving import Ride, ride
from awe_author.project.oracle_steps import OracleStep
from awe_author.project.tasks import TaskFile
from awe_author.session.events import Event

TASK = Path("tasks/publishing/pub-11-story.yaml")
HERE = Path(__file__).parent
PATIENCE = 60.0
"""Seconds that one step may take; a slow machine is no reason to fail."""


@dataclass(frozen=True, slots=True)
class Played:
    """What came of doing the task once and taking it back."""

    task: str
    untouched: Verdict
    solved: Verdict
    rewound: Verdict
    rewind: float
    """Seconds that taking everything back took."""
    events: tuple[Event, ...]
    steps: int
    seconds: float
    picture: Path

    @property
    def passed(self) -> bool:
        """Did the score tell the three moments apart?"""
        return self.solved.outcome == "pass" and self.untouched.score == self.rewound.score == 0

    def to_json(self) -> JsonObject:
        """For `--json`."""
        return {
            "task": self.task, "passed": self.passed, "untouched": self.untouched.to_json(),
            "solved": self.solved.to_json(), "rewound": self.rewound.to_json(), "rewind_seconds": self.rewind,
            "events": [event.to_json() for event in self.events], "steps": self.steps,
            "seconds": round(self.seconds, 1), "picture": str(self.picture),
        }  # fmt: skip


def repository_task(start: Path) -> Path | None:
    """The task, when the mocks are there: beside the package (a checkout) or below `start`."""
    return next((path for path in (start / TASK, HERE.parents[1] / TASK) if path.is_file()), None)


async def play(file: TaskFile, picture: Path, told: Callable[[int, OracleStep], object]) -> Played:
    """Score the untouched world, perform the oracle's steps, score, rewind, score.

    `told` hears of each step before it is done. Writes the last page to `picture` (PNG). Raises StepFailed when a step
    cannot be done, BrowserError when there is no browser, InputError when a recording cannot be used.
    """
    began = time.monotonic()
    async with ride(file, patience=PATIENCE, orderly=True) as at:
        await at.rest()
        untouched = await _score(at)
        for place, step in enumerate(file.steps):
            told(place, step)
            await at.perform(step, file.steps[place + 1] if place + 1 < len(file.steps) else None)
        solved = await _score(at)
        picture.parent.mkdir(parents=True, exist_ok=True)
        await at.page.screenshot(path=picture)
        events = tuple(event for event in at.session.events(after=0) if event.kind == "action")
        moment = time.perf_counter()
        at.session.reset()
        rewind = time.perf_counter() - moment
        rewound = await _score(at)
    return Played(
        file.task.id, untouched, solved, rewound, rewind, events, len(file.steps), time.monotonic() - began, picture
    )


async def _score(at: Ride) -> Verdict:
    return at.scorer.verdict(await at.evidence())

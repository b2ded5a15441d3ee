"""The part of `awe-author demo` about state: a task in two mocks, its score before, after, and taken back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from awe_author.cli.output import Output
from awe_author.demo.task import Played, play, repository_task
from awe_author.evaluation.verdict import Verdict
from awe_author.json_types import Json
from awe_author.project.oracle_steps import OracleStep
from awe_author.project.tasks import TaskReader
from awe_author.session.events import Event
from awe_author.state.types import Change

SHOWN = 3
"""Changes of one event that are shown."""
WIDE = 40
"""Characters of a value that are shown."""

Tell = Callable[[Output, int, str], None]


def perform_task(output: Output, out: Path, first: int, tell: Tell) -> Played | None:
    """Chapters `first` and on of the demo; None, with a remark, when the mocks are not there.

    Raises what `demo.task.play` raises.
    """
    path = repository_task(Path.cwd())
    if path is None:
        output.note("The rest of the demo needs a checkout: its mocks (recordings/, tasks/) are not in the package.")
        return None
    file = TaskReader().read(path)
    tell(
        output,
        first,
        "A recording answers what was asked before. Ghost and Label Studio, recorded once, were given a state "
        f"(enrichment/, state_models/): they answer what was never asked. A task in both: {file.task.instruction}",
    )
    tell(output, first + 1, f"A browser without network does it, in {len(file.steps)} steps that were never recorded.")
    with output.progress("Opening both apps", total=len(file.steps)) as bar:

        def step(place: int, one: OracleStep) -> None:
            bar.say(f"{place + 1} {one.verb} {one.args}"[:60])
            if place:
                bar.advance()

        return asyncio.run(play(file, out / "task.png", step))


def closing(played: Played, output: Output) -> list[RenderableType]:
    """What the task's chapters found, for people."""
    rows = [
        (f"{place + 1}", f"{event.app}.{event.action}", _changes(event), event.feature)
        for place, event in enumerate(played.events)
    ]
    moments = [
        ("nothing done", *_told(played.untouched)),
        (f"after {played.steps} steps in the browser", *_told(played.solved)),
        (f"rewound, in {played.rewind * 1e6:.0f} us", *_told(played.rewound)),
    ]
    verdict = (
        Text("The task's score is 1 when it was done, and 0 before and after it was taken back.", style="bold green")
        if played.passed
        else Text("The task's scores are not what they must be.", style="bold red")
    )
    again = "awe-author check tasks/publishing     awe-author serve tasks/publishing/world.yaml"
    return [
        output.table("State: every change and its cause", ["#", "action", "changed", "feature"], rows),
        output.table(f"Task {played.task}", ["moment", "score#", "checkpoints passed"], moments),
        verdict,
        f"Last page: {played.picture}",
        f"Try: {again}",
    ]


def _told(verdict: Verdict) -> tuple[str, str]:
    passed = [one.id for one in verdict.checkpoints if one.passed]
    return f"{verdict.score:.2f}", ", ".join(passed) or "none"


def _changes(event: Event) -> str:
    """What an event changed: the most telling places, which had a value before, and how many others."""
    known = [change for change in event.patch if change.old not in (None, "") and change.value is not None]
    first = [*known, *(change for change in event.patch if change not in known)]
    told = [f"{_name(change)} {_short(change.old)} → {_short(change.value)}" for change in first[:SHOWN]]
    return "\n".join(told) + (f"\nand {len(first) - SHOWN} more" if len(first) > SHOWN else "")


def _name(change: Change) -> str:
    return change.path.rsplit("/", 1)[-1]


def _short(value: Json) -> str:
    text = "nothing" if value in (None, "") else value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= WIDE else text[: WIDE - 3] + "..."

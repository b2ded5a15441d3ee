"""The steps of an oracle: what a user does in the browser, and what he says to the simulated user of the task.

    oracle:
      steps:
        - click: "text=Delete"
        - ask: "May I delete it?"
        - click: "text=Yes"

`ask` and `tell` are of tasks alone; all others are of the step language (docs/guide/steps.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias, cast

from awe_author.browser.step_language import Credential, Fill, PageMark, Step, Wait, step_from
from awe_author.errors import InputError
from awe_author.evaluation.problems import Report
from awe_author.json_types import JsonObject
from awe_author.located import Located, Where


@dataclass(frozen=True, slots=True)
class Saying:
    """Something that is said to the simulated user."""

    verb: Literal["ask", "tell"]
    args: str
    where: str = ""


OracleStep: TypeAlias = Step | Saying


def oracle_steps(located: Located, at: Where, steps: Sequence[JsonObject], folder: Path) -> tuple[OracleStep, ...]:
    """The steps that stand in a document at `at`. Raises TaskProblems with all that are wrong."""
    report = Report(located)
    found: list[OracleStep] = []
    for place, item in enumerate(steps):
        spot = (*at, place)
        try:
            found.append(oracle_step(item, f"{located.at(spot)}: step {place + 1}", folder))
        except InputError as error:
            report.add(spot, error.what, error.hint)
    report.done()
    return tuple(found)


def oracle_step(item: JsonObject, where: str, folder: Path | None = None) -> OracleStep:
    """The step of one item. Raises InputError."""
    verb = next(iter(item)) if len(item) == 1 else ""
    if verb in ("ask", "tell"):
        text = item[verb]
        if not isinstance(text, str) or not text.strip():
            raise InputError(f"{verb}: the text must be text", where=where, hint='Write it like this: - ask: "May I?"')
        return Saying(cast(Literal["ask", "tell"], verb), text, where)
    step = step_from(item, where, folder)
    if isinstance(step.action, Fill) and isinstance(step.action.value, Credential):
        what = "an oracle cannot have a value that is not written down"
        raise InputError(what, where=where, hint="Mocks take any password; write one.")
    return step


def only_looks(step: OracleStep) -> bool:
    """Does it do nothing in the page, so that an oracle may end with it?"""
    return isinstance(step, Step) and isinstance(step.action, Wait | PageMark)

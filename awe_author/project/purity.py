"""The property test that an author runs on a model: same input same output, input untouched, schema and references
kept, no clock, no chance.

Three ways of looking, as none sees all: each action runs twice on the same input; reducers run under a watch that sees
calls to the machine; and the whole walk runs again in a process with another hash seed, time zone and moment.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

from awe_author.errors import AweError
from awe_author.json_types import JsonObject
from awe_author.project.apps import AppFiles, Loaded, load_models
from awe_author.project.second_process import second_process
from awe_author.project.walk import Finding, Step, Tally, Walk
from awe_author.project.watch import Watch
from awe_author.state.model import Model
from awe_author.state.world import World

PATIENCE = 600.0
"""Seconds that the second process may take beyond the first."""


@dataclass(frozen=True, slots=True)
class Purity:
    """What the test found."""

    findings: tuple[Finding, ...]
    tallies: Mapping[tuple[str, str], Tally]
    steps: int

    @property
    def never(self) -> dict[tuple[str, str], str]:
        """Actions that were never accepted -> the most frequent reason."""
        return {
            place: max(tally.refusals, key=lambda one: tally.refusals[one], default="")
            for place, tally in self.tallies.items()
            if not tally.accepted
        }


def examine(
    loaded: Loaded, apps: Sequence[str], *, tries: int, seed: int = 0, step: Callable[[], object] = lambda: None
) -> Purity:
    """Try every action of `apps`; `step` is told of each. Raises SeedProblems when a seed does not fit."""
    watch = Watch()
    walk = _walk(loaded, watch.models(loaded.models), apps, seed)
    steps: list[Step] = []
    with tempfile.TemporaryFile("w+") as digests:
        other = _second_process(loaded, apps, tries, seed, digests)
        try:
            for one in walk.run(tries):
                steps.append(one)
                step()
            other.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            hint = "Does a reducer wait?"
            raise AweError(f"the second process is not done after {PATIENCE:g} s", hint=hint) from None
        finally:
            if other.poll() is None:
                other.kill()
                other.wait()
        digests.seek(0)
        lines = digests.read().splitlines()
    findings = [*_seen(watch, loaded.models), *walk.findings, *_different(steps, lines, loaded.models)]
    return Purity(tuple(findings), walk.tallies, len(steps))


def _walk(loaded: Loaded, models: Mapping[str, Model], apps: Sequence[str], seed: int) -> Walk:
    world = World(models.values())
    files = {name: str(app.seed) for name, app in loaded.files.items() if app.seed}
    return Walk(world, world.initial(loaded.seeds, files), apps, seed)


def _seen(watch: Watch, models: Mapping[str, Model]) -> list[Finding]:
    hint = "Time, ids and chance come from the context (clock, sequence, rng()); what is given is not changed."
    return [
        Finding(
            one.app,
            one.action,
            one.what + (f", line {one.line} of the reducer's file" if one.line else ""),
            hint,
            {},
            f"{models[one.app].actions[one.action].pointer}/reducer",
        )
        for one in watch.seen
    ]


# ---- the second process --------------------------------------------------------------------------------------------


def _second_process(
    loaded: Loaded, apps: Sequence[str], tries: int, seed: int, digests: IO[str]
) -> subprocess.Popen[str]:
    timers = loaded.seeds.get("timers")
    files = [[app.name, str(app.model), str(app.seed or "")] for app in loaded.files.values()]
    asked: Any = {"files": files, "apps": list(apps), "tries": tries, "seed": seed, "timers": timers}
    return second_process("from awe_author.project.purity import again; again()", asked, digests)


def again() -> None:
    """What the second process does: walk, and print a digest for each step."""
    asked = json.load(sys.stdin)
    stdout, sys.stdout = sys.stdout, sys.stderr  # a reducer that prints must not be taken for us
    files = [AppFiles(name, Path(model), Path(seed) if seed else None) for name, model, seed in asked["files"]]
    loaded = load_models(files)
    if asked["timers"]:
        loaded = replace(loaded, seeds={**loaded.seeds, "timers": asked["timers"]})
    for step in _walk(loaded, loaded.models, asked["apps"], asked["seed"]).run(asked["tries"]):
        stdout.write(json.dumps(step.digest) + "\n")
    stdout.flush()


def _different(steps: Sequence[Step], lines: Sequence[str], models: Mapping[str, Model]) -> list[Finding]:
    """The first step at which the two processes disagree; all after it follow from it."""
    for at, step in enumerate(steps):
        if at >= len(lines):
            raise AweError(
                f"the second process stopped after {at} of {len(steps)} steps",
                hint="Does a reducer end the process, or use too much memory?",
            )
        if json.loads(lines[at]) != step.digest:
            message = "another process (other hash seed, time zone and moment) gave another output"
            hint = "Sort what comes from a set; do not go by hash(), the clock, the time zone or the environment."
            pointer = models[step.app].actions[step.action].pointer
            params: JsonObject = step.params
            return [Finding(step.app, step.action, message, hint, params, pointer)]
    return []

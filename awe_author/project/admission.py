"""`awe-author check` on tasks: their oracles run, here and in a second process, and all rules applied.

The second process has another hash seed, time zone and moment; what it makes of every oracle (event log, state hash,
verdict) has to be the same byte for byte.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO

from awe_author.errors import AweError
from awe_author.evaluation.checkpoints import Environment, Heuristic
from awe_author.evaluation.evidence import Evidence, History
from awe_author.evaluation.oracle import OracleFailed, perform
from awe_author.evaluation.problems import TaskProblem
from awe_author.evaluation.qa.admission import digest_of, examine, log_of
from awe_author.evaluation.qa.alignment import Words
from awe_author.evaluation.qa.report import Admission, Refusal
from awe_author.json_types import Json
from awe_author.project.second_process import second_process
from awe_author.project.tasks import OpenWorld, TaskFile, TaskReader, read_all
from awe_author.project.watch import watched_call

PATIENCE = 600.0
"""Seconds that the second process may take beyond the first."""


@dataclass
class ActRuns:
    """Runs an oracle of actions in sessions of the task's world."""

    file: TaskFile
    seen: list[str] = field(default_factory=list)

    def oracle(
        self, *, only: int | None = None, shift: int = 0, seed: int = 0, before: float = 0, behind: float = 0
    ) -> Evidence:
        """See `Runs`."""
        oracle = self.file.oracle
        assert oracle is not None
        session = self.file.world.session(self.file.task, shift=shift, seed=seed)
        if before:
            session.advance(by=before)
        start = 0
        facts = perform(oracle, session, only=only, user=self.file.task.user)
        if behind:
            session.advance(by=behind)
        return Evidence(History.of(session, start=start), facts)

    def watched(self) -> Sequence[str]:
        """See `Runs`."""
        return tuple(dict.fromkeys(self.seen))


@dataclass(frozen=True)
class Suite:
    """What came of all tasks."""

    admissions: tuple[Admission, ...]
    problems: tuple[TaskProblem, ...]

    @property
    def admitted(self) -> bool:
        """Are all of them?"""
        return not self.problems and all(one.admitted for one in self.admissions)


class WatchedReader(TaskReader):
    """Reads tasks whose Python heuristics are watched."""

    seen: list[str]

    def function(self, folder: Path, name: str) -> Heuristic:
        """A heuristic that tells what it does beside looking at the evidence."""
        if not hasattr(self, "seen"):
            self.seen = []
        inner = super().function(folder, name)

        def heuristic(*args: object, **params: object) -> bool | float:
            return watched_call(inner, args, params, lambda what: self.seen.append(f"{name} {what}"))

        return heuristic


def check(paths: Sequence[Path], *, again: bool = True, step: Callable[[str], object] = lambda id: None) -> Suite:
    """Every rule on every task. `again`: also run the oracles in a second process; `step` is told of each task."""
    reader = WatchedReader()
    files, problems = read_all(paths, reader)
    with tempfile.TemporaryFile("w+") as digests:
        runnable = [one for one in files if one.oracle is not None and one.oracle.kind == "act"]
        other = _second_process(runnable, digests) if again and runnable else None
        try:
            admissions = [_examined(one, reader, step) for one in files]
            theirs = _theirs(other, digests)
        finally:
            if other is not None and other.poll() is None:
                other.kill()
                other.wait()
    ours = {one.task.id: digest(one) for one in runnable} if theirs is not None else {}
    return Suite(tuple(_compared(one, ours, theirs or {}) for one in admissions), tuple(problems))


def _examined(file: TaskFile, reader: WatchedReader, step: Callable[[str], object]) -> Admission:
    reader.seen = []
    runs = ActRuns(file, reader.seen)
    step(file.task.id)
    if file.oracle is not None and file.oracle.kind != "act":
        what = "its oracle has user steps, which are not run here"
        return Admission(file.task.id, str(file.path), (Refusal("no-oracle", what, "Give it one with act: as well."),))
    env = file.world.known
    return examine(file.scorer, file.oracle, runs, env, words_of(file.world), file=str(file.path))


def words_of(world: OpenWorld) -> Words:
    """What can be read in a world; worked out once for each."""
    if world not in _WORDS:
        env: Environment = world.known
        _WORDS[world] = Words(world.initial, env.state, env.warehouse)
    return _WORDS[world]


_WORDS: dict[OpenWorld, Words] = {}


# ---- the second process ----------------------------------------------------------------------------------------------


def digest(file: TaskFile) -> str:
    """SHA-256 of the event log, the state's hash and the verdict of the oracle; the message when it cannot be run."""
    try:
        evidence = file.oracle_evidence()
    except OracleFailed as error:
        return f"failed: {error.what}"
    parts = (log_of(evidence), evidence.final.hash.encode(), digest_of(file.scorer, evidence))
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def _second_process(files: Sequence[TaskFile], digests: IO[str]) -> subprocess.Popen[str]:
    asked: list[Json] = [str(one.path) for one in files]
    return second_process("from awe_author.project.admission import elsewhere; elsewhere()", asked, digests)


def elsewhere() -> None:
    """What the second process does: run every oracle and print its digest."""
    paths = [Path(one) for one in json.load(sys.stdin)]
    stdout, sys.stdout = sys.stdout, sys.stderr  # a heuristic that prints must not be taken for us
    reader = TaskReader()
    found = {}
    for path in paths:
        file = reader.read(path)
        found[file.task.id] = digest(file)
    stdout.write(json.dumps(found))
    stdout.flush()


def _theirs(process: subprocess.Popen[str] | None, digests: IO[str]) -> dict[str, str] | None:
    if process is None:
        return None
    try:
        code = process.wait(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        raise AweError(f"the second process is not done after {PATIENCE:g} s", hint="Does a heuristic wait?") from None
    digests.seek(0)
    try:
        found: dict[str, str] = json.load(digests)
    except ValueError:
        raise AweError(f"the second process ended with {code} and without an answer", hint="Try --no-again.") from None
    return found


def _compared(admission: Admission, ours: dict[str, str], theirs: dict[str, str]) -> Admission:
    id = admission.task
    if id not in ours or ours[id] == theirs.get(id):
        return admission
    what = "another process (other hash seed, time zone and moment) gave another event log or verdict"
    hint = "Sort what comes from a set; do not go by hash(), the clock, the time zone or the environment."
    return replace(admission, refusals=(*admission.refusals, Refusal("not-repeatable", what, hint)))

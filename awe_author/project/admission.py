"""`awe-author check` on tasks: their oracles run, here and in a second process, and all rules applied.

Oracles of user steps are performed in a browser first (`performing`).

The second process has another hash seed, time zone and moment; what it makes of every oracle (event log, state hash,
verdict) has to be the same byte for byte.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO

from awe_author.errors import AweError
from awe_author.evaluation.checkpoints import Environment, Heuristic
from awe_author.evaluation.evidence import Evidence, Facts, History
from awe_author.evaluation.oracle import Oracle, OracleFailed, perform
from awe_author.evaluation.problems import TaskProblem
from awe_author.evaluation.qa.admission import digest_of, examine, log_of
from awe_author.evaluation.qa.alignment import Words
from awe_author.evaluation.qa.report import Admission, Refusal
from awe_author.json_types import Json, JsonObject
from awe_author.project.performing import Performance, StepRuns, perform_all
from awe_author.project.second_process import second_process
from awe_author.project.tasks import OpenWorld, TaskFile, TaskReader, read_all
from awe_author.project.watch import watched_call

PATIENCE = 600.0
"""Seconds that the second process may take beyond the first."""
STEP_PATIENCE = 20.0
"""Seconds that one step of an oracle may take in the browser."""


@dataclass
class ActRuns:
    """See `qa.admission.Runs`: an oracle of actions, in sessions of the task's world."""

    file: TaskFile
    seen: list[str] = field(default_factory=list)

    @property
    def acts(self) -> Sequence[JsonObject]:
        """See `Runs`."""
        return self._oracle.acts

    @property
    def _oracle(self) -> Oracle:
        assert self.file.oracle is not None
        return self.file.oracle

    def oracle(
        self, *, only: int | None = None, shift: int = 0, seed: int = 0, before: float = 0, behind: float = 0
    ) -> Evidence:
        """See `Runs`; `only`: the first so many actions."""
        session = self.file.world.session(self.file.task, shift=shift, seed=seed)
        if before:
            session.advance(by=before)
        facts = perform(self._oracle, session, only=only, user=self.file.task.user)
        if behind:
            session.advance(by=behind)
        return Evidence(History.of(session), facts)

    def again(self) -> Evidence:
        """See `Runs`."""
        return self.oracle()

    def prefixes(self) -> Iterator[tuple[int, Evidence]]:
        """See `Runs`."""
        for only in range(len(self._oracle.acts)):
            yield only, self.oracle(only=only)

    def untouched(self) -> Facts | None:
        """See `Runs`."""
        return None

    def shown(self) -> str:
        """See `Runs`."""
        return ""

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


def check(
    paths: Sequence[Path],
    *,
    again: bool = True,
    browser: bool = True,
    step: Callable[[str], object] = lambda id: None,
    say: Callable[[str], object] = lambda what: None,
) -> Suite:
    """Every rule on every task. `step` is told of each task, `say` of what is performed in the browser before.

    `again`: also run the oracles in a second process, and perform those of user steps twice. `browser`: perform steps;
    tasks that have some are not admitted without. Raises BrowserError when there is none.
    """
    reader = WatchedReader()
    files, problems = read_all(paths, reader)
    performed: dict[str, Performance | OracleFailed] = {}
    if browser:
        performed = perform_all(files, again=again, patience=STEP_PATIENCE, step=lambda id: say(f"{id} in the browser"))
    with tempfile.TemporaryFile("w+") as digests:
        runnable = {one.task.id: (one, oracle) for one in files if (oracle := _replayable(one, performed)) is not None}
        other = _second_process(list(runnable.values()), digests) if again and runnable else None
        try:
            admissions = [_examined(one, reader, performed.get(one.task.id), step) for one in files]
            theirs = _theirs(other, digests)
        finally:
            if other is not None and other.poll() is None:
                other.kill()
                other.wait()
    ours = {id: digest(*one) for id, one in runnable.items()} if theirs is not None else {}
    return Suite(tuple(_compared(one, ours, theirs or {}) for one in admissions), tuple(problems))


def _replayable(file: TaskFile, performed: Mapping[str, Performance | OracleFailed]) -> Oracle | None:
    """An oracle of actions for the second process: the task's own, or what its steps led to."""
    if file.oracle is None or file.oracle.acting:
        return file.oracle
    found = performed.get(file.task.id)
    if not isinstance(found, Performance):
        return None
    return replace(file.oracle, kind="act", acts=tuple(StepRuns(file, found).acts), steps=())


def _examined(
    file: TaskFile, reader: WatchedReader, performed: Performance | OracleFailed | None, step: Callable[[str], object]
) -> Admission:
    reader.seen = []
    step(file.task.id)
    oracle, task = file.oracle, file.task
    steps = StepRuns(file, performed, reader.seen) if isinstance(performed, Performance) else None
    known, words, name = file.world.known, words_of(file.world), str(file.path)
    if oracle is None or oracle.acting:
        admission = examine(file.scorer, oracle, ActRuns(file, reader.seen), known, words, file=name, performed=steps)
    elif steps is not None:
        admission = _followed(examine(file.scorer, oracle, steps, known, words, file=name), steps)
    else:
        admission = Admission(task.id, name)
    if oracle is None or not oracle.stepping or steps is not None:
        return admission
    return replace(admission, refusals=(*admission.refusals, _not_performed(performed)))


def _followed(admission: Admission, steps: StepRuns) -> Admission:
    """The event log is the whole oracle: its actions lead to the state that the browser left behind."""
    try:
        why = "" if steps.replayed().final.hash == steps.oracle().final.hash else "lead to another state"
    except OracleFailed as error:
        why = f"cannot be done again: {error.what}"
    if not why:
        return admission
    what = f"the actions that its steps led to {why}"
    found = Refusal("not-repeatable", what, "Something acts on the world that is no action of a session.")
    return replace(admission, refusals=(*admission.refusals, found))


def _not_performed(why: Performance | OracleFailed | None) -> Refusal:
    if isinstance(why, OracleFailed):
        return Refusal("oracle-fails", why.what, why.hint)
    return Refusal("not-tried", "the steps of its oracle were not performed", "Leave --no-browser out.")


def words_of(world: OpenWorld) -> Words:
    """What can be read in a world; worked out once for each."""
    if world not in _WORDS:
        env: Environment = world.known
        _WORDS[world] = Words(world.initial, env.state, env.warehouse)
    return _WORDS[world]


_WORDS: dict[OpenWorld, Words] = {}


# ---- the second process ----------------------------------------------------------------------------------------------


def digest(file: TaskFile, oracle: Oracle | None = None) -> str:
    """SHA-256 of the event log, the state's hash and the verdict of the oracle; the message when it cannot be run.

    `oracle`: another one than the task's.
    """
    try:
        evidence = (file if oracle is None else replace(file, oracle=oracle)).oracle_evidence()
    except OracleFailed as error:
        return f"failed: {error.what}"
    parts = (log_of(evidence), evidence.final.hash.encode(), digest_of(file.scorer, evidence))
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def _second_process(files: Sequence[tuple[TaskFile, Oracle]], digests: IO[str]) -> subprocess.Popen[str]:
    asked: list[Json] = [
        {"path": str(file.path), "act": list(oracle.acts), "answered": oracle.answered, "answer": oracle.answer}
        for file, oracle in files
    ]
    return second_process("from awe_author.project.admission import elsewhere; elsewhere()", asked, digests)


def elsewhere() -> None:
    """What the second process does: run every oracle and print its digest."""
    asked = json.load(sys.stdin)
    stdout, sys.stdout = sys.stdout, sys.stderr  # a heuristic that prints must not be taken for us
    reader = TaskReader()
    found = {}
    for one in asked:
        file = reader.read(Path(one["path"]))
        oracle = Oracle("act", tuple(one["act"]), one["answered"], one["answer"], one["path"])
        found[file.task.id] = digest(file, oracle)
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

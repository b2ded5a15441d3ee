"""Scores sessions by tasks, for the control API: tasks that the server was started with, and tasks that are sent along.

A task that is sent along is a document and no more: it has no folder, so that no Python of a caller is ever run.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Iterable
from pathlib import Path

from awe_author.errors import InputError
from awe_author.evaluation.evidence import Evidence, Facts, History
from awe_author.evaluation.loading import load_task
from awe_author.evaluation.scoring import Scorer
from awe_author.json_types import JsonObject
from awe_author.located import Located, nearest
from awe_author.project.documents import read_yaml
from awe_author.project.reducers import ReducerModules
from awe_author.project.tasks import LARGEST_TASK, OpenWorld
from awe_author.session.session import Session
from awe_author.state.canonical import canonical

KEPT = 256
"""Tasks that were sent along and stay compiled."""


class TaskEvaluator:
    """See `session.control.service.Evaluator`. Safe to use from many threads."""

    def __init__(self, world: OpenWorld, tasks: Iterable[Path] = ()) -> None:
        """Raises TaskProblems for tasks that do not fit the world."""
        self._world = world
        self._served = {scorer.task.id: scorer for scorer in map(self._read, tasks)}
        self._sent: OrderedDict[str, Scorer] = OrderedDict()
        self._lock = threading.Lock()

    def __call__(self, session: Session, task: str | JsonObject, at: int | str | None, facts: JsonObject) -> JsonObject:
        """The verdict on what was done from the root to a node."""
        scorer = self._served_task(task) if isinstance(task, str) else self._sent_task(task)
        return scorer.verdict(Evidence(History.of(session, end=at), _facts(facts))).to_json()

    def _served_task(self, id: str) -> Scorer:
        if id not in self._served:
            hint = nearest(id, self._served) if self._served else "Start the server with --task, or send the task."
            raise InputError(f"there is no task {id!r} here", where="task", hint=hint)
        return self._served[id]

    def _sent_task(self, task: JsonObject) -> Scorer:
        digest = hashlib.sha256(canonical(task)).hexdigest()
        with self._lock:
            known = self._sent.get(digest)
            if known is not None:
                self._sent.move_to_end(digest)
                return known
        scorer = load_task(Located(task, "the task"), self._world.known)
        with self._lock:
            self._sent[digest] = scorer
            if len(self._sent) > KEPT:
                self._sent.popitem(last=False)
        return scorer

    def _read(self, path: Path) -> Scorer:
        located = read_yaml(path, largest=LARGEST_TASK)
        modules = ReducerModules(path.resolve().parent, beside="the task")
        return load_task(located, self._world.environment(modules.resolve))  # type: ignore[arg-type]


def _facts(given: JsonObject) -> Facts:
    """Raises InputError for what is none."""
    try:
        return Facts.from_json(given)
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        hint = "answer, answered, pages, downloads, trajectory, faults: see docs/guide/tasks.md"
        raise InputError(f"these are no facts: {error}", where="facts", hint=hint) from error

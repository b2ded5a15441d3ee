"""Task files of a project: found, read with the world they name, and their oracles run in sessions of that world.

A task names its world by name (the `world.yaml` beside it, or in a folder above) or by path. Worlds are read once for
all tasks that share them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import cast

from awe_author.errors import InputError
from awe_author.evaluation.checkpoints import Environment, Heuristic, Judge
from awe_author.evaluation.evidence import Evidence, History
from awe_author.evaluation.loading import load_task, read_task
from awe_author.evaluation.model import Task
from awe_author.evaluation.oracle import Oracle, perform, read_oracle
from awe_author.evaluation.problems import Report, Spot, TaskProblem, TaskProblems
from awe_author.evaluation.scoring import Scorer
from awe_author.json_types import Json
from awe_author.located import Located, Where
from awe_author.project.documents import read_yaml
from awe_author.project.oracle_steps import OracleStep, oracle_steps
from awe_author.project.reducers import ReducerModules
from awe_author.project.world import WorldFile, load_world
from awe_author.session.memory import MemoryStore
from awe_author.session.moments import SECOND
from awe_author.session.session import Session
from awe_author.session.sessions import Sessions
from awe_author.state.loading import ModelProblems, state_type, world_type
from awe_author.state.model import WAREHOUSE
from awe_author.state.seeds import SeedProblems
from awe_author.state.world import World
from awe_author.state.world_state import WorldState

LARGEST_TASK = 1024 * 1024
_WHERE = re.compile(r"(.*?)(?::(\d+))?(?::(\d+))?\Z", re.DOTALL)
"""File, line and column of an error's place."""
WORLD_FILE = "world.yaml"


@dataclass(frozen=True, eq=False)
class OpenWorld:
    """A world that was read: its models compiled, its first state made."""

    file: WorldFile
    world: World
    initial: WorldState

    @classmethod
    def read(cls, path: Path) -> OpenWorld:
        """The world of a world.yaml. Raises InputError, ModelProblems, SeedProblems."""
        file = load_world(path)
        return cls.of(file)

    @classmethod
    def of(cls, file: WorldFile) -> OpenWorld:
        """The world of a file that was read. Raises SeedProblems."""
        world = World(file.loaded.models.values())
        files = {name: str(app.seed) for name, app in file.loaded.files.items() if app.seed}
        return cls(file, world, world.initial(file.seeds, files))

    def sessions(self, seed: int | None = None, *, shift: int = 0) -> Sessions:
        """A service of its own, in memory; its world begins `shift` seconds later."""
        chosen = self.file.seed if seed is None else seed
        rule = self.file.clock
        clock = replace(rule, start=rule.start + shift * SECOND)
        return Sessions(self.world, MemoryStore(), initial=self.initial, clock=clock, seed=chosen, name=self.file.name)

    def session(self, task: Task, id: str = "oracle", *, shift: int = 0, seed: int = 0) -> Session:
        """A new session that a task would run in; equal calls give equal event logs. `seed` is added to the task's."""
        own = self.file.seed if task.seed is None else task.seed
        return self.sessions(own + seed, shift=shift).open(session_id=id)

    @cached_property
    def known(self) -> Environment:
        """What tasks are compiled against, but for functions and judge."""
        models = self.file.loaded.models
        apps = {name: model for name, model in models.items() if name != WAREHOUSE}
        return Environment(
            state=world_type(apps),
            warehouse=state_type(models[WAREHOUSE]) if WAREHOUSE in models else Environment().warehouse,
            shape=self.world.shape,
            actions={name: frozenset(model.actions) for name, model in apps.items()},
        )

    def environment(self, function: Callable[[str], Heuristic], judge: Judge | None = None) -> Environment:
        """What a task of this world is compiled against."""
        known = self.known
        return Environment(
            state=known.state,
            warehouse=known.warehouse,
            shape=known.shape,
            actions=known.actions,
            function=function,
            judge=judge,
        )


@dataclass(frozen=True)
class TaskFile:
    """A task that was read, with everything that belongs to it."""

    path: Path
    located: Located
    world: OpenWorld
    scorer: Scorer
    oracle: Oracle | None
    steps: tuple[OracleStep, ...] = ()
    """Those of the oracle, read."""

    @property
    def task(self) -> Task:
        """The task."""
        return self.scorer.task

    def oracle_evidence(self, *, only: int | None = None, session: Session | None = None) -> Evidence:
        """What the oracle (its first `only` actions) leaves behind. Raises OracleFailed, InputError."""
        if self.oracle is None or not self.oracle.acting:
            what = "has no oracle" if self.oracle is None else "has an oracle of user steps, which needs a browser"
            raise InputError(f"the task {self.task.id} {what}", where=str(self.path), hint="Give it one with act:.")
        session = session or self.world.session(self.task)
        start = session.head
        facts = perform(self.oracle, session, only=only, user=self.task.user)
        return Evidence(History.of(session, start=start), facts)


@dataclass
class TaskReader:
    """Reads tasks; worlds and Python files only once."""

    judge: Judge | None = None
    _worlds: dict[Path, OpenWorld] = field(default_factory=dict)
    _modules: dict[Path, ReducerModules] = field(default_factory=dict)

    def read(self, path: Path) -> TaskFile:
        """A task with its world and oracle. Raises TaskProblems with everything that is wrong, InputError."""
        located = read_yaml(path, largest=LARGEST_TASK)
        report = Report(located)
        task = read_task(located, report)
        report.done()
        assert task is not None
        world = self.world(self.world_path(path, task, report))
        folder = path.resolve().parent
        env = world.environment(lambda name: self.function(folder, name), self.judge)
        problems: list[TaskProblem] = []
        oracle, scorer, steps = None, None, tuple[OracleStep, ...]()
        try:
            oracle, steps = self._oracle(task, path, located, env)
        except TaskProblems as found:
            problems += found.problems
        try:
            scorer = load_task(located, env)
        except TaskProblems as found:
            problems += found.problems
        if problems or scorer is None:
            raise TaskProblems(problems)
        return TaskFile(path, located, world, scorer, oracle, steps)

    def function(self, folder: Path, name: str) -> Heuristic:
        """`module:function` of a Python file in a folder. Raises LookupError, or whatever running the file raises."""
        modules = self._modules.setdefault(folder, ReducerModules(folder, beside="the task"))
        return cast(Heuristic, modules.resolve(name))

    def world(self, path: Path) -> OpenWorld:
        """An opened world. Raises InputError, ModelProblems, SeedProblems."""
        known = path.resolve()
        if known not in self._worlds:
            self._worlds[known] = OpenWorld.read(path)
        return self._worlds[known]

    def world_path(self, path: Path, task: Task, report: Report) -> Path:
        """The world.yaml that a task means. Raises TaskProblems."""
        if task.world.endswith((".yaml", ".yml")) or "/" in task.world:
            given = Path(os.path.normpath(path.parent / task.world))
            file = given / WORLD_FILE if given.is_dir() else given
            if not file.is_file():
                report.add(("world",), f"there is no file {file}", f"Paths begin at {path.parent}.")
                report.done()
            return file
        seen = []
        for folder in list(path.resolve().parents)[:4]:
            file = folder / WORLD_FILE
            if file.is_file():
                value = read_yaml(file).value
                name = value.get("world") if isinstance(value, dict) else None
                if name == task.world:
                    return Path(os.path.relpath(file)) if file.is_relative_to(Path.cwd()) else file
                seen.append(str(name))
        known = f"There is {', '.join(seen)}." if seen else f"Put a {WORLD_FILE} beside the task, or name its path."
        report.add(("world",), f"there is no world {task.world} beside the task or above", known)
        report.done()
        raise AssertionError

    def _oracle(
        self, task: Task, path: Path, located: Located, env: Environment
    ) -> tuple[Oracle | None, tuple[OracleStep, ...]]:
        given: Json = task.oracle
        if given is None:
            return None, ()
        inside: Located = located
        at: Where = ("oracle",)
        value: Json = given
        if isinstance(given, str):
            file = Path(os.path.normpath(path.parent / given))
            if not file.is_file():
                report = Report(located)
                report.add(("oracle",), f"there is no file {file}", f"Paths begin at {path.parent}.")
                report.done()
            inside, at = read_yaml(file, largest=LARGEST_TASK), ()
            value = inside.value
        report = Report(inside)
        oracle = read_oracle(value, Spot(report, at), env.actions)
        report.done()
        assert oracle is not None
        return oracle, oracle_steps(inside, (*at, "steps"), oracle.steps, Path(inside.source).parent)


def read_all(paths: Iterable[Path], reader: TaskReader) -> tuple[list[TaskFile], list[TaskProblem]]:
    """All tasks that can be read, and the problems of the others. Two tasks of one id are a problem."""
    files: list[TaskFile] = []
    problems: list[TaskProblem] = []
    for path in paths:
        try:
            files.append(reader.read(path))
        except TaskProblems as found:
            problems += found.problems
        except (ModelProblems, SeedProblems) as found:
            problems += [TaskProblem(one.file, 0, 0, one.pointer, one.message, one.hint) for one in found.problems]
        except InputError as error:
            name, line, column = _WHERE.findall(error.where or str(path))[0]
            problems.append(TaskProblem(name, int(line or 0), int(column or 0), "", error.what, error.hint))
    return files, [*problems, *_twice(files)]


def _twice(files: Sequence[TaskFile]) -> list[TaskProblem]:
    seen: dict[str, TaskFile] = {}
    found = []
    for file in files:
        other = seen.setdefault(file.task.id, file)
        if other is not file:
            line, column = file.located.place(("id",))
            what = f'"{file.task.id}" is the id of {other.path} too'
            found.append(TaskProblem(str(file.path), line, column, "id", what, "Give each task its own id."))
    return found

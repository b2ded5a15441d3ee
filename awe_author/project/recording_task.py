"""`awe-author record-task`: a task derived from what somebody did, written for review."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from awe_author.errors import AweError, InputError
from awe_author.evaluation.derive import Derived, acts_of, derive
from awe_author.evaluation.evidence import Evidence, History
from awe_author.evaluation.model import Answer, Budget, Task
from awe_author.evaluation.oracle import Oracle, perform, read_oracle
from awe_author.evaluation.problems import Report, Spot
from awe_author.evaluation.qa.admission import SHIFT
from awe_author.evaluation.scoring import Scorer, compile_task
from awe_author.json_types import Json, JsonObject
from awe_author.located import Located
from awe_author.project.documents import read_yaml
from awe_author.project.tasks import LARGEST_TASK, OpenWorld
from awe_author.session.export import load_export

STEPS_FOR_EACH = 10
"""Steps of the budget for each act of the oracle: a person needs several clicks for one."""


def from_oracle(world: OpenWorld, path: Path) -> JsonObject:
    """The oracle of a file, as a task has it. Raises TaskProblems, InputError."""
    located = read_yaml(path, largest=LARGEST_TASK)
    _read(located, world)
    return dict(located.value)  # type: ignore[arg-type]


def from_timeline(world: OpenWorld, path: Path, *, session: str = "", answer: Json = None) -> JsonObject:
    """An oracle of what was done in a session that was exported. Raises InputError."""
    sessions = world.sessions()
    found = {one.id: one for one in load_export(sessions, path)}
    if not found:
        raise InputError("there is no session in it", where=str(path), hint="Export one that is open.")
    if session and session not in found:
        raise InputError(f"there is no session {session}", where=str(path), hint=f"There is {', '.join(found)}.")
    chosen = found[session] if session else next(iter(found.values()))
    acts: Any = acts_of(chosen.events(after=0))
    return {"act": acts} | ({} if answer is None else {"answer": answer})


def record_task(world: OpenWorld, oracle: JsonObject, *, id: str, instruction: str, start: str = "") -> Task:
    """The task that an oracle solves. Raises OracleFailed, InputError, AweError when it proves nothing."""
    read = _read(Located(oracle, "the oracle"), world)
    draft = Task(id=id, instruction=instruction, world=world.file.name, start=start, oracle=oracle)
    run = _run(world, read, draft)
    derived = derive(run, _run(world, read, draft, shift=SHIFT, seed=1))
    task = replace(
        draft,
        checkpoints=derived.checkpoints,
        frame=derived.frame,
        explained=derived.explained,
        budget=Budget(steps=max(10, STEPS_FOR_EACH * len(read.acts), 2 * len(read.steps)), seconds=1800.0),
        answer=Answer(form=_form(read.answer)) if read.answered else Answer(),
        changelog=({"version": "1", "changes": "Recorded."},),
    )
    _prove(task, world, run)
    return task


def _read(located: Located, world: OpenWorld) -> Oracle:
    report = Report(located)
    oracle = read_oracle(located.value, Spot(report, ()), world.known.actions)
    report.done()
    assert oracle is not None
    if not oracle.acting:
        raise InputError("user steps need a browser", where=located.source, hint="Give act:, or an exported timeline.")
    return oracle


def _run(world: OpenWorld, oracle: Oracle, task: Task, *, shift: int = 0, seed: int = 0) -> Evidence:
    session = world.session(task, shift=shift, seed=seed)
    facts = perform(oracle, session)
    return Evidence(History.of(session), facts)


def _form(answer: Json) -> Any:
    if isinstance(answer, list):
        return "list"
    if isinstance(answer, int | float) and not isinstance(answer, bool):
        return "number"
    return "text" if isinstance(answer, str) else "json"


def _prove(task: Task, world: OpenWorld, run: Evidence) -> None:
    """It passes on its own ground truth and fails on the untouched world."""
    report = Report(Located(task.to_json(), "the derived task"))
    scorer = compile_task(task, world.known, report)
    report.done()
    assert isinstance(scorer, Scorer)
    verdict = scorer.verdict(run)
    if verdict.outcome != "pass":
        why = [f"{one.id}: {one.why or one.error}" for one in verdict.checkpoints if not one.passed]
        raise AweError(f"what was derived does not pass on its own ground truth: {'; '.join(why) or 'the frame'}")
    if scorer.verdict(Evidence(History(run.initial, ()))).outcome == "pass":
        raise AweError("what was derived passes on the untouched world", hint="Do something in the episode.")


def written(task: Task, derived: Mapping[str, Any] | None = None) -> str:
    """The task as YAML, for a person to go over."""
    form = task.to_json()
    order = ("id", "title", "instruction", "world", "start", "labels", "budget", "answer", "checkpoints", "frame",
             "policies", "user", "explained", "oracle", "seed", "version", "changelog")  # fmt: skip
    parts = {name: form[name] for name in order if name in form}
    return yaml.dump(parts, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=112)


SMALL = 100
"""Characters up to which an object or list stands on one line."""


class _Dumper(yaml.SafeDumper):
    """Writes no aliases, small objects on one line, and texts of several lines as blocks."""

    def ignore_aliases(self, data: Any) -> bool:
        """Never."""
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        """Lists stand in from their keys."""
        return super().increase_indent(flow, False)

    def represent_mapping(self, tag: str, mapping: Any, flow_style: bool | None = None) -> yaml.MappingNode:
        """On one line when it is small."""
        node = super().represent_mapping(tag, mapping, flow_style)
        node.flow_style = _length(node) <= SMALL
        return node

    def represent_sequence(self, tag: str, sequence: Any, flow_style: bool | None = None) -> yaml.SequenceNode:
        """On one line when it is small."""
        node = super().represent_sequence(tag, sequence, flow_style)
        node.flow_style = _length(node) <= SMALL
        return node


def _length(node: yaml.Node) -> int:
    """Characters of a value on one line; more than `SMALL` when it does not fit on any."""
    if isinstance(node, yaml.ScalarNode):
        return SMALL + 1 if node.style == "|" else len(node.value) + 2
    if isinstance(node, yaml.MappingNode):
        return sum(_length(key) + _length(value) + 2 for key, value in node.value)
    return sum(_length(one) + 2 for one in node.value)


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    style = "|" if "\n" in text else ">" if len(text) > SMALL else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _text)

__all__ = ["Derived", "from_oracle", "from_timeline", "record_task", "written"]

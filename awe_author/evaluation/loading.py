"""A task file -> a task and its scorer, or all that is wrong with it, each with its place.

Three looks, as none sees all: the form (task.schema.json), the names inside the file (ids, `after`, versions), and what
has to do with the world (expressions, collections, actions, places of the frame), for which the checkpoints are
compiled. The later ones go on as far as the earlier ones left something to look at.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any, cast

import jsonschema

from awe_author.evaluation.checkpoints import Environment
from awe_author.evaluation.model import APART, FRAME_KEYS, KINDS, Answer, Task
from awe_author.evaluation.policies import policy_problems
from awe_author.evaluation.problems import Report
from awe_author.evaluation.scoring import Scorer, compile_task
from awe_author.evaluation.user import user_problems
from awe_author.located import Located, Where, nearest
from awe_author.state.pointer import parse
from awe_author.state.shape import Shape
from awe_author.state.types import Problem


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema of a task file."""
    text = resources.files("awe_author.evaluation").joinpath("task.schema.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def load_task(
    located: Located,
    env: Environment,
) -> Scorer:
    """The scorer of a task file over a known world. Raises TaskProblems with everything that is wrong."""
    report = Report(located)
    task = read_task(located, report)
    scorer = None
    if task is not None:
        _check_frame(task, env.shape, report)
        scorer = compile_task(task, env, report)
    report.done()
    assert scorer is not None
    return scorer


def read_task(located: Located, report: Report) -> Task | None:
    """The task of a file, without a look at its world; None when its form does not allow one."""
    value = located.value
    if not isinstance(value, dict):
        report.add((), "a task is a mapping", "It begins like this: id: sdr-017")
        return None
    for error in jsonschema.Draft202012Validator(schema()).iter_errors(value):
        for where, what, hint in _in_words(error):
            report.add(where, what, hint)
    _check_names(value, report)
    _check_others(value, report)
    if report.problems:
        return None
    return _with_answer(Task.from_json(value, file=located.source))


def _with_answer(task: Task) -> Task:
    """A task whose checkpoints look at the answer wants one, if only a text."""
    wanted = any(one.kind == "answer" and one.spec != "none" for one in task.checkpoints)
    return replace(task, answer=Answer(form="text")) if wanted and task.answer == Answer() else task


# ---- the form --------------------------------------------------------------------------------------------------------


def _in_words(error: jsonschema.ValidationError) -> Iterator[tuple[Where, str, str]]:
    where: Where = tuple(error.absolute_path)
    value: Any = error.instance
    rule: Mapping[str, Any] = error.schema if isinstance(error.schema, dict) else {}
    known, wanted = rule.get("properties", {}), cast(Any, error.validator_value)
    about = str(rule.get("description", "")) or "See `awe-author schema task`."
    if error.validator == "additionalProperties" and known:
        for name in value:
            if name not in known:
                yield (*where, name), f'there is no key "{name}"', nearest(name, known)
    elif error.validator == "required":
        for name in wanted:
            if name not in value:
                yield where, f'the key "{name}" is missing', str(known.get(name, {}).get("description", ""))
    elif error.validator == "enum":
        options = [str(one) for one in wanted]
        yield where, f"{value!r} is none of {', '.join(options)}", nearest(str(value), options)
    elif error.validator == "pattern":
        yield where, f'"{value}" does not fit here', about
    elif error.validator == "oneOf":
        yield where, f"this is of no form that is allowed here: {str(value)[:80]}", about
    else:
        yield where, error.message[:200], about


# ---- names inside the file -------------------------------------------------------------------------------------------


def _check_names(value: Mapping[str, Any], report: Report) -> None:
    given = value.get("checkpoints")
    checkpoints = [(n, one) for n, one in enumerate(given) if isinstance(one, dict)] if isinstance(given, list) else []
    _check_kinds(checkpoints, report)
    ids = [str(one.get("id", "")) for _, one in checkpoints]
    for n, one in checkpoints:
        if one.get("id") in ids[:n]:
            report.add(("checkpoints", n, "id"), f'there are two checkpoints "{one["id"]}"', "Give each its own id.")
        after = one.get("after")
        for m, name in enumerate(after if isinstance(after, list) else ()):
            if name not in ids and isinstance(name, str):
                report.add(("checkpoints", n, "after", m), f'there is no checkpoint "{name}"', nearest(name, ids))
    for id in _in_circles(checkpoints):
        place = next(n for n, one in checkpoints if one.get("id") == id)
        report.add(("checkpoints", place, "after"), f'"{id}" comes after itself', "Take one of the circle out.")
    _check_answer(value, checkpoints, report)
    _check_versions(value, report)


def _check_kinds(checkpoints: Sequence[tuple[int, dict[str, Any]]], report: Report) -> None:
    for n, one in checkpoints:
        kinds = [name for name in one if name in KINDS]
        if len(kinds) != 1:
            has = " and ".join(kinds) if kinds else "none"
            report.add(("checkpoints", n), f"a checkpoint has exactly one kind, this has {has}", _kinds(one))
    if checkpoints and all(one.keys() & APART for _, one in checkpoints):
        report.add(
            ("checkpoints",), "nothing here counts: judges are reported apart", "Add a checkpoint over the state."
        )


def _kinds(checkpoint: Mapping[str, Any]) -> str:
    others = [name for name in checkpoint if name not in ("id", "title", "weight", "after", "stage")]
    return nearest(others[0], KINDS) if others else "Kinds: " + ", ".join(KINDS) + "."


def _in_circles(checkpoints: Sequence[tuple[int, dict[str, Any]]]) -> list[str]:
    after = {
        one.get("id"): [name for name in one.get("after") or () if isinstance(name, str)] for _, one in checkpoints
    }

    def reaches(start: Any) -> bool:
        waiting, seen = list(after.get(start, ())), set()
        while waiting:
            name = waiting.pop()
            if name == start:
                return True
            if name not in seen:
                seen.add(name)
                waiting += after.get(name, ())
        return False

    return [id for id in after if isinstance(id, str) and reaches(id)]


def _check_answer(value: Mapping[str, Any], checkpoints: Sequence[tuple[int, dict[str, Any]]], report: Report) -> None:
    answer = value.get("answer")
    form = answer.get("form") if isinstance(answer, dict) else None
    looks = [n for n, one in checkpoints if one.get("answer", "none") != "none"]
    if form == "none" and looks:
        report.add(
            ("checkpoints", looks[0], "answer"), "the task says that no answer is wanted", "answer: {form: text}"
        )
    if isinstance(answer, dict) and isinstance(answer.get("schema"), dict):
        try:
            jsonschema.Draft202012Validator.check_schema(answer["schema"])
        except jsonschema.SchemaError as error:
            report.add(("answer", "schema"), f"not a JSON Schema: {error.message[:160]}")


def _check_versions(value: Mapping[str, Any], report: Report) -> None:
    log = value.get("changelog")
    if isinstance(log, list) and log and isinstance(log[0], dict) and "version" in log[0]:
        latest, version = str(log[0]["version"]), str(value.get("version", "1"))
        if latest != version:
            report.add(("changelog", 0, "version"), f"the task has version {version}, its changelog {latest}",
                       "The latest entry stands first and has the task's version.")  # fmt: skip


def _check_others(value: Mapping[str, Any], report: Report) -> None:
    """What other modules know about: policies, and the script of the user."""
    found: list[Problem] = []
    if "policies" in value:
        found += policy_problems(value["policies"], report.located.source)
    if "user" in value:
        found += user_problems(value["user"], report.located.source)
    for one in found:
        where = (int(part) if part.isdigit() else part for part in parse(one.pointer))
        report.add(where, one.message, one.hint)


# ---- the world -------------------------------------------------------------------------------------------------------


def _check_frame(task: Task, shape: Shape | None, report: Report) -> None:
    if shape is None:
        return
    for key in FRAME_KEYS:
        for place, allowed in enumerate(getattr(task.frame, key)):
            what, hint = _wrong_place(allowed.path, key, shape)
            if what:
                report.add(("frame", key, place), what, hint)


def _wrong_place(path: str, key: str, shape: Shape) -> tuple[str, str]:
    try:
        segments = parse(path)
    except ValueError as error:
        return str(error), "A place begins with a slash: /crm/leads/*"
    keys = [*shape.collections, *shape.plain, "/timers"]
    fits = [one for one in keys if _fits(segments, parse(one))]
    if not fits:
        return f"there is no place {path} in this world", nearest("/".join(path.split("/")[:3]), keys)
    if key != "may_change" and not any(one in shape.collections and len(segments) == 3 for one in fits):
        return f"{path} is no entity of a collection", "Write /app/collection/*."
    return "", ""


def _fits(segments: Sequence[str], key: Sequence[str]) -> bool:
    return all(one in ("*", other) for one, other in zip(segments, key, strict=False))

"""Flags of bad taste in tasks that can be computed (SaaS-Bench, appendix A.2). They warn; they do not reject.

parallel-tasking    the parts in different apps have nothing to do with each other
dumping-ground      the last thing is a note in an app that is there for nothing else
over-specification  the instruction dictates wordings and values, and these are the difficulty
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from awe_author.evaluation.checkpoints.matching import normalised
from awe_author.evaluation.model import Task
from awe_author.evaluation.oracle import Oracle
from awe_author.evaluation.qa.alignment import contains
from awe_author.json_types import Json
from awe_author.session.events import Event

_NOTING = re.compile(r"(create|add|post|write|save)_?(note|comment|memo|log|summary)", re.IGNORECASE)
_QUOTED = re.compile(r'"[^"\n]{2,}"|\u201c[^\u201d\n]{2,}\u201d')
DICTATED_PART, DICTATED_LENGTH, DICTATED_VALUES = 0.4, 200, 12
"""Of the instruction, in quotes; longest single quotation, in characters; values in one action."""


def flags(task: Task, oracle: Oracle, events: Sequence[Event]) -> Iterator[tuple[str, str]]:
    """Name and explanation of each flag that is up."""
    acts = [one for one in oracle.acts if "app" in one]
    if why := _parallel(task, acts, events):
        yield "parallel-tasking", why
    if why := _dumping(task, acts):
        yield "dumping-ground", why
    if why := _dictated(task, acts if oracle.acting else ()):  # a page sends more than its user enters
        yield "over-specification", why


def _parallel(task: Task, acts: Sequence[dict[str, Any]], events: Sequence[Event]) -> str:
    """Apps that share no value, no result, no emitted action and no checkpoint that comes after one of the other."""
    apps = sorted({str(one["app"]) for one in acts})
    if len(apps) < 2:
        return ""
    linked = {frozenset((event.app, other.app)) for event in events for other in event.emitted}
    used = {app: _values([one for one in acts if one["app"] == app]) for app in apps}
    for n, app in enumerate(apps):
        for other in apps[n + 1 :]:
            shared = {one for one in used[app] for two in used[other] if _share(one, two)}
            if shared or frozenset((app, other)) in linked or _ordered(task, app, other):
                return ""
    if any("with" in one for one in acts):
        return ""
    return f"what is done in {' and '.join(apps)} has nothing in common"


def _share(one: str, two: str) -> bool:
    """Is one value, or a name in it, in the other?"""
    if one == two or contains(two, one) or contains(one, two):
        return True
    names = set(re.findall(r"[a-z]{4,}", one))
    return len(names & set(re.findall(r"[a-z]{4,}", two))) >= 2


def _values(acts: Sequence[dict[str, Any]]) -> set[str]:
    found: set[str] = set()

    def visit(value: Json) -> None:
        if isinstance(value, str) and len(value) > 3:
            found.add(normalised(value).replace("-", " "))
        elif isinstance(value, dict):
            for one in value.values():
                visit(one)
        elif isinstance(value, list):
            for one in value:
                visit(one)

    for one in acts:
        visit(one.get("params"))
    return found


def _ordered(task: Task, app: str, other: str) -> bool:
    about = {one.id: str(one.spec) for one in task.checkpoints}
    for one in task.checkpoints:
        for before in one.after:
            pair = (about[one.id], about[before])
            if any(a in pair[0] and b in pair[1] for a, b in ((app, other), (other, app))):
                return True
    return False


def _dumping(task: Task, acts: Sequence[dict[str, Any]]) -> str:
    if len(acts) < 2:
        return ""
    last = acts[-1]
    alone = sum(one["app"] == last["app"] for one in acts) == 1
    if alone and _NOTING.search(str(last["action"])) and len({one["app"] for one in acts}) > 1:
        return f"{last['app']} is there only for {last['action']} at the end"
    return ""


def _dictated(task: Task, acts: Sequence[dict[str, Any]]) -> str:
    quoted = _QUOTED.findall(task.instruction)
    if any(len(one) > DICTATED_LENGTH for one in quoted):
        return f"a wording of {max(map(len, quoted))} characters is dictated"
    if sum(map(len, quoted)) > DICTATED_PART * len(task.instruction) and len(quoted) > 2:
        return f"{sum(map(len, quoted)) * 100 // len(task.instruction)} % of the instruction is in quotes"
    most = max((len(_values([one])) for one in acts), default=0)
    return f"one action is given {most} values" if most > DICTATED_VALUES else ""

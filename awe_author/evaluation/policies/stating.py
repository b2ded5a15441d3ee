"""The rule `state`: a condition on states and events, for what no act on a page shows.

    {state: {when: "size(events) > 0", that: "state.crm.leads.all(id, state.crm.leads[id].owner != 'user-2')"}}

Names are those of a `state` checkpoint: `state` and `initial` (app -> what it shows, at the end and at the start) and
`events` (the actions, in order).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from awe_author.evaluation.policies.finding import Finding, dormant, kept, violated
from awe_author.evaluation.policies.scene import NoEvidence, Scene
from awe_author.state.cel import DYN, Program, compile_expression, map_of

NAMES = {"state": map_of(DYN), "initial": map_of(DYN), "events": DYN}
"""What a condition may speak of."""


def state(rule: Mapping[str, Any], scene: Scene) -> Finding:
    """`that` holds at the end; dormant where `when` does not."""
    bound = _bindings(scene)
    if "when" in rule and not _holds(rule["when"], bound):
        return dormant(f"{rule['when']} does not hold")
    if _holds(rule["that"], bound):
        return kept(f"{rule['that']} holds")
    last = scene.events[-1].node if scene.events else None
    return violated(f"{rule['that']} does not hold", event=last)


def _holds(source: str, bound: Mapping[str, Any]) -> bool:
    value = condition(source).evaluate(bound)
    if not isinstance(value, bool):
        raise TypeError(f"{source} gives {value!r}, not true or false")
    return value


@lru_cache(maxsize=1024)
def condition(source: str) -> Program:
    """The compiled condition. Raises `CelProblem`."""
    return compile_expression(source, NAMES, context=False)


def _bindings(scene: Scene) -> Mapping[str, Any]:
    evidence = scene.evidence
    if evidence is None:
        raise NoEvidence("no state was recorded")
    history = evidence.history
    return {
        "state": {app: evidence.final.view(app) for app in history.apps},
        "initial": {app: evidence.initial.view(app) for app in history.apps},
        "events": list(history.documents),
    }

"""The rule `state`: a condition on states and events, for what no act on a page shows.

    {state: {when: "size(events) > 0", that: "state.crm.leads.all(id, state.crm.leads[id].owner != 'user-2')"}}

Names are those of a `state` checkpoint: `state` and `initial` (app -> what it shows, at the end and at the start),
`warehouse`, `events` and `now`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from awe_author.evaluation.checkpoints.base import Environment
from awe_author.evaluation.checkpoints.state import bindings, names_of
from awe_author.evaluation.policies.finding import Finding, dormant, kept, violated
from awe_author.evaluation.policies.scene import NoEvidence, Scene
from awe_author.state.cel import Program, compile_expression


def state(rule: Mapping[str, Any], scene: Scene) -> Finding:
    """`that` holds at the end; dormant where `when` does not."""
    if scene.evidence is None:
        raise NoEvidence("no state was recorded")
    bound = bindings(scene.evidence, len(scene.evidence.events))
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
    return compile_expression(source, names_of(Environment()), context=False)

"""`answer`: what the agent said at the end, by one of the matchers; a plain text is equal but for case and spaces.

answer: Arcturus          answer: {json: {company: Arcturus}}     answer: {number: 12.5, tolerance: 0.1}
answer: {set: [a, b]}     answer: {regex: "(?i)three|3"}          answer: {equals: "exactly this"}
answer: {expression: "state.crm.leads['lead-7'].email"}           # what the state says at the end
answer: none              # the agent must not give one
"""

from __future__ import annotations

from typing import Any

from awe_author.evaluation.checkpoints.base import Check, Environment, Finding, short
from awe_author.evaluation.checkpoints.matching import as_json, compile_match, normalised, same
from awe_author.evaluation.checkpoints.state import bindings, compile_cel
from awe_author.evaluation.evidence import Evidence
from awe_author.evaluation.problems import Spot
from awe_author.state.cel import to_json


def compile_answer(spec: Any, env: Environment, spot: Spot) -> Check | None:
    """See above."""
    if spec == "none":
        return Check(_nothing_said)
    if isinstance(spec, dict) and "expression" in spec:
        return _compile_expression(spec, env, spot)
    match = compile_match(spec, spot)
    if match is None:
        return None

    def at(evidence: Evidence, place: int) -> Finding:
        facts = evidence.facts
        if not facts.answered:
            return Finding(False, spec, None, "the agent gave no answer")
        passed = match(facts.answer)
        return Finding(passed, spec, short(facts.answer), "" if passed else "the answer is another")

    return Check(at)


def _nothing_said(evidence: Evidence, place: int) -> Finding:
    said = evidence.facts.answered and evidence.facts.answer not in (None, "")
    return Finding(not said, "none", short(evidence.facts.answer), "the agent gave an answer" if said else "")


def _compile_expression(spec: dict[str, Any], env: Environment, spot: Spot) -> Check | None:
    program = compile_cel(spec["expression"], env, spot.at("expression"))
    for name in spec.keys() - {"expression"}:
        spot.at(name).problem(f'"expression" stands alone, not with "{name}"')
        return None
    if program is None:
        return None

    def at(evidence: Evidence, place: int) -> Finding:
        wanted = to_json(program.evaluate(bindings(evidence, place)))
        answer = evidence.facts.answer
        if not evidence.facts.answered:
            return Finding(False, wanted, None, "the agent gave no answer")
        if isinstance(wanted, str):
            passed = isinstance(answer, str) and normalised(answer) == normalised(wanted)
        else:
            passed = wanted is not None and same(as_json(answer), wanted, loose=True)
        return Finding(passed, short(wanted), short(answer), "" if passed else "the answer is another")

    return Check(at)

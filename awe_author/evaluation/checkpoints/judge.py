"""`judge`: a model is asked about a text or a picture. Off unless somebody gives one, and always reported apart.

judge: {question: "Is the summary fair to both sides?", of: answer, at_least: 0.7}
judge: {question: "Does the chart show four bars?", of: page}
judge: {question: "...", of: {expression: "state.mail.drafts['d-1'].body"}}
"""

from __future__ import annotations

import base64
import json
from typing import Any

from awe_author.evaluation.checkpoints.base import Check, Environment, Finding, Judge, MissingEvidence
from awe_author.evaluation.checkpoints.state import bindings, compile_cel
from awe_author.evaluation.evidence import Evidence
from awe_author.evaluation.problems import Spot
from awe_author.state.cel import to_json

KEYS = ("question", "of", "at_least")


def compile_judge(spec: Any, env: Environment, spot: Spot) -> Check | None:
    """See above."""
    if not isinstance(spec, dict) or not isinstance(spec.get("question"), str) or spec.keys() - {*KEYS}:
        spot.problem("judge: wants question, and of: answer, page or {expression: ...}")
        return None
    of = spec.get("of", "answer")
    least = spec.get("at_least", 0.5)
    program = compile_cel(of["expression"], env, spot.at("of")) if isinstance(of, dict) and "expression" in of else None
    if program is None and of not in ("answer", "page"):
        spot.at("of").problem("of: is answer, page or {expression: ...}")
        return None
    if isinstance(least, bool) or not isinstance(least, int | float) or not 0 < least <= 1:
        spot.at("at_least").problem("at_least: is a number above 0, at most 1")
        return None
    judge = env.judge

    def at(evidence: Evidence, place: int) -> Finding:
        if judge is None:
            return Finding(False, spec, None, "no judge was asked", skipped=True)
        if program is not None:
            score, why = judge.text(spec["question"], _text(to_json(program.evaluate(bindings(evidence, place)))))
        else:
            score, why = _ask(judge, spec["question"], str(of), evidence)
        passed = score >= least
        return Finding(passed, spec, score, f"{judge.name}: {why}", max(0.0, min(1.0, float(score))))

    return Check(at)


def _ask(judge: Judge, question: str, of: str, evidence: Evidence) -> tuple[float, str]:
    if of == "answer":
        return judge.text(question, _text(evidence.facts.answer))
    pages = evidence.facts.pages
    if not pages or not pages[-1].image:
        raise MissingEvidence("there is no picture of the page", hint="the driver of the browser takes it: Page.image")
    return judge.image(question, base64.b64decode(pages[-1].image))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)

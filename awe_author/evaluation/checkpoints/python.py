"""`python`: a function `(evidence) -> bool | float` from a Python file beside the task, for what nothing else can say.

    python: checks:all_enrolled
    python: {use: checks:enrolled, with: {sequence: Retail}}

It has to be pure, like the reducers of a model: no clock, no chance, no files, no network, and it changes nothing. A
float is a part of the weight, 0 to 1; only 1.0 passes.
"""

from __future__ import annotations

import math
import re
from typing import Any

from awe_author.evaluation.checkpoints.base import EVERY, Check, Environment, Finding
from awe_author.evaluation.evidence import Evidence
from awe_author.evaluation.problems import Spot

_NAME = re.compile(r"[A-Za-z_]\w*:[A-Za-z_]\w*")


def compile_python(spec: Any, env: Environment, spot: Spot) -> Check | None:
    """See above."""
    given = {"use": spec} if isinstance(spec, str) else spec
    if not isinstance(given, dict) or not _NAME.fullmatch(str(given.get("use", ""))) or given.keys() - {"use", "with"}:
        spot.problem("python: wants module:function, or {use: module:function, with: {...}}")
        return None
    try:
        function = env.function(given["use"])
    except Exception as error:  # the author's file: whatever it raises is theirs
        hint = getattr(error, "hint", "") or "The file stands beside the task."
        spot.problem(f"{type(error).__name__}: {error}", hint)
        return None
    params = given.get("with") or {}

    def at(evidence: Evidence, place: int) -> Finding:
        value = function(evidence.until(place), **params)
        if isinstance(value, bool):
            return Finding(value, True, value, "" if value else f"{given['use']} gives False")
        if not isinstance(value, int | float) or not math.isfinite(value) or not 0 <= value <= 1:
            raise TypeError(f"{given['use']} gave {value!r}, which is neither true or false nor a number from 0 to 1")
        return Finding(value == 1, 1, value, "" if value == 1 else f"{given['use']} gives {value}", float(value))

    return Check(at, EVERY)

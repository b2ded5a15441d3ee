"""The same expression gives the same value, or fails as well, in cel-python's own evaluator."""

from __future__ import annotations

from typing import Any

import celpy
from celpy import celtypes
from hypothesis import HealthCheck, given, settings

from awe_author.state.cel import DYN, CelFault, compile_expression
from awe_author.state.cel.values import equals
from tests.state.cel.expressions import VARIABLES, expressions

FAULT = "<fault>"
ENVIRONMENT = celpy.Environment()
ACTIVATION = {name: celpy.json_to_cel(value) for name, value in VARIABLES.items()}


def theirs(source: str) -> Any:
    try:
        return plain(ENVIRONMENT.program(ENVIRONMENT.compile(source)).evaluate(ACTIVATION))
    except (celpy.CELEvalError, IndexError):  # it fails at writing down what has failed in some macros
        return FAULT


def plain(value: Any) -> Any:
    if isinstance(value, celtypes.BoolType):
        return bool(value)
    if isinstance(value, list):
        return [plain(one) for one in value]
    return int(value) if isinstance(value, int) else str(value)


def ours(source: str) -> Any:
    try:
        return compile_expression(source, dict.fromkeys(VARIABLES, DYN)).evaluate(VARIABLES)
    except CelFault:
        return FAULT


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(expressions())
def test_agrees_with_cel_python(source: str) -> None:
    assert equals(ours(source), theirs(source)), f"{ours(source)!r} here, {theirs(source)!r} there"


def test_what_is_left_out_as_cel_python_fails_at_it_is_as_cel_says() -> None:
    """By the definition of CEL `false && error` is false; cel-python raises what fails in the list of a macro."""
    source = "(!(b) && l.filter(v, v > m.none).exists_one(v, v == i))"
    assert (ours(source), theirs(source)) == (False, FAULT)
    assert ours("l.filter(v, v > m.none).exists_one(v, v == i)") == FAULT

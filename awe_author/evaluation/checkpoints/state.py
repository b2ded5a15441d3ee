"""`state`: a condition in CEL over `state` (app -> view), `warehouse`, `initial`, `events` and `now`.

    state: "state.crm.leads.values().exists(l, l.email == 'a@b.example')"
    state: {value: "state.crm.opportunities['o-7'].amount", number: 5000, tolerance: 0.5}

When a condition does not hold, the first of its `&&` parts that does not is shown, with what stands on its left side.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, cast

from awe_author.evaluation.checkpoints.base import EVERY, Check, Environment, Finding, short
from awe_author.evaluation.checkpoints.matching import MATCHERS, OPTIONS, compile_match
from awe_author.evaluation.checkpoints.reading import parts_read
from awe_author.evaluation.evidence import Evidence
from awe_author.evaluation.problems import Spot
from awe_author.json_types import Json
from awe_author.state.cel import DYN, CelFault, CelProblem, CelType, Names, Program, compile_expression, to_json
from awe_author.state.cel.lexing import tokens
from awe_author.state.cel.types import TIMESTAMP
from awe_author.state.model import WAREHOUSE

_COMPARE = ("==", "!=", "<=", ">=", "<", ">", "in")


def names_of(env: Environment) -> dict[str, CelType]:
    """What expressions of checkpoints can name."""
    return {"state": env.state, "initial": env.state, WAREHOUSE: env.warehouse, "events": DYN, "now": TIMESTAMP}


def compile_cel(source: object, env: Environment, spot: Spot, *, more: Names | None = None) -> Program | None:
    """The program of an expression over the episode; None when it is wrong."""
    if env.shape is None:
        spot.problem("the world of this task has no state model", "Use page, url or answer, or give the app a model.")
        return None
    if not isinstance(source, str) or not source.strip():
        spot.problem("this wants an expression (CEL)", "For example: state.crm.leads['lead-7'].status == 'won'")
        return None
    try:
        return compile_expression(source, {**names_of(env), **(more or {})}, context=False)
    except CelProblem as problem:
        spot.problem(problem.message, problem.hint)
        return None


def bindings(evidence: Evidence, place: int, more: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """What the names of `names_of` stand for after the first `place` events, and `more`."""
    return _Bindings(evidence, place, more or {})


class _Bindings(dict[str, Any]):
    """Each name is worked out when an expression asks for it."""

    def __init__(self, evidence: Evidence, place: int, more: Mapping[str, Any]) -> None:
        super().__init__(more)
        self._evidence, self._place = evidence, place

    def __missing__(self, name: str) -> Any:
        history = self._evidence.history
        state = history.initial if name == "initial" else history.state(self._place)
        if name in ("state", "initial"):
            value: Any = {app: state.view(app) for app in history.apps}
        elif name == WAREHOUSE:
            value = state.view(WAREHOUSE)
        elif name == "events":
            value = list(history.documents[: self._place])
        elif name == "now":
            value = _now(self._evidence, self._place)
        else:
            raise KeyError(name)
        self[name] = value
        return value


def _now(evidence: Evidence, place: int) -> datetime:
    clock = evidence.events[place - 1].clock if place else evidence.history.clock
    if not clock:
        raise CelFault("it is not known when the episode began, so that `now` is not")
    return datetime.fromisoformat(clock).astimezone(UTC)


def compile_state(spec: Any, env: Environment, spot: Spot) -> Check | None:
    """See above."""
    if isinstance(spec, dict):
        return _compile_value(spec, env, spot)
    program = compile_cel(spec, env, spot)
    if program is None or env.shape is None:
        return None
    if program.type.kind not in ("bool", "dyn"):
        spot.problem(f"a condition gives true or false, this gives a {program.type}", "Compare it with something.")
        return None
    explain = _Explained(spec, names_of(env))

    def at(evidence: Evidence, place: int) -> Finding:
        bound = bindings(evidence, place)
        value = program.evaluate(bound)
        if not isinstance(value, bool):
            raise CelFault(f"the condition gave {value!r}, neither true nor false")
        if value:
            return Finding(True, short(spec), True)
        expected, found = explain(bound)
        return Finding(False, expected, found, f"this does not hold: {short(expected, 300)}")

    return Check(at, parts_read(spec, env.shape))


def _compile_value(spec: dict[str, Any], env: Environment, spot: Spot) -> Check | None:
    program = compile_cel(spec.get("value"), env, spot.at("value"))
    known = {"value", *MATCHERS, *(name for names in OPTIONS.values() for name in names)}
    for name in spec.keys() - known:
        spot.at(name).problem(f'"state" has no "{name}"', "Keys: value and one of " + ", ".join(MATCHERS) + ".")
    wanted = {name: one for name, one in spec.items() if name in known and name != "value"}
    match = compile_match(wanted, spot)
    if program is None or match is None or env.shape is None:
        return None

    def at(evidence: Evidence, place: int) -> Finding:
        found = to_json(program.evaluate(bindings(evidence, place)))
        passed = match(found)
        why = "" if passed else f"{spec['value']} is {short(found, 200)!r}"
        return Finding(passed, wanted, short(found), why)

    return Check(at, parts_read(spec["value"], env.shape) if spec.get("value") else EVERY)


# ---- why a condition does not hold -----------------------------------------------------------------------------------


class _Explained:
    """Says which part of a condition failed. Compiled when it is first asked."""

    def __init__(self, source: str, names: Names) -> None:
        self._source, self._names = source, names
        self._parts: list[tuple[str, Program, Program | None]] | None = None

    def __call__(self, bound: Mapping[str, Any]) -> tuple[str, Json]:
        """The part that is not true, and what its left side is."""
        if self._parts is None:
            self._parts = [one for text in split(self._source, ("&&",)) if (one := self._compiled(text))]
        for text, program, left in self._parts:
            if _quietly(lambda program=program: program.evaluate(bound)) is not True:  # type: ignore[misc]
                found = None if left is None else _quietly(lambda left=left: to_json(left.evaluate(bound)))  # type: ignore[misc]
                return text, short(cast(Json, found)) if left else False
        return self._source, False

    def _compiled(self, text: str) -> tuple[str, Program, Program | None] | None:
        try:
            program = compile_expression(text, self._names, context=False)
            sides = split(text, _COMPARE)
            left = compile_expression(sides[0], self._names, context=False) if len(sides) == 2 else None
        except CelProblem:
            return None
        return text, program, left


def _quietly(function: Callable[[], object]) -> object:
    try:
        return function()
    except CelFault as fault:
        return str(fault)


def split(source: str, signs: tuple[str, ...]) -> list[str]:
    """The parts of an expression between these signs where they stand outside of all brackets and of `||` and `?`."""
    depth, begin, parts = 0, 0, []
    for kind, text, at in tokens(source):
        if text in ("(", "[", "{") and kind != "STRING_LIT":
            depth += 1
        elif text in (")", "]", "}") and kind != "STRING_LIT":
            depth -= 1
        elif depth == 0 and kind == text and text in ("||", "?"):
            return [source.strip()]
        elif depth == 0 and kind == text and text in signs:
            parts.append(source[begin:at].strip())
            begin = at + len(text)
    return [*parts, source[begin:].strip()]

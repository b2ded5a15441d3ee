"""`event`: what was done, as the session's events tell: that it was, how often, in which order, or that it never was.

    event: {action: crm.create_lead}
    event: {match: {action: crm.create_task, params: {kind: call}}, count: 2}
    event: {sequence: [{action: mail.reply}, {action: crm.complete_task}]}
    event: {never: {action: crm.delete_lead}}

`where` is CEL over `event` (the event as JSON). Actions that an event emitted count like events of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from awe_author.evaluation.checkpoints.base import EVERY, Check, Environment, Finding
from awe_author.evaluation.checkpoints.matching import same
from awe_author.evaluation.checkpoints.state import bindings, compile_cel
from awe_author.evaluation.evidence import Evidence
from awe_author.evaluation.problems import Spot
from awe_author.json_types import Json
from awe_author.located import nearest
from awe_author.session.events import Event
from awe_author.state.cel import DYN

Matcher: TypeAlias = Callable[[Event, Evidence, int], int]
"""How often an event, at its place in the history, does what is looked for."""

_MATCH_KEYS = ("action", "params", "where", "feature", "kind")
_KINDS = ("action", "clock", "note")


def compile_event(spec: Any, env: Environment, spot: Spot) -> Check | None:
    """See above."""
    if not isinstance(spec, dict):
        spot.problem("event: wants match, sequence or never", "For example {action: crm.create_lead}.")
        return None
    if spec.keys() & {*_MATCH_KEYS}:
        rest = {name: one for name, one in spec.items() if name != "count"}
        spec = {"match": rest, "count": spec.get("count", {"at_least": 1})}
    form = [name for name in ("match", "sequence", "never") if name in spec]
    others = spec.keys() - {*form, "count", "contiguous"}
    if len(form) != 1 or others:
        spot.problem("event: wants exactly one of match, sequence, never", f"Keys given: {', '.join(spec)}.")
        return None
    return {"match": _compile_count, "sequence": _compile_sequence, "never": _compile_never}[form[0]](spec, env, spot)


def compile_matcher(spec: Any, env: Environment, spot: Spot) -> Matcher | None:
    """Is an event what `{action, params, where, feature, kind}` describes? None when the description is wrong."""
    if not isinstance(spec, dict) or not spec:
        spot.problem("this wants action, params, where, feature or kind", "For example {action: crm.create_lead}.")
        return None
    unknown = [name for name in spec if name not in _MATCH_KEYS]
    if unknown:
        spot.at(unknown[0]).problem(f'there is no key "{unknown[0]}"', nearest(unknown[0], _MATCH_KEYS))
        return None
    names = _actions(spec.get("action", []), env, spot.at("action"))
    where = compile_cel(spec["where"], env, spot.at("where"), more={"event": DYN}) if "where" in spec else None
    if names is None or ("where" in spec and where is None):
        return None
    if spec.get("kind", "action") not in _KINDS:
        spot.at("kind").problem("kind is " + ", ".join(_KINDS), nearest(str(spec["kind"]), _KINDS))
        return None
    params: Mapping[str, Json] = spec.get("params") or {}
    feature, kind = spec.get("feature"), spec.get("kind", "action" if names or params else None)

    def count(event: Event, evidence: Evidence, place: int) -> int:
        if (kind and event.kind != kind) or (feature and event.feature != feature):
            return 0
        done = [(event.app, event.action, event.params), *((e.app, e.action, e.params) for e in event.emitted)]
        fits = [
            1
            for app, action, given in done[: None if names or params else 1]
            if (not names or f"{app}.{action}" in names) and all(_has(given, n, v) for n, v in params.items())
        ]
        if not fits or (where is not None and not _holds(where, event, evidence, place)):
            return 0
        return len(fits)

    return count


def _has(params: Mapping[str, Json], name: str, wanted: Json) -> bool:
    return name in params and same(params[name], wanted)


def _holds(where: Any, event: Event, evidence: Evidence, place: int) -> bool:
    bound = bindings(evidence, place, {"event": event.to_json()})
    return where.evaluate(bound) is True


def _actions(given: Any, env: Environment, spot: Spot) -> frozenset[str] | None:
    names = [given] if isinstance(given, str) else given
    if not isinstance(names, list) or not all(isinstance(one, str) for one in names):
        spot.problem("an action is app.name, or a list of these")
        return None
    known = [f"{app}.{action}" for app, actions in env.actions.items() for action in actions]
    for name in names:
        if name not in known:
            spot.problem(f"there is no action {name}", nearest(name, known) if known else "")
            return None
    return frozenset(names)


def bounds(given: Any, spot: Spot) -> tuple[int, int | None] | None:
    """`count: 2`, `count: {at_least: 1, at_most: 3}` -> least and most; None when it is wrong."""
    if isinstance(given, int) and not isinstance(given, bool) and given >= 0:
        return given, given
    if isinstance(given, dict) and given and given.keys() <= {"at_least", "at_most"}:
        least, most = given.get("at_least", 0), given.get("at_most")
        if all(type(one) is int and one >= 0 for one in (least, most) if one is not None):
            return least or 0, most
    spot.problem("a count is a number, or {at_least: 1, at_most: 3}")
    return None


def counted(number: int, limits: tuple[int, int | None]) -> bool:
    """Is it within `bounds`?"""
    return limits[0] <= number and (limits[1] is None or number <= limits[1])


def _compile_count(spec: dict[str, Any], env: Environment, spot: Spot) -> Check | None:
    matcher = compile_matcher(spec["match"], env, spot.at("match"))
    limits = bounds(spec.get("count", {"at_least": 1}), spot.at("count"))
    if matcher is None or limits is None:
        return None

    def at(evidence: Evidence, place: int) -> Finding:
        number = sum(matcher(event, evidence, n + 1) for n, event in enumerate(evidence.events[:place]))
        passed = counted(number, limits)
        return Finding(passed, spec, number, "" if passed else f"it was done {number} times")

    return Check(at, EVERY)


def _compile_never(spec: dict[str, Any], env: Environment, spot: Spot) -> Check | None:
    matcher = compile_matcher(spec["never"], env, spot.at("never"))
    if matcher is None:
        return None

    def at(evidence: Evidence, place: int) -> Finding:
        done = [event.node for n, event in enumerate(evidence.events[:place]) if matcher(event, evidence, n + 1)]
        found: Json = list(done)
        return Finding(not done, spec, found, f"it was done, at event {done[0]}" if done else "")

    return Check(at, EVERY)


def _compile_sequence(spec: dict[str, Any], env: Environment, spot: Spot) -> Check | None:
    given = spec["sequence"]
    if not isinstance(given, list) or len(given) < 2:
        spot.at("sequence").problem("a sequence is a list of at least two events")
        return None
    matchers = [compile_matcher(one, env, spot.at("sequence", n)) for n, one in enumerate(given)]
    if any(one is None for one in matchers):
        return None
    wanted: Sequence[Any] = matchers
    contiguous = spec.get("contiguous", False) is True

    def at(evidence: Evidence, place: int) -> Finding:
        events = evidence.events[:place]
        hits = [[bool(one(event, evidence, n + 1)) for one in wanted] for n, event in enumerate(events)]
        reached = _contiguous(hits, len(wanted)) if contiguous else _in_order(hits, len(wanted))
        passed = reached == len(wanted)
        why = "" if passed else f"{reached} of {len(wanted)} came in this order; next was {given[reached]}"
        return Finding(passed, spec, reached, why)

    return Check(at, EVERY)


def _in_order(hits: Sequence[Sequence[bool]], length: int) -> int:
    reached = 0
    for hit in hits:
        if reached < length and hit[reached]:
            reached += 1
    return reached


def _contiguous(hits: Sequence[Sequence[bool]], length: int) -> int:
    """The longest beginning of the sequence that stands without a gap."""
    best = 0
    for start in range(len(hits)):
        reached = 0
        while reached < length and start + reached < len(hits) and hits[start + reached][reached]:
            reached += 1
        best = max(best, reached)
    return best

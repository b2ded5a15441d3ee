"""An oracle: what solves a task, as actions on its session or as steps of a user in the browser, and the answer.

    act:
      - {app: crm, action: create_task, params: {subject: Call Ada}, as: made}
      - {app: crm, action: complete_task, with: {id: made.id}}       # `with`: strings are CEL over state and results
      - {advance: PT1H}
    answer: {company: Arcturus}

    steps: [...]                    # the language of docs/guide/steps.md, done in the browser against the mock's door

`as` keeps the result of an action under a name. Actions run here; steps are run by whoever has a browser, and end in
the same kind of session.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast

from awe_author.errors import AweError
from awe_author.evaluation.evidence import Facts
from awe_author.evaluation.problems import Spot
from awe_author.json_types import Json, JsonObject
from awe_author.located import nearest
from awe_author.session.errors import RunawayTimers
from awe_author.session.session import Session
from awe_author.state.cel import DYN, CelFault, CelProblem, compile_expression, to_json
from awe_author.state.model import WAREHOUSE
from awe_author.state.types import Action, ModelFault, Rejected

OracleKind: TypeAlias = Literal["act", "steps"]
KEYS = ("act", "steps", "answer", "pages", "note")
ACT_KEYS = ("app", "action", "params", "with", "as", "advance", "note")
_NAME = re.compile(r"[a-z][a-z0-9_]*")


class OracleFailed(AweError):
    """An oracle could not be run to its end: it is not a solution, or the world is another one."""


@dataclass(frozen=True, slots=True)
class Oracle:
    """What solves a task."""

    kind: OracleKind
    acts: tuple[JsonObject, ...]
    """Actions, or steps of the step language."""

    answered: bool = False
    answer: Json = None
    file: str = ""

    @property
    def facts(self) -> Facts:
        """What is known beside the session after its actions: nobody drove a browser."""
        return Facts(answer=self.answer, answered=self.answered)


def read_oracle(value: Json, spot: Spot, actions: Mapping[str, Iterable[str]]) -> Oracle | None:
    """The oracle of a parsed file, or of a task that has it inside; None when it is wrong."""
    if not isinstance(value, dict):
        spot.problem("an oracle is a mapping", "It begins with act: or steps:.")
        return None
    sound = True
    for name in value:
        if name not in KEYS:
            spot.at(name).problem(f'there is no key "{name}"', nearest(name, KEYS))
            sound = False
    kinds = [name for name in ("act", "steps") if name in value]
    given = value[kinds[0]] if len(kinds) == 1 else None
    if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
        spot.problem("an oracle has either act: or steps:, a list", "- {app: crm, action: create_lead, params: {...}}")
        return None
    if kinds == ["act"]:
        checked = [_check_act(one, spot.at("act", place), actions) for place, one in enumerate(given)]
        sound = sound and all(checked)
    if not sound:
        return None
    acts: tuple[Any, ...] = tuple(given)
    kind: OracleKind = "act" if kinds == ["act"] else "steps"
    return Oracle(kind, acts, "answer" in value, value.get("answer"), spot.report.located.source)


def _check_act(one: Any, spot: Spot, actions: Mapping[str, Iterable[str]]) -> bool:
    for name in one:
        if name not in ACT_KEYS:
            spot.at(name).problem(f'there is no key "{name}"', nearest(name, ACT_KEYS))
            return False
    if "advance" in one:
        if one.keys() & {"app", "action", "params", "with", "as"} or not isinstance(one["advance"], str | int | float):
            spot.problem("advance: stands alone, with a span", "- {advance: PT1H}")
            return False
        return True
    app, action = one.get("app"), one.get("action")
    if app not in actions:
        spot.at("app").problem(f"there is no app {app}", nearest(str(app), actions))
        return False
    if action not in actions[app]:
        spot.at("action").problem(f"{app} has no action {action}", nearest(str(action), actions[app]))
        return False
    if "as" in one and not _NAME.fullmatch(str(one["as"])):
        spot.at("as").problem("a name has small letters, digits and _")
        return False
    return True


def perform(oracle: Oracle, session: Session, *, only: int | None = None) -> None:
    """Do the actions of an oracle (the first `only`) in a session. Raises OracleFailed."""
    results: dict[str, Json] = {}
    for place, one in enumerate(oracle.acts[:only]):
        try:
            if "advance" in one:
                session.advance(by=cast(Any, one["advance"]))
                continue
            given = cast("dict[str, Json]", one.get("params") or {})
            params = {**given, **_worked_out(one.get("with") or {}, session, results)}
            action = Action(str(one["app"]), str(one["action"]), params)
            event = session.act(action, cause={"type": "oracle", "act": place})
            results[str(one.get("as", ""))] = event.result
        except (Rejected, ModelFault, CelFault, CelProblem, RunawayTimers) as error:
            what = f"act {place} ({one.get('app')}.{one.get('action')}): {error}"
            raise OracleFailed(what, where=oracle.file, hint="Repair the oracle, or the model.") from error


def _worked_out(template: Any, session: Session, results: Mapping[str, Json]) -> Any:
    """The template with its strings, which are CEL over `state` and the results so far, worked out."""
    state = session.state()
    apps = [app for app in state.shape.roots if app != WAREHOUSE]
    bound = {"state": {app: state.view(app) for app in apps}, **results}
    names = dict.fromkeys(bound, DYN)

    def made(value: Any) -> Any:
        if isinstance(value, str):
            return to_json(compile_expression(value, names, context=False).evaluate(bound))
        if isinstance(value, list):
            return [made(one) for one in value]
        return {name: made(one) for name, one in value.items()} if isinstance(value, dict) else value

    return made(template)

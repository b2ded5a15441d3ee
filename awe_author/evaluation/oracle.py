"""An oracle: what solves a task, as actions on its session or as steps of a user in the browser, and the answer.

    act:
      - {app: crm, action: create_task, params: {subject: Call Ada}, as: made}
      - {app: crm, action: complete_task, with: {id: made.id}}       # `with`: strings are CEL over state and results
      - {advance: PT1H}
      - {ask: "May I delete it?"}              # the simulated user answers; `tell` says something
    answer: {company: Arcturus}

    steps: [...]                    # the language of docs/guide/steps.md, done in the browser against the mock's door

`as` keeps the result of an action under a name. Actions run here; steps are run by whoever has a browser, and end in
the same kind of session. An oracle may have both: then either has to solve the task. Among steps, too, `ask:` and
`tell:` speak to the simulated user.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast

from awe_author.errors import AweError
from awe_author.evaluation.evidence import Facts, Step
from awe_author.evaluation.problems import Spot
from awe_author.evaluation.user import SimulatedUser
from awe_author.json_types import Json, JsonObject
from awe_author.located import nearest
from awe_author.session.errors import RunawayTimers
from awe_author.session.session import Session
from awe_author.state.cel import DYN, CelFault, CelProblem, compile_expression, to_json
from awe_author.state.model import WAREHOUSE
from awe_author.state.types import Action, ModelFault, Rejected

OracleKind: TypeAlias = Literal["act", "steps", "both"]
KEYS = ("act", "steps", "answer", "pages", "note")
ACT_KEYS = ("app", "action", "params", "with", "as", "advance", "ask", "tell", "note")
_ALONE = ("advance", "ask", "tell")
_NAME = re.compile(r"[a-z][a-z0-9_]*")


class OracleFailed(AweError):
    """An oracle could not be run to its end: it is not a solution, or the world is another one."""


@dataclass(frozen=True, slots=True)
class Oracle:
    """What solves a task."""

    kind: OracleKind
    acts: tuple[JsonObject, ...]
    """Actions; of an oracle of steps alone there are none."""

    answered: bool = False
    answer: Json = None
    file: str = ""
    steps: tuple[JsonObject, ...] = ()
    """Steps of the step language, as written."""

    @property
    def acting(self) -> bool:
        """Does it have actions, which need no browser?"""
        return self.kind != "steps"

    @property
    def stepping(self) -> bool:
        """Does it have steps, which need one?"""
        return self.kind != "act"


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
    lists: dict[str, Any] = {name: value[name] for name in kinds}
    if not kinds or not all(isinstance(one, list) and all(isinstance(x, dict) for x in one) for one in lists.values()):
        spot.problem(
            "an oracle has act: or steps:, a list, or both", "- {app: crm, action: create_lead, params: {...}}"
        )
        return None
    acts, steps = tuple(lists.get("act", ())), tuple(lists.get("steps", ()))
    checked = [_check_act(one, spot.at("act", place), actions) for place, one in enumerate(acts)]
    if not sound or not all(checked):
        return None
    kind: OracleKind = "both" if len(kinds) == 2 else "act" if kinds == ["act"] else "steps"
    return Oracle(kind, acts, "answer" in value, value.get("answer"), spot.report.located.source, steps)


def _check_act(one: Any, spot: Spot, actions: Mapping[str, Iterable[str]]) -> bool:
    for name in one:
        if name not in ACT_KEYS:
            spot.at(name).problem(f'there is no key "{name}"', nearest(name, ACT_KEYS))
            return False
    alone = [name for name in _ALONE if name in one]
    if alone:
        kinds = (str, int, float) if alone == ["advance"] else (str,)
        if one.keys() - {alone[0], "note"} or not isinstance(one[alone[0]], kinds):
            spot.problem(f"{alone[0]}: stands alone, with a text", "- {advance: PT1H}, - {ask: May I?}")
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


def perform(
    oracle: Oracle, session: Session, *, only: int | None = None, user: Mapping[str, Json] | None = None
) -> Facts:
    """Do the acts of an oracle (the first `only`) in a session. Raises OracleFailed.

    What it did is the trajectory of the facts, a step for each act; pages nobody saw.
    """
    asked = SimulatedUser(user or {})
    results: dict[str, Json] = {}
    steps: list[Step] = []
    for place, one in enumerate(oracle.acts[:only]):
        try:
            reply = _act(one, place, session, results, asked)
        except (Rejected, ModelFault, CelFault, CelProblem, RunawayTimers) as error:
            what = f"act {place} ({one.get('app')}.{one.get('action')}): {error}"
            raise OracleFailed(what, where=oracle.file, hint="Repair the oracle, or the model.") from error
        steps.append(Step(number=place + 1, action=_action(one), node=session.head, reply=reply))
    return Facts(answer=oracle.answer, answered=oracle.answered, trajectory=tuple(steps))


def _act(one: JsonObject, place: int, session: Session, results: dict[str, Json], user: SimulatedUser) -> Json:
    """Do one act; what the user replied."""
    if "ask" in one:
        return user.ask(str(one["ask"])).to_json()
    if "advance" in one:
        session.advance(by=cast(Any, one["advance"]))
    elif "app" in one:
        given = cast("dict[str, Json]", one.get("params") or {})
        params = {**given, **_worked_out(one.get("with") or {}, session, results)}
        action = Action(str(one["app"]), str(one["action"]), params)
        event = session.act(action, cause={"type": "oracle", "act": place})
        results[str(one.get("as", ""))] = event.result
    return None


def _action(one: JsonObject) -> JsonObject:
    if "ask" in one or "tell" in one:
        return {"kind": "ask_user" if "ask" in one else "tell_user", "text": one.get("ask", one.get("tell"))}
    return {"kind": "wait"} if "advance" in one else {"kind": "act", "app": one["app"], "action": one["action"]}


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

"""What an event will say beside its place in the tree: drafted before the store has given it a node."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from awe_author.json_types import Json, JsonObject
from awe_author.session.agenda import Timer
from awe_author.session.events import Event, EventKind
from awe_author.session.moments import ClockRule, Micros, format_moment
from awe_author.state.types import Action, Change, ModelFault, Outcome, Performed, Rejected

if TYPE_CHECKING:
    from awe_author.state.world_state import WorldState


@dataclass(frozen=True, slots=True)
class Draft:
    """What an event will say beside its place."""

    kind: EventKind
    clock: Micros
    state: WorldState
    app: str = ""
    action: str = ""
    params: JsonObject | None = None
    feature: str = ""
    cause: JsonObject | None = None
    patch: tuple[Change, ...] = ()
    result: Json = None
    emitted: tuple[Performed, ...] = ()

    def event(self, *, timeline: str, node: int, parent: int, after: int, session: str) -> Event:
        """The event at its place; `after` is the sequence of its parent."""
        return Event(
            timeline=timeline,
            node=node,
            parent=parent,
            sequence=after + (self.kind != "note"),
            session=session,
            kind=self.kind,
            clock=format_moment(self.clock),
            state_hash=self.state.hash,
            app=self.app,
            action=self.action,
            params=self.params or {},
            feature=self.feature,
            cause=self.cause,
            patch=self.patch,
            result=self.result,
            emitted=self.emitted,
        )


def performed(
    action: Action, outcome: Outcome, moment: Micros, feature: str, cause: JsonObject | None, *before: Change
) -> Draft:
    """An action that was done; `before` are changes made ahead of it in the same event."""
    return Draft(
        "action",
        moment,
        outcome.state,
        action.app,
        action.name,
        outcome.performed[0].params if outcome.performed else dict(action.params),
        feature,
        cause,
        (*before, *outcome.changes),
        outcome.result,
        outcome.performed[1:],
    )


def missed(timer: Timer, error: Rejected | ModelFault, moment: Micros, state: WorldState, cause: JsonObject) -> Draft:
    """A timer whose action could not be done: noted, and the timer is gone, so that it never stops the clock."""
    code = error.code if isinstance(error, Rejected) else "model-fault"
    action = timer.action
    return Draft(
        "note",
        moment,
        state,
        action.app,
        action.name,
        dict(action.params),
        cause=cause,
        patch=(timer.removal,),
        result={"code": code, "message": error.what, "pointer": error.pointer},
    )


def root_params(world: str, seed: int, clock: ClockRule, document: str) -> JsonObject:
    """What the root event records of how a timeline was opened."""
    return {"world": world, "seed": seed, "clock": {"start": clock.start, "step": clock.step}, "document": document}


def seed_and_clock(root: Event) -> tuple[int, ClockRule]:
    """Back from `root_params`."""
    params: Mapping[str, Any] = root.params
    clock = params["clock"]
    return params["seed"], ClockRule(clock["start"], clock["step"])

"""A world: the models of its apps and of the warehouse, and the pure function that all change goes through.

world = World([warehouse, crm, mail])
state = world.initial({"crm": {...}, "warehouse": {...}})
outcome = world.apply(state, Action("crm", "create_lead", {...}), Context(clock, sequence, seed))
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cached_property

from awe_author.json_types import Json, JsonObject
from awe_author.state.apply import Event
from awe_author.state.canonical import canonical
from awe_author.state.checks import Checks
from awe_author.state.layout import shape_of
from awe_author.state.model import Model
from awe_author.state.seeds import first_state
from awe_author.state.types import Action, Context, Outcome
from awe_author.state.world_state import WorldState


class World:
    """Models that belong together. Immutable, and safe to use from many threads: every call works on its arguments."""

    def __init__(self, models: Iterable[Model]) -> None:
        """`models`: at most one for each app; the warehouse's has the app name `warehouse`."""
        self.models: Mapping[str, Model] = {model.app: model for model in models}
        self.shape = shape_of(self.models)
        self.checks = Checks(self.models)

    @cached_property
    def digest(self) -> str:
        """SHA-256, in hexadecimal, of all models: a log belongs to the world that wrote it. Reducers count by name."""
        return hashlib.sha256(canonical({app: model.document for app, model in self.models.items()})).hexdigest()

    def initial(
        self, seeds: Mapping[str, JsonObject] | None = None, files: Mapping[str, str] | None = None
    ) -> WorldState:
        """The first state, from a seed for each app, for `warehouse` and for `timers`; all may be left out.

        `files`: what to call the seeds in messages. Raises `SeedProblems` with all that is wrong.
        """
        return first_state(self, seeds or {}, files or {})

    def restore(self, document: JsonObject) -> WorldState:
        """The state whose `document()` this was. Nothing is checked but the shape. Raises `ValueError`."""
        return WorldState.build(document, self.shape)

    def apply(self, state: WorldState, action: Action, context: Context, *, timer: str | None = None) -> Outcome:
        """F: the next state and what differs. Pure: equal arguments give equal outcomes.

        `timer`: key of the timer that fires; it is gone in the next state. Raises `Rejected` (the caller asks for what
        cannot be done now) and `ModelFault` (the model's own mistake); nothing has changed then.
        """
        event = Event(self, state, context)
        if timer is not None:
            event.drop_timer(timer)
        result: Json = event.perform(action.app, action.name, action.params)
        return event.outcome(result)

    def drop_timer(self, state: WorldState, key: str) -> Outcome:
        """The state without this timer, for one whose action was rejected."""
        event = Event(self, state, Context(0.0, 0))
        event.drop_timer(key)
        return event.outcome(None)

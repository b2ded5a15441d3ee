"""The values that pass between a model, a session and whoever asks for a change: `F(S, A, context) -> S'`.

All are frozen. A state is never changed in place: `Outcome` holds the next one and what differs from the last.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from awe_author.errors import AweError
from awe_author.json_types import Json, JsonObject

if TYPE_CHECKING:
    from awe_author.state.world_state import WorldState

Operation: TypeAlias = Literal["add", "replace", "remove"]


@dataclass(frozen=True, slots=True)
class Change:
    """One place of the world document that an event changed (an RFC 6902 operation that also knows what was there)."""

    op: Operation
    path: str
    """JSON pointer (RFC 6901) into the world document: `/crm/leads/lead-7/status`."""

    old: Json = None
    """What was there; `None` for `add`."""

    value: Json = None
    """What is there now; `None` for `remove`."""


@dataclass(frozen=True, slots=True)
class Action:
    """A request for a change: the only way state changes."""

    app: str
    name: str
    params: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Context:
    """All that an action may know beside state and parameters. Equal contexts give equal ids and random numbers."""

    clock: float
    """The session's moment, seconds since the Unix epoch."""

    sequence: int
    """Position of the event on its path from the root of the timeline; the first action has 1."""

    seed: int = 0

    def rng(self) -> random.Random:
        """A new generator, the same for every equal context (seeded by SHA-256 of seed and sequence)."""
        digest = hashlib.sha256(f"{self.seed}:{self.sequence}".encode()).digest()
        return random.Random(int.from_bytes(digest, "big"))


@dataclass(frozen=True, slots=True)
class Performed:
    """An action that ran inside an event: the one asked for first, then what it emitted, in order."""

    app: str
    action: str
    params: JsonObject
    result: Json


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an action did: the next state, the differences, and what the caller is told."""

    state: WorldState
    changes: tuple[Change, ...]
    result: Json
    performed: tuple[Performed, ...]


RejectionCode: TypeAlias = Literal[
    "unknown-app", "unknown-action", "params", "guard", "not-found", "exists", "schema", "reference", "restricted"
]


class Rejected(AweError):
    """An action that may not be done now. Nothing changed; `what` is the message for the user of the app."""

    def __init__(
        self,
        code: RejectionCode,
        what: str,
        *,
        app: str,
        action: str,
        pointer: str = "",
        field: str = "",
        hint: str = "",
    ) -> None:
        super().__init__(what, where=f"{app}.{action}", hint=hint)
        self.code: RejectionCode = code
        self.app, self.action = app, action
        self.pointer = pointer
        """JSON pointer into the params or into the world document, by `code`."""
        self.field = field
        """Name of the form field that a guard blames; empty when it names none."""


class ModelFault(AweError):
    """A model's own expression or reducer failed while an action ran. Nothing changed; its author has to repair it."""

    def __init__(self, what: str, *, app: str, action: str, pointer: str, hint: str = "") -> None:
        super().__init__(what, where=f"{app}{pointer}", hint=hint)
        self.app, self.action, self.pointer = app, action, pointer


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake in a model or seed. Loading collects all of them before it gives up."""

    file: str
    pointer: str
    """JSON pointer to the place in the file; empty for the whole."""

    message: str
    hint: str = ""
    """What to do about it."""

    def __str__(self) -> str:
        return f"{self.file}#{self.pointer}: {self.message}"


Reducer: TypeAlias = Callable[[Mapping[str, Json], Mapping[str, Json], Context], "ReducerResult"]
"""`reducer: module:function` of a model: `(view of the app's state, params, context) -> operations`; pure."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One operation on an app's own document, as effects produce it and Python reducers return it."""

    op: Literal["add", "replace", "remove", "merge"]
    path: str
    """JSON pointer into the app's view: `/leads/lead-7/status`."""

    value: Json = None


@dataclass(frozen=True, slots=True)
class ReducerResult:
    """What a Python reducer gives back: effects to apply in order, and the action's result."""

    effects: tuple[Effect, ...]
    result: Json = None

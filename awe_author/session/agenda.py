"""The timers of a session in the order in which they fire: by moment, then by key. Follows the state by its patches."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from awe_author.json_types import Json, JsonObject
from awe_author.session.moments import Micros, parse_moment
from awe_author.state.pointer import escaped
from awe_author.state.types import Action, Change

if TYPE_CHECKING:
    from awe_author.state.world_state import WorldState

_TIMERS = "/timers/"


@dataclass(frozen=True, slots=True)
class Timer:
    """A timer of the state at the head."""

    at: Micros
    key: str
    """Its pointer under `/timers`, escaped: `crm:follow-up:lead-7`."""

    form: JsonObject

    @property
    def action(self) -> Action:
        """What it asks for when it fires."""
        form: Mapping[str, Any] = self.form
        return Action(form["app"], form["action"], form["params"])

    @property
    def removal(self) -> Change:
        """The change that takes it out of the state."""
        return Change("remove", _TIMERS + self.key, old=self.form)


class Agenda:
    """A heap of (moment, key), with entries of timers that are gone or were put off still in it until they come up."""

    def __init__(self, state: WorldState) -> None:
        timers: Any = state.get("/timers")
        self._heap = [(parse_moment(timers[key]["at"]), escaped(key)) for key in timers]
        heapq.heapify(self._heap)

    def follow(self, patch: Iterable[Change]) -> None:
        """Take in what an event changed."""
        for change in patch:
            if change.path.startswith(_TIMERS) and change.op != "remove":
                key, _, member = change.path[len(_TIMERS) :].partition("/")
                if isinstance(change.value, dict) and not member:
                    self._push(key, change.value["at"])
                elif member == "at":
                    self._push(key, change.value)

    def _push(self, key: str, at: Json) -> None:
        heapq.heappush(self._heap, (parse_moment(str(at)), key))

    def due(self, state: WorldState, moment: Micros) -> Timer | None:
        """The first timer of `state` at or before `moment`."""
        while self._heap and self._heap[0][0] <= moment:
            at, key = self._heap[0]
            form: Any = state.get(_TIMERS + key, None)
            if form is not None and parse_moment(form["at"]) == at:
                return Timer(at, key, form)
            heapq.heappop(self._heap)
        return None

"""One session: a head in a timeline, and the steps that move it. Everything is put in order by the timeline's lock.

An action runs as: timers that are due by its moment fire, each an event of its own; `F` runs on the state at the head;
the event goes to the store, which moves the head in the same transaction; then the caller is answered. Another process
that was first is found out by the store: unless the caller said which head it expected, `F` runs again from there.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from awe_author.errors import InputError
from awe_author.json_types import JsonObject
from awe_author.session.agenda import Agenda, Timer
from awe_author.session.diff import Diff
from awe_author.session.drafts import Draft, missed, performed, seed_and_clock
from awe_author.session.errors import Conflict, RunawayTimers, UnknownNode, UnknownSession
from awe_author.session.events import Event, digest, encode
from awe_author.session.moments import Micros, format_moment, parse_moment, parse_span, seconds, within
from awe_author.session.store import HeadMoved, Row, SessionRecord
from awe_author.session.timeline import ROOT, Timeline
from awe_author.state.types import Action, Context, ModelFault, Outcome, Rejected

if TYPE_CHECKING:
    from awe_author.session.sessions import Sessions
    from awe_author.state.world_state import WorldState

MOST_TIMERS = 10_000
"""Timers that one call may fire: more is taken for timers that start each other without end."""

MOST_RACES = 100
"""Times that other processes may be first before an action gives up."""

_log = logging.getLogger(__name__)
Listener = Callable[[], None]
Result = TypeVar("Result")


class Rules(Protocol):
    """What a session needs of a world: its `F`."""

    def apply(self, state: WorldState, action: Action, context: Context) -> Outcome:
        """Pure; raises `Rejected` or `ModelFault`."""


@dataclass(slots=True)
class _Head:
    """Where a session stands, with what the next event needs of it."""

    node: int
    sequence: int
    clock: Micros
    digest: bytes
    state: WorldState


class Session:
    """A named head in a timeline. Get one from `Sessions`; all methods may be called from any thread."""

    def __init__(self, record: SessionRecord, timeline: Timeline, service: Sessions) -> None:
        self.id, self.labels = record.id, dict(record.labels)
        self._tree, self._service = timeline, service
        self._store, self._rules = service.store, service.world
        self.seed, self.clock_rule = seed_and_clock(timeline.root)
        self._node = record.head
        self._at: _Head | None = None
        self._agenda: Agenda | None = None
        self._closed = False
        self._listeners: list[Listener] = []

    # ---- where it stands -----------------------------------------------------------------

    @property
    def timeline(self) -> Timeline:
        """The tree that it is a head of, shared with its branches."""
        return self._tree

    @property
    def head(self) -> int:
        """Node where it stands, as far as this process knows."""
        return self._node

    @property
    def clock(self) -> str:
        """Its moment, RFC 3339."""
        with self._tree.lock:
            return format_moment(self._here().clock)

    def state(self, node: int | str | None = None) -> WorldState:
        """The state at a node or label (default: the head)."""
        with self._tree.lock:
            if node is None:
                return self._here().state
            return self._tree.state(self.find(node))

    def event(self, node: int | str | None = None) -> Event:
        """The event of a node or label (default: the head)."""
        with self._tree.lock:
            return self._tree.event(self._node if node is None else self.find(node))

    def events(
        self, after: int | str | None = None, to: int | str | None = None, *, limit: int | None = None
    ) -> list[Event]:
        """Events on the path to `to` (default: the head), those behind `after` (default: all), the first `limit`.

        When `after` is not on that path, those behind where the two paths part.
        """
        with self._tree.lock:
            end = self._node if to is None else self.find(to)
            if after is None:
                nodes = [ROOT, *self._tree.path(ROOT, end)]
            else:
                nodes = self._tree.path(self._tree.common(self.find(after), end), end)
            return self._tree.read(nodes[:limit])

    def diff(self, before: int | str, after: int | str | None = None) -> Diff:
        """Entities that were added, updated, removed between two nodes or labels (`after`: the head)."""
        with self._tree.lock:
            return self._tree.diff(self.find(before), self._node if after is None else self.find(after))

    def common_ancestor(self, one: int | str, other: int | str) -> int:
        """The last node on the paths of both."""
        with self._tree.lock:
            return self._tree.common(self.find(one), self.find(other))

    def find(self, node: int | str) -> int:
        """The node that a number or label names; `UnknownNode` when there is none."""
        with self._tree.lock:
            self._alive()
            found = self.snapshots().get(node) if isinstance(node, str) else node
            if found is not None and not self._tree.has(found):
                self._tree.load()
            if found is None or not self._tree.has(found):
                raise UnknownNode(self.id, node)
            return found

    # ---- moves ---------------------------------------------------------------------------

    def snapshot(self, label: str) -> int:
        """Name the node at the head; returns it. A label that is there moves."""
        with self._tree.lock:
            self._alive()
            self._store.set_snapshot(self.id, label, self._node)
            return self._node

    def snapshots(self) -> dict[str, int]:
        """Label to node."""
        return self._store.snapshots(self.id)

    def rewind(self, to: int | str) -> int:
        """Put the head on a node or label of the timeline; returns the node. What came later stays in the tree."""
        with self._tree.lock:
            node = self.find(to)
            self._store.move(self.id, node)
            self._stand(node)
        self._tell()
        return node

    def reset(self) -> int:
        """Put the head on the root."""
        return self.rewind(ROOT)

    def refresh(self) -> int:
        """Look up in the store where other processes have put the head; returns it."""
        with self._tree.lock:
            self._alive()
            record = self._store.session(self.id)
            if record is None or record.closed:
                raise UnknownSession(self.id)
            if record.head != self._node:
                if not self._tree.has(record.head):
                    self._tree.load()
                self._stand(self._tree.last_good(record.head, self.id))
            return self._node

    def branch(
        self,
        at: int | str | None = None,
        *,
        session_id: str | None = None,
        labels: Mapping[str, str] | None = None,
    ) -> Session:
        """A new session on the same timeline, at a node or label (default: the head), with copies of the snapshots."""
        return self._service.branch(self, at, session_id=session_id, labels=labels)

    # ---- events --------------------------------------------------------------------------

    def act(
        self,
        action: Action,
        *,
        feature: str = "",
        cause: JsonObject | None = None,
        expected_node: int | None = None,
    ) -> Event:
        """Do an action; its event is durable when this returns.

        `Rejected`: it may not be done now. `ModelFault`: the model is at fault. `Conflict`: the head is not
        `expected_node`. In all three nothing changed (timers that were due before it have fired).
        """

        def attempt() -> Event:
            moment = within(self._here().clock + self.clock_rule.step)
            self._fire_until(moment)
            here = self._here()
            outcome = self._rules.apply(here.state, action, self._context(here, moment))
            return self._append(performed(action, outcome, moment, feature, cause))

        try:
            with self._tree.lock:
                self._expect(expected_node)
                return self._race(attempt, expected_node)
        finally:
            self._tell()

    def advance(self, *, to: str | None = None, by: str | float | None = None) -> list[Event]:
        """Move the clock to a moment (RFC 3339) or by a span (ISO 8601 or seconds), firing timers in order.

        Returns the timers' events and, last, the clock's. `InputError` when the moment lies in the past.
        """
        if (to is None) == (by is None):
            raise InputError("advance wants either `to` or `by`")

        def attempt() -> list[Event]:
            now = self._here().clock
            moment = parse_moment(to) if to is not None else within(now + parse_span(by or 0))
            if moment < now:
                raise InputError(
                    f"the clock is at {format_moment(now)} and does not go back to {format_moment(moment)}",
                    where=f"session {self.id}",
                    hint="rewind or reset the session instead",
                )
            return [*self._fire_until(moment), self._append(Draft("clock", moment, self._here().state))]

        try:
            with self._tree.lock:
                self._alive()
                return self._race(attempt, None)
        finally:
            self._tell()

    def note(self, what: JsonObject, *, feature: str = "", cause: JsonObject | None = None) -> Event:
        """Write down something that changes nothing (a miss of the replay, say)."""

        def attempt() -> Event:
            here = self._here()
            return self._append(Draft("note", here.clock, here.state, params=what, feature=feature, cause=cause))

        try:
            with self._tree.lock:
                self._alive()
                return self._race(attempt, None)
        finally:
            self._tell()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` (no lock held) after each move of the head in this process; returns what ends that."""
        self._listeners.append(listener)

        def cancel() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return cancel

    def closed(self) -> None:
        """The service has closed it: from now on everything is refused."""
        with self._tree.lock:
            self._closed = True
            self._at = self._agenda = None
        self._tell()

    # ---- inside (the timeline's lock is held) --------------------------------------------

    def _alive(self) -> None:
        if self._closed:
            raise UnknownSession(self.id)

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            try:
                listener()
            except Exception:  # what was done is done, whatever a listener makes of it
                _log.exception("a listener of session %s failed", self.id)

    def _expect(self, node: int | None) -> None:
        self._alive()
        if node is not None and node != self._node and node != self.refresh():
            raise Conflict(self.id, expected=node, head=self._node)

    def _race(self, attempt: Callable[[], Result], expected: int | None) -> Result:
        for _ in range(MOST_RACES):
            try:
                return attempt()
            except HeadMoved as moved:
                self.refresh()
                if expected is not None:
                    raise Conflict(self.id, expected=expected, head=moved.head) from None
        raise Conflict(self.id, expected=self._node, head=self.refresh())

    def _here(self) -> _Head:
        if self._at is None:
            self._alive()
            event, row = self._tree.event(self._node), self._tree.row(self._node)
            moment = parse_moment(event.clock)
            self._at = _Head(self._node, event.sequence, moment, row.digest, self._tree.state(self._node))
        return self._at

    def _stand(self, node: int) -> None:
        self._node, self._at, self._agenda = node, None, None

    def _context(self, here: _Head, moment: Micros) -> Context:
        return Context(seconds(moment), here.sequence + 1, self.seed)

    def _append(self, draft: Draft) -> Event:
        here = self._here()
        made: list[Event] = []

        def make(node: int) -> Row:
            event = draft.event(
                timeline=self._tree.name, node=node, parent=here.node, after=here.sequence, session=self.id
            )
            made[:] = [event]
            body = encode(event)
            return Row(node, here.node, digest(here.digest, node, here.node, body), body)

        row = self._store.append(self.id, here.node, make)
        event = made[0]
        self._node = row.node
        self._at = _Head(row.node, event.sequence, draft.clock, row.digest, draft.state)
        if self._agenda is not None:
            self._agenda.follow(event.patch)
        self._tree.appended(row, draft.state)
        return event

    # ---- timers --------------------------------------------------------------------------

    def _fire_until(self, moment: Micros) -> list[Event]:
        """Fire what is due up to and including `moment`, in order, also what those schedule."""
        fired: list[Event] = []
        while True:
            if self._agenda is None:
                self._agenda = Agenda(self._here().state)
            timer = self._agenda.due(self._here().state, moment)
            if timer is None:
                return fired
            if len(fired) == MOST_TIMERS:
                raise RunawayTimers(
                    f"{MOST_TIMERS} timers have fired and {timer.key} is due again",
                    where=f"session {self.id}",
                    hint="a timer that schedules itself has to wait longer, or advance the clock in smaller steps",
                )
            fired.append(self._fire(timer))

    def _fire(self, timer: Timer) -> Event:
        here = self._here()
        moment = max(timer.at, here.clock)
        before = here.state.patched((timer.removal,))
        cause: JsonObject = {"type": "timer", "key": timer.key}
        action = timer.action
        try:
            outcome = self._rules.apply(before, action, self._context(here, moment))
        except (Rejected, ModelFault) as error:
            return self._append(missed(timer, error, moment, before, cause))
        return self._append(performed(action, outcome, moment, "", cause, timer.removal))

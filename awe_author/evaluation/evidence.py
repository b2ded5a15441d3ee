"""What an episode left behind, as values: the states and events of its session, and what was seen in the browser.

Evaluators get an `Evidence` and nothing else: no session, no browser, no clock. `History` is the part that the world
keeps (its states are made from the events' patches when somebody asks), `Facts` the part that only the driver of the
browser knows: pages, answer, downloads, trajectory. `Facts` can be stored as JSON and scored again.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from awe_author.evaluation.plain import Plain
from awe_author.json_types import Json, JsonObject
from awe_author.session.diff import entity_of
from awe_author.session.events import Event
from awe_author.session.session import Session
from awe_author.state.changes import differences
from awe_author.state.model import WAREHOUSE
from awe_author.state.pointer import MISSING
from awe_author.state.types import Change
from awe_author.state.world_state import WorldState


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(Plain):
    """One thing the agent did, at the level of the browser."""

    number: int
    """From 1."""

    action: JsonObject
    """`{kind, ...}`: click, fill, press, select, goto, back, scroll, upload, wait, ask_user, tell_user, answer..."""

    url: str = ""
    """Of the page it was done on."""

    time: float = 0.0
    """Seconds since the episode began."""

    note: str = ""
    """What the agent said about it."""

    element: JsonObject | None = None
    """What it was done to: `{text, role, name, selector, bid, attributes, value}`, as far as known."""

    text: str = ""
    """Visible text of the page, when the driver kept it."""

    reply: Json = None
    """What the user answered, of `ask_user`."""

    node: int | None = None
    """Where the session stood after it."""

    page: JsonObject = field(default_factory=dict)
    """What the driver saw in the page after it, as far as the task's policies ask: `{urls: [of all open pages],
    scripts: {source: value}, failed: {source: message}, present: [selectors that fit something]}`."""

    error: str = ""
    """Why it could not be done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(Plain):
    """A page that was open at the end, the one in front last."""

    url: str
    title: str = ""
    text: str = ""
    """Visible text."""

    html: str = ""
    scripts: Mapping[str, Json] = field(default_factory=dict)
    """What scripts of checkpoints gave in it, by source."""

    failed: Mapping[str, str] = field(default_factory=dict)
    """What scripts raised in it, by source."""

    image: str = ""
    """Screenshot, PNG in base64; for judges."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Download:
    """A file that the browser kept."""

    name: str
    data: bytes = field(repr=False)
    media_type: str = ""
    url: str = ""
    step: int | None = None
    """Number of the step that it came by."""

    @property
    def sha256(self) -> str:
        """Of its bytes, hexadecimal."""
        return hashlib.sha256(self.data).hexdigest()

    def to_json(self) -> JsonObject:
        """`data` is base64."""
        form: JsonObject = {name: getattr(self, name) for name in self.__slots__}
        return form | {"data": base64.b64encode(self.data).decode()}

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> Download:
        """The inverse of `to_json`."""
        return cls(**{**form, "data": base64.b64decode(form["data"])})


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What only the driver of an episode knows."""

    answer: Json = None
    answered: bool = False
    """The agent gave an answer, if only null."""

    pages: tuple[Page, ...] | None = None
    """None: nobody looked, so that checkpoints about pages cannot be judged. The last one is in front."""

    downloads: tuple[Download, ...] | None = ()
    """None: nobody kept them."""

    trajectory: tuple[Step, ...] | None = None
    """None: nobody wrote down what the agent did in the browser."""

    faults: tuple[str, ...] = ()
    """Failures of our own infrastructure: the episode says nothing about the agent."""

    def to_json(self) -> JsonObject:
        """All fields."""
        lists = (("pages", self.pages), ("downloads", self.downloads), ("trajectory", self.trajectory))
        form: JsonObject = {"answer": self.answer, "answered": self.answered, "faults": list(self.faults)}
        for name, parts in lists:
            form[name] = None if parts is None else [one.to_json() for one in parts]
        return form

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> Facts:
        """The inverse of `to_json`; fields that are not there have their defaults."""
        kinds: Mapping[str, Any] = {"pages": Page, "downloads": Download, "trajectory": Step}
        parts: dict[str, Any] = dict(form)
        for name, kind in kinds.items():
            if parts.get(name) is not None:
                parts[name] = tuple(map(kind.from_json, parts[name]))
        return cls(**{**parts, "faults": tuple(parts.get("faults", ()))})


class History:
    """The states of an episode and the events between them. Immutable; states are made when they are asked for."""

    def __init__(
        self, initial: WorldState, events: Sequence[Event], *, final: WorldState | None = None, clock: str = ""
    ) -> None:
        """`events` lead from `initial` to the end of the episode. `final`: the state there, if it is known; `clock`:
        the moment at which it began, RFC 3339.

        A `final` that the events do not lead to (a mutant) is taken as it is.
        """
        self.initial = initial
        self.events = tuple(events)
        self.clock = clock
        self.followed = final is None
        """The events do lead to the final state, as far as is known here."""
        self._states: dict[int, WorldState] = {0: initial}
        if final is not None:
            self._states[len(self.events)] = final

    @classmethod
    def of(cls, session: Session, *, start: int | str = 0, end: int | str | None = None) -> History:
        """The path of a session from one node to another (default: root to head)."""
        last = session.head if end is None else session.find(end)
        events = session.events(after=start, to=last)
        found = cls(session.state(start), events, final=session.state(last), clock=session.event(start).clock)
        found.followed = True
        return found

    @property
    def final(self) -> WorldState:
        """The state at the end."""
        return self.state(len(self.events))

    @property
    def apps(self) -> tuple[str, ...]:
        """The apps of the world, sorted; the warehouse is none."""
        return tuple(sorted(name for name in self.initial.shape.roots if name != WAREHOUSE))

    def state(self, place: int) -> WorldState:
        """The state after the first `place` events; 0 is the start."""
        if place not in self._states:
            known = max(one for one in self._states if one < place)
            state = self._states[known]
            for at in range(known, place):
                state = state.patched(self.events[at].patch)
                self._states[at + 1] = state
        return self._states[place]

    def node(self, place: int) -> int | None:
        """The node of the event that led to the state at `place`; None for the start."""
        return self.events[place - 1].node if place else None

    @cached_property
    def touched(self) -> tuple[frozenset[str], ...]:
        """Of each event the parts and entities that it changed: `/crm/leads`, `/crm/leads/lead-7`, `/timers`."""
        return tuple(
            frozenset(key for change in event.patch for key in (part_of(change.path), entity_of(change.path)))
            for event in self.events
        )

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """What differs between start and end, by path. Costs what the events touched, not what the states hold."""
        before, after = self.initial, self.final
        if not self.followed:
            return tuple(sorted(before.differences(after), key=lambda one: one.path))
        paths: set[str] = set()
        for event in self.events:
            for change in event.patch:
                part = part_of(change.path)
                paths.add(part if part in before.shape.plain else entity_of(change.path))
        found = [one for path in paths for one in differences(path, _at(before, path), _at(after, path))]
        return tuple(sorted(found, key=lambda one: one.path))

    @cached_property
    def documents(self) -> tuple[JsonObject, ...]:
        """The events as plain JSON, as expressions see them."""
        return tuple(event.to_json() for event in self.events)


@dataclass(frozen=True)
class Evidence:
    """All that is known of an episode."""

    history: History
    facts: Facts = Facts()

    @property
    def initial(self) -> WorldState:
        """The state in which it began."""
        return self.history.initial

    @property
    def final(self) -> WorldState:
        """The state in which it ended."""
        return self.history.final

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, in order, without the root."""
        return self.history.events

    def until(self, place: int) -> Evidence:
        """The evidence as it would be if the episode had ended after the first `place` events."""
        history = self.history
        if place == len(history.events):
            return self
        shorter = History(history.initial, history.events[:place], final=history.state(place), clock=history.clock)
        shorter.followed = True
        return Evidence(shorter, self.facts)

    def view(self, app: str, place: int | None = None) -> Mapping[str, Any]:
        """What an app shows after the first `place` events (default: at the end). Raises `KeyError`."""
        return (self.final if place is None else self.history.state(place)).view(app)


def _at(state: WorldState, path: str) -> Any:
    try:
        return state.get(path)
    except KeyError:
        return MISSING


def part_of(path: str) -> str:
    """The part of the world document that a place belongs to: `/crm/leads` of `/crm/leads/lead-7/status`."""
    parts = path.split("/", 3)
    return "/".join(parts[:2] if parts[1] == "timers" else parts[:3])

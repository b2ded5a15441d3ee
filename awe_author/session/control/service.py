"""What all operations share: the sessions, facts of the world, the doors of sessions, threads to work in.

Sessions and stores are synchronous, so their work is done in threads and the event loop is left to sockets. Short work
(an action, a read) and long work (an export, an evaluation) have threads of their own, so that the first never waits
for the second.
"""

from __future__ import annotations

import asyncio
import hashlib
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import orjson
from starlette.responses import Response

from awe_author.json_types import Json, JsonObject
from awe_author.session.control.problems import Problem
from awe_author.session.errors import Conflict
from awe_author.session.events import Event
from awe_author.session.session import Session
from awe_author.session.sessions import Sessions
from awe_author.state.cel import DYN, CelType
from awe_author.state.types import Action

P = ParamSpec("P")
R = TypeVar("R")

_SHORT, _LONG = 8, 2
"""Threads."""
_RACES = 100
"""Times that others may be first before an action with a key is done wherever the head is."""


class Doors(Protocol):
    """The doors through which browsers come to sessions; all methods are called in the event loop.

    A door stands at some place of its recordings. `mark` says at which node of the session it is there, `back` puts it
    where it was at a node.
    """

    async def open(self, session: str, seed: int, like: tuple[str, int] | None = None) -> str:
        """The address of the session's door, which is opened when it is not. `like`: begin where the door of this other
        session stood at this node."""

    async def close(self, session: str) -> None:
        """Close the session's door, if there is one."""

    def address(self, session: str) -> str | None:
        """Where the session's door is; None when it is not open."""

    def mark(self, session: str, node: int) -> None:
        """The session has come to `node`."""

    def back(self, session: str, node: int) -> None:
        """The session was put back to `node`."""

    def misses(self, session: str) -> Sequence[JsonObject]:
        """Requests without a recorded answer and refused ways out, each with its number `n`, in order."""


class Evaluator(Protocol):
    """Scores sessions by tasks. It comes from the layers above, which know what a task is."""

    def __call__(self, session: Session, task: str | JsonObject, at: int | str | None, facts: JsonObject) -> JsonObject:
        """The verdict on what was done up to a node. `task`: id of one that is served, or a whole one; `facts`: what
        only the driver of the browser knows. Raises `InputError`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorldFacts:
    """What the API says about the world that it serves."""

    name: str
    apps: tuple[str, ...]
    clock: str
    """RFC 3339."""
    step: float
    """Seconds."""
    seed: int
    recordings: tuple[str, ...] = ()
    """Apps that have one."""
    models: Mapping[str, JsonObject] = field(default_factory=dict)
    """The model files as they are, by app (and `warehouse`)."""
    type: CelType = DYN
    """Of the state that expressions see: app -> view."""


class Control:
    """Everything that the operations work on."""

    def __init__(
        self,
        sessions: Sessions,
        world: WorldFacts,
        doors: Doors | None = None,
        evaluator: Evaluator | None = None,
    ) -> None:
        self.sessions, self.world, self.doors, self.evaluator = sessions, world, doors, evaluator
        self.stopping = asyncio.Event()
        self.heartbeat = 15.0
        """Seconds between signs of life of an event stream."""
        self.keys = IdempotencyKeys()
        self._wakers: set[Callable[[], None]] = set()
        self._short = ThreadPoolExecutor(_SHORT, "awe-control")
        self._long = ThreadPoolExecutor(_LONG, "awe-control-long")

    async def run(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """`function` in a thread for short work. It is finished even when the caller goes away."""
        return await self._in(self._short, partial(function, *args, **kwargs))

    async def run_long(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """`function` in a thread for long work."""
        return await self._in(self._long, partial(function, *args, **kwargs))

    async def _in(self, pool: ThreadPoolExecutor, work: Callable[[], R]) -> R:
        return await asyncio.shield(asyncio.get_running_loop().run_in_executor(pool, work))

    async def on(
        self, session: str, function: Callable[Concatenate[Session, P], R], *args: P.args, **kwargs: P.kwargs
    ) -> R:
        """`function(the session, ...)` in a thread for short work. One change of threads a request: it costs more than
        most of the work."""
        return await self.run(lambda: function(self.session(session), *args, **kwargs))

    async def on_long(
        self, session: str, function: Callable[Concatenate[Session, P], R], *args: P.args, **kwargs: P.kwargs
    ) -> R:
        """The same in a thread for long work."""
        return await self.run_long(lambda: function(self.session(session), *args, **kwargs))

    def session(self, session: str) -> Session:
        """An open session, its head where the store has it: other processes may have moved it."""
        found = self.sessions.get(session)
        found.refresh()
        return found

    async def with_door(self, shown: JsonObject, like: tuple[str, int] | None = None) -> JsonObject:
        """A described session with its door, which is opened. `like`: a session and node whose door it begins like."""
        if self.doors is not None:
            session, head = str(shown["id"]), int(str(shown["head"]))
            shown["proxy"] = await self.doors.open(session, int(str(shown["seed"])), like)
            if like is not None:
                self.doors.mark(session, head)
        return shown

    def went_on(self, session: str, node: int) -> None:
        """The session has come to `node`."""
        if self.doors is not None:
            self.doors.mark(session, node)

    def went_back(self, session: str, node: int) -> None:
        """The session was put back to `node`."""
        self.keys.forget(session)
        if self.doors is not None:
            self.doors.back(session, node)

    def waker(self, wake: Callable[[], None]) -> Callable[[], None]:
        """Call `wake` when the server stops; returns what ends that."""
        self._wakers.add(wake)
        return partial(self._wakers.discard, wake)

    def stop(self) -> None:
        """Take no further work and end the event streams. Work that was begun is finished."""
        self.stopping.set()
        for wake in tuple(self._wakers):
            wake()

    async def finish(self) -> None:
        """Wait for the work that was begun, then close the doors."""
        self.stop()
        await asyncio.to_thread(self._short.shutdown)
        await asyncio.to_thread(self._long.shutdown)


@dataclass(slots=True)
class _Keys:
    """The keys on the path to a node."""

    head: int
    used: dict[str, tuple[str, int]]
    """Key -> digest of the body it was used for, and the node."""


class IdempotencyKeys:
    """Which actions of a path were asked for under which key, so that a repeated request finds what it did.

    The key is recorded in the event's cause, so it is as durable as the event, and every server on the store finds it
    by reading the session's path: once, then what is new of it. An event that was rewound away does not count: then the
    action is done anew.
    """

    def __init__(self) -> None:
        self._known: dict[str, _Keys] = {}
        self._locks: dict[str, threading.Lock] = {}

    def act(
        self, session: Session, key: str, body: JsonObject, perform: Callable[[JsonObject, int | None], Event]
    ) -> tuple[Event, bool]:
        """What `perform(members for the cause, expected head)` did under this key, now or before; and was it before?"""
        digest = hashlib.sha256(orjson.dumps(body, option=orjson.OPT_SORT_KEYS)).hexdigest()
        with self._locks.setdefault(session.id, threading.Lock()):
            for turn in range(_RACES):
                known = self._caught_up(session)
                if key in known.used:
                    used_for, node = known.used[key]
                    if used_for != digest:
                        what = f"the key {key!r} was used for another action"
                        raise Problem("key-reused", what, field="Idempotency-Key")
                    return session.event(node), True
                last = turn + 1 == _RACES
                try:
                    return perform({"key": key, "digest": digest}, None if last else known.head), False
                except Conflict:
                    if last or "expected_node" in body:
                        raise
            raise AssertionError

    def _caught_up(self, session: Session) -> _Keys:
        """The keys on the session's path as it is now."""
        known, head = self._known.get(session.id), session.head
        if known is None or session.common_ancestor(known.head, head) != known.head:
            known = _Keys(head, dict(_keys_of(session.events(to=head))))
        elif known.head != head:
            known.used.update(_keys_of(session.events(known.head, head)))
            known.head = head
        self._known[session.id] = known
        return known

    def forget(self, session: str, *, closed: bool = False) -> None:
        """The session's path is another one now, or the session is `closed`."""
        self._known.pop(session, None)
        if closed:
            self._locks.pop(session, None)


def _keys_of(events: Iterable[Event]) -> list[tuple[str, tuple[str, int]]]:
    found = []
    for event in events:
        request = (event.cause or {}).get("request")
        if isinstance(request, dict) and isinstance(request.get("key"), str):
            found.append((str(request["key"]), (str(request.get("digest")), event.node)))
    return found


def describe(session: Session) -> JsonObject:
    """What the API says about a session; its door is added by who knows it."""
    event = session.event()
    labels: dict[str, Json] = dict(session.labels)
    snapshots: dict[str, Json] = dict(session.snapshots())
    return {
        "id": session.id,
        "timeline": event.timeline,
        "head": event.node,
        "sequence": event.sequence,
        "clock": event.clock,
        "hash": event.state_hash,
        "seed": session.seed,
        "labels": labels,
        "snapshots": snapshots,
        "proxy": None,
    }


def perform(
    session: Session, body: Mapping[str, Any], request: JsonObject | None = None, expected: int | None = None
) -> Event:
    """Do the action that a body of `NewAction` asks for. `request`: members for its cause; `expected`: the head to
    expect when the body names none."""
    cause: JsonObject = {"type": "api", **body.get("cause", {})}
    if request:
        cause["request"] = request
    return session.act(
        Action(body["app"], body["action"], body.get("params", {})),
        feature=body.get("feature", ""),
        cause=cause,
        expected_node=body.get("expected_node", expected),
    )


def plain(value: object) -> object:
    """For orjson: lazy mappings and sequences as what they stand for."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return list(value)
    raise TypeError(f"{type(value).__name__} is not JSON")


def answer(document: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """`document` as a JSON answer."""
    body = orjson.dumps(document, default=plain)
    return Response(body, status, headers=dict(headers or {}), media_type="application/json")

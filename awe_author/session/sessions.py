"""The sessions of one world in one store: opening, finding, branching, closing them."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping

import orjson
import zstandard

from awe_author.errors import InputError
from awe_author.session.drafts import root_params
from awe_author.session.errors import StoreDamaged, UnknownSession
from awe_author.session.events import NO_PARENT, ROOT_DIGEST, Event, digest, encode
from awe_author.session.moments import ClockRule, format_moment
from awe_author.session.session import Rules, Session
from awe_author.session.states import StateCache
from awe_author.session.store import LOST, Row, SessionRecord, Store
from awe_author.session.timeline import ROOT, Damage, Timeline
from awe_author.state.world_state import WorldState


class Sessions:
    """The service: one for each world and store in a process. Thread-safe.

    `initial` is the state in which sessions open; `clock` and `seed` what they start with. Sessions that the store
    holds already, of this process or others, are found by `get` and loaded when first asked for.
    """

    def __init__(
        self,
        world: Rules,
        store: Store,
        *,
        initial: WorldState,
        clock: ClockRule,
        seed: int = 0,
        name: str = "",
        cache: StateCache | None = None,
    ) -> None:
        self.world, self.store, self.initial = world, store, initial
        self.clock, self.seed, self.name = clock, seed, name
        self._cache = cache or StateCache()
        self._lock = threading.RLock()
        self._sessions: dict[str, Session] = {}
        self._timelines: dict[str, Timeline] = {}
        self._roots: dict[str, WorldState] = {initial.hash: initial}
        self._saved: set[str] = set()

    def open(
        self, seed: int | None = None, session_id: str | None = None, *, labels: Mapping[str, str] | None = None
    ) -> Session:
        """A new session at the root of a timeline of its own, which gets the session's id as its name.

        `SessionExists` when the id is taken. Equal seeds and actions give equal ids and state hashes.
        """
        id = session_id or new_id()
        self.save_first_state(self.initial)
        root = Event(
            timeline=id,
            node=ROOT,
            parent=NO_PARENT,
            sequence=0,
            session=id,
            kind="root",
            clock=format_moment(self.clock.start),
            state_hash=self.initial.hash,
            params=root_params(self.name, self.seed if seed is None else seed, self.clock, self.initial.hash),
        )
        body = encode(root)
        row = Row(ROOT, NO_PARENT, digest(ROOT_DIGEST, ROOT, NO_PARENT, body), body)
        record = SessionRecord(id=id, timeline=id, head=ROOT, labels=dict(labels or {}))
        self.store.create(id, [row], [record])
        return self.get(id)

    def get(self, session_id: str) -> Session:
        """An open session; `UnknownSession` when there is none."""
        while (session := self._sessions.get(session_id)) is None:
            record = self.store.session(session_id)
            if record is None or record.closed:
                raise UnknownSession(session_id)
            self._load(record)
        return session

    def branch(
        self,
        session: Session,
        node: int | str | None = None,
        *,
        session_id: str | None = None,
        labels: Mapping[str, str] | None = None,
    ) -> Session:
        """A new session on the same timeline, at a node or label (default: the head), with copies of the snapshots."""
        with session.timeline.lock:
            head = session.head if node is None else session.find(node)
            record = SessionRecord(
                id=session_id or new_id(), timeline=session.timeline.name, head=head, labels=dict(labels or {})
            )
            self.store.add_session(record, session.id)
            made = Session(record, session.timeline, self)
            with self._lock:
                self._timelines.setdefault(made.timeline.name, made.timeline)
                self._sessions[record.id] = made
        return made

    def close(self, session_id: str) -> None:
        """End a session. Its events stay in the store; its id stays taken."""
        session = self.get(session_id)
        with session.timeline.lock, self._lock:
            self.store.close_session(session_id)
            self._sessions.pop(session_id, None)
            name = session.timeline.name
            if not any(other.timeline.name == name for other in self._sessions.values()):
                self._timelines.pop(name, None)
                self._cache.forget(name)
        session.closed()

    def list(self) -> list[SessionRecord]:
        """All open sessions of the store, in the order in which they were opened."""
        return [record for record in self.store.sessions() if not record.closed]

    def timeline(self, name: str) -> Timeline:
        """A timeline of the store, loaded and checked; `InputError` when there is none."""
        with self._lock:
            timeline = self._timelines.get(name)
            if timeline is None:
                if self.store.row(name, ROOT) is None and name not in self.store.timelines():
                    raise InputError(f"there is no timeline {name!r}", hint="a timeline has its first session's id")
                timeline = Timeline(name, self.store, self._cache)
                timeline.load()
                timeline.start(self._root_state(timeline.root.state_hash))
                self._mend(timeline)
                self._timelines[name] = timeline
            return timeline

    def verify(self) -> tuple[Damage, ...]:
        """Load and check every timeline of the store; what had to be cut, or cannot be read at all (node 0)."""
        found: list[Damage] = []
        for name in self.store.timelines():
            try:
                found += self.timeline(name).damage
            except StoreDamaged as error:
                found.append(Damage(name, ROOT, error.what))
        return tuple(found)

    def _load(self, record: SessionRecord) -> None:
        """Bring a session into memory. Locks have one order everywhere: a timeline's, then the service's."""
        timeline = self.timeline(record.timeline)
        with timeline.lock:
            if not timeline.has(record.head):
                self._mend(timeline)
                record = self.store.session(record.id) or record
            session = Session(record, timeline, self)
            with self._lock:
                if self._timelines.get(timeline.name) is timeline:  # else it was just let go of: once more
                    self._sessions.setdefault(record.id, session)

    def _mend(self, timeline: Timeline) -> None:
        """Put heads that stand on cut or lost nodes on the last good ones before any new node is given."""
        records = self.store.sessions(timeline.name)
        if not all(timeline.has(record.head) for record in records):
            timeline.load()  # after the heads were read: what other processes appended up to then is there now
        for record in records:
            good = timeline.last_good(record.head, record.id)
            if good != record.head:
                where = "its own record is damaged" if record.head == LOST else f"node {record.head} is cut or gone"
                reason = f"session {record.id} stands here now: {where}"
                timeline.report(good, reason)
                self.store.move(record.id, good)

    def save_first_state(self, state: WorldState) -> None:
        """Keep the state of a root in the store, once for all timelines that begin with it."""
        if state.hash not in self._saved:
            self.store.save_document(
                state.hash, lambda: zstandard.ZstdCompressor(level=3).compress(orjson.dumps(state.document()))
            )
            self._saved.add(state.hash)
            self._roots.setdefault(state.hash, state)

    def _root_state(self, hash: str) -> WorldState:
        state = self._roots.get(hash)
        if state is None:
            packed = self.store.document(hash)
            if packed is None:
                raise StoreDamaged(f"the world's first state {hash[:12]} is not in the store")
            try:
                document = orjson.loads(zstandard.ZstdDecompressor().decompress(packed))
                state = WorldState.build(document, self.initial.shape)
            except (zstandard.ZstdError, ValueError) as error:
                raise StoreDamaged(f"the world's first state {hash[:12]} can't be read: {error}") from error
            if state.hash != hash:
                raise StoreDamaged(
                    f"the world's first state has hash {state.hash[:12]}, and {hash[:12]} was stored",
                    hint="open the store with the models that it was written with",
                )
            self._roots[hash] = state
        return state


def new_id() -> str:
    """Of a session that nobody named: 16 hexadecimal digits, random."""
    return secrets.token_hex(8)

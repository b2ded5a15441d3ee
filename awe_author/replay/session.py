"""One replay session: which archive, how far it has come, what time it is there, and what its browser was given.

Everything that changes while a session runs is here, so that a reset is a handful of assignments. The clock starts at
the recorded time of the first document. A later top-level document recorded within the same sitting moves it forward
only; one from another sitting makes it jump, so that a page never runs at a time far from the one it was recorded at.
Once something was done in a session with state, the clock goes by that instead: see `follow_state`.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, Protocol

from awe_author.archive.cursor import Cursor
from awe_author.archive.matching import Knowledge, params_of
from awe_author.archive.model import (
    Damage,
    Entry,
    Headers,
    Index,
    PageEntry,
    RecordedResponse,
    Recording,
    SocketMessage,
    StorageState,
)
from awe_author.archive.rules import Present, spelled_moment
from awe_author.clock import Monotonic, VirtualClock
from awe_author.json_types import JsonObject
from awe_author.replay.log import SessionLog
from awe_author.replay.places import KnownPaths
from awe_author.session.moments import parse_moment, seconds
from awe_author.session.timeline import ROOT

if TYPE_CHECKING:
    from awe_author.features.api.engine import Surfaces
    from awe_author.features.live import Live

SAME_SITTING = 6 * 3600.0
"""Seconds between session time and a document's recorded time up to which both belong to one sitting."""


TimePolicy = Literal["auto", "recorded", "real"]
"""Which time pages run at; "auto": see `needs_recorded_time`."""
_LOOKED_AT = 5000
_NEAR = 600.0


Herald = Callable[[str, float], Awaitable[None]]
Hearer = Callable[[str], Awaitable[None]]
"""Hears a WebSocket's URL and when the page heard its next message (epoch seconds)."""


class Source(Index, Protocol):
    """What a session needs of an archive (`archive.reader.Archive` is one)."""

    def response(self, entry: Entry) -> RecordedResponse: ...

    def request_headers(self, entry: Entry) -> Headers: ...

    def request_body(self, entry: Entry) -> bytes: ...

    def messages(self, entry: Entry) -> Sequence[SocketMessage]: ...

    def chunk_times(self, entry: Entry) -> Sequence[tuple[float, int]]: ...

    def by_seq(self, seq: int) -> Entry | None: ...

    def resource(self, url: str) -> bytes | None: ...

    @property
    def recording(self) -> Recording | None: ...

    @property
    def storage(self) -> Sequence[StorageState]: ...

    @property
    def pages(self) -> Sequence[PageEntry]: ...

    @property
    def damage(self) -> Damage: ...


@dataclass(slots=True)
class Progress:
    """What a reset forgets."""

    cursor: Cursor = field(default_factory=Cursor)
    loads: dict[str, int] = field(default_factory=dict)
    """Document URL without query -> how often it was loaded."""
    restored: set[str] = field(default_factory=set)
    """Origins whose cookies and storage the browser was given."""
    fresh: set[str] = field(default_factory=set)
    """Origins to which the browser came without any cookie."""
    clock_started: bool = False
    followed: int | None = None
    """Node of the session's state whose moment the clock was set to last; None: it goes by the recording."""
    done: tuple[int, float] = (ROOT, 0.0)
    """Node of the session's state that a page's last action led to, and when it did (by the clock's `monotonic`)."""
    began: float | None = None
    """Moment at which the last top-level document began, if its clock goes by the state."""
    redirects: dict[str, int] = field(default_factory=dict)
    """URL -> redirects answered since the last document that was none."""
    fixed: dict[str, bytes] = field(default_factory=dict)
    """Service worker scripts as first served: a browser compares them byte by byte."""
    led: dict[str, JsonObject] = field(default_factory=dict)
    """Address without fragment -> the view with which it arrives: `after`, the action whose answer led there (or is
    that page), and `about`, what that was about."""
    asked: dict[str, JsonObject] = field(default_factory=dict)
    """Address without query -> what its page was last asked for by parameters, each by itself."""
    opened: list[JsonObject] = field(default_factory=list)
    """What was opened, the last one last: `url`, the ids of the features that show it (`by`), what its `key` is."""
    proved: set[str] = field(default_factory=set)
    """Connections of engine.io whose WebSocket has been found to work."""
    posted: dict[str, list[str]] = field(default_factory=dict)
    """Connection of engine.io -> what pages posted that was never recorded as a post: its conversation hears it."""


@dataclass(slots=True)
class Rerun:
    """What has pages be given everything as it was recorded: set where the pages are compared with those."""

    orderly: bool = False
    """Pages draw only after what they read from IndexedDB, and late answers are late again."""
    herald: Herald | None = None
    """Told before a message is sent that came by the picture of a step or a page."""
    picture: float | None = None
    """A page is opened as it was at this moment (epoch seconds): it hears at once what had been said by then, and no
    more. None: as time goes by."""
    opened: int = 0
    """A page is opened as it was when exchanges up to this place had been recorded: the browser is given the storage of
    then. 0: of when its document was."""
    given: Mapping[int, float] = field(default_factory=dict)
    """seq of an answer -> when the page was given it (epoch seconds), so that it takes as long."""
    timers: Mapping[tuple[str, int], Mapping[str, float]] = field(default_factory=dict)
    """(document key, ordinal) -> timer -> when it was set (ms since the epoch)."""


@dataclass(slots=True)
class Shells:
    """What was found out about recorded documents that pages of other addresses may have, too."""

    digests: dict[int, bytes | None] = field(default_factory=dict)
    """seq of a document -> digest of it without tokens (`shells`)."""
    blank: dict[int, bool] = field(default_factory=dict)
    """seq of a document with a digest -> does it show nothing by itself?"""
    known: dict[str, KnownPaths] = field(default_factory=dict)
    """Origin -> what was recorded at which paths (`shell_addresses`)."""


class ReplaySession:
    """The session that responders get. Not thread-safe: one event loop."""

    def __init__(
        self,
        archive: Source,
        *,
        knowledge: Knowledge | None = None,
        seed: int | None = None,
        log: SessionLog | None = None,
        monotonic: Monotonic = time.monotonic,
        wall: Callable[[], float] = time.time,
        restart_on_fresh_browser: bool = True,
        time_policy: TimePolicy = "auto",
        live: Live | None = None,
        surfaces: Surfaces | None = None,
    ) -> None:
        recording = archive.recording
        self.archive = archive
        self.recording = recording
        self.knowledge = knowledge or knowledge_of(recording)
        self.seed = seed if seed is not None else recording.seed if recording else 1
        self.log = log or SessionLog(wall=wall)
        self.wall = wall
        """Real time, for the browser's cache only."""
        self.id = secrets.token_hex(6)
        self.token = secrets.token_urlsafe(24)
        """Of the page's hidden control hook; our own browser knows it."""
        self.report_path = "/" + secrets.token_urlsafe(18)
        """Secret path on every origin at which the prelude reports ways out (see guard.py)."""
        self.restart_on_fresh_browser = restart_on_fresh_browser
        """Start again when a browser without our marker comes to an origin visited before (see storage.py)."""
        self.real_time = time_policy == "real" or (time_policy == "auto" and not needs_recorded_time(archive))
        """Pages run at the machine's time instead of the recorded one."""
        self.clock = VirtualClock(self._beginning(), monotonic)
        self.live, self.surfaces = live, surfaces
        """Its state, and what is shown of it; None for a recording without features."""
        self.on_reset: Callable[[], object] | None = None
        """Called at each reset, to put the state back, too; unset where the state is what resets the replay."""
        self.progress = Progress()
        self.rerun = Rerun()
        self.shells = Shells()
        self.hearers: dict[str, Hearer] = {}
        """Connection of engine.io -> what hears messages for the conversation that is going on over it."""
        self.generation = 0
        """Counts resets."""
        self._moved = asyncio.Event()

    @property
    def cursor(self) -> Cursor:
        return self.progress.cursor

    @cursor.setter
    def cursor(self, cursor: Cursor) -> None:
        self.progress.cursor = cursor
        self.stir()

    async def moved(self) -> None:
        """Return once the cursor has changed, or something else of interest has (`stir`)."""
        await self._moved.wait()

    def stir(self) -> None:
        """Let those who wait for the session to move look again."""
        self._moved.set()
        self._moved = asyncio.Event()

    def reset(self) -> None:
        """Back to the beginning of the recording. The log is kept."""
        self.progress = Progress()
        self.generation += 1
        self.clock.set(self._beginning())
        self.cursor = Cursor()
        self.log.add("reset", generation=self.generation)
        if self.on_reset is not None:
            self.on_reset()

    def _beginning(self) -> float:
        return self.wall() if self.real_time else first_moment(self.archive)

    def pin(self, step: int | None) -> None:
        """Prefer answers recorded during `step` (None: go by the cursor alone)."""
        self.cursor = self.cursor.at_step(step)

    def arrived(self, recorded: float) -> None:
        """A top-level document recorded at `recorded` (epoch seconds) is being served: set the clock."""
        pinned = self.cursor.step is not None
        if self.real_time or (self.progress.followed is not None and not pinned):
            return
        now = self.clock.now()
        if pinned or not self.progress.clock_started or recorded > now or now - recorded > SAME_SITTING:
            self.clock.set(recorded)
        self.progress.clock_started = True

    def follow_state(self) -> None:
        """A top-level document is being served: the first after an action begins at the moment of the session's state,
        so that what was just made is new on the page, however old the recorded document is and whatever time went by
        before the action. Since a page did it, time has run (`done_now`), as it runs from then on; what was done
        otherwise, by the session's API, is new on the first document after it."""
        moment = self.moment_of_state()
        head = self.live.session.head if self.live is not None else ROOT
        if moment is not None and head not in (ROOT, self.progress.followed):
            node, since = self.progress.done
            self.clock.set(moment + (self.clock.monotonic() - since if node == head else 0.0))
            self.progress.followed = head

    def present(self) -> Present:
        """What time it is for pages: where they go by the state, between the beginning of the last document and now, as
        their clocks leave out who thinks."""
        now = self.clock.now()
        began = self.progress.began
        return (began, now) if began is not None and began < now else now

    def done_now(self) -> None:
        """A page has just done something."""
        if self.live is not None:
            self.progress.done = (self.live.session.head, self.clock.monotonic())

    def moment_of_state(self) -> float | None:
        """The moment (epoch seconds) of the session's state, where its pages go by it: a mock's whose clock is in the
        same sitting as theirs, while no step of the recording is asked for. None elsewhere."""
        if self.real_time or self.live is None or self.cursor.step is not None:
            return None
        moment = seconds(parse_moment(self.live.session.clock))
        return moment if abs(moment - self.clock.now()) <= SAME_SITTING else None

    def go_on(self) -> float | None:
        """What a script asked for is being answered: pages go on to the moment of the state, which is returned. None
        where nothing was done yet, or they do not go by it."""
        moment = self.moment_of_state()
        if moment is None or self.live is None or self.live.session.head == ROOT:
            return None
        if moment > self.clock.now():
            self.clock.set(moment)
        return moment

    def count_load(self, key: str) -> int:
        """How often the document `key` was loaded before; counts this load."""
        before = self.loads_of(key)
        self.progress.loads[key] = before + 1
        return before

    def loads_of(self, key: str) -> int:
        """How often the document `key` was loaded before."""
        return self.progress.loads.get(key, 0)

    def storage_at(self, seq: int) -> StorageState | None:
        """The browser's state when the exchange `seq` was recorded; foreign archives know one state only."""
        states = self.archive.storage
        earlier = [state for state in states if state.seq <= seq]
        if earlier:
            return max(earlier, key=lambda state: state.seq)
        return states[-1] if states and self.recording is None else None


def knowledge_of(recording: Recording | None, rules: Iterable[dict[str, Any]] = ()) -> Knowledge:
    """What the recording says about its parameters, and the author's further `rules`."""
    if recording is None:
        return Knowledge.of(rules=rules)
    return Knowledge.of(recording.learned, recording.redacted, [*recording.rules, *rules])


def first_moment(archive: Source) -> float:
    """When the recording begins (epoch seconds)."""
    if archive.recording is not None and archive.recording.clock_start:
        return archive.recording.clock_start
    if archive.pages:
        return min(page.time for page in archive.pages)
    return next((entry.time for entry in archive.entries()), 0.0)


def needs_recorded_time(archive: Source) -> bool:
    """Must pages of this archive run at the time they were recorded?

    Yes for our own recordings, which promise the same pixels. Archives of other tools are yes when their requests carry
    the time they were made at, since those would not be found again; else their pages run at real time, as under the
    tools that made them.
    """
    if archive.recording is not None:
        return True
    for entry in islice(archive.entries(), _LOOKED_AT):
        for _, value in params_of(entry):
            found = spelled_moment(value)
            if found is not None and abs(found - entry.time) < _NEAR:
                return True
    return False

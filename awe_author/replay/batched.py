"""What features answer beside what was recorded: which recorded answer is due to a part of a batch that no feature is
for, where a write leads in the recording, and what the session's log tells of parts."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

from awe_author.archive.canonical import RequestForm
from awe_author.archive.cursor import Cursor, Writes, choose
from awe_author.archive.matching import Match, match, nearest, usable
from awe_author.archive.model import Entry
from awe_author.door.messages import Request
from awe_author.features.api.engine import Answered
from awe_author.features.api.together import Part
from awe_author.replay.misses import log_miss
from awe_author.replay.session import ReplaySession


@dataclass(frozen=True, slots=True)
class _Changing:
    """The recorded writes without those requests that only ask, although they are sent like writes (JSON-RPC)."""

    index: Writes
    asking: Container[int]

    def next_write(self, seq: int) -> int | None:
        found = self.index.next_write(seq)
        while found is not None and found in self.asking:
            found = self.index.next_write(found)
        return found


class Due:
    """Chooses for one request. `asking`: seqs of recorded requests that only ask."""

    def __init__(self, form: RequestForm, request: Request, session: ReplaySession, asking: Container[int]) -> None:
        self._form, self._request, self._session, self._asking = form, request, session, asking

    def __call__(self, entries: Sequence[Entry], wrote: Sequence[Entry] | None) -> Entry:
        """The one that is due: after a write of the same batch as it was recorded beside this write, or after it."""
        cursor, index = self._session.cursor, _Changing(self._session.archive, self._asking)
        if wrote is not None:
            done, cursor = self._after(wrote)
            beside = next((one for one in entries if done is not None and one.seq == done.seq), None)
            if beside is not None:
                return beside
        return choose(usable(entries), cursor, index, write=False)

    def _after(self, wrote: Sequence[Entry]) -> tuple[Entry | None, Cursor]:
        """The recorded exchange that did what was done now, and the place after it: that of the same write, whatever
        was asked beside it, else that of the same batch."""
        session = self._session
        if wrote:
            done = choose(usable(wrote), session.cursor, session.archive, write=True)
            return done, session.cursor.after(done, session.archive).at_the_end()
        now = session.present()
        headers = self._request.headers
        found = match(self._form, headers, session.archive, session.cursor, session.knowledge, now=now)
        if found.entry is None or not found.entry.writes:
            return None, session.cursor
        return found.entry, found.cursor.at_the_end()

    def passed(self, parts: Sequence[Part]) -> None:
        """Let what no feature is for follow the writes that features did: their places in the recording are passed.
        Not when another write of the batch was not done, which what was recorded after it would show."""
        if any(one.unmodelled for one in parts):
            return
        known = [one.same for one in parts if one.same is not None]
        for same in [one for one in known if one] or [()]:
            _, self._session.cursor = self._after(same)


def tell(
    answered: Answered, form: RequestForm, request: Request, session: ReplaySession, asking: Container[int]
) -> None:
    """Note parts that were not answered by features: recorded answers as given, the others as misses; writes among
    these as unmodelled."""
    for number, part in enumerate(answered.parts, 1):
        if part.entry is not None and (not part.entry.writes or part.entry.seq in asking):
            session.cursor = session.cursor.given(part.entry)
        if part.by != "miss":
            continue
        facts = {"part": number, **part.facts()}
        if part.unmodelled:
            session.log.add("note", what="unmodelled write", url=request.url, method=request.method, **facts)
        log_miss(request, session, Match("miss", nearest=nearest(form, session.archive)), **facts)

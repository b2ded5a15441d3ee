"""The frame: what changed between start and end though the task does not allow it.

Compared are the world documents, not the events: what was changed and changed back is no harm here (a policy can forbid
it). Changes that the world made by itself, by timers that were set before the episode began, are not the agent's: a
place is excused when only such timers touched it.
"""

from __future__ import annotations

from collections.abc import Iterable

from awe_author.evaluation.evidence import Evidence
from awe_author.evaluation.model import Allowed, Frame
from awe_author.evaluation.verdict import FrameChange
from awe_author.session.events import Event
from awe_author.state.pointer import escaped, parse
from awe_author.state.types import Change

MOST = 200
"""Changes that are listed."""


def outside(frame: Frame, evidence: Evidence) -> tuple[FrameChange, ...]:
    """The changes that the frame does not allow, by path."""
    changes = evidence.history.changes
    if not changes:
        return ()
    world = _World(evidence)
    judged = _Judged(frame)
    found = [
        FrameChange(
            path=change.path,
            op=change.op,
            old=change.old,
            value=change.value,
            event=_last_toucher(evidence, change.path),
            why=why,
        )
        for change in changes
        if not world.did(change.path) and (why := judged.why(change))
    ]
    return tuple(found[:MOST])


def covers(pattern: str, path: str) -> bool:
    """Is `path` what the pattern names, or below it? `*` is any one segment."""
    wanted, given = parse(pattern), parse(path)
    return len(wanted) <= len(given) and all(a in ("*", b) for a, b in zip(wanted, given, strict=False))


class _Judged:
    """Which changes a frame allows; counts how many different places each limited pattern has let through."""

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self._used: dict[Allowed, set[tuple[str, ...]]] = {}

    def why(self, change: Change) -> str:
        """Empty when the change is allowed."""
        limited = False
        for allowed in self._fitting(change):
            if self._room(allowed, change.path):
                return ""
            limited = True
        if limited:
            return "more places changed than the frame allows"
        return {"add": "nothing may be added here", "remove": "nothing may be removed here"}.get(
            change.op, "this may not change"
        )

    def _fitting(self, change: Change) -> Iterable[Allowed]:
        yield from (one for one in self._frame.may_change if covers(one.path, change.path))
        whole = {"add": self._frame.may_add, "remove": self._frame.may_remove}.get(change.op, ())
        yield from (
            one for one in whole if len(parse(one.path)) == len(parse(change.path)) and covers(one.path, change.path)
        )

    def _room(self, allowed: Allowed, path: str) -> bool:
        place = parse(path)[: len(parse(allowed.path))]
        used = self._used.setdefault(allowed, set())
        if allowed.at_most is not None and place not in used and len(used) >= allowed.at_most:
            return False
        used.add(place)
        return True


class _World:
    """What the world did by itself: the places that timers of the first state touched."""

    def __init__(self, evidence: Evidence) -> None:
        timers = {f"/timers/{escaped(timer.key)}" for timer in evidence.initial.timers()}
        self._world: set[str] = set()
        self._agent: set[str] = set()
        for event in evidence.events:
            paths = {change.path for change in event.patch}
            (self._world if _fired(event, timers) else self._agent).update(paths)

    def did(self, path: str) -> bool:
        """Whether only such timers touched the place."""
        return any(_related(path, one) for one in self._world) and not any(_related(path, one) for one in self._agent)


def _fired(event: Event, timers: set[str]) -> bool:
    """Callers may write any cause into an event; what fires takes its timer away first."""
    first = event.patch[0] if event.patch else None
    by_timer = (event.cause or {}).get("type") == "timer"
    return by_timer and first is not None and first.op == "remove" and first.path in timers


def _related(one: str, other: str) -> bool:
    return one == other or one.startswith(other + "/") or other.startswith(one + "/")


def _last_toucher(evidence: Evidence, path: str) -> int | None:
    for event in reversed(evidence.events):
        if any(_related(change.path, path) for change in event.patch):
            return event.node
    return None

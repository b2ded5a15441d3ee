"""What a session refuses, each with the next step for whoever asked."""

from __future__ import annotations

from awe_author.errors import AweError, InputError


class Conflict(AweError):
    """The caller expected the session's head elsewhere: somebody else acted, or moved it, first."""

    def __init__(self, session: str, *, expected: int, head: int) -> None:
        super().__init__(
            f"the head is node {head}, not {expected}",
            where=f"session {session}",
            hint="read the state again and repeat the action with the new head, or leave `expected_node` out",
        )
        self.session, self.expected, self.head = session, expected, head


class UnknownSession(InputError):
    """No session has this id, or it was closed."""

    def __init__(self, session: str) -> None:
        super().__init__(f"there is no open session {session!r}", hint="list the sessions, or open one")
        self.session = session


class SessionExists(InputError):
    """A session (or its timeline) of this id is there already, open or closed."""

    def __init__(self, session: str) -> None:
        super().__init__(
            f"a session {session!r} exists already in this store", hint="leave the id out to get a new one"
        )
        self.session = session


class UnknownNode(InputError):
    """The timeline has no such node, or the session no such label."""

    def __init__(self, session: str, node: int | str) -> None:
        what = f"there is no label {node!r}" if isinstance(node, str) else f"there is no node {node}"
        super().__init__(
            what, where=f"session {session}", hint="nodes and labels are those of the session's own timeline"
        )
        self.session, self.node = session, node


class StoreDamaged(AweError):
    """Something that a store holds is not what was written, and it is needed: it is not read."""


class StoreUnavailable(AweError):
    """The store can't be reached or written now: it is busy, full, or its server is gone. Nothing was written."""


class RunawayTimers(AweError):
    """Timers that start each other without end."""

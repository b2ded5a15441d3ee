"""The feeds of a session's recording: `features.feeds` tells them, playback goes on with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from awe_author.archive.canonical import request_form
from awe_author.archive.model import Entry, SocketMessage
from awe_author.features.feeds import Feeds, feeds_of
from awe_author.replay.session import ReplaySession

Talks = Sequence[tuple[Entry, Sequence[SocketMessage]]]
"""Conversations, each with the exchange that it began with."""


def feeds_in(session: ReplaySession, url: str, talks: Talks) -> Feeds:
    """The feeds of one address, of which `talks` are the recorded conversations."""
    return feeds_of(url, talks, list(_writes(session)))


def conversations(session: ReplaySession, entry: Entry) -> Talks:
    """The recorded WebSockets of the address of one of them."""
    operation = request_form(entry.method, entry.url, [], b"").operation
    same = session.archive.by_operation(operation) or [entry]
    return [(one, session.archive.messages(one)) for one in same if one.kind == "websocket"]


def _writes(session: ReplaySession) -> Iterator[float]:
    """When pages wrote."""
    seq = session.archive.next_write(-1)
    while seq is not None:
        entry = session.archive.by_seq(seq)
        if entry is not None:
            yield entry.time
        seq = session.archive.next_write(seq)

"""Pages that scripts made within a document of another address: reloading one, or opening it by its address.

A single-page app changes the address without asking its server, so the recording holds no document for such a page. A
server of such an app answers every path with the same document. When the recording proves that - equal bytes under two
paths - a recorded page that was made within that document can be opened by its own address. Without the proof it
cannot: where servers render, the document of one page says nothing about another.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from urllib.parse import urlsplit

from awe_author.archive.cursor import last_write_before
from awe_author.archive.matching import Match
from awe_author.archive.model import Entry, StepRecord
from awe_author.door.messages import Request
from awe_author.replay.requests import origin_of
from awe_author.replay.session import ReplaySession

RULE = "one document for every path"
_LARGEST = 4 << 20
"""Bytes of a document that are compared; one that is larger is no shell."""


def shell_match(request: Request, session: ReplaySession) -> Match | None:
    """The document within which the recorded page of this address was made, None where nothing proves that it fits."""
    recording = session.archive.recording
    if recording is None or request.method != "GET":
        return None
    url = request.url.partition("#")[0]
    step = _due([one for one in recording.steps if one.url.partition("#")[0] == url], session)
    if step is None:
        return None
    documents = _documents(session, origin_of(url))
    before = [one for one in documents if one.seq < step.next_seq]
    if not before or not _is_shell(before[-1], documents, session):
        return None
    shell = before[-1]
    cursor = session.cursor.after(shell, session.archive, document=True)
    written = last_write_before(session.archive, step.next_seq) or 0
    return Match("rule", shell, replace(cursor, position=max(cursor.position, written)), rule=RULE)


def _due(steps: list[StepRecord], session: ReplaySession) -> StepRecord | None:
    """The first of these steps that the session is not past, else the last."""
    left = [step for step in steps if step.next_seq > session.cursor.position]
    return left[0] if left else steps[-1] if steps else None


def _documents(session: ReplaySession, origin: str) -> list[Entry]:
    """What tabs showed of this origin, in recorded order."""
    return [
        entry
        for entry in session.archive.entries()
        if entry.status == 200
        and entry.mime == "text/html"
        and entry.method == "GET"
        and ("sec-fetch-dest", "document") in entry.vary
        and origin_of(entry.url) == origin
    ]


def _is_shell(entry: Entry, documents: list[Entry], session: ReplaySession) -> bool:
    """Was the same document recorded under another path?"""
    path, wanted = urlsplit(entry.url).path, _digest(entry, session)
    others = (one for one in documents if urlsplit(one.url).path != path)
    return wanted is not None and any(_digest(one, session) == wanted for one in others)


def _digest(entry: Entry, session: ReplaySession) -> bytes | None:
    digest, size = hashlib.sha256(), 0
    response = session.archive.response(entry)
    for piece in response.body:
        size += len(piece)
        if size > _LARGEST:
            return None
        digest.update(piece)
    return digest.digest() if size and not response.problem else None

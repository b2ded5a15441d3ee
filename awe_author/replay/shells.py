"""Pages that scripts made within a document of another address: reloading one, or opening it by its address.

A single-page app changes the address without asking its server, so the recording holds no document for such a page. A
server of such an app answers every path with the same document. When the recording proves that - two paths with
documents that are equal but for the tokens of a load - a recorded page that was made within that document can be
opened by its own address. So can one whose scripts only added parameters to the address of its document (the tab, the
folder that is open). Otherwise it cannot: where servers render, the document of one page says nothing about another.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from dataclasses import replace
from urllib.parse import urlsplit

from awe_author.archive.cursor import last_write_before
from awe_author.archive.matching import Match
from awe_author.archive.model import Entry, StepRecord
from awe_author.door.messages import Request
from awe_author.features.plain import plain_body
from awe_author.queries import parse_qsl
from awe_author.replay.blank import is_blank
from awe_author.replay.requests import origin_of
from awe_author.replay.session import ReplaySession

RULE = "one document for every path"
ADDED = "parameters added by the page"
_TOKEN = re.compile(
    rb"""(?i)(\bnonce=["']?|\b[\w.-]*(?:csrf|xsrf|authenticity)[\w.-]*["']?\s*(?:[:=]|(?:content|value)\s*=)\s*["']?)"""
    rb"""([^"'\s<>]+)"""
)
"""What is made anew for each load: nonces, and tokens against forgery in a meta or input element, or in a script."""
_LONG = 16
"""Characters from which such a token is one wherever it stands, also in attributes and scripts of other names."""
_RANDOM = re.compile(r"(?=.*[A-Z])(?=.*[a-z])(?=.*\d)[A-Za-z0-9]{24,}")


def shell_match(request: Request, session: ReplaySession) -> Match | None:
    """The document within which the recorded page of this address was made, None where nothing proves that it fits."""
    recording = session.archive.recording
    if recording is None or request.method != "GET":
        return None
    url = request.url.partition("#")[0]
    step = _due([one for one in recording.steps if one.url.partition("#")[0] == url], session)
    if step is None:
        return None
    shown = documents(session, origin_of(url))
    before = [one for one in shown if one.seq < step.next_seq]
    if not before:
        return None
    shell = before[-1]
    rule = ADDED if _only_adds(url, shell.url) else RULE
    if rule == RULE and not _is_shell(shell, shown, session):
        return None
    cursor = session.cursor.after(shell, session.archive, document=True)
    written = last_write_before(session.archive, step.next_seq) or 0
    return Match("rule", shell, replace(cursor, position=max(cursor.position, written)), rule=rule)


def _due(steps: list[StepRecord], session: ReplaySession) -> StepRecord | None:
    """The first of these steps that the session is not past, else the last."""
    left = [step for step in steps if step.next_seq > session.cursor.position]
    return left[0] if left else steps[-1] if steps else None


def documents(session: ReplaySession, origin: str) -> list[Entry]:
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


def _only_adds(page: str, document: str) -> bool:
    """Has the page's address the path and all parameters of the document's? Random values (tokens) may be gone."""
    one, other = urlsplit(page), urlsplit(document)
    asked = Counter(pair for pair in parse_qsl(other.query, keep_blank_values=True) if not _RANDOM.fullmatch(pair[1]))
    return one.path == other.path and asked <= Counter(parse_qsl(one.query, keep_blank_values=True))


def _is_shell(entry: Entry, shown: list[Entry], session: ReplaySession) -> bool:
    """Was the same document recorded under another path?"""
    path, wanted = urlsplit(entry.url).path, digest_of(entry, session)
    others = (one for one in shown if urlsplit(one.url).path != path)
    return wanted is not None and any(digest_of(one, session) == wanted for one in others)


def digest_of(entry: Entry, session: ReplaySession) -> bytes | None:
    """Of the document without its tokens; None for one that is damaged or too large."""
    if entry.seq not in session.shells.digests:
        session.shells.digests[entry.seq] = _digest_of(entry, session)
    return session.shells.digests[entry.seq]


def _digest_of(entry: Entry, session: ReplaySession) -> bytes | None:
    response = session.archive.response(entry)
    plain = plain_body(response) if not response.problem else None
    session.shells.blank[entry.seq] = plain is not None and is_blank(plain)
    return hashlib.sha256(_without_tokens(plain)).digest() if plain else None


def _without_tokens(document: bytes) -> bytes:
    tokens = {found[2] for found in _TOKEN.finditer(document) if len(found[2]) >= _LONG}
    document = _TOKEN.sub(rb"\1", document)
    for token in sorted(tokens):
        document = document.replace(token, b"")
    return document


def shows_nothing(entry: Entry, session: ReplaySession) -> bool:
    """Has the document nothing to read in it, so that all its page shows is made by scripts?"""
    digest_of(entry, session)
    return session.shells.blank.get(entry.seq, False)

"""Addresses of a mock that were never recorded, where its server has one document for all pages.

The page of an item that was made a step before (`/projects/12`), or of one that the tour did not open, was recorded at
no address, but which document belongs there can be told: the addresses nearest to it - most segments from the left
alike, then as many segments, then most segments alike - are pages of one shell. A shell is a document that was recorded
under two paths, alike but for the tokens of a load, or one that shows nothing by itself and within which scripts made
pages of other paths. One that shows nothing also stands under its own path with any parameters.

Nothing is answered where addresses as near had other documents, or where one of data (what scripts fetched, files) is
nearer. If some of them were not there (404, 410), the server looks at the keys: then those have to be in the state.
Recordings without features are left alone: there, an address that was not recorded is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from mimetypes import guess_type
from os.path import splitext

from awe_author.archive.cursor import choose
from awe_author.archive.matching import Match
from awe_author.archive.model import Entry
from awe_author.door.messages import Request
from awe_author.features.model import PageTrigger
from awe_author.replay.places import KnownPaths, Place, nearness, place_of
from awe_author.replay.requests import origin_of
from awe_author.replay.session import ReplaySession
from awe_author.replay.shells import digest_of, documents, shows_nothing
from awe_author.session.timeline import ROOT

RULE = "one document for pages like this"
_GONE = (404, 410)


def unrecorded_match(request: Request, session: ReplaySession) -> Match | None:
    """The document of a page whose address was never recorded, None where nothing says what it is."""
    if session.live is None or request.method != "GET" or _is_of_features(request.url, session):
        return None
    place, known = place_of(request.url), _known(session, origin_of(request.url))
    if _is_file(place, known):
        return None
    shell = _shell(place, known, session)
    if shell is None:
        return None
    return Match("rule", shell, session.cursor.after(shell, session.archive, document=True), rule=RULE)


def _is_file(place: Place, known: KnownPaths) -> bool:
    """Does a path end like that of a file, and no recorded page does? `/types/api::book.book` is none."""
    ending = splitext(place[-1])[1]
    plain = guess_type(place[-1])[0] in (None, "text/html")
    return not plain and not any(splitext(one[-1])[1] == ending for one in known.documents)


def _shell(place: Place, known: KnownPaths, session: ReplaySession) -> Entry | None:
    """The document of the addresses that are nearest to this one, if they have one shell."""
    pages = [*known.documents, *known.made]
    best = max((nearness(place, one) for one in pages), default=None)
    if best is None or any(nearness(place, one) > best for one in known.other):
        return None
    nearest = [one for one in pages if nearness(place, one) == best]
    shown = {one: choose(known.documents[one], session.cursor, session.archive, write=False)
             for one in nearest if one in known.documents}  # fmt: skip
    there = [entry for entry in shown.values() if entry.status not in _GONE]
    there += [known.made[one] for one in nearest if one in known.made]
    shells = {digest_of(entry, session) if _is_page(entry) else None for entry in there}
    if len(shells) != 1 or None in shells:
        return None
    gone = [one for one, entry in shown.items() if entry.status in _GONE]
    if gone and not _in_state(place, [one for one in nearest if one not in gone], session):
        return None
    shell = choose(sorted(there, key=lambda one: one.seq), session.cursor, session.archive, write=False)
    own = place in known.documents and shows_nothing(shell, session)
    return shell if own or _is_shell(shell, known, session) else None


def _is_shell(shell: Entry, known: KnownPaths, session: ReplaySession) -> bool:
    """Was this document recorded under two paths, or did scripts make pages of other paths within it?"""
    digest = digest_of(shell, session)
    of_it = {
        one for one, entries in known.documents.items() if any(digest_of(entry, session) == digest for entry in entries)
    }
    made = {one for one, entry in known.made.items() if digest_of(entry, session) == digest}
    return len(of_it) > 1 or (bool(made - of_it) and shows_nothing(shell, session))


def _is_page(entry: Entry) -> bool:
    return entry.status == 200 and entry.mime == "text/html"


def _in_state(place: Place, nearest: Iterable[Place], session: ReplaySession) -> bool:
    """Are the segments in which a path differs from a near one keys of what there is, in collections of their own?"""
    nearest = [*nearest]
    there = _collections(session, None)
    before = _collections(session, ROOT)
    for one in nearest:
        other = [at for at, (segment, same) in enumerate(zip(place, one, strict=False)) if segment != same]
        recorded = {at: {path[at] for path in nearest if len(path) > at} for at in other}
        if all(any(place[at] in there[name] for name in _own(at, place, recorded[at], before, there)) for at in other):
            return True
    return False


_Collections = Mapping[tuple[str, str], Mapping[str, object]]


def _collections(session: ReplaySession, node: int | None) -> _Collections:
    """(app, name) -> what is kept by key: now, or at a node of the session."""
    live = session.live
    views = {app.app: live.session.state(node).view(app.app) for app in live.apps} if live is not None else {}
    return {(app, name): value for app, view in views.items() for name, value in view.items()
            if isinstance(value, Mapping)}  # fmt: skip


def _own(
    at: int, place: Place, recorded: set[str], before: _Collections, there: _Collections
) -> Iterable[tuple[str, str]]:
    """The collections whose keys stand at a segment: those that are called like the segment before it, else those that
    had most of the keys which were recorded there."""
    words = set(re.split(r"\W+", place[at - 1].lower())) if at else set()
    named = [one for one in there if words & {one[1].lower(), one[1].lower().rstrip("s")}]
    if named:
        return named
    held = {one: sum(key in before.get(one, {}) or key in there[one] for key in recorded) for one in there}
    most = max(held.values(), default=0)
    return [one for one, many in held.items() if most and many == most]


def _is_of_features(url: str, session: ReplaySession) -> bool:
    """Are there features that show something on pages of this address? They say which pages there are."""
    plans = [app.plan for app in session.live.apps] if session.live is not None else []
    triggers = [feature.on for plan in plans for feature in plan.features]
    return any(isinstance(one, PageTrigger) and one.event is None and one.page.matches(url) for one in triggers)


def _known(session: ReplaySession, origin: str) -> KnownPaths:
    """Looked up once."""
    if origin not in session.shells.known:
        session.shells.known[origin] = _known_of(session, origin)
    return session.shells.known[origin]


def _known_of(session: ReplaySession, origin: str) -> KnownPaths:
    shown: dict[Place, list[Entry]] = {}
    other: set[Place] = set()
    for entry in session.archive.entries():
        if origin_of(entry.url) != origin:
            continue
        if entry.method == "GET" and ("sec-fetch-dest", "document") in entry.vary:
            shown.setdefault(place_of(entry.url), []).append(entry)
        elif entry.method != "OPTIONS":
            other.add(place_of(entry.url))
    pages = documents(session, origin)
    recording = session.archive.recording
    made: dict[Place, Entry] = {}
    for step in recording.steps if recording is not None else ():
        before = [entry for entry in pages if entry.seq < step.next_seq]
        if origin_of(step.url) == origin and before and place_of(step.url) not in shown:
            made[place_of(step.url)] = before[-1]
    return KnownPaths(shown, made, frozenset(other))

"""Reads that follow a write which was recorded about something else: what was shown of that one afterwards is shown.

A mock's page runs the report of oats; the recording has that of rye. The write is the recorded one with another name in
it, so what is asked about oats from then on is answered as what was asked about rye after that write, with the names
exchanged, and the keys that the writes were answered. What the recording tells of oats itself stays where the write
changed nothing of rye. GraphQL only: its variables say what a request is about.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from awe_author.archive.canonical import RequestForm
from awe_author.archive.cursor import Cursor, Done, choose
from awe_author.archive.model import Index
from awe_author.archive.request_body import NotJson, parse_json
from awe_author.replay.answers import Prepared
from awe_author.replay.key_by_key import Asked, KeyByKey, said
from awe_author.replay.known_things import KnownThings
from awe_author.replay.names import Way, leaves
from awe_author.replay.of_another import exchanged, variables_of
from awe_author.replay.own_parts import with_own
from awe_author.replay.session import ReplaySession

RULE = "as of another after the same"
_KEY = re.compile(r"(?=.*\d)[\w-]{8,64}")
"""A key that an answer says."""


def done_alike(asked: Any, answer: Any, recorded: Sequence[Asked], every: Sequence[Asked]) -> Done | None:
    """What a write did that is none of the recorded writes of its operation, but like one of them; None where none is.
    `answer`: what it is answered now; `every`: whatever was recorded."""
    mine = variables_of(asked)
    if mine is None:
        return None
    found = [(one, names) for one in recorded if (names := exchanged(variables_of(one.asked), mine))]
    if not found or any(variables_of(one.asked) == mine for one in recorded):
        return None
    one, names = min(found, key=lambda pair: len(pair[1]))
    keys = _keys(one.answer, answer)
    kept = {old for old, new in keys.items() if old == new}
    for other in every if kept else ():
        if other.entry.seq < one.entry.seq:
            kept -= {value for _, value in leaves(other.answer) if value in kept}
    made = {old: new for old, new in keys.items() if old != new or old in kept}
    return Done(one.entry.seq, tuple({**names, **made}.items()))


def _keys(then: Any, now: Any) -> dict[str, str]:
    """Key in the recorded answer -> the one that stands there now, which may be the same."""
    said: Mapping[Way, Any] = dict(leaves(now))
    pairs = [(str(value), str(said[way])) for way, value in leaves(then) if way in said]
    return {old: new for old, new in pairs if _is_key(old) and _is_key(new)}


def _is_key(value: str) -> bool:
    return _KEY.fullmatch(value) is not None


def as_done(
    variables: Mapping[Way, Any], cursor: Cursor, asked: Sequence[Asked], index: Index, things: KnownThings
) -> tuple[Asked, Any] | None:
    """The recorded answer that a question is answered like, and that answer; None where no write tells one.

    `asked`: the recorded questions of the operation; `things`: what is known of things.
    """
    for done in reversed(cursor.done):
        then, now = done.names_then(), done.names_now()
        if not any(isinstance(value, str) and value in then for value in variables.values()):
            continue
        wanted = {way: then.get(value, value) if isinstance(value, str) else value for way, value in variables.items()}
        alike = [one for one in asked if variables_of(one.asked) == wanted]
        after = {one.entry.seq: one for one in alike if one.entry.seq > done.write}
        if not after:
            continue
        due = after[choose([one.entry for one in after.values()], done.place(cursor), index, write=False).seq]
        before = next((one.answer for one in reversed(alike) if one.entry.seq < done.write), None)
        own = next((one.answer for one in reversed(asked) if variables_of(one.asked) == variables), None)
        return due, with_own(own, *(things.exchanged(one, now, written=True) for one in (before, due.answer)))
    return None


def followed(
    form: RequestForm, url: str, body: bytes, purpose: str, keys: KeyByKey, session: ReplaySession
) -> Prepared | None:
    """The answer to a read about something that was written like another one; None where nothing tells it."""
    variables = None if form.writes else variables_of(said(url, body))
    if variables is None:
        return None
    told = as_done(variables, session.cursor, keys.asked(form.operation), session.archive, keys.things)
    if told is None:
        return keys.prepared(form, url, body, purpose, after=True)
    due, answer = told
    session.cursor = session.cursor.given(due.entry)
    return keys.like(due, answer, purpose)


def note_done(form: RequestForm, url: str, body: bytes, answer: bytes, keys: KeyByKey, session: ReplaySession) -> None:
    """Keep what a write did, if it is like a recorded one about something else."""
    recorded = [one for one in keys.asked(form.operation) if one.entry.writes] if form.writes else []
    try:
        done = done_alike(said(url, body), parse_json(answer), recorded, keys.everything()) if recorded else None
    except NotJson:
        return
    if done is not None:
        session.cursor = session.cursor.having(done)

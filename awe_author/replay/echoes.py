"""Answers that name a value of the request, made to name the value that was asked with.

A request may be answered by a recording whose volatile parameters had other values (a loading id made from the clock, a
nonce). Servers often send such a value back, and the page then looks for the one it made. Only long values are
replaced, and only in text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from awe_author.archive.matching import Echo
from awe_author.door.messages import header
from awe_author.replay.answers import Prepared
from awe_author.replay.session import ReplaySession

_TEXT = ("text/", "application/json", "application/javascript", "application/x-javascript", "application/xml")


def echoed(prepared: Prepared, echoes: tuple[Echo, ...], session: ReplaySession) -> Prepared:
    """The answer with each (recorded, asked) value replaced in its Location and its text."""
    mime = (header(prepared.headers, "content-type") or "").lower()
    if prepared.body is None or not (mime.startswith(_TEXT) or "+json" in mime or "+xml" in mime):
        return replace(prepared, headers=_located(prepared, echoes))
    headers, body = prepared.decoded(session)
    changed = body
    for recorded, asked in echoes:
        changed = changed.replace(recorded.encode(), asked.encode())
    if changed == body:
        return replace(prepared, headers=_located(prepared, echoes))
    made = replace(prepared, headers=headers, body=changed, length=len(changed))
    return replace(made, headers=_located(made, echoes))


def given_back(prepared: Prepared, echoes: Sequence[Echo]) -> Prepared:
    """A body that is there already, with each (recorded, asked) value replaced in its text."""
    mime = (header(prepared.headers, "content-type") or "").lower()
    text = mime.startswith(_TEXT) or "+json" in mime or "+xml" in mime
    if not echoes or not text or prepared.body is None or header(prepared.headers, "content-encoding") is not None:
        return prepared
    body = prepared.body
    for recorded, asked in echoes:
        body = body.replace(recorded.encode(), asked.encode())
    return replace(prepared, body=body, length=len(body))


def _located(prepared: Prepared, echoes: tuple[Echo, ...]) -> list[tuple[str, str]]:
    found = []
    for name, value in prepared.headers:
        if name.lower() == "location":
            for recorded, asked in echoes:
                value = value.replace(recorded, asked)
        found.append((name, value))
    return found

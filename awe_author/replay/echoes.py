"""Answers that name a value of the request, made to name the value that was asked with.

A request may be answered by a recording whose volatile parameters had other values (a loading id made from the clock, a
nonce). Servers often send such a value back, and the page then looks for the one it made. Only long values are
replaced, and only in text. A value that is an address has values of its own (`next=/authorize?state=5f0c...` of a
log-in): these are replaced, too, as an answer has the address in another writing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from awe_author.archive.matching import Echo, Match
from awe_author.archive.model import Entry
from awe_author.door.messages import Request, header
from awe_author.queries import parse_qsl
from awe_author.replay.answers import Prepared
from awe_author.replay.session import ReplaySession

_DEEPEST = 4
"""Addresses within addresses that are looked into."""
_LARGEST = 20_000
"""Bytes of a form that is looked into."""
_LEAST = 10
"""Characters of a value within an address."""
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


async def echoes_for(found: Match, entry: Entry, request: Request, session: ReplaySession) -> tuple[Echo, ...]:
    """All that an answer may give back of the request that it was found for by volatile parameters."""
    if found.verdict not in ("learned", "rule") or entry.kind == "websocket":
        return found.echoes
    recorded = entry.url, session.archive.request_body(entry)
    return (*found.echoes, *inner_echoes(recorded, (request.url, await request.body.read())))


def inner_echoes(recorded: tuple[str, bytes], asked: tuple[str, bytes]) -> tuple[Echo, ...]:
    """(recorded, asked) of values that differ in addresses within the parameters of two requests. Each request: (URL,
    body), which counts where both are fields of a form."""
    one, other = (url.partition("#")[0].partition("?")[2] for url, _ in (recorded, asked))
    pairs = [(one, other)]
    if recorded[1] != asked[1] and len(asked[1]) < _LARGEST:
        pairs.append((recorded[1].decode("latin-1"), asked[1].decode("latin-1")))
    return tuple(dict.fromkeys(found for one, other in pairs for found in _within(one, other)))


def _within(recorded: str, asked: str, depth: int = 0) -> Iterator[Echo]:
    ours, theirs = parse_qsl(recorded), parse_qsl(asked)
    if recorded == asked or depth >= _DEEPEST or [name for name, _ in ours] != [name for name, _ in theirs]:
        return
    for (_, one), (_, other) in zip(ours, theirs, strict=True):
        if depth and one != other and len(one) >= _LEAST and not one.isdigit():
            yield one, other
        if "?" in one and "?" in other:
            yield from _within(one.partition("?")[2], other.partition("?")[2], depth + 1)

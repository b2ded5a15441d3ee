"""Records in what a server component says of itself: React's stream of rows, one value each, that Next.js answers
navigation with (`text/x-component`) and writes into documents (`self.__next_f.push`).

They tell what entities of the API there are, and how they are at that moment; such answers are none of its operations.
Only members that answers of the API have as well count.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from awe_author.archive.httphead import header
from awe_author.archive.request_body import NotJson
from awe_author.features.api.asked import json_value
from awe_author.features.discover.exchanges.batches import PartSeq
from awe_author.features.discover.exchanges.calls import MAX_BODY, Call, Raw
from awe_author.features.discover.exchanges.kinds import Kind

STREAM = "text/x-component"
LEAST = 3
"""Members that a record has in common with records of the API, beside its key."""
KEY = "id"
_PUSHED = re.compile(r'self\.__next_f\.push\(\[1,("(?:[^"\\]|\\.)*")\]\)')
_ROW = re.compile(rb"([0-9a-f]+):(?:T([0-9a-f]+),)?")
_LEFT = object()
"""What refers to something else in the stream, or is not there."""


def told_by_streams(raws: Iterable[Raw], calls: Sequence[Call]) -> list[Call]:
    """For each answer with such a stream a call that lists its records, by the member that has them."""
    known = _members(calls)
    by_seq = {call.seq: call for call in calls} if known else {}
    found: list[Call] = []
    for raw in raws if known else ():
        call = by_seq.get(raw.seq)
        stream = _stream(raw) if call is not None and raw.method == "GET" and raw.status == 200 else b""
        told = _records(stream, known) if stream else {}
        if call is not None and told:
            found.append(replace(call, seq=PartSeq(call.seq, 1), answer=told, html="", page=""))
    return found


def of_the_api(kinds: Iterable[Kind], streamed: Sequence[Call]) -> list[Kind]:
    """The kinds that more than streams show."""
    told = {call.seq for call in streamed}
    return [kind for kind in kinds if any(one.call.seq not in told for one in kind.sightings())]


def _members(calls: Iterable[Call]) -> list[frozenset[str]]:
    """What the records with a key have that the API shows."""
    found: set[frozenset[str]] = set()
    for call in calls:
        if call.answer is not None and not call.html and call.status < 400:
            found |= {frozenset(one) for _, one in _objects(call.answer) if KEY in one and len(one) > LEAST}
    return sorted(found, key=lambda one: (-len(one), sorted(one)))


def _stream(raw: Raw) -> bytes:
    mime = header(raw.headers, "content-type")
    if mime.startswith(STREAM):
        return raw.body
    if "html" not in mime or b"self.__next_f" not in raw.body or len(raw.body) > MAX_BODY:
        return b""
    parts = _PUSHED.findall(raw.body.decode("utf-8", "replace"))
    return "".join(json.loads(part) for part in parts).encode("utf-8", "replace")


def _rows(stream: bytes) -> Iterator[Any]:
    """The values of the rows that are JSON. Texts say their length, and no line ends them."""
    at = 0
    while (found := _ROW.match(stream, at)) is not None:
        if found[2]:
            at = found.end() + int(found[2], 16)
            continue
        end = stream.find(b"\n", at)
        end = len(stream) if end < 0 else end
        line, at = stream[found.end() : end], end + 1
        if line[:1] in (b"[", b"{"):
            try:
                yield json_value(line)
            except NotJson:
                continue


def _records(stream: bytes, known: Sequence[frozenset[str]]) -> dict[str, list[Any]]:
    """Member -> the records in it."""
    found: dict[str, list[Any]] = {}
    for row in _rows(stream):
        for holder, value in _objects(row):
            names = next((names for names in known if len(names & value.keys()) > LEAST), None)
            if KEY in value and names is not None:
                told = {name: _plain(value[name]) for name in value if name in names}
                told = {name: inner for name, inner in told.items() if inner is not _LEFT}
                if isinstance(told.get(KEY), str | int) and len(told) > LEAST:
                    found.setdefault(holder, []).append(told)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, str) and value[:1] == "$":
        return value[2:] if value[:2] == "$D" else value[1:] if value[:2] == "$$" else _LEFT
    if isinstance(value, dict):
        made = {name: _plain(inner) for name, inner in value.items()}
        return _LEFT if _LEFT in made.values() else made
    if isinstance(value, list):
        items = [_plain(inner) for inner in value]
        return _LEFT if _LEFT in items else items
    return value


def _objects(value: Any, holder: str = "data") -> Iterator[tuple[str, dict[str, Any]]]:
    """(the member that has it, the object), outermost first."""
    waiting = [(holder, value)]
    while waiting:
        name, one = waiting.pop()
        if isinstance(one, dict):
            yield name, one
            waiting += [(own, inner) for own, inner in one.items() if isinstance(inner, dict | list)]
        elif isinstance(one, list):
            waiting += [(name, inner) for inner in reversed(one) if isinstance(inner, dict | list)]

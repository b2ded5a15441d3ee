"""News over sockets and event streams of entities that the API knows: what requests created, changed and deleted.

A message tells of an entity when it holds an object with its key and fields, soon after a request that wrote it. Every
page is then told by the state, whoever changed it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from awe_author.features.discover.common.keys import member, own_key, text
from awe_author.features.discover.common.names import singular, snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.features.discover.talks.forms import BOUND, literal_of
from awe_author.features.discover.talks.parents import fits_name
from awe_author.features.discover.talks.variants import GONE
from awe_author.features.turns import Line, Pattern, Said, walk
from awe_author.json_types import Json, JsonObject

SOON = 60
"""Exchanges and messages between a write and the news of it, at most."""
_EVENTS = {"create": "added", "delete": "removed"}


@dataclass(frozen=True, slots=True)
class _Told:
    """One message that tells of an entity."""

    part: Entities
    said: Said
    place: Pattern
    key: str
    event: str
    seq: int


def news_of(lines: Sequence[Line], parts: Sequence[Entities], operations: Sequence[Operation]) -> list[Feature]:
    """The features that tell of entities."""
    writes = {part.kind.name: list(_writes(part, operations)) for part in parts}
    found: list[Feature] = []
    for line in lines:
        told = [one for said in line.said() for one in _told(said, parts, writes)]
        groups: dict[tuple[str, str, str], list[_Told]] = {}
        for one in told:
            groups.setdefault((one.part.kind.name, one.said.name, one.event), []).append(one)
        for (kind, name, _), ones in groups.items():
            most = Counter(one.event for one in told if (one.part.kind.name, one.said.name) == (kind, name))
            if most.most_common(1)[0][0] == ones[0].event:
                found.append(_feature(line, ones))
    return found


def _writes(part: Entities, operations: Sequence[Operation]) -> Iterator[tuple[int, str, str]]:
    """(place in the recording, key, event) of each request that wrote an entity."""
    for one in operations:
        if one.kind is part.kind and one.writes and len(one.made) == len(one.calls):
            for call, key in zip(one.calls, one.made, strict=True):
                yield call.seq, key, _EVENTS.get(one.role, "changed")


def _told(said: Said, parts: Sequence[Entities], writes: dict[str, list[tuple[int, str, str]]]) -> Iterator[_Told]:
    for pattern, place, value in walk(said.value):
        for part in parts if "*" not in pattern else ():
            for name in (part.kind.key, *(one for one in value if fits_name(one, part.kind.name))):
                key = str(value.get(name, ""))
                near = [one for one in writes[part.kind.name] if one[1] == key and 0 < said.seq - one[0] <= SOON]
                shown = set(value) & set(part.fields()) - {part.kind.key}
                whole = name == part.kind.key and len(shown) >= 2 and 2 * len(shown) >= len(value)
                gone = near and near[-1][2] == "removed" and (len(value) <= 2 or bool(GONE.search(said.name)))
                if near and (whole or gone):
                    yield _Told(part, said, place, key, near[-1][2], near[-1][0])
                    return


def _feature(line: Line, ones: Sequence[_Told]) -> Feature:
    one = ones[-1]
    part, event = one.part, one.event
    item = singular(part.kind.name)
    item = f"{item}_" if item in BOUND else item

    def made(value: Json, place: Pattern) -> Json:
        if isinstance(value, dict):
            if place == one.place:
                return {name: _member(part, one, name, inner, item) for name, inner in value.items()}
            return {name: made(inner, (*place, name)) for name, inner in value.items()}
        if isinstance(value, list):
            return [made(inner, (*place, number)) for number, inner in enumerate(value)]
        return literal_of(value)

    trigger: JsonObject = {"stream" if line.stream else "socket": line.address, "event": event}
    trigger |= {"each": f"state.{part.kind.name}.values()", "as": item, "key": member(item, part.kind.key)}
    document: JsonObject = {
        "id": f"{part.kind.name}.told.{event}.{snake(one.said.name) or 'message'}",
        "title": f"Tell of {event} {part.kind.name.replace('_', ' ')}",
        "on": trigger,
        "reply": {"json": made(one.said.value, ())},
    }
    sure = min(0.9, 0.6 + 0.1 * len(ones))
    seqs = ", ".join(str(each.said.seq) for each in ones[:8])
    return Feature(document, [f"seen: message {one.said.name}, seq {seqs}", f"sure: {sure:.2f}"], sure)


def _member(part: Entities, one: _Told, name: str, value: Json, item: str) -> Json:
    key = part.kind.key
    if name == key or str(value) == one.key:
        return own_key(item, key, number=part.number) if key == "id" else member(item, key)
    if one.event != "removed" and name in part.fields():
        return f"{item}.get({text(name)}, null)"
    return literal_of(value)

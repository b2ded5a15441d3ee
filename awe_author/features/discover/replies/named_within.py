"""Reads that name an entity within a text: `?filter=at:<'2025-03-03 09:00:00'+member_id:'6b05...'`.

What they say of one entity they say of others, with the other's values in the place of its own. Believed when what was
said last of each of two entities at least is the same but for their keys, their own values under their own names, and
keys that only belong to what is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import literal, member, text
from awe_author.features.discover.common.names import looks_like_id, safe, singular, snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import logs_in
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.sightings import Endpoint, endpoint_of
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json, JsonObject

SURE = 0.6
SHORTEST = 12
"""Characters of a key that is found within a text."""
KEPT, OWN = 4, 12
"""Characters at the end of a key, and of that of its entity, that make another one."""
MOST = 20_000
"""Characters of an answer."""
_LEAD = re.compile(r"[\w.]+\W{1,3}\Z")
"""What stands right before a key and says that it follows."""
_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d")
_HERE = "\0"


class _OtherwiseError(Exception):
    """Two answers differ in something that the entities do not explain."""


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to ask."""

    endpoint: Endpoint
    kind: str
    name: str
    """Of the parameter."""
    lead: str
    trail: str
    asked: tuple[tuple[str, str], ...]
    """All parameters, with `*` for moments and the key left out."""

    def key(self) -> str:
        """The expression of the key."""
        behind = f"query.get({text(self.name)}, '').split({text(self.lead)})[1]"
        return f"{behind}.split({text(self.trail)})[0]" if self.trail else behind

    def tests(self) -> Iterator[str]:
        """The conditions that a request asks so."""
        for name, value in self.asked:
            of = f"query.get({text(name)}, '')"
            if "*" not in value and _HERE not in value:
                yield f"{of} == {text(value)}"
                continue
            moments = [r"[\w-]+".join(map(re.escape, piece.split(_HERE))) for piece in value.split("*")]
            pattern = r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d".join(moments)
            yield f"{of}.matches({text('^' + pattern + '$')})"
        yield f"{self.key()} in state.{self.kind}"


def named_within(
    calls: Sequence[Call], parts: Sequence[Entities], answered: set[int], known: frozenset[str], seen: Seen
) -> list[tuple[Feature, list[Call]]]:
    """(feature, the calls that it answers) of each way to ask, of calls that no feature answers."""
    taken = {endpoint_of(call, known) for call in calls if call.seq in answered}
    kinds = {part.kind.name: part for part in parts if part.kind.source == "json"}
    asked: dict[_Way, list[tuple[Call, str]]] = {}
    for call in calls:
        endpoint = endpoint_of(call, known)
        plain = call.method == "GET" and call.status == 200 and not call.mutation and isinstance(call.answer, dict)
        if plain and endpoint not in taken and "*" not in endpoint.path and not logs_in(call):
            for way, key in _named(call, endpoint, kinds.values()):
                asked.setdefault(way, []).append((call, key))
    found = []
    for way, mine in asked.items():
        feature = _feature(way, mine, kinds[way.kind], seen)
        if feature is not None:
            found.append((feature, [call for call, _ in mine]))
    return found


def _named(call: Call, endpoint: Endpoint, parts: Iterable[Entities]) -> Iterator[tuple[_Way, str]]:
    """The ways in which a request names an entity, with its key."""
    for name, value in call.query:
        words = {word for word in re.findall(r"[\w-]+", value) if len(word) >= SHORTEST and looks_like_id(word)}
        for part in parts:
            for key in words & {*part.seed, *part.made}:
                before, _, after = value.partition(key)
                lead = _LEAD.search(before)
                if lead is None or value.count(key) != 1 or value.count(lead[0]) != 1:
                    continue
                said = [(other, before + _HERE + after if other == name else inner) for other, inner in call.query]
                asked = tuple(sorted((other, _TIME.sub("*", inner)) for other, inner in said))
                yield _Way(endpoint, part.kind.name, name, lead[0], after[:1], asked), key


def _feature(way: _Way, asked: Sequence[tuple[Call, str]], part: Entities, seen: Seen) -> Feature | None:
    last = {key: call for call, key in asked if len(str(call.answer)) < MOST}
    told = {key: seen.before(part.kind, key, call.seq) for key, call in last.items()}
    known = [(key, call, entity) for key, call in last.items() if (entity := told[key]) is not None]
    if len(known) < 2:
        return None
    item = safe(singular(part.kind.name))
    walk = _Walk([key for key, _, _ in known], [entity for *_, entity in known], item)
    try:
        made = walk.template([call.answer for _, call, _ in known], "")
    except _OtherwiseError:
        return None
    call = known[0][1]
    words = [snake(piece) for piece in way.endpoint.path.split("/") if snake(piece)]
    document: JsonObject = {
        "id": f"{part.kind.name}.{words[-1] if words else 'root'}.within",
        "title": f"What {way.endpoint.path} says of a {singular(part.kind.name).replace('_', ' ')}",
        "on": {
            "request": f"GET {way.endpoint.origin}{way.endpoint.path}",
            "where": " && ".join(way.tests()),
            "like": [call.seq],
        },
        "let": {"named": way.key(), item: f"state.{part.kind.name}[named]"},
        "reply": {"like": "recorded", "json": made},
    }
    seqs = ", ".join(str(one.seq) for one, _ in asked[:8])
    lines = [f"seen: {way.endpoint}, seq {seqs}", f"sure: {SURE:.2f}, the same of {len(known)} entities"]
    return Feature(document, lines, SURE)


@dataclass(frozen=True, slots=True)
class _Walk:
    """Goes through answers about several entities side by side."""

    keys: Sequence[str]
    entities: Sequence[Mapping[str, Any]]
    item: str

    def template(self, values: Sequence[Any], name: str) -> Json:
        """What explains all of these, which stand at one place. Raises _OtherwiseError."""
        first = values[0]
        if all(isinstance(one, dict) and one.keys() == first.keys() for one in values):
            return {inner: self.template([one[inner] for one in values], inner) for inner in first}
        if all(isinstance(one, list) and len(one) == len(first) for one in values):
            return [self.template([*pair], name) for pair in zip(*values, strict=True)]
        if all(isinstance(one, str) and one == key for one, key in zip(values, self.keys, strict=True)):
            return "named"
        plain = not isinstance(first, bool | dict | list) and first not in (None, "")
        if plain and all(one.get(name) == value for one, value in zip(self.entities, values, strict=True)):
            return member(self.item, name, sure=False)
        if all(type(one) is type(first) and one == first for one in values):
            made: Json = literal(first)
            return made
        return self._another(values)

    def _another(self, values: Sequence[Any]) -> str:
        """The expression of a key of something that only this entity has."""
        first = values[0]
        ids = all(isinstance(one, str) and looks_like_id(one) and len(one) == len(first) for one in values)
        if not ids or len(first) < KEPT + OWN or len({*values}) < len(values) or min(map(len, self.keys)) < OWN:
            raise _OtherwiseError
        own = f"named.substring(named.size() - {OWN})"
        return f"{text(first[: -KEPT - OWN])} + {own} + {text(first[-KEPT:])}"

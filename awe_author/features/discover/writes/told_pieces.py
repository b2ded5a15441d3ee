"""What records tell of the pieces of a text that is written: the choices that a form's markup names, the variables in
a template (`Dear {{name}}`), the tags in a note.

A list of texts, of records, or a record whose members are called so, deep in a field that no request sends, is told by
a text that requests send when its members are, at all looks at entities that have such pieces, just what stands there
between two signs (`<Choice value="` and `"`), in their order, and it became another one when the text did. Records in
it are alike but for the piece. It is made anew of each text that is sent and has such pieces.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import is_plain
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.places import at
from awe_author.json_types import Json, JsonObject

DEEPEST = 5
LEAST = 2
"""Pieces that tell between which signs they stand."""
MOST_LOOKS = 60
LONGEST = 60
"""Characters of a sign."""
_HOLE = "\0"
"""Stands for the piece in what is made of it."""
Way = tuple[str, ...]
Looks = Sequence[tuple[str, Mapping[str, Any]]]
"""(key, what an entity showed)."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """What is between two signs of a text."""

    of: str
    """The field with the text."""
    before: str
    after: str

    def found(self, value: Any) -> list[str]:
        """The pieces, each once, in their order."""
        parts = value.split(self.before)[1:] if isinstance(value, str) else []
        return list(dict.fromkeys(part.split(self.after)[0] for part in parts))

    def expression(self, params: str) -> str:
        """The expression of the pieces of what is sent."""
        own = f"string(dyn({params})[{text(self.of)}])"
        cut = f"{own}.split({text(self.before)})"
        return f"{cut}.slice(1, {cut}.size()).map(x, x.split({text(self.after)})[0]).distinct()"


@dataclass(frozen=True, slots=True)
class Told:
    """A list or record that tells the pieces."""

    field: str
    way: Way
    """Where in the field."""
    pieces: Pieces
    named: bool
    """Are they the names of its members?"""
    each: Json
    """What stands there for each, with a hole for the piece."""

    def effect(self, kind: str, params: str, path: str) -> JsonObject:
        """The effect of a change. `params`: what is sent; `path`: the entity's."""
        key = path.partition("{")[2].removesuffix("}")
        own, tests = f"dyn(state.{kind}[{key}])", list[str]()
        for name in (self.field, *self.way):
            own = f"{own}.get({text(name)}, null)"
            tests.append(f"type({own}) == {'map' if len(tests) < len(self.way) or self.named else 'list'}")
            own = f"dyn({own})"
        there = f"{text(self.pieces.of)} in {params} && type(dyn({params})[{text(self.pieces.of)}]) == string"
        pieces = self.pieces.expression(params)
        return {
            "op": "add", "path": "/".join((path, self.field, *self.way)), "value": self._made(pieces),
            "if": " && ".join([there, f"{pieces}.size() > 0", *tests]),
        }  # fmt: skip

    def _made(self, pieces: str) -> str:
        said = json.dumps(self.each).split(json.dumps(_HOLE))
        each = " + strings.quote(p) + ".join(map(text, said))
        if self.named:
            return f"dyn(parse_json('{{' + {pieces}.map(p, strings.quote(p) + ': ' + {each}).join(', ') + '}}'))"
        if self.each == _HOLE:
            return f"dyn({pieces})"
        return f"dyn(parse_json('[' + {pieces}.map(p, {each}).join(', ') + ']'))"


def told_effects(one: Operation, part: Entities, seen: Seen, params: str, path: str) -> list[JsonObject]:
    """Effects of changes that send such texts."""
    if one.role != "update" or part.kind.source != "json":
        return []
    sent = one.names_sent()
    return [told.effect(part.kind.name, params, path) for told in told_pieces(part, seen) if told.pieces.of in sent]


def told_pieces(part: Entities, seen: Seen) -> list[Told]:
    """All that tells pieces of texts that are written."""
    looks = [(key, value) for key, history in seen.values[part.kind.name].items() for _, value in history]
    found = []
    texts = [name for name in sorted(part.written) if any(_has_many(value.get(name)) for _, value in looks)]
    for of in texts:
        for field in part.fields():
            if field in part.written or field in part.joins or field == part.kind.key or not is_plain(field):
                continue
            mine = _different(looks, of, field)
            for way in dict.fromkeys(way for _, value in mine for way in _ways(value[field])):
                told = _told(mine, of, field, way)
                found += [told] if told is not None else []
    return found


def _has_many(value: Any) -> bool:
    return isinstance(value, str) and len(value) > LEAST


def _different(looks: Looks, of: str, field: str) -> Looks:
    """The looks that show both, each sort once."""
    found: dict[str, tuple[str, Mapping[str, Any]]] = {}
    for key, value in looks:
        if isinstance(value.get(of), str) and isinstance(value.get(field), dict | list) and len(found) < MOST_LOOKS:
            found.setdefault(json.dumps([key, value[of], value[field]], sort_keys=True), (key, value))
    return [*found.values()]


def _ways(value: Any, way: Way = ()) -> Iterator[Way]:
    """Places of lists and records that are in no list."""
    if isinstance(value, list | dict) and value:
        yield way
    for name, inner in value.items() if isinstance(value, dict) and len(way) < DEEPEST else ():
        if is_plain(name):
            yield from _ways(inner, (*way, name))


def _told(looks: Looks, of: str, field: str, way: Way) -> Told | None:
    """How a place tells the pieces of the text; None when it does not."""
    there = [(key, value[of], inner) for key, value in looks if (inner := at(value[field], way)) not in (None, {}, [])]
    shapes = [_shape(inner) for _, _, inner in there]
    known = [(key, said, shape) for (key, said, _), shape in zip(there, shapes, strict=True) if shape is not None]
    changed = {key for key, said, (names, _, _) in known for other, by, (others, _, _) in known
               if key == other and said != by and names != others}  # fmt: skip
    mine = [one for one in known if one[0] in changed]
    forms = {(named, json.dumps(each)) for _, _, (_, named, each) in mine}
    if len(forms) != 1:
        return None
    _, said, (names, named, each) = max(mine, key=lambda one: len(one[2][0]))
    signs = _signs(said, names)
    for before, after in signs:
        pieces = Pieces(of, before, after)
        of_others = [(pieces.found(text_), shape[0]) for key, text_, shape in known]
        if all(made == others for made, others in of_others if made) and all(pieces.found(one[1]) for one in mine):
            return Told(field, way, pieces, named, each)
    return None


def _shape(value: Any) -> tuple[list[str], bool, Json] | None:
    """(pieces, are they names of members?, what stands there for each) of a list or a record; None of anything else."""
    if isinstance(value, dict):
        names, made = [*value], [_holed(inner, name) for name, inner in value.items()]
    elif all(isinstance(one, str) for one in value):
        names, made = [*value], [_HOLE for _ in value]
    else:
        records = [one for one in value if isinstance(one, dict)]
        inner = next((name for name, one in records[0].items() if isinstance(one, str)), "") if records else ""
        names = [str(one.get(inner)) for one in records]
        made = [_holed(one, name) for one, name in zip(records, names, strict=True)] if inner else []
    alike = bool(made) and len(made) == len(value) and all(one == made[0] for one in made)
    return (names, isinstance(value, dict), made[0]) if alike and len({*names}) == len(names) else None


def _holed(value: Any, piece: str) -> Any:
    if isinstance(value, dict):
        return {name: _holed(inner, piece) for name, inner in value.items()}
    if isinstance(value, list):
        return [_holed(inner, piece) for inner in value]
    return _HOLE if value == piece else value


def _signs(said: str, pieces: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What stands in front of all pieces in a text, and behind: cut to one tag or word and to one sign, and
    as it is."""
    places, begin = [], 0
    for piece in pieces:
        begin = said.find(piece, begin) if piece else -1
        if begin < 0:
            return
        places.append((begin, begin + len(piece)))
        begin += len(piece)
    if len(places) < LEAST:
        return
    before = _shared([said[:first][::-1] for first, _ in places])[::-1]
    after = _shared([said[last:] for _, last in places])
    if not before or not after:
        return
    tag = before.rfind("<")
    cut = before[tag:] if tag >= 0 else re.split(r"\s", before)[-1] or before
    for one in dict.fromkeys((cut, before)):
        for other in dict.fromkeys((after[:1], after)):
            yield one, other


def _shared(texts: Sequence[str]) -> str:
    """What all texts begin with."""
    size = 0
    while size < LONGEST and all(len(one) > size and one[size] == texts[0][size] for one in texts):
        size += 1
    return texts[0][:size]

"""Texts made of other fields of the same entity: `(22/tcp) ssh` of a port, its protocol and its name; also a field that
says just what another one does, under another name.

Not kept with the entity: what becomes of the others shows at once. Every look at it has to agree, at entities that say
different things, and one of the others is sent by requests.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import member, text
from awe_author.features.discover.entities.entities import Entities, ToldText
from awe_author.features.discover.entities.joins import Times, looks_of

ENOUGH = 3
"""Different texts."""
MOST_LOOKS = 400
MOST = 4
"""Fields in one text."""
Piece = tuple[bool, str]
"""(is it a field?, its name or a text)."""


@dataclass(slots=True)
class ComposedText(ToldText):
    """How the text of one field is made."""

    name: str
    pieces: tuple[Piece, ...]

    def text(self, item: str, key: str, values: Sequence[Any]) -> str:
        """The expression for the field of `item`."""
        own = [member(item, name, sure=False) for is_field, name in self.pieces if is_field]
        if len(self.pieces) == 1:
            return own[0]
        parts = [f"string({member(item, said, sure=False)})" if is_field else text(said)
                 for is_field, said in self.pieces]  # fmt: skip
        known = " && ".join(f"{one} != null" for one in own)
        return f"({known} ? dyn({' + '.join(parts)}) : dyn({member(item, self.name, sure=False)}))"


def add_composed_texts(parts: Sequence[Entities], times: Times) -> None:
    """Note such fields of what requests make."""
    for part in parts:
        if part.kind.source != "json" or not part.made:
            continue
        for name in part.fields():
            told = name in part.written or name in part.joins or name in (part.kind.key, part.kind.own_id)
            if told or part.forms.get(name) != "plain":
                continue
            if (pieces := _pieces(part, name, times)) is not None:
                part.joins[name] = ComposedText(name, pieces)


def _pieces(part: Entities, name: str, times: Times) -> tuple[Piece, ...] | None:
    looks = [(value, {**times.value(part, key, seq), **whole}) for seq, key, value, whole in looks_of(part, name)]
    looks = looks[:MOST_LOOKS]
    if len({str(value) for value, _ in looks}) < ENOUGH or any(value in (None, "") for value, _ in looks):
        return None
    others = [one for one in part.fields() if one not in (name, part.kind.key) and part.forms.get(one) == "plain"
              and one not in part.joins]  # fmt: skip
    same = [one for one in others if one in part.written and _all(looks, ((True, one),))]
    if same and not all(isinstance(value, bool) for value, _ in looks):
        return ((True, same[0]),)
    if not all(isinstance(value, str) for value, _ in looks):
        return None
    value, entity = max(looks, key=lambda look: len(look[0]))
    pieces = _cut(value, entity, others)
    several = (
        sum(is_field for is_field, _ in pieces) > 1 and {said for is_field, said in pieces if is_field} & part.written
    )
    return pieces if several and _all(looks, pieces) else None


def _all(looks: Sequence[tuple[Any, Mapping[str, Any]]], pieces: Sequence[Piece]) -> bool:
    """Do all looks say so?"""
    if len(pieces) == 1:
        own = pieces[0][1]
        return all(own in entity and entity[own] == value and type(entity[own]) is type(value)
                   for value, entity in looks)  # fmt: skip
    return all("".join(str(entity.get(said)) if is_field else said for is_field, said in pieces) == value
               for value, entity in looks)  # fmt: skip


def _cut(value: str, entity: Mapping[str, Any], others: Sequence[str]) -> tuple[Piece, ...]:
    """A text in pieces: words that a field says, and what stands between them."""
    told: dict[str, str] = {}
    for name in others:
        said = entity.get(name)
        if isinstance(said, str | int) and not isinstance(said, bool) and str(said):
            told.setdefault(str(said), name)
    pieces: list[Piece] = []
    used: set[str] = set()
    for word in re.split(r"([\w.:-]+)", value):
        if word in told and told[word] not in used and len(used) < MOST:
            used.add(told[word])
            pieces.append((True, told[word]))
        elif word:
            pieces.append((False, word))
    return tuple(pieces)

"""Texts that say what another entity is called: a plant's `shelf_readable`, which follows its `shelf`.

Like records inside entities (`joins`), such a text is not kept with the entity: renaming the shelf shows on all its
plants, and a new plant gets the name of the shelf it is put on. The rule must hold for every look at the field, each
compared with what the other entity was called at that time. What names none may say so, always in the same words: `No
shelf`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import member, text
from awe_author.features.discover.entities.entities import Entities, ToldText
from awe_author.features.discover.entities.joins import ENOUGH, Look, Times, looks_of


@dataclass(slots=True)
class Label(ToldText):
    """How the text in one field comes from another kind."""

    other: Entities
    by: str
    """The field that names the other entity."""
    name: str
    """The field itself."""
    shows: str
    """The field of the other entity."""
    empty: str | None
    """What is shown where nothing is named."""

    def text(self, item: str, key: str, values: Sequence[Any]) -> str:
        """The expression for the field of `item`."""
        own = member(item, self.by, sure=False)
        others, named = f"state.{self.other.kind.name}", f"string({own})"
        shown = member(f"{others}[{named}]", self.shows, sure=False)
        empty = "null" if self.empty is None else text(self.empty)
        kept = member(item, self.name, sure=False)
        return f"{own} == null ? dyn({empty}) : {named} in {others} ? dyn({shown}) : dyn({kept})"


def labels_of(part: Entities, parts: Sequence[Entities], times: Times) -> dict[str, Label]:
    """Field -> rule, of fields that no request sends."""
    found: dict[str, Label] = {}
    for name in part.fields():
        plain = part.kind.source != "page" and part.forms.get(name) == "plain" and name != part.kind.key
        for other in parts if plain and name not in part.written else ():
            if other is not part and other.kind.source != "page":
                label = label_of(part, name, other, looks_of(part, name), times)
                if label is not None:
                    found[name] = label
                    break
    return found


def label_of(part: Entities, name: str, other: Entities, looks: Sequence[Look], times: Times) -> Label | None:
    """The rule of a field, None where the other kind does not explain all that was shown. `looks`: all at the field."""
    if not looks or not all(look[2] is None or isinstance(look[2], str) for look in looks):
        return None
    known = {*other.seed, *other.made}
    for by in [one for one in part.fields() if one not in (name, part.kind.key) and part.forms.get(one) == "plain"]:
        named = [(_named(part, by, look, times), look) for look in looks]
        told = [(str(key), look) for key, look in named if key is not None]
        empties = {look[2] for key, look in named if key is None}
        keys = {key for key, _ in told}
        if len(empties) > 1 or len(keys) < ENOUGH or not known.issuperset(keys):
            continue
        called = {look[2] for _, look in told}
        if len(called) < ENOUGH or called & {None, "", *empties}:
            continue
        entities = [(times.value(other, key, look[0]), look) for key, look in told]
        for shows in [one for one in other.fields() if one != other.kind.key and other.forms.get(one) == "plain"]:
            if all(entity.get(shows) == look[2] for entity, look in entities):
                return Label(other, by, name, shows, next(iter(empties), None))
    return None


def _named(part: Entities, by: str, look: Look, times: Times) -> Any:
    """What the field that names said then."""
    seq, key, _, whole = look
    return whole[by] if by in whole else times.value(part, key, seq).get(by)

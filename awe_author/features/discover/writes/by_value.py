"""Fields that go by the value of another one: `status_label` by `status`, `code` (`OPS-7`) by `team`.

No request sends them; the server makes them of a field that requests send. A field goes by another one when each look
at an entity that shows both has, for each value of the other, the same in it (with the entity's key where that stands
in it). A few entities that agree may do so by chance: its name has to be a part of the other's, or it changed when that
one did, or there are many. What a write sends that was never seen is what a list of the app's settings says of it
(`listed_values`), or leaves the field as it is. Where the other one is nothing, the field may always say the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.discover.common.keys import as_word, literal, scalar, text
from awe_author.features.discover.common.names import IDS, snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.writes.listed_values import listed_values
from awe_author.features.discover.writes.own_changes import bare
from awe_author.json_types import Json, JsonObject

MOST_VALUES = 16
"""Values of the other field."""
LEAST, MANY = 2, 4
"""Entities of each of two values, where its name, or a change, says it as well, and where nothing does."""
LONGEST = 200
Plain = str | int | float | bool | None
KEY = "\0"
"""Stands for the entity's key in a text."""


@dataclass(slots=True)
class ByValue:
    """What a field is for each value of another one."""

    name: str
    by: str
    told: dict[str, Plain] = field(default_factory=dict)
    """Value -> what the field is; a text may have the key in it."""
    keys: dict[str, set[str]] = field(default_factory=dict)
    """Value -> the entities that had it."""
    inside: str = ""
    """The member of a record that is its value."""
    listed: bool = False
    """Does a list of the app's settings say it of each value?"""
    nothing: list[Plain] = field(default_factory=list)
    """What the field is where the other one is null; empty where that was not seen, or is not always the same."""

    def agrees(self, value: str, shown: Plain, key: str) -> bool:
        """Take one more look; whether it fits."""
        known = self.told.setdefault(value, shown)
        self.keys.setdefault(value, set()).add(key)
        return type(known) is type(shown) and known == shown

    def sure(self) -> bool:
        """Is that no chance?"""
        if not 1 < len(self.told) <= MOST_VALUES or len({*self.told.values()}) < 2:
            return False
        near = _near(self.name, self.by) or self._followed()
        enough = {what: sum(len(self.keys[value]) >= (LEAST if near else MANY) for value, one in self.told.items()
                            if one == what) for what in self.told.values()}  # fmt: skip
        return sum(count > 0 for count in enough.values()) > 1

    def _followed(self) -> bool:
        """Was it another one when the other field of an entity was?"""
        pairs = [(value, key) for value, keys in self.keys.items() for key in keys]
        return any(one[1] == other[1] and self.told[one[0]] != self.told[other[0]] for one in pairs for other in pairs)

    def tell_choices(self, labels: Mapping[str, str]) -> None:
        """Take what a form calls the values of the other field, where the field always says that."""
        if self.told and all(labels.get(value) == shown for value, shown in self.told.items()):
            self.told |= {value: label for value, label in labels.items() if value}

    def of_default(self, value: Json) -> Json:
        """What the field is where the other one is not sent and gets this value of the draft; None when that is not
        known."""
        if value is None:
            return literal(self.nothing[0]) if self.nothing else None
        said = value if isinstance(value, str) else text(bare(value))
        known = next((shown for one, shown in self.told.items() if text(one) == said), None)
        return None if known is None or KEY in str(known) else literal(known)

    def tell_listed(self, kind: str, seen: Seen) -> None:
        """Take what a list of settings says of values that no entity had yet."""
        more = listed_values(self.name, self.by, self.told, kind, seen)
        self.listed = bool(more)
        self.told |= more

    def tell_nothing(self, looks: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
        """Take what the field is where the other one is null."""
        shown = [value[self.name] for _, value in looks
                 if self.by in value and value[self.by] is None and self.name in value]  # fmt: skip
        if shown and all(one == shown[0] and not isinstance(one, dict | list) for one in shown):
            self.nothing = shown[:1]

    def effects(self, params: str, path: str) -> list[JsonObject]:
        """The effects of a write that sends the other field. `params`: what is sent; `path`: the entity's."""
        found = [self._effect(params, path)]
        if self.nothing:
            found.append({"op": "merge", "path": path, "value": {self.name: literal(self.nothing[0])},
                          "if": f"{text(self.by)} in {params} && dyn({params})[{text(self.by)}] == null"})  # fmt: skip
        return found

    def _effect(self, params: str, path: str) -> JsonObject:
        own = f"dyn({params})[{text(self.by)}]"
        there = f"{text(self.by)} in {params} && {own} != null"
        if self.inside:
            there += f" && type({own}) == map && {text(self.inside)} in {own}"
            own = f"{own}[{text(self.inside)}]"
        key = path.partition("{")[2].removesuffix("}")
        values = ", ".join(f"{text(value)}: dyn({_made(shown, key)})" for value, shown in self.told.items())
        known = ", ".join(map(text, self.told))
        return {"op": "merge", "path": path, "value": {self.name: f"{{{values}}}[string({own})]"},
                "if": f"{there} && string({own}) in [{known}]"}  # fmt: skip


def by_value_effects(part: Entities, seen: Seen, params: str, path: str) -> list[JsonObject]:
    """Effects of a write. `params`: what is sent; `path`: the entity's."""
    return [effect for one in by_values(part, seen) for effect in one.effects(params, path)]


def by_values(part: Entities, seen: Seen) -> list[ByValue]:
    """The fields that go by another one, each by the likeliest."""
    looks = [*_looks(part, seen)]
    found = []
    for name in part.fields():
        if name in part.written or name in (part.kind.key, *IDS) or name in part.joins:
            continue
        told = [one for by in sorted(part.written) if (one := _by(name, by, looks)) is not None]
        for one in told:
            one.tell_listed(part.kind.name, seen)
        made = [one for one in told if one.listed or one.sure()]
        if made:
            found.append(min(made, key=lambda one: (not _near(one.name, one.by), len(one.told), one.by)))
            found[-1].tell_choices(part.choices.get(found[-1].by, {}))
            found[-1].tell_nothing(looks)
    return found


def _looks(part: Entities, seen: Seen) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for key, history in seen.values[part.kind.name].items():
        yield from ((key, value) for _, value in history)


def _by(name: str, by: str, looks: list[tuple[str, Mapping[str, Any]]]) -> ByValue | None:
    """How the field goes by the other one in all looks; None when it does not."""
    made = ByValue(name, by)
    records = {type(value[by]) is dict for _, value in looks if value.get(by) is not None}
    if len(records) != 1 or by == name:
        return None
    if records == {True}:
        held = [one[by] for _, one in looks if one.get(by) is not None]
        made.inside = next((one for one in IDS if all(_plain(record.get(one)) for record in held)), "")
        if not made.inside:
            return None
    for key, value in looks:
        of, shown = value.get(by), value.get(name)
        if of is None or name not in value:
            continue
        of = of[made.inside] if made.inside else of
        if not _plain(of) or isinstance(shown, dict | list) or len(str(shown)) > LONGEST:
            return None
        if not made.agrees(bare(of), _without(shown, key), key):
            return None
    return made


def _plain(value: Any) -> bool:
    return isinstance(value, str | int | bool) and len(str(value)) <= LONGEST


def _without(shown: Plain, key: str) -> Plain:
    """A text with a sign in place of the key, where that stands in it as a word beside others."""
    if not isinstance(shown, str) or shown == key:
        return shown
    return as_word(key).sub(KEY, shown)


def _made(shown: Plain, key: str) -> str:
    if not isinstance(shown, str) or KEY not in shown:
        return scalar(shown)
    return " + ".join(key if piece == KEY else text(piece) for piece in re.split(f"({KEY})", shown) if piece)


def _near(name: str, by: str) -> bool:
    """Has one of the names the other in it: `status_label`, `is_priority_high`?"""
    mine, theirs = snake(name), snake(by).removesuffix("_id")
    return f"_{theirs}_" in f"_{mine}_" or f"_{mine}_" in f"_{theirs}_"

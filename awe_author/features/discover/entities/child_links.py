"""Which entities belong to which, also where these are named otherwise than by their key: findings whose `site_name` is
what sites are called, and accounts whose `username` is `ada@harbour.test`, where domains are called `harbour.test`.

All that is said in the one field has to be said in a field of the other kind in which no two say the same. What was
there at a moment goes by the other kind's history (`joins.Times`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.discover.common.comparing import value_at
from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import IDS, safe, singular, snake
from awe_author.features.discover.entities.entities import Entities, ToldText
from awe_author.features.discover.entities.joins import Times, by_text

AT = "@"
"""The sign behind which addresses have what they are in."""
LEAST = 2
"""Different entities that are named."""
MOST = 300
"""Entities of one kind of which such fields are looked for."""


@dataclass(frozen=True, slots=True)
class Link:
    """What belongs to an entity."""

    kind: str
    """What that of what belongs to it is called."""
    by: str
    """The field that names, or with a dot the member of the record in it."""
    own: str
    """The field of the entity that is named: its key, or what it is called."""
    other: Entities = field(compare=False)
    behind: str = ""
    """The sign behind which `by` names it; "" where it is all of it."""


@dataclass(slots=True)
class Histories:
    """What was there at a moment, worked out once."""

    times: Times
    known: dict[tuple[str, int], list[dict[str, Any]]] = field(default_factory=dict)
    held: dict[tuple[Link, int], dict[str, list[dict[str, Any]]]] = field(default_factory=dict)

    def there(self, part: Entities, seq: int) -> list[dict[str, Any]]:
        """All entities of a kind, as they were."""
        mark = (part.kind.name, seq)
        if mark not in self.known:
            self.known[mark] = [self.times.value(part, key, seq) for key in (*part.seed, *part.made)
                                if self.times.there(part, key, seq)]  # fmt: skip
        return self.known[mark]

    def of(self, link: Link, seq: int, own: str) -> list[dict[str, Any]]:
        """What belonged to an entity."""
        mark = (link, seq)
        if mark not in self.held:
            held: dict[str, list[dict[str, Any]]] = {}
            for one in self.there(link.other, seq):
                said = str(value_at(one, link.by))
                held.setdefault(said.partition(link.behind)[2] if link.behind else said, []).append(one)
            self.held[mark] = held
        return self.held[mark].get(own, [])


def named_text(other: Entities, by: str, one: str) -> str:
    """The expression of what an entity says in a field that names; '' for null."""
    told = other.joins.get(by)
    if isinstance(told, ToldText):
        return f"[dyn({told.text(one, other.kind.key, ())})].map(t, t == null ? dyn('') : t)[0]"
    return by_text(one, by)


def belonging(link: Link, item: str) -> tuple[str, str]:
    """(name of each, the expression of all that belong to an entity)."""
    one = f"{safe(singular(link.kind))}_"
    said = f"string({named_text(link.other, link.by, one)})"
    said = f"{said}.substring({said}.indexOf({text(link.behind)}) + 1)" if link.behind else said
    test = f"{said} == string({by_text(item, link.own)})"
    return one, f"state.{link.kind}.values().filter({one}, {test})"


def links_to(part: Entities, parts: Sequence[Entities], *, ends: bool = False) -> Iterator[Link]:
    """All ways in which entities of other kinds name those of one kind. `ends`: also by the ends of addresses."""
    named = {one: {*map(str, part.values(one))} for one in _telling(part)}
    for other in parts:
        if other is part or other.kind.source != "json" or len(other.seed) + len(other.made) > MOST:
            continue
        for by in _naming(other):
            told = {str(value) for value in _values(other, by) if value not in (None, "")}
            if len(told) < LEAST and not _called(by, part):
                continue
            ways = [own for own, values in named.items() if told and told <= values]
            if own := next((own for own in ways if own != part.kind.key or _called(by, part)), None):
                yield Link(other.kind.name, by, own, other)
                continue
            texts = [own for own in named if own != part.kind.key and ends and _ends(told, named[own])]
            if texts:
                yield Link(other.kind.name, by, texts[0], other, AT)


def _ends(told: set[str], values: set[str]) -> bool:
    """Are texts addresses (but for a few, such as `admin`), all in what entities are called?"""
    ends = [value.partition(AT)[2] for value in told if value.count(AT) == 1]
    return 4 * len(ends) >= 3 * len(told) and len({*ends}) >= LEAST and {*ends} <= values


def _telling(part: Entities) -> list[str]:
    """The fields in which no two entities say the same, the key first."""
    every = [*part.seed.values(), *part.made.values()]
    if not 1 < len(every) <= MOST:
        return []
    texts = [name for name in part.always() if part.forms.get(name) == "plain" and name != part.kind.key
             and all(isinstance(one[name], str) and one[name] for one in every)]  # fmt: skip
    return [part.kind.key, *(name for name in texts if len({one[name] for one in every}) == len(every))]


def _naming(other: Entities) -> list[str]:
    plain = [name for name in other.fields() if other.forms.get(name) == "plain" and name != other.kind.key]
    held = [f"{name}.{key}" for name in other.fields() if other.forms.get(name) == "object" for key in IDS]
    return [*plain, *held]


def _values(other: Entities, by: str) -> list[Any]:
    found = [value_at(one, by) for one in (*other.seed.values(), *other.made.values())]
    return [one for one in found if isinstance(one, str | int) and not isinstance(one, bool)]


def _called(by: str, part: Entities) -> bool:
    """Is a field called like the kind?"""
    noun, words = singular(part.kind.name), snake(by.partition(".")[0]).split("_")
    return noun in map(singular, words)

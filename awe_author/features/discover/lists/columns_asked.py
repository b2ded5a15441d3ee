"""Which fields a request wants to see: `$select=displayName,jobTitle`, `fields=id,name`.

Believed when each entity that was shown has the fields that are named, and beside them only some that all such answers
have; then other names choose others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import own_key, text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.params import Param
from awe_author.features.discover.lists.asked_values import value_of
from awe_author.features.discover.lists.queries import Listing
from awe_author.json_types import JsonObject

MOST_ALWAYS = 4
"""Fields that may be shown beside those that are named, where all requests name the same ones: with more of them the
parameter may only say in which form some are shown (`formats=html,text`)."""
Answers = Sequence[tuple[Call, Sequence[Mapping[str, Any]]]]


@dataclass(frozen=True, slots=True)
class Columns:
    """How a list is told what to show."""

    param: Param
    always: tuple[str, ...]
    """What is shown beside it."""

    def item(self, item: str, part: Entities) -> JsonObject:
        """The template of an entity. `item`: its name."""
        key = part.kind.key
        names = self._names()
        beside: JsonObject = {name: f"{item}.get({text(name)}, null)" for name in self.always if name != key}
        if key in self.always:
            return {"...": self._only(item, names, part), **beside, key: own_key(item, key, number=part.number)}
        if not part.number:
            return {"...": self._only(item, names, part), **beside}
        shown = f"{text(key)} in ({names}) ? dyn({own_key(item, key, number=True)}) : null"
        others = f"({names}).filter(n, n != {text(key)})"
        return {"...": self._only(item, others, part), **beside, f"{key}?": shown}

    def _names(self) -> str:
        """The fields that are shown."""
        always = f"[{', '.join(map(text, self.always))}]"
        if self.param.part == "query":
            return f"{value_of(self.param)}.split(',').map(n, n.trim()) + {always}"
        asked = f"dyn({value_of(self.param)}).map(n, string(n))"
        heads = f"{asked}.map(n, n.split('.')[0])"
        return f"{asked} + {heads} + {heads}.map(n, n + '.') + {always}"

    def _only(self, item: str, names: str, part: Entities) -> str:
        """The fields of an entity; in an answer to a list of names all of them."""
        if self.param.part == "query":
            return f"{item}.only({names})"
        known = ", ".join(text(name) for name in part.fields() if name != part.kind.key)
        return f"dyn({item}.only({names})).filled(({names}).filter(n, n in [{known}]))"

    @property
    def there(self) -> str:
        """The condition that a request says so."""
        if self.param.part == "query":
            return f"{text(self.param.name)} in query"
        said = "body"
        for name in self.param.way[1:]:
            said = f"(type({said}) == map ? dyn({said}).get({text(name)}, null) : null)"
        return f"type({said}) == list"


def _members(value: str, listed: bool, known: Collection[str]) -> Iterator[str]:
    """The fields that a request names. In lists `port.name` names a member of the record in `port`, or in `port.`."""
    for name in map(str.strip, value.split(",")):
        head, dot, _ = name.partition(".")
        inner = [one for one in (head, f"{head}.") if one in known] if listed and dot else []
        yield inner[-1] if inner else name


def columns_of(listing: Listing, part: Entities, answers: Answers) -> Columns | None:
    """What tells it; None when nothing does."""
    for param in listing.params:
        shown = [(value, items) for call, items in answers if (value := param.said(call)) and items]
        listed = param.part == "body" and param.listed
        if not (param.part == "query" or listed) or param.role not in ("shape", "unknown") or not shown:
            continue
        asked = [({*_members(value, listed, part.fields())}, items) for value, items in shown]
        if not all(names <= set(part.fields()) and len(names) > 1 for names, _ in asked):
            continue
        key = part.kind.key
        unasked = [item for names, items in asked if key not in names for item in items]
        always = {key} if unasked and all(key in item for item in unasked) else set()
        beside = {frozenset((item.keys() - names) | always) for names, items in asked for item in items}
        held = all(names <= item.keys() for names, items in asked for item in items)
        if not held or len(beside) != 1 or len(next(iter(beside))) >= len(part.fields()) - len(asked[0][0]):
            continue
        other = {name for names, _ in asked for name in names}
        chosen = any(other - item.keys() for _, items in asked for item in items)  # not what was asked for elsewhere
        if chosen or len(next(iter(beside))) <= MOST_ALWAYS:
            return Columns(param, tuple(sorted(next(iter(beside)))))
    return None

"""Which fields a request wants to see: `$select=displayName,jobTitle`, `fields=id,name`.

Believed when each entity that was shown has the fields that are named, and beside them only some that all such answers
have; then other names choose others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
        names = f"{value_of(self.param)}.split(',').map(n, n.trim()) + [{', '.join(map(text, self.always))}]"
        beside: JsonObject = {name: f"{item}.get({text(name)}, null)" for name in self.always if name != key}
        if key in self.always:
            return {"...": f"{item}.only({names})", **beside, key: own_key(item, key, number=part.number)}
        if not part.number:
            return {"...": f"{item}.only({names})", **beside}
        shown = f"{text(key)} in ({names}) ? dyn({own_key(item, key, number=True)}) : null"
        return {"...": f"{item}.only(({names}).filter(n, n != {text(key)}))", **beside, f"{key}?": shown}

    @property
    def there(self) -> str:
        """The condition that a request says so."""
        return f"{text(self.param.name)} in query"


def columns_of(listing: Listing, part: Entities, answers: Answers) -> Columns | None:
    """What tells it; None when nothing does."""
    for param in listing.params:
        shown = [(value, items) for call, items in answers if (value := param.said(call)) and items]
        if param.part != "query" or param.role not in ("shape", "unknown") or not shown:
            continue
        asked = [({name.strip() for name in value.split(",")}, items) for value, items in shown]
        if not all(names <= set(part.fields()) and len(names) > 1 for names, _ in asked):
            continue
        beside = {frozenset(item.keys() - names) for names, items in asked for item in items}
        held = all(names <= item.keys() for names, items in asked for item in items)
        if not held or len(beside) != 1 or len(next(iter(beside))) >= len(part.fields()) - len(asked[0][0]):
            continue
        other = {name for names, _ in asked for name in names}
        chosen = any(other - item.keys() for _, items in asked for item in items)  # not what was asked for elsewhere
        if chosen or len(next(iter(beside))) <= MOST_ALWAYS:
            return Columns(param, tuple(sorted(next(iter(beside)))))
    return None

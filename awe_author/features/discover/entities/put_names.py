"""Members of requests that put texts on a list of an entity, or take them off it: `{"addLabelIds": ["A"],
"removeLabelIds": ["B"]}` is about `labelIds`. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import plural, snake

_ADDS = re.compile(
    r"(add|added|append|assign|attach|additional|set)_(?P<of>\w+)|(?P<before>\w+)_to_(add|append|assign)"
)
_TAKES = re.compile(
    r"(remove|removed|delete|detach|unassign|drop|unset)_(?P<of>\w+)|(?P<before>\w+)_to_(remove|delete|drop)"
)


@dataclass(frozen=True, slots=True)
class PutOn:
    """What a write sends for one list."""

    field: str
    adds: str = ""
    """The member that is sent with what comes on it."""
    takes: str = ""

    def then(self, before: Iterable[Any], sent: Mapping[str, Any]) -> list[Any]:
        """The list after a write."""
        gone, new = _values(sent.get(self.takes)), _values(sent.get(self.adds))
        kept = [one for one in before if one not in gone]
        return [*kept, *(one for one in new if one not in kept)]

    def text(self, entity: str, params: str) -> str:
        """The expression of that. `entity`, `params`: of the entity and of what is sent."""
        own = f"dyn({entity}).get({text(self.field)}, null)"
        kept = f"({own} == null ? dyn([]) : {own}).filter(x, !(x in {_said(params, self.takes)}))"
        return f"[{kept}].map(k, k + {_said(params, self.adds)}.filter(x, !(x in k)))[0]"


def _values(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value in (None, "") else [value]


def _said(params: str, name: str) -> str:
    if not name:
        return "dyn([])"
    own = f"dyn({params}).get({text(name)}, null)"
    return f"dyn({own} == null || {own} == '' ? [] : type({own}) == list ? dyn({own}) : [{own}])"


def puts_named(sent: Iterable[str], fields: Iterable[str], known: Iterable[str]) -> list[PutOn]:
    """What the names of members say. `fields`: the lists that entities have; `known`: all that they have."""
    lists, others = {snake(name): name for name in fields}, set(known)
    adds, takes = dict[str, str](), dict[str, str]()
    for name in sorted(sent):
        for pattern, told in ((_ADDS, adds), (_TAKES, takes)):
            match = pattern.fullmatch(snake(name))
            of = (match["of"] or match["before"]) if match else ""
            field = next((lists[one] for one in (of, plural(of)) if one in lists), "")
            if field and name not in others:
                told[field] = name
    return [PutOn(field, adds.get(field, ""), takes.get(field, "")) for field in sorted({*adds, *takes})]


def puts(name: str) -> bool:
    """May a member be such, by its name?"""
    return bool(_ADDS.fullmatch(snake(name)) or _TAKES.fullmatch(snake(name)))

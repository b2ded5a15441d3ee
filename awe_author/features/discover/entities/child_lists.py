"""Lists of what all entities of another kind say that name this one: a site's `boats_seen: [{"name": "Ada", "state":
"new"}, ...]` without keys, or `states: ["new", "new"]`.

Told when each look shows just those that named it by then, in the order of their keys, two different lists at least.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import own_key
from awe_author.features.discover.common.names import IDS
from awe_author.features.discover.entities.child_links import Histories, Link, belonging, links_to
from awe_author.features.discover.entities.entities import Entities, ToldText
from awe_author.features.discover.entities.joins import ENOUGH, Look, Of, Times, looks_of, shape_of, shown_text


@dataclass(slots=True)
class ChildList(ToldText):
    """How the list in one field comes about."""

    link: Link
    shape: Any

    def text(self, item: str, key: str, values: Sequence[Any]) -> str:
        """The expression for the field of `item`."""
        other, (one, those) = self.link.other, belonging(self.link, item)
        order = own_key(one, other.kind.key, number=other.counted)
        shown = shown_text(self.shape, one, other)
        return f"{those}.sortBy({one}, {order}).map({one}, dyn({shown}))"


def add_child_lists(parts: Sequence[Entities], times: Times) -> None:
    """Note such fields of all kinds."""
    json, histories = [part for part in parts if part.kind.source == "json"], Histories(times)
    for part in json:
        names = [name for name in part.fields() if part.forms.get(name) == "list" and name not in part.written
                 and name not in part.joins]  # fmt: skip
        links = [*links_to(part, json)] if names else []
        for name in names if links else ():
            looks = looks_of(part, name)
            if (found := next(_ways(part, looks, links, histories), None)) is not None:
                part.joins[name] = found


def _ways(part: Entities, looks: Sequence[Look], links: Sequence[Link], histories: Histories) -> Iterator[ChildList]:
    lists = [value for _, _, value, _ in looks]
    if not all(isinstance(value, list) for value in lists) or len({str(value) for value in lists if value}) < ENOUGH:
        return
    if any(isinstance(one, dict) and one.keys() & {*IDS} for value in lists for one in value):
        return
    for link in links:
        pairs: list[tuple[Any, dict[str, Any]]] = []
        for seq, key, value, whole in looks:
            own = str({**histories.times.value(part, key, seq), **whole}.get(link.own))
            there = sorted(histories.of(link, seq, own), key=lambda one: _order(one[link.other.kind.key]))
            if len(there) != len(value):
                break
            pairs += zip(value, there, strict=True)
        else:
            shape = _shape(pairs, link.other)
            if shape is not None:
                yield ChildList(link, shape)


def _order(key: Any) -> tuple[int, str]:
    return (int(key), "") if str(key).isdigit() else (0, str(key))


def _shape(pairs: Sequence[tuple[Any, dict[str, Any]]], other: Entities) -> Any:
    if all(isinstance(value, dict) for value, _ in pairs):
        return shape_of(pairs, other)
    fields = [name for name in other.fields() if other.forms.get(name) == "plain"]
    found = next((one for one in fields if all(one in entity and entity[one] == value for value, entity in pairs)), "")
    return Of(found) if found else None

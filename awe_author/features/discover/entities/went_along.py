"""What goes when something else is deleted: the findings of a boat with the boat.

Told by a delete after which nothing ever shows again what named the deleted one, though nearly all others of that kind
are shown again. Where a recorded delete left one of them there, nothing goes along.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from awe_author.features.discover.common.comparing import value_at
from awe_author.features.discover.common.names import safe, singular
from awe_author.features.discover.entities.child_links import Link, links_to, named_text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.joins import by_text
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.json_types import JsonObject

ENOUGH = 0.8
"""The share of all others that are shown again."""


@dataclass(frozen=True, slots=True)
class Gone:
    """A delete that was recorded."""

    key: str
    seq: int


def know_what_went_along(parts: Sequence[Entities], operations: Sequence[Operation], seen: Seen) -> None:
    """Note with kinds what goes with their entities, and when what did so went."""
    json = [part for part in parts if part.kind.source == "json"]
    for part in json:
        deletes = [Gone(key, call.seq) for one in operations
                   if one.kind is part.kind and one.role == "delete" and not one.guessed
                   for call, key in zip(one.calls, one.made, strict=False)]  # fmt: skip
        for link in links_to(part, json) if deletes else ():
            told = [_went(link, part, gone, seen) for gone in deletes]
            if None in told or not any(told):
                continue
            part.takes_along.append(link)
            for gone, keys in zip(deletes, told, strict=True):
                for key in keys or ():
                    seen.gone.setdefault((link.kind, key), gone.seq)
                    seen.went.setdefault((link.kind, key), gone.seq)


def _went(link: Link, part: Entities, gone: Gone, seen: Seen) -> list[str] | None:
    """The keys of what went with one that was deleted; None where some of it stayed, or nothing tells."""
    entity = {**part.seed, **part.made}.get(gone.key, {})
    own, other = str(entity.get(link.own)), link.other
    there = [key for key in (*other.seed, *other.made)
             if (seen.first(other.kind, key) or 0) < gone.seq < seen.gone.get((link.kind, key), 1 << 62)]  # fmt: skip
    held = [key for key in there if str(value_at(seen.around(other.kind, key, gone.seq), link.by)) == own]
    again = {key for key in there if any(seq > gone.seq for seq, _ in seen.values[link.kind].get(key, ()))}
    others = [key for key in there if key not in held]
    if again & {*held}:
        return None
    return held if others and sum(key in again for key in others) >= ENOUGH * len(others) else []


def along_effects(part: Entities, keys: str) -> list[JsonObject]:
    """The effects of a delete on what goes along, before what is deleted goes. `keys`: the expression of the list of
    keys."""
    made: list[JsonObject] = []
    for link in part.takes_along:
        one, there = f"{safe(singular(link.kind))}_", f"state.{link.kind}"
        own = f"string({by_text(f'state.{part.kind.name}[string(d)]', link.own)})"
        named = f"{keys}.exists(d, string({named_text(link.other, link.by, one)}) == {own})"
        held = f"{there}.keys().filter(k, [{there}[k]].exists({one}, {named}))"
        made.append({"op": "remove", "path": f"/{link.kind}/{{gone}}", "each": held, "as": "gone"})
    return made

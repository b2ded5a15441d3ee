"""Numbers that nearly all pages have since something was done: "1" beside "Outbox" in the menu, once one was accepted.

Believed when the element was nowhere at first, and says at all looks how many writes of one sort there were by then,
which is so of no other sort. The state counts them in `next_ids`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bs4 import Tag

from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.plain_values import add_counter
from awe_author.features.discover.markup.cell_texts import shown_text
from awe_author.features.discover.markup.row_selectors import stable_classes
from awe_author.features.discover.markup.rows import alone
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import JsonObject

_NUMBER = re.compile(r"[1-9]\d{0,3}")
LEAST_LOOKS = 3
"""Pages without the number, and with it."""
SHARE = 0.6
"""Of all pages, those that have the place."""
SURE = 0.55


@dataclass(frozen=True, slots=True)
class _Badge:
    """An element with a number, and where it belongs."""

    into: str
    row: str
    sample: str


def add_since_writes(
    shown: Sequence[Shown], kinds: Sequence[PageKind], names: Mapping[int, str], document: JsonObject, seed: JsonObject
) -> list[Feature]:
    """The features of such numbers; what counts the writes is added to the model. `names`: id() of an operation -> its
    action."""
    pages = [one for at, one in enumerate(shown) if not any(one.document is other.document for other in shown[:at])]
    found: list[Feature] = []
    done: set[str] = set()
    for badge in _badges(pages):
        looks = [(one.page.seq, said) for one in pages if (said := _said(one, badge)) is not None]
        operation = _counted(looks, kinds) if len(looks) >= SHARE * len(pages) and badge.into not in done else None
        if operation is not None and (name := names.get(id(operation))) is not None:
            done.add(badge.into)
            counter = f"since_{name}"
            if len(found) == 0 or counter not in str(found):
                _count_up(document, seed, name, counter)
            found.append(_feature(kinds[0].origin, badge, counter))
    return found


def _badges(pages: Sequence[Shown]) -> Iterator[_Badge]:
    """Elements with nothing but a number, outside of lists, of the last pages."""
    seen: set[_Badge] = set()
    others = [one.document for one in pages]
    for one in pages[-LEAST_LOOKS:]:
        rows = {id(row.tag) for rows in one.lists for row in rows.rows}
        for tag in one.document.find_all(["span", "b", "strong", "em", "small", "sup", "div", "i"]):
            if tag.find(True) or not _NUMBER.fullmatch(shown_text(tag)) or tag.parent is None:
                continue
            above = [tag, *tag.parents]
            if any(id(other) in rows for other in above) or not any(other.name in ("a", "nav") for other in above):
                continue
            into = alone(one.document, tag.parent, "", others)
            row = ".".join([tag.name, *sorted(stable_classes(tag))])
            if into is not None and into not in {other.into for other in seen}:
                seen.add(badge := _Badge(into, row, str(tag)))
                yield badge


def _said(one: Shown, badge: _Badge) -> int | None:
    """The number on a page, 0 where it has none; None without the place for it."""
    places = one.document.select(badge.into, limit=2)
    if len(places) != 1:
        return None
    said = [shown_text(tag) for tag in places[0].find_all(recursive=False) if _is(tag, badge)]
    return int(said[0]) if len(said) == 1 and said[0].isdigit() else 0 if not said else None


def _is(tag: Tag, badge: _Badge) -> bool:
    return ".".join([tag.name, *sorted(stable_classes(tag))]) == badge.row


def _counted(looks: Sequence[tuple[int, int]], kinds: Sequence[PageKind]) -> Operation | None:
    """The writes of one sort whose number all looks say; None when there is no such sort, or several."""
    without = sum(not said for _, said in looks)
    if min(without, len(looks) - without) < LEAST_LOOKS:
        return None
    fits = [
        operation for kind in kinds for operation in kind.operations
        if all(said == sum(call.seq < seq for call in operation.calls) for seq, said in looks)
    ]  # fmt: skip
    return fits[0] if len(fits) == 1 else None


def _count_up(document: JsonObject, seed: JsonObject, name: str, counter: str) -> None:
    actions = document["x-actions"]
    assert isinstance(actions, dict)
    action = actions[name]
    assert isinstance(action, dict)
    effects = action["effects"]
    assert isinstance(effects, list)
    effects.append({"op": "replace", "path": f"/next_ids/{counter}", "value": f"state.next_ids.{counter} + 1"})
    add_counter(document, seed, counter, 0)


def _feature(origin: str, badge: _Badge, counter: str) -> Feature:
    number = f"state.next_ids.{counter}"
    document: JsonObject = {
        "id": f"{counter}.page",
        "title": f"How often something was done since ({counter.removeprefix('since_').replace('_', ' ')})",
        "on": {"page": f"{origin}/*"},
        "show": [
            {
                "each": f"{number} > 0 ? [{{'id': 'number', 'said': string({number})}}] : []",
                "into": badge.into,
                "row": badge.row,
                "samples": {badge.row: badge.sample},
                "key": "item.id",
                "set": {":scope": {"text": "item.said"}},
            }
        ],
    }
    return Feature(document, [f"sure: {SURE:.2f}"], SURE)

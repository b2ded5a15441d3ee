"""Columns that say how many entities of another kind belong to each: "3" beside a supplier that has three orders.

Told when the numbers of all rows, at all looks, are how many there were at the time of which one field says the key of
the row, or what it is called. Pages count them, then, in place of showing what they said at first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from awe_author.features.discover.common.replaced import replaced
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.markup.wording import KEY, own_text
from awe_author.features.discover.pages.about_pages import entity_at
from awe_author.features.discover.pages.pages import LISTED_ON, PageKind, Shown
from awe_author.features.discover.replies.surfaces import Feature

LEAST = 3
"""Entities whose numbers have to tell, of two values at least."""
MOST = 12
"""Looks."""
Other = tuple[PageKind, Entities]
Count = tuple[str, str, str]
"""(collection of the other kind, its field, what that says: a field, or the key)."""


def counted_others(
    one: PageKind, part: Entities, others: Sequence[Other], shown: Sequence[Shown], seen: Seen
) -> dict[str, Count]:
    """Column -> what it counts."""
    looks = [(page.page.seq, {row.key: row.values for row in rows.rows})
             for page in shown for rows in page.lists if rows.template == one.template][:MOST]  # fmt: skip
    found: dict[str, Count] = {}
    for name in [name for name in part.fields() if name not in (KEY, LISTED_ON, *one.sent.values())]:
        told = [(seq, {key: values[name] for key, values in rows.items() if name in values}) for seq, rows in looks]
        told = [(seq, numbers) for seq, numbers in told if numbers]
        values = {value for _, numbers in told for value in numbers.values()}
        if len(values) < 2 or not all(map(str.isdigit, values)) or len({k for _, n in told for k in n}) < LEAST:
            continue
        count = next(_explaining(one, part, [other for other in others if other[0] is not one], told, seen), None)
        if count is not None:
            found[name] = count
    return found


def _explaining(
    one: PageKind, part: Entities, others: Sequence[Other], told: Sequence[tuple[int, Mapping[str, str]]], seen: Seen
) -> Iterator[Count]:
    names = [name for name in part.fields() if name not in (KEY, LISTED_ON)]
    calls = [KEY, *(name for name in names if len({*map(str, part.values(name))}) == len(part.values(name)) > 1)]
    for kind, other in others:
        states = [[entity for key in [*other.seed, *other.made]
                   if (entity := entity_at(kind, other, key, seq, seen)) is not None] for seq, _ in told]  # fmt: skip
        for field in other.fields():
            counts = [Counter(str(entity.get(field, "")) for entity in entities) for entities in states]
            for called in calls if field not in (KEY, LISTED_ON) else ():
                if all(
                    counts[at][_said(one, part, key, called, seq, seen)] == int(value)
                    for at, (seq, numbers) in enumerate(told) for key, value in numbers.items()
                ):  # fmt: skip
                    yield other.kind.name, field, called


def _said(one: PageKind, part: Entities, key: str, called: str, seq: int, seen: Seen) -> str:
    return key if called == KEY else str((entity_at(one, part, key, seq, seen) or {}).get(called) or "\0")


def show_counts(features: Sequence[Feature], part: Entities, counts: Mapping[str, Count]) -> None:
    """Have features of a kind count, where they show such a column."""
    about = f"state.{part.kind.name}[segments[0]]"
    words = {own_text(item, name): _text(item, count) for name, count in counts.items() for item in ("item", about)}
    for feature in features if words else ():
        feature.document.update(replaced(feature.document, words))


def _text(item: str, count: Count) -> str:
    of, field, called = count
    own = f"{item}.id" if called == KEY else own_text(item, called)
    return f"string(state.{of}.values().filter(each, {own_text('each', field)} == {own}).size())"

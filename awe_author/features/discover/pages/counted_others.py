"""Columns that say how many entities of another kind belong to each: "3" beside a supplier that has three orders.

Told when the numbers of all rows, at all looks, are how many there were at the time of which one field says the key of
the row, or what it is called, also beside others (`Ada Berg, Ben Cole`); of all, or of those that have one of some
values in another field: how many orders of each are open. Pages count them, then, in place of showing what they said
at first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.replaced import replaced
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.markup.wording import KEY, own_text
from awe_author.features.discover.pages.about_pages import entity_at
from awe_author.features.discover.pages.pages import LISTED_ON, PageKind, Shown
from awe_author.features.discover.replies.surfaces import Feature

UNSEEN = "_never_seen"
"""Behind the name of a column: how many more there are."""
LEAST = 3
"""Entities whose numbers have to tell, of two values at least."""
MOST = 12
"""Looks."""
SHORTEST = 4
"""Letters of what an entity is called that is looked for in longer texts."""
MOST_COMPARED = 100_000
"""Pairs of entities whose texts are compared."""
MOST_VALUES = 8
"""Of a field by which some are counted."""
MORE = 2
"""So many entities have one value at least, on average; and there are so many more numbers than values."""
Other = tuple[PageKind, Entities]
Told = Sequence[tuple[int, Mapping[str, str]]]
"""(when, key -> number) of each look."""
Held = list[tuple[int, list[Mapping[str, object]]]]
"""(number of a row, entities of the other kind that belong to it)."""


@dataclass(frozen=True, slots=True)
class Count:
    """What a column counts."""

    of: str
    """Collection of the other kind."""
    field: str
    """Its field that says to which row it belongs."""
    called: str
    """What that says: a field, or the key."""
    within: bool = False
    """Does it say others as well?"""
    state: str = ""
    """The field that has one of some values; "" where all are counted."""
    values: tuple[str, ...] = ()
    unseen: str = ""
    """The field that says how many more there are than were ever seen."""
    lost: tuple[str, ...] = ()
    """Then: keys of those of which it was not known to which row they belong; they were counted so."""


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
        several = [other for other in others if other[0] is not one]
        count = next(_explaining(one, part, several, told, seen), None)
        count = count or _never_seen(one, part, several, name, told, seen)
        if count is not None:
            found[name] = count
    return found


def _explaining(one: PageKind, part: Entities, others: Sequence[Other], told: Told, seen: Seen) -> Iterator[Count]:
    names = [name for name in part.fields() if name not in (KEY, LISTED_ON)]
    calls = [KEY, *(name for name in names if len({*map(str, part.values(name))}) == len(part.values(name)) > 1)]
    some: list[Count] = []
    for kind, other in others:
        states = [[entity for key in [*other.seed, *other.made]
                   if (entity := entity_at(kind, other, key, seq, seen)) is not None] for seq, _ in told]  # fmt: skip
        for field in other.fields():
            for called in calls if field not in (KEY, LISTED_ON) else ():
                for within in (False, True):
                    count = Count(other.kind.name, field, called, within)
                    held = _held(one, part, count, states, told, seen)
                    if all(len(entities) == number for number, entities in held) and held:
                        yield count
                    elif all(len(entities) >= number for number, entities in held) and held:
                        some += _some(count, [name for name in other.fields() if name != field], held)
    yield from some


def _never_seen(
    one: PageKind, part: Entities, others: Sequence[Other], name: str, told: Told, seen: Seen
) -> Count | None:
    """The count of what is in the rows (`held_rows`), where each number was as much above what was known at all looks:
    those were never seen. The entities of the start get the difference."""
    for kind, other in others:
        if kind.holder is None or kind.held_in is None or kind.held_in[0] != part.kind.name:
            continue
        field, called = kind.sent[kind.holder.sent], kind.held_in[1]
        more: dict[str, set[int]] = {}
        for seq, numbers in told:
            there = (entity_at(kind, other, key, seq, seen) or {} for key in [*other.seed, *other.made])
            counts = Counter(str(entity.get(field, "")) for entity in there)
            for key, value in numbers.items():
                more.setdefault(key, set()).add(int(value) - counts[_said(one, part, key, called, seq, seen)])
        if all(len(of) == 1 and min(of) >= 0 for of in more.values()):
            for key in (key for key, of in more.items() if key in part.seed and max(of)):
                part.seed[key][f"{name}{UNSEEN}"] = str(max(more[key]))
            lost = tuple(key for key, entity in other.seed.items() if not entity.get(field))
            return Count(other.kind.name, field, called, unseen=f"{name}{UNSEEN}", lost=lost)
    return None


def _held(
    one: PageKind,
    part: Entities,
    count: Count,
    states: Sequence[Sequence[Mapping[str, object]]],
    told: Told,
    seen: Seen,
) -> Held:
    """What belongs to each row at each look; nothing where that would be chance, or too much work."""
    said = [[_said(one, part, key, count.called, seq, seen) for key in numbers] for seq, numbers in told]
    if count.within:
        called = {name for names in said for name in names}
        apart = not any(name in other for name in called for other in called if name != other)
        compared = max(map(len, states), default=0) * len(called)
        if count.called == KEY or min(map(len, called)) < SHORTEST or not apart or compared > MOST_COMPARED:
            return []
    found: Held = []
    for (_, numbers), entities, names in zip(told, states, said, strict=True):
        texts = [(str(entity.get(count.field, "")), entity) for entity in entities]
        by_text: dict[str, list[Mapping[str, object]]] = {}
        for value, entity in texts:
            by_text.setdefault(value, []).append(entity)
        for number, name in zip(numbers.values(), names, strict=True):
            mine = [entity for value, entity in texts if name in value] if count.within else by_text.get(name, [])
            found.append((int(number), mine))
    return found


def _some(count: Count, fields: Sequence[str], held: Held) -> Iterator[Count]:
    """The same of those that have one of some values in a field, where just one choice of values gives all numbers."""
    every = {str(entity[KEY]) for _, entities in held for entity in entities}
    for field in fields if any(number for number, _ in held) else ():
        sizes = [(number, Counter(str(entity.get(field, "")) for entity in entities)) for number, entities in held]
        values = sorted(set[str]().union(*(size.keys() for _, size in sizes)))
        few = 2 <= len(values) <= MOST_VALUES and len(values) * MORE <= len(every) and len(values) + MORE <= len(held)
        if field in (KEY, LISTED_ON) or not few:
            continue
        ways = [
            chosen for size in range(1, len(values)) for chosen in combinations(values, size)
            if all(sum(counts[value] for value in chosen) == number for number, counts in sizes)
        ]  # fmt: skip
        if len(ways) == 1:
            yield replace(count, state=field, values=ways[0])


def _said(one: PageKind, part: Entities, key: str, called: str, seq: int, seen: Seen) -> str:
    return key if called == KEY else str((entity_at(one, part, key, seq, seen) or {}).get(called) or "\0")


def show_counts(features: Sequence[Feature], part: Entities, counts: Mapping[str, Count]) -> None:
    """Have features of a kind count, where they show such a column."""
    about = f"state.{part.kind.name}[segments[0]]"
    words = {own_text(item, name): _text(item, count) for name, count in counts.items() for item in ("item", about)}
    for feature in features if words else ():
        feature.document.update(replaced(feature.document, words))


def _text(item: str, count: Count) -> str:
    own = f"{item}.id" if count.called == KEY else own_text(item, count.called)
    said = own_text("each", count.field)
    test = f"{own} != '' && {said}.contains({own})" if count.within else f"{said} == {own}"
    if count.state:
        test += f" && {own_text('each', count.state)} in [{', '.join(map(text, count.values))}]"
    test += f" && !(each.id in [{', '.join(map(text, count.lost))}])" if count.lost else ""
    more = f" + int({item}.get({text(count.unseen)}, '0'))" if count.unseen else ""
    return f"string(state.{count.of}.values().filter(each, {test}).size(){more})"

"""Numbers in texts of a page that say how many there are of other kinds: "17 tasks in 5 lists" above the lists.

All looks at the page count. What was never seen is added where a number was always as much above what is known. Each
number that is not the same at all looks has to be told, two at least, one of them of a kind that the page does not
list: a number alone may be as many as anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import urlsplit

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.markup.rows import alone, texts_in
from awe_author.features.discover.markup.wording import own_text, squeezed
from awe_author.features.discover.pages.about_pages import entity_at
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.set_by_posts import ON
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json, JsonObject

LEAST = 3
"""Looks at a page."""
MOST, LONGEST = 40, 120
SURE = 0.6
_NUMBER = re.compile(r"(?<![\w.,:/-])(\d{1,5})(?![\w:/-]|[.,]\d)")
Kinds = Sequence[tuple[PageKind, Entities]]


def counted_kinds(kinds: Kinds, shown: Sequence[Shown], seen: Seen) -> list[Feature]:
    """A feature for each page with such texts."""
    groups: dict[str, list[Shown]] = {}
    for one in shown:
        if one.load is not None and not urlsplit(one.page.url).query:
            groups.setdefault(one.page.url.partition("#")[0], []).append(one)
    found = []
    for url, looks in groups.items():
        show = _texts(kinds, looks[:MOST], seen) if len(looks) >= LEAST else []
        if show:
            page = looks[-1].page
            document: JsonObject = {"id": "numbers.page", "title": f"How many {urlsplit(url).path} says there are",
                        "on": {"page": url}, "show": show}  # fmt: skip
            lines = [f"seen: page {page.url}, before seq {page.seq}", f"sure: {SURE:.2f}"]
            found.append(Feature(document, lines, SURE))
    return found


def _texts(kinds: Kinds, looks: Sequence[Shown], seen: Seen) -> list[Json]:
    found: list[Json] = []
    listed = {rows.template for one in looks for rows in one.lists}
    counts: dict[str, tuple[bool, list[int]]] | None = None
    for tag, said in texts_in(looks[0].document.body or looks[0].document):
        selector = alone(looks[0].document, tag, "") if _NUMBER.search(said) and len(said) <= LONGEST else None
        there = [one.document.select_one(selector) for one in looks] if selector else []
        parts = [_NUMBER.split(squeezed(one.get_text())) for one in there if one is not None]
        alike = len(parts) == len(looks) and len({tuple(one[::2]) for one in parts}) == 1
        if not alike or len({*map(tuple, parts)}) == 1:
            continue
        counts = counts if counts is not None else _counts(kinds, looks, listed, seen)
        made = [_number([int(one[at]) for one in parts], counts) for at in range(1, len(parts[0]), 2)]
        told = {one for one in made if one is not None and one[0].startswith("string(")}
        if all(one is not None for one in made) and len(told) > 1 and any(other for _, other in told):
            numbers = [one[0] for one in made if one is not None]
            pieces = [numbers[at // 2] if at % 2 else text(piece) for at, piece in enumerate(parts[0])]
            found.append({"select": selector, "set": {"text": " + ".join(one for one in pieces if one != "''")}})
    return found


def _number(values: Sequence[int], counts: Mapping[str, tuple[bool, list[int]]]) -> tuple[str, bool] | None:
    """(the expression of a number, is it of a kind that the page does not list?); None where nothing tells it."""
    for expression, (other, known) in counts.items():
        more = {value - count for value, count in zip(values, known, strict=True)}
        if len(more) == 1 and min(more) >= 0 and len({*values}) > 1:
            above = min(more)
            return f"string({expression}{f' + {above}' if above else ''})", other
    return (text(str(values[0])), False) if len({*values}) == 1 else None


def _counts(kinds: Kinds, looks: Sequence[Shown], listed: set[str], seen: Seen) -> dict[str, tuple[bool, list[int]]]:
    """Expression of a number -> (is it of a kind that is not listed there?, what it was at each look)."""
    found: dict[str, tuple[bool, list[int]]] = {}
    for one, part in kinds:
        other, there = one.template not in listed, [list(_there(kinds, one, part, look, seen)) for look in looks]
        base = f"state.{part.kind.name}"
        for name in sorted(one.sets.fields()):
            left = [sum(entity.get(name) != ON for entity in every) for every in there]
            found[f"{base}.values().filter(item, {own_text('item', name)} != {text(ON)}).size()"] = (other, left)
        found[f"{base}.size()"] = (other, [len(every) for every in there])
    return found


def _there(kinds: Kinds, one: PageKind, part: Entities, look: Shown, seen: Seen) -> Iterator[Mapping[str, object]]:
    """What was there at a look: what is in something goes with it."""
    names: set[object] | None = None
    if one.held_in is not None and one.holder is not None:
        of, called, _ = one.held_in
        kind, above = next((each for each in kinds if each[1].kind.name == of), (one, part))
        every = (entity_at(kind, above, key, look.page.seq, seen) for key in [*above.seed, *above.made])
        names = {entity.get(called) for entity in every if entity is not None}
    for key in [*part.seed, *part.made]:
        entity = entity_at(one, part, key, look.page.seq, seen)
        within = entity.get(one.sent[one.holder.sent]) if entity is not None and one.holder is not None else None
        if entity is not None and (names is None or not within or within in names):
            yield entity

"""Texts in the records of a trail that are no columns, since all recorded records say the same there, but that are the
entity's own: whom a message about it was sent to. They are made of the entity's fields.

Only long values that forms send are looked for: shorter ones may be there by chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bs4 import Tag

from awe_author.features.discover.markup.rows import inside, texts_in
from awe_author.features.discover.markup.wording import SURE, Wording, squeezed, wordings
from awe_author.features.discover.pages.trail_columns import Columns
from awe_author.features.discover.pages.trails import Trail
from awe_author.features.dom.rendering import runs_of

OwnText = tuple[int, str, str, Wording]
"""(part of a record, CSS selector in it, "text" or "text.N", how it is made)."""


def own_texts(trail: Trail, columns: Columns, sent: Sequence[str]) -> Iterator[OwnText]:
    """Such texts; none where there is but one record. `sent`: the fields that forms send."""
    if trail.lone is not None:
        return
    units = [(visit, unit) for visit, units in trail.looks for unit in units]
    for part, model in enumerate(columns.models):
        mine = [one for one in columns.every if one.part == part]
        known = {(one.selector, one.binding) for one in mine}
        whole_columns = [tag for one in mine if one.binding == "html" for tag in model.select(one.selector)]
        within = {id(each) for top in whole_columns for each in top.find_all(True)}
        whole = next(visit.values for visit, unit in units if unit[part] is model)
        long = [name for name in sent if len(whole.get(name, "")) >= SURE]
        for tag, place, shown in _places(model) if long else ():
            selector = inside(model, tag)
            if selector is None or id(tag) in within or (selector, place) in known or (selector, "html") in known:
                continue
            rows = [(visit.values, unit[part]) for visit, unit in units]
            there = [(values, said) for values, row in rows if (said := _said(row, selector, place)) is not None]
            for wording in wordings(shown, whole, long, sent):
                if all(wording.of(values) == said for values, said in there):
                    yield part, selector, place, wording
                    break


def _places(model: Tag) -> Iterator[tuple[Tag, str, str]]:
    yield from ((tag, "text", shown) for tag, shown in texts_in(model))
    for tag in [model, *model.find_all(True)]:
        runs = [squeezed("".join(run)) for run in runs_of(tag)] if tag.find(True) else []
        yield from ((tag, f"text.{number}", run) for number, run in enumerate(runs) if run)


def _said(row: Tag, selector: str, place: str) -> str | None:
    tag = row if selector == ":scope" else row.select_one(selector)
    if tag is None or place == "text":
        return squeezed(tag.get_text()) if tag is not None else None
    runs, number = runs_of(tag), int(place.removeprefix("text."))
    return squeezed("".join(runs[number])) if number < len(runs) else ""

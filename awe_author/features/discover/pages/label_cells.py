"""Rows that show a field as labels (`row_labels`): each of its words with a link of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bs4 import Tag

from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import Row, Rows
from awe_author.features.discover.markup.row_labels import Labels, made_html, marked, words_text
from awe_author.features.discover.markup.wording import own_text
from awe_author.json_types import JsonObject


def label_cells(
    cells: JsonObject,
    alike: Sequence[tuple[Page, Rows]],
    of: Callable[[Row], Tag | None],
    inside: Callable[[Tag, Tag], str | None],
) -> JsonObject:
    """The cells of rows, with their labels in place of what is told of parts of these. `inside`: the selector of an
    element in its row."""
    told = next((rows.labels for _, rows in alike if rows.labels[0]), ("", "", ""))
    tags = [tag for _, rows in alike for row in rows.rows if (tag := of(row)) is not None] if told[0] else []
    seen: list[tuple[Tag, Labels]] = [(tag, found) for tag in tags if (found := marked(tag, told[2])) is not None]
    if not seen:
        return cells
    tag, first = max(seen, key=lambda one: len(one[1].words))
    selector = inside(tag, first.holder)
    made = made_html([one for _, one in seen], words_text(own_text("item", told[0]), told[1]))
    if selector is None or made is None:
        return cells
    held = {id(one) for _, labels in seen for one in [labels.holder, *labels.holder.find_all(True)]}
    free = {
        other: shown for other, shown in cells.items()
        if other == ":scope" or not any(id(one) in held for tag in tags for one in tag.select(other, limit=1))
    }  # fmt: skip
    return {**free, selector: {"html": made}}

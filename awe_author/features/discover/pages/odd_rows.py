"""Rows that say something else than the others: a part of a value, or a text of their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bs4 import Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.markup.wording import Wording, squeezed
from awe_author.features.discover.pages.page_lists import Values
from awe_author.features.dom.rendering import runs_of

MOST_ODD = 20
"""Rows in which an address or a text is another than in the others."""


def parts_of_values(wording: Wording, at: Sequence[tuple[str, Values]]) -> dict[str, str]:
    """Value of the one field that a wording is -> the part of it that all rows with this value show in that place: the
    first of several links."""
    if len(wording.parts) != 1:
        return {}
    shown: dict[str, set[str]] = {}
    for said, values in at:
        if value := wording.of(values):
            shown.setdefault(value, set()).add(squeezed(said))
    apart = {value: said for value, every in shown.items() if len(every) == 1 for said in every if said != value}
    return {value: said for value, said in apart.items() if said and said in value} if len(apart) <= MOST_ODD else {}


def but_odd(made: str, wording: Wording, looks: Iterable[tuple[str, Tag, Values]], run: int | None) -> str:
    """The expression `made` of a wording; a few rows that always said something else of what there was in the beginning
    say it on, as long as the wording gives for them what it gave then. `looks`: (key of the row, the element, values of
    its entity), of one run of its text or of all of it. A number may be a count, which other things change."""
    shown: dict[str, set[str]] = {}
    for key, tag, values in looks:
        runs = [tag.get_text()] if run is None else ["".join(one) for one in runs_of(tag)]
        said = squeezed(runs[run or 0]) if (run or 0) < len(runs) else ""
        if all(map(values.get, wording.fields())):
            shown.setdefault(f"{key} {wording.of(values)}", set()).add(said)
    same = {of: said for of, (said, *others) in shown.items() if not others and not said.isdigit()}
    odd = {of: said for of, said in same.items() if said != of.partition(" ")[2]}
    pairs = ", ".join(f"{text(of)}: {text(said)}" for of, said in odd.items())
    return f"{{{pairs}}}.get(item.id + ' ' + {made}, {made})" if 0 < len(odd) <= MOST_ODD else made

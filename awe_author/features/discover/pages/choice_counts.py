"""Choices that say how many there are of each: `<option value="3">Weather (4)</option>` in the form above a list.

Believed when, at all looks at the list, each choice says how many of what was there have its label in one field, and
two choices said something else. The field may say more than the label (`Talk (30 minutes)`), and one choice may be
called otherwise there (`Rejected` for "not accepted").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bs4 import Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.markup.cell_texts import shown_text
from awe_author.features.discover.markup.wording import KEY, own_text
from awe_author.features.discover.pages.filled import quoted
from awe_author.features.discover.pages.page_filters import Filter
from awe_author.features.discover.pages.page_lists import Look
from awe_author.features.discover.pages.pages import LISTED_ON
from awe_author.json_types import Json

_COUNTED = re.compile(r"(.+) \((\d{1,6})\)")
MOST_CHOICES = 50
Choices = Mapping[str, tuple[str, int]]
"""Value -> what it is called, how many there are."""


def choice_counts(looks: Sequence[Look], part: Entities, filters: Sequence[object] = ()) -> list[Json]:
    """The surfaces of such choices, and of those that are chosen where a parameter may say several."""
    found: list[Json] = []
    fields = [name for name in part.fields() if name not in (KEY, LISTED_ON)]
    for select, seen in _selects(looks).items():
        labels = {value: of[0] for choices, _ in seen for value, of in choices.items()}
        told = ((name, _called(name, labels.values(), seen)) for name in fields)
        field, called = next(((name, of) for name, of in told if all(_fits(name, of, *one) for one in seen)), ("", {}))
        if not field or len({number for choices, _ in seen for _, number in choices.values()}) < 2:
            continue
        for value, label in labels.items():
            own = f"{own_text('item', field)}.lowerAscii() == {text(called[label])}"
            size = f"state.{part.kind.name}.values().filter(item, {own}).size()"
            made = f"{text(label + ' (')} + string({size}) + ')'"
            found.append({"select": f"{select} > option[value={quoted(value)}]", "set": {"text": made}})
    return [
        *found,
        *(json for one in filters if isinstance(one, Filter) and one.repeated for json in _chosen(looks, one)),
    ]


def _chosen(looks: Sequence[Look], one: Filter) -> Iterator[Json]:
    """Which choices of a field are chosen: those that the address says."""
    select = f"select[multiple][name={quoted(one.param)}]"
    options = [tag for look in looks for tag in look.shown.document.select(f"{select} > option[value]")]
    for value in dict.fromkeys(str(tag["value"]) for tag in options if tag["value"]):
        test = f"{one.values()}.exists(one, one == {text(value)})"
        yield {"select": f"{select} > option[value={quoted(value)}]", "set": {"selected": test}}


def _called(name: str, labels: Iterable[str], seen: Sequence[tuple[Choices, Look]]) -> dict[str, str]:
    """Label of a choice -> what the field says then."""
    values = {of.get(name, "").lower() for _, look in seen for of in look.there.values()} - {""}
    found: dict[str, str] = {}
    for label in labels:
        own = label.lower()
        fits = [value for value in values if value == own] or [one for one in values if one.startswith(f"{own} (")]
        found |= {label: fits[0]} if len(fits) == 1 else {}
    left, unsaid = values - {*found.values()}, [label for label in labels if label not in found]
    return found | ({unsaid[0]: left.pop()} if len(unsaid) == len(left) == 1 and found else {})


def _fits(name: str, called: Mapping[str, str], choices: Choices, look: Look) -> bool:
    said = [values.get(name, "").lower() for values in look.there.values()]
    return all(label in called and said.count(called[label]) == number for label, number in choices.values())


def _selects(looks: Sequence[Look]) -> dict[str, list[tuple[Choices, Look]]]:
    """Selector of a field -> its choices at each look, when all of them say a number."""
    found: dict[str, list[tuple[Choices, Look]]] = {}
    odd: set[str] = set()
    for look in looks:
        for tag in look.shown.document.find_all("select", attrs={"name": True}):
            select = f"select[name={quoted(str(tag['name']))}]"
            choices = _choices_of(tag)
            odd |= set() if choices else {select}
            found.setdefault(select, []).append((choices, look))
    return {select: seen for select, seen in found.items() if select not in odd}


def _choices_of(tag: Tag) -> Choices:
    told = [(str(one.get("value") or ""), shown_text(one)) for one in tag.find_all("option")]
    found = {value: (said[1], int(said[2])) for value, shown in told
             if value and (said := _COUNTED.fullmatch(shown)) is not None}  # fmt: skip
    return found if len(found) == sum(bool(value) for value, _ in told) <= MOST_CHOICES else {}

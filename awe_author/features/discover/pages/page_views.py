"""Lists by a name that stands for a filter: `?view=mine`, `?tab=done`, and what is left out where the address says
none of them.

A parameter that nothing else explains is one when for each of its recorded values (none as well) one field tells what
was shown from what was left out, or nothing was left out. Of several fields it is the one that explains most values.
Numbers beside links to a view say where that lets through less than what was left out tells.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.markup.wording import KEY, own_text
from awe_author.features.discover.pages.pages import LISTED_ON
from awe_author.queries import parse_qsl

if TYPE_CHECKING:
    from awe_author.features.discover.pages.page_lists import Look

MOST = 8
"""Values of a field that lists go by."""
MOST_LEFT = 3
"""Values that a view leaves out, of a list that shows several others."""
MOST_VIEWS = 12
LEAST = 2
"""Rows that are shown, or left out, not by chance."""
Values = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Kept:
    """What one name of a view lets through: what has this value in the field, or what has another one."""

    field: str
    value: str
    shown: bool
    more: tuple[str, ...] = ()
    """Other values that do as this one."""

    def fits(self, values: Values) -> bool:
        """Does it let a row through?"""
        return (values.get(self.field, "") in (self.value, *self.more)) == self.shown

    def text(self) -> str:
        """The condition about `item`."""
        if self.more:
            has = f"{own_text('item', self.field)} in [{', '.join(map(text, (self.value, *self.more)))}]"
            return has if self.shown else f"!({has})"
        return f"{own_text('item', self.field)} {'==' if self.shown else '!='} {text(self.value)}"


@dataclass(frozen=True, slots=True)
class Views:
    """A parameter whose values are names of views."""

    param: str
    kept: tuple[tuple[str, tuple[Kept, ...]], ...]
    """(value, "" for none; what it lets through: all of these)."""
    part: bool = False
    worded: tuple[tuple[str, str, str], ...] = ()
    """(field, what stands before its value, and behind) of those that are conditions: `Queue='Network'`."""

    def fits(self, asked: Mapping[str, str], values: Values) -> bool:
        """Does the view that the address asks for let a row through? `asked`: its parameters."""
        said = asked.get(self.param, "")
        if said in dict(self.kept):
            return all(kept.fits(values) for kept in dict(self.kept)[said])
        for field, before, behind in self.worded:
            if said.startswith(before) and said.endswith(behind):
                return values.get(field, "") == said[len(before) : len(said) - len(behind)]
        return True

    def text(self) -> str:
        """The condition about `item`."""
        said = f"page.query.get({text(self.param)}, '')"
        tests = [f"{said} == {text(value)} ? {' && '.join(one.text() for one in kept)}" for value, kept in self.kept]
        tests += [
            f"{said}.startsWith({text(before)}) && {said}.endsWith({text(behind)}) ? {own_text('item', field)} == "
            f"{said}.substring({len(before)}, {said}.size() - {len(behind)})"
            for field, before, behind in self.worded
        ]
        return f"({' : '.join([*tests, 'true'])})"


def views_of(name: str, part: Entities, looks: Sequence[Look], others: Sequence[str]) -> Views | None:
    """What the values of a parameter stand for. `others`: parameters that narrow the list as well."""
    asking: dict[str, list[Look]] = {}
    for look in looks:
        if not any(look.asked.get(other) for other in others):
            asking.setdefault(look.asked.get(name, ""), []).append(look)
    fields = [of for of in part.fields() if of not in (KEY, LISTED_ON) and _chosen(part, of)]
    told: dict[str, dict[str, Kept]] = {}
    partly: dict[str, list[Look]] = {}
    for value, mine in asking.items():
        whole = [look for look in mine if look.whole]
        if not whole:
            partly[value] = mine
        elif any(set(look.there) - set(look.keys) for look in whole):
            told[value] = {of: kept for of in fields if (kept := _kept(of, value, whole)) is not None}
    if not LEAST <= len(asking) <= MOST_VIEWS or not told or not all(told.values()):
        return None
    explained = sorted(fields, key=lambda of: (-sum(of in one for one in told.values()), of not in part.written))
    found = {value: next(one[of] for of in explained if of in one) for value, one in told.items()}
    for value, mine in partly.items():
        kept = next((kept for other in found.values() if (kept := _partly(other.field, mine, found))), None)
        found |= {value: kept} if kept is not None else {}
    if (usual := _usual(name, asking.get("", ()))) and "" in found:
        found.setdefault(usual, found[""])
    every = tuple((value, _counted(name, value, kept, found, looks)) for value, kept in found.items())
    return Views(name, every, worded=_worded(found))


def _worded(found: Mapping[str, Kept]) -> tuple[tuple[str, str, str], ...]:
    """The values that name a field and what it has, as conditions for other ones."""
    made: dict[tuple[str, str, str], None] = {}
    for value, kept in found.items():
        before, there, behind = value.partition(kept.value) if kept.shown and kept.value else ("", "", "")
        if there and re.sub(r"\W+\Z", "", before).lower().replace(" ", "_") == kept.field and before[-1:] in "='\":~ ":
            made[kept.field, before, behind] = None
    return tuple(made)


def _usual(name: str, looks: Sequence[Look]) -> str:
    """What the parameter is where the address does not say it: what a hidden field of the page's own form has."""
    said = {
        form.fields[name]
        for look in looks for form in look.shown.forms if form.method == "GET" and name in form.hidden
    }  # fmt: skip
    return said.pop() if len(said) == 1 else ""


def _counted(name: str, value: str, kept: Kept, found: Mapping[str, Kept], looks: Sequence[Look]) -> tuple[Kept, ...]:
    """The condition of a view; with that of another one where only then as many fit as pages say beside links to it."""
    told: list[tuple[Look, int]] = []
    for look in looks:
        for address, number in look.numbers.items():
            to = urlsplit(address)
            if to.path == urlsplit(look.page.url).path and parse_qsl(to.query) == [(name, value)]:
                told.append((look, number))
    ways = [(kept,), *((kept, other) for other in dict.fromkeys(found.values()) if other.field != kept.field)]
    right = (
        way for way in ways
        if all(sum(all(one.fits(of) for one in way) for of in look.there.values()) == said for look, said in told)
    )  # fmt: skip
    return next(right, (kept,)) if len({said for _, said in told}) > 1 else (kept,)


def _chosen(part: Entities, of: str) -> bool:
    """Has a field few values, which several entities have?"""
    values = [str(value) for value in part.values(of) if not isinstance(value, list | dict)]
    return 1 < len(set(values)) <= MOST and 2 * len(set(values)) <= len(values) + 2


def _kept(of: str, value: str, looks: Sequence[Look]) -> Kept | None:
    """What a field has in all that is shown and in nothing that is left out, or the other way round. One row alone is
    no proof, unless the view is called as the value is."""
    shown = [look.there[key].get(of, "") for look in looks for key in look.keys if key in look.there]
    rows = {key for look in looks for key in look.keys}
    absent = {key: values.get(of, "") for look in looks for key, values in look.there.items() if key not in look.keys}
    left = {values.get(of, "") for look in looks for key, values in look.there.items() if key not in look.keys}
    if not shown or set(shown) & left:
        return None
    if len(set(shown)) == 1 and (len(rows) >= LEAST or snake(shown[0]) == snake(value) or _names(of, shown[0], value)):
        return Kept(of, shown[0], shown=True)
    if len(left) == 1 and (len(absent) >= LEAST or len(looks) >= LEAST):
        return Kept(of, left.pop(), shown=False)
    if 1 < len(left) <= MOST_LEFT and len(set(shown)) > 1 and len(rows) > MOST_LEFT:
        first, *more = sorted(left)
        return Kept(of, first, False, tuple(more))
    return None


def _names(of: str, shown: str, value: str) -> bool:
    """Does a condition name a field and what it has?"""
    return len(shown) > 1 and shown in value and value.lower().startswith(of.replace("_", " "))


def _partly(of: str, looks: Sequence[Look], found: Mapping[str, Kept]) -> Kept | None:
    """The same where only the first page was seen: one value in all rows, which no other view lets through alone."""
    shown = {look.there[key].get(of, "") for look in looks for key in look.keys if key in look.there}
    others = {kept.value for kept in found.values() if kept.field == of and kept.shown}
    return Kept(of, shown.pop(), shown=True) if len(shown) == 1 and not shown & others else None

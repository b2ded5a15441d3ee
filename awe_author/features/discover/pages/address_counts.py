"""Numbers in links to lists that say what is counted: `<a href="/list?kind=page&state=draft">Drafts <b>(3)</b></a>`.

A parameter that is called as a field, with a value that entities have in it, is a condition; what else the address asks
for, if anything, is one value of another field (`author=1` of a field `post_author`). Believed when the count is the
number at all looks, as it was then. Elsewhere a number may be of those with one value of one field (`badges`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from bs4 import Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.markup.addresses import joined
from awe_author.features.discover.markup.link_numbers import link_of
from awe_author.features.discover.markup.wording import own_text
from awe_author.features.discover.pages.about_pages import entity_at
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.queries import parse_qsl

Counted = tuple[str, str]
"""(field, value)."""
Looks = Sequence[tuple[Shown, Tag, int]]
"""(page, element, number)."""


@dataclass(slots=True)
class AddressCounts:
    """How many entities of a kind there were at each look."""

    one: PageKind
    part: Entities
    seen: Seen
    choices: Mapping[str, set[str]]
    """Field that some entities have, one of few values -> these."""
    _there: dict[int, list[Mapping[str, object]]] = field(default_factory=dict)

    def size(self, looks: Looks, *, changes: bool) -> str:
        """The expression of the number; "" when its address tells no count that it is. `changes`: is it another number
        at some look?"""
        page, tag, _ = looks[0]
        link = link_of(tag)
        to = urlsplit(joined(page.page.url, str(link["href"])) if link is not None else "")
        if to.path not in {urlsplit(at.url).path for at, _ in self.one.lists}:
            return ""
        asked = parse_qsl(to.query)
        base = [(name, value) for name, value in asked if value in self.choices.get(name, ())]
        rest = {value for name, value in asked if (name, value) not in base}
        named = [(name, value) for name in self._fields() for value in sorted(self.choices[name] & rest)]
        ways = [[*base, one] for one in named if one not in base]
        ways += [base] if base else []
        if changes and base and rest:
            ways += [[*base, (name, value)] for name in self._fields() for value in sorted(self.choices[name])]
        ways += [[]] if changes and rest and not base else []
        if changes and not base:  # what is called `moderated` there may be kept as `0`
            ways += [[(name, value)] for name, _ in asked for value in sorted(self.choices.get(name, ()))]
        found = next((way for way in ways if self._is(way, looks)), None)
        return self._text(found) if found is not None else ""

    def of_one_value(self, looks: Looks) -> str:
        """The expression of the number of those of which a field, that all have, says one of several things; "" when no
        such count is the number at all looks, or several are."""
        every = [*self.part.seed.values(), *self.part.made.values()]
        fields = {name: values for name, values in self.choices.items()
                  if len(values) > 1 and all(one.get(name) for one in every)}  # fmt: skip
        ways = [[(name, value)] for name, values in fields.items() for value in sorted(values)]
        fits = [way for way in ways if self._is(way, looks)]
        return self._text(fits[0]) if len(fits) == 1 else ""

    def _is(self, way: Sequence[Counted], looks: Looks) -> bool:
        return all(self._count(page.page.seq, way) == said for page, _, said in looks)

    def _fields(self) -> list[str]:
        """Those that forms send first."""
        sent = {*self.one.sent.values()}
        return sorted(self.choices, key=lambda name: (name not in sent, name))

    def _count(self, seq: int, way: Sequence[Counted]) -> int:
        if seq not in self._there:
            every = (entity_at(self.one, self.part, key, seq, self.seen) for key in [*self.part.seed, *self.part.made])
            self._there[seq] = [entity for entity in every if entity is not None]
        return sum(all(str(of.get(name, "")) == value for name, value in way) for of in self._there[seq])

    def _text(self, way: Sequence[Counted]) -> str:
        tests = " && ".join(f"{own_text('item', name)} == {text(value)}" for name, value in way)
        there = f"state.{self.part.kind.name}"
        return f"{there}.values().filter(item, {tests}).size()" if tests else f"{there}.size()"


def choices_in(part: Entities, names: Sequence[str], most: int, longest: int) -> dict[str, set[str]]:
    """Field -> its values, of fields that entities share few short ones of; some may have none."""
    found: dict[str, set[str]] = {}
    for name in names:
        values = [value for value in part.values(name) if value not in (None, "")]
        plain = all(isinstance(value, str) and len(value) < longest for value in values)
        if plain and 0 < len(set(values)) <= most and len(set(values)) < len(values):
            found[name] = {*values}
    return found

"""Numbers that belong to links to lists: `<a href="/tasks?status=open">Open <b>7</b></a>`, how many that list shows.

Believed when the number is that on all pages that have it: of all entities, or of those that the page searches for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from bs4 import Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.markup.addresses import joined
from awe_author.features.discover.markup.link_numbers import link_of
from awe_author.features.discover.markup.wording import KEY, values_of
from awe_author.features.discover.pages.about_pages import entity_at
from awe_author.features.discover.pages.page_lists import Narrowing, looks_at, narrowing_of
from awe_author.features.discover.pages.pages import PageKind, Shown, place_of
from awe_author.queries import parse_qsl

Asked = dict[str, str]
Numbers = Sequence[tuple[Shown, Tag, int]]
"""(page, element, number)."""


class LinkedCounts:
    """How many the lists show to which links lead."""

    def __init__(self, one: PageKind, part: Entities, shown: Sequence[Shown], seen: Seen) -> None:
        self._one, self._part, self._shown, self._seen = one, part, shown, seen
        self._narrowings: dict[str, Narrowing] | None = None
        self._there: dict[int, list[Mapping[str, str]]] = {}

    def size(self, numbers: Numbers) -> str:
        """The expression of a number that several pages have; "" when it is no such count on one of them."""
        page, tag, _ = numbers[0]
        link = link_of(tag)
        if link is None:
            return ""
        to = urlsplit(joined(page.page.url, str(link["href"])))
        narrowing = self._of_paths().get(to.path)
        asked = dict(parse_qsl(to.query))
        known = {one.param for one in narrowing.filters} if narrowing is not None else set()
        if narrowing is None or narrowing.listed is not None or not asked.keys() <= known:
            return ""
        for within in (False, True):
            if all(self._count(narrowing, asked, one, within=within) == said for one, _, said in numbers):
                return self._expression(narrowing, asked, within=within)
        return ""

    def _of_paths(self) -> Mapping[str, Narrowing]:
        """Path -> what narrows the only list there."""
        if self._narrowings is None:
            self._narrowings = {}
            paths = [urlsplit(page.url).path for page, _ in self._one.lists]
            for found_at in self._one.lists:
                place, path = place_of(*found_at), urlsplit(found_at[0].url).path
                alike = [
                    (other.page, rows, other) for other in self._shown for rows in other.lists
                    if rows.template == self._one.template and place_of(other.page, rows) == place
                ]  # fmt: skip
                if paths.count(path) == 1 and alike and not self._one.scripted:
                    looks = looks_at(self._one, self._part, alike, self._seen)
                    self._narrowings[path] = narrowing_of(self._one, self._part, looks)
        return self._narrowings

    def _count(self, narrowing: Narrowing, asked: Asked, page: Shown, *, within: bool) -> int:
        seq = page.page.seq
        if seq not in self._there:
            every = [(key, entity_at(self._one, self._part, key, seq, self._seen))
                     for key in [*self._part.seed, *self._part.made]]  # fmt: skip
            self._there[seq] = [values_of({**entity, KEY: key}) for key, entity in every if entity is not None]
        own = dict(parse_qsl(urlsplit(page.page.url).query)).get(narrowing.search, "") if within else ""
        wanted = {**asked, **({narrowing.search: own} if own else {})}
        return sum(1 for values in self._there[seq] if narrowing.fits(wanted, values))

    def _expression(self, narrowing: Narrowing, asked: Asked, *, within: bool) -> str:
        tests = narrowing.conditions()
        names = [*(one.param for one in narrowing.filters), *([] if within else [narrowing.search])]
        for name in filter(None, names):
            said = f"page.query.get({text(name)}, '')"
            tests = [test.replace(said, text(asked.get(name, ""))) for test in tests]
        base = f"state.{self._part.kind.name}"
        return f"{base}.values().filter(item, {' && '.join(tests)}).size()" if tests else f"{base}.size()"

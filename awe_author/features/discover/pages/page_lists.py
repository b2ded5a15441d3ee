"""Which entities a list on pages shows, by what its address asks for: searched, filtered, sorted, cut into pages.

Told from all recorded looks at one list together, each compared with what was there at the time. A parameter counts as
a filter when all rows that were shown fit it; of values that nobody asked for, the page's own links say what they mean.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import says_what
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.lists.roles import LIMIT, OFFSET, PAGE, searches
from awe_author.features.discover.markup.addresses import joined
from awe_author.features.discover.markup.documents import Rows
from awe_author.features.discover.markup.link_numbers import link_numbers
from awe_author.features.discover.markup.wording import KEY, SPACED, own_text, squeezed, values_of
from awe_author.features.discover.pages.about_pages import entity_at
from awe_author.features.discover.pages.left_out import LeftOut, left_out
from awe_author.features.discover.pages.page_filters import Filter, always_asked, any_of, filter_of
from awe_author.features.discover.pages.page_searches import finds, search_of
from awe_author.features.discover.pages.page_views import Views, views_of
from awe_author.features.discover.pages.pages import LISTED_ON, PageKind, Shown, place_of
from awe_author.features.discover.pages.sorting import order_name, order_param
from awe_author.features.discover.pages.told_alike import Condition, told_alike
from awe_author.features.discover.pages.usual_filters import with_usual
from awe_author.features.discover.pages.word_filters import WordFilter, word_filters
from awe_author.json_types import Json
from awe_author.queries import parse_qsl

USUAL = 50
"""Rows of a page that nothing says how many it has, at least, where all that there was fitted on one."""
_NUMBER = re.compile(r"[0-9]{1,9}")
_PAGES = re.compile(r"(?:^|(?<!per)_)page(_(?!size|length|limit|count)|$)")
"""In longer names of parameters, which number pages where links with numbers say so: `notes_page`."""
_OFFSETS = re.compile(r"(?:^|_)offset(?:_|$)")
"""The same of parameters that say with which row a page begins: `leads_offset`."""
_COUNT = re.compile(r"\s*\(?\d+\)?\Z")
"""Behind a label: how many there are."""
_ON = re.compile(r"\b(next|more|older|newer|last|further|forward)\b|[>\u00bb\u203a\u2192]", re.IGNORECASE)
"""In labels of links to another page of a list."""
_CONDITION = re.compile(r"\W*\w+(\.\w+)*\s*(!?=|:|<|>|~|\b(is|in|like)\b)", re.IGNORECASE)
"""A name with a comparison behind it."""
Values = Mapping[str, str]


@dataclass(slots=True)
class Look:
    """One sight of the list."""

    page: Page
    rows: Rows
    shown: Shown
    there: dict[str, Values]
    """All that was there at the time, as far as it is known: key -> what a page would show of it."""
    _facets: dict[str, dict[str, str]] | None = field(default=None, repr=False)
    _numbers: dict[str, int] | None = field(default=None, repr=False)

    @property
    def facets(self) -> Mapping[str, Mapping[str, str]]:
        """Parameter -> value -> what a link or a choice of the page calls it."""
        if self._facets is None:
            self._facets = _facets(self)
        return self._facets

    @property
    def numbers(self) -> Mapping[str, int]:
        """Address -> the number that belongs to the links to it."""
        if self._numbers is None:
            self._numbers = link_numbers(self.shown.document, self.page.url)
        return self._numbers

    @property
    def asked(self) -> dict[str, str]:
        """The parameters of its address; of those that stand there several times all values."""
        said: dict[str, list[str]] = {}
        for name, value in parse_qsl(urlsplit(self.page.url).query):
            said.setdefault(name, []).append(value)
        return {name: ",".join(values) for name, values in said.items()}

    def repeats(self, name: str) -> bool:
        """Has its address a parameter several times?"""
        return [one for one, _ in parse_qsl(urlsplit(self.page.url).query)].count(name) > 1

    @property
    def keys(self) -> list[str]:
        """Of the rows, in their order."""
        return [row.key for row in self.rows.rows]

    @property
    def whole(self) -> bool:
        """Has it all that fits, and no links to further pages of it?"""
        return not any(
            (_turns(name) or _counts_on(values)) and _NUMBER.fullmatch(value) and label != "1"
            for name, values in self.facets.items() if not _leads_back(values) for value, label in values.items()
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pager:
    """A parameter that says which page of the list is shown."""

    param: str
    first: int
    """The number of the first page; of its first row where rows are counted."""
    size: int
    rows: bool = False
    """Does it count rows rather than pages?"""
    limit: str = ""
    """The parameter that says how many rows a page has; `size` is for what does not say it."""

    def rows_of(self, asked: Mapping[str, str]) -> int:
        """How many rows a page has."""
        said = asked.get(self.limit, "") if self.limit else ""
        return int(said) if _NUMBER.fullmatch(said) and int(said) else self.size

    def begins(self, asked: Mapping[str, str]) -> int:
        """The number of the first row of a page."""
        said = asked.get(self.param, "")
        number = int(said) if _NUMBER.fullmatch(said) else self.first
        return max(0, number - self.first) * (1 if self.rows else self.rows_of(asked))

    def length(self) -> str:
        """The expression of how many rows a page has."""
        if not self.limit:
            return str(self.size)
        said = f"page.query.get({text(self.limit)}, '')"
        return f"({said}.matches('^[1-9][0-9]{{0,4}}$') ? int({said}) : {self.size})"

    def begin(self) -> str:
        """The expression of the number of the first row."""
        said = f"page.query.get({text(self.param)}, '')"
        number = f"({said}.matches('^[0-9]{{1,9}}$') ? int({said}) : {self.first})"
        return f"math.greatest([0, {number} - {self.first}])" + ("" if self.rows else f" * {self.length()}")


@dataclass(slots=True)
class Narrowing:
    """How an address narrows the list."""

    search: str = ""
    searched: list[str] = field(default_factory=list)
    hits: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What was searched for -> keys of those that were found though no known field has it: in texts that lists leave
    out."""
    filters: list[Filter | Views | LeftOut | Condition | WordFilter] = field(default_factory=list)
    pager: Pager | None = None
    listed: set[str] | None = None
    """Keys of those that are in this list, where not all are."""
    fixed: dict[str, str] = field(default_factory=dict)
    """Field -> the value that all have that are in this list."""

    def fits(self, asked: Mapping[str, str], values: Values) -> bool:
        """Is an entity among those that the address asks for?"""
        said = asked.get(self.search, "")
        hit = values.get(KEY) in self.hits.get(said.lower(), ())
        return (
            (hit or finds(said, self.searched, values))
            and all(one.fits(asked, values) for one in self.filters)
            and self.are_listed(values)
        )

    def are_listed(self, values: Values) -> bool:
        """May an entity be in this list at all?"""
        return all(values.get(name) == value for name, value in self.fixed.items())

    def conditions(self) -> list[str]:
        """Conditions about `item`."""
        found = [f"{own_text('item', name)} == {text(value)}" for name, value in self.fixed.items()]
        found += [one.text() for one in self.filters]
        if self.search:
            word = f"page.query.get({text(self.search)}, '').lowerAscii()"
            texts = " + ' ' + ".join([own_text("item", name) for name in self.searched] + [own_text("item", SPACED)])
            test = f"{word}.split(' ').all(w, ({texts}).lowerAscii().contains(w))"
            if self.hits:
                known = ", ".join(f"{text(said)}: [{', '.join(map(text, keys))}]" for said, keys in self.hits.items())
                test = f"({test} || item.id in {{{known}}}.get({word}, []))"
            found.insert(0, test)
        return found


def _counts_on(values: Mapping[str, str]) -> bool:
    """Are links called as the numbers that they ask for, one behind the other: 2, 3, 4?"""
    numbers = sorted(int(value) for value, label in values.items() if value == label and _NUMBER.fullmatch(value))
    return len(numbers) > 1 and numbers[0] <= 2 and numbers[-1] - numbers[0] <= len(numbers)


def _leads_back(values: Mapping[str, str]) -> bool:
    """Is the first page all that links lead to, as one in a menu does ("Show results")?"""
    (value, label), *others = [*values.items()] or [("", "")]
    return not others and value == "1" and label[:1].isalpha() and _ON.search(label) is None


def _goes_on(name: str, looks: Sequence[Look]) -> bool:
    """Shows a list that is asked for such a number none of the rows that it showed last without?"""
    told, plain = list[bool](), set[str]()
    for look in sorted((one for one in looks if not _others(one, name)), key=lambda one: one.page.seq):
        if look.asked.get(name, "1") == "1":
            plain = {*look.keys}
        elif plain:
            told.append(plain.isdisjoint(look.keys))
    return bool(told) and all(told)


def _others(look: Look, name: str) -> bool:
    """Is a list asked for something else that filters or sorts it?"""
    return any(value for other, value in look.asked.items() if other != name and not says_what(other))


def _turns(name: str) -> bool:
    """May a parameter number pages?"""
    return snake(name) in PAGE or _PAGES.search(snake(name)) is not None or _counts_rows(name)


def _counts_rows(name: str) -> bool:
    return snake(name) in OFFSET or _OFFSETS.search(snake(name)) is not None


def looks_at(one: PageKind, part: Entities, alike: Sequence[tuple[Page, Rows, Shown]], seen: Seen) -> list[Look]:
    """The sights of one list, with what was there at the time."""
    found = []
    for page, rows, shown in alike:
        known = {key: entity_at(one, part, key, page.seq, seen) for key in [*part.seed, *part.made]}
        told = {row.key: row.values for row in rows.rows}  # what is shown counts, not what was sent
        there: dict[str, Values] = {
            key: values_of({**entity, **told.get(key, {}), KEY: key})
            for key, entity in known.items() if entity is not None
        }  # fmt: skip
        found.append(Look(page, rows, shown, there))
    return found


def narrowing_of(one: PageKind, part: Entities, looks: Sequence[Look]) -> Narrowing:
    """What the parameters of all looks do."""
    found = Narrowing(fixed={**looks[0].rows.asked, **looks[0].rows.fixed})
    found.search, found.searched, found.hits = search_of(one, part, looks)
    if found.hits and (view := _conditions(found, part, looks)) is not None:
        found.filters.append(view)
        found.search, found.searched, found.hits = "", [], {}
    found.pager = _pager(looks, found.search)
    found.filters += [made for made in word_filters(looks) if made.param != found.search]
    taken = {found.search, found.pager.param if found.pager is not None else "", *(one.param for one in found.filters)}
    said = [name for name in dict.fromkeys(name for look in looks for name in look.asked) if name not in taken]
    found.filters += [made for name in said if (made := any_of(name, one, part, looks))]
    taken |= {made.param for made in found.filters}
    taken |= found.fixed.keys()
    others = [name for name in _params(looks) if name not in taken]
    found.filters += [made for name in others if (made := filter_of(name, one, part, looks))]
    always = [name for name in looks[0].asked if name not in taken and name not in others]
    found.filters += [made for name in always if (made := always_asked(name, one, part, looks))]
    found.filters = [with_usual(one, looks) if isinstance(one, Filter) else one for one in found.filters]
    narrowed = [found.search, *(made.param for made in found.filters)]
    others = [name for name in others if name not in narrowed]
    mine = [[key for key, values in look.there.items() if found.fits(look.asked, values)] for look in looks]
    away = left_out(part, looks, mine, one.sent.values()) if not found.search else None
    if away is not None:
        found.filters.append(away)
        looks = [replace(look, there={key: values for key, values in look.there.items() if away.fits({}, values)})
                 for look in looks]  # fmt: skip
    found.filters += [view for name in others if (view := views_of(name, part, looks, narrowed))]
    if not found.search and not found.filters and found.pager is None:
        found.fixed |= told_alike(part, looks, found.fixed, one.sent.values(), one.usual)
    return found


def _conditions(found: Narrowing, part: Entities, looks: Sequence[Look]) -> Views | None:
    """What is searched for where that is no words but conditions (`Queue='Network'`), and fields explain what they
    found."""
    said = [look.asked[found.search] for look in looks if look.asked.get(found.search)]
    worded = all(_CONDITION.match(one) for one in said)
    return views_of(found.search, part, looks, []) if worded else None


def _params(looks: Sequence[Look]) -> list[str]:
    """Parameters that may filter: of the looks, and of links from them to the same path."""
    every = [name for look in looks for name in [*look.asked, *look.facets]]
    fixed = {name for name in looks[0].asked if len({look.asked.get(name) for look in looks}) == 1}
    own = order_name((look.page.url, look.rows) for look in looks)
    sorts = {asked[0] for look in looks if (asked := order_param(look.page.url, own)) is not None}
    return [
        name for name in dict.fromkeys(every)
        if name not in fixed | sorts and snake(name) not in PAGE | LIMIT and not searches(name)
        and not _PAGES.search(snake(name))
        and not _OFFSETS.search(snake(name))
    ]  # fmt: skip


def _facets(look: Look) -> dict[str, dict[str, str]]:
    """Parameter -> value -> what a link or a choice of the page calls it."""
    found: dict[str, dict[str, str]] = {}
    own = urlsplit(look.page.url)
    inside = {id(link) for row in look.rows.rows if row.tag is not None for link in row.tag.find_all("a")}
    for link in look.shown.document.find_all("a", href=True):
        to = urlsplit(joined(look.page.url, str(link["href"])))
        label = _COUNT.sub("", words := squeezed(link.get_text())) or words
        if id(link) not in inside and (to.netloc, to.path) == (own.netloc, own.path) and label:
            said = parse_qsl(to.query)
            sizes = [(name, value) for name, value in said if snake(name) in LIMIT and value == label]
            for name, value in sizes or said:  # "50" rows on each page is no number of the page that it leads to
                if look.asked.get(name) != value:
                    found.setdefault(name, {}).setdefault(value, label)
    for form in look.shown.forms:
        for name, options in form.options.items() if form.method == "GET" else ():
            found.setdefault(name, {}).update({value: label for value, label in options.items() if value})
    return found


# ---- pages ---------------------------------------------------------------------------------


def _pager(looks: Sequence[Look], search: str) -> Pager | None:
    """How a list is cut: told by links to its other pages, and by how many rows it has then."""
    plain = [look for look in looks if not look.asked.get(search)]
    for look in plain or looks:
        for name, values in look.facets.items():
            called = snake(name) in PAGE or _counts_rows(name)
            turns = _turns(name) or (_counts_on(values) and _goes_on(name, looks))
            if not turns or not all(map(_NUMBER.fullmatch, values)) or _leads_back(values):
                continue
            size = len(look.rows.rows)
            numbers = [(int(label), int(value)) for value, label in values.items() if _NUMBER.fullmatch(label)]
            if name in look.asked or not (called or numbers):
                continue
            if size and _counts_rows(name) and any(value and value % size == 0 for value in map(int, values)):
                return _sized(Pager(name, 0, size, rows=True), look, looks)
            firsts = {1 - (label - value) for label, value in numbers} or {1}
            first = firsts.pop()
            alone = len(numbers) == len(values) and all(value == first for _, value in numbers)
            counted = not firsts and first in (0, 1)
            if counted and size > 1 and not alone:  # "1", which leads to the page that is there, cuts nothing
                return _sized(Pager(name, first, size), look, looks)
    return None


def _sized(pager: Pager, cut: Look, looks: Sequence[Look]) -> Pager:
    """The pager, where a parameter of the look that it was told from says how many rows a page has (`per_page=10`), and
    looks that do not say it have more: of these as many as were ever shown, or there was room for."""
    asked = cut.asked.items()
    limit = next((name for name, value in asked if snake(name) in LIMIT and value == str(pager.size)), "")
    others = [len(look.keys) for look in looks if not look.asked.get(limit)] if limit else []
    longest = max(others, default=0)
    size = max(longest, USUAL) if longest > pager.size else pager.size
    return replace(pager, limit=limit if longest > pager.size or not others else "", size=size)


# ---- the expression ------------------------------------------------------------------------


def base_of(part: Entities, page: Page, rows: Rows, looks: Sequence[Look], narrowing: Narrowing) -> str:
    """The entities that the address asks for, in any order; where not all are listed here, those that are remembered
    to be."""
    conditions = narrowing.conditions()
    keys = {key for look in looks for key in look.keys}
    there = {key for look in looks for key, values in look.there.items() if narrowing.fits(look.asked, values)}
    unseen = there.intersection(part.seed) - keys
    if unseen and not narrowing.search and not _on_other_pages(looks, narrowing, len(there)):
        narrowing.listed = keys
        conditions.append(f"{text(place_of(page, rows))} in item.get({text(LISTED_ON)}, [])")
    base = f"state.{part.kind.name}.values()"
    return f"{base}.filter(item, {' && '.join(conditions)})" if conditions else base


def _on_other_pages(looks: Sequence[Look], narrowing: Narrowing, there: int) -> bool:
    """May all that were never seen be on pages of the list that were never opened? Its links lead to as many as all
    that were `there` need."""
    if (pager := narrowing.pager) is None:
        return False
    plain = [look for look in looks if not any(look.asked.get(one.param) for one in narrowing.filters)]
    opened = {pager.begins(look.asked) for look in plain}
    linked = {pager.begins({pager.param: value}) for look in plain for value in look.facets.get(pager.param, ())}
    return bool(linked - opened) and there <= max(linked) + pager.size


def cut(pager: Pager) -> dict[str, Json]:
    """The names of what is on the page asked for, of all that are `listed`: `begin`, `shown`."""
    end = f"math.least([begin + {pager.length()}, listed.size()])"
    return {
        "begin": f"math.least([{pager.begin()}, listed.size()])",
        "shown": f"listed.slice(begin, {end})",
    }


def outside(document: BeautifulSoup, looks: Sequence[Rows]) -> Callable[[Tag], bool]:
    """Is an element of a document outside of the rows of its lists?"""
    inside = {id(top) for rows in looks for row in rows.rows for top in (row.tag, row.companion) if top is not None}
    return lambda tag: not any(id(one) in inside for one in _upwards(tag))


def _upwards(tag: Tag) -> Iterator[Tag]:
    yield tag
    yield from tag.parents

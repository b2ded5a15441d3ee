"""What stands beside a list: how many there are, which page it is, whether there are more. Checked on every answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.shapes import is_integer
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.exchanges.sightings import Pattern
from awe_author.features.discover.lists.links import Link, link_of, link_text

TOLD = re.compile(
    r"(total|count|total_?count|filter_?count|records?(_?(total|filtered))?|num_?found|size|length|hits|total_?\w+"
    r"|num_?\w+|\w*size_?estimate)$",
    re.IGNORECASE,
)

_NUMBERS = ("page", "number", "offset", "start")
_LEADS = re.compile(r"(next|prev(ious)?)\Z", re.IGNORECASE)
"""Names of records that lead to another page."""


@dataclass(frozen=True, slots=True)
class Beside:
    """One value beside the list."""

    way: Pattern
    role: str
    """total, all (whatever is searched for), shown, pages, page, limit, next, next_offset, previous, previous_token,
    more, fewer, offset, from, to, first, last, empty, or for an address current_url, next_url, previous_url, first_url,
    last_url."""
    link: Link | None = None
    """How an address is made."""
    place: Pattern = ()
    """Where a template says it: with `?` behind the names of what is left out where there is none."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One answer: what was asked and shown."""

    call: Call
    shown: int
    limit: int | None
    page: int
    begin: int
    base: int = 1
    """Number of the first page."""
    page_name: str = ""
    """The parameter that says the page."""
    offset_name: str = ""
    """The one that says how many come before."""
    words: tuple[tuple[str, str], ...] = ()
    """(what the request says in a word, the expression of it)."""
    limit_name: str = ""
    """The one that says how many a page has."""
    narrowed: bool = False
    """Was something searched for or filtered?"""

    def said(self, own: str) -> str:
        """What the request says in the word that has this expression; "" without it."""
        return next((said for said, other in self.words if other == own), "")


def beside_of(answers: Sequence[Asked], pattern: Pattern | None) -> list[Beside]:
    """All that can be told, totals first."""
    places: dict[Pattern, list[tuple[Any, Asked]]] = {}
    wrapped = (pattern or ())[:-1]
    for one in answers:
        for way, value in scalars(one.call.answer):
            if not (wrapped and way[: len(wrapped)] == wrapped):
                places.setdefault(way, []).append((_counted(way, value), one))
    counts = sorted((way for way, found in places.items() if _is_total(way, found)), key=lambda way: _sum(places[way]))
    counts = _without_sizes(counts, answers, places)
    told = _totals(answers, counts[0] if counts else None)
    totals = [Beside(way, "total", place=way) for way in counts if not _is_all(way, places[way], told)]
    made = list(totals)
    for way, found in places.items():
        if any(way == one.way for one in made):
            continue
        there = {id(one) for _, one in found}
        without = [(None, one) for one in answers if id(one) not in there]
        if any(one.call.kind == "graphql" for _, one in without):
            continue  # it was not asked for
        said = [*found, *without]
        role = next((role for role in (NULLABLE if without else ROLES) if _holds(role, way, said, told)), "")
        if not role and not without and totals and _is_all(way, found, told):
            role = "all"
        if role:
            made.append(Beside(way, role, place=_place(way, without)))
        elif (linked := link_of(way, [(value, one, told[id(one)]) for value, one in said])) is not None:
            made.append(Beside(way, *linked, place=_place(way, without)))
    return made


def _without_sizes(
    counts: Sequence[Pattern], answers: Sequence[Asked], places: Mapping[Pattern, Sequence[tuple[Any, Asked]]]
) -> list[Pattern]:
    """Numbers that may be the total, without those that are called otherwise, and are just that by another's count:
    `pageSize` of lists that were long or empty, `pageCount` of short ones."""
    others = [way for way in counts if not _SIZES.search(_name(way))]
    told = _totals(answers, others[0] if others else None)
    sizes = [way for way in counts if others and any(_holds(role, way, places[way], told) for role in SIZES)]
    return [way for way in counts if way in others or way not in sizes]


def _counted(way: Pattern, value: Any) -> Any:
    """A count that is written as a text, as the number."""
    is_count = isinstance(value, str) and re.fullmatch(r"\d{1,9}", value) and TOLD.search(way[-1].replace("-", "_"))
    return int(value) if is_count else value


def _totals(answers: Sequence[Asked], way: Pattern | None) -> dict[int, Any]:
    """How many there are in all, for each answer: as it says, else what it shows when it shows less than was asked for,
    else as many as the last such answer in which nothing was left out."""
    found: dict[int, Any] = {}
    last: int | None = None
    for one in answers:
        said = _counted(way, at(one.call.answer, way)) if way is not None else None
        if said is None and (one.limit is None or one.shown < one.limit):
            said = one.begin + one.shown
        elif said is None and not one.narrowed:
            said = last
        last = said if isinstance(said, int) and not one.narrowed else last
        found[id(one)] = said
    return found


def optional_place(way: Pattern, answers: Iterable[Any]) -> Pattern:
    """A place as templates name it: with `?` behind each name that some of these answers leave out."""
    place = way
    for answer in answers:
        value = answer
        for depth, name in enumerate(way):
            if not isinstance(value, dict) or name not in value:
                place = tuple(part if at < depth else f"{part.removesuffix('?')}?" for at, part in enumerate(place))
                break
            value = value[name]
    return place


def _place(way: Pattern, without: Sequence[tuple[Any, Asked]]) -> Pattern:
    return optional_place(way, [one.call.answer for _, one in without])


def scalars(value: Any, way: Pattern = ()) -> list[tuple[Pattern, Any]]:
    """(place, value) of the plain values of a document that are in no list."""
    if not isinstance(value, dict) or len(way) > 4:
        return [(way, value)] if way and not isinstance(value, list | dict) else []
    return [one for name, inner in value.items() for one in scalars(inner, (*way, name))]


def _is_total(way: Pattern, found: Sequence[tuple[Any, Asked]]) -> bool:
    """Numbers that are never less than what is shown, equal when all is shown, or more in every answer where all are
    cut short by the limit, and named like a count."""
    if not TOLD.search(way[-1].replace("-", "_")) or not all(is_integer(value) for value, _ in found):
        return False
    enough = all(value >= one.begin + one.shown or not one.shown for value, one in found)
    whole = [(value, one) for value, one in found if one.shown and (one.limit is None or one.shown < one.limit)]
    cut = all(one.limit is not None and one.limit == one.shown < value - one.begin for value, one in found)
    told = bool(whole) or cut or any(value == one.begin + one.shown for value, one in found)
    return enough and told and all(value == one.begin + one.shown for value, one in whole)


def _name(way: Pattern) -> str:
    """What a value is called: `{"next": {"page": 2}}` is `next_page`."""
    name = way[-1].replace("-", "_")
    return f"{way[-2]}_{name}" if name in _NUMBERS and len(way) > 1 and _LEADS.match(way[-2]) else name


def _sum(found: Sequence[tuple[Any, Asked]]) -> int:
    return sum(value for value, _ in found)


def _is_all(way: Pattern, found: Sequence[tuple[Any, Asked]], told: dict[int, Any]) -> bool:
    """Numbers that are the total of each answer in which nothing is left out, and of one of these beside each in which
    something is, where it is more than the total at least once."""
    numbers = all(is_integer(value) for value, _ in found)
    if not TOLD.search(way[-1].replace("-", "_")) or not numbers:
        return False
    more = False
    for place, (value, one) in enumerate(found):
        if not one.narrowed and value != told[id(one)]:
            return False
        before = next((other for other, of in reversed(found[:place]) if not of.narrowed), None)
        after = next((other for other, of in found[place:] if not of.narrowed), None)
        if one.narrowed and (value not in (before, after) or not isinstance(told[id(one)], int)):
            return False
        more = more or (one.narrowed and value > told[id(one)])
    return more


def _wanted(role: str, one: Asked, total: int) -> Any:
    limit = one.limit if one.limit and one.limit > 0 else 0
    pages = max(1, -(-total // limit)) if limit else 1
    last = pages - 1 + one.base
    match role:
        case "pages":
            return pages
        case "any_pages":
            return -(-total // limit) if limit else 1
        case "shown":
            return one.shown
        case "offset":
            return one.begin
        case "from":
            return one.begin + 1 if one.shown else None
        case "to":
            return one.begin + one.shown if one.shown else None
        case "first":
            return one.begin == 0
        case "last":
            return one.begin + one.shown >= total
        case "empty":
            return one.shown == 0
        case "limit":
            return one.limit if one.limit is not None else Ellipsis
        case "page":
            return one.page
        case "next":
            return one.page + 1 if one.page < last else None
        case "next_offset":
            return one.begin + limit if limit and one.begin + one.shown < total else None
        case "previous":
            return one.page - 1 if one.page > one.base else None
        case "previous_token":
            return str(max(0, one.begin - limit)) if one.begin > 0 and limit else None
        case "more":
            return one.begin + one.shown < total
        case _:
            return one.begin > 0


NAMED = {
    "any_pages": re.compile(r"total_?pages|page_?count", re.IGNORECASE),
    "pages": re.compile(r"pages|last_?page|page_?count", re.IGNORECASE),
    "limit": re.compile(r"limit|per_?page|page_?size|size|max_?results|^count$", re.IGNORECASE),
    "page": re.compile(r"page|current|^number$", re.IGNORECASE),
    "next": re.compile(r"next", re.IGNORECASE),
    "next_offset": re.compile(r"next", re.IGNORECASE),
    "previous": re.compile(r"prev", re.IGNORECASE),
    "previous_token": re.compile(r"prev", re.IGNORECASE),
    "more": re.compile(r"more|has_?next", re.IGNORECASE),
    "fewer": re.compile(r"has_?prev", re.IGNORECASE),
    "from": re.compile(r"^(from|start|start_?(index|position|at)|first_?(row|item|index|result))$", re.IGNORECASE),
    "to": re.compile(r"^(to|end|last_?(row|item|index))$", re.IGNORECASE),
    "offset": re.compile(r"offset|skip|start|^from$", re.IGNORECASE),
    "shown": re.compile(r"count|number_?of|returned|size|length|shown|max_?results|per_?page", re.IGNORECASE),
    "first": re.compile(r"first", re.IGNORECASE),
    "last": re.compile(r"last", re.IGNORECASE),
    "empty": re.compile(r"empty", re.IGNORECASE),
}
ROLES = tuple(NAMED)
SIZES = ("limit", "pages", "any_pages")
_SIZES = re.compile(r"limit|per_?page|page_?size|pages|page_?count", re.IGNORECASE)


NULLABLE = ("next", "next_offset", "previous", "previous_token", "from", "to")
VARIED = ("first", "last", "empty")
"""Roles that are believed only when both answers were seen."""
UNCOUNTED = ("previous_token", "shown", "limit", "offset", "from", "to", "empty")
"""Roles that need no total."""


def _holds(role: str, way: Pattern, found: Sequence[tuple[Any, Asked]], told: dict[int, Any]) -> bool:
    if not NAMED[role].search(_name(way)):
        return False
    for value, one in found:
        total = told[id(one)]
        if not isinstance(total, int):
            if role not in UNCOUNTED:
                return False
            total = 0
        if value is ... or type(value) is not type(_wanted(role, one, total)):
            return False
        if value != _wanted(role, one, total):
            return False
    if role in VARIED and (len(way) > 1 or way[0].lower() != role) and len({value for value, _ in found}) < 2:
        return False
    return role not in NULLABLE or any(value is not None for value, _ in found)


def beside_text(one: Beside, total: str, shown: str, *, page: str, paged: bool, base: int = 1) -> str:
    """The expression of a value beside the list; `paged`: the names `limit`, `begin` and `end` are there. `shown`: the
    list; `base`: the number of the first page."""
    count = f"(limit > 0 ? ({total} + limit - 1) / limit : 1)"
    pages = f"math.greatest([1, {count}])" if paged else "1"
    last = pages if base == 1 else f"({pages} - 1)"
    begin = "begin" if paged else "0"
    match one.role:
        case "total":
            return total
        case "all":
            return "every"
        case "pages":
            return pages
        case "any_pages":
            return count if paged else "1"
        case "limit":
            return "limit"
        case "page":
            return page
        case "next":
            return f"{page} < {last} ? dyn({page} + 1) : null" if paged else "null"
        case "next_offset":
            return f"end < {total} ? dyn(end) : null" if paged else "null"
        case "previous":
            return f"{page} > {base} ? dyn({page} - 1) : null"
        case "previous_token":
            return f"{begin} > 0 ? dyn(string(math.greatest([0, {begin} - limit]))) : null" if paged else "null"
        case "shown":
            return f"{shown}.size()"
        case "offset":
            return begin
        case "from":
            return f"{shown}.size() > 0 ? dyn({begin} + 1) : null"
        case "to":
            return f"{shown}.size() > 0 ? dyn({begin} + {shown}.size()) : null"
        case "first":
            return f"{begin} == 0"
        case "last":
            return f"{begin} + {shown}.size() >= {total}"
        case "empty":
            return f"{shown}.size() == 0"
        case "more":
            return f"end < {total}" if paged else "false"
        case "self_url" | "current_url" | "next_url" | "previous_url" | "first_url" | "last_url":
            return link_text(one.role, one.link, page=page, last=last, base=base) if paged and one.link else "null"
        case _:
            return f"{begin} > 0"

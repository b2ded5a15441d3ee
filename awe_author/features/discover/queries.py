"""What the parameters of a list do: search, filter, sort, page. Told by name and checked against the answers.

A role by name alone is not believed when an answer contradicts it: a search whose word is in none of the items shown,
a limit that is exceeded, a filter that an item does not fit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.discover.calls import Call
from awe_author.features.discover.kinds import Kind
from awe_author.features.discover.names import snake, words
from awe_author.features.discover.operations import Operation, leaves
from awe_author.features.discover.sightings import Pattern

LIMIT = words(
    """
    limit per_page page_size pagesize size first take rows max top max_results page_limit length perpage
    n
    """
)
OFFSET = words("offset skip start from start_at start_index")
PAGE = words("page p page_number page_no page_index pg")
CURSOR = words(
    """
    cursor after before next page_token next_token continuation marker since
    """
)
SEARCH = words(
    """
    q query search s term text keyword keywords search_text needle search_term filter_text
    """
)
SORT = words("sort order order_by sort_by ordering orderby sortby sort_field")
DIRECTION = words("dir direction sort_dir order_dir sort_order sort_direction")
SHAPE = words("fields select include expand embed formats locale lang format")
ORDERED_BY = re.compile(
    r"(?P<minus>-?)(?P<field>[A-Za-z_][\w.]*)(?:[ :](?P<dir>asc|desc))?(?P<more>,.*)?\Z", re.IGNORECASE
)


@dataclass(slots=True)
class Param:
    """One parameter of a list."""

    name: str
    part: str
    """"query", or "body" (GraphQL variables, JSON-RPC params)."""
    role: str
    """limit, offset, page, cursor, search, sort, direction, filter, contains, shape, volatile or unknown."""
    values: list[str] = field(default_factory=list)
    """Values recorded."""
    of: str = ""
    """The entity's field that it filters by."""
    sure: float = 0.5


@dataclass(slots=True)
class Listing:
    """How one list operation works."""

    params: list[Param]
    order: tuple[str, bool] | None = None
    """(field, descending) without a sort parameter."""
    totals: list[Pattern] = field(default_factory=list)
    """Places in the answer that tell how many there are."""
    parent: tuple[int, str] | None = None
    """(number of the `*` in the path, field of the entity): items of one parent."""
    searched: list[str] = field(default_factory=list)
    """Fields that a search looks into."""

    def by_role(self, role: str) -> Param | None:
        """The first parameter of a role."""
        return next((one for one in self.params if one.role == role), None)


def shown_by(one: Operation, call: Call) -> list[dict[str, Any]]:
    """The entities that a list showed in one answer, in its order."""
    found = [
        sighting
        for group in one.kind.groups
        if group.endpoint == one.endpoint and group.pattern == one.pattern
        for sighting in group.sightings
        if sighting.call is call
    ]
    return [sighting.value for sighting in found]


def listing_of(one: Operation, calls: Sequence[Call]) -> Listing:
    """Work out a list operation. `calls`: all of its endpoint, also those that showed nothing."""
    answers = [(call, shown_by(one, call)) for call in calls]
    names: dict[tuple[str, str], list[tuple[str, list[dict[str, Any]]]]] = {}
    for call, items in answers:
        for name, value in call.query:
            names.setdefault(("query", name), []).append((value, items))
        for way, value in leaves(call.body) if call.kind in ("graphql", "jsonrpc") else ():
            if len(way) == 1:
                names.setdefault(("body", str(way[0])), []).append((str(value), items))
    params = [_param(part, name, found, one.kind) for (part, name), found in names.items()]
    listing = Listing([param for param in params if param.role != "volatile"])
    listing.searched = _searched(listing, answers)
    listing.order = _order(
        [items for call, items in answers if not (p := listing.by_role("sort")) or p.name not in call.params]
    )
    listing.totals = _totals(one, answers)
    listing.parent = _parent(one, answers)
    return listing


def _param(part: str, name: str, found: Sequence[tuple[str, list[dict[str, Any]]]], kind: Kind) -> Param:
    values = list(dict.fromkeys(value for value, _ in found))
    one = Param(name, part, "unknown", values[:10])
    bare = snake(re.sub(r"\[\d*\]$", "", name).lstrip("_$"))
    fields = {field for group in kind.groups for field in group.fields()}
    shown = [(value, items) for value, items in found if items]
    numbers = all(re.match(r"-?\d+\Z", value) for value, _ in found)
    if bare in ("", "ts", "timestamp", "cb", "nonce", "t", "rand") and len(name) < 10 and numbers:
        one.role = "volatile"
    elif bare in LIMIT and numbers and all(len(items) <= int(value) or int(value) < 1 for value, items in found):
        one.role, one.sure = "limit", 0.95 if any(len(items) == int(value) for value, items in found) else 0.8
    elif (bare in PAGE or bare in OFFSET) and numbers:
        one.role, one.sure = "page" if bare in PAGE else "offset", 0.85
    elif bare in CURSOR:
        one.role, one.sure = "cursor", 0.7
    elif bare in SORT and all(_sorts(value, items, fields) for value, items in found):
        one.role, one.sure = "sort", 0.9
    elif bare in DIRECTION and all(
        value.lower() in ("asc", "desc", "1", "-1", "ascending", "descending") for value in values
    ):
        one.role, one.sure = "direction", 0.8
    elif bare in SHAPE:
        one.role = "shape"
    elif bare in SEARCH and all(_found(value, item) for value, items in shown for item in items):
        one.role, one.sure = "search", 0.95 if shown else 0.6
    else:
        _filter(one, name, found, fields)
    return one


def _filter(one: Param, name: str, found: Sequence[tuple[str, list[dict[str, Any]]]], fields: set[str]) -> None:
    words = [word for word in re.split(r"[\[\].]+", name) if word]
    operator = next((word for word in words if word.startswith("_") or word in ("eq", "exact", "is")), "_eq")
    shown = [(value, items) for value, items in found if items]
    for word in reversed(words):
        match = next(
            (
                field
                for field in (word, f"{word}_id", word.removesuffix("_id"), word.removesuffix("Id"))
                if field in fields
            ),
            None,
        )
        if match is None:
            continue
        equal = all(_same(item.get(match), value) for value, items in shown for item in items)
        if operator in ("_eq", "eq", "exact", "is") and equal:
            one.role, one.of, one.sure = "filter", match, 0.95 if shown else 0.6
        return
    for field_name in sorted(fields):
        inside = [re.search(rf"\b{re.escape(field_name)}\b", value) for value, _ in found]
        if (
            shown
            and all(inside)
            and all(_word(item.get(field_name), value) for value, items in shown for item in items)
        ):
            one.role, one.of, one.sure = "contains", field_name, 0.7
            return


def _same(value: Any, wanted: str) -> bool:
    if isinstance(value, bool):
        return wanted.lower() in (("true", "1") if value else ("false", "0"))
    if isinstance(value, dict):
        return any(str(value.get(name)) == wanted for name in ("id", "uuid", "key", "slug"))
    return str(value) == wanted


def _word(value: Any, text: str) -> bool:
    return isinstance(value, str | int) and bool(
        re.search(rf"(?<!\w){re.escape(str(value).lower())}(?!\w)", text.lower())
    )


def _found(text: str, item: dict[str, Any]) -> bool:
    words = text.lower().split()
    return all(any(word in str(value).lower() for _, value in leaves(item)) for word in words)


def _searched(listing: Listing, answers: Iterable[tuple[Call, list[dict[str, Any]]]]) -> list[str]:
    """Fields of text; those in which a recorded search found its word come first."""
    search = listing.by_role("search")
    hits: dict[str, int] = {}
    for call, items in answers:
        word = (call.params.get(search.name, "") if search else "").lower()
        for item in items:
            for name, value in item.items():
                if isinstance(value, str) and len(value) < 5000:
                    hits[name] = hits.get(name, 0) + (1 if word and word in value.lower() else 0)
    found = [name for name, count in hits.items() if count]
    return found or [name for name in hits if not re.search(r"(^id$|_at$|_on$|date|url|uuid|colou?r)", name)][:6]


def _sorts(value: str, items: list[dict[str, Any]], fields: set[str]) -> bool:
    match = ORDERED_BY.match(value)
    return bool(match) and (match["field"] in fields if match else False)


def _order(answers: Iterable[list[dict[str, Any]]]) -> tuple[str, bool] | None:
    """The field by which lists of three or more are in order, in all of them."""
    lists = [items for items in answers if len(items) > 2]
    if not lists:
        return None
    names = sorted(
        lists[0][0],
        key=lambda name: (
            name not in ("id", "position", "order", "sort"),
            not re.search(r"_at$|date|time|created", name),
        ),
    )
    for name in names:
        for descending in (False, True):
            if all(_ordered([item.get(name) for item in items], descending) for items in lists):
                return name, descending
    return None


def _ordered(values: list[Any], descending: bool) -> bool:
    if (
        len({type(value) for value in values}) != 1
        or not isinstance(values[0], int | float | str)
        or len(set(values)) < len(values)
    ):
        return False
    return bool(values == sorted(values, reverse=descending))


def _totals(one: Operation, answers: Sequence[tuple[Call, list[dict[str, Any]]]]) -> list[Pattern]:
    """Numbers beside the list that are never less than what is shown, and are named like a count."""
    places: dict[Pattern, list[tuple[int, int]]] = {}
    for call, items in answers:
        for way, value in leaves(call.answer) if isinstance(call.answer, dict) else ():
            if all(isinstance(part, str) for part in way) and isinstance(value, int) and not isinstance(value, bool):
                places.setdefault(tuple(str(part) for part in way), []).append((value, len(items)))
    told = re.compile(r"(total|count|total_?count|filter_?count|records?_?total|num_?found|size|hits)$", re.IGNORECASE)
    wrapped = (one.pattern or ())[:-1]
    return [
        way
        for way, found in places.items()
        if told.search(way[-1])
        and all(value >= count for value, count in found)
        and any(value == count for value, count in found)
        and not (wrapped and way[: len(wrapped)] == wrapped)
    ]


def _parent(one: Operation, answers: Sequence[tuple[Call, list[dict[str, Any]]]]) -> tuple[int, str] | None:
    """Lists below a parent: which field of the items holds the parent's key."""
    stars = one.endpoint.path.strip("/").split("/")
    places = [place for place, part in enumerate(stars) if part == "*"]
    shown = [(call, items) for call, items in answers if items]
    for number, place in enumerate(places):
        for name in sorted({name for _, items in shown for item in items for name in item}):
            if (
                name != one.kind.key
                and shown
                and all(
                    _same(item.get(name), call.segments[place])
                    for call, items in shown
                    for item in items
                    if len(call.segments) > place
                )
            ):
                return number, name
    return None

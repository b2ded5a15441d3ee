"""How a list works: what its parameters are for (`roles`), its orders, and what stands beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from awe_author.features.discover.common.comparing import same, value_at
from awe_author.features.discover.common.names import IDS, is_star
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.board_columns import in_columns
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.params import Param, Said, params_of
from awe_author.features.discover.lists.asked_values import value_of
from awe_author.features.discover.lists.by_parts import order_by_parts
from awe_author.features.discover.lists.cursors import Cursor, cursor_of, more_of
from awe_author.features.discover.lists.either import settle_joined, without_joined
from awe_author.features.discover.lists.envelopes import Asked, Beside, beside_of
from awe_author.features.discover.lists.headers import header_roles
from awe_author.features.discover.lists.kept import settle_kept
from awe_author.features.discover.lists.latest import latest_order
from awe_author.features.discover.lists.named_filters import pair_filters
from awe_author.features.discover.lists.ordering import Order, asked, field_of, order_of
from awe_author.features.discover.lists.path_searches import path_params
from awe_author.features.discover.lists.repeated import numbers_of, repeated_of
from awe_author.features.discover.lists.roles import ANY, members_of, param_of
from awe_author.features.discover.lists.stable_orders import Sorted, is_stable
from awe_author.features.discover.lists.word_orders import word_orders

UNTOLD = ("unknown", "kept view")
"""Roles of what may tell nothing of what is shown."""
NARROWING = ("search", "filter", "named", "clauses", "conditions", "sentence", "worded", "contains")
"""Roles of parameters that leave something out."""


@dataclass(slots=True)
class Listing:
    """How one list operation works."""

    params: list[Param]
    order: Order | None = None
    """Without a sort parameter."""
    orders: dict[str, Order] = field(default_factory=dict)
    """Value of the sort parameter -> the order that was seen."""
    beside: list[Beside] = field(default_factory=list)
    """Totals, pages and the like in the answer."""
    parent: tuple[int, str] | None = None
    """(number of the `*` in the path, field of the entity): items of one parent."""
    stable: bool = False
    """Are equal ones in the order without a sort parameter, whichever way it sorts?"""
    turned: bool = False
    """Does a bare name sort the highest first?"""
    searched: list[str] = field(default_factory=list)
    """Fields that a search looks into."""
    fixed: tuple[str, list[Any]] | None = None
    """(field, values) of a list that never shows others."""
    unasked: int | None = None
    """How many it shows at most where the request does not say how many, -1 for all; None when that was never seen."""
    cut: int | None = None
    """How many it shows at most, though no request can say how many."""
    cursor: Cursor | None = None
    headers: dict[str, str] = field(default_factory=dict)
    """Header of answers -> what it says, see `header_roles`."""
    repeated: dict[tuple[str, ...], tuple[Param, str | None]] = field(default_factory=dict)
    """Places beside the list that repeat a parameter, see `repeated_of`."""
    numbers: dict[tuple[str, ...], tuple[Param, int | None]] = field(default_factory=dict)
    """Those that repeat a number, see `numbers_of`."""
    hidden: list[str] = field(default_factory=list)
    """Keys that it leaves out for a reason that cannot be told."""
    worded: tuple[Param, dict[str, Order]] | None = None
    """The parameter that says an order in a word, and the orders (`word_orders`)."""
    instead: dict[str, str] = field(default_factory=dict)
    """What requests sort by -> the field that explains that order (`sorted_instead`)."""
    vain: list[str] = field(default_factory=list)
    """Fields that requests sort by in vain (`passed_over`)."""
    also: list[str] = field(default_factory=list)
    """What else an entity has to fit, as expressions of the item."""
    begun: list[str] = field(default_factory=list)
    """Fields that are searched from their beginning only."""
    viewed: list[str] = field(default_factory=list)
    """Whether requests ask for a view that leaves something out (`views`), as expressions."""
    apart: bool = False
    """Does it show only what belongs there (`memberships`)? Those that the recording does not show are none of it."""
    lets: dict[str, str] = field(default_factory=dict)
    """`let` names that these need."""
    beyond: Any = None
    """How many more there are than are known, by what it is asked for (`beyond.Beyond`)."""

    def by_role(self, role: str) -> Param | None:
        """The first parameter of a role."""
        return next((one for one in self.params if one.role == role), None)

    @property
    def totals(self) -> list[tuple[str, ...]]:
        """Places in the answer that tell how many there are."""
        return [one.way for one in self.beside if one.role == "total"]


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


def by_columns(one: Operation) -> list[list[dict[str, Any]]]:
    """What stood in each row of a list, of lists that are such; none for others."""
    found: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for group in one.kind.groups:
        if group.endpoint == one.endpoint and group.pattern == one.pattern and in_columns(group):
            for sighting in group.sightings:
                found.setdefault((sighting.call.seq, *sighting.place[:-1]), []).append(sighting.value)
    return [*found.values()]


_KEYED = re.compile(r"\.(\w*(_id|Id|ID|_key|Key)|" + "|".join(IDS) + r")\Z")
"""Members of records that are called as keys are."""
Answers = Sequence[tuple[Call, list[dict[str, Any]]]]
Known = Callable[[Call, dict[str, Any]], dict[str, Any]]
"""An entity that an answer shows, with what is known of it from elsewhere."""


def listing_of(one: Operation, calls: Sequence[Call], known: Known = lambda _, item: item) -> Listing:
    """Work out a list operation. `calls`: all of its endpoint, also those that showed nothing."""
    answers = [(call, shown_by(one, call)) for call in calls]
    told = [(call, [known(call, item) for item in items]) for call, items in answers]
    names: dict[tuple[str, str], list[tuple[Said, list[dict[str, Any]]]]] = {}
    for call, items in told:
        checked = without_joined(call, one.pattern, items)
        for said in params_of(call, one.pattern):
            names.setdefault((said.part, said.name), []).append((said, checked(said)))
    params = [param_of(found, one.kind) for found in names.values()]
    settle_joined(params, told)
    params = settle_kept(params, told)
    _settle_offset(params, [call for call, _ in told])
    params += path_params(one.endpoint, calls)
    pair_filters(params, told)
    listing = Listing([param for param in params if param.role != "volatile"])
    listing.searched = _searched(listing, answers)
    listing.worded = word_orders(listing.params, told, one.kind.key) if listing.by_role("sort") is None else None
    listing.parent = _parent(one, answers) or _parent_known(one, told)
    _orders(listing, one, answers, told)
    after = listing.by_role("cursor")
    listing.cursor = cursor_of(after, answers, one.pattern, one.kind.key) if after is not None else None
    listing.unasked = _unasked(listing, one.kind, answers)
    told_of = [_asked(listing, call, len(items)) for call, items in answers]
    listing.beside, listing.headers = beside_of(told_of, one.pattern), header_roles(told_of)
    if listing.cursor is not None:
        told_before = {beside.way for beside in listing.beside}
        more = [way for way in more_of(listing.cursor, answers) if way not in told_before]
        listing.beside += [Beside(way, "more", place=way) for way in more]
    taken = [beside.way for beside in listing.beside]
    listing.repeated = repeated_of([call for call, _ in answers], listing.params, taken, one.pattern)
    listing.numbers = numbers_of(
        [call for call, _ in answers], listing.params, [*taken, *listing.repeated], one.pattern
    )
    return listing


def _unasked(listing: Listing, kind: Kind, answers: Sequence[tuple[Call, list[dict[str, Any]]]]) -> int | None:
    """How many are shown without a limit: all, unless there were more by then and it was as many each time; or where
    requests only name pages, the most that were shown when a later one had some, too."""
    limit, page = listing.by_role("limit"), listing.by_role("page")
    if limit is None and page is not None and listing.by_role("end") is None:
        later = any(items and (_number(page, call) or 0) > page.base for call, items in answers)
        return max(len(items) for _, items in answers) if later else None
    shown = [(call, len(items)) for call, items in answers if limit is not None and limit.said(call) is None and items]
    if not shown:
        return None
    narrow = [param for param in listing.params if param.role in NARROWING]
    if all(any((param.said(call) or "").lower() not in ANY for param in narrow) for call, _ in shown):
        return -1  # it was as many as there were of these
    most = max(count for _, count in shown)
    first = min(call.seq for call, _ in shown)
    there = {str(one.value[kind.key]) for one in kind.sightings() if one.call.seq <= first}
    return most if len(there) > most and all(count == most for _, count in shown) else -1


def _asked(listing: Listing, call: Call, shown: int) -> Asked:
    limit, page, offset = (_number(listing.by_role(role), call) for role in ("limit", "page", "offset"))
    first = listing.by_role("offset")
    offset = offset - first.base if offset is not None and first is not None else offset
    end = listing.by_role("end")
    if limit is None and end is not None and (last := _number(end, call)) is not None:
        limit = last + end.base - (offset or 0)
    if limit is None and listing.unasked is not None and listing.unasked > 0:
        limit = listing.unasked
    param = listing.by_role("page")
    base = param.base if param is not None else 1
    cursor = listing.by_role("cursor")
    offset = cursor.begins.get(call.seq, offset) if cursor is not None else offset
    page = base + ((offset or 0) // limit if limit else 0) if page is None else page
    name = param.name if param is not None and param.part == "query" else ""
    begins = first if first is None or not first.base else None
    counts = cursor is not None and listing.cursor is not None and listing.cursor.counts
    begins = cursor if begins is None and counts else begins
    skips = _called(begins)
    limits = listing.by_role("limit")
    size = _called(limits)
    words = tuple(
        (said, f"string({value_of(one)})") for one in listing.params
        if one.part in ("query", "body") and one.role in UNTOLD and len(said := one.said(call) or "") > 3
    )  # fmt: skip
    narrowed = any((one.said(call) or "").lower() not in ANY for one in listing.params if one.role in NARROWING)
    return Asked(
        call, shown, limit, page, offset or (page - base) * (limit or 0), base, name, skips, words, size, narrowed
    )


def _settle_offset(params: Sequence[Param], calls: Sequence[Call]) -> None:
    """Does the number of the first that is shown count from 1? It does where pages begin at 1, and behind each other:
    nobody asks for lists without their first one only."""
    limit, offset = (next((one for one in params if one.role == role), None) for role in ("limit", "offset"))
    if offset is None:
        return
    pairs = [(first, size) for call in calls if (first := _number(offset, call)) is not None
             and limit is not None and (size := _number(limit, call)) is not None and size > 1]  # fmt: skip
    ones = {first for first, _ in pairs}
    offset.base = 1 if 1 in ones and all(first % size == 1 for first, size in pairs) else 0


def _called(param: Param | None) -> str:
    """What a number is called in addresses: as in the query, or as in a body."""
    if param is None or param.part not in ("query", "body"):
        return ""
    return param.name if param.part == "query" else param.way[-1]


def _number(param: Param | None, call: Call) -> int | None:
    value = param.said(call) if param is not None else None
    return int(value) if value is not None and re.match(r"-?\d{1,9}\Z", value) else None


def _searched(listing: Listing, answers: Iterable[tuple[Call, list[dict[str, Any]]]]) -> list[str]:
    """Fields of text; those in which a recorded search found its word come first."""
    search = listing.by_role("search")
    hits: dict[str, int] = {}
    for call, items in answers:
        word = ((search.said(call) if search else "") or "").lower().strip('"')
        for item in items:
            for name in [*item, *members_of([item])]:
                value = value_at(item, name)
                if isinstance(value, str) and len(value) < 5000:
                    hits[name] = hits.get(name, 0) + (1 if word and word in value.lower() else 0)
    found = [name for name, count in hits.items() if count]
    found = [name for name in found if "." not in name] or found
    hits = {name: count for name, count in hits.items() if "." not in name}
    return found or [name for name in hits if not re.search(r"(^id$|_at$|_on$|date|url|uuid|colou?r)", name)][:6]


def _orders(listing: Listing, operation: Operation, answers: Answers, told: Answers) -> None:
    """The order without a sort parameter, and the one for each of its values. `told`: the answers with what was known
    of the entities at the time."""
    kind = operation.kind
    sorted_ones: list[Sorted] = []
    sort = listing.by_role("sort")
    by = sort or (listing.worded[0] if listing.worded is not None else None)
    free = [items for call, items in answers if by is None or by.said(call) in (None, "")]
    free = by_columns(operation) or free
    at_the_time = [items for call, items in told if by is None or by.said(call) in (None, "")]
    listing.order = (
        order_of(free, kind.key)
        or order_of(at_the_time, kind.key, natural=True)
        or order_of(kind.completed(free), kind.key, natural=True)
        or order_by_parts(at_the_time, kind)
    )
    for value in sort.values if sort else ():
        says = asked(value)
        mine = [items for call, items in answers if sort is not None and sort.said(call) == value]
        there = [one for items in mine for one in items]
        known = [*{name for one in there for name in one}, *members_of(there)]
        field = field_of(says[0], known, kind.own_id) if says else ""
        alone = bool(says and field) and listing.by_role("direction") is None
        sorted_ones += [(items, field, says[1]) for items in mine if says and alone]
        seen = order_of(mine, kind.key, field, says[1]) if says and alone else None
        if seen is None and says and alone and value == says[0]:
            seen = order_of(mine, kind.key, field, True)
        if seen is not None:
            listing.orders[value] = seen
    named = [order for value, order in listing.orders.items() if (said := asked(value)) is not None and not said[1]]
    listing.turned = bool(named) and all(order.down for order in named)
    listing.stable = listing.order is not None and is_stable(listing.order, sorted_ones, kind.key)
    below = any(map(is_star, operation.endpoint.path.strip("/").split("/")))
    if listing.order is None and (listing.parent or not below):
        short = [(call, items) for call, items in answers if sort is None or sort.said(call) is None]
        others = list(listing.orders.values())
        listing.order = latest_order(short, kind, listing.params, others, partial(of_parent, operation, listing))


def of_parent(one: Operation, listing: Listing, call: Call, value: Mapping[str, Any]) -> bool:
    """Is an entity of the parent that the address names, where there is one?"""
    if listing.parent is None:
        return True
    number, name = listing.parent
    stars = [place for place, part in enumerate(one.endpoint.path.strip("/").split("/")) if is_star(part)]
    return len(call.segments) > stars[number] and same(value_at(value, name), call.segments[stars[number]])


def _parent(one: Operation, answers: Sequence[tuple[Call, list[dict[str, Any]]]]) -> tuple[int, str] | None:
    """Lists below a parent: which field of the items holds the parent's key, or with a dot which member of a record."""
    stars = one.endpoint.path.strip("/").split("/")
    places = [place for place, part in enumerate(stars) if is_star(part)]
    shown = [(call, items) for call, items in answers if items]
    for number, place in enumerate(places):
        plain = sorted({
            name for _, items in shown for item in items for name, value in item.items() if not isinstance(value, dict)
        })  # fmt: skip
        inner = members_of(item for _, items in shown for item in items)
        for name in [*plain, *(one for one in inner if one.rpartition(".")[2] in IDS)]:
            if (
                name != one.kind.key
                and shown
                and all(
                    same(value_at(item, name), call.segments[place])
                    for call, items in shown
                    for item in items
                    if len(call.segments) > place
                )
            ):
                return number, name
    return None


def _parent_known(one: Operation, told: Answers) -> tuple[int, str] | None:
    """The same of lists that show less of their items: which member of a record that is known of them from elsewhere
    says the parent, of two items at least and contradicted by none. Of one parent alone, it has to be called as keys
    are."""
    stars = one.endpoint.path.strip("/").split("/")
    for number, place in enumerate([place for place, part in enumerate(stars) if is_star(part)]):
        shown = [(call.segments[place], item) for call, items in told for item in items if len(call.segments) > place]
        for name in members_of(item for _, item in shown):
            looks = [(parent, value) for parent, item in shown if (value := value_at(item, name)) is not None]
            items = {str(item[one.kind.key]) for _, item in shown if value_at(item, name) is not None}
            parents = {parent for parent, _ in looks}
            enough = len(items) > 1 and (len(parents) > 1 or _KEYED.search(name) is not None)
            if enough and all(same(value, parent) for parent, value in looks):
                return number, name
    return None

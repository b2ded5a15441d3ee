"""All entities of an app at the start of the recording: those that calls tell of and those of pages, with how many
there are and what they show of each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from awe_author.features.discover.entities.aggregates import add_aggregates
from awe_author.features.discover.entities.ago_texts import ago_texts
from awe_author.features.discover.entities.child_lists import add_child_lists
from awe_author.features.discover.entities.child_numbers import add_child_numbers
from awe_author.features.discover.entities.composed_texts import add_composed_texts
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.joins import Times, joins_of
from awe_author.features.discover.entities.labels import labels_of
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.entities.sorted_labels import add_sorted_labels
from awe_author.features.discover.entities.starts import entities_of
from awe_author.features.discover.entities.unkeyed_joins import unkeyed_joins
from awe_author.features.discover.entities.unshown import fill_unshown
from awe_author.features.discover.entities.went_along import know_what_went_along
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.params import Param
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.from_calls import FromCalls
from awe_author.features.discover.from_pages import FromPages
from awe_author.features.discover.lists.headers import header_total
from awe_author.features.discover.lists.kept_order import keep_order
from awe_author.features.discover.lists.memberships import Membership, count_members
from awe_author.features.discover.lists.queries import Listing, listing_of
from awe_author.features.discover.replies.wrappers import add_wrappers
from awe_author.features.discover.writes.added import with_added
from awe_author.features.discover.writes.children import with_children
from awe_author.features.discover.writes.grown import with_grown
from awe_author.features.discover.writes.linked import with_linked
from awe_author.features.discover.writes.reshaped import reshape
from awe_author.features.discover.writes.written_numbers import know_numbers

PAGING = ("limit", "page", "offset", "cursor")
NARROWING = ("search", "filter", "sentence", "worded", "conditions", "contains", "cursor")


def entities_in(found: FromCalls, pages: FromPages, seen: Seen) -> list[Entities]:
    """The entities of each kind that is kept."""
    operations = [*found.operations, *pages.operations]
    kinds = [*found.kept, *(one.kind for one in pages.kinds)]
    parts = [entities_of(kind, operations, seen) for kind in kinds]
    choices = {one.kind.name: one.choices for one in pages.kinds}
    for part in parts:
        part.choices = choices.get(part.kind.name, {})
    with_added(found.operations, parts, seen)
    with_linked(found.operations, parts, seen)
    with_grown(found.operations, parts, seen)
    with_children(found.operations, parts, seen)
    for part in parts:
        reshape(part, operations, seen)
        fill_unshown(part)
        know_numbers(part, seen)
        part.total = _total(part, operations)
        keep_order(part, operations, seen)
    know_what_went_along(parts, found.operations, seen)
    _add_joins(parts, Times(found.operations, seen), found.members)
    return parts


def _add_joins(parts: Sequence[Entities], times: Times, members: Sequence[Membership]) -> None:
    """What entities, and what stands around them, shows of other kinds."""
    joins = joins_of(parts, times)
    for part in parts:
        own = {**unkeyed_joins(part, parts, times), **joins.get(part.kind.name, {})}
        part.joins = {**ago_texts(part), **labels_of(part, parts, times), **own}
    add_aggregates(parts, times)
    add_child_numbers(parts, times)
    add_child_lists(parts, times)
    add_sorted_labels(parts, times)
    add_composed_texts(parts, times)
    add_wrappers(parts, times)
    count_members(members, parts)


def _total(part: Entities, operations: Sequence[Operation]) -> int | None:
    """How many there are by the app's own word, at the start: of calls that filter nothing, before the first write."""
    mine = [one for one in operations if one.kind is part.kind]
    first = min((call.seq for one in mine if one.writes for call in one.calls), default=1 << 62)
    found: list[int] = []
    complete = False
    for one in mine:
        if one.role not in ("list", "count"):
            continue
        listing = listing_of(one, one.calls)
        for call in _of_all(one, listing, first):
            found += _numbers(one, listing, call)
            complete = complete or (one.role == "list" and not any(param.role in PAGING for param in listing.params))
    return max(found) if found else len(part.seed) if complete else None


def _of_all(one: Operation, listing: Listing, first: int) -> Iterator[Call]:
    """The calls of a list or a count that narrow nothing, up to the number `first`."""
    roles = NARROWING + (("unknown",) if one.role == "list" else ())
    narrow = [param for param in listing.params if param.role in roles and not _always_said(param, one)]
    for call in one.calls:
        narrowed = any(param.said(call) not in (None, "") for param in narrow)
        if call.seq <= first and not narrowed and "*" not in one.endpoint.path:
            yield call


def _always_said(param: Param, one: Operation) -> bool:
    """Does every request say the same for a parameter that nothing explains? What it narrows is all there is."""
    return param.role == "unknown" and len({param.said(call) for call in one.calls}) == 1 and len(one.calls) > 1


def _numbers(one: Operation, listing: Listing, call: Call) -> Iterator[int]:
    """What an answer, or its headers, says of how many there are."""
    ways: list[Any] = [one.pattern] if one.role == "count" else list(listing.totals)
    for way in ways:
        number = at(call.answer, [0 if step == "*" else step for step in way or ()])
        if isinstance(number, int):
            yield number
    said = header_total(call.counts, listing.headers)
    if said is not None:
        yield said

"""How a list works, told from its own answers and from all that is known of its entities at the time.

What it leaves out whatever is asked, what it leaves out for a reason that cannot be told, and in which order it is when
its own answers do not say.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from awe_author.features.discover.common.comparing import compares, value_at
from awe_author.features.discover.common.keys import member
from awe_author.features.discover.common.names import safe, singular
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import ASKING, Call, without_method
from awe_author.features.discover.exchanges.conditions import Conditions, groups_said
from awe_author.features.discover.exchanges.filters import clauses_of, fits, left_out
from awe_author.features.discover.exchanges.params import Param
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.exchanges.sentences import sentence_fits
from awe_author.features.discover.exchanges.worded import Worded
from awe_author.features.discover.lists.beyond import beyond_of
from awe_author.features.discover.lists.chosen_elsewhere import chosen_elsewhere
from awe_author.features.discover.lists.continued import continue_elsewhere
from awe_author.features.discover.lists.instead import passed_over, sorted_instead
from awe_author.features.discover.lists.keys_left_out import keys_left_out
from awe_author.features.discover.lists.left_by_total import left_by_total
from awe_author.features.discover.lists.named_filters import fits_named
from awe_author.features.discover.lists.ordering import by_making
from awe_author.features.discover.lists.parent_fields import held_by_named, held_by_parent
from awe_author.features.discover.lists.queries import Known, Listing, listing_of, of_parent, shown_by
from awe_author.features.discover.lists.roles import fits_groups, members_of
from awe_author.features.discover.lists.searched_texts import begun_texts, searched_texts, without_absent
from awe_author.features.discover.lists.sibling_params import sibling_params
from awe_author.features.discover.lists.told_values import told_values
from awe_author.features.discover.lists.unless_asked import answers_with_absent, left_out_unless
from awe_author.features.discover.lists.views import add_views

NARROW = (
    "search", "filter", "named", "clauses", "conditions", "sentence", "worded", "contains", "unknown", "page", "offset",
    "cursor", "view",
)  # fmt: skip
LEAST_LOOKS = 3
UNKNOWN = ("unknown", "volatile")
"""Roles that do nothing."""
UNTOLD = ("search", "contains", "page", "offset", "cursor")
"""Roles beside which an absence proves nothing."""


def how_listed(one: Operation, part: Entities, operations: Sequence[Operation], seen: Seen) -> Listing:
    """How a list works; a count filters like the list beside it."""

    def known(call: Call, item: dict[str, Any]) -> dict[str, Any]:
        return {**seen.around(one.kind, str(item.get(one.kind.key, "")), call.seq), **item}

    listing = listing_of(one, one.calls, known)
    listing.cut = _cut(one, listing, seen) if one.role == "list" else None
    homes = [other for other in operations if other.role == "list" and other.kind is one.kind and other is not one]
    home = next((other for other in homes if other.endpoint == one.endpoint), None)
    if home is None:
        base = re.sub(r"/(count|total|size|length)/?\Z", "", without_method(one.endpoint.path)).rstrip("/")
        home = next((other for other in homes if base in (_asked_at(other), other.endpoint.path.rstrip("/"))), None)
        home = home or next((other for other in homes if base == without_method(other.endpoint.path)), None)
    if one.role == "count" and home is not None:
        beside = listing_of(home, home.calls, known)
        _filter_like(listing, beside)
        for other in homes:
            _filter_as(listing, listing_of(other, other.calls, known))
        listing.parent = listing.parent or beside.parent
        listing.fixed = _counted(one, listing, home, beside, seen)
    if one.role == "list":
        listing.lets = add_views(
            one, listing, part, lambda param: [*answers_with_absent(one, listing, seen, there_at, fits_param, param)]
        )
    _leave_out(one, listing, part, operations, seen)
    if one.role == "list":
        _sort_instead(one, listing, operations, known)
        if listing.order is None and listing.by_role("sort") is None:
            orders = (listing_of(other, other.calls).order for other in homes)
            shown = [[known(call, item) for item in shown_by(one, call)] for call in one.calls]
            order = next((order for order in orders if order is not None), None)
            listing.order = order or by_making(shown, one.kind.key)
        sort = listing.by_role("sort")
        if sort is not None and listing.order is not None:
            answers = [(call, [known(call, item) for item in shown_by(one, call)]) for call in one.calls]
            listing.vain = passed_over(sort, listing.by_role("direction"), answers, one.kind.key, listing.order)
        _search_more(one, listing, part, seen)
        if part.kind.source == "json":
            listing.beyond = beyond_of(one, listing, seen, there_at, fits_param)
    listing.params += sibling_params(one, listing, operations)
    continue_elsewhere(one, listing, operations)
    return listing


def _filter_like(listing: Listing, beside: Listing) -> None:
    """Have the parameters of a count do what those of the list beside it do."""
    listing.searched = beside.searched
    for param in listing.params:
        same = next((other for other in beside.params if other.name == param.name), None)
        deeper = (other for other in beside.params if "." in other.name and param.name.endswith(f".{other.name}"))
        same = same or next(deeper, None)
        if same is not None:
            _do_as(param, same)


def _filter_as(listing: Listing, other: Listing) -> None:
    """Have a parameter of a count whose use is not known do what that of a list does which was told the same."""
    for param in listing.params:
        if param.role not in UNKNOWN:
            continue
        for same in other.params:
            named = param.name in (same.name, same.way[-1] if same.way else "")
            if named and same.role not in UNKNOWN and {*param.values} & {*same.values}:
                listing.searched = listing.searched or other.searched
                _do_as(param, same)
                break


def _do_as(param: Param, same: Param) -> None:
    param.role, param.of, param.how = same.role, same.of, same.how
    param.style, param.sentence = same.style, same.sentence


def _leave_out(one: Operation, listing: Listing, part: Entities, operations: Sequence[Operation], seen: Seen) -> None:
    """What a list does not show whatever it is asked: what belongs elsewhere, or is as none that it shows."""
    item = safe(singular(one.kind.name))
    if one.role != "count":
        listing.fixed = _fixed(one, listing, seen) if one.members is None else None
    if one.members is not None:
        listing.also.append(f"({one.members.text(f'string({member(item, one.kind.key)})')})")
        listing.apart = True
    elif one.role == "list":
        held = "" if listing.parent else held_by_parent(one, operations, seen, item)
        listing.also += [f"({held})"] if held else []
        left_out_keys = keys_left_out(one, listing, seen, item, there_at)
        left_out_keys |= chosen_elsewhere(one, listing, operations, seen, item, there_at, _narrows)
        listing.also += left_out_keys.values()
        named = [*held_by_named(one, listing, operations, seen, item)]
        listing.also += [f"({text})" for text in named]
        if not named:
            listing.also += told_values(one, listing, seen, item, there_at, fits_param, left_out_keys)
        if listing.fixed is None:
            listing.hidden = _hidden(one, listing, part, seen)
        if listing.fixed is None and not listing.hidden and part.kind.source == "json":
            absent = [*answers_with_absent(one, listing, seen, there_at, fits_param)]
            kept = left_out_unless(one, listing, part, seen, absent)
            kept = kept or left_by_total(one, listing, part, seen, there_at, fits_param)
            listing.also += [kept] if kept else []


def _search_more(one: Operation, listing: Listing, part: Entities, seen: Seen) -> None:
    """Have a search look into all texts that no recorded one left out."""
    search = listing.by_role("search")
    if search is not None and part.kind.source == "json":
        listed = dict.fromkeys(name for call in one.calls for item in shown_by(one, call) for name in item)
        absent = [*_not_found(one, listing, search, seen)]
        found = [(search.said(call) or "", item) for call in one.calls for item in shown_by(one, call)]
        listing.searched = without_absent(listing.searched, found, absent)
        more = searched_texts(part, listed, absent)
        listing.searched += [name for name in more if name not in listing.searched]
        listing.begun = begun_texts(part, listed, found, absent)
        listing.searched = [name for name in listing.searched if name not in listing.begun]


def _not_found(one: Operation, listing: Listing, search: Param, seen: Seen) -> Iterator[tuple[str, dict[str, Any]]]:
    """What was there, and was not shown when nothing but words were asked for."""
    others = [param for param in listing.params if param is not search]
    for call in one.calls:
        items = shown_by(one, call)
        words = search.said(call)
        if not words or _full(call, listing, len(items)) or any(_narrows(param, call, one) for param in others):
            continue
        keys = {str(item[one.kind.key]) for item in items}
        for key, value in there_at(one, call, seen):
            if key not in keys and of_parent(one, listing, call, value):
                yield words, value


def _sort_instead(one: Operation, listing: Listing, operations: Sequence[Operation], known: Known) -> None:
    """What is sorted by where requests name a span of time in words."""
    sort = listing.by_role("sort")
    writes = [call.seq for other in operations if other.kind is one.kind and other.writes for call in other.calls]
    answers = [(call, [known(call, item) for item in shown_by(one, call)]) for call in one.calls if sort is not None]
    if sort is not None:
        until = min(writes, default=1 << 62)
        listing.instead = sorted_instead(sort, listing.by_role("direction"), answers, one.kind.key, until)


def _asked_at(one: Operation) -> str:
    """The path of a list without a last part that only says that it is asked for."""
    return ASKING.sub("", one.endpoint.path).rstrip("/")


def _cut(one: Operation, listing: Listing, seen: Seen) -> int | None:
    """How many a list shows at most that nobody asks for so many: told by two looks at least that showed just as many
    of more that were there."""
    asks = any(listing.by_role(role) for role in ("limit", "page", "offset", "cursor", "end"))
    sizes = [len(shown_by(one, call)) for call in one.calls]
    if asks or listing.parent or one.members is not None or len(sizes) < LEAST_LOOKS or len({*sizes}) > 1:
        return None
    more = all(sum(1 for _ in there_at(one, call, seen)) > sizes[0] for call in one.calls)
    return sizes[0] if more and sizes[0] > 1 else None


def _full(call: Call, listing: Listing, shown: int) -> bool:
    """Is there as much as was asked for, so that there may be more?"""
    limit = listing.by_role("limit")
    if limit is None and listing.cut is not None:
        return shown >= listing.cut
    said = limit.said(call) if limit is not None else None
    return said is not None and re.fullmatch(r"-?[0-9]{1,9}", said) is not None and shown >= int(said) > 0


def there_at(one: Operation, call: Call, seen: Seen) -> Iterator[tuple[str, dict[str, Any]]]:
    """(key, what was known) of the entities that were there when a call was made."""
    kind = one.kind
    made = {key for operation in seen.created.get(kind.name, ()) for key in operation}
    for key in seen.values[kind.name]:
        yet = key in made and seen.since.get((kind.name, key), 1 << 62) > call.seq
        value = seen.before(kind, key, call.seq + 1) or (None if yet else seen.after(kind, key, call.seq))
        gone = seen.gone.get((kind.name, key), 1 << 62) < call.seq
        if value is not None and not gone:
            yield key, value


def _fixed(one: Operation, listing: Listing, seen: Seen) -> tuple[str, list[Any]] | None:
    """What a list leaves out that is there, whatever is asked: told by its answers that show everything they have."""
    shown: dict[str, dict[str, Any]] = {}
    others: dict[str, dict[str, Any]] = {}
    for call in one.calls:
        items = shown_by(one, call)
        if _full(call, listing, len(items)) or any(_narrows(param, call, one) for param in listing.params):
            continue  # an absence proves nothing
        keys = {str(item[one.kind.key]) for item in items}
        for key, value in there_at(one, call, seen):
            if of_parent(one, listing, call, value):
                (shown if key in keys else others)[f"{key} {call.seq}"] = value
    return left_out([*shown.values()], [*others.values()], one.kind.key)


def _counted(
    one: Operation, listing: Listing, home: Operation, beside: Listing, seen: Seen
) -> tuple[str, list[Any]] | None:
    """What a count leaves out, as the list beside it does, when every number that it said agrees."""
    fixed = _fixed(home, beside, seen)
    if fixed is None or one.pattern is None:
        return None
    name, values = fixed
    for call in one.calls:
        there = [value for _, value in there_at(one, call, seen)
                 if all(fits_param(param, call, value) for param in listing.params)]  # fmt: skip
        if at(call.answer, one.pattern) != sum(value.get(name) in values for value in there):
            return None
    return fixed


def _narrows(param: Param, call: Call, one: Operation) -> bool:
    """Does a request ask for a part of the list? The first page, a search for nothing, and what every request says, are
    no part."""
    said = param.said(call)
    if param.role == "unknown" and len(one.calls) > 1 and all(param.said(other) == said for other in one.calls):
        return False
    if param.role in ("page", "offset") and said == str(param.base):
        return False
    return param.role in NARROW and said not in (None, "")


def _hidden(one: Operation, listing: Listing, part: Entities, seen: Seen) -> list[str]:
    """Keys of the start that a list asked by something unknown never shows, though they fit all that is known."""
    shown: set[str] = set()
    absent: set[str] = set()
    unknown = [param for param in listing.params if param.role == "unknown" and param.part != "text"]
    for call in one.calls:
        items = shown_by(one, call)
        keys = {str(item[one.kind.key]) for item in items}
        shown |= keys
        said = [param for param in listing.params if param.said(call) is not None]
        if listing.parent or any(param.role in UNTOLD for param in said) or not any(one in said for one in unknown):
            continue
        if _full(call, listing, len(items)):
            continue
        for key, _ in there_at(one, call, seen):
            value = seen.around(one.kind, key, call.seq)
            if key not in keys and all(fits_param(param, call, value) for param in said):
                absent.add(key)
    return sorted(absent & part.seed.keys() - shown)


def fits_param(param: Param, call: Call, value: dict[str, Any]) -> bool:
    """Does an entity fit what a request says by a parameter, as far as that can be told?"""
    wanted = param.said(call) or ""
    if param.role == "filter":
        return compares(param.how, value_at(value, param.of), wanted)
    if param.role == "named":
        return fits_named(param, call, value)
    if param.role == "clauses" and param.style is not None:
        return all(fits(clause, value, param.style) for clause in clauses_of(wanted, param.style) or ())
    if param.role == "sentence" and param.sentence is not None:
        return sentence_fits(param.sentence, wanted, value)
    if param.role == "worded" and isinstance(param.form, Worded):
        return param.form.fits(value, wanted)
    if param.role == "conditions" and isinstance(param.form, Conditions) and wanted:
        groups = groups_said(param.form, json.loads(wanted))
        return groups is None or fits_groups(groups, value, [*value, *members_of([value])])
    return True

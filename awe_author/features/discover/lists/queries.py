"""What the parameters of a list do: search, filter, sort, page. Told by name and checked against the answers.

A role by name alone is not believed when an answer contradicts it: a search whose word is in none of the items shown,
a limit that is exceeded, a filter that an item does not fit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.discover.common.comparing import COMPARISONS, beside_field, compares, same, value_at
from awe_author.features.discover.common.names import is_star, plural, snake, words
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.filters import clauses_of, fits, style_of
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.params import Param, Said, bare_name, params_of
from awe_author.features.discover.exchanges.places import leaves
from awe_author.features.discover.exchanges.sentences import sentence_of
from awe_author.features.discover.lists.cursors import Cursor, cursor_of
from awe_author.features.discover.lists.envelopes import Asked, Beside, beside_of
from awe_author.features.discover.lists.headers import header_roles
from awe_author.features.discover.lists.latest import latest_order
from awe_author.features.discover.lists.named_filters import pair_filters
from awe_author.features.discover.lists.ordering import Order, asked, field_of, order_of
from awe_author.features.discover.lists.path_searches import path_params
from awe_author.features.discover.lists.repeated import repeated_of

LIMIT = words(
    """
    limit per_page page_size pagesize size first take rows max top max_results page_limit length perpage
    n
    """
)
OFFSET = words("offset skip start from start_at start_index")
PAGE = words("page p page_number page_no page_index pg")
ENDS = words("end range_end stop end_index to_index")
"""Where a page ends; the last one counts in a range."""
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
ANY = ("", "all", "any", "*", "-1")
"""Values of filters that leave nothing out."""
SIGNS = re.compile(r"[~=<>%*'\"(]|\b(is|eq|neq|like|ilike|gt|gte|lt|lte|in)\b", re.IGNORECASE)
"""What stands in every filter that is written as a sentence."""
FAR = 600
"""Values longer than this are no filter."""


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
    searched: list[str] = field(default_factory=list)
    """Fields that a search looks into."""
    fixed: tuple[str, list[Any]] | None = None
    """(field, values) of a list that never shows others."""
    unasked: int | None = None
    """How many it shows at most where the request does not say how many, -1 for all; None when that was never seen."""
    cursor: Cursor | None = None
    headers: dict[str, str] = field(default_factory=dict)
    """Header of answers -> what it says, see `header_roles`."""
    repeated: dict[tuple[str, ...], tuple[Param, str]] = field(default_factory=dict)
    """Places beside the list that repeat a parameter, see `repeated_of`."""
    hidden: list[str] = field(default_factory=list)
    """Keys that it leaves out for a reason that cannot be told."""
    also: list[str] = field(default_factory=list)
    """What else an entity has to fit, as expressions of the item."""

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


Known = Callable[[Call, dict[str, Any]], dict[str, Any]]
"""An entity that an answer shows, with what is known of it from elsewhere."""


def listing_of(one: Operation, calls: Sequence[Call], known: Known = lambda _, item: item) -> Listing:
    """Work out a list operation. `calls`: all of its endpoint, also those that showed nothing."""
    answers = [(call, shown_by(one, call)) for call in calls]
    told = [(call, [known(call, item) for item in items]) for call, items in answers]
    names: dict[tuple[str, str], list[tuple[Said, list[dict[str, Any]]]]] = {}
    for call, items in told:
        for said in params_of(call, one.pattern):
            names.setdefault((said.part, said.name), []).append((said, items))
    params = [_param(found, one.kind) for found in names.values()]
    params += path_params(one.endpoint, calls)
    pair_filters(params, told)
    listing = Listing([param for param in params if param.role != "volatile"])
    listing.searched = _searched(listing, answers)
    _orders(listing, one.kind, answers)
    after = listing.by_role("cursor")
    listing.cursor = cursor_of(after, answers, one.pattern, one.kind.key) if after is not None else None
    listing.unasked = _unasked(listing, one.kind, answers)
    told_of = [_asked(listing, call, len(items)) for call, items in answers]
    listing.beside, listing.headers = beside_of(told_of, one.pattern), header_roles(told_of)
    taken = [beside.way for beside in listing.beside]
    listing.repeated = repeated_of([call for call, _ in answers], listing.params, taken, one.pattern)
    listing.parent = _parent(one, answers)
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
    most = max(count for _, count in shown)
    first = min(call.seq for call, _ in shown)
    there = {str(one.value[kind.key]) for one in kind.sightings() if one.call.seq <= first}
    return most if len(there) > most and all(count == most for _, count in shown) else -1


def _asked(listing: Listing, call: Call, shown: int) -> Asked:
    limit, page, offset = (_number(listing.by_role(role), call) for role in ("limit", "page", "offset"))
    end = listing.by_role("end")
    if limit is None and end is not None and (last := _number(end, call)) is not None:
        limit = last + end.base - (offset or 0)
    if limit is None and listing.unasked is not None and listing.unasked > 0:
        limit = listing.unasked
    param = listing.by_role("page")
    base = param.base if param is not None else 1
    page = base + ((offset or 0) // limit if limit else 0) if page is None else page
    name = param.name if param is not None and param.part == "query" else ""
    cursor = listing.by_role("cursor")
    offset = cursor.begins.get(call.seq, offset) if cursor is not None else offset
    begins = listing.by_role("offset")
    skips = begins.name if begins is not None and begins.part == "query" else ""
    return Asked(call, shown, limit, page, offset or (page - base) * (limit or 0), base, name, skips)


def _number(param: Param | None, call: Call) -> int | None:
    value = param.said(call) if param is not None else None
    return int(value) if value is not None and re.match(r"-?\d{1,9}\Z", value) else None


def _param(said: Sequence[tuple[Said, list[dict[str, Any]]]], kind: Kind) -> Param:
    first = said[0][0]
    found = [(one.value, items) for one, items in said]
    values = list(dict.fromkeys(value for value, _ in found))
    one = Param(first.name, first.part, "unknown", values[:10], way=first.way, listed=any(s.listed for s, _ in said))
    bare = bare_name(first)
    fields = {field for group in kind.groups for field in group.fields()}
    shown = [(value, items) for value, items in found if items]
    numbers = all(re.match(r"-?\d+\Z", value) for value, _ in found)
    if bare in ("", "ts", "timestamp", "cb", "nonce", "t", "rand") and len(first.name) < 10 and numbers:
        one.role = "volatile"
    elif bare in LIMIT and numbers and all(len(items) <= int(value) or int(value) < 1 for value, items in found):
        one.role, one.sure = "limit", 0.95 if any(len(items) == int(value) for value, items in found) else 0.8
    elif first.part == "text":
        one.role = "shape"
    elif any(one.opaque for one, _ in said):
        pass
    elif (bare in PAGE or bare in OFFSET) and numbers:
        one.role, one.sure = "page" if bare in PAGE else "offset", 0.85
        one.base = 0 if "0" in values else 1
    elif bare in ENDS and numbers:
        one.role, one.base = "end", 1 if bare == "range_end" else 0
    elif bare in CURSOR:
        one.role, one.sure = "cursor", 0.7
    elif bare in SORT and all(_sorts(value, {*fields, *_members(items_of(kind))}, kind.own_id) for value in values):
        one.role, one.sure = "sort", 0.9
    elif (bare in DIRECTION or bare in SORT) and all(
        value.lower() in ("asc", "desc", "1", "-1", "ascending", "descending", "true", "false") for value in values
    ):
        one.role, one.sure = "direction", 0.8
    elif bare in SHAPE:
        one.role = "shape"
    elif not one.listed and _clauses(one, values, shown, kind):
        one.role, one.sure = "clauses", 0.9 if shown else 0.7
    elif bare in SEARCH and all(_found(value, item) for value, items in shown for item in items):
        one.role, one.sure = "search", 0.95 if shown else 0.6
    elif _sentence(one, found, fields):
        one.role, one.sure = "sentence", 0.85
    else:
        _filter(one, first.alias or first.name, found, fields)
    return one


def _clauses(one: Param, values: Sequence[str], shown: Sequence[tuple[str, list[dict[str, Any]]]], kind: Kind) -> bool:
    """Are the values clauses over fields, which all that was shown fits?"""
    if any(len(value) > FAR for value in values):
        return False
    entities = [sighting.value for sighting in kind.sightings()[:300]]
    style = style_of(values, entities)
    if style is None:
        return False
    for value, items in shown:
        clauses = clauses_of(value, style) or ()
        if not all(fits(clause, item, style) for clause in clauses for item in items):
            return False
    one.style = style
    return True


def items_of(kind: Kind) -> list[dict[str, Any]]:
    """Some entities of a kind, as they were shown."""
    return [one.value for one in kind.sightings()[:50]]


def _members(items: Iterable[Mapping[str, Any]]) -> list[str]:
    """Plain members of records in entities, as `value_at` takes them."""
    return list(dict.fromkeys(
        f"{name}.{inner}" for item in items for name, value in item.items() if isinstance(value, dict)
        for inner, one in value.items() if isinstance(one, str | int | float)
    ))  # fmt: skip


def _sentence(one: Param, found: Sequence[tuple[str, list[dict[str, Any]]]], fields: set[str]) -> bool:
    """Are the values sentences over fields, which all that was shown fits?"""
    found = [(value, items) for value, items in found if value.strip()]
    if found and all(re.search(SIGNS, value) and len(value) < FAR for value, _ in found):
        one.sentence = sentence_of(found, fields, one.name)
    return one.sentence is not None


def _filter(one: Param, name: str, found: Sequence[tuple[str, list[dict[str, Any]]]], fields: set[str]) -> None:
    words = [word for word in re.split(r"[\[\].]+|__", name) if word]
    nested = one.part in ("body", "json") and len(words) > 1
    last = 2 if nested and snake(words[-1]).strip("_") in COMPARISONS else 1
    words = words[-last:] if nested else words
    hows = [snake(word).strip("_") for word in words]
    how = next((COMPARISONS[word] for word in reversed(hows) if word in COMPARISONS), "eq")
    if (made := beside_field(words[-1], fields) if words else None) is not None and len(words) == 1:
        how, words = made[0], [made[1]]
    found = [(value, items) for value, items in found if value.lower() not in ANY]
    shown = [(value, items) for value, items in found if items]
    for word in reversed(words):
        tries = (
            word, f"{word}_id", word.removesuffix("_id"), word.removesuffix("Id"), word.removesuffix("s"),
            word.removesuffix("es"), f"{word}Id", plural(word),
        )  # fmt: skip
        match = next((field for field in tries if field in fields), None)
        if match is None:
            members = _members(item for _, items in shown for item in items)
            match = next((member for member in members if member.rpartition(".")[2] in tries[:2]), None)
        if match is None:
            continue
        listed = one.listed or (how == "eq" and word not in fields and any("," in value for value, _ in found))
        plain = ("among",) if listed else (how, "among")
        for style in plain if how in ("eq", "among") else (how,):
            if all(compares(style, value_at(item, match), value) for value, items in shown for item in items):
                one.role, one.of, one.how, one.sure = "filter", match, style, 0.95 if shown else 0.6
                return
        parts = how == "eq" and not one.listed and shown and all(len(value) > 1 for value, _ in shown)
        texts = [(value, value_at(item, match)) for value, items in shown for item in items]
        if parts and all(isinstance(own, str) and compares("has", own, value) for value, own in texts):
            one.role, one.of, one.how, one.sure = "filter", match, "has", 0.8
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
        word = ((search.said(call) if search else "") or "").lower()
        for item in items:
            for name in [*item, *_members([item])]:
                value = value_at(item, name)
                if isinstance(value, str) and len(value) < 5000:
                    hits[name] = hits.get(name, 0) + (1 if word and word in value.lower() else 0)
    found = [name for name, count in hits.items() if count]
    found = [name for name in found if "." not in name] or found
    hits = {name: count for name, count in hits.items() if "." not in name}
    return found or [name for name in hits if not re.search(r"(^id$|_at$|_on$|date|url|uuid|colou?r)", name)][:6]


def _sorts(value: str, fields: set[str], own_id: str) -> bool:
    told = asked(value)
    return told is not None and bool(field_of(told[0], fields, own_id))


def _orders(listing: Listing, kind: Kind, answers: Sequence[tuple[Call, list[dict[str, Any]]]]) -> None:
    """The order without a sort parameter, and the one for each of its values."""
    sort = listing.by_role("sort")
    free = [items for call, items in answers if sort is None or sort.said(call) is None]
    listing.order = order_of(free, kind.key) or order_of(_whole(free, kind), kind.key, natural=True)
    for value in sort.values if sort else ():
        told = asked(value)
        mine = [items for call, items in answers if sort is not None and sort.said(call) == value]
        there = [one for items in mine for one in items]
        known = [*{name for one in there for name in one}, *_members(there)]
        field = field_of(told[0], known, kind.own_id) if told else ""
        seen = order_of(mine, kind.key, field, told[1]) if told and field and not listing.by_role("direction") else None
        if seen is not None:
            listing.orders[value] = seen
    if listing.order is None:
        short = [(call, items) for call, items in answers if sort is None or sort.said(call) is None]
        listing.order = latest_order(short, kind, listing.params, list(listing.orders.values()))


def _whole(lists: Sequence[Sequence[dict[str, Any]]], kind: Kind) -> list[list[dict[str, Any]]]:
    """The lists with all that other answers tell of their items, as it was told first."""
    known: dict[str, dict[str, Any]] = {}
    for one in kind.sightings():
        told = known.setdefault(str(one.value[kind.key]), {})
        told |= {name: value for name, value in one.value.items() if told.get(name) is None}
    return [[{**known.get(str(item[kind.key]), {}), **item} for item in items] for items in lists]


def _parent(one: Operation, answers: Sequence[tuple[Call, list[dict[str, Any]]]]) -> tuple[int, str] | None:
    """Lists below a parent: which field of the items holds the parent's key."""
    stars = one.endpoint.path.strip("/").split("/")
    places = [place for place, part in enumerate(stars) if is_star(part)]
    shown = [(call, items) for call, items in answers if items]
    for number, place in enumerate(places):
        for name in sorted({name for _, items in shown for item in items for name in item}):
            if (
                name != one.kind.key
                and shown
                and all(
                    same(item.get(name), call.segments[place])
                    for call, items in shown
                    for item in items
                    if len(call.segments) > place
                )
            ):
                return number, name
    return None

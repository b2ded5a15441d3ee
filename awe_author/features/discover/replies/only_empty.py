"""Lists that were only ever seen empty: of the comments of a task before anybody had commented.

No record says of which kind they are. In GraphQL the text does: `results { ...RunFields }` with `fragment RunFields on
Run`, and it says what is shown of each. Elsewhere the address does: a record was made by a POST to it, or another
address that ends in the same word lists the kind. What a request asks for has to be understood altogether, and by that
nothing may have fitted whenever the list was asked for; else it is left as recorded.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from awe_author.features.discover.common.comparing import same
from awe_author.features.discover.common.keys import member
from awe_author.features.discover.common.names import ENVELOPE, is_star, plural, safe, singular, snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.empties import TYPE, as_asked_before, empty_lists
from awe_author.features.discover.exchanges.graphql_text import Variable, fields_to, selected
from awe_author.features.discover.exchanges.nesting import joined, nest
from awe_author.features.discover.exchanges.params import Param
from awe_author.features.discover.exchanges.sightings import Endpoint, Pattern
from awe_author.features.discover.lists.asked_values import is_said
from awe_author.features.discover.lists.chosen_fields import chosen
from awe_author.features.discover.lists.elements_asked import Elements, elements_of
from awe_author.features.discover.lists.expressions import Selection, beside_lets, selection_of
from awe_author.features.discover.lists.listings import fits_param, how_listed, there_at
from awe_author.features.discover.lists.queries import Listing
from awe_author.features.discover.lists.roles import DIRECTION, LIMIT, SHAPE, SORT
from awe_author.features.discover.replies.answers import fields_json, lets_used
from awe_author.features.discover.replies.surfaces import Feature, evidence_of
from awe_author.features.discover.replies.triggers import on_of
from awe_author.features.discover.writes.below import known_parents, named_like, parents_of, star_places
from awe_author.json_types import Json, JsonObject

SURE = 0.4
SHORTEST = 3
"""Characters of a name that is looked for in records: `id` and `key` are in any."""
UNDERSTOOD = ("limit", "offset", "page", "search", "filter", "clauses", "conditions", "sort", "direction", "shape")
"""Roles of parameters that may be said."""
ASIDE = LIMIT | SORT | DIRECTION | SHAPE
"""Arguments in a GraphQL text that leave nothing out."""
TOTAL = re.compile(r"(total|count|size|hits|num_?found)(_?(count|items|results|records|hits))?$", re.IGNORECASE)
"""Numbers that are how many there are, though they were never anything but 0."""
NARROWED = re.compile(r"/(filter|search|query|find|list)/?\Z|/\Z")


def only_empty(
    calls: Sequence[Call],
    answered: set[int],
    parts: Sequence[Entities],
    operations: Sequence[Operation],
    known: frozenset[str],
    seen: Seen,
) -> list[Feature]:
    """Features of the lists of kinds that are written, at endpoints of which no call is answered."""
    written = {one.kind.name for one in operations if one.writes}
    parts = [one for one in parts if one.kind.name in written and one.kind.source == "json"]
    found = []
    for endpoint, (mine, patterns) in empty_lists(calls, answered, known).items():
        told = [(part, pattern) for pattern in patterns
                if (part := _part_of(mine[0], endpoint, pattern, parts, operations)) is not None]  # fmt: skip
        for part, pattern in told if len(told) == 1 else ():
            one = Operation("list", part.kind, endpoint, mine, pattern, sure=SURE, proof="it was always empty")
            feature = _feature(one, part, parts, operations, seen)
            found += [feature] if feature is not None else []
    return found


def _part_of(
    call: Call, endpoint: Endpoint, pattern: Pattern, parts: Sequence[Entities], operations: Sequence[Operation]
) -> Entities | None:
    """What the list is of; None when that is not told, or in several ways."""
    if call.kind == "graphql":
        found = [one for one in parts if _is_asked(call, pattern, one, operations)]
    else:
        named = len(pattern) < 2 or pattern[-2].lower() in ENVELOPE or plural(snake(pattern[-2])) in _words(endpoint)
        found = [one for one in parts if named and _home(endpoint, one, operations) is not None]
    return found[0] if len(found) == 1 else None


def _is_asked(call: Call, pattern: Pattern, part: Entities, operations: Sequence[Operation]) -> bool:
    """Does a GraphQL text ask for entities of a kind: by their type, or by the fields that list them elsewhere?"""
    fields, types = selected(call.text, call.operation, pattern)
    if types:
        return bool(fields) and {str(value) for value in part.values(TYPE)} == types
    own = [one.name for one in fields_to(call.text, call.operation, pattern)]
    return bool(own) and any(
        own == [one.name for one in fields_to(other.calls[0].text, other.calls[0].operation, other.pattern or ())]
        for other in operations
        if other.role == "list" and other.kind is part.kind and other.calls[0].kind == "graphql"
    )


def _words(endpoint: Endpoint) -> list[str]:
    """The names in a path, without those of parents (`projects/*`) and an ending that only says that it asks."""
    pieces = [piece for piece in NARROWED.sub("", endpoint.path).split("/") if piece]
    pairs = zip(pieces, [*pieces[1:], ""], strict=False)  # there may be no piece: the path `/`
    return [plural(snake(one)) for one, behind in pairs if not is_star(one) and not is_star(behind)]


def _home(endpoint: Endpoint, part: Entities, operations: Sequence[Operation]) -> Operation | None:
    """What tells that an address lists a kind: the create by the same one, or another list or create of it at an
    address that differs in the parents only."""
    path = NARROWED.sub("", endpoint.path)
    if endpoint.operation or is_star(path.rpartition("/")[2]):
        return None
    mine = [one for one in operations if one.kind is part.kind and one.role in ("create", "list") and not one.guessed]
    mine = [one for one in mine if one.endpoint.origin == endpoint.origin and not one.endpoint.operation]
    alike = (one for one in mine if one.role == "create" and NARROWED.sub("", one.endpoint.path) == path)
    others = (one for one in mine if one.calls[0].kind != "graphql" and _words(one.endpoint) == _words(endpoint))
    return next(alike, None) or next(others, None)


def _feature(
    one: Operation, part: Entities, parts: Sequence[Entities], operations: Sequence[Operation], seen: Seen
) -> Feature | None:
    item = safe(singular(part.kind.name))
    shown = _shown(one, part, operations, item)
    listing = how_listed(one, part, operations, seen)
    parents, elements = _parents(one, part, operations), _elements(one, listing, part)
    before = as_asked_before(one.calls, one.pattern or ())
    if shown is None or parents is None or elements is None or before is None or not _plain_arguments(one):
        return None
    listing.hidden, listing.parent = [], None
    listing.beside = [beside for beside in listing.beside if beside.role != "total" or TOTAL.match(beside.way[-1])]
    listing.also = [f"string({_text(member(item, field, sure=False))}) == segments[{number}]"
                    for number, field in parents.items()]  # fmt: skip
    listing.also += [f"(!({is_said(known.param)}) || {known.condition(item)})" for known in elements]
    selection = selection_of(part, listing)
    told = all(is_said(param) in selection.filtered for param in listing.params if param.role in ("search", "filter"))
    if not told or not all(_none_fits(one, call, listing, parents, elements, seen) for call in one.calls):
        return None
    document: JsonObject = {
        "id": f"{part.kind.name}.list.api",
        "title": f"The list of {part.kind.name.replace('_', ' ')}",
        "on": on_of(one, part, operations, [*before, *_there(one, parts)]),
        **_reply(one, part, listing, selection, shown),
    }
    return Feature(document, evidence_of(one), one.sure, listing, one)


def _reply(one: Operation, part: Entities, listing: Listing, selection: Selection, shown: Json) -> JsonObject:
    """How it is answered. `shown`: what is shown of an entity."""
    selection.filtered.append("true")  # of what the recording does not show nothing fits either
    item = safe(singular(part.kind.name))
    json = nest(one.pattern or ("*",), shown, selection.shown, item, like=False)
    for way, value in beside_lets(selection, part, listing).items():
        json = joined(json, nest(way, value, "", ""))
    return {"let": lets_used(selection, str(json)), "reply": {"like": "recorded", "json": json}}


def _shown(one: Operation, part: Entities, operations: Sequence[Operation], item: str) -> Json:
    """What is shown of an entity; None when it is not known."""
    call, pattern = one.calls[0], one.pattern or ()
    if call.kind == "graphql":
        fields, _ = selected(call.text, call.operation, pattern)
        alike = all(selected(other.text, other.operation, pattern)[0] == fields for other in one.calls)
        return chosen(call.text, fields, part, item) if alike else None
    home = _home(one.endpoint, part, operations)
    lists = [other for other in operations if other.role == "list" and other.kind is part.kind]
    like = next((other for other in lists if _words(other.endpoint) == _words(one.endpoint)), home)
    if like is None or like.pattern is None or part.wrapper or any(group.wrapper for group in part.kind.groups):
        return None
    return fields_json(replace(like, role="list", guessed=like.endpoint), part, item) or None


def _parents(one: Operation, part: Entities, operations: Sequence[Operation]) -> dict[int, str] | None:
    """Number of each `*` in the path -> the field that holds what stands there; None when one is not known."""
    places = star_places(one.endpoint)
    home = _home(one.endpoint, part, operations) if places else None
    if home is not None and home.role == "create" and home.endpoint.path == one.endpoint.path:
        found = parents_of(home, part)
        return found if len(found) == len(places) else None
    fields = [field for field in part.fields() if field != part.kind.key]
    named = [next((field for field in fields if named_like(one.endpoint, place, field)), "") for place in places]
    return dict(enumerate(named)) if all(named) else None


def _text(own: str) -> str:
    """What an address says of a value: the id of a record."""
    return f"(type({own}) == map ? dyn({own}).get('id', '') : {own} == null ? '' : dyn({own}))"


def _there(one: Operation, parts: Sequence[Entities]) -> list[str]:
    """The conditions that the parents are there, of kinds of which all are known."""
    return [f"segments[{number}] in state.{home.kind.name}" for number, home in known_parents(one, parts).items()]


def _elements(one: Operation, listing: Listing, part: Entities) -> list[Elements] | None:
    """What else is asked for, beside what is understood of any list; None when that is not understood."""
    found = []
    for param in listing.params:
        if not any(param.said(call) is not None for call in one.calls):
            continue
        made = elements_of(param, one.calls, part) if param.role == "unknown" else None
        if param.role == "unknown" and made is None:
            _inside(param, part)
        if made is not None:
            param.role, param.of = "elements", made.of
            found.append(made)
        elif param.role not in UNDERSTOOD or not _first_page(param, one.calls) or param.of == part.kind.key:
            return None
    return found


def _inside(param: Param, part: Entities) -> None:
    """A parameter that is called like one member of the records in entities: it is that."""
    values = [(name, value) for name in part.fields() for value in part.values(name)]
    records = [(name, value) for name, value in values if isinstance(value, dict) and part.forms.get(name) == "object"]
    word = snake(param.way[-1]) if param.way else snake(param.name)
    found = {f"{name}.{inner}" for name, value in records for inner, one in value.items()
             if snake(inner) == word and isinstance(one, str | int)}  # fmt: skip
    if len(found) == 1 and len(word) > SHORTEST and not param.listed:
        param.role, param.of, param.how, param.sure = "filter", found.pop(), "eq", SURE


def _first_page(param: Param, calls: Sequence[Call]) -> bool:
    """Of a page: is it the first? That a later one is empty says nothing of the others."""
    firsts = {"page": ("0", "1"), "offset": ("0",)}.get(param.role)
    return firsts is None or all(param.said(call) in (None, *firsts) for call in calls)


def _plain_arguments(one: Operation) -> bool:
    """Does a GraphQL text itself say no more than how many are wanted, and in which order?"""
    for call in one.calls if one.calls[0].kind == "graphql" else ():
        for field in fields_to(call.text, call.operation, one.pattern or ()):
            if any(snake(name) not in ASIDE and _fixed(value) for name, value in field.arguments.items()):
                return False
    return True


def _fixed(value: Any) -> bool:
    """Does a value in a GraphQL text have anything but variables in it?"""
    if isinstance(value, dict):
        return any(map(_fixed, value.values()))
    return not isinstance(value, Variable)


def _none_fits(
    one: Operation,
    call: Call,
    listing: Listing,
    parents: Mapping[int, str],
    elements: Sequence[Elements],
    seen: Seen,
) -> bool:
    """Was there nothing that fits when a call was made?"""
    stars = star_places(one.endpoint)
    said = [param for param in listing.params if param.said(call) is not None]
    for key, _ in there_at(one, call, seen):
        value = seen.around(one.kind, key, call.seq)
        below = all(same(value.get(field), call.segments[stars[number]]) for number, field in parents.items())
        fits = below and all(fits_param(param, call, value) and _found(param, call, value, listing) for param in said)
        if fits and all(known.fits(call, value) for known in elements):
            return False
    return True


def _found(param: Param, call: Call, value: Mapping[str, Any], listing: Listing) -> bool:
    """Of a search: is each word in one of the fields that are searched?"""
    words = (param.said(call) or "").lower().split() if param.role == "search" else []
    return all(any(word in str(value.get(name, "")).lower() for name in listing.searched) for word in words)

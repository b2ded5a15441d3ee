"""Lists that go on elsewhere: the first page comes from one address, or one operation of GraphQL, with a cursor that
another one takes (`/files` and `/continued?cursor=...`, `board { page { cursor } }` and `nextPage(cursor: ...)`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.params import Param
from awe_author.features.discover.exchanges.sightings import Pattern
from awe_author.features.discover.lists.cursors import Cursor, cursor_of
from awe_author.features.discover.lists.envelopes import optional_place, scalars
from awe_author.features.discover.lists.queries import Listing, listing_of, shown_by


def continue_elsewhere(one: Operation, listing: Listing, operations: Sequence[Operation]) -> None:
    """Note how the cursors of a list are made that another list of the same kind gave, or takes."""
    if one.role != "list" or listing.cursor is not None:
        return
    others = [other for other in operations if other.role == "list" and other.kind is one.kind and other is not one]
    others = [other for other in others if other.endpoint.origin == one.endpoint.origin]
    own = listing.by_role("cursor")
    for param, reader in [(own, one)] if own is not None else [(_taken(other), other) for other in others]:
        if param is None:
            continue
        cursor = _cursor(param, reader, [one, *others])
        ends = _ends(cursor, one.calls, one.pattern) if cursor is not None else []
        if cursor is not None and (ends or own is not None):
            plain = [call.answer for call in one.calls if call.kind != "graphql"]
            places = [optional_place(way, plain) for way in ends]
            listing.cursor = replace(cursor, ends=ends, places=places, always=False, held={})
            listing.params += [] if own is not None else [param]
            return


def _taken(other: Operation) -> Param | None:
    """The cursor that a list takes and that none of its own answers gives."""
    listing = listing_of(other, other.calls)
    return listing.by_role("cursor") if listing.cursor is None else None


def _cursor(param: Param, reader: Operation, lists: Sequence[Operation]) -> Cursor | None:
    """How the cursors are made that answers of all lists gave."""
    every = {id(one): one for one in (reader, *lists)}.values()
    answers: list[tuple[Call, list[dict[str, Any]]]] = [
        (call, shown_by(one, call)) for one in every for call in one.calls
    ]
    answers.sort(key=lambda pair: pair[0].seq)
    return cursor_of(param, answers, reader.pattern, reader.kind.key)


def _ends(cursor: Cursor, calls: Sequence[Call], pattern: Pattern | None) -> list[Pattern]:
    """Where answers of a list have such a cursor: beside its entities, called as where it was given."""
    names = {way[-1] for way in cursor.ends if way}
    around = (pattern or ())[:-2]
    found = {way for call in calls for way, said in scalars(call.answer) if way and isinstance(said, str)}
    return sorted(way for way in found if way[-1] in names and way[:-1] == around)

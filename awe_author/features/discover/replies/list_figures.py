"""Numbers beside a list that count, or add up, what it matched, whatever it was asked for: `{"total_notes": 5,
"unread": 2, "tickets": [...]}` are those of the tickets that the filter found, on all pages.

They are told like those of a dashboard (`figures`), from what was there of the list at each look: what it showed where
that was all, else also what else was known and fits the request. Of what was never shown nothing is added.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from awe_author.features.discover.common.shapes import is_integer
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.nesting import joined, nest
from awe_author.features.discover.exchanges.places import at
from awe_author.features.discover.exchanges.sightings import Pattern
from awe_author.features.discover.lists.envelopes import scalars
from awe_author.features.discover.lists.expressions import selection_of
from awe_author.features.discover.lists.listings import fits_param, there_at
from awe_author.features.discover.lists.queries import Listing, of_parent, shown_by
from awe_author.features.discover.replies.figures import LEAST, There, figure_of, is_made
from awe_author.features.discover.replies.surfaces import Feature


def show_list_figures(feature: Feature, part: Entities, seen: Seen) -> None:
    """Put such numbers into the reply of a list."""
    one, listing = feature.operation, feature.listing
    reply: Any = feature.document.get("reply")
    if one is None or listing is None or one.role != "list" or not isinstance(reply, dict):
        return
    if not isinstance(reply.get("json"), dict) or listing.cut is not None or part.kind.source != "json":
        return
    ways = [way for way in _places(one) if not is_made(reply["json"], way)]
    there = _there(one, listing, seen) if ways else []
    found = False
    for way in ways:
        numbers = [at(call.answer, way) for call in one.calls]
        figure = figure_of(way, numbers, part, there) if len({*numbers}) >= LEAST else None
        if figure is not None and (figure.field or figure.summed):
            reply["json"] = joined(reply["json"], nest(way, figure.text("matched"), "", ""))
            found = True
    if found:
        lets: Any = feature.document.get("let", {})
        needed = selection_of(part, listing).let
        feature.document["let"] = {**{name: needed[name] for name in _until(needed, "matched")}, **lets}
        feature.seen.append("numbers of what is listed: by what all recorded answers say")


def _until(lets: dict[str, str], last: str) -> Iterator[str]:
    """The names up to one."""
    for name in lets:
        yield name
        if name == last:
            return


def _places(one: Operation) -> list[Pattern]:
    """Places outside of lists with a whole number in all answers."""
    if not all(isinstance(call.answer, dict) for call in one.calls):
        return []
    ways = [way for way, value in scalars(one.calls[0].answer) if is_integer(value)]
    return [way for way in ways if all(is_integer(at(call.answer, way)) for call in one.calls)]


def _there(one: Operation, listing: Listing, seen: Seen) -> There:
    """Of each look what the list matched."""
    found: There = []
    for call in one.calls:
        shown = shown_by(one, call)
        keys = {str(value[one.kind.key]) for value in shown}
        said = [param for param in listing.params if param.said(call) is not None]
        others = [
            seen.around(one.kind, key, call.seq) for key, value in there_at(one, call, seen)
            if key not in keys and of_parent(one, listing, call, value)
            and all(fits_param(param, call, seen.around(one.kind, key, call.seq)) for param in said)
        ]  # fmt: skip
        whole = any(at(call.answer, way) == len(shown) for way in listing.totals)
        found.append([*shown, *([] if whole else others)])
    return found

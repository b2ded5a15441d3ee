"""Forms that offer the present moment for what has none of its own: a draft that would be published now.

Told by rows of lists, which show another moment of the same entity, with nothing written to it between the two looks:
that one is the entity's, and the form's own is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.markup.span_fields import Times
from awe_author.features.discover.markup.split_moments import SplitMoment
from awe_author.features.discover.markup.wording import KEY
from awe_author.features.discover.pages.pages import LISTED_ON

Sightings = Sequence[tuple[Call, dict[str, Any]]]
QUARTER = 15 * 60
"""Seconds that clocks of places differ by, or a multiple of that."""
WORLD = 14 * 60 * 60
"""Seconds that they differ by at most."""
NEAR = 3 * 60
"""Seconds between the answer and the moment that its form offers, at most; forms leave out seconds."""


def without_present(
    moment: SplitMoment | None, sightings: Sightings, writes: Sequence[tuple[Call, str, str]], times: Times
) -> list[tuple[Call, dict[str, Any]]]:
    """The sightings without such moments. `writes`: (post, what it does, key)."""
    if moment is None or not moment.fields[3]:
        return [*sightings]
    told: dict[tuple[str, int], set[str]] = {}
    for call, value in sightings:
        if LISTED_ON in value and (said := _moment(moment, value)):
            told.setdefault(_state(value, call, writes), set()).add(said)
    found = []
    for call, value in sightings:
        said, at = _moment(moment, value), times.at(call.seq + 1)
        others = told.get(_state(value, call, writes), set())
        offered = LISTED_ON not in value and bool(said and others) and said not in others
        if offered and at is not None and _present(said, at):
            value = {name: one for name, one in value.items() if name not in moment.fields}
        found.append((call, value))
    return found


def _state(value: Mapping[str, Any], call: Call, writes: Sequence[tuple[Call, str, str]]) -> tuple[str, int]:
    """(entity, how often it was written before)."""
    key = str(value[KEY])
    return key, sum(1 for post, _, of in writes if of == key and post.seq <= call.seq)


def _moment(moment: SplitMoment, value: Mapping[str, Any]) -> str:
    day, hour = moment.iso(value), moment.time(value, "24")
    return f"{day}T{hour}" if day and hour else ""


def _present(said: str, at: float) -> bool:
    """Is a moment the one of an answer, by the clock of some place?"""
    try:
        apart = datetime.fromisoformat(said).replace(tzinfo=UTC).timestamp() - at
    except ValueError:
        return False
    return abs(apart) <= WORLD and min(apart % QUARTER, -apart % QUARTER) <= NEAR
